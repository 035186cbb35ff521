"""Something happened without a tap: a note of six seconds, perhaps with its own undo."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton

HEIGHT = 64
LEFT, RIGHT, UNDO = 44, 8, 62
"""The room beside the words: for the sign, for nothing, for the undo."""
SIGNS = {"good": "check", "warn": "warn", "bad": "cross"}


def _words(text: str, width: float, can_undo: bool, frame: Frame) -> fit.Fitted:
    room = width - LEFT - (UNDO if can_undo else RIGHT)
    fitted = fit.wrapped(text, "label", room, 2, frame)
    return fitted if fitted.fits else fit.wrapped(text, "small", room, None, frame)


def height_for(text: str, width: float, can_undo: bool, frame: Frame) -> float:
    """How high a toast of this width has to be, so that no word is cut."""
    return max(float(HEIGHT), _words(text, width, can_undo, frame).height + 8.0)


class Toast(Drawn):
    """248 x 64, higher where the words are many (`height_for`). `kind` is good, warn or bad.

    After `seconds` it fires `on_gone` and leaves its parent; at a tap it fires `on_read` first: what it covers is not
    pressed through it. Event `on_undo` where `can_undo` is on. The newest wins: whoever shows one takes the older away.
    """

    text = StringProperty("")
    kind = OptionProperty("good", options=tuple(SIGNS))
    can_undo = BooleanProperty(False)
    seconds = NumericProperty(6.0)

    shows = ("text", "kind", "can_undo")
    __events__ = ("on_undo", "on_read", "on_gone")

    def __init__(self, **properties: Any) -> None:
        self._button = PushButton(icon="undo", guard=True)
        self._button.bind(on_release=lambda *_: self._undone())
        super().__init__(**properties)
        self._timer = Clock.schedule_once(lambda _: self.dismiss(), self.seconds)

    @property
    def hurries(self) -> bool:
        """Whether somebody must act before it goes."""
        return bool(self.can_undo)

    @property
    def undo_button(self) -> PushButton:
        """The button that takes the move back."""
        return self._button

    def dismiss(self) -> None:
        """Leave now; `on_gone` fires once."""
        self._timer.cancel()
        if self.parent is not None:
            self.parent.remove_widget(self)
            self.dispatch("on_gone")

    def _undone(self) -> None:
        self.dispatch("on_undo")
        self.dismiss()

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        if not self.collide_point(*touch.pos):
            return False
        self.dispatch("on_read")
        self.dismiss()
        return True

    def arrange(self) -> None:
        w, h = self.logical_size
        if self.can_undo:
            self.put(self._button, w - 56, (h - 48) / 2, 48, 48)
        elif self._button.parent is not None:
            self.remove_widget(self._button)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, f"{self.kind}_soft", theme.RADIUS["card"])
        pen.icon(SIGNS[self.kind], 23, pen.h / 2, 24, self.kind)
        fitted = _words(self.text, pen.w, self.can_undo, pen.frame)
        pen.lines(fitted, LEFT, (pen.h - fitted.height) / 2, "sand")

    def on_undo(self) -> None:
        """Its undo was tapped."""

    def on_read(self) -> None:
        """It was tapped: it has been read."""

    def on_gone(self) -> None:
        """It left."""
