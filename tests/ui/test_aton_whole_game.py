"""Whole games of Aton by touches alone, from Home to the result, and every way to win reached on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.draw import Draw
from companion.games.aton import GAME
from tests.kit.aton_games import SEATS, laid, row
from tests.kit.sitting import Sitting
from tests.kit.ui import UI


def begin(table: Sitting) -> None:
    """From Home to the Table screen as people do it."""
    table.tap_text("Aton")
    for place, name in (("w0", "anna"), ("e0", "bence")):
        table.ui.tap(table.screen.chips[place])
        table.ui.tap(table.screen.type)
        for letter in name:
            table.ui.tap(table.screen.keyboard.key(letter))
        table.ui.tap(table.screen.keyboard.key("ok"))
        table.ui.frames(2)
    table.ui.tap(table.screen.start)
    table.ui.frames(2)
    assert table.screen.name == "setup"
    table.ui.tap(table.screen.play)
    table.ui.frames(2)
    assert table.screen.name == "table"


@pytest.mark.slow
@pytest.mark.parametrize(("size", "seed"), [((800, 480), "E-11"), ((720, 1280), "E-259")], ids=str)
def test_a_whole_game_by_touches(ui: UI, tmp_path: Path, size: tuple[int, int], seed: str) -> None:
    ui.resize(*size)
    table = Sitting(ui, tmp_path)
    begin(table)
    session = table.session
    dealer = GAME.dealer(SEATS, session.header.options, Draw(seed))
    refused = undone = asked = False
    while session.outcome is None:
        table.settle()
        before, decision, screen = session.state, session.decision, table.screen
        if decision.id == "place" and not decision.forced:
            lit = screen.board.signs.lit
            dark = next((t for t in (f"space:{s}" for s in screen.board.table.cells) if t not in lit), None)
            if not refused and dark is not None:
                refused = True
                table.tap_target(dark)
                assert screen.headline.refusal and session.state == before
                table.tap_text("Choose again")
            if not asked and dark is not None:
                asked = True
                ui.tap(screen.tools.button("why"))
                # Not the first one, which is tapped for good right after: that would be a double tap.
                table.tap_target(max(lit))
                assert table.shows("This is possible")
                screen.dismiss()
            if not undone:
                undone = True
                choice = decision.choices[0]
                table.make(choice.move)
                table.tap_tool("undo")
                table.tap_text("Done")
                assert session.state == before
                ui.wait(0.26)
        move = dealer.choose(before)
        table.make(move)
        played = session.results[-1]
        assert dealer.witness(move, before, played.state, played.events) == []
    table.settle()
    assert table.screen.name == "result"
    assert dealer.verdict(session.state) == []
    assert refused and undone and asked
    table.close()


def test_the_eight_cards_of_a_round_are_entered_with_eight_taps(table: Sitting) -> None:
    red, blue = (1, 1, 2, 4), (3, 3, 3, 1)
    table.start(GAME, SEATS, row(red, blue)[:2])
    for value in (*red, *blue):
        table.ui.tap(table.screen.panel.keys.keys[value])
    table.ui.frames(2)
    assert [line.move for line in table.session.lines] == row(red, blue)


def test_forty_points_at_cartouche_1_win_at_once(table: Sitting) -> None:
    """Spec example G08: 30 : 36, cards 1 against 3, Blue reaches 40."""
    moves = [laid({}, scores={"red": 30, "blue": 36}), *row((1, 2, 1, 1), (3, 2, 1, 1))[:3]]
    table.start(GAME, SEATS, moves)
    table.make(row((1, 2, 1, 1), (3, 2, 1, 1))[3])
    table.settle()
    assert table.screen.name == "result"
    assert table.session.outcome is not None
    assert table.session.outcome.winners == ("blue",)
    assert table.session.outcome.scores == {"red": 30, "blue": 40}
    assert table.shows("Bence wins, 40")


def test_a_full_temple_wins_at_once(table: Sitting) -> None:
    """Spec example G33: nine of temple 3, the three empty spaces are filled by force."""
    board = {f"3.{s:02}": "red" for s in range(1, 10)}
    table.start(GAME, SEATS, [laid(board), *row((2, 2, 3, 3), (2, 4, 4, 4))])
    spaces = ("3.10", "3.11", "3.12")
    for space in spaces:
        table.settle()
        table.tap_target(f"space:{space}")
    table.settle()
    assert table.screen.name == "result"
    assert table.session.outcome is not None
    assert table.session.outcome.winners == ("red",)


def test_a_scoring_decides_for_the_higher_total(table: Sitting) -> None:
    """Spec example G42: before 37 : 30; the position gives 14 : 24, so 51 : 54."""
    red = ["1.01", "1.02", "1.03", "1.04", "1.05", "2.07", "4.05"]
    blue = ["2.01", "2.08", "3.01", "3.02", "3.03", "3.04", "3.08", "4.04", "4.08", "4.12"]
    whole = {**dict.fromkeys(red, "red"), **dict.fromkeys(blue, "blue")}
    last = {"red": ["1.05"], "blue": ["4.12"]}
    board = {space: seat for space, seat in whole.items() if space not in ("1.05", "4.12")}
    moves = [*round_one(), laid({**cleared(), **board}, scores={"red": 37, "blue": 30}, dead={"red": 7, "blue": 0})]
    table.start(GAME, SEATS, [*moves, *row((1, 2, 4, 1), (1, 3, 4, 1))])
    table.settle()
    table.make(next(c.move for c in table.session.decision.choices if c.move.space == last["red"][0]))
    table.settle()
    table.make(next(c.move for c in table.session.decision.choices if c.move.space == "2.07"))
    table.settle()
    table.make(next(c.move for c in table.session.decision.choices if c.move.space == last["blue"][0]))
    assert table.screen.name in ("table", "scoring")
    table.settle()
    assert table.screen.name == "result"
    assert table.session.outcome is not None
    assert table.session.outcome.winners == ("blue",)


def round_one() -> list[object]:
    """A first round in which nobody gains: one counter each, without a removal."""
    moves = row((1, 1, 1, 1), (1, 2, 1, 1))
    state = GAME.new(SEATS, GAME.resolve({}), GAME.setup_type(), GAME.box)
    for move in moves:
        state = GAME.play(state, move).state
    while GAME.decision(state).id == "place":
        move = GAME.legal_moves(state)[0]
        moves.append(move)
        state = GAME.play(state, move).state
    return moves


def cleared() -> dict[str, None]:
    """The spaces that the first round filled, emptied again."""
    return dict.fromkeys(("1.01", "1.02"))
