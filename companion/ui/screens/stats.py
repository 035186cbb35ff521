"""Statistics: everything that was played on this device, at a glance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from companion.engine.text import TN, T, Text
from companion.table import game_statistics, statistics
from companion.table.clocks import length_text
from companion.table.statistics import Overall
from companion.table.times import day_of, now_text
from companion.ui.charts.bars import BarRow, Span
from companion.ui.charts.columns import Columns
from companion.ui.charts.figures import Figures
from companion.ui.everybody import called
from companion.ui.screens.stats_page import StatsPage
from companion.ui.stat_words import beside, games_text, month_text, months_up_to

MOST_PLAYERS = 8
"""Players listed here; the screen of players has all of them."""


class StatsScreen(StatsPage):
    """How much was played, what, when, by whom, and the best results."""

    name: ClassVar[str] = "stats"
    empty: ClassVar[Text] = T(
        "Here you will see how often you have played each game, who wins, and the best results. "
        "Play a first game to its end."
    )

    def enter(self, practice: bool = False) -> None:
        self.open(practice)

    def heading(self) -> str:
        return self.say(T("Statistics"))

    def cards(self) -> list[Any]:
        told = statistics.overall(self.games, self.people, self.with_practice, self.nobody)
        if not told.games:
            return []
        return [
            self._figures(told),
            self.card(T("Most played"), list(self._games(told))),
            self.card(T("Games by month"), [self._months(told)]),
            self.card(T("Players"), list(self._players(told))),
            self.card(T("Best results"), list(self._best(told))),
        ]

    def _figures(self, told: Overall) -> Figures:
        items = [
            (str(told.games), self.say(TN("game played", "games played", told.games))),
            (str(len(told.players)), self.say(TN("player", "players", len(told.players)))),
        ]
        if told.length_s:
            timed = self.say(T("at the table"))
            if told.timed < told.games:
                timed = self.say(T("at the table in {games}", games=games_text(told.timed)))
            items.append((self.say(length_text(told.length_s)), timed))
        return Figures([*items, *self.unusual_ends(told.shared, told.without_winner)])

    def _games(self, told: Overall) -> Iterator[BarRow]:
        span = Span.of(row.games for row in told.by_game)
        for row in told.by_game:
            made = BarRow(
                self.game_title(row.game), str(row.games), row.games, span, emblem=self.emblem(row.game), leads=True,
                detail=self.say(T("last on {day}", day=self.day(row.last))),
            )  # fmt: skip
            yield self.to(f"game-{row.game}", made, "game_stats", game=row.game, practice=self.with_practice)

    def _months(self, told: Overall) -> Columns:
        by_month = dict(told.by_month)
        months = months_up_to(max(by_month, default=day_of(now_text())[:7]))
        return Columns([(self.say(month_text(month)), by_month.get(month, 0)) for month in months], high=188)

    def _players(self, told: Overall) -> Iterator[BarRow]:
        for row in told.players[:MOST_PLAYERS]:
            rate, words = beside(row.count)
            made = BarRow(
                called(row.name), self.say(rate), row.count.wins, Span(0, row.count.games), self.say(words),
                leads=True, named=True,
            )  # fmt: skip
            yield self.to(
                f"player-{row.player_id}", made, "player_stats", player=row.player_id, practice=self.with_practice
            )
        if len(told.players) > MOST_PLAYERS:
            yield self.to("players", BarRow(self.say(T("All players")), "", leads=True), "players")

    def _best(self, told: Overall) -> Iterator[Any]:
        for game in [row.game for row in told.by_game]:
            found = game_statistics.finished(self.games, self.people, game, practice=self.with_practice)
            top = next(iter(game_statistics.best(found)), None)
            if top is not None:
                made = BarRow(
                    called(top.name), self.say(T("{n}", n=top.score)), leads=True, named=True,
                    emblem=self.emblem(game),
                    detail=self.say(T("{game}, {day}", game=self.game_title(game), day=self.day(top.started))),
                )  # fmt: skip
                yield self.to(f"best-{game}", made, "replay", record=top.record)
