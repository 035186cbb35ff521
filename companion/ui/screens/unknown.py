"""What Cartouche can't check for want of facts, and what it does instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from companion.engine.box import Box
from companion.engine.game import Game
from companion.engine.text import T, Text
from companion.ui.rows import FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar


class UnknownScreen(Screen):
    """The facts `keys` of `box`, each with what its lack costs."""

    name: ClassVar[str] = "unknown"

    def enter(self, game: Game[Any], box: Box, keys: Sequence[str]) -> None:
        self.game, self.box, self.keys = game, box, tuple(keys)

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("What can't be checked")), tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        rows: list[tuple[Any, float]] = []
        for key in self.keys:
            fact = self.box.facts[key]
            row = FactRow(title=self.say(Text(fact.label)), detail=self.say(fact.costs), note=self.say(T("unknown")),
                          note_colour="warn")  # fmt: skip
            rows.append((row, row.height_for(frame.w - 16)))
        listed = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 72)
        listed.set_rows(rows)
