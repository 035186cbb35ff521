"""The Sobek board on the Table screen, with fingers: quay, pickers, delivery, sets, seats, refusals."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.sobek import GAME
from companion.games.sobek.moves import (
    Add,
    Character,
    Counted,
    Done,
    Down,
    Drop,
    Laid,
    Lay,
    LaySet,
    Name,
    Recount,
    Take,
    Tell,
    Token,
)
from companion.games.sobek.setup import SobekSetup
from companion.ui import fit, layout
from companion.ui.boards import board_for
from companion.ui.boards.sobek_keys import PickKey
from companion.ui.boards.sobek_pages import Desk, page_of
from companion.ui.boards.sobek_places import places
from companion.ui.layout import Frame, Rect
from companion.ui.table.panel import RefusalPanel
from tests.kit import inspect
from tests.kit.sitting import Sitting
from tests.kit.sobek_fingers import Fingers
from tests.kit.ui import UI

THREE = ("red", "blue", "green")
QUAY = ("WHE1", "MAR0", "CHA", "AMU", "EBO2", "FIS0", "IVO3", "WHE0", "WHE1")


def names(table: Sitting) -> dict[str, str]:
    return table.context.shown_names(table.session.header.seats)


def start(table: Sitting, *moves: Any, seats: tuple[str, ...] = THREE, laid: bool = True, **options: Any) -> Fingers:
    """A game with a delivery on the quay, `moves` made, and the table shown."""
    delivery = [Lay("table", place, card) for place, card in enumerate(QUAY, 1)]
    before = [*delivery, Laid("table")] if laid else []
    table.start(GAME, seats, [*before, *moves], options=options, setup=SobekSetup(first="red"))
    return Fingers(table)


# the quay


def test_the_first_four_cards_are_lit_and_say_what_they_cost(table: Sitting) -> None:
    start(table)
    marks = table.screen.decision_marks()
    assert {target for target in marks.lit if target.startswith("quay:")} == {f"quay:{n}" for n in (1, 2, 3, 4)}
    words = table.screen.board.texts()
    assert [word for word in words if word in ("free", "+1", "+2", "+3")] == ["free", "+1", "+2", "+3"]


def test_the_first_card_is_taken_with_one_touch(table: Sitting) -> None:
    fingers = start(table)
    fingers.make(Take("red", 1))
    assert fingers.touches["take"] == 1
    assert table.session.state.quay[0] == ""
    assert table.session.state.sides["red"].pile.n == 0


def test_another_card_is_selected_first_and_the_gold_key_names_it(table: Sitting) -> None:
    fingers = start(table)
    fingers.key("quay:4")
    assert table.session.n == 10
    assert table.screen.decision_marks().selected == {"quay:4"}
    assert inspect.find(None, "Take Amulet")
    fingers.key("quay:4")
    assert table.session.lines[-1].move == Take("red", 4)
    assert table.session.state.sides["red"].pile.n == 3


def test_a_fifth_card_is_refused_and_the_reason_is_marked(table: Sitting) -> None:
    fingers = start(table)
    fingers.key("quay:5")
    screen = table.screen
    assert isinstance(screen.panel, RefusalPanel)
    assert table.session.n == 10
    assert screen.board.signs.refused == {"quay:5"}
    assert screen.board.signs.reasons == {f"quay:{n}" for n in (1, 2, 3, 4)}
    assert table.shows("Nothing has changed.")
    fingers.key("quay:2")
    assert not isinstance(screen.panel, RefusalPanel)
    assert screen.board.signs.selected == {"quay:2"}


def test_an_empty_place_says_that_nothing_lies_there(table: Sitting) -> None:
    fingers = start(table, Take("red", 1))
    fingers.key("quay:1")
    assert isinstance(table.screen.panel, RefusalPanel)
    assert table.screen.panel.refusal.code == "E_EMPTY"


def test_the_quay_keeps_its_place_whatever_is_open(table: Sitting) -> None:
    fingers = start(table)
    quay = table.screen.board.rect_of("quay:9")
    lowest = table.ui.window.height - table.screen.frame.px(258)
    for act in (table.screen.open_menu, table.screen.open_seats, lambda: fingers.key("quay:5")):
        act()
        table.ui.frames(2)
        assert table.screen.board.rect_of("quay:9") == quay
        covers = [widget for widget in table.screen._parts if widget.top > lowest + 1]
        assert covers == []


# a delivery


def test_a_delivery_is_told_with_a_tap_a_card_and_one_more(table: Sitting) -> None:
    fingers = start(table, laid=False)
    for place, card in enumerate(QUAY, 1):
        fingers.make(Lay("table", place, card))
    fingers.make(Laid("table"))
    assert sum(fingers.touches.values()) == 10
    assert table.session.state.quay == QUAY


def test_the_next_place_is_marked_and_a_laid_one_can_be_changed(table: Sitting) -> None:
    fingers = start(table, laid=False)
    for place, card in enumerate(QUAY[:3], 1):
        fingers.make(Lay("table", place, card))
    board = table.screen.board
    assert board.page.place == 4
    fingers.key("quay:2")
    assert board.page.place == 2
    fingers.key("card:FIS1")
    assert table.session.state.quay[:4] == ("WHE1", "FIS1", "CHA", "")
    assert board.page.place == 4


def test_two_quick_taps_on_a_card_lay_two_of_it(table: Sitting) -> None:
    fingers = start(table, laid=False)
    table.ui.double_tap(table.screen.board.keys["card:WHE0"])
    assert table.session.state.quay[:3] == ("WHE0", "WHE0", "")
    assert fingers.board.page.place == 3


def test_more_of_a_card_than_the_box_has_is_refused(table: Sitting) -> None:
    amulets = [Lay("table", place, "AMU") for place in range(1, 6)]
    fingers = start(table, *amulets, laid=False)
    assert not table.screen.board.keys["card:AMU"].lit
    fingers.key("card:AMU")
    assert isinstance(table.screen.panel, RefusalPanel)
    assert table.screen.panel.refusal.code == "E_BOX_SEEN"


# pickers


def test_the_pickers_stand_in_the_place_of_the_sets(table: Sitting) -> None:
    fingers = start(table)
    board = table.screen.board
    assert "set" not in " ".join(board.keys).replace("open:set", "")
    fingers.key("open:power")
    assert [key for key in board.keys if key.startswith("power:")] == [
        f"power:{name}" for name in ("QUE", "PRI", "THI", "SCR", "VIZ", "COU", "MER")
    ]
    fingers.key("open:set")
    assert len([key for key in board.keys if key.startswith("family:")]) == 6
    fingers.key("open:set")
    assert not [key for key in board.keys if key.startswith(("family:", "power:"))]


def test_a_character_is_played_with_two_touches(table: Sitting) -> None:
    fingers = start(table, Take("red", 3), Take("blue", 4), Take("green", 5))
    fingers.make(Character("red", "QUE"))
    assert fingers.touches["character"] == 2
    assert table.session.state.sides["red"].hand.n == 5


def test_a_character_that_nobody_can_hold_is_refused(table: Sitting) -> None:
    fingers = start(table)
    fingers.open("power")
    assert not table.screen.board.keys["power:QUE"].lit
    fingers.key("power:QUE")
    assert table.screen.panel.refusal.code == "E_HELD_CHARACTER"


def test_a_set_that_the_hand_is_too_small_for_is_refused(table: Sitting) -> None:
    fingers = start(table)
    fingers.open("set")
    assert not table.screen.board.keys["family:WHE"].lit
    fingers.key("family:WHE")
    assert table.screen.panel.refusal.code == "E_HAND"


TURNS = (Take("red", 1), Take("blue", 2), Take("green", 3), Take("red", 4), Take("blue", 5), Take("green", 6))


def test_a_set_is_laid_card_by_card_and_says_what_it_is_worth(table: Sitting) -> None:
    fingers = start(table, *TURNS)
    fingers.make(LaySet("red", "WHE"))
    for card in ("WHE1", "WHE0"):
        fingers.make(Add("red", card))
    words = table.screen.board.texts()
    assert "1 × 2 = 2" in words
    assert table.screen.board.keys.get("down") is None
    fingers.make(Add("red", "AMU"))
    assert "1 × 3 = 3" in table.screen.board.texts()
    assert table.screen.board.keys["down"].kind == "primary"


# seats


def test_corruption_counts_stay_hidden(table: Sitting) -> None:
    start(table, Take("red", 4))
    assert table.session.state.sides["red"].pile.n == 3
    assert _row(table, "red") == ["0", "3", "?", "Anna"]


def test_corruption_counts_are_shown_where_the_table_wants_them(table: Sitting) -> None:
    start(table, Take("red", 4), counts_shown=True)
    assert _row(table, "red") == ["0", "3", "3", "Anna"]


def _row(table: Sitting, who: str) -> list[str]:
    """What stands in the row of a seat: points, cards in hand, corruption, name."""
    board = table.screen.board
    row = board.frame.rect(*board.table.seats[THREE.index(who)])
    return [mark.text for mark in board.written if row.contains(*mark.rect.center)]


def test_a_tap_on_a_seat_shows_its_sets(table: Sitting) -> None:
    fingers = start(table)
    assert any("Anna: sets" in text for text in table.screen.board.texts())
    fingers.key("show:green")
    assert any("Kira: sets" in text for text in table.screen.board.texts())
    assert table.session.n == 10


def test_a_swipe_over_the_sets_shows_those_of_another_seat(table: Sitting) -> None:
    start(table)
    board, sets = table.screen.board, table.screen.board.table.sets
    y = 480 - sets.y - sets.h / 2
    for start_x, end_x, name in ((400, 200, "Bence"), (200, 400, "Anna"), (200, 400, "Kira"), (300, 280, "Kira")):
        table.ui.drag((start_x, y), (end_x, y))
        assert any(f"{name}: sets" in text for text in board.texts())
    assert table.session.n == 10


# sizes


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)])
@pytest.mark.parametrize("seats", [2, 4])
def test_every_size_is_clean(ui: UI, table: Sitting, size: tuple[int, int], seats: int) -> None:
    ui.resize(*size)
    fingers = start(table, seats=("red", "blue", "green", "yellow")[:seats])
    ui.frames(2)
    assert [str(problem) for problem in inspect.problems()] == []
    for page in ("power", "set"):
        fingers.open(page)
        assert [str(problem) for problem in inspect.problems()] == []
    fingers.key("quay:2")
    assert [str(problem) for problem in inspect.problems()] == []


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 720), (720, 1280), (480, 800)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_places_do_not_overlap_and_stay_on_the_screen(size: tuple[int, int], seats: int) -> None:
    frame = Frame(*size)
    table = places(frame, seats)
    found = [*table.quay, *table.costs, *table.actions, table.sets, *table.seats, table.tools]
    for i, a in enumerate(found):
        assert a.x >= 0 and a.y >= 0 and a.x + a.w <= frame.w + 0.5 and a.y + a.h <= frame.h + 0.5
        for b in found[i + 1 :]:
            across = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
            down = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
            assert across <= 0.5 or down <= 1.0


def test_the_quay_shares_what_a_wider_screen_has() -> None:
    wide = places(Frame(1280, 720), 3)
    assert wide.quay[1].x - wide.quay[0].x == pytest.approx(87.7 + 53 / 9)


def test_the_board_is_found_by_the_name_of_the_game() -> None:
    assert board_for("sobek").sheets == ("sobek",)


# sub-decisions


def test_the_known_number_of_a_fraud_is_one_touch(table: Sitting) -> None:
    fingers = start(table, Take("red", 1), Take("blue", 4), Take("green", 5), Take("red", 7), Take("blue", 8))
    state = table.session.state
    known = state.sides["blue"].pile.n
    assert known == 2
    page = page_of(fraud(state, "blue"), GAME.decision(fraud(state, "blue")), Desk())
    assert [key.look for key in page.buttons] == ["primary", "plain"]
    assert page.buttons[0].index == known
    assert page.buttons[1].form == 0
    assert fingers.touches.total() == 0


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_prosperity_with_one_way_leaves_its_set_in_sight(ui: UI, table: Sitting, size: tuple[int, int]) -> None:
    ui.resize(*size)
    set_of_wheat = [Add("red", "WHE1"), Add("red", "WHE0"), Add("red", "WHE0"), Down("red")]
    laid = [Take("red", 1), Take("blue", 2), Take("green", 3), LaySet("red", "WHE"), *set_of_wheat]
    start(table, *laid, Token("red", "PRO"), Tell("table", "prosperity", 2)).settle()
    assert table.session.decision.forced
    foot = size[1] - table.screen.board.table.sets.y
    for words in ("Wheat: (1 + 2) × 3 = 9", "Next"):
        widget = inspect.find(None, words)
        assert widget.to_window(widget.x, widget.y)[1] >= foot
    assert inspect.find(None, "1 × 3 = 3") is table.screen.board
    assert inspect.find(None, names(table)["green"]) is table.screen.board


def test_dropped_cards_are_counted_by_a_key_each(table: Sitting) -> None:
    start(table, Take("red", 3), Take("blue", 4), Take("green", 5))
    fingers = Fingers(table)
    fingers.make(Character("red", "PRI"))
    fingers.make(Name("red", "WHE"))
    labels = [str(key.label) for key in table.screen.board.page.buttons]
    assert labels[:2] == ["1", "2"]  # everybody saw one go under the tile
    fingers.make(Drop("red", 1))
    assert fingers.touches["drop"] == 1
    assert table.session.state.sides["red"].pile.n == 1


def test_the_corruption_counts_are_confirmed_with_one_touch_or_put_right(table: Sitting) -> None:
    fingers = start(table, *TURNS, Take("red", 7), Take("blue", 8), Take("green", 9))
    dealer_like_round(fingers)
    assert table.session.decision.id == "count"
    piles = [key for key in table.screen.board.page.keys if key.target.startswith("pile:")]
    assert [key.sub for key in piles] == [str(table.session.state.sides[who].pile.n) for who in THREE]
    told = table.session.state.sides["red"].pile.n - 1
    fingers.make(Recount("red", told))
    fingers.settle()
    assert table.session.state.sides["red"].pile.n == told
    fingers.make(Counted("table"))
    assert fingers.touches["counted"] == 1


def test_the_seats_lay_their_last_sets_one_after_another_by_their_tabs(table: Sitting) -> None:
    fingers = start(table, *TURNS, Take("red", 7), Take("blue", 8), Take("green", 9))
    dealer_like_round(fingers, done=False)
    board = table.screen.board
    assert board.page.seats == THREE
    assert board.page.who == "red"
    fingers.make(Done("green"))
    assert fingers.touches["done"] == 2
    fingers.make(Done("red"))
    assert fingers.touches["done"] == 3
    assert table.screen.board.page.who == "blue"


def fraud(state: Any, who: str) -> Any:
    """The position in which `who` shows the corruption cards."""
    asked = state.twin()
    asked.stage, asked.turn, asked.token = "fraud", who, "FRA"
    return asked


def dealer_like_round(fingers: Fingers, done: bool = True) -> None:
    """Play the round to its end without the screen: always the first card, characters face down only."""
    session, table = fingers.sitting.session, fingers.sitting
    cards = ("WHE0", "EBO0", "MAR0", "CAT0", "FIS0", "IVO0", "CAT1", "FIS1", "EBO2")
    while session.decision.id in ("lay", "turn"):
        state = session.state
        if session.decision.id == "turn":
            session.play(Take(state.turn, next(i for i, card in enumerate(state.quay, 1) if card)))
        elif state.quay.count("") > 0:
            place = state.quay.index("") + 1
            moves = [Lay("table", place, card) for card in (*cards, "CHA", "WHE1", "MAR2", "IVO3", "AMU")]
            session.play(next(move for move in moves if GAME.refuse(state, move) is None))
        else:
            session.play(Laid("table"))
    for who in THREE if done else ():
        session.play(Done(who))
    table.context.play(session)
    table.ui.frames(3)


@pytest.mark.parametrize(
    ("target", "label", "size", "shown"),
    [
        ("card:CHA", "Персонаж", (70, 72), ["?"]),
        ("card:CHA", "Персонаж", (90, 72), ["?", "Персонаж"]),
        ("family:EBO", "Чёрное дерево", (92, 84), ["Чёрное", "дерево"]),
        ("card:CAT0", "Marha", (148, 54), ["0"]),
        ("card:CAT1", "Marha", (148, 54), []),
        ("card:CAT0", "Marha", (148, 90), ["0", "Marha"]),
        ("card:AMU", "Amulett", (148, 54), ["Amulett"]),
    ],
)
def test_a_key_shows_its_name_whole_or_its_picture_alone(
    ui: UI, target: str, label: str, size: tuple[int, int], shown: list[str]
) -> None:
    key = PickKey(target, label=label)
    layout.place(key, Rect(0, 0, *size))
    ui.show(key)
    assert key.texts() == shown
    assert fit.overflows(key) == []
