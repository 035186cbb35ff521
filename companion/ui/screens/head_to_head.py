"""Head to head: two players compared over the games they played together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from companion.engine.header import MAX_NAME
from companion.engine.text import TN, T, Text
from companion.table import statistics
from companion.table.statistics import Between, HeadToHead
from companion.ui import fit
from companion.ui.charts.balance import Balance, Lead
from companion.ui.charts.bars import BarRow, Span
from companion.ui.charts.card import Card
from companion.ui.everybody import called
from companion.ui.screens.stats_page import StatsPage
from companion.ui.stat_words import FEW, games_text

MOST_LAST = 8
UPRIGHT = 26
"""Letters of a name that two lines of a narrow head have room for, in any letters and size of text."""


class HeadToHeadScreen(StatsPage):
    """The players `a` and `b` (ids); without `b` it is asked whom `a` is compared with."""

    name: ClassVar[str] = "head_to_head"
    empty: ClassVar[Text] = T("These two have not finished a game together yet. Who is ahead will stand here.")

    def enter(self, a: str, b: str = "", practice: bool = False) -> None:
        self.open(practice)
        self.a, self.b = a, b

    def heading(self) -> str:
        told = statistics.of_player(self.games, self.people, self.a, self.with_practice, self.nobody)
        self.opponents = told.opponents if told is not None else ()
        self.names = {one.player_id: one.name for one in self.opponents}
        self.names.update({self.a: told.name} if told is not None else {})
        self.names.update({one.id: one.name for one in self.people.players})
        if not self.b:
            return self.say(T("Compare {name} with", name=self._name(self.a)))
        # Two names of forty letters have no room upright.
        letters = UPRIGHT if self.frame.portrait else MAX_NAME
        a, b = (fit.short_name(self._name(player), letters) for player in (self.a, self.b))
        return self.say(T("{a} and {b}", a=a, b=b))

    def _name(self, player: str) -> str:
        return called(self.names.get(player, ""))

    def cards(self) -> list[Any]:
        if not self.b:
            return self._choices()
        told = statistics.head_to_head(self.games, self.people, self.a, self.b, self.with_practice)
        if not told.together.games:
            return []
        names = (self._name(self.a), self._name(self.b))
        both = told.together
        level = self.say(TN("level in {n} game", "level in {n} games", both.level))
        cards: list[Any] = [Balance(names, (both.a_ahead, both.b_ahead), both.level, level)]
        if both.games >= FEW:
            steps = statistics.course(self.games, self.people, self.a, self.b, self.with_practice)
            cards.append(
                self.card(T("Who was ahead more often"), [Lead(steps, names, self.say(games_text(both.games)))])
            )
        cards.append(self.card(T("Games"), list(self._games(told))))
        cards.append(self.card(T("Latest meetings"), list(self._last(told))))
        if len(self.opponents) > 1:
            row = BarRow(self.say(T("Compare {name} with somebody else", name=names[0])), "", leads=True)
            row.bind(on_release=lambda _: self._choose(""))
            self.rows["else"] = row
            cards.append(Card("", [row], wide=True))
        return cards

    def _choices(self) -> list[Any]:
        rows = []
        for other in self.opponents:
            row = BarRow(called(other.name), self.say(games_text(other.games)), leads=True, named=True)
            row.bind(on_release=lambda _, b=other.player_id: self._choose(b))
            self.rows[f"with-{other.player_id}"] = row
            rows.append(row)
        return [self.card(T("Games together"), rows)] if rows else []

    def _choose(self, b: str) -> None:
        self.b = b
        self.list.offset = 0
        self.anew()

    def _games(self, told: HeadToHead) -> Iterator[BarRow]:
        for at in told.by_game:
            row = BarRow(
                self.game_title(at.game), self._against(at), at.a_ahead, Span(0, at.games), self._words(at),
                emblem=self.emblem(at.game), leads=True,
            )  # fmt: skip
            yield self.to(f"game-{at.game}", row, "game_stats", game=at.game, practice=self.with_practice)

    def _against(self, at: Between) -> str:
        return self.say(T("{a} : {b}", a=at.a_ahead, b=at.b_ahead))

    def _words(self, at: Between) -> str:
        games = games_text(at.games)
        if not at.level:
            return self.say(games)
        return self.say(T("{games}, level in {n}", games=games, n=at.level))

    def _last(self, told: HeadToHead) -> Iterator[Any]:
        for met in told.last[:MOST_LAST]:
            ahead = met.a if met.a.rank < met.b.rank else met.b
            note = T("level") if met.a.rank == met.b.rank else T("{name} ahead", name=fit.short_name(ahead.name))
            row = BarRow(
                self.game_title(met.game), self.say(T("{a} : {b}", a=met.a.score, b=met.b.score)),
                detail=self.say(T("{day}, {who}", day=self.day(met.started), who=note)),
                emblem=self.emblem(met.game), leads=True,
            )  # fmt: skip
            yield self.to(f"last-{met.record}", row, "replay", record=met.record)
