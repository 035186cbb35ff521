"""The Table screen under a finger: what is accepted, what is refused and why, and how it is taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.text import T
from companion.games.aton import GAME
from companion.games.aton.moves import Place
from companion.table.errors import JournalError
from companion.ui.table.decide import DecidePanel
from companion.ui.table.panel import NoUndoPanel, PutBackPanel, RefusalPanel, ToldPanel, WhyPanel
from tests.kit import inspect
from tests.kit.aton_games import SEATS, dealt, laid, row
from tests.kit.sitting import Sitting
from tests.kit.ui import UI

PLACING = [*row((1, 1, 2, 3), (1, 2, 2, 2))]
"""Round 1: equal at cartouche 1, red goes first and places three in temple 1 or 2; blue two."""


def placing(table: Sitting) -> Any:
    screen = table.start(GAME, SEATS, PLACING)
    assert table.headline() == "Anna, place 3 counters in temple 1 or 2."
    return screen


def test_one_tap_places_a_counter(table: Sitting) -> None:
    screen = placing(table)
    table.tap_target("space:2.07")
    assert table.session.lines[-1].move == Place("red", space="2.07")
    assert table.headline() == "Anna, place 2 more counters in temple 1 or 2."
    assert table.shows("2 to place")
    assert screen.board.reading.board == {"2.07": "red"}


def test_a_double_tap_counts_once(table: Sitting) -> None:
    placing(table)
    rect = table.screen.board.rect_of("space:1.01")
    for _ in range(2):
        table.ui.up(table.ui.down(rect))
    assert table.session.n == len(PLACING) + 1
    assert isinstance(table.screen.panel, DecidePanel)


def test_a_closed_temple_is_refused_with_its_reason(table: Sitting) -> None:
    screen = placing(table)
    table.tap_target("space:4.05")
    assert isinstance(screen.panel, RefusalPanel)
    assert screen.headline.refusal
    assert table.session.n == len(PLACING)
    assert screen.board.signs.refused == {"space:4.05"}
    assert "cartouche:red:3" in screen.board.signs.reasons
    assert "space:1.01" in screen.board.signs.lit
    assert table.shows("Nothing has changed.")
    assert table.shows("1 and 2")
    table.tap_text("Choose again")
    assert isinstance(screen.panel, DecidePanel)
    assert not screen.headline.refusal


def test_a_lit_space_answers_a_refusal_and_plays(table: Sitting) -> None:
    placing(table)
    table.tap_target("space:4.05")
    table.tap_target("space:1.02")
    assert table.session.lines[-1].move == Place("red", space="1.02")
    assert isinstance(table.screen.panel, DecidePanel)


def test_the_rule_behind_a_refusal_opens_in_the_panel(table: Sitting) -> None:
    screen = placing(table)
    table.tap_target("space:4.05")
    refusal = screen.panel.refusal
    table.tap_text("Show the rule")
    page = GAME.help.rules[GAME.help.refusals[refusal.code].rule]
    assert table.shows(page.title)
    assert screen.board.rect_of("space:1.01") is not None


def test_counters_cannot_be_buried_by_hand(table: Sitting) -> None:
    screen = placing(table)
    table.tap_target("dead")
    assert screen.panel.refusal.code == "E_DEAD_EARLY"


def test_a_cartouche_has_no_part_in_placing(table: Sitting) -> None:
    screen = placing(table)
    table.tap_target("cartouche:blue:1")
    assert isinstance(screen.panel, RefusalPanel)
    assert screen.panel.refusal is None
    assert table.shows("has no part in")


def test_why_reads_any_place_without_playing_it(table: Sitting) -> None:
    screen = placing(table)
    table.ui.tap(screen.tools.button("why"))
    table.tap_target("space:1.01")
    assert isinstance(screen.panel, WhyPanel)
    assert table.shows("This is possible")
    table.tap_target("space:3.01")
    assert screen.panel.refusal.code == "E_TEMPLE"
    assert table.session.n == len(PLACING)
    table.ui.wait(0.3)
    table.ui.tap(screen.tools.button("why"))
    assert isinstance(screen.panel, DecidePanel)


def test_undo_lists_what_to_put_back(table: Sitting) -> None:
    screen = placing(table)
    table.tap_target("space:1.06")
    table.tap_tool("undo")
    assert isinstance(screen.panel, PutBackPanel)
    assert table.session.n == len(PLACING)
    assert table.shows("1.06")
    table.tap_text("Done")
    assert table.headline() == "Anna, place 3 counters in temple 1 or 2."


def test_an_undo_that_is_not_free_says_why_and_names_the_way(table: Sitting) -> None:
    screen = table.start(GAME, SEATS, PLACING[:2])
    table.tap_tool("undo")
    assert isinstance(screen.panel, NoUndoPanel)
    assert table.session.n == 2
    assert table.shows("Hold Undo")


def test_undo_is_off_while_there_is_no_move(table: Sitting) -> None:
    screen = table.start(GAME, SEATS)
    assert screen.tools.button("undo").kind == "off"


def test_holding_undo_asks_every_seat(table: Sitting) -> None:
    screen = table.start(GAME, SEATS, PLACING[:2])
    table.ui.hold(screen.tools.button("undo"))
    assert table.shows("Take the last move back together?")
    table.tap_text("Anna")
    assert table.session.n == 2
    table.tap_text("Bence")
    assert table.session.n == 1
    assert table.session.log()[-1].kind == "correct"


def test_one_seat_alone_cannot_take_a_move_back(table: Sitting) -> None:
    screen = table.start(GAME, SEATS, PLACING[:2])
    table.ui.hold(screen.tools.button("undo"))
    table.tap_text("Anna")
    table.tap_text("Leave it as it is")
    assert table.session.n == 2


def test_each_seat_has_its_own_ready_button(table: Sitting) -> None:
    screen = table.start(GAME, SEATS)
    assert screen.headline.seat == ""
    ready = [m for m in screen.panel.seat_buttons if type(m).__name__ == "Ready"]
    assert [m.by for m in ready] == ["red", "blue"]
    left, right = (screen.panel.seat_buttons[m] for m in ready)
    assert left.right <= right.x
    table.ui.tap(right)
    assert table.session.lines[-1].move == ready[1]
    assert screen.headline.seat == "red"


def test_both_rows_are_entered_with_eight_taps(table: Sitting) -> None:
    screen = table.start(GAME, SEATS, PLACING[:2])
    taps = (3, 1, 2, 4, 1, 2, 2, 2)
    for value in taps[:5]:
        table.ui.tap(screen.panel.keys.keys[value])
    assert table.session.n == 3
    for value in taps[5:]:
        table.ui.tap(screen.panel.keys.keys[value])
    assert [line.move.cards for line in table.session.lines[2:]] == [(3, 1, 2, 4), (1, 2, 2, 2)]
    assert isinstance(screen.panel, ToldPanel)
    assert table.headline() == "Anna gains 4 points at cartouche 1: (3 − 1) × 2."
    table.settle()
    assert table.headline() == "Anna, place 4 counters in temple 1 or 2."


def test_a_wrong_key_is_taken_back(table: Sitting) -> None:
    screen = table.start(GAME, SEATS, PLACING[:2])
    table.ui.tap(screen.panel.keys.keys[4])
    table.ui.tap(screen.panel.keys.back)
    for value in (1, 2, 3, 4):
        table.ui.tap(screen.panel.keys.keys[value])
    assert table.session.lines[-1].move.cards == (1, 2, 3, 4)


def test_a_forced_step_is_shown_with_next(table: Sitting) -> None:
    moves = dealt(lambda d: d.forced, 20)
    screen = table.start(GAME, SEATS, moves)
    assert screen.board.signs.lit == {t for c in table.session.decision.choices for t in c.targets}
    table.tap_text("Next")
    assert table.session.n == len(moves) + 1


def test_nothing_is_shown_that_could_not_be_stored(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = placing(table)

    def full(*_: object, **__: object) -> None:
        raise JournalError(T("The disk is full, so this could not be saved. Nothing has changed."))

    monkeypatch.setattr(table.session.journal, "append", full)
    table.tap_target("space:1.01")
    assert screen.headline.refusal
    assert table.headline() == "This could not be saved."
    assert not table.shows("Show the rule"), "no rule is at fault"
    assert " ".join(inspect.texts()).count("Nothing has changed.") == 1
    assert table.shows("Back to the game")
    assert screen.board.reading.board == {}
    assert table.session.n == len(PLACING)
    monkeypatch.undo()
    table.ui.wait(0.3)
    table.tap_target("space:1.01")
    assert screen.board.reading.board == {"1.01": "red"}


def test_the_log_marks_the_places_of_a_tapped_line(table: Sitting) -> None:
    screen = placing(table)
    table.tap_target("space:1.05")
    table.ui.tap(screen.tools.button("log"))
    panel = screen.panel.log
    row = panel.rows[-1]
    panel.list.reveal(row)
    table.ui.frames(2)
    table.ui.tap(row)
    assert screen.board.signs.fresh == {"space:1.05"}


def test_the_menu_puts_the_game_away(table: Sitting) -> None:
    screen = placing(table)
    table.ui.tap(screen.headline.menu_corner)
    table.tap_text("Put away")
    assert table.screen.name == "home"


def test_the_menu_shows_how_it_would_score_now(table: Sitting) -> None:
    moves = [laid({"1.01": "red", "1.02": "red", "1.09": "blue"}), *PLACING]
    screen = table.start(GAME, SEATS, moves)
    table.ui.tap(screen.headline.menu_corner)
    table.tap_text("If it were scored now")
    assert table.screen.name == "scoring"
    assert table.shows("2 − 1 = 1")
    assert table.shows("If scored now")


def test_stopping_needs_everybody(table: Sitting) -> None:
    screen = placing(table)
    table.ui.tap(screen.headline.menu_corner)
    rows = screen.panel.buttons
    stop = next(b for name, b in rows.items() if b.text == "Both agree to stop")
    screen._parts[-1].reveal(stop)
    table.ui.frames(2)
    table.ui.tap(stop)
    table.tap_text("Anna")
    assert table.session.outcome is None
    table.tap_text("Bence")
    table.settle()
    assert table.session.outcome is not None
    assert table.screen.name == "result"


def test_a_leaver_needs_a_held_button(table: Sitting) -> None:
    screen = placing(table)
    table.ui.tap(screen.headline.menu_corner)
    name, words = "incident:", "Anna leaves: the other player wins"
    leave = next(b for n, b in screen.panel.buttons.items() if n.startswith(name) and b.text == words)
    screen._parts[-1].reveal(leave)
    table.ui.frames(2)
    table.ui.tap(leave)
    table.ui.frames(2)
    dialog = table.context.root.children[0]
    table.ui.tap(dialog.safe_button)
    assert table.session.outcome is None
    table.ui.wait(0.3)
    table.ui.tap(leave)
    table.ui.frames(2)
    table.ui.hold(table.context.root.children[0].action_button)
    table.settle()
    assert table.session.outcome is not None
    assert table.session.outcome.winners == ("blue",)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)], ids=str)
def test_every_panel_fits_every_size(ui: UI, tmp_path: Path, size: tuple[int, int]) -> None:
    ui.resize(*size)
    table = Sitting(ui, tmp_path)
    screen = table.start(GAME, SEATS, dealt(lambda d: d.id == "place" and not d.forced and d.done == 1, 55))
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        ui.frames(2)
        found[name] = [str(problem) for problem in inspect.problems()]

    look("place")
    dark = next(f"space:{s}" for s in ("4.12", "4.11", "4.10", "4.01") if f"space:{s}" not in screen.board.signs.lit)
    screen.refuse_at(dark)
    look("refusal")
    screen.open(WhyPanel(screen))
    look("why")
    screen.open_menu()
    look("menu")
    screen.open_seats()
    look("seats")
    screen.dismiss()
    screen.undo()
    look("put back")
    for name, until in (("cards", "cards"), ("reveal", "reveal"), ("forced", "")):
        table.start(GAME, SEATS, dealt(lambda d, u=until: d.id == u if u else d.forced, 55))
        look(name)
    table.close()
    assert {name: told for name, told in found.items() if told} == {}
