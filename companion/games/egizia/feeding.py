"""Phases 3 and 4: the crews eat, the quarries give stones (spec egizia 5.3, 5.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Event, Move, ScoreLine, Scores
from companion.engine.text import TN, T, Text, seat
from companion.games.egizia import sites
from companion.games.egizia.components import CREWS, GRAIN_CARD, STONE_CAP
from companion.games.egizia.gains import score, stones, tell_landing
from companion.games.egizia.growing import with_penalty
from companion.games.egizia.interrupts import TO_CREW_STONES, discard, improvable
from companion.games.egizia.moves import Feed, Go, Penalty
from companion.games.egizia.state import Egizia, Phase, Side, Todo

Events = list[Event]


def missing(s: Egizia, who: str, extra: int = 0) -> int:
    """Grain that the crews of a seat lack with `extra` from cards and stones (spec 5.3)."""
    side = s.sides[who]
    return max(0, side.need - side.grain(s.ring) - extra)


def chooses(s: Egizia, who: str) -> bool:
    """Whether a seat can do something about what is missing, so that it is asked."""
    side = s.sides[who]
    if not side.cards or not missing(s, who):
        return False
    if "grain" in side.cards:
        return True
    if "stones_as_grain" in side.cards and (side.stones or "stones" in side.cards):
        return True
    return "field_upgrade" in side.cards and next(improvable(side), None) is not None


# feeding


def _feed(s: Egizia, events: Events) -> bool:
    """The table begins it; then the leader first, each seat by itself unless it has something to choose."""
    if not s.placed and s.queue:
        return s.wait("feeding")
    run = _Run(s)
    while s.queue:
        who = s.queue[0]
        if s.sides[who].gone:
            s.queue = s.queue[1:]
            continue
        if chooses(s, who):
            run.tell(events)
            return s.wait("feed", who)
        s.queue = s.queue[1:]
        if not run.eat(who):
            break
    run.tell(events)
    if not s.todo:
        s.enter("produce", s.playing)
    return True


class _Run:
    """Seats that are fed one after the other, told as one scoring."""

    def __init__(self, s: Egizia) -> None:
        self.s = s
        self.before = {who: s.sides[who].score for who in s.seats}
        self.lines: list[ScoreLine] = []
        self.landed: list[tuple[str, int]] = []

    def eat(self, who: str, extra: int = 0) -> bool:
        """The crews of a seat eat. False: what a missing grain costs is not known, the table is asked."""
        s = self.s
        lacking = missing(s, who, extra)
        points = s.facts.penalty(s.sides[who].grain_row) if lacking else 0
        if points is None:
            s.due(Todo("penalty", who, "", lacking))
            return False
        self.pay(who, lacking, points, extra)
        return True

    def pay(self, who: str, lacking: int, points: int, extra: int = 0) -> None:
        """One line, and the score stone moves in one movement."""
        s = self.s
        side = s.sides[who]
        before = side.score
        score(s, who, -lacking * points)
        text = self.sum(side, lacking, points, extra)
        self.lines.append(ScoreLine("feeding", T("Feeding"), text, {who: -lacking * points}, (f"seat:{who}",)))
        self.landed.append((who, before))

    def sum(self, side: Side, lacking: int, points: int, extra: int) -> Text:
        """How the points come about."""
        grain = side.grain(self.s.ring)
        if not lacking:
            if extra:
                return T("{need} needed, {grain} grain and {extra} more: 0", need=side.need, grain=grain, extra=extra)
            return T("{need} needed, {grain} grain: 0", need=side.need, grain=grain)
        if extra:
            return T("{need} needed, {grain} grain and {extra} more: {n} missing × {points} = −{lost}", need=side.need,
                     grain=grain, extra=extra, n=lacking, points=points, lost=lacking * points)  # fmt: skip
        return T("{need} needed, {grain} grain: {n} missing × {points} = −{lost}", need=side.need, grain=grain,
                 n=lacking, points=points, lost=lacking * points)  # fmt: skip

    def tell(self, events: Events) -> None:
        """The scoring as an event, if anybody was fed; then where score stones lie on shared spaces."""
        if not self.lines:
            return
        seats = tuple(who for line in self.lines for who in line.points)
        points = {who: n for line in self.lines for who, n in line.points.items()}
        hungry = [who for who in seats if points[who]]
        if hungry:
            told = tuple(T("{who} −{n}", who=seat(who), n=-points[who]) for who in hungry)
            text = T("Feeding: {lost}", lost=told)
        else:
            text = T("Feeding: {who} can feed everybody", who=tuple(seat(who) for who in seats))
        events.append(
            Event("feed", text, seats, tuple(f"seat:{who}" for who in seats), points,
                  scoring=Scores(tuple(self.lines), self.before))
        )  # fmt: skip
        for who, before in self.landed:
            tell_landing(self.s, events, who, before)


def _go(s: Egizia, move: Go, events: Events) -> None:
    s.placed = True


def _fed(s: Egizia, move: Feed, events: Events) -> None:
    """Cards go into the box, stones are eaten, what still is missing costs points (spec 5.3)."""
    who, s.queue = s.queue[0], s.queue[1:]
    for _ in range(move.cards):
        discard(s, who, "grain")
    if move.cards:
        text = TN("{who} plays {n} grain card", "{who} plays {n} grain cards", move.cards, who=seat(who))
        events.append(Event("use.grain", text, (who,), (f"seat:{who}",)))
    if move.stones:
        stones(s, who, -move.stones)
        text = TN("{who} feeds with {n} stone", "{who} feeds with {n} stones", move.stones, who=seat(who))
        events.append(Event("use.stones_as_grain", text, (who,), (f"card:{who}:stones_as_grain",)))
    run = _Run(s)
    run.eat(who, GRAIN_CARD * move.cards + move.stones)
    run.tell(events)


def _penalty(s: Egizia, move: Penalty, events: Events) -> None:
    todo, s.todo = s.todo[0], s.todo[1:]
    s.facts, s.told = with_penalty(s.facts, s.told, s.sides[todo.who].grain_row, move.points)
    run = _Run(s)
    side = s.sides[todo.who]
    run.pay(todo.who, todo.number, move.points, side.need - side.grain(s.ring) - todo.number)
    run.tell(events)


# production


def matters(s: Egizia, who: str) -> bool:
    """Whether stones would be lost that the seat can spend before (spec 5.4)."""
    side = s.sides[who]
    if side.stones + side.production <= STONE_CAP:
        return False
    if "sell_ten" in side.cards and s.facts.kind("sell_ten") == "anytime" and side.stones:
        return True
    grows = any(side.crews[crew] < s.facts.most(crew) for crew in CREWS)
    return side.unused("stones_to_crew") > 0 and side.stones >= TO_CREW_STONES and grows


def _produce(s: Egizia, events: Events) -> bool:
    while s.queue:
        who = s.queue[0]
        if s.sides[who].gone:
            s.queue = s.queue[1:]
            continue
        if matters(s, who):
            return s.wait("produce", who)
        s.queue = s.queue[1:]
        _stones(s, who, events)
    sites.begin(s, "site_a", events)
    return True


def _stones(s: Egizia, who: str, events: Events) -> None:
    """Stones from all quarries, at most 25 on the counter."""
    n = s.sides[who].production
    got = stones(s, who, n)
    now = s.sides[who].stones
    if got < n:
        text = T("{who}: stones +{n}, now {now}; lost: {lost}", who=seat(who), n=got, now=now, lost=n - got)
    else:
        text = TN("{who} gets {n} stone and has {now}", "{who} gets {n} stones and has {now}", n, who=seat(who),
                  now=now)  # fmt: skip
    events.append(Event("produce", text, (who,), (f"seat:{who}",)))


def _due(s: Egizia, events: Events) -> bool:
    who, s.todo = s.todo[0].who, s.todo[1:]
    _stones(s, who, events)
    return True


STEPS: dict[Phase, Callable[[Egizia, Events], bool]] = {"feed": _feed, "produce": _produce}
RESOLVE: dict[str, Callable[[Egizia, Events], bool]] = {
    "penalty": lambda s, events: s.wait("penalty"),
    "produce": _due,
}
ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {Go: _go, Feed: _fed, Penalty: _penalty}
