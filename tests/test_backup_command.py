"""`cartouche backup`: copies of the journal, made while the app has it open."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import cli
from companion.table import database
from companion.table.database import GameRow
from companion.table.journal import Journal


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder."""
    monkeypatch.setenv("CARTOUCHE_DATA", str(tmp_path))
    return tmp_path


def backup(*words: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(cli, ["backup", *words])


def add_game(journal: Path, number: int) -> None:
    """Write a game into the journal as another process."""
    with closing(database.connect(journal)) as connection:
        database.put_game(connection, GameRow(number, f"game{number}", 0, b"", None))


def ids(copy: Path) -> list[str]:
    """The games of a copy."""
    with closing(sqlite3.connect(copy)) as connection:
        return [row[0] for row in connection.execute("SELECT id FROM game ORDER BY number")]


def test_a_copy_is_made_while_the_app_has_the_journal_open(data: Path) -> None:
    with Journal.open(data / "journal.db"):
        add_game(data / "journal.db", 1)
        first = json.loads(backup("--json").output)["file"]
        assert first == str(data / "backups/journal-000001.db") and ids(Path(first)) == ["game1"]
        # Nothing new to keep: the same copy is named, and no second one pushes an older one out.
        assert backup("--lang", "en").output == f"The copy of all games is {first}.\n"
        add_game(data / "journal.db", 2)
        second = json.loads(backup("--json").output)["file"]
        assert second == str(data / "backups/journal-000002.db") and ids(Path(second)) == ["game1", "game2"]


def test_a_copy_goes_where_it_is_wanted_also_without_a_game(data: Path) -> None:
    with Journal.open(data / "journal.db"):
        done = backup("--to", str(data / "elsewhere/deep"))
    assert done.exit_code == 0 and ids(data / "elsewhere/deep/journal.db") == []
    assert not (data / "backups").exists()
    assert [path.name for path in (data / "elsewhere/deep").iterdir()] == ["journal.db"]


def test_where_there_is_nothing_to_copy_it_says_so_and_is_no_fault(data: Path) -> None:
    done = backup("--lang", "en")
    assert (done.exit_code, done.output) == (0, "There is no game to copy yet.\n")
    assert json.loads(backup("--json").output) == {"file": None}


def test_a_damaged_journal_pushes_no_sound_copy_out(data: Path) -> None:
    with Journal.open(data / "journal.db"):
        add_game(data / "journal.db", 1)
        backup()
    (data / "journal.db").write_bytes(b"no journal" * 1000)
    done = backup()
    assert (done.exit_code, "so no copy was made. Start Cartouche" in done.output) == (1, True), done.output
    assert [path.name for path in (data / "backups").iterdir()] == ["journal-000001.db"]


def test_the_games_are_never_copied_over_themselves(data: Path) -> None:
    with Journal.open(data / "journal.db"):
        add_game(data / "journal.db", 1)
        before = (data / "journal.db").stat().st_ino
        done = backup("--to", str(data), "--lang", "en")
        assert (done.exit_code, done.stderr) == (1, f"The games themselves lie in {data}. Choose another folder.\n")
        assert (data / "journal.db").stat().st_ino == before
