"""A QR code, black on white with its quiet margin, every module as many whole pixels; and the sign for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from companion.table.qr import QUIET
from companion.ui.pen import Pen
from companion.ui.widgets.base import Touchable

LEAST_PX = 2
"""Pixels a module needs so that the camera of a phone tells it from the next one."""


class QrCode(Touchable):
    """`matrix`: rows of modules, true for dark, without the margin.

    Where it has too little room to be read, a sign for a code is drawn: a tap on it is meant to show it larger.
    """

    def __init__(self, matrix: Sequence[Sequence[bool]], **properties: Any) -> None:
        self.matrix = tuple(tuple(row) for row in matrix)
        self.texture: Any = None
        super().__init__(**properties)

    @property
    def modules(self) -> int:
        """Modules along a side, with the margin."""
        return len(self.matrix) + 2 * QUIET

    def module_px(self, side: int) -> int:
        """Pixels a module gets on a side of so many pixels."""
        return side // self.modules

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "#FFFFFF")
        area = pen.rect(0, 0, pen.w, pen.h)
        n = len(self.matrix)
        module = self.module_px(int(min(area.w, area.h)))
        if module < LEAST_PX:
            self._paint_sign(pen)
            return
        side = n * module
        if self.texture is None:
            self.texture = Texture.create(size=(n, n), colorfmt="luminance")
            self.texture.mag_filter = self.texture.min_filter = "nearest"
            # The first row of a texture is its lowest.
            data = bytes(0 if dark else 255 for row in reversed(self.matrix) for dark in row)
            self.texture.blit_buffer(data, colorfmt="luminance", bufferfmt="ubyte")
        left, low = area.x + (area.w - side) // 2, area.y + (area.h - side) // 2
        pen.group.add(Color(1, 1, 1, 1))
        pen.group.add(Rectangle(pos=(left, low), size=(side, side), texture=self.texture))

    def _paint_sign(self, pen: Pen) -> None:
        """Three corners as every code has them, and a magnifying glass."""
        unit = min(pen.w, pen.h) / 26
        for x, y in ((2, 2), (17, 2), (2, 17)):
            for inset, ink in ((0, "#000000"), (1, "#FFFFFF"), (2, "#000000")):
                side = (7 - 2 * inset) * unit
                pen.box((x + inset) * unit, (y + inset) * unit, side, side, ink)
        pen.disc(16.5 * unit, 16 * unit, 4.6 * unit, "#FFFFFF", "#000000", 1.3 * unit)
        pen.line([(19.9 * unit, 19.4 * unit), (23.6 * unit, 23.1 * unit)], "#000000", 2 * unit)
