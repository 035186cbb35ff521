"""The scoring sheets of Egizia entered by taps: feeding, participation, the final scoring."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.egizia import GAME
from companion.language import Language
from companion.ui.boards.egizia_entry import KeeperForm
from companion.ui.boards.egizia_keeper import FEEDING, FINAL, PARTICIPATION, SHEETS, Counted
from companion.ui.layout import place
from tests.kit import inspect
from tests.kit.sitting import NAMES, Sitting
from tests.kit.ui import UI

SIZES = [(800, 480), (1280, 720), (720, 1280), (480, 800)]


class Words:
    """What a form needs of the app."""

    def __init__(self, code: str = "en") -> None:
        words = Language(code)
        words.names = NAMES
        self.say = words.say


def show(
    ui: UI, sheet: str, before: dict[str, int], told: list[Any], size: tuple[int, int] = (800, 480), code: str = "en",
    counted: Counted | None = None, box: Any = GAME.box,
) -> Any:  # fmt: skip
    frame = ui.resize(*size)
    counted = counted or Counted.empty(sheet, before, box)
    form = KeeperForm(Words(code), counted, GAME.sheets[sheet], box, told.append)
    place(form, frame.rect(0, 56, frame.w, frame.h - 56))
    ui.show(form)
    return form


def tap(ui: UI, widget: Any) -> None:
    ui.tap(widget)
    ui.frames(2)


def pick(ui: UI, form: Any, words: str) -> None:
    key = next(key for key in form.picker.keys if key.text == words)
    form.picker.reveal(next(row for row in form.picker.rows if key in row.parts))
    ui.frames(2)
    key.rested()
    tap(ui, key)


def reveal(ui: UI, form: Any, key: str) -> Any:
    form.list.reveal(form.rows[key])
    ui.frames(2)
    return form.rows[key]


def test_a_feeding_is_tapped_in_and_costs_what_the_rules_say(ui: UI) -> None:
    told: list[Any] = []
    form = show(ui, FEEDING, {"red": 12, "green": 16}, told)
    for crew, steps in (("c1", 1), ("c2", 1), ("c3", 1), ("j", 2)):
        stepper = reveal(ui, form, f"crews.{crew}").widgets[0]
        for _ in range(steps):
            tap(ui, stepper.plus_key)
    for value in (6, 2):
        tap(ui, reveal(ui, form, "fields").plus)
        pick(ui, form, "green field")
        pick(ui, form, str(value))
    assert form.tabs["red"].gain == "", "what a missing grain costs is not told yet"
    tap(ui, reveal(ui, form, "penalty").widgets[2])
    assert form.tabs["red"].gain == "−6"
    tap(ui, form.tabs["green"])
    tap(ui, reveal(ui, form, "fields").plus)
    pick(ui, form, "brown field, improved twice")
    pick(ui, form, "5")
    assert form.complete
    tap(ui, form.add)
    assert told[0]["players"]["red"]["fields"] == [{"color": "green", "value": 6}, {"color": "green", "value": 2}]
    assert told[0]["players"]["green"]["fields"] == [{"color": "brown", "value": 5, "field_upgrade": 2}]
    assert GAME.sheets[FEEDING].score(told[0]).total("red") == 12 - 6


def test_one_less_takes_the_last_field_away(ui: UI) -> None:
    form = show(ui, FEEDING, {"red": 1, "green": 2}, [])
    form.counted.here["fields"] = [{"color": "green", "value": 6}]
    form._fill()
    ui.frames(2)
    tap(ui, reveal(ui, form, "fields").minus)
    assert form.counted.here["fields"] == []


def test_seats_on_one_space_are_asked_who_is_in_front_and_sites_are_ticked(ui: UI) -> None:
    told: list[Any] = []
    form = show(ui, PARTICIPATION, {"red": 20, "blue": 20, "green": 17}, told)
    sites = {"red": 1, "blue": 3, "green": 2}
    for who, n in sites.items():
        tap(ui, form.tabs[who])
        for i in range(n):
            tap(ui, form.rows["sites"].widgets[i])
    assert not form.complete
    assert form.need.text == "Whose score stone is in front?"
    tap(ui, form.need)
    pick(ui, form, "Anna")
    assert [form.tabs[who].gain for who in sites] == ["+1", "+6", "+3"]
    tap(ui, form.add)
    scores = GAME.sheets[PARTICIPATION].score(told[0])
    assert scores.more["chips"] == {"green": 1, "red": 2, "blue": 3}


def test_the_final_scoring_asks_for_the_points_of_a_card_that_the_box_does_not_tell(ui: UI) -> None:
    told: list[Any] = []
    form = show(ui, FINAL, {"red": 61, "yellow": 58}, told)
    tap(ui, reveal(ui, form, "graves").plus)
    pick(ui, form, "11")
    stepper = reveal(ui, form, "obelisk").widgets[0]
    for _ in range(4):
        tap(ui, stepper.plus_key)
    tap(ui, reveal(ui, form, "sphinx").plus)
    pick(ui, form, "4 own stones on the obelisk")
    assert not form.complete
    assert form.need.text == "How many points: 4 own stones on the obelisk?"
    form.need.rested()
    tap(ui, form.need)
    pick(ui, form, "8")
    assert form.tabs["red"].gain == "+13"
    tap(ui, form.add)
    assert told[0]["players"]["red"]["sphinx"] == [{"type": "own:obelisk:4", "points": 8}]
    assert GAME.sheets[FINAL].score(told[0]).more["winner"] == "red"


def test_what_was_tapped_goes_on_when_the_picture_turns(ui: UI) -> None:
    form = show(ui, PARTICIPATION, {"red": 2, "blue": 3}, [])
    tap(ui, form.rows["sites"].widgets[0])
    turned = show(ui, PARTICIPATION, {}, [], (480, 800), counted=form.counted)
    assert turned.counted.here["sites"] == ["SITE_A"]
    assert turned.tabs["red"].gain == "+1"


@pytest.fixture
def keeping(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(ui, tmp_path)
    yield sitting
    ui.clear()
    sitting.close()


def test_the_board_brings_a_form_for_each_of_its_sheets_and_keeps_what_was_tapped_in(keeping: Sitting) -> None:
    from companion.table.scorekeeper import scorekeeper_of
    from companion.ui.boards.egizia import BOARD

    assert BOARD.sheets == SHEETS
    game = scorekeeper_of(GAME)
    keeping.start(game, ["red", "blue"], mode="scorekeeper")
    for sheet in SHEETS:
        form: Any = BOARD.sheet_entry(keeping.context, sheet, lambda _: None)
        form.counted.who = "blue"
        again: Any = BOARD.sheet_entry(keeping.context, sheet, lambda _: None)
        assert again.counted is form.counted
    assert BOARD.sheet_entry(keeping.context, "egizia:none", lambda _: None) is None


@pytest.mark.parametrize("code", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_sheets_are_readable_at_every_size(ui: UI, size: tuple[int, int], code: str) -> None:
    before = {"red": 12, "blue": 12, "green": -3, "yellow": 140}
    for sheet in SHEETS:
        form = show(ui, sheet, before, [], size, code)
        if sheet != PARTICIPATION:
            form.counted.here["fields"] = [{"color": "brown", "value": n, "field_upgrade": 1} for n in range(1, 8)]
        if sheet == FINAL:
            form.counted.here["sphinx"] = ["own_each:2", "obelisk_done", "lastrow_count:stone", "crew:j"]
        form._fill()
        ui.frames(2)
        assert [str(problem) for problem in inspect.problems()] == []
        form.list.offset = form.list.reach
        ui.frames(2)
        assert [str(problem) for problem in inspect.problems()] == []
        if sheet == FINAL:
            for key in ("cards", "sphinx", "fields"):
                form._pick(next(part for part in form.parts if part.key == key))
                ui.frames(2)
                assert [str(problem) for problem in inspect.problems()] == []
        ui.clear()
    ui.resize(800, 480)
