"""The sheet of the seats: where everybody stands, and what the table wants to be told about it."""

from __future__ import annotations

from typing import Any

from companion.engine.text import T, Text
from companion.table.clocks import shown
from companion.ui import fit
from companion.ui.table import looking
from companion.ui.table.panel import GAP, Heading, Panel
from companion.ui.table.pieces import SeatHead, Words
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList


class SeatsPanel(Panel):
    """Every seat with its points, its note, and the hints that are switched on."""

    apart = True
    tools = False

    def heading(self) -> Heading | None:
        return Heading(T("How it stands"))

    def build(self) -> None:
        table = self.table
        self.own: dict[str, PushButton] = {}
        room = self.drawer
        rows: list[tuple[Any, float]] = []
        times = table.session.clocks.times if table.context.settings.clock != "off" else {}
        for standing in table.game.standings(table.state):
            rows.append((SeatHead(seat=standing.seat, name=table.name_of(standing.seat)), 30))
            points = standing.points if standing.remaining is None else standing.remaining
            lines: list[Text] = [T("Points: {n}", n=points)]
            if standing.scored_now != standing.points:
                lines.append(T("If it were scored now: {n}", n=standing.scored_now))
            if standing.note is not None:
                lines.append(standing.note)
            if standing.seat in times:
                lines.append(T("Time to think: {time}", time=shown(times[standing.seat])))
            rows += [self._line(line, room.w) for line in lines]
            if table.game.own_view(table.session.state, standing.seat):
                rows.append((self._own(standing.seat), 48))
        rows += [self._line(note.text, room.w, "warn") for note in table.board_def.notes(table.state)]
        scroll = ScrollList(gap=4)
        foot = self.foot(56)
        self.put(scroll, room._replace(h=room.h - 56 - GAP))
        scroll.set_rows(rows)
        self.button(foot, self.say(T("Back to the game")), table.dismiss, "primary", leads_back=True)

    def _own(self, who: str) -> PushButton:
        button = PushButton(text=self.say(T("Look at my own")), icon="eye", text_size_limit=18, guard=True, wraps=True)
        button.bind(on_release=lambda _: looking.look_at_own(self.table, who))
        self.own[who] = button
        return button

    def _line(self, text: Text, width: float, colour: str = "sand_2") -> tuple[Any, float]:
        words = self.say(text)
        fitted = fit.wrapped(words, "label", width - 16, None, self.table.frame)
        return Words(text=words, style="label", colour=colour), fitted.height + 4
