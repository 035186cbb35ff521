"""The Tutankhamen board on the real Table screen, by touch: window, selection, sets, sheets, coin, light mode."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.catalogue import read_catalogue
from companion.games.tutankhamen.moves import ClearKind, Finish, Forget, Steal, Take, TakeKind
from companion.games.tutankhamen.setup import TutankhamenSetup
from tests.kit import inspect
from tests.kit.sitting import Sitting
from tests.kit.ui import UI

THREE = ("red", "blue", "green")
SIX = ("red", "blue", "green", "yellow", "black", "violet")


def laid(*first: str) -> TutankhamenSetup:
    """A path that begins with these tiles; red begins."""
    tiles = [tile for tile, n in read_catalogue(GAME.box).path.items() for _ in range(n)]
    for tile in first:
        tiles.remove(tile)
    return TutankhamenSetup(layout=(*first, *tiles), first="red", laid_by="table")


def mixed(seats: tuple[str, ...]) -> TutankhamenSetup:
    """A path in a random order that is always the same; red begins."""
    drawn = GAME.draw_setup(seats, GAME.resolve({}), Draw("5"), GAME.box)
    return TutankhamenSetup(layout=drawn.layout, first="red")


def texts_of(widget: Any) -> list[str]:
    return inspect.texts(widget)


def test_the_first_tap_selects_and_says_what_follows_the_second_takes(table: Sitting) -> None:
    screen = table.start(GAME, THREE, setup=laid("S8A", "S8B"))
    table.tap_target("slot:2")
    assert table.session.n == 0
    assert table.shows("Take Throne (8), 1 of 8")
    assert table.shows("Nothing is cleared or scored.")
    table.tap_text("Take Throne (8), 1 of 8")
    assert table.session.lines[-1].move == Take("red", 2)
    assert screen.board.state.pos["red"] == 2


def test_the_selected_tile_is_named_in_bold_and_pieces_that_stay_are_not_drawn_again(table: Sitting) -> None:
    screen = table.start(GAME, THREE, setup=laid("S8A", "S8B"))
    drawn: list[str] = []
    paint = screen.board._slot
    screen.board._slot = lambda pen, state, slot, cell: (drawn.append(slot), paint(pen, state, slot, cell))
    table.tap_target("slot:2")
    assert set(drawn) == {2}
    names = [mark for mark in screen.board.written if mark.text == "Throne"]
    assert [mark.bold for mark in names[:1]] == [True]


def test_a_board_that_was_played_on_shows_what_a_fresh_one_shows(table: Sitting) -> None:
    screen = table.start(GAME, THREE, setup=mixed(THREE))
    for n in range(24):
        choice = table.session.decision.choices[n % len(table.session.decision.choices)]
        table.session.play(choice.move)
        screen.refresh()
        board = screen.board
        fresh = screen.board_def.play_view(table.context)
        fresh.show(board.state, board.decision, board.signs)
        assert sorted(map(repr, board.marks)) == sorted(map(repr, fresh.marks)), n


def test_upright_the_gold_button_stands_beside_the_tools_and_hides_no_set(table: Sitting) -> None:
    table.ui.resize(480, 800)
    try:
        screen = table.start(GAME, THREE, setup=laid("S8A", "S8B"))
        table.tap_target("slot:1")
        gold = inspect.find(None, "Take Sarcophagus (8), 1 of 8")
        assert gold.right < screen.tools.x
        assert gold.top <= screen.frame.rect(*screen.board.table.sets[-1]).y
    finally:
        table.ui.resize(800, 480)


def test_the_line_over_the_sets_names_what_a_move_clears_and_scores(table: Sitting) -> None:
    moves = [Take("red", 2), Take("blue", 3), Take("green", 4)]
    setup = laid("S1A", "S8B", "S8A", "S8A", "S1B", "S8A")
    screen = table.start(GAME, THREE, moves, setup=setup)
    table.tap_target("slot:5")
    # Slot 1 is gone since everybody has left the start; behind blue nothing lies.
    assert screen.side.sets.due == {"S1B"}
    assert [step.ahead for step in screen.phase_bar.steps] == [False, False, False, True], "Score follows"
    assert table.shows("Scores: 1-B")


def test_the_window_begins_ahead_of_the_pawn_and_its_keys_jump_eight_slots(table: Sitting) -> None:
    screen = table.start(GAME, THREE, [Take("red", 10), Take("blue", 30), Take("green", 31)], setup=mixed(THREE))
    assert screen.board.start == 11
    table.ui.tap(screen.board._onward)
    assert screen.board.start == 19
    assert table.shows("slots 19–34 of 69")
    table.ui.tap(screen.board._back)
    table.ui.tap(screen.board._back)
    table.ui.tap(screen.board._back)
    assert screen.board.start == 1
    assert screen.board._back.kind == "off"


def test_the_window_is_dragged_over_the_overview_and_nothing_is_taken(table: Sitting) -> None:
    screen = table.start(GAME, THREE, setup=mixed(THREE))
    over, frame = screen.board.table.overview, screen.frame
    table.ui.drag(frame.point(*over.centre(5)), frame.point(*over.centre(60)))
    assert screen.board.start == 54
    assert table.session.n == 0
    assert screen.board.rect_of("slot:69") is not None
    assert screen.board.rect_of("slot:1") is None


def test_the_pyramid_says_that_the_mask_is_there_until_it_is_taken(table: Sitting) -> None:
    table.start(GAME, THREE, setup=mixed(THREE))
    assert table.shows("To the pyramid: mask")
    table.make(Finish("red"))
    table.settle()
    assert table.shows("To the pyramid")
    assert not table.shows("To the pyramid: mask")


def test_a_refused_slot_is_marked_and_told_and_nothing_changes(table: Sitting) -> None:
    moves = [Take("red", 5), Take("blue", 3), Take("green", 4)]
    screen = table.start(GAME, THREE, moves, setup=mixed(THREE))
    screen.board.start = 1
    screen.board.redraw()
    table.tap_target("slot:3")
    assert screen.headline.refusal
    assert "slot:3" in screen.board.signs.refused
    assert table.shows("Nothing has changed.")
    assert table.session.n == 3


def test_the_sets_show_leaders_and_the_sheet_what_each_pays_now(table: Sitting) -> None:
    moves = [Take("red", 1), Take("blue", 2), Take("green", 3), Take("red", 4)]
    setup = laid("S8A", "S8A", "S6A", "S8A")
    screen = table.start(GAME, THREE, moves, setup=setup)
    assert "×2" in texts_of(screen.side.sets), "red leads the first set with two"
    table.ui.tap(screen.side.sets)
    sheet = screen.side.sheet
    shown = texts_of(sheet)
    assert shown[shown.index("Sarcophagus") - 1] == "5 left"
    assert [t for t in shown if t.startswith("+")][:3] == ["+8", "+4", "+6"], "8, its half, and a lone dog"
    table.ui.tap(sheet.back)
    assert screen.side.sheet is None


def test_words_too_long_for_a_place_leave_the_numbers(table: Sitting) -> None:
    screen = table.start(GAME, THREE, [Take("red", 1)], setup=laid("S8A"))
    screen.side.sets.say = screen.board.say = lambda text: "m" * 40
    screen.board.redraw()
    screen.side.sets.redraw()
    table.ui.frames(2)
    shown = texts_of(screen.side.sets)
    assert shown[shown.index("×1") + 1] == "7"
    assert "1–16" in texts_of(screen.board)


def test_the_strip_opens_the_tiles_of_everybody(table: Sitting) -> None:
    moves = [Take("red", 1), Take("blue", 2), Take("green", 3)]
    screen = table.start(GAME, THREE, moves, setup=laid("S8A", "S8B", "S6A"))
    table.ui.tap(screen.board._strip)
    shown = texts_of(screen.side.sheet)
    assert [name for name in shown if name in ("Anna", "Bence", "Kira")] == ["Anna", "Bence", "Kira"]
    table.make(Take("red", 4))
    table.settle()
    assert screen.side.sheet is None, "the next turn closes the sheet"


def test_the_coin_shows_whose_tiles_can_be_taken_and_takes_one(table: Sitting) -> None:
    moves = [Take("red", 1), Take("blue", 2), Take("green", 3)]
    screen = table.start(GAME, THREE, moves, setup=laid("S8A", "S8A", "S8A", "CO"))
    table.make(Take("red", 4))
    table.settle()
    assert screen.board.thefts == ["hold:blue:S8A", "hold:green:S8A"]
    assert table.shows("Take nothing")
    table.make(Steal("red", "S8A", "green"))
    state = table.session.state
    assert (state.held["red"]["S8A"], state.held["green"]["S8A"], state.points["green"]) == (2, 0, 1)


def test_a_pharaoh_is_asked_beside_the_set_at_stake(table: Sitting) -> None:
    moves = [Take("red", 1), Take("blue", 2), Take("green", 3), Take("red", 4)]
    screen = table.start(GAME, THREE, moves, setup=laid("S2A", "PH", "S8A", "S8B", "S2A"))
    table.make(Take("blue", 5))
    assert table.session.decision.id == "pharaoh"
    stake = texts_of(screen.side.stake)
    assert stake.count("+1") == 2, "tied: half of 2 each"
    table.tap_text("Add a pharaoh")
    state = table.session.state
    assert (state.points["red"], state.points["blue"]) == (1, 2)


def test_without_a_path_the_kinds_are_tapped(table: Sitting) -> None:
    setup = TutankhamenSetup(layout=None, first="red", laid_by="table")
    screen = table.start(GAME, ("red", "blue"), setup=setup)
    assert screen.board.rect_of("slot:1") is None
    table.make(TakeKind("red", "S1A"))
    table.settle()
    assert table.session.state.points["red"] == 1
    table.make(TakeKind("blue", "S8A"))
    assert table.shows("No more tiles behind")
    table.make(ClearKind("table", "S8B"))
    table.tap_text("No more tiles behind")
    assert table.session.state.left["S8B"] == 7
    assert table.session.decision.seats == ("red",)


def test_a_path_nobody_knows_any_more_gives_way_to_its_kinds_and_comes_back(table: Sitting) -> None:
    screen = table.start(GAME, THREE, [Take("red", 3), Take("blue", 2)], setup=mixed(THREE))
    screen.play(Forget("table"))
    table.settle()
    assert screen.board.rect_of("slot:10") is None
    assert screen.board.rect_of("set:S8A") is not None
    assert table.shows("Kira, which tile do you take?")
    table.make(TakeKind("green", "S8A"))
    table.settle()
    assert table.shows("No more tiles behind")
    steps = [screen.say(text) for text in table.session.rewind(2, THREE)]
    assert steps[0].startswith("In the path: 1 (")
    table.settle()
    assert table.session.state.match.recorded


def test_a_box_with_a_lost_tile_has_68_slots(table: Sitting) -> None:
    box = {"kind.S8A.present": 7}
    import msgspec

    from companion.table.session import Session
    from tests.kit.sitting import header_of

    setup = laid("S8A")
    setup = msgspec.structs.replace(setup, layout=setup.layout[1:] if setup.layout else None)
    header = msgspec.structs.replace(header_of(GAME, THREE, setup=setup), box=box)
    table.context.play(Session.start(table.context.journal, GAME, header))
    table.ui.frames(3)
    assert table.shows("slots 1–16 of 68")


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)])
@pytest.mark.parametrize("seats", [THREE, SIX])
def test_the_table_is_readable_at_every_size(
    table: Sitting, size: tuple[int, int], seats: tuple[str, ...], shot: Callable[[str], None]
) -> None:
    table.ui.resize(*size)
    screen = table.start(GAME, seats, [Take(s, i + 1) for i, s in enumerate(seats)], setup=mixed(seats))
    table.tap_target(screen.decision.choices[3].targets[0])
    assert [str(problem) for problem in inspect.problems()] == []
    shot(f"tutankhamen-table-{len(seats)}-{size[0]}x{size[1]}")
    table.ui.tap(screen.side.sets)
    table.ui.frames(2)
    assert [str(problem) for problem in inspect.problems()] == []


@pytest.fixture
def shot(ui: UI) -> Callable[[str], None]:
    return lambda name: ui.shot(Path("build/screenshots") / f"{name}.png") and None
