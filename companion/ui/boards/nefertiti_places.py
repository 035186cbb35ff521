"""Where everything of the Nefertiti board lies, in logical pixels (design 4.5, 6): for drawing, touch and tests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.ui.boards.base import Area
from companion.ui.layout import Frame

LEAST = 48.0
"""The smallest place that a finger is asked to hit."""


@dataclass(frozen=True)
class Column:
    """One market. `gifts` are touched areas, drawn `gift` large; bid squares fill `grid` in `columns`."""

    ground: Area
    head: Area
    gifts: tuple[Area, ...]
    grid: Area
    columns: int
    closing: Area
    gift: tuple[float, float]

    def squares(self, count: int) -> tuple[tuple[Area, ...], Area]:
        """Touched areas of `count` bid squares in reading order, and what is left for the closing line.

        Up to four rows keep their height; a fifth takes room from the closing line; what lies below the last row that
        fits is scrolled to.
        """
        across = self.columns
        rows = max(-(-count // across), 1)
        grid, closing = self.grid, self.closing
        usual = int(grid.h // self.pitch)
        if rows > usual:
            spare = closing.y + closing.h - SHORT_LINE - grid.y
            grid = Area(grid.x, grid.y, grid.w, spare)
            closing = Area(closing.x, grid.y + spare, closing.w, SHORT_LINE)
        high = max(min(self.pitch, grid.h / rows), LEAST)
        wide = grid.w / across
        cells = (Area(grid.x + wide * (i % across), grid.y + high * (i // across), wide, high) for i in range(count))
        return tuple(cells), closing

    def card(self, at: int) -> Area:
        """Where the gift card in place `at` is drawn: the finger has more room, the card stays on the ground."""
        area, (w, h) = self.gifts[at], self.gift
        w += 2 if at == 0 else 0
        right = self.ground.x + self.ground.w - EDGE - w
        x = min(max(area.x + (area.w - w) / 2, self.ground.x + EDGE), right)
        return Area(x, area.y + (area.h - h) / 2, w, h)

    @property
    def pitch(self) -> float:
        """Height of a row of squares."""
        return 53.0 if self.columns == 3 else self.grid.h / 3

    def rows_shown(self, count: int) -> int:
        """How many rows of squares are seen at once."""
        cells, closing = self.squares(count)
        if not cells:
            return 0
        return max(int((closing.y - self.grid.y + 1) // cells[0].h), 1)


EDGE = 3.0
"""So much of a market's ground is seen beside its cards."""
SHORT_LINE = 50.0
"""The closing line without its rule, where five rows of squares need the room."""


@dataclass(frozen=True)
class Places:
    """The table at one size. `columns` are the open markets in landscape; upright there is one below its `tabs`.

    `side` is what lies beside (or below) the markets: seats, the closed market, buttons down to `foot`.
    """

    board: Area
    columns: tuple[Column, ...]
    tabs: tuple[Area, ...]
    side: Area
    action: Area
    tools: Area
    drawer: Area
    seats: tuple[Area, ...]
    closed: Area

    def spare(self, shown: int) -> int:
        """How many columns (or tabs) stand free for closed markets while so many are open."""
        return max(len(self.tabs or self.columns) - shown, 0)


@cache
def places(frame: Frame) -> Places:
    """The places on this screen."""
    return _portrait(frame) if frame.portrait else _landscape(frame)


def _landscape(frame: Frame) -> Places:
    more = frame.extra / 3
    pitch = 192 + more
    columns = tuple(_column(pitch * m, pitch) for m in range(3))
    left = 3 * pitch
    right = frame.w - left - 8
    return Places(
        board=Area(0, 94, left, 386),
        columns=columns,
        tabs=(),
        side=Area(left, 94, frame.w - left, 386),
        action=Area(left + 2, 362, right, 54),
        tools=Area(left + 2, 424, right, 48),
        drawer=Area(left - 2, 94, frame.w - left + 2, 386),
        seats=tuple(Area(left + 2, 98 + 53 * i, right, 49) for i in range(4)),
        closed=Area(left + 2, 310, right, 48),
    )


def _column(x: float, pitch: float) -> Column:
    """A market in landscape: gifts are touched over the whole pitch, so that each has room for a finger."""
    ground = Area(x + 4, 98, pitch - 8, 374)
    quarter = pitch / 4
    wide = min(pitch - 8, 184) - 2
    return Column(
        ground=ground,
        head=Area(ground.x, 98, ground.w, 30),
        gifts=tuple(Area(x + quarter * k, 128, quarter, 50) for k in range(4)),
        grid=Area(x + (pitch - wide) / 2, 182, wide, 212),
        columns=3,
        closing=Area(ground.x, 398, ground.w, 74),
        gift=(38, 46),
    )


def _portrait(frame: Frame) -> Places:
    short = frame.short
    down = frame.h - 853
    squares = 52.0 if short else 60.0
    lost = 24 if short else 0
    ground = Area(8, 198, 464, 368 + (-lost if short else down))
    below = ground.y + ground.h
    column = Column(
        ground=ground,
        head=Area(8, 198, 464, 6),
        gifts=tuple(Area(12 + 114 * k, 204, 114, 76) for k in range(4)),
        grid=Area(8, 284, 464, 3 * (squares + 4)),
        columns=5,
        closing=Area(8, below - 80, 464, 80),
        gift=(104, 70),
    )
    row = frame.h - (60 if short else 84)
    closed = below + 6
    return Places(
        board=Area(0, 130, 480, below - 130),
        columns=(column,),
        tabs=tuple(Area(8 + 156 * i, 138, 152, 56) for i in range(3)),
        side=Area(0, below, 480, row - below),
        action=Area(8, row + (0 if short else 12), 236, 56),
        tools=Area(252, row + (2 if short else 14), 220, 52),
        drawer=Area(0, frame.h - 300, 480, 300),
        seats=tuple(Area(8 + 234 * (i % 2), closed + 54 + 58 * (i // 2), 230, 54) for i in range(4)),
        closed=Area(8, closed, 464, 48),
    )
