"""Boxes: what is known of your own copies of the games."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.box import Box
from companion.engine.text import TN, T
from companion.games import all_games
from companion.ui.rows import FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar


class BoxesScreen(Screen):
    """A row a game: its edition, and how many of its printed values are unknown."""

    name: ClassVar[str] = "boxes"

    def _detail(self, box: Box) -> str:
        """The edition, and how much of it the owner has confirmed."""
        n = len(box.overrides)
        if not n:
            return box.edition
        return self.say(TN("{edition}; {n} value of your own", "{edition}; {n} values of your own", n,
                           edition=box.edition))  # fmt: skip

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Boxes")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        rows: list[tuple[Any, float]] = []
        self.rows: dict[str, FactRow] = {}
        for game in all_games():
            box = self.context.box(game)
            unknown = len(box.unknown)
            row = FactRow(
                title=self.say(game.title),
                detail=self._detail(box),
                icon="box",
                note=self.say(TN("{n} unknown", "{n} unknown", unknown) if unknown else T("all known")),
                note_colour="warn" if unknown else "good",
                leads=True,
                guard=True,
            )
            row.bind(on_release=lambda _, game=game: self.context.go("box", game=game))
            self.rows[game.id] = row
            rows.append((row, row.height_for(frame.w - 16)))
        boxes = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 72)
        boxes.set_rows(rows)
