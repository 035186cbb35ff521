"""Copy and bring back by touch: a folder stands for the stick, the rest is real."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.engine.simulate import simulate
from companion.engine.text import T
from companion.games import all_games
from companion.table import history, whole
from companion.table.journal import Journal
from companion.table.session import Session
from companion.ui.screens import at_sticks
from hardware.sticks import Stick
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.ui import UI

SIZES = [(800, 480), (480, 800), (1280, 720)]


class Port:
    """What is plugged in, and what the system answers when a stick is to be let go."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        folder.mkdir(exist_ok=True)
        self.stick = Stick(str(folder), "BLUE", 7_900_000_000, False, "/dev/sda1")
        self.plugged: tuple[Stick, ...] = ()
        self.answer: Any = None
        monkeypatch.setattr(at_sticks.sticks, "sticks", lambda: self.plugged)
        monkeypatch.setattr(at_sticks.sticks, "let_go", self._let_go)

    def _let_go(self, stick: Stick) -> Any:
        if self.answer is None:
            self.plugged = ()
        return self.answer


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Port:
    return Port(tmp_path / "stick", monkeypatch)


@pytest.fixture
def ours(ui: UI, tmp_path: Path, port: Port) -> Iterator[Desk]:
    with desk(ui, tmp_path / "ours") as opened:
        yield opened
    ui.resize(800, 480)


def games(desk: Desk) -> list[str]:
    return [one.id for one in desk.context.journal.listed()]


def played(desk: Desk, seed: str = "7") -> None:
    game = all_games()[0]
    play(desk.context.journal, game, game.colours[:2], seed, most=4)
    desk.context.home()
    desk.ui.frames(3)


def open_copies(desk: Desk) -> Any:
    desk.context.go("machine")
    desk.ui.frames(3)
    desk.tap("Copy and bring back")
    assert desk.screen.name == "copies"
    return desk.screen


def ended(desk: Desk) -> None:
    """Wait for the thread: really, since the clock of the screen runs ahead of it."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and thread.daemon:
            thread.join(30)
    desk.ui.frames(4)


def a_copy(ui: UI, tmp_path: Path, port: Port) -> Path:
    """A copy from another device on the stick: one game, Hungarian."""
    with desk(ui, tmp_path / "theirs") as theirs:
        played(theirs, "8")
        theirs.context.change(language="hu")
        port.plugged = (port.stick,)
        open_copies_by_name(theirs)
        theirs.touch(theirs.screen.buttons[0])
        ended(theirs)
    (path,) = Path(port.stick.path).iterdir()
    return path


def open_copies_by_name(desk: Desk) -> None:
    desk.context.go("copies")
    desk.ui.frames(3)


def test_without_a_stick_nothing_can_be_done_and_one_plugged_in_is_shown(ours: Desk, port: Port) -> None:
    screen = open_copies(ours)
    assert ours.shows("Plug in a USB stick.")
    for button in screen.buttons:
        ours.touch(button)
    assert (screen.told, screen.errand, ours.screen.name) == (None, None, "copies")
    port.plugged = (port.stick,)
    ours.ui.wait(at_sticks.LOOK_S + 0.5)
    assert ours.shows("Stick “BLUE”") and ours.shows("7 GB free")
    assert not ours.shows("Plug in a USB stick.")


def test_everything_is_copied_to_the_stick(ours: Desk, port: Port) -> None:
    played(ours)
    port.plugged = (port.stick,)
    open_copies(ours)
    ours.tap("Copy everything")
    ended(ours)
    (path,) = Path(port.stick.path).iterdir()
    assert whole.read(path).manifest.games == 1
    assert ours.context.say(ours.screen.told).startswith(
        f"Everything is on the stick “BLUE” in {path.name}, and was read back."
    )
    assert ours.shows("Everything is on the stick “BLUE”")
    played(ours, "9")
    assert len(games(ours)) == 2


def test_a_copy_that_fails_is_told_and_can_be_tried_again(
    ours: Desk, port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(ours)
    port.plugged = (port.stick,)
    screen = open_copies(ours)
    with monkeypatch.context() as patch:
        patch.setattr("companion.table.copying.free_bytes", lambda _: 0)
        ours.tap("Copy everything")
        ended(ours)
    assert ours.shows("The stick has 0 MB free;")
    ours.touch(screen.buttons[0])
    ended(ours)
    assert len(list(Path(port.stick.path).iterdir())) == 1


def test_while_it_works_the_way_back_and_the_buttons_wait(
    ours: Desk, port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def slow(data: Path, target: Path, now: Any, progress: Any) -> Any:
        progress(0.42)
        go_on.wait(30)
        return write(data, target, now, progress)

    write = whole.write
    monkeypatch.setattr(whole, "write", slow)
    played(ours)
    port.plugged = (port.stick,)
    screen = open_copies(ours)
    ours.tap("Copy everything")
    try:
        assert ours.shows("Leave the stick in.")
        ours.ui.until(lambda: screen.bar.done == 42)
        bar = next(w for w in screen.walk() if type(w).__name__ == "TopBar")
        assert not bar.show_back
        for button in screen.buttons:
            ours.touch(button)
        assert ours.screen is screen
    finally:
        go_on.set()
        ended(ours)
    assert len(list(Path(port.stick.path).iterdir())) == 1


def test_a_read_only_stick_takes_no_copy_but_gives_one(ours: Desk, port: Port) -> None:
    stick = port.stick
    port.plugged = (Stick(stick.path, stick.name, 0, True, stick.device),)
    screen = open_copies(ours)
    assert ours.shows("read-only")
    assert [button.kind for button in screen.buttons] == ["off", "plain", "plain"]


def test_the_stick_may_be_pulled_only_when_the_system_has_let_go(ours: Desk, port: Port) -> None:
    port.plugged = (port.stick,)
    open_copies(ours)
    port.answer = T("The stick must not be pulled out yet: somebody still uses it.")
    ours.tap("Take the stick out")
    ended(ours)
    assert ours.shows("must not be pulled out yet") and not ours.shows("may be pulled out now")
    port.answer = None
    ours.tap("Take the stick out")
    ended(ours)
    assert ours.shows("The stick “BLUE” may be pulled out now.")
    assert not ours.shows("7 GB free")


def test_a_copy_is_shown_before_it_comes_and_then_comes(ui: UI, tmp_path: Path, port: Port) -> None:
    a_copy(ui, tmp_path, port)
    with desk(ui, tmp_path / "ours") as ours:
        played(ours, "9")
        mine = games(ours)
        open_copies(ours)
        ours.tap("Bring back")
        ours.touch(next(iter(ours.screen.rows.values())))
        ended(ours)
        assert ours.screen.name == "copy_preview"
        assert ours.shows("1 game is not on this device.") and ours.shows("new here")
        assert games(ours) == mine
        ours.touch(ours.screen.take)
        ended(ours)
        assert ours.shows("1 game was brought.")
        assert len(games(ours)) == 2 and set(mine) < set(games(ours))
        # A filled device keeps its settings, and plays on.
        assert ours.context.settings.language == "en"
        assert len(history.games(ours.context.journal)) == 2
        ours.tap("Done")
        played(ours, "10")
        assert len(games(ours)) == 3


def test_settings_come_where_they_are_ticked_and_are_in_force_at_once(ui: UI, tmp_path: Path, port: Port) -> None:
    path = a_copy(ui, tmp_path, port)
    with desk(ui, tmp_path / "ours") as ours:
        played(ours, "9")
        open_copies(ours)
        ours.tap("Bring back")
        ours.touch(ours.screen.rows[path])
        ended(ours)
        ours.touch(ours.screen.tick)
        ours.touch(ours.screen.take)
        ended(ours)
        assert ours.context.settings.language == "hu"
        assert ours.context.language.code == "hu"


def test_leaving_it_as_it_is_changes_nothing(ui: UI, tmp_path: Path, port: Port) -> None:
    path = a_copy(ui, tmp_path, port)
    with desk(ui, tmp_path / "ours") as ours:
        open_copies(ours)
        ours.tap("Bring back")
        ours.touch(ours.screen.rows[path])
        ended(ours)
        ours.tap("Leave it as it is")
        assert ours.screen.name == "copies"
        assert games(ours) == []


def test_a_damaged_copy_is_told_and_changes_nothing(ui: UI, tmp_path: Path, port: Port) -> None:
    path = a_copy(ui, tmp_path, port)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with desk(ui, tmp_path / "ours") as ours:
        open_copies(ours)
        ours.tap("Bring back")
        ours.touch(ours.screen.rows[path])
        ended(ours)
        assert ours.screen.name == "trouble"
        assert ours.shows("is damaged, or it is no copy of Cartouche.")
        assert games(ours) == []


def test_a_stick_without_copies_says_so(ours: Desk, port: Port) -> None:
    port.plugged = (port.stick,)
    open_copies(ours)
    ours.tap("Bring back")
    assert ours.shows("There is no copy of Cartouche on this stick.")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_page_fits_in_every_language(ui: UI, tmp_path: Path, port: Port, size: tuple[int, int]) -> None:
    path = a_copy(ui, tmp_path, port)
    with desk(ui, tmp_path / "ours") as ours:
        played(ours, "9")
        ours.resize(*size)
        open_copies_by_name(ours)
        screen = ours.screen
        ours.touch(screen.buttons[0])
        ended(ours)
        ours.touch(screen.buttons[1])
        rows = ours.screen
        ours.touch(rows.rows[path])
        ended(ours)
        preview = ours.screen
        pages = (screen, rows, preview)
        for language in ("en", "hu", "ru"):
            for text_size in ("normal", "large"):
                ours.context.change(language=language, text_size=text_size)
                for page in pages:
                    ours.app.show(page)
                    ours.ui.frames(3)
                    assert (page.name, language, text_size, inspect.problems()) == (page.name, language, text_size, [])


def test_a_game_at_the_table_that_goes_on_from_the_copy_is_put_down_and_taken_up_again(
    ui: UI, tmp_path: Path, port: Port
) -> None:
    game = all_games()[0]
    with desk(ui, tmp_path / "ours") as ours:
        record = play(ours.context.journal, game, game.colours[:2], "7", most=3).header.id
    shutil.copytree(tmp_path / "ours", tmp_path / "theirs")
    with Journal.open(tmp_path / "theirs" / "journal.db") as journal:
        theirs = Session.resume(journal, record)
        for line in simulate(game, game.colours[:2], {}, "7").record.lines[3:5]:
            theirs.play(line.move)
    whole.write(tmp_path / "theirs", Path(port.stick.path), datetime.now(UTC))
    port.plugged = (port.stick,)
    with desk(ui, tmp_path / "ours") as ours:
        ours.context.play(Session.resume(ours.context.journal, record))
        for name in ("settings", "machine", "copies"):
            ours.context.go(name)
            ours.ui.frames(3)
        ours.touch(ours.screen.buttons[1])
        ours.touch(next(iter(ours.screen.rows.values())))
        ended(ours)
        ours.tap("Bring it back")
        ended(ours)
        assert ours.shows("continue it from Home.")
        ours.tap("Done")
        passed = [ours.screen.name]
        while ours.screen.name != "home":
            ours.touch(ours.screen.children[-1].back_corner)
            passed.append(ours.screen.name)
        assert passed == ["copies", "machine", "settings", "home"]
        ours.tap("Continue")
        ours.touch(ours.screen.go_on)
        assert (ours.screen.name, ours.context.session.n) == ("table", 5)


GONE = "The stick “BLUE” is not in any more."


def test_nothing_is_copied_where_a_stick_was_that_was_just_pulled(ours: Desk, port: Port) -> None:
    played(ours)
    port.plugged = (port.stick,)
    screen = open_copies(ours)
    Path(port.stick.path).rmdir()
    port.plugged = ()
    ours.touch(screen.buttons[0])
    ended(ours)
    assert ours.shows(GONE)
    assert not Path(port.stick.path).exists()


def test_a_stick_that_is_pulled_before_it_was_let_go_has_no_copy(
    ours: Desk, port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(ours)
    port.plugged = (port.stick,)
    screen = open_copies(ours)
    real = whole.write

    def pulled(*args: Any) -> Any:
        copy = real(*args)
        port.plugged = ()
        return copy

    monkeypatch.setattr(whole, "write", pulled)
    ours.touch(screen.buttons[0])
    ended(ours)
    assert ours.shows(GONE)


@pytest.mark.parametrize("step", ["look", "bring"])
def test_a_stick_that_is_pulled_while_it_is_read_is_called_by_its_name(
    ui: UI, tmp_path: Path, port: Port, step: str
) -> None:
    path = a_copy(ui, tmp_path, port)
    with desk(ui, tmp_path / "ours") as ours:
        open_copies_by_name(ours)
        ours.touch(ours.screen.buttons[1])
        if step == "bring":
            ours.touch(ours.screen.rows[path])
            ended(ours)
        path.unlink()
        port.plugged = ()
        ours.touch(ours.screen.rows[path] if step == "look" else ours.screen.take)
        ended(ours)
        assert ours.screen.name == "trouble" and ours.shows(GONE)
        assert games(ours) == []
