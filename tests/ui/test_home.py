"""Home by touch: what can be begun, what goes on, where everything else is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import all_games, find_game
from companion.ui import theme
from companion.ui.layout import Frame
from companion.ui.screens.home import DeviceKey, prompt_lines
from companion.ui.widgets.device_sign import DeviceSign
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.toy import toy_installed
from tests.kit.ui import UI


@pytest.fixture
def home(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    with desk(ui, tmp_path) as opened:
        yield opened


def unfinished(home: Desk) -> str:
    """A two-player game that is under way; its record's id."""
    session = play(home.context.journal, find_game("aton"), ["red", "blue"], most=20)
    home.context.home()
    home.ui.frames(3)
    return session.header.id


def test_home_offers_every_game_and_nothing_to_continue(home: Desk) -> None:
    for game in all_games():
        assert home.shows(home.context.say(game.title))
    assert not home.shows("Continue")


def test_a_game_from_outside_stands_on_home(ui: UI, tmp_path: Path) -> None:
    with toy_installed() as game, desk(ui, tmp_path) as home:
        home.tap(home.context.say(game.title))
        assert home.screen.name == "new_game"
        assert home.screen.game is game


@pytest.mark.parametrize("name", ["history", "players", "boxes", "devices", "settings"])
def test_every_way_leads_there_and_back(home: Desk, name: str) -> None:
    home.tap(name.capitalize())
    assert home.screen.name == name
    home.touch(inspect.find(None, name.capitalize()).back_corner)
    assert home.screen.name == "home"


def test_the_sign_of_the_backlight_shows_its_state_and_leads_to_the_devices(home: Desk) -> None:
    key = next(w for w in home.screen.children if isinstance(w, DeviceKey))
    assert key.sign.state == home.context.backlight.state
    home.touch(key)
    assert home.screen.name == "devices"


@pytest.mark.parametrize(("state", "colour"), [("ready", "good"), ("starting", "warn"), ("lost", "bad")])
def test_the_sign_of_a_device_is_drawn_in_the_colour_of_its_state(ui: UI, state: str, colour: str) -> None:
    sign = ui.show(DeviceSign(icon="button", state=state, size=(34, 34), pos=(100, 100)))
    wanted = tuple(round(part * 255) for part in theme.colour(colour)[:3])
    # Across the sign, above the shape of the state in its corner.
    across = [ui.pixel(100 + x, sign.top - 12) for x in range(26)]
    ui.clear()
    assert wanted in across


def test_the_unfinished_game_is_offered_at_once(home: Desk) -> None:
    unfinished(home)
    assert home.shows("Aton, Round")
    assert home.shows("Continue")


def test_continue_shows_how_the_table_should_look_before_the_game_goes_on(home: Desk) -> None:
    record = unfinished(home)
    home.tap("Continue")
    assert home.screen.name == "resume"
    expected = home.screen.session.game.lay_out(home.screen.session.state)
    assert len(home.screen.rows) == len(expected) > 0
    home.touch(home.screen.go_on)
    assert home.screen.name == "table"
    assert home.context.session.header.id == record
    assert home.context.session.n == 20


def test_ticking_a_line_lights_the_next(home: Desk) -> None:
    unfinished(home)
    home.tap("Continue")
    rows = home.screen.rows
    assert [row.next_up for row in rows[:2]] == [True, False]
    home.touch(rows[0])
    assert rows[0].done
    assert [row.next_up for row in rows[:2]] == [False, True]


def test_a_game_put_away_waits_in_history(home: Desk) -> None:
    record = unfinished(home)
    home.tap("Put away")
    assert not home.shows("Continue")
    home.tap("History")
    assert home.shows("put away")
    home.touch(home.screen.rows[record])
    home.tap("Continue")
    home.touch(home.screen.go_on)
    assert home.screen.name == "table"
    home.context.home()
    home.ui.frames(3)
    assert home.shows("Continue")


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800), (1024, 600)])
def test_home_fits_every_size(home: Desk, size: tuple[int, int]) -> None:
    unfinished(home)
    home.resize(*size)
    assert inspect.problems() == []


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("high", [47, 51])
def test_what_is_to_be_done_never_runs_into_the_scores_below(home: Desk, large: bool, high: float) -> None:
    theme.enlarge(large)
    words = "Fordítsátok fel mindkét sort, és írjátok be a lapokat."
    for width in range(300, 460, 20):
        lines = prompt_lines(words, width, high, Frame(800, 480))
        assert lines.fits and lines.height <= high, (width, lines)
