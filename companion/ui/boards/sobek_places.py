"""Where everything of the Sobek board lies, in logical pixels (design 4.4, 6): one table for all its uses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.games.sobek.catalogue import QUAY
from companion.ui.boards.base import Area
from companion.ui.boards.plan import TOAST
from companion.ui.layout import Frame

GAP = 6


@dataclass(frozen=True)
class Places:
    """The board at one size. `quay`: the nine cards, `costs`: the line under each, `actions`: take, character, set.

    `sets`: the panel of the sets, `page`: what a picker takes over (its keys lie inside), `seats`: a row each.
    """

    board: Area
    quay: tuple[Area, ...]
    costs: tuple[Area, ...]
    actions: tuple[Area, Area, Area]
    sets: Area
    page: Area
    seats: tuple[Area, ...]
    tools: Area
    drawer: Area
    only_way: Area

    @property
    def toast(self) -> Area:
        """Where a toast lies: over the seats."""
        first, right = self.seats[0], max(area.x + area.w for area in self.seats)
        return Area(first.x, first.y, right - first.x, TOAST)


@cache
def places(frame: Frame, seats: int) -> Places:
    """The places for so many seats on this screen."""
    return _portrait(frame, seats) if frame.portrait else _landscape(frame, seats)


def _landscape(frame: Frame, seats: int) -> Places:
    pitch = 87.7 + frame.extra / QUAY
    quay = tuple(Area(8 + pitch * i, 100, pitch - 5.7, 128) for i in range(QUAY))
    take, character, lay = (Area(8 + 177 * i, 262, 170, 56) for i in range(3))
    rows, height = {2: (81, 77), 3: (54, 50)}.get(seats, (40, 37))
    wide = 248 + frame.extra
    return Places(
        board=Area(0, 94, frame.w, 386),
        quay=quay,
        costs=tuple(Area(cell.x, 230, cell.w, 26) for cell in quay),
        actions=(take, character, lay),
        sets=Area(8, 326, 524, 146),
        page=Area(8, 262, 524, 210),
        seats=tuple(Area(544, 262 + rows * i, wide, height) for i in range(seats)),
        tools=Area(544, 424, wide, 48),
        drawer=Area(0, 258, frame.w, 222),
        only_way=Area(8, 262, 524, 56),
    )


def _portrait(frame: Frame, seats: int) -> Places:
    down = frame.h - 853
    quay = tuple(Area(6 + 94 * (i % 5) + (47 if i > 4 else 0), 138 + 150 * (i // 5), 92, 120) for i in range(QUAY))
    take, character, lay = (Area(12 + 154.7 * i, 444, 146.6, 56) for i in range(3))
    return Places(
        board=Area(0, 130, 480, frame.h - 130 - 77),
        quay=quay,
        costs=tuple(Area(cell.x, cell.y + 121, cell.w, 26) for cell in quay),
        actions=(take, character, lay),
        sets=Area(12, 508, 456, 152 + down),
        page=Area(12, 444, 456, 216 + down),
        seats=tuple(Area(9 + 232 * (i % 2), 668 + down + 54 * (i // 2), 230, 50) for i in range(seats)),
        tools=Area(12, frame.h - 73, 456, 64),
        drawer=Area(0, 440, 480, frame.h - 440),
        only_way=Area(12, 444, 456, 56),
    )
