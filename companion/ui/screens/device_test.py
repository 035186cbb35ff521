"""The live test of a device: drawn as it looks; what is pressed lights up here and on the device."""

from __future__ import annotations

from typing import ClassVar

from companion.device_words import state_word
from companion.engine.text import TN, T, Text
from companion.ui import device_facts
from companion.ui.device_drawing import KeyDrawing, KnobDrawing, LampDrawing
from companion.ui.lettering import strange
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.device_sign import DeviceSign
from companion.ui.widgets.top_bar import TopBar
from hardware.device import SEAT_KEYS, TABLE_KEYS, Device, Lamp, Pressed, Read, Released, Signal, Sound, Turned

LEAVE_S = 2.0
"""A button that was held so long leads back: whoever has no touch gets out as well."""
SOUNDS: tuple[tuple[Sound, Text], ...] = (
    ("good", T("Accepted")),
    ("refused", T("Refused")),
    ("ask", T("Which one?")),
    ("turn", T("Turn passes")),
)
NEXT_LAMP: dict[Lamp, Lamp] = {"off": "on", "on": "blink", "blink": "off"}


class DeviceTestScreen(Screen):
    """What the device tells is shown and does nothing else while this screen is shown. `device`: its id."""

    name: ClassVar[str] = "device_test"

    def enter(self, device: str) -> None:
        self.id = device
        self.down: dict[str, float] = {}
        self.counts: dict[str, int] = {}
        self.steps = 0
        self.last_tag = ""
        self.lit: dict[str, Lamp] = {}
        self.keys: tuple[str, ...] = ()
        self.lamps: tuple[str, ...] = ()

    @property
    def device(self) -> Device | None:
        """The device, while it is there."""
        return self.context.devices.hub.device(self.id)

    def leave(self) -> None:
        self.context.devices.listener = None
        self.context.devices.hub.relight(self.id)

    def build(self) -> None:
        frame, device = self.frame, self.device
        # What it had before it was lost stays drawn.
        if device is not None and (device.keys or device.lamps):
            self.keys, self.lamps = device.keys, device.lamps
        self.context.devices.listener = self.heard
        title = device.title if device is not None else T("Devices")
        bar = TopBar(title=self.say(title))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.sign = DeviceSign()
        self.put(self.sign, frame.w - 150, 13, 142, 30)
        self.drawn: dict[str, KeyDrawing] = {}
        self.lamp_drawn: dict[str, LampDrawing] = {}
        self.knob_drawn: KnobDrawing | None = None
        self.sounds: dict[Sound, PushButton] = {}
        if frame.portrait:
            self._portrait()
        else:
            self._landscape()
        self.refresh()

    def _landscape(self) -> None:
        frame = self.frame
        self._seats(64, frame.w - 16, 6, 150)
        self._commons(8, 224, frame.w - 16, 110)
        self.told = self.put(Caption("", "body", "sand", lines=2), 16, 344, frame.w - 32, 52)
        self._sound_buttons(8, frame.h - 72, frame.w - 24 - 150, 60)
        self._done(frame.w - 158, frame.h - 72, 150, 60)

    def _portrait(self) -> None:
        frame = self.frame
        self._seats(64, frame.w - 16, 3, 128)
        self._commons(8, 334, frame.w - 16, 84, across=2)
        self.told = self.put(Caption("", "body", "sand", lines=3), 16, 518, frame.w - 32, 76)
        self._sound_buttons(8, frame.h - 200, frame.w - 16, 56, across=2)
        self._done(8, frame.h - 72, frame.w - 16, 60)

    def _seats(self, top: float, width: float, across: int, height: float) -> None:
        here = [key for key in SEAT_KEYS if key in self.keys or key in self.lamps]
        pitch = width / across
        side = max(0.0, (width - pitch * min(len(here), across)) / 2)
        for i, key in enumerate(here):
            x, y = 8 + side + pitch * (i % across), top + (height + 6) * (i // across)
            if key in self.lamps:
                lamp = LampDrawing(guard=False)
                lamp.bind(on_release=lambda _, key=key: self.cycle(key))
                self.lamp_drawn[key] = self.put(lamp, x + 3, y, pitch - 6, 48)
            if key in self.keys:
                self._key(key, x + 3, y + 52, pitch - 6, height - 52)

    def _key(self, key: str, x: float, y: float, w: float, h: float) -> None:
        seat = self.context.settings.buttons.get(key, "") if key in SEAT_KEYS else ""
        number = key.removeprefix("seat") if key in SEAT_KEYS else ""
        word = number or self.say(device_facts.key_text(key))
        self.drawn[key] = self.put(KeyDrawing(word=word, seat=seat), x, y, w, h)

    def _commons(self, x: float, y: float, width: float, height: float, across: int = 4) -> None:
        here = [key for key in TABLE_KEYS if key in self.keys]
        knob = "turn" in self.keys or "push" in self.keys
        n = len(here) + (1 if knob else 0)
        if not n:
            return
        across = min(across, n)
        each = (width - 6 * (across - 1)) / across
        places = [(x + (each + 6) * (i % across), y + (height + 6) * (i // across), each, height) for i in range(n)]
        for key, place in zip(here, places, strict=False):
            self._key(key, *place)
        if knob:
            self.knob_drawn = self.put(KnobDrawing(), *places[-1])

    def _sound_buttons(self, x: float, y: float, width: float, height: float, across: int = 4) -> None:
        device = self.device
        if device is None or not device.sounds:
            return
        each = (width - 6 * (across - 1)) / across
        for i, (sound, words) in enumerate(SOUNDS):
            button = PushButton(text=self.say(words), guard=True, wraps=True)
            button.text_size_limit = 18
            button.bind(on_release=lambda _, sound=sound: self.hear(sound))
            place = x + (each + 6) * (i % across), y + (height + 6) * (i // across), each, height
            self.sounds[sound] = self.put(button, *place)

    def _done(self, x: float, y: float, w: float, h: float) -> None:
        self.done = PushButton(text=self.say(T("Done")), kind="primary", guard=True)
        self.done.bind(on_release=lambda _: self.context.back())
        self.put(self.done, x, y, w, h)

    # by touch

    def cycle(self, key: str) -> None:
        """Let a lamp be on, blink, or off."""
        self.lit[key] = NEXT_LAMP[self.lit.get(key, "off")]
        self._light()

    def hear(self, sound: Sound) -> None:
        """Let the device be heard; whoever taps here wants it also in the quiet hours."""
        if self.device is not None:
            self.device.sound(sound)

    # by the device

    def heard(self, signal: Signal) -> bool:
        """Show what the device under test tells; what others tell goes where it always does."""
        if signal.device != self.id:
            return False
        match signal:
            case Pressed(key=key, at=at):
                self.down[key] = at
                self.counts[key] = self.counts.get(key, 0) + 1
                self._light()
            case Released(key=key, at=at, cut=cut):
                since = self.down.pop(key, at)
                self._light()
                if at - since >= LEAVE_S and not cut:
                    self.context.back()
                    return True
            case Turned(steps=steps):
                self.steps += steps
                self.counts["turn"] = self.counts.get("turn", 0) + 1
            case Read(tag=tag):
                self.last_tag = tag
                self.counts["tags"] = self.counts.get("tags", 0) + 1
        self.refresh()
        return True

    def _light(self) -> None:
        pressed: dict[str, Lamp] = {key: "on" for key in self.down if key in self.lamps}
        if self.device is not None:
            self.device.light({**self.lit, **pressed})
        self.refresh()

    def device_changed(self, device: str) -> None:
        found = self.device
        if found is not None and (found.keys, found.lamps) != (self.keys, self.lamps) and found.state == "ready":
            self.relayout()
        elif device in ("", self.id):
            self.refresh()

    def refresh(self) -> None:
        """Draw what is known now."""
        device = self.device
        state = device.state if device is not None else "absent"
        self.sign.state, self.sign.word = state, self.say(state_word(state))
        for key, drawn in self.drawn.items():
            drawn.down, drawn.count = key in self.down, self.counts.get(key, 0)
        for key, lamp in self.lamp_drawn.items():
            lamp.lamp = "on" if key in self.down else self.lit.get(key, "off")
        if self.knob_drawn is not None:
            self.knob_drawn.steps, self.knob_drawn.down = self.steps, "push" in self.down
            self.knob_drawn.tried = self.counts.get("push", 0) > 0 or "push" not in self.keys
            self.knob_drawn.turned = self.counts.get("turn", 0) > 0 or "turn" not in self.keys
        self.told.text = self.say(self.sentence())
        self.told.redraw(base=True)

    @property
    def missing(self) -> tuple[str, ...]:
        """What the device has and has not told of yet."""
        return tuple(key for key in self.keys if not self.counts.get(key))

    def sentence(self) -> Text:
        """What is left to try, or what is wrong."""
        device = self.device
        if device is None:
            return T("The device is not there any more.")
        if device.state != "ready":
            return device.fault or device.wait or T("It does not answer yet.")
        if self.last_tag:
            n = self.counts["tags"]
            return TN("Read: {tag}. {n} tag so far.", "Read: {tag}. {n} tags so far.", n, tag=strange(self.last_tag))
        if not self.keys:
            return T("It has no buttons. Tap a sound to hear it.")
        if self.keys == ("tags",):
            return T("Hold a tag to the reader.")
        left = len(self.missing)
        if not left:
            return T("Everything works. Tap Done, or hold a button for two seconds.")
        return TN(
            "Try everything once: {n} is left. Hold a button for two seconds to leave.",
            "Try everything once: {n} are left. Hold a button for two seconds to leave.",
            left,
        )
