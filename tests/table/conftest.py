"""Fixtures of the table's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.table.journal import Journal
from tests.kit.toy import toy_installed
from tests.table.quarry_table import journal_path


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """An empty folder in the place of a stick."""
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def game() -> Iterator[Any]:
    """The toy game, installed."""
    with toy_installed() as toy:
        yield toy


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """An empty journal."""
    with Journal.open(journal_path(tmp_path)) as opened:
        yield opened
