"""The program of the simulated box: begun once, its end noticed, its last words kept, and never left behind."""

from __future__ import annotations

import sys
from time import monotonic, sleep

import pytest

from companion.ui import pretend as room
from companion.ui.pretend import Pretend

GENEROUS_S = 20


def program(code: str) -> Pretend:
    return Pretend((sys.executable, "-c", code))


def ended(pretend: Pretend) -> bool:
    """Wait until its end is noticed."""
    deadline = monotonic() + GENEROUS_S
    while not pretend.look():
        assert monotonic() < deadline
        sleep(0.01)
    return not pretend.runs


def test_a_program_that_was_closed_is_no_fault() -> None:
    pretend = program("pass")
    pretend.begin("en")
    assert pretend.runs
    assert ended(pretend)
    assert pretend.fault is None
    assert not pretend.look()


@pytest.mark.parametrize(
    ("code", "detail"),
    [
        ("import sys; sys.exit('first\\nlast words\\n\\n')", "last words"),
        ("import sys; sys.exit(3)", "3"),
    ],
)
def test_a_program_that_fails_leaves_its_last_line_or_its_number(code: str, detail: str) -> None:
    pretend = program(code)
    pretend.begin("en")
    assert ended(pretend)
    assert pretend.fault is not None
    assert pretend.fault.params == {"detail": detail}


def test_a_new_beginning_forgets_the_fault_before() -> None:
    pretend = Pretend(("/no/such/program",))
    pretend.begin("en")
    assert not pretend.runs
    assert pretend.fault is not None
    pretend._command = (sys.executable, "-c", "pass")
    pretend.begin("en")
    assert pretend.fault is None
    pretend.end()


def test_it_is_begun_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend = program("import time; time.sleep(60)")
    pretend.begin("en")
    monkeypatch.setattr("subprocess.Popen", lambda *_, **__: pytest.fail("begun twice"))
    pretend.begin("en")
    pretend.end()
    assert not pretend.runs


def test_a_program_that_does_not_listen_is_ended_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "END_S", 0.1)
    pretend = program("import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)")
    pretend.begin("en")
    running = pretend._program
    assert running is not None
    sleep(0.3)
    pretend.end()
    assert running.poll() is not None
