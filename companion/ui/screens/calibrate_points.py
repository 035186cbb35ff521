"""Pointing into a picture: a finger with a magnifier, keys for small steps, and an enlarged picture."""

from __future__ import annotations

from typing import Any

from companion.engine.text import T
from companion.ui.picture_view import Point, PointView
from companion.ui.screens.calibrate import CalibrateStep
from companion.ui.widgets.button import PushButton

STEP = 0.0015
"""What a key moves a point by: a share of the picture's width."""
WAYS = (("back", -1, 0), ("next", 1, 0), ("shift", 0, -1), ("down", 0, 1))


class PointStep(CalibrateStep):
    """A step in which places of a picture are pointed at. `pointed` is told where, `nudged` by how much to move."""

    zoomed = False
    middle: Point = (0.5, 0.5)

    def point_view(self) -> PointView:
        """The picture to point at."""
        view = PointView()
        view.zoomed, view.middle = self.zoomed, self.middle
        view.bind(on_point=lambda _, phase, x, y: self.pointed(phase, (x, y)))
        return view

    def way_keys(self) -> list[PushButton]:
        """The keys for small steps, left, right, up and down."""
        self.ways = []
        for icon, dx, dy in WAYS:
            key = PushButton(icon=icon)
            key.bind(on_release=lambda _, dx=dx, dy=dy: self._nudge(dx, dy))
            self.ways.append(key)
        return self.ways

    def zoom_key(self) -> PushButton:
        """Enlarges the picture around what is pointed at, or shows the whole again."""
        self.zoom = PushButton(text=self.say(T("Whole picture") if self.zoomed else T("Enlarge")), guard=True)
        self.zoom.text_size_limit = 18
        self.zoom.wraps = True
        self.zoom.bind(on_release=lambda _: self._zoom())
        return self.zoom

    def _zoom(self) -> None:
        self.zoomed = not self.zoomed
        self.view.zoomed, self.view.middle = self.zoomed, self.middle
        self.zoom.text = self.say(T("Whole picture") if self.zoomed else T("Enlarge"))

    def look_at(self, point: Point) -> None:
        """Let an enlarged picture show this place in its middle."""
        self.middle = point
        if self.zoomed and not self.view.inside(point):
            self.view.middle = point
        self.view.redraw()

    def _nudge(self, dx: int, dy: int) -> None:
        texture = self.view.texture
        if texture is None:
            return
        tall = texture.size[0] / texture.size[1]
        self.nudged(dx * STEP, dy * STEP * tall)
        self.view.redraw()

    def pointed(self, phase: str, point: Point) -> None:
        """A finger is at a place of the picture: "down", "move" or "up"."""
        raise NotImplementedError

    def nudged(self, dx: float, dy: float) -> None:
        """Move what was pointed at last by shares of the picture."""
        raise NotImplementedError


def moved(point: Point, dx: float, dy: float) -> Point:
    """A place of a picture a little beside, no farther than its edge."""
    return min(max(point[0] + dx, 0.0), 1.0), min(max(point[1] + dy, 0.0), 1.0)


def nearest(view: Any, points: Any, point: Point, reach: float) -> Any:
    """The key of that of `points` (places by key) which is drawn nearest to a place, within `reach`; None: none is."""
    x, y = view.at(point)
    best: Any = None
    least = reach
    for key, other in points.items():
        ox, oy = view.at(other)
        away = ((ox - x) ** 2 + (oy - y) ** 2) ** 0.5
        if away <= least:
            best, least = key, away
    return best
