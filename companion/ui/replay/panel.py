"""The panel beside the replay's board: the moves around the one shown, its scoring, all scorings, notes, and the rest.

Scorings, notes and the rest open in its place, with the way back at its top, so that the board stays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.engine.sums import number
from companion.engine.text import T, Text
from companion.table.shelf import Note
from companion.ui.replay.rows import ROW, MoveRow, NoteRow, PointsRow, ScoringRow
from companion.ui.replay.score_table import score_rows
from companion.ui.replay.told import Scoring
from companion.ui.rows import Caption
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.long_list import LongList
from companion.ui.widgets.scroll_list import ScrollList

if TYPE_CHECKING:
    from companion.ui.screens.replay import ReplayScreen

TITLES = {"scorings": T("Scorings"), "notes": T("Notes"), "more": T("This game")}
HEAD = 52.0
BESIDE = 2
"""Notes of the move shown that stand under it; all of them are in their list."""


class Panel:
    """Puts its widgets on the screen, inside `area` (left, top, width, height), and takes them away again."""

    def __init__(self, screen: ReplayScreen, area: tuple[float, float, float, float]) -> None:
        self.screen = screen
        self.area = area
        self.rows: dict[int, MoveRow] = {}
        """The moves that are listed, by number."""
        self.note_rows: list[NoteRow] = []
        self.scoring_rows: list[ScoringRow] = []
        self.ways: dict[str, PushButton] = {}
        self.table: ScrollList | None = None
        self.list: LongList | None = None
        self.close_key: PushButton | None = None
        self.add_key: PushButton | None = None
        self.whole_key: PushButton | None = None
        self._shown: list[Any] = []
        self._offset = 0.0

    def show(self) -> None:
        """Draw it for the move shown."""
        if self.list is not None:
            self._offset = self.list.offset
            self.list.stop()
        for widget in self._shown:
            self.screen.remove_widget(widget)
        self._shown, self.rows, self.note_rows, self.scoring_rows = [], {}, [], []
        self.table = self.list = self.close_key = self.add_key = self.whole_key = None
        opened = {"scorings": self._scorings, "notes": self._notes, "more": self._more}.get(self.screen.opened)
        if opened is None:
            self._offset = 0.0
            self._moves()
        else:
            self._head()
            opened()

    def _put(self, widget: Any, x: float, y: float, w: float, h: float) -> Any:
        self._shown.append(widget)
        return self.screen.put(widget, x, y, w, h)

    # the moves

    def _moves(self) -> None:
        screen, (x, y, w, h) = self.screen, self.area
        game, state = screen.game, screen.states[screen.at]
        label = screen.tell(game.game.phases(state)[0])
        points = [(s.seat, number(s.points)) for s in game.game.standings(state)]
        scored = [scoring for scoring in screen.scorings if scoring.n == screen.at]
        top, bottom = y, y + h
        if not (scored and self._low):
            # With the lines of a scoring the points stand below them.
            high = PointsRow.height_for(label, len(points), w, screen.frame)
            self._put(PointsRow(label, points), x, y, w, high)
            top += high + 4
        if scored:
            self._row(screen.at, x, top, w)
            self._scored(scored, top + ROW + 2, bottom)
            return
        notes = screen.notes_at(screen.at)[:BESIDE] if screen.at else ()
        made = [NoteRow(note.text) for note in notes]
        highs = [row.height_for(w - 60, screen.frame, 3) for row in made]
        rows = max(int((bottom - top - sum(highs)) // ROW), 1)
        first = min(max(screen.at - rows // 2 - 1, 0), max(game.n - rows, 0))
        for n in range(first + 1, min(first + rows, game.n) + 1):
            self._row(n, x, top, w)
            top += ROW
            if n != screen.at:
                continue
            for note, row, high in zip(notes, made, highs, strict=True):
                if top + high <= bottom:
                    row.bind(on_release=lambda _, note=note: screen.edit(note))
                    self.note_rows.append(self._put(row, x + 60, top, w - 60, high))
                    top += high

    def _row(self, n: int, x: float, y: float, w: float) -> None:
        screen = self.screen
        game = screen.game
        move = game.lines[n - 1].move
        how = "now" if n == screen.at else "later" if n > screen.at else "done"
        words = screen.tell(game.game.say_move(screen.states[n - 1], move))
        row = MoveRow(n, move.by, words, how, bool(screen.notes_at(n)))
        row.bind(on_release=lambda row: screen.jump(row.n))
        self.rows[n] = self._put(row, x, y, w, ROW)

    def _scored(self, scored: list[Scoring], top: float, bottom: float) -> None:
        """The lines of what was scored by the move shown."""
        screen, (x, _, w, _) = self.screen, self.area
        seats = screen.game.header.seat_ids
        rows = [row for one in scored for row in score_rows(one, seats, screen.tell, w - 12, screen.frame)]
        self.table = self._put(ScrollList(gap=0), x, top, w, bottom - top)
        self.table.set_rows(rows)

    # what opens in its place

    @property
    def _low(self) -> bool:
        """Whether there is little room: upright, below the board."""
        return self.screen.frame.portrait

    def _head(self) -> None:
        screen, (x, y, w, _) = self.screen, self.area
        self.close_key = PushButton(text=screen.say(TITLES[screen.opened]), icon="back", align="left", guard=True)
        self.close_key.leads_back = True
        self.close_key.bind(on_release=lambda _: screen.open(""))
        wide = (w - 12) / 3 if self._low and screen.opened == "notes" else w
        self._put(self.close_key, x, y, wide, 48)

    def _fill(self, rows: list[tuple[Any, float]], top: float, now: int) -> None:
        """The rows as a list; `now`: the one to be seen (-1: stay)."""
        x, y, w, h = self.area
        self.list = self._put(LongList(gap=4), x, top, w, y + h - top)
        self.list.set_rows(rows)
        self.list.offset = min(self._offset, self.list.reach)
        if now >= 0:
            self.list.show(now)

    def _said(self, text: Text, top: float) -> None:
        x, _, w, _ = self.area
        self._put(Caption(self.screen.say(text), "body", lines=4), x + 8, top + 8, w - 16, 96)

    def _scorings(self) -> None:
        screen, (_, y, w, _) = self.screen, self.area
        if not screen.scorings:
            self._said(T("Nothing has been scored line by line in this game."), y + HEAD)
            return
        rows = []
        for scoring in screen.scorings:
            scores = scoring.scores
            gains = {seat: total - scores.before[seat] for seat, total in scores.totals.items()}
            gained = [(seat, _signed(gains[seat])) for seat in screen.game.header.seat_ids if gains.get(seat)]
            row = ScoringRow(scoring.n, screen.tell(scoring.title), gained, scoring.n == screen.at)
            row.bind(on_release=lambda row: screen.jump(row.n, ""))
            self.scoring_rows.append(row)
            rows.append((row, row.height_for(w - 12, screen.frame)))
        now = next((i for i, scoring in enumerate(screen.scorings) if scoring.n >= screen.at), len(rows) - 1)
        self._fill(rows, y + HEAD, now)

    def _notes(self) -> None:
        screen, (x, y, w, _) = self.screen, self.area
        at = screen.at
        top = y + HEAD
        if self._low:
            # In one row with the way back: what is left is for the notes.
            wide, left = (w - 12) / 3, x + (w - 12) / 3 + 6
            self._write(left, y, wide, 48)
        else:
            wide = (w - 6) / 2 if at else w
            self._write(x, top, wide, 52)
            top += 58
        if not screen.notes:
            self._said(T("No note yet."), top)
            return
        rows = []
        for note in screen.notes:
            head = screen.say(T("The whole game") if note.n == 0 else T("Move {n}", n=note.n))
            row = NoteRow(note.text, head, note.n, note.n == at)
            row.bind(on_release=self._chosen(note))
            self.note_rows.append(row)
            rows.append((row, row.height_for(w - 12, screen.frame)))
        self._fill(rows, top, next((i for i, note in enumerate(screen.notes) if note.n == at), -1))

    def _write(self, x: float, y: float, w: float, h: float) -> None:
        """The keys that begin a note: on the whole game, and on the move shown."""
        screen, at = self.screen, self.screen.at
        icon = "" if self._low else "edit"
        words = screen.say(T("Note on the whole game"))
        self.whole_key = PushButton(text=words, icon=icon, guard=True, wraps=True)
        self.whole_key.bind(on_release=lambda _: screen.add_note(0))
        self._put(self.whole_key, x, y, w, h)
        if at:
            words = screen.say(T("Note on move {n}", n=at))
            self.add_key = PushButton(text=words, icon=icon, guard=True, wraps=True)
            self.add_key.bind(on_release=lambda _: screen.add_note(at))
            self._put(self.add_key, x + w + 6, y, w, h)

    def _chosen(self, note: Note) -> Callable[[Any], None]:
        """A tap goes to the note's move; where it is shown already, to its words."""

        def choose(_: Any) -> None:
            if self.screen.at == min(note.n, self.screen.game.n):
                self.screen.edit(note)
            else:
                self.screen.jump(note.n)

        return choose

    def _more(self) -> None:
        screen, (x, y, w, _) = self.screen, self.area
        across = 2 if self._low else 1
        wide = (w - 6 * (across - 1)) / across
        self.ways = {}
        for i, (name, icon, words, act) in enumerate(screen.ways_on()):
            key = PushButton(text=screen.say(words), icon=icon, align="left", guard=True, wraps=True)
            key.bind(on_release=lambda _, act=act: act())
            place = x + (wide + 6) * (i % across), y + HEAD + 4 + 58 * (i // across)
            self.ways[name] = self._put(key, *place, wide, 52)


def _signed(points: int) -> str:
    return f"+{number(points)}" if points > 0 else number(points)
