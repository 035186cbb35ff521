"""Everything wrong with a position, named (spec egizia 2, 6), and where every component lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.game import Fault
from companion.engine.text import T, seat
from companion.games.egizia.catalogue import MOST_ROWS
from companion.games.egizia.components import (
    CARD_STOPS,
    CREWS,
    DECK_SIZES,
    FACE_UP,
    JOKER,
    LAST_SPACE,
    MOST_VALUE,
    PLACES,
    SITES,
    SPHINX_CARDS,
    STONE_CAP,
    STOPS,
    TRACKS,
    Catalogue,
)
from companion.games.egizia.gains import rows
from companion.games.egizia.monuments import complete, spaces_of
from companion.games.egizia.names import STOP_NAMES, TRACK_NAMES, card_name, crew_name, space_name
from companion.games.egizia.state import Egizia, Side

SHIPS, STONES, OWN_STONES, MARKERS, TILES, SEATS = 8, 24, 20, 4, 20, 4
START_CARDS = ("quarry:3", "field:green:6")
WEAKEST = {crew: 2 if crew == JOKER else 1 for crew in CREWS}


def audit(s: Egizia) -> tuple[Fault, ...]:
    """Faults of the position; empty for a sound one."""
    found: list[Fault] = []
    for who, side in s.sides.items():
        found += _side(s, who, side)
    found += [*_river(s), *_sites(s), *_monuments(s), *_graves(s), *_cards(s), *_rest(s)]
    return tuple(found)


def _side(s: Egizia, who: str, side: Side) -> Iterator[Fault]:
    name, target = seat(who), (f"seat:{who}",)
    if not 0 <= side.stones <= STONE_CAP:
        text = T("{who}: the stone counter goes from 0 to {most}, not {n}.", who=name, most=STONE_CAP, n=side.stones)
        yield Fault("A_STONES", text, target)
    for crew in CREWS:
        least, most, n = WEAKEST[crew], s.facts.most(crew), side.crews[crew]
        if not least <= n <= most:
            text = T("{who}: the strength of {crew} goes from {least} to {most}, not {n}.", who=name,
                     crew=crew_name(crew, s.facts), least=least, most=most, n=n)  # fmt: skip
            yield Fault("A_CREW", text, (f"crew:{who}:{crew}",))
    for track in TRACKS:
        most, n = rows(s, track) or MOST_ROWS, side.row(track)
        if not 1 <= n <= most:
            text = T("{who}: the {track} has rows 1 to {most}, not {n}.", who=name, track=TRACK_NAMES[track],
                     most=most, n=n)  # fmt: skip
            yield Fault("A_ROW", text, (f"row:{track}:{who}",))
    away = placed(s, who)
    if side.ships < 0 or side.ships + away != SHIPS:
        text = T("{who}: {away} ships on the board and {stock} in the stock, but there are {all}.", who=name,
                 away=away, stock=side.ships, all=SHIPS)  # fmt: skip
        yield Fault("A_SHIPS", text, target)


def placed(s: Egizia, who: str) -> int:
    """Ships of a seat on the river and at the sites."""
    river = sum(there.count(who) for there in s.ships.values())
    return river + sum(there.count(who) for there in s.slots.values()) + list(s.reserve.values()).count(who)


def _river(s: Egizia) -> Iterator[Fault]:
    for stop, there in s.ships.items():
        if stop not in STOPS or stop in SITES:
            yield Fault("A_STOP", T("A ship stands on a stop that isn't there."))
            continue
        name, target = STOP_NAMES[stop], (f"stop:{stop}",)
        if stop in CARD_STOPS and there and s.stops[stop]:
            yield Fault("A_STOP", T("A ship stands on {stop}, so its card is taken.", stop=name), target)
        if len(there) > 1 and (stop in CARD_STOPS or stop == LAST_SPACE):
            yield Fault("A_STOP", T("Only one ship can stand on {stop}.", stop=name), target)


def _sites(s: Egizia) -> Iterator[Fault]:
    for site in SITES:
        there = [who for who in (*s.slots[site], s.reserve[site]) if who]
        if len(set(there)) < len(there):
            text = T("A player has only one ship at a site: {site}.", site=STOP_NAMES[site])
            yield Fault("A_SITE", text, (f"site:{site}",))


# monuments


def lines(facts: Catalogue) -> dict[str, tuple[int, ...]]:
    """The known spaces of the monuments, their values by line ("obelisk", "pyramid:2", "temple:top")."""
    found = {"obelisk": tuple(space.value for space in facts.obelisk)}
    found |= {f"pyramid:{at}": row.values for at, row in enumerate(facts.pyramid, 1)}
    return found | {f"temple:{part}": line.values for part, line in facts.temple.items()}


def _monuments(s: Egizia) -> Iterator[Fault]:
    known = lines(s.facts)
    for space in s.built:
        where, _, number = space.rpartition(":")
        limit = PLACES if where == "grave" else len(known.get(where, ()))
        if not number.isdecimal() or not 1 <= int(number) <= limit:
            yield Fault("A_SPACE", T("A stone lies on a space that isn't there."))
    for line, values in known.items():
        for at, value in enumerate(values, 1):
            if f"{line}:{at}" not in s.built:
                continue
            for below in _below(line, values, at, value):
                if below not in s.built:
                    text = T("A stone lies on {space}, but {below} is empty.", space=space_name(f"{line}:{at}"),
                             below=space_name(below))  # fmt: skip
                    yield Fault("A_SPACE", text, (f"space:{line}:{at}", f"space:{below}"))
                    break
    yield from _temple(s)


def _below(line: str, values: tuple[int, ...], at: int, value: int) -> list[str]:
    """Spaces of the line that are filled before this one: a pyramid row from the left, the others by value."""
    if line.startswith("pyramid"):
        return [f"{line}:{i}" for i in range(1, at)]
    return [f"{line}:{i}" for i, other in enumerate(values, 1) if other < value]


def _temple(s: Egizia) -> Iterator[Fault]:
    own = s.rules.temple_own_side_only
    for side in ("left", "right"):
        pillars = (f"pillar_{side}",) if own else ("pillar_left", "pillar_right")
        yield from _rests_on(s, f"column_{side}", pillars)
    yield from _rests_on(s, "top", ("column_left", "column_right"))


def _rests_on(s: Egizia, part: str, under: tuple[str, ...]) -> Iterator[Fault]:
    if not any(space.startswith(f"temple:{part}:") for space in s.built):
        return
    for other in under:
        name = f"temple:{other}"
        if complete(s, name) is False:
            text = T("Stones lie on the {part}, so the {other} must be complete.", part=space_name(f"temple:{part}"),
                     other=space_name(name))  # fmt: skip
            empty = tuple(f"space:{space}" for space in spaces_of(s, name) if space not in s.built)
            yield Fault("A_TEMPLE", text, empty)


def _graves(s: Egizia) -> Iterator[Fault]:
    taken = [f"grave:{at}" in s.built for at in range(1, PLACES + 1)]
    for at, value in enumerate(s.tiles, 1):
        target = (f"space:grave:{at}",)
        if not 0 <= value <= MOST_VALUE:
            yield Fault("A_GRAVE", T("A grave tile is worth from 1 to {most}.", most=MOST_VALUE), target)
        if taken[at - 1] and not value:
            yield Fault("A_GRAVE", T("Grave {n} is taken, so its value must be known.", n=at), target)
        if taken[at - 1] and not all(taken[: at - 1]):
            yield Fault("A_GRAVE", T("Graves are taken in order: grave {n} is too early.", n=at), target)
    open_now, left = len(s.open_tiles), PLACES - sum(taken)
    if s.phase != "setup" and not s.todo and open_now < min(FACE_UP, left):
        text = T("{n} grave tiles should be face up, not {open}.", n=min(FACE_UP, left), open=open_now)
        yield Fault("A_GRAVE", text)
    if s.facts.tiles:
        box, seen = Counter(s.facts.tiles), Counter(value for value in s.tiles if value)
        for value, n in seen.items():
            if n > box[value]:
                text = T("Grave tiles of value {value}: {n} were seen, but the box has {box}.", value=value, n=n,
                         box=box[value])  # fmt: skip
                yield Fault("A_TILES", text)


# cards


def owned(side: Side) -> Counter[str]:
    """The Nile and start cards in front of a seat by their whole name; upgrades that lie on fields as well."""
    found = Counter(side.cards)
    found.update(f"quarry:{value}" for value in side.quarries)
    for field in side.fields:
        found[f"field:{field.colour}:{field.value}"] += 1
    upgrades = sum(field.upgrades for field in side.fields)
    if upgrades:
        found["field_upgrade"] += upgrades
    return found


def seen_cards(s: Egizia) -> Counter[str]:
    """Nile cards that lay on the river in this game."""
    found: Counter[str] = Counter()
    for cards in s.shown.values():
        found.update(cards)
    return found


def _cards(s: Egizia) -> Iterator[Fault]:
    for deck, cards in s.shown.items():
        n = sum(cards.values())
        if n > DECK_SIZES[deck]:
            text = T("{n} Nile cards were seen, but the deck has {all}.", n=n, all=DECK_SIZES[deck])
            yield Fault("A_CARDS", text)
    here = Counter(card for card in s.stops.values() if card)
    for side in s.sides.values():
        here.update(owned(side))
    seen = seen_cards(s)
    for card in START_CARDS:
        seen[card] += len(s.seats)
    for card, n in here.items():
        if n > seen[card]:
            name = card_name(card, s.facts)
            yield Fault("A_CARDS", T("{card}: {n} lie here, but {seen} were seen.", card=name, n=n, seen=seen[card]))


def _rest(s: Egizia) -> Iterator[Fault]:
    held = [side.sphinx for side in s.sides.values()]
    n, total = s.deck + sum(held), sphinx_total(s)
    if min(s.deck - s.drawn, s.drawn, *held) < 0:
        yield Fault("A_SPHINX", T("So many Sphinx cards are not in the deck."), ("deck:sphinx",))
    elif n != total:
        yield Fault("A_SPHINX", T("{n} Sphinx cards are counted, but there are {all}.", n=n, all=total))
    if sorted(s.chips) != sorted(s.seats):
        yield Fault("A_CHIPS", T("Every player has one number chip."))


def sphinx_total(s: Egizia) -> int:
    """Sphinx cards in this game: all, or without the one that gives a tenth (spec 5.11)."""
    if s.rules.ten_percent_card:
        return SPHINX_CARDS
    copies = s.printed.sphinx.get("ten_percent")
    return SPHINX_CARDS - (1 if copies is None else copies)


# every component


def census(s: Egizia) -> dict[str, tuple[int, dict[str, int]]]:
    """For every component how many there are, and how many lie where (spec 2.1)."""
    found: dict[str, tuple[int, dict[str, int]]] = {}
    for who, side in s.sides.items():
        on = sum(1 for owner in s.built.values() if owner == who)
        # Own stones may run out; what is put there instead is no component of the box (spec 5.5).
        built = min(on, OWN_STONES)
        stones = {"markers": MARKERS, "monuments": built, "supply": OWN_STONES - built}
        found[f"stones {who}"] = (STONES, stones)
        found[f"ships {who}"] = (SHIPS, {"stock": side.ships, "board": placed(s, who)})
        found[f"crews {who}"] = (len(CREWS), {"up": len(CREWS) - len(side.down), "down": len(side.down)})
    found["nile cards"] = _nile(s)
    sphinx = {who: side.sphinx for who, side in s.sides.items()}
    total = sphinx_total(s)
    found["sphinx cards"] = (
        SPHINX_CARDS,
        {"deck": s.deck - s.drawn, "drawn": s.drawn, "box": SPHINX_CARDS - total, **sphinx},
    )
    up = sum(1 for value in s.tiles if value)
    found["grave tiles"] = (TILES, {"face up": up, "face down": PLACES - up, "box": TILES - PLACES})
    spare = SEATS - len(s.seats)
    found["spare colours"] = (SEATS * STONES, {"play": len(s.seats) * STONES, "box": spare * STONES})
    return found


def _nile(s: Egizia) -> tuple[int, dict[str, int]]:
    """The 56 Nile cards and the start cards of the seats that play."""
    start = len(START_CARDS) * len(s.seats)
    with_seats = {who: sum(owned(side).values()) for who, side in s.sides.items()}
    river = sum(1 for card in s.stops.values() if card)
    seen = sum(seen_cards(s).values())
    used = seen + start - river - sum(with_seats.values())
    total = sum(DECK_SIZES.values())
    return total + start, {"decks": total - seen, "river": river, "box": used, **with_seats}
