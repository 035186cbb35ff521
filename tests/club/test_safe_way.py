"""The broker of docs/club.md, made as printed there: who is let in, and what is said to those who are not."""

from __future__ import annotations

import os
import re
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.club import link
from companion.club.collector import Collector
from companion.club.messages import Finished, OnlineSent, Placed, State, encode
from companion.club.publisher import LATEST_BOOT, Publisher, _Voice
from companion.club.topics import topic
from companion.club.trial import trial
from companion.club.trouble import of_connecting, of_denial
from companion.club.way import Way
from companion.engine.text import T
from companion.language import Language
from tests.kit.broker import HOST, Broker, free_port, program, until

DOCS = (Path(__file__).parents[2] / "docs/club.md").read_text("utf-8")
ETC = "/etc/mosquitto"
TABLE = f"{1:032x}"


def printed(kind: str, holding: str) -> str:
    """The block of the documentation that holds a word."""
    (found,) = [block for block in re.findall(rf"```{kind}\n(.*?)```", DOCS, re.DOTALL) if holding in block]
    return str(found)


@pytest.fixture
def guarded(tmp_path: Path, brokers: Callable[..., Broker]) -> tuple[Broker, Way]:
    """The broker of the documentation, and the way of a table that may come in."""
    program("mosquitto_passwd")
    etc = tmp_path / "etc"
    (etc / "certs").mkdir(parents=True)
    # The test's broker runs as the test's own user.
    commands = "\n".join(line for line in printed("sh", "openssl").splitlines() if not line.startswith("chown "))
    commands = commands.replace(ETC, str(etc)).replace("club.local", "localhost")
    path = f"{os.environ['PATH']}:/usr/sbin"
    done = subprocess.run(
        ["sh", "-e", "-c", commands], capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    assert done.returncode == 0, done.stderr
    lines = printed("conf", "certfile").replace(ETC, str(etc)).splitlines()
    assert lines[0] == "listener 8883"
    broker = brokers(*lines[1:])
    ca = (etc / "certs/ca.crt").read_text("ascii")
    way = Way(
        host="localhost", port=broker.port, tls=True, ca=ca, user="table", password="our password", table_id=TABLE
    )
    return broker, way


def said(way: Way, **others: Any) -> str:
    """What a trial of the way says; "" where it is let in."""
    fault = trial(msgspec.structs.replace(way, **others))
    return Language().say(fault) if fault is not None else ""


def test_the_broker_as_printed_lets_in_who_may_and_says_why_to_all_others(guarded: tuple[Broker, Way]) -> None:
    _, way = guarded
    assert said(way) == ""
    wrong = "The broker at localhost does not accept this user name and password."
    assert said(way, password="another") == said(way, user="nobody") == wrong
    assert said(way, user="", password="") == "The broker at localhost asks for a user name and a password."
    assert said(way, ca="").startswith("The certificate of localhost is not trusted (")
    assert said(way, host=HOST).startswith("The certificate of 127.0.0.1 is for another name.")
    assert said(way, tls=False).startswith("localhost closed the connection without an answer. Perhaps it asks for TLS")
    assert said(way, ca="rubbish").startswith("The file of trusted certificates can't be used")
    assert said(way, port=free_port()).startswith("localhost is there, but no broker answers at port ")
    # Python 3.13 looks at certificates more strictly.
    strict = ssl.create_default_context(cadata=way.ca)
    strict.verify_flags |= ssl.VERIFY_X509_STRICT
    with socket.create_connection((HOST, way.port)) as line, strict.wrap_socket(line, server_hostname="localhost"):
        pass


def test_over_tls_and_with_a_password_a_table_tells_what_is_new_after_a_loss(guarded: tuple[Broker, Way]) -> None:
    broker, way = guarded
    table = Publisher(way, first_wait_s=0.02)
    try:
        table.tell(State(title="Quarry"))
        until(lambda: table.settled, "the first state")
        broker.kill()
        until(lambda: table.state == "lost", "the loss")
        assert table.trouble is not None
        table.tell(State(title="Shaft"))
        broker.start()
        until(lambda: table.settled, "the second state")
        assert table.trouble is None
    finally:
        table.stop()


def test_a_broker_without_tls_and_what_is_no_broker_are_told_apart(broker: Broker) -> None:
    plain = Way(host=HOST, port=broker.port, table_id=TABLE)
    assert said(plain) == ""
    assert said(plain, tls=True).endswith("does not speak TLS. Is it the right port? Or go without TLS.") or said(
        plain, tls=True
    ).endswith("closed the connection without an answer. Is it a broker with TLS?")
    with listening(b"SSH-2.0-OpenSSH_9.2\r\n" + bytes(range(256))) as (port, _, gate):
        gate.set()
        assert said(plain, port=port).startswith(f"What answers at 127.0.0.1, port {port}, is no broker that")


def test_a_name_nobody_has_and_a_network_that_is_away_have_a_sentence_of_their_own() -> None:
    way = Way(host="clbu.local", table_id=TABLE)
    words = Language()
    for fault, begins in {
        socket.gaierror(socket.EAI_NONAME, "unknown"): "There is no computer named “clbu.local” in this network.",
        socket.gaierror(socket.EAI_AGAIN, "later"): "The name “clbu.local” can't be looked up now.",
        OSError(101, "unreachable"): "There is no way to clbu.local from here.",
        TimeoutError(): "clbu.local does not answer at port 1883.",
        UnicodeError("label too long"): "“clbu.local” can't be the name of a computer.",
        OSError(99, "strange"): "No connection to clbu.local could be made (strange).",
    }.items():
        assert words.say(of_connecting(fault, way)).startswith(begins)


@contextmanager
def listening(answer: bytes = b"") -> Iterator[tuple[int, list[int], Event]]:
    """Something that lets everybody in and answers nothing until the gate is opened; with the bytes it has read."""
    gate, read = Event(), []
    with socket.create_server((HOST, 0)) as server:

        def serve() -> None:
            line, _ = server.accept()
            with line:
                gate.wait(60)
                line.settimeout(5)
                read.append(len(line.recv(65536)))
                line.sendall(answer)

        Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1], read, gate
        gate.set()


@pytest.mark.parametrize("hangs", ["broker", "tls", "name"])
def test_the_table_never_waits_whatever_hangs(hangs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up, gate_of_names = Event(), Event()
    ask = socket.getaddrinfo

    def slow(host: Any, *others: Any, **more: Any) -> Any:
        if host == "slow.local":
            looked_up.set()
            gate_of_names.wait(60)
        return ask(HOST, *others, **more)

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    with listening() as (port, read, gate):
        host = "slow.local" if hangs == "name" else HOST
        table = Publisher(Way(host=host, port=port, tls=hangs == "tls", table_id=TABLE), first_wait_s=60)
        if hangs == "name":
            assert looked_up.wait(60)
        players = (Placed(seat="red", name="Anna", place=1, won=True),)
        for n in range(1000):
            table.tell(State(moves=n))
            table.results([Finished(record=f"{n}", game="quarry", ended="", players=players)])
        # All of it has come back while the other side has neither read nor answered anything.
        assert read == [] and not gate.is_set() and not gate_of_names.is_set()
        assert (table.state, table.settled) == ("starting", False)
        table.stop(0)
        assert read == [] and not gate.is_set() and not gate_of_names.is_set()
        gate_of_names.set()


def test_a_broker_that_takes_the_connection_and_stays_silent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "ANSWER_S", 0.2)
    with listening() as (port, _, _gate):
        fault = said(Way(host=HOST, port=port, table_id=TABLE))
    assert fault == f"127.0.0.1 does not answer at port {port}. Is it switched on and in this network?"


def test_the_wait_between_tries_doubles_up_to_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = link.Link(
        Way(host=HOST, port=1, table_id=TABLE), "table", _Voice(Way(host=HOST, table_id=TABLE), None, lambda: 1.0)
    )
    waits: list[float] = []

    def rest(_: Any, seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 9:
            tried.stop(0)

    monkeypatch.setattr(link.Link, "_connection", lambda _: T("away"))
    monkeypatch.setattr(link.Link, "_rest", rest)
    tried._try_again_and_again()
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_two_devices_of_one_id_are_guessed_from_connections_that_end_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    way = Way(host=HOST, port=1, table_id=TABLE)
    tried = link.Link(way, "table", _Voice(way, None, lambda: 1.0))
    # How long each connection holds: what the other one waits, now and then a minute; None: there was none.
    held = [1.0, 1.0, 2.0, 16.0, 60.0, 600.0, 1.0, 1.0, None, 1.0]
    clock, told = [0.0], []

    def connection(one: link.Link) -> Any:
        seconds = held[len(told)]
        one.state = "lost" if seconds is None else "ready"
        clock[0] += seconds or 0
        return T("lost")

    def rest(one: link.Link, _: float) -> None:
        told.append(one.trouble != T("lost"))
        if len(told) == len(held):
            one.stop(0)

    monkeypatch.setattr(link.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(link.Link, "_connection", connection)
    monkeypatch.setattr(link.Link, "_rest", rest)
    tried._try_again_and_again()
    assert told == [False, False, True, True, True, False, False, False, False, False]


def test_a_start_is_counted_up_once_and_no_two_tables_of_one_id_outbid_each_other() -> None:
    voice = _Voice(Way(host=HOST, table_id=TABLE, boot=3), None, lambda: 1.0)

    def boot_after(*boots: int) -> int:
        for boot in boots:
            before = encode(OnlineSent(table=TABLE, boot=boot, run="another", n=1, online=True))
            voice.heard(topic("club", TABLE, "online"), before, True)
        return int(msgspec.json.decode(voice.will().payload)["boot"])

    assert boot_after() == 3
    assert boot_after(2, LATEST_BOOT) == 3, "it is earlier, or nothing a table could have counted"
    assert boot_after(5, 7, 6) == 8
    assert boot_after(20) == 8


def test_a_board_that_may_not_listen_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link.Link, "start", lambda one: setattr(one, "state", "ready"))
    ear = Collector(Way(host="club.local", table_id=TABLE, club="Thursday"))
    ear._ear.subscribed(0)
    assert ear.trouble is None and ear.answered_s is not None
    ear._ear.subscribed(0x87)
    assert ear.trouble is not None
    assert Language().say(ear.trouble) == (
        "The broker at club.local does not let this board read the topics of the club “Thursday”. Change its rules."
    )


def test_what_was_on_its_way_when_the_connection_ended_is_said_anew() -> None:
    sent: list[str] = []

    def publish(topic: str, payload: bytes, **_: Any) -> Any:
        sent.append(topic.rpartition("/")[2])
        return SimpleNamespace(mid=len(sent))

    client: Any = SimpleNamespace(publish=publish, subscribe=lambda *_, **__: None)
    voice = _Voice(Way(host=HOST, table_id=TABLE), None, lambda: 1.0)
    voice.put_state(State())
    for _ in range(2):
        # Nothing is ever answered: the connection ends, and another one begins.
        voice.will()
        voice.greet(client)
        voice.work(client)
        voice.work(client)
        assert sent == ["online", "state"] and not voice.quiet()
        sent.clear()
    voice.greet(client)
    voice.work(client)
    assert not voice.put_state(State()), "the same is not told twice"
    voice.put_state(State(status="playing"))
    voice.work(client)
    assert sent == ["online", "state"], "the next one waits for the answer, so that only the newest goes"
    voice.taken(1, 0)
    voice.taken(2, 0x87)
    assert voice.denied == ("state", 0x87)
    voice.work(client)
    assert sent == ["online", "state", "state"] and not voice.settled
    voice.taken(3, 0)
    voice.work(client)
    assert voice.quiet() and voice.settled


@pytest.mark.parametrize(
    ("code", "words"), [(10, "out of date"), (9, "the clock of this device"), (62, "for another name"), (18, "--ca")]
)
def test_what_is_wrong_with_a_certificate_is_told_apart(code: int, words: str) -> None:
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_code, error.verify_message = code, "self-signed certificate"
    assert words in Language().say(of_connecting(error, Way(host="club.local", table_id=TABLE)))


def test_what_the_broker_did_not_take_is_told_apart() -> None:
    way = Way(host="club.local", table_id=TABLE)
    told = [
        Language().say(of_denial(code, way, to_home)) for code, to_home in ((0x95, False), (0x87, True), (0x87, False))
    ]
    assert ["so long" in told[0], "Home Assistant" in told[1], "topics of the club" in told[2]] == [True] * 3
