"""The screen of safe mode: in large letters, in every size and language, and what its keys ask for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import config
from companion.engine.text import T, Text
from companion.language import LANGUAGES, Language
from companion.ui import facing, safe, theme
from hardware.backlight import Backlight
from hardware.power import Power
from tests.kit.ui import UI

SIZES = ((800, 480), (1024, 600), (1280, 720), (720, 1280))


class Asked(Power):
    """A system that notes what it is asked, and answers `why`."""

    def __init__(self, before: bool = True) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.why: Text | None = None
        self.before = before
        self.threads: set[int] = set()

    @property
    def has_version_before(self) -> bool:
        return self.before

    def _ask(self, *words: str) -> Text | None:
        self.asked.append(" ".join(words))
        self.threads.add(threading.get_ident())
        return self.why


@pytest.fixture
def shown(ui: UI) -> Iterator[Callable[..., Any]]:
    """Puts a safe screen on the window."""

    def show(power: Power, data: Path, code: str = "en", size: tuple[int, int] = (800, 480)) -> Any:
        from companion.ui.safe_screen import SafeApp

        ui.resize(*size)
        app = SafeApp(Language(code), safe.story(data), data, power)
        app.page = ui.show(app.build())
        ui.frames(3)
        return app

    yield show
    ui.clear()
    ui.resize(800, 480)


def press(ui: UI, app: Any, key: Text) -> None:
    """Tap a key and wait for what comes of it."""
    ui.tap(app.buttons[key.message])
    finished()
    ui.until(lambda: not app.buttons[key.message].disabled)


def finished() -> None:
    """Wait until what was asked has been done."""
    # It works in a thread of its own, which the clock of the window does not know.
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and thread.daemon and thread.name.endswith("(_work)"):
            thread.join(20)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_is_on_the_screen_in_large_letters(
    shown: Callable[..., Any], tmp_path: Path, code: str, size: tuple[int, int]
) -> None:
    (tmp_path / "crash.txt").write_text("Traceback\nRuntimeError: " + "the very long story of what failed " * 8)
    app = shown(Asked(), tmp_path, code, size)
    assert len(app.buttons) == 4
    for key in app.buttons.values():
        assert key.height >= 48 and key.width >= 48
        # Kivy cuts what does not fit, without a word.
        assert key.texture_size[0] <= key.width and key.texture_size[1] <= key.height, key.text
        assert key.x >= 0 and key.right <= size[0] and key.y >= 0 and key.top <= size[1]
    words = [widget for widget in app.page.walk() if getattr(widget, "text", "") and widget not in app.buttons.values()]
    assert len(words) == 5 and min(widget.font_size for widget in words) >= 24
    title = words[0]
    assert title.text == Language(code).say(safe.TITLE) and title.top <= size[1]


def test_the_keys_ask_the_system_off_the_thread_of_the_screen(
    ui: UI, shown: Callable[..., Any], tmp_path: Path
) -> None:
    power = Asked()
    app = shown(power, tmp_path)
    press(ui, app, safe.TRY_AGAIN)
    assert power.asked == ["reset-failed cartouche.service", "restart --no-block cartouche.service"]
    assert threading.get_ident() not in power.threads
    assert app.answer.text == "That is on its way."
    press(ui, app, safe.SWITCH_OFF)
    assert power.asked[-1] == "poweroff"


def test_what_the_system_refuses_is_said_and_the_keys_work_again(
    ui: UI, shown: Callable[..., Any], tmp_path: Path
) -> None:
    power = Asked()
    power.why = T("The system did not allow it ({detail}). Nothing has changed.", detail="Access denied")
    app = shown(power, tmp_path)
    press(ui, app, safe.SWITCH_OFF)
    assert app.answer.text == "The system did not allow it (Access denied). Nothing has changed."
    assert not any(key.disabled for key in app.buttons.values())


def test_while_one_key_works_the_others_wait(ui: UI, shown: Callable[..., Any], tmp_path: Path) -> None:
    go_on = threading.Event()

    class Slow(Asked):
        def off(self) -> Text | None:
            go_on.wait(20)
            return super().off()

    power = Slow()
    app = shown(power, tmp_path)
    ui.tap(app.buttons[safe.SWITCH_OFF.message])
    assert all(key.disabled for key in app.buttons.values()) and app.answer.text == "One moment …"
    ui.tap(app.buttons[safe.TRY_AGAIN.message])
    go_on.set()
    finished()
    ui.until(lambda: not app.buttons[safe.SWITCH_OFF.message].disabled)
    assert power.asked == ["poweroff"]


def test_a_panel_that_was_left_dark_is_lit(
    shown: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = tmp_path / "panel"
    panel.mkdir()
    for name, value in (("max_brightness", "31"), ("brightness", "0"), ("bl_power", "4")):
        (panel / name).write_text(value)
    monkeypatch.setattr(Backlight, "find", lambda: Backlight(panel))
    shown(Asked(), tmp_path)
    assert ((panel / "brightness").read_text(), (panel / "bl_power").read_text()) == ("31\n", "0\n")


def test_a_key_that_fails_leaves_the_screen_standing(ui: UI, shown: Callable[..., Any], tmp_path: Path) -> None:
    class Broken(Asked):
        def off(self) -> Text | None:
            raise RuntimeError("no such thing")

    app = shown(Broken(), tmp_path)
    press(ui, app, safe.SWITCH_OFF)
    assert app.answer.text.startswith("That failed: RuntimeError")
    assert not any(key.disabled for key in app.buttons.values())


def test_without_a_version_before_nobody_is_offered_one(shown: Callable[..., Any], tmp_path: Path) -> None:
    assert safe.VERSION_BEFORE.message not in shown(Asked(before=False), tmp_path).buttons


def test_the_copy_goes_to_the_stick_that_takes_it(
    ui: UI, shown: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hardware.sticks import Stick

    data, stick = tmp_path / "data", tmp_path / "stick"
    data.mkdir(), stick.mkdir()
    (data / "settings.json").write_text('{"version": 1}')
    found = (Stick("/nowhere", "old", 0, True), Stick(str(stick), "blue", 10**9, False))
    monkeypatch.setattr(safe.sticks, "sticks", lambda: found)
    app = shown(Asked(), data)
    press(ui, app, safe.COPY)
    copied = list(stick.glob("cartouche-*"))
    assert [path.name for path in sorted(copied[0].iterdir())] == ["SHA256SUMS", "settings.json"]
    assert copied[0].name in app.answer.text and "blue" in app.answer.text


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_it_lies_and_is_touched_as_the_settings_turn_the_picture(
    ui: UI, shown: Callable[..., Any], tmp_path: Path, rotation: int
) -> None:
    config.save(config.changed(config.Settings(), rotation=rotation), tmp_path)
    power = Asked()
    try:
        app = shown(power, tmp_path)
        key = app.buttons[safe.SWITCH_OFF.message]
        x, y = facing.to_panel(*key.center, rotation, 800, 480)
        corner = facing.to_panel(key.x + 5, key.y + 5, rotation, 800, 480)
        assert ui.pixel(*corner) == tuple(round(c * 255) for c in theme.PALETTE["raised"][:3])
        # The kit's finger takes its point as a share of the turned window; a panel reports a share of itself.
        ui.tap((x / 800 * ui.window.width, y / 480 * ui.window.height))
        finished()
        assert power.asked == ["poweroff"]
    finally:
        ui.window.rotation = 0
