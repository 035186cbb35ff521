"""The Aton board: one table of places for drawing, touch and tests; what is lit, refused and counted."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.engine.text import Text
from companion.games.aton import GAME
from companion.games.aton.moves import Correct, Place, Ready, Reveal
from companion.language import Language
from companion.ui import layout, theme
from companion.ui.boards import aton_places
from companion.ui.boards.base import Marks
from companion.ui.layout import Frame
from tests.kit.ui import UI

FRAMES = (Frame(800, 480), Frame(1024, 600), Frame(1280, 720), Frame(720, 1280), Frame(480, 800))
SEATS = ("red", "blue")


def position(moves: tuple[Any, ...] = (), **correct: Any) -> Any:
    """A state after `moves`, then put right by `correct`."""
    options = GAME.resolve({})
    state = GAME.new(SEATS, options, GAME.draw_setup(SEATS, options, Draw("A-1"), GAME.box), GAME.box)
    if correct:
        state = GAME.play(state, Correct("table", **correct)).state
    for move in moves:
        state = GAME.play(state, move).state
    return state


def view(ui: UI, frame: Frame, state: Any, marks: Marks | None = None, places: Any = None) -> Any:
    from companion.ui.boards.aton_view import AtonView

    ui.resize(frame.width, frame.height)
    language = Language("en", {"red": "Anna", "blue": "Bence"})
    board = AtonView(layout.current(), places or aton_places.table_places(layout.current()), language.say)
    ui.show(board)
    board.show(state, GAME.decision(state), marks or Marks())
    ui.frames(2)
    return board


def near(pixel: tuple[int, int, int], colour: str, off: int = 12) -> bool:
    wanted = theme.colour(colour)
    return all(abs(p - round(w * 255)) <= off for p, w in zip(pixel, wanted, strict=False))


@pytest.mark.parametrize("frame", FRAMES, ids=lambda f: f"{f.width}x{f.height}")
def test_every_place_has_its_own_room_of_a_finger(frame: Frame) -> None:
    places = aton_places.table_places(frame)
    assert len(places.cells) == 48
    assert len(places.cartouches) == 8
    areas = [*places.cells.values(), *places.cartouches.values()]
    for i, a in enumerate(areas):
        assert a.w >= 48 and a.h >= 48
        assert a.x >= 0 and a.x + a.w <= frame.w and a.y + a.h <= frame.h
        for b in areas[i + 1 :]:
            assert a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y


def test_the_places_are_those_of_the_drawing() -> None:
    cells = aton_places.table_places(Frame(800, 480)).cells
    assert (cells["1.01"].x + 1, cells["1.01"].y + 1) == (66, 115)
    assert (cells["2.05"].x + 1, cells["2.05"].y + 1) == (276, 165)
    assert (cells["4.12"].x + 1, cells["4.12"].y + 1) == (276 + 150, 285 + 100)
    assert aton_places.table_places(Frame(800, 480)).cartouches["cartouche:blue:4"] == (484, 115 + 83 * 3, 50, 76)


def test_fifteen_counters_fit_into_the_kingdom_of_the_dead() -> None:
    places = aton_places.table_places(Frame(800, 480))
    assert places.dead_disc(0, 8) == (202 + 33.5 / 2, 437 + 19, 13)
    discs = [places.dead_disc(i, 15) for i in range(15)]
    assert discs[0][2] == pytest.approx(0.43 * 268 / 15)
    assert all(b[0] - a[0] > 2 * a[2] for a, b in itertools.pairwise(discs))
    assert discs[-1][0] + discs[-1][2] < places.dead.x + places.dead.w


@pytest.mark.parametrize("frame", FRAMES, ids=lambda f: f"{f.width}x{f.height}")
def test_a_tap_in_the_middle_of_a_space_is_that_space(ui: UI, frame: Frame) -> None:
    board = view(ui, frame, position())
    tapped: list[str] = []
    board.bind(on_target=lambda _, target: tapped.append(target))
    for target in ("space:1.01", "space:2.08", "space:3.09", "space:4.12", "cartouche:red:3", "dead"):
        ui.tap(board.rect_of(target))
    assert tapped == ["space:1.01", "space:2.08", "space:3.09", "space:4.12", "cartouche:red:3", "dead"]


def test_a_finger_that_slides_off_taps_nothing(ui: UI) -> None:
    board = view(ui, Frame(800, 480), position())
    tapped: list[str] = []
    board.bind(on_target=lambda _, target: tapped.append(target))
    x, y = board.rect_of("space:1.02").center
    ui.drag((x, y), (x + 20, y))
    assert tapped == []


def test_a_lit_space_is_bright_in_a_light_ring_and_others_are_dim(ui: UI) -> None:
    board = view(ui, Frame(800, 480), position(), Marks(lit=frozenset({"space:1.01"})))
    x, y = board.rect_of("space:1.01").center
    assert near(ui.pixel(x - 15, y), "#E3C545")
    assert near(ui.pixel(x - 23, y), "lit")
    x, y = board.rect_of("space:1.02").center
    assert near(ui.pixel(x - 15, y), "#4D4420")


def test_a_refused_space_wears_a_cross_and_the_reason_the_same_ring(ui: UI) -> None:
    marks = Marks(refused=frozenset({"space:4.05"}), reasons=frozenset({"cartouche:red:3"}))
    board = view(ui, Frame(800, 480), position(), marks)
    x, y = board.rect_of("space:4.05").center
    assert near(ui.pixel(x - 24, y), "bad")
    assert near(ui.pixel(x - 15, y), "bad_soft")
    assert near(ui.pixel(x, y), "bad")
    rect = board.rect_of("cartouche:red:3")
    assert near(ui.pixel(rect.x + 2, rect.center[1]), "bad")


def test_a_counted_space_is_bright_with_its_counter(ui: UI) -> None:
    state = position(board={"2.08": "blue"})
    board = view(ui, Frame(800, 480), state, Marks(counted=frozenset({"space:2.08"}), scoring="temple4"))
    x, y = board.rect_of("space:2.08").center
    assert near(ui.pixel(x - 17, y + 17), "#5C97D0")
    assert near(ui.pixel(x - 23, y), "lit")
    assert "4 · Bence leads 1 : 0" not in board.texts()
    assert "4 · equal, 0 each" in board.texts()


def test_a_counter_placed_in_this_turn_wears_a_sand_ring(ui: UI) -> None:
    moves = (
        Ready("red"), Ready("blue"), Reveal("red", cards=(1, 1, 2, 3)), Reveal("blue", cards=(1, 2, 2, 2)),
        Place("red", space="1.01"),
    )  # fmt: skip
    board = view(ui, Frame(800, 480), position(moves))
    x, y = board.rect_of("space:1.01").center
    assert near(ui.pixel(x - 21, y), "sand")
    assert board.reading.open_temples == {1, 2}
    assert ("red", 4) in board.reading.in_use


def test_a_move_draws_only_the_spaces_that_changed(ui: UI) -> None:
    state = position()
    board = view(ui, Frame(800, 480), state)
    pieces = dict(board.parts._pieces)
    board.show(position(board={"1.01": "red"}), GAME.decision(state), Marks())
    changed = {name for name, piece in board.parts._pieces.items() if piece[0] != pieces[name][0]}
    assert changed == {"1.01"}


def test_the_words_of_the_board_are_the_ones_of_the_box(ui: UI) -> None:
    board = view(ui, Frame(800, 480), position())
    assert {"1 · difference", "2 · majority: 5", "3 · 1 each", "4 · 3 per blue"} <= set(board.texts())
    assert isinstance(board.reading.dead_label, Text)


def test_a_tap_beside_a_step_with_one_way_is_explained() -> None:
    from companion.ui.boards.aton import BOARD

    six = {f"1.{n:02d}": "red" for n in range(1, 7)} | {f"1.{n:02d}": "blue" for n in range(7, 12)}
    rows = (Ready("red"), Ready("blue"), Reveal("red", (1, 2, 1, 4)), Reveal("blue", (1, 3, 1, 1)))
    state = position(rows, board=six)
    decision = GAME.decision(state)
    assert decision.forced
    for target, code in (("space:2.01", "E_TEMPLE"), ("space:1.07", "E_OCCUPIED"), ("space:1.12", "E_TOGETHER")):
        move = BOARD.attempt(state, decision, target)
        assert move is not None
        refusal = GAME.refuse(state, move)
        assert refusal is not None and refusal.code == code
