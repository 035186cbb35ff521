"""The Table screen in its other ways: turned to the seat that decides, keeping scores only, with hints switched on."""

from __future__ import annotations

from companion.games.aton import GAME
from companion.table.scorekeeper import scorekeeper_of
from companion.ui.widgets.scroll_list import ScrollList
from tests.kit import inspect
from tests.kit.aton_games import SEATS, laid, row
from tests.kit.sitting import Sitting

PLACING = row((1, 1, 2, 1), (1, 2, 2, 2))


def test_the_picture_turns_only_when_another_seat_decides(table: Sitting) -> None:
    table.context.change(facing="half")
    table.start(GAME, SEATS, PLACING)
    root = table.context.root
    table.ui.frames(3)
    first = root.turn
    table.tap_target("space:4.01")
    assert root.turn == first
    table.screen.dismiss()
    turned = []
    root_face = root.face
    root.face = lambda side, wished, **more: turned.append(side) or root_face(side, wished, **more)
    table.session.play(next(c.move for c in table.session.decision.choices))
    table.screen.dismiss()
    assert turned == ["e"]


def test_a_simultaneous_decision_turns_nothing(table: Sitting) -> None:
    table.context.change(facing="half")
    turned: list[str] = []
    root = table.context.root
    root.face = lambda side, wished: turned.append(side)
    table.start(GAME, SEATS)
    table.ui.frames(3)
    assert turned == []


def test_holding_the_seat_square_turns_to_that_seat_whatever_the_settings_say(table: Sitting) -> None:
    moves = row((1, 1, 2, 2), (1, 2, 2, 2))
    screen = table.start(GAME, SEATS, moves)
    root = table.context.root
    assert (table.context.settings.facing, root.turn) == ("off", 0)
    table.ui.hold(screen.headline.seat_square)
    assert root.turn == 90
    table.ui.wait(0.31)
    target = screen.board.rect_of("space:1.06")
    table.ui.tap(root.to_parent(*target.center))
    assert [line.move.space for line in table.session.lines[len(moves) :]] == ["1.06"]
    assert root.turn == 90
    table.ui.hold(screen.headline.seat_square)
    assert root.turn == 0
    table.ui.wait(0.31)
    table.ui.hold(screen.headline.seat_square)
    assert root.turn == 90
    table.session.play(table.session.decision.choices[0].move)
    screen.dismiss()
    assert table.session.decision.seats == ("blue",)
    assert root.turn == 0


def test_both_scores_are_seen_beside_three_buttons(table: Sitting) -> None:
    table.start(GAME, SEATS, row((1, 2, 1, 4), (1, 2, 4, 2)), options={"digital_tie_draw": "yes"})
    table.ui.frames(2)
    assert table.shows("Toss for us")
    words = inspect.texts()
    assert "Anna" in words and "Bence" in words
    assert inspect.problems() == []


def test_both_scores_are_seen_when_points_are_told(table: Sitting) -> None:
    screen = table.start(GAME, SEATS, row((4, 2, 1, 1), (1, 2, 1, 1))[:3])
    for value in (1, 2, 1, 1):
        table.ui.tap(screen.panel.keys.keys[value])
    words = inspect.texts()
    assert "+6" in words and "Anna" in words and "Bence" in words


def test_scores_only_points_are_typed_as_sums(table: Sitting) -> None:
    table.start(scorekeeper_of(GAME), SEATS, mode="scorekeeper")
    table.tap_target("form:1")
    keypad = table.screen.panel.keypad
    for key in ("1", "0", "+", "5", "ok"):
        table.ui.tap(keypad.key(key))
    assert table.session.state.points == {"red": 0, "blue": 15}
    assert table.session.lines[-1].move.sum == "10+5"
    table.ui.wait(0.26)
    table.tap_target("choice:0")
    assert table.session.state.turn == 1


def test_a_position_is_tapped_in_and_counted(table: Sitting) -> None:
    table.start(scorekeeper_of(GAME), SEATS, mode="scorekeeper")
    table.tap_target("sheet:aton")
    form = table.screen.form
    for space, taps in (("1.01", 1), ("1.02", 1), ("1.09", 2), ("4.08", 2)):
        for _ in range(taps):
            table.ui.tap(form.board.rect_of(f"space:{space}"))
    assert form.owners == {"1.01": "red", "1.02": "red", "1.09": "blue", "4.08": "blue"}
    assert form.lines.scores.totals == {"red": 1, "blue": 3}
    table.ui.tap(form.add)
    table.settle()
    assert table.session.state.points == {"red": 1, "blue": 3}
    assert table.screen.name == "table"


def test_a_third_tap_empties_a_space_again(table: Sitting) -> None:
    table.start(scorekeeper_of(GAME), SEATS, mode="scorekeeper")
    table.tap_target("sheet:aton")
    form = table.screen.form
    for _ in range(3):
        table.ui.tap(form.board.rect_of("space:2.05"))
    assert form.owners == {}


def test_finishing_asks_once_more(table: Sitting) -> None:
    table.start(scorekeeper_of(GAME), SEATS, mode="scorekeeper")
    table.tap_target("choice:1")
    assert table.session.outcome is None
    table.tap_text("Finish the game and see who won")
    table.settle()
    assert table.screen.name == "result"


def test_hints_stand_in_the_sheet_of_the_seats(table: Sitting) -> None:
    board = {f"1.{s:02}": "red" for s in range(1, 12)}
    options = {"show_threats": "on", "show_card_counts": "on"}
    screen = table.start(GAME, SEATS, [laid(board), *PLACING], options=options)
    assert table.shows("11 of 12 in temple 1")
    table.ui.tap(screen.headline.seat_square)
    assert table.shows("11 of 12 in temple 1")
    scroll = next(part for part in screen._parts if isinstance(part, ScrollList))
    scroll.offset = scroll.reach
    table.ui.frames(2)
    assert table.shows("Anna has still")
    table.tap_text("Back to the game")
    assert not table.shows("Anna has still")


def test_hints_are_off_unless_wanted(table: Sitting) -> None:
    board = {f"1.{s:02}": "red" for s in range(1, 12)}
    table.start(GAME, SEATS, [laid(board), *PLACING])
    assert not any("of 12" in words for words in inspect.texts())


def test_a_position_tapped_in_outlives_a_turned_screen(table: Sitting) -> None:
    table.start(scorekeeper_of(GAME), SEATS, mode="scorekeeper")
    table.tap_target("sheet:aton")
    table.ui.tap(table.screen.form.board.rect_of("space:1.01"))
    table.ui.resize(480, 800)
    table.ui.frames(3)
    assert table.screen.form.owners == {"1.01": "red"}
    assert table.screen.form.lines.scores.totals == {"red": 1, "blue": 0}


def test_why_reads_a_button_without_pressing_it(table: Sitting) -> None:
    screen = table.start(scorekeeper_of(GAME), SEATS, mode="scorekeeper")
    table.ui.tap(screen.tools.button("why"))
    for target, words in (("choice:0", "Next turn"), ("form:0", "Anna: Points"), ("sheet:aton", "Scoring of a")):
        table.tap_target(target)
        assert table.shows("This is possible")
        assert table.shows(words)
    assert table.session.n == 0
    assert table.screen is screen


def test_a_set_tapped_in_outlives_a_turned_screen(table: Sitting) -> None:
    from companion.games.tutankhamen import GAME as TUTANKHAMEN

    table.start(scorekeeper_of(TUTANKHAMEN), ("red", "blue", "green"), mode="scorekeeper")
    table.tap_target("sheet:tutankhamen")
    table.ui.tap(table.screen.form.tiles["blue"].plus_key)
    table.ui.tap(table.screen.form.masks["green"])
    told = table.screen.form.data()
    assert told["holdings"]["blue"] == 1 and told["mask"] == "green"
    table.ui.resize(480, 800)
    table.ui.frames(3)
    assert table.screen.form.data() == told
