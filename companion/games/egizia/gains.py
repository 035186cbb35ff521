"""The small things that every room gives: points, stones, stronger crews, steps on the markets (spec egizia 4.1, 5.10).

Only for a position that is a fresh twin.
"""

from __future__ import annotations

from companion.engine.game import Event
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.egizia.catalogue import MOST_ROWS
from companion.games.egizia.components import STONE_CAP
from companion.games.egizia.names import crew_name, track_name
from companion.games.egizia.state import Egizia, Todo

Events = list[Event]

LAST_ROW_STONES, LAST_ROW_POINTS = 3, 2
SCARAB = 50
LEAST_ROWS = {"stone": 3, "grain": 4}
"""The shortest column that fits what is known of each market (spec 2.6)."""


def score(s: Egizia, who: str, points: int) -> None:
    """Move the score stone: it goes behind all stones already on that space; 0 changes nothing (spec 4.1)."""
    if not points:
        return
    side = s.side(who)
    s.clock += 1
    side.score, side.arrival = side.score + points, s.clock


def award(s: Egizia, events: Events, kind: str, text: Text, who: str, points: int,
          targets: tuple[str, ...] = (), *, show: bool = False) -> None:  # fmt: skip
    """Score `points` with the event that tells it, and where the score stone goes if that is not plain."""
    before = s.sides[who].score
    score(s, who, points)
    events.append(Event(kind, text, (who,), targets or (f"score:{who}",), {who: points}, show))
    tell_landing(s, events, who, before)


def tell_landing(s: Egizia, events: Events, who: str, before: int) -> None:
    """Behind whom the score stone lies on a shared space, and scarabs taken or given back (spec 4.1)."""
    now = s.sides[who].score
    if now == before:
        return
    there = [other for other in s.front if other != who and s.sides[other].score == now]
    if there:
        names: tuple[Value, ...] = tuple(seat(other) for other in there)
        text = T("{who}’s score stone goes behind {others} on {n}", who=seat(who), others=names, n=now)
        events.append(Event("behind", text, (who,), (f"score:{who}",)))
    old, new = max(0, before) // SCARAB, max(0, now) // SCARAB
    if new == old:
        return
    if not new:
        text, kind = T("{who} gives the scarab back", who=seat(who)), "scarab.back"
    elif new > old:
        text, kind = T("{who} takes the scarab for {n} points", who=seat(who), n=new * SCARAB), "scarab"
    else:
        text, kind = T("{who} turns the scarab back to {n}", who=seat(who), n=new * SCARAB), "scarab.back"
    events.append(Event(kind, text, (who,), (f"score:{who}",)))


def stones(s: Egizia, who: str, n: int) -> int:
    """Stones on the counter, at most 25; negative: spent. Returns the change there really was."""
    side = s.side(who)
    before = side.stones
    side.stones = min(STONE_CAP, before + n)
    return side.stones - before


def gain_stones(s: Egizia, events: Events, kind: str, who: str, n: int, targets: tuple[str, ...] = ()) -> None:
    """`n` stones with the event that tells how many fit on the counter."""
    got = stones(s, who, n)
    if got == n:
        text = TN("{who} gets {n} stone", "{who} gets {n} stones", n, who=seat(who))
    else:
        text = T("{who}: stones +{n}; the counter holds {most}, lost: {lost}", who=seat(who), n=got, most=STONE_CAP,
                 lost=n - got)  # fmt: skip
    events.append(Event(kind, text, (who,), targets or (f"seat:{who}",)))


def grow(s: Egizia, who: str, crew: str, n: int, events: Events) -> None:
    """A crew stronger by `n`; at its maximum a step is lost, which is told (spec 2.5)."""
    most, before = s.facts.most(crew), s.sides[who].crews[crew]
    now = max(before, min(most, before + n))
    target = (f"crew:{who}:{crew}",)
    name = crew_name(crew, s.facts)
    if now > before:
        side = s.side(who)
        side.crews = {**side.crews, crew: now}
        events.append(Event("grow", T("{who}: {crew} is now {n}", who=seat(who), crew=name, n=now), (who,), target))
    if now - before < n:
        text = T("{who}: {crew} stays at {n}, the highest strength", who=seat(who), crew=name, n=now)
        events.append(Event("grow.lost", text, (who,), target))


# the markets


def rows(s: Egizia, track: str) -> int | None:
    """How many rows a market has, None while that is unknown."""
    if track == "stone":
        return s.facts.stone_rows
    return len(s.facts.penalties) or None


def on_last_row(s: Egizia, who: str, track: str) -> bool | None:
    """Whether the marker lies on the last row; None: the table has to say."""
    known, row = rows(s, track), s.sides[who].row(track)
    if known is not None or row >= MOST_ROWS:
        return row >= (known or MOST_ROWS)
    least = max(LEAST_ROWS[track], int(s.answers.get(f"rows.{track}", 0)))
    return False if row < max(least, max(side.row(track) for side in s.sides.values())) else None


def step(s: Egizia, who: str, track: str, events: Events) -> None:
    """One step down a market with the bonus of the last row; where that is unknown the table is asked (spec 5.10)."""
    side = s.sides[who]
    if side.row(track) < (rows(s, track) or MOST_ROWS):
        side = s.side(who)
        if track == "stone":
            side.stone_row += 1
        else:
            side.grain_row += 1
        text = T("{who}: {track}, one row down", who=seat(who), track=track_name(track))
        events.append(Event(f"step.{track}", text, (who,), (f"row:{track}:{who}",)))
    last = on_last_row(s, who, track)
    if last is None:
        s.due(Todo("row", who, track))
    elif last:
        last_row(s, who, track, events)


def last_row(s: Egizia, who: str, track: str, events: Events) -> None:
    """The bonus of a step that ends on the last row: 3 stones or 2 points (spec 2.6)."""
    target = (f"row:{track}:{who}",)
    if track == "stone":
        gain_stones(s, events, "last_row.stone", who, LAST_ROW_STONES, target)
        return
    text = T("{who}: last row of the grain market, +{n}", who=seat(who), n=LAST_ROW_POINTS)
    award(s, events, "last_row.grain", text, who, LAST_ROW_POINTS, target)
