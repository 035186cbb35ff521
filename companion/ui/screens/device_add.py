"""Adding a device: the pins of this machine, and what is plugged in on USB."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.text import T, Text
from companion.ui.lettering import strange
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware.profiles import profile
from hardware.serial_ports import Port

GUESSES = {
    "box": T("seems to be a button box"),
    "reader": T("seems to be a tag reader"),
    "": T("nobody knows what it is"),
}
USES = {"box": T("used as button box"), "reader": T("used as tag reader"), "ignored": T("left alone")}


class DeviceAddScreen(Screen):
    """Nothing unknown is talked to before somebody says here what it is."""

    name: ClassVar[str] = "device_add"

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Add a device")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        words = T("Plug it in and it stands here. Tap it and say what it is.")
        self.put(Caption(self.say(words), "label", lines=2), 16, 64, frame.w - 32, 44)
        self.rows: dict[str, FactRow] = {}
        self._pins()
        self._camera()
        for port in self.context.upkeep.found:
            self._port(port)
        rows: list[tuple[Any, float]] = [(row, row.height_for(frame.w - 16)) for row in self.rows.values()]
        if not self.context.upkeep.found:
            rows.append((Caption(self.say(T("Nothing is plugged in on USB.")), "body"), 48))
        listed = self.put(ScrollList(gap=6), 8, 112, frame.w - 16, frame.h - 120)
        listed.set_rows(rows)

    def _pins(self) -> None:
        row = FactRow(
            title=self.say(T("Buttons and lights on the pins")),
            detail=self.say(T("wired to this machine by yourself, after a drawing")),
            note=self._panel(),
            note_colour="good",
            icon="button",
            leads=True,
            guard=True,
        )
        row.bind(on_release=lambda _: self.context.go("pin_maps"))
        self.rows["panel"] = row

    def _camera(self) -> None:
        row = FactRow(
            title=self.say(T("Camera over the table")),
            detail=self.say(T("reads what lies there, with a printed mat round the board")),
            note=self.say(T("in use")) if self.context.settings.camera else "",
            note_colour="good",
            icon="camera",
            leads=True,
            guard=True,
        )
        row.bind(on_release=lambda _: self.context.go("camera" if self.context.settings.camera else "cameras"))
        self.rows["camera"] = row

    def _panel(self) -> str:
        """What the panel that is set is called; nothing without one."""
        chosen = self.context.settings.panel
        return strange(self.say(profile(chosen, self.context.stage.data).title)) if chosen else ""

    def _port(self, port: Port) -> None:
        note, colour = self._use(port)
        row = FactRow(title=strange(port.name), detail=self.say(self._guess(port)), note=self.say(note),
                      note_colour=colour, icon="usb", leads=True, guard=True)  # fmt: skip
        row.bind(on_release=lambda _: self.context.go("device", device=port.id))
        self.rows[port.id] = row

    def _guess(self, port: Port) -> Text:
        return T("simulated, for trying out") if port.simulated else GUESSES[port.guess]

    def _use(self, port: Port) -> tuple[Text, str]:
        device = self.context.devices.hub.device(port.id)
        kind = self.context.settings.ports.get(port.id, device.kind if device is not None else "")
        if not kind:
            return T("not in use"), "warn"
        return USES[kind], "sand_2" if kind == "ignored" else "good"

    def device_changed(self, device: str) -> None:
        self.relayout()
