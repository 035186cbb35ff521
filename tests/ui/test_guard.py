"""The black-panel guard: a picture that nobody would see is no picture."""

from __future__ import annotations

import _ctypes
from pathlib import Path

import pytest

from companion.language import Language
from companion.ui import guard
from tests.kit.ui import UI


@pytest.mark.parametrize(
    ("driver", "kiosk", "wanted", "shown"),
    [
        ("kmsdrm", True, "kmsdrm", True),
        ("kmsdrm", True, "KMSDRM", True),
        ("x11", True, "x11", True),
        ("x11", True, "kmsdrm,x11", True),
        ("wayland", True, "", True),
        ("offscreen", True, "offscreen", False),
        ("offscreen", True, "", False),
        ("dummy", True, "dummy", False),
        ("evdev", True, "evdev", False),
        ("x11", True, "kmsdrm", False),
        (None, True, "kmsdrm", False),
        ("offscreen", False, "offscreen", True),
        ("offscreen", False, "x11", False),
        ("x11", False, "x11", True),
        (None, False, "x11", True),
    ],
)
def test_only_a_driver_that_was_wanted_and_shows_something_will_do(
    driver: str | None, kiosk: bool, wanted: str, shown: bool
) -> None:
    assert (guard.black_panel(driver, kiosk, {"SDL_VIDEODRIVER": wanted}) is None) == shown


def test_both_drivers_are_named() -> None:
    why = guard.black_panel("offscreen", True, {"SDL_VIDEODRIVER": "kmsdrm"})
    assert why is not None
    assert Language().say(why) == ("The picture would go to “offscreen”, where nobody sees it; “kmsdrm” was wanted.")


def test_sdl_itself_is_asked(ui: UI) -> None:
    assert ui.window is not None
    assert guard.video_driver() == "offscreen"
    assert guard.touch_devices() == ()


def test_a_process_without_sdl_has_no_answer(tmp_path: Path) -> None:
    # Its like are libraries too, and can't be asked.
    image = tmp_path / "libSDL2_image-2-bd047c.0.so.0"
    image.symlink_to(_ctypes.__file__)
    maps = tmp_path / "maps"
    maps.write_text(
        f"7f00-7f01 r-xp 00000000 08:01 1 {image}\n"
        "7f01-7f02 rw-p 00000000 00:00 0\n"
        f"7f02-7f03 r-xp 00000000 08:01 1 {tmp_path}/libSDL2-2.0.so.0\n"
    )
    assert guard.sdl(maps) is None
    assert guard.sdl(tmp_path / "none") is None
