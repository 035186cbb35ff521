"""What tests of the screens begin with: a game at the table, or the app with no game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.desk import Desk, desk
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


@pytest.fixture
def app(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    """The whole app on a data folder of its own, at Home; the window is as it was afterwards."""
    with desk(ui, tmp_path) as opened:
        yield opened
