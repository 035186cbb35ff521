"""One game's statistics: points, best and closest games, colours, who began, and what won it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from companion.engine.text import TN, T, Text
from companion.language import SEAT_WORDS
from companion.table import game_statistics
from companion.table.clocks import length_text
from companion.table.game_statistics import GameStats
from companion.table.placing import Finished
from companion.ui import fit
from companion.ui.charts.bars import BarRow, Legend, PairRow, Span
from companion.ui.charts.columns import Columns, bins
from companion.ui.charts.figures import Figures
from companion.ui.everybody import called
from companion.ui.screens.stats_page import StatsPage
from companion.ui.stat_words import FEW, average_text, averages_text, beside
from companion.ui.widgets.button import PushButton

BEGAN: tuple[Text, ...] = (
    T("Went first"), T("Went second"), T("Went third"), T("Went fourth"), T("Went fifth"), T("Went sixth"),
)  # fmt: skip
"""By the order in which the seats began."""


class GameStatsScreen(StatsPage):
    """One game, of all numbers of players or of one that is chosen above."""

    name: ClassVar[str] = "game_stats"
    empty: ClassVar[Text] = T("This game has not been played to its end yet. Its points and records will stand here.")

    def enter(self, game: str, players: int | None = None, practice: bool = False) -> None:
        self.open(practice)
        self.game, self.players = game, players

    def heading(self) -> str:
        return self.game_title(self.game)

    def cards(self) -> list[Any]:
        people, practice = self.people, self.with_practice
        every = game_statistics.finished(self.games, people, self.game, None, practice)
        self.numbers = sorted({len(one.summary.seats) for one in every})
        if not self.numbers:
            return []
        if self.players not in self.numbers:
            self.players = None
        found = [one for one in every if self.players in (None, len(one.summary.seats))]
        told = game_statistics.of_game(self.games, people, self.game, self.players, practice, self.nobody)
        cards = [self._figures(told), self.card(T("Records"), list(self._records(told)))]
        scores = game_statistics.winning_scores(found)
        if len(scores) >= FEW:
            ranges = bins(scores)
            items = [(self._range(first, last), n) for first, last, n in ranges]
            cards.append(self.card(T("What winners scored"), [Columns(items, high=168)]))
        cards.append(self.card(T("Wins by colour"), list(self._colours(told))))
        if told.by_position:
            known = told.by_position[1].games
            note = T("Who began is known of {n} of {m} games.", n=known, m=told.games) if known < told.games else None
            cards.append(self.card(T("Wins by who began"), list(self._positions(told)), note))
        if told.categories:
            legend = Legend(self.say(T("winners, on average")), self.say(T("the others")))
            cards.append(self.card(T("What won it"), [legend, *self._categories(told)]))
        cards.append(self.card(T("Players"), list(self._players(found))))
        return cards

    # the numbers of players

    def above(self) -> float:
        """One key a number of players that was ever played, if there are several."""
        self.keys: dict[int | None, PushButton] = {}
        if len(self.numbers) < 2:
            return 64.0
        choices: list[int | None] = [None, *self.numbers]
        each = min((self.frame.w - 16 - 6 * (len(choices) - 1)) / len(choices), 140.0)
        for i, n in enumerate(choices):
            words = self.say(T("Any") if n is None else TN("{n} player", "{n} players", n))
            if self.frame.portrait or each < 110:
                words = self.say(T("Any")) if n is None else str(n)
            key = PushButton(text=words, kind="lapis" if n == self.players else "plain", text_size_limit=18, guard=True)
            key.bind(on_release=lambda _, n=n: self._choose(n))
            self.keys[n] = self.put(key, 8 + i * (each + 6), 62, each, 48)
        return 118.0

    def _choose(self, n: int | None) -> None:
        self.players = n
        self.anew()

    # the cards

    def _figures(self, told: GameStats) -> Figures:
        items = [(str(told.games), self.say(TN("game", "games", told.games)))]
        if told.average_winning is not None:
            items.append((self.say(average_text(told.average_winning)), self.say(T("points to win, on average"))))
        if told.average is not None:
            items.append((self.say(average_text(told.average)), self.say(T("points of everybody, on average"))))
        if told.length_s is not None:
            items.append((self.say(length_text(told.length_s)), self.say(T("a game takes, on average"))))
        return Figures([*items, *self.unusual_ends(told.shared, told.without_winner)])

    def _range(self, first: int, last: int) -> str:
        if first == last:
            return self.say(T("{n}", n=first))
        return self.say(T("{first} to {last}", first=first, last=last) if first < 0 else T("{a}–{b}", a=first, b=last))

    def _records(self, told: GameStats) -> Iterator[Any]:
        for i, top in enumerate(told.best):
            row = BarRow(
                called(top.name), self.say(T("{n}", n=top.score)), seat=top.seat, leads=True, named=True,
                detail=self.say(T("Best result, {day}", day=self.day(top.started)))
                if i == 0 else self.day(top.started),
            )  # fmt: skip
            yield self.to(f"best-{i}", row, "replay", record=top.record)
        for i, close in enumerate(told.closest[:1]):
            title = T("Closest game") if close.margin else T("Level at the end")
            names = tuple(T("{name} {points}", name=fit.short_name(p.name), points=p.score) for p in close.places)
            value = self.say(TN("by {n} point", "by {n} points", close.margin)) if close.margin else ""
            detail = self.say(T("{day}: {names}", day=self.day(close.started), names=names))
            yield self.to(
                f"close-{i}", BarRow(self.say(title), value, detail=detail, leads=True), "replay", record=close.record
            )

    def _colours(self, told: GameStats) -> Iterator[BarRow]:
        for seat, count in sorted(told.by_seat.items(), key=lambda pair: -(pair[1].win_rate or 0)):
            rate, words = beside(count)
            title = self.say(SEAT_WORDS[seat])
            yield BarRow(title, self.say(rate), count.wins, Span(0, count.games), self.say(words), seat)

    def _positions(self, told: GameStats) -> Iterator[BarRow]:
        for position, count in told.by_position.items():
            rate, words = beside(count)
            title = self.say(BEGAN[position - 1] if position <= len(BEGAN) else T("{n}", n=position))
            yield BarRow(title, self.say(rate), count.wins, Span(0, count.games), self.say(words))

    def _categories(self, told: GameStats) -> Iterator[PairRow]:
        span = Span.of(value for one in told.categories for value in (one.winners, one.others))
        for one in told.categories:
            title = self.say(one.title) if one.title is not None else one.category
            first, second = ((value, self.say(average_text(value))) for value in (one.winners, one.others))
            words = TN(
                "A winner had more in {k} of {n} game", "A winner had more in {k} of {n} games", one.judged, k=one.ahead
            )
            yield PairRow(title, first, second, span, self.say(words))

    def _players(self, found: list[Finished]) -> Iterator[BarRow]:
        for one in game_statistics.players_at(found, self.people, self.nobody):
            rate, words = beside(one.count, averages_text(one.average, one.best))
            row = BarRow(
                called(one.name), self.say(rate), one.count.wins, Span(0, one.count.games), self.say(words),
                leads=True, named=True,
            )  # fmt: skip
            yield self.to(
                f"player-{one.player_id}", row, "player_stats", player=one.player_id, practice=self.with_practice
            )
