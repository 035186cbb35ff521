"""A QR code, black on white with its quiet margin, every module the same whole number of pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from companion.ui.pen import Pen
from companion.ui.widgets.base import Touchable

QUIET = 4
"""Light modules around a code that a reader needs (ISO/IEC 18004)."""


class QrCode(Touchable):
    """`matrix`: rows of modules, true for dark, without the margin. Where it has no room only the white is drawn."""

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
        side = n * self.module_px(int(min(area.w, area.h)))
        if not side:
            return
        if self.texture is None:
            self.texture = Texture.create(size=(n, n), colorfmt="luminance")
            self.texture.mag_filter = self.texture.min_filter = "nearest"
            # The first row of a texture is its lowest.
            data = bytes(0 if dark else 255 for row in reversed(self.matrix) for dark in row)
            self.texture.blit_buffer(data, colorfmt="luminance", bufferfmt="ubyte")
        left, low = area.x + (area.w - side) // 2, area.y + (area.h - side) // 2
        pen.group.add(Color(1, 1, 1, 1))
        pen.group.add(Rectangle(pos=(left, low), size=(side, side), texture=self.texture))
