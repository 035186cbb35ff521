"""Small files of the data folder: what can't be used is kept aside, what can't be read now stays where it is."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from companion.engine.errors import InputError
from companion.table import kept_file, people_file, shelf
from companion.table.people import People
from companion.table.people_store import Store
from companion.table.storage import PEOPLE, SHELF


def test_a_file_the_disk_does_not_give_now_stays_and_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {PEOPLE: people_file.encoded(People()), SHELF: shelf.encoded(shelf.Contents(deleted={"a" * 8: AT}))}
    for name, data in kept.items():
        (tmp_path / name).write_bytes(data)

    def fails(path: Path, most: int) -> bytes:
        raise OSError(errno.EIO, "Input/output error", str(path))

    with monkeypatch.context() as broken:
        broken.setattr(kept_file, "bytes_of", fails)
        loaded, found = people_file.load(tmp_path), shelf.Shelf.load(tmp_path)
        assert loaded.fault == people_file.UNKEPT and len(loaded.notices) == 1
        assert len(found.notices) == 1 and found.deleted == {}
        with pytest.raises(InputError):
            Store(tmp_path).add_group("Thursday")
        with pytest.raises(InputError):
            found.demand()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == kept
    assert shelf.Shelf.load(tmp_path).deleted == {"a" * 8: AT}


def test_broken_files_are_kept_under_numbers_and_none_is_written_over(tmp_path: Path) -> None:
    names = []
    for words in ("one", "two"):
        (tmp_path / "shelf.json").write_text(words)
        aside = kept_file.keep_aside(tmp_path / "shelf.json")
        assert aside is not None and aside.read_text() == words
        names.append(aside.name)
    assert names == ["shelf-broken-1.json", "shelf-broken-2.json"]


def test_only_a_whole_number_above_ours_is_a_newer_version() -> None:
    found = [kept_file.newer({"version": said}, 1) for said in (2, 10**9, 1, 0, -5, "2", 2.5, True, None, [2])]
    assert found == [2, 10**6] + [None] * 8 and kept_file.newer({}, 1) is None


AT = "2026-03-05T18:30:00Z"
