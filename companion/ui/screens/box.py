"""One box: its printed facts, where each comes from, and what the owner knows better."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.box import Fact
from companion.engine.box_words import sure, value_lines
from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.text import TN, T, Text
from companion.ui.boards import board_for
from companion.ui.rows import FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar

MOST = 999
COLOURS = {"certain": "good", "high": "sand_2", "low": "warn", "unknown": "warn", "owner": "gold"}
"""The colour for how sure a value is."""


class BoxScreen(Screen):
    """Every fact with its value, its source and how sure it is; of unknown ones what that costs.

    A fact that the survey asks for leads to its question, any other whole number to the keypad. Below: the survey as a
    whole (the board's own, where it brings one), the owner's values to a file and from one.
    """

    name: ClassVar[str] = "box"

    def enter(self, game: Game[Any]) -> None:
        self.game = game
        self.offset = 0.0
        self.board = board_for(game.id)

    def leave(self) -> None:
        self.offset = self.list.offset

    def build(self) -> None:
        frame = self.frame
        box = self.context.box(self.game)
        bar = TopBar(title=self.say(T("Box: {game}", game=self.game.title)), note=box.edition)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        bottom = frame.h - 8.0
        self.asked = {} if self._survey() is not None else {one.key: one for one in self.game.survey(box)}
        ways = bool(self.asked) or self._survey() is not None
        bottom = frame.h - (8.0 if not ways else 76.0 if not frame.portrait else 142.0)
        rows: list[tuple[Any, float]] = []
        self.rows: dict[str, FactRow] = {}
        keys = sorted(box.facts, key=lambda key: box.value(key) is not None)
        for key in keys:
            fact = box.fact(key)
            row = self._row(key, fact)
            self.rows[key] = row
            rows.append((row, row.height_for(frame.w - 16)))
        self.list = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, bottom - 64)
        self.list.set_rows(rows)
        self.list.offset = min(self.offset, self.list.reach)
        if ways:
            self._build_ways(frame.h - 68.0)

    def _survey(self) -> Any:
        return self.board.survey(self.context, self.context.box(self.game), self._surveyed)

    def _build_ways(self, y: float) -> None:
        """The survey, and the owner's values as a file."""
        frame = self.frame
        self.survey = PushButton(text=self.say(T("Go through the box")), kind="primary", icon="edit", guard=True)
        self.survey.bind(on_release=lambda _: self._go_through())
        self.to_file = PushButton(text=self.say(T("To a file")), icon="upload", guard=True, wraps=True)
        self.to_file.kind = "plain" if self.context.box(self.game).overrides else "off"
        self.to_file.bind(on_release=lambda _: self.context.go("box_files", game=self.game, writes=True))
        self.from_file = PushButton(text=self.say(T("From a file")), icon="box", guard=True, wraps=True)
        self.from_file.bind(on_release=lambda _: self.context.go("box_files", game=self.game, writes=False))
        if frame.portrait:
            half = (frame.w - 24) / 2
            self.put(self.to_file, 8, y, half, 60)
            self.put(self.from_file, 16 + half, y, half, 60)
            y -= 66
            self.put(self.survey, 8, y, frame.w - 16, 60)
            return
        each = (frame.w - 32 - 320) / 2
        self.put(self.survey, 8, y, 320, 60)
        self.put(self.to_file, 336, y, each, 60)
        self.put(self.from_file, 344 + each, y, each, 60)

    def _go_through(self) -> None:
        if self.asked:
            self.context.go("survey", game=self.game)
        else:
            self.context.go("box_entry", title=T("Box: {game}", game=self.game.title), form=self._survey)

    def _row(self, key: str, fact: Fact) -> FactRow:
        number = fact.most > 0 or (isinstance(fact.value, int) and not isinstance(fact.value, bool))
        label, lines = Text(fact.label), value_lines(fact)
        unknown = fact.value is None
        about = self.say(fact.costs if unknown and fact.costs else fact.note or fact.source)
        many = isinstance(fact.value, list | tuple | dict)
        if isinstance(fact.value, list | tuple) and any(isinstance(part, list | tuple | dict) for part in fact.value):
            n = TN("{n} entry", "{n} entries", len(fact.value))
            title, detail = self.say(T("{fact}: {value}", fact=label, value=n)), about
        elif many:
            title, detail = self.say(label), "\n".join([*map(self.say, lines), about])
        else:
            title, detail = self.say(T("{fact}: {value}", fact=label, value=lines[0])), about
        row = FactRow(
            title=title,
            detail=detail,
            note=self.say(sure(fact)),
            note_colour=COLOURS["unknown" if fact.value is None else fact.confidence],
            leads=number or key in self.asked,
            guard=True,
        )
        if key in self.asked:
            row.bind(on_release=lambda _: self.context.go("survey", game=self.game, at=key))
        elif number:
            row.bind(on_release=lambda _: self._type(key, fact))
        return row

    def _type(self, key: str, fact: Fact) -> None:
        self.context.go(
            "number",
            title=T("{fact}: what does your box say?", fact=Text(fact.label)),
            reason=Text(fact.note or fact.source),
            low=fact.least,
            high=fact.most or MOST,
            value=fact.value if isinstance(fact.value, int) else None,
            done=lambda value: self._typed(key, value),
        )

    def _typed(self, key: str, value: int) -> None:
        self.context.back()
        self._store({key: value})

    def _surveyed(self, values: dict[str, Any]) -> None:
        self.context.back()
        self._store(values)

    def _store(self, values: dict[str, Any]) -> None:
        """Keep the owner's values, also those that are as printed: what the owner has seen is certain."""
        try:
            self.context.own(self.game, values)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.relayout()
