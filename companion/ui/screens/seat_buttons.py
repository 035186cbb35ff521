"""Who has which button: each presses their own in turn, or its number is tapped."""

from __future__ import annotations

from typing import ClassVar

from kivy.properties import BooleanProperty, StringProperty

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.language import SEAT_WORDS
from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.base import Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.top_bar import TopBar
from hardware.device import SEAT_KEYS, Pressed, Released, Signal

SEATS = tuple(seat for seat in SEAT_WORDS if seat in theme.SEATS)


class ButtonRow(Touchable):
    """A seat's disc and colour, and the button it has; in lapis while its button is asked for."""

    seat = StringProperty("red")
    word = StringProperty("")
    button = StringProperty("")
    chosen = BooleanProperty(False)

    shows = ("seat", "word", "button", "chosen")

    def paint(self, pen: Pen) -> None:
        fill = "lapis" if self.chosen else "raised" if self.pressed else "surface"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"])
        pen.seat_disc(self.seat, 34, pen.h / 2, 18)
        ink = "lapis_ink" if self.chosen else "sand"
        taken = pen.text(self.button, pen.w - 16, pen.h / 2, "body", ink, "right", pen.w / 2)
        room = pen.w - 68 - taken - 28
        look = fit.label(self.word, room, True, pen.frame, (20, 18, 16))
        pen.text(self.word, 68, pen.h / 2, look.style, ink, max_width=room)


class SeatButtonsScreen(Screen):
    """The colour that is chosen gets the seat button that is pressed next; then the next colour is asked for."""

    name: ClassVar[str] = "seat_buttons"
    hurries = True
    """A button that is pressed here is learned: it must not be spent on waking the screen."""

    def enter(self) -> None:
        free = [seat for seat in self.order if seat not in self.context.settings.buttons.values()]
        self.chosen = free[0] if free else self.order[0]

    @property
    def order(self) -> tuple[str, ...]:
        """The colours: those of the game at the table first, in their order."""
        session = self.context.session
        here = tuple(seat.seat for seat in session.header.seats if seat.seat in SEATS) if session else ()
        return (*here, *(seat for seat in SEATS if seat not in here))

    def leave(self) -> None:
        self.context.devices.listener = None

    def build(self) -> None:
        frame = self.frame
        self.context.devices.listener = self.heard
        bar = TopBar(title=self.say(T("Who has which button?")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        words = T("{colour}: press your button, or tap its number.", colour=Text(SEAT_WORDS[self.chosen]))
        self.put(Caption(self.say(words), "body", "sand", lines=2), 16, 68, frame.w - 32, 50)
        self._seats()
        self._numbers()

    def _seats(self) -> None:
        frame = self.frame
        across = 1 if frame.portrait else 2
        each = (frame.w - 16 - 6 * (across - 1)) / across
        self.rows: dict[str, ButtonRow] = {}
        for i, seat in enumerate(self.order):
            key = self.key_of(seat)
            row = ButtonRow(seat=seat, word=self.say(Text(SEAT_WORDS[seat])), chosen=seat == self.chosen, guard=True)
            row.button = self.say(T("button {n}", n=int(key.removeprefix("seat")))) if key else ""
            row.bind(on_release=lambda _, seat=seat: self._choose(seat))
            self.rows[seat] = self.put(row, 8 + (each + 6) * (i % across), 124 + 66 * (i // across), each, 60)

    def _numbers(self) -> None:
        frame = self.frame
        top = frame.h - 136
        pitch = (frame.w - 16) / len(SEAT_KEYS)
        self.keys: dict[str, PushButton] = {}
        for i, key in enumerate(SEAT_KEYS):
            has = self.context.settings.buttons.get(key) == self.chosen
            button = PushButton(text=self.say(T("{n}", n=i + 1)), kind="lapis" if has else "plain", guard=True)
            button.bind(on_release=lambda _, key=key: self.give(key))
            self.keys[key] = self.put(button, 8 + pitch * i + 3, top, pitch - 6, 56)
        half = (frame.w - 24) / 2
        self.clear = PushButton(text=self.say(T("In order")), kind="quiet", guard=True, wraps=True)
        self.clear.bind(on_release=lambda _: self._keep({}, self.order[0]))
        self.put(self.clear, 8, frame.h - 68, half, 60)
        self.done = PushButton(text=self.say(T("Done")), kind="primary", guard=True)
        self.done.bind(on_release=lambda _: self.context.back())
        self.put(self.done, 16 + half, frame.h - 68, half, 60)

    def key_of(self, seat: str) -> str:
        """The button this seat was given; empty: none."""
        return next((key for key, has in self.context.settings.buttons.items() if has == seat), "")

    def _choose(self, seat: str) -> None:
        self.chosen = seat
        self.relayout()

    def give(self, key: str) -> None:
        """The chosen colour has this button from now on, and no other; then the next colour is asked for."""
        seat = self.chosen
        buttons = {k: s for k, s in self.context.settings.buttons.items() if s != seat}
        order = self.order
        following = order[(order.index(seat) + 1) % len(order)]
        self._keep({**buttons, key: seat}, following)

    def _keep(self, buttons: dict[str, str], following: str) -> None:
        try:
            self.context.keep(buttons=buttons)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.chosen = following
        self.relayout()

    def heard(self, signal: Signal) -> bool:
        """Seat buttons answer the question; all else is what it always is."""
        if isinstance(signal, (Pressed, Released)) and signal.key in SEAT_KEYS:
            if isinstance(signal, Pressed):
                self.give(signal.key)
            return True
        return False
