"""The screen of safe mode, of Kivy's plainest parts: nothing of ours that could be what fails is loaded for it.

`prepare` of `companion.ui.boot` must have run before.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.button import Button
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView

from companion.engine.text import T, Text
from companion.language import Language
from companion.ui import safe, theme
from hardware.backlight import Backlight
from hardware.power import Power

WORKING = T("One moment …")
ACCEPTED = T("That is on its way.")
Act = Callable[[], Text | None]


class SafeApp(App):
    """Shows `told` in `said`'s language. What a button does runs in a thread of its own; the others wait for it."""

    title = "Cartouche"

    def __init__(self, said: Language, told: tuple[Text, ...], data: Path | None, power: Power, **args: Any) -> None:
        super().__init__(**args)
        self.said, self._data = said, data
        self.told = told
        self.buttons: dict[str, Button] = {}
        self._acts: list[tuple[Text, Act]] = [(safe.TRY_AGAIN, power.start_again)]
        if power.has_version_before:
            self._acts.append((safe.VERSION_BEFORE, power.version_before))
        self._acts += [(safe.COPY, lambda: safe.copy_to_stick(data)), (safe.SWITCH_OFF, power.off)]

    def build(self) -> BoxLayout:
        Window.clearcolor = theme.PALETTE["night"]
        # Kivy turns the other way round, and touches with it. What ended may have ended in the dark.
        Window.rotation = -safe.rotation(self._data) % 360
        # A half turn leaves the size as it was, so Kivy would not look.
        Window.update_viewport()
        Backlight.find().dark(False)
        unit = max(min(Window.width, Window.height) / 480, 0.5)
        page = BoxLayout(orientation="vertical", padding=16 * unit, spacing=10 * unit)
        page.add_widget(self._words(safe.TITLE, 34 * unit, "gold"))
        story = BoxLayout(orientation="vertical", size_hint_y=None, spacing=8 * unit)
        story.bind(minimum_height=story.setter("height"))
        for text in self.told:
            story.add_widget(self._words(text, 25 * unit, "sand"))
        room = ScrollView(do_scroll_x=False)
        room.add_widget(story)
        page.add_widget(room)
        self.answer = self._words("", 25 * unit, "gold")
        page.add_widget(self.answer)
        portrait = Window.height > Window.width
        keys = BoxLayout(orientation="vertical" if portrait else "horizontal", spacing=10 * unit, size_hint_y=None)
        keys.height = (72 * unit + keys.spacing) * len(self._acts) if portrait else 84 * unit
        for text, act in self._acts:
            keys.add_widget(self._key(text, act, 21 * unit))
        page.add_widget(keys)
        return page

    def _words(self, text: Text | str, size: float, colour: str) -> Label:
        label = Label(
            text=self.said.say(text) if text else "", font_size=size, color=theme.PALETTE[colour], size_hint_y=None
        )
        # As wide as there is room, and as high as its lines.
        label.bind(width=lambda one, width: setattr(one, "text_size", (width, None)))
        label.bind(texture_size=lambda one, size: setattr(one, "height", size[1]))
        return label

    def _key(self, text: Text, act: Act, size: float) -> Button:
        key = Button(
            text=self.said.say(text), font_size=size, halign="center", valign="middle", background_normal="",
            background_color=theme.PALETTE["raised"], color=theme.PALETTE["sand"],
        )  # fmt: skip
        key.bind(size=lambda one, size: setattr(one, "text_size", (size[0] - 12, size[1])))
        key.bind(on_release=lambda _: self._do(act))
        self.buttons[text.message] = key
        return key

    def _do(self, act: Act) -> None:
        for key in self.buttons.values():
            key.disabled = True
        self.answer.text = self.said.say(WORKING)
        threading.Thread(target=self._work, args=(act,), daemon=True).start()

    def _work(self, act: Act) -> None:
        """In a thread of its own."""
        try:
            came = act()
        except Exception as error:  # noqa: BLE001 - the last screen there is must go on and say it
            came = T("That failed: {detail}.", detail=repr(error)[:120])
        Clock.schedule_once(lambda _: self._done(came or ACCEPTED), 0)

    def _done(self, came: Text) -> None:
        self.answer.text = self.said.say(came)
        for key in self.buttons.values():
            key.disabled = False
