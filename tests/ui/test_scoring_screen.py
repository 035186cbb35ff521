"""The scoring walk-through: line by line, the sums of the spec's example, the counted spaces lit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.event import ScoreLine, Scores
from companion.engine.text import T
from companion.games.aton import GAME
from companion.ui.screens.scoring import brief, sentence
from tests.kit import inspect
from tests.kit.aton_games import SEATS, laid
from tests.kit.sitting import Sitting
from tests.kit.ui import UI

RED = "1.01 1.02 1.05 1.06 1.07 1.08 2.01 2.05 2.06 3.01 3.04 3.05 3.06 4.06 4.07 4.12".split()  # noqa: SIM905
BLUE = "1.09 1.10 1.11 2.07 2.08 2.09 2.10 3.08 3.09 3.12 4.04 4.05 4.08 4.09 4.10".split()  # noqa: SIM905
EXAMPLE = {**dict.fromkeys(RED, "red"), **dict.fromkeys(BLUE, "blue")}
"""Red 19, Blue 18 (spec aton, example G04)."""


def walk(table: Sitting) -> Any:
    table.start(GAME, SEATS, [laid(EXAMPLE)])
    table.context.go("scoring", scores=GAME.scores(table.session.state))
    table.ui.frames(2)
    return table.screen


def test_the_example_adds_up_line_by_line(table: Sitting) -> None:
    screen = walk(table)
    said = [screen.headline.sentence]
    for _ in range(5):
        table.ui.wait(0.26)
        table.ui.tap(screen.next_key)
        said.append(screen.headline.sentence)
    assert said == [
        "Temple 1: Anna gets 3 points (6 − 3 = 3).",
        "Temple 2: Bence gets 5 points (3 : 4).",
        "Temple 3: Anna gets 4 points (4 × 1 = 4).",
        "Temple 4: Bence gets 9 points (3 × 3 = 9).",
        "Black spaces: Anna gets 8 points (8 : 1).",
        "Bonus: 4 : 4.",
    ]
    assert screen.headline.seat == ""
    assert table.shows("19") and table.shows("18")


def test_a_penalty_is_said_as_a_loss(table: Sitting) -> None:
    table.start(GAME, SEATS)
    said = []
    for points in ({"red": -5}, {"red": -1}, {"red": 0}, {"red": 5}):
        line = ScoreLine("penalty", T("Most corrupt"), T("counted"), points)
        said.append(table.context.say(sentence(line, [who for who, n in points.items() if n])))
    assert said == [
        "Most corrupt: Anna loses 5 points (counted).",
        "Most corrupt: Anna loses 1 point (counted).",
        "Most corrupt: the points stay as they are (counted).",
        "Most corrupt: Anna gets 5 points (counted).",
    ]
    line = ScoreLine("penalty", T("Most corrupt"), T("counted"), {"red": -10})
    assert table.context.say(brief(line, "red")) == "Most corrupt: Anna loses 10 points."


def test_many_long_names_give_way_to_their_number(ui: UI, table: Sitting) -> None:
    ui.resize(480, 800)
    screen = walk(table)
    line = ScoreLine("temple1", T("Temple 1"), T("{names}: 3 each", names=("Bartholomäu…",) * 5), {"red": 3, "blue": 3})
    screen.scores = Scores((line,), screen.scores.before)
    screen.refresh()
    assert screen.headline.sentence == "Temple 1: 2 players get points."


def test_the_counted_spaces_are_lit_and_the_temple_says_who_leads(table: Sitting) -> None:
    screen = walk(table)
    for _ in range(3):
        table.ui.wait(0.26)
        table.ui.tap(screen.next_key)
    assert screen.board.signs.counted == {"space:2.08", "space:3.08", "space:4.08"}
    assert "4 · Bence leads 5 : 3" in screen.board.texts()
    assert screen.headline.seat == "blue"


def test_back_goes_a_line_back_and_the_end_returns_to_the_table(table: Sitting) -> None:
    screen = walk(table)
    table.ui.tap(screen.next_key)
    assert screen.current == 1
    table.ui.tap(screen.back_key)
    assert screen.current == 0
    for _ in range(6):
        table.ui.wait(0.26)
        table.ui.tap(screen.next_key)
    table.ui.frames(3)
    assert table.screen.name == "table"


def test_play_walks_by_itself_and_pauses(table: Sitting) -> None:
    screen = walk(table)
    table.ui.tap(screen.play_key)
    assert screen.play_key.icon == "pause"
    table.ui.until(lambda: screen.current >= 1)
    table.ui.tap(screen.play_key)
    assert screen.play_key.icon == "play"


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)], ids=str)
def test_the_walk_fits_every_size(ui: UI, table: Sitting, size: tuple[int, int]) -> None:
    ui.resize(*size)
    screen = walk(table)
    found: list[str] = []
    for _ in range(6):
        found += [str(problem) for problem in inspect.problems()]
        screen.next_key.rested()
        ui.tap(screen.next_key)
    assert found == []


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (480, 800)], ids=str)
def test_a_supposed_scoring_says_so_and_fits(ui: UI, tmp_path: Path, size: tuple[int, int], language: str) -> None:
    ui.resize(*size)
    table = Sitting(ui, tmp_path)
    table.context.change(language=language)
    screen = table.start(GAME, SEATS, [laid({"1.01": "red", "1.05": "red", "2.09": "blue"})])
    table.context.go("scoring", scores=GAME.scores(table.session.state), only_if=True)
    for _ in range(6):
        ui.frames(2)
        assert [str(problem) for problem in inspect.problems()] == []
        table.screen.next()
    assert table.screen is screen
    table.close()
