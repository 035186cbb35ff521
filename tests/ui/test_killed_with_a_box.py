"""The app is killed while a button box plays: what was heard as accepted is there once, and late presses do nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.table import history
from companion.table.journal import Journal
from hardware.simulated import SimulatedBox
from tests.kit.pty_line import until

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def app(folder: Path, box: SimulatedBox) -> Iterator[None]:
    """The app, until it is killed at the end; by the beginning its table is shown and the box has told all it kept."""
    paths = os.pathsep.join([str(ROOT), *sys.path])
    environment = dict(os.environ, PYTHONPATH=paths, XDG_RUNTIME_DIR=str(folder), KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1")
    command = [sys.executable, str(Path(__file__).with_name("killed_app.py")), str(folder)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == b"shown\n"
            until(lambda: not box.kept and box.lamps["seat2"] == "blink", "all that the box kept, and its lamps")
            yield
        finally:
            process.kill()


def stored(folder: Path) -> list[str]:
    """The moves of the game that was interrupted."""
    with Journal.open(folder / "journal.db") as journal:
        assert journal.notices == []
        summary = history.unfinished(journal)
        assert summary is not None
        return [entry.data for entry in journal.entries(summary.id) if entry.kind == "move"]


@pytest.mark.slow
def test_what_was_heard_is_there_once_and_what_the_box_kept_does_nothing(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"version": 1, "sound": "on"}')
    with SimulatedBox(folder=tmp_path / "cartouche") as box:
        with app(tmp_path, box):
            box.press("seat1")
            until(lambda: box.heard == 1, "the sound")
        assert box.sounds == ("good",)
        accepted = stored(tmp_path)
        assert len(accepted) == 1
        # Nobody listens now: it is kept, and told once somebody does.
        for act, key in ((box.release, "seat1"), (box.press, "seat1"), (box.release, "seat1"), (box.press, "seat2")):
            act(key)
        until(lambda: box.idle and box.kept >= 4, "the box keeps it")
        with app(tmp_path, box):
            assert (box.lamps["seat1"], box.lamps["seat2"]) == ("on", "blink")
        assert stored(tmp_path) == accepted
        assert box.heard == 1
