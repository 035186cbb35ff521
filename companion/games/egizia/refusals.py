"""Why a move is not allowed: step and seat for every move, then the check of its room (spec egizia 4, 5).

Nothing here looks at what `view` hides: a refusal tells nobody more than everybody could know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import TABLE, Move, Refusal
from companion.engine.text import T, Text, seat
from companion.games.egizia import moves as m
from companion.games.egizia import refusals_finish, refusals_river, refusals_sites
from companion.games.egizia.state import Egizia, Stage

STEPS: dict[Stage, Text] = {
    "grave": T("tell the grave that was turned up"),
    "reveal": T("tell the Nile cards"),
    "face": T("tell what is printed on the card"),
    "ship": T("place a ship"),
    "below": T("tell how the stops lie"),
    "more": T("one more ship, or enough"),
    "ring": T("the water ring"),
    "grow": T("choose the crew that gets stronger"),
    "flex": T("choose the crews that get stronger"),
    "attach": T("choose the field that gets better"),
    "pair": T("tell the two pictured crews"),
    "last_row": T("tell whether it is the last row"),
    "leftover": T("the cards that nobody took"),
    "feeding": T("feed the crews"),
    "feed": T("feed the crews of one player"),
    "penalty": T("tell what a missing grain costs"),
    "produce": T("the stones of the quarries"),
    "first": T("the first position at the site"),
    "build": T("build or withdraw"),
    "worth": T("tell the value of the space"),
    "whole": T("tell whether the row is complete"),
    "keep": T("keep Sphinx cards"),
    "market": T("choose a market"),
    "last": T("the last chance of the round"),
    "sell": T("sell stones"),
    "declare": T("name the Sphinx cards"),
    "printed": T("tell the printed points"),
    "reached": T("tell whether it is reached"),
    "over": T("the game is over"),
}
"""What comes first, for a move that is not asked for now."""
ANYBODY = (m.Strengthen, m.Leave)
"""Moves of a seat that need not be the one whose turn it is."""
BY_TABLE = (
    m.Grave, m.Reveal, m.Face, m.Clear, m.Revealed, m.Below, m.Pair, m.LastRow, m.Go, m.Penalty, m.Worth, m.Whole,
    m.Printed, m.Reached, m.Early, m.Correct,
)  # fmt: skip
CHECKS: dict[type[Move], Callable[[Egizia, Any], Refusal | None]] = {
    **refusals_river.CHECKS,
    **refusals_sites.CHECKS,
    **refusals_finish.CHECKS,
}
NEEDS: dict[type[Move], tuple[Stage, ...]] = {
    **refusals_river.NEEDS,
    **refusals_sites.NEEDS,
    **refusals_finish.NEEDS,
}


def refuse(s: Egizia, move: Move) -> Refusal | None:
    """Why `move` is not allowed now, or None."""
    kind = type(move)
    if s.end:
        return Refusal("E_OVER")
    if move.by != TABLE and move.by not in s.sides:
        return Refusal("E_SEAT", {"seat": move.by[:20]})
    if (kind in BY_TABLE) != (move.by == TABLE):
        return Refusal("E_BY_TABLE" if kind in BY_TABLE else "E_BY_PLAYER")
    if move.by != TABLE and s.sides[move.by].gone:
        return Refusal("E_GONE", {"who": seat(move.by)})
    if s.stage not in NEEDS[kind]:
        return _out_of_step(s, move)
    if kind not in ANYBODY and move.by != TABLE and move.by != s.turn:
        return _not_your_turn(s, move)
    return CHECKS[kind](s, move)


def _out_of_step(s: Egizia, move: Move) -> Refusal:
    """Another step is due; who has passed hears that."""
    if isinstance(move, m.Place | m.Pass) and s.phase == "ships" and s.sides[move.by].out:
        return Refusal("E_PASSED", {"who": seat(move.by)}, (f"seat:{move.by}",))
    turn = (f"seat:{s.turn}",) if s.turn else ()
    return Refusal("E_STEP", {"step": STEPS[s.stage]}, turn)


def _not_your_turn(s: Egizia, move: Move) -> Refusal:
    if isinstance(move, m.Place | m.Pass) and s.sides[move.by].out:
        return Refusal("E_PASSED", {"who": seat(move.by)}, (f"seat:{move.by}",))
    return Refusal("E_TURN", {"who": seat(s.turn)}, (f"seat:{s.turn}",)) if s.turn else Refusal("E_STEP", {
        "step": STEPS[s.stage]})  # fmt: skip
