"""What the camera sees of Tutankhamen: the tiles of the path, in their order from the start on (spec 9).

The tiles lie anywhere in the field, in one winding line, every other one turned round. Pawns follow from the tiles
that were taken; the mask is told by who was first at the pyramid; what players own lies before them, off the mat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.box import Box
from companion.engine.sight import At, Look, Plan, Shape, Sight, Spot
from companion.engine.text import T, Text
from companion.games.tutankhamen.catalogue import COIN, NAMES, PHARAOH, Catalogue, read_catalogue
from companion.games.tutankhamen.state import EMPTY, Tutankhamen

PATH = "path"
FIELD = (660.0, 350.0)
BOARD: At = (FIELD[0] / 2, FIELD[1] / 2, *FIELD)
EDGE = 10.0
LANES = 5
"""Rows of our stand-in path: it goes to the right, then back, and so on downwards."""
TILE = 36.0
"""A tile as drawn: no source tells its size; it is taught as it is."""
TABLE, LANE, PLACE, INK = "#c9b48a", "#ddcba6", "#ece1c8", "#5a4c38"


def slot_spot(slot: int) -> str:
    """The place of a slot (from 1)."""
    return f"slot:{slot}"


def slot_place(slot: int, length: int) -> At:
    """Where slot `slot` of `length` lies on the stand-in path."""
    across = -(-length // LANES)
    lane, column = divmod(slot - 1, across)
    if lane % 2:
        column = across - 1 - column
    wide, high = (FIELD[0] - 2 * EDGE) / across, (FIELD[1] - 2 * EDGE) / LANES
    side = min(TILE, 0.9 * wide, 0.9 * high)
    return (EDGE + wide * (column + 0.5), EDGE + high * (lane + 0.5), side, side)


class TutankhamenSight(Sight[Tutankhamen]):
    """What the camera looks at in a game of Tutankhamen, and what it makes of it."""

    def plan(self, box: Box) -> Plan:
        catalogue = read_catalogue(box)
        return Plan(
            mat=4,
            field=FIELD,
            board=BOARD,
            known=False,
            spots=tuple(_spots(catalogue)),
            looks=tuple(_looks(catalogue)),
            shapes=tuple(_drawing(sum(catalogue.path.values()))),
            path=BOARD,
        )

    def shows(self, state: Tutankhamen) -> Mapping[str, tuple[str, ...]]:
        return {slot_spot(slot): (_label(tile),) for slot, tile in enumerate(state.path, 1)}

    def counts(self, box: Box) -> Mapping[tuple[str, str], int]:
        return {(PATH, _label(tile)): n for tile, n in read_catalogue(box).path.items()}

    def laid(self, seen: Mapping[str, str], box: Box) -> Mapping[str, Any]:
        """The layout, once every slot was seen; whether it fits the box the setup says itself (spec 6 B)."""
        length = sum(read_catalogue(box).path.values())
        layout = [seen.get(slot_spot(slot), "").removeprefix("tile:") for slot in range(1, length + 1)]
        return {"layout": layout, "laid_by": "table"} if all(layout) else {}


def _label(tile: str) -> str:
    return EMPTY if tile == EMPTY else f"tile:{tile}"


def _looks(catalogue: Catalogue) -> Iterable[Look]:
    titles: dict[str, Text | str] = {kind.id: kind.numbered for kind in catalogue.kinds}
    titles |= {PHARAOH: NAMES[PHARAOH], COIN: NAMES[COIN]}
    for tile, n in catalogue.path.items():
        if n:
            yield Look(_label(tile), T("{kind}", kind=titles[tile]), "tile")


def _spots(catalogue: Catalogue) -> Iterable[Spot]:
    length = sum(catalogue.path.values())
    labels = tuple(look.id for look in _looks(catalogue))
    for slot in range(1, length + 1):
        title = T("Slot {slot}", slot=slot)
        turned = 0 if slot % 2 else 2
        yield Spot(slot_spot(slot), title, "tile", labels, slot_place(slot, length), PATH, turned)


def _drawing(length: int) -> Iterable[Shape]:
    """Our own sheet: a winding lane with a numbered place for each tile."""
    yield Shape("box", BOARD, TABLE, INK)
    high = (FIELD[1] - 2 * EDGE) / LANES
    for lane in range(LANES):
        yield Shape("box", (FIELD[0] / 2, EDGE + high * (lane + 0.5), FIELD[0] - 2 * EDGE, 0.8 * high), LANE)
    for slot in range(1, length + 1):
        yield Shape("box", slot_place(slot, length), PLACE, INK, str(slot))
