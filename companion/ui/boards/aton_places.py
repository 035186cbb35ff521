"""Where everything of the Aton board lies, in logical pixels (design 4.1, 4.2, 6): for drawing, touch and tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from companion.ui.boards.base import Area
from companion.ui.layout import Frame

TEMPLES = (1, 2, 3, 4)
COLUMNS = 4
SEATS = ("red", "blue")
CARTOUCHES = (1, 2, 3, 4)


def space_target(space: str) -> str:
    """The target of a space id ("1.05")."""
    return f"space:{space}"


def cartouche_target(seat: str, number: int) -> str:
    """The target of a cartouche."""
    return f"cartouche:{seat}:{number}"


@dataclass(frozen=True)
class Places:
    """The board at one size. `cells` are touched areas of `pitch`; what is drawn lies inside, scaled by `scale`."""

    pitch: float
    cells: Mapping[str, Area]
    labels: Mapping[int, Area]
    dead: Area
    dead_first: float
    dead_room: float
    cartouches: Mapping[str, Area]
    level: bool
    """Whether the cartouches lie in rows (sign beside the number) instead of columns."""
    seat_discs: Mapping[str, tuple[float, float]]
    area: Area

    @property
    def scale(self) -> float:
        """Sizes of what is drawn in a cell, as a factor of the design's."""
        return self.pitch / 50

    def targets(self) -> dict[str, Area]:
        """Every target with the area in which it is touched."""
        found = {space_target(space): area for space, area in self.cells.items()}
        found.update(self.cartouches)
        height = max(48, self.dead.h)
        lowest = self.area.y + self.area.h - height
        found["dead"] = Area(self.dead.x, min(self.dead.y - (height - self.dead.h) / 2, lowest), self.dead.w, height)
        return found

    def dead_disc(self, index: int, count: int) -> tuple[float, float, float]:
        """Centre and radius of place `index` (from 0) of the Kingdom of the Dead when `count` places are shown."""
        pitch = self.dead_room / count
        radius = 13 * self.dead.h / 38 if count <= 8 else 0.43 * pitch
        return self.dead_first + pitch * (index + 0.5), self.dead.y + self.dead.h / 2, min(radius, 0.43 * pitch)


def _cells(pitch: float, lefts: tuple[float, float], tops: tuple[float, float]) -> dict[str, Area]:
    cells = {}
    for temple in TEMPLES:
        left, top = lefts[(temple - 1) % 2], tops[(temple - 1) // 2]
        for index in range(3 * COLUMNS):
            row, column = divmod(index, COLUMNS)
            cells[f"{temple}.{index + 1:02}"] = Area(left + pitch * column, top + pitch * row, pitch, pitch)
    return cells


def _labels(
    lefts: tuple[float, float], tops: tuple[float, float], height: float, width: float, rise: float
) -> dict[int, Area]:
    return {t: Area(lefts[(t - 1) % 2], tops[(t - 1) // 2] - rise, width, height) for t in TEMPLES}


@cache
def table_places(frame: Frame) -> Places:
    """The board of the Table screen."""
    return _portrait(frame) if frame.portrait else _landscape()


def _landscape() -> Places:
    cartouches = {
        cartouche_target(seat, n): Area(x, 115 + 83 * (n - 1), 50, 76)
        for seat, x in zip(SEATS, (8, 484), strict=True)
        for n in CARTOUCHES
    }
    return Places(
        pitch=50,
        cells=_cells(50, (65, 275), (114, 284)),
        labels=_labels((66, 276), (115, 285), 16, 198, 18),
        dead=Area(66, 437, 410, 38),
        dead_first=202,
        dead_room=268,
        cartouches=cartouches,
        level=False,
        seat_discs={},
        area=Area(0, 94, 540, 386),
    )


def _portrait(frame: Frame) -> Places:
    short = frame.short
    pitch = 52 if short else 56
    top = 213
    lower = top + 3 * pitch + 22
    dead_top = lower + 3 * pitch + 3
    own = dead_top + 44 + 10
    cartouches = {}
    for seat, y in (("blue", 138.0), ("red", own)):
        for n in CARTOUCHES:
            cartouches[cartouche_target(seat, n)] = Area(60 + 103 * (n - 1), y, 98, 50)
    lefts = (10.0, 242.0) if not short else (20.0, 248.0)
    return Places(
        pitch=pitch,
        cells=_cells(pitch, lefts, (top, lower)),
        labels=_labels((lefts[0] + 2, lefts[1] + 2), (top, lower), 20, 222, 20),
        dead=Area(11, dead_top, 458, 44),
        dead_first=146,
        dead_room=318,
        cartouches=cartouches,
        level=True,
        seat_discs={"blue": (30, 163), "red": (30, own + 25)},
        area=Area(0, 130, 480, own + 50 - 130 + 4),
    )


def _alone(pitch: float, left: float, gap: float, top: float, area: Area) -> Places:
    """The board without cartouches: label lines above both pairs of temples, the Kingdom below."""
    lefts = (left, left + 4 * pitch + gap)
    rise = 0.36 * pitch
    first = top + rise
    lower = first + 3 * pitch + 0.4 * pitch
    dead_top = lower + 3 * pitch + 0.06 * pitch
    width = 8 * pitch + gap
    return Places(
        pitch=pitch,
        cells=_cells(pitch, lefts, (first, lower)),
        labels=_labels(lefts, (first, lower), 16, 4 * pitch, rise),
        dead=Area(left, dead_top, width, 0.76 * pitch),
        dead_first=left + 0.32 * width,
        dead_room=0.66 * width,
        cartouches={},
        level=False,
        seat_discs={},
        area=area,
    )


@cache
def scoring_places(frame: Frame) -> Places:
    """The board beside the scoring walk-through (design 4.2)."""
    if frame.portrait:
        pitch = 48.0 if frame.short else 52.0
        return _alone(pitch, (480 - 8 * pitch - 10) / 2, 10, 134, Area(0, 130, 480, 10 + 7.6 * pitch))
    return _alone(50, 8, 10, 97, Area(0, 94, 434, 386))


@cache
def replay_places(frame: Frame) -> Places:
    """The smaller board of History (design 5)."""
    if frame.portrait:
        pitch = 46.0
        return _alone(pitch, (480 - 8 * pitch - 10) / 2, 10, 74, Area(0, 66, 480, 360))
    return _alone(42, 16, 10, 60, Area(0, 56, 372, 330))
