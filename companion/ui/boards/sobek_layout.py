"""Where the keys of a Sobek page lie: as large as there is room for, in the same place for the same thing. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.ui.boards.base import Area
from companion.ui.boards.plan import grid
from companion.ui.boards.sobek_keys import Key
from companion.ui.boards.sobek_pages import DELIVER, MAIN, SEVERAL, Page
from companion.ui.boards.sobek_places import GAP, Places

LEAST = 48.0
TABS, STRIP, BUTTON = 48.0, 40.0, 48.0
NARROW = 84.0
"""A key with a picture and a name is at least so wide, if it can be."""
WIDE = 124.0
"""A key with a player on it: a name of twelve letters is shown whole."""
PADDING = 24.0


@dataclass(frozen=True)
class Laid:
    """Where everything of a page lies. `listed`: the buttons are too many and scroll in `rest`."""

    keys: tuple[tuple[Key, Area], ...] = ()
    tabs: tuple[Area, ...] = ()
    strip: Area | None = None
    progress: Area | None = None
    rest: Area | None = None
    listed: tuple[Key, ...] = ()
    whole: Area | None = None
    """What the page takes over; None: the sets stay in sight."""


def arrange(page: Page, table: Places, width: Callable[[Key], float], portrait: bool) -> Laid:
    """Place the keys. `width` measures the words of a button."""
    if page.name == MAIN:
        return _main(page, table, portrait)
    if page.name == DELIVER:
        return _delivery(page, table)
    if not page.name:
        return Laid()
    area = table.page
    if portrait and _need(page, area) > area.h:
        # The rows of the seats make room: upright there is little height.
        area = area._replace(h=table.tools.y - GAP - area.y)
    return _stacked(page, area, width)


def _main(page: Page, table: Places, portrait: bool) -> Laid:
    found = [(key, area) for key, area in zip(page.actions, table.actions, strict=False)]
    area = table.sets
    if not page.actions:
        first, last = table.actions[1], table.actions[2]
        room = Area(first.x, first.y, last.x + last.w - first.x, first.h)
        found += list(zip(page.buttons, grid(room, len(page.buttons), max(len(page.buttons), 1)), strict=True))
        return Laid(tuple(found))
    if page.buttons:
        row = Area(area.x, area.y + area.h - BUTTON, area.w, BUTTON)
        found += list(zip(page.buttons, grid(row, len(page.buttons), len(page.buttons)), strict=True))
        area = area._replace(h=area.h - BUTTON - GAP)
    if not page.keys:
        return Laid(tuple(found))
    whole = table.sets
    if portrait and _rows(page, area) * (LEAST + GAP) - GAP > area.h:
        area = area._replace(h=table.tools.y - GAP - area.y)
        whole = area
    found += list(zip(page.keys, _keys(page.keys, area), strict=True))
    return Laid(tuple(found), whole=whole)


def _delivery(page: Page, table: Places) -> Laid:
    area = table.page
    foot = Area(area.x, area.y + area.h - BUTTON, area.w, BUTTON)
    cells = grid(area._replace(h=area.h - BUTTON - GAP), len(page.keys), 7) if page.keys else []
    found = list(zip(page.keys, cells, strict=True))
    if not page.keys:
        # All lie there: the one thing to do stands where the main action always is.
        return Laid(tuple(zip(page.buttons, grid(area._replace(h=56), len(page.buttons), 1), strict=True)),
                    progress=area._replace(y=area.y + 64, h=48), whole=area)  # fmt: skip
    left = foot.w * 0.42
    progress = foot._replace(w=left if page.buttons else foot.w)
    room = foot._replace(x=foot.x + left, w=foot.w - left)
    found += list(zip(page.buttons, grid(room, len(page.buttons), max(len(page.buttons), 1)), strict=True))
    return Laid(tuple(found), progress=progress, whole=area)


def _rows(page: Page, area: Area) -> int:
    """Rows that leave the keys wide enough."""
    return -(-len(page.keys) // _columns(page.keys, area))


def _columns(keys: tuple[Key, ...], area: Area) -> int:
    """Columns that leave the keys wide enough for what stands on them."""
    least = WIDE if any(key.picture == "seat" for key in keys) else NARROW
    return max(int((area.w + GAP) // (least + GAP)), 1)


def _need(page: Page, area: Area) -> float:
    """The least height that a page needs."""
    rows = _rows(page, area)
    head = (TABS + GAP if page.seats else 0) + (STRIP + GAP if page.laying and not page.seats else 0)
    foot = -(-len(page.buttons) // 3) * (BUTTON + GAP)
    return head + rows * (LEAST + GAP) + foot


def _stacked(page: Page, area: Area, width: Callable[[Key], float]) -> Laid:
    """Tabs or what is being laid above, keys below, buttons at the foot."""
    whole, strip = area, None
    tabs: tuple[Area, ...] = ()
    if page.name == SEVERAL and page.seats:
        pitch = 60.0
        tabs = tuple(Area(area.x + pitch * i, area.y, pitch - GAP, TABS) for i in range(len(page.seats)))
        left = area.x + pitch * len(page.seats) + 4
        strip = Area(left, area.y + 4, area.x + area.w - left, STRIP)
        area = _below(area, TABS)
    elif page.laying:
        strip = Area(area.x, area.y, area.w, STRIP)
        area = _below(area, STRIP)
    if not page.keys:
        words = _words(page.buttons, area, width)
        # One row of buttons stands where the actions do, and leaves the sets in sight.
        low = not tabs and strip is None and all(cell.y == area.y for _, cell in words.keys) and not words.listed
        return replace(words, tabs=tabs, strip=strip, whole=None if low else whole)
    found: list[tuple[Key, Area]] = []
    if page.buttons:
        columns = min(len(page.buttons), 3)
        rows = -(-len(page.buttons) // columns)
        height = rows * BUTTON + (rows - 1) * GAP
        foot = Area(area.x, area.y + area.h - height, area.w, height)
        found += list(zip(page.buttons, grid(foot, len(page.buttons), columns), strict=True))
        area = area._replace(h=area.h - height - GAP)
    found = [*zip(page.keys, _keys(page.keys, area), strict=True), *found]
    return Laid(tuple(found), tabs, strip, whole=whole)


def _below(area: Area, height: float) -> Area:
    return Area(area.x, area.y + height + GAP, area.w, area.h - height - GAP)


def _keys(keys: tuple[Key, ...], area: Area) -> list[Area]:
    """Keys in as few rows as leave them wide enough."""
    count = len(keys)
    rows = -(-count // _columns(keys, area))
    while rows > 1 and (area.h + GAP) / rows - GAP < LEAST:
        rows -= 1
    return grid(area, count, -(-count // rows), 105)


def _words(buttons: tuple[Key, ...], area: Area, width: Callable[[Key], float]) -> Laid:
    """Buttons alone: in columns by the length of their words, or in a list where there are too many."""
    if not buttons:
        return Laid()
    widest = max(width(key) for key in buttons) + PADDING
    fits = max(int((area.w + GAP) // (max(min(widest, area.w / 2 - GAP), 60) + GAP)), 1)
    columns = min(len(buttons), fits)
    rows = -(-len(buttons) // columns)
    if rows * (LEAST + GAP) > area.h + GAP:
        return Laid(rest=area, listed=buttons)
    columns = -(-len(buttons) // rows)
    return Laid(tuple(zip(buttons, grid(area, len(buttons), columns, 56), strict=True)))
