"""What the camera sees of Egizia: ships along the Nile, its cards, the water ring, graves and monuments (spec 9).

Sphinx cards are never looked at, and neither are the tableaus, which lie at the edge of the table. The scoring track is
left out: the order of the stones on one space counts, and several lie on one. The markers of the markets are only
checked, for several of them share a row. A monument is looked at as far as the owner has told its spaces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.engine.box import Box, read_once
from companion.engine.game import TABLE, Move
from companion.engine.sight import BACK, EMPTY, Plan, Sight
from companion.games.egizia.catalogue import deck_whole, read_catalogue
from companion.games.egizia.components import CARD_STOPS, CIRCLES, DECKS, ROUND_SPACES, SITES, TRACKS, Catalogue
from companion.games.egizia.graves import tiles_left
from companion.games.egizia.moves import Clear, Face, Grave, Reveal, Revealed
from companion.games.egizia.reveal import cards_left, due_stop
from companion.games.egizia.scoring import obelisk_done
from companion.games.egizia.setup import SHIPS, STONES
from companion.games.egizia.sight_drawing import drawing
from companion.games.egizia.sight_places import BOARD, FIELD, GRAVES, MARKERS, monument_places
from companion.games.egizia.sight_spots import COLOURS, looks_of, places_there, spots_of
from companion.games.egizia.sites import FIRST
from companion.games.egizia.state import SITE_PHASES, Egizia
from companion.games.egizia.things import KIND_OF, names_of

MARKER_STONES = 4
"""Stones of a colour that mark: points, the two markets, the counter (spec 3)."""
MONUMENTS = ("obelisk", "pyramid", "temple")

Labels = tuple[str, ...]


@read_once
def _plan(box: Box) -> Plan:
    facts = read_catalogue(box)
    return Plan(
        mat=1,
        field=FIELD,
        board=BOARD,
        known=False,
        spots=tuple(spots_of(facts)),
        looks=tuple(looks_of(box)),
        shapes=drawing(facts),
    )


class EgiziaSight(Sight[Egizia]):
    """What the camera looks at in a game of Egizia, and what it makes of it."""

    def plan(self, box: Box) -> Plan:
        return _plan(box)

    def shows(self, state: Egizia) -> Mapping[str, Labels]:
        found: dict[str, Labels] = {}
        for stop in CARD_STOPS:
            labels = _card(state, stop)
            if labels:
                found[f"stop:{stop}"] = labels
            found[f"stop:{stop}:ship"] = tuple(state.ships.get(stop, ())) or (EMPTY,)
        for stop in ROUND_SPACES:
            found.update(_round(state, stop))
        for site in SITES:
            found.update(_site(state, site))
        found.update({f"ring:{circle}": ("ring",) if circle == state.ring else (EMPTY,) for circle in CIRCLES})
        found.update(_graves(state))
        for space in monument_places(state.printed):
            found[f"space:{space}"] = (state.built.get(space, EMPTY),)
        return _while_asked(state, found)

    def sums(self, state: Egizia) -> Mapping[str, Mapping[str, int]]:
        """Ships that stand together on a round space, and those of a site where a card may have changed the order."""
        found: dict[str, Mapping[str, int]] = {}
        for stop in ROUND_SPACES:
            ships = state.ships.get(stop, ())
            if 1 < len(ships) <= len(places_there(stop)):
                found[f"stop:{stop}"] = Counter(ships)
        for site in SITES:
            if _reordered(state, site):
                found[f"slot:{site}"] = Counter(_there(state, site))
        return found

    def checks(self, state: Egizia) -> Mapping[str, Labels]:
        """The markers of the markets: a colour may be anywhere on its row."""
        found: dict[str, Labels] = {}
        for track in TRACKS:
            for row in range(1, (state.printed.rows(track) or 0) + 1):
                there = tuple(who for who in state.seats if state.sides[who].row(track) == row)
                labels = there if len(there) == MARKERS else (EMPTY, *there)
                found.update({f"market:{track}:{row}:{n}": labels for n in range(1, MARKERS + 1)})
        return found

    def counts(self, box: Box) -> Mapping[tuple[str, str], int]:
        facts = read_catalogue(box)
        found = {("ring", "ring"): 1}
        for colour in COLOURS:
            found[("ships", colour)] = SHIPS
            found.update({(f"slot:{site}", colour): 1 for site in SITES})
            found[("stones", colour)] = STONES - MARKER_STONES
            found.update({(f"market:{track}", colour): 1 for track in TRACKS})
        found.update({("graves", f"grave:{value}"): n for value, n in Counter(facts.tiles).items()})
        if all(deck_whole(facts, deck) for deck in DECKS):
            # One deck at a time lies on the river.
            for deck in DECKS:
                for card, n in facts.nile[deck].items():
                    key = ("nile", f"card:{card}")
                    found[key] = max(n, found.get(key, 0))
        return found

    def moves(self, state: Egizia, seen: Mapping[str, str]) -> tuple[Move, ...]:
        """The next step of telling the cards or a tile: what lies there, or that a card was told wrong."""
        if state.stage == "grave":
            value = seen.get(f"space:{state.asked_space}:tile", "").partition("grave:")[2]
            return (Grave(TABLE, int(value)),) if value and int(value) in tiles_left(state) else ()
        if state.stage == "face":
            stop, kind = state.telling
            card = _named(seen.get(f"stop:{stop}", ""))
            return (Face(TABLE, card),) if KIND_OF.get(card) == kind else ()
        return _reveal(state, seen) if state.stage == "reveal" else ()

    def sheet(self, seen: Mapping[str, str], box: Box) -> Mapping[str, Any]:
        """Own stones on each monument that is told and seen whole, and whether the obelisk’s last rows are full."""
        facts = read_catalogue(box)
        spaces = {name: [space for space in monument_places(facts) if space.startswith(name)] for name in MONUMENTS}
        whole = {"obelisk": facts.obelisk_whole, "pyramid": facts.pyramid_whole, "temple": _temple_whole(facts)}
        there = {label for spot, label in seen.items() if spot.startswith(("space:", "market:"))}
        players: dict[str, dict[str, int]] = {colour: {} for colour in COLOURS if colour in there}
        for name in MONUMENTS:
            labels = [seen.get(f"space:{space}") for space in spaces[name]]
            if whole[name] and None not in labels:
                for colour, own in players.items():
                    own[name] = labels.count(colour)
        for colour, own in players.items():
            for track in TRACKS:
                row = _row_of(colour, track, seen)
                if row:
                    own[f"{track}_row"] = row
        done = _done(facts, spaces["obelisk"], seen)
        found: dict[str, Any] = {"players": {colour: own for colour, own in players.items() if own}}
        return {**found, "obelisk_done": done} if done is not None else found

    def start(self, box: Box, seats: Sequence[str]) -> Mapping[str, str]:
        """Of each colour two ships, one up the river and one at a site, and two stones on graves, apart as well."""
        found: dict[str, str] = {}
        for i, who in enumerate(seats):
            found[f"stop:{ROUND_SPACES[i]}"] = who
            found[f"slot:{SITES[i % 3]}:{1 + i // 3}"] = who
            found[f"space:grave:{GRAVES[i]}"] = who
            found[f"space:grave:{GRAVES[-1 - i]}"] = who
        return found


# what lies where


def _card(s: Egizia, stop: str) -> Labels:
    """What a card looks like; () where the box does not tell it from others. Untold cards are not there yet."""
    told, kind = s.telling
    if told == stop:
        return (f"card:{kind}",)
    return names_of(s, s.stops[stop]) if s.stops[stop] else (EMPTY,)


def _round(s: Egizia, stop: str) -> dict[str, Labels]:
    """One ship stands on the space itself; of several, each may stand on any of the places."""
    ships, places = s.ships.get(stop, ()), places_there(stop)
    if len(ships) > len(places):
        return {}
    if len(ships) > 1:
        return dict.fromkeys(places, _any_of(ships, len(places)))
    return {place: ships if ships and place == places[0] else (EMPTY,) for place in places}


def _any_of(pieces: Sequence[str], places: int) -> Labels:
    labels = tuple(dict.fromkeys(pieces))
    return labels if len(pieces) == places else (EMPTY, *labels)


def _slots(s: Egizia, site: str) -> tuple[str, ...]:
    """The usable places of a site; a covered slot shows what the table has found for it."""
    return (*(f"slot:{site}:{i}" for i in range(1, len(s.slots[site]) + 1)), f"slot:{site}:reserve")


def _there(s: Egizia, site: str) -> tuple[str, ...]:
    return tuple(who for who in (*s.slots[site], s.reserve[site]) if who)


def _reordered(s: Egizia, site: str) -> bool:
    """Whether a ship may have gone to the first place by a card that has been in this game (spec 5.12)."""
    if s.phase not in SITE_PHASES or SITE_PHASES.index(s.phase) < SITES.index(site):
        return False
    return any(FIRST in cards for cards in (*s.shown.values(), *(side.cards for side in s.sides.values())))


def _site(s: Egizia, site: str) -> dict[str, Labels]:
    places = _slots(s, site)
    if _reordered(s, site):
        return dict.fromkeys(places, _any_of(_there(s, site), len(places)))
    return {place: (who or EMPTY,) for place, who in zip(places, (*s.slots[site], s.reserve[site]), strict=True)}


def _graves(s: Egizia) -> Iterable[tuple[str, Labels]]:
    """A tile, or the stone that has taken its place: on a printed board one hides where the other is."""
    for at in GRAVES:
        space, value = f"grave:{at}", s.tiles[at - 1]
        if space in s.built:
            yield f"space:{space}", (s.built[space],)
        elif not value:
            yield f"space:{space}:tile", (BACK,)
        elif value in s.printed.tiles:
            yield f"space:{space}:tile", (f"grave:{value}",)


def _while_asked(s: Egizia, found: dict[str, Labels]) -> dict[str, Labels]:
    """A ship of which the table is asked whether it lies downstream may stand there already, its card gone."""
    if s.stage != "below":
        return found
    who, place = s.todo[0].who, s.todo[0].what
    if place in CARD_STOPS:
        found[f"stop:{place}:ship"] = (EMPTY, who)
        if f"stop:{place}" in found:
            found[f"stop:{place}"] = (*found[f"stop:{place}"], EMPTY)
    elif place in ROUND_SPACES:
        ships = (*s.ships.get(place, ()), who)
        found.update(dict.fromkeys(places_there(place), (EMPTY, *dict.fromkeys(ships))))
    else:
        found[f"slot:{place}"] = (EMPTY, who)
    return found


# telling


def _named(label: str) -> str:
    """The card of a look."""
    return label.removeprefix("card:") if label.startswith("card:") else ""


def _reveal(s: Egizia, seen: Mapping[str, str]) -> tuple[Move, ...]:
    lying = {stop: _named(seen.get(f"stop:{stop}", "")) for stop in CARD_STOPS}
    if not s.rules.draw_nile:
        for stop in CARD_STOPS:
            told = s.stops[stop]
            if told and lying[stop] and f"card:{lying[stop]}" not in names_of(s, told):
                return (Clear(TABLE, stop),)
        due = due_stop(s)
        if due:
            card = lying[due] if cards_left(s) is not None else KIND_OF.get(lying[due], lying[due])
            return (Reveal(TABLE, due, card),) if card else ()
    fits = all(f"card:{lying[stop]}" in names_of(s, s.stops[stop]) for stop in CARD_STOPS)
    return (Revealed(TABLE),) if fits else ()


# the scoring sheet


def _temple_whole(facts: Catalogue) -> bool:
    return all(line.whole for line in facts.temple.values())


def _row_of(colour: str, track: str, seen: Mapping[str, str]) -> int:
    """The row where the marker of a colour was seen; 0: nowhere, or on several."""
    start = f"market:{track}:"
    rows = [int(spot.split(":")[2]) for spot, label in seen.items() if label == colour and spot.startswith(start)]
    return rows[0] if len(rows) == 1 else 0


def _done(facts: Catalogue, spaces: Iterable[str], seen: Mapping[str, str]) -> bool | None:
    labels = {space: seen.get(f"space:{space}") for space in spaces}
    if None in labels.values():
        return None
    return obelisk_done(facts, [space for space, label in labels.items() if label != EMPTY])
