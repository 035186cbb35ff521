"""Fixtures for every test. Nothing here imports Kivy until a test asks for a screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kit.ui import UI


@pytest.fixture(scope="session", autouse=True)
def _data_of_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the settings of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARTOUCHE_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session")
def _window() -> UI:
    from tests.kit.ui import UI

    return UI()


@pytest.fixture
def ui(_window: UI) -> Iterator[UI]:
    """A real window without a display, 800 x 480: show widgets, touch them, look at them (see tests/kit/ui.py)."""
    _window.resize(800, 480)
    yield _window
    _window.clear()
