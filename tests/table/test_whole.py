"""Everything in one file: whole, read back, and refused where anything in it is not as it was written."""

from __future__ import annotations

import json
import random
import sqlite3
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.config import made_ours
from companion.engine.errors import InputError
from companion.language import Language
from companion.table import backup, copying, whole
from companion.table.bring_back import preview
from companion.table.journal import Journal
from tests.table.quarry_table import play_on, started

NOW = datetime(2026, 11, 29, 20, 14, 5, tzinfo=UTC)


@pytest.fixture
def data(tmp_path: Path, game: Any) -> Path:
    """A data folder with two games, settings, a taught picture, and what stays at home."""
    folder = tmp_path / "data"
    with Journal.open(folder / "journal.db") as journal:
        for name in ("first", "second"):
            play_on(started(journal, game, name), 3, random.Random(1))
    (folder / "settings.json").write_text('{"version": 1, "names": ["Anna"]}')
    (folder / "settings.json.previous").write_text('{"version": 1}')
    (folder / "crash.txt").write_text("long ago")
    for name in ("cameras/quarry/top/taught.png", "later/players.json", "backups/journal-000009.db"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(name.encode() * 50)
    return folder


def why(error: pytest.ExceptionInfo[InputError]) -> str:
    return Language().say(error.value.text)


def tree(folder: Path) -> dict[Path, bytes]:
    """Every file; reading a journal leaves files of SQLite beside it."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(("-wal", "-shm")))
    return {path.relative_to(folder): path.read_bytes() for path in files}


def test_all_that_is_not_of_this_device_alone_is_in_the_file(data: Path, stick: Path) -> None:
    before = tree(data)
    told: list[float] = []
    copy = whole.write(data, stick, NOW, told.append)
    assert copy.path == stick / "cartouche-20261129-201405.zip"
    assert [part.name for part in copy.manifest.files] == [
        "cameras/quarry/top/taught.png", "later/players.json", "settings.json", "journal.db",
    ]  # fmt: skip
    # A header and three moves in each of two games.
    assert (copy.manifest.games, copy.manifest.entries, copy.manifest.made) == (2, 8, "2026-11-29T20:14:05Z")
    assert (told == sorted(told), told[-1]) == (True, 1.0)
    assert [path.name for path in stick.iterdir()] == [copy.path.name]
    assert tree(data) == before
    with zipfile.ZipFile(copy.path) as archive:
        assert archive.testzip() is None
        assert archive.read("later/players.json") == (data / "later" / "players.json").read_bytes()


def test_it_is_made_while_the_app_plays_on(data: Path, stick: Path, game: Any) -> None:
    with Journal.open(data / "journal.db") as journal:
        session = started(journal, game, "third")
        copy = whole.write(data, stick, NOW)
        play_on(session, 2, random.Random(2))
        assert (copy.manifest.games, copy.manifest.entries) == (3, 9)


def test_a_name_of_ones_own_is_taken_and_a_file_that_is_there_is_left_alone(data: Path, stick: Path) -> None:
    assert whole.write(data, stick / "new" / "mine.zip", NOW).path == stick / "new" / "mine.zip"
    before = tree(stick)
    with pytest.raises(InputError) as refused:
        whole.write(data, stick / "new" / "mine.zip", NOW)
    assert "mine.zip already" in why(refused)
    assert tree(stick) == before


def test_a_clock_that_was_there_before_costs_no_copy(data: Path, stick: Path) -> None:
    names = [whole.write(data, stick, NOW).path.name for _ in range(3)]
    assert names == [f"cartouche-20261129-201405{more}.zip" for more in ("", "-2", "-3")]
    assert [whole.made_at(name) for name in (*names, "cartouche-mine.zip")] == [NOW, NOW, NOW, None]


def test_what_a_copy_left_whose_plug_was_pulled_goes_with_the_next_one(data: Path, stick: Path) -> None:
    (stick / "cartouche-20200101-000000.zip.part").write_bytes(b"half")
    (stick / "holiday.zip.part").write_bytes(b"of somebody else")
    copy = whole.write(data, stick, NOW)
    assert sorted(one.name for one in stick.iterdir()) == [copy.path.name, "holiday.zip.part"]


def test_an_empty_device_says_that_there_is_nothing(tmp_path: Path, stick: Path) -> None:
    with pytest.raises(InputError) as refused:
        whole.write(tmp_path / "none", stick, NOW)
    assert "nothing to copy" in why(refused)
    assert list(stick.iterdir()) == []


def test_a_full_stick_is_told_before_anything_is_written(
    data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "free_bytes", lambda _: 900_000)
    with pytest.raises(InputError) as refused:
        whole.write(data, stick, NOW)
    assert "0 MB free; 2 are needed" in why(refused)
    assert list(stick.iterdir()) == []


def test_a_stick_with_little_room_takes_what_fits(data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in (copying, backup):
        monkeypatch.setattr(room, "free_bytes", lambda _: 3_000_000)
    assert whole.write(data, stick, NOW).manifest.games == 2


def test_what_the_stick_gives_back_otherwise_is_no_copy(
    data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle = copying.settle

    def forgetful(file: Any) -> None:
        settle(file)
        # The stick loses a piece of what it took.
        with open(file.name, "r+b") as again:
            again.seek(again.seek(0, 2) // 2)
            again.write(b"\xff" * 8)

    monkeypatch.setattr(copying, "settle", forgetful)
    with pytest.raises(InputError) as refused:
        whole.write(data, stick, NOW)
    assert why(refused) == ("cartouche-20261129-201405.zip was not read back as it was written. Try another stick.")
    assert list(stick.iterdir()) == []


def test_a_damaged_journal_is_never_copied_as_if_it_were_sound(data: Path, stick: Path) -> None:
    with sqlite3.connect(data / "journal.db") as connection:
        connection.execute("DROP TABLE meta")
    with pytest.raises(InputError) as refused:
        whole.write(data, stick, NOW)
    assert "not as it should be" in why(refused)
    assert list(stick.iterdir()) == []


# --- what is refused --------------------------------------------------------------------------------------------------


Parts = dict[str, bytes]


def rewritten(path: Path, change: Callable[[Parts], None]) -> Path:
    """The copy with its parts changed, packed again."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def in_manifest(change: Callable[[Any], None]) -> Callable[[Parts], None]:
    def changed(parts: Parts) -> None:
        manifest = json.loads(parts["manifest.json"])
        change(manifest)
        parts["manifest.json"] = json.dumps(manifest).encode()

    return changed


def renamed(name: str) -> Callable[[Parts], None]:
    """A part under another name, in the manifest too."""

    def changed(parts: Parts) -> None:
        parts[name] = parts.pop("later/players.json")
        in_manifest(lambda manifest: manifest["files"][1].update(name=name))(parts)

    return changed


WRONG: dict[str, Callable[[Parts], Any]] = {
    "a part is changed": lambda parts: parts.update({"later/players.json": b"x" * len(parts["later/players.json"])}),
    "a part is shorter": lambda parts: parts.update({"later/players.json": b"x"}),
    "a part is gone": lambda parts: parts.pop("later/players.json"),
    "a part nobody listed": lambda parts: parts.update({"more.json": b"{}"}),
    "no manifest": lambda parts: parts.pop("manifest.json"),
    "a manifest that is no JSON": lambda parts: parts.update({"manifest.json": b"{"}),
    "a manifest without sums": in_manifest(lambda manifest: manifest["files"][0].pop("sha256")),
    "a version that is none": in_manifest(lambda manifest: manifest.update(cartouche="one")),
    "a name that leads out": renamed("../players.json"),
    "a name from the root": renamed("/tmp/players.json"),
    "a name that leads out on another system": renamed("..\\players.json"),
    "a name with a detour": renamed("later/./players.json"),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_file_with_anything_wrong_in_it_is_refused(
    data: Path, stick: Path, change: Callable[[Parts], Any], tmp_path: Path
) -> None:
    path = rewritten(whole.write(data, stick, NOW).path, change)
    before = tree(data)
    with pytest.raises(InputError) as refused:
        preview(path, data, made_ours)
    assert "is damaged, or it is no copy of Cartouche. Nothing has changed." in why(refused)
    assert tree(data) == before
    assert not (tmp_path / "players.json").exists()


def twice(path: Path) -> None:
    """A part of a name that is there already, in the zip and in the manifest."""
    rewritten(path, in_manifest(lambda manifest: manifest["files"].append(manifest["files"][1])))
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("later/players.json", archive.read("later/players.json"))


def longer(path: Path) -> None:
    """A part that would unpack to far more than the manifest says."""
    rewritten(path, lambda parts: parts.update({"later/players.json": bytes(10_000_000)}))


@pytest.mark.parametrize(
    ("spoil", "most"), [(twice, {}), (longer, {}), (None, {"MOST_BYTES": 1000}), (None, {"MOST_FILES": 2})]
)
def test_what_is_too_much_or_comes_twice_is_refused_before_it_is_unpacked(
    data: Path,
    stick: Path,
    monkeypatch: pytest.MonkeyPatch,
    spoil: Callable[[Path], None] | None,
    most: dict[str, int],
) -> None:
    path = whole.write(data, stick, NOW).path
    if spoil is not None:
        spoil(path)
    for name, n in most.items():
        monkeypatch.setattr(whole, name, n)
    unpacked: list[object] = []
    monkeypatch.setattr(whole, "_content", lambda *part: unpacked.append(part))
    with pytest.raises(InputError) as refused:
        whole.read(path)
    assert "is damaged, or it is no copy" in why(refused) and unpacked == []


@pytest.mark.parametrize("content", [b"", b"no zip at all", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_copy_is_refused(data: Path, stick: Path, content: bytes) -> None:
    path = stick / "cartouche-20260101-000000.zip"
    path.write_bytes(content)
    with pytest.raises(InputError) as refused:
        preview(path, data, made_ours)
    assert "no copy of Cartouche" in why(refused)


def test_a_file_cut_short_anywhere_is_refused(data: Path, stick: Path) -> None:
    path = whole.write(data, stick, NOW).path
    content = path.read_bytes()
    for n in range(1, len(content), max(1, len(content) // 40)):
        path.write_bytes(content[:n])
        with pytest.raises(InputError):
            whole.read(path)


def test_one_of_a_newer_cartouche_asks_for_an_update(data: Path, stick: Path) -> None:
    path = rewritten(whole.write(data, stick, NOW).path, in_manifest(lambda manifest: manifest.update(cartouche=2)))
    with pytest.raises(InputError) as refused:
        preview(path, data, made_ours)
    assert "Update Cartouche" in why(refused)


def test_fields_that_came_later_are_passed_over(data: Path, stick: Path) -> None:
    path = rewritten(whole.write(data, stick, NOW).path, in_manifest(lambda manifest: manifest.update(club="north")))
    assert whole.read(path).manifest.games == 2


def test_only_files_named_as_copies_are_listed_the_newest_first(stick: Path) -> None:
    for name in ("cartouche-20260101-000000.zip", "cartouche-20261129-201405.zip", "holiday.zip", "cartouche-1.txt"):
        (stick / name).write_bytes(b"")
    assert [path.name[10:18] for path in whole.found_in(stick)] == ["20261129", "20260101"]
