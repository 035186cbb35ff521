"""The commands of the README and of its pages work as printed, links lead somewhere, and make targets exist."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.engine.record import examine
from companion.games import all_games, find_game
from companion.table import history
from companion.table.journal import Journal
from companion.table.session import Session
from tests.kit.commands import run
from tests.kit.many_games import many
from tests.kit.sitting import header_of

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)
BLOCKS = BLOCK.findall(README)
PAGES = ("docs/copies.md", "docs/handoff.md", "docs/history.md", "docs/players.md", "docs/records/README.md",
         "docs/sheets/README.md", "docs/statistics.md")  # fmt: skip
"""These have commands that follow each other."""
LINKED = sorted({"README.md", "deploy/README.md", "hardware/firmware/README.md", "CHANGELOG.md", *PAGES,
                 *(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md"))})  # fmt: skip


def blocks_of(text: str) -> list[list[str]]:
    """The commands printed in a page, block by block."""
    blocks = [block for kind, block in BLOCK.findall(text) if kind == "console"]
    return [[line[2:] for line in block.splitlines() if line[:2] == "$ "] for block in blocks]


def commands_of(text: str) -> list[str]:
    """The commands printed in a page."""
    return [command for block in blocks_of(text) for command in block]


COMMANDS = commands_of(README)
TARGETS = [line.split()[1] for kind, block in BLOCKS if kind == "sh" for line in block.splitlines()]


def _first_of_its_kind(number: int) -> bool:
    """Whether no command before it begins with the same word; what listens to a panel is always a kind of its own."""
    kind = COMMANDS[number].split()[1]
    return kind == "panel" or all(before.split()[1] != kind for before in COMMANDS[:number])


ALONE = [number for number in range(len(COMMANDS)) if _first_of_its_kind(number)]
"""These commands are tried as programs of their own, the others inside the test."""


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with finished games of eight people, and one that goes on."""
    data, game = tmp_path_factory.mktemp("evenings"), all_games()[0]
    with Journal.open(data / "journal.db") as journal:
        many(journal, 24, kinds=("tutankhamen",))
        Session.start(journal, game, header_of(game, game.colours[: game.seat_range[0]]))
    return data


@pytest.fixture(scope="module")
def calibration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the README's own command makes of its two pictures."""
    command = next(one for one in COMMANDS if one.startswith("cartouche vision calibrate")).split()
    folder = tmp_path_factory.mktemp("camera") / "build"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        done = run(*command[1:-1], str(folder), CARTOUCHE_DATA=str(folder.parent))
    assert command[-2] == "--out" and done.code == 0, done.err
    return folder


@pytest.mark.parametrize("number", range(len(COMMANDS)), ids=COMMANDS)
def test_a_command_of_the_readme_works_as_printed(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, evenings: Path
) -> None:
    words = shlex.split(COMMANDS[number])
    assert words[0] == "cartouche"
    if "--to" in words:
        words[words.index("--to") + 1] = str(tmp_path / "records")
    if "-o" in words and words[1] == "panel":
        words[words.index("-o") + 1] = str(tmp_path / "wiring.svg")
    if "--out" in words:
        words[words.index("--out") + 1] = str(tmp_path / "build" / "camera")
    if "--calibration" in words:
        # It reads with what a command before it has made.
        words[words.index("--calibration") + 1] = str(request.getfixturevalue("calibration"))
    data = tmp_path / "data"
    shutil.copytree(evenings, data)
    # No simulated box of whoever runs the tests is in the way, and no window opens.
    environment = {"CARTOUCHE_DATA": str(data), "COLUMNS": "100", "XDG_RUNTIME_DIR": str(tmp_path)}
    if words[1] == "everything":
        words[3] = str(tmp_path / "everything.zip")
        if words[2] == "import":
            assert run("everything", "export", words[3], **environment).code == 0
    if number in ALONE:
        command, known = [sys.executable, "-m", "companion", *words[1:]], {**os.environ, **environment}
        done = subprocess.run(command, cwd=ROOT, env=known, capture_output=True, text=True)
        code, out, err = done.returncode, done.stdout, done.stderr
    else:
        monkeypatch.chdir(ROOT)
        code, out, err = run(*words[1:], **environment)
    assert code == 0, err
    # What watches says something only when something happens.
    assert out.strip() or words[1:3] == ["panel", "monitor"]


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_work_one_after_another(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, evenings: Path
) -> None:
    data = tmp_path / "data"
    shutil.copytree(evenings, data)
    for path in ("docs/records", "docs/sheets"):
        shutil.copytree(ROOT / path, tmp_path / path)
    monkeypatch.chdir(tmp_path)
    with Journal.open(data / "journal.db") as journal:
        finished = [summary.id for summary in history.games(journal) if summary.status == "finished"]
    for block in blocks_of((ROOT / page).read_text("utf-8")):
        names = {"ID": finished.pop(), "OTHER": finished.pop()}
        for command in block:
            words = [names.get(word, word) for word in shlex.split(command)[1:]]
            done = run(*words, given="y\n", CARTOUCHE_DATA=str(data), COLUMNS="100")
            assert (done.code, bool(done.out.strip())) == (0, True), (command, done.err)


def test_every_kind_of_command_is_tried_as_a_program_of_its_own() -> None:
    assert {COMMANDS[number].split()[1] for number in ALONE} == {command.split()[1] for command in COMMANDS}


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


@pytest.mark.parametrize("page", LINKED)
def test_links_and_pictures_of_a_page_are_there(page: str) -> None:
    here = ROOT / page
    for path in re.findall(r"\]\(((?!https:)[^)]+)\)", here.read_text("utf-8")):
        file, _, heading = path.partition("#")
        there = here.parent / file if file else here
        assert there.exists(), path
        if heading:
            headings = re.findall(r"^#+ (.+)$", there.read_text("utf-8"), re.MULTILINE)
            assert heading in [re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings], path


def test_the_record_shown_with_its_format_is_a_good_one() -> None:
    text = (ROOT / "docs/records/README.md").read_text("utf-8")
    block = next(block for kind, block in BLOCK.findall(text) if kind == "json")
    header, move = re.split(r"\n(?=\{\"n\")", block.strip())
    text = header.replace("\n", " ") + "\n" + move + "\n"
    _, _, results, faults = examine(text.encode(), find_game)
    assert faults == [] and len(results) == 1
