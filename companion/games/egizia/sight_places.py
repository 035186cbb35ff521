"""Where everything lies on the stand-in board that the camera is tried with (mm): our own, not the printed board.

The printed board's measures are not known, so a real one's places are tapped in. The stops lie in rows here and say
nothing of where the river puts them. Only the Nile cards have a known size, about 44 by 66 mm (spec egizia 9).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.engine.sight import At
from companion.games.egizia.components import CARD_STOPS, CIRCLES, PLACES, ROUND_SPACES, SITES, Catalogue
from companion.games.egizia.monuments import COLUMNS, PILLARS

FIELD = (660.0, 360.0)
BOARD: At = (330.0, 180.0, 660.0, 360.0)
CARD, SHIP, RING, TILE = (48.0, 70.0), 18.0, 26.0, 28.0
PITCH = 20.0
"""From one stone of a monument to the next, where there is room."""
STONE = 0.75
"""How much of the pitch a stone's place takes."""
SHIPS_THERE = 2
"""Places for ships on a round space that can be used again while it is occupied."""
SLOTS = ("1", "2", "3", "reserve")
MARKERS = 4
"""Places for markers on each row of a market: one for each colour."""
CHUNK = 8
"""Spaces of the obelisk side by side while their rows are not known."""

Area = tuple[float, float, float, float]
"""Left, top, right, bottom."""
GRAVES = range(1, PLACES + 1)
"""Numbers of the grave places."""
OBELISK: Area = (206, 170, 300, 354)
PYRAMID: Area = (308, 170, 500, 354)
TEMPLE: Area = (510, 170, 654, 354)
MARKETS: Mapping[str, Area] = {"stone": (544, 16, 598, 154), "grain": (604, 16, 658, 154)}


def _stop_x(index: int) -> float:
    return 32.5 + 53 * index


def card_place(stop: str) -> At:
    """The card of a card stop."""
    return (_stop_x(CARD_STOPS.index(stop)), 41, *CARD)


def card_ship(stop: str) -> At:
    """The ship of a card stop, below its card."""
    return (_stop_x(CARD_STOPS.index(stop)), 90, SHIP, SHIP)


def round_ship(stop: str, n: int, of: int) -> At:
    """Ship `n` (from 1) of the `of` that have a place on a round space."""
    x = _stop_x(ROUND_SPACES.index(stop)) + (0 if of == 1 else 24 * (n - 1) - 12)
    return (x, 116, SHIP, SHIP)


def slot_place(site: str, slot: str) -> At:
    """A slot of a site, or its reserve."""
    return (44 + 170 * SITES.index(site) + 26 * SLOTS.index(slot), 144, SHIP, SHIP)


def ring_place(circle: str) -> At:
    """A circle of the water ring."""
    return (420 + 36 * CIRCLES.index(circle), 116, RING, RING)


def tile_place(at: int) -> At:
    """The tile of grave place `at` (from 1)."""
    return (22.5 + 33 * ((at - 1) % 6), 182 + 84 * ((at - 1) // 6), TILE, TILE)


def grave_place(at: int) -> At:
    """The stone that takes the tile's place, below it here."""
    x, y, _, _ = tile_place(at)
    return (x, y + 30, STONE * PITCH, STONE * PITCH)


def marker_place(track: str, row: int, n: int, rows: int) -> At:
    """Marker `n` (from 1) on a row (from 1 at the top) of a market."""
    left, top, right, bottom = MARKETS[track]
    across, down = (right - left) / MARKERS, (bottom - top) / max(rows, 1)
    size = STONE * min(across, down)
    return (left + across * (n - 0.5), top + down * (row - 0.5), size, size)


def monument_places(facts: Catalogue) -> Mapping[str, At]:
    """The known spaces of obelisk, pyramid and temple by their ids in the moves ("obelisk:3")."""
    pyramid = [
        [f"pyramid:{row}:{at}" for at in range(1, len(line.values) + 1)] for row, line in enumerate(facts.pyramid, 1)
    ]
    return {**_stacked(_obelisk(facts), OBELISK), **_stacked(pyramid, PYRAMID), **_temple(facts)}


def _obelisk(facts: Catalogue) -> list[list[str]]:
    """Its spaces in rows from below: the printed ones if all are told, else so many side by side."""
    rows = [space.row for space in facts.obelisk]
    if None not in rows:
        return [
            [f"obelisk:{at}" for at, own in enumerate(rows, 1) if own == row] for row in sorted(set(filter(None, rows)))
        ]
    ids = [f"obelisk:{at}" for at in range(1, len(rows) + 1)]
    return [ids[i : i + CHUNK] for i in range(0, len(ids), CHUNK)]


def _temple(facts: Catalogue) -> dict[str, At]:
    """Each column on its pillar, the top row over both."""
    stacks = [_ids(facts, pillar) + _ids(facts, column) for pillar, column in zip(PILLARS, COLUMNS, strict=True)]
    top = _ids(facts, "top")
    left, up, right, bottom = TEMPLE
    high = max(map(len, stacks)) + 1
    pitch = min(PITCH, (bottom - up) / high, (right - left) / max(len(top), 1))
    found: dict[str, At] = {}
    for x, stack in zip((left + 40, right - 40), stacks, strict=True):
        found.update({space: _stone(x, bottom - pitch * (i + 0.5), pitch) for i, space in enumerate(stack)})
    found.update(_row(top, (left + right) / 2, bottom - pitch * (high - 0.5), pitch))
    return found


def _ids(facts: Catalogue, part: str) -> list[str]:
    line = facts.temple.get(part)
    return [f"temple:{part}:{at}" for at in range(1, len(line.values) + 1)] if line is not None else []


def _stacked(lines: Sequence[Sequence[str]], area: Area) -> dict[str, At]:
    """Lines of spaces from below, each in the middle."""
    left, top, right, bottom = area
    if not lines:
        return {}
    pitch = min(PITCH, (right - left) / max(1, *map(len, lines)), (bottom - top) / len(lines))
    found: dict[str, At] = {}
    for i, line in enumerate(lines):
        found.update(_row(line, (left + right) / 2, bottom - pitch * (i + 0.5), pitch))
    return found


def _row(spaces: Sequence[str], middle: float, y: float, pitch: float) -> Iterable[tuple[str, At]]:
    first = middle - pitch * (len(spaces) - 1) / 2
    return [(space, _stone(first + pitch * i, y, pitch)) for i, space in enumerate(spaces)]


def _stone(x: float, y: float, pitch: float) -> At:
    return (x, y, STONE * pitch, STONE * pitch)
