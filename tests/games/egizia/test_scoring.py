"""What everything is worth, by the arithmetic of the specification."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.egizia import scoring
from companion.games.egizia.catalogue import read_catalogue
from companion.games.egizia.components import BUILDINGS, Catalogue, Space
from companion.games.egizia.scoring import Estate, Judged, Meal, judge
from companion.games.egizia.state import Field, Side
from tests.games.egizia.fixture import box, laid_out, put

FACTS = read_catalogue(box())
UNKNOWN = Catalogue(lastrow_points={"stone": (None,) * 5, "grain": (None,) * 5})


def test_a_meal_counts_what_is_missing_and_what_is_lost() -> None:
    assert (Meal(9, 11).missing, Meal(9, 11).lost, Meal(9, 11).points) == (0, 2, 0)
    assert (Meal(10, 8, cards=1).missing, Meal(10, 8, cards=1).lost) == (0, 2)
    assert Meal(10, 8, penalty=3).points == -6
    assert Meal(12, 9, stones=2, penalty=2).points == -2
    assert Meal(10, 8).points is None


def test_the_meal_of_a_seat_follows_the_ring_and_the_grain_marker() -> None:
    fields = [{"colour": "green", "value": 6}, {"colour": "yellow", "value": 5}, {"colour": "brown", "value": 7}]
    crews = {"c1": 9, "c2": 9, "c3": 1, "j": 2}
    state = put(laid_out(), {"sides": {"red": {"fields": fields, "crews": crews, "grain_row": 2}}})
    for ring, grain in (("left", 6), ("middle", 11), ("right", 18)):
        assert scoring.meal(put(state, {"ring": ring}), "red") == Meal(21, grain, penalty=2)


def test_participation_is_1_3_and_6() -> None:
    assert [scoring.participation(n) for n in range(4)] == [0, 1, 3, 6]


@pytest.mark.parametrize(("total", "points"), [(0, 0), (1, 2), (10, 2), (11, 5), (20, 5), (21, 9), (60, 9)])
def test_graves_score_by_their_sum(total: int, points: int) -> None:
    assert scoring.graves(total) == points


def test_cards_add_to_the_graves() -> None:
    assert scoring.grave_bonus(["grave_bonus:2", "upstream", "grave_bonus:3"]) == 5
    assert scoring.graves(9, 2) == 5


def test_stones_are_sold_two_for_one_and_ten_one_for_one() -> None:
    assert (scoring.sale(7, True), scoring.sale(7, False), scoring.sale(0, True)) == (3, 0, 0)
    assert (scoring.most_sold(7, True, 0), scoring.most_sold(7, False, 0)) == (7, 0)
    assert (scoring.most_sold(23, False, 1), scoring.sale(10, False, 1)) == (10, 10)
    assert scoring.sale(15, True, 1) == 10 + 2


def test_the_last_two_rows_allow_selling() -> None:
    assert [scoring.low_row(FACTS, Side(stone_row=row)) for row in (1, 2, 3, 4)] == [False, False, True, True]
    assert [scoring.low_row(UNKNOWN, Side(stone_row=row)) for row in (1, 2)] == [False, None]


def test_permanent_cards_are_counted_without_fields_and_with_attached_ones() -> None:
    side = Side(cards=("crew_plus_one", "reuse_round", "stones"), fields=(Field("green", 6), Field("brown", 7, 1)))
    assert scoring.permanents(FACTS, side) == 3
    anytime = msgspec.structs.replace(FACTS, kinds={"sell_ten": "anytime"})
    assert scoring.permanents(anytime, Side(cards=("sell_ten", "upstream"))) == 1


def own(**stones: int) -> Estate:
    """Stones on buildings, crews 4, 1, 1, 2, nothing else."""
    return Estate(dict.fromkeys(BUILDINGS, 0) | stones, {"c1": 4, "c2": 1, "c3": 1, "j": 2})


def test_sphinx_cards_that_need_no_printed_points() -> None:
    estates = {"a": msgspec.structs.replace(own(graves=3), permanents=3), "b": own()}
    assert judge("graves", "a", estates, UNKNOWN) == Judged(3)
    assert judge("crew:c1", "a", estates, UNKNOWN) == Judged(4)
    assert judge("permanents", "a", estates, UNKNOWN) == Judged(6)


def test_own_stones_are_counted_and_points_asked() -> None:
    estates = {"a": own(obelisk=4), "b": own(obelisk=3)}
    assert judge("own:obelisk:4", "b", estates, UNKNOWN) == Judged(0)
    assert judge("own:obelisk:4", "a", estates, UNKNOWN) == Judged(None, "printed")
    assert judge("own:obelisk:4", "a", estates, UNKNOWN, printed=8) == Judged(8)
    assert judge("own:obelisk:5", "a", estates, UNKNOWN, printed=8) == Judged(0)


def test_whether_graves_count_as_a_building_is_asked_only_where_it_matters() -> None:
    few, all_four = own(obelisk=2, pyramid=2, temple=2, graves=1), own(obelisk=2, pyramid=2, temple=2, graves=2)
    for estate, unknown, without, also in (
        (few, None, True, False), (all_four, True, True, True), (own(obelisk=2, graves=2), False, False, False),
    ):  # fmt: skip
        for known, wanted in ((None, unknown), (False, without), (True, also)):
            facts = msgspec.structs.replace(UNKNOWN, each_graves=known)
            assert scoring.reached("own_each:2", "a", {"a": estate}, facts, None) is wanted


def test_most_of_a_resource_wins_ties_but_not_with_nothing() -> None:
    a, b = Estate(fields={"yellow": 11}), Estate(fields={"yellow": 11, "green": 6}, quarry=3)
    assert judge("most:yellow", "a", {"a": a, "b": b}, FACTS) == Judged(7)
    assert judge("most:green", "a", {"a": a, "b": b}, FACTS) == Judged(0)
    assert judge("most:brown", "b", {"a": a, "b": b}, FACTS) == Judged(0)
    assert judge("most:quarry", "b", {"a": a, "b": b}, FACTS) == Judged(None, "printed")


def test_the_last_row_counts_players() -> None:
    there, not_there, unsure = Estate(last={"stone": True}), Estate(last={"stone": False}), Estate(last={"stone": None})
    three = {"a": there, "b": there, "c": there, "d": not_there}
    assert judge("lastrow_count:stone", "d", three, FACTS) == Judged(7, "", 3)
    assert judge("lastrow_count:stone", "a", {"a": there, "b": there}, FACTS) == Judged(None, "printed", 2)
    assert judge("lastrow_count:stone", "a", {"a": there, "b": unsure}, FACTS) == Judged(None, "reached")
    assert judge("own_lastrow:stone", "d", three, FACTS) == Judged(0)
    assert judge("own_lastrow:stone", "a", three, FACTS, printed=4) == Judged(4)
    assert judge("own_lastrow:stone", "b", {"b": unsure}, FACTS) == Judged(None, "reached")
    assert judge("own_lastrow:stone", "b", {"b": unsure}, FACTS, said=True, printed=4) == Judged(4)


def test_rows_7_8_and_9_of_the_obelisk() -> None:
    full = [f"obelisk:{n}" for n in range(1, 10)]
    assert scoring.obelisk_done(FACTS, full) is True
    assert scoring.obelisk_done(FACTS, full[:8]) is False
    assert scoring.obelisk_done(UNKNOWN, full) is None
    higher = (*FACTS.obelisk, Space(10, 10))
    assert scoring.obelisk_done(msgspec.structs.replace(FACTS, obelisk=higher), full) is True
    untold = tuple(Space(n) for n in range(1, 10))
    assert scoring.obelisk_done(msgspec.structs.replace(FACTS, obelisk=untold), full[:8]) is None
    assert judge("obelisk_done", "a", {"a": own()}, FACTS, done=None) == Judged(None, "reached")


def test_what_a_building_must_have_reached_is_said_by_the_table() -> None:
    estates = {"a": own()}
    assert judge("built:temple", "a", estates, FACTS) == Judged(None, "reached")
    assert judge("built:temple", "a", estates, FACTS, said=False) == Judged(0)
    assert judge("built:temple", "a", estates, FACTS, said=True, printed=5) == Judged(5)


def test_one_point_for_every_full_ten() -> None:
    assert [scoring.ten_percent(n) for n in (-30, 0, 9, 10, 69, 100)] == [0, 0, 0, 1, 6, 10]


def test_the_hindmost_gets_chip_1() -> None:
    in_front = scoring.front({"A": 21, "B": 21, "C": 5}, {"A": 3, "B": 2, "C": 1})
    assert in_front == ("B", "A", "C")
    assert scoring.chips(in_front) == {"C": 1, "A": 2, "B": 3}
