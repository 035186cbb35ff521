"""Many tables, a board and a real Mosquitto: what is told arrives once, whatever happens to the broker or a table."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from paho.mqtt import publish

from companion.club.board import Table
from companion.club.collector import Collector
from companion.club.messages import Finished, Head, Placed, Seat, State, StateSent, encode
from companion.club.publisher import Publisher
from companion.club.topics import Kind, topic
from companion.club.way import Way
from companion.language import Language
from tests.kit.broker import HOST, Broker, until

TABLES = 40
QUICK_S = 0.02
NOW = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)
ENDED = "2026-11-26T19:30:00Z"


def way(broker: Broker, k: int = 0) -> Way:
    return Way(host=HOST, port=broker.port, table=f"Table {k}", table_id=f"{k:032x}")


def state(k: int, moves: int = 0) -> State:
    seats = (Seat(seat="red", name=f"Anna {k}", points=moves), Seat(seat="blue", name="Béla", points=k))
    return State(status="playing", game="quarry", title="Quarry", moves=moves, at=ENDED, seats=seats)


def result(k: int, which: int) -> Finished:
    return Finished(
        record=f"record {k}/{which}",
        game="quarry",
        ended=ENDED,
        players=(
            Placed(seat="red", name=f"Anna {k}", points=9, place=1, won=True),
            Placed(seat="blue", name="Béla", points=7, place=2),
        ),
    )


@pytest.fixture
def listen() -> Iterator[Callable[[Broker], Collector]]:
    """Boards that hear a broker, as long as the test runs."""
    begun: list[Collector] = []

    def begin(broker: Broker) -> Collector:
        begun.append(Collector(way(broker), now=lambda: NOW, first_wait_s=QUICK_S))
        return begun[-1]

    yield begin
    for one in begun:
        one.stop()


def send(broker: Broker, table: int, kind: Kind, payload: bytes) -> None:
    """Somebody else's message on a topic of the table."""
    name = topic("club", f"{table:032x}", kind)
    publish.single(name, payload, qos=1, retain=True, hostname=HOST, port=broker.port)


def test_forty_tables_and_a_broker_that_is_killed_all_are_on_the_board_and_nothing_twice(
    broker: Broker, listen: Callable[[Broker], Collector]
) -> None:
    tables = [Publisher(way(broker, k), first_wait_s=QUICK_S) for k in range(TABLES)]
    board = listen(broker)
    try:
        for k, table in enumerate(tables):
            table.tell(state(k, 1))
            table.results([result(k, 1)])
        # Killed in the middle: some have been heard, others have not.
        until(lambda: len(board.evening().tables) >= TABLES // 2, "half of the tables")
        broker.kill()
        until(lambda: all(table.state == "lost" for table in tables), "the loss of the broker")
        # Every fourth has nothing new to tell; all the same the broker has forgotten it.
        for k, table in enumerate(tables):
            if k % 4 == 0:
                continue
            for moves in range(2, 10):
                table.tell(state(k, moves))
            table.results([result(k, 1), result(k, 2)])
        broker.start()
        until(lambda: all(table.settled for table in tables), "what was told meanwhile")
        until(lambda: board.state == "ready", "the board's connection")

        def newest(row: Table) -> bool:
            k = int(row.id, 16)
            moves, games = (1, 1) if k % 4 == 0 else (9, 2)
            return row.online and row.state == state(k, moves) and len(row.games) == games

        def complete(board: Collector) -> bool:
            rows = board.evening().tables
            return len(rows) == TABLES and all(newest(row) for row in rows)

        until(lambda: complete(board), "every table")
        late = listen(broker)
        until(lambda: complete(late), "every table on a board that comes late")
        for one in (board, late):
            evening = one.evening()
            assert [row.name for row in evening.tables] == [f"Table {k}" for k in range(TABLES)]
            games = {f"Anna {k}": 1 if k % 4 == 0 else 2 for k in range(TABLES)}
            assert evening.standings.games == sum(games.values()) == 70
            assert {row.name: row.games for row in evening.standings.rows} == {**games, "Béla": 70}
    finally:
        for table in tables:
            table.stop()
    until(lambda: not any(row.online for row in board.evening().tables), "the farewells")


def test_what_is_stale_rubbish_too_long_or_of_another_version_changes_nobody_elses_row(
    broker: Broker, listen: Callable[[Broker], Collector]
) -> None:
    board = listen(broker)

    def message(boot: int, n: int, moves: int, table: int = 1) -> bytes:
        return encode(StateSent(table=f"{table:032x}", name="Table 1", boot=boot, n=n, state=state(1, moves)))

    def row(table: int) -> object:
        return next((row for row in board.evening().tables if int(row.id, 16) == table), None)

    until(lambda: board.state == "ready", "the board's connection")
    send(broker, 1, "state", message(5, 7, 70))
    until(lambda: row(1), "the first table")
    before = row(1)
    changes = board.changed
    for payload in (message(5, 7, 71), message(5, 6, 72), message(4, 99, 73)):
        send(broker, 1, "state", payload)
    send(broker, 2, "state", b"x" * 10_000_000)
    send(broker, 3, "state", message(9, 9, 74, table=1))
    send(broker, 4, "state", message(5, 7, 75, table=4).replace(b'"v":1', b'"v":2'))
    until(lambda: row(4), "the last table")
    assert row(1) == before
    assert row(2) is None, "a message larger than the board takes never leaves the broker"
    said = Language()
    told = {int(table.id, 16): (table.speaks, said.say(table.told)) for table in board.evening().tables if table.told}
    assert told == {
        3: (None, "It is about another table than its topic. No table was changed."),
        4: (2, "It speaks version 2; this board knows 1."),
    }
    assert board.changed == changes + 2


def test_a_table_that_is_killed_is_shown_as_gone(
    broker: Broker, listen: Callable[[Broker], Collector], tmp_path: Path
) -> None:
    board = listen(broker)
    program = (
        "import sys, time\n"
        "from companion.club.publisher import Publisher\n"
        "from companion.club.messages import State\n"
        "from companion.club.way import Way\n"
        f"table = Publisher(Way(host='{HOST}', port={broker.port}, table='Table 7', table_id='{7:032x}'))\n"
        "table.tell(State())\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], cwd=os.getcwd()) as table:
        try:
            until(lambda: [row.online for row in board.evening().tables] == [True], "the table")
        finally:
            table.send_signal(signal.SIGKILL)
    # It is neither there nor has it done anything this evening: it leaves the board.
    until(lambda: board.evening().tables == (), "its last will")


def test_a_start_that_counts_no_later_than_the_one_before_is_heard_all_the_same(
    broker: Broker, listen: Callable[[Broker], Collector]
) -> None:
    board = listen(broker)
    # A disk that takes nothing, and a clock that begins anew with the power: both starts have the same count.
    for acts in (9, 1):
        table = Publisher(way(broker, 1), seconds=lambda: 3.0, first_wait_s=QUICK_S)
        for moves in range(1, acts + 1):
            table.tell(state(1, moves))
            until(lambda: table.settled, "what was told")  # noqa: B023 - asked before the next table begins
        told = (True, state(1, acts))
        until(lambda: told in [(row.online, row.state) for row in board.evening().tables], "the newest")  # noqa: B023
        # A clock that stands in 1970: seen by who hears it live, and by nobody who does not know how old it is.
        assert board.evening().tables[0].clock_off_s == 3 - int(NOW.timestamp())
        late = listen(broker)
        until(lambda: told in [(row.online, row.state) for row in late.evening().tables], "what is kept")  # noqa: B023
        assert late.evening().tables[0].clock_off_s == 0
        late.stop()
        table.stop()
        until(lambda: not board.evening().tables[0].online, "the farewell")


def test_what_somebody_writes_over_a_tables_state_is_set_right_by_the_table(
    broker: Broker, listen: Callable[[Broker], Collector]
) -> None:
    board, table = listen(broker), Publisher(way(broker, 1), first_wait_s=QUICK_S)
    table.tell(state(1, 5))

    def right(one: Collector) -> bool:
        return [(row.online, row.told, row.state) for row in one.evening().tables] == [(True, None, state(1, 5))]

    until(lambda: right(board), "the table")
    for kind in ("state", "online"):
        changes = board.changed
        send(broker, 1, kind, b"rubbish")  # type: ignore[arg-type]
        until(lambda changes=changes: board.changed >= changes + 2 and right(board), "the answer")  # type: ignore[misc]
    late = listen(broker)
    until(lambda: right(late), "what is kept")
    table.stop()


def test_two_tables_of_one_id_push_each_other_out_and_are_told_so(broker: Broker) -> None:
    both = [Publisher(way(broker, 1), first_wait_s=QUICK_S) for _ in range(2)]

    def told() -> bool:
        found = [Language().say(table.trouble) for table in both if table.trouble is not None]
        return any("Perhaps another device goes by this table’s id" in words for words in found)

    until(told, "the hint")
    for table in both:
        table.stop()


def test_a_broker_whose_rules_forbid_a_table_to_write_is_told_of(
    brokers: Callable[..., Broker], tmp_path: Path
) -> None:
    rules = tmp_path / "rules"
    rules.write_text("topic readwrite cartouche/1/another/#\n", "utf-8")
    broker = brokers("allow_anonymous true", f"acl_file {rules}")
    table = Publisher(way(broker, 1))
    table.tell(State())
    until(lambda: table.trouble, "the denial")
    assert table.trouble is not None and table.state == "ready"
    assert "does not let this table write to the topics of the club “club”" in Language().say(table.trouble)
    table.stop()


def test_the_next_start_of_a_table_counts_as_later_than_the_one_before(broker: Broker, tmp_path: Path) -> None:
    from companion.club.way import keep, load

    keep(way(broker, 1), tmp_path)
    first = Publisher(load(tmp_path), tmp_path, seconds=lambda: 100.0, first_wait_s=QUICK_S)
    until(lambda: first.state == "ready", "the connection")
    first.stop()
    # The clock of a small computer may begin anew with the power.
    second = Publisher(load(tmp_path), tmp_path, seconds=lambda: 3.0, first_wait_s=QUICK_S)
    until(lambda: second.state == "ready", "the connection")
    second.stop()
    kept = load(tmp_path)
    assert kept is not None and kept.boot == 101
    assert Head(table=f"{1:032x}", boot=kept.boot, n=0).boot > 100
