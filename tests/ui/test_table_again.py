"""A mistake found later is put right by touch, and what came after it is made again from one row of the panel."""

from __future__ import annotations

import time
from typing import Any

import pytest

from companion.games.aton import GAME
from companion.games.aton.moves import Place, Ready, Reveal
from companion.games.tutankhamen import GAME as TUTANKHAMEN
from companion.games.tutankhamen.moves import Correct, Mask, Steal, Take
from companion.games.tutankhamen.setup import TutankhamenSetup
from companion.ui.table.decide import DecidePanel
from companion.ui.table.panel import RefusalPanel
from tests.games.tutankhamen.positions import layout_l1
from tests.kit import inspect
from tests.kit.aton_games import SEATS, row
from tests.kit.sitting import Sitting

PLACED = (*row((1, 1, 2, 3), (1, 2, 2, 2)), Place("red", space="1.01"), Place("red", space="2.01"))
THREE = ("red", "blue", "green")


def back(table: Sitting, n: int) -> None:
    """All have agreed to go back to `n` moves, and the table has been put back."""
    table.session.rewind(n, table.session.header.seat_ids)
    table.screen.dismiss()
    table.ui.frames(2)


def mask_scene(table: Sitting) -> None:
    """S8A is complete with two tiles each, and red has answered that the mask is used; then all go back to that."""
    path = dict.fromkeys(map(str, range(1, len(layout_l1()) + 1)), "") | {"20": "S8A", "24": "S6A", "26": "S6A"}
    held = {"red": {"S8A": 2}, "blue": {"S8A": 1}, "green": {"S8A": 2}}
    moves = [
        Correct("table", slots=path, held=held, pawns={"red": 12, "blue": 10, "green": 11}),
        Correct("table", pawns={"red": len(path) + 1}, mask="red", turn="blue"),
        Take("blue", slot=20),
        Mask("red", use=True),
        Take("green", slot=24),
    ]
    table.start(TUTANKHAMEN, THREE, moves, setup=TutankhamenSetup(layout=layout_l1(), first="red"))
    back(table, 3)


def test_a_mistyped_card_is_put_right_and_the_placements_follow(table: Sitting) -> None:
    screen = table.start(GAME, SEATS, PLACED)
    table.ui.tap(screen.tools.button("log"))
    log = screen.panel
    table_line = next(line for line in log.log.rows if line.words == "Anna reveals 1, 1, 2, 3")
    log.log.list.reveal(table_line)
    table.ui.frames(2)
    table.ui.tap(table_line)
    table.ui.tap(log.back)
    for name in ("Anna", "Bence"):
        table.tap_text(name)
    table.tap_text("Done")
    assert table.session.n == 2
    assert table.shows("As before")
    for value in (1, 1, 1, 3):
        table.ui.tap(screen.panel.keys.keys[value])
    table.tap_text("All as before")
    made = [line.move for line in table.session.lines[2:]]
    right = Reveal("red", cards=(1, 1, 1, 3))
    assert made == [right, Reveal("blue", cards=(1, 2, 2, 2)), Place("red", space="1.01")]
    assert "place 2 more counters in temple 1" in table.headline()
    table.tap_text("No longer possible: Anna places a counter on 2.01")
    assert isinstance(screen.panel, RefusalPanel)
    assert table.session.n == 5
    table.tap_target("space:1.02")
    assert table.session.lines[-1].move == Place("red", space="1.02")
    assert screen.panel.row is None


def test_one_as_before_and_another_choice_instead(table: Sitting) -> None:
    screen = table.start(GAME, SEATS, PLACED)
    lit = screen.board.signs.lit
    back(table, 4)
    assert screen.board.signs.lit > lit
    table.tap_text("As before: Place on 1.01")
    assert table.session.lines[-1].move == Place("red", space="1.01")
    table.tap_target("space:2.04")
    assert table.session.lines[-1].move == Place("red", space="2.04")
    assert screen.panel.row is None


def test_two_taps_on_as_before_make_one_move(table: Sitting) -> None:
    table.start(GAME, SEATS, PLACED)
    back(table, 0)
    table.ui.double_tap(inspect.find(None, "As before: Anna is ready"))
    assert [line.move for line in table.session.lines] == [Ready("red")]


def test_the_second_of_two_taps_that_waited_for_a_slow_disk_makes_no_move(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.start(GAME, SEATS, PLACED)
    back(table, 0)
    play = table.session.play

    def slowly(*given: Any, **more: Any) -> Any:
        time.sleep(0.3)
        return play(*given, **more)

    monkeypatch.setattr(table.session, "play", slowly)
    table.ui.double_tap(inspect.find(None, "As before: Anna is ready"))
    assert [line.move for line in table.session.lines] == [Ready("red")]


def test_what_a_scoring_brings_is_told_and_a_first_tap_hides_the_row(table: Sitting) -> None:
    mask_scene(table)
    table.tap_text("All as before")
    assert table.screen.name == "scoring"
    table.settle()
    back(table, 4)
    assert table.screen.panel.row is not None
    table.tap_target("slot:26")
    assert table.screen.panel.selected
    assert table.screen.panel.row is None
    table.screen.taps.forget()
    table.tap_target("slot:26")
    assert table.session.lines[-1].move == Take("green", slot=26)


def test_beside_the_answers_of_a_scoring_its_stake_stays_in_sight(table: Sitting) -> None:
    mask_scene(table)
    assert table.shows("Use the mask now")
    assert [words for words in inspect.texts() if words == "+4"] == ["+4"] * 3
    table.tap_text("Keep the mask")
    assert table.session.lines[-1].move == Mask("red", use=False)
    assert table.session.again == Take("green", slot=24)


def test_where_there_is_no_room_to_name_the_move_a_tap_only_selects_it(table: Sitting) -> None:
    path = dict.fromkeys(map(str, range(1, len(layout_l1()) + 1)), "") | {"20": "CO", "22": "S8A", "24": "S6A"}
    held = {"red": {"S8A": 1}, "blue": {"S8A": 1}}
    theft = Steal("red", kind="S8A", victim="blue")
    moves = [Correct("table", slots=path, held=held), Take("red", slot=20), theft]
    table.start(TUTANKHAMEN, THREE, moves, setup=TutankhamenSetup(layout=layout_l1(), first="red"))
    back(table, 2)
    table.tap_text("As before")
    assert (table.session.n, table.screen.board.signs.selected) == (2, {"hold:blue:S8A"})
    table.tap_text("Take Sarcophagus from Bence, who scores 1")
    assert table.session.lines[-1].move == theft


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (480, 800)])
@pytest.mark.parametrize("language", ["en", "hu", "ru"])
def test_the_row_is_whole_in_every_language(table: Sitting, size: tuple[int, int], language: str) -> None:
    table.context.change(language=language)
    table.ui.resize(*size)
    table.start(GAME, SEATS, PLACED)
    for n in (4, 2, 1, 0):
        back(table, n)
        panel = table.screen.panel
        assert isinstance(panel, DecidePanel) and panel.row is not None
        assert [str(problem) for problem in inspect.problems()] == []
    mask_scene(table)
    table.ui.frames(2)
    assert table.screen.panel.row is not None
    assert [str(problem) for problem in inspect.problems()] == []
