"""What may happen outside the round: a row turned up too early, a player who leaves, both who stop (spec aton 5.7)."""

from __future__ import annotations

from companion.engine.game import TABLE, Choice
from companion.engine.text import T, Text, seat
from companion.games.aton import log, referee, tell
from companion.games.aton.moves import Leave, Stop, TurnedUp
from companion.games.aton.position import AtonState

_ENDS = {
    "save": T("The game stays as it is and can be continued another day."),
    "opponent_wins": T("The game ends now, and the other player has won it."),
    "no_result": T("The game ends now without a result."),
}


def incidents(state: AtonState) -> tuple[Choice, ...]:
    """The incidents that are possible now, with what follows from each."""
    if state.phase == "over":
        return ()
    found = []
    if state.phase == "cards":
        found += [
            Choice(
                TurnedUp(name), T("The row of {who} was turned up too early", who=seat(name)), (), _early(state, name)
            )
            for name, side in zip(state.seats, state.sides, strict=True)
            if side.ready and not side.bound
        ]
    for name in state.seats:
        for outcome in referee.leave_outcomes(state):
            found.append(Choice(Leave(name, outcome), log.leaving(name, outcome), (), _ENDS[outcome]))  # type: ignore[arg-type]
    ends = T("The game ends now without a winner. The points stay as they are.")
    found.append(Choice(Stop(TABLE), T("Both agree to stop"), (), ends))
    return tuple(found)


def _early(state: AtonState, name: str) -> Text:
    keeps = state.options["early_reveal"] == "keep"
    return (tell.row_stands(name) if keeps else tell.row_again(name)).text
