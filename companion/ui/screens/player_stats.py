"""One player's statistics: wins, games, colours, the latest results, and against whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar

from companion.engine.text import TN, T, Text
from companion.language import SEAT_WORDS
from companion.table import statistics
from companion.table.clocks import length_text
from companion.table.statistics import PlayerStats, Took
from companion.table.tally import Count
from companion.ui.charts import form
from companion.ui.charts.bars import BarRow, Span
from companion.ui.charts.figures import Figures
from companion.ui.everybody import called
from companion.ui.screens.stats_page import StatsPage
from companion.ui.stat_words import FEW, averages_text, beside, games_text, rate_text, wins_text

MOST_OPPONENTS = 6
MOST_LAST = 6


class PlayerStatsScreen(StatsPage):
    """One player (id): how often and how well, at which games, with whom."""

    name: ClassVar[str] = "player_stats"
    empty: ClassVar[Text] = T(
        "No game of this player has come to its end yet. Wins, averages and rivals will stand here."
    )

    def enter(self, player: str, practice: bool = False) -> None:
        self.open(practice)
        self.player = player
        self._called = ""

    def heading(self) -> str:
        self.told = statistics.of_player(self.games, self.people, self.player, self.with_practice, self.nobody)
        known = self.people.by_id.get(self.player)
        if known is not None:
            self._called = known.name
        elif self.told is not None:
            self._called = self.told.name
        return called(self._called) if self._called else self.say(T("Statistics"))

    def cards(self) -> list[Any]:
        told = self.told
        if told is None:
            return []
        cards = [
            self._figures(told),
            self._form(told),
            self.card(T("Games"), list(self._games(told))),
            self.card(T("Latest results"), list(self._last(told))),
            self.card(T("Colours"), list(self._colours(told))),
        ]
        if told.opponents:
            cards.append(self.card(T("Rivals"), list(self._opponents(told))))
        return cards

    def _figures(self, told: PlayerStats) -> Figures:
        count = told.count
        items = [
            (str(count.games), self.say(TN("game", "games", count.games))),
            (str(count.wins), self.say(TN("win", "wins", count.wins))),
        ]
        if count.games >= FEW:
            items.append((self.say(rate_text(count.wins, count.games)), self.say(T("win rate"))))
        if count.shared:
            items.append((str(count.shared), self.say(TN("shared victory", "shared victories", count.shared))))
        if told.longest_streak > 1:
            items.append((str(told.longest_streak), self.say(T("longest row of wins"))))
        if told.length_s:
            items.append((self.say(length_text(told.length_s)), self.say(T("at the table"))))
        return Figures(items)

    def _form(self, told: PlayerStats) -> form.Form:
        games = [form.Game(took.place.rank, took.place.won) for took in reversed(told.last)]
        return form.Form(games, self.say(T("Places in the latest games, the newest last. Green: won.")))

    def _games(self, told: PlayerStats) -> Iterator[BarRow]:
        for at in told.by_game:
            rate, words = beside(at.count, averages_text(at.average, at.best))
            row = BarRow(
                self.game_title(at.game), self.say(rate), at.count.wins, Span(0, at.count.games), self.say(words),
                emblem=self.emblem(at.game), leads=True,
            )  # fmt: skip
            yield self.to(f"game-{at.game}", row, "game_stats", game=at.game, practice=self.with_practice)

    def _last(self, told: PlayerStats) -> Iterator[Any]:
        for took in told.last[:MOST_LAST]:
            row = BarRow(
                self.game_title(took.game), self.say(T("{n}", n=took.place.score)), detail=self._how(took),
                emblem=self.emblem(took.game), leads=True, won=took.place.won,
            )  # fmt: skip
            yield self.to(f"last-{took.record}", row, "replay", record=took.record)

    def _how(self, took: Took) -> str:
        day, place = self.day(took.started), took.place
        if place.won:
            return self.say(T("{day}, won together", day=day) if place.shared else T("{day}, won", day=day))
        return self.say(T("{day}, place {n} of {m}", day=day, n=place.rank, m=took.players))

    def _colours(self, told: PlayerStats) -> Iterator[BarRow]:
        games: Counter[str] = Counter()
        wins: Counter[str] = Counter()
        shared: Counter[str] = Counter()
        for at in told.by_game:
            for seat, count in at.by_seat.items():
                games[seat] += count.games
                wins[seat] += count.wins
                shared[seat] += count.shared
        span = Span.of(games.values())
        for i, (seat, n) in enumerate(games.most_common()):
            words = wins_text(Count(n, wins[seat], shared[seat]))
            title = self.say(SEAT_WORDS[seat])
            if i == 0 and len(games) > 1 and n > sorted(games.values())[-2]:
                title = self.say(T("{colour}, most often", colour=Text(SEAT_WORDS[seat])))
            yield BarRow(title, str(n), n, span, self.say(words), seat)

    def _opponents(self, told: PlayerStats) -> Iterator[Any]:
        for other in told.opponents[:MOST_OPPONENTS]:
            words = T("ahead in {a}, behind in {b}", a=other.ahead, b=other.behind)
            if other.level:
                words = T("ahead in {a}, behind in {b}, level in {c}", a=other.ahead, b=other.behind, c=other.level)
            row = BarRow(
                called(other.name), self.say(games_text(other.games)), other.ahead, Span(0, other.games),
                self.say(words), leads=True, named=True,
            )  # fmt: skip
            yield self.to(f"against-{other.player_id}", row, "head_to_head", a=self.player, b=other.player_id,
                          practice=self.with_practice)  # fmt: skip
        row = BarRow(self.say(T("Head to head with somebody")), "", leads=True)
        yield self.to("head_to_head", row, "head_to_head", a=self.player, practice=self.with_practice)
