"""Where the parts of the Table screen lie, in logical pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.ui.layout import Frame

TOAST = 64


class Area(NamedTuple):
    """A rectangle in logical pixels of the screen, origin at the top left."""

    x: float
    y: float
    w: float
    h: float

    def inset(self, by: float) -> Area:
        """The same area made smaller on all four sides."""
        return Area(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)


def grid(area: Area, count: int, columns: int, highest: float = 999, gap: float = 6) -> list[Area]:
    """Cells for `count` keys in `columns`, filling `area` from the top; none is higher than `highest`."""
    rows = max(-(-count // columns), 1)
    w, h = (area.w + gap) / columns, min((area.h + gap) / rows, highest + gap)
    return [Area(area.x + w * (i % columns), area.y + h * (i // columns), w - gap, h - gap) for i in range(count)]


@dataclass(frozen=True)
class TablePlan:
    """Where the parts of the Table screen lie, in logical pixels. A board that needs other places gives its own.

    `drawer`: what the refusal, the log, the rules and told events take over. `scores`: one row a seat, empty when the
    board shows the standings itself. `owed`: "2 to place" with its discs. `action`: the gold button or the choices.
    `over_board`: the drawer lies over the lower part of the board, which is covered only while something is open.
    `only_way`: where a forced move is told over its "Next" (None: above the action). `toast`: where it is said what
    happened without a tap (None: at the top of the panel, upright over the seats).
    """

    phases: Area
    board: Area
    drawer: Area
    scores: tuple[Area, ...]
    legend: Area | None
    owed: Area | None
    action: Area
    tools: Area
    tools_small: bool = False
    over_board: bool = False
    only_way: Area | None = None
    toast: Area | None = None


def toast_area(plan: TablePlan, frame: Frame) -> Area:
    """Where a toast lies: neither over the board nor over the sentence."""
    if plan.toast is not None:
        return plan.toast
    if frame.portrait:
        top = plan.scores[0].y if plan.scores else plan.board.y + plan.board.h + 4
        return Area(12, top, 456, TOAST)
    return Area(plan.drawer.x + 4, 98, plan.drawer.w - 12, TOAST)


def plan_landscape(frame: Frame, seats: int) -> TablePlan:
    """The common frame of the design (section 3) with two to six score rows in the panel."""
    wide = frame.extra
    pitch, height = (72, 68) if seats <= 2 else (60, 56) if seats == 3 else (52, 48) if seats == 4 else (46, 43)
    small = seats > 2
    rows = tuple(Area(546, 102 + pitch * i, 246 + wide, height) for i in range(seats))
    legend = Area(546, 102 + pitch * seats - 3, 238 + wide, 22)
    tools = Area(546, 424, 246 + wide, 48) if small else Area(546, 352, 246 + wide, 120)
    owed = Area(554, legend.y + 25, 230 + wide, 68) if not small else None
    return TablePlan(
        phases=Area(0, 64, frame.w, 30),
        board=Area(0, 94, 540, 386),
        drawer=Area(540, 94, 260 + wide, 386),
        scores=rows,
        legend=legend if not small else None,
        owed=owed,
        action=Area(546, tools.y - 64, 246 + wide, 56),
        tools=tools,
        tools_small=small,
    )


def plan_portrait(frame: Frame, seats: int) -> TablePlan:
    """The common frame upright (section 6): board, seats, action, tools from the top down."""
    rows = -(-seats // 2)
    foot = frame.h
    tools = Area(12, foot - 73, 456, 64)
    top = tools.y - 8 - 74 * rows
    scores = tuple(Area(12 + 232 * (i % 2), top + 74 * (i // 2), 224, 68) for i in range(seats))
    action = Area(12, top - 64, 456, 56)
    board = Area(0, 130, 480, action.y - 138)
    drawer_top = max(foot - 300, 430)
    return TablePlan(
        phases=Area(0, 96, 480, 34),
        board=board,
        drawer=Area(0, drawer_top, 480, foot - drawer_top),
        scores=scores,
        legend=None,
        owed=None,
        action=action,
        tools=tools,
        tools_small=False,
    )
