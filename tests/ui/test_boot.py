"""What is settled before Kivy opens a window."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.ui import boot

ASK = """
import sys
from companion.ui import boot
boot.prepare(headless={headless}, size=(320, 200))
assert "kivy.core.window" not in sys.modules
import os
from kivy.config import Config
print(os.environ["SDL_VIDEODRIVER"], os.environ["KIVY_WINDOW"], Config.get("graphics", "width"),
      Config.get("kivy", "exit_on_escape"), len(Config.items("input")), os.environ["KIVY_NO_ARGS"])
"""


def answer(headless: bool, **environment: str) -> str:
    """What a fresh interpreter ends up with."""
    known = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "SDL", "DISPLAY", "WAYLAND"))}
    script = ASK.format(headless=headless)
    ran = subprocess.run(
        [sys.executable, "-c", script], env={**known, **environment}, capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()


def test_without_a_display_it_draws_offscreen_with_no_input_device() -> None:
    assert answer(True) == "offscreen sdl2 320 0 0 1"


def test_a_desktop_means_x11_and_a_bare_screen_the_kernels_own_display() -> None:
    assert answer(False, DISPLAY=":0") == "x11 sdl2 320 0 1 1"
    assert answer(False) == "kmsdrm sdl2 320 0 1 1"


def test_preparing_too_late_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kivy.core.window", sys)
    with pytest.raises(boot.KivyTooEarlyError, match="prepare"):
        boot.prepare(headless=True)


def test_a_session_of_x_or_wayland_is_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert boot.has_display()


def test_kv_files_are_found_by_name_and_a_missing_one_is_named() -> None:
    assert boot.kv_path("headline").read_text(encoding="utf-8").startswith("#")
    with pytest.raises(FileNotFoundError, match="no_such"):
        boot.kv_path("no_such")


def test_measuring_colours_and_outlines_need_no_kivy() -> None:
    script = "import sys, companion.ui.theme, companion.ui.layout, companion.ui.ink, companion.ui.boot\n"
    script += "import companion.engine.sums\nassert not [m for m in sys.modules if m.startswith('kivy')]"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(__file__).resolve().parents[2])
