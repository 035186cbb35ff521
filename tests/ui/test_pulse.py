"""The pulse of the real app: ready at the first picture, fed only when everything answers."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kivy.base import EventLoop

from companion.games import all_games
from companion.notify import Notifier
from companion.running import own_folder
from companion.table.errors import JournalError
from companion.table.journal import Journal
from companion.ui.pulse import Pulse
from tests.kit.desk import Desk
from tests.kit.sitting import header_of
from tests.kit.ui import UI


class Told(Notifier):
    """Keeps what is told."""

    def __init__(self) -> None:
        super().__init__()
        self.watchdog_s = 30.0
        self.lines: list[str] = []

    def _tell(self, *lines: str) -> None:
        self.lines += lines

    @property
    def fed(self) -> int:
        """How often the watchdog was fed."""
        return self.lines.count("WATCHDOG=1")


@pytest.fixture
def pulse(app: Desk, tmp_path: Path) -> Iterator[Pulse]:
    """The pulse of the app, which has just started."""
    (tmp_path / "run").mkdir()
    before = signal.getsignal(signal.SIGTERM)
    pulse = Pulse(app.app, Told(), tmp_path / "run")
    pulse.begin()
    yield pulse
    pulse.end()
    signal.signal(signal.SIGTERM, before)


def told(pulse: Pulse) -> Told:
    assert isinstance(pulse.notifier, Told)
    return pulse.notifier


def facts(tmp_path: Path) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode((tmp_path / "run" / "facts.json").read_bytes())
    return found


def drawn(ui: UI) -> None:
    """A frame that is drawn, and the one after it."""
    ui.draw()
    ui.frames(2)


def test_ready_is_told_once_and_only_when_home_has_been_drawn(ui: UI, pulse: Pulse) -> None:
    ui.frames(30)  # nothing of these is drawn
    assert told(pulse).lines == []
    drawn(ui)
    assert told(pulse).lines[:3] == ["READY=1", "STATUS=Home is shown.", "WATCHDOG=1"]
    drawn(ui)
    assert told(pulse).lines.count("READY=1") == 1


def test_trouble_is_ready_too_and_the_status_tells_it(ui: UI, app: Desk, pulse: Pulse) -> None:
    from companion.engine.text import T

    app.context.trouble(T("The disk is {what}.", what="full"))
    drawn(ui)
    assert told(pulse).lines[:2] == ["READY=1", "STATUS=Trouble is shown: The disk is full."]


def test_another_screen_is_not_yet_ready(ui: UI, app: Desk, pulse: Pulse) -> None:
    app.context.go("settings")
    drawn(ui)
    assert told(pulse).lines == []
    app.context.back()
    drawn(ui)
    assert told(pulse).lines[:1] == ["READY=1"]


def test_it_beats_three_times_in_the_time_of_the_watchdog(ui: UI, pulse: Pulse) -> None:
    drawn(ui)
    before = told(pulse).fed
    for _ in range(3):
        ui.draw()
        ui.wait(10.1)
    assert told(pulse).fed == before + 3


def test_a_screen_that_draws_no_more_starves_the_watchdog(ui: UI, pulse: Pulse) -> None:
    drawn(ui)
    before = told(pulse).fed
    pulse.beat()
    assert (told(pulse).fed, pulse.held_back) == (before, "no picture was drawn")
    ui.draw()
    pulse.beat()
    assert (told(pulse).fed, pulse.held_back) == (before + 1, None)
    assert told(pulse).lines[-1] == "STATUS=All answers again."


def test_every_beat_asks_for_the_picture_the_next_one_looks_for(ui: UI, pulse: Pulse) -> None:
    drawn(ui)
    ui.draw()
    assert not ui.window.canvas.needs_redraw
    pulse.beat()
    assert ui.window.canvas.needs_redraw


def test_a_journal_that_gives_no_answer_starves_the_watchdog(
    ui: UI, app: Desk, pulse: Pulse, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(ui)
    before = told(pulse).fed
    app.app.journal._connection.close()
    ui.draw()
    pulse.beat()
    assert told(pulse).fed == before
    assert pulse.held_back is not None and pulse.held_back.startswith("the journal: ")


def test_a_game_that_gives_no_answer_starves_the_watchdog(
    ui: UI, app: Desk, pulse: Pulse, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.table.session import Session

    game = all_games()[0]
    drawn(ui)
    app.context.session = Session.start(app.app.journal, game, header_of(game, game.colours[:2]))
    ui.draw()
    pulse.beat()
    assert pulse.held_back is None
    before = told(pulse).fed

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("the rules")

    monkeypatch.setattr(type(app.context.session.game), "decision", broken)
    ui.draw()
    pulse.beat()
    assert told(pulse).fed == before
    assert pulse.held_back == "the game at the table: ZeroDivisionError('the rules')"
    app.context.session = None


def test_with_no_journal_trouble_is_shown_and_a_person_can_act(ui: UI, app: Desk, pulse: Pulse) -> None:
    drawn(ui)
    journal, app.app.journal = app.app.journal, None
    ui.draw()
    pulse.beat()
    app.app.journal = journal
    assert pulse.held_back is None


def test_a_wish_to_end_that_comes_before_the_loop_runs_is_not_forgotten(
    ui: UI, pulse: Pulse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EventLoop, "quit", False)
    monkeypatch.setattr(threading, "Timer", lambda *_: threading.Thread())
    signal.raise_signal(signal.SIGTERM)
    # Kivy's loop begins with a fresh mind.
    EventLoop.quit = False
    ui.frames(1)
    assert EventLoop.quit and told(pulse).lines == ["STOPPING=1"]


def test_the_facts_are_those_of_the_running_app(ui: UI, app: Desk, pulse: Pulse, tmp_path: Path) -> None:
    assert not (tmp_path / "run" / "facts.json").exists()
    drawn(ui)
    found = facts(tmp_path)
    assert (found["facts"], found["driver"], found["size"], found["twins"]) == (1, "offscreen", [800, 480], 0)
    assert (found["screen"], found["held_back"], found["watchdog_s"]) == ("home", None, 30.0)
    assert found["last_pulse"].endswith("Z") and found["ready"] <= found["last_pulse"]
    first, second = ui.down((400, 5)), ui.down((401, 5))
    ui.up(first), ui.up(second)
    ui.draw()
    pulse.beat()
    assert facts(tmp_path)["twins"] == 1


def test_the_facts_are_gone_and_the_end_is_told_when_the_app_stops(ui: UI, pulse: Pulse, tmp_path: Path) -> None:
    drawn(ui)
    pulse.end()
    pulse.end()
    assert told(pulse).lines.count("STOPPING=1") == 1
    assert list((tmp_path / "run").iterdir()) == []


def test_a_runtime_folder_that_takes_nothing_stops_no_pulse(ui: UI, app: Desk, tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    pulse = Pulse(app.app, Told(), tmp_path / "nowhere")
    pulse.begin()
    drawn(ui)
    pulse.end()
    signal.signal(signal.SIGTERM, before)
    assert told(pulse).fed == 1


def test_the_first_runtime_folder_is_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/one:/run/two")
    assert own_folder() == Path("/run/one")
    monkeypatch.delenv("RUNTIME_DIRECTORY")
    assert own_folder() is None


def test_a_journal_whose_file_is_closed_says_so(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal.db")
    journal.answer()
    journal.close()
    with pytest.raises(JournalError):
        journal.answer()
