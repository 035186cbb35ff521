"""The strip in large letters while the disk under the data is not what games should lie on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import all_games
from companion.table import storage
from companion.table.storage import Standing
from companion.ui import standing
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.ui import UI

SIZES = [(800, 480), (480, 800), (1280, 720), (720, 1280)]
WORST = {
    "memory": ("tmpfs", 10**9, False),
    "read-only": ("read-only", 10**9, False),
    "full": ("disk", 149_000_000, True),
}


class Disk:
    """What is under the data folder now."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now: tuple[Any, int, bool] = ("disk", 10**10, False)
        monkeypatch.setattr(standing, "standing", lambda folder: Standing(folder, *self.now))


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.fixture
def home(ui: UI, tmp_path: Path, disk: Disk) -> Iterator[Desk]:
    with desk(ui, tmp_path) as opened:
        yield opened
    ui.resize(800, 480)


def new_game(home: Desk) -> None:
    home.context.go("new_game", game=all_games()[0])
    home.ui.frames(3)


def test_nothing_is_said_of_a_disk_that_is_well(home: Desk) -> None:
    assert not hasattr(home.screen, "strip")
    new_game(home)
    assert not hasattr(home.screen, "strip")
    assert home.shows("Tap a seat to name it")


@pytest.mark.parametrize(
    ("worst", "words", "remedy"),
    [
        ("memory", "Only in memory: every game is lost when the power goes.", "Choose a folder on a real disk."),
        ("read-only", "The disk is read-only: no game can be saved.", "is read-only, so no game can be saved."),
        ("full", "The disk is nearly full: 149 MB are left.", "Make room on the disk."),
    ],
)
def test_home_and_new_game_say_it_and_a_tap_says_what_to_do(
    home: Desk, disk: Disk, worst: str, words: str, remedy: str
) -> None:
    disk.now = WORST[worst]
    for go in (home.context.home, lambda: new_game(home)):
        go()
        home.ui.frames(3)
        assert home.screen.strip.text == words
        home.touch(home.screen.strip)
        assert home.screen.name == "trouble"
        assert any(remedy in text for text in [home.context.say(home.screen.text)])
        home.context.back()


def test_it_comes_and_goes_while_home_is_shown(home: Desk, disk: Disk) -> None:
    disk.now = WORST["read-only"]
    home.ui.wait(standing.LOOK_S + 1)
    assert home.shows("read-only")
    disk.now = ("disk", 10**10, False)
    home.ui.wait(standing.LOOK_S + 1)
    assert not home.shows("read-only")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", ["en", "hu", "ru"])
def test_it_is_large_and_nothing_else_is_covered_or_cut(
    home: Desk, disk: Disk, language: str, size: tuple[int, int]
) -> None:
    home.resize(*size)
    for text_size in ("normal", "large"):
        home.context.change(language=language, text_size=text_size)
        for worst in WORST.values():
            disk.now = worst
            for playing in (False, True):
                if playing and not home.context.journal.listed():
                    play(home.context.journal, all_games()[0], all_games()[0].colours[:2], most=4)
                home.context.home()
                home.ui.frames(3)
                assert inspect.problems() == []
                letters = [written.size for written in home.screen.strip.written]
                assert min(letters) >= 22
            new_game(home)
            assert inspect.problems() == []
            assert min(written.size for written in home.screen.strip.written) >= 18


def test_nobody_looks_at_the_disk_any_more_once_the_app_has_ended(
    ui: UI, tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with desk(ui, tmp_path / "data") as home:
        assert home.screen.name == "home"
    looks: list[object] = []
    monkeypatch.setattr(standing, "standing", looks.append)
    ui.wait(3 * standing.LOOK_S)
    assert looks == []


def test_the_app_looks_at_the_disk_of_its_own_data(ui: UI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "mounts"
    table.write_text(f"/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs {tmp_path / 'data'} tmpfs rw 0 0\n")
    monkeypatch.setattr(storage, "MOUNTS", table)
    with desk(ui, tmp_path / "data") as home:
        # Once in full at the start, then in the strip.
        assert home.screen.name == "trouble"
        home.tap("Go on")
        assert home.screen.strip.text == "Only in memory: every game is lost when the power goes."
