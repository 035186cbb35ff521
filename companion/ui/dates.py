"""Days as people say them."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from companion.engine.text import T, Text
from companion.table.times import day_of, moment
from companion.titles import every_language


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
    found = moment(stamp)
    if found is None:
        return T("{stamp}", stamp=stamp[:20])
    then = found.astimezone()
    today = now or datetime.now().astimezone()
    day = _day(then.month, then.day)
    return day if then.year == today.year else T("{date} {year}", date=day, year=str(then.year))


def day_in_every_language(stamp: str) -> str:
    """The words that a day is found by: as digits, and as it is shown, in every language."""
    return _day_words(day_of(stamp))


@lru_cache(maxsize=4096)
def _day_words(day: str) -> str:
    try:
        year, month, number = (int(part) for part in day.split("-"))
        texts = (_day(month, number), month_text(year, month))
    except (ValueError, IndexError):
        # No day: what it is shown as is all there is.
        return day
    return "\n".join((day, *(said.say(text) for said in every_language() for text in texts)))


def month_text(year: int, month: int) -> Text:
    """A month with its year ("March 2026"), as a heading."""
    year_words = str(year)
    return (
        T("January {year}", year=year_words),
        T("February {year}", year=year_words),
        T("March {year}", year=year_words),
        T("April {year}", year=year_words),
        T("May {year}", year=year_words),
        T("June {year}", year=year_words),
        T("July {year}", year=year_words),
        T("August {year}", year=year_words),
        T("September {year}", year=year_words),
        T("October {year}", year=year_words),
        T("November {year}", year=year_words),
        T("December {year}", year=year_words),
    )[month - 1]
