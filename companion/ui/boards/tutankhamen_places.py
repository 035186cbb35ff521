"""Where everything of the Tutankhamen board lies, in logical pixels (design 4.3, 6): one table for all its uses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.ui.boards.base import Area
from companion.ui.layout import Frame

ROW = 23
"""Slots in one row of the overview of a whole box."""
ROWS = 3


@dataclass(frozen=True)
class Overview:
    """The whole path small: rows of slots, all from left to right. `first` is the centre of slot 1."""

    length: int
    per_row: int
    pitch: float
    row_pitch: float
    first: tuple[float, float]
    area: Area

    @property
    def scale(self) -> float:
        """Sizes as a factor of the design's."""
        return min(self.pitch / 20.4, 1.2)

    @property
    def rows(self) -> int:
        """Rows in use."""
        return -(-self.length // self.per_row)

    def centre(self, slot: int) -> tuple[float, float]:
        """Centre of a slot (from 1)."""
        row, column = divmod(slot - 1, self.per_row)
        return self.first[0] + self.pitch * column, self.first[1] + self.row_pitch * row

    @property
    def finish(self) -> tuple[float, float]:
        """Centre of the pyramid at the end."""
        return self.area.x + self.area.w - 14, self.centre(self.length)[1]

    def slot_at(self, x: float, y: float) -> int:
        """The slot nearest to a point, inside the path."""
        row = round((y - self.first[1]) / self.row_pitch)
        column = round((x - self.first[0]) / self.pitch)
        row = min(max(row, 0), self.rows - 1)
        column = min(max(column, 0), self.per_row - 1)
        return min(row * self.per_row + column + 1, self.length)

    def boxes(self, start: int, end: int) -> list[Area]:
        """The outline of slots `start` to `end`, one box a row."""
        found = []
        slot = start
        while slot <= end:
            last = min(end, slot + self.per_row - 1 - (slot - 1) % self.per_row)
            (x0, y), (x1, _) = self.centre(slot), self.centre(last)
            half, tall = self.pitch / 2, self.row_pitch / 2
            found.append(Area(x0 - half, y - tall, x1 - x0 + 2 * half, 2 * tall))
            slot = last + 1
        return found


def overview(length: int, left: float, middle: float, width: float, right: float, row_pitch: float = 24) -> Overview:
    """Three rows over `width`, the pyramid before `right`; a row holds 23 slots, more if the box has more tiles."""
    per_row = max(ROW, -(-length // ROWS))
    pitch = width / per_row
    area = Area(0, middle - 15, right, ROWS * row_pitch + 6)
    return Overview(max(length, 1), per_row, pitch, row_pitch, (left + pitch / 2, middle), area)


@dataclass(frozen=True)
class Places:
    """The board at one size. `cells` are the zoomed slots in reading order; `sets` the cells of the sets panel."""

    overview: Overview
    cells: tuple[Area, ...]
    columns: int
    grid: Area
    back: Area
    onward: Area
    pyramid: Area
    strip: Area
    board: Area
    side: Area
    standings: Area
    caption: tuple[float, float]
    sets: tuple[Area, ...]

    @property
    def sets_area(self) -> Area:
        """The one touch area of all sets."""
        first, last = self.sets[0], self.sets[-1]
        return Area(first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y)


@cache
def places(frame: Frame, length: int) -> Places:
    """The places for a path of `length` slots on this screen."""
    return _portrait(frame, length) if frame.portrait else _landscape(frame, length)


def _landscape(frame: Frame, length: int) -> Places:
    extra = frame.extra
    step = 83 + extra / 3
    return Places(
        overview=overview(length, 40, 111, 469.2, 540),
        cells=tuple(Area(8 + 66 * c, 180 + 90 * r, 63, 84) for r in range(2) for c in range(8)),
        columns=8,
        grid=Area(8, 100, 524, 254),
        back=Area(8, 364, 56, 48),
        onward=Area(222, 364, 56, 48),
        pyramid=Area(290, 364, 242, 48),
        strip=Area(8, 420, 524, 52),
        board=Area(0, 94, 540, 386),
        side=Area(540, 64, 260 + extra, 296),
        standings=Area(544, 68, 248 + extra, 46),
        caption=(544, 127),
        sets=tuple(Area(544 + step * c, 138 + 44 * r, step - 3, 41) for r in range(5) for c in range(3)),
    )


def _portrait(frame: Frame, length: int) -> Places:
    down = frame.h - 853
    rows = 3 if frame.h >= 840 else 2
    gap = 0 if rows == 3 else 17
    return Places(
        overview=overview(length, 6, 158, 446.2, 480),
        cells=tuple(Area(12 + 76 * c, 222 + gap + 88 * r, 73, 84) for r in range(rows) for c in range(6)),
        columns=6,
        grid=Area(8, 132, 464, 358 + down),
        back=Area(12, 494 + down, 56, 48),
        onward=Area(206, 494 + down, 56, 48),
        pyramid=Area(270, 494 + down, 198, 48),
        strip=Area(12, 550 + down, 456, 52),
        board=Area(0, 130, 480, 476 + down),
        side=Area(0, 606 + down, 480, 190),
        standings=Area(12, 610 + down, 456, 46),
        caption=(0, 0),
        # Values across, kinds down: the cells come in the order of the catalogue, three kinds of a value.
        sets=tuple(Area(9 + 93 * (i // 3), 662 + down + 44 * (i % 3), 90, 41) for i in range(15)),
    )
