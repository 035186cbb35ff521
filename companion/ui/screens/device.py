"""The page of one device: how it stands, what is wrong in whole, what it is used as, and what belongs to it."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.device_words import state_word
from companion.engine.errors import InputError
from companion.engine.text import TN, T, Text
from companion.ui import device_facts
from companion.ui.lettering import strange
from companion.ui.rows import FactRow
from companion.ui.screens.base import Screen
from companion.ui.screens.settings import SettingRow
from companion.ui.switchboard import Switchboard
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.choice import Choice
from companion.ui.widgets.device_sign import STATES
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware.device import SEAT_KEYS, Device
from hardware.panel import PANEL
from hardware.profiles import profile
from hardware.serial_ports import SERIAL

KINDS: tuple[tuple[str, Text], ...] = (
    ("box", T("Button box")),
    ("reader", T("Tag reader")),
    ("ignored", T("Leave it alone")),
)
"""What a thing on USB can be used as: value of the settings, and words."""


class DeviceScreen(Screen):
    """`device` is the id of the panel or of a port, whether it runs, is plugged in, or is only known by name."""

    name: ClassVar[str] = "device"

    def enter(self, device: str) -> None:
        self.id = device

    @property
    def device(self) -> Device | None:
        """The device, if it runs."""
        return self.context.devices.hub.device(self.id)

    def build(self) -> None:
        frame, device = self.frame, self.device
        named = T("Button panel") if self.id == PANEL else T("{name}", name=strange(self.place))
        bar = TopBar(title=self.say(device.title if device is not None else named))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.rows: dict[str, Any] = {}
        self._state(device)
        self._use()
        self._belongings(device)
        self._way_out()
        listed = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 64 - 84)
        listed.set_rows([(row, row.height_for(frame.w - 16)) for row in self.rows.values()])
        self._button(device)

    # what it says

    def _state(self, device: Device | None) -> None:
        state = device.state if device is not None else "absent"
        colour = STATES[state]
        line = T("It does not run.")
        if device is not None:
            seen = self.context.upkeep.seen_at(self.id)
            line = device_facts.line_of(device, self.context.devices.last.get(self.id), Switchboard.now(), seen)
            if line == device.fault:
                # It stands below, in whole.
                line = device.wait or T("does not answer")
        self.rows["state"] = FactRow(
            title=self.say(line),
            detail=strange(self.place),
            note=self.say(state_word(state)),
            note_colour=colour,
            icon=device_facts.ICONS[self.kind],
        )
        if device is not None and device.fault is not None:
            words = T("What was wrong last") if state == "ready" else T("What is wrong")
            self.rows["fault"] = FactRow(title=self.say(words), detail=self.say(device.fault), icon="warn")

    @property
    def kind(self) -> str:
        """Panel, box or reader, as far as known."""
        if self.device is not None:
            return self.device.kind
        return "panel" if self.id == PANEL else "reader" if self.used_as == "reader" else "box"

    @property
    def used_as(self) -> str:
        """What the settings say of the port, or what it runs as without them; empty: nothing."""
        said = self.context.settings.ports.get(self.id)
        return said if said is not None else self.device.kind if self.device is not None else ""

    @property
    def place(self) -> str:
        """What it is connected to: the name of the pin map, or the entry of the port."""
        if self.id == PANEL:
            return self.say(profile(self.context.settings.panel, self.context.stage.data).title)
        port = next((port for port in self.context.upkeep.found if port.id == self.id), None)
        return port.name if port is not None else self.id.removeprefix(SERIAL)

    # what it is used as

    def _use(self) -> None:
        if self.id == PANEL:
            row = FactRow(title=self.say(T("Pin map")), detail=strange(self.place), icon="edit",
                          leads=True, guard=True)  # fmt: skip
            row.bind(on_release=lambda _: self.context.go("pin_maps"))
            self.rows["pins"] = row
            return
        known = [kind for kind, _ in KINDS]
        chosen = known.index(self.used_as) if self.used_as in known else -1
        self.choice = Choice([self.say(words) for _, words in KINDS], chosen=chosen)
        self.choice.bind(on_choose=lambda _, i: self._use_as(known[i]))
        self.rows["kind"] = SettingRow(self.say(T("Use it as")), self.choice)

    def _use_as(self, kind: str) -> None:
        self._change(ports={**self.context.settings.ports, self.id: kind})

    def _belongings(self, device: Device | None) -> None:
        keys = device.keys if device is not None else ()
        if any(key in SEAT_KEYS for key in keys):
            self._lead("buttons", "people", T("Who has which button?"), buttons_text(self.context.settings.buttons),
                       "seat_buttons")  # fmt: skip
        if "tags" in keys or self.kind == "reader":
            n = len(self.context.settings.tags)
            said = TN("{n} tag stands for something", "{n} tags stand for something", n) if n else T("none taught yet")
            self._lead("tags", "seal", T("Tags"), said, "tags")

    def _lead(self, key: str, icon: str, title: Text, detail: Text, screen: str) -> None:
        row = FactRow(title=self.say(title), detail=self.say(detail), icon=icon, leads=True, guard=True)
        row.bind(on_release=lambda _: self.context.go(screen))
        self.rows[key] = row

    def _way_out(self) -> None:
        named = bool(self.context.settings.panel) if self.id == PANEL else self.id in self.context.settings.ports
        if named:
            words = T("Its pins are free again.") if self.id == PANEL else T("What was said of it above is forgotten.")
            row = FactRow(title=self.say(T("Forget it")), detail=self.say(words), icon="cross", leads=True, guard=True)
            row.bind(on_release=lambda _: self._forget())
            self.rows["forget"] = row

    def _forget(self) -> None:
        settings = self.context.settings
        changes: dict[str, Any] = {"panel": ""}
        if self.id != PANEL:
            changes = {"ports": {port: kind for port, kind in settings.ports.items() if port != self.id}}
        if self._change(**changes):
            self.context.back()

    def _change(self, **values: Any) -> bool:
        try:
            self.context.change(**values)
        except InputError as error:
            self.context.trouble(error.text)
            return False
        return True

    # its button

    def _button(self, device: Device | None) -> None:
        frame = self.frame
        if device is None and not self.used_as:
            # Nobody has said what it is: there is nothing to try yet.
            return
        ready = device is not None and device.state == "ready"
        self.button = PushButton(text=self.say(T("Test") if ready else T("Try now")), kind="primary", guard=True)
        self.button.bind(on_release=lambda _: self._act())
        wide = min(frame.w - 32, 320)
        self.put(self.button, frame.w - 16 - wide, frame.h - 72, wide, 60)

    def _act(self) -> None:
        device = self.device
        if device is not None and device.state == "ready":
            self.context.go("device_test", device=self.id)
            return
        if device is not None:
            device.try_again()
        self.context.upkeep.look()
        self.relayout()

    def device_changed(self, device: str) -> None:
        if device in ("", self.id):
            self.relayout()


def buttons_text(buttons: dict[str, str]) -> Text:
    """Of how many seat buttons the table said whose they are."""
    n = len(buttons)
    if not n:
        return T("in the order of the seats")
    return TN("{n} button has its colour", "{n} buttons have their colours", n)
