"""Days as people say them."""

from __future__ import annotations

from datetime import datetime

from companion.engine.text import T, Text


def _day(month: int, day: int) -> Text:
    return (
        T("{day} January", day=day),
        T("{day} February", day=day),
        T("{day} March", day=day),
        T("{day} April", day=day),
        T("{day} May", day=day),
        T("{day} June", day=day),
        T("{day} July", day=day),
        T("{day} August", day=day),
        T("{day} September", day=day),
        T("{day} October", day=day),
        T("{day} November", day=day),
        T("{day} December", day=day),
    )[month - 1]


def day_text(stamp: str, now: datetime | None = None) -> Text:
    """The local day of a UTC time stamp ("14 March"), with its year unless that is now; an unreadable stamp itself."""
    try:
        then = datetime.fromisoformat(stamp).astimezone()
    except ValueError:
        return T("{stamp}", stamp=stamp[:20])
    today = now or datetime.now().astimezone()
    day = _day(then.month, then.day)
    return day if then.year == today.year else T("{date} {year}", date=day, year=str(then.year))
