"""Fixtures for every test. Nothing here imports Kivy until a test asks for a screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.kit.ui import UI


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """After the tests, what some of them counted (`record_property("counted", words)`): coverage of the games, taps."""
    reports = [report for found in terminalreporter.stats.values() for report in found]
    counted = [
        words
        for report in reports
        if getattr(report, "when", "") == "call"
        for name, words in report.user_properties
        if name == "counted"
    ]
    if counted:
        terminalreporter.section("counted by the tests")
        for words in sorted(counted):
            terminalreporter.write_line(words)


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
