"""Readings held against the truth: what is judged, what counts as silent, what each figure proves."""

from __future__ import annotations

import pytest
from msgspec import structs

from companion.engine.sight import BACK, EMPTY, Look, Plan, Reading, Seen, Spot
from companion.engine.text import T, Text
from companion.vision.score import Case, Score, Verdict
from companion.vision.score_rows import AIMS, Row, highest_rate, percentile
from companion.vision.truth import Place, Truth

CARDS = ("ibis:1", "ibis:2", "cat:1")


def plan(path: bool = False) -> Plan:
    """Three places for pieces, two for cards."""
    pieces = [Spot(f"s:{n}", Text("s"), "piece", ("red", "blue"), (20.0 * n, 20.0, 18.0, 18.0)) for n in (1, 2, 3)]
    cards = [Spot(f"c:{n}", Text("c"), "card", CARDS, (60.0 * n, 90.0, 44.0, 67.0)) for n in (1, 2)]
    looks = [Look(one, Text(one), "piece") for one in ("red", "blue")]
    looks += [Look(one, Text(one), "tile" if path else "card", art=one.split(":")[0]) for one in CARDS]
    if path:
        return Plan(mat=5, field=(300.0, 200.0), board=(150.0, 100.0, 300.0, 200.0), known=True, spots=(),
                    looks=tuple(looks), path=(150.0, 100.0, 300.0, 200.0))  # fmt: skip
    return Plan(mat=5, field=(300.0, 200.0), board=(150.0, 100.0, 300.0, 200.0), known=True,
                spots=(*pieces, *cards), looks=tuple(looks))  # fmt: skip


TRUTH = {"s:1": Place("red"), "s:2": Place("blue"), "c:1": Place("ibis:1")}


def seen(spot: str, label: str | None, sure: bool = True, others: tuple[tuple[str, float], ...] = ()) -> Seen:
    return Seen(spot, label, 0.9, sure, others)


def right() -> dict[str, Seen]:
    """A reading of all five places, all right and sure."""
    return {
        "s:1": seen("s:1", "red"), "s:2": seen("s:2", "blue"), "s:3": seen("s:3", EMPTY),
        "c:1": seen("c:1", "ibis:1"), "c:2": seen("c:2", EMPTY),
    }  # fmt: skip


def scored(changed: dict[str, Seen], **truth: object) -> tuple[Score, Verdict]:
    found = {**right(), **changed}
    score = Score()
    told = Truth(game="toy", places={**TRUTH, **truth.pop("places", {})}, **truth)  # type: ignore[dict-item,arg-type]
    reading = Reading(game="toy", seen=tuple(found.values()))
    return score, score.add(plan(), Case(truth=told, reading=reading))


def row(score: Score, name: str, tier: str = "normal") -> Row:
    return next(one for one in score.rows(tier) if one.id == name)


def test_a_right_reading_meets_every_aim() -> None:
    score, verdict = scored({}, markers=(40, 41, 42, 43, 44))
    assert not verdict.failed
    assert all(one.met is not False for one in score.rows("clean"))
    assert row(score, "place").n == 3
    assert row(score, "asked_50").figure == 0


def test_a_sure_wrong_place_is_silent_and_an_unsure_one_is_asked() -> None:
    score, verdict = scored({"s:1": seen("s:1", "blue")})
    assert verdict.silent == ("s:1",)
    assert row(score, "silent").figure == 1.0
    assert row(score, "answered").figure == 0.0
    score, verdict = scored({"s:1": seen("s:1", "blue", sure=False)})
    assert verdict == Verdict(wrong=("s:1",), asked=("s:1",))
    assert row(score, "silent").figure == 0.0
    assert row(score, "board").figure == 0.0
    assert row(score, "answered").figure == 1.0
    assert row(score, "asked_50").figure == 1
    assert row(score, "colour").figure == 0.5


def test_a_covered_place_may_only_be_asked_about() -> None:
    places = {"s:1": Place("red", 0.1)}
    score, verdict = scored({"s:1": seen("s:1", None, sure=False)}, places=places)
    assert row(score, "covered").figure == 0.0
    assert row(score, "place").n == 2
    assert row(score, "asked_50").figure == 0, "a covered place has to be asked about: it is no question too many"
    score, verdict = scored({"s:1": seen("s:1", EMPTY)}, places=places)
    assert row(score, "covered").figure == 1.0
    assert verdict.silent == ("s:1",)


def test_an_empty_place_that_is_covered_must_not_be_surely_empty() -> None:
    score, _ = scored({}, places={"s:3": Place(EMPTY, 0.0)})
    assert row(score, "covered").figure == 1.0


def test_a_place_partly_seen_counts_only_when_surely_wrong() -> None:
    places = {"s:1": Place("red", 0.4)}
    score, verdict = scored({"s:1": seen("s:1", "blue", sure=False)}, places=places)
    assert row(score, "place").figure == 1.0
    assert not verdict.failed
    score, verdict = scored({"s:1": seen("s:1", "blue")}, places=places)
    assert verdict.silent == ("s:1",)


def test_a_small_sign_in_doubt_is_no_doubt_about_the_picture() -> None:
    doubt = seen("c:1", "ibis:2", sure=False, others=(("ibis:1", 0.4), ("cat:1", 0.01)))
    score, _ = scored({"c:1": doubt})
    assert row(score, "art").figure == 1.0
    assert row(score, "sign_asked").figure == 1.0
    assert row(score, "asked_50").figure == 0
    other = seen("c:1", "ibis:2", sure=False, others=(("cat:1", 0.4),))
    assert row(scored({"c:1": other})[0], "asked_50").figure == 1


def test_a_wrong_sign_surely_read_is_silent() -> None:
    score, verdict = scored({"c:1": seen("c:1", "ibis:2")})
    assert row(score, "sign").figure == 1.0
    assert row(score, "art").figure == 1.0
    assert verdict.silent == ("c:1",)
    assert row(score, "board").figure == 1.0, "the board is made of pieces here"


def test_a_record_that_is_contradicted_must_be_found_to_be() -> None:
    told = {"s:3": "red"}
    score, verdict = scored({}, expected=told)
    assert row(score, "foreign").figure == 1.0
    assert not verdict.missed
    score, verdict = scored({"s:3": seen("s:3", "red")}, expected=told)
    assert row(score, "foreign").figure == 0.0
    assert verdict.missed
    score, _ = scored({"s:3": seen("s:3", "red", sure=False)}, expected=told)
    assert row(score, "foreign").figure == 1.0, "the question about that place tells"
    score, _ = scored({}, expected={"s:1": "red"})
    assert "foreign" not in {one.id for one in score.rows("normal")}, "it agrees: nothing to find"


def test_a_picture_that_is_refused_counts_where_the_mat_could_be_seen() -> None:
    score = Score()
    refused = Reading(game="toy", trouble=T("No marker."))
    score.add(plan(), Case(truth=Truth(game="toy", markers=(40, 41, 42, 43, 44)), reading=refused))
    score.add(plan(), Case(truth=Truth(game="toy", markers=(40, 41)), reading=refused))
    assert row(score, "located").n == 1
    assert row(score, "located").figure == 0.0
    assert row(score, "refused").n == 2
    assert "place" not in {one.id for one in score.rows("normal")}


def test_tiles_are_held_against_where_they_lie() -> None:
    tiles = plan(path=True)
    truth = Truth(game="toy", places={
        "slot:1": Place("ibis:1", 1.0, (30.0, 50.0, 30.0, 30.0)),
        "slot:2": Place("cat:1", 1.0, (70.0, 50.0, 30.0, 30.0)),
    })  # fmt: skip

    def told(*found: tuple[str, str, float]) -> tuple[Score, Verdict]:
        lies = tuple(Seen(spot, label, 0.9, True, at=(x, 52.0, 30.0, 30.0)) for spot, label, x in found)
        score = Score()
        return score, score.add(tiles, Case(truth=truth, reading=Reading(game="toy", seen=lies)))

    score, verdict = told(("slot:1", "ibis:1", 31.0), ("slot:2", "cat:1", 72.0))
    assert not verdict.failed
    assert row(score, "art").figure == 1.0
    assert row(score, "order").figure == 1.0
    assert told(("slot:1", "ibis:1", 31.0))[1].silent == ("slot:2",), "a tile that was overlooked"
    assert told(("slot:1", "ibis:1", 31.0), ("slot:2", "cat:1", 72.0), ("slot:3", "cat:1", 200.0))[1].failed
    assert told(("slot:1", "cat:1", 31.0), ("slot:2", "cat:1", 72.0))[1].silent == ("slot:1",)
    score, verdict = told(("slot:1", "ibis:1", 31.0), ("slot:2", "", 72.0))
    assert verdict.silent == ("slot:2",), "a place that is surely called empty"
    asked = Reading(game="toy", seen=(Seen("slot:1", None, 0.0, False), Seen("slot:2", None, 0.0, False)))
    score = Score()
    verdict = score.add(tiles, Case(truth=truth, reading=asked))
    assert verdict == Verdict(wrong=("slot:1", "slot:2"), asked=("slot:1", "slot:2"))
    assert row(score, "asked_95").figure == 2
    assert row(score, "board").figure == 0.0
    assert row(score, "tile_asked").figure == 1.0
    assert row(score, "art").figure == 0.0


def test_scores_of_several_processes_add_up() -> None:
    one, _ = scored({})
    two, _ = scored({"s:1": seen("s:1", "blue")})
    one.merge(two)
    assert row(one, "silent").n == 2
    assert row(one, "silent").figure == 0.5
    assert row(one, "asked_95").n == 2


@pytest.mark.parametrize(("hits", "tried", "rate"), [(0, 1500, 0.001995), (0, 30000, 0.0000999), (1, 1500, 0.003159)])
def test_none_of_n_proves_about_three_in_n(hits: int, tried: int, rate: float) -> None:
    assert highest_rate(hits, tried) == pytest.approx(rate, rel=0.003)


def test_a_bound_never_proves_more_than_was_seen() -> None:
    assert highest_rate(5, 5) == 1.0
    assert highest_rate(10, 1000) > 0.01


def test_a_percentile_is_a_value_that_was_measured() -> None:
    assert percentile([1.0, 2.0, 3.0, 4.0], 50) == 2.0
    assert percentile(list(range(1, 101)), 95) == 95
    assert percentile([7.0], 99) == 7.0


def test_the_aims_are_those_of_the_table() -> None:
    aims = {aim.id: aim.targets for aim in AIMS}
    assert aims["located"] == (1.0, 0.995, 0.97)
    assert aims["off"] == (1.0, 1.5, 3.0)
    assert aims["accepted"] == (1e-4, 3e-4, 1e-3)
    assert aims["silent"] == (0.0005, 0.002, 0.01)
    assert aims["asked_95"] == (1, 2, 6)
    assert aims["ms"] == (80, 80, 120)


def test_the_largest_group_is_told_by_itself() -> None:
    whole = plan()
    spots = (*(structs.replace(spot, group="front") for spot in whole.spots[:2]),
             structs.replace(whole.spots[2], group="rim"), *whole.spots[3:])  # fmt: skip
    grouped = structs.replace(whole, spots=spots)
    for spot, figure in (("s:1", 0.0), ("s:3", 1.0)):
        found = {**right(), spot: seen(spot, None, sure=False)}
        score = Score()
        score.add(
            grouped,
            Case(truth=Truth(game="toy", places=TRUTH), reading=Reading(game="toy", seen=tuple(found.values()))),
        )
        assert row(score, "group").figure == figure
        assert row(score, "group_asked").figure == 1 - figure
        assert row(score, "board").figure == 0.0


def test_a_card_face_down_is_no_empty_place() -> None:
    score, verdict = scored({"c:2": seen("c:2", EMPTY)}, places={"c:2": Place(BACK)})
    assert verdict.silent == ("c:2",)
    assert row(score, "art").figure == 0.5


def test_markers_that_are_none_are_counted_where_somebody_looked() -> None:
    score = Score()
    truth, fine = Truth(game="toy", places=TRUTH), Reading(game="toy", seen=tuple(right().values()))
    for wrong in (None, 0, 2):
        score.add(plan(), Case(truth=truth, reading=fine, wrong_markers=wrong))
    assert (row(score, "wrong_marker").n, row(score, "wrong_marker").figure) == (2, 0.5)


def test_a_mat_that_was_looked_for_by_itself_counts_as_it_was_found() -> None:
    truth = Truth(game="toy", places=TRUTH, markers=(40, 41, 42, 43, 44))
    fine, refused = Reading(game="toy", seen=tuple(right().values())), Reading(game="toy", trouble=T("Dark."))
    for reading, located, figure in ((fine, False, 0.0), (refused, True, 1.0), (fine, None, 1.0), (refused, None, 0.0)):
        score = Score()
        score.add(plan(), Case(truth=truth, reading=reading, located=located))
        assert row(score, "located").figure == figure


def test_a_place_is_judged_from_three_fifths_on_and_covered_below_a_quarter() -> None:
    judged = {visible: row(scored({}, places={"s:1": Place("red", visible)})[0], "place").n for visible in (0.59, 0.6)}
    assert judged == {0.59: 2, 0.6: 3}
    assert "covered" not in {one.id for one in scored({}, places={"s:1": Place("red", 0.25)})[0].rows("normal")}
    covered = scored({"s:1": seen("s:1", None, sure=False)}, places={"s:1": Place("red", 0.24)})[0]
    assert row(covered, "covered").n == 1 and row(covered, "asked_covered").figure == 1.0


def test_a_card_that_is_wrong_leaves_the_board_of_pieces_as_right_as_it_was() -> None:
    score, verdict = scored({"c:1": seen("c:1", "cat:1"), "s:1": seen("s:1", "red", sure=False)})
    assert verdict.silent == ("c:1",)
    assert row(score, "board").figure == row(score, "answered").figure == 1.0
    assert row(score, "accepted").n == 2 and row(score, "accepted").figure == 0.0


def test_only_cards_that_have_a_sibling_have_a_sign_and_only_what_lies_there_is_a_picture() -> None:
    score, _ = scored({"c:1": seen("c:1", "cat:1")}, places={"c:1": Place("cat:1")})
    assert row(score, "art").n == 1
    assert "sign" not in {one.id for one in score.rows("normal")}
    doubt = seen("c:1", "cat:1", sure=False, others=(("ibis:1", 0.01),))
    assert row(scored({"c:1": doubt}, places={"c:1": Place("cat:1")})[0], "asked_50").figure == 1


def test_a_plate_is_a_place_without_a_colour() -> None:
    whole = plan()
    plates = structs.replace(whole, spots=(*whole.spots, Spot("p", Text("p"), "cover", ("plate",), (9.0, 150.0, 9, 9))),
                             looks=(*whole.looks, Look("plate", Text("plate"), "cover")))  # fmt: skip
    score, found = Score(), (*right().values(), seen("p", "plate"))
    truth = Truth(game="toy", places={**TRUTH, "p": Place("plate")})
    score.add(plates, Case(truth=truth, reading=Reading(game="toy", seen=found)))
    assert row(score, "place").n == 4 and row(score, "colour").n == 2


def test_where_there_are_cards_alone_they_make_the_board() -> None:
    whole = plan()
    cards = structs.replace(whole, spots=whole.spots[3:])
    for label, sure, figures in (
        ("ibis:2", True, (1.0, 0.0)),
        ("cat:1", True, (0.0, 0.0)),
        ("cat:1", False, (0.0, 1.0)),
    ):
        score, found = Score(), (seen("c:1", label, sure), seen("c:2", EMPTY))
        score.add(cards, Case(truth=Truth(game="toy", places={"c:1": Place("ibis:1")}),
                              reading=Reading(game="toy", seen=found)))  # fmt: skip
        assert row(score, "place").n == 2
        assert (row(score, "board").figure, row(score, "answered").figure) == figures


def test_one_group_alone_is_not_told_by_itself() -> None:
    whole = plan()
    spots = (*(structs.replace(spot, group="front") for spot in whole.spots[:3]), *whole.spots[3:])
    score = Score()
    reading = Reading(game="toy", seen=tuple(right().values()))
    score.add(structs.replace(whole, spots=spots), Case(truth=Truth(game="toy", places=TRUTH), reading=reading))
    assert "group" not in {one.id for one in score.rows("normal")}


def test_what_contradicts_the_record_counts_where_it_can_be_seen() -> None:
    covered = {"s:3": Place(EMPTY, 0.5)}
    score, verdict = scored({"s:3": seen("s:3", "red")}, places=covered, expected={"s:3": "red"})
    assert "foreign" not in {one.id for one in score.rows("normal")} and not verdict.missed
    assert Verdict(missed=True).failed and not Verdict(wrong=("s:1",), asked=("s:1",)).failed


def path(*found: Seen, **places: Place) -> tuple[Score, Verdict]:
    """Tiles that were found, held against those that lie there (`slot_1` for the first)."""
    score = Score()
    truth = Truth(game="toy", places={name.replace("_", ":"): place for name, place in places.items()})
    return score, score.add(plan(path=True), Case(truth=truth, reading=Reading(game="toy", seen=found)))


def tile(spot: str, label: str | None, x: float, sure: bool = True) -> Seen:
    return Seen(spot, label, 0.9, sure, at=(x, 50.0, 30.0, 30.0))


def lies(label: str, x: float, visible: float = 1.0) -> Place:
    return Place(label, visible, (x, 50.0, 30.0, 30.0))


def test_a_tile_is_the_one_that_lies_within_half_of_its_side_and_stands_for_one_alone() -> None:
    assert path(tile("slot:1", "cat:1", 45.0), slot_1=lies("cat:1", 30.0))[1].silent == ()
    assert path(tile("slot:2", "cat:1", 45.1), slot_1=lies("cat:1", 30.0))[1].silent == ("slot:1", "slot:2")
    both = path(tile("slot:1", "cat:1", 36.0), slot_1=lies("cat:1", 30.0), slot_2=lies("cat:1", 40.0))
    assert both[1].silent == ("slot:2",)
    assert row(both[0], "answered").figure == 0.0


def test_a_tile_that_was_taken_is_not_missed_and_one_in_doubt_is_not_silent() -> None:
    score, verdict = path(slot_1=lies(EMPTY, 30.0))
    assert verdict == Verdict() and "tile_asked" not in {one.id for one in score.rows("normal")}
    wrong = path(tile("slot:1", "ibis:1", 30.0, sure=False), slot_1=lies("cat:1", 30.0))[1]
    assert wrong == Verdict(wrong=("slot:1",), asked=("slot:1",))
    made_up = path(tile("slot:1", "ibis:1", 200.0, sure=False))
    assert made_up[1] == Verdict()


def test_a_tile_that_is_covered_may_be_asked_about_and_is_not_judged() -> None:
    score, verdict = path(tile("slot:1", None, 30.0, sure=False), slot_1=lies("cat:1", 30.0, 0.2))
    assert verdict == Verdict() and row(score, "asked_covered").figure == 1.0
    assert "art" not in {one.id for one in score.rows("normal")}
    assert row(path(slot_1=lies("cat:1", 30.0, 0.2))[0], "covered").figure == 1.0


def test_a_path_may_be_told_from_either_end_but_not_jumbled() -> None:
    there = {f"slot_{n}": lies("cat:1", 40.0 * n) for n in (1, 2, 3)}
    for order, figure in (((1, 2, 3), 1.0), ((3, 2, 1), 1.0), ((2, 1, 3), 0.0)):
        found = (tile(f"slot:{n}", "cat:1", 40.0 * at) for n, at in enumerate(order, 1))
        assert row(path(*found, **there)[0], "order").figure == figure


def test_places_of_their_own_for_tiles_are_judged_as_places_where_there_is_no_path() -> None:
    spots = tuple(Spot(f"slot:{n}", Text("s"), "tile", CARDS, (40.0 * n, 50.0, 30.0, 30.0)) for n in (1, 2))
    kept = structs.replace(plan(path=True), spots=spots, path=None)
    score = Score()
    found = (seen("slot:1", "cat:1"), seen("slot:2", EMPTY))
    verdict = score.add(kept, Case(truth=Truth(game="toy", places={"slot:1": Place("ibis:1")}),
                                   reading=Reading(game="toy", seen=found)))  # fmt: skip
    assert verdict.silent == ("slot:1",) and row(score, "place").n == 2


def test_real_pictures_have_no_targets_and_bounds_rule_out_what_was_not_seen() -> None:
    score, _ = scored({"s:1": seen("s:1", "blue", sure=False)})
    assert all(one.target is None and one.met is None for one in score.rows("photos"))
    place = row(score, "place")
    assert place.figure == pytest.approx(2 / 3) and place.bound == pytest.approx(1 - highest_rate(1, 3))
    assert row(score, "silent").bound == pytest.approx(highest_rate(0, 1))
