"""The tournament table at the side of the board: place, player, games, wins and points."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, ObjectProperty

from companion.club.board import NO_GAME, notes
from companion.club.standings import Standing, Standings, amount
from companion.engine.text import TN, T
from companion.language import Language
from companion.ui import fit
from companion.ui.club_board.card import fitting, style
from companion.ui.lettering import strange
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn

PITCH = 28.0
HEAD, FOOT = 56.0, 8.0


class StandingsView(Drawn):
    """Shows the rows of `standings` that stand on `page` (they begin anew after the last), where not all fit."""

    standings = ObjectProperty(Standings())
    page = NumericProperty(0)
    left_out = NumericProperty(0)
    shows = ("standings", "page", "left_out")

    def __init__(self, said: Language, **properties: Any) -> None:
        self.said = said
        super().__init__(**properties)

    @property
    def notes(self) -> list[str]:
        """What is to be known besides."""
        return [self.said.say(note) for note in notes(self.standings, int(self.left_out))]

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "night")
        board: Standings = self.standings
        say = self.said.say
        if not board.rows:
            pen.text(say(T("Standings")), 14, 22, style(22, True), "sand", max_width=pen.w - 28)
            words = fit.wrapped(say(NO_GAME), "label", pen.w - 28, 4, pen.frame)
            pen.lines(words, 14, 44, "sand_2")
            return
        notes = [fit.wrapped(note, "small", pen.w - 24, 3, pen.frame) for note in self.notes]
        foot = FOOT + sum(note.height for note in notes)
        fits = max(int((pen.h - HEAD - foot) // PITCH), 1)
        pages = -(-len(board.rows) // fits)
        page = int(self.page) % pages
        title = say(T("Standings"))
        games = say(TN("{n} game", "{n} games", board.games))
        where = f"{page + 1} / {pages}" if pages > 1 else games
        taken = pen.text(where, pen.w - 14, 22, style(17), "sand_2", "right")
        room = pen.w - 38 - taken
        pen.text(title, 14, 22, fitting(title, room, pen, style(22, True), style(18, True)), "sand", max_width=room)
        edges = self._edges(pen, board)
        pen.icon("dice", edges[0] - 9, 44, 18, "sand_2")
        pen.icon("flag", edges[1] - 9, 44, 18, "sand_2")
        points = say(T("Points"))
        pen.text(points, edges[2], 44, fitting(points, 62, pen, style(17), style(16)), "sand_2", "right")
        for i, row in enumerate(board.rows[page * fits : (page + 1) * fits]):
            self._row(pen, row, HEAD + PITCH * i, edges)
        y = pen.h - foot + 4
        for note in notes:
            y += pen.lines(note, 12, y, "warn")

    def _edges(self, pen: Pen, board: Standings) -> tuple[float, float, float]:
        """The right edges of games, wins and points."""
        say = self.said.say
        points = [amount(row.points) for row in board.rows]
        wide = max([pen.measure(say(T("Points")), style(16)), *(pen.measure(one, style(19, True)) for one in points)])
        wins = max([20.0, *(pen.measure(amount(row.wins), style(17)) for row in board.rows)])
        last = pen.w - 14
        return last - wide - wins - 20, last - wide - 10, last

    def _row(self, pen: Pen, row: Standing, top: float, edges: tuple[float, float, float]) -> None:
        middle = top + PITCH / 2
        first = row.place == 1
        if first:
            pen.box(6, top + 1, pen.w - 12, PITCH - 2, "gold_soft", 6)
        ink = "gold" if first else "sand"
        place = f"{row.place}"
        pen.text(place, 33, middle, style(18, True), ink, "right")
        games = str(row.games)
        taken = pen.measure(games, style(17))
        room = edges[0] - taken - 8 - 41
        name = strange(row.name)
        pen.text(name, 41, middle, fitting(name, room, pen, style(18), style(16)), ink, max_width=room, may_cut=True)
        pen.text(games, edges[0], middle, style(17), "sand_2", "right")
        pen.text(amount(row.wins), edges[1], middle, style(17), "sand_2", "right")
        pen.text(amount(row.points), edges[2], middle, style(19, True), ink, "right")
