"""Numbers and sums by touch: the result stands there as it is typed, with a reason when it cannot be taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.engine.sums import BACK, MINUS, PLUS, TIMES, Sum, number
from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn, Turned
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.key import Key

ROWS = (("7", "8", "9", BACK), ("4", "5", "6", PLUS), ("1", "2", "3", MINUS), ("0", "00", TIMES, "ok"))


@dataclass(frozen=True)
class KeypadSeat:
    """A line of the seat list: who, what was typed for them, and whether it is asked now."""

    seat: str
    name: str
    shown: str = ""
    current: bool = False


class Keypad(Turned, Drawn):
    """Place it under the headline: 0, 64, 800, 416, or 0, 96, 480, h − 96 in portrait.

    `low` and `high` bound the result; `bounds` is the line that says so, `refuse(value)` gives the line for a value
    out of bounds or otherwise impossible ("" if it is fine). `cancel_label` and `undo_label` name the
    buttons; an empty one leaves the button away. Events: `on_confirm(value, text)`, `on_cancel`, `on_undo`.
    """

    sum = ObjectProperty(Sum())
    low = NumericProperty(0)
    high = NumericProperty(999)
    bounds = StringProperty("")
    refuse = ObjectProperty(None, allownone=True)
    seats = ListProperty([])
    cancel_label = StringProperty("")
    undo_label = StringProperty("")

    takes_knob = True

    shows = ("sum", "low", "high", "bounds", "refuse", "seats", "cancel_label", "undo_label")
    __events__ = ("on_confirm", "on_cancel", "on_undo")

    def __init__(self, refuse: Callable[[int], str] | None = None, **properties: Any) -> None:
        self._keys: dict[str, Key] = {}
        for row in ROWS:
            for value in row:
                self._keys[value] = self._key(value)
        self._cancel = PushButton(kind="quiet", guard=True)
        self._cancel.bind(on_release=lambda *_: self.dispatch("on_cancel"))
        self._offered = False
        self._undo = PushButton(icon="undo", guard=True)
        self._undo.bind(on_release=lambda *_: self.dispatch("on_undo"))
        super().__init__(refuse=refuse, **properties)

    def _key(self, value: str) -> Key:
        if value == BACK:
            key = Key(icon="backspace", kind="back", value=value)
        elif value == "ok":
            key = Key(icon="check", kind="confirm", value=value, guard=True)
        else:
            key = Key(text=value, kind="sign" if value in (PLUS, MINUS, TIMES) else "digit", value=value)
        key.bind(on_release=lambda *_: self._typed(value))
        return key

    def key(self, value: str) -> Key:
        """The key that types `value` ("ok" confirms, BACK takes back)."""
        return self._keys[value]

    @property
    def cancel_button(self) -> PushButton:
        return self._cancel

    @property
    def undo_button(self) -> PushButton:
        return self._undo

    @property
    def fault(self) -> str | None:
        """Why the result cannot be taken; "" when the bounds say it all, None when it can (or nothing is typed)."""
        value = self.sum.value
        if value is None:
            return None
        reason = self.refuse(value) if self.refuse is not None else ""
        if reason or not self.low <= value <= self.high:
            return str(reason)
        return None

    def _typed(self, value: str) -> None:
        if value != "ok":
            # A digit replaces a number that was only offered; a sign goes on with it.
            fresh = self._offered and value.isdigit()
            self._offered = False
            self.sum = (Sum() if fresh else self.sum).press(value)
            return
        result = self.sum.value
        if result is not None and self.fault is None:
            text = self.sum if self.sum.complete else self.sum.press(BACK)
            self.dispatch("on_confirm", result, text.shown)

    def offer(self, value: int) -> None:
        """Show `value` as if it were typed; the first digit types over it."""
        self.sum, self._offered = Sum.read(str(value)), True

    # the knob, and the buttons of a device

    @property
    def span(self) -> int:  # type: ignore[override]
        """How many numbers may be meant."""
        return int(self.high - self.low)

    def turn(self, steps: int) -> None:
        """Count on from what stands there, else from 0; never past the bounds."""
        self.offer(int(min(max((self.sum.value or 0) + steps, self.low), self.high)))

    def confirm(self) -> None:
        """As its gold key."""
        self._typed("ok")

    def take_back(self) -> None:
        """Take the last digit back, or a number that was offered or turned to; where nothing stands, the way back."""
        if not self.sum.empty:
            self.sum = Sum() if self._offered else self.sum.press(BACK)
        elif self.undo_label:
            self.dispatch("on_undo")
        elif self.cancel_label:
            self.dispatch("on_cancel")

    def clear(self) -> None:
        """Begin anew."""
        self.sum = Sum()

    @property
    def _tall(self) -> bool:
        w, h = self.logical_size
        return h > w

    def arrange(self) -> None:
        w, h = self.logical_size
        ready = self.sum.value is not None and self.fault is None
        self._keys["ok"].kind = "confirm" if ready else "off"
        if self._tall:
            left, top, kw, gap = 12.0, 324.0, 108.0, 8.0
            kh = min(100.0, (h - top - 12) / 4 - 4)
            down = kh + 4
        else:
            left, top, kw, kh, gap, down = w - 420, 8.0, 98.0, 94.0, 6.0, 100.0
        for r, row in enumerate(ROWS):
            for c, value in enumerate(row):
                self.put(self._keys[value], left + c * (kw + gap), top + r * down, kw, kh)
        x, y, width = (16.0, 260.0, 448.0) if self._tall else (16.0, h - 68, w - 464)
        shown = [b for b, label in ((self._cancel, self.cancel_label), (self._undo, self.undo_label)) if label]
        self._cancel.text, self._undo.text = self.cancel_label, self.undo_label
        for button in (self._cancel, self._undo):
            if button not in shown and button.parent is not None:
                self.remove_widget(button)
        each = (width - 8 * (len(shown) - 1)) / max(len(shown), 1)
        for i, button in enumerate(shown):
            self.put(button, x + i * (each + 8), y, each, 56)

    def paint(self, pen: Pen) -> None:
        width = 448.0 if self._tall else pen.w - 464
        pen.box(0, 0, pen.w if self._tall else pen.w - 432, pen.h, "night")
        top = 12.0 if self._tall else 16.0
        height = 108.0 if self._tall else 116.0
        pen.box(16, top, width, height, "surface", theme.RADIUS["button"])
        wrong = self.fault
        self._paint_sum(pen, 16 + width - 12, top, width - 24, wrong is not None)
        line = wrong or self.bounds
        fitted = fit.wrapped(line, "small", width, 2, pen.frame)
        below = top + height + 6
        used = pen.lines(fitted, 16, below, "sand_2" if wrong is None else "bad")
        seats_top = max(below + used + 4, 150.0 if self._tall else 172.0)
        bottom = 252.0 if self._tall else pen.h - 76
        self._paint_seats(pen, width, seats_top, bottom)

    def _paint_sum(self, pen: Pen, right: float, top: float, room: float, wrong: bool) -> None:
        plain = theme.TypeStyle("sum", 28, False, 34)
        shown = self.sum.shown
        if pen.measure(shown, plain) > room:
            plain = theme.TypeStyle("sum", 20, False, 24)
        pen.text(shown, right, top + 28, plain, "sand_2", "right", room)
        value = self.sum.value
        if value is None:
            return
        result = f"= {number(value)}"
        sizes = [theme.TypeStyle("result", size, True, size) for size in (48, 36, 28, 24, 18)]
        style = next((s for s in sizes if pen.measure(result, s) <= room), sizes[-1])
        pen.text(result, right, top + 80, style, "bad" if wrong else "gold", "right", room)

    def _paint_seats(self, pen: Pen, width: float, top: float, bottom: float) -> None:
        n = len(self.seats)
        if not n:
            return
        columns = 2 if self._tall or n > 3 else 1
        rows = -(-n // columns)
        pitch = min(56.0, (bottom - top + 4) / rows)
        each = (width - 6 * (columns - 1)) / columns
        for i, line in enumerate(self.seats):
            x = 16 + (i % columns) * (each + 6)
            y = top + (i // columns) * pitch
            h = pitch - 4
            if line.current:
                pen.box(x, y, each, h, "raised", theme.RADIUS["button"])
            r = min(15.0, h / 2 - 4)
            pen.seat_disc(line.seat, x + 13 + r, y + h / 2, r)
            shown = line.shown or ("…" if line.current else "")
            ink = "gold" if line.current else "sand"
            used = pen.text(shown, x + each - 12, y + h / 2, "decision2", ink, "right")
            room = each - 2 * r - 22 - used - 20
            look = fit.label(fit.short_name(line.name), room, True, pen.frame, (20, 18, 16)).style
            name = fit.short_name(line.name)
            pen.text(name, x + 22 + 2 * r, y + h / 2, look, theme.seat(line.seat).text, max_width=room, may_cut=True)

    def on_confirm(self, value: int, text: str) -> None:
        """The result was confirmed; `text` is the sum as shown."""

    def on_cancel(self) -> None:
        """The way out was taken."""

    def on_undo(self) -> None:
        """The last entry is to be taken back."""
