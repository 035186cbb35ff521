"""Times as records keep them: UTC to the second, with the local day they fall on."""

from __future__ import annotations

from datetime import MAXYEAR, MINYEAR, UTC, datetime


def moment(stamp: str) -> datetime | None:
    """A time of a record (ISO 8601, UTC where no zone is told) in UTC; None for what is none."""
    try:
        found = datetime.fromisoformat(stamp)
        found = (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    # At either end of the calendar there are zones without a day for it.
    return found if MINYEAR < found.year < MAXYEAR else None


def day_of(stamp: str) -> str:
    """The local day of a time ("2026-03-05"); what it begins with where it can't be read."""
    found = moment(stamp)
    return stamp[:10] if found is None else f"{found.astimezone():%Y-%m-%d}"


def now_text() -> str:
    """The time by the clock of this device (UTC), as it is kept."""
    return at_second(datetime.now(UTC).timestamp())


def at_second(seconds: float) -> str:
    """A time in seconds since 1970, as it is kept."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"
