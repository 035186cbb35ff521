"""The time the history is asked for: a month, a year, or from one month to another. Nothing is typed."""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar

import msgspec

from companion.engine.text import T, Text
from companion.table.times import day_of
from companion.ui.rows import Caption, FactRow, Ground
from companion.ui.screens.base import Screen
from companion.ui.screens.history import HistoryScreen
from companion.ui.wanted import When, months, this_month, year
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.long_list import LongList
from companion.ui.widgets.month_stepper import MonthStepper
from companion.ui.widgets.top_bar import TopBar

HEIGHT = 58.0
SIDE = 324.0


class HistoryWhenScreen(Screen):
    """Rows for all times, this month and every year with games; beside them two months to step."""

    name: ClassVar[str] = "history_when"

    def enter(self, history: HistoryScreen) -> None:
        self.history = history
        self.today = date.today()
        days = [day for summary in history.games if (day := _day(summary.started)) is not None]
        self.first = min([self.today, *days])
        self.last = max([self.today, *days])
        self.years = sorted({day.year for day in days} | {self.today.year}, reverse=True)
        now = history.wanted.when
        low, high = _months(self.first), _months(self.last)
        self.since = min(max(_number(now.since), low), high) if now.since else low
        self.until = min(max(_number(now.until), low), high) if now.until else high

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Games played …")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.offers: list[tuple[When, Text]] = [
            (When(), T("At any time")),
            (this_month(self.today), T("This month")),
            (year(self.today.year), T("This year")),
            *((year(number), year(number).words) for number in self.years if number != self.today.year),
        ]
        steps = 276.0
        if frame.portrait:
            area = (8.0, 64.0, frame.w - 16.0, frame.h - 72.0 - steps)
            self._stepping(0.0, frame.h - steps, float(frame.w))
        else:
            area = (8.0, 64.0, frame.w - 16.0 - SIDE, frame.h - 72.0)
            self._stepping(frame.w - SIDE, 56.0, SIDE)
        self.list = self.put(LongList(gap=6), *area)
        self.list.fill([HEIGHT] * len(self.offers), self._row)

    def _row(self, index: int) -> Any:
        when, words = self.offers[index]
        now = self.history.wanted.when
        chosen = (when.since, when.until) == (now.since, now.until)
        row = FactRow(title=self.say(words), chosen=chosen, icon="check" if chosen else "", guard=True)
        row.bind(on_release=lambda _: self._choose(when))
        return row

    def _stepping(self, x: float, y: float, wide: float) -> None:
        """From a month to a month."""
        self.put(Ground("night"), x, y, wide, self.frame.h - y)
        self.put(Caption(self.say(T("From the month")), "label"), x + 16, y + 8, wide - 32, 26)
        low, high = _months(self.first), _months(self.last)
        self.from_month = MonthStepper(self.say, value=self.since, low=low, high=high)
        self.from_month.bind(on_step=lambda _, value: self._stepped(value, max(value, self.until)))
        self.put(self.from_month, x + 12, y + 38, wide - 24, 52)
        self.put(Caption(self.say(T("To the month")), "label"), x + 16, y + 98, wide - 32, 26)
        self.to_month = MonthStepper(self.say, value=self.until, low=low, high=high)
        self.to_month.bind(on_step=lambda _, value: self._stepped(min(value, self.since), value))
        self.put(self.to_month, x + 12, y + 128, wide - 24, 52)
        self.use = PushButton(kind="primary", guard=True)
        self.use.bind(on_release=lambda _: self._choose(months(self.since, self.until)))
        self.put(self.use, x + 12, y + 200, wide - 24, 60)
        self._tell()

    def _stepped(self, since: int, until: int) -> None:
        """Whoever steps past the other month takes it along."""
        self.since, self.until = since, until
        self.from_month.value, self.to_month.value = since, until
        self._tell()

    def _tell(self) -> None:
        """Say on the key how many games that would be."""
        wanted = msgspec.structs.replace(self.history.wanted, when=months(self.since, self.until))
        n = len(self.history.count(wanted))
        self.use.text = self.say(T("Show these ({n})", n=n))

    def _choose(self, when: When) -> None:
        self.history.ask(when=when)
        self.context.back()


def _day(stamp: str) -> date | None:
    """The local day of a time stamp; None where it can't be read."""
    try:
        return date.fromisoformat(day_of(stamp))
    except ValueError:
        return None


def _months(day: date) -> int:
    return day.year * 12 + day.month - 1


def _number(month: str) -> int:
    year_words, _, number = month.partition("-")
    return int(year_words) * 12 + int(number) - 1
