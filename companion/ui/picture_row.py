"""A row of a list with a small picture at its left."""

from __future__ import annotations

from typing import Any

from companion.ui import theme
from companion.ui.pen import Pen
from companion.ui.picture_view import draw_picture, texture_of
from companion.ui.rows import FactRow

SIDE = 50.0


class PictureRow(FactRow):
    """As a FactRow; `picture`, BGR uint8 (h, w, 3), is drawn in the place of its sign. None: the sign stays."""

    def __init__(self, picture: Any = None, **properties: Any) -> None:
        self.texture = None if picture is None else texture_of(picture)
        super().__init__(**properties)

    def paint(self, pen: Pen) -> None:
        super().paint(pen)
        if self.texture is None:
            return
        fill = "lapis" if self.chosen else "raised" if self.pressed and self.leads else "surface"
        pen.box(2, 4, 62, pen.h - 8, fill, theme.RADIUS["tag"])
        across, down = self.texture.size
        fit = min(SIDE / across, (pen.h - 10) / down)
        w, h = across * fit, down * fit
        draw_picture(pen, self.texture, (34 - w / 2, (pen.h - h) / 2, w, h), (0.0, 0.0, 1.0, 1.0))
