"""Which box a new game is played with: one's own, with what is not known of it, or the practice board."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.box import PRACTICE
from companion.engine.text import TN, T
from companion.ui.boards import board_for
from companion.ui.draft import Draft
from companion.ui.rows import FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar


class WhichBoxScreen(Screen):
    """The box of `draft`. `only`: the choice is made already; what is unknown and the way to the survey are shown."""

    name: ClassVar[str] = "which_box"

    def enter(self, draft: Draft, only: bool = False) -> None:
        self.draft = draft
        self.game = draft.game
        self.only = only

    @property
    def practice(self) -> bool:
        return self.draft.practice

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Box: {game}", game=self.game.title)), tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        box = self.context.box(self.game)
        rows: list[tuple[Any, float]] = []
        self.rows: dict[str, FactRow] = {}
        if not self.only:
            n = len(box.unknown)
            detail = TN(
                "{n} fact of it is not known. Cartouche asks for it at the table when it needs it.",
                "{n} facts of it are not known. Cartouche asks for each at the table when it needs it.", n,
            ) if n else T("Everything about it is known.")  # fmt: skip
            self._row(rows, "own", self.say(T("Our own box")), self.say(detail), not self.draft.practice)
            invented = T("To try the game: what is not known has invented values. Nothing of it is kept.")
            self._row(rows, "practice", self.say(PRACTICE), self.say(invented), self.draft.practice)
        self._unknown(rows, box)
        surveyed = bool(self.game.survey(box)) or board_for(self.game.id).survey(self.context, box, lambda _: None)
        foot = 76 if surveyed else 8
        listed = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 64 - foot)
        listed.set_rows(rows)
        if surveyed:
            self.survey = PushButton(text=self.say(T("Go through the box")), icon="edit", kind="plain", guard=True)
            if self.only:
                self.survey.kind = "primary"
            self.survey.bind(on_release=lambda _: self._go_through())
            self.put(self.survey, 8, frame.h - 68, min(frame.w - 16, 420), 60)

    def _row(self, rows: list[tuple[Any, float]], name: str, title: str, detail: str, chosen: bool) -> None:
        row = FactRow(title=title, detail=detail, chosen=chosen, icon="check" if chosen else "", guard=True)
        row.bind(on_release=lambda _: self._choose(name == "practice"))
        self.rows[name] = row
        rows.append((row, row.height_for(self.frame.w - 16)))

    def _unknown(self, rows: list[tuple[Any, float]], box: Any) -> None:
        """What is not known of one's own box, and what that costs."""
        for key in box.unknown:
            fact = box.facts[key]
            if fact.costs:
                row = FactRow(title=self.say(fact.label), detail=self.say(fact.costs), note=self.say(T("unknown")),
                              note_colour="warn")  # fmt: skip
                rows.append((row, row.height_for(self.frame.w - 16)))

    def _choose(self, practice: bool) -> None:
        self.draft.practice = practice
        self.draft.agreed = ""
        self.context.back()

    def _go_through(self) -> None:
        if self.game.survey(self.context.box(self.game)) and not board_for(self.game.id).survey(
            self.context, self.context.box(self.game), lambda _: None
        ):
            self.context.go("survey", game=self.game)
        else:
            self.context.go("box", game=self.game)
