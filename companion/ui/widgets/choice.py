"""One of a few, and on or off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn, Touchable


class _Option(Touchable):
    text = StringProperty("")
    on = BooleanProperty(False)

    shows = ("text", "on")

    def paint(self, pen: Pen) -> None:
        fill = ("lapis_press" if self.pressed else "lapis") if self.on else "surface" if self.pressed else "raised"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"])
        y = pen.h / 2
        ink = "lapis_ink" if self.on else "sand"
        pen.disc(26, y, 12, None, ink, 3)
        if self.on:
            pen.disc(26, y, 5, ink)
        room = pen.w - 46 - 8
        fitted = fit.label(self.text, room, self.on, pen.frame)
        pen.text(self.text, 46, y, fitted.style, ink, max_width=room)


class Choice(Drawn):
    """`options` are words, `chosen` the index of one of them. Event `on_choose(index)` follows a finger."""

    options = ListProperty([])
    chosen = NumericProperty(-1)
    upright = BooleanProperty(False)

    shows = ("options", "chosen", "upright")
    __events__ = ("on_choose",)

    def __init__(self, options: Sequence[str] = (), **properties: Any) -> None:
        self._buttons: list[_Option] = []
        super().__init__(options=list(options), **properties)

    def option(self, index: int) -> Touchable:
        """The touchable option."""
        return self._buttons[index]

    def _choose(self, index: int) -> None:
        self.chosen = index
        self.dispatch("on_choose", index)

    def arrange(self) -> None:
        n = len(self.options)
        while len(self._buttons) > n:
            self.remove_widget(self._buttons.pop())
        while len(self._buttons) < n:
            button = _Option()
            button.bind(on_release=lambda chosen: self._choose(self._buttons.index(chosen)))
            self._buttons.append(button)
        w, h = self.logical_size
        for i, button in enumerate(self._buttons):
            button.text, button.on = self.options[i], i == self.chosen
            if self.upright:
                each = (h - 6 * (n - 1)) / n
                self.put(button, 0, i * (each + 6), w, each)
            else:
                each = (w - 6 * (n - 1)) / n
                self.put(button, i * (each + 6), 0, each, h)

    def on_choose(self, index: int) -> None:
        """A finger chose this option."""


class OnOff(Touchable):
    """A switch, 72 x 48: `on` is changed by the tap itself, before `on_release`."""

    on = BooleanProperty(False)

    shows = ("on",)

    def tapped(self) -> None:
        self.on = not self.on

    def paint(self, pen: Pen) -> None:
        top = (pen.h - 36) / 2
        y = pen.h / 2
        if self.on:
            pen.box(0, top, pen.w, 36, "lapis", theme.RADIUS["pill"])
            pen.disc(pen.w - 18, y, 13, "sand")
        else:
            pen.box(0, top, pen.w, 36, "night", theme.RADIUS["pill"], "line_strong", theme.STROKE["normal"])
            pen.disc(18, y, 12, None, "line_strong", 3)
