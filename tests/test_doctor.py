"""The doctor: each thing that can be wrong with a machine is a sign with a remedy."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from companion import doctor
from companion.table import storage
from companion.table.errors import NO_ENTRY
from companion.table.journal import Journal
from companion.table.storage import CRASH
from tests.kit.toy import shaft_installed


def by_id(signs: object) -> dict[str, doctor.Sign]:
    return {sign.id: sign for sign in signs}  # type: ignore[attr-defined]


def test_a_fresh_machine_has_no_journal_and_no_failure(tmp_path: Path) -> None:
    data = tmp_path / "data"
    signs = by_id(doctor.examine(data, data / "journal.db"))
    assert signs["journal"].verdict == "ok"
    assert signs["crash"].verdict == "ok"
    assert signs["data"].verdict == "ok"
    assert not data.exists(), "looking changes nothing"


def test_a_sound_journal_is_called_sound(tmp_path: Path) -> None:
    Journal.open(tmp_path / "journal.db").close()
    assert by_id(doctor.journal(tmp_path / "journal.db"))["journal"].text.message == "The journal is sound."


def test_a_journal_that_can_t_be_opened_is_not_called_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What SQLite says of a journal on a read-only disk is handed in: mounting one takes permission."""
    (tmp_path / "journal.db").touch()
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN

    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(sqlite3, "connect", refuse)
    (sign,) = doctor.journal(tmp_path / "journal.db")
    assert (sign.verdict, sign.text) == ("fault", NO_ENTRY)


@pytest.mark.parametrize(
    "data", [b"this is not a database at all, only text" * 200, b"SQLite format 3\0" + bytes(5000)]
)
def test_a_damaged_journal_is_a_fault_with_a_remedy_and_stays_as_it_is(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(data)
    sign = by_id(doctor.journal(path))["journal"]
    assert sign.verdict == "fault"
    assert sign.remedy is not None
    assert path.read_bytes() == data


def test_a_recorded_failure_is_pointed_to(tmp_path: Path) -> None:
    (tmp_path / CRASH).write_text("a trace", "utf-8")
    sign = by_id(doctor.folder(tmp_path))["crash"]
    assert sign.verdict == "attention"
    assert sign.text.params["file"] == str(tmp_path / CRASH)


@pytest.mark.parametrize(
    ("free", "verdict"),
    [(49_999_999, "fault"), (50_000_000, "attention"), (199_999_999, "attention"), (200_000_000, "ok")],
)
def test_too_little_room_is_a_fault_and_little_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, verdict: str
) -> None:
    monkeypatch.setattr(doctor, "free_bytes", lambda _: free)
    assert by_id(doctor.folder(tmp_path))["room"].verdict == verdict


@pytest.mark.parametrize(
    ("mounted", "verdict"),
    [
        ("/dev/sda1 / ext4 rw 0 0\n", "ok"),
        ("tmpfs / tmpfs rw 0 0\n", "attention"),
        ("overlay / overlay rw 0 0\n", "attention"),
    ],
)
def test_a_disk_that_forgets_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mounted: str, verdict: str
) -> None:
    (tmp_path / "mounts").write_text(mounted, "utf-8")
    monkeypatch.setattr(storage, "MOUNTS", tmp_path / "mounts")
    assert by_id(doctor.folder(tmp_path))["disk"].verdict == verdict


def test_a_folder_that_can_t_be_written_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.os, "access", lambda *_: False)
    sign = by_id(doctor.folder(tmp_path / "data"))["data"]
    assert (sign.verdict, sign.remedy is not None) == ("fault", True)


def test_another_python_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.sys, "version_info", (3, 9, 0))
    assert by_id(doctor.system())["python"].verdict == "fault"


def test_a_look_that_fails_is_itself_a_sign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Path) -> int:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(doctor, "free_bytes", broken)
    signs = by_id(doctor.examine(tmp_path, tmp_path / "journal.db"))
    assert signs["look"].verdict == "attention"
    assert "journal" in signs


def test_a_look_into_a_closed_place_names_it_without_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = tmp_path / "journal.db"

    def refuse(_: Path) -> list[doctor.Sign]:
        raise PermissionError(errno.EACCES, "Permission denied", str(closed))

    monkeypatch.setattr(doctor, "journal", refuse)
    signs = by_id(doctor.examine(tmp_path, closed))
    assert signs["look"].text.params == {"detail": f"{closed} (Permission denied)"}


def test_whatever_a_look_fails_with_the_others_are_still_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[doctor.Sign]:
        raise ValueError("nothing of the kind")

    monkeypatch.setattr(doctor.doctor_board, "supply", broken)
    signs = doctor.examine(tmp_path, tmp_path / "journal.db")
    found = by_id(signs)
    assert found["look"].text.params == {"detail": "ValueError('nothing of the kind')"}
    assert found["look"].area == "machine" and "journal" in found
    areas = [sign.area for sign in signs]
    assert list(dict.fromkeys(areas)) == list(doctor.AREAS), "every sign is part of an area, and areas stay together"


def test_the_newest_copy_of_the_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    assert list(doctor.copies(path)) == []
    path.touch()
    assert by_id(doctor.copies(path))["copies"].text.message == "No copy of the games lies beside them yet."
    (tmp_path / "backups").mkdir()
    for name, at in (("journal-000001.db", 1_000_000_000), ("journal-000002.db", 1_100_000_000)):
        (tmp_path / "backups" / name).touch()
        os.utime(tmp_path / "backups" / name, (at, at))
    assert str(by_id(doctor.copies(path))["copies"].text.params["date"])[:10] in ("2004-11-09", "2004-11-10")


@pytest.mark.parametrize("below", ["", "games"])
def test_a_file_in_the_data_folder_s_place_is_a_fault(tmp_path: Path, below: str) -> None:
    (tmp_path / "data").write_bytes(b"")
    found = {sign.id: sign for sign in doctor.folder(tmp_path / "data" / below)}
    assert found["data"].verdict == "fault"
    assert found["data"].text.params["path"] == str(tmp_path / "data")


def test_settings_that_can_t_be_used_are_told_and_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    assert [sign.verdict for sign in doctor.settings(tmp_path)] == ["ok"]
    path.write_text("{", "utf-8")
    [broken] = doctor.settings(tmp_path)
    assert (broken.verdict, broken.id) == ("fault", "settings")
    assert [file.name for file in tmp_path.iterdir()] == ["settings.json"]
    with shaft_installed():
        path.write_text('{"boxes": {"shaft": {"depth": 99, "ropes": 7}, "a game of long ago": {"x": 1}}}', "utf-8")
        sound, value = doctor.settings(tmp_path)
    assert (sound.verdict, value.verdict, value.id) == ("ok", "attention", "box")
    assert value.text.params["why"].params["value"] == "99"
