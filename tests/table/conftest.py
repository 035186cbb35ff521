"""Fixtures of the table's tests."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """An empty folder in the place of a stick."""
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder
