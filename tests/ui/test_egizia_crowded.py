"""Where the table of Egizia is full: long names, whole tableaus, a high pyramid; and places that are not allowed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.engine.header import Seat
from companion.games.egizia import GAME
from companion.games.egizia.components import SITES
from companion.games.egizia.setup import EgiziaSetup
from companion.games.egizia.state import Egizia
from companion.language import Language
from companion.table.session import Session
from companion.ui import fit
from companion.ui.boards.egizia_drawing import SMALL
from companion.ui.boards.egizia_layout import places
from companion.ui.boards.egizia_sites import told
from companion.ui.table.asking import lit
from tests.games.egizia.fixture import FIXTURE, box, laid_out, line, put
from tests.kit import inspect
from tests.kit.sitting import SIDES, Sitting, header_of

FOUR = ("red", "blue", "green", "yellow")
NAMES = ("Wilhelmina M", "Bartholomäus", "Konstantinos", "Maximiliane W")
SIZES = [(800, 480), (1280, 720), (720, 1280), (480, 800)]
HIGH = {"rows": [line(*[n] * (7 - n)) for n in range(1, 7)], "whole": True}
CARDS = ("stones", "grain", "extra_ship", "two_crews", "stones_to_crew", "crew_plus_one", "upstream", "keep_two")
FIELDS = tuple(
    {"colour": colour, "value": value}
    for colour, value in (("green", 2), ("green", 3), ("yellow", 5), ("yellow", 7), ("brown", 8))
)
QUARRIES = (2, 3, 4, 5)


def full(**position: Any) -> Egizia:
    """The first ship of the first round where everybody owns a whole tableau, on a board with a pyramid of six rows."""
    state = laid_out(FOUR, known=box(pyramid=HIGH))
    side = {
        "score": 118, "stones": 25, "crews": {"c1": 6, "c2": 6, "c3": 6, "j": 5}, "cards": CARDS, "fields": FIELDS,
        "quarries": QUARRIES, "sphinx": 9,
    }  # fmt: skip
    return put(state, {"sides": dict.fromkeys(FOUR, side)} | position)


def show(table: Sitting, state: Egizia, language: str = "en") -> Any:
    """A game with long names, at this position."""
    table.context.change(language=language)
    header = header_of(GAME, FOUR, setup=EgiziaSetup(chips=FOUR))
    seats = tuple(Seat(seat, name, side) for seat, name, side in zip(FOUR, NAMES, SIDES, strict=False))
    header = msgspec.structs.replace(header, seats=seats, box=FIXTURE | {"pyramid": HIGH})
    session = Session.start(table.context.journal, GAME, header)
    session.first = state
    session._look()
    table.context.play(session)
    table.ui.frames(3)
    return table.screen


def problems() -> list[str]:
    return [str(problem) for problem in inspect.problems()]


BUILDING: dict[str, Any] = {
    "phase": "site_b", "stage": "build", "turn": "red", "queue": FOUR, "team": {"crews": ("c1", "j")},
    "slots": {"SITE_B": ("red", "blue", "green")}, "reserve": {"SITE_B": "yellow"},
}  # fmt: skip
STAGES: dict[str, dict[str, Any]] = {
    "ship": {},
    "obelisk": BUILDING,
    "pyramid": BUILDING | {
        "phase": "site_c", "slots": {"SITE_C": ("red", "blue", "green")}, "reserve": {"SITE_C": "yellow"},
    },
    "sphinx": BUILDING | {
        "phase": "site_a", "slots": {"SITE_A": ("red", "blue", "green")}, "reserve": {"SITE_A": "yellow"}, "deck": 20,
    },
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", SIZES)
def test_full_tableaus_and_long_names_have_room(table: Sitting, size: tuple[int, int], language: str) -> None:
    table.ui.resize(*size)
    for name, position in STAGES.items():
        screen = show(table, full(**position), language)
        assert problems() == [], name
        screen.board.desk.open("seat:red")
        table.ui.frames(2)
        assert problems() == [], f"{name}, a tableau lies open"
        screen.board.desk.open("")


@pytest.mark.parametrize("size", SIZES)
def test_a_place_that_is_not_allowed_is_marked_and_says_why(table: Sitting, size: tuple[int, int]) -> None:
    table.ui.resize(*size)
    screen = show(table, full(ships={"N3": ("blue",)}, stops={"N3": ""}))
    table.tap_target("stop:N3")
    table.ui.frames(2)
    assert screen.headline.refusal
    assert "stop:N3" in screen.board.signs.refused
    assert table.shows("Nothing has changed.")
    assert table.session.n == 0
    assert problems() == []
    high = {f"pyramid:2:{n}" for n in range(1, 6)}
    screen = show(table, full(**STAGES["pyramid"]))
    target = next(f"space:{space}" for space in sorted(high) if f"space:{space}" not in lit(screen.decision))
    table.tap_target(target)
    table.ui.frames(2)
    assert target in screen.board.signs.refused
    assert table.shows("Nothing has changed.")
    assert table.session.n == 0
    assert problems() == []


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
def test_the_last_line_of_a_site_is_never_cut(table: Sitting, language: str) -> None:
    """Its short form has the room of the smallest screen, whatever is said there."""
    states = [laid_out(FOUR, known=box(pyramid=HIGH))]
    states.append(put(states[0], {"deck": 25, "tiles": [10] * 4 + [0] * 8, "built": {"obelisk:1": "red"}}))
    states.append(put(states[1], {"built": {f"obelisk:{n}": "red" for n in range(1, 10)}}))
    states.append(laid_out(FOUR, known=GAME.box))
    sites, say = places(table.ui.resize(480, 800)).sites, Language(language).say
    for state in states:
        for site, area in zip(SITES, sites, strict=True):
            words = say(told(state, site, brief=True))
            assert fit.measure(words, SMALL) <= area.w - 8, words


def test_a_taken_stop_can_be_read_while_it_is_put_right(table: Sitting) -> None:
    screen = show(table, full(ships={"N3": ("blue",)}, stops={"N3": ""}))
    screen.open_correct()
    table.ui.frames(3)
    assert table.screen.name == "correct"
    for _ in range(3):
        table.ui.tap(table.screen.board.rect_of("stop:N3"))
        table.ui.frames(2)
        assert [problem for problem in problems() if "contrast" in problem] == []
