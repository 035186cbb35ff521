"""The final scoring and how the game ended (spec nefertiti 7)."""

from __future__ import annotations

from companion.engine.game import Event, Outcome
from companion.engine.text import T, Text, Value, seat
from companion.games.nefertiti import asking
from companion.games.nefertiti.components import TYPES
from companion.games.nefertiti.scoring import final_scores
from companion.games.nefertiti.scoring import ranking as rank
from companion.games.nefertiti.state import Nefertiti

REASONS = {
    "akhenaton": T("Akhenaton ended the game."),
    "closed": T("Every market has closed."),
    "stopped": T("The table ended the game."),
    "left": T("A player left, so the game was scored."),
    "stuck": T("Nobody could go on."),
}


def finish(s: Nefertiti, events: list[Event]) -> None:
    """Score everything once all values are known; else the next one is asked."""
    for kind in TYPES:
        if not s.owners(kind):
            continue
        if asking.worth(s, kind) is None:
            return
        doubled = kind == "senet" and any(cards["senet2"] for cards in s.held.values())
        if doubled and asking.answer(s, "senet_double") is None:
            return
    scores = final_scores(s.match.facts, s.held, s.seals, s.money, s.prestige, s.match.house.get("senet_double"))
    points = {who: scores.total(who) - scores.before[who] for who in s.seats}
    events.append(Event("final", T("Final scoring"), (), (), {who: n for who, n in points.items() if n}, True, scores))
    for who, n in points.items():
        s.prestige[who] += n
    s.end, s.final = s.final, ""


def outcome(s: Nefertiti) -> Outcome | None:
    """How the game ended, or None."""
    if not s.end:
        return None
    groups = rank(s.prestige, s.money, s.gone)
    winners = groups[0]
    return Outcome(winners, s.end, _say(s, winners), groups, dict(s.prestige))


def _say(s: Nefertiti, winners: tuple[str, ...]) -> Text:
    n, reason = s.prestige[winners[0]], REASONS[s.end]
    names: tuple[Value, ...] = tuple(seat(who) for who in winners)
    if len(winners) > 1:
        return T("{reason} {winners} share the victory with {n}.", reason=reason, winners=names, n=n)
    level = [who for who in s.staying if s.prestige[who] == n and who not in winners]
    if level:
        return T("{reason} {winner} wins with {n} and more deben.", reason=reason, winner=names[0], n=n)
    return T("{reason} {winner} wins with {n}.", reason=reason, winner=names[0], n=n)
