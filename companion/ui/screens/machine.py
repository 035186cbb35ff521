"""This machine: what Cartouche runs on, its screen, its lock, its copies, and the ways to switch it off."""

from __future__ import annotations

from typing import Any, ClassVar

from companion import __version__
from companion.engine.text import T, Text
from companion.ui.rows import FactRow
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Screen
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar

PAGES: tuple[tuple[str, str, Text, Text], ...] = (
    ("copies", "box", T("Copy and bring back"), T("All games and settings to a stick, and from a stick to here.")),
    ("doctor", "eye", T("Health"), T("What this machine is made of, what is wrong with it, and what helps.")),
)
"""Screens that open from here: name, sign, title and what they are for."""


class MachineScreen(Screen):
    """A row each thing. Everything that ends Cartouche is confirmed before."""

    name: ClassVar[str] = "machine"

    def enter(self) -> None:
        self.offset = 0.0
        self.rows: dict[str, Any] = {}

    def leave(self) -> None:
        self.offset = self.list.offset

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("This machine")), note=self.say(T("Cartouche {version}", version=__version__)))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.rows = dict(self._pages())
        self.list = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 72)
        self.list.set_rows([(row, row.height_for(frame.w - 16)) for row in self.rows.values()])
        self.list.offset = min(self.offset, self.list.reach)

    def _pages(self) -> list[tuple[str, FactRow]]:
        made = []
        for name, icon, title, detail in PAGES:
            if name in SCREENS:
                row = FactRow(title=self.say(title), detail=self.say(detail), icon=icon, leads=True, guard=True)
                row.bind(on_release=lambda _, name=name: self.context.go(name))
                made.append((name, row))
        return made
