"""The question before a game is deleted where the owner's lock asks for the PIN first."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.text import T
from companion.table.history import Summary
from companion.ui import deleting
from companion.ui.game_row import GameRow, game_words, row_height, tagged, titles
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.top_bar import TopBar


class DeleteGameScreen(Screen):
    """Shows the game; "Delete" does it and goes back."""

    name: ClassVar[str] = "delete_game"

    def enter(self, summary: Summary) -> None:
        self.summary = summary
        self.only_of = summary.id

    def build(self) -> None:
        frame, summary = self.frame, self.summary
        bar = TopBar(title=self.say(T("Delete this game?")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        known, names = titles(), self.context.names_of(summary)
        words = game_words(summary, names, lambda text: self.context.say(text, names), known)
        high = row_height(len(summary.seats), tagged(summary, known), frame.w - 16.0)
        row = GameRow(summary.id, words, leads=False, disabled=True)
        self.put(row, 8, 72, frame.w - 16, high)
        hint = T("It leaves all lists and statistics, and can be brought back from “Deleted games”.")
        self.put(Caption(self.say(hint), "body", lines=4), 16, 88 + high, frame.w - 32, 104)
        self.keep = PushButton(text=self.say(T("Keep it")), kind="quiet", leads_back=True, guard=True)
        self.keep.bind(on_release=lambda _: self.context.back())
        self.delete = PushButton(text=self.say(T("Delete")), kind="bad", guard=True)
        self.delete.bind(on_release=lambda _: deleting.delete(self.context, summary))
        half = (frame.w - 24) / 2
        self.put(self.keep, 8, frame.h - 68, half, 60)
        self.put(self.delete, 16 + half, frame.h - 68, half, 60)
