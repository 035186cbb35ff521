"""How statistics are put into words: counts, rates, averages, months. Small numbers must not shout."""

from __future__ import annotations

from companion.engine.text import TN, T, Text, decimal
from companion.table.tally import Count

FEW = 5
"""Of fewer games than this no share is told, but "2 of 3"."""

MONTHS = (
    T("Jan"), T("Feb"), T("Mar"), T("Apr"), T("May"), T("Jun"), T("Jul"), T("Aug"), T("Sep"), T("Oct"), T("Nov"),
    T("Dec"),
)  # fmt: skip


def games_text(n: int) -> Text:
    """ "12 games"."""
    return TN("{n} game", "{n} games", n)


def of_text(n: int, of: int) -> Text:
    """ "2 of 3"."""
    return T("{n} of {m}", n=n, m=of)


def rate_text(n: int, of: int) -> Text:
    """How many of how many: a share in whole percent, of few "2 of 3"."""
    return of_text(n, of) if of < FEW else T("{n} %", n=round(100 * n / of))


def wins_text(count: Count) -> Text:
    """What small words beside a share say: "7 of 12 won, 2 of them shared"."""
    if count.shared:
        return T("{n} of {m} won, {shared} of them shared", n=count.wins, m=count.games, shared=count.shared)
    return T("{n} of {m} won", n=count.wins, m=count.games)


def beside(count: Count, *more: Text) -> tuple[Text, Text]:
    """A share and the small words beside it, which do not say again what the share of few says; then `more`."""
    words = [] if count.games < FEW and not count.shared else [wins_text(count)]
    return rate_text(count.wins, count.games), T("{list}", list=(*words, *more))


def average_text(value: float) -> Text:
    """A mean with one digit behind the decimal sign; none where it is whole. Below 0 with the true minus."""
    tenths = round(abs(value) * 10)
    shown = T("{n}", n=tenths // 10) if tenths % 10 == 0 else decimal(tenths / 10)
    return T("−{n}", n=shown) if value < 0 and tenths else shown


def averages_text(average: float, best: int) -> Text:
    """The points of somebody at a game: "average 43.2, best 61"."""
    return T("average {average}, best {best}", average=average_text(average), best=best)


def month_text(month: str) -> Text:
    """The short name of a month ("2026-03": "Mar")."""
    return MONTHS[int(month[5:7]) - 1]


def months_up_to(last: str, n: int = 12) -> tuple[str, ...]:
    """The `n` months ("2026-03") that end with `last`, the oldest first."""
    at = int(last[:4]) * 12 + int(last[5:7]) - 1
    return tuple(f"{m // 12:04}-{m % 12 + 1:02}" for m in range(at - n + 1, at + 1))
