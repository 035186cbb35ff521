"""Beside the path: the standings, who leads each set, the set at stake in a scoring, and the sheets they open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kivy.properties import StringProperty

from companion.engine.game import Decision, Standing
from companion.engine.sums import number
from companion.engine.text import TN, T, Text
from companion.games.tutankhamen import position
from companion.games.tutankhamen.moves import Finish, Take
from companion.games.tutankhamen.state import Tutankhamen
from companion.ui import fit, theme
from companion.ui.boards import tutankhamen_tiles as tiles
from companion.ui.boards.base import PLAIN, Area, Marks, SideView
from companion.ui.boards.tutankhamen_desk import SETS, Desk, lead
from companion.ui.boards.tutankhamen_places import Places
from companion.ui.boards.tutankhamen_sheets import HoldingsSheet, SetsSheet, Sheet
from companion.ui.boards.tutankhamen_stake import StakeCard
from companion.ui.layout import Frame, place
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import ASIDE, Drawn, Touchable

BOLD = TypeStyle("lead", 16, True, 19)
BELOW_IS_TOLD = 292.0
"""Where a forced move is told, over its "Next" (landscape)."""


class Standings(Drawn):
    """One box a seat: disc and points, in a race what is still to be scored."""

    def __init__(self, frame: Frame) -> None:
        self.rows: tuple[Standing, ...] = ()
        self.asked = ""
        super().__init__(frame=frame)

    def set(self, rows: tuple[Standing, ...], asked: str) -> None:
        """Show these standings; the box of the seat that is asked steps forward."""
        self.rows, self.asked = rows, asked
        self.redraw()

    def paint(self, pen: Pen) -> None:
        n = max(len(self.rows), 1)
        pitch = (pen.w + 4) / n
        for i, row in enumerate(self.rows):
            x, w = pitch * i, pitch - 4
            asked = row.seat == self.asked
            pen.box(x, 0, w, pen.h, "raised" if asked else "surface", theme.RADIUS["button"])
            shown = number(row.points if row.remaining is None else row.remaining)
            if w < 54:
                pen.seat_disc(row.seat, x + w / 2, 13, 9)
                pen.text(shown, x + w / 2, 34, TypeStyle("standing", 20, True, 24), "sand", "center")
                continue
            pen.seat_disc(row.seat, x + 17, pen.h / 2, 14 if w >= 70 else 13)
            room = w - 36
            size = next((n for n in (28, 24, 20) if pen.measure(shown, TypeStyle("standing", n, True, n)) <= room), 18)
            pen.text(shown, x + w - 5, pen.h / 2, TypeStyle("standing", size, True, size), "sand", "right")


class Sets(Touchable):
    """Who leads each set, how many, what is left in the path. One touch area: it opens the sheet of the sets."""

    ring_rank = ASIDE
    caption = StringProperty("")
    shows = ("caption",)

    def __init__(self, frame: Frame, places: Places, say: Callable[[Text | str], str]) -> None:
        self.table, self.say = places, say
        self.state: Tutankhamen | None = None
        self.looks: Mapping[str, tiles.Look] = {}
        self.due: frozenset[str] = frozenset()
        self.signs = PLAIN
        self.foot = 0.0
        super().__init__(frame=frame, guard=True)

    def set(self, state: Tutankhamen, places: Places, marks: Marks, due: frozenset[str], foot: float) -> None:
        """Show the sets of `state` above `foot`; `due` are those that the selected move would score."""
        self.foot = foot
        self.table, self.state, self.signs, self.due = places, state, marks, due
        self.looks = tiles.looks(state.match.kinds)
        self.redraw()

    def cell(self, index: int) -> Area:
        """Where a set stands, on the screen."""
        return self.table.sets[index]

    def paint(self, pen: Pen) -> None:
        if self.state is None:
            return
        area = self.table.sets_area
        top = self.table.caption[1] - 11 if self.caption else area.y
        over = pen.shifted(-area.x, -top)
        if self.caption:
            x, y = self.table.caption
            over.text(self.caption, x, y, tiles.small_style(), "sand_2", max_width=area.w)
        for index, kind in enumerate(self.state.match.kinds):
            if self.cell(index).y + self.cell(index).h <= self.foot:
                self._set(over, kind.id, self.cell(index))

    def _set(self, pen: Pen, kind: str, cell: Area) -> None:
        assert self.state is not None
        stand, target = lead(self.state, kind), f"set:{kind}"
        x, y, w, h = cell
        if stand.done:
            pen.box(*cell, None, 6, "line", 1.5)
            tiles.draw(pen, self.looks[kind], x + 17, y + h / 2, 14, faded=True)
            words = self.say(T("done"))
            if pen.measure(words, tiles.small_style()) <= w - 39:
                pen.text(words, x + 37, y + h / 2, tiles.small_style(), "sand_3")
            else:
                pen.icon("check", x + 37 + (w - 37) / 2, y + h / 2, 18, "sand_3")
            return
        pen.box(*cell, "raised" if self.pressed else "surface", 6)
        if kind in self.due or target in self.signs.selected:
            pen.box(*cell, None, 6, "gold", 3)
        elif target in self.signs.reasons or target in self.signs.refused:
            pen.box(*cell, None, 6, "bad", 3)
        elif target in self.signs.counted:
            pen.box(*cell, None, 6, "lit", 3)
        tiles.draw(pen, self.looks[kind], x + 17, y + h / 2, 14)
        self._leaders(pen, stand.seats, stand.most, x + 36, y + 11, w - 38)
        low = y + 31 if stand.seats else y + h / 2
        words = self.say(TN("{n} left", "{n} left", stand.left))
        if pen.measure(words, tiles.small_style()) > w - 38:
            # A longer language: the number alone, which the line over the sets explains.
            words = number(stand.left)
        pen.text(words, x + 37, low, tiles.small_style(), "sand_2")

    def _leaders(self, pen: Pen, seats: tuple[str, ...], count: int, x: float, y: float, room: float) -> None:
        if not seats:
            return
        if len(seats) == 1:
            pen.seat_disc(seats[0], x + 9, y, 9)
            pen.text(f"×{count}", x + 21, y, BOLD, "sand")
            return
        # Two discs are a tie; of more, as many as can be told apart.
        r = 9.0 if len(seats) == 2 else 7.0
        fits = len(seats) if 2 * r * len(seats) <= room else 2
        for i, seat in enumerate(seats[:fits]):
            pen.seat_disc(seat, x + r + (2 * r + (2 if fits == 2 and r > 8 else 0)) * i, y, r)
        if len(seats) > fits:
            pen.icon("more", x + 2 * r * fits + 8, y, 14, "sand_2")


class Side(SideView):
    """The right part of the screen. It places itself; a sheet takes over its whole area."""

    def __init__(self, frame: Frame, lay: Callable[[int], Places], say: Callable[[Text | str], str],
                 name: Callable[[str], str], desk: Desk) -> None:  # fmt: skip
        super().__init__(size_hint=(None, None))
        self.frame, self.lay, self.say, self.name, self.desk = frame, lay, say, name, desk
        self.table = lay(0)
        self.state: Tutankhamen | None = None
        self.n = -1
        self.signs = PLAIN
        self.decision: Decision | None = None
        self.standings = Standings(frame)
        self.sets = Sets(frame, self.table, say)
        self.sets.bind(on_release=lambda *_: desk.open(SETS))
        self.stake = StakeCard(frame, say, name)
        self.sheet: Sheet | None = None
        place(self, frame.rect(*self.table.side))
        desk.listen(self._sheet_changed)

    def show(self, state: Tutankhamen, decision: Decision | None, marks: Marks = PLAIN) -> None:
        if state.n != self.n:
            self.n = state.n
            self.desk.sheet = ""
        self.state, self.decision, self.signs = state, decision, marks
        self.table = self.lay(state.match.length)
        self._arrange()

    def _sheet_changed(self) -> None:
        if self.state is not None and self.parent is not None:
            self._arrange()

    def _put(self, widget: Any, area: Area) -> None:
        place(widget, self.frame.rect(*area))
        self.add_widget(widget)

    def _arrange(self) -> None:
        state, table = self.state, self.table
        assert state is not None
        self.clear_widgets()
        self.sheet = None
        if self.desk.sheet:
            made = SetsSheet if self.desk.sheet == SETS else HoldingsSheet
            self.sheet = made(self.frame, state, self.say, self.name, self.desk.about, lambda: self.desk.open(""))
            self._put(self.sheet, table.side)
            return
        self._put(self.standings, table.standings)
        self.standings.set(position.standings(state), state.asked or "")
        if state.scoring is not None:
            self.stake.set(state)
            self._put(self.stake, self._stake_area())
            return
        due, words = self._follows(state)
        area = table.sets_area
        self.sets.caption = "" if self.frame.portrait else self._fitting(words, area.w)
        top = area.y if self.frame.portrait else table.caption[1] - 11
        bottom = area.y + area.h
        if self.decision is not None and self.decision.forced and not self.frame.portrait:
            bottom = BELOW_IS_TOLD
        self._put(self.sets, Area(area.x, top, area.w, bottom - top))
        self.sets.set(state, table, self.signs, due, bottom)

    def _stake_area(self) -> Area:
        """Below the standings and above the two answers."""
        side, below = self.table.side, self.table.standings.y + self.table.standings.h + 6
        if self.frame.portrait:
            return Area(12, below, 456, side.y + side.h - 70 - below)
        return Area(side.x + 4, below, side.w - 12, 284 - below)

    def _fitting(self, lines: Sequence[Text], width: float) -> str:
        """The first of `lines` that is not too long, or the last."""
        said = [self.say(line) for line in lines]
        return next((line for line in said if fit.measure(line, tiles.small_style(), self.frame) <= width), said[-1])

    def _follows(self, state: Tutankhamen) -> tuple[frozenset[str], tuple[Text, ...]]:
        """The sets that the selected move would score, and the line over the sets: in full, and shorter ones."""
        chosen = self.signs.selected if state.match.recorded else frozenset()
        for choice in self.decision.choices if self.decision is not None else ():
            if isinstance(choice.move, Take | Finish) and chosen.intersection(choice.targets):
                seen = position.preview(state, choice.move)
                titles = tuple(state.match.titles[kind] for kind in seen.scored)
                cleared = len(seen.cleared)
                short = T("Scores: {sets}", sets=titles), T("Scores what is framed in gold.")
                words: tuple[Text, ...]
                if titles and cleared:
                    full = TN(
                        "Clears {n} tile. Scores: {sets}", "Clears {n} tiles. Scores: {sets}", cleared, sets=titles
                    )
                    words = (full, *short)
                elif titles:
                    words = short
                elif cleared:
                    words = (TN("Clears {n} tile.", "Clears {n} tiles.", cleared),)
                else:
                    words = (T("Nothing is cleared or scored."),)
                return frozenset(seen.scored), words
        if state.match.rules.down:
            return frozenset(), (T("Points to go · who leads each set"),)
        return frozenset(), (T("Sets: who leads · left in the path"),)
