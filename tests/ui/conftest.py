"""What every test of the Table screen begins with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.sitting import Sitting
from tests.kit.ui import UI


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    """The app at Home with a journal of its own, to start games in; the window is as it was afterwards."""
    sitting = Sitting(ui, tmp_path)
    yield sitting
    ui.clear()
    sitting.close()
    ui.resize(800, 480)
