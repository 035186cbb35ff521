"""The page of the camera: how it stands, which one it is, and what it has learned of each game."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.device_words import state_word
from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.text import T, Text
from companion.games import all_games
from companion.ui import device_facts
from companion.ui.lettering import strange
from companion.ui.rows import FactRow
from companion.ui.screens.base import Screen
from companion.ui.switchboard import Switchboard
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.device_sign import STATES
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware.camera import CAMERA
from hardware.cameras import listed


class CameraScreen(Screen):
    """Where none is set up, it leads to the choice of one."""

    name: ClassVar[str] = "camera"

    def enter(self) -> None:
        self.offset = 0.0

    def leave(self) -> None:
        self.offset = self.list.offset

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Camera")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.rows: dict[str, FactRow] = {}
        self._state()
        title = T("Another camera") if self.context.settings.camera else T("Choose a camera")
        self._lead("choose", "swap", title, T("what is plugged in"), lambda: self.context.go("cameras"))
        for game in all_games():
            if game.sight is not None:
                self._game(game)
        if self.context.settings.camera:
            said = T("What it learned of the games stays, for when it is chosen again.")
            self._lead("forget", "cross", T("Forget it"), said, self._forget)
        self.list = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 64 - 84)
        self.list.set_rows([(row, row.height_for(frame.w - 16)) for row in self.rows.values()])
        self.list.offset = min(self.offset, self.list.reach)
        self._button()

    def _state(self) -> None:
        device, spec = self.context.eye.device, self.context.settings.camera
        state = device.state if device is not None else "absent"
        line = T("No camera is set up; nothing needs one.") if not spec else T("It does not run.")
        if device is not None:
            line = device_facts.line_of(device, None, Switchboard.now(), self.context.upkeep.seen_at(CAMERA))
            if line == device.fault:
                line = device.wait or T("does not answer")
        self.rows["state"] = FactRow(
            title=self.say(line),
            detail=self._name(spec),
            note=self.say(state_word(state)),
            note_colour=STATES[state],
            icon="camera",
        )
        if device is not None and device.fault is not None:
            words = T("What was wrong last") if state == "ready" else T("What is wrong")
            self.rows["fault"] = FactRow(title=self.say(words), detail=self.say(device.fault), icon="warn")

    def _name(self, spec: str) -> str:
        if not spec:
            return ""
        try:
            one = listed(spec)
        except InputError:
            return strange(spec)
        if one.simulated:
            return self.say(T("{what}: {name}", what=one.title, name=strange(one.name)))
        return strange(one.name)

    def _lead(self, key: str, icon: str, title: Text, detail: Text, then: Any, note: Text | None = None) -> FactRow:
        row = FactRow(title=self.say(title), detail=self.say(detail), icon=icon, leads=True, guard=True)
        if note is not None:
            row.note = self.say(note)
        row.bind(on_release=lambda _: then())
        self.rows[key] = row
        return row

    def _game(self, game: Game[Any]) -> None:
        if self.context.eye.device is None:
            return
        known = bool(self.context.eye.known(game))
        note = T("calibrated") if known else T("not calibrated")
        row = self._lead(game.id, "box", game.title, T("calibrate, teach, try"),
                         lambda: self.context.go("camera_game", game=game), note)  # fmt: skip
        row.note_colour = "good" if known else "sand_2"

    def _forget(self) -> None:
        try:
            self.context.change(camera="")
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.back()

    def _button(self) -> None:
        frame, device = self.frame, self.context.eye.device
        words = T("Choose a camera")
        if device is not None:
            words = T("Test") if device.state == "ready" else T("Try now")
        self.button = PushButton(text=self.say(words), kind="primary", guard=True)
        self.button.bind(on_release=lambda _: self._act())
        wide = min(frame.w - 32, 320)
        self.put(self.button, frame.w - 16 - wide, frame.h - 72, wide, 60)

    def _act(self) -> None:
        device = self.context.eye.device
        if device is None:
            self.context.go("cameras")
        elif device.state == "ready":
            self.context.go("camera_test")
        else:
            device.try_again()
            self.relayout()

    def device_changed(self, device: str) -> None:
        if device in ("", CAMERA):
            self.offset = self.list.offset
            self.relayout()
