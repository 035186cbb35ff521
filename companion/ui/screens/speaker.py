"""The loudspeaker: whether devices may be heard, when not, and how each sound sounds."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.ui import device_facts, fit, theme
from companion.ui.pen import Pen
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.screens.device_test import SOUNDS
from companion.ui.screens.settings import SettingRow
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.choice import Choice
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.stepper import Stepper
from companion.ui.widgets.top_bar import TopBar
from hardware.device import Sound

WHEN = (("on", T("Always")), ("night", T("Not at night")), ("off", T("Never")))


class HoursRow(Drawn):
    """From which hour until which it is quiet."""

    def __init__(self, words: tuple[str, str], hours: tuple[int, int], **properties: Any) -> None:
        self.words = words
        self.steppers = tuple(Stepper(value=hour, low=0, high=23) for hour in hours)
        super().__init__(**properties)

    def height_for(self, width: float) -> float:
        """The logical height for a logical width."""
        return 122 if width < 600 else 64

    def _rects(self) -> list[tuple[float, float, float]]:
        """Left edge of the words, left edge and top of the stepper, for each of the two."""
        w, _ = self.logical_size
        if w < 600:
            return [(16, w - 168, 8), (16, w - 168, 66)]
        return [(16, w / 2 - 176, 8), (w / 2 + 16, w - 168, 8)]

    def arrange(self) -> None:
        for stepper, (_, x, y) in zip(self.steppers, self._rects(), strict=True):
            self.put(stepper, x, y, 160, 48)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["button"])
        for words, (left, x, y) in zip(self.words, self._rects(), strict=True):
            look = fit.label(words, x - left - 8, False, pen.frame, (20, 18, 16))
            pen.text(words, left, y + 24, look.style, "sand", max_width=x - left - 8)


class SpeakerScreen(Screen):
    """Every change is stored at once. A sound that is tapped here is heard at any hour."""

    name: ClassVar[str] = "speaker"

    def build(self) -> None:
        frame, settings = self.frame, self.context.settings
        bar = TopBar(title=self.say(T("Loudspeaker")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        known = [value for value, _ in WHEN]
        self.choice = Choice([self.say(words) for _, words in WHEN], chosen=known.index(settings.sound))
        self.choice.bind(on_choose=lambda _, i: self._choose(known[i]))
        self.hours = HoursRow((self.say(T("Quiet from (hour)")), self.say(T("until (hour)"))), settings.quiet)
        for stepper in self.hours.steppers:
            stepper.bind(on_step=lambda *_: self._quiet())
        rows: list[Any] = [SettingRow(self.say(T("May be heard")), self.choice)]
        if settings.sound == "night":
            rows.append(self.hours)
        listed = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 64 - self._sounds())
        listed.set_rows([(row, row.height_for(frame.w - 16)) for row in rows])

    def _sounds(self) -> float:
        """Put the sounds at the bottom; returns how high they are with their heading."""
        frame = self.frame
        across = 2 if frame.portrait else 4
        height = 66.0 * (4 // across)
        top = frame.h - 10 - height
        ready = device_facts.speaker(self.context).state == "ready"
        words = T("Tap to hear it, at any hour.") if ready else T("Nothing that can be heard is ready.")
        self.put(Caption(self.say(words), "label", lines=2), 16, top - 48, frame.w - 32, 44)
        each = (frame.w - 16 - 6 * (across - 1)) / across
        self.sounds: dict[Sound, PushButton] = {}
        for i, (sound, name) in enumerate(SOUNDS):
            button = PushButton(text=self.say(name), guard=True, wraps=True, kind="plain" if ready else "off")
            button.text_size_limit = 18
            button.bind(on_release=lambda _, sound=sound: self.context.devices.hub.sound(sound))
            self.sounds[sound] = self.put(button, 8 + (each + 6) * (i % across), top + 66 * (i // across), each, 60)
        return height + 66

    def _quiet(self) -> None:
        since, until = (int(stepper.value) for stepper in self.hours.steppers)
        # Nothing is made anew: a finger may still be holding the key.
        self._keep(quiet=(since, until))

    def _choose(self, sound: str) -> None:
        if self._keep(sound=sound):
            self.relayout()

    def _keep(self, **values: Any) -> bool:
        try:
            self.context.keep(**values)
        except InputError as error:
            self.context.trouble(error.text)
            return False
        return True

    def device_changed(self, device: str) -> None:
        self.relayout()
