"""The second telling of the sums comes out as the worked examples (spec egizia 8)."""

from __future__ import annotations

import pytest

from companion.games.egizia.oracle import (
    Board,
    Estate,
    Plot,
    Track,
    final,
    graves,
    harvest,
    participation,
    sale,
    sphinx,
)


def estate(**changes: object) -> Estate:
    values: dict[str, object] = {
        "stones_on": {"obelisk": 0, "graves": 0, "pyramid": 0, "temple": 0},
        "tiles": [],
        "bonus": 0,
        "crews": {"c1": 1, "c2": 1, "c3": 1, "j": 2},
        "quarries": 3,
        "plots": [Plot("green", 6, "green")],
        "last": set(),
        "permanent": 0,
    }
    return Estate(**{**values, **changes})  # type: ignore[arg-type]


def board(estates: dict[str, Estate], **changes: object) -> Board:
    values: dict[str, object] = {
        "finished": set(),
        "points": {"most:yellow": 7},
        "table": {"stone": [0, 0, 0, 7, 0], "grain": [0] * 5},
        "rivals": list(estates),
    }
    return Board(estates, **{**values, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(("ring", "grain"), [("left", 6), ("middle", 11), ("right", 18)])
def test_the_ring_waters_what_it_reaches(ring: str, grain: int) -> None:
    plots = [Plot("green", 6, "green"), Plot("yellow", 5, "yellow"), Plot("brown", 7, "brown")]
    assert harvest(plots, ring) == grain


def test_an_upgraded_field_counts_as_the_better_colour_and_no_better_than_green() -> None:
    plot = Plot("brown", 7, "brown")
    plot.improve()
    assert (plot.colour, plot.grade, harvest([plot], "middle")) == ("brown", "yellow", 7)
    plot.improve()
    plot.improve()
    assert (plot.grade, harvest([plot], "left")) == ("green", 7)


def test_a_stone_goes_behind_those_that_lie_there() -> None:
    track = Track(("blue", "red"))
    assert track.front() == ["red", "blue"]
    track.move("red", 10)
    track.move("blue", 13)
    track.move("red", 6)
    track.move("blue", 3)
    assert track.at == {"blue": 16, "red": 16}
    assert track.front() == ["red", "blue"]
    track.move("red", 0)
    assert track.front() == ["red", "blue"]


def test_a_penalty_too_lies_down_behind() -> None:
    track = Track(("blue", "red"))
    track.move("red", 2)
    track.move("red", -2)
    assert track.front() == ["blue", "red"]
    track.move("red", -3)
    assert track.at["red"] == -3


@pytest.mark.parametrize(("total", "points"), [(0, 0), (1, 2), (10, 2), (11, 5), (20, 5), (21, 9)])
def test_grave_sums(total: int, points: int) -> None:
    assert graves(total) == points


def test_participation_by_sites() -> None:
    assert [participation(n) for n in range(4)] == [0, 1, 3, 6]


@pytest.mark.parametrize(
    ("stones", "tens", "market", "points"),
    [
        (7, 0, True, 3),
        (7, 0, False, None),
        (0, 0, False, 0),
        (10, 1, False, 10),
        (11, 1, False, None),
        (15, 1, True, 12),
    ],
)
def test_stones_sold_at_the_end(stones: int, tens: int, market: bool, points: int | None) -> None:
    assert sale(stones, tens, market) == points


def test_three_players_on_the_last_row() -> None:
    there = {seat: estate(last={"stone"}) for seat in ("blue", "red", "green")}
    shared = board({**there, "yellow": estate()})
    assert sphinx("lastrow_count:stone", "yellow", shared) == 7


def test_a_tie_for_the_most_yellow_fields_is_enough() -> None:
    own = estate(plots=[Plot("yellow", 5, "yellow"), Plot("yellow", 6, "yellow")])
    other = estate(plots=[Plot("yellow", 5, "yellow"), Plot("brown", 6, "yellow")])
    more = estate(plots=[Plot("yellow", 12, "yellow")])
    assert sphinx("most:yellow", "blue", board({"blue": own, "red": other})) == 7
    assert sphinx("most:yellow", "blue", board({"blue": own, "red": more})) == 0
    assert sphinx("most:yellow", "blue", board({"blue": estate(), "red": estate()})) == 0


def test_permanent_cards_and_crews_count_for_themselves() -> None:
    own = estate(permanent=3, crews={"c1": 4, "c2": 1, "c3": 1, "j": 2})
    shared = board({"blue": own})
    assert sphinx("permanents", "blue", shared) == 6
    assert sphinx("crew:c1", "blue", shared) == 4


def test_ten_percent_comes_last_and_never_below_nothing() -> None:
    own = estate(tiles=[9], bonus=2, permanent=3)
    shared = board({"blue": own})
    # 78 + 5 for the graves + 6 for the cards = 89, and 8 for the tens.
    assert final("blue", 78, ["ten_percent", "permanents"], shared) == 97
    assert final("blue", 78, ["ten_percent", "ten_percent", "permanents"], shared) == 105
    assert final("blue", -30, ["ten_percent"], shared) == -25
