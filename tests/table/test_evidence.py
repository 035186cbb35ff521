"""What one reading speaks for: sure places, arts without their signs, groups that are counted, and how likely it is."""

from __future__ import annotations

import math

import pytest

from companion.engine.sight import EMPTY, Look, Plan, Reading, Seen, Spot
from companion.engine.text import T
from companion.table.evidence import LEAST, Evidence, Shown, Touched

LOOKS = (Look("red", T("Red"), "piece"), *(Look(f"corn:{n}", T("Corn"), "card", "corn") for n in (1, 2)),
         Look("fish", T("Fish"), "card", "fish"))  # fmt: skip
CARDS = ("corn:1", "corn:2", "fish")


def plan() -> Plan:
    pits = tuple(Spot(f"pit:{n}", T("Pit"), "piece", ("red",), (20.0 * n, 20, 9, 9), "pits") for n in (1, 2, 3))
    cards = tuple(Spot(f"card:{n}", T("Card"), "card", CARDS, (20.0 * n, 60, 9, 9)) for n in (1, 2))
    return Plan(mat=5, field=(100, 100), board=(50, 50, 100, 100), known=True, spots=(*pits, *cards), looks=LOOKS)


def evidence(*seen: Seen, lean: bool = False) -> Evidence:
    return Evidence(plan(), Reading(game="toy", seen=seen), lean)


def sure(spot: str, label: str) -> Seen:
    return Seen(spot, label, 0.99, True)


def art(spot: str, label: str, name: str) -> Seen:
    """The picture is sure, its small sign is not."""
    return Seen(spot, label, 0.5, False, art=name)


COVERED = Seen("pit:1", None, 0.0, False)


def test_a_sign_that_can_not_be_read_is_told_only_where_the_art_is_the_one_it_should_be() -> None:
    read = evidence(art("card:1", "corn:1", "corn"), art("card:2", "fish", "fish"))
    now = Shown({"card:1": ("corn:2",), "card:2": ("corn:1",)})
    assert read.unread(now) == ("card:1",)
    assert read.wrong(now) == {"card:2": 1}
    assert read.unread(Shown({})) == () and read.wrong(Shown({})) == {}


def test_a_place_is_doubtful_only_where_neither_it_nor_its_art_is_sure() -> None:
    read = evidence(COVERED, art("card:1", "corn:1", "corn"), sure("pit:2", "red"), Seen("card:2", "fish", 0.6, False))
    assert read.doubtful == {"pit:1", "card:2"}
    now = Shown({"card:2": ("fish",), "card:1": ("corn:1",), "pit:2": (EMPTY,)})
    assert read.unsettled(now) == ("card:2",)
    # An art that is known by none of the plan's looks is as good as none.
    assert evidence(art("card:1", "corn:1", "owl"), Seen("card:2", "fish", 0.6, False)).arts == {}


def test_who_leans_takes_doubtful_places_for_what_they_look_like_and_covered_ones_for_nothing() -> None:
    read = evidence(COVERED, Seen("pit:2", "red", 0.6, False), lean=True)
    assert read.sure == {"pit:2": "red"} and read.doubtful == {"pit:1"}


def test_a_group_may_have_too_many_or_too_few_and_what_is_covered_may_be_what_is_lacking() -> None:
    three = tuple(sure(f"pit:{n}", label) for n, label in ((1, "red"), (2, "red"), (3, EMPTY)))
    assert evidence(*three).wrong(Shown({}, {"pits": {"red": 1}})) == {("pits", "red"): 1}
    assert evidence(*three).wrong(Shown({}, {"pits": {"red": 2}})) == {}
    assert evidence(*three).wrong(Shown({}, {"pits": {"red": 4}})) == {("pits", "red"): 2}
    hidden = evidence(COVERED, *three[1:])
    assert [hidden.wrong(Shown({}, {"pits": {"red": n}})) for n in (0, 1, 2, 3)] == [
        {("pits", "red"): 1}, {}, {}, {("pits", "red"): 1},
    ]  # fmt: skip
    assert hidden.wrong(Shown({}, {"shelves": {"red": 9}})) == {}, "a group that the plan has no place of"


def test_a_move_shows_in_a_place_that_contradicts_one_side_of_it() -> None:
    before, after = Shown({"pit:2": (EMPTY,)}), Shown({"pit:2": ("red",)})
    read = evidence(sure("pit:2", "red"))
    assert read.touched(before, after, read.wrong(before)) == Touched(True, False)
    either = Shown({"pit:2": ("red", EMPTY)})
    assert read.touched(either, after, {}) == Touched(False, False), "it agrees with both: it tells nothing"
    assert read.touched(after, after, {"pit:2": 1}) == Touched(False, False), "nothing changes there"


def test_a_move_may_show_in_doubtful_places_in_arts_and_in_any_place_of_a_group_that_is_counted_otherwise() -> None:
    turned = Shown({"card:1": ("corn:1",)}), Shown({"card:1": ("corn:2",)})
    assert evidence(art("card:1", "corn:1", "corn")).touched(*turned, {}) == Touched(False, True)
    assert evidence(sure("card:1", "corn:1")).touched(*turned, {}) == Touched(False, False)
    counted = Shown({}, {"pits": {"red": 1}}), Shown({}, {"pits": {"red": 2}})
    assert evidence(COVERED).touched(*counted, {}) == Touched(False, True)
    assert evidence(sure("pit:1", "red")).touched(*counted, {("pits", "red"): 1}) == Touched(True, False)
    assert evidence(sure("pit:1", "red")).touched(*counted, {("shelves", "red"): 1}) == Touched(False, False)
    same = Shown({}, {"pits": {"red": 1}})
    assert evidence(COVERED).touched(same, same, {("pits", "red"): 1}) == Touched(False, False)


def test_a_covered_place_is_as_likely_one_thing_as_another() -> None:
    read = evidence(COVERED)
    assert read.likelihood(Shown({"pit:1": ("red",)})) == read.likelihood(Shown({"pit:1": (EMPTY,)})) == 0.0


def test_a_picture_is_never_surer_than_one_in_a_thousand() -> None:
    read = evidence(sure("pit:1", "red"))
    assert read.likelihood(Shown({"pit:1": (EMPTY,)})) == pytest.approx(math.log(LEAST)) == pytest.approx(-6.9078, 1e-4)


def test_shares_of_all_that_may_lie_there_add_up_to_one_at_most() -> None:
    read = evidence(Seen("card:1", "corn:1", 0.7, False, (("corn:2", 0.5), ("fish", 0.1))))
    assert read.likelihood(Shown({"card:1": ("corn:1", "corn:2")})) == 0.0
    assert read.likelihood(Shown({"card:1": ("corn:2", "fish")})) == pytest.approx(math.log(0.6))
    assert read.likelihood(Shown({"card:2": ("fish",)})) == 0.0, "a place that was not read says nothing"
