"""What any board offers to the ring, in which order, and what comes of a press on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pytest

from companion.engine.decision import Choice, Decision
from companion.engine.game import Move
from companion.engine.text import T
from companion.ui.boards.plan import Area
from companion.ui.boards.view import BoardView, Marks
from companion.ui.layout import current
from companion.ui.pen import Pen
from tests.kit.ui import UI

AREAS = {
    "b": Area(100, 0, 50, 50),
    "a": Area(0, 0, 50, 50),
    "dark": Area(200, 0, 50, 50),
    "page:2": Area(300, 0, 50, 50),
    "own": Area(400, 0, 50, 50),
}


class Board(BoardView):
    """Three plain places, a key of the board's own, and one that only turns a page."""

    further: Sequence[str] = ()
    order: Iterable[str] = ()

    def __init__(self) -> None:
        super().__init__(current(), Area(0, 0, 500, 50), str)
        self.told: list[str] = []
        self.lit_when_drawn: list[frozenset[str]] = []

    def places(self) -> Mapping[str, Area]:
        return AREAS

    def draw_moving(self, pen: Pen) -> None:
        self.lit_when_drawn.append(self.signs.lit)

    def beyond(self) -> Sequence[str]:
        return self.further

    def in_turn(self) -> Iterable[str]:
        return self.order

    def own_tap(self, target: str) -> bool:
        return target == "own"

    def on_target(self, target: str) -> None:
        self.told.append(target)


@pytest.fixture
def board(ui: UI) -> Board:
    made = ui.show(Board())
    made.show("a position", None, Marks(lit=frozenset({"a", "b", "gone"})))
    return made  # type: ignore[no-any-return]


def test_lit_places_are_offered_as_they_are_read_then_the_boards_own_keys(board: Board) -> None:
    assert board.offered() == ["a", "b", "page:2"]


def test_a_board_with_an_order_of_its_own_is_gone_over_in_it(board: Board) -> None:
    board.order = ("b", "dark", "a")
    assert board.offered() == ["b", "a", "page:2"]


def test_while_any_place_may_be_asked_about_all_are_offered_until_it_is_shown_again(board: Board) -> None:
    board.every_place = True
    board.further = board.order = ("elsewhere",)
    assert board.offered() == ["a", "b", "dark", "page:2", "own"]
    board.further = ()
    board.show("another", None, Marks(lit=frozenset({"a"})))
    assert board.offered() == ["a", "page:2"]


def test_places_that_a_turn_of_the_board_brings_are_offered_as_the_choices_come(board: Board) -> None:
    choices = tuple(Choice(Move("red"), T("Go"), (target,)) for target in ("b", "far", "a"))
    lit = frozenset({"a", "b", "far"})
    board.show("a position", Decision("go", T("Go"), ("red",), choices=choices), Marks(lit=lit))
    board.further = ("far", "a")
    assert board.offered() == ["b", "far", "a", "page:2"]
    # Where all of them are shown already, they are read as they lie.
    board.further = ("a",)
    assert board.offered() == ["a", "b", "page:2"]


@pytest.mark.parametrize("why", ["only looked at", "off", "empty"])
def test_a_board_that_does_not_answer_offers_nothing(board: Board, why: str) -> None:
    if why == "only looked at":
        board.touched = False
    elif why == "off":
        board.disabled = True
    else:
        board.state = None
    assert board.offered() == []


def test_a_press_is_told_unless_it_only_changes_what_the_board_shows(board: Board) -> None:
    board.press("a")
    board.press("own")
    assert board.told == ["a"]


def test_a_press_draws_once_whoever_draws(board: Board) -> None:
    before = board.drawings
    board.press("a")
    assert board.drawings == before + 1
    board.bind(on_target=lambda *_: board.redraw())
    board.press("a")
    assert board.drawings == before + 2


def test_what_blinks_is_dark_for_a_moment_and_only_in_its_own_picture(board: Board, ui: UI) -> None:
    board.blink(frozenset({"a"}))
    ui.wait(1.0)
    assert board.lit_when_drawn[-2:] == [frozenset({"b", "gone"}), frozenset({"a", "b", "gone"})]
    board.blink(frozenset({"a"}))
    board.show("another", None, Marks(lit=frozenset({"b"})))
    drawn = board.drawings
    ui.wait(1.0)
    assert board.drawings == drawn
