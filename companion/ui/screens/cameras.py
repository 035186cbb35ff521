"""Choosing the camera: those that are plugged in, and the one that the settings name."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.ui.lettering import strange
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware.cameras import Listed, cameras, listed

WORDS = T("Plug the camera in and it stands here. It only proposes; no picture is kept unless you ask for it.")


class CamerasScreen(Screen):
    """Nothing is opened here; a tap chooses a camera, and its page says how it stands."""

    name: ClassVar[str] = "cameras"

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Choose a camera")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        lines = 3 if frame.portrait else 2
        self.put(Caption(self.say(WORDS), "label", lines=lines), 16, 64, frame.w - 32, 22 * lines)
        self.rows: dict[str, FactRow] = {}
        for one in self.found():
            self._row(one)
        rows: list[tuple[Any, float]] = [(row, row.height_for(frame.w - 16)) for row in self.rows.values()]
        if not rows:
            rows.append((Caption(self.say(T("No camera is plugged in.")), "body"), 48))
        top = 70 + 22 * lines
        listing = self.put(ScrollList(gap=6), 8, top, frame.w - 16, frame.h - top - 8)
        listing.set_rows(rows)

    def found(self) -> tuple[Listed, ...]:
        """What can be chosen; a folder or a file only where it was chosen in the settings."""
        here = cameras()
        chosen = self.context.settings.camera
        if not chosen or any(one.spec == chosen for one in here):
            return here
        try:
            return (listed(chosen), *here)
        except InputError:
            # Its page says what is wrong with what stands in the settings.
            return here

    def _row(self, one: Listed) -> None:
        chosen = one.spec == self.context.settings.camera
        row = FactRow(
            title=strange(one.name),
            detail=self.say(one.title),
            note=self.say(T("in use")) if chosen else "",
            note_colour="good",
            icon="camera",
            leads=True,
            guard=True,
        )
        row.bind(on_release=lambda _: self._choose(one))
        self.rows[one.spec] = row

    def _choose(self, one: Listed) -> None:
        if one.spec != self.context.settings.camera:
            try:
                self.context.change(camera=one.spec)
            except InputError as error:
                self.context.trouble(error.text)
                return
        self.context.replace("camera")

    def device_changed(self, device: str) -> None:
        self.relayout()
