"""What the camera sees of Aton: the 48 spaces, the Kingdom of the Dead, the score track, the cards (spec aton 2.3, 9).

The cards lie beside the board, red's at its left and blue's at its right as on the screen, and only once both rows
are open are they looked at. A card drawn to settle the order is laid in the middle of the board, where nothing else is;
what lies there at any other time means nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.engine.box import Box
from companion.engine.game import TABLE, Move
from companion.engine.sight import BACK, EMPTY, At, Look, Plan, Sight, Spot
from companion.engine.text import T, Text, seat
from companion.games.aton.layout import CARTOUCHES, SEATS, Facts, facts_of, layout_of
from companion.games.aton.moves import Reveal, Thrown, TieDraw
from companion.games.aton.position import AtonState
from companion.games.aton.sight_drawing import drawing
from companion.games.aton.sight_places import (
    BOARD,
    FIELD,
    card_place,
    dead_place,
    order_place,
    space_place,
    track_place,
)
from companion.games.aton.things import THINGS, VALUES

TEMPLES, DEAD, TRACK = "temples", "dead", "track"


def _cards(colour: str) -> tuple[str, ...]:
    return tuple(f"card:{colour}:{n}" for n in VALUES)


LOOKS = (
    Look("red", T("Red disc"), "piece"),
    Look("blue", T("Blue disc"), "piece"),
    *(Look(thing.id, thing.label, "card", art=thing.id.rpartition(":")[0]) for thing in THINGS),
    Look(BACK, T("Card face down"), "card"),
)


def dead_spots(facts: Facts) -> tuple[str, ...]:
    """The places of the Kingdom of the Dead."""
    return tuple(f"dead:{n}" for n in range(1, facts.dead_spaces + 1))


class AtonSight(Sight[AtonState]):
    """What the camera looks at in a game of Aton, and what it makes of it."""

    def plan(self, box: Box) -> Plan:
        facts = facts_of(box)
        return Plan(
            mat=0,
            field=FIELD,
            board=BOARD,
            known=facts.dead_spaces == 8 and all(len(kinds) == 12 for kinds in facts.temples),
            spots=(*_space_spots(facts), *_dead_spots(facts), *_track_spots(facts), *_card_spots(), *_order_spots()),
            looks=LOOKS,
            shapes=drawing(facts),
        )

    def shows(self, state: AtonState) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        counters = state.counters
        for space in _drawn(state.facts):
            found[f"space:{space}"] = (counters.get(space, EMPTY),)
        found.update(_dead(state))
        for name, side in zip(state.seats, state.sides, strict=True):
            for number in CARTOUCHES:
                if side.row is not None and state.phase != "over":
                    found[f"cartouche:{name}:{number}"] = (f"card:{name}:{side.row[number - 1]}",)
                elif state.phase == "cards" and side.ready and not side.bound:
                    found[f"cartouche:{name}:{number}"] = (BACK,)
        return found

    def sums(self, state: AtonState) -> Mapping[str, Mapping[str, int]]:
        if state.dead > state.facts.dead_spaces:
            return {}  # Some lie beside it, and which ones is up to the table (spec aton 9).
        return {DEAD: {name: side.dead for name, side in zip(state.seats, state.sides, strict=True)}}

    def checks(self, state: AtonState) -> Mapping[str, tuple[str, ...]]:
        scores = {name: side.score for name, side in zip(state.seats, state.sides, strict=True)}
        if max(scores.values()) > state.facts.track_max:
            return {}  # Where a marker stands that has left the track is the table's own custom.
        return {
            f"track:{n}": tuple(name for name, score in scores.items() if score == n) or (EMPTY,)
            for n in _track(state.facts)
        }

    def unseen(self, state: AtonState) -> frozenset[str]:
        found: set[str] = set()
        for i, name in enumerate(state.seats):
            thrown_here = state.phase == "thrown" and state.active == i
            if not thrown_here and (state.phase in ("cards", "thrown")):
                found.update(f"cartouche:{name}:{number}" for number in CARTOUCHES)
        return frozenset(found)

    def counts(self, box: Box) -> Mapping[tuple[str, str], int]:
        facts = facts_of(box)
        found = {(group, name): facts.counters for group in (TEMPLES, DEAD) for name in SEATS}
        found.update({(TRACK, name): 1 for name in SEATS})
        found.update(
            {(f"cards:{name}", card): n for name in SEATS for card, n in zip(_cards(name), facts.deck, strict=True)}
        )
        return found

    def moves(self, state: AtonState, seen: Mapping[str, str]) -> tuple[Move, ...]:
        if state.phase == "reveal":
            open_now = [name for name, side in zip(state.seats, state.sides, strict=True) if side.row is None]
            rows = ((name, _row(name, seen)) for name in open_now)
            return tuple(Reveal(name, row) for name, row in rows if row is not None)
        if state.phase == "thrown":
            name = state.seats[state.active]
            thrown = _row(name, seen)
            return () if thrown is None else (Thrown(name, thrown),)
        if state.phase == "tie_draw":
            red, blue = (_value(name, seen.get(f"order:{name}")) for name in SEATS)
            return () if red is None or blue is None else (TieDraw(TABLE, red, blue),)
        return ()

    def sheet(self, seen: Mapping[str, str], box: Box) -> Mapping[str, Any]:
        facts = facts_of(box)
        board = {name: [space for space in _drawn(facts) if seen.get(f"space:{space}") == name] for name in SEATS}
        markers = {name: [n for n in _track(facts) if seen.get(f"track:{n}") == name] for name in SEATS}
        scores = {name: found[0] for name, found in markers.items() if len(found) == 1}
        return {"board": board, "scores": scores} if scores else {"board": board}

    def start(self, box: Box, seats: Sequence[str]) -> Mapping[str, str]:
        """A disc of each colour on two spaces of each printed colour, as far apart as they come (spec aton 9)."""
        layout = layout_of(facts_of(box))
        drawn = set(_drawn(facts_of(box)))
        found: dict[str, str] = {}
        for kind in sorted(set(layout.kinds)):
            spaces = [
                name for name, its in zip(layout.names, layout.kinds, strict=True) if its == kind and name in drawn
            ]
            ends = (*spaces[:2], *spaces[-2:])
            found.update({f"space:{space}": SEATS[i % 2] for i, space in enumerate(ends)})
        return found


def _drawn(facts: Facts) -> tuple[str, ...]:
    """The spaces whose place is known: twelve a temple (spec aton 2.3)."""
    return tuple(name for name in layout_of(facts).names if int(name.partition(".")[2]) <= 12)


def _track(facts: Facts) -> range:
    """The numbers of the score track whose place is known."""
    return range(1, min(facts.track_max, 40) + 1)


def _dead(state: AtonState) -> dict[str, tuple[str, ...]]:
    """Any arrangement will do: a colour that lies there may be anywhere, and all is full from eight on."""
    spots = dead_spots(state.facts)
    labels = tuple(name for name, side in zip(state.seats, state.sides, strict=True) if side.dead)
    if state.dead < len(spots):
        labels = (EMPTY, *labels)
    return dict.fromkeys(spots, labels)


def _row(colour: str, seen: Mapping[str, str]) -> tuple[int, int, int, int] | None:
    """The four cards of a colour at cartouches 1 to 4; None unless all were seen for certain."""
    values = [_value(colour, seen.get(f"cartouche:{colour}:{number}")) for number in CARTOUCHES]
    one, two, three, four = values
    if one is None or two is None or three is None or four is None:
        return None
    return one, two, three, four


def _value(colour: str, label: str | None) -> int | None:
    cards = _cards(colour)
    return VALUES[cards.index(label)] if label in cards else None


# the places


def _space_spots(facts: Facts) -> Iterable[Spot]:
    for space in _drawn(facts):
        temple, number = (int(part) for part in space.split("."))
        yield Spot(
            f"space:{space}", T("Space {space}", space=space), "piece", SEATS, space_place(temple, number), TEMPLES
        )


def _dead_spots(facts: Facts) -> Iterable[Spot]:
    for i, spot in enumerate(dead_spots(facts)):
        title = T("Place {n} of the Kingdom of the Dead", n=i + 1)
        yield Spot(spot, title, "piece", SEATS, dead_place(i, facts.dead_spaces), DEAD)


def _track_spots(facts: Facts) -> Iterable[Spot]:
    for n in _track(facts):
        yield Spot(f"track:{n}", T("{n} on the score track", n=n), "piece", SEATS, track_place(n), TRACK)


def _card_spots() -> Iterable[Spot]:
    for name in SEATS:
        for number in CARTOUCHES:
            title = T("Cartouche {n} of {who}", n=number, who=seat(name))
            yield _card_spot(f"cartouche:{name}:{number}", title, name, card_place(name, number))


def _order_spots() -> Iterable[Spot]:
    for name in SEATS:
        title = T("Card of {who} for the order, in the middle of the board", who=seat(name))
        yield _card_spot(f"order:{name}", title, name, order_place(name))


def _card_spot(spot: str, title: Text, colour: str, at: At) -> Spot:
    """The players sit at the left and the right edge: the head of a card points to the middle of the board."""
    return Spot(spot, title, "card", (*_cards(colour), BACK), at, f"cards:{colour}", 1 if colour == "red" else 3)
