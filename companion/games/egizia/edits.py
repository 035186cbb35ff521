"""What the table may put right, and the move that does it (spec egizia 5.13)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.errors import InputError
from companion.engine.game import TABLE, Edit
from companion.engine.text import T, Text, seat
from companion.games.egizia.audit import WEAKEST, owned, seen_cards
from companion.games.egizia.catalogue import MOST_ROWS
from companion.games.egizia.components import (
    CARD_STOPS,
    CIRCLES,
    CREWS,
    MOST_VALUE,
    SPHINX_CARDS,
    STONE_CAP,
    TRACKS,
)
from companion.games.egizia.correcting import (
    MOST_COPIES,
    MOST_POINTS,
    WHOLE_CARDS,
    fixed,
    known_spaces,
    open_graves,
    reach,
    ship_places,
)
from companion.games.egizia.gains import rows
from companion.games.egizia.moves import Correct
from companion.games.egizia.names import CIRCLE_NAMES, TRACK_NAMES, card_name, crew_name, place_name, space_name
from companion.games.egizia.state import Egizia

UP, DOWN = "up", "down"
SIDES = ((UP, T("face up")), (DOWN, T("face down")))


def edits(s: Egizia) -> tuple[Edit, ...]:
    """Everything of the position that the table may put right now; by seat, then the board."""
    now = reach(s)
    if not now:
        return ()
    found: list[Edit] = []
    for who in s.chips:
        label = T("{who}: points", who=seat(who))
        found.append(Edit(f"score:{who}", label, s.sides[who].score, low=-MOST_POINTS, high=MOST_POINTS))
    if now == "points":
        return tuple(found)
    for who in s.playing:
        if who not in s.done_final:
            found += _counted(s, who)
    if now == "end":
        return tuple(found)
    for who in s.playing:
        found += _crews(s, who) + _markets(s, who)
    for who in s.playing:
        found += _cards(s, who)
    return (*found, *_board(s), *_river(s), *_monuments(s))


def _counted(s: Egizia, who: str) -> list[Edit]:
    side = s.sides[who]
    stones = Edit(f"stones:{who}", T("{who}: stones", who=seat(who)), side.stones, high=STONE_CAP)
    return [stones, Edit(f"sphinx:{who}", T("{who}: Sphinx cards", who=seat(who)), side.sphinx, high=SPHINX_CARDS)]


def _crews(s: Egizia, who: str) -> list[Edit]:
    side, found = s.sides[who], []
    for crew in CREWS:
        name = crew_name(crew, s.facts)
        label = T("{who}: strength of {crew}", who=seat(who), crew=name)
        found.append(Edit(f"crew:{who}:{crew}", label, side.crews[crew], low=WEAKEST[crew], high=s.facts.most(crew)))
        lies = DOWN if crew in side.down else UP
        found.append(Edit(f"up:{who}:{crew}", T("{who}: {crew} lies", who=seat(who), crew=name), lies, SIDES))
    return found


def _markets(s: Egizia, who: str) -> list[Edit]:
    found = []
    for track in TRACKS:
        label = T("{who}: row on the {track}", who=seat(who), track=TRACK_NAMES[track])
        most = rows(s, track) or MOST_ROWS
        found.append(Edit(f"row:{track}:{who}", label, s.sides[who].row(track), low=1, high=most))
    return found


def _cards(s: Egizia, who: str) -> list[Edit]:
    """Every card that lies in front of the seat, and those that came up in this game."""
    mine = owned(s.sides[who])
    kept = [card for card in seen_cards(s) if s.facts.kind(card) != "immediate"]
    found = []
    for card in dict.fromkeys([*mine, *sorted(kept)]):
        label = T("{who}: {card}", who=seat(who), card=card_name(card, s.facts))
        found.append(Edit(f"card:{who}:{card}", label, mine[card], low=fixed(s, who, card, 0), high=MOST_COPIES))
    return found


def _board(s: Egizia) -> list[Edit]:
    circles = tuple((circle, CIRCLE_NAMES[circle]) for circle in CIRCLES)
    found = [Edit("ring", T("Where the water ring lies"), s.ring, circles)]
    if s.stage == "ship":
        places = tuple((who, T("{who}", who=seat(who))) for who in s.playing if not s.sides[who].out)
        found.append(Edit("turn", T("Whose turn it is"), s.turn, places))
    return found


def _people(s: Egizia) -> tuple[tuple[str, Text], ...]:
    return ("", T("empty")), *((who, T("{who}", who=seat(who))) for who in s.playing)


def _river(s: Egizia) -> list[Edit]:
    found = []
    if s.phase in ("ships", "leftover"):
        cards = (("", T("no card")), *((card, card_name(card, s.facts)) for card in WHOLE_CARDS))
        for stop in CARD_STOPS:
            label = T("Card at {place}", place=place_name(stop))
            found.append(Edit(f"stop:{stop}", label, s.stops[stop], cards))
    people = _people(s)
    for place in ship_places(s):
        there = _ship(s, place)
        if there is not None and (not there or there in s.playing):
            found.append(Edit(f"ship:{place}", T("Ship at {place}", place=place_name(place)), there, people))
    return found


def _ship(s: Egizia, place: str) -> str | None:
    """Whose ship stands at a place, "" if none, None if several do."""
    stop, _, slot = place.partition(":")
    if slot == "reserve":
        return s.reserve[stop]
    if slot:
        return s.slots[stop][int(slot) - 1]
    there = s.ships.get(stop, ())
    return None if len(there) > 1 else "".join(there)


def _monuments(s: Egizia) -> list[Edit]:
    people = (("", T("empty")), *((who, T("{who}", who=seat(who))) for who in s.chips))
    found = []
    for space in known_spaces(s):
        label = T("Stone on {space}", space=space_name(space))
        found.append(Edit(f"built:{space}", label, s.built.get(space, ""), people))
    for grave in open_graves(s):
        value = s.tiles[int(grave.removeprefix("grave:")) - 1]
        label = T("Tile of {space}", space=space_name(grave))
        found.append(Edit(f"tile:{grave}", label, value, low=1, high=MOST_VALUE))
    return found


# the move


def correction(s: Egizia, values: Mapping[str, str | int]) -> Correct:
    """The move that changes `values` (by edit id). Raises InputError for an id that is not among `edits`."""
    known = {edit.id: edit for edit in edits(s)}
    numbers: dict[str, dict[str, int]] = {name: {} for name in ("score", "stones", "sphinx", "tile", "stone", "grain")}
    words: dict[str, dict[str, str]] = {"stop": {}, "ship": {}, "built": {}}
    nested: dict[str, dict[str, dict[str, int]]] = {"crew": {}, "card": {}}
    up: dict[str, bool] = {}
    single: dict[str, str] = {}
    for key, value in values.items():
        edit = known.get(key)
        if edit is None or type(value) is not (str if edit.values else int):
            raise InputError(T("“{key}” can't be corrected here. Choose one of the values shown.", key=key[:40]))
        what, _, where = key.partition(":")
        if isinstance(value, str):
            if what == "up":
                up[where] = value == UP
            elif what in words:
                words[what][where] = value
            else:
                single[what] = value
        elif what in nested:
            who, _, name = where.partition(":")
            nested[what].setdefault(who, {})[name] = value
        elif what == "row":
            track, _, who = where.partition(":")
            numbers[track][who] = value
        else:
            numbers[what][where] = value
    return Correct(
        TABLE,
        score=numbers["score"],
        stones=numbers["stones"],
        sphinx=numbers["sphinx"],
        stone_row=numbers["stone"],
        grain_row=numbers["grain"],
        crews=nested["crew"],
        up=up,
        cards=nested["card"],
        stops=words["stop"],
        ships_at=words["ship"],
        built=words["built"],
        tiles=numbers["tile"],
        ring=single.get("ring"),
        turn=single.get("turn"),
    )
