"""How a game ends and who wins (spec tutankhamen 7.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.game import Outcome
from companion.engine.text import T, Text, Value, seat
from companion.games.tutankhamen.state import Tutankhamen


def _ranked(seats: Sequence[str], worth: Callable[[str], int]) -> list[tuple[str, ...]]:
    return [tuple(s for s in seats if worth(s) == n) for n in sorted({worth(s) for s in seats}, reverse=True)]


def ranking(state: Tutankhamen) -> tuple[tuple[str, ...], ...]:
    """Seats best first, equal ones together; who reached zero first of all, who has left last of all."""
    points = state.points
    stayed = [s for s in state.seats if s not in state.gone and s not in state.reached]
    groups: list[tuple[str, ...]] = []
    if state.reached:
        apart = state.match.rules.zero_tie_break == "furthest"
        groups += _ranked(state.reached, lambda s: points[s] if apart else 0)
    groups += _ranked(stayed, points.__getitem__)
    groups += _ranked(state.gone, points.__getitem__)
    return tuple(groups)


def _say(state: Tutankhamen, winners: tuple[str, ...]) -> Text:
    one = winners[0]
    names: tuple[Value, ...] = tuple(seat(s) for s in winners)
    rules = state.match.rules
    if state.end == "zero":
        if rules.direction == "up":
            if len(winners) > 1:
                return T(
                    "{winners} reach {goal} together and share the victory.", winners=names, goal=rules.start_points
                )
            return T("{winner} reaches {goal} and wins.", winner=seat(one), goal=rules.start_points)
        if len(winners) > 1:
            if rules.direction == "coins":
                return T("{winners} pay their last coins together and share the victory.", winners=names)
            return T("{winners} reach zero together and share the victory.", winners=names)
        if rules.direction == "coins":
            return T("{winner} pays the last coin and wins.", winner=seat(one))
        return T("{winner} reaches zero and wins.", winner=seat(one))
    if state.end == "alone":
        return T("{winner} is the only player left and wins.", winner=seat(one))
    if state.end == "stopped":
        return T("The table stopped the game. In the lead: {winners}.", winners=names)
    how = T("Every set is scored.") if state.end == "agreed" else T("The path is at its end.")
    return T("{how} {result}", how=how, result=_say_result(state, winners))


def _say_result(state: Tutankhamen, winners: tuple[str, ...]) -> Text:
    one, names = seat(winners[0]), tuple(seat(s) for s in winners)
    shared, n = len(winners) > 1, state.points[winners[0]]
    if not state.match.rules.down:
        if shared:
            return T("{winners} share the victory with {n}.", winners=names, n=n)
        return T("{winner} wins with {n}.", winner=one, n=n)
    n = state.remaining(winners[0])
    if n < 0:
        if shared:
            return T("{winners} share the victory, {n} past zero.", winners=names, n=-n)
        return T("{winner} wins, {n} past zero.", winner=one, n=-n)
    if shared:
        return T("{winners} share the victory with {n} to go.", winners=names, n=n)
    return T("{winner} wins with {n} to go.", winner=one, n=n)


def outcome(state: Tutankhamen) -> Outcome | None:
    """How the game ended, or None. `scores` are points scored, in a race as well."""
    if not state.end:
        return None
    groups = ranking(state)
    return Outcome(groups[0], state.end, _say(state, groups[0]), groups, dict(state.points))
