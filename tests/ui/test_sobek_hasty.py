"""Hasty fingers, long names and full rows on the Sobek board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.sobek import GAME, scoring
from companion.games.sobek.moves import Add, Character, Laid, Lay, LaySet, Take
from companion.games.sobek.setup import SobekSetup
from companion.language import Language
from companion.ui.screens.scoring import sentence
from tests.kit import inspect, sitting
from tests.kit.sitting import Sitting
from tests.kit.sobek_fingers import Fingers
from tests.kit.ui import UI

TWO = ("red", "blue")
FOUR = ("red", "blue", "green", "yellow")
QUAY = ("WHE1", "CHA", "CHA", "CHA", "CHA", "CHA", "CHA", "FIS0", "WHE0")
LONG = {"red": "Wilhelmina W", "blue": "Maximilian B", "green": "Александрина", "yellow": "Ödönkegyelet"}


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    made = Sitting(ui, tmp_path)
    yield made
    ui.clear()
    made.close()


def start(table: Sitting, *moves: Any, seats: tuple[str, ...] = TWO, quay: tuple[str, ...] = QUAY) -> Fingers:
    delivery = [Lay("table", place, card) for place, card in enumerate(quay, 1)]
    table.start(GAME, seats, [*delivery, Laid("table"), *moves], setup=SobekSetup(first="red"))
    return Fingers(table)


def test_a_trembling_finger_adds_one_character_and_no_other(table: Sitting) -> None:
    """The next character does not slide under the finger when the first one leaves the list."""
    taken = [Take(who, place) for place, who in enumerate(("red", "blue") * 3, 1)]
    fingers = start(table, *taken, LaySet("red", "WHE"))
    before = {target: tuple(key.pos) for target, key in table.screen.board.keys.items() if target.startswith("card:")}
    assert {"card:THI", "card:PRI"} <= set(before)
    table.ui.double_tap(fingers.board.keys["card:THI"])
    added = [line.move.card for line in table.session.lines if isinstance(line.move, Add)]
    assert added == ["THI"]
    after = {target: tuple(key.pos) for target, key in table.screen.board.keys.items() if target.startswith("card:")}
    assert after == before


def test_names_of_twelve_letters_stand_whole_on_the_keys_of_players(
    ui: UI, table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sitting, "NAMES", LONG)
    ui.resize(480, 800)
    start(table, *(Take(who, i + 1) for i, who in enumerate(FOUR)), seats=FOUR, quay=("CHA",) * 9)
    Fingers(table).make(Character("red", "THI"))
    assert table.session.decision.id == "aim"
    texts = inspect.texts(table.screen.board)
    assert {"Maximilian B", "Александрина", "Ödönkegyelet"} <= set(texts)
    assert inspect.problems() == []


def test_a_score_line_names_nobody_twice() -> None:
    laid = scoring.LaidSet("WHE", 3, 3)
    line = scoring.set_line("red", 0, laid, 1)
    said = table_words(sentence(line, ["red"]))
    assert said == "Wheat: Anna gets 9 points (3 × 3 = 9)."
    pile = scoring.Pile(5)
    line = scoring.penalty_line("red", pile, 1, 4, [4])
    assert table_words(sentence(line, [])).count("Anna") == 1


def table_words(text: Any) -> str:
    return str(Language("en").say(text, {"red": "Anna"}))


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)])
def test_a_name_of_two_words_leaves_the_scarabs_alone(table: Sitting, size: tuple[int, int]) -> None:
    table.context.change(language="ru")
    table.ui.resize(*size)
    start(table, quay=("IVO0", "EBO0", "MAR0", "FIS0", "FIS1", "IVO0", "EBO0", "CHA", "WHE1"))
    assert inspect.problems() == []
