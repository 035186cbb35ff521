"""One thing the history is asked for: a game, a player or a state, chosen from a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from companion.engine.text import TN, T, Text
from companion.table import roster
from companion.ui import fit
from companion.ui.everybody import called
from companion.ui.game_row import STATUS
from companion.ui.rows import FactRow, WayRow
from companion.ui.screens.base import Screen
from companion.ui.screens.history import HistoryScreen
from companion.ui.theme import TypeStyle
from companion.ui.wanted import played
from companion.ui.widgets.long_list import LongList
from companion.ui.widgets.top_bar import TopBar

TITLES = {"game": T("Games of …"), "player": T("Games with …"), "status": T("Games that are …")}
EVERY = {"game": T("Every game"), "player": T("Everybody"), "status": T("In every state")}
HEIGHT, HIGH = 58.0, 84.0
"""Of a row, and of one whose name needs more lines."""


NAME = TypeStyle("offer", 20, True, 24)


class Offer(NamedTuple):
    """A row to choose: what is asked for then, its words, and how many games have it (None: not told)."""

    value: str
    words: str
    n: int | None = None


class HistoryFilterScreen(Screen):
    """`what` is game, player or status. A tap chooses and goes back."""

    name: ClassVar[str] = "history_filter"

    def enter(self, history: HistoryScreen, what: str) -> None:
        self.history, self.what = history, what

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(TITLES[self.what]))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.offers = [Offer("", self.say(EVERY[self.what])), *self._offers()]
        self.list = self.put(LongList(gap=6), 8, 64, frame.w - 16, frame.h - 72)
        room = frame.w - 240.0
        heights = [HIGH if fit.measure(offer.words, NAME, frame) > room else HEIGHT for offer in self.offers]
        self.list.fill([*heights, HEIGHT] if self.what == "status" else heights, self._row)
        chosen = getattr(self.history.wanted, self.what)
        self.list.show(next((i for i, offer in enumerate(self.offers) if offer.value == chosen), 0))

    def _offers(self) -> Iterator[Offer]:
        games = self.history.games
        if self.what == "game":
            for game, (title, n) in played(games).items():
                yield Offer(game, self.say(title), n)
        elif self.what == "player":
            for known in roster.roster(games, self.history.people, nobody=self.context.nobody):
                if known.games:
                    yield Offer(known.player.id, called(known.player.name), known.games)
        else:
            for status, (words, _) in STATUS.items():
                yield Offer(status, self.say(words), sum(summary.status == status for summary in games))

    def _row(self, index: int) -> Any:
        if index == len(self.offers):
            row = WayRow(value=self.say(T("Deleted games")), icon="trash", guard=True)
            row.bind(on_release=lambda _: self.context.replace("deleted"))
            return row
        offer = self.offers[index]
        chosen = offer.value == getattr(self.history.wanted, self.what)
        note: Text | str = "" if offer.n is None else TN("{n} game", "{n} games", offer.n)
        row = FactRow(title=offer.words, note=self.say(note), chosen=chosen, icon="check" if chosen else "", guard=True)
        if chosen:
            row.note_colour = "sand"
        row.bind(on_release=lambda _: self._choose(offer))
        return row

    def _choose(self, offer: Offer) -> None:
        called = {"called": offer.words if offer.value else ""} if self.what == "player" else {}
        self.history.ask(**{self.what: offer.value}, **called)
        self.context.back()
