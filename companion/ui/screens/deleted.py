"""Deleted games: brought back, or deleted for good."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.table import history, shelf
from companion.table.history import Summary
from companion.ui import deleting
from companion.ui.dates import day_text
from companion.ui.game_row import GameRow, game_words, row_height, title_text, titles
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.dialog import HoldButton
from companion.ui.widgets.long_list import LongList
from companion.ui.widgets.top_bar import TopBar

FOOT = {False: 68.0, True: 132.0}
"""How much of the lower edge the keys take, by whether the picture is upright."""


class DeletedScreen(Screen):
    """A row a game, one of them chosen; below, what can be done with it. For good must be held."""

    name: ClassVar[str] = "deleted"

    def enter(self) -> None:
        self.record = ""
        self.offset = 0.0

    def leave(self) -> None:
        self.offset = self.list.offset
        self.list.stop()

    def build(self) -> None:
        frame = self.frame
        self.games = history.deleted(self.context.journal)
        self.since = shelf.glance(self.context.stage.data).deleted
        self.known = titles()
        if self.chosen is None and self.games:
            self.record = self.games[0].id
        bar = TopBar(title=self.say(T("Deleted games")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        foot = frame.h - FOOT[frame.portrait]
        hint = self.say(T("Copies made before still hold a game that is deleted for good."))
        self.list = self.put(LongList(gap=6), 8, 64, frame.w - 16, foot - 72 - 52)
        width = frame.w - 16.0
        heights = [row_height(len(one.seats), True, width) for one in self.games]
        self.list.fill(heights, self._row)
        self.list.offset = min(self.offset, self.list.reach)
        if not self.games:
            self.put(Caption(self.say(T("No game is deleted.")), "body", lines=2), 16, 76, frame.w - 32, 56)
            return
        self.put(Caption(hint, "small", lines=2), 16, foot - 48, frame.w - 32, 44)
        self._buttons(foot)

    def _buttons(self, foot: float) -> None:
        frame = self.frame
        self.back_key = PushButton(text=self.say(T("Bring the game back")), kind="primary", guard=True)
        self.back_key.bind(on_release=lambda _: self._bring_back())
        self.purge_key = HoldButton(text=self.say(T("Hold: delete for good")), kind="bad", holdable=True, wraps=True)
        self.purge_key.bind(on_hold=lambda _: self._purge())
        if frame.portrait:
            self.put(self.back_key, 8, foot, frame.w - 16, 58)
            self.put(self.purge_key, 8, foot + 64, frame.w - 16, 58)
        else:
            half = (frame.w - 24) / 2
            self.put(self.purge_key, 8, foot, half, 60)
            self.put(self.back_key, 16 + half, foot, half, 60)

    @property
    def chosen(self) -> Summary | None:
        """The game that something is done with."""
        return next((one for one in self.games if one.id == self.record), None)

    def _row(self, index: int) -> Any:
        summary = self.games[index]
        names = self.context.names_of(summary)
        words = game_words(summary, names, lambda text: self.context.say(text, names), self.known)
        day = self.say(T("deleted on {day}", day=day_text(self.since.get(summary.id, ""))))
        words = words._replace(tag=f"{words.tag}; {day}" if words.tag else day)
        row = GameRow(summary.id, words, leads=False, chosen=summary.id == self.record)
        row.bind(on_release=lambda row: self._choose(row.record))
        return row

    @property
    def rows(self) -> dict[str, GameRow]:
        """The games in view, by record."""
        return {row.record: row for row in self.list.rows}

    def _choose(self, record: str) -> None:
        self.record = record
        for known, row in self.rows.items():
            row.chosen = known == record

    def _bring_back(self) -> None:
        summary = self.chosen
        if summary is None:
            return
        try:
            history.restore(self.context.journal, summary.id)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self._done(T("Back in History: {game}.", game=title_text(summary)))

    def _purge(self) -> None:
        summary = self.chosen
        if summary is None:
            return
        try:
            history.purge(self.context.journal, summary.id)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self._done(T("Deleted for good: {game}.", game=title_text(summary)))

    def _done(self, words: Text) -> None:
        """Draw anew, and say what was done above the keys: the next game may want them too."""
        self.offset = self.list.offset
        self.relayout()
        deleting.tell(self.context, words, FOOT[self.frame.portrait] + 4)
