"""The copy file by file: whole, checked, and never in the way of what it copies."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.games import all_games
from companion.language import Language
from companion.table import copying
from companion.table.journal import Journal
from companion.table.rescue import copy_everything
from companion.table.session import Session
from tests.kit.sitting import header_of

NOW = datetime(2026, 11, 29, 20, 14, 5, tzinfo=UTC)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a game in it."""
    folder = tmp_path / "data"
    game = all_games()[0]
    with Journal.open(folder / "journal.db") as journal:
        Session.start(journal, game, header_of(game, game.colours[:2]))
    (folder / "settings.json").write_text('{"version": 1}')
    (folder / "cameras").mkdir()
    (folder / "cameras" / "one.json").write_text("{}")
    return folder


def why(error: pytest.ExceptionInfo[InputError]) -> str:
    return Language().say(error.value.text)


def test_every_file_is_there_and_the_sums_are_right(data: Path, stick: Path) -> None:
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    copied = copy_everything(data, stick, NOW)
    assert copied == stick / "cartouche-20261129-201405"
    mine = {path.relative_to(data): content for path, content in before.items() if path.name != "journal.lock"}
    theirs = {path.relative_to(copied): path.read_bytes() for path in copied.rglob("*") if path.is_file()}
    sums = theirs.pop(Path("SHA256SUMS"))
    assert theirs == mine
    assert sums.count(b"\n") == len(mine)
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=copied, check=True)
    assert {path: path.read_bytes() for path in data.rglob("*") if path.is_file()} == before


def test_the_password_of_the_club_stays_here(data: Path, stick: Path) -> None:
    (data / "club.json").write_text('{"password": "secret"}')
    (data / "club.json.new").write_text('{"password": "secret"}')
    copied = copy_everything(data, stick, NOW)
    assert (copied / "settings.json").exists()
    assert not list(copied.glob("club*"))


def test_a_journal_can_be_opened_from_the_copy(data: Path, stick: Path) -> None:
    with Journal.open(copy_everything(data, stick, NOW) / "journal.db") as journal:
        assert (len(journal.listed()), journal.notices) == (1, [])


def test_a_damaged_journal_is_copied_as_it_is(data: Path, stick: Path) -> None:
    (data / "journal.db").write_bytes(b"no database any more")
    assert (copy_everything(data, stick, NOW) / "journal.db").read_bytes() == b"no database any more"


def test_while_cartouche_runs_nothing_is_copied(data: Path, stick: Path) -> None:
    with Journal.open(data / "journal.db"), pytest.raises(InputError) as error:
        copy_everything(data, stick, NOW)
    assert why(error).startswith("Cartouche is running")
    assert list(stick.iterdir()) == []


def test_a_stick_that_is_too_small_is_told_before_anything_is_written(
    data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "free_bytes", lambda _: 400_000)
    with pytest.raises(InputError) as error:
        copy_everything(data, stick, NOW)
    assert why(error) == "The stick has 0 MB free; 2 are needed. Nothing was copied."
    assert list(stick.iterdir()) == []


def test_what_is_read_back_otherwise_is_no_copy(data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settle = copying.settle

    def forgetful(file: copying.BinaryIO) -> None:
        settle(file)
        if Path(str(file.name)).name == "settings.json":
            Path(str(file.name)).write_text("other")

    monkeypatch.setattr(copying, "settle", forgetful)
    with pytest.raises(InputError) as error:
        copy_everything(data, stick, NOW)
    assert why(error).startswith("settings.json was not read back")
    assert [path.name for path in stick.iterdir()] == ["cartouche-20261129-201405.part"]


def test_links_and_pipes_are_not_followed(data: Path, stick: Path) -> None:
    import os

    (data / "link").symlink_to("/etc/passwd")
    os.mkfifo(data / "pipe")
    names = {path.name for path in copy_everything(data, stick, NOW).iterdir()}
    assert not names & {"link", "pipe"}


def test_an_empty_folder_and_a_stick_that_is_gone_are_told(data: Path, stick: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError) as error:
        copy_everything(tmp_path / "empty", stick, NOW)
    assert why(error).startswith("There is nothing to copy")
    with pytest.raises(InputError) as error:
        copy_everything(data, tmp_path / "gone", NOW)
    assert why(error).startswith("The copy failed: No such file or directory.")


def test_a_folder_that_can_not_be_read_is_told_and_never_left_out(
    data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def shut(folder: str) -> Any:
        if Path(folder).name == "cameras":
            raise PermissionError(13, "Permission denied", folder)
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", shut)
    with pytest.raises(InputError) as refused:
        copy_everything(data, stick, NOW)
    assert "Permission denied" in why(refused) and list(stick.iterdir()) == []


def test_what_was_written_is_on_the_stick_and_forgotten_here_before_it_is_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda _: acts.append(f"{path.stat().st_size} bytes written out"))
    monkeypatch.setattr(os, "posix_fadvise", lambda _, start, n, what: acts.append(f"{start} {n} {what}"))
    path = tmp_path / "copy"
    copying.write_new(path, b"all")
    assert acts == ["3 bytes written out", f"0 0 {os.POSIX_FADV_DONTNEED}"]
