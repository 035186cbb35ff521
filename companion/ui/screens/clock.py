"""The clock: whether it counts how long everybody thinks, and whether up or down."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.table.clocks import Way
from companion.ui import fit
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.base import Screen
from companion.ui.screens.settings import SettingRow
from companion.ui.widgets.choice import Choice
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar

WAYS: tuple[tuple[Way, Text, Text], ...] = (
    ("off", T("No clock"), T("Nobody’s time is counted.")),
    ("up", T("Count up"), T("How long everybody has thought in this game.")),
    ("turn", T("Count down each turn"), T("The same time for every turn; each turn begins anew.")),
    ("game", T("Count down the whole game"), T("The same time for everybody, for the whole game.")),
)
TIMES: dict[Way, tuple[str, Text, tuple[tuple[int, Text], ...]]] = {
    "turn": (
        "clock_turn_s",
        T("Time for a turn"),
        ((30, T("30 s")), *((60 * n, T("{n} min", n=n)) for n in (1, 2, 3, 5))),
    ),
    "game": (
        "clock_game_s",
        T("Time for a game"),
        tuple((60 * n, T("{n} min", n=n)) for n in (15, 30, 45, 60, 90)),
    ),
}
"""For what counts down: the field of the settings, its title, and its values in words."""
TOLD = T(
    "The clock only shows. It ends no turn and counts on below zero. It stands still while Cartouche tells what has "
    "happened, and after 30 minutes without a touch. Tap it at the table to pause it."
)


class ClockScreen(Screen):
    """Every change is stored and counts at once, in a game that is under way too."""

    name: ClassVar[str] = "clock"

    def enter(self) -> None:
        self.offset = 0.0

    def leave(self) -> None:
        self.offset = self.list.offset

    def build(self) -> None:
        frame, settings = self.frame, self.context.settings
        bar = TopBar(title=self.say(T("Clock")), tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.ways: dict[Way, FactRow] = {}
        self.choice: Choice | None = None
        rows: list[tuple[Any, float]] = []
        for way, title, detail in WAYS:
            chosen = way == settings.clock
            row = FactRow(title=self.say(title), detail=self.say(detail), chosen=chosen, icon="check" if chosen else "")
            row.guard = True
            row.bind(on_release=lambda _, way=way: self._choose(clock=way))
            self.ways[way] = row
            rows.append((row, row.height_for(frame.w - 16)))
            if chosen and way in TIMES:
                rows.append(self._times(way))
        words = self.say(TOLD)
        told = fit.wrapped(words, "small", frame.w - 44, None, frame)
        rows.append((Caption(words, "small", lines=len(told.lines) + 1), told.height + 4))
        self.list = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 72)
        self.list.set_rows(rows)
        self.list.offset = min(self.offset, self.list.reach)

    def _times(self, way: Way) -> tuple[SettingRow, float]:
        field, title, values = TIMES[way]
        known = [value for value, _ in values]
        now = getattr(self.context.settings, field)
        self.choice = Choice([self.say(text) for _, text in values], chosen=known.index(now) if now in known else -1)
        self.choice.bind(on_choose=lambda _, i: self._choose(**{field: known[i]}))
        row = SettingRow(self.say(title), self.choice)
        return row, row.height_for(self.frame.w - 16)

    def _choose(self, **values: Any) -> None:
        self.offset = self.list.offset
        try:
            self.context.change(**values)
        except InputError as error:
            self.context.trouble(error.text)
