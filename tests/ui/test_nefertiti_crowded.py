"""Where the table of Nefertiti is full: everything that can move, markets that stay closed, squares that end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.engine.game import TABLE
from companion.engine.text import Text
from companion.games.nefertiti import GAME
from companion.games.nefertiti.components import GIFTS, MARKET_NAMES, MARKETS
from companion.games.nefertiti.moves import (
    Character,
    GameOver,
    Icons,
    Lay,
    Lift,
    NewSquare,
    Number,
    Put,
    Swap,
    Whole,
)
from companion.games.nefertiti.setup import NefertitiSetup
from companion.table.session import Session
from tests.kit import inspect
from tests.kit.sitting import Sitting, header_of

FOUR = ("green", "red", "blue", "black")
SIDES = ("GIZ-R", "AKH-L", "ABU-R", "LOU-L")
OPENING = ("gold", "chair", "harp", "mirror", "necklace", "harp", "chair", "senet1", "senet2", "statuette", "mirror",
           "harp")  # fmt: skip
SIZES = [(800, 480), (1280, 720), (720, 1280), (480, 800)]


def start(table: Sitting, practice: bool = False, box: dict[str, Any] | None = None, **options: Any) -> Any:
    """A game of four in which green begins and the opening gifts lie."""
    setup = NefertitiSetup(sides=SIDES, first="green", laid_by="table")
    header = msgspec.structs.replace(header_of(GAME, FOUR, options, setup=setup), practice=practice, box=box or {})
    session = Session.start(table.context.journal, GAME, header)
    for gift in OPENING:
        session.play(Lay(TABLE, gift))
    table.context.play(session)
    table.ui.frames(3)
    return table.screen


LONG = tuple(Text(f"Slide the plate of Louqsor back over the left half, and put {n} deben on it.") for n in range(12))


def put_right(table: Sitting, **changes: Any) -> None:
    """The table says how things stand."""
    from companion.games.nefertiti.moves import Correct

    table.session.play(Correct(TABLE, **changes))
    table.screen.dismiss()
    table.ui.frames(3)


def everything(table: Sitting) -> dict[str, dict[str, int]]:
    """One card of each kind for each seat, as far as there are cards."""
    there = table.session.state.match.facts.gifts
    left = {gift: there[gift] - OPENING.count(gift) for gift in GIFTS}
    return {seat: {gift: int(left[gift] > i) for gift in GIFTS} for i, seat in enumerate(FOUR)}


def problems() -> list[str]:
    return [str(problem) for problem in inspect.problems()]


@pytest.mark.parametrize("size", SIZES)
def test_an_effect_by_hand_asks_whose_and_then_what(table: Sitting, size: tuple[int, int]) -> None:
    table.ui.resize(*size)
    screen = start(table)
    put_right(table, held=everything(table), own_seals={"green": 1, "red": 1})
    table.make(Character("green", "thief"))
    table.settle()
    assert table.session.decision.id == "effect"
    assert problems() == []
    assert set(screen.side.keys) == {f"things:{owner}" for owner in (*FOUR, "board")}
    assert {"One more servant", "The effect is entered"} <= set(inspect.texts())
    table.ui.tap(screen.side.keys["things:red"])
    table.ui.frames(2)
    held = {f"holding:red:{gift}" for gift, n in everything(table)["red"].items() if n}
    own = held | {"money:red", "seal:red", "prestige:red"}
    assert len(own) > 8
    assert set(screen.side.keys) == own
    assert problems() == []
    table.ui.tap(screen.side.keys["holding:red:harp"])
    table.ui.frames(2)
    assert table.session.lines[-1].move == Lift("green", "holding:red:harp")
    assert problems() == []


def test_the_way_back_from_the_things_of_an_owner(table: Sitting) -> None:
    screen = start(table)
    put_right(table, held=everything(table), own_seals={"green": 1})
    table.make(Character("green", "thief"))
    table.settle()
    table.ui.tap(screen.side.keys["things:board"])
    table.ui.frames(2)
    assert {"reserve:GIZ", "seal:AKH"} <= set(screen.side.keys)
    n = table.session.n
    table.ui.tap(screen.side.buttons["back"])
    table.ui.frames(2)
    assert "things:board" in screen.side.keys
    assert table.session.n == n


@pytest.mark.parametrize("size", SIZES)
def test_no_key_of_an_exchange_is_too_small_or_moves_under_the_finger(table: Sitting, size: tuple[int, int]) -> None:
    table.ui.resize(*size)
    facts = {"copies.merchant": 1, "effect.merchant": "SWAP_GIFT"}
    screen = start(table, box=facts)
    put_right(table, held=everything(table), own_seals={"green": 1})
    table.make(Character("green", "merchant"))
    table.settle()
    assert table.session.decision.id == "offer"
    assert problems() == []
    table.tap_target("holding:green:gold")
    table.settle()
    assert table.session.decision.id == "swap"
    assert problems() == []
    table.screen.board.reveal("holding:black:harp")
    before = table.screen.board.rect_of("holding:black:harp")
    table.tap_target("holding:black:harp")
    table.ui.frames(2)
    assert table.screen.board.rect_of("holding:black:harp") == before
    assert problems() == []
    screen.taps.forget()
    table.tap_target("holding:black:harp")
    assert screen is table.screen
    assert table.session.lines[-1].move == Swap("green", "black", "harp")


# markets that stay closed


@pytest.mark.parametrize("size", SIZES)
def test_every_closed_market_shows_its_whole_name(table: Sitting, size: tuple[int, int]) -> None:
    table.ui.resize(*size)
    options = {"end_mode": "RUN_OUT"}
    dealer = GAME.dealer(FOUR, GAME.resolve(options), Draw("run out"), GAME.practice)
    header = msgspec.structs.replace(header_of(GAME, FOUR, options, setup=dealer.setup), practice=True)
    session = Session.start(table.context.journal, GAME, header)
    while len(session.state.open) > 1 or session.decision.id != "place":
        before, move = session.state, dealer.choose(session.state)
        session.play(move)
        dealer.witness(move, before, session.state, session.results[-1].events)
    table.context.play(session)
    table.ui.frames(3)
    table.settle()
    closed = [market for market in MARKETS if market not in session.state.open]
    assert len(closed) == 3
    texts = inspect.texts()
    assert {str(MARKET_NAMES[market].message) for market in closed} <= set(texts)
    assert problems() == []
    for market in closed:
        table.tap_target(f"market:{market}")
        table.ui.frames(2)
        assert table.screen.headline.refusal, market
        assert f"market:{market}" in table.screen.board.signs.refused
        table.screen.dismiss()
        table.ui.frames(2)


# squares that nobody has described


def test_no_other_square_is_offered_only_where_one_is_looked_for(table: Sitting) -> None:
    screen = start(table)
    for move in (NewSquare("green", "AKH"), Number("green", 3), Icons("green", "none")):
        assert not table.shows("No other square"), "nothing is known of this half, so there is one"
        table.make(move)
    table.settle()
    assert not table.shows("No other square")
    assert inspect.texts(screen.side.rows["red"])[1] == "Anna", "the seats keep their names"
    table.tap_target("square:AKH-L:new")
    table.ui.frames(2)
    table.tap_text("No other square")
    table.ui.frames(2)
    assert table.session.n == len(OPENING) + 4, "first it says what follows"
    table.tap_text("Akhet-Aton: no other square")
    table.ui.frames(2)
    assert table.session.lines[-1].move == Whole(TABLE, "AKH-L")
    assert table.session.decision.id == "place"
    assert table.session.decision.seats == ("red",)
    assert screen.board.rect_of("square:AKH-L:new") is None
    assert table.shows("Closes now"), "the rule is still watched"


# values that are asked


@pytest.mark.parametrize("size", SIZES)
def test_a_value_that_is_asked_shows_whose_cards_it_is_about(table: Sitting, size: tuple[int, int]) -> None:
    table.ui.resize(*size)
    screen = start(table)
    put_right(table, held={"red": {"senet1": 2, "senet2": 1}, "black": {"senet1": 1}})
    table.session.play(GameOver(TABLE))
    table.context.play(table.session)
    table.ui.frames(3)
    table.settle()
    while table.session.decision.id == "ask":
        table.make(table.session.decision.choices[0].move)
        table.settle()
    assert table.session.decision.id == "value"
    screen = table.screen
    shown = inspect.texts(screen.side)
    assert [text for text in shown if text in ("Anna", "Dóra", "Kira", "×2", "×1")] == [
        "×1",
        "×2",
        "Anna",
        "×1",
        "Dóra",
    ]
    assert problems() == []
    table.tap_text("Type the number")
    table.ui.frames(2)
    assert screen.panel.keypad is not None


@pytest.mark.parametrize("size", SIZES)
def test_places_of_a_closed_market_are_reached_by_buttons(table: Sitting, size: tuple[int, int]) -> None:
    table.ui.resize(*size)
    start(table)
    put_right(table, own_seals={"green": 1}, places={"LOU:low2": "mirror"})
    table.make(Character("green", "thief"))
    table.settle()
    assert not [button for button in table.screen.side.buttons.values() if "Louqsor" in button.text]
    table.make(Lift("green", "gift:LOU:low2"))
    table.settle()
    assert problems() == []
    table.make(Put("green", "LOU:low3"))
    assert table.session.state.places["LOU"] == ("", "", "", "mirror")


@pytest.mark.parametrize("size", SIZES)
def test_a_long_list_of_what_to_put_back_is_read_to_its_end(table: Sitting, size: tuple[int, int]) -> None:
    from companion.ui.table.panel import PutBackPanel

    table.ui.resize(*size)
    screen = start(table)
    screen.to_put_back = (LONG, frozenset())
    screen.next_told()
    table.ui.frames(2)
    assert isinstance(screen.panel, PutBackPanel)
    assert problems() == []
    assert "11" in " ".join(inspect.texts())
    screen.panel.done()
    assert screen.to_put_back is None
