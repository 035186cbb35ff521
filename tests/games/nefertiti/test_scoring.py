"""The scoring examples of the specification, and the final scoring against the second opinion."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import InputError
from companion.games.nefertiti.catalogue import GIFTS, TYPES, read_catalogue
from companion.games.nefertiti.oracle import Ledger
from companion.games.nefertiti.scoring import (
    Need,
    final_scores,
    half,
    needs,
    ranking,
    say_need,
    scribe_points,
    unlikely,
    winners,
    worth_now,
)
from companion.games.nefertiti.sheet import FinalSheet
from companion.language import Language
from tests.games.nefertiti.boxes import PRACTICE_BOX, SHIPPED

EN = Language("en")
CASES = tomllib.loads((Path(__file__).parents[2] / "cases/nefertiti/scoring.toml").read_text("utf-8"))
SEATS = ("red", "blue", "green", "black")
SHEET = FinalSheet(SHIPPED)
FACTS = read_catalogue(PRACTICE_BOX)


def _sheet_of(case: dict[str, Any]) -> dict[str, Any]:
    fields: dict[str, list[Any]] = {key: case[key] for key in ("prestige", "seals", "deben", "gifts") if key in case}
    players = {
        who: {key: values[i] for key, values in fields.items()} for i, who in enumerate(SEATS[: len(case["gifts"])])
    }
    return {"players": players} | {key: case[key] for key in ("values", "senet_double") if key in case}


@pytest.mark.parametrize("case", CASES["final"], ids=[case["name"] for case in CASES["final"]])
def test_a_game_is_scored_as_worked_out(case: dict[str, Any]) -> None:
    scores = SHEET.score(_sheet_of(case))
    assert list(scores.totals.values()) == case["totals"]
    assert (scores.needs, scores.open) == ((), ())
    if "winners" in case:
        assert scores.more["winners"] == case["winners"]


@pytest.mark.parametrize("case", CASES["refused"], ids=[case["name"] for case in CASES["refused"]])
def test_more_cards_than_the_box_has_are_refused(case: dict[str, Any]) -> None:
    with pytest.raises(InputError) as error:
        SHEET.score(_sheet_of(case))
    assert case["said"] in EN.say(error.value.text)


@pytest.mark.parametrize(("reserve", "taken"), CASES["half"].items())
def test_half_of_a_reserve_is_rounded_up(reserve: str, taken: int) -> None:
    assert half(int(reserve)) == taken
    ledger = Ledger(SEATS[:3], dict.fromkeys(SEATS[:3], 0), {"GIZ": int(reserve)}, {}, 2)
    assert ledger.half("red", "GIZ") == taken
    assert ledger.sound() == []


@pytest.mark.parametrize("case", CASES["scribe"])
def test_the_scribe_scores_value_and_bonus(case: dict[str, int]) -> None:
    assert scribe_points(case["value"], case["bonus"], case["cards"], case["cards"]) == case["points"]
    ledger = Ledger(SEATS[:3], dict.fromkeys(SEATS[:3], 0), {}, {"gold": (14, 10, 7, 7)}, 2)
    ledger.gets("red", "gold")
    ledger.gets("red", "gold")
    assert ledger.scribe("red", {"gold": case["cards"]}, case["bonus"], 1) == case["points"]
    assert ledger.value("gold") == 0  # 26: the owner is no owner any more


def test_every_owner_gets_the_same_value_for_each_card() -> None:
    held = {"red": {"gold": 2}, "blue": {"gold": 1, "harp": 3}, "green": {}}
    none = dict.fromkeys(held, 0)
    scores = final_scores(FACTS, held, none, none, {"red": 5, "blue": 0, "green": 7}, 2)
    assert [(line.category, dict(line.points)) for line in scores.lines] == [
        ("gold", {"red": 20, "blue": 10}),
        ("harp", {"blue": 21}),
    ]
    assert scores.totals == {"red": 25, "blue": 31, "green": 7}
    assert [EN.say(line.title) for line in scores.lines] == ["Gold", "Harps"]
    assert EN.say(scores.lines[0].sum) == "2 owners, 10 each: Red 2 × 10 = 20, Blue 10"
    assert EN.say(scores.lines[1].sum) == "1 owner, 7 each: Blue 3 × 7 = 21"
    assert scores.lines[0].targets == ("holding:red:gold", "holding:blue:gold")


def test_a_set_is_worth_less_with_one_owner_more() -> None:
    held = {"red": {"mirror": 3}, "blue": {"mirror": 1}, "green": {}}
    assert [worth_now(FACTS, held, "red", "mirror", None, more) for more in (-1, 0, 1)] == [30, 21, 15]
    assert worth_now(FACTS, held, "green", "mirror", None) == 0
    shipped = read_catalogue(SHIPPED)
    assert worth_now(shipped, held, "red", "mirror", None) is None
    assert worth_now(FACTS, {"red": {"senet2": 1}}, "red", "senet", None) is None


def test_what_is_not_known_is_named_and_leaves_its_owners_open() -> None:
    held = {"red": {"gold": 1, "senet2": 1}, "blue": {"gold": 2}, "green": {"gold": 0}}
    facts = read_catalogue(SHIPPED)
    assert needs(facts, held, None) == (Need("gold", 2), Need("senet", 1), Need("senet"))
    assert [EN.say(say_need(need)) for need in needs(facts, held, None)] == [
        "Value of gold with 2 owners",
        "Value of senet with 1 owner",
        "Whether a double senet counts as two or as one",
    ]
    none = dict.fromkeys(held, 0)
    scores = final_scores(facts, held, none, none, none, None)
    assert scores.open == ("red", "blue")
    assert scores.lines == ()


def test_a_seat_with_single_senets_has_its_points_while_another_waits_for_the_doubles() -> None:
    held = {"red": {"senet1": 2}, "blue": {"senet2": 1}, "green": {}}
    none = dict.fromkeys(held, 0)
    scores = final_scores(FACTS, held, none, none, none, None)
    assert (scores.open, scores.total("red")) == (("blue",), 8)


def test_deben_are_scored_only_in_a_box_that_says_so() -> None:
    held: dict[str, dict[str, int]] = {"red": {}, "blue": {}, "green": {}}
    none = dict.fromkeys(held, 0)
    deben = {"red": 4, "blue": 1, "green": 0}
    assert final_scores(FACTS, held, none, deben, none, 2).totals == none
    paid = read_catalogue(SHIPPED.with_overrides({"points.deben": 2}))
    assert final_scores(paid, held, none, deben, none, 2).totals == {"red": 8, "blue": 2, "green": 0}


def test_who_left_comes_last_and_cannot_win() -> None:
    totals, deben = {"red": 90, "blue": 70, "green": 70}, {"red": 9, "blue": 1, "green": 1}
    assert ranking(totals, deben, ("red",)) == (("blue", "green"), ("red",))
    assert winners(totals, deben, ("red",)) == ("blue", "green")
    assert winners(totals, deben) == ("red",)


def test_totals_that_no_report_comes_near_are_named() -> None:
    assert unlikely({"a": 39, "b": 40, "c": 220, "d": 221}) == ("a", "d")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_the_second_opinion_agrees_on_points_and_winners(data: st.DataObject) -> None:
    seats = SEATS[: data.draw(st.integers(3, 4))]
    number = st.integers(0, 4)
    held = {who: {gift: data.draw(st.integers(0, 2)) for gift in GIFTS} for who in seats}
    seals, deben, before = ({who: data.draw(number) for who in seats} for _ in range(3))
    double = data.draw(st.sampled_from((1, 2)))
    scores = final_scores(FACTS, held, seals, deben, before, double)
    rows = {kind: tuple(n or 0 for n in FACTS.types[kind].values) for kind in TYPES}
    ledger = Ledger(seats, deben, {}, rows, double, gifts={who: Counter(own) for who, own in held.items()},
                    seals=seals, prestige=before)  # fmt: skip
    assert scores.totals == ledger.final()
    assert set(winners(scores.totals, deben)) == ledger.best()
