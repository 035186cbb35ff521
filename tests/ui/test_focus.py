"""The ring: where it goes, what it presses, and when it goes away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.engine.header import Seat
from companion.games.aton import GAME as ATON
from companion.games.tutankhamen import GAME as TUTANKHAMEN
from companion.games.tutankhamen.catalogue import read_catalogue
from companion.games.tutankhamen.setup import TutankhamenSetup
from companion.ui import facing, theme
from companion.ui.boards.base import Area
from companion.ui.draft import Draft
from companion.ui.table.agree import Agreement
from companion.ui.table.drawers import RulesDrawer
from companion.ui.table.menu import MenuPanel
from companion.ui.table.panel import PutBackPanel, RefusalPanel
from companion.ui.table.pieces import Cover
from companion.ui.widgets.button import PushButton
from tests.kit.aton_games import SEATS, dealt
from tests.kit.panel import Buttons
from tests.kit.sitting import Sitting
from tests.kit.ui import UI

PLACING = dealt(lambda decision: decision.id == "place" and not decision.forced)


@pytest.fixture
def hand(table: Sitting) -> Iterator[Buttons]:
    """Aton while counters are placed, and a panel."""
    table.start(ATON, SEATS, PLACING)
    yield Buttons(table)


def targets(hand: Buttons) -> list[str]:
    return [spot.target for spot in hand.focus.spots() if spot.target]


def test_the_ring_goes_over_lit_places_first_one_temple_after_the_other(hand: Buttons) -> None:
    lit = hand.desk.screen.board.signs.lit
    hand.turn(1)
    first = hand.words
    assert first in lit
    seen = [first]
    for _ in range(len(lit) - 1):
        hand.turn(1)
        seen.append(hand.words)
    assert set(seen) == lit and len(seen) == len(lit)
    assert seen == sorted(seen)


def test_the_tools_follow_the_panel_and_the_head_comes_last(hand: Buttons) -> None:
    ranks = [spot.rank for spot in hand.focus.spots()]
    assert ranks == sorted(ranks)
    assert hand.focus.spots()[-1].widget is hand.desk.screen.headline.menu_corner
    hand.turn(1)
    hand.turn(-1)
    assert hand.focus.spot.widget is hand.desk.screen.headline.menu_corner


def test_backwards_it_begins_at_the_last_answer(hand: Buttons) -> None:
    last = targets(hand)[-1]
    hand.turn(-1)
    assert hand.words == last


def test_the_ring_goes_round(hand: Buttons) -> None:
    hand.turn(1)
    first = hand.words
    hand.turn(len(hand.focus.spots()))
    assert hand.words == first


def test_push_plays_what_the_ring_stands_on(hand: Buttons) -> None:
    n = hand.desk.session.n
    hand.turn(1)
    target = hand.words
    hand.press("push")
    assert hand.desk.session.n == n + 1
    assert f"space:{hand.desk.session.lines[-1].move.space}" == target


def test_after_a_place_is_taken_the_ring_goes_on_from_there(table: Sitting) -> None:
    table.start(ATON, SEATS, dealt(lambda decision: decision.id == "place" and decision.owed > 1))
    hand = Buttons(table)
    hand.turn(3)
    before = targets(hand)
    here = before.index(hand.words)
    hand.press("push")
    assert hand.focus.spot is None and hand.focus.ring is None
    hand.turn(1)
    assert hand.words == targets(hand)[here]


def test_when_another_seat_is_asked_the_ring_begins_anew(hand: Buttons) -> None:
    hand.turn(3)
    asked = hand.desk.session.decision
    hand.press("push")
    assert hand.desk.session.decision.id == asked.id and hand.desk.session.decision.seats != asked.seats
    assert hand.focus.spot is None
    hand.turn(1)
    assert hand.words == targets(hand)[0]


def test_the_ring_is_drawn_three_pixels_wide_at_a_distance_of_two(hand: Buttons, ui: UI) -> None:
    hand.turn(1)
    x, y, w, h = hand.focus.ring
    blue = (143, 184, 246)
    middle = y + h // 2
    # Another place begins two pixels on, so the ring lies over it: above everything.
    for distance in (3, 4):
        assert ui.pixel(x - distance, middle) == blue
        assert ui.pixel(x + w + distance - 1, middle) == blue
    night = tuple(round(part * 255) for part in theme.colour("night")[:3])
    for distance in (1, 2, 6, 7):
        assert ui.pixel(x - distance, middle) == night, "nothing of its neighbours touches it"


def test_a_touch_takes_the_ring_away(hand: Buttons, ui: UI) -> None:
    hand.turn(1)
    ui.tap((400, 80))
    assert hand.focus.spot is None
    assert len(hand.focus.group.children) == 0


def test_the_ring_goes_when_another_screen_is_shown(hand: Buttons) -> None:
    hand.turn(1)
    hand.desk.context.go("settings")
    hand.ui.frames(3)
    assert hand.focus.spot is None


def test_the_ring_stays_on_a_tool_through_a_move(hand: Buttons) -> None:
    hand.widget(hand.desk.screen.tools.button("why"))
    assert hand.desk.screen.panel.open_tool == "why"
    hand.desk.screen.dismiss()
    hand.ui.frames(3)
    hand.desk.screen.play(hand.desk.session.decision.choices[0].move)
    hand.ui.frames(3)
    assert hand.focus.spot is not None
    assert hand.focus.spot.widget is hand.desk.screen.tools.button("why")


def test_the_ring_does_not_jump_to_another_seats_key_of_the_same_words(table: Sitting) -> None:
    screen = table.start(ATON, SEATS)
    hand = Buttons(table)
    red = next(button for move, button in screen.panel.seat_buttons.items() if move.by == "red")
    hand.widget(red)
    assert table.session.n == 1
    assert hand.focus.spot is None


def test_why_lets_the_ring_ask_about_any_place(hand: Buttons) -> None:
    screen = hand.desk.screen
    hand.widget(screen.tools.button("why"))
    lit, places = screen.board.signs.lit, list(screen.board.places())
    assert set(targets(hand)) == set(places)
    dark = next(target for target in places if target not in lit and screen.refusal_at(target))
    hand.place(dark)
    assert screen.panel.target == dark and screen.panel.refusal is not None
    assert hand.desk.session.n == len(PLACING)


def test_confirm_without_a_ring_presses_the_gold_button(hand: Buttons) -> None:
    screen = hand.desk.screen
    dark = next(t for t in screen.board.places() if t not in screen.board.signs.lit and screen.refusal_at(t))
    screen.refuse_at(dark)
    hand.ui.frames(3)
    assert isinstance(screen.panel, RefusalPanel)
    hand.press("confirm")
    assert not isinstance(screen.panel, RefusalPanel)
    assert hand.desk.session.n == len(PLACING)


def test_confirm_where_nothing_is_gold_only_shows_the_ring(hand: Buttons) -> None:
    hand.press("confirm")
    assert hand.words in hand.desk.screen.board.signs.lit
    assert hand.desk.session.n == len(PLACING)


def test_next_goes_on_where_there_is_nothing_to_choose_and_else_moves_the_ring(hand: Buttons) -> None:
    hand.press("next")
    assert hand.words == targets(hand)[0]
    hand.press("push")
    hand.press("undo")
    screen = hand.desk.screen
    assert isinstance(screen.panel, PutBackPanel)
    hand.press("next")
    assert not isinstance(screen.panel, PutBackPanel)


def test_undo_is_the_screens_undo_and_held_it_asks_everybody(hand: Buttons) -> None:
    session = hand.desk.session
    hand.turn(1)
    hand.press("push")
    n = session.n
    hand.press("undo")
    assert session.n == n - 1
    hand.press("confirm")
    hand.hold("undo")
    root = hand.desk.context.root
    assert isinstance(root.uppermost(), Agreement)
    assert session.n == n - 1
    hand.press("undo")
    assert root.uppermost() is hand.desk.screen


def test_an_undo_that_another_seat_came_before_is_none(hand: Buttons) -> None:
    session = hand.desk.session
    hand.down("undo")
    hand.desk.screen.play(session.decision.choices[0].move)
    n = session.n
    hand.up("undo")
    assert session.n == n


def test_an_undo_whose_cable_is_cut_is_none(hand: Buttons) -> None:
    session = hand.desk.session
    hand.turn(1)
    hand.press("push")
    n = session.n
    hand.down("undo")
    hand.device.lose()
    hand.ui.wait(1.0)
    assert session.n == n
    assert hand.desk.context.root.uppermost() is hand.desk.screen


def test_undo_is_the_way_back_everywhere_else(table: Sitting) -> None:
    table.ui.frames(3)
    hand = Buttons(table)
    for way in ("Settings", "Boxes"):
        hand.choose(way)
        assert table.screen.name == way.lower()
        hand.press("undo")
        assert table.screen.name == "home"
    hand.press("undo")
    assert table.screen.name == "home"


def test_undo_closes_what_lies_over_the_table(hand: Buttons) -> None:
    screen = hand.desk.screen
    n = hand.desk.session.n
    for open_it, kind in ((screen.open_menu, MenuPanel), (screen.open_rules, RulesDrawer)):
        open_it()
        hand.ui.frames(3)
        assert isinstance(screen.panel, kind)
        for _ in range(3):
            if isinstance(screen.panel, kind):
                hand.press("undo")
        assert not isinstance(screen.panel, kind)
    assert hand.desk.session.n == n


def test_a_dialog_has_the_ring_for_itself_and_what_must_be_held_is_held(hand: Buttons) -> None:
    screen = hand.desk.screen
    screen.open_menu()
    hand.ui.frames(3)
    incident = next(name for name in screen.panel.buttons if name.startswith("incident"))
    hand.widget(screen.panel.buttons[incident])
    dialog = hand.desk.context.root.uppermost()
    assert dialog is not screen
    for spot in hand.focus.spots():
        above = spot.widget
        while above is not dialog and above is not None and above.parent is not above:
            above = above.parent
        assert above is dialog


def test_a_hold_button_needs_the_button_held(table: Sitting) -> None:
    hand = Buttons(table)
    held: list[str] = []
    button = PushButton(text="Sure", kind="bad", holdable=True)
    button.bind(on_release=lambda *_: held.append("tap"), on_hold=lambda *_: held.append("hold"))
    table.screen.put(button, 300, 200, 200, 56)
    table.ui.frames(2)
    hand.ring(lambda spot: spot.widget is button)
    hand.press("push")
    hand.hold("push", 0.7)
    assert held == ["tap", "hold"]


def test_the_ring_reaches_tiles_beyond_the_window_of_the_path(table: Sitting) -> None:
    tiles = tuple(tile for tile, n in read_catalogue(TUTANKHAMEN.box).path.items() for _ in range(n))
    setup = TutankhamenSetup(layout=tiles, first="red", laid_by="table")
    screen = table.start(TUTANKHAMEN, ("red", "blue"), setup=setup)
    hand = Buttons(table)
    lit = [t for t in screen.board.offered() if t.startswith("slot:")]
    assert lit == [f"slot:{n}" for n in range(1, len(tiles) + 1)]
    assert "slot:40" not in screen.board.places()
    hand.place("slot:40")
    assert "slot:40" in screen.board.places()
    assert screen.panel.selected and table.session.n == 0
    hand.press("confirm")
    assert table.session.lines[-1].move.slot == 40


def test_a_row_comes_into_view_when_the_ring_gets_there(table: Sitting) -> None:
    seats = (Seat("red", "Anna", "w"), Seat("blue", "Bence", "e"))
    table.context.go("setup", draft=Draft.fresh(TUTANKHAMEN), seats=seats)
    table.ui.frames(3)
    hand = Buttons(table)
    rows = table.screen.checks
    assert rows.reach > 0 and rows.offset == 0
    hand.ring(lambda spot: spot.widget is table.screen.rows[-1])
    assert rows.offset > 0
    assert hand.focus.ring.y >= rows.y


def test_a_widget_beside_a_list_is_no_row_of_it(table: Sitting) -> None:
    table.context.go("settings")
    table.ui.frames(3)
    rows = next(w for w in table.screen.walk() if type(w).__name__ == "ScrollList")
    assert rows.row_of(table.screen.children[-1]) is None


def test_what_lies_under_a_cover_is_left_out(hand: Buttons) -> None:
    screen = hand.desk.screen
    hand.ui.resize(480, 800)
    hand.ui.frames(3)
    lit = screen.board.signs.lit
    assert lit & set(targets(hand))
    screen.open_menu()
    screen.put_part(Cover(), Area(0, 96, 480, 704))
    hand.ui.frames(3)
    assert screen.board.signs.lit == lit
    assert targets(hand) == []


def test_next_never_takes_a_choice_for_granted(table: Sitting) -> None:
    table.context.go("new_game", game=TUTANKHAMEN)
    table.ui.frames(3)
    hand = Buttons(table)
    assert table.screen.start.gold
    hand.press("next")
    assert table.screen.name == "new_game"
    assert hand.focus.spot is not None


def test_the_ring_turns_with_the_picture(hand: Buttons, ui: UI) -> None:
    hand.desk.context.change(facing="quarter")
    ui.wait(0.5)
    root = hand.desk.context.root
    root.face("w", wished=True)
    ui.wait(0.5)
    assert root.turn in (90, 270)
    hand.turn(1)
    x, y, w, h = hand.focus.ring
    assert ui.pixel(*facing.to_panel(x - 3.5, y + h / 2, root.turn, *ui.window.size)) == (143, 184, 246)
    ui.tap(facing.to_panel(x + w / 2, y + h / 2, root.turn, *ui.window.size))
    assert hand.desk.session.n == len(PLACING) + 1
