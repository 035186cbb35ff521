"""What all screens of statistics share: cards that scroll, practice games or not, and older games read meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from kivy.clock import Clock

from companion.engine.errors import InputError
from companion.engine.text import TN, T, Text
from companion.table import history
from companion.table.history import Summary
from companion.table.people import People
from companion.titles import title_of
from companion.ui import fit, theme
from companion.ui.charts.card import Card, laid_out
from companion.ui.charts.page import Page
from companion.ui.dates import day_text
from companion.ui.pen import Pen
from companion.ui.rows import EmblemPaint
from companion.ui.undoable import Undoable
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.choice import OnOff
from companion.ui.widgets.top_bar import TopBar

log = logging.getLogger(__name__)
BRING_S = 0.1
"""Seconds between two older games that are read again: fingers come first."""


class SwitchRow(Drawn):
    """Words and a switch at their right."""

    def __init__(self, words: str, on: bool, **more: Any) -> None:
        self.words = words
        self.switch = OnOff(on=on)
        super().__init__(**more)

    def height_for(self, _: float) -> float:
        """The logical height."""
        return 60.0

    def arrange(self) -> None:
        w, h = self.logical_size
        self.put(self.switch, w - 84, (h - 48) / 2, 72, 48)

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["card"])
        pen.text(self.words, 14, pen.h / 2, "body", "sand", max_width=pen.w - 110)


class StatsPage(Undoable):
    """A page of cards made from all finished games; `cards` makes them, `heading` says what of.

    practice: whether practice games count too. `games` are all summaries and `people` who is who, as they stand now.
    """

    empty: ClassVar[Text] = T("Nothing has been played to its end yet.")

    def open(self, practice: bool) -> None:
        """Begin with nothing scrolled; the screen's own `enter` calls it."""
        self.with_practice = practice
        self.offset = 0.0
        self.games: tuple[Summary, ...] = ()
        self.people = People()
        self.nobody = self.context.nobody
        """Names that stand for a seat without one: they are no players."""
        self.rows: dict[str, Any] = {}
        self._titles: dict[str, str] = {}
        self._behind: list[str] | None = None
        self._read = 0
        self._clock: Any = None

    # what a page is made of

    def heading(self) -> str:
        """The title of the page."""
        raise NotImplementedError

    def cards(self) -> Sequence[Any]:
        """The cards, from the top; none where nothing was played."""
        raise NotImplementedError

    def above(self) -> float:
        """Put what stands still above the cards; returns where the cards begin."""
        return 64.0

    def unusual_ends(self, shared: int, without_winner: int) -> Iterator[tuple[str, str]]:
        """How many victories were shared and how many games nobody won, as key figures; none of what never was."""
        if shared:
            yield str(shared), self.say(TN("shared victory", "shared victories", shared))
        if without_winner:
            yield str(without_winner), self.say(TN("game nobody won", "games nobody won", without_winner))

    # building

    def build(self) -> None:
        frame = self.frame
        self.games = history.games(self.context.journal)
        self.people = self.context.people()
        self.rows, self._titles = {}, {}
        self.bar = TopBar(title=self.heading())
        self.bar.bind(on_back=lambda *_: self.context.back())
        self.put(self.bar, 0, 0, frame.w, 56)
        cards = list(self.cards())
        top = self.above() if cards else 64.0
        width = frame.w - 16
        self.list = self.put(Page(gap=8), 8, top, width, frame.h - top - 8 - self.done_room())
        # Room is left for the bar from the beginning: no height changes with it.
        rows = laid_out([*(cards or self._nothing()), *self._practice()], width - 12)
        self.list.set_rows(rows)
        self.list.offset = min(self.offset, self.list.reach)
        self.show_done()
        self._catch_up()

    def _nothing(self) -> Iterator[Any]:
        yield Blank(self.say(self.empty))

    def _practice(self) -> Iterator[SwitchRow]:
        """The switch, where there are practice games that it would add."""
        self.switch: OnOff | None = None
        if any(game.practice and game.status == "finished" for game in self.games):
            row = SwitchRow(self.say(T("Practice games too")), self.with_practice)
            self.switch = row.switch
            row.switch.bind(on_release=lambda switch: self._switched(switch.on))
            yield row

    def _switched(self, on: bool) -> None:
        self.with_practice = on
        self.anew()

    def anew(self) -> None:
        """Make the page anew where it is scrolled to."""
        self.offset = self.list.offset
        self.relayout()

    def taken_back(self) -> None:
        self.anew()

    def leave(self) -> None:
        self.offset = self.list.offset
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    # older games, which tell more once they are read again

    def _catch_up(self) -> None:
        if self._behind is None:
            self._behind = list(history.behind(self.context.journal))
        if self._behind and self._clock is None:
            self._clock = Clock.schedule_interval(self._bring_up, BRING_S)
        self._tell_left()

    def _tell_left(self) -> None:
        n = len(self._behind or ())
        self.bar.note = self.say(TN("{n} older game to read", "{n} older games to read", n)) if n else ""

    def _bring_up(self, _: float) -> None:
        """Read one of them; the page is made anew once all are read. What can't be read is left as it is."""
        if self._behind:
            record = self._behind.pop()
            try:
                history.bring_up(self.context.journal, record)
                self._read += 1
            except InputError as error:
                log.warning("the game %s tells no more: %s", record, self.say(error.text))
        self._tell_left()
        if not self._behind:
            self._clock.cancel()
            self._clock = None
            if self._read:
                self._read = 0
                self.anew()

    # rows and words that several pages share

    def card(self, title: Text, parts: Sequence[Any], note: Text | None = None) -> Card:
        """A card with its words said."""
        return Card(self.say(title), parts, self.say(note) if note is not None else "")

    def game_title(self, game: str) -> str:
        """The title of a game; its id where the game is not installed here."""
        if game not in self._titles:
            self._titles[game] = self.say(title_of(game))
        return self._titles[game]

    def emblem(self, game: str) -> EmblemPaint:
        """The emblem of a game."""
        return EmblemPaint(game, self.game_title(game))

    def day(self, started: str) -> str:
        """The day of a game."""
        return self.say(day_text(started))

    def to(self, key: str, row: Any, screen: str, **args: Any) -> Any:
        """Let a row lead to a screen, and keep it under `key`; returns the row."""
        row.bind(on_release=lambda _: self._go(screen, args))
        self.rows[key] = row
        return row

    def _go(self, screen: str, args: dict[str, Any]) -> None:
        try:
            self.context.go(screen, **args)
        except InputError as error:
            self.context.trouble(error.text)


class Blank(Drawn):
    """What a page says that has nothing to show yet, under the outline of a chart to come."""

    def __init__(self, words: str) -> None:
        self.words = words
        super().__init__()

    def _fitted(self, width: float) -> fit.Fitted:
        return fit.wrapped(self.words, "body", min(width - 48, 560), 8, self.frame)

    def height_for(self, width: float) -> float:
        """The logical height for a logical width."""
        return 150.0 + self._fitted(width).height + 28

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["card"])
        middle = pen.w / 2
        for i, high in enumerate((34, 62, 46, 84)):
            pen.dashed_box(middle - 86 + 44 * i, 118 - high, 40, high, theme.RADIUS["tag"])
        pen.line([(middle - 96, 120), (middle + 96, 120)], "line_strong", 2)
        pen.lines(self._fitted(pen.w), middle, 146, "sand_2", "center")
