"""Agreement: a dialog in which every seat presses its own button, and only then something is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.text import T, Text
from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Modal
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.seat_chip import SeatChip


class Agreement(Modal):
    """Covers the picture. One chip a seat; when all are pressed, `agreed` is called. There is always a way back."""

    def __init__(self, context: Any, title: Text, text: Text, seats: Sequence[str], agreed: Callable[[], None]) -> None:
        self.context = context
        self.title = context.say(title)
        self.text = context.say(text)
        self.agreed = agreed
        self.missing = list(seats)
        self.chips: dict[str, SeatChip] = {}
        names = context.language.names
        for seat in seats:
            chip = self.chips[seat] = SeatChip(seat=seat, name=names.get(seat, seat))
            chip.bind(on_release=lambda _, who=seat: self._pressed(who))
        self.leave = PushButton(text=context.say(T("Leave it as it is")), kind="quiet", guard=True)
        self.leave.bind(on_release=lambda _: self.close())
        super().__init__()

    def open(self) -> Agreement:
        """Lie over the whole picture."""
        root = self.context.root
        self.size, self.pos = (self.frame.width, self.frame.height), (0, 0)
        root.add_widget(self)
        return self

    def close(self) -> None:
        """Leave without doing anything."""
        if self.parent is not None:
            self.parent.remove_widget(self)

    def _pressed(self, seat: str) -> None:
        chip = self.chips[seat]
        chip.chosen = not chip.chosen
        if chip.chosen:
            self.missing.remove(seat)
        else:
            self.missing.append(seat)
        self.redraw()
        if not self.missing:
            self.close()
            self.agreed()

    def _box(self) -> tuple[float, float, float, float, fit.Fitted, fit.Fitted]:
        w, h = self.logical_size
        width = min(560.0, w - 32)
        title = fit.wrapped(self.title, "title", width - 48, 2, self.frame)
        text = fit.wrapped(self.text, "body", width - 48, 4, self.frame)
        rows = -(-len(self.chips) // 2)
        height = 20 + title.height + 8 + text.height + 34 + rows * 64 + 8 + 56 + 20
        return (w - width) / 2, (h - height) / 2, width, height, title, text

    def arrange(self) -> None:
        left, top, width, height, title, text = self._box()
        y = top + 20 + title.height + 8 + text.height + 34
        half = (width - 48 - 12) / 2
        for i, chip in enumerate(self.chips.values()):
            self.put(chip, left + 24 + (i % 2) * (half + 12), y + (i // 2) * 64, half, 56)
        self.put(self.leave, left + 24, top + height - 76, width - 48, 56)

    def paint(self, pen: Pen) -> None:
        left, top, width, height, title, text = self._box()
        pen.box(0, 0, pen.w, pen.h, theme.colour("night", 0.6))
        pen.box(left, top, width, height, "surface", theme.RADIUS["dialog"], "line_strong", theme.STROKE["normal"])
        y = top + 20
        y += pen.lines(title, left + 24, y, "sand") + 8
        y += pen.lines(text, left + 24, y, "sand_2")
        hint = self.context.say(T("Each player who agrees taps their own name."))
        pen.text(hint, left + 24, y + 18, "small", "sand_2", max_width=width - 48)
