"""The button, in its six kinds (Kivy keeps the bare name for its own)."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.theme import Colour
from companion.ui.widgets.base import Touchable

KINDS = ("primary", "lapis", "plain", "quiet", "bad", "off")
FILLS: dict[str, tuple[Colour | None, Colour]] = {
    "primary": ("gold", "gold_press"),
    "lapis": ("lapis", "lapis_press"),
    "plain": ("raised", "surface"),
    "quiet": (None, "surface"),
    "bad": ("bad_fill", "bad_soft"),
    "off": ("surface", "surface"),
}
INKS: dict[str, Colour] = {
    "primary": "gold_ink",
    "lapis": "lapis_ink",
    "plain": "sand",
    "quiet": "sand_2",
    "bad": "cream",
    "off": "disabled",
}
BOLD = ("primary", "lapis", "bad")
LEAST_MARGIN = 6


def holds(words: str, width: float, kind: str, frame: Frame) -> bool:
    """Whether a button of this width that `wraps` shows these words whole."""
    room, bold = width - 2 * LEAST_MARGIN, kind in BOLD
    return fit.label(words, room, bold, frame).fits or fit.largest(words, (18, 16), bold, room, 2, frame).fits


class PushButton(Touchable):
    """`text` and/or `icon` on the colours of `kind`; `align` is center or left.

    The label never wraps: 20, then 18 px, then it is cut and reported. `kind` "off" (or `disabled`) takes no tap.
    `wraps` gives what is too long for one line two of them, at 18 or 16 (a consequence with a long name in it).
    `text_size_limit` 18 begins smaller (tool buttons). `stacked` puts the sign over the label.
    """

    text = StringProperty("")
    icon = StringProperty("")
    kind = OptionProperty("plain", options=KINDS)
    align = OptionProperty("center", options=("center", "left"))
    stacked = BooleanProperty(False)
    focused = BooleanProperty(False)
    wraps = BooleanProperty(False)
    text_size_limit = NumericProperty(20)

    shows: tuple[str, ...] = ("text", "icon", "kind", "align", "stacked", "focused", "wraps", "text_size_limit")

    def accepts_tap(self) -> bool:
        """Whether a tap does anything."""
        return self.kind != "off" and not self.disabled

    @property
    def answers(self) -> bool:
        return self.accepts_tap() and super().answers

    @property
    def gold(self) -> bool:
        return bool(self.kind == "primary")

    def on_touch_down(self, touch: Any) -> bool:
        if not self.accepts_tap() and self.accepts(touch):
            return True
        return super().on_touch_down(touch)

    def paint(self, pen: Pen) -> None:
        kind = self.kind if self.accepts_tap() else "off"
        idle, down = FILLS[kind]
        fill = down if self.pressed else idle
        radius = theme.RADIUS["button"]
        outline = "line_strong" if kind == "quiet" else None
        pen.box(0, 0, pen.w, pen.h, fill, radius, outline, theme.STROKE["normal"])
        if self.focused:
            pen.box(-5, -5, pen.w + 10, pen.h + 10, None, radius + 5, "lapis_light", theme.STROKE["strong"])
        if self.stacked and self.icon and self.text:
            self._paint_stacked(pen, INKS[kind])
        else:
            self._paint_row(pen, INKS[kind], kind in BOLD)

    def _paint_row(self, pen: Pen, ink: Colour, bold: bool) -> None:
        sign = min(24.0, pen.h - 16) if self.text else min(28.0, pen.h - 16)
        beside = sign + 10 if self.icon and self.text else 0.0
        # Short of room, the margin gives before the letters do.
        sizes = (20, 18) if self.text_size_limit >= 20 else (int(self.text_size_limit),)
        for margin in (12, 8, LEAST_MARGIN):
            fitted = fit.label(self.text, pen.w - 2 * margin - beside, bold, pen.frame, sizes)
            if fitted.fits:
                break
        room = pen.w - 2 * margin - beside
        if self.wraps and not fitted.fits:
            if self.icon:
                pen.icon(self.icon, margin + sign / 2, pen.h / 2, sign, ink)
            self._paint_two(pen, ink, bold, margin + beside, room)
            return
        width = min(pen.measure(self.text, fitted.style), room) if self.text else 0.0
        if not self.text:
            if self.icon:
                pen.icon(self.icon, pen.w / 2, pen.h / 2, sign, ink)
            return
        left = max(margin, 14) if self.align == "left" and fitted.fits else (pen.w - width - beside) / 2
        left = min(left, pen.w - margin - width - beside)
        if self.icon:
            pen.icon(self.icon, left + sign / 2, pen.h / 2, sign, ink)
        pen.text(self.text, left + beside, pen.h / 2, fitted.style, ink, max_width=room)

    def _paint_two(self, pen: Pen, ink: Colour, bold: bool, left: float, room: float) -> None:
        fitted = fit.largest(self.text, (18, 16), bold, room, 2, pen.frame)
        pen.lines(fitted, left + room / 2, (pen.h - fitted.height) / 2, ink, "center", room)

    def _paint_stacked(self, pen: Pen, ink: Colour) -> None:
        fitted = fit.label(self.text, pen.w - 8, False, pen.frame, (18, 16))
        pen.icon(self.icon, pen.w / 2, pen.h * 0.36, 24, ink)
        pen.text(self.text, pen.w / 2, pen.h * 0.76, fitted.style, ink, "center", pen.w - 8)
