"""How a game ends and who wins; what happens when somebody leaves (spec sobek 7.5, 10.1)."""

from __future__ import annotations

from companion.engine.game import Event, Outcome
from companion.engine.text import T, Text, Value, seat
from companion.games.sobek.catalogue import QUAY
from companion.games.sobek.flow import Events, after_action, choose_start, close_last, judge
from companion.games.sobek.scoring import winners
from companion.games.sobek.state import EMPTY, Side, Sobek


def outcome(state: Sobek) -> Outcome | None:
    """How the game ended, or None. Whoever has left is ranked after the others."""
    if not state.end:
        return None
    points = {who: state.sides[who].points for who in state.seats}
    if state.end == "left" and not state.finished:
        text = T("The game ends before a round is over: nobody wins")
        return Outcome((), state.end, text, (state.seats,), points)
    stayed = {who: n for who, n in points.items() if not state.sides[who].gone}
    first = winners(stayed)
    groups = [tuple(who for who in stayed if stayed[who] == n) for n in sorted(set(stayed.values()), reverse=True)]
    left = [who for who in state.seats if who not in stayed]
    groups += [tuple(who for who in left if points[who] == n) for n in sorted({points[w] for w in left}, reverse=True)]
    return Outcome(first, state.end, _say(state, first, points[first[0]]), tuple(groups), points)


def _say(state: Sobek, first: tuple[str, ...], n: int) -> Text:
    names: tuple[Value, ...] = tuple(seat(who) for who in first)
    if state.end in ("stopped", "left"):
        if len(first) > 1:
            return T(
                "After {rounds} of 3 rounds {winners} are ahead with {n}.", rounds=state.finished, winners=names, n=n
            )
        return T("After {rounds} of 3 rounds {winners} is ahead with {n}.", rounds=state.finished, winners=names, n=n)
    if len(first) > 1:
        return T("{winners} share the victory with {n}.", winners=names, n=n)
    return T("{winners} wins with {n}.", winners=names, n=n)


def stop(s: Sobek, reason: str) -> None:
    """The game is over for `reason`; a delivery that was being laid goes back to the deck."""
    if s.stage == "lay":
        s.quay = (EMPTY,) * QUAY
    s.end, s.stage = reason, "over"


def plays_on(s: Sobek) -> bool:
    """Whether the others play on when somebody leaves: at least two of them must be left (spec 10.1)."""
    return s.rules.leaver == "play_on" and len(s.playing) > 2


def leave(s: Sobek, who: str, events: Events) -> None:
    """Somebody leaves: the game ends with the last finished round, or the others play on (spec 10.1).

    Of two players nobody can play on.
    """
    text = T("{who} leaves the game", who=seat(who))
    events.append(Event("leave", text, (who,), (f"seat:{who}",), show=True))
    if not plays_on(s):
        for one in s.seats:
            s.side(one).points = s.start[one]
        stop(s, "left")
        return
    side = s.sides[who]
    gone = side.hand.n + side.pile.n + sum(len(laid.cards) for laid in side.sets)
    gone += len(side.draft.cards) if side.draft is not None else 0
    s.boxed += gone
    s.sides[who] = Side(points=side.points, gone=True, done=side.done)
    s.late = "" if s.late == who else s.late
    _go_on(s, who, events)


def _go_on(s: Sobek, who: str, events: Events) -> None:
    """Whatever waited for `who` goes to the next one."""
    if s.stage in ("lot", "start"):
        if s.stage == "lot" or s.chooser == who:
            choose_start(s)
    elif s.stage == "last":
        s.side(who).done = True
        close_last(s, events)
    elif s.stage in ("scarabs", "guilt"):
        judge(s, events)
    elif s.stage == "lay":
        if s.turn == who:
            s.turn = next(iter(s.others(who)))
    elif s.stage != "count" and s.turn == who:
        s.extra = 0
        after_action(s, events)
    if s.stage in ("count", "scarabs", "guilt"):
        s.earned = {one: n for one, n in s.earned.items() if one != who}
