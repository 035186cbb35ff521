"""Nefertiti's final scoring tapped in without a tracked game: gifts, numbers, and what the box does not tell."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.nefertiti import GAME
from companion.table.scorekeeper import game_for
from companion.table.session import Session
from tests.kit import inspect
from tests.kit.sitting import Sitting, header_of
from tests.kit.ui import UI

SEATS = ("green", "red", "blue")


def form(table: Sitting, seats: tuple[str, ...] = SEATS) -> Any:
    """The form as the Table screen of the scorekeeper opens it."""
    header = msgspec.structs.replace(header_of(GAME, seats, mode="scorekeeper"), options={}, setup={})
    table.context.play(Session.start(table.context.journal, game_for(header), header))
    table.ui.frames(3)
    table.tap_target("sheet:nefertiti")
    table.ui.frames(3)
    return table.screen.form


def type_number(table: Sitting, shown: Any, number: int) -> None:
    for digit in str(number):
        table.ui.tap(shown.keypad.key(digit))
    table.ui.tap(shown.keypad.key("ok"))
    table.ui.frames(2)


def test_gold_of_one_owner_counts_42(table: Sitting) -> None:
    shown = form(table)
    for _ in range(3):
        table.ui.tap(shown.gifts["gold"])
    table.ui.frames(2)
    assert shown.scores.totals == {"green": 42, "red": 0, "blue": 0}
    assert shown.players["green"].total == "42"


def test_a_value_that_the_box_lacks_is_asked_and_counted(table: Sitting) -> None:
    shown = form(table)
    table.ui.tap(shown.gifts["gold"])
    table.ui.tap(shown.players["red"])
    table.ui.tap(shown.gifts["gold"])
    table.ui.frames(2)
    assert shown.add.kind == "off"
    assert table.shows("Value of gold with 2 owners?")
    table.ui.tap(shown.need)
    table.ui.frames(2)
    type_number(table, shown, 9)
    assert shown.scores.totals == {"green": 9, "red": 9, "blue": 0}
    assert shown.add.kind == "primary"


def test_a_double_senet_asks_what_it_counts_as(table: Sitting) -> None:
    shown = form(table)
    table.ui.tap(shown.gifts["senet2"])
    table.ui.frames(2)
    wanted = []
    for number in (4, 2):
        wanted.append(shown.need.text)
        table.ui.tap(shown.need)
        table.ui.frames(2)
        type_number(table, shown, number)
    assert wanted == ["Value of senet with 1 owner?", "Whether a double senet counts as two or as one?"]
    assert shown.scores.totals["green"] == 8


def test_prestige_seals_and_deben_are_typed(table: Sitting) -> None:
    shown = form(table)
    for name, number in (("prestige", 34), ("seals", 3), ("deben", 5)):
        table.ui.tap(shown.numbers[name])
        table.ui.frames(2)
        type_number(table, shown, number)
    assert shown.scores.totals["green"] == 34 + 9
    assert table.shows("Seals: 3")


def test_the_minus_key_takes_a_card_back(table: Sitting) -> None:
    shown = form(table)
    table.ui.tap(shown.gifts["gold"])
    table.ui.tap(shown.less)
    table.ui.tap(shown.gifts["gold"])
    table.ui.tap(shown.gifts["gold"])
    table.ui.frames(2)
    assert shown.counted.gifts["green"]["gold"] == 0


def test_more_cards_than_the_box_has_are_refused(table: Sitting) -> None:
    shown = form(table)
    for who in ("green", "red"):
        table.ui.tap(shown.players[who])
        for _ in range(3):
            table.ui.tap(shown.gifts["gold"])
    table.ui.frames(2)
    assert shown.scores is None
    assert shown.add.kind == "off"
    assert table.shows("Cards of gold: 6 are given; the box has 5. Count again.")


def test_the_counted_points_are_added(table: Sitting) -> None:
    shown = form(table)
    for _ in range(2):
        table.ui.tap(shown.gifts["gold"])
    table.ui.frames(2)
    table.ui.tap(shown.add)
    table.ui.frames(3)
    table.settle()
    assert {s.seat: s.points for s in table.session.game.standings(table.session.state)}["green"] == 28


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)])
def test_the_form_is_readable_at_every_size(table: Sitting, size: tuple[int, int], shot: Callable[[str], None]) -> None:
    table.ui.resize(*size)
    shown = form(table, ("green", "red", "blue", "black"))
    for gift in ("gold", "senet2", "harp"):
        table.ui.tap(shown.gifts[gift])
    table.ui.frames(2)
    assert [str(problem) for problem in inspect.problems()] == []
    shot(f"nefertiti-keeper-{size[0]}x{size[1]}")


@pytest.fixture
def shot(ui: UI) -> Callable[[str], None]:
    return lambda name: ui.shot(Path("build/screenshots") / f"{name}.png") and None
