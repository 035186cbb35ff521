"""Pictures of the camera on the screen: shown whole or enlarged, drawn upon, and pointed at with a finger."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, NumericProperty

from companion.engine.sight import At
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn

Point = tuple[float, float]
"""A place of a picture as shares of its width and height, from its top left."""
GLASS = 136.0
"""Side of the magnifier, logical."""
MAGNIFIES = 3.0
APART = 16.0
"""Between the finger and the magnifier."""
ZOOMED = 2.5
EDGE = 0.12
"""In this part of an enlarged picture, at its edges, a finger moves the picture along."""


def texture_of(picture: Any, texture: Any = None) -> Any:
    """A picture, BGR uint8 (h, w, 3), as a texture whose first row is the top one; `texture` is used again if it fits.

    Only the screen's own thread may call it.
    """
    height, width = picture.shape[:2]
    if texture is None or tuple(texture.size) != (width, height):
        texture = Texture.create(size=(width, height), colorfmt="rgb")
    texture.blit_buffer(picture[:, :, ::-1].tobytes(), colorfmt="rgb", bufferfmt="ubyte")
    return texture


def draw_picture(
    pen: Pen, texture: Any, box: tuple[float, float, float, float], part: tuple[float, float, float, float]
) -> None:
    """Draw the part (left, top, right, bottom, shares) of a texture into a logical box (x, y, w, h)."""
    left, top, right, bottom = part
    across, down = texture.uvsize
    u, v, s, t = left * across, top * down, right * across, bottom * down
    area = pen.rect(*box)
    pen.group.add(Color(1, 1, 1, 1))
    pen.group.add(
        Rectangle(pos=area[:2], size=area[2:], texture=texture, tex_coords=(u, t, s, t, s, v, u, v))
    )  # fmt: skip


def corners_of(at: At, angle: float, field: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    """The corners of a place `at` (mm) as shares of a `field` (mm), turned by `angle` degrees clockwise."""
    x, y, w, h = at
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    around = ((-w, -h), (w, -h), (w, h), (-w, h))
    return tuple(
        ((x + (a * cos - b * sin) / 2) / field[0], (y + (a * sin + b * cos) / 2) / field[1]) for a, b in around
    )


class PictureView(Drawn):
    """A picture as large as its place allows, black around it. `overlay` draws on it; `at` tells where."""

    zoomed = BooleanProperty(False)
    seen = NumericProperty(0)
    """Counts the pictures."""

    shows = ("zoomed", "seen")

    def __init__(self, **properties: Any) -> None:
        self.texture: Any = None
        self.overlay: Callable[[Pen], None] | None = None
        self.middle: Point = (0.5, 0.5)
        """What an enlarged picture shows in its middle."""
        super().__init__(**properties)

    def show(self, picture: Any) -> None:
        """Show this picture, BGR uint8; None: nothing."""
        self.texture = None if picture is None else texture_of(picture, self.texture)
        self.seen += 1

    # where things are

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Where the picture lies, logical: left, top, width, height."""
        w, h = self.logical_size
        if self.texture is None or not self.texture.size[0] or not self.texture.size[1]:
            return 0.0, 0.0, w, h
        across, down = self.texture.size
        fit = min(w / across, h / down)
        wide, high = across * fit, down * fit
        if self.zoomed:
            wide, high = min(w, wide * ZOOMED), min(h, high * ZOOMED)
        return (w - wide) / 2, (h - high) / 2, wide, high

    @property
    def part(self) -> tuple[float, float, float, float]:
        """What of the picture is seen: left, top, right, bottom, shares."""
        if not self.zoomed or self.texture is None:
            return 0.0, 0.0, 1.0, 1.0
        w, h = self.logical_size
        across, down = self.texture.size
        fit = min(w / across, h / down) * ZOOMED
        _, _, wide, high = self.box
        sides = (wide / (across * fit), high / (down * fit))
        left, top = (min(max(m - s / 2, 0.0), 1.0 - s) for m, s in zip(self.middle, sides, strict=True))
        return left, top, left + sides[0], top + sides[1]

    def at(self, point: Point) -> Point:
        """Where a place of the picture is drawn, logical, from this widget's top left."""
        x, y, w, h = self.box
        left, top, right, bottom = self.part
        return x + (point[0] - left) / (right - left) * w, y + (point[1] - top) / (bottom - top) * h

    def point(self, x: float, y: float) -> Point:
        """The place of the picture at a logical point, no farther than its edge."""
        left, top, w, h = self.box
        a, b, c, d = self.part
        across, down = a + (x - left) / w * (c - a), b + (y - top) / h * (d - b)
        return min(max(across, 0.0), 1.0), min(max(down, 0.0), 1.0)

    def inside(self, point: Point) -> bool:
        """Whether a place of the picture is seen."""
        left, top, right, bottom = self.part
        return left <= point[0] <= right and top <= point[1] <= bottom

    # drawing

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "night", 6)
        if self.texture is None:
            return
        draw_picture(pen, self.texture, self.box, self.part)
        if self.overlay is not None:
            self.overlay(pen)

    def outline(self, pen: Pen, corners: Any, colour: str, width: float = 2.5) -> None:
        """Draw a line round corners given as shares; one that reaches out of what is seen is left out."""
        points = [self.at(corner) for corner in corners]
        if all(-1 <= x <= pen.w + 1 and -1 <= y <= pen.h + 1 for x, y in points):
            pen.line(points, colour, width, closed=True)


class PointView(PictureView):
    """A picture to point at. Event `on_point(phase, x, y)`: "down", "move", "up" or "away", and the place, shares.

    While a finger is down a magnifier beside it shows what is under it.
    """

    __events__ = ("on_point",)

    def __init__(self, **properties: Any) -> None:
        self._finger: Any = None
        self.pointed: Point | None = None
        """The place under the finger."""
        super().__init__(**properties)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        if self.texture is not None and self._finger is None and not touch.is_mouse_scrolling and not self.disabled:
            touch.grab(self)
            self._finger = touch
            self._tell("down", touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self._along(touch)
        self._tell("move", touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._tell("up", touch)
        self._finger, self.pointed = None, None
        self.redraw()
        return True

    def forget(self) -> None:
        """No finger points any more."""
        self._finger, self.pointed = None, None

    def _own(self, touch: Any) -> Point:
        unit = self.frame.unit
        return (touch.x - self.x) / unit, (self.top - touch.y) / unit

    def _along(self, touch: Any) -> None:
        """Move an enlarged picture where the finger comes near its edge."""
        if not self.zoomed:
            return
        x, y = self._own(touch)
        w, h = self.logical_size
        left, top, right, bottom = self.part
        middle = [(left + right) / 2, (top + bottom) / 2]
        for axis, (at, side) in enumerate(((x, w), (y, h))):
            if at < EDGE * side:
                middle[axis] -= 0.01
            elif at > (1 - EDGE) * side:
                middle[axis] += 0.01
        self.middle = (middle[0], middle[1])

    def _tell(self, phase: str, touch: Any) -> None:
        self.pointed = self.point(*self._own(touch))
        self.dispatch("on_point", phase, *self.pointed)
        self.redraw()

    def on_point(self, phase: str, x: float, y: float) -> None:
        """A finger came down on a place, moved to it, or was lifted there."""

    def paint(self, pen: Pen) -> None:
        super().paint(pen)
        if self.pointed is not None and self.texture is not None:
            self._glass(pen, self.pointed)

    def _glass(self, pen: Pen, point: Point) -> None:
        """The magnifier: above the finger, or below where there is no room above."""
        x, y = self.at(point)
        left = min(max(x - GLASS / 2, 2), pen.w - GLASS - 2)
        top = y - GLASS - APART - 24
        if top < 2:
            top = min(y + APART + 40, pen.h - GLASS - 2)
        _, _, wide, high = self.box
        a, b, c, d = self.part
        half = (GLASS / MAGNIFIES / wide * (c - a) / 2, GLASS / MAGNIFIES / high * (d - b) / 2)
        pen.box(left - 3, top - 3, GLASS + 6, GLASS + 6, "gold", 4)
        pen.box(left, top, GLASS, GLASS, "night")
        part = [point[0] - half[0], point[1] - half[1], point[0] + half[0], point[1] + half[1]]
        box = _cut_to_picture(part, (left, top, GLASS, GLASS))
        draw_picture(pen, self.texture, box[0], box[1])
        middle = (left + GLASS / 2, top + GLASS / 2)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            near, far = 5, 20
            pen.line([(middle[0] + dx * near, middle[1] + dy * near), (middle[0] + dx * far, middle[1] + dy * far)],
                     "gold", 2)  # fmt: skip


def _cut_to_picture(
    part: list[float], box: tuple[float, float, float, float]
) -> tuple[tuple[float, float, float, float], tuple[float, float, float, float]]:
    """A part that reaches over the picture's edge, cut to it, and the box cut alike."""
    x, y, w, h = box
    wide, high = part[2] - part[0], part[3] - part[1]
    left, top = max(part[0], 0.0), max(part[1], 0.0)
    right, bottom = min(part[2], 1.0), min(part[3], 1.0)
    place = (
        x + (left - part[0]) / wide * w,
        y + (top - part[1]) / high * h,
        max(right - left, 0.0) / wide * w,
        max(bottom - top, 0.0) / high * h,
    )
    return place, (left, top, right, bottom)
