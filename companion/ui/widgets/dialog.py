"""A question over everything: only for what cannot be undone, or what needs agreement."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty

from companion.ui import boot, fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Modal
from companion.ui.widgets.button import KINDS, PushButton

boot.load_kv("dialog")


class HoldButton(PushButton):
    """Fills up while it is held; a tap alone does nothing."""

    filled = NumericProperty(0)
    shows: tuple[str, ...] = (*PushButton.shows, "filled")

    def __init__(self, **properties: Any) -> None:
        self._ticking: Any = None
        super().__init__(**properties)
        self.fbind("pressed", self._follow)

    def _follow(self, *_: Any) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
        self.filled = 0
        if self.pressed and self.holdable:
            self._ticking = Clock.schedule_interval(self._fill, 1 / 30)

    def _fill(self, seconds: float) -> None:
        self.filled = min(self.filled + seconds / theme.TOUCH["long_press_s"], 1)

    def paint(self, pen: Pen) -> None:
        super().paint(pen)
        if self.filled > 0:
            pen.box(12, pen.h - 9, (pen.w - 24) * self.filled, 4, "cream", 2)


class Dialog(Modal):
    """Covers its parent; 560 wide in the middle. `safe_label` names the way out (left), `action_label` what does it.

    `kind` is the action's button kind; with `hold` the action must be held for 0.6 s. An empty `action_label` leaves
    one button. Events `on_safe` and `on_action` (after either the dialog leaves its parent unless `stays`).
    """

    title = StringProperty("")
    text = StringProperty("")
    safe_label = StringProperty("")
    action_label = StringProperty("")
    kind = OptionProperty("bad", options=KINDS)
    hold = BooleanProperty(False)
    stays = BooleanProperty(False)

    shows = ("title", "text", "safe_label", "action_label", "kind", "hold")
    __events__ = ("on_safe", "on_action")
    _over: Any = None

    def on_kv_post(self, _: object) -> None:
        # Held here as well: while an answer is hidden the tree does not keep it alive.
        self._safe: PushButton = self.ids.safe.__self__
        self._action: PushButton = self.ids.action.__self__

    @property
    def safe_button(self) -> PushButton:
        """The way out."""
        return self._safe

    @property
    def action_button(self) -> PushButton:
        """What does it."""
        return self._action

    def open(self, parent: Any) -> Dialog:
        """Lie over `parent`, covering the whole picture, however that is turned; returns the dialog."""
        self.pos = (0, 0)
        self._cover()
        parent.add_widget(self)
        return self

    def on_parent(self, _: Any, parent: Any) -> None:
        """Follow the size of what it lies over for as long as it lies there: whoever is bound is kept for good."""
        if self._over is not None:
            self._over.funbind("size", self._cover)
        if parent is not None:
            parent.fbind("size", self._cover)
        self._over = parent

    def _cover(self, *_: Any) -> None:
        self.size = (self.frame.width, self.frame.height)

    def close(self) -> None:
        """Leave without an answer."""
        if self.parent is not None:
            self.parent.remove_widget(self)

    def action_tapped(self) -> None:
        """A tap on the action: enough, unless it must be held."""
        if not self.hold:
            self.answer("on_action")

    def answer(self, event: str) -> None:
        """Leave, then tell."""
        if not self.stays:
            self.close()
        self.dispatch(event)

    def _body(self) -> tuple[fit.Fitted, fit.Fitted, float, float, float, float]:
        """Title, text and the box's left, top, width and height, in logical pixels of its own."""
        w, h = self.logical_size
        width = min(560.0, w - 32)
        title = fit.wrapped(self.title, "title", width - 48, 2, self.frame)
        text = fit.wrapped(self.text, "body", width - 48, 9, self.frame)
        below = text.height + 8 if self.text else 0
        height = 20 + title.height + below + 24 + 56 + 20
        return title, text, (w - width) / 2, (h - height) / 2, width, height

    def arrange(self) -> None:
        _, _, left, top, width, height = self._body()
        y = top + height - 76
        if not self.action_label:
            self.put(self._safe, left + 24, y, width - 48, 56)
            if self._action.parent is not None:
                self.remove_widget(self._action)
            return
        half = (width - 48 - 16) / 2
        self.put(self._safe, left + 24, y, half, 56)
        self.put(self._action, left + 24 + half + 16, y, half, 56)

    def paint(self, pen: Pen) -> None:
        title, text, left, top, width, height = self._body()
        pen.box(0, 0, pen.w, pen.h, theme.colour("night", 0.6))
        pen.box(left, top, width, height, "raised", theme.RADIUS["dialog"], "line_strong", theme.STROKE["normal"])
        y = top + 20
        y += pen.lines(title, left + 24, y, "sand")
        if self.text:
            pen.lines(text, left + 24, y + 8, "sand_2")

    def on_safe(self) -> None:
        """The way out was taken."""

    def on_action(self) -> None:
        """It was confirmed."""
