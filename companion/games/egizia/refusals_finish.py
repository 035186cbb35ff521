"""Why a move of the final scoring, a leaving or a correction is not allowed now (spec egizia 5.13, 7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from companion.engine.game import Move, Refusal
from companion.games.egizia.components import MOST_POINTS, SOLD_AT_TEN, SPHINX_TYPES
from companion.games.egizia.correcting import empty, fault_of
from companion.games.egizia.finish import may_sell, sells_ten
from companion.games.egizia.moves import Correct, Declare, Leave, Printed, Reached, Sell
from companion.games.egizia.names import sphinx_name
from companion.games.egizia.state import BETWEEN, Egizia, Stage

ANY: tuple[Stage, ...] = tuple(stage for stage in get_args(Stage) if stage != "over")


def _sell(s: Egizia, move: Sell) -> Refusal | None:
    """Spec 7 step 1: all stones with the marker on the last two rows, else 10 a card that lets sell them."""
    has, n = s.sides[move.by].stones, move.stones
    if n < 0 or n > has:
        return Refusal("E_SELL_STONES", {"n": has}, (f"card:{move.by}:stones",))
    by_card = SOLD_AT_TEN * sells_ten(s, move.by)
    if n > by_card and may_sell(s, move.by) is False:
        return Refusal("E_SELL_MARKET", {"most": by_card}, (f"row:stone:{move.by}",))
    return None


def _declare(s: Egizia, move: Declare) -> Refusal | None:
    """Only what everybody knows may be refused: kinds that are not in this game, or all scored already."""
    card = move.card
    if card not in SPHINX_TYPES:
        return Refusal("E_SPHINX_TYPE", {"card": card[:30]})
    name = sphinx_name(card, s.facts)
    if card == "ten_percent" and not s.rules.ten_percent_card:
        return Refusal("E_SPHINX_OUT", {"card": name})
    copies = s.facts.sphinx.get(card)
    if copies is not None and sum(cards.count(card) for cards in s.scored.values()) >= copies:
        return Refusal("E_SPHINX_COPIES", {"card": name, "n": copies})
    return None


def _printed(s: Egizia, move: Printed) -> Refusal | None:
    least = 0 if s.asked_space.partition(":")[0] == "lastrow_count" else 1
    if not least <= move.points <= MOST_POINTS:
        return Refusal("E_PRINTED", {"least": least, "most": MOST_POINTS})
    return None


def _reached(s: Egizia, move: Reached) -> Refusal | None:
    return None


def _leave(s: Egizia, move: Leave) -> Refusal | None:
    if s.stage not in BETWEEN or s.team is not None or (s.todo and s.stage != "first"):
        return Refusal("E_LEAVE")
    return None


def _correct(s: Egizia, move: Correct) -> Refusal | None:
    if s.rules.late_mistake == "rewind":
        return Refusal("E_REWIND")
    if empty(move):
        return Refusal("E_NOTHING")
    fault = fault_of(s, move)
    return Refusal("E_CORRECT", {"fault": fault.text}, fault.targets) if fault else None


CHECKS: dict[type[Move], Callable[[Egizia, Any], Refusal | None]] = {
    Sell: _sell, Declare: _declare, Printed: _printed, Reached: _reached, Leave: _leave, Correct: _correct,
}  # fmt: skip
NEEDS: dict[type[Move], tuple[Stage, ...]] = {
    Sell: ("sell",), Declare: ("declare",), Printed: ("printed",), Reached: ("reached",), Leave: ANY, Correct: ANY,
}  # fmt: skip
