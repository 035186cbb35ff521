"""Devices: what this machine has besides the table, as it stands, and one thing to do with each."""

from __future__ import annotations

from typing import ClassVar

from companion import report
from companion.device_words import state_word
from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.ui import device_facts, fit
from companion.ui.boot import has_desktop
from companion.ui.club import DEVICE as CLUB
from companion.ui.device_facts import ACT_WORDS, LIGHT, SPEAKER, TOUCH, USB, Item
from companion.ui.device_row import DeviceRow
from companion.ui.pretend import BY_SCRIPT
from companion.ui.rows import Caption, Ground
from companion.ui.screens.base import Screen
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware.camera import CAMERA
from hardware.device import Signal
from hardware.panel import PANEL

SIDE_W = 144.0
HINT = T(
    "A device only proposes. A move counts when the rules allow it and it is shown here; you can always tap instead."
)


class DevicesScreen(Screen):
    """A row each device. Rows are told anew by signals and changes only, never by a clock."""

    name: ClassVar[str] = "devices"

    def enter(self) -> None:
        self.offset = 0.0
        self.touched = False
        self.rows: dict[str, DeviceRow] = {}

    def leave(self) -> None:
        self.offset = self.list.offset
        self.context.devices.listener = None

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Devices")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.context.devices.listener = self._heard
        self._build_list()
        if frame.portrait:
            self._build_below()
        else:
            self._build_side()

    def _build_list(self) -> None:
        frame = self.frame
        width = frame.w - 16 - (0 if frame.portrait else SIDE_W)
        hint = self.say(HINT)
        lines = fit.wrapped(hint, "label", width - 16, 3, frame)
        bottom = frame.h - 16 - lines.height - (152 if frame.portrait else 0)
        self.list = self.put(ScrollList(gap=6), 8, 64, width, bottom - 10 - 64)
        self.items = device_facts.items(self.context)
        made = [(item, self._row(item)) for item in self.items]
        self.rows = {item.id: row for item, row in made}
        self.list.set_rows([(row, row.height_for(width)) for _, row in made])
        self.list.offset = min(self.offset, self.list.reach)
        self.put(Caption(hint, "label", lines=3), 16, bottom, width - 16, lines.height)

    def _row(self, item: Item) -> DeviceRow:
        row = DeviceRow(
            icon=item.icon,
            name=self.say(item.name),
            act=self.say(ACT_WORDS[item.act]) if item.act is not None else "",
            leads=item.id not in (TOUCH, LIGHT),
        )
        row.tell(item.state, self.say(state_word(item.state)), self._line(item))
        row.button.kind = "off" if item.act == "wait" else "plain"
        row.button.bind(on_release=lambda _: self._act(item))
        if row.leads:
            row.bind(on_release=lambda _: self._open(item))
        return row

    def _line(self, item: Item) -> str:
        if item.id == TOUCH and self.touched:
            return self.say(T("your tap came through"))
        return self.say(item.line)

    # the side

    def _build_side(self) -> None:
        frame = self.frame
        x = frame.w - SIDE_W
        self.put(Ground("night"), x, 56, SIDE_W, frame.h - 56)
        self.put(Caption(self.say(T("Everything works by tap")), "label", align="center", balance=True, lines=2),
                 x + 4, 65, SIDE_W - 8, 48)  # fmt: skip
        self._pretend_button(x + 8, 122, 128, 64)
        self.put(Caption(self.say(self._pretend_words()), "small", align="center", lines=4), x + 4, 190, SIDE_W - 8, 80)
        self._report_button(x + 8, 290, 128, 64)
        self.put(Caption(self.say(T("as a file on a stick")), "small", align="center", lines=2),
                 x + 4, 358, SIDE_W - 8, 40)  # fmt: skip

    def _build_below(self) -> None:
        frame = self.frame
        top, half = frame.h - 144, (frame.w - 40) / 2
        self.put(Ground("night"), 0, top, frame.w, 144)
        self._pretend_button(16, top + 12, half, 64)
        self.put(Caption(self.say(self._pretend_words()), "small", align="center", lines=3), 16, top + 80, half, 60)
        self._report_button(24 + half, top + 12, half, 64)
        self.put(Caption(self.say(T("as a file on a stick")), "small", align="center", lines=3),
                 24 + half, top + 80, half, 60)  # fmt: skip

    def _pretend_words(self) -> Text:
        pretend = self.context.upkeep.pretend
        return T("ends the simulated box") if pretend.runs else T("simulated devices for trying out")

    def _pretend_button(self, x: float, y: float, w: float, h: float) -> None:
        runs = self.context.upkeep.pretend.runs
        words = T("Stop") if runs else T("Pretend")
        self.pretend = PushButton(text=self.say(words), kind="lapis" if runs else "plain", guard=True)
        self.pretend.bind(on_release=lambda _: self._pretend())
        self.put(self.pretend, x, y, w, h)

    def _report_button(self, x: float, y: float, w: float, h: float) -> None:
        self.report = PushButton(text=self.say(T("Report")), guard=True)
        self.report.bind(on_release=lambda _: self._report())
        self.put(self.report, x, y, w, h)

    def _pretend(self) -> None:
        pretend = self.context.upkeep.pretend
        if pretend.runs:
            pretend.end()
        elif not has_desktop():
            self._tell(
                T("One picture only"),
                T(
                    "This screen holds no second window for a simulated box. Start it in a terminal instead: {command}",
                    command=BY_SCRIPT,
                ),
            )
            return
        else:
            pretend.begin(self.context.language.code)
            if pretend.fault is not None:
                self.context.trouble(pretend.fault)
                return
        self.relayout()

    def _report(self) -> None:
        try:
            path = report.write(self.context.language, self.context.settings, self.context.stage.data,
                                self.context.devices.hub.devices)  # fmt: skip
        except InputError as error:
            self.context.trouble(error.text)
            return
        self._tell(T("The report is written"), T("{file}", file=str(path)))

    def _tell(self, title: Text, text: Text) -> None:
        dialog = Dialog(title=self.say(title), text=self.say(text), safe_label=self.say(T("Good")))
        self.dialog = dialog.open(self.context.root)

    # rows

    def _act(self, item: Item) -> None:
        go = self.context.go
        if item.id == TOUCH:
            self.touched = True
            self.refresh()
        elif item.id == LIGHT:
            self.context.root.dim()
        elif item.id == SPEAKER and item.act == "test":
            go("speaker")
        elif item.id in (USB, SPEAKER) and item.act == "add":
            go("device_add")
        elif item.id == CAMERA and item.act in ("add", "test"):
            go("cameras" if item.act == "add" else "camera_test")
        elif item.id == CLUB:
            self.context.club.again()
            self.refresh()
        elif item.act == "add":
            go("pin_maps")
        elif item.act == "test":
            go("device_test", device=item.id)
        else:
            self._try(item)

    def _try(self, item: Item) -> None:
        for device in self.context.devices.hub.devices:
            if device.id == item.id or (item.id == SPEAKER and device.sounds and device.state == "lost"):
                device.try_again()
        self.context.upkeep.look()
        self.refresh()

    def _open(self, item: Item) -> None:
        pages = {SPEAKER: "speaker", USB: "device_add", PANEL: "pin_maps", CAMERA: "camera", CLUB: "club"}
        if item.id in pages and (item.id != PANEL or item.act == "add"):
            self.context.go(pages[item.id])
        else:
            self.context.go("device", device=item.id)

    # what devices tell

    def _heard(self, _: Signal) -> bool:
        # Only looked at: the button still does what it does here.
        self.refresh()
        return False

    def device_changed(self, device: str) -> None:
        fault = self.context.upkeep.pretend.fault
        if fault is not None:
            self.context.upkeep.pretend.fault = None
            self.context.trouble(fault)
            return
        self.refresh()

    def refresh(self) -> None:
        """Tell every row what it says now; made anew only where the rows or their buttons are others."""
        width, before = self.list.width / self.frame.unit, self.items
        self.items = device_facts.items(self.context)
        if [item._replace(line=HINT) for item in before] != [item._replace(line=HINT) for item in self.items]:
            self.offset = self.list.offset
            self.relayout()
            return
        for item in self.items:
            row = self.rows[item.id]
            height = row.height_for(width)
            row.tell(item.state, self.say(state_word(item.state)), self._line(item))
            if row.height_for(width) != height:
                self.offset = self.list.offset
                self.relayout()
                return
