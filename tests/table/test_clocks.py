"""Everybody's time: whom it is counted for, when it stands still, and that it is stored with every accepted act."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language import Language
from companion.table import history
from companion.table.clocks import Clocks, shown
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table.quarry_table import play_on, started


class Tick:
    """A clock that a test winds."""

    def __init__(self, at: float = 1000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at

    def wait(self, seconds: float) -> None:
        self.at += seconds


@pytest.fixture
def tick() -> Tick:
    return Tick()


@pytest.fixture
def clocks(tick: Tick) -> Clocks:
    """Clocks that count, of a game at the table in which red is asked."""
    made = Clocks(("red", "blue"), tick)
    made.counts = True
    made.go()
    made.turn(("red",), "round 1")
    return made


def test_time_is_counted_for_whoever_is_asked(clocks: Clocks, tick: Tick) -> None:
    tick.wait(7.5)
    clocks.turn(("blue",), "round 1")
    tick.wait(20)
    clocks.turn(("red",), "round 1")
    tick.wait(3)
    assert (clocks.times, clocks.played_s) == ({"red": 10, "blue": 20}, 30)
    assert clocks.deciding == ("red",) and clocks.runs


def test_where_several_are_asked_the_time_is_each_one_s(clocks: Clocks, tick: Tick) -> None:
    clocks.turn(("red", "blue"), "round 1")
    tick.wait(12)
    clocks.turn(("blue",), "round 1")
    tick.wait(5)
    assert (clocks.times, clocks.played_s) == ({"red": 12, "blue": 17}, 17)
    assert clocks.face("blue", "turn", 60, 0) == 43, "who is asked on goes on with the same turn"


def test_what_the_table_draws_is_nobody_s_time_and_ends_no_turn(clocks: Clocks, tick: Tick) -> None:
    tick.wait(10)
    clocks.turn((), "round 1")
    assert not clocks.runs
    tick.wait(50)
    clocks.turn(("red",), "round 1")
    tick.wait(5)
    assert (clocks.times, clocks.played_s) == ({"red": 15, "blue": 0}, 65)
    assert clocks.face("red", "turn", 120, 0) == 105


def test_a_turn_begins_anew_after_another_s_and_in_a_new_round(clocks: Clocks, tick: Tick) -> None:
    tick.wait(10)
    clocks.turn(("red",), "round 1")
    tick.wait(5)
    assert clocks.face("red", "turn", 120, 0) == 105, "two acts in a row are one turn"
    clocks.turn(("red",), "round 2")
    tick.wait(4)
    assert clocks.face("red", "turn", 120, 0) == 116
    clocks.turn(("blue",), "round 2")
    clocks.turn(("red",), "round 2")
    assert clocks.face("red", "turn", 120, 0) == 120
    assert (clocks.face("red", "up", 120, 0), clocks.face("red", "game", 0, 900)) == (19, 881)


def test_taking_back_gives_no_time(clocks: Clocks, tick: Tick) -> None:
    tick.wait(50)
    clocks.turn(("blue",), "round 2")
    tick.wait(8)
    clocks.turn(("red",), "round 1", back=True)
    assert (clocks.times, clocks.face("red", "turn", 60, 0)) == ({"red": 50, "blue": 8}, 10)
    # Back to where the table draws, in an earlier round: who is asked then goes on with the turn.
    clocks.turn((), "round 0", back=True)
    clocks.turn(("red",), "round 0")
    assert clocks.face("red", "turn", 60, 0) == 10


def test_what_is_used_up_goes_on_below_zero(clocks: Clocks, tick: Tick) -> None:
    tick.wait(75)
    assert (clocks.face("red", "turn", 60, 0), clocks.face("red", "game", 0, 70)) == (-15, -5)


def test_a_pause_counts_for_nobody_and_ends_with_the_next_act(clocks: Clocks, tick: Tick) -> None:
    tick.wait(5)
    clocks.pause()
    assert clocks.paused and not clocks.runs
    tick.wait(600)
    clocks.resume()
    tick.wait(2)
    clocks.pause()
    tick.wait(600)
    clocks.turn(("blue",), "round 1")
    tick.wait(3)
    assert (clocks.times, clocks.played_s, clocks.paused) == ({"red": 7, "blue": 3}, 10, False)


def test_after_half_an_hour_without_an_act_the_table_is_asleep(clocks: Clocks, tick: Tick) -> None:
    tick.wait(1799)
    assert clocks.runs
    tick.wait(9 * 3600)
    assert not clocks.runs
    assert (clocks.times, clocks.played_s) == ({"red": 1800, "blue": 0}, 1800)
    clocks.go(acted=False)
    tick.wait(5)
    assert clocks.times["red"] == 1800, "a screen that changes by itself wakes nobody"
    clocks.go()
    tick.wait(5)
    assert clocks.times["red"] == 1805


def test_a_clock_that_goes_back_takes_nothing_away(clocks: Clocks, tick: Tick) -> None:
    tick.wait(10)
    assert clocks.times["red"] == 10
    tick.wait(-400)
    assert clocks.times["red"] == 10
    clocks.turn(("blue",), "round 1")
    tick.wait(402)
    assert clocks.times == {"red": 10, "blue": 2}


def test_while_something_is_told_it_is_nobody_s_time_but_the_game_is_at_the_table(clocks: Clocks, tick: Tick) -> None:
    clocks.go(thinking=False)
    tick.wait(40)
    assert not clocks.runs
    clocks.go()
    tick.wait(2)
    clocks.rest()
    tick.wait(500)
    assert (clocks.times, clocks.played_s) == ({"red": 2, "blue": 0}, 42)


def test_without_a_clock_only_the_length_of_the_game_is_known(clocks: Clocks, tick: Tick) -> None:
    clocks.counts = False
    tick.wait(30)
    assert (clocks.times, clocks.played_s, clocks.runs) == ({}, 30, False)
    clocks.counts = True
    tick.wait(4)
    assert (clocks.times, clocks.played_s) == ({"red": 4, "blue": 0}, 34), "a clock that is put up later begins then"


ACTS = st.sampled_from(["red", "blue", "table", "go", "told", "rest", "pause", "resume", "back"])


@given(st.lists(st.tuples(st.integers(0, 4000), ACTS), max_size=20))
def test_time_never_runs_back_and_is_never_more_than_the_game_was_at_the_table(acts: list[tuple[int, str]]) -> None:
    tick = Tick()
    clocks = Clocks(("red", "blue"), tick)
    clocks.counts = True
    before, waited = 0, 0
    for seconds, act in acts:
        tick.wait(seconds)
        waited += min(seconds, 1800)
        if act in ("red", "blue", "table"):
            clocks.turn((act,))
        elif act == "back":
            clocks.turn(("red",), back=True)
        elif act in ("go", "told"):
            clocks.go(act == "go")
        else:
            getattr(clocks, act)()
        thought = sum(clocks.times.values())
        assert before <= thought <= clocks.played_s <= waited
        before = thought


@pytest.mark.parametrize(
    ("seconds", "digits"),
    [(0, "0:00"), (7, "0:07"), (59, "0:59"), (60, "1:00"), (307, "5:07"), (3599, "59:59"), (3600, "1:00:00"),
     (36_065, "10:01:05"), (-1, "−0:01"), (-75, "−1:15"), (-3661, "−1:01:01")],
)  # fmt: skip
def test_a_time_in_digits(seconds: int, digits: str) -> None:
    assert Language("hu").say(shown(seconds)) == digits


# stored


class Evening:
    """The clock that a session's times are counted by, wound by hand, and what everybody must have thought."""

    def __init__(self, session: Session) -> None:
        self.thought = {"red": 0, "blue": 0}
        self.sit_down(session)

    def sit_down(self, session: Session) -> None:
        """Go on with a game that was taken up again."""
        self.session = session
        self.tick = session.clocks.now = Tick(session.clocks.now())
        session.clocks.counts = True
        session.clocks.go()

    def wait(self, seconds: int) -> None:
        """Let time pass for whoever is asked now."""
        self.tick.wait(seconds)
        for who in self.session.decision.seats:
            self.thought[who] += seconds


def listed(journal: Journal) -> tuple[dict[str, int], int]:
    """What the list tells of the only game."""
    (summary,) = history.games(journal)
    return summary.times, summary.played_s


def test_every_accepted_act_stores_the_times_and_what_ran_since_is_lost_with_the_power(
    journal: Journal, game: Any
) -> None:
    evening = Evening(started(journal, game))
    evening.wait(11)
    play_on(evening.session, 1, random.Random(1))
    assert listed(journal) == (evening.thought, 11)
    evening.tick.wait(300)
    assert listed(journal) == (evening.thought, 11)
    again = Session.resume(journal, "first", lambda _: game)
    assert (again.clocks.times, again.clocks.played_s) == (evening.thought, 11)


def test_a_turn_that_is_taken_back_goes_on_where_it_stood(journal: Journal, game: Any) -> None:
    session = started(journal, game)
    Evening(session).wait(20)
    play_on(session, 1, random.Random(1))
    mover = session.lines[-1].move.by
    assert mover not in session.decision.seats
    session.undo()
    assert session.clocks.face(mover, "turn", 60, 0) == 40


def test_times_outlast_taking_back_putting_away_and_a_summary_made_again(journal: Journal, game: Any) -> None:
    session = started(journal, game, tokens=False)
    evening = Evening(session)
    for seconds in (20, 6, 9):
        evening.wait(seconds)
        play_on(session, 1, random.Random(4))
    evening.wait(5)
    session.rewind(1, ("red", "blue"))
    assert listed(journal) == (evening.thought, 40), "taking back gives no time"
    evening.wait(1)
    session.put_away()
    later = Session.resume(journal, "first", lambda _: game)
    assert listed(journal) == (evening.thought, 41), "no time runs while a game is put away"
    evening.sit_down(later)
    evening.wait(4)
    play_on(later, 40, random.Random(4))
    (finished,) = history.games(journal)
    assert (finished.status, finished.times, finished.played_s) == ("finished", evening.thought, 45)
    Session.look_at(journal, "first", lambda _: game).store_summary()
    (again,) = history.games(journal)
    assert again == finished


def test_a_game_of_a_cartouche_without_clocks_has_no_times(journal: Journal, game: Any) -> None:
    started(journal, game)
    stored = msgspec.json.decode(journal.summary("first") or "")
    older = {name: value for name, value in stored.items() if name not in ("times", "played_s")}
    journal.set_summary("first", msgspec.json.encode(older).decode())
    old = Session.resume(journal, "first", lambda _: game)
    assert (old.clocks.times, old.clocks.played_s, listed(journal)) == ({}, 0, ({}, 0))
    journal.set_summary("first", None)
    assert Session.resume(journal, "first", lambda _: game).clocks.times == {}
