"""Numbers of corruption cards that the table says: they win, and no card is lost or made (spec sobek 6, 10.1)."""

from __future__ import annotations

from companion.engine.knowledge import Hidden
from companion.engine.text import TN, Text
from companion.games.sobek.state import Sobek


def _take_elsewhere(s: Sobek, who: str, n: int) -> None:
    """`n` cards that are with `who` were counted somewhere else: among those astray, else under other tiles."""
    found = min(n, s.astray)
    s.astray -= found
    n -= found
    for other in s.clockwise(who)[1:]:
        side = s.side(other)
        some = min(n, side.pile.n)
        side.pile = side.pile.fewer(some)
        n -= some


def take_from_pile(s: Sobek, who: str, n: int) -> None:
    """`n` cards leave the tile of `who`, at most as many as lie under all tiles."""
    side = s.side(who)
    here = min(n, side.pile.n)
    side.pile = side.pile.fewer(here)
    _take_elsewhere(s, who, n - here)


def set_pile(s: Sobek, who: str, n: int) -> None:
    """The pile of `who` has `n` cards. What is missing is astray."""
    side = s.side(who)
    here = side.pile.n
    if n > here:
        side.pile = side.pile.joined(Hidden().unknown(n - here))
        _take_elsewhere(s, who, n - here)
    else:
        side.pile = side.pile.fewer(here - n)
        s.astray += here - n


def say_cards(n: int) -> Text:
    """A number of cards as part of a sentence."""
    return TN("{n} card", "{n} cards", n)
