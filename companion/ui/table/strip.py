"""A strip over the panel: what the camera takes to have happened, with a key that does it and one that leaves it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton

KEY = 48.0
EDGE = 10.0
SIGN = 34.0


class Strip(Drawn):
    """It stays until it is answered or the game goes on. `height_for` says how high it must be for a width."""

    def __init__(
        self, text: str, label: str, leave: str, do: Callable[[], None], left: Callable[[], None], **properties: Any
    ) -> None:  # fmt: skip
        self.text = text
        self.answers(do, left)
        self.do = PushButton(text=label, kind="primary", guard=True, wraps=True)
        self.do.bind(on_release=lambda *_: self._do())
        self.leave = PushButton(text=leave, kind="plain", guard=True, wraps=True)
        self.leave.bind(on_release=lambda *_: self._left())
        super().__init__(**properties)

    def answers(self, do: Callable[[], None], left: Callable[[], None]) -> None:
        """What its two keys do from now on. The same words read anew keep their strip: a finger may be on it."""
        self._do, self._left = do, left

    def says(self, text: str, label: str) -> bool:
        """Whether these are its words."""
        return (text, label) == (self.text, self.do.text)

    def say(self, text: str, label: str, leave: str) -> None:
        """Say it in these words from now on."""
        if (text, label, leave) != (self.text, self.do.text, self.leave.text):
            self.text, self.do.text, self.leave.text = text, label, leave
            self.redraw(base=True)

    def _words(self, width: float) -> fit.Fitted:
        room = width - SIGN - 2 * EDGE
        fitted = fit.wrapped(self.text, "label", room, 4, self.frame)
        return fitted if fitted.fits else fit.wrapped(self.text, "small", room, None, self.frame)

    def height_for(self, width: float) -> float:
        """The logical height for a logical width."""
        return self._words(width).height + KEY + 3 * EDGE

    def on_touch_down(self, touch: Any) -> bool:
        # What lies under the strip is not pressed through it.
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))

    def arrange(self) -> None:
        w, h = self.logical_size
        half = (w - 3 * EDGE) / 2
        self.put(self.do, EDGE, h - KEY - EDGE, half, KEY)
        self.put(self.leave, 2 * EDGE + half, h - KEY - EDGE, half, KEY)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["card"], "gold", 2)
        words = self._words(pen.w)
        pen.icon("camera", EDGE + 14, EDGE + max(words.height / 2, 12), 26, "sand_2")
        pen.lines(words, SIGN + EDGE, EDGE, "sand")
