"""The README's commands work as printed, its links lead somewhere, and its make targets exist."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.engine.record import examine
from companion.games import all_games, find_game
from companion.table.journal import Journal
from companion.table.session import Session
from tests.kit.sitting import header_of

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.M | re.S)
COMMANDS = [line[2:] for kind, block in BLOCKS if kind == "console" for line in block.splitlines() if line[:2] == "$ "]
TARGETS = [line.split()[1] for kind, block in BLOCKS if kind == "sh" for line in block.splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_works_as_printed(command: str, tmp_path: Path) -> None:
    words = command.split()
    assert words[0] == "cartouche"
    if "--to" in words:
        words[words.index("--to") + 1] = str(tmp_path / "records")
    if "-o" in words and words[1] == "panel":
        words[words.index("-o") + 1] = str(tmp_path / "wiring.svg")
    if "--calibration" in words:
        # It reads with what a command before it has made.
        before = next(one for one in COMMANDS if one.startswith("cartouche vision calibrate")).split()
        made = [*before[1:-1], str(tmp_path / "build" / "camera")]
        subprocess.run([sys.executable, "-m", "companion", *made], cwd=ROOT, check=True, capture_output=True)
    for switch in ("--out", "--calibration"):
        if switch in words:
            words[words.index(switch) + 1] = str(tmp_path / "build" / "camera")
    game = all_games()[0]
    with Journal.open(tmp_path / "data" / "journal.db") as journal:
        Session.start(journal, game, header_of(game, game.colours[: game.seat_range[0]]))
    environment = {**os.environ, "CARTOUCHE_DATA": str(tmp_path / "data"), "COLUMNS": "100"}
    # No simulated box of whoever runs the tests is in the way, and no window opens.
    environment["XDG_RUNTIME_DIR"] = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "companion", *words[1:]], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    # What watches says something only when something happens.
    assert done.stdout.strip() or words[1:3] == ["panel", "monitor"]


def test_the_drawing_of_the_readme_is_the_one_the_command_makes(tmp_path: Path) -> None:
    words = ["panel", "wiring", "standard", "-o", str(tmp_path / "wiring.svg")]
    subprocess.run([sys.executable, "-m", "companion", *words], cwd=ROOT, check=True, capture_output=True)
    assert (tmp_path / "wiring.svg").read_bytes() == (ROOT / "docs/pictures/wiring-standard.svg").read_bytes()


@pytest.mark.parametrize("target", TARGETS)
def test_a_make_target_of_the_readme_exists(target: str) -> None:
    done = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_there_are_commands_and_targets_to_try() -> None:
    assert len(COMMANDS) >= 12 and {"run", "test", "lint", "bench", "screenshots"} <= set(TARGETS)


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)]+)\)", README))
def test_links_and_pictures_of_the_readme_are_there(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_record_shown_in_the_readme_is_a_good_one() -> None:
    block = next(block for kind, block in BLOCKS if kind == "json")
    header, move = re.split(r"\n(?=\{\"n\")", block.strip())
    text = header.replace("\n", " ") + "\n" + move + "\n"
    _, _, results, faults = examine(text.encode(), find_game)
    assert faults == [] and len(results) == 1
