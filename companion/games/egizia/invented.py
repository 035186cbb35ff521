"""One simulated copy of the box; what the facts leave unknown is drawn within the bounds of the spec."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.draw import Draw
from companion.games.egizia.components import (
    ANYTIME,
    BUILDING_SETS,
    CARD_STOPS,
    DECK_SIZES,
    DECKS,
    LAST_SPACE,
    PAIR_SPACES,
    PAIRS,
    PERMANENT,
    ROUND_SPACES,
    SITES,
    SPHINX_CARDS,
    SPHINX_TYPES,
    STOPS,
    TEMPLE_PARTS,
    TRACKS,
    Catalogue,
)

PLAIN = (*ANYTIME, *(card for card in PERMANENT if card != "grave_bonus"))
TILES = 20
PRINTED = ("obelisk_done", "built", "own", "own_each", "most", "own_lastrow")
"""Families of Sphinx cards whose points are printed on them."""


@dataclass
class Copy:
    """Everything printed in a copy of the box.

    river: stops from the source on. pairs: two crews by pair space. penalties: the grain market from the top.
    obelisk: row and value of each space from below. pyramid: values of each row, bottom row first. temple: values by
    part. nile: the cards of each deck. sphinx: the 29 cards. points: printed points by type. table: points by number of
    players for each track. graves_too: "own_each" asks for the graves as well. extras: track by value of a brown field.
    """

    river: list[str]
    pairs: dict[str, tuple[str, str]]
    stone_rows: int
    penalties: list[int]
    obelisk: list[tuple[int, int]]
    pyramid: list[list[int]]
    temple: dict[str, list[int]]
    tiles: list[int]
    crew_max: int
    joker_max: int
    kinds: dict[str, str]
    extras: dict[int, str]
    nile: dict[str, list[str]]
    sphinx: list[str]
    points: dict[str, int]
    table: dict[str, list[int]]
    graves_too: bool

    def rows(self, track: str) -> int:
        """Rows of a market."""
        return self.stone_rows if track == "stone" else len(self.penalties)


def invent(facts: Catalogue, draw: Draw) -> Copy:
    """A whole copy that agrees with what is known."""
    crews = {}
    for space in PAIR_SPACES:
        one, _, other = (facts.pairs.get(space) or draw.pick(PAIRS)).partition("+")
        crews[space] = (one, other)
    sphinx = _sphinx(facts, draw)
    points = {}
    for card in SPHINX_TYPES:
        known = facts.points.get(card)
        if card.partition(":")[0] in PRINTED:
            points[card] = 2 + draw.below(8) if known is None else known
    return Copy(
        river=list(facts.river) or _river(facts.below, draw),
        pairs=crews,
        stone_rows=facts.stone_rows or 3 + draw.below(4),
        penalties=_penalties(facts.penalties, draw),
        obelisk=_obelisk(facts, draw),
        pyramid=_pyramid(facts, draw),
        temple=_temple(facts, draw),
        tiles=list(facts.tiles) or [1 + draw.below(9) for _ in range(TILES)],
        crew_max=facts.crew_max,
        joker_max=facts.joker_max,
        kinds=dict(facts.kinds.items()),
        extras={6: facts.extras.get("6", "stone"), 7: facts.extras.get("7", "grain")},
        nile={deck: _nile(facts.nile.get(deck, {}), DECK_SIZES[deck], draw.branch(deck)) for deck in DECKS},
        sphinx=sphinx,
        points=points,
        table={track: _table(facts.lastrow_points.get(track, ()), draw) for track in TRACKS},
        graves_too=draw.below(2) == 1 if facts.each_graves is None else facts.each_graves,
    )


def _river(below: Sequence[tuple[str, str]], draw: Draw) -> list[str]:
    """An order of the stops that obeys what is certain (spec 2.2) and what was told."""
    above: dict[str, set[str]] = {stop: set() for stop in STOPS}
    for line in (CARD_STOPS, SITES):
        for upper, lower in itertools.pairwise(line):
            above[lower].add(upper)
    above[LAST_SPACE] |= set(ROUND_SPACES) - {LAST_SPACE}
    for upper, lower in below:
        above[lower].add(upper)
    order: list[str] = []
    while len(order) < len(STOPS):
        order.append(draw.pick([stop for stop in STOPS if stop not in order and above[stop] <= set(order)]))
    return order


def _penalties(known: Sequence[int | None], draw: Draw) -> list[int]:
    """Never rising, 3 to 1, the last two 1 (spec 2.6)."""
    if not known:
        return [3] * (1 + draw.below(2)) + [2] * (1 + draw.below(2)) + [1, 1]
    rows: list[int] = []
    for i, value in enumerate(known):
        low = max([n for n in known[i:] if n is not None] or [1])
        high = rows[-1] if rows else 3
        last = i >= len(known) - 2
        rows.append(value if value is not None else 1 if last else low + draw.below(high - low + 1))
    return rows


def _obelisk(facts: Catalogue, draw: Draw) -> list[tuple[int, int]]:
    """Nine rows, some of two spaces, values never falling."""
    found = [(space.row or at + 1, space.value) for at, space in enumerate(facts.obelisk)]
    if facts.obelisk_whole:
        return found
    row, value = found[-1] if found else (0, 1)
    while row < 9:
        row += 1
        value += draw.below(2) if row > 1 else 0
        found += [(row, value)] * (1 + (draw.below(3) == 0))
    return found


def _pyramid(facts: Catalogue, draw: Draw) -> list[list[int]]:
    """Rows that get shorter and dearer from below."""
    rows = []
    for at in range(len(facts.pyramid) if facts.pyramid_whole else 4):
        line = facts.pyramid[at] if at < len(facts.pyramid) else None
        values = list(line.values) if line else []
        if line is None or not line.whole:
            values += [1 + at + draw.below(2) for _ in range(max(1, 4 - at - len(values)))]
        rows.append(values)
    return rows


def _temple(facts: Catalogue, draw: Draw) -> dict[str, list[int]]:
    """Values that never fall within a part."""
    parts = {}
    for part in TEMPLE_PARTS:
        line = facts.temple.get(part)
        values = list(line.values) if line else []
        if line is None or not line.whole:
            value = values[-1] if values else {"pillar": 1, "column": 2, "top": 3}[part.partition("_")[0]]
            for _ in range(1 + draw.below(2)):
                values.append(value)
                value += draw.below(3)
        parts[part] = values
    return parts


def _nile(known: dict[str, int], size: int, draw: Draw) -> list[str]:
    cards = [card for card, n in known.items() for _ in range(n)]
    while len(cards) < size:
        cards.append(_card(draw))
    return cards


def _card(draw: Draw) -> str:
    """A card of any family."""
    match draw.below(12):
        case 0:
            return f"quarry:{1 + draw.below(4)}"
        case 1:
            return f"field:green:{2 + draw.below(4)}"
        case 2:
            return f"field:yellow:{4 + draw.below(3)}"
        case 3:
            return f"field:brown:{6 + draw.below(4)}"
        case 4:
            return f"grave_bonus:{1 + draw.below(4)}"
        case 5:
            return f"track_two:{draw.pick(TRACKS)}"
        case 6:
            return f"crew_pair:{draw.pick(PAIRS)}"
        case 7:
            return f"points_per_stone:{draw.pick(BUILDING_SETS)}"
        case 8:
            return "crew_flex"
        case _:
            return draw.pick(PLAIN)


def _sphinx(facts: Catalogue, draw: Draw) -> list[str]:
    """29 cards: every type at least once where its number is not known; the card of ten percent once."""
    copies = {card: facts.sphinx.get(card) for card in SPHINX_TYPES}
    cards = [card for card, n in copies.items() for _ in range(1 if n is None else n)]
    open_ = [card for card, n in copies.items() if n is None and card != "ten_percent"]
    while len(cards) < SPHINX_CARDS and open_:
        cards.append(draw.pick(open_))
    return cards


def _table(known: Sequence[int | None], draw: Draw) -> list[int]:
    """Points for 0 to 4 players on the last row."""
    return [3 + draw.below(6) if n is None else n for n in (*known, *[None] * 5)[:5]]
