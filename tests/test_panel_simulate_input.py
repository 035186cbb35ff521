"""Standard input that gives more lines than can be carried out: it waits, and nothing piles up."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import cli


class Endless(io.BufferedIOBase):
    """The same line for ever. `taken`: how often some of it was asked for."""

    def __init__(self) -> None:
        self.taken = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1, /) -> bytes:
        self.taken += 1
        return b"wait 60\n" * 100

    def read1(self, size: int = -1, /) -> bytes:
        return self.read()


def test_lines_that_come_faster_than_they_are_done_wait_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    endless: Any = Endless()
    ran = CliRunner().invoke(cli, ["panel", "simulate", "--seconds", "0.5", "--json"], input=endless)
    assert ran.exit_code == 0, ran.output
    assert endless.taken <= 3
