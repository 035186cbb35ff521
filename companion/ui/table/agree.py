"""Agreement: a dialog in which every seat taps its name or holds its button, and only then something is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.text import T, Text
from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Modal
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.seat_chip import SeatChip
from hardware.device import SEAT_KEYS

BY_TAP = T("Each player who agrees taps their own name.")
BY_BUTTON = T("Each player who agrees taps their own name, or holds their own button down until all do.")


class Agreement(Modal):
    """Covers the picture. One chip a seat; when all are on, `agreed` is called. There is always a way back.

    A chip is on once it was tapped (a second tap takes that back), and while the seat's own button is down.
    """

    def __init__(self, context: Any, title: Text, text: Text, seats: Sequence[str], agreed: Callable[[], None]) -> None:
        self.context = context
        self.title = context.say(title)
        self.text = context.say(text)
        self.agreed = agreed
        self.seats = tuple(seats)
        self.tapped: set[str] = set()
        self.held: dict[str, str] = {}
        """The seat buttons that are down, and whose they are."""
        self.chips: dict[str, SeatChip] = {}
        names = context.language.names
        for seat in seats:
            chip = self.chips[seat] = SeatChip(seat=seat, name=names.get(seat, seat))
            chip.bind(on_release=lambda _, who=seat: self._pressed(who))
        self.leave = PushButton(text=context.say(T("Leave it as it is")), kind="quiet", guard=True, leads_back=True)
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

    @property
    def missing(self) -> list[str]:
        """The seats that do not agree yet."""
        return [seat for seat in self.seats if seat not in self.tapped and seat not in self.held.values()]

    def _pressed(self, seat: str) -> None:
        self.tapped ^= {seat}
        self._count()

    def key_down(self, key: str, at: float) -> None:
        if key not in SEAT_KEYS:
            super().key_down(key, at)
            return
        seat = self.context.devices.seat_of(key)
        if seat in self.chips:
            self.held[key] = seat
            self._count()

    def key_up(self, key: str, at: float) -> None:
        if key not in SEAT_KEYS:
            super().key_up(key, at)
        elif self.held.pop(key, None) is not None:
            self._count()

    def tag_read(self, tag: str, at: float) -> None:
        """The tag of a seat agrees like a tap on its name; once more takes that back."""
        tagged = self.context.settings.tags.get(tag)
        if tagged is not None and tagged.seat in self.chips:
            self._pressed(tagged.seat)

    def _count(self) -> None:
        missing = self.missing
        for seat, chip in self.chips.items():
            chip.chosen = seat not in missing
        self.redraw()
        if not missing and self.parent is not None:
            self.close()
            self.agreed()

    @property
    def hint(self) -> str:
        """How one agrees; of buttons only where there are some."""
        devices = self.context.devices.hub.devices
        buttons = any(device.state == "ready" and set(device.keys) & set(SEAT_KEYS) for device in devices)
        return str(self.context.say(BY_BUTTON if buttons else BY_TAP))

    def _box(self) -> tuple[float, float, float, float, tuple[fit.Fitted, ...]]:
        """Left, top, width and height of the dialog, and its title, its text and how one agrees."""
        w, h = self.logical_size
        width = min(560.0, w - 32)
        title = fit.wrapped(self.title, "title", width - 48, 2, self.frame)
        text = fit.wrapped(self.text, "body", width - 48, 4, self.frame)
        hint = fit.wrapped(self.hint, "small", width - 48, 3, self.frame)
        rows = -(-len(self.chips) // 2)
        height = 20 + title.height + 8 + text.height + 15 + hint.height + rows * 64 + 8 + 56 + 20
        return (w - width) / 2, (h - height) / 2, width, height, (title, text, hint)

    def arrange(self) -> None:
        left, top, width, height, (title, text, hint) = self._box()
        y = top + 20 + title.height + 8 + text.height + 15 + hint.height
        half = (width - 48 - 12) / 2
        for i, chip in enumerate(self.chips.values()):
            self.put(chip, left + 24 + (i % 2) * (half + 12), y + (i // 2) * 64, half, 56)
        self.put(self.leave, left + 24, top + height - 76, width - 48, 56)

    def paint(self, pen: Pen) -> None:
        left, top, width, height, (title, text, hint) = self._box()
        pen.box(0, 0, pen.w, pen.h, theme.colour("night", 0.6))
        pen.box(left, top, width, height, "surface", theme.RADIUS["dialog"], "line_strong", theme.STROKE["normal"])
        y = top + 20
        y += pen.lines(title, left + 24, y, "sand") + 8
        y += pen.lines(text, left + 24, y, "sand_2") + 8
        pen.lines(hint, left + 24, y, "sand_2")
