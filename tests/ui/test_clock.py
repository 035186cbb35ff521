"""The clock at the table: chosen and paused by a finger, counted while somebody thinks, never more than shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.aton import GAME
from companion.games.aton.moves import Place
from companion.table import history
from companion.table.journal import Journal
from companion.table.storage import JOURNAL
from companion.ui.table.panel import PutBackPanel
from companion.ui.theme import colour
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.clock_face import ClockFace
from companion.ui.widgets.scroll_list import ScrollList
from tests.kit import inspect
from tests.kit.aton_games import SEATS, row
from tests.kit.in_secret import shaft_at_table
from tests.kit.panel import Buttons
from tests.kit.sitting import Sitting
from tests.kit.ui import UI

PLACING = [*row((1, 1, 2, 3), (1, 2, 2, 2))]
"""Red places three counters, then blue two."""


class Hands:
    """Winds the clock of the game at the table."""

    def __init__(self, table: Sitting) -> None:
        self.table = table
        self.at = table.session.clocks.now()
        table.session.clocks.now = lambda: self.at

    def wait(self, seconds: float) -> None:
        """Let time pass, and the digits be drawn once as they are every second."""
        self.at += seconds
        if self.table.screen.name == "table":
            self.table.screen.clock.show()
        self.table.ui.frames(2)


def begun(table: Sitting, moves: Any = PLACING, **settings: Any) -> Hands:
    """A game at the table with a clock."""
    table.context.keep(**settings)
    table.start(GAME, SEATS, moves)
    return Hands(table)


def face(table: Sitting) -> ClockFace:
    found = table.screen.headline.clock
    assert isinstance(found, ClockFace)
    return found


def test_without_a_clock_nothing_is_shown_and_it_is_chosen_from_the_menu(table: Sitting) -> None:
    hands = begun(table)
    assert face(table).parent is None
    hands.wait(20)
    table.screen.open_menu()
    table.ui.frames(2)
    # Below the edge: one scrolls to it.
    rows = next(part for part in table.screen.walk() if isinstance(part, ScrollList))
    rows.offset = rows.reach
    table.ui.frames(2)
    table.tap_text("Clock")
    table.ui.frames(3)
    assert table.screen.name == "clock"
    table.tap_text("Count up")
    table.ui.frames(3)
    hands.wait(30)
    table.context.back()
    table.ui.frames(3)
    hands.wait(65)
    assert (face(table).digits, table.session.clocks.times) == ("1:05", {"red": 65, "blue": 0})
    assert inspect.problems() == []
    table.context.go("clock")
    table.ui.frames(3)
    table.tap_text("Count down each turn")
    table.ui.frames(3)
    table.tap_text("30 s")
    assert (table.context.settings.clock, table.context.settings.clock_turn_s) == ("turn", 30)
    table.context.back()
    table.ui.frames(3)
    assert face(table).digits == "−0:35"


def test_a_tap_pauses_and_another_goes_on(table: Sitting) -> None:
    hands = begun(table, clock="up")
    hands.wait(10)
    table.ui.tap(face(table))
    hands.wait(500)
    assert (face(table).paused, face(table).runs, face(table).digits) == (True, False, "0:10")
    table.screen.clock.drawn()
    assert table.screen.clock._tick is None, "a clock that stands still is not looked at"
    table.screen.open_menu()
    assert table.session.clocks.paused, "looking around ends no pause"
    table.screen.dismiss()
    face(table).rested()
    table.ui.tap(face(table))
    hands.wait(5)
    assert (face(table).paused, face(table).digits) == (False, "0:15")
    Buttons(table).widget(face(table))
    assert face(table).paused, "the knob pauses too"
    table.tap_target("space:1.01")
    hands.wait(1)
    assert (face(table).paused, face(table).digits) == (False, "0:16"), "who plays on ends the pause"


def test_below_zero_it_counts_on_and_nothing_else_happens(table: Sitting) -> None:
    hands = begun(table, clock="turn", clock_turn_s=60)
    hands.wait(59.5)
    assert (face(table).digits, face(table).over) == ("0:01", False)
    before, asked = table.headline(), table.session.decision
    hands.wait(13.5)
    assert (face(table).digits, face(table).over) == ("−0:13", True)
    assert face(table).written[-1].colour == colour("warn")
    table.ui.tap(face(table))
    hands.wait(0)
    assert face(table).paused and face(table).written[-1].colour == colour("warn")
    face(table).rested()
    table.ui.tap(face(table))
    hands.wait(0)
    assert (table.headline(), table.session.decision, table.screen.toast) == (before, asked, None)
    for space in ("1.01", "1.02", "1.03"):
        table.make(Place("red", space=space))
    table.settle()
    hands.wait(2)
    assert (table.session.decision.seats, face(table).digits) == (("blue",), "0:58")
    (listed,) = history.games(table.context.journal)
    assert listed.times == {"red": 73, "blue": 0}


def test_once_a_second_only_the_digits_are_drawn(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = begun(table, clock="game", clock_game_s=900)
    hands.wait(1)
    drawn: list[str] = []
    usual = Drawn._paint_now

    # Kivy's clock finds a method by its name again.
    def _paint_now(self: Drawn, *args: Any) -> None:
        drawn.append(type(self).__name__)
        usual(self, *args)

    monkeypatch.setattr(Drawn, "_paint_now", _paint_now)
    hands.wait(0.3)
    assert drawn == []
    hands.wait(1)
    assert (drawn, face(table).digits) == (["ClockFace"], "14:58")
    table.context.root.blank()
    hands.wait(20)
    assert face(table).digits == "14:58", "nothing is drawn in the dark"
    hands.wait(4000)
    table.context.go("settings")
    table.context.back()
    assert not table.session.clocks.runs, "what closes by itself in the dark wakes nobody"
    table.context.root.wake()
    hands.wait(1)
    assert table.session.clocks.runs, "who wakes the screen wakes the table"
    hands.wait(2)
    assert table.session.clocks.times["red"] == 1800 + 2


def test_time_runs_where_a_seat_thinks_and_not_where_something_is_told(table: Sitting) -> None:
    hands = begun(table, PLACING[:0], clock="up")
    hands.wait(8)
    assert table.session.clocks.deciding == ("red", "blue")
    assert face(table).digits == "0:08"
    clocks, context = table.session.clocks, table.context
    clocks.turn(("blue",))
    hands.wait(4)
    clocks.turn(("red", "blue"))
    hands.wait(0)
    assert face(table).digits == "0:12", "of several the one who has thought longest"
    context.keep(clock="game", clock_game_s=60)
    hands.wait(0)
    assert face(table).digits == "0:48", "or has the least left"
    for name in ("settings", "correct"):
        context.go(name)
        assert not clocks.runs, name
        context.back()
        assert clocks.runs
    scores = table.session.game.scores(table.session.view)
    context.go("scoring", scores=scores)
    hands.wait(60)
    assert not clocks.runs
    context.back()
    context.go("scoring", scores=scores, only_if=True)
    assert clocks.runs, "a look before a decision"
    context.back()
    table.ui.frames(2)
    hands.wait(1)
    assert clocks.times == {"red": 9, "blue": 13}
    assert clocks.played_s == 73
    session = table.session
    context.home()
    hands.at += 100
    assert session.clocks.played_s == 73, "what lies on no table is not played"


def test_while_the_table_is_put_back_nobody_thinks(table: Sitting) -> None:
    hands = begun(table, clock="up")
    hands.wait(3)
    table.tap_target("space:1.01")
    table.tap_tool("undo")
    assert isinstance(table.screen.panel, PutBackPanel)
    hands.wait(20)
    assert (face(table).runs, face(table).digits) == (False, "0:03")
    table.tap_text("Done")
    hands.wait(2)
    assert (face(table).runs, face(table).digits) == (True, "0:05")


def test_behind_the_cover_the_time_runs_on(ui: UI, tmp_path: Path) -> None:
    with shaft_at_table(ui, tmp_path) as table:
        table.context.keep(clock="up")
        table.screen.refresh()
        ui.frames(2)
        table.tap_text("Anna: look and choose")
        ui.frames(3)
        assert table.screen.name == "privacy"
        assert table.session.clocks.runs and table.session.clocks.deciding == ("red",)


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=("wide", "upright"))
def test_the_clock_takes_room_from_nobody(table: Sitting, size: tuple[int, int]) -> None:
    table.ui.resize(*size)
    hands = begun(table, clock="game", clock_game_s=36_000)
    hands.wait(1)
    assert face(table).digits == "9:59:59"
    hands.wait(1800)
    assert inspect.problems() == []
    assert min(face(table).size) >= 48
    table.ui.tap(face(table))
    assert inspect.problems() == []


def test_what_has_run_since_the_last_act_is_kept_when_the_device_is_switched_off(ui: UI, tmp_path: Path) -> None:
    table = Sitting(ui, tmp_path)
    hands = begun(table, clock="up")
    hands.wait(70)
    table.close()
    with Journal.open(tmp_path / JOURNAL) as journal:
        (game,) = history.games(journal)
    assert (game.times, game.played_s, game.n) == ({"red": 70, "blue": 0}, 70, len(PLACING))
    ui.clear()
