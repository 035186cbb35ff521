"""The lock: one Cartouche at a time, and nobody locked out by a start that failed."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from companion.table.errors import FULL, JournalError
from companion.table.journal import Journal


@pytest.mark.parametrize("call", ["ftruncate", "pwrite"])
def test_a_start_on_a_full_disk_can_be_tried_again_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def full(*_: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as broken:
        broken.setattr(f"companion.table.lock.os.{call}", full)
        for _ in range(2):
            with pytest.raises(JournalError) as refused:
                Journal.open(tmp_path / "journal.db")
            assert refused.value.text == FULL
    with Journal.open(tmp_path / "journal.db") as journal:
        assert journal.notices == []


def test_a_disk_without_locks_is_told_and_keeps_nothing_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unable(*_: Any) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    before = set(os.listdir("/proc/self/fd"))
    with monkeypatch.context() as broken:
        broken.setattr("companion.table.lock.fcntl.flock", unable)
        with pytest.raises(JournalError, match="data folder can't be used"):
            Journal.open(tmp_path / "journal.db")
    assert set(os.listdir("/proc/self/fd")) == before
