"""What a service tells systemd: datagrams to a socket that stands in for it."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.notify import Notifier


@pytest.fixture(params=["a path", "an abstract name"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where systemd would listen."""
    return str(tmp_path / "notify") if request.param == "a path" else f"@cartouche-test-{os.getpid()}"


@pytest.fixture
def systemd(address: str) -> Iterator[socket.socket]:
    """Whoever listens there."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind("\0" + address[1:] if address[0] == "@" else address)
        listener.settimeout(10)
        yield listener


def test_ready_alive_and_stopping_are_datagrams_of_their_own(systemd: socket.socket, address: str) -> None:
    notifier = Notifier(address)
    notifier.ready("Home is shown.")
    notifier.alive()
    notifier.status("Well")
    notifier.stopping()
    notifier.alive()  # too late to matter
    notifier.status("Away")
    assert [systemd.recv(500) for _ in range(5)] == [
        b"READY=1\nSTATUS=Home is shown.",
        b"WATCHDOG=1",
        b"STATUS=Well",
        b"STOPPING=1",
        b"STATUS=Away",
    ]


def test_a_status_stays_on_one_line_so_that_it_orders_nothing(systemd: socket.socket, address: str) -> None:
    Notifier(address).status("one\nREADY=1\r\n" + "long " * 200)
    told = systemd.recv(5000).decode()
    assert told.startswith("STATUS=one READY=1 long") and "\n" not in told and len(told) == len("STATUS=") + 200


def test_the_names_are_taken_out_of_the_environment_since_they_are_not_for_children(tmp_path: Path) -> None:
    names = {"NOTIFY_SOCKET": str(tmp_path / "n"), "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7", "HOME": "/"}
    assert Notifier.from_environment(names, 7).watchdog_s == 30.0
    assert names == {"HOME": "/"}


@pytest.mark.parametrize(
    ("names", "seconds"),
    [
        ({"WATCHDOG_USEC": "1500000"}, 1.5),
        ({"WATCHDOG_USEC": "1500000", "WATCHDOG_PID": "7"}, 1.5),
        ({"WATCHDOG_USEC": "1500000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "-5"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "²"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_counts_only_for_the_process_it_waits_for(names: dict[str, str], seconds: float | None) -> None:
    assert Notifier.from_environment({"NOTIFY_SOCKET": "/nowhere", **names}, 7).watchdog_s == seconds


def test_without_a_socket_nothing_is_told_and_no_watchdog_waits() -> None:
    notifier = Notifier.from_environment({"WATCHDOG_USEC": "1500000"})
    assert notifier.watchdog_s is None
    notifier.ready("Home is shown.")
    notifier.stopping()


def test_nobody_listening_is_logged_once_and_raises_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    notifier = Notifier(str(tmp_path / "nobody"))
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            notifier.alive()
    assert len(caplog.records) == 1


@pytest.mark.parametrize("address", ["vsock:2:1234", "relative/socket", "/" + "far" * 100, "/nul\0"])
def test_a_socket_that_can_not_be_is_told_and_no_failure_of_ours(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        notifier = Notifier(address)
        notifier.ready("Home is shown.")
        notifier.close()
    assert len(caplog.records) == 1


def test_a_listener_that_hangs_does_not_make_us_wait(systemd: socket.socket, address: str) -> None:
    notifier = Notifier(address)
    for _ in range(5000):  # far more than any queue takes
        notifier.alive()
    assert systemd.recv(100) == b"WATCHDOG=1"


def test_a_closed_notifier_tells_nothing(systemd: socket.socket, address: str) -> None:
    notifier = Notifier(address)
    notifier.close()
    notifier.alive()
    systemd.setblocking(False)
    with pytest.raises(BlockingIOError):
        systemd.recv(100)
