"""The real program at the terminals people have: closed, full, cut off, narrow, of few letters, without a home."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.engine.record import dump
from tests.kit.commands import toy_record
from tests.kit.toy import TOY_PATH

ROOT = Path(__file__).resolve().parents[1]
CARTOUCHE = [sys.executable, "-m", "companion"]


def program(*arguments: str, shell: str = "", **changes: str | None) -> subprocess.CompletedProcess[bytes]:
    """One run of the program, with `shell` after its command and the environment changed (None: not set)."""
    environment = {**os.environ, "PYTHONPATH": str(TOY_PATH), "PYTHONUTF8": "1"}
    for name, value in changes.items():
        environment.pop(name, None)
        if value is not None:
            environment[name] = value
    command = ["bash", "-c", f'set -o pipefail; "$0" "$@" {shell}', *CARTOUCHE, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert b"Traceback" not in done.stdout + done.stderr
    assert b"not foreseen" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    return done


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_no_failure(closed: str) -> None:
    assert program("box", "show", "quarry", shell=closed).returncode == 0
    assert program("box", "show", "quarry", "--json", shell=closed).returncode == 0
    assert program("box", "show", "chess", shell=closed).returncode == 1
    assert program("sheet", "quarry", "-", shell=closed + " < /dev/null" * ("<" not in closed)).returncode == 1


@pytest.mark.parametrize("arguments", [["box", "show", "quarry"], ["record", "check", "{wrong}", "--json"], ["--help"]])
def test_a_full_disk_under_the_output_is_one_sentence(arguments: list[str], tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("{}", "utf-8")
    done = program(*(one.format(wrong=wrong) for one in arguments), shell="> /dev/full")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == b"The disk is full (No space left on device). Make room and try again."


def test_a_reader_that_has_seen_enough_is_no_failure_to_speak_of(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(dump(toy_record().record) * 1, "utf-8")
    for command in (["record", "show", str(path)], ["box", "show", "quarry", "--json"]):
        assert program(*command, shell="| true").stderr == b""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_letters_a_terminal_lacks_stop_nothing(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    text = dump(toy_record().record).replace('"name":"red"', '"name":"Ильшат 🐫"')
    path.write_text(text, "utf-8")
    assert program("record", "show", str(path), "--lang", "ru", PYTHONIOENCODING=encoding).returncode == 0
    done = program("record", "show", str(path), "--json", PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert json.loads(done.stdout.decode())["seats"][0]["name"] == "Ильшат 🐫"


@pytest.mark.parametrize("columns", ["0", "1", "7", "-3", "wide", "99999"])
def test_a_table_is_told_in_any_width(columns: str) -> None:
    done = program("box", "show", "quarry", COLUMNS=columns)
    assert done.returncode == 0
    assert len(done.stdout.split()) > 20


@pytest.mark.parametrize("command", [["doctor"], ["export", "--all"]])
def test_a_home_that_is_not_there_is_named(command: list[str]) -> None:
    done = program(*command, CARTOUCHE_DATA="~nobody-of-this-name/games")
    assert done.returncode == 1
    assert done.stderr.decode() == (
        "There is no home folder “~nobody-of-this-name” here. Name a folder in CARTOUCHE_DATA.\n"
    )


@pytest.mark.parametrize("module", ["click", "companion.engine.game", "companion.table.journal", "companion.games"])
def test_a_stop_while_the_program_is_loading_is_said_in_a_word(module: str, tmp_path: Path) -> None:
    # The interrupt comes at the very moment a module is looked for.
    (tmp_path / "sitecustomize.py").write_text(
        f"""
import os, signal, sys

# Whoever runs the tests in the background has interrupts ignored, and children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.{signal.SIGINT.name})


sys.meta_path.insert(0, Stop())
""",
        "utf-8",
    )
    done = program("simulate", "quarry", "--games", "1", PYTHONPATH=f"{tmp_path}:{TOY_PATH}")
    assert (done.returncode, done.stdout, done.stderr.strip()) == (1, b"", b"Stopped.")
