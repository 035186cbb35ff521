"""`cartouche everything`: one file out, looked into, and brought back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.table.journal import Journal
from tests.kit.commands import fault, run
from tests.kit.toy import toy_installed
from tests.table.quarry_table import play_on, started
from tests.table.test_whole import tree


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """A device with one game and settings of its own."""
    folder = tmp_path / "theirs"
    with toy_installed() as game, Journal.open(folder / "journal.db") as journal:
        play_on(started(journal, game), 3, random.Random(1))
    (folder / "settings.json").write_text('{"version": 1, "names": ["Anna"]}')
    return folder


@pytest.fixture
def copy(theirs: Path, tmp_path: Path) -> str:
    stick = tmp_path / "stick"
    stick.mkdir()
    ran = run("everything", "export", str(stick), CARTOUCHE_DATA=str(theirs))
    (path,) = stick.iterdir()
    assert (ran.code, ran.out) == (0, f"Everything is in {path}, and was read back.\n1 game in it.\n")
    return str(path)


def test_it_comes_back_on_an_empty_device(copy: str, theirs: Path, tmp_path: Path) -> None:
    ours = str(tmp_path / "ours")
    ran = run("everything", "import", copy, CARTOUCHE_DATA=ours)
    assert (ran.code, ran.out) == (0, "1 game was brought.\n1 file was put in place.\n")
    assert (tmp_path / "ours" / "settings.json").read_bytes() == (theirs / "settings.json").read_bytes()
    assert run("export", CARTOUCHE_DATA=ours).out.splitlines()[-1] == "1 game in the journal."
    assert run("everything", "import", copy, CARTOUCHE_DATA=ours).out == "0 games were brought.\n"


def test_a_dry_run_says_what_would_come_and_changes_nothing(copy: str, tmp_path: Path) -> None:
    ours = tmp_path / "ours"
    ran = run("everything", "import", copy, "--dry-run", CARTOUCHE_DATA=str(ours))
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[1:] == [
        "1 game is not on this device.", "1 file of settings comes along.", "Nothing has changed.",
    ]  # fmt: skip
    assert not ours.exists()
    seen = run("everything", "import", copy, "--dry-run", "--json", CARTOUCHE_DATA=str(ours)).value
    assert [(game["kind"], game["moves"], game["names"]) for game in seen["games"]] == [("new", 3, ["Anna", "Béla"])]
    assert seen["files"] == [{"name": "settings.json", "fate": "new", "own": True, "known": True}]


def test_a_filled_device_keeps_its_settings_unless_it_is_asked(copy: str, tmp_path: Path) -> None:
    ours = tmp_path / "ours"
    with toy_installed() as game, Journal.open(ours / "journal.db") as journal:
        started(journal, game, "own")
    told = run("everything", "import", copy, "--dry-run", CARTOUCHE_DATA=str(ours)).out
    assert "--settings takes them over" in told
    assert run("everything", "import", copy, "--json", CARTOUCHE_DATA=str(ours)).value == {
        "games": {"new": 1}, "files": [], "joined": [], "back": 0, "aside": [], "folder": None,
    }  # fmt: skip
    assert not (ours / "settings.json").exists()
    run("everything", "import", copy, "--settings", CARTOUCHE_DATA=str(ours))
    assert (ours / "settings.json").exists()


def test_what_is_no_copy_a_running_cartouche_and_a_missing_file_are_refused(copy: str, tmp_path: Path) -> None:
    ours = tmp_path / "ours"
    with Journal.open(ours / "journal.db"):
        assert "already running" in fault("everything", "import", copy, CARTOUCHE_DATA=str(ours))
    before = tree(ours)
    wrong = tmp_path / "holiday.zip"
    wrong.write_bytes(b"pictures")
    assert "no copy of Cartouche. Nothing has changed." in fault(
        "everything", "import", str(wrong), CARTOUCHE_DATA=str(ours)
    )
    assert "no such file" in fault("everything", "import", str(tmp_path / "none"), CARTOUCHE_DATA=str(ours))
    assert tree(ours) == before


def test_a_file_that_is_there_is_not_written_over(copy: str, theirs: Path) -> None:
    before = Path(copy).read_bytes()
    assert "already. Choose another name." in fault("everything", "export", copy, CARTOUCHE_DATA=str(theirs))
    assert Path(copy).read_bytes() == before
