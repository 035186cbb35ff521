"""A game deleted for good: it is there or it is gone, whatever interrupts it, and nothing ever seems to be lost."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.table import errors, history
from companion.table.chain import Entry
from companion.table.errors import CHANGED, JournalError
from companion.table.journal import Journal
from companion.table.mark import read_mark
from companion.table.session import Session
from companion.table.shelf import Shelf
from tests.table.quarry_table import journal_path, play_on, started

ROOT = Path(__file__).resolve().parents[2]
Games = dict[str, tuple[Entry, ...]]


@pytest.fixture
def path(tmp_path: Path, game: Any) -> Path:
    """A journal of three games, the newest of which was touched last."""
    place = journal_path(tmp_path)
    with Journal.open(place) as journal:
        for number, name in enumerate(("one", "two", "three")):
            play_on(started(journal, game, name, tokens=False), 3 + number, random.Random(number))
    return place


def held(path: Path) -> Games:
    """Every game with its entries, the newest first, of a journal that opens without a word."""
    with Journal.open(path) as journal:
        found = {listed.id: journal.entries(listed.id) for listed in journal.listed()}
        assert journal.notices == []
    return found


@pytest.mark.parametrize("gone", ["one", "two", "three"])
def test_a_removed_game_is_gone_and_the_others_are_as_they_were(path: Path, gone: str) -> None:
    before = held(path)
    with Journal.open(path) as journal:
        journal.remove(gone)
        assert [one.id for one in journal.listed()] == [known for known in before if known != gone]
    assert held(path) == {known: entries for known, entries in before.items() if known != gone}
    seen = read_mark(path.with_suffix(".mark"))
    assert seen is not None and seen.game != gone
    assert seen.rows == sum(len(entries) for known, entries in before.items() if known != gone)


def test_the_last_game_leaves_an_empty_journal_that_begins_anew(path: Path, game: Any) -> None:
    with Journal.open(path) as journal:
        for name in ("two", "three", "one"):
            journal.remove(name)
        assert journal.listed() == ()
    assert read_mark(path.with_suffix(".mark")) is None
    assert held(path) == {}
    with Journal.open(path) as journal:
        play_on(started(journal, game, "four"), 2, random.Random(1))
    assert list(held(path)) == ["four"]


def test_a_game_that_is_removed_while_it_is_open_takes_no_more_moves(path: Path) -> None:
    with Journal.open(path) as journal:
        session = Session.resume(journal, "three")
        journal.remove("three")
        with pytest.raises(JournalError) as refused:
            session.undo()
        assert refused.value.text == CHANGED
    assert list(held(path)) == ["two", "one"]


def test_an_end_that_is_really_lost_is_told_after_a_removal_too(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.remove("two")
        play_on(Session.resume(journal, "one"), 1, random.Random(3))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM log WHERE seq > 0")
    with Journal.open(path) as journal:
        assert journal.notices != []


class Another:
    """Another process, which removes games and is killed on the way."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def remove(self, path: Path, gone: str, where: int | str) -> int:
        """How the removal ended: 0, or by the kill `where` it was to come."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps([str(path), gone, where]) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@pytest.fixture(scope="module")
def another() -> Iterator[Another]:
    command = [sys.executable, str(Path(__file__).with_name("remove_player.py"))]
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    with subprocess.Popen(
        command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        yield Another(process)
        assert process.stdin is not None
        process.stdin.close()


@pytest.mark.parametrize("gone", ["three", "one"])
def test_killed_anywhere_the_game_is_there_or_gone_and_nothing_is_told_as_lost(
    path: Path, gone: str, another: Another
) -> None:
    before = held(path)
    after = {known: entries for known, entries in before.items() if known != gone}
    for point in ("pwrite", "fsync", *range(9)):
        ended = another.remove(path, gone, point)
        assert ended in (0, -signal.SIGKILL)
        # Killed before the commit, everything is there; nothing after it can take it back.
        assert held(path) == (after if ended == 0 else before)
        if ended == 0:
            break
    assert point == 6, "the game, the newest other one, begin, two deletions, commit: then it is gone"


def test_killed_at_the_only_game(tmp_path: Path, game: Any, another: Another) -> None:
    path = journal_path(tmp_path)
    with Journal.open(path) as journal:
        play_on(started(journal, game, "one"), 3, random.Random(1))
    before = held(path)
    for point in ("fsync", 5):
        assert another.remove(path, "one", point) == -signal.SIGKILL
        assert held(path) == before
    assert another.remove(path, "one", 99) == 0
    assert held(path) == {}


def test_the_mark_is_on_the_disk_before_the_game_goes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a power cut an older mark would tell of entries that are gone, and the table of a loss there is none of."""
    order: list[str] = []

    class Telling(sqlite3.Connection):
        def execute(self, *args: Any) -> sqlite3.Cursor:
            order.append(str(args[0]).split()[0])
            return super().execute(*args)

    with Journal.open(path, factory=Telling) as journal:
        synced = os.fsync
        monkeypatch.setattr(os, "fsync", lambda file: (order.append("fsync"), synced(file))[1])
        order.clear()
        journal.remove("three")
    assert order[: order.index("COMMIT") + 1] == ["SELECT", "SELECT", "fsync", "BEGIN", "DELETE", "DELETE", "COMMIT"]


def test_a_disk_that_takes_no_mark_keeps_the_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = held(path)

    def refuse(*_: Any) -> int:
        raise OSError(30, os.strerror(30))

    with Journal.open(path) as journal, monkeypatch.context() as patched:
        patched.setattr(os, "pwrite", refuse)
        with pytest.raises(JournalError) as refused:
            journal.remove("two")
        assert refused.value.text == errors.READ_ONLY
    assert held(path) == before


def test_a_full_disk_keeps_the_game(path: Path) -> None:
    before = held(path)

    class Full(sqlite3.Connection):
        def execute(self, *args: Any) -> sqlite3.Cursor:
            if str(args[0]) == "COMMIT":
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error
            return super().execute(*args)

    with Journal.open(path, factory=Full) as journal:
        with pytest.raises(JournalError) as refused:
            journal.remove("two")
        assert refused.value.text == errors.FULL
        assert len(journal.entries("two")) == len(before["two"])
    assert held(path) == before


def test_what_was_removed_is_not_left_in_the_file(path: Path, game: Any) -> None:
    with Journal.open(path) as journal:
        session = started(journal, game, "a-name-to-look-for", tokens=False)
        play_on(session, 4, random.Random(2))
        journal.remove("a-name-to-look-for")
    assert b"a-name-to-look-for" not in path.read_bytes()


def test_a_copy_is_made_when_as_many_other_entries_are_there(path: Path, game: Any) -> None:
    """One game gone and another come may be as many entries as before, and still is not the same."""
    held(path)
    copies = path.parent / "backups"
    before = len(list(copies.iterdir()))
    with Journal.open(path) as journal:
        n = len(journal.entries("three"))
        journal.remove("three")
        session = started(journal, game, "four", tokens=False)
        play_on(session, n - 1, random.Random(5))
        assert len(journal.entries("four")) == n
    held(path)
    assert len(list(copies.iterdir())) == before + 1


# the way there: deleted first


def test_only_a_deleted_game_is_deleted_for_good_and_its_notes_with_it(path: Path, game: Any) -> None:
    folder = path.parent
    with Journal.open(path) as journal:
        for name in ("one", "two", "three"):
            history.put_away(journal, name)
        Shelf.load(folder).add_note("two", 1, "well played")
        with pytest.raises(InputError):
            history.purge(journal, "two")
        history.delete(journal, "two")
        assert [one.id for one in history.games(journal)] == ["three", "one"]
        assert [one.id for one in history.deleted(journal)] == ["two"]
        history.purge(journal, "two")
        assert history.deleted(journal) == ()
        with pytest.raises(InputError):
            history.purge(journal, "two")
        with pytest.raises(InputError):
            history.restore(journal, "two")
    assert Shelf.load(folder).contents == Shelf.load(folder / "nowhere").contents
