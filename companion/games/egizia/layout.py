"""How the real table should look, and how to bring it back to how it looked before (spec egizia 5.13)."""

from __future__ import annotations

from companion.engine.text import TN, T, Text, Value, seat
from companion.games.egizia.audit import owned
from companion.games.egizia.components import CARD_STOPS, CREWS, SITES, STOPS, TRACKS
from companion.games.egizia.gains import SCARAB
from companion.games.egizia.names import (
    CIRCLE_NAMES,
    SITE_TITLES,
    STOP_NAMES,
    TRACK_NAMES,
    card_name,
    crew_name,
    place_name,
    space_name,
)
from companion.games.egizia.state import Egizia


def lay_out(s: Egizia) -> tuple[Text, ...]:
    """How the table should look now: a check-list for resuming."""
    found = [_ring(s), _deck(s)]
    found += [_card(s, stop) for stop in CARD_STOPS if s.stops[stop]]
    found += [_ship(s, stop) for stop in STOPS if s.ships.get(stop)]
    for site in SITES:
        found += _site(s, site)
    found += _graves(s) + _stones(s)
    order: tuple[Value, ...] = tuple(T("{who} {n}", who=seat(who), n=s.sides[who].score) for who in s.front)
    found.append(T("Score stones, the one in front first: {order}.", order=order))
    chips: tuple[Value, ...] = tuple(T("{who} {n}", who=seat(who), n=n) for n, who in enumerate(s.chips, 1))
    found.append(T("Number chips: {chips}.", chips=chips))
    for who in s.seats:
        found += _player(s, who)
    return tuple(found)


def _ring(s: Egizia) -> Text:
    return T("The water ring: {circle}.", circle=CIRCLE_NAMES[s.ring])


def _deck(s: Egizia) -> Text:
    return TN("{n} Sphinx card in the deck.", "{n} Sphinx cards in the deck.", s.deck)


def _card(s: Egizia, stop: str) -> Text:
    return T("{stop}: {card}.", stop=place_name(stop), card=card_name(s.stops[stop], s.facts))


def _ship(s: Egizia, stop: str) -> Text:
    ships: tuple[Value, ...] = tuple(seat(who) for who in s.ships.get(stop, ()))
    return T("Ships on {stop}: {ships}.", stop=STOP_NAMES[stop], ships=ships)


def _site(s: Egizia, site: str) -> list[Text]:
    found = [
        T("{site}, slot {n}: a ship of {who}.", site=SITE_TITLES[site], n=at, who=seat(who))
        for at, who in enumerate(s.slots[site], 1)
        if who
    ]
    if s.reserve[site]:
        found.append(T("{site}, in reserve: a ship of {who}.", site=SITE_TITLES[site], who=seat(s.reserve[site])))
    return found


def _graves(s: Egizia) -> list[Text]:
    up: tuple[Value, ...] = tuple(T("{n} ({value})", n=at, value=s.tiles[at - 1]) for at in s.open_tiles)
    return [T("Open grave tiles: {tiles}.", tiles=up)] if up else []


def _stones(s: Egizia) -> list[Text]:
    """Whose stones lie on the monuments."""
    found = []
    for who in s.seats:
        mine: tuple[Value, ...] = tuple(space_name(space) for space, owner in s.built.items() if owner == who)
        if mine:
            found.append(T("Stones of {who}: {spaces}.", who=seat(who), spaces=mine))
    return found


def _player(s: Egizia, who: str) -> list[Text]:
    side, name = s.sides[who], seat(who)
    if side.gone:
        return [T("{who} has left the game.", who=name)]
    found = [_counter(s, who), _strengths(s, who)]
    if side.down:
        down: tuple[Value, ...] = tuple(crew_name(crew, s.facts) for crew in side.down)
        found.append(T("{who}, face down: {crews}.", who=name, crews=down))
    found += [_row(s, who, track) for track in TRACKS]
    cards = owned(side)
    listed: tuple[Value, ...] = tuple(
        T("{n} × {card}", n=n, card=card_name(card, s.facts)) if n > 1 else card_name(card, s.facts)
        for card, n in cards.items()
    )
    if listed:
        found.append(T("{who}: {cards}.", who=name, cards=listed))
    if side.sphinx:
        found.append(_sphinx(s, who))
    if side.score >= SCARAB:
        found.append(T("{who} has the scarab on {n}.", who=name, n=side.score // SCARAB * SCARAB))
    return found


def _counter(s: Egizia, who: str) -> Text:
    n = s.sides[who].stones
    return TN("{who}: {n} stone on the counter.", "{who}: {n} stones on the counter.", n, who=seat(who))


def _strengths(s: Egizia, who: str) -> Text:
    side = s.sides[who]
    crews: tuple[Value, ...] = tuple(
        T("{crew} {n}", crew=crew_name(crew, s.facts), n=side.crews[crew]) for crew in CREWS
    )
    return T("{who}: {crews}.", who=seat(who), crews=crews)


def _row(s: Egizia, who: str, track: str) -> Text:
    return T("{who}: {track}, row {n}.", who=seat(who), track=TRACK_NAMES[track], n=s.sides[who].row(track))


def _sphinx(s: Egizia, who: str) -> Text:
    n = s.sides[who].sphinx
    return TN("{who}: {n} Sphinx card.", "{who}: {n} Sphinx cards.", n, who=seat(who))


# back


def put_back(now: Egizia, then: Egizia) -> tuple[Text, ...]:
    """What to do with the real pieces so that a table that looks like `now` looks like `then`."""
    if now.round != then.round:
        return (T("Set the table up as it was in round {n}.", n=then.round), *lay_out(then))
    found: list[Text] = []
    if now.ring != then.ring:
        found.append(_ring(then))
    if now.deck != then.deck:
        found.append(_deck(then))
    for stop in CARD_STOPS:
        if now.stops[stop] != then.stops[stop]:
            empty = T("{stop}: take the card away.", stop=place_name(stop))
            found.append(_card(then, stop) if then.stops[stop] else empty)
    for stop in STOPS:
        if now.ships.get(stop, ()) != then.ships.get(stop, ()):
            empty = T("Take the ships off {stop}.", stop=STOP_NAMES[stop])
            found.append(_ship(then, stop) if then.ships.get(stop) else empty)
    found += _sites_back(now, then) + _stones_back(now, then)
    if now.tiles != then.tiles:
        found += _tiles_back(now, then)
    for who in now.seats:
        found += _player_back(now, then, who)
    if now.front != then.front or any(now.sides[who].score != then.sides[who].score for who in now.seats):
        order: tuple[Value, ...] = tuple(T("{who} {n}", who=seat(who), n=then.sides[who].score) for who in then.front)
        found.append(T("Score stones, the one in front first: {order}.", order=order))
    if now.chips != then.chips:
        chips: tuple[Value, ...] = tuple(T("{who} {n}", who=seat(who), n=n) for n, who in enumerate(then.chips, 1))
        found.append(T("Number chips: {chips}.", chips=chips))
    return tuple(found)


def _sites_back(now: Egizia, then: Egizia) -> list[Text]:
    found = []
    for site in SITES:
        if (now.slots[site], now.reserve[site]) != (then.slots[site], then.reserve[site]):
            empty = T("{site}: take the ships away.", site=SITE_TITLES[site])
            found += _site(then, site) or [empty]
    return found


def _stones_back(now: Egizia, then: Egizia) -> list[Text]:
    found = []
    for space in {**now.built, **then.built}:
        before = then.built.get(space, "")
        if before == now.built.get(space, ""):
            continue
        if before:
            found.append(T("A stone of {who} on {space}.", who=seat(before), space=space_name(space)))
        else:
            found.append(T("Take the stone off {space}.", space=space_name(space)))
    return found


def _tiles_back(now: Egizia, then: Egizia) -> list[Text]:
    """A tile that was turned up stays face up (spec 5.13)."""
    found = []
    for at, (here, there) in enumerate(zip(now.tiles, then.tiles, strict=True), 1):
        if here and not there:
            found.append(T("Grave {n}: the tile stays face up.", n=at))
        elif here != there:
            found.append(T("Grave {n}: the tile of {value}.", n=at, value=there))
    return found


def _player_back(now: Egizia, then: Egizia, who: str) -> list[Text]:
    new, old, name = now.sides[who], then.sides[who], seat(who)
    found: list[Text] = []
    if new.stones != old.stones:
        found.append(_counter(then, who))
    if new.crews != old.crews:
        found.append(_strengths(then, who))
    for crew in CREWS:
        if (crew in new.down) != (crew in old.down):
            named = crew_name(crew, then.facts)
            turned = T("{who}: turn {crew} face up.", who=name, crew=named)
            found.append(T("{who}: turn {crew} face down.", who=name, crew=named) if crew in old.down else turned)
    found += [_row(then, who, track) for track in TRACKS if new.row(track) != old.row(track)]
    if new.sphinx != old.sphinx:
        found.append(_sphinx(then, who))
    here, there = owned(new), owned(old)
    for card in {**here, **there}:
        n = there[card] - here[card]
        if n > 0:
            found.append(T("{who} gets back: {card}.", who=name, card=card_name(card, then.facts)))
        elif n < 0:
            found.append(T("{who} gives back: {card}.", who=name, card=card_name(card, then.facts)))
    scarab, had = max(0, old.score) // SCARAB * SCARAB, max(0, new.score) // SCARAB * SCARAB
    if scarab != had:
        back = T("{who} gives the scarab back.", who=name)
        found.append(T("{who} has the scarab on {n}.", who=name, n=scarab) if scarab else back)
    return found
