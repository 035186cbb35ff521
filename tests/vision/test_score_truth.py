"""The truth beside a picture: what is taken, and one sentence with file and remedy for what is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.errors import InputError
from companion.engine.sight import BACK, EMPTY, Look, Plan
from companion.engine.text import T
from companion.language import Language
from companion.vision.truth import Place, Truth, game_named, pairs, read_truth
from tests.kit.scene import trial_plan

PLAN = trial_plan()


def written(folder: Path, value: Any, name: str = "one.json") -> Path:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def said(path: Path, plan: Plan = PLAN) -> str:
    with pytest.raises(InputError) as caught:
        read_truth(path, plan)
    words = Language("en").say(caught.value.text)
    assert path.name in words
    return words


def test_a_truth_is_read_and_what_it_leaves_out_is_empty(tmp_path: Path) -> None:
    places = {"space:1.01": {"label": "red"}, "dead:3": {"label": "blue", "visible": 0.2}}
    truth = read_truth(written(tmp_path, {"game": "trial", "places": places}), PLAN)
    assert truth == Truth(game="trial", places={"space:1.01": Place("red"), "dead:3": Place("blue", 0.2)})
    assert truth.label("space:1.02") == ""
    assert truth.visible("space:1.02") == 1.0
    assert truth.label("dead:3") == "blue"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("{", "not JSON"),
        ([], "can't be used"),
        ({"game": "trial", "place": {}}, "no field “place”"),
        ({"places": {}}, "“game” is missing"),
        ({"game": "trial", "truth": 2}, "newer"),
        ({"game": "trial", "places": {"space:9.99": {"label": "red"}}}, "no place “space:9.99”"),
        ({"game": "trial", "places": {"space:1.01": {"label": "green"}}}, "“green” can't lie"),
        ({"game": "trial", "places": {"space:1.01": {"label": "red", "visible": 1.5}}}, "from 0 to 1"),
        ({"game": "trial", "expected": {"nowhere": "red"}}, "no place “nowhere”"),
        ({"game": "trial", "places": {"slot:1": {"label": "red", "at": [1, 2, 3, 4]}}}, "no place “slot:1”"),
    ],
)
def test_a_faulty_truth_is_told_in_one_sentence(tmp_path: Path, value: Any, words: str) -> None:
    assert words in said(written(tmp_path, value))


def test_a_truth_that_is_no_text_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in said(path)
    assert "can't be read" in said(tmp_path / "none.json")
    assert "can't be read" in said(tmp_path)


def test_a_truth_that_never_ends_is_not_read(tmp_path: Path) -> None:
    assert "too large" in said(written(tmp_path, " " * 4_000_001))


def test_pictures_are_paired_with_their_truth(tmp_path: Path) -> None:
    for name in ("b.png", "a.jpg", "c.png", "a.json", "b.json", "note.txt"):
        (tmp_path / name).write_bytes(b"{}")
    assert [(one.name, two.name) for one, two in pairs(tmp_path)] == [("a.jpg", "a.json"), ("b.png", "b.json")]


def test_a_folder_without_pairs_says_what_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"")
    for folder, words in ((tmp_path, "NAME.json"), (tmp_path / "none", "can't be read")):
        with pytest.raises(InputError) as caught:
            pairs(folder)
        assert words in Language("en").say(caught.value.text)


def test_the_game_of_a_truth_can_be_looked_up_first(tmp_path: Path) -> None:
    assert game_named(written(tmp_path, {"game": "trial"})) == "trial"
    for value in ("[", {"game": 3}, []):
        with pytest.raises(InputError):
            game_named(written(tmp_path, value))


def test_a_place_may_be_empty_and_holds_only_what_it_can_hold(tmp_path: Path) -> None:
    plan = msgspec.structs.replace(PLAN, looks=(*PLAN.looks, Look("owl", T("Owl"), "card")))
    empty = {"game": "trial", "places": {"space:1.01": {"label": EMPTY, "visible": 0}}}
    assert read_truth(written(tmp_path, empty), plan).visible("space:1.01") == 0
    for label in ("owl", BACK):
        told = said(written(tmp_path, {"game": "trial", "places": {"space:1.01": {"label": label}}}), plan)
        assert f"“{label}” can't lie" in told
    beyond = {"game": "trial", "places": {"space:1.01": {"label": "red", "visible": -0.1}}}
    assert "from 0 to 1" in said(written(tmp_path, beyond))


def test_tiles_along_a_path_are_told_by_where_they_lie_whatever_they_are_called(tmp_path: Path) -> None:
    plan = msgspec.structs.replace(PLAN, path=(100.0, 100.0, 90.0, 90.0))
    tile: dict[str, Any] = {"label": "red", "at": [1, 2, 3, 4]}

    def truth(expected: str = "slot:1", **changes: Any) -> Path:
        places = {"slot:1": {**tile, **changes}}
        return written(tmp_path, {"game": "trial", "places": places, "expected": {expected: "blue"}})

    for label in ("red", EMPTY, BACK):
        assert read_truth(truth(label=label), plan).label("slot:1") == label
    assert "“green” can't lie" in said(truth(label="green"), plan)
    assert "no place “slot:1”" in said(truth(at=None), plan)
    assert "no place “slot:2”" in said(truth(expected="slot:2"), plan)


def test_pictures_are_known_by_their_ending_however_it_is_written(tmp_path: Path) -> None:
    for name in ("A.PNG", "A.json", "b.JpEg", "b.json"):
        (tmp_path / name).write_bytes(b"{}")
    assert [one.name for one, _ in pairs(tmp_path)] == ["A.PNG", "b.JpEg"]
