"""History: every game of this device, the newest first, found by words, game, player, time and state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
from kivy.properties import StringProperty

from companion.engine.errors import InputError
from companion.engine.text import TN, T, Text
from companion.table import history, shelf
from companion.table.history import Summary
from companion.table.times import day_of
from companion.ui import deleting, theme
from companion.ui.dates import month_text
from companion.ui.game_row import MONTH_HEIGHT, GameRow, MonthHead, game_words, row_height, tagged, titles
from companion.ui.pen import Pen
from companion.ui.rows import Caption, WayRow
from companion.ui.undoable import Undoable
from companion.ui.wanted import Wanted
from companion.ui.widgets.base import HEAD, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.chip import HEIGHT, Chip, chip_width
from companion.ui.widgets.long_list import LongList
from companion.ui.widgets.top_bar import TopBar

WAYS: tuple[tuple[str, Text], ...] = (
    ("game", T("Game")),
    ("player", T("Player")),
    ("when", T("When")),
    ("status", T("State")),
)
"""What can be asked for beside words, and how its key is called."""
GAP = 6.0


class SearchKey(Touchable):
    """The field that leads to the keyboard: what is searched for, or that one can."""

    text = StringProperty("")
    hint = StringProperty("")

    shows = ("text", "hint")

    def paint(self, pen: Pen) -> None:
        fill = "raised" if self.pressed else "night"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"], "line_strong", theme.STROKE["normal"])
        pen.icon("search", 28, pen.h / 2, 24, "sand_2")
        words, ink = (self.text, "sand") if self.text else (self.hint, "sand_2")
        pen.text(words, 52, pen.h / 2, "body", ink, max_width=pen.w - 64, may_cut=bool(self.text))


class HistoryScreen(Undoable):
    """A row a game: a tap opens its replay, a long press deletes it. Only the rows in view are made."""

    name: ClassVar[str] = "history"

    def enter(self, wanted: Wanted | None = None) -> None:
        """`wanted`: what is asked for from the beginning."""
        self.offset = 0.0
        self.wanted = wanted or Wanted()

    def leave(self) -> None:
        self.list.stop()

    # building

    def relayout(self) -> None:
        if self.children:
            self.offset = self.list.offset
        super().relayout()

    def build(self) -> None:
        frame = self.frame
        self._look()
        self._bar()
        top = self._keys(64.0)
        top = self._chips(top)
        self.list = self.put(LongList(gap=GAP), 8, top, frame.w - 16, frame.h - top - 8)
        self._fill()
        if not self.items:
            self._nothing(top)
        self.show_done()

    def _look(self) -> None:
        """Read the games, and which of them are wanted."""
        journal = self.context.journal
        self.games = history.games(journal)
        self.people = self.context.people()
        self.known = titles()
        kept = shelf.glance(journal.path.parent)
        self.notes = kept.notes
        self.gone = len(kept.deleted.keys() & {listed.id for listed in journal.listed()}) if kept.deleted else 0
        self.found = self.wanted.found(self.games, self.people, self.notes)

    def _bar(self) -> None:
        frame = self.frame
        n, of = len(self.found), len(self.games)
        note = T("{n} of {all}", n=n, all=of) if self.wanted.asked else TN("{n} game", "{n} games", of)
        bar = TopBar(title=self.say(T("History")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        done = [summary.id for summary in self.found if summary.status == "finished"]
        self.hand_on = PushButton(icon="upload", kind="plain" if done else "off", guard=True)
        self.hand_on.ring_rank = HEAD
        self.hand_on.bind(on_release=lambda _: self._open("hand_off", records=done))
        self.put(self.hand_on, frame.w - 60, 4, 52, 48)
        self.stats = PushButton(icon="chart", guard=True)
        self.stats.ring_rank = HEAD
        self.stats.bind(on_release=lambda _: self._open("stats"))
        self.put(self.stats, frame.w - 118, 4, 52, 48)
        self.put(Caption(self.say(note), "small", align="right"), frame.w - 288, 14, 158, 28)

    def _keys(self, top: float) -> float:
        """The search field and the keys of all else that can be asked for; returns where the rest begins."""
        frame = self.frame
        wide = 464.0 if frame.portrait else frame.w - 16 - 4 * 118.0
        self.search = SearchKey(text=self.wanted.text, hint=self.say(T("Search")), guard=True)
        self.search.bind(on_release=lambda _: self.context.go("history_search", history=self))
        self.put(self.search, 8, top, wide, 48)
        self.keys: dict[str, PushButton] = {}
        each = 118.0 if not frame.portrait else (wide + GAP) / 4
        x, y = (8.0 + wide + GAP, top) if not frame.portrait else (8.0, top + 54)
        for i, (name, title) in enumerate(WAYS):
            kind = "lapis" if name in self.wanted.asked else "plain"
            key = PushButton(text=self.say(title), kind=kind, guard=True)
            key.text_size_limit = 18
            key.bind(on_release=lambda _, name=name: self._ask(name))
            self.keys[name] = self.put(key, x + each * i, y, each - GAP, 48)
        return y + 48 + 8

    def _chips(self, top: float) -> float:
        """What is asked for, each to be taken away by a tap; returns where the rest begins."""
        frame = self.frame
        self.chips: dict[str, Chip] = {}
        x = 8.0
        for name in self.wanted.asked:
            words = self.say(self.wanted.words(name))
            width = chip_width(words, frame)
            if x > 8 and x + width > frame.w - 8:
                x, top = 8.0, top + HEIGHT
            chip = Chip(name, text=words)
            chip.bind(on_release=lambda chip: self.want(self.wanted.without(chip.value)))
            self.chips[name] = self.put(chip, x, top, width, HEIGHT)
            x += width + GAP
        return top + HEIGHT + 4 if self.chips else top

    def _fill(self) -> None:
        """The items of the list: months and their games, and at the end the way to the deleted ones."""
        frame = self.frame
        width = frame.w - 16.0
        self.items: list[Summary | Text | None] = []
        heights: list[float] = []
        month = ""
        for summary in self.found:
            now = day_of(summary.started)[:7]
            if now != month:
                month = now
                self.items.append(_month(now))
                heights.append(MONTH_HEIGHT)
            self.items.append(summary)
            heights.append(row_height(len(summary.seats), tagged(summary, self.known), width))
        if self.gone and not self.wanted.asked:
            self.items.append(None)
            heights.append(56.0)
        self.list.fill(heights, self._row)
        self.list.offset = min(self.offset, self.list.reach)

    def _row(self, index: int) -> Any:
        item = self.items[index]
        if item is None:
            row = WayRow(value=self.say(T("Deleted games ({n})", n=self.gone)), icon="trash", guard=True)
            row.bind(on_release=lambda _: self.context.go("deleted"))
            return row
        if isinstance(item, Text):
            return MonthHead(self.say(item))
        names = self.context.names_of(item)
        words = game_words(
            item, names, lambda text: self.context.say(text, names), self.known, len(self.notes.get(item.id, ()))
        )
        row = GameRow(item.id, words, holdable=True)
        row.bind(
            on_release=lambda _, item=item: self._open("replay", record=item.id),
            on_hold=lambda _, item=item: deleting.delete(self.context, item),
        )
        return row

    @property
    def rows(self) -> dict[str, GameRow]:
        """The games in view, by record."""
        return {row.record: row for row in self.list.rows if isinstance(row, GameRow)}

    def _nothing(self, top: float) -> None:
        frame = self.frame
        if not self.games:
            hint = T("No game has been played here yet.")
        else:
            hint = T("No game fits all of this: {asked}.", asked=self._asked())
        self.put(Caption(self.say(hint), "body", lines=4), 16, top + 12, frame.w - 32, 104)
        if self.wanted.asked:
            self.all_key = PushButton(text=self.say(T("Show all games")), guard=True)
            self.all_key.bind(on_release=lambda _: self.want(Wanted()))
            self.put(self.all_key, 16, top + 124, min(frame.w - 32, 280), 56)

    def _asked(self) -> tuple[Text, ...]:
        return tuple(self.wanted.words(name) for name in self.wanted.asked)

    # asking

    def want(self, wanted: Wanted) -> None:
        """Ask for other games, from the top of the list."""
        self.wanted = wanted
        self.list.offset = 0
        if self.context.screen is self:
            self.relayout()

    def ask(self, **what: Any) -> None:
        """Ask for something more, or otherwise."""
        self.want(msgspec.structs.replace(self.wanted, **what))

    def _ask(self, name: str) -> None:
        screen = "history_when" if name == "when" else "history_filter"
        self.context.go(screen, history=self, **({} if name == "when" else {"what": name}))

    def count(self, wanted: Wanted) -> Sequence[Summary]:
        """The games that would be found."""
        return wanted.found(self.games, self.people, self.notes)

    def _open(self, screen: str, **args: Any) -> None:
        try:
            self.context.go(screen, **args)
        except InputError as error:
            self.context.trouble(error.text)


def _month(month: str) -> Text:
    """The heading of a month ("2026-03"); the unreadable itself."""
    year, _, number = month.partition("-")
    if year.isdigit() and number.isdigit() and 1 <= int(number) <= 12:
        return month_text(int(year), int(number))
    return T("{stamp}", stamp=month)
