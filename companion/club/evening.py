"""Which games belong to this evening: those that ended since six in the morning, of yesterday in the small hours.

A game that ended tomorrow belongs to no evening before: its table's clock is wrong, and it would count in many.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from companion.table.times import moment

BEGINS = 6
"""The hour (local time) at which a new evening begins: nobody's evening goes on so long, no meeting starts earlier."""


def evening_of(now: datetime) -> datetime:
    """When the evening of `now` (a time with its zone) began, in local time."""
    local = now.astimezone()
    day = local.date() - timedelta(days=1 if local.hour < BEGINS else 0)
    return datetime(day.year, day.month, day.day, BEGINS).astimezone()


def this_evening(stamp: str, now: datetime) -> bool:
    """Whether what happened at `stamp` belongs to the evening of `now`."""
    time, begun = moment(stamp), evening_of(now)
    return time is not None and begun <= time < begun + timedelta(days=1)
