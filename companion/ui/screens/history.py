"""History: every game of this device, the newest first."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.box import PRACTICE
from companion.engine.errors import InputError
from companion.engine.text import T, Text, seat
from companion.games import find_game, game_ids
from companion.table import history
from companion.table.history import Summary
from companion.ui.dates import day_text
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar

STATUS = {
    "playing": (T("goes on"), "gold"),
    "put_away": (T("put away"), "warn"),
    "finished": (T("finished"), "good"),
}


def game_title(summary: Summary) -> Text:
    """The title of a listed game; its id where the game is not installed here."""
    return find_game(summary.game).title if summary.game in game_ids() else T("{game}", game=summary.game)


def scores_text(summary: Summary) -> Text:
    """Everybody with their points ("Anna 44, Bence 38")."""
    points = tuple(
        T("{who} {points}", who=seat(s.seat), points=summary.scores[s.seat])
        if s.seat in summary.scores
        else T("{who}", who=seat(s.seat))
        for s in summary.seats
    )
    return T("{list}", list=points)


class HistoryScreen(Screen):
    """A row a game: which, when, and how it stands. A tap opens the replay."""

    name: ClassVar[str] = "history"

    def enter(self) -> None:
        self.offset = 0.0

    def leave(self) -> None:
        self.offset = self.list.offset

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("History")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.rows: dict[str, FactRow] = {}
        rows: list[tuple[Any, float]] = []
        for summary in history.games(self.context.journal):
            names = self.context.shown_names(summary.seats)
            words, colour = STATUS[summary.status]
            title = T("{game}, {day}", game=game_title(summary), day=day_text(summary.started))
            detail = self.context.say(scores_text(summary), names)
            if summary.practice:
                detail = f"{detail}\n{self.say(PRACTICE)}"
            row = FactRow(
                title=self.say(title),
                detail=detail,
                note=self.say(words),
                note_colour=colour,
                leads=True,
                guard=True,
            )
            row.bind(on_release=lambda _, record=summary.id: self._open(record))
            self.rows[summary.id] = row
            rows.append((row, row.height_for(frame.w - 16)))
        self.list = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 72)
        self.list.set_rows(rows)
        self.list.offset = min(self.offset, self.list.reach)
        if not rows:
            hint = self.say(T("No game has been played here yet."))
            self.put(Caption(hint, "body", lines=2), 16, 76, frame.w - 32, 60)

    def _open(self, record: str) -> None:
        try:
            self.context.go("replay", record=record)
        except InputError as error:
            self.context.trouble(error.text)
