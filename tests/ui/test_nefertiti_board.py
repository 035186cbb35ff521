"""The board of Nefertiti on the real Table screen, by touch: bids, closings, refills, characters, sheets, trust."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.games.nefertiti import GAME
from companion.games.nefertiti.moves import (
    Character,
    Closes,
    Force,
    GameOver,
    Half,
    Icons,
    Lay,
    Lift,
    NewSquare,
    Number,
    Place,
    Take,
)
from companion.games.nefertiti.setup import NefertitiSetup
from companion.table.session import Session
from companion.ui import theme
from companion.ui.boards.nefertiti_places import places
from companion.ui.layout import Frame
from tests.kit import inspect
from tests.kit.sitting import Sitting, header_of
from tests.kit.ui import UI

FOUR = ("green", "red", "blue", "black")
RIGHT = ("GIZ-R", "AKH-L", "ABU-R", "LOU-L")
OPENING = ("gold", "chair", "harp", "mirror", "necklace", "harp", "chair", "senet1", "senet2", "statuette", "mirror",
           "harp")  # fmt: skip


def start(
    table: Sitting, moves: Sequence[Any] = (), practice: bool = True, seats: tuple[str, ...] = FOUR,
    options: dict[str, Any] | None = None, laid: bool = True, names: Sequence[str] = (),
) -> Any:  # fmt: skip
    """A game in which green begins, the opening gifts lie, and `moves` are made."""
    setup = NefertitiSetup(sides=RIGHT, first="green", laid_by="table")
    header = msgspec.structs.replace(header_of(GAME, seats, options, setup=setup), practice=practice)
    if names:
        chairs = zip(header.seats, names, strict=True)
        header = msgspec.structs.replace(header, seats=tuple(msgspec.structs.replace(s, name=n) for s, n in chairs))
    session = Session.start(table.context.journal, GAME, header)
    for gift in OPENING if laid else ():
        session.play(Lay("table", gift))
    for move in moves:
        session.play(move)
    table.context.play(session)
    table.ui.frames(3)
    return table.screen


def bid(table: Sitting, half: str, number: int) -> str:
    """The full id of the square of `half` with this number."""
    squares = table.session.state.match.facts.halves[half].squares
    return next(f"{half}:{square.id}" for square in squares if square.bid == number)


def bids(half: str, *numbers: int) -> list[Place]:
    """Placements in turn on these numbers of a practice half."""
    assert GAME.practice is not None
    squares = {square["bid"]: square["id"] for square in GAME.practice.value(f"half.{half}.squares")}
    return [Place(FOUR[i % 4], f"{half}:{squares[n]}") for i, n in enumerate(numbers)]


# telling the gifts


def test_each_gift_off_the_deck_is_one_tap_on_its_key(table: Sitting) -> None:
    screen = start(table, laid=False)
    assert table.headline().startswith("Gizeh")
    for n, gift in enumerate(OPENING[:4], 1):
        table.tap_target(f"card:{gift}")
        table.ui.frames(2)
        assert table.session.n == n
    assert table.session.state.places["GIZ"] == OPENING[:4]
    assert screen.board.rect_of("card:akhenaton") is None, "it is among the last five cards"


def test_the_place_that_the_next_card_goes_to_is_framed(table: Sitting) -> None:
    screen = start(table, laid=False)
    lit = tuple(round(255 * part) for part in theme.colour("lit")[:3])

    def framed() -> list[bool]:
        column = screen.board.lay.columns[0]
        tops = (column.gifts[i] for i in range(4))
        edges = [(area.x + area.w / 2, area.y + (area.h - column.gift[1]) / 2 + 1.5) for area in tops]
        return [table.ui.pixel(*screen.frame.point(*edge)) == lit for edge in edges]

    assert framed() == [True, False, False, False]
    table.tap_target("card:gold")
    table.ui.frames(2)
    assert framed() == [False, True, False, False]


# bidding


def test_the_first_tap_selects_and_says_what_the_bid_adds(table: Sitting) -> None:
    screen = start(table, bids("ABU-R", 8))
    target = "square:" + bid(table, "ABU-R", 9)
    table.tap_target(target)
    assert table.session.n == len(OPENING) + 1
    assert table.shows("8 + 9 = 17: closes")
    assert table.shows("Place: bid 9")
    assert screen.board.signs.selected == {target}
    table.tap_text("Place: bid 9")
    assert table.session.state.closing is not None
    assert table.session.state.closing.market == "ABU"


def test_the_bar_of_the_selected_bid_grows_in_gold(table: Sitting) -> None:
    from companion.ui.boards.nefertiti_progress import progress

    start(table, bids("GIZ-R", 1))
    state = table.session.state
    plain = progress(state, "GIZ")
    ahead = progress(state, "GIZ", {"square:" + bid(table, "GIZ-R", 3)})
    assert plain.groups == ((3, 1, 0), (4, 1, 0))
    assert ahead.groups == ((3, 1, 1), (4, 1, 1)), "another colour and another servant"
    assert progress(state, "GIZ", {"square:" + bid(table, "GIZ-R", 1)}).groups == plain.groups, "it is taken"


def test_the_row_of_a_seat_shows_coins_servants_and_seals(table: Sitting) -> None:
    screen = start(table, bids("GIZ-R", 1))
    row = screen.side.rows["green"]
    assert inspect.texts(row) == ["0", "Kira", "9", "3", "0"], "8 deben and the coin of the first servant"


def test_a_taken_square_is_refused_and_marked(table: Sitting) -> None:
    moves = bids("GIZ-R", 1)
    screen = start(table, moves)
    target = f"square:{moves[0].square}"
    table.tap_target(target)
    assert screen.headline.refusal
    assert screen.board.signs.refused == {target}
    assert table.shows("Nothing has changed.")
    assert table.session.n == len(OPENING) + 1


def test_a_closed_market_says_why_nobody_bids_there(table: Sitting) -> None:
    screen = start(table)
    table.tap_target("market:LOU")
    assert screen.headline.refusal
    assert table.shows("Louqsor is closed")


# closing


def closing_game(table: Sitting) -> Any:
    """Green 8, red 3, blue 6 at Abou Simbel: 17 closes it."""
    return start(table, bids("ABU-R", 8, 3, 6))


def test_the_highest_bidder_takes_gifts_by_tapping_them(table: Sitting) -> None:
    screen = closing_game(table)
    table.settle()
    assert table.session.decision.id == "buy"
    money = table.session.state.money["green"]
    assert {target for target in screen.board.signs.lit if target.startswith("gift:")} == {
        "gift:ABU:top", "gift:ABU:low1", "gift:ABU:low2", "gift:ABU:low3",
    }  # fmt: skip
    table.make(Take("green", "low1"))
    table.settle()
    assert table.session.state.money["green"] == money - 8
    assert table.session.decision.id == "more"
    table.make(Take("green", "low2"))
    table.settle()
    assert table.session.decision.seats == ("blue",)


def test_a_later_bidder_is_told_the_amounts(table: Sitting) -> None:
    closing_game(table)
    table.settle()
    for place in ("low1", "low2"):
        table.make(Take("green", place))
        table.settle()
    reserve = table.session.state.reserve["ABU"]
    half = (reserve + 1) // 2
    assert table.shows(f"Take {half} deben")
    table.tap_target("reserve:ABU")
    assert table.session.lines[-1].move == Half("blue")
    assert table.session.state.reserve["ABU"] == reserve - half


def test_without_a_free_servant_whole_markets_light_up(table: Sitting) -> None:
    screen = start(table)
    moves = []
    for half, numbers in (("GIZ-R", (1, 2)), ("AKH-L", (3, 5)), ("ABU-R", (0, 1))):
        for n in numbers:
            moves.append((half, n))
    assert screen.decision.id == "place"
    state = table.session.state
    servants = [Place("green", bid(table, half, n)) for half, n in moves[:4]]
    values = {f"square:{move.square}": "green" for move in servants}
    edits = {edit.id for edit in GAME.edits(state)}
    assert set(values) <= edits
    table.session.play(GAME.correction(state, values))
    table.context.play(table.session)
    table.ui.frames(3)
    assert table.session.decision.id == "force"
    table.tap_target("market:GIZ")
    assert table.shows("Close Gizeh")
    table.tap_text("Close Gizeh")
    assert table.session.lines[-1].move == Force("green", "GIZ")
    assert table.session.state.closing is not None


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_board_that_was_played_on_shows_what_a_fresh_one_shows(table: Sitting, size: tuple[int, int]) -> None:
    table.ui.resize(*size)
    assert GAME.practice is not None
    dealer = GAME.dealer(FOUR, GAME.resolve({}), Draw("evening"), GAME.practice)
    header = msgspec.structs.replace(header_of(GAME, FOUR, setup=dealer.setup), practice=True)
    table.context.play(Session.start(table.context.journal, GAME, header))
    table.ui.frames(3)
    screen = table.screen
    for n in range(90):
        before = table.session.state
        move = dealer.choose(before)
        table.session.play(move)
        dealer.witness(move, before, table.session.state, table.session.results[-1].events)
        screen.refresh()
        board = screen.board
        fresh = screen.board_def.play_view(table.context)
        fresh.desk.tab = board.desk.tab
        fresh.show(board.state, board.decision, board.signs)
        assert sorted(map(repr, board.marks)) == sorted(map(repr, fresh.marks)), (n, move)


# characters


def seal_edit(table: Sitting) -> str:
    return next(edit.id for edit in GAME.edits(table.session.state) if "seal" in edit.id and "green" in edit.id)


def test_a_character_is_picked_from_its_sheet(table: Sitting) -> None:
    screen = start(table)
    table.session.play(GAME.correction(table.session.state, {seal_edit(table): 1, **_less_supply(table)}))
    screen.refresh()
    table.ui.frames(2)
    table.tap_text("Play a character")
    table.ui.frames(2)
    assert "back" in screen.side.buttons
    card = next(c.move.card for c in screen.decision.choices if isinstance(c.move, Character))
    table.tap_target(f"character:{card}")
    table.ui.frames(2)
    gold = next(text for text in inspect.texts() if text.startswith("Spend a seal"))
    table.tap_text(gold)
    assert table.session.lines[-1].move == Character("green", card)


def _less_supply(table: Sitting) -> dict[str, str | int]:
    edits = {edit.id: edit for edit in GAME.edits(table.session.state)}
    found = [edit for edit in edits.values() if "supply" in edit.id]
    return {edit.id: int(edit.value) - 1 for edit in found}


def test_an_effect_entered_by_hand_offers_everything_that_can_move(table: Sitting) -> None:
    screen = start(table, practice=False)
    table.session.play(GAME.correction(table.session.state, {seal_edit(table): 1, **_less_supply(table)}))
    screen.refresh()
    table.make(Character("green", "thief"))
    table.settle()
    assert table.session.decision.id == "effect"
    assert any(isinstance(c.move, Lift) for c in table.session.decision.choices)
    assert screen.board.rect_of("money:green") is not None
    assert screen.board.rect_of("money:green") is not None
    assert screen.board.rect_of("gift:GIZ:top") is not None
    assert [str(problem) for problem in inspect.problems()] == []


# what there is to know


def test_the_sheet_of_a_seat_says_what_its_sets_are_worth(table: Sitting) -> None:
    screen = closing_game(table)
    table.settle()
    for place in ("low1", "low2"):
        table.make(Take("green", place))
        table.settle()
    table.ui.tap(screen.side.rows["green"])
    table.ui.frames(2)
    shown = inspect.texts(screen.side.sheet)
    values = {kind: table.session.state.match.facts.types[kind].values for kind in ("statuette", "mirror")}
    for row in values.values():
        assert str(row[0]) in shown, "alone with it now"
        assert f"one owner more: {row[1]}" in shown
    table.ui.tap(screen.side.sheet.back)
    table.ui.frames(2)
    assert screen.side.sheet is None


def test_the_sheet_of_a_market_says_who_buys_and_what_the_second_gets(table: Sitting) -> None:
    screen = start(table, bids("ABU-R", 8, 3))
    table.ui.tap(screen.board.about[2])
    table.ui.frames(2)
    shown = " ".join(inspect.texts(screen.side.sheet))
    assert "Kira, 8: must buy" in shown
    assert "Anna, 3: buys one or takes" in shown
    # The reserve of 1 went to the first servant; 8 come in, half of it is 4.
    assert f"The second could take {(table.session.state.reserve['ABU'] + 8 + 1) // 2} deben." in shown
    assert "Akhenaton can't come at the next refill." in shown


def test_hidden_holdings_leave_the_shared_screen(table: Sitting) -> None:
    screen = start(table, bids("GIZ-R", 1), options={"hide_holdings": "yes"})
    assert inspect.texts(screen.side.rows["green"]) == ["0", "Kira", "?", "3", "0"]
    table.ui.tap(screen.side.rows["green"])
    table.ui.frames(2)
    assert table.shows("The gifts and deben of the players are hidden on this screen.")


# a box that nobody has described


def test_unknown_squares_are_told_by_value_and_sign_keys(table: Sitting) -> None:
    screen = start(table, practice=False)
    assert table.shows("Which square?")
    table.make(NewSquare("green", "GIZ"))
    assert screen.board.rect_of("number:0") is not None
    assert screen.board.rect_of("number:12") is not None
    table.make(Number("green", 7))
    assert screen.board.rect_of("icons:COIN") is not None
    table.make(Icons("green", "none"))
    table.settle()
    assert "7" in inspect.texts(screen.board)


def test_the_table_says_when_a_market_closes(table: Sitting) -> None:
    moves = [NewSquare("green", "AKH"), Number("green", 7), Icons("green", "none")]
    start(table, moves, practice=False)
    table.settle()
    assert table.shows("Closes now")
    table.tap_target("market:AKH")
    assert table.session.lines[-1].move == moves[-1], "first it says what follows"
    assert table.shows("Akhet-Aton closes now")
    table.tap_text("Akhet-Aton closes now")
    assert table.session.lines[-1].move == Closes("table", "AKH")


def test_the_final_scoring_asks_an_unknown_value_by_the_keypad(table: Sitting) -> None:
    screen = start(table, practice=False)
    held = {edit.id: edit for edit in GAME.edits(table.session.state) if edit.id.endswith(":necklace")}
    mine = next(name for name in held if "green" in name)
    table.session.play(GAME.correction(table.session.state, {mine: 1}))
    table.session.play(GameOver("table"))
    table.context.play(table.session)
    table.ui.frames(3)
    table.settle()
    screen = table.screen
    assert table.session.decision.id == "value"
    asked = table.session.state
    table.ui.tap(screen.side.buttons["form:0"])
    table.ui.frames(2)
    keypad = screen.panel.keypad
    table.ui.tap(keypad.key("9"))
    table.ui.tap(keypad.key("ok"))
    table.ui.frames(3)
    assert GAME.learned(table.session.state)["values.necklace"][0] == 9
    assert table.session.outcome is not None
    assert table.session.outcome.scores["green"] == 9
    told = GAME.say_move(asked, table.session.lines[-1].move)
    assert table.context.say(told) == "The table tells 9 (necklace, 1 owner)"


def test_more_squares_than_fit_are_scrolled(table: Sitting) -> None:
    squares = [{"id": f"s{i}", "bid": i % 13} for i in range(20)]
    facts = GAME.box.with_overrides({"half.GIZ-R.squares": squares})
    setup = NefertitiSetup(sides=RIGHT, first="green", laid_by="table")
    header = msgspec.structs.replace(header_of(GAME, FOUR, setup=setup), box=dict(facts.overrides))
    session = Session.start(table.context.journal, GAME, header)
    for gift in OPENING:
        session.play(Lay("table", gift))
    table.context.play(session)
    table.ui.frames(3)
    board = table.screen.board
    assert board.rect_of("square:GIZ-R:s0") is not None
    assert board.rect_of("square:GIZ-R:s19") is None
    grid = board.frame.rect(*board.lay.columns[0].grid)
    table.ui.drag(grid.center, (grid.center[0], grid.center[1] + 110))
    assert board.rect_of("square:GIZ-R:s0") is None
    assert board.rect_of("square:GIZ-R:s19") is not None
    assert session.n == len(OPENING), "a drag bids nothing"
    assert [str(problem) for problem in inspect.problems()] == []


# upright


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 720), (720, 1280), (480, 800)])
def test_gift_cards_lie_on_their_market_and_under_the_finger(size: tuple[int, int]) -> None:
    for column in places(Frame(*size)).columns:
        for at, touched in enumerate(column.gifts):
            card, ground = column.card(at), column.ground
            assert ground.x < card.x and card.x + card.w < ground.x + ground.w
            assert touched.x <= card.x and card.x + card.w <= touched.x + touched.w


def test_upright_one_market_shows_and_the_others_are_tabs(table: Sitting) -> None:
    table.ui.resize(480, 800)
    screen = start(table)
    assert len(screen.board.tabs) == 3
    assert screen.board.rect_of("square:" + bid(table, "AKH-L", 3)) is None
    table.ui.tap(screen.board.tabs[1])
    table.ui.frames(2)
    assert screen.board.rect_of("square:" + bid(table, "AKH-L", 3)) is not None


def test_upright_the_market_that_closes_comes_forward(table: Sitting) -> None:
    table.ui.resize(480, 800)
    screen = closing_game(table)
    table.settle()
    assert screen.board.desk.tab == "ABU"
    assert screen.board.rect_of("gift:ABU:top") is not None


# every size


LONG = ("Konstantin Alexander", "Wilhelmine", "Maximiliane-Sophie", "Bartholomäus")


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)])
def test_the_table_is_readable_at_every_size(
    table: Sitting, size: tuple[int, int], shot: Callable[[str], None]
) -> None:
    table.ui.resize(*size)
    screen = start(table, bids("ABU-R", 8, 3), names=LONG)
    assert [str(problem) for problem in inspect.problems()] == []
    table.tap_target("square:" + bid(table, "ABU-R", 6))
    assert [str(problem) for problem in inspect.problems()] == []
    shot(f"nefertiti-table-{size[0]}x{size[1]}")
    for sheet in ("seat:green", "market:ABU"):
        screen.side.desk.open(sheet)
        table.ui.frames(2)
        assert [str(problem) for problem in inspect.problems()] == [], sheet


@pytest.fixture
def shot(ui: UI) -> Callable[[str], None]:
    return lambda name: ui.shot(Path("build/screenshots") / f"{name}.png") and None
