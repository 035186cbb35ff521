"""What is asked of the system: the words of systemctl, its answers in sentences, and a limit to the wait."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.engine.text import Text
from companion.language import Language
from hardware.power import Power


class System:
    """A systemctl that notes its words; `answers`: exit code and complaint by the verb."""

    def __init__(self, **answers: tuple[int, str]) -> None:
        self.answers = answers
        self.calls: list[list[str]] = []
        self.limits: list[float] = []

    def __call__(self, command: list[str], **how: Any) -> subprocess.CompletedProcess[str]:
        self.calls.append(command)
        self.limits.append(how["timeout"])
        code, complaint = self.answers.get(command[2].replace("-", "_"), (0, ""))
        return subprocess.CompletedProcess(command, code, "", complaint)


def said(why: Text | None) -> str:
    assert why is not None
    return Language().say(why)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (Power.off, [["poweroff"]]),
        (Power.restart, [["reboot"]]),
        (
            Power.start_again,
            [["reset-failed", "cartouche.service"], ["restart", "--no-block", "cartouche.service"]],
        ),
    ],
)
def test_systemctl_is_asked_without_a_password_and_not_for_ever(
    ask: Callable[[Power], Text | None], words: list[list[str]]
) -> None:
    system = System()
    assert ask(Power(system)) is None
    assert system.calls == [["systemctl", "--no-ask-password", *line] for line in words]
    assert set(system.limits) == {10.0}


def test_the_first_line_of_a_refusal_is_told() -> None:
    system = System(poweroff=(1, "Call to PowerOff failed: Access denied\nmore\n"))
    assert said(Power(system).off()) == (
        "The system did not allow it (Call to PowerOff failed: Access denied). Nothing has changed."
    )
    assert "(4)" in said(Power(System(reboot=(4, ""))).restart())


def test_a_count_of_starts_that_stays_does_not_keep_it_from_starting() -> None:
    assert Power(System(reset_failed=(1, "denied"))).start_again() is None
    assert "did not allow" in said(Power(System(restart=(1, "denied"))).start_again())


def test_a_system_that_gives_no_answer_and_one_without_systemd_are_told() -> None:
    def slow(command: list[str], **how: Any) -> Any:
        raise subprocess.TimeoutExpired(command, how["timeout"])

    def missing(command: list[str], **_: Any) -> Any:
        raise FileNotFoundError(2, "no such file", command[0])

    def forbidden(command: list[str], **_: Any) -> Any:
        raise PermissionError(13, "Permission denied", command[0])

    assert said(Power(slow).off()) == "The system gave no answer within 10 seconds. Try again."
    assert said(Power(missing).off()).startswith("There is no systemd on this machine")
    assert "(Permission denied)" in said(Power(forbidden).off())


def test_there_is_a_way_back_only_from_an_installed_version_with_one_before_it(tmp_path: Path) -> None:
    system = System()
    here = Power(system, tmp_path / "checkout" / ".venv")
    assert not here.has_version_before
    assert said(here.version_before()).startswith("There is no version before this one")
    installed = tmp_path / "versions" / "2.0" / "venv"
    installed.mkdir(parents=True)
    assert not Power(system, installed).has_version_before
    (tmp_path / "versions" / "1.0").mkdir()
    (tmp_path / "previous").symlink_to("versions/1.0")
    # The program runs through the link `current`.
    (tmp_path / "current").symlink_to("versions/2.0")
    assert Power(system, tmp_path / "current" / "venv").has_version_before
    assert system.calls == []
    assert Power(system, installed).version_before() is None
    assert system.calls == [["systemctl", "--no-ask-password", "start", "--no-block", "cartouche-back.service"]]


def test_a_link_to_a_version_that_is_gone_is_no_way_back(tmp_path: Path) -> None:
    (tmp_path / "versions" / "2.0" / "venv").mkdir(parents=True)
    (tmp_path / "previous").symlink_to("versions/1.0")
    assert not Power(System(), tmp_path / "versions" / "2.0" / "venv").has_version_before


def test_a_link_to_the_present_version_is_no_way_back(tmp_path: Path) -> None:
    # The plug was pulled while it went back.
    (tmp_path / "versions" / "2.0" / "venv").mkdir(parents=True)
    (tmp_path / "previous").symlink_to("versions/2.0")
    assert not Power(System(), tmp_path / "versions" / "2.0" / "venv").has_version_before


def test_the_real_call_finds_the_systemctl_of_the_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake = tmp_path / "systemctl"
    fake.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n')
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    power = Power()
    assert (power.off(), power.restart(), power.start_again()) == (None, None, None)
    assert (tmp_path / "calls").read_text().splitlines() == [
        "--no-ask-password poweroff",
        "--no-ask-password reboot",
        "--no-ask-password reset-failed cartouche.service",
        "--no-ask-password restart --no-block cartouche.service",
    ]
    assert power.version_before() is not None
