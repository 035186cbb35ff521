"""The journal on a disk that is full, read-only, failing or taken: plain sentences, nothing claimed, nothing lost."""

from __future__ import annotations

import ctypes
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar

import pytest

from companion.table import database
from companion.table.chain import Entry, check, hang, root
from companion.table.errors import (
    BROKEN_DISK,
    FULL,
    NO_ENTRY,
    READ_ONLY,
    JournalError,
    JournalLocked,
    JournalTooNew,
)
from companion.table.journal import Journal
from companion.table.recovery import REASONS
from companion.table.session import Session
from tests.table.quarry_table import header, journal_path, play_on, started


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return journal_path(tmp_path)


class Failing(sqlite3.Connection):
    """A connection that fails as the disk would: at statements that begin with one of `at`, with the code `code`."""

    at: ClassVar[tuple[str, ...]] = ()
    code: ClassVar[int] = 0

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
        self._fail(sql)
        return super().execute(sql, *args)

    def executemany(self, sql: str, *args: Any) -> sqlite3.Cursor:
        self._fail(sql)
        return super().executemany(sql, *args)

    def _fail(self, sql: str) -> None:
        if self.at and sql.startswith(self.at):
            error = sqlite3.OperationalError("injected")
            error.sqlite_errorcode = self.code
            raise error


def test_every_commit_is_durable_by_settings_that_were_read_back(path: Path) -> None:
    with Journal.open(path) as journal:
        settings = [
            journal._connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "application_id", "user_version")
        ]
        assert settings == ["wal", 2, 1, database.APPLICATION, 1]


def test_a_disk_that_does_not_take_the_settings_is_refused(path: Path) -> None:
    class Stubborn(sqlite3.Connection):
        def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
            return super().execute(sql.replace("journal_mode = wal", "journal_mode = memory"), *args)

    with pytest.raises(JournalError) as refused:
        Journal.open(path, factory=Stubborn)
    assert refused.value.text.params == {"setting": "journal_mode=wal"}


@pytest.mark.parametrize("at", ["BEGIN", "INSERT INTO log", "UPDATE game", "COMMIT"])
@pytest.mark.parametrize(
    ("code", "text"),
    [
        (sqlite3.SQLITE_FULL, FULL),
        (sqlite3.SQLITE_READONLY, READ_ONLY),
        (sqlite3.SQLITE_IOERR_WRITE, BROKEN_DISK),
        (sqlite3.SQLITE_IOERR_FSYNC, BROKEN_DISK),
    ],
)
def test_a_move_the_disk_does_not_take_was_not_made(
    path: Path, game: Any, at: str, code: int, text: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.open(path, factory=Failing) as journal:
        session = started(journal, game)
        play_on(session, 1, random.Random(0))
        before = (session.n, session.state.fingerprint(), session.lines, session.decision, session.status)
        entries = journal.entries("first")
        monkeypatch.setattr(Failing, "at", (at,))
        monkeypatch.setattr(Failing, "code", code)
        for act in (lambda: play_on(session, 1, random.Random(0)), session.undo, session.put_away):
            with pytest.raises(JournalError) as refused:
                act()
            assert refused.value.text == text
            assert before == (session.n, session.state.fingerprint(), session.lines, session.decision, session.status)
        monkeypatch.setattr(Failing, "at", ())
        assert journal.entries("first") == entries
        assert play_on(session, 1, random.Random(0)) == 1
        assert session.n == 2
    with Journal.open(path) as journal:
        assert journal.notices == []
        assert Session.resume(journal, "first").n == 2


def test_a_database_that_may_not_grow_keeps_what_it_has(path: Path, game: Any) -> None:
    """SQLite's own limit of pages gives the same error, at the same places, as a full disk."""
    with Journal.open(path) as journal:
        session = started(journal, game)
        pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        made = 0
        with pytest.raises(JournalError) as refused:
            for number in range(2000):
                started(journal, game, f"game {number}")
                made += 1
        assert refused.value.text == FULL
        assert len(journal.listed()) == made + 1
        journal._connection.execute("PRAGMA max_page_count = 100000")
        assert play_on(session, 2, random.Random(0)) == 2
    with Journal.open(path) as journal:
        assert journal.notices == []
        assert len(journal.listed()) == made + 1


def test_a_file_that_may_not_grow_keeps_what_it_has(path: Path, game: Any) -> None:
    """The kernel itself refuses the write: a limit on the size of files, in a process of its own."""
    with Journal.open(path) as journal:
        started(journal, game)
    script = """
import random, resource, signal, sys
from companion.table.errors import BROKEN_DISK, FULL, JournalError
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table.quarry_table import play_on, started
from pathlib import Path
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with Journal.open(Path(sys.argv[1])) as journal:
    session = Session.resume(journal, "first")
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, resource.RLIM_INFINITY))
    try:
        while True:
            play_on(session, 1, random.Random(0))
    except JournalError as error:
        assert error.text in (BROKEN_DISK, FULL), error
    n = session.n
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert play_on(session, 1, random.Random(0)) == 1
    assert session.n == n + 1
    sys.stdout.write(str(session.n))
"""
    repository = Path(__file__).resolve().parents[2]
    search = os.pathsep.join([str(repository), str(repository / "tests/kit/toy_game")])
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        env=dict(os.environ, PYTHONPATH=search),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    with Journal.open(path) as journal:
        assert journal.notices == []
        assert Session.resume(journal, "first").n == int(done.stdout)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 200 kB of our own, where we may mount one."""
    point = tmp_path / "disk"
    point.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"none", str(point).encode(), b"tmpfs", 0, b"size=200k") != 0:
        pytest.skip("no permission to mount a small disk; the limits above stand for it")
    try:
        yield point
    finally:
        libc.umount2(str(point).encode(), 2)


def test_a_disk_that_is_really_full_loses_nothing_and_takes_moves_again_when_there_is_room(
    small_disk: Path, game: Any
) -> None:
    path = journal_path(small_disk)
    with Journal.open(path, free=lambda _: 10**9) as journal:
        session = started(journal, game)
        play_on(session, 2, random.Random(0))
        ballast = small_disk / "ballast"
        with open(ballast, "wb", buffering=0) as file, pytest.raises(OSError, match="space"):
            while True:
                file.write(bytes(4096))
        with pytest.raises(JournalError) as refused:
            for _ in range(30):
                play_on(session, 1, random.Random(0))
        assert refused.value.text == FULL
        n = session.n
        ballast.unlink()
        assert play_on(session, 1, random.Random(0)) == 1
    with Journal.open(path) as journal:
        assert Session.resume(journal, "first").n == n + 1


def test_a_disk_that_is_really_read_only_is_said_and_not_touched(small_disk: Path, game: Any) -> None:
    path = journal_path(small_disk)
    with Journal.open(path, free=lambda _: 10**9) as journal:
        started(journal, game)
    before = {file.name: file.read_bytes() for file in small_disk.iterdir() if file.is_file()}
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.mount(b"none", str(small_disk).encode(), b"tmpfs", 32 | 1, b"") == 0
    with pytest.raises(JournalError) as refused:
        Journal.open(path)
    assert refused.value.text == READ_ONLY
    assert {file.name: file.read_bytes() for file in small_disk.iterdir() if file.is_file()} == before


@pytest.mark.parametrize(
    ("code", "text"), [(sqlite3.SQLITE_IOERR_READ, BROKEN_DISK), (sqlite3.SQLITE_CANTOPEN, NO_ENTRY)]
)
def test_a_disk_that_fails_while_opening_is_no_damage(
    path: Path, game: Any, code: int, text: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.open(path) as journal:
        started(journal, game)
    before = path.read_bytes()
    monkeypatch.setattr(Failing, "code", code)
    for at in ("PRAGMA quick_check", "PRAGMA user_version", "SELECT", "PRAGMA journal_mode"):
        monkeypatch.setattr(Failing, "at", (at,))
        with pytest.raises(JournalError) as refused:
            Journal.open(path, factory=Failing)
        assert refused.value.text == text
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*damaged*"))


def test_a_second_cartouche_is_told_of_the_first(path: Path, game: Any) -> None:
    with Journal.open(path) as journal:
        started(journal, game)
        with pytest.raises(JournalLocked) as refused:
            Journal.open(path)
        assert refused.value.text.params == {"process": str(os.getpid())}
    with Journal.open(path) as journal:
        assert len(journal.listed()) == 1


def test_a_journal_of_a_newer_cartouche_is_not_touched(path: Path, game: Any) -> None:
    with Journal.open(path) as journal:
        started(journal, game)
    with closing(sqlite3.connect(path)) as newer:
        newer.executescript("PRAGMA user_version = 2; UPDATE meta SET value = 2; CREATE TABLE more (a); VACUUM;")
    before = path.read_bytes()
    with pytest.raises(JournalTooNew) as refused:
        Journal.open(path)
    assert (refused.value.text.params["version"], refused.value.text.params["ours"]) == (2, 1)
    assert path.read_bytes() == before


def test_a_version_that_only_one_place_tells_is_damage_and_mended(path: Path, game: Any) -> None:
    with Journal.open(path) as journal:
        started(journal, game)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 65537")
    with Journal.open(path) as journal:
        assert journal.notices[0] == REASONS["damaged"]
        assert len(journal.entries("first")) == 1


def test_a_folder_in_the_journals_place_is_said(path: Path) -> None:
    path.mkdir()
    with pytest.raises(JournalError) as refused:
        Journal.open(path)
    assert refused.value.text.params == {"path": str(path)}


def test_a_file_in_the_data_folders_place_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(JournalError):
        Journal.open(tmp_path / "data" / "journal.db")


def test_no_game_begins_below_fifty_megabytes(path: Path, game: Any) -> None:
    with Journal.open(path, free=lambda _: 49_999_999) as journal:
        with pytest.raises(JournalError) as refused:
            started(journal, game)
        assert refused.value.text.params == {"free": 49, "least": 50}
        assert journal.listed() == ()


def test_a_game_is_begun_only_once(path: Path, game: Any) -> None:
    with Journal.open(path) as journal:
        started(journal, game)
        with pytest.raises(JournalError):
            journal.create(header(game, "first"))
        assert len(journal.listed()) == 1


def test_backups_are_made_at_the_end_of_a_game_and_rotate(path: Path, game: Any) -> None:
    for number in range(7):
        with Journal.open(path) as journal:
            play_on(started(journal, game, str(number), tokens=False), 20, random.Random(number))
            assert journal.notices == []
    copies = sorted(file.name for file in (path.parent / "backups").iterdir())
    assert copies == [f"journal-{n:06}.db" for n in range(3, 8)]
    with closing(sqlite3.connect(path.parent / "backups" / copies[-1])) as copy:
        assert copy.execute("SELECT count(*) FROM game").fetchone() == (7,)
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_opening_without_news_makes_no_backup(path: Path, game: Any) -> None:
    for _ in range(3):
        with Journal.open(path) as journal:
            if not journal.listed():
                started(journal, game)
    assert len(list((path.parent / "backups").iterdir())) == 1


def test_a_backup_that_fails_is_told_and_loses_no_move(path: Path, game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.backup.free_bytes", lambda _: 0)
    with Journal.open(path) as journal:
        session = started(journal, game, tokens=False)
        play_on(session, 20, random.Random(1))
        assert session.status == "finished"
        assert len(journal.notices) == 1


EDITS = {
    "a changed entry": ('UPDATE log SET data = \'{"move":"stake","by":"red","stones":3}\' WHERE seq = 1', "damaged", 1),
    "an entry taken out": ("DELETE FROM log WHERE seq = 2", "edited", 2),
    "the last entry taken out": ("DELETE FROM log WHERE seq = 4", "cut", 4),
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_change_by_hand_is_found_and_what_hangs_on_it_dropped(path: Path, game: Any, edit: str) -> None:
    sql, reason, kept = EDITS[edit]
    with Journal.open(path) as journal:
        play_on(started(journal, game), 4, random.Random(0))
        truth = journal.entries("first")
    for copy in (path.parent / "backups").glob("*"):
        copy.unlink()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        assert other.execute(sql).rowcount == 1
    with Journal.open(path) as journal:
        assert journal.entries("first") == truth[:kept]
        assert journal.notices[0] == REASONS[reason]  # type: ignore[index]


def test_a_last_entry_forged_with_its_checksum_is_found_by_the_list_of_games(path: Path, game: Any) -> None:
    with Journal.open(path) as journal:
        play_on(started(journal, game), 2, random.Random(0))
        truth = journal.entries("first")
    for copy in (path.parent / "backups").glob("*"):
        copy.unlink()
    path.with_suffix(".mark").unlink()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        prev = other.execute("SELECT prev FROM log WHERE seq = 2").fetchone()[0]
        forged, _ = hang(prev, Entry(2, "move", truth[2].at, truth[2].data.replace("3}", "0}")))
        assert forged.entry != truth[2]
        other.execute("UPDATE log SET data = ?, crc = ? WHERE seq = 2", (forged.entry.data, forged.crc))
    with Journal.open(path) as journal:
        assert journal.entries("first") == truth[:2]
        assert journal.notices[0] == REASONS["edited"]


def test_what_a_backup_has_more_of_comes_from_the_backup(path: Path, game: Any) -> None:
    with Journal.open(path) as journal:
        session = started(journal, game)
        play_on(session, 4, random.Random(0))
        journal.back_up()
        play_on(session, 2, random.Random(0))
        truth = journal.entries("first")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("UPDATE log SET at = '' WHERE seq = 2")
    with Journal.open(path) as journal:
        assert journal.entries("first") == truth[:5]
        assert journal.notices[0] == REASONS["damaged"]
        assert journal.notices[1].params["n"] == 2


def test_an_entry_forged_with_its_checksum_does_not_hang_on_the_chain() -> None:
    first, head = hang(root("game"), Entry(0, "start", "", "{}"))
    second, _ = hang(head, Entry(1, "move", "", '{"a":1}'))
    forged, _ = hang(root("game"), Entry(0, "start", "", '{"forged":true}'))

    def raw(row: Any) -> tuple[Any, ...]:
        return (row.entry.seq, row.entry.kind, row.entry.at, row.entry.data, row.prev, row.crc)

    assert check("game", [raw(first), raw(second)]).flaw is None
    found = check("game", [raw(forged), raw(second)])
    assert (found.last, found.flaw) == (0, "edited")
    assert check("other", [raw(first)]).flaw == "edited"


def test_a_flaw_in_an_old_game_is_mended_when_it_is_read(
    path: Path, game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.recovery.NEWEST", 1)
    with Journal.open(path) as journal:
        play_on(started(journal, game, "old"), 4, random.Random(0))
        truth = journal.entries("old")
        newest = started(journal, game, "new")
    for copy in (path.parent / "backups").glob("*"):
        copy.unlink()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("UPDATE log SET at = '' WHERE game = 1 AND seq = 3")
    with Journal.open(path) as journal:
        assert journal.notices == []
        newest = Session.resume(journal, "new")
        assert journal.entries("old") == truth[:3]
        assert journal.notices[0] == REASONS["damaged"]
        assert play_on(newest, 2, random.Random(0)) == 2
