"""Fixtures for every test. Nothing here imports Kivy until a test asks for a screen."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.kit.ui import UI


MEMORY = Path("/dev/shm")
"""A folder that lies in memory, where a machine has one."""
ROOM = 2 << 30
"""Bytes that have to be free there and in memory itself: what the tests write at once is a quarter of it."""
KEPT = pytest.StashKey[Path]()
"""The folder of this run in memory."""


def _has_room(folder: Path) -> bool:
    """Whether files can be written and programs be started there, with room for all the tests write."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    disk = os.statvfs(folder)
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return not disk.f_flag & os.ST_NOEXEC and min(disk.f_bavail * disk.f_frsize, free) >= ROOM


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that take long come first, then those with many tests: the workers end together (a file is one worker's).

    `--no-loadscope-reorder` keeps this order.
    """
    counts = Counter(item.path for item in items)
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path not in slow, -counts[item.path]))


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """With several workers the tests write into memory: thousands of moves would wait for a disk after each one.

    What is asked of the disk is the same, and so is what is read back; `--basetemp` chooses another place.
    """
    # Days are told as they are here: for tests here is everywhere the same.
    os.environ["TZ"] = "UTC"
    time.tzset()
    if getattr(config.option, "numprocesses", None) and config.option.basetemp is None and _has_room(MEMORY):
        config.stash[KEPT] = Path(tempfile.mkdtemp(prefix="of-tests-", dir=MEMORY))
        config.option.basetemp = str(config.stash[KEPT])


def pytest_unconfigure(config: pytest.Config) -> None:
    """Give the memory back."""
    if KEPT in config.stash:
        shutil.rmtree(config.stash[KEPT], ignore_errors=True)


def pytest_collection_finish() -> None:
    """What was collected stays to the end: nobody looks through it for garbage again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def _seldom_look_for_garbage() -> None:
    """An app that a test has started looks for garbage far more often than a test needs."""
    gc.set_threshold(20_000, 20, 20)


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
    """No test reads or writes the settings of whoever runs it; and what disk they lie on is not warned of."""
    from companion.table import storage

    data = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARTOUCHE_DATA", str(data))
        patch.setattr(storage, "MOUNTS", data / "no table of mounts")
        patch.setattr(storage, "NEARLY_FULL", 0)
        yield


@pytest.fixture(scope="session")
def _window() -> UI:
    from tests.kit.ui import UI

    return UI()


@pytest.fixture
def ui(_window: UI) -> Iterator[UI]:
    """A real window without a display, 800 x 480: show widgets, touch them, look at them (see tests/kit/ui.py)."""
    from companion.ui import theme

    _window.resize(800, 480)
    # The test before may have chosen large words, which count for the whole process.
    theme.enlarge(False)
    yield _window
    _window.clear()
