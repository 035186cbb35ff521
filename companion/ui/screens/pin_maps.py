"""Which pin map the button panel has: those there are, what each holds, and why one can't be used."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware.panel import PANEL
from hardware.profiles import Profile, profiles


class PinMapsScreen(Screen):
    """A tap on one that can be used uses it; the others say what is wrong with them."""

    name: ClassVar[str] = "pin_maps"

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Which buttons are wired?")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        words = T("“{command}” draws how each is wired.", command="cartouche panel wiring")
        self.put(Caption(self.say(words), "label", lines=2), 16, 64, frame.w - 32, 44)
        self.rows: dict[str, FactRow] = {}
        for profile in profiles(self.context.stage.data):
            self.rows[profile.id] = self._row(profile)
        listed = self.put(ScrollList(gap=6), 8, 112, frame.w - 16, frame.h - 120)
        listed.set_rows([(row, row.height_for(frame.w - 16)) for row in self.rows.values()])

    def _row(self, profile: Profile) -> FactRow:
        used = profile.id == self.context.settings.panel
        usable = not profile.faults
        told = profile.faults or (profile.summary, *profile.notes)
        note = T("in use") if used else None if usable else T("can't be used")
        row = FactRow(
            title=self.say(profile.title),
            detail="\n".join(self.say(one) for one in told),
            note=self.say(note) if note is not None else "",
            note_colour="good" if usable else "bad",
            icon="button" if usable else "warn",
            leads=usable,
            guard=True,
        )
        if usable:
            row.bind(on_release=lambda _: self._use(profile))
        return row

    def _use(self, profile: Profile) -> None:
        try:
            self.context.change(panel=profile.id)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.replace("device", device=PANEL)
