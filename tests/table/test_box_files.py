"""The owner's file: what it carries, where it goes, and that nothing of it is taken over unseen."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.engine.owner_file import MOST_BYTES
from companion.table import box_files
from tests.kit.toy import shaft_installed


@pytest.fixture
def game() -> Iterator[Any]:
    with shaft_installed() as shaft:
        yield shaft


def test_values_come_back_as_they_were_written(game: Any, tmp_path: Path) -> None:
    values = {"depth": 5, "stone": "hard", "layers": ["lime", "hard", "hard"], "name": "North", "plan": [3, 4]}
    path = box_files.write(game.box.with_overrides(values), tmp_path / "boxes")
    assert box_files.read(path, game) == box_files.Found(values)


def test_a_second_file_takes_a_free_name(game: Any, tmp_path: Path) -> None:
    box = game.box.with_overrides({"depth": 5})
    names = [box_files.write(box, tmp_path).name for _ in range(3)]
    assert names == ["shaft-box.json", "shaft-box-2.json", "shaft-box-3.json"]


def said(folder: Path, data: Any) -> Path:
    """A file that says this."""
    path = folder / "said.json"
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return path


def test_a_dependent_answer_is_checked_though_it_stands_first(game: Any, tmp_path: Path) -> None:
    data = {"owner_values": 1, "game": "shaft", "edition": "Test 1", "values": {"layers": ["lime"], "depth": 5}}
    with pytest.raises(InputError) as error:
        box_files.read(said(tmp_path, data), game)
    assert error.value.text.params["why"].params == {"wanted": 3, "n": 1}  # type: ignore[union-attr]


def test_another_edition_and_unusual_values_are_told(game: Any, tmp_path: Path) -> None:
    data = {"owner_values": 1, "game": "shaft", "edition": "Test 2", "values": {"depth": 8}}
    found = box_files.read(said(tmp_path, data), game)
    assert found.edition == "Test 2"
    assert [fault.code for fault in found.warnings] == ["deep"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff\xfe",
        b'{"game": "shaft", "edition": "Test 1"}',
        b'{"owner_values": 2, "game": "shaft", "edition": "Test 1", "values": {}}',
        b'{"owner_values": 1, "game": "quarry", "edition": "Test 1", "values": {}}',
        b'{"owner_values": 1, "game": "shaft", "edition": "Test 1", "values": {"depth": 10}}',
        b'{"owner_values": 1, "game": "shaft", "edition": "Test 1", "values": {"tools": true}}',
        b'{"owner_values": 1, "game": "shaft", "edition": "Test 1", "values": {"depth": 5, "depth": 6}}',
        b'{"owner_values": 1, "game": "shaft", "edition": "Test 1", "values": {}, "more": 1}',
        b" " * (MOST_BYTES + 1),
    ],
)
def test_a_file_that_is_none_is_refused(game: Any, tmp_path: Path, data: bytes) -> None:
    with pytest.raises(InputError):
        box_files.read(said(tmp_path, data), game)


def test_values_that_only_together_cant_be_are_refused(game: Any, tmp_path: Path) -> None:
    path = said(tmp_path, {"owner_values": 1, "game": "shaft", "edition": "Test 1", "values": {"stone": "hard"}})
    assert box_files.read(path, game, {"depth": 8}).values == {"stone": "hard"}
    with pytest.raises(InputError):
        box_files.read(path, game, {"depth": 9})


def test_nothing_answered_and_invented_values_are_not_written(game: Any, tmp_path: Path) -> None:
    for box in (game.box, game.practice):
        with pytest.raises(InputError):
            box_files.write(box, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_files_are_found_by_what_they_say_they_are(game: Any, tmp_path: Path) -> None:
    mine = box_files.write(game.box.with_overrides({"depth": 5}), tmp_path)
    (tmp_path / "other.json").write_text('{"owner_values": 1, "game": "quarry"}', "utf-8")
    (tmp_path / "broken.json").write_text("{", "utf-8")
    assert box_files.files((tmp_path, tmp_path / "gone"), game) == (mine,)


def test_no_file_of_a_stranger_hides_the_others(game: Any, tmp_path: Path) -> None:
    mine = box_files.write(game.box.with_overrides({"depth": 5}), tmp_path)
    deep = tmp_path / "deep.json"
    deep.write_text('{"owner_values": 1, "game": "shaft", "x": ' + "[" * 200_000 + "]" * 200_000 + "}", "utf-8")
    (tmp_path / "number.json").write_text('{"owner_values": 1, "game": 7}', "utf-8")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "endless.json").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.json")
    assert box_files.files((tmp_path,), game) == (mine,)
    for name in ("deep.json", "folder.json", "endless.json", "pipe.json"):
        with pytest.raises(InputError):
            box_files.read(tmp_path / name, game)


def test_a_folder_that_is_no_mount_is_no_stick(tmp_path: Path) -> None:
    (tmp_path / "media" / "anna" / "stick").mkdir(parents=True)
    assert box_files.places(tmp_path, (tmp_path / "media",)) == (tmp_path / "boxes",)


def test_a_folder_that_takes_no_file_is_named(game: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(InputError) as error:
        box_files.write(game.box.with_overrides({"depth": 5}), tmp_path / "file")
    assert str(tmp_path / "file") in str(error.value.text.params["folder"])
