"""The command without a display, and with one that does not open: whole processes, as people start them."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from companion.engine.record import examine
from companion.games import find_game
from companion.ui import app

PICTURES = ["1-home", "2-new-game", "3-setup", "4-table", "5-refusal", "6-scoring", "7-result", "8-history"]
ROOT = Path(__file__).resolve().parents[2]


def start(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`python -m companion` in `folder`, on data of its own."""
    clean = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    return subprocess.run(
        [sys.executable, "-m", "companion", *words], cwd=folder, capture_output=True, text=True, timeout=300,
        check=False, env={**clean, "PYTHONPATH": str(ROOT), "CARTOUCHE_DATA": str(folder / "data"), **environment},
    )  # fmt: skip


@pytest.mark.slow
def test_the_demonstration_plays_a_whole_game_and_leaves_pictures_and_record(tmp_path: Path) -> None:
    ended = start(tmp_path, "run", "--demo", "shown")
    assert ended.returncode == 0, ended.stderr
    assert str(tmp_path / "shown") in ended.stdout
    assert sorted(path.stem for path in (tmp_path / "shown").glob("*.png")) == PICTURES
    for path in (tmp_path / "shown").glob("*.png"):
        assert struct.unpack(">II", path.read_bytes()[16:24]) == (800, 480)
    record, sitting, results, faults = examine((tmp_path / "shown" / "record.jsonl").read_bytes(), find_game)
    assert faults == []
    assert record is not None and sitting is not None
    assert [seat.name for seat in record.header.seats] == ["Anna", "Bence"]
    assert sitting.game.outcome(results[-1].state) is not None
    assert not (tmp_path / "data").exists(), "the demonstration must leave the owner's data alone"


def test_a_display_that_does_not_open_is_said_in_a_sentence(tmp_path: Path) -> None:
    ended = start(tmp_path, DISPLAY=":717")
    assert ended.returncode == 3
    assert ended.stderr.startswith("The display does not open")
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "Traceback" not in ended.stderr
    assert (tmp_path / "data" / "crash.txt").read_text("utf-8")


def test_without_a_display_the_command_says_so_and_plays_the_demonstration(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from companion.ui import demo

    played: list[Path] = []
    monkeypatch.setattr(app.boot, "has_display", lambda: False)
    monkeypatch.setattr(demo, "play", lambda folder: played.append(folder) or 0)
    assert app.run() == 0
    assert played == [Path("build/demo")]
    assert capsys.readouterr().err.startswith("There is no display here")


def test_a_folder_that_can_not_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    ended = start(tmp_path, "run", "--demo", "file/shown")
    assert ended.returncode == 1
    assert "can't be made" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_crash_file_finds_another_folder_where_its_own_takes_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    path = app.crash_file("trace", tmp_path / "file")
    assert path.read_text("utf-8") == "trace"
    assert path.parent != tmp_path
