"""Setup by touch: the check-list, the draw, and the beginning of the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.engine.header import Seat, drawn_from
from companion.games import find_game
from companion.ui.draft import Draft
from tests.kit import inspect
from tests.kit.commands import run
from tests.kit.desk import Desk, desk
from tests.kit.ui import UI

SEATS = (Seat("red", "Anna", "w"), Seat("blue", "Bence", "e"))


@pytest.fixture
def setup(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    with desk(ui, tmp_path) as opened:
        draft = Draft.fresh(find_game("tutankhamen"))
        opened.context.go("setup", draft=draft, seats=SEATS)
        ui.frames(3)
        yield opened


def test_the_draw_can_be_made_again_from_its_number(setup: Desk) -> None:
    screen = setup.screen
    assert setup.shows(f"draw number {screen.seed[:3]} {screen.seed[3:]}")
    again = drawn_from(screen.seed, screen.game, screen.ids, screen.options, screen.box)
    assert again == screen.setup


def test_draw_again_draws_another(setup: Desk) -> None:
    first = setup.screen.setup
    setup.touch(setup.screen.again)
    assert setup.screen.setup != first


def test_draw_again_asks_once_something_drawn_lies_on_the_table(setup: Desk) -> None:
    screen = setup.screen
    drawn = next(i for i, step in enumerate(screen.steps) if step.drawn)
    setup.touch(screen.rows[drawn])
    first = screen.setup
    setup.touch(screen.again)
    assert screen.setup == first
    setup.touch(screen.dialog.safe_button)
    assert screen.setup == first
    assert screen.ticks[drawn]
    setup.ui.wait(0.3)
    setup.touch(screen.again)
    setup.touch(screen.dialog.action_button)
    assert screen.setup != first
    assert not any(screen.ticks)


def test_a_tick_that_no_draw_touches_stays(setup: Desk) -> None:
    screen = setup.screen
    kept = next(i for i, step in enumerate(screen.steps) if not step.drawn)
    setup.touch(screen.rows[kept])
    setup.touch(screen.again)
    assert screen.ticks[kept]


def test_the_first_open_row_is_lit_and_a_second_tap_unticks(setup: Desk) -> None:
    rows = setup.screen.rows
    assert rows[0].next_up
    setup.touch(rows[0])
    assert rows[1].next_up
    setup.ui.wait(0.3)
    setup.touch(rows[0])
    assert rows[0].next_up


def test_rows_below_are_counted_and_dragged_into_view(setup: Desk) -> None:
    screen = setup.screen
    below = screen.checks.below
    assert below > 0
    assert screen.progress.words == f"{below} more below"
    x, y = screen.checks.center
    setup.ui.drag((x, y - 100), (x, y + 100))
    assert screen.checks.below < below
    assert not any(screen.ticks)


def test_tick_all_and_play_writes_the_record_and_opens_the_table(setup: Desk) -> None:
    screen = setup.screen
    setup.touch(screen.play)
    assert setup.screen.name == "table"
    header = setup.context.session.header
    assert header.seats == SEATS
    assert header.seed == screen.seed
    assert header.setup == msgspec.to_builtins(screen.setup)
    assert setup.context.session.n == 0


def test_a_second_tap_on_play_begins_one_game_only(setup: Desk) -> None:
    button = setup.screen.play
    setup.touch(button)
    setup.ui.tap(setup.context.frame.rect(532, 424, 256, 48))
    assert len(setup.context.journal.listed()) == 1


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)])
def test_the_setup_fits_every_size(setup: Desk, size: tuple[int, int]) -> None:
    setup.resize(*size)
    assert inspect.problems() == []


def test_a_draw_that_lies_face_down_does_not_show_its_number(setup: Desk) -> None:
    for drawn, shown in (("table", True), ("app", False)):
        draft = Draft.fresh(find_game("egizia"))
        draft.given, draft.practice = {"draw_nile": drawn}, True
        setup.context.go("setup", draft=draft, seats=SEATS)
        setup.ui.frames(3)
        assert setup.screen.seed is not None
        assert setup.shows("draw number") is shown
        assert setup.shows(setup.screen.seed[:3]) is shown
        # Six digits could all be tried until one draws what lies open.
        assert len(setup.screen.seed) == (6 if shown else 32)


def test_the_command_draws_the_same_from_the_number_on_the_screen(setup: Desk) -> None:
    screen = setup.screen
    arguments = ("setup", "tutankhamen", "--seats", ",".join(screen.ids), "--seed", screen.seed, "--json")
    assert run(*arguments).value["setup"] == msgspec.json.decode(msgspec.json.encode(screen.setup))
