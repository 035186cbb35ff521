"""The Sphinx: drawing cards for stones, keeping one, a point for each that goes back (spec egizia 5.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Event, Move
from companion.engine.text import TN, seat
from companion.games.egizia import gains
from companion.games.egizia.components import MOST_DRAWN, PLUS_TWO
from companion.games.egizia.moves import DrawCards, Keep
from companion.games.egizia.state import Egizia
from companion.games.egizia.team import finish, put_down, use_up, worked

Events = list[Event]

MORE, TWO = "sphinx_plus_two", "keep_two"


def extra_cards(s: Egizia, who: str) -> int:
    """Cards that are drawn without stones for them: two with "sphinx_plus_two"."""
    return PLUS_TWO if MORE in s.sides[who].cards else 0


def needs_crew(s: Egizia, who: str, cards: int) -> bool:
    """Whether a crew must be sent for so many cards: always, but by the first printing up to two with the card."""
    return s.rules.sphinx_plus_two_needs_work or cards > extra_cards(s, who)


def price(s: Egizia, who: str, cards: int) -> int:
    """Stones for drawing so many cards; with "sphinx_plus_two" two fewer, but at least one (spec 5.6, 5.11)."""
    least = min(cards, 1 if s.rules.sphinx_plus_two_needs_work else 0)
    return max(least, cards - extra_cards(s, who))


def most_cards(s: Egizia, who: str, power: int, stones: int) -> int:
    """The most cards that can be drawn with that strength (0: no crew) and those stones."""
    fits = [n for n in range(1, min(MOST_DRAWN, s.deck) + 1) if drawable(s, who, n, power, stones)]
    return max(fits, default=0)


def drawable(s: Egizia, who: str, cards: int, power: int, stones: int) -> bool:
    """Whether so many cards can be drawn with that strength (0: no crew) and those stones."""
    if not power and needs_crew(s, who, cards):
        return False
    return cards <= s.deck and price(s, who, cards) <= min(power, stones)


def most_kept(s: Egizia, who: str) -> int:
    """How many of the drawn cards may be kept."""
    return min(s.drawn, 2 if TWO in s.sides[who].cards else 1)


def _draw(s: Egizia, move: DrawCards, events: Events) -> None:
    """The number is fixed before the first card is looked at; the stones are paid at once."""
    who, n = move.by, move.cards
    paid = price(s, who, n)
    gains.stones(s, who, -paid)
    s.drawn = n
    text = TN("{who} draws {n} Sphinx card for stones: {paid}", "{who} draws {n} Sphinx cards for stones: {paid}", n,
              who=seat(who), paid=paid)  # fmt: skip
    events.append(Event("draw", text, (who,), ("deck:sphinx",)))
    if extra_cards(s, who) and paid < n:
        use_up(s, who, MORE, events)
    put_down(s, who, events)
    if paid:
        worked(s, who)


def _keep(s: Egizia, move: Keep, events: Events) -> None:
    """The others go under the deck, a point each."""
    who, back = move.by, s.drawn - move.cards
    if move.cards > 1:
        use_up(s, who, TWO, events)
    side = s.side(who)
    side.sphinx += move.cards
    s.deck -= move.cards
    s.drawn = 0
    text = TN(
        "{who} keeps {n} Sphinx card and puts back {back}: +{back}",
        "{who} keeps {n} Sphinx cards and puts back {back}: +{back}",
        move.cards,
        who=seat(who),
        back=back,
    )
    gains.award(s, events, "keep", text, who, back, ("deck:sphinx",))
    finish(s)


ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {DrawCards: _draw, Keep: _keep}
