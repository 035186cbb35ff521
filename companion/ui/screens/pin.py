"""The PIN: asked for before what the lock keeps, and chosen anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kivy.clock import Clock

from companion import pin
from companion.engine.errors import InputError
from companion.engine.text import TN, T, Text
from companion.ui import fit
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.pin_pad import PinPad
from companion.ui.widgets.top_bar import TopBar

WRONG = T("That is not the PIN. Nothing has changed.")


class _Pad(Screen):
    """A title, what is asked, what came of the last PIN, and the pad."""

    title: ClassVar[Text]

    def asked(self) -> Text:
        """What is asked."""
        raise NotImplementedError

    def told(self) -> Text | None:
        """What came of the last PIN."""
        raise NotImplementedError

    def build(self) -> None:
        frame = self.frame
        self.bar = TopBar(title=self.say(self.title))
        self.bar.bind(on_back=lambda *_: self.context.back())
        self.put(self.bar, 0, 0, frame.w, 56)
        asked = self._words(self.asked(), "decision2", "sand", 84)
        self._below = 84 + asked.logical_size[1] + 16
        self._told: Caption | None = None
        self.tell()
        self.pad = PinPad()
        self.pad.bind(on_confirm=lambda _, given: self.given(given))
        if frame.portrait:
            high = min(480.0, frame.h - 330)
            self.put(self.pad, 40, frame.h - 16 - high, frame.w - 80, high)
        else:
            self.put(self.pad, frame.w - 360, 68, 344, frame.h - 80)

    def _words(self, text: Text, style: str, colour: str, y: float) -> Caption:
        frame, words = self.frame, self.say(text)
        width = frame.w - 48 if frame.portrait else frame.w - 420
        lines = fit.wrapped(words, style, width, 5, frame)
        put: Caption = self.put(Caption(words, style, colour, lines=5), 24, y, width, lines.height)
        return put

    def tell(self) -> None:
        """Say anew what came of the last PIN; a finger on something else stays where it is."""
        if self._told is not None:
            self.remove_widget(self._told)
        told = self.told()
        self._told = None if told is None else self._words(told, "body", "warn", self._below)

    def given(self, given: str) -> None:
        """A PIN was confirmed."""
        raise NotImplementedError


class PinScreen(_Pad):
    """Opens `screen` with `args` in its own place once the right PIN was given."""

    name: ClassVar[str] = "pin"
    title: ClassVar[Text] = T("Locked")

    def enter(self, screen: str, args: Mapping[str, Any]) -> None:
        self.wanted, self.args = screen, args
        self.wrong = False
        self._timer = Clock.create_trigger(lambda _: self._waited(), 0)

    def leave(self) -> None:
        self._timer.cancel()

    def asked(self) -> Text:
        return T("Type the PIN to go on. Playing needs none.")

    def told(self) -> Text | None:
        wait = self.context.lock.wait_s
        if wait > 0:
            return TN("Too many wrong PINs. The keys light up again in {n} second.",
                      "Too many wrong PINs. The keys light up again in {n} seconds.", int(wait + 0.999))  # fmt: skip
        return WRONG if self.wrong else None

    def build(self) -> None:
        super().build()
        self._wait()

    def _wait(self) -> None:
        """Keep the keys shut as long as it takes, and count the seconds."""
        wait = self.context.lock.wait_s
        self.pad.shut = wait > 0
        self._timer.cancel()
        if wait > 0:
            self._timer.timeout = wait % 1 or 1
            self._timer()

    def _waited(self) -> None:
        self.tell()
        self._wait()

    def given(self, given: str) -> None:
        if self.context.lock.tried(given):
            self.context.replace(self.wanted, **self.args)
            return
        self.wrong = True
        self.context.lighting.sound("refused")
        self.relayout()


class NewPinScreen(_Pad):
    """Asks for a new PIN twice; the second one that is the same is kept."""

    name: ClassVar[str] = "new_pin"
    title: ClassVar[Text] = T("Lock with a PIN")

    def enter(self) -> None:
        self.first = ""
        self.other = False

    def asked(self) -> Text:
        if self.first:
            return T("The same PIN once more.")
        return T("Choose a PIN of {low} to {high} digits.", low=pin.SHORTEST, high=pin.LONGEST)

    def told(self) -> Text | None:
        if self.other:
            return T("That was another PIN. Choose it anew.")
        if self.first:
            return None
        return T("Write it down: it can't be shown again. It keeps settings, devices and boxes; playing needs none.")

    def given(self, given: str) -> None:
        if self.first == given:
            try:
                self.context.lock.seal(given)
            except InputError as error:
                self.context.trouble(error.text)
                return
            self.context.back()
            return
        self.first, self.other = ("", True) if self.first else (given, False)
        self.relayout()
