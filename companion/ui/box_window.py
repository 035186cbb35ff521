"""The window of the simulated button box: its buttons, knob, lamps and tags, to be clicked for want of a real one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import BooleanProperty, StringProperty

from companion.device_words import key_word, sound_word
from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.language import Language
from companion.ui import fit, layout, theme
from companion.ui.boot import BASE_SIZE
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from hardware.device import SEAT_KEYS, TABLE_KEYS
from hardware.firmware.logic import BLINK_MS
from hardware.firmware.tags import MOST_TAG
from hardware.simulated import SimulatedBox

LOOK_S = 0.05
"""Seconds between two looks at what the box was told."""
BACKSPACE, ENTER = 8, (13, 271)


class LampSpot(Drawn):
    """One lamp: dark ring or filled; `state` is what it was told, `bright` the moment of its blinking."""

    state = StringProperty("off")
    bright = BooleanProperty(True)

    shows = ("state", "bright")

    @property
    def shines(self) -> bool:
        """Whether it is light now."""
        return bool(self.state == "on" or (self.state == "blink" and self.bright))

    def paint(self, pen: Pen) -> None:
        r = min(pen.w, pen.h) / 2 - 2
        if self.shines:
            pen.disc(pen.w / 2, pen.h / 2, r, "gold")
        else:
            pen.disc(pen.w / 2, pen.h / 2, r, None, "line_strong", 3)


class TagField(Drawn):
    """The letters of a tag as they are typed, wherever the mouse is."""

    text = StringProperty("")

    shows = ("text",)

    def type(self, letters: str) -> None:
        """Letters were typed; those no reader tells are left out."""
        self.text = (self.text + "".join(letter for letter in letters if " " < letter <= "~"))[:MOST_TAG]

    def take_back(self) -> None:
        """The last letter goes."""
        self.text = self.text[:-1]

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "night", theme.RADIUS["button"], "line_strong", theme.STROKE["normal"])
        # The end is what was typed last, so that is seen of a long one.
        shown = self.text
        while pen.measure(shown, "body") > pen.w - 36:
            shown = shown[1:]
        pen.text(shown, 12, pen.h / 2, "body", "sand")
        after = 14 + (pen.measure(shown, "body") if shown else 0)
        pen.line([(after, pen.h / 2 - 12), (after, pen.h / 2 + 12)], "gold", 2)


class BoxPanel(Drawn):
    """The whole box. `look` takes over what it was told meanwhile; nothing is drawn where nothing changed."""

    told = StringProperty("")
    heard = StringProperty("")

    shows = ("told", "heard")

    def __init__(self, box: SimulatedBox, language: Language, title: Text, **more: Any) -> None:
        self.box = box
        self.language = language
        self.title = language.say(title)
        self.lamps = {key: LampSpot() for key in SEAT_KEYS}
        self.keys = {key: self._button(key) for key in (*SEAT_KEYS, *TABLE_KEYS, "push")}
        self.turn_left = self._tapped(T("Turn left"), lambda: box.turn(-1))
        self.turn_right = self._tapped(T("Turn right"), lambda: box.turn(1))
        self.read = self._tapped(T("Read this tag"), self.read_tag)
        self.plug = self._tapped(T("Unplug it"), self.pull)
        self.plugged = True
        self._heard = 0
        self.field = TagField()
        super().__init__(**more)
        self.look()

    def _button(self, key: str) -> PushButton:
        button = PushButton(
            text=self.language.say(key_word(key)), kind="primary" if key == "confirm" else "plain", wraps=True
        )

        def moved(_: Any, pressed: bool) -> None:
            self._try(lambda: (self.box.press if pressed else self.box.release)(key))

        button.bind(pressed=moved)
        return button

    def _tapped(self, text: Text, do: Callable[[], None]) -> PushButton:
        button = PushButton(text=self.language.say(text), wraps=True)
        button.bind(on_release=lambda *_: self._try(do))
        return button

    def _try(self, do: Callable[[], None]) -> None:
        """Do something to the box; what it can't take is said."""
        try:
            do()
        except InputError as error:
            self.heard = self.language.say(error.text)

    def pull(self) -> None:
        """Pull the plug of the box, or put it in again."""
        if self.plugged:
            self.box.unplug()
        else:
            self.box.plug()
        self.plugged = not self.plugged
        self.plug.text = self.language.say(T("Unplug it") if self.plugged else T("Plug it in"))

    def read_tag(self) -> None:
        """The tag whose letters stand in the field comes near."""
        if self.field.text:
            self.box.tag(self.field.text)

    def on_key(self, _: Any, key: int, *__: Any) -> None:
        """A key of the keyboard that is no letter: Enter reads the tag."""
        if key in ENTER:
            self._try(self.read_tag)
        elif key == BACKSPACE:
            self.field.take_back()

    def on_letters(self, _: Any, letters: str) -> None:
        """Letters of the keyboard."""
        self.field.type(letters)

    def look(self, *_: Any) -> None:
        """Show what lamps and sound were told, and whether anybody listens."""
        for key, lamp in self.lamps.items():
            lamp.state = self.box.lamps.get(key, "off")
        say = self.language.say
        self.told = say(T("Cartouche is connected.") if self.box.connected else T("Nobody is connected."))
        if self.box.heard != self._heard and self.box.sounds:
            self._heard = self.box.heard
            self.heard = say(T("Last sound: {sound}", sound=sound_word(self.box.sounds[-1])))

    def blink(self, *_: Any) -> None:
        """Half a second has passed: what blinks is now the other."""
        for lamp in self.lamps.values():
            lamp.bright = not lamp.bright if lamp.state == "blink" else True

    def arrange(self) -> None:
        for i, key in enumerate(SEAT_KEYS):
            self.put(self.lamps[key], 16 + 130 * i + 42, 64, 34, 34)
            self.put(self.keys[key], 16 + 130 * i, 106, 118, 96)
        for i, key in enumerate(TABLE_KEYS):
            self.put(self.keys[key], 16 + 130 * i, 226, 118, 96)
        for i, widget in enumerate((self.turn_left, self.keys["push"], self.turn_right)):
            self.put(widget, 406 + 130 * i, 226, 118, 96)
        self.put(self.plug, 666, 7, 118, 48)
        self.put(self.field, 16, 346, 508, 56)
        self.put(self.read, 536, 346, 248, 56)

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "ground", 0)
        pen.text(self.title, 16, 30, "title", "sand", max_width=630)

    def paint(self, pen: Pen) -> None:
        for words, x in ((self.told, 16), (self.heard, 406)):
            fitted = fit.wrapped(words, "body", 378, 2, pen.frame)
            if not fitted.fits:
                fitted = fit.wrapped(words, "small", 378, 3, pen.frame)
            pen.lines(fitted, x, 440 - fitted.height / 2, "sand_2")


class BoxApp(App):
    """The window; it ends when it is closed, or when `ended` says so."""

    def __init__(
        self, box: SimulatedBox, language: Language, title: Text, ended: Callable[[], bool] = lambda: False, **more: Any
    ) -> None:
        super().__init__(**more)
        self.title = language.say(title)
        self._parts = (box, language, title)
        self._ended = ended

    def build(self) -> BoxPanel:
        """The box as large as the window."""
        Window.clearcolor = theme.colour("ground")
        self.panel = BoxPanel(*self._parts)
        Window.bind(on_key_down=self.panel.on_key, on_textinput=self.panel.on_letters)
        self._fit(Window, *Window.size)
        Window.bind(size=lambda window, size: self._fit(window, *size))
        Clock.schedule_interval(self._look, LOOK_S)
        Clock.schedule_interval(self.panel.blink, BLINK_MS / 1000)
        return self.panel

    def _fit(self, _: Any, width: float, height: float) -> None:
        unit = min(width / BASE_SIZE[0], height / BASE_SIZE[1])
        frame = layout.use(Frame(round(BASE_SIZE[0] * unit), round(BASE_SIZE[1] * unit)))
        self.panel.size = (frame.width, frame.height)
        self.panel.pos = (round((width - frame.width) / 2), round((height - frame.height) / 2))

    def _look(self, _: float) -> None:
        if self._ended():
            self.stop()
        else:
            self.panel.look()


def open_window(box: SimulatedBox, language: Language, title: Text, ended: Callable[[], bool]) -> None:
    """Show the window until it is closed. `boot.prepare` must have run."""
    BoxApp(box, language, title, ended).run()
