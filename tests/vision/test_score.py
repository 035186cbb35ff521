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
