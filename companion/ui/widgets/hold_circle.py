"""A circle that shows something only while one finger rests on it."""

from __future__ import annotations

from math import dist
from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import ASIDE, BUTTON, USUAL, Touchable


class HoldCircle(Touchable):
    """`held` is true as long as a finger that came down inside the circle rests on it.

    While it is held it may stand elsewhere and be smaller: a finger that was there before still counts until it lifts,
    or until it has come to the new place and slides off that. Several fingers may hold it; the last one to go ends it.
    A button of a device holds it like a finger (`hold`, `let_go`).
    `text` stands in it, `held_text` while it is held; its ring has the colour of `seat`.
    """

    text = StringProperty("")
    held_text = StringProperty("")
    seat = StringProperty("")
    held = BooleanProperty(False)

    shows = ("text", "held_text", "seat", "held")

    def __init__(self, **properties: Any) -> None:
        self._arrived: dict[Any, bool] = {}
        """Holding fingers, and whether each has been inside the circle where it stands now."""
        self._buttons: set[str] = set()
        """Holding buttons of devices, by key."""
        super().__init__(**properties)

    def accepts(self, touch: Any) -> bool:
        return bool(dist(touch.pos, self.center) <= min(self.width, self.height) / 2)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.accepts(touch):
            return False
        if not self.disabled and not touch.is_mouse_scrolling:
            touch.grab(self)
            # A copy: the property itself follows the circle.
            before = tuple(self.center)
            self._arrived[touch] = True
            self.held = True
            # Whoever follows `held` may have moved the circle away from under the finger.
            self._arrived[touch] = before == tuple(self.center)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        if self.accepts(touch):
            self._arrived[touch] = True
        elif self._arrived.get(touch):
            self._lifted(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._lifted(touch)
        return True

    def _lifted(self, touch: Any) -> None:
        self._arrived.pop(touch, None)
        self._count()

    def _count(self) -> None:
        self.held = bool(self._arrived or self._buttons)

    @property
    def ring_rank(self) -> int:
        """While it is held, what it shows is chosen from: the ring comes to that first."""
        return ASIDE if self.held else USUAL

    @property
    def answers(self) -> bool:
        return not self.disabled

    @property
    def lasting(self) -> bool:
        return True

    def press(self, part: int = -1) -> None:
        self.hold(BUTTON)

    def release(self) -> None:
        self.let_go(BUTTON)

    def hold(self, key: str) -> None:
        """The button `key` of a device went down: it holds the circle until `let_go`."""
        if not self.disabled:
            self._buttons.add(key)
            self._count()

    def let_go(self, key: str = "") -> None:
        """The button `key` came up; without a key nothing holds it any more."""
        if not key:
            self.cover()
            return
        self._buttons.discard(key)
        self._count()

    def cover(self) -> None:
        """As if everything had let go: nothing is shown until something comes down again."""
        self._arrived.clear()
        self._buttons.clear()
        self.held = False

    def paint(self, pen: Pen) -> None:
        cx, cy, r = pen.w / 2, pen.h / 2, min(pen.w, pen.h) / 2
        ring = theme.seat(self.seat).text if self.seat else "lit"
        fill, ink = ("lapis", "lapis_ink") if self.held else ("surface", "sand")
        pen.disc(cx, cy, r, fill, "lapis_light" if self.held else ring, theme.STROKE["refuse"])
        big = r > 80
        pen.icon("eye", cx, cy - r * 0.22, r * (0.72 if big else 0.62), ink)
        words = self.held_text if self.held else self.text
        fitted = fit.largest(words, (24, 20, 18, 16) if big else (18, 16), True, r * 1.6, 2, pen.frame)
        pen.lines(fitted, cx, cy + r * 0.42 - fitted.height / 2, ink, "center", r * 1.7)
