"""Copy and bring back: everything onto a stick, from a stick to here, and when the stick may be pulled out."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from companion.engine.text import T, Text
from companion.table import whole
from companion.table.whole import Copy
from companion.ui.errand import Errand
from companion.ui.lettering import strange
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.at_sticks import AtSticks, onto_stick
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.progress import Progress
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware.sticks import Stick


def room_text(bytes_free: int) -> Text:
    """How much room there is, in words."""
    if bytes_free >= 10**9:
        return T("{n} GB free", n=bytes_free // 10**9)
    return T("{n} MB free", n=bytes_free // 10**6)


class CopiesScreen(AtSticks):
    """The sticks there are, one of them chosen; below, what can be done with it. Works in a thread of its own."""

    name: ClassVar[str] = "copies"

    # building

    def build(self) -> None:
        self.watch()
        frame, busy = self.frame, self.busy
        bar = TopBar(title=self.say(T("Copy and bring back")), show_back=not busy)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        buttons = 72.0 if not frame.portrait else 3 * 66.0
        self._words(frame.h - buttons - 8 - 104)
        self.rows: dict[str, FactRow] = {}
        listed = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 72 - buttons - 8 - 104)
        for stick in self.found:
            self.rows[stick.path] = self._row(stick)
        listed.set_rows([(row, row.height_for(frame.w - 16)) for row in self.rows.values()])
        if not self.found:
            words = T("Plug in a USB stick. It is shown here as soon as it is ready.")
            self.put(Caption(self.say(words), "explain", "sand", lines=4), 24, 80, frame.w - 48, 120)
        self._buttons(frame.h - buttons)

    def _row(self, stick: Stick) -> FactRow:
        read_only = self.say(T("read-only")) if stick.read_only else ""
        row = FactRow(
            title=self.say(T("Stick “{name}”", name=strange(stick.name))),
            detail=self.say(room_text(stick.free)),
            note=read_only,
            note_colour="warn",
            icon="usb",
            chosen=stick.path == self.path,
            leads=False,
            guard=True,
        )
        row.bind(on_release=lambda _: self._choose(stick.path))
        return row

    def _words(self, top: float) -> None:
        """What is being done, or what came of it."""
        frame = self.frame
        if self.busy:
            self.put(Caption(self.say(self.doing), "body", "sand", lines=2), 16, top, frame.w - 32, 56)
            self.bar = self.put(Progress(of=100), 16, top + 68, frame.w - 32, 16)
            self.show_share()
        elif self.told is not None:
            self.put(Caption(self.say(self.told), "body", self.colour, lines=4), 16, top, frame.w - 32, 104)

    def _buttons(self, top: float) -> None:
        frame, stick = self.frame, self.chosen
        free = stick is not None and not self.busy
        acts = (
            (T("Copy everything"), free and stick is not None and not stick.read_only, self._copy),
            (T("Bring back"), free, self._bring),
            (T("Take the stick out"), free, self.take_out),
        )
        self.buttons: list[PushButton] = []
        width = frame.w - 16 if frame.portrait else (frame.w - 32) / 3
        for i, (label, on, act) in enumerate(acts):
            kind = "off" if not on else "primary" if i == 0 else "plain"
            button = PushButton(text=self.say(label), kind=kind, guard=True, wraps=True)
            if on:
                button.bind(on_release=lambda _, act=act: act())
            x, y = (8.0, top + 66 * i) if frame.portrait else (8 + (width + 8) * i, top)
            self.buttons.append(self.put(button, x, y, width, 60))

    def _choose(self, path: str) -> None:
        if not self.busy:
            self.path, self.told = path, None
            self.relayout()

    # acting

    def _copy(self) -> None:
        stick, data = self.chosen, self.context.stage.data
        if stick is None or self.busy:
            return
        errand = Errand(
            lambda progress: onto_stick(
                stick, lambda: whole.write(data, Path(stick.path), datetime.now(UTC), progress)
            ),
            lambda copy: self._copied(copy, stick),
            self.failed,
        )
        self.start(T("Everything is being copied and read back. Leave the stick in."), errand)

    def _copied(self, copy: Copy, stick: Stick) -> None:
        words = T(
            "Everything is on the stick “{name}” in {file}, and was read back. "
            "Take the stick out here before you pull it.",
            name=strange(stick.name),
            file=copy.path.name,
        )
        self.ended(words, "good")

    def _bring(self) -> None:
        stick = self.chosen
        if stick is not None and not self.busy:
            self.told = None
            self.context.go("copy_files", stick=stick)
