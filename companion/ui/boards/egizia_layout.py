"""Where everything of the Egizia board lies, in logical pixels (design 4.6, 6): for drawing, touch and tests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.ui.boards.base import Area
from companion.ui.layout import Frame

LEAST = 48.0
"""The smallest place that a finger is asked to hit."""
STOPS_SHOWN = 7
"""So many stops are in the reach at once."""


@dataclass(frozen=True)
class Places:
    """The table at one size.

    `main` is what a building site or the picker of cards takes over: the reach and the three sites; `whole` has the
    place of the overview too, for a monument that is too high for `main`. `side` is what lies beside (or below) the
    board: tableaus, keys and buttons. `passing` is the key for passing, `action` the gold one.
    """

    portrait: bool
    board: Area
    overview: Area
    reach: Area
    pitch: float
    sites: tuple[Area, ...]
    main: Area
    whole: Area
    side: Area
    seats: tuple[Area, ...]
    room: Area
    passing: Area
    action: Area
    tools: Area
    drawer: Area

    # the overview

    def dot(self, index: int, fixed: bool) -> tuple[float, float]:
        """The centre of a stop of the overview; fixed stops lie on the other bank."""
        if self.portrait:
            step = (self.overview.h - 30) / 19
            return 24 + (30 if fixed else 0), self.overview.y + 15 + step * index
        return 26 + 25.4 * index, 142 if fixed else 112

    def window(self, start: int) -> Area:
        """The outline of the reach in the overview, from the stop `start` on."""
        if self.portrait:
            first, last = self.dot(start, False)[1], self.dot(start + STOPS_SHOWN - 1, False)[1]
            return Area(6, first - 13, 68, last - first + 26)
        first, last = self.dot(start, False)[0], self.dot(start + STOPS_SHOWN - 1, False)[0]
        return Area(first - 12, 97, last - first + 24, 60)

    def start_at(self, x: float, y: float) -> int:
        """The first stop of a reach that has the point in its middle."""
        along = 1 if self.portrait else 0
        first, second = self.dot(0, False)[along], self.dot(1, False)[along]
        near = ((x, y)[along] - first) / (second - first)
        return min(max(round(near) - STOPS_SHOWN // 2, 0), 20 - STOPS_SHOWN)

    # the reach

    def centre(self, j: int) -> float:
        """The middle of stop `j` of the reach along the river."""
        return self.reach.y + self.pitch / 2 + self.pitch * j if self.portrait else 43.5 + self.pitch * j

    def bank(self, fixed: bool) -> float:
        """Where the river bends at a stop: its distance across."""
        if self.portrait:
            return 294.0 if fixed else 262.0
        return 264.0 if fixed else 240.0

    def card(self, j: int, before: bool, after: bool) -> Area:
        """A card of the reach. before, after: the stop next to it has a card too, so that both have half the room."""
        back = self.pitch / 2 - 2 if before else self.pitch - 5
        on = self.pitch / 2 - 2 if after else self.pitch - 5
        centre = self.centre(j)
        if self.portrait:
            back, on = min(back, 32.0), min(on, 32.0)
            top = max(centre - back, self.reach.y + 2)
            bottom = min(centre + on, self.reach.y + self.reach.h - 2)
            if bottom - top < LEAST:
                # The first and the last card keep room for a finger.
                top, bottom = (top, top + LEAST) if j < STOPS_SHOWN / 2 else (bottom - LEAST, bottom)
            return Area(90, top, 150, bottom - top)
        left, right = max(centre - back, 4.0), min(centre + on, 536.0)
        return Area(left, 166, right - left, 66)

    def fixed(self, j: int) -> Area:
        """Where a round space or a site of the reach is touched."""
        centre = self.centre(j)
        if self.portrait:
            half = max(self.pitch / 2, LEAST / 2)
            top = min(max(centre - half, self.reach.y), self.reach.y + self.reach.h - 2 * half)
            return Area(290, top, 186, 2 * half)
        left = max(centre - self.pitch / 2, 2.0)
        return Area(left, 246, min(centre + self.pitch / 2, 538.0) - left, 86)

    # the sites

    def slots(self, site: int) -> tuple[Area, Area, Area]:
        """Where the three slots of a site are touched."""
        area = self.sites[site]
        wide = area.w / 3
        y = area.y + (44 if self.portrait else 48)
        return (
            Area(area.x, y, wide, LEAST),
            Area(area.x + wide, y, wide, LEAST),
            Area(area.x + 2 * wide, y, wide, LEAST),
        )

    def reserve(self, site: int) -> Area:
        """Where the ship beside a full site is touched."""
        area = self.sites[site]
        return Area(area.x + area.w - LEAST, area.y, LEAST, self.title(site).h)

    def title(self, site: int) -> Area:
        """The name of a site: a tap opens its monuments."""
        area = self.sites[site]
        return Area(area.x, area.y, area.w - LEAST, LEAST) if not self.portrait else Area(area.x, area.y, area.w, LEAST)


@cache
def places(frame: Frame) -> Places:
    """The places on this screen."""
    return _portrait(frame) if frame.portrait else _landscape(frame)


def _landscape(frame: Frame) -> Places:
    wide = frame.extra
    return Places(
        portrait=False,
        board=Area(0, 94, 540, 386),
        overview=Area(4, 96, 532, 62),
        reach=Area(0, 162, 540, 170),
        pitch=75.0,
        sites=tuple(Area(8 + 176 * k, 334, 172, 138) for k in range(3)),
        main=Area(8, 162, 524, 310),
        whole=Area(8, 98, 524, 374),
        side=Area(540, 94, 260 + wide, 386),
        seats=tuple(Area(544, 98 + 64 * i, 248 + wide, 60) for i in range(4)),
        room=Area(544, 98, 248 + wide, 318),
        passing=Area(544, 356, 68, 56),
        action=Area(618, 356, 174 + wide, 56),
        tools=Area(544, 424, 248 + wide, 48),
        drawer=Area(540, 94, 260 + wide, 386),
    )


def _portrait(frame: Frame) -> Places:
    key = 62.0 if frame.short else 80.0
    foot = frame.h - 11
    row = foot - key
    sites = row - 262 + (5 if frame.short else 0)
    reach = sites - 6 - 130
    seats = sites + 122
    return Places(
        portrait=True,
        board=Area(0, 130, 480, sites + 116 - 130),
        overview=Area(0, 130, 80, reach),
        reach=Area(80, 130, 400, reach),
        pitch=reach / 7,
        sites=tuple(Area(8 + 156 * k, sites, 152, 116) for k in range(3)),
        main=Area(84, 134, 392, sites + 116 - 134),
        whole=Area(8, 134, 464, sites + 116 - 134),
        side=Area(0, seats - 2, 480, foot - seats + 2),
        seats=tuple(Area(8 + 234 * (i % 2), seats + 66 * (i // 2), 230, 62) for i in range(4)),
        room=Area(8, seats, 464, row - 6 - seats),
        passing=Area(8, row, 80, key),
        action=Area(96, row, 152, key),
        tools=Area(256, row, 216, key),
        drawer=Area(0, frame.h - 300, 480, 300),
    )
