"""Numbers of corruption cards that the table says: they win, and no card is lost or made (spec sobek 6, 10.1).

A hidden pile stays hidden whatever is put to it or taken from it.
"""

from __future__ import annotations

from companion.engine.knowledge import Hidden
from companion.engine.text import TN, Text
from companion.games.sobek.state import HIDDEN, Side, Sobek

COUNTING = ("count", "scarabs", "guilt")
"""The corruption is being counted: nothing but the piles matters any more in this round."""


def put(side: Side, cards: Hidden) -> None:
    """Put `cards` under the tile."""
    if side.pile != HIDDEN:
        side.pile = side.pile.joined(cards)


def _take(side: Side, n: int) -> int:
    """Take up to `n` cards from under the tile; how many they were."""
    if side.pile == HIDDEN:
        return n
    n = min(n, side.pile.n)
    side.pile = side.pile.fewer(n)
    return n


def _take_elsewhere(s: Sobek, who: str, n: int) -> None:
    """`n` cards that are with `who` were counted somewhere else: among those astray, else under other tiles.

    When all piles are counted one by one, they rather come from the box or were not laid off as it was told: a number
    that the table has put right stays as it is.
    """
    found = min(n, s.astray)
    s.astray -= found
    n -= found
    if s.stage in COUNTING:
        found = min(n, s.boxed)
        s.boxed -= found
        n -= found
        n -= _take_laid_off(s, n)
    for other in s.clockwise(who)[1:]:
        n -= _take(s.side(other), n)


def _take_laid_off(s: Sobek, n: int) -> int:
    """Up to `n` cards were not laid off as it was told; how many they were."""
    discard, found = dict(s.discard), 0
    for what in reversed(s.discard):
        part = min(n - found, discard[what])
        discard[what] -= part
        found += part
    s.discard = {what: k for what, k in discard.items() if k}
    return found


def most_cards(s: Sobek) -> int:
    """How many cards one pile can turn out to have."""
    away = s.boxed + sum(s.discard.values()) if s.stage in COUNTING else 0
    return s.under_tiles + s.astray + away


def take_from_pile(s: Sobek, who: str, n: int) -> None:
    """`n` cards leave the tile of `who`, at most as many as lie under all tiles."""
    _take_elsewhere(s, who, n - _take(s.side(who), n))


def set_pile(s: Sobek, who: str, n: int) -> None:
    """The pile of `who` has `n` cards. What is missing is astray."""
    side = s.side(who)
    here = side.pile.n
    if n > here:
        put(side, Hidden().unknown(n - here))
        _take_elsewhere(s, who, n - here)
    else:
        side.pile = side.pile.fewer(here - n)
        s.astray += here - n


def say_cards(n: int) -> Text:
    """A number of cards as part of a sentence."""
    return TN("{n} card", "{n} cards", n)
