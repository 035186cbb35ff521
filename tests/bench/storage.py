"""How fast the journal is: a commit beside a bare one of SQLite, and taking games up again."""

from __future__ import annotations

import sqlite3
import statistics
import time
from pathlib import Path

import msgspec

from companion.engine.header import new_id
from companion.engine.record import Record
from companion.table.journal import Journal
from companion.table.session import Session
from tests.bench.speed import Kind, records

COMMITS = 200
MOVES = 1000


def bare(path: Path) -> sqlite3.Connection:
    """A database as durable as the journal's (WAL, FULL) with one table and nothing else."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE moves (game INTEGER, seq INTEGER, at TEXT, data TEXT, PRIMARY KEY (game, seq))")
    return connection


def commits(kind: Kind, folder: Path) -> tuple[float, float]:
    """Median milliseconds of an accepted move in the journal and of a bare commit, in turn on the same disk."""
    record = records(kind, 10)[0]
    ours: list[float] = []
    theirs: list[float] = []
    data = msgspec.json.encode(record.lines[0].move).decode()
    connection = bare(folder / "bare.db")
    with Journal.open(folder / "commits.db") as journal:
        header = msgspec.structs.replace(record.header, id=new_id())
        Session.start(journal, kind.game, header)
        summary = journal.listed()[0].summary
        for n in range(COMMITS):
            begun = time.perf_counter()
            journal.append(header.id, [("move", data)], summary)
            middle = time.perf_counter()
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO moves VALUES (1, ?, '2026-01-01T00:00:00Z', ?)", (n, data))
            connection.execute("COMMIT")
            ours.append(middle - begun)
            theirs.append(time.perf_counter() - middle)
    connection.close()
    return statistics.median(ours) * 1000, statistics.median(theirs) * 1000


def replay(kind: Kind, folder: Path) -> float:
    """Median seconds to take 1,000 moves up again from the journal, chain checked and every move validated."""
    played: list[Record] = records(kind, MOVES)
    moves = sum(len(record.lines) for record in played)
    with Journal.open(folder / f"replay-{kind.game.id}-{kind.box.practice}.db") as journal:
        for record in played:
            session = Session.start(journal, kind.game, record.header)
            texts = [msgspec.json.encode(line.move).decode() for line in record.lines]
            journal.append(record.header.id, [("move", text) for text in texts])
            del session
        times = []
        for _ in range(5):
            begun = time.perf_counter()
            for record in played:
                Session.look_at(journal, record.header.id)
            times.append((time.perf_counter() - begun) * MOVES / moves)
    return statistics.median(times)
