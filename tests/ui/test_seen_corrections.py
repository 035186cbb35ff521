"""What the differences of a look mean as values of a game's own corrections, and how answers of people are taken."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.engine.sight import BACK, EMPTY, Plan, Reading, Seen, Spot
from companion.engine.text import T
from companion.table.seen import Difference
from companion.ui.table import seen as module
from companion.ui.table import seen_panels
from companion.ui.table.seen import Look, corrections, unseen_now, upright

PLAN = Plan(mat=5, field=(90, 90), board=(45, 45, 90, 90), known=True, looks=(), spots=(
    Spot("slot:1", T("Slot"), "tile", ("tile:S8A",), (20, 20, 9, 9), turned=1),
    Spot("row:1", T("Row"), "piece", ("red",), (40, 20, 9, 9), "row"),
    Spot("row:2", T("Row"), "piece", ("red",), (60, 20, 9, 9), "row"),
))  # fmt: skip
LOWEST, HIGHEST = 1, 4


def edit(name: str, *contents: str) -> Any:
    """A correction: one of these contents, or a number."""
    values = tuple((content, T("This")) for content in contents)
    return SimpleNamespace(id=name, values=values, low=LOWEST, high=HIGHEST)


def filled(difference: Difference, *edits: Any) -> dict[str, str | int]:
    game: Any = SimpleNamespace(edits=lambda view: edits)
    return corrections(game, None, PLAN, (difference,))


def shown(label: str | None, sure: bool = True, spot: str = "slot:1") -> Difference:
    return Difference(spot, label, (EMPTY,), sure)


def counted(n: int, spot: str = "row:1") -> Difference:
    return Difference(spot, "red", ("red",), True, (n, 0), ("row:1", "row:2"))


def test_a_label_is_filled_in_by_its_name_or_by_what_comes_after_the_colon() -> None:
    assert filled(shown("tile:S8A"), edit("slot:1", "", "S8A")) == {"slot:1": "S8A"}
    assert filled(shown("tile:S8A"), edit("slot:1", "", "tile:S8A", "S8A")) == {"slot:1": "tile:S8A"}
    assert filled(shown("red"), edit("slot:1", "", "red")) == {"slot:1": "red"}


def test_nothing_is_filled_in_as_the_game_calls_it() -> None:
    assert filled(shown(EMPTY), edit("slot:1", "", "S8A")) == {"slot:1": ""}
    assert filled(shown(EMPTY), edit("slot:1", "empty", "S8A")) == {"slot:1": "empty"}
    assert filled(shown(EMPTY), edit("slot:1", "S8A")) == {}


def test_what_is_unsure_or_has_no_correction_of_its_own_is_left_to_people() -> None:
    assert filled(shown("tile:S8A", sure=False), edit("slot:1", "S8A")) == {}
    assert filled(shown(None), edit("slot:1", "S8A")) == {}
    assert filled(shown(BACK), edit("slot:1", "S8A")) == filled(shown("tile:S8A"), edit("slot:2", "S8A")) == {}


@pytest.mark.parametrize(("n", "kept"), [(0, False), (LOWEST, True), (HIGHEST, True), (HIGHEST + 1, False)])
def test_a_count_is_filled_in_where_the_game_takes_such_a_number(n: int, kept: bool) -> None:
    assert filled(counted(n), edit("row:red")) == ({"row:red": n} if kept else {})


def test_a_count_is_no_content_and_none_of_another_group() -> None:
    assert filled(counted(2), edit("row:red", "red")) == filled(counted(2), edit("row:1", "red")) == {}
    assert filled(counted(2, "gone:1"), edit("row:red")) == {}


# what people say


def look(*seen: Seen) -> Any:
    """A look at a table that was read so."""
    table: Any = SimpleNamespace(game=SimpleNamespace(id="toy"), session=SimpleNamespace(state=object()))
    made = Look(table)
    made.sighted = SimpleNamespace(reading=Reading(game="toy", seen=seen))  # type: ignore[assignment]
    return made


def test_what_people_say_is_sure_and_leaves_nothing_of_what_the_picture_said_of_that_place() -> None:
    read = Seen("slot:1", "tile:S8A", 0.6, False, (("tile:S1A", 0.4),), art="S")
    other = Seen("row:1", "red", 0.9, True)
    made = look(read, other)
    assert made.reading.seen == (read, other)
    made.answers["slot:1"] = "tile:S1A"
    assert made.reading.seen == (Seen("slot:1", "tile:S1A", 1.0, True), other)
    made.answers["slot:1"] = None
    assert made.reading.seen == (Seen("slot:1", None, 0.0, False), other)


def test_a_place_was_misread_where_people_name_something_else_than_the_picture_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = look(
        Seen("slot:1", "tile:S8A", 0.6, False), Seen("row:1", None, 0.0, False), Seen("row:2", "red", 0.9, True)
    )
    made.table.misread = Counter[str]()
    monkeypatch.setattr(seen_panels, "LookingPanel", lambda _: None)
    monkeypatch.setattr(made, "_show", lambda _: None)
    monkeypatch.setattr(made, "_judge", lambda: None)
    made.answer({"slot:1": "tile:S1A", "row:1": "red", "row:2": "red", "nowhere": "red"})
    made.answer({"slot:1": None, "row:2": None})
    assert made.table.misread == {"slot:1": 1} and made.misread == ()
    made.answer({"slot:1": EMPTY, "row:2": EMPTY})
    assert made.misread == ("slot:1",)


def test_a_picture_is_turned_to_the_left_by_as_many_quarters_as_the_place_says() -> None:
    picture = np.arange(6, dtype=np.uint8).reshape(2, 3, 1).repeat(3, 2)
    assert np.array_equal(upright(picture, PLAN, "slot:1")[:, :, 0], [[2, 5], [1, 4], [0, 3]])
    assert upright(picture, PLAN, "row:1") is picture and upright(picture, PLAN, "nowhere") is picture
    assert upright(None, PLAN, "slot:1") is None


@pytest.mark.parametrize("how", ["private", "secret", "covered", "open"])
def test_the_camera_does_not_look_while_something_is_chosen_unseen(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.looking, "is_covered", lambda _: how == "covered")
    decision = SimpleNamespace(private=how == "private", secret=how == "secret")
    table: Any = SimpleNamespace(session=SimpleNamespace(decision=decision))
    assert unseen_now(table) is (how != "open")
