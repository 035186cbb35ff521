"""Players: everybody who has played on this device."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.text import TN, T
from companion.table import history
from companion.ui import lettering
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar


class PlayersScreen(Screen):
    """Names with how many games each has played."""

    name: ClassVar[str] = "players"

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Players")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        counts: dict[str, int] = dict.fromkeys(self.context.known_names(), 0)
        for game in history.games(self.context.journal):
            # Two of one name in a game have played one game.
            for name in {seat.name for seat in game.seats}:
                counts[name] = counts.get(name, 0) + 1
        if not counts:
            hint = self.say(T("Nobody has played here yet. Names you give in a new game are kept here."))
            self.put(Caption(hint, "body", lines=3), 16, 76, frame.w - 32, 80)
            return
        rows = [
            (
                FactRow(
                    title=lettering.readable(name) or lettering.ELLIPSIS,
                    note=self.say(TN("{n} game", "{n} games", n)) if n else "",
                ),
                54.0,
            )
            for name, n in counts.items()
        ]
        names = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 72)
        names.set_rows(rows)
