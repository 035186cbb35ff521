"""What the camera is told of Nefertiti: servants, gifts, seals, plates, and how a laid table is entered (spec 9)."""

from __future__ import annotations

import pytest

from companion.engine.sight import EMPTY, Plan, Spot
from companion.games.nefertiti import GAME
from companion.games.nefertiti.components import MARKETS, PLACES, Square
from companion.games.nefertiti.moves import Lay
from companion.games.nefertiti.sight_places import block_place, square_places
from companion.games.nefertiti.state import Nefertiti
from tests.games.nefertiti.scene import SEATS, play, put, start

SIGHT = GAME.sight
PRACTICE = SIGHT.plan(GAME.practice)


def spot(plan: Plan, spot_id: str) -> Spot:
    found = plan.spot(spot_id)
    assert found is not None
    return found


def shown(state: Nefertiti, spot_id: str) -> tuple[str, ...] | None:
    return SIGHT.shows(state).get(spot_id)


# where things lie


def test_a_box_that_nobody_has_surveyed_has_gifts_seals_and_halves_but_no_squares() -> None:
    plan = SIGHT.plan(GAME.box)
    kinds = [one.id.partition(":")[0] for one in plan.spots]
    assert {kind: kinds.count(kind) for kind in kinds} == {"gift": 16, "seal": 4, "market": 8}
    assert not plan.known  # Where the published board has them no source tells.


def test_markets_lie_two_by_two_and_each_has_its_left_half_left_of_its_right_one() -> None:
    plan = SIGHT.plan(GAME.box)
    for market in ("GIZ", "AKH", "ABU", "LOU"):
        left, right = spot(plan, f"market:{market}:L").at, spot(plan, f"market:{market}:R").at
        assert left[0] < right[0] and left[1] == right[1]
    seals = {market: spot(plan, f"seal:{market}").at for market in ("GIZ", "AKH", "ABU", "LOU")}
    assert seals["GIZ"][1] == seals["AKH"][1] < seals["ABU"][1] == seals["LOU"][1]
    assert seals["GIZ"][0] == seals["ABU"][0] < seals["AKH"][0] == seals["LOU"][0]


def test_the_cards_of_a_market_lie_below_it_inside_its_ground() -> None:
    plan = SIGHT.plan(GAME.box)
    for market in MARKETS:
        x, y, width, height = block_place(market)
        for one in plan.spots:
            if market in one.id:
                assert abs(one.at[0] - x) <= (width - one.at[2]) / 2 + 0.01, one.id
                assert abs(one.at[1] - y) <= (height - one.at[3]) / 2 + 0.01, one.id
        low = [spot(plan, f"gift:{market}:low{n}").at[:2] for n in (1, 2, 3)]
        assert low[0][0] - (x - width / 2) == pytest.approx((low[1][0] - low[0][0]) / 2)
        assert spot(plan, f"gift:{market}:top").at[1] < low[0][1] == low[2][1]


def test_every_square_that_the_box_knows_has_a_place() -> None:
    squares = [one for one in PRACTICE.spots if one.id.startswith("square:")]
    assert len(squares) == 9 + 10 + 9 + 8 + 9 + 10 + 5 + 11
    assert all(one.labels == ("green", "red", "blue", "black") for one in squares)


def test_squares_lie_to_each_other_as_the_box_draws_them() -> None:
    first, right = spot(PRACTICE, "square:LOU-R:s6").at, spot(PRACTICE, "square:LOU-R:s7").at  # columns 1 and 3
    below = spot(PRACTICE, "square:LOU-R:s11").at  # one row lower than s7
    assert (right[0] - first[0], right[1] - first[1]) == pytest.approx((2 * 22, 0))
    assert (below[0] - right[0], below[1] - right[1]) == pytest.approx((0, 22))


def test_a_square_told_later_moves_none_of_the_others() -> None:
    known = tuple(Square(f"s{n}", n, at=(n - 1, 0)) for n in (1, 2, 3))
    before = square_places("GIZ-L", known)
    after = square_places("GIZ-L", (*known, Square("s4", 4)))
    assert {square: after[square] for square in before} == before
    assert len(set(after.values())) == 4


def test_twenty_squares_fit_in_a_half_wherever_they_are_drawn() -> None:
    squares = tuple(Square(f"s{n}", n % 13, at=(n, 3 * n) if n < 5 else None) for n in range(20))
    found = square_places("GIZ-L", squares)
    assert len(set(found.values())) == 20


def test_single_and_double_senet_are_told_apart_by_a_sign_only() -> None:
    arts = {look.id: look.art for look in PRACTICE.looks}
    assert arts["gift:senet1"] == arts["gift:senet2"] != arts["gift:harp"]


def test_as_many_of_each_thing_are_counted_as_the_box_has() -> None:
    counts = SIGHT.counts(GAME.box)
    assert counts["squares", "black"] == 4
    assert (counts["gifts", "gift:chair"], counts["gifts", "gift:senet1"], counts["gifts", "gift:senet2"]) == (8, 5, 3)
    assert (counts["seals", "seal"], counts["covers", "plate"], counts["covers", "closed"]) == (12, 4, 1)


def test_the_start_picture_has_two_servants_of_each_colour_and_two_seals() -> None:
    laid = list(SIGHT.start(GAME.practice, SEATS).values())
    assert {label: laid.count(label) for label in laid} == {"seal": 2, "red": 2, "blue": 2, "green": 2, "black": 2}
    assert set(SIGHT.start(GAME.box, SEATS).values()) == {"seal"}  # No square is known to put a servant on.


# what a position shows


def test_a_table_at_the_start_shows_plates_gifts_and_seals() -> None:
    state = start()
    for market in ("GIZ", "AKH", "ABU"):
        assert (shown(state, f"market:{market}:L"), shown(state, f"market:{market}:R")) == ((EMPTY,), ("plate",))
        assert shown(state, f"seal:{market}") == ("seal",)
    assert (shown(state, "market:LOU:L"), shown(state, "market:LOU:R")) == (("closed",), ("plate",))
    assert shown(state, "seal:LOU") == (EMPTY,)
    assert shown(state, "gift:GIZ:top") == ("gift:gold",)
    assert shown(state, "gift:AKH:low3") == ("gift:senet1",)
    assert shown(state, "gift:LOU:top") == (EMPTY,)


def test_only_squares_that_can_be_seen_are_told() -> None:
    state = start()
    assert shown(state, "square:GIZ-L:a9") == (EMPTY,)
    assert shown(state, "square:GIZ-R:a9") is None  # under the plate
    assert shown(state, "square:LOU-L:a9") is None  # under the tile
    state, _ = play(state, {"move": "place", "by": "red", "square": "GIZ-L:a9"})
    assert shown(state, "square:GIZ-L:a9") == ("red",)
    assert shown(state, "square:GIZ-L:a8") == (EMPTY,)


def closing() -> Nefertiti:
    """Red with 9 and blue with 8 have closed Gizeh: 17."""
    state = put(start(), {"money": {"red": 12, "blue": 12, "green": 5, "black": 5}})
    state, _ = play(state, {"move": "place", "by": "red", "square": "GIZ-L:a9"})
    return play(state, {"move": "place", "by": "blue", "square": "GIZ-L:a8"})[0]


def test_in_a_closing_market_a_servant_that_had_its_turn_may_be_gone_already() -> None:
    state = closing()
    assert shown(state, "square:GIZ-L:a9") == ("red",)
    assert shown(state, "square:GIZ-L:a8") == ("blue",)  # Its turn is still to come.
    state, _ = play(state, {"move": "take", "by": "red", "place": "top"})
    assert shown(state, "gift:GIZ:top") == shown(state, "seal:GIZ") == (EMPTY,)
    assert shown(state, "square:GIZ-L:a9") == ("red", EMPTY)
    assert shown(state, "square:GIZ-L:a8") == ("blue",)


def test_in_the_other_markets_every_servant_stands_where_it_stood() -> None:
    state = put(start(), {"servants": [("AKH-L:b6", "red"), ("GIZ-L:a9", "red")], "money": {"blue": 12}})
    state.turn = "blue"
    state, _ = play(state, {"move": "place", "by": "blue", "square": "GIZ-L:a8"})
    assert state.closing is not None and state.closing.market == "GIZ"
    assert shown(state, "square:AKH-L:b6") == ("red",)


def test_after_a_closing_the_plate_has_slid_and_the_tile_has_moved() -> None:
    state, _ = play(closing(), {"move": "take", "by": "red", "place": "top"})
    state, _ = play(state, {"move": "half", "by": "blue"})
    assert (shown(state, "market:GIZ:L"), shown(state, "market:GIZ:R")) == (("plate",), ("closed",))
    assert (shown(state, "market:LOU:L"), shown(state, "market:LOU:R")) == ((EMPTY,), ("plate",))
    assert shown(state, "square:GIZ-L:a9") is None and shown(state, "square:GIZ-R:a9") is None
    assert shown(state, "square:LOU-L:a9") == (EMPTY,)
    assert shown(state, "gift:LOU:top") == (EMPTY,)
    state, _ = play(state, {"move": "lay", "by": "table", "gift": "mirror"})
    assert shown(state, "gift:LOU:top") == ("gift:mirror",)


def test_akhenaton_may_stay_where_the_card_came_up_and_closed_markets_are_left_alone() -> None:
    state = put(start(), {"places": {"GIZ": ["", "harp", "harp", "chair"]}, "seals_at": ["AKH", "ABU"]})
    assert shown(state, "gift:GIZ:top") == (EMPTY,)
    state.akhenaton, state.open = True, ("GIZ", "AKH")
    assert shown(state, "gift:GIZ:top") == (EMPTY, "gift:akhenaton")
    assert shown(state, "gift:GIZ:low1") == ("gift:harp",)
    assert shown(state, "market:AKH:L") == (EMPTY,)
    # Whether the plate of a market slides that closes for good, the rules leave open.
    assert shown(state, "market:ABU:L") is None and shown(state, "square:ABU-L:c1") is None


# the setup

COVERS = {
    **{f"market:{market}:L": EMPTY for market in ("GIZ", "ABU")},
    **{f"market:{market}:R": "plate" for market in ("GIZ", "ABU", "LOU")},
    "market:AKH:L": "plate",
    "market:AKH:R": EMPTY,
    "market:LOU:L": "closed",
}


def test_the_sides_are_entered_as_the_plates_lie() -> None:
    assert SIGHT.laid(COVERS, GAME.box) == {"sides": ["GIZ-L", "AKH-R", "ABU-L", "LOU-L"], "laid_by": "table"}


@pytest.mark.parametrize("wrong", [{"market:GIZ:L": "plate"}, {"market:GIZ:R": EMPTY}])
def test_sides_that_can_not_be_so_are_not_entered(wrong: dict[str, str]) -> None:
    assert SIGHT.laid(COVERS | wrong, GAME.box) == {}


def test_sides_are_not_entered_while_one_half_is_unsure() -> None:
    for half in COVERS:
        assert SIGHT.laid({spot_id: label for spot_id, label in COVERS.items() if spot_id != half}, GAME.box) == {}


# a refill


def test_gifts_are_entered_as_they_are_laid_one_after_the_other() -> None:
    state, _ = play(closing(), {"move": "take", "by": "red", "place": "top"})
    state, _ = play(state, {"move": "half", "by": "blue"})
    lying = {"gift:LOU:top": "gift:gold", "gift:LOU:low1": "gift:senet2", "gift:GIZ:low1": "gift:harp"}
    assert SIGHT.moves(state, lying) == (Lay("table", "gold"),)
    state, _ = play(state, {"move": "lay", "by": "table", "gift": "gold"})
    assert SIGHT.moves(state, lying) == (Lay("table", "senet2"),)
    state, _ = play(state, {"move": "lay", "by": "table", "gift": "senet2"})
    assert SIGHT.moves(state, lying) == ()  # Nothing was seen on the next place.
    assert SIGHT.moves(state, {**lying, "gift:LOU:low2": EMPTY}) == ()


def test_akhenaton_is_entered_once_where_the_card_lies() -> None:
    state = put(start(gifts=()), {"places": {"GIZ": ["gold", "", "", ""]}})
    lying = {"gift:GIZ:low1": "gift:akhenaton"}
    assert SIGHT.moves(state, lying) == (Lay("table", "akhenaton"),)
    state.akhenaton = True
    assert SIGHT.moves(state, lying) == ()


def test_no_gift_is_entered_while_the_table_is_asked_something_else() -> None:
    state, _ = play(put(closing(), {"deck": 5}), {"move": "take", "by": "red", "place": "top"})
    state, _ = play(state, {"move": "half", "by": "blue"})
    state, _ = play(state, {"move": "lay", "by": "table", "gift": "akhenaton"})
    assert state.stage == "ask" and state.laying
    lying = {f"gift:{market}:{place}": "gift:harp" for market in MARKETS for place in PLACES}
    assert SIGHT.moves(state, lying) == ()


def test_no_gift_is_entered_while_none_is_laid() -> None:
    assert SIGHT.moves(start(), {"gift:LOU:top": "gift:gold"}) == ()
