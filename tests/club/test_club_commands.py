"""`cartouche club`: what is set, shown and tried, and that the password stays where it is."""

from __future__ import annotations

import io
import json
import stat
import time
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import report
from companion.club.board import CLOCK, STATUS, Evening, Table
from companion.club.messages import Finished, Placed, Seat, State
from companion.club.publisher import Publisher
from companion.club.standings import Standing, Standings
from companion.club.way import Way, change, load
from companion.commands import club as club_commands
from companion.commands import club_board
from companion.config import Settings
from companion.engine.errors import InputError
from companion.language import Language
from companion.table import rescue
from companion.table.journal import Journal
from companion.table.storage import CLUB, JOURNAL, write_safely
from tests.kit.broker import HOST, Broker, free_port, until
from tests.kit.commands import Ran, fault, run

PASSWORD = "swordfish 42"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


CERTIFICATE = """-----BEGIN CERTIFICATE-----
MIIBdTCCARugAwIBAgIUbGmADt0pMBmjqPii7hGrs7qT+O4wCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEY2x1YjAgFw0yNjExMzAyMDQ5NDdaGA8yMTI2MTEwNjIwNDk0
N1owDzENMAsGA1UEAwwEY2x1YjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABADC
qSDGcOCwXNWkAwKjZxpWY2SqS/j5zt6JypksFl97rc/4A34Vx4ivl+xwgCt7xoRl
yLpo2xqKUhkG3dUvl0SjUzBRMB0GA1UdDgQWBBSigpczfdVS8weYujKguL18Yke4
CTAfBgNVHSMEGDAWgBSigpczfdVS8weYujKguL18Yke4CTAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0gAMEUCIEigJSHfu7tb0FKlXZg9Cqn49bRxoM4vAZBA
Xv+c9K1DAiEAzoIBixx4kmHznVF6jyy8feLqYvIVV9Y7x14adgrSiSM=
-----END CERTIFICATE-----
"""
"""Of a club that is none; its key was never kept."""


@pytest.fixture
def club(data: Path, tmp_path: Path) -> Callable[..., Ran]:
    """Runs `cartouche club …` for a data folder."""

    def said(*words: str, **more: Any) -> Ran:
        return run("club", *words, CARTOUCHE_DATA=str(data), **more)

    return said


def test_a_way_is_set_shown_changed_and_forgotten(club: Callable[..., Ran], data: Path, tmp_path: Path) -> None:
    assert club("show").out == "No club is set. “cartouche club set” sets one.\n"
    secret, ca = tmp_path / "secret", tmp_path / "ca.crt"
    secret.write_text(f"{PASSWORD}\nmore\n", "utf-8")
    ca.write_text(CERTIFICATE, "ascii")
    ran = club(
        *("set", "--host", "club.local", "--tls", "--ca", str(ca), "--user", "table", "--password-file", str(secret)),
        *("--club", "Thursday", "--table", "Table 3"),
    )
    assert ran.code == 0, ran
    assert "Broker: club.local, 8883\n" in ran.out and "Password: set\n" in ran.out
    assert stat.S_IMODE((data / CLUB).stat().st_mode) == 0o600
    first = load(data)
    assert first is not None and first.password == PASSWORD and first.ca == ca.read_text("ascii")
    shown = club("show", "--json").value
    assert {key: shown[key] for key in ("on", "host", "port", "tls", "ca", "user", "password", "club", "table")} == {
        "on": True,
        "host": "club.local",
        "port": 8883,
        "tls": True,
        "ca": "own",
        "user": "table",
        "password": "set",
        "club": "Thursday",
        "table": "Table 3",
    }
    # What is not named stays; another id is made only when asked for.
    club("set", "--port", "1234", "--new-id")
    second = load(data)
    assert second is not None and (second.port, second.password) == (1234, PASSWORD)
    assert second.table_id != first.table_id
    assert club("off").code == 0 and not club("show", "--json").value["on"]
    secret.write_bytes(f"{PASSWORD}!\r\n".encode())
    club("set", "--password-file", str(secret), "--ca", "system")
    third = load(data)
    assert third is not None and (third.on, third.password, third.ca) == (True, PASSWORD + "!", "")
    club("set", "--user", "")
    fourth = load(data)
    assert fourth is not None and (fourth.user, fourth.password, fourth.host) == ("", "", "club.local")
    club("set", "--password-file", str(secret))
    club("off", "--forget")
    gone = load(data)
    assert gone is not None and (gone.host, gone.user, gone.password, gone.table_id) == ("", "", "", second.table_id)
    assert PASSWORD not in (data / CLUB).read_text("utf-8")


def test_the_password_can_be_asked_for_and_is_never_printed(club: Callable[..., Ran], data: Path) -> None:
    said = [
        club("set", "--host", "club.local", "--user", "table", "--ask", given=f"{PASSWORD}\n"),
        club("show"),
        club("show", "--json"),
        club("set", "--table", "Table 4", "--json"),
        club("off", "--json"),
    ]
    way = load(data)
    assert way is not None and way.password == PASSWORD
    assert "Without TLS the password goes over the network" in said[0].out
    assert all(PASSWORD not in ran.out + ran.err and ran.code == 0 for ran in said)
    assert PASSWORD not in repr(way)


def test_what_cannot_be_is_told_and_changes_nothing(club: Callable[..., Ran], data: Path, tmp_path: Path) -> None:
    club("set", "--host", "club.local")
    before = (data / CLUB).read_bytes()
    empty = tmp_path / "empty"
    empty.write_text("\n", "utf-8")
    folder = {"CARTOUCHE_DATA": str(data)}
    assert fault("club", "set", "--host", "mqtt://club.local", **folder).endswith("Nothing has changed.")
    assert fault("club", "set", "--club", "/#+", **folder).startswith("The club’s name is empty.")
    assert "The first line" in fault("club", "set", "--password-file", str(empty), **folder)
    assert "no file of certificates" in fault("club", "set", "--ca", str(empty), **folder)
    assert run("club", "set", "--port", "70000", **folder).code == 2
    assert run("club", "set", "--ask", "--password-file", "x", **folder).code == 2
    assert run("club", "board", "--once", **folder).code == 2
    assert run("club", "board", "--once", "--text", "--json", **folder).code == 2
    assert (data / CLUB).read_bytes() == before


def test_a_file_that_cannot_be_used_is_told_and_kept_aside_when_the_way_is_set_anew(
    club: Callable[..., Ran], data: Path
) -> None:
    data.mkdir()
    for broken in (b"{", b'{"version":2}', b'{"version":1,"table_id":"x"}', b"\xff", b" " * 300_000):
        (data / CLUB).write_bytes(broken)
        assert fault("club", "show", CARTOUCHE_DATA=str(data)).startswith(
            "The way to the club can't be used: club.json."
        )
        silent = Publisher.from_settings(data)
        silent.tell(State())
        assert silent.state == "off" and silent.trouble is not None
        silent.stop()
    assert club("set", "--host", "club.local").code == 0
    assert (data / f"{CLUB}.broken-1").read_bytes() == b" " * 300_000


def test_a_file_left_half_written_where_others_could_read_it_is_closed_to_them(tmp_path: Path) -> None:
    left = tmp_path / f"{CLUB}.new"
    left.touch(0o644)
    write_safely(tmp_path / CLUB, b"secret", mode=0o600)
    assert stat.S_IMODE((tmp_path / CLUB).stat().st_mode) == 0o600


def test_the_password_goes_into_no_copy_and_no_report(club: Callable[..., Ran], data: Path, tmp_path: Path) -> None:
    with Journal.open(data / JOURNAL):
        pass
    club("set", "--host", "club.local", "--user", "table", "--password-file", "-", given=PASSWORD)
    (data / f"{CLUB}.broken-1").write_text(PASSWORD, "utf-8")
    folder = {"CARTOUCHE_DATA": str(data)}
    assert run("everything", "export", str(tmp_path / "all.zip"), **folder).code == 0
    with zipfile.ZipFile(tmp_path / "all.zip") as copy:
        assert JOURNAL in copy.namelist()
        assert not [name for name in copy.namelist() if name.startswith("club")]
        assert all(PASSWORD.encode() not in copy.read(name) for name in copy.namelist())
    ran = run("doctor", "--json", **folder)
    assert PASSWORD not in ran.out + ran.err and ran.value
    told = report.lines(Language(), Settings(), data, [], datetime.now())
    assert told and PASSWORD not in "".join(told)
    rescue.copy_everything(data, tmp_path, datetime.now())
    copied = [path for path in tmp_path.glob("cartouche-*/**/*") if path.is_file()]
    assert JOURNAL in {path.name for path in copied}
    assert all(PASSWORD.encode() not in path.read_bytes() for path in copied)


def test_the_board_as_text_and_as_json(
    broker: Broker, club: Callable[..., Ran], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_board, "HUSH_S", 0.15)
    assert club("set", "--host", HOST, "--port", str(broker.port), "--club", "Thursday").code == 0
    assert club("test").out == f"The broker at 127.0.0.1, port {broker.port}, let this table in (not encrypted).\n"
    assert club("test", "--json").value == {"connected": True, "told": None}
    assert "No table has told anything this evening." in club("board", "--text", "--once").out
    table = Publisher(
        Way(host=HOST, port=broker.port, club="thursday", table="Table 3", table_id=f"{3:032x}", home_assistant=True)
    )
    players = (
        Placed(seat="red", name="Anna", points=31, place=1, won=True),
        Placed(seat="blue", name="Béla", points=28, place=2),
    )
    seats = (Seat(seat="red", name="Anna", points=-4), Seat(seat="blue", name="Béla [red]", points=0, left=9))
    words = {"en": "Choose a stone.", "hu": "Válassz egy követ."}
    now = datetime.now(UTC).isoformat()
    try:
        table.tell(State(status="playing", title="Quarry", seats=seats, turn=("red",), turn_names="Anna", prompt=words))
        table.results([Finished(record="a", game="quarry", ended=now, players=players)])
        until(lambda: table.settled, "what was told")
        text = club("board", "--text", "--once", COLUMNS="160").out
        hungarian = club("board", "--text", "--once", "--lang", "hu", COLUMNS="160").out
        value = club("board", "--json", "--once").value
    finally:
        table.stop()
    for word in ("Table 3", "Quarry", "Anna −4, Béla [red] 9", "Choose a stone."):
        assert word in text
    assert "Válassz egy követ." in hungarian
    (row,) = value["tables"]
    assert (row["name"], row["online"], row["state"]["title"]) == ("Table 3", True, "Quarry")
    assert value["standings"] == [
        {"place": 1, "tied": False, "name": "Anna", "games": 1, "wins": "1", "points": "1"},
        {"place": 2, "tied": False, "name": "Béla", "games": 1, "wins": "0", "points": "0"},
    ]
    assert "not there" in club("board", "--text", "--once", COLUMNS="160").out


def test_the_board_waits_longer_for_a_broker_that_answers_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        """Says after 0.1 s that it will tell, and tells 0.15 s later."""

        state, trouble, began = "ready", None, time.monotonic()

        @property
        def answered_s(self) -> float | None:
            return 0.1 if time.monotonic() - self.began > 0.1 else None

        @property
        def changed(self) -> int:
            return int(time.monotonic() - self.began > 0.25)

    monkeypatch.setattr(club_board, "HUSH_S", 0.01)
    slow = Slow()
    club_board._settle(slow)  # type: ignore[arg-type]
    assert slow.changed == 1


def test_a_board_is_printed_anew_only_where_something_is_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    ear: Any = SimpleNamespace(state="starting", trouble=None, changed=0, evening=Evening)
    looked: list[int] = []

    def sleep(_: float) -> None:
        looked.append(ear.changed)
        ear.state = "ready"
        ear.changed = len(looked) // 4
        if len(looked) == 9:
            raise KeyboardInterrupt

    monkeypatch.setattr(club_board, "_gather", lambda _: None)
    monkeypatch.setattr(club_board, "time", SimpleNamespace(sleep=sleep, monotonic=lambda: 0.0))
    shown: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        for _ in club_board._changes(ear):
            shown.append(ear.changed)
    assert shown == [0, 1, 2]


def test_a_row_of_the_board_tells_practice_another_clock_and_who_shares_a_rank() -> None:
    said = Language()
    state = State(status="playing", prompt={"en": "Choose."}, practice=True)
    assert club_board._row(Table(id="0" * 32, online=True, state=state), said)[-1].plain == "Choose. (practice)"
    late = Table(id="0" * 32, online=True, state=State(), clock_off_s=900)
    assert club_board._row(late, said)[-1].plain == f"{said.say(STATUS['free'])} · {said.say(CLOCK)}"
    rows = tuple(Standing(1, True, name, 1, Fraction(1, 2), Fraction(1, 2)) for name in ("Anna", "Béla"))
    drawn: Any = club_board._standings(Evening(standings=Standings(rows, 1)), said)
    assert [cell.plain for cell in drawn.columns[0].cells] == ["1 =", "1 ="]


def test_without_a_broker_the_commands_say_what_to_do(club: Callable[..., Ran], data: Path) -> None:
    folder = {"CARTOUCHE_DATA": str(data)}
    for words in (("test",), ("board", "--text", "--once")):
        assert fault("club", *words, **folder).startswith("No club is set.")
    port = free_port()
    club("set", "--host", HOST, "--port", str(port))
    told = f"127.0.0.1 is there, but no broker answers at port {port}. Is it running, and is the port right?"
    assert fault("club", "test", **folder) == fault("club", "board", "--text", "--once", **folder) == told
    tried = run("club", "test", "--json", **folder)
    assert (tried.code, tried.value) == (1, {"connected": False, "told": told})


def test_a_board_that_is_followed_prints_what_is_kept_and_a_line_at_every_change(
    broker: Broker, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(data, host=HOST, port=broker.port)
    way = load(data)
    assert way is not None
    table = Publisher(Way(host=HOST, port=broker.port, table="Table 3", table_id=f"{3:032x}"))
    printed = io.StringIO()

    def echo(line: str) -> None:
        printed.write(line + "\n")
        if '"status": "playing"' in line:
            raise KeyboardInterrupt
        table.tell(State(status="playing"))

    monkeypatch.setattr(club_board, "HUSH_S", 0.05)
    monkeypatch.setattr(club_board.click, "echo", echo)
    try:
        table.tell(State())
        until(lambda: table.settled, "what the broker keeps")
        club_board.follow(way, as_json=True)
    finally:
        table.stop()
    lines = [json.loads(line) for line in printed.getvalue().splitlines()]
    first, last = ([table["state"]["status"] for table in line["tables"]] for line in (lines[0], lines[-1]))
    assert (first, last) == (["free"], ["playing"]), "the first line holds what is kept"


def test_without_the_extra_the_table_plays_on_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)
    table = Publisher(Way(host=HOST, port=free_port(), table_id=f"{3:032x}"))
    until(lambda: table.state == "lost", "the first try")
    assert table.trouble is not None and "paho-mqtt is missing" in table.trouble.message
    table.stop()


def test_a_board_for_a_screen_is_opened_where_there_is_one(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(data, host=HOST)
    monkeypatch.setattr(club_commands, "SCREEN", "companion.no_such_screen")
    assert "Use --text." in fault("club", "board", CARTOUCHE_DATA=str(data))


def test_a_start_is_counted_and_a_read_only_disk_does_not_stop_it(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.club import way as ways

    way = change(data, host=HOST)
    assert ways.begun(data, way, lambda: 50.0).boot == 50
    kept = load(data)
    assert kept is not None and ways.begun(data, kept, lambda: 7.0).boot == 51

    def full(*_: Any) -> None:
        raise InputError(club_commands.T("full"))

    monkeypatch.setattr(ways, "keep", full)
    kept = load(data)
    assert kept is not None and ways.begun(data, kept, lambda: 9.0).boot == 52
