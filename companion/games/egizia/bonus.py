"""After building: participation, the last chance of the round, and the new order (spec egizia 4, 5.9)."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.game import Event, Move, ScoreLine, Scores
from companion.engine.text import TN, T, Value, seat
from companion.games.egizia import gains, reveal, river
from companion.games.egizia.components import ROUNDS, SITES
from companion.games.egizia.interrupts import own, strengthenings
from companion.games.egizia.scoring import participation
from companion.games.egizia.state import Egizia, Phase

Events = list[Event]


def last_moves(s: Egizia, who: str) -> list[Move]:
    """What a seat may still use before the round ends (spec 4): in the last round its anytime cards too."""
    if s.stage != "last":
        s = s.twin()
        s.stage = "last"
    return strengthenings(s, who) if s.round < ROUNDS else own(s, who)


def sites_of(s: Egizia, who: str) -> int:
    """At how many sites a seat has spent a stone in this round."""
    return len(s.worked.get(who, ()))


def _bonus(s: Egizia, events: Events) -> bool:
    """Points for the sites where a stone was spent, the leader first; then the ships come home (spec 5.9)."""
    before = {who: side.score for who, side in s.sides.items()}
    order, lines = s.front, []
    for who in order:
        points = participation(sites_of(s, who))
        if points:
            sites = tuple(f"site:{site}" for site in SITES if site in s.worked[who])
            text = TN("{n} site", "{n} sites", sites_of(s, who))
            lines.append(ScoreLine("participation", T("{who}", who=seat(who)), text, {who: points}, sites))
    total = {who: participation(sites_of(s, who)) for who in order if sites_of(s, who)}
    text = T("Participation") if total else T("Nobody has built: no points for participation")
    scoring = Scores(tuple(lines), before) if lines else None
    events.append(Event("participation", text, order, ("site:SITE_A", "site:SITE_B", "site:SITE_C"), total,
                        not lines, scoring))  # fmt: skip
    for who in order:
        gains.score(s, who, total.get(who, 0))
        gains.tell_landing(s, events, who, before[who])
    _ships_home(s)
    if s.rules.leftover_timing == "round":
        river.begin_leftover(s)
    else:
        s.enter("last", s.front)
    return True


def _ships_home(s: Egizia) -> None:
    for site, slots in s.slots.items():
        for who in (*slots, s.reserve.get(site, "")):
            if who:
                s.side(who).ships += 1
    s.slots = {site: ("",) * len(slots) for site, slots in s.slots.items()}
    s.reserve = dict.fromkeys(SITES, "")


def _last(s: Egizia, events: Events) -> bool:
    """Whoever has something left to use is asked, the leader first; then the round is over."""
    while s.queue:
        who = s.queue[0]
        if not s.sides[who].gone and last_moves(s, who):
            return s.wait("last", who)
        s.queue = s.queue[1:]
    new_order(s, events)
    if s.round < ROUNDS:
        reveal.begin_round(s, s.round + 1, events)
    else:
        s.enter("final", tuple(reversed(s.playing)))
    return True


def new_order(s: Egizia, events: Events) -> None:
    """Chip 1 to the last on the scoring track; whoever has left keeps the highest chips (spec phase 7, 5.13)."""
    s.chips = (*reversed(s.front), *(who for who in s.chips if s.sides[who].gone))
    names: tuple[Value, ...] = tuple(T("{n} {who}", n=n, who=seat(who)) for n, who in enumerate(s.playing, 1))
    targets = tuple(f"seat:{who}" for who in s.playing)
    events.append(Event("order", T("New number chips: {chips}", chips=names), s.playing, targets, show=True))


STEPS: dict[Phase, Callable[[Egizia, Events], bool]] = {"bonus": _bonus, "last": _last}
