"""This machine: the rotation that must be kept, the light, and what switches it off."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from companion import config
from companion.games import find_game
from companion.language import LANGUAGES
from companion.ui import layout
from hardware.backlight import Backlight
from hardware.power import Power
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.ui import UI


@pytest.fixture
def machine(app: Desk) -> Desk:
    """This machine on the screen."""
    app.context.go("machine")
    app.ui.frames(3)
    return app


def turn(app: Desk, index: int) -> None:
    app.screen.list.reveal(app.screen.rows["rotation"])
    app.ui.frames(2)
    app.touch(app.screen.choices["rotation"].option(index))


def test_a_rotation_turns_picture_and_touch_and_is_kept_only_when_asked_for(machine: Desk) -> None:
    turn(machine, 1)
    assert machine.context.root.turn == 90 and layout.current().portrait
    assert config.load(machine.app.data).settings.rotation == 0
    machine.ui.wait(0.35)
    assert tuple(machine.context.turning.dialog.size) == (480, 800), "it covers the picture as it is turned"
    machine.tap("Keep it")
    assert config.load(machine.app.data).settings.rotation == 90
    machine.ui.wait(16)
    assert machine.context.root.turn == 90
    machine.context.home()
    machine.ui.frames(3)
    tile = inspect.find(None, "Aton")
    x, y = tile.to_window(*tile.center)
    assert (round(x), round(y)) == (round(tile.center_y), round(480 - tile.center_x))
    machine.touch(tile)
    assert machine.screen.name == "new_game"


def test_without_an_answer_it_turns_back_by_itself(machine: Desk) -> None:
    turn(machine, 2)
    machine.ui.wait(14)
    assert (machine.context.root.turn, machine.context.root.needed()) == (180, True)
    machine.ui.wait(1.5)
    assert (machine.context.root.turn, machine.context.root.needed()) == (0, False)
    assert machine.screen.choices["rotation"].chosen == 0
    turn(machine, 3)
    machine.ui.wait(0.35)
    machine.tap("Turn back")
    assert machine.context.root.turn == 0 == machine.context.settings.rotation


def test_a_picture_that_is_turned_for_good_still_turns_to_the_player(ui: UI, tmp_path: Path) -> None:
    config.save(config.changed(config.Settings(), rotation=270, facing="quarter"), tmp_path)
    with desk(ui, tmp_path) as app:
        assert app.context.root.turn == 270
        app.context.session = play(app.context.journal, find_game("aton"), ["red", "blue"], most=1)
        app.context.face("red")
        assert app.context.root.turn == 0, "a quarter on from 270"
        app.context.face(None)
        assert app.context.root.turn == 270


def test_the_light_is_chosen_at_once_and_again_at_the_next_start(
    ui: UI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "10-0045"
    folder.mkdir()
    (folder / "max_brightness").write_text("200\n")
    (folder / "brightness").write_text("200\n")
    monkeypatch.setattr(Backlight, "find", classmethod(lambda cls: cls(folder)))
    with desk(ui, tmp_path / "data") as app:
        app.context.go("machine")
        app.ui.frames(3)
        app.screen.list.reveal(app.screen.rows["brightness"])
        app.ui.frames(2)
        app.touch(app.screen.choices["brightness"].option(1))
        assert int((folder / "brightness").read_text()) == 100
    (folder / "brightness").write_text("200\n")
    with desk(ui, tmp_path / "data"):
        assert int((folder / "brightness").read_text()) == 100


def held(machine: Desk) -> None:
    """Hold the answer, and wait for what comes of it: that has a thread of its own, which no clock here knows."""
    machine.ui.hold(machine.screen.dialog.action_button)
    until = time.monotonic() + 20
    while machine.screen.name == "leaving" and machine.screen.errand.running:
        assert time.monotonic() < until
        time.sleep(0.005)
        machine.ui.frames()


class System:
    """A systemctl that notes its words and answers with `code`."""

    def __init__(self, code: int = 0) -> None:
        self.code = code
        self.words: list[str] = []

    def __call__(self, command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        self.words.append(" ".join(command[2:]))
        return subprocess.CompletedProcess(command, self.code, "", "Access denied")


@pytest.mark.parametrize(("row", "words"), [("off", "poweroff"), ("restart", "reboot")])
def test_the_machine_ends_only_when_it_is_held_and_says_that_the_game_is_safe(
    machine: Desk, row: str, words: str
) -> None:
    play(machine.context.journal, find_game("aton"), ["red", "blue"], most=3)
    system = System()
    machine.app.power = Power(system)
    machine.screen.relayout()
    machine.ui.frames(2)
    machine.touch(machine.screen.rows[row])
    dialog = machine.screen.dialog
    assert dialog.text.startswith("The game at the table is safe")
    machine.touch(dialog.action_button)
    assert system.words == [] and dialog.parent is not None
    held(machine)
    assert system.words == [words]
    assert machine.screen.name == "leaving"


def test_a_system_that_does_not_allow_it_is_told(machine: Desk) -> None:
    machine.app.power = Power(System(1))
    machine.screen.relayout()
    machine.ui.frames(2)
    assert "before" not in machine.screen.rows
    machine.touch(machine.screen.rows["off"])
    held(machine)
    assert machine.screen.name == "trouble"
    assert "Access denied" in machine.context.say(machine.screen.text)
    machine.touch(machine.screen.button)
    assert machine.screen.name == "machine"


def test_the_version_before_is_offered_where_there_is_one(machine: Desk, tmp_path: Path) -> None:
    (tmp_path / "versions" / "2" / "venv").mkdir(parents=True)
    (tmp_path / "versions" / "1").mkdir()
    (tmp_path / "previous").symlink_to("versions/1")
    system = System()
    machine.app.power = Power(system, tmp_path / "versions" / "2" / "venv")
    machine.screen.relayout()
    machine.ui.frames(2)
    machine.touch(machine.screen.rows["before"])
    held(machine)
    assert system.words == ["start --no-block cartouche-back.service"]


@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_before_it_ends_is_read_whole_in_every_language(
    machine: Desk, tmp_path: Path, language: str, size: str
) -> None:
    (tmp_path / "versions" / "2" / "venv").mkdir(parents=True)
    (tmp_path / "versions" / "1").mkdir()
    (tmp_path / "previous").symlink_to("versions/1")
    machine.app.power = Power(System(), tmp_path / "versions" / "2" / "venv")
    machine.context.change(language=language, text_size=size)
    try:
        for width, height in ((800, 480), (720, 1280)):
            machine.resize(width, height)
            for row in ("off", "restart", "before"):
                machine.screen.list.reveal(machine.screen.rows[row])
                machine.ui.frames(2)
                machine.touch(machine.screen.rows[row])
                dialog = machine.screen.dialog
                assert dialog.parent is not None and inspect.problems(dialog) == []
                dialog.close()
    finally:
        machine.resize(800, 480)
