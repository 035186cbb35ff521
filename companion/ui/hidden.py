"""What lies hidden on the table now: no screen shows it, and no picture with it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.engine.game import Game
from companion.engine.sight import At, Plan
from companion.engine.text import T, Text
from companion.ui.eye import places_of

if TYPE_CHECKING:
    from companion.ui.context import Context
    from companion.vision.calibration import Calibrated


def unseen_of(context: Context, game: Game[Any]) -> frozenset[str]:
    """The places that may not be looked at now: `game` is on the table, and something there is hidden."""
    session = context.session
    if session is None or session.game.id != game.id or session.game.sight is None:
        return frozenset()
    return session.game.sight.unseen(session.state)


def kept_dark(context: Context) -> Text | None:
    """Why no picture of the table may be shown whole or kept now; None: nothing is hidden there."""
    session = context.session
    if session is None or not unseen_of(context, session.game):
        return None
    return T("Something lies hidden on the table in {game} now, so no such picture is taken. Go on until it lies open, "
             "or put the game away first.", game=session.game.title)  # fmt: skip


def hidden_places(context: Context, game: Game[Any], plan: Plan, calibrated: Calibrated | None) -> tuple[At, ...]:
    """Where the hidden places of `game` lie, in mm; the whole field where that is not known of one of them."""
    unseen = unseen_of(context, game)
    if not unseen:
        return ()
    there = {spot.id: spot.at for spot in plan.spots} if calibrated is None else places_of(calibrated, plan)
    unknown = (calibrated is None and not plan.known) or not unseen <= set(there)
    if unknown:
        wide, high = plan.field if calibrated is None else calibrated.calibration.field
        return ((wide / 2, high / 2, wide, high),)
    return tuple(at for spot, at in there.items() if spot in unseen)
