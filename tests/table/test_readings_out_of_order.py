"""Presses that come late, in any order, and again: the journal holds what a plain model of the table says, no more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.draw import Draw
from companion.engine.header import new_id
from companion.engine.simulate import header_for
from companion.games.aton import GAME
from companion.games.aton.moves import Ready, Unready
from companion.table.journal import Journal
from companion.table.proposals import SETTLE_S, Arbiter, Late, Play, Reading
from companion.table.session import Session

SEATS = ("red", "blue")
TICK = 1 / 64
"""Times are whole ticks, which add up without rounding."""

Step = tuple[str, int, int]
steps = st.lists(
    st.one_of(
        st.tuples(st.just("press"), st.integers(0, 1), st.sampled_from((0, 0, 0, 1, 5, 12, 30))),
        st.tuples(st.just("again"), st.integers(1, 4), st.just(0)),
        st.tuples(st.just("draw"), st.just(0), st.just(0)),
        st.tuples(st.just("wait"), st.sampled_from((1, 14, 16, 20, 40)), st.just(0)),
    ),
    min_size=6,
    max_size=30,
)


class Model:
    """Two people who get ready and take it back. `drawn`: when the picture after so many moves was on the screen."""

    def __init__(self, drawn_at: float) -> None:
        self.moves: list[str] = []
        self.drawn: list[tuple[float, int]] = [(drawn_at, 0)]
        self.answered: dict[str, float] = {}

    def draw(self, now: float) -> None:
        if self.drawn[-1][1] != len(self.moves):
            self.drawn.append((now, len(self.moves)))

    def press(self, who: str, at: float, now: float) -> bool:
        """Whether it counts: no hand is that fast again, and the picture it was meant for knew all moves of its own."""
        seen = max((n for since, n in self.drawn if since <= at), default=-1)
        soon = who in self.answered and at - self.answered[who] < SETTLE_S
        if seen < 0 or soon or who in self.moves[seen:]:
            return False
        self.moves.append(who)
        self.answered[who] = now
        return True

    @property
    def over(self) -> bool:
        """Whether both are ready: the rows are turned up, and the buttons mean something else."""
        return all(self.moves.count(seat) % 2 for seat in SEATS)


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    folder: Path = tmp_path_factory.mktemp("readings")
    with Journal.open(folder / "journal.db") as opened:
        yield opened


@settings(max_examples=250, deadline=None)
@given(steps)
def test_the_journal_is_what_the_model_says(journal: Journal, steps: list[Step]) -> None:
    setup = GAME.draw_setup(SEATS, GAME.resolve({}), Draw("late"), GAME.box)
    header = msgspec.structs.replace(header_for(GAME, SEATS, {}, "late", setup, GAME.box), id=new_id())
    session, now = Session.start(journal, GAME, header), 100.0
    past: list[Reading] = []
    arbiter, model = Arbiter(session), Model(now)
    arbiter.shown(now)
    for kind, what, lag in steps:
        now += TICK
        if kind == "wait":
            now += what * TICK
        elif kind == "draw":
            arbiter.shown(now)
            model.draw(now)
        elif kind == "press" or past[-what:]:
            reading = Reading(SEATS[what], now - lag * TICK, seat=SEATS[what]) if kind == "press" else past[-what:][0]
            past.append(reading)
            answer = arbiter.judge(reading)
            assert isinstance(answer, Play | Late)
            assert isinstance(answer, Play) == model.press(reading.seat, reading.at, now)
            if isinstance(answer, Play):
                session.play(answer.choice.move, answer.expected)
                arbiter.answered(reading, now)
        if model.over:
            break
    told = [line.move for line in session.lines]
    assert [move.by for move in told] == model.moves
    assert all(isinstance(move, Ready | Unready) for move in told)
