"""The words of safe mode, with and without a display; nothing is written for them."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.language import Language
from companion.ui import safe

ROOT = Path(__file__).resolve().parents[1]


def told(data: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`cartouche safe` where there is no display."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "SDL", "DISPLAY", "WAYLAND", "CARTOUCHE"))}
    return subprocess.run(
        [sys.executable, "-m", "companion", "safe", *words], capture_output=True, text=True, check=False, cwd=ROOT,
        env={**kept, "CARTOUCHE_DATA": str(data), **environment},
    )  # fmt: skip


def test_the_last_line_of_the_last_failure_is_told_with_its_time(tmp_path: Path) -> None:
    crash = tmp_path / "crash.txt"
    crash.write_bytes(b"Traceback (most recent call last):\n  in it\nRuntimeError: \x1b[31mno such seat\xff\n\n")
    at = datetime(2026, 11, 29, 20, 14, tzinfo=UTC).timestamp()
    os.utime(crash, (at, at))
    sentences = [Language().say(text) for text in safe.story(tmp_path)]
    assert "The last failure, 2026-11-29 20:14: RuntimeError:  [31mno such seat�" in sentences
    assert f"The details are in {crash}." in sentences


def test_a_failure_of_many_megabytes_is_read_from_its_end(tmp_path: Path) -> None:
    (tmp_path / "crash.txt").write_text("x" * 3_000_000 + "\nRuntimeError: the end" + " of it" * 100)
    found = safe.last_words(tmp_path / "crash.txt")
    assert found is not None and found[1].startswith("RuntimeError: the end") and len(found[1]) == 160


@pytest.mark.parametrize("content", [None, "", "\n \n"])
def test_without_a_failure_the_log_of_the_system_is_named(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "crash.txt").write_text(content)
    assert "journalctl" in Language().say(safe.story(tmp_path)[1])


@pytest.mark.parametrize(
    ("settings", "code"), [('{"version": 1, "language": "hu"}', "hu"), ("broken", "ru"), ("", "ru")]
)
def test_the_language_is_that_of_the_settings_where_they_can_be_read(
    tmp_path: Path, settings: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARTOUCHE_LANG", "ru")
    if settings:
        (tmp_path / "settings.json").write_text(settings)
    assert safe.language(tmp_path).code == code
    assert [path.name for path in tmp_path.iterdir()] == (["settings.json"] if settings else [])


def test_without_a_display_the_same_is_said_on_the_terminal_and_nothing_is_written(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "settings.json").write_text('{"version": 1, "language": "hu"}')
    ended = told(data, CARTOUCHE_KIOSK="1", SDL_VIDEODRIVER="no-such-driver")
    assert ended.returncode == 3
    lines = ended.stdout.splitlines()
    assert lines[0] == Language("hu").say(safe.TITLE)
    assert any("systemctl start cartouche-back" in line for line in lines)
    assert "Traceback" not in ended.stderr
    assert [path.name for path in data.iterdir()] == ["settings.json"]


def test_asked_for_words_alone_it_opens_no_display(tmp_path: Path) -> None:
    ended = told(tmp_path / "none", "--text", DISPLAY=":717")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("Cartouche did not stay up\n")
    assert not (tmp_path / "none").exists()


def test_a_copy_without_a_stick_or_a_folder_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe.sticks, "sticks", lambda: ())
    assert Language().say(safe.copy_to_stick(tmp_path)).startswith("There is no stick that can be written.")
    assert Language().say(safe.copy_to_stick(None)) == "There is no data folder to copy."

    def gone() -> None:
        raise PermissionError(13, "Permission denied", "/proc/mounts")

    monkeypatch.setattr(safe.sticks, "sticks", gone)
    assert Language().say(safe.copy_to_stick(tmp_path)) == "The sticks can't be looked at (Permission denied)."
