"""A program of the system that is asked something: nothing is typed into it, and it is not waited for without end."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence

Run = Callable[..., "subprocess.CompletedProcess[str]"]
"""Runs a program as subprocess.run does; tests have one of their own."""


def ask(run: Run, command: Sequence[str], limit_s: float) -> subprocess.CompletedProcess[str]:
    """How `command` ended and what it said; letters that are none become question marks.

    Raises OSError where there is no such program or it may not be run, subprocess.TimeoutExpired after `limit_s`.
    """
    return run(
        list(command), capture_output=True, text=True, errors="replace", timeout=limit_s, stdin=subprocess.DEVNULL
    )


def systemctl(*words: str) -> tuple[str, ...]:
    """The command that has systemd do something, allowed by polkit and never by a password."""
    return ("systemctl", "--no-ask-password", *words)
