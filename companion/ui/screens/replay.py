"""Replay: a game looked at again, move by move, and played on from any of them."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, ClassVar

import msgspec
from kivy.clock import Clock

from companion.engine.errors import InputError
from companion.engine.game import TABLE, State
from companion.engine.header import new_id
from companion.engine.text import T, Text
from companion.table.session import Session
from companion.ui import fit, theme
from companion.ui.boards import board_of
from companion.ui.boards.base import Marks
from companion.ui.dates import day_text
from companion.ui.pen import Pen
from companion.ui.rows import Caption, Ground
from companion.ui.screens.base import Screen
from companion.ui.widgets.base import Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.step_slider import StepSlider
from companion.ui.widgets.top_bar import TopBar

ROW = 48.0


class MoveRow(Touchable):
    """A move in the list: number, seat, words; the current one in lapis, later ones dim."""

    def __init__(self, n: int, by: str, words: str, how: str, **properties: Any) -> None:
        self.n, self.by, self.words, self.how = n, by, words, how
        super().__init__(**properties)

    def paint(self, pen: Pen) -> None:
        now = self.how == "now"
        if now or self.pressed:
            pen.box(0, 1, pen.w, pen.h - 2, "lapis" if now else "surface", theme.RADIUS["button"])
        ink = "lapis_ink" if now else "sand_3" if self.how == "later" else "sand"
        y = pen.h / 2
        pen.text(str(self.n), 48, y, "label", "lapis_ink" if now else "sand_3", "right")
        left = 60.0
        if self.by in theme.SEATS:
            pen.seat_disc(self.by, 66, y, 12)
            left = 90.0
        look = fit.label(self.words, pen.w - left - 8, now, pen.frame, (20, 18, 16))
        if look.fits:
            pen.text(self.words, left, y, look.style, ink, max_width=pen.w - left - 8)
            return
        two = fit.wrapped(self.words, "small", pen.w - left - 8, 2, pen.frame)
        pen.lines(two, left, (pen.h - two.height) / 2, ink)


class ReplayScreen(Screen):
    """The board at the move shown, the moves around it, a slider with the rounds as ticks.

    `at` is how many moves have been made. Raises InputError in `enter` for a game that can't be read.
    """

    name: ClassVar[str] = "replay"
    ground: ClassVar[str] = "ground"

    def enter(self, record: str) -> None:
        self.game = Session.look_at(self.context.journal, record)
        self.names = self.context.shown_names(self.game.header.seats)
        self.states: tuple[State, ...] = self.game.views
        self.at = self.game.n
        self.board = board_of(self.game)
        labels = [self.game.game.phases(state)[0] for state in self.states]
        self.rounds = [i for i, (a, b) in enumerate(pairwise(labels), 1) if a != b]
        self._playing: Any = None

    def leave(self) -> None:
        self.stop()

    @property
    def practice(self) -> bool:
        return self.game.header.practice

    def _tell(self, text: Text) -> str:
        return self.context.say(text, self.names)

    # building

    @property
    def hurries(self) -> bool:
        """Whether it plays by itself, and is watched."""
        return self._playing is not None

    def build(self) -> None:
        frame = self.frame
        title = T("{game}, {day}", game=self.game.game.title, day=day_text(self.game.header.started))
        bar = TopBar(title=self._tell(title), tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.view = self.board.replay_view(self.context)
        self.view.disabled = True
        foot = frame.h - 96.0
        if frame.portrait:
            foot = frame.h - 164.0
            board_bottom = self.view.area.y + self.view.area.h
            self._list = (8.0, max(board_bottom + 8, 240.0), 464.0)
        else:
            left = max(self.view.area.x + self.view.area.w + 12, 384.0) if self.view.area.w < 500 else 540.0
            self.put(Ground("night"), left - 8, 56, frame.w - left + 8, foot - 56)
            self._list = (left, 60.0, frame.w - left - 8)
        self.add_widget(self.view)
        self._foot = foot
        self.put(Ground("surface"), 0, foot, frame.w, frame.h - foot)
        self._build_foot(foot)
        self._shown: list[Any] = []
        self.show(self.at)

    def _build_foot(self, foot: float) -> None:
        frame = self.frame
        y = foot + 20 if not frame.portrait else foot + 88
        self.back_button = PushButton(icon="back")
        self.back_button.bind(on_release=lambda _: self.step(-1))
        self.put(self.back_button, 12, y, 56, 56)
        self.play_button = PushButton(icon="play")
        self.play_button.bind(on_release=lambda _: self.play_or_stop())
        self.put(self.play_button, 76, y, 56, 56)
        self.next_button = PushButton(icon="next")
        self.next_button.bind(on_release=lambda _: self.step(1))
        self.put(self.next_button, 140, y, 56, 56)
        self.slider = StepSlider(value=self.at, steps=max(self.game.n, 1), ticks=self.rounds)
        self.slider.bind(on_slide=lambda _, value: self._slid(value))
        if frame.portrait:
            self.put(self.slider, 12, foot + 4, 456, 56)
            self._words = (16.0, foot + 58, 448.0)
            self._way = (220.0, y, 248.0)
        else:
            self.put(self.slider, 208, foot + 12, frame.w - 408, 56)
            self._words = (224.0, foot + 66, frame.w - 440.0)
            self._way = (frame.w - 180.0, y, 168.0)

    # moving

    def show(self, at: int) -> None:
        """Show the position after `at` moves."""
        self.at = min(max(at, 0), self.game.n)
        state = self.states[self.at]
        self.view.show(state, None, Marks(fresh=self._touched()))
        self.slider.value = self.at
        for widget in self._shown:
            self.remove_widget(widget)
        self._shown = []
        self._show_list(state)
        self._show_foot()

    def _touched(self) -> frozenset[str]:
        """The places the last move was about: those that lit up for it."""
        if not self.at:
            return frozenset()
        move = self.game.lines[self.at - 1].move
        choices = self.game.game.decision(self.states[self.at - 1]).choices
        return frozenset(target for choice in choices if choice.move == move for target in choice.targets)

    def _show(self, widget: Any, x: float, y: float, w: float, h: float) -> Any:
        self._shown.append(widget)
        return self.put(widget, x, y, w, h)

    def _show_list(self, state: State) -> None:
        x, y, w = self._list
        label = self._tell(self.game.game.phases(state)[0])
        standings = self.game.game.standings(state)
        if len(standings) <= 3:
            points = " : ".join(self.say(T("{n}", n=standing.points)) for standing in standings)
            self._show(Caption(label, "label"), x, y, w * 0.55, 28)
            self._show(Caption(points, "decision2", "sand", "right"), x + w * 0.5, y, w * 0.5 - 8, 28)
        else:
            self._show(Caption(label, "label"), x, y, w, 28)
        rows = int((self._foot - y - 32) // ROW)
        first = min(max(self.at - rows // 2 - 1, 0), max(self.game.n - rows, 0))
        self.rows: dict[int, MoveRow] = {}
        for i in range(first, min(first + rows, self.game.n)):
            line = self.game.lines[i]
            how = "now" if line.n == self.at else "later" if line.n > self.at else "done"
            words = self._tell(self.game.game.say_move(self.states[i], line.move))
            row = MoveRow(line.n, "" if line.move.by == TABLE else line.move.by, words, how)
            row.bind(on_release=lambda row: self._jump(row.n))
            self.rows[line.n] = self._show(row, x, y + 32 + ROW * (i - first), w, ROW)

    def _show_foot(self) -> None:
        x, y, w = self._words
        words = T("move {n} of {all}, marks are rounds", n=self.at, all=self.game.n)
        self._show(Caption(self.say(words), "small", align="center"), x, y, w, 24)
        left, top, wide = self._way
        if self.at == self.game.n and self.game.status != "finished":
            self.way = PushButton(text=self.say(T("Continue")), kind="primary", guard=True)
            self.way.bind(on_release=lambda _: self._continue())
            self._show(self.way, left, top, wide, 56)
        elif self.at < self.game.n:
            self.way = PushButton(text=self.say(T("Play on from here")), text_size_limit=18, guard=True)
            self.way.bind(on_release=lambda _: self._play_on())
            self._show(self.way, left, top, wide, 56)

    def step(self, by: int) -> None:
        """Go `by` moves on or back."""
        self.stop()
        self.show(self.at + by)

    def _jump(self, n: int) -> None:
        self.stop()
        self.show(n)

    def _slid(self, value: float) -> None:
        self.stop()
        self.show(round(value))

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

    # ways on

    def _continue(self) -> None:
        try:
            self.context.go("resume", record=self.game.header.id)
        except InputError as error:
            self.context.trouble(error.text)

    def _play_on(self) -> None:
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        header = msgspec.structs.replace(self.game.header, id=new_id(), started=now)
        try:
            session = Session.start(self.context.journal, self.game.game, header)
            for line in self.game.lines[: self.at]:
                session.play(line.move)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.go("resume", record=header.id)
