"""Everything that answers a finger answers the knob: the same thing happens, on every kind of screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kivy.event import EventDispatcher

from companion.engine.game import Game
from companion.engine.header import Seat, new_id
from companion.engine.simulate import simulate
from companion.games import find_game
from companion.table.journal import Journal
from companion.table.session import Session
from companion.ui import layout
from companion.ui.boards.base import BoardView
from companion.ui.widgets.base import TAPS, Touchable, Turned
from companion.ui.widgets.scroll_list import ScrollList
from tests.kit import inspect
from tests.kit.club_shots import club_shots
from tests.kit.desk import desk
from tests.kit.evening import NAMES, SIDES
from tests.kit.history_shots import history_shots
from tests.kit.panel import Buttons
from tests.kit.people_shots import people_shots
from tests.kit.screenshots import Evening, opened, shots
from tests.kit.sitting import Sitting
from tests.kit.ui import UI

pytestmark = pytest.mark.slow

SAMPLE = (
    "home", "new-game-six", "seat", "name", "options-tutankhamen", "option-ruleset", "number", "setup-tutankhamen",
    "setup-entry", "resume-many", "table-cards", "table-reveal", "table-placing", "table-refusal", "table-log",
    "table-rules", "table-why", "table-path", "table-path-taking", "table-stake", "table-pathless", "table-menu",
    "correct", "scoring", "result-six", "history", "replay", "settings", "clock", "players", "boxes", "box-aton",
    "box-survey", "devices", "device_add", "speaker", "tags", "trouble",
    "history-asked", "history-search", "history-by-status", "history-by-when", "deleted", "replay-aton-scored",
    "replay-notes", "note-entry",
    "people-player", "people-groups", "people-group", "people-sit-out", "people-seat",
    "club-set", "club-host", "club-ca",
)  # fmt: skip
UPRIGHT = ("home", "name", "number", "table-cards", "table-reveal", "table-path-taking", "scoring")
GAMES = (("egizia", 60), ("egizia", 140), ("nefertiti", 40), ("nefertiti", 90), ("sobek", 30), ("sobek", 60))

Did = tuple[Any, str]
"""A widget and its event, or a board and a place."""


@contextmanager
def only_recorded(monkeypatch: pytest.MonkeyPatch, did: list[Did]) -> Iterator[None]:
    """What is tapped or pressed is written down and leads to nothing, so that all of a screen can be tried."""

    usual = EventDispatcher.dispatch

    def dispatch(self: Any, event: str, *args: Any) -> Any:
        if event not in TAPS:
            return usual(self, event, *args)
        heard = self.get_property_observers(event) or type(self).tapped is not Touchable.tapped
        if event == "on_release" and heard:
            did.append((self, event))
        return False

    with monkeypatch.context() as patch:
        patch.setattr(Touchable, "dispatch", dispatch, raising=False)
        patch.setattr(BoardView, "press", lambda self, target: did.append((self, target)))
        yield


def by_finger(ui: UI, did: list[Did]) -> list[Did]:
    """Everything that answers a tap in the middle of a touch target that can be seen."""
    for widget, _, rect, clip in inspect._collect(None)[1]:
        inside = clip is None or clip.contains(*rect.center)
        if inside and ui.window.width > rect.center[0] >= 0 and not isinstance(widget, Turned):
            ui.tap(rect)
    found = list(dict.fromkeys(did))
    did.clear()
    return found


def by_knob(buttons: Buttons, did: list[Did]) -> tuple[list[Did], list[Any]]:
    """Everything the knob comes by in one turn round, pressed; and what it would take hold of."""
    focus, device, held = buttons.focus, buttons.device, []
    spots, main = focus.look()
    if main is not None:
        held.append(main)
    for _ in spots:
        # Where the knob itself changes a number, `next` moves the ring.
        device.press("next") if main is not None and focus.spot is None else device.turn(1)
        buttons.ui.frames(1)
        spot = focus.spot
        assert spot is not None
        assert layout.Rect(0, 0, *buttons.ui.window.size).contains(*focus.ring.center)
        if isinstance(spot.widget, Turned):
            held.append(spot.widget)
            continue
        buttons.desk.context.devices.rested()
        device.press("push")
        device.release("push")
        buttons.ui.frames(1)
    found = list(dict.fromkeys(did))
    did.clear()
    return found, held


def check(ui: UI, desk: Any, monkeypatch: pytest.MonkeyPatch) -> int:
    """Compare both on the screen that is shown; how many things there are."""
    buttons = Buttons(desk)
    did: list[Did] = []
    with only_recorded(monkeypatch, did):
        fingers = by_finger(ui, did)
        knob, held = by_knob(buttons, did)
        assert fingers or knob
        left = [one for one in fingers if one not in knob and not reached_otherwise(*one, held)]
        for widget, _ in left[:]:
            # On the way round the ring may have moved a window as far as this key would.
            if isinstance(widget, Touchable) and any(spot.widget is widget for spot in buttons.focus.spots()):
                buttons.widget(widget)
        left = [one for one in left if one not in did]
    assert left == [], f"the knob reaches {len(knob)} things, but not these"
    return len(knob) + len(held)


def reached_otherwise(widget: Any, event: str, held: list[Any]) -> bool:
    """A key of a number that the knob changes, or a place that is not lit: those are asked about with "Why?"."""
    if isinstance(widget, BoardView):
        return event not in widget.signs.lit and not widget.every_place and not widget.leads(event)
    return any(not isinstance(one, ScrollList) and widget in one.children for one in held)


def pictures_of(journal: Journal) -> dict[str, Callable[[Any], None]]:
    """What opens each picture."""
    return dict([*shots(Evening(journal)), *history_shots(journal), *people_shots(), *club_shots()])


@pytest.mark.parametrize(("size", "sample"), [((800, 480), SAMPLE), ((480, 800), UPRIGHT)], ids=("wide", "upright"))
def test_the_knob_reaches_what_a_finger_reaches(
    ui: UI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], sample: tuple[str, ...]
) -> None:
    ui.resize(*size)
    with desk(ui, tmp_path) as table:
        pictures = pictures_of(table.context.journal)
        for name in sample:
            table.context.home()
            pictures.get(name, opened(name))(table)
            ui.frames(3)
            try:
                assert check(ui, table, monkeypatch) > 0
            except AssertionError as error:
                raise AssertionError(f"{name}: {error}") from error


def test_the_undo_button_leads_somewhere_from_every_screen_over_another(ui: UI, tmp_path: Path) -> None:
    nowhere = []
    with desk(ui, tmp_path) as table:
        buttons = Buttons(table)
        pictures = pictures_of(table.context.journal)
        for name in SAMPLE:
            table.context.home()
            pictures.get(name, opened(name))(table)
            ui.frames(3)
            before = inspect.texts()
            buttons.press("undo")
            # Nothing is to be taken back before the first move, and Home lies over nothing.
            first = table.context.session is not None and not table.context.session.n
            if inspect.texts() == before and not first and name not in ("home", "scoring"):
                nowhere.append(name)
    assert nowhere == []


@pytest.mark.parametrize(("game_id", "moves"), GAMES, ids=str)
def test_the_knob_reaches_what_a_finger_reaches_on_the_board_of(
    table: Sitting, monkeypatch: pytest.MonkeyPatch, game_id: str, moves: int
) -> None:
    table.context.play(standing(table, find_game(game_id), moves))
    table.ui.frames(3)
    table.settle()
    if table.screen.name == "page":
        assert check(table.ui, table, monkeypatch) > 0
        table.context.back()
        table.ui.frames(3)
    assert check(table.ui, table, monkeypatch) > 0


def standing(table: Sitting, game: Game[Any], moves: int) -> Session:
    """A game on the practice board after so many moves."""
    seats = game.colours[: min(3, game.seat_range[1])]
    record = simulate(game, seats, {}, "knob", game.practice).record
    chosen = tuple(Seat(seat, NAMES[seat], SIDES[i]) for i, seat in enumerate(seats))  # type: ignore[arg-type]
    header = msgspec.structs.replace(record.header, id=new_id(), seats=chosen)
    session = Session.start(table.context.journal, game, header)
    for line in record.lines[:moves]:
        session.play(line.move)
    return session
