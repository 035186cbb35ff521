"""A game from outside the package is played to its end on the real Table screen, with the plain board."""

from __future__ import annotations

import pytest

from companion.ui.boards.plain import PlainView
from companion.ui.table.decide import DecidePanel
from companion.ui.table.number_form import NumberPanel
from companion.ui.table.panel import NoUndoPanel, PutBackPanel
from tests.kit import inspect
from tests.kit.sitting import Sitting
from tests.kit.toy import toy_installed
from tests.kit.ui import UI


def stake(table: Sitting, form: int, stones: int) -> None:
    """Type a stake on the keypad."""
    table.ui.wait(0.26)
    table.tap_target(f"form:{form}")
    assert isinstance(table.screen.panel, NumberPanel)
    table.ui.tap(table.screen.panel.keypad.key(str(stones)))
    table.ui.tap(table.screen.panel.keypad.key("ok"))
    table.ui.frames(2)


def test_a_whole_game_is_played_with_the_plain_board(table: Sitting) -> None:
    with toy_installed() as game:
        table.start(game, ["red", "blue"])
        assert isinstance(table.screen.board, PlainView)
        stake(table, 0, 2)
        stake(table, 0, 1)
        assert table.session.state.stakes == {"red": 2, "blue": 1}
        for _ in range(20):
            table.settle()
            if table.screen.name == "result":
                break
            decision = table.session.decision
            if decision.forced:
                table.tap_text("Next")
            elif decision.chance:
                table.tap_target("chance:")
            else:
                table.tap_target("choice:0")
                if isinstance(table.screen.panel, DecidePanel) and table.screen.panel.selected:
                    table.tap_text(table.screen.say(decision.choices[0].consequence))
            table.ui.wait(0.26)
        assert table.screen.name == "result"
        assert table.session.outcome is not None


def test_the_first_tap_says_what_follows_and_the_gold_button_does_it(table: Sitting) -> None:
    with toy_installed() as game:
        table.start(game, ["red", "blue"])
        stake(table, 0, 0)
        stake(table, 0, 0)
        table.settle()
        n, choice = table.session.n, table.session.decision.choices[1]
        table.tap_target("choice:1")
        if table.screen.panel.selected:
            assert table.session.n == n
            table.tap_text(table.screen.say(choice.consequence))
        assert table.session.lines[-1].move == choice.move


def test_a_toss_comes_from_the_seed_of_the_record(table: Sitting) -> None:
    with toy_installed() as game:
        tossed = []
        for _ in range(2):
            table.start(game, ["red", "blue"], seed="S-9")
            stake(table, 0, 0)
            stake(table, 0, 0)
            table.settle()
            table.session.play(table.session.decision.choices[0].move)
            table.screen.dismiss()
            table.settle()
            table.tap_target("chance:")
            tossed.append(table.session.lines[-1].move)
        assert tossed[0] == tossed[1]


def test_undo_works_for_any_game(table: Sitting) -> None:
    with toy_installed() as game:
        table.start(game, ["red", "blue"])
        stake(table, 0, 3)
        table.tap_tool("undo")
        assert isinstance(table.screen.panel, PutBackPanel | NoUndoPanel | DecidePanel)
        assert table.session.n == (0 if not isinstance(table.screen.panel, NoUndoPanel) else 1)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=str)
def test_the_plain_board_fits_every_size(ui: UI, table: Sitting, size: tuple[int, int]) -> None:
    ui.resize(*size)
    with toy_installed() as game:
        table.start(game, ["red", "blue", "green", "yellow"])
        assert [str(problem) for problem in inspect.problems()] == []
        stake(table, 0, 3)
        assert [str(problem) for problem in inspect.problems()] == []
