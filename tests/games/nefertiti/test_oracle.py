"""The second opinion by itself on the examples of the specification, and against the closing rules of the game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.nefertiti.catalogue import HALVES, Dice, Half, read_catalogue
from companion.games.nefertiti.closing import hits, measure
from companion.games.nefertiti.oracle import Board, Ledger, Roll, Spot, closes, order
from tests.games.nefertiti.boxes import PRACTICE_BOX

FACTS = read_catalogue(PRACTICE_BOX)
SEATS = ("red", "blue", "green", "black")


def _spots(letter: str, bids: range, edges: tuple[tuple[int, int], ...] = ()) -> dict[str, Spot]:
    beside = {bid: {f"{letter}{b if a == bid else a}" for a, b in edges if bid in (a, b)} for bid in bids}
    return {f"{letter}{bid}": Spot(bid, beside=frozenset(beside[bid])) for bid in bids}


FX_A = Board(_spots("a", range(1, 10)), "SUM_GE", n=17)
FX_B = Board(_spots("b", range(7)), "COLOURS_OR_TOTAL", colours=3, total=4)
FX_C = Board(_spots("c", range(1, 7), ((1, 2), (2, 3), (3, 4), (4, 5), (3, 6))), "CONNECTED_GE", n=4)


@pytest.mark.parametrize(
    ("board", "stands", "closed"),
    [
        (FX_A, "a9 a5 a2", False),  # 4
        (FX_A, "a9 a5 a2 a1", True),
        (FX_A, "a9 a5 a2 a3", True),  # 5
        (FX_C, "c1 c2 c4 c5", False),  # 14
        (FX_C, "c1 c2 c4 c5 c3", True),
        (FX_C, "c2 c3 c6", False),
        (FX_C, "c2 c3 c6 c4", True),
    ],
)
def test_a_half_closes_as_worked_out(board: Board, stands: str, closed: bool) -> None:
    squares = stands.split()
    assert closes(board, dict.fromkeys(squares, "red"), squares[-1]) is closed


def test_colours_or_servants_close_a_half() -> None:
    open_still = {"b1": "red", "b3": "red", "b4": "blue"}
    assert not closes(FX_B, open_still, "b4")  # 12
    assert closes(FX_B, open_still | {"b5": "blue"}, "b5")
    assert closes(FX_B, {"b1": "red", "b3": "green", "b4": "blue"}, "b4")


@pytest.mark.parametrize(
    ("reserve", "first", "coin", "gain"),
    [
        (3, True, True, 2),
        (1, True, True, 1),
        (0, True, True, 0),
        (3, True, False, 1),
        (2, False, True, 1),
        (1, False, False, 0),
    ],
)
def test_bonus_coins_come_as_far_as_the_reserve_goes(reserve: int, first: bool, coin: bool, gain: int) -> None:
    ledger = Ledger(SEATS[:3], dict.fromkeys(SEATS[:3], 8), {"GIZ": reserve}, {}, 2)
    assert ledger.placed("red", "GIZ", first, coin) == gain  # 6 to 8
    assert (ledger.purse["red"], ledger.chest["GIZ"]) == (8 + gain, reserve - gain)


def test_a_market_is_paid_servant_by_servant() -> None:
    ledger = Ledger(("red", "blue"), {"red": 9, "blue": 4}, {"GIZ": 1}, {}, 2)
    assert order(FX_A, ["a3", "a6", "a8"]) == [{"a8"}, {"a6"}, {"a3"}]
    ledger.pays("red", "GIZ", 8)  # 16
    with pytest.raises(ValueError, match="can't pay 6"):
        ledger.pays("blue", "GIZ", 6)
    assert ledger.half("blue", "GIZ") == 5
    with pytest.raises(ValueError, match="can't pay 3"):
        ledger.pays("red", "GIZ", 3)
    assert ledger.half("red", "GIZ") == 2
    assert (ledger.purse, ledger.chest, ledger.sound()) == ({"red": 3, "blue": 9}, {"GIZ": 2}, [])


def test_one_player_may_be_first_and_second() -> None:
    ledger = Ledger(("red",), {"red": 10}, {"GIZ": 2}, {}, 2)
    ledger.pays("red", "GIZ", 7)  # 18
    ledger.gets("red", "harp", seal=True)
    assert ledger.half("red", "GIZ") == 5
    assert (ledger.purse["red"], ledger.chest["GIZ"], ledger.seals["red"]) == (8, 4, 1)


def test_lost_coins_are_missed() -> None:
    ledger = Ledger(("red",), {"red": 8}, {"GIZ": 1}, {}, 2)
    ledger.purse["red"] = 7
    assert ledger.sound() == ["8 deben instead of 9"]


def test_gifts_change_hands_and_leave_the_game() -> None:
    ledger = Ledger(("red", "blue"), {"red": 0, "blue": 0}, {}, {"senet": (6, 4, 2, 2)}, 2)
    ledger.gets("red", "senet2")
    ledger.gets("red", "senet1")
    ledger.passes("red", "blue", "senet1")
    assert ledger.final() == {"red": 2 * 4, "blue": 4}
    assert ledger.scribe("red", {"senet2": 1}, 3, double_bonus=2) == 2 * 4 + 2 * 3
    assert ledger.final() == {"red": 14, "blue": 6}
    with pytest.raises(ValueError, match="not 1"):
        ledger.gives_up("red", "senet2")
    with pytest.raises(ValueError, match="no seal"):
        ledger.spends_seal("red")


def test_a_leaver_still_owns_gifts_and_cannot_win() -> None:
    ledger = Ledger(SEATS[:3], dict.fromkeys(SEATS[:3], 5), {}, {"gold": (14, 10, 7, 7)}, 2)
    ledger.gets("red", "gold")
    ledger.gets("blue", "gold")
    ledger.leaves("red")
    assert ledger.final() == {"red": 10, "blue": 10, "green": 0}
    assert ledger.best({"red"}) == {"blue"}
    assert ledger.sound() == []


def test_the_vizier_counts_types_and_not_cards() -> None:
    ledger = Ledger(("red",), {}, {}, {}, 2)
    for card in ("gold", "gold", "senet1", "senet2"):
        ledger.gets("red", card)
    assert ledger.vizier("red", 3) == 6


def _board(half: Half) -> Board:
    rule = half.checked
    assert rule is not None
    spots = {s.id: Spot(s.bid, frozenset(s.icons), frozenset(s.adj)) for s in half.squares}
    return Board(spots, rule.kind, rule.n, rule.colours, rule.total, tuple(frozenset(line) for line in rule.lines))


@settings(max_examples=60, deadline=None)
@given(st.data())
@pytest.mark.parametrize("name", HALVES)
def test_both_opinions_agree_on_when_a_half_closes(name: str, data: st.DataObject) -> None:
    half = FACTS.halves[name]
    ids = [square.id for square in half.squares]
    squares = data.draw(st.lists(st.sampled_from(ids), min_size=1, unique=True))
    stands = {square: data.draw(st.sampled_from(SEATS)) for square in squares}
    board = _board(half)
    if board.rule != "DICE_MATCH":
        assert closes(board, stands, squares[-1]) is measure(half, stands).closes
        return
    got = data.draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    compare, counts = data.draw(st.sampled_from(("sum", "each"))), data.draw(st.sampled_from(("all", "others")))
    numbers = {board.spots[square].bid for square in (squares if counts == "all" else squares[:-1])}
    told = closes(board, stands, squares[-1], Roll(got, compare == "each", counts == "all"))
    assert told is hits(Dice(2, compare, counts), got, numbers)
