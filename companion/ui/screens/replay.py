"""Replay: a game looked at again, move by move, with its scorings and notes, and played on from any of its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from kivy.clock import Clock

from companion.engine.errors import InputError
from companion.engine.game import State
from companion.engine.header import Seat
from companion.engine.text import T, Text
from companion.table import history, shelf
from companion.table.branch import play_on
from companion.table.session import Session
from companion.table.shelf import Note
from companion.ui import deleting, fit, theme
from companion.ui.boards import board_of
from companion.ui.boards.base import Marks
from companion.ui.dates import day_text
from companion.ui.game_row import scores_text
from companion.ui.replay import told
from companion.ui.replay.panel import Panel
from companion.ui.replay.rows import MoveRow
from companion.ui.rows import Caption, Ground
from companion.ui.screens.base import Screen
from companion.ui.widgets.base import HEAD
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.step_slider import StepSlider
from companion.ui.widgets.top_bar import TopBar

KEYS = (("scorings", "flag"), ("notes", "edit"), ("more", "more"))
"""What opens in the place of the moves, and its sign in the head."""
WAY = tuple[str, str, Text, Callable[[], Any]]


class ReplayScreen(Screen):
    """The board at the move shown, the moves around it, a slider with the rounds as ticks.

    `at` is how many moves have been made, `opened` what stands in the place of the moves ("": these). Raises
    InputError in `enter` for a game that can't be read.
    """

    name: ClassVar[str] = "replay"
    ground: ClassVar[str] = "ground"

    def enter(self, record: str) -> None:
        """It begins at the last move."""
        self.only_of = record
        self.game = Session.look_at(self.context.journal, record)
        self.states: tuple[State, ...] = self.game.views
        self.at = self.game.n
        self.board = board_of(self.game)
        self.rounds = told.rounds(self.game, self.states)
        self.scorings = told.scorings(self.game)
        self.opened = ""
        self.notes: tuple[Note, ...] = ()
        self._playing: Any = None
        self._slid_to = self.at
        # A finger tells more places than there are pictures: only the last one of each is drawn.
        self._slide = Clock.create_trigger(lambda _: self.show(self._slid_to), -1)

    def leave(self) -> None:
        self.stop()
        self._slide.cancel()

    @property
    def practice(self) -> bool:
        return self.game.header.practice

    def named_seats(self) -> Sequence[Seat]:
        return self.context.people().seats(self.game.header)

    def tell(self, text: Text | str) -> str:
        """`text` with the present names of the players of this game."""
        return self.context.say(text, self.names)

    # building

    @property
    def hurries(self) -> bool:
        """Whether it plays by itself, and is watched."""
        return self._playing is not None

    def build(self) -> None:
        frame = self.frame
        self.names = self.context.names_of(self.game.header)
        self.notes = shelf.glance(self.context.journal.path.parent).notes.get(self.game.header.id, ())
        self._head()
        self.view = self.board.replay_view(self.context)
        self.view.disabled = True
        foot = frame.h - 96.0
        area = self.view.area
        if frame.portrait:
            foot = frame.h - 164.0
            top = max(area.y + area.h + 8, 240.0)
            panel = (8.0, top, 464.0, foot - top)
        else:
            left = max(area.x + area.w + 12, 384.0) if area.w < 500 else 540.0
            self.put(Ground("night"), left - 8, 56, frame.w - left + 8, foot - 56)
            panel = (left, 60.0, frame.w - left - 8, foot - 60)
        self.add_widget(self.view)
        self.put(Ground("surface"), 0, foot, frame.w, frame.h - foot)
        self._foot(foot)
        self.panel = Panel(self, panel)
        self._shown: list[Any] = []
        self.show(self.at)

    def _head(self) -> None:
        frame, header = self.frame, self.game.header
        day = T("{game}, {day}", game=self.game.game.title, day=day_text(header.started))
        standings = {s.seat: s.points for s in self.game.game.standings(self.states[-1])}
        title = self.tell(T("{day}: {names}", day=day, names=scores_text(header.seats, standings)))
        room = frame.w - 60 - 16 - 54.0 * len(KEYS) - 8
        if not fit.label(title, room, True, frame, (24, 20)).fits:
            title = self.tell(day)
        # Upright there is no room for it beside the keys: it stands below then.
        tag = "" if frame.portrait else self.tag
        bar = TopBar(title=title, tag=tag, taken=54.0 * len(KEYS) + 4)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.keys: dict[str, PushButton] = {}
        for i, (name, icon) in enumerate(KEYS):
            key = PushButton(icon=icon, guard=True)
            key.ring_rank = HEAD
            key.bind(on_release=lambda _, name=name: self.open("" if self.opened == name else name))
            self.keys[name] = self.put(key, frame.w - 8 - 54.0 * (len(KEYS) - i) + 4, 4, 50, 48)

    def _foot(self, foot: float) -> None:
        frame = self.frame
        y = foot + 20 if not frame.portrait else foot + 88
        self.back_button = self._key("back", lambda: self.step(-1), 12, y)
        self.play_button = self._key("play", self.play_or_stop, 76, y)
        self.next_button = self._key("next", lambda: self.step(1), 140, y)
        noted = sorted({note.n for note in self.notes if 0 < note.n <= self.game.n})
        scored = sorted({scoring.n for scoring in self.scorings})
        self.slider = StepSlider(
            value=self.at, steps=max(self.game.n, 1), ticks=list(self.rounds), drops=scored, dots=noted
        )
        self.slider.bind(on_slide=lambda _, value: self._slid(round(value)))
        ends = 50.0 if self.scorings else 0.0
        if frame.portrait:
            left, wide, top = 12.0, 456.0, foot + 4
            self._words = (16.0, foot + 60, 448.0)
            self._way = (220.0, y, 248.0)
        else:
            left, wide, top = 204.0, frame.w - 396.0, foot + 8
            self._words = (204.0, foot + 66, frame.w - 396.0)
            self._way = (frame.w - 180.0, y, 168.0)
        self.put(self.slider, left + ends, top, wide - 2 * ends, 56)
        if self.scorings:
            self.last_scoring = self._key("last", lambda: self.to_scoring(-1), left, top + 4, 48, 48)
            self.next_scoring = self._key("skip", lambda: self.to_scoring(1), left + wide - 48, top + 4, 48, 48)

    def _key(
        self, icon: str, act: Callable[[], None], x: float, y: float, w: float = 56, h: float = 56
    ) -> PushButton:  # fmt: skip
        key = PushButton(icon=icon)
        key.bind(on_release=lambda _: act())
        put: PushButton = self.put(key, x, y, w, h)
        return put

    # moving

    @property
    def rows(self) -> dict[int, MoveRow]:
        """The moves that are listed, by number."""
        return self.panel.rows

    def show(self, at: int) -> None:
        """Show the position after `at` moves."""
        self.at = min(max(at, 0), self.game.n)
        before = self.states[max(self.at - 1, 0)]
        fresh = told.touched(self.game, self.at, before) if self.at else frozenset()
        self.view.show(self.states[self.at], None, Marks(fresh=fresh))
        self.slider.value = self.at
        for widget in self._shown:
            self.remove_widget(widget)
        self._shown = []
        self.panel.show()
        for name, key in self.keys.items():
            key.kind = "lapis" if self.opened == name else "plain"
        if self.scorings:
            self.last_scoring.kind = "plain" if self._scoring(-1) is not None else "off"
            self.next_scoring.kind = "plain" if self._scoring(1) is not None else "off"
        self._show_foot()

    def _show_foot(self) -> None:
        x, y, w = self._words
        words = T("move {n} of {all}", n=self.at, all=self.game.n)
        if self.frame.portrait and self.practice:
            words = T("{board}, {move}", board=self.tag, move=words)
        elif self.rounds:
            words = T("move {n} of {all}, marks are rounds", n=self.at, all=self.game.n)
        self._shown.append(self.put(Caption(self.say(words), "small", align="center"), x, y, w, 24))
        finished = self.game.status == "finished"
        if self.at < self.game.n:
            self.way = PushButton(text=self.say(T("Play on from here")), text_size_limit=18, guard=True, wraps=True)
            self.way.bind(on_release=lambda _: self._play_on())
        elif not finished:
            self.way = PushButton(text=self.say(T("Continue")), kind="primary", guard=True)
            self.way.bind(on_release=lambda _: self._continue())
        else:
            self.way = PushButton(text=self.say(T("Hand on")), icon="upload", guard=True)
            self.way.bind(on_release=lambda _: self._hand_on())
        left, top, wide = self._way
        self._shown.append(self.put(self.way, left, top, wide, 56))

    def step(self, by: int) -> None:
        """Go `by` moves on or back."""
        self.jump(self.at + by)

    def jump(self, n: int, opened: str | None = None) -> None:
        """Go to the position after `n` moves, and perhaps open something else beside it ("": the moves)."""
        self.stop()
        self.opened = self.opened if opened is None else opened
        self.show(n)

    def _slid(self, n: int) -> None:
        self.stop()
        self._slid_to = n
        self._slide()

    def _scoring(self, way: int) -> int | None:
        """The move of the next scoring (`way` 1) or the one before (-1)."""
        found = [scoring.n for scoring in self.scorings if (scoring.n - self.at) * way > 0]
        return (min(found) if way > 0 else max(found)) if found else None

    def to_scoring(self, way: int) -> None:
        """Go to the next scoring or the one before."""
        n = self._scoring(way)
        if n is not None:
            self.jump(n, "")

    def open(self, what: str) -> None:
        """Open scorings, notes or the rest in the place of the moves; "" : the moves again."""
        self.stop()
        self.opened = what
        self.show(self.at)

    def play_or_stop(self) -> None:
        """Play from here at 0.8 s a move (from the beginning if at the end), or stop."""
        if self._playing is not None:
            self.stop()
            return
        if self.at == self.game.n:
            self.show(0)
        self._playing = Clock.schedule_interval(lambda _: self._tick(), theme.MOTION["step_s"])
        self.play_button.icon = "pause"

    def stop(self) -> None:
        """Stop playing."""
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None
            self.play_button.icon = "play"

    def _tick(self) -> None:
        self.show(self.at + 1)
        if self.at == self.game.n:
            self.stop()

    # notes

    def notes_at(self, n: int) -> tuple[Note, ...]:
        """The notes that hang on this move."""
        return tuple(note for note in self.notes if note.n == n)

    def add_note(self, n: int) -> None:
        """Write a note on a move, or on the whole game (0)."""
        self.context.go("note_entry", record=self.game.header.id, n=n)

    def edit(self, note: Note) -> None:
        """Change a note, or take it away."""
        self.context.go("note_entry", record=self.game.header.id, n=note.n, note=note)

    # ways on

    def ways_on(self) -> Iterator[WAY]:
        """What else can be done with this game: name, sign, words and act."""
        record = self.game.header.id
        if self.game.status == "finished":
            yield "score_card", "log", T("Score card"), lambda: self._open("score_card", record=record)
            yield "hand_on", "upload", T("Hand on"), self._hand_on
        yield "delete", "trash", T("Delete this game"), self._delete

    def _open(self, screen: str, **args: Any) -> None:
        try:
            self.context.go(screen, **args)
        except InputError as error:
            self.context.trouble(error.text)

    def _hand_on(self) -> None:
        self._open("hand_off", records=(self.game.header.id,))

    def _delete(self) -> None:
        summary = history.one(self.context.journal, self.game.header.id)
        if summary is not None:
            deleting.delete(self.context, summary)

    def _continue(self) -> None:
        self._open("resume", record=self.game.header.id)

    def _play_on(self) -> None:
        try:
            record = play_on(self.game, self.at)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self._open("resume", record=record)
