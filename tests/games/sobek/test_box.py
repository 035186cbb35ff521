"""The printed facts of Sobek: sums that must come out, what is unknown, what an owner may say (spec sobek 2, 11)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.engine.box import parse_box, parse_practice
from companion.engine.errors import InputError
from companion.engine.options import resolve
from companion.games.sobek import track
from companion.games.sobek.catalogue import doubled, read_catalogue
from companion.games.sobek.survey import check_box
from companion.games.sobek.switches import OPTIONS, switches
from companion.language import Language

EN = Language("en")
GAME = Path(__file__).parents[3] / "companion" / "games" / "sobek"
BOX = parse_box((GAME / "box.toml").read_text("utf-8"))
PRACTICE = parse_practice((GAME / "practice.toml").read_text("utf-8"), BOX)


def test_the_box_has_54_goods_cards_nine_of_them_green() -> None:
    families = read_catalogue(BOX).families.values()
    assert [family.total for family in families] == [6, 7, 7, 9, 10, 10]
    assert sum(family.total for family in families) + read_catalogue(BOX).amulets == 54
    assert [family.green for family in families] == [1, 1, 1, 2, 2, 2]
    assert [family.beige for family in families] == [5, 6, 6, 7, 8, 8]
    assert [family.value for family in families] == [3, 2, 2, 1, 1, 1]


def test_every_unknown_fact_says_what_it_costs_and_has_no_value() -> None:
    for key in BOX.unknown:
        fact = BOX.facts[key]
        assert fact.confidence == "unknown" and fact.costs, key
    known = [key for key, fact in BOX.facts.items() if fact.confidence == "unknown" and fact.value is not None]
    assert known == []


def test_what_no_source_tells_is_unknown() -> None:
    catalogue = read_catalogue(BOX)
    assert (catalogue.prosperity, catalogue.curse) == (None, None)
    assert {family.valued for family in catalogue.families.values()} == {None}
    assert catalogue.copies == {"QUE": 1, **dict.fromkeys(("PRI", "THI", "SCR", "VIZ", "COU", "MER"))}
    assert set(catalogue.most_copies.values()) == {1, 2}
    assert catalogue.bears["QUE"] == ("",)
    assert not catalogue.surveyed


def test_cards_are_bounded_before_anybody_counted() -> None:
    catalogue = read_catalogue(BOX)
    most = {card: catalogue.most(card) for card in catalogue.goods}
    assert most == {
        "IVO3": 5, "IVO0": 5, "EBO2": 6, "EBO0": 6, "MAR2": 6, "MAR0": 6, "CAT1": 7, "CAT0": 8,
        "FIS1": 8, "FIS0": 9, "WHE1": 8, "WHE0": 9, "AMU": 5,
    }  # fmt: skip
    counted = read_catalogue(BOX.with_overrides({"valued.WHE": 3}))
    assert (counted.most("WHE1"), counted.most("WHE0")) == (3, 7)


def test_the_track_has_twenty_groups_with_an_ankh_on_61() -> None:
    catalogue = read_catalogue(BOX)
    assert catalogue.track == track.DEFAULT
    assert catalogue.track[61] == catalogue.track[51] == "ANKH"
    assert Counter(catalogue.track) == dict.fromkeys(("NUMBER", "ANKH", "B", "C", "D"), 20)


def test_symbols_are_called_by_their_first_space_until_they_have_a_name() -> None:
    names = [EN.say(read_catalogue(BOX).token_name(f"ALL.{s}")) for s in track.SYMBOLS]
    assert names == [
        "Alliance: ankh",
        "Alliance: symbol of space 2",
        "Alliance: symbol of space 3",
        "Alliance: symbol of space 4",
    ]
    named = read_catalogue(BOX.with_overrides({"symbol.B": "Owl"}))
    assert named.symbol_name("B") == "Owl"


def test_cards_are_named_by_goods_and_scarabs() -> None:
    catalogue = read_catalogue(BOX)
    assert [EN.say(catalogue.card_name(card)) for card in ("WHE1", "IVO0", "AMU", "CHA", "PRI")] == [
        "Wheat 1",
        "Ivory 0",
        "Amulet",
        "Face-down character",
        "High Priest",
    ]
    assert catalogue.card("EBO2") == ("EBO", 2)
    assert catalogue.card("CHA") == catalogue.card("AMU") == catalogue.card("MER") == ("", 0)


@pytest.mark.parametrize(
    ("given", "bounds"),
    [
        ({"a": None, "b": None, "c": None}, [(1, 2)] * 3),
        ({"a": 2, "b": None, "c": 2}, [(2, 2), (1, 1), (2, 2)]),
        ({"a": 1, "b": None, "c": None}, [(1, 1), (2, 2), (2, 2)]),
    ],
)
def test_two_names_are_doubled_and_the_rest_follows(given: dict[str, int | None], bounds: list[Any]) -> None:
    assert list(doubled(given).values()) == bounds


def test_what_the_owner_says_bounds_the_rest() -> None:
    catalogue = read_catalogue(BOX.with_overrides({"copies.PRI": 2, "copies.THI": 2, "tokens.FLO": 1, "tokens.CUR": 1}))
    assert catalogue.copies["MER"] == catalogue.most_copies["MER"] == 1
    assert catalogue.tokens["EMB"] == catalogue.tokens["FRA"] == 2
    owned = read_catalogue(BOX.with_overrides({"copies.MER": 1, "family.MER.1": "FIS", "family.MER.2": "WHE"}))
    assert owned.bears["MER"] == ("FIS",), "there is no second Merchant"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"copies.PRI": 2, "copies.THI": 2, "copies.MER": 2}, "There are nine characters"),
        ({f"copies.{name}": 1 for name in ("PRI", "THI", "SCR", "VIZ", "COU")}, "There are nine characters"),
        ({"copies.QUE": 2}, "“copies.QUE” of the box must be a whole number from 1 to 1"),
        ({"copies.THI": 3}, "“copies.THI” of the box"),
        ({"tokens.FLO": 2, "tokens.EMB": 2, "tokens.FRA": 2}, "There are twelve tokens"),
        ({"tokens.PRO": 1}, "“tokens.PRO” of the box"),
        ({"valued.IVO": 6}, "“valued.IVO” of the box must be a whole number from 1 to 5"),
        ({"valued.IVO": 0}, "“valued.IVO” of the box"),
        ({"valued.IVO": True}, "“valued.IVO” of the box"),
        ({"total.IVO": 7}, "The goods cards add up to 55"),
        ({"green.IVO": 2}, "The cards with a green back add up to 10"),
        ({"family.QUE.1": "AMU"}, "“family.QUE.1” of the box can't be “AMU”"),
        ({"family.QUE.1": ["IVO"]}, "“family.QUE.1” of the box"),
        ({"prosperity": 3}, "“prosperity” of the box must be a whole number from 1 to 2"),
        ({"curse": "one"}, "“curse” of the box"),
        ({"curse": 10**30}, "“curse” of the box"),
        ({"track": ["ANKH"]}, "list of 100 symbols"),
        ({"track": {"0": "ANKH"}}, "list of 100 symbols"),
        ({"track.order": "mixed"}, "“track.order” of the box can't be “mixed”"),
        ({"track.order": []}, "“track.order” of the box"),
        ({"symbol.B": ""}, "“symbol.B” of the box must be a name"),
        ({"symbol.C": 5}, "“symbol.C” of the box must be a name"),
    ],
)
def test_what_cannot_be_is_refused(values: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as error:
        check_box(BOX.with_overrides(values))
    assert said in EN.say(error.value.text)


def test_garbage_never_breaks_the_reading() -> None:
    for key in BOX.facts:
        for junk in (None, -1, 99, 1.5, "", "x" * 200, [], [[]], {}, {"a": [None]}, True, 10**40, ["ANKH"] * 100):
            box = BOX.with_overrides({key: junk})
            try:
                check_box(box)
            except InputError:
                continue


def _warned(values: dict[str, Any]) -> list[str]:
    return [EN.say(fault.text) for fault in check_box(BOX.with_overrides(values)) if fault.warning]


def test_what_is_unusual_is_pointed_out() -> None:
    assert _warned({}) == []
    assert _warned({"green.IVO": 2, "green.CAT": 1}) == [
        "Ivory: 2 cards with a green back; the only known list says 1.",
        "Cattle: 1 card with a green back; the only known list says 2.",
    ]
    assert _warned({"symbol.B": "Owl", "symbol.D": "owl"}) == ["Two symbols are called “owl”."]
    own = list(track.DEFAULT)
    own[61], own[62] = "B", "ANKH"
    other: dict[str, Any] = {"track.order": "other", "track": own}
    assert _warned(other) == ["Space 61 carries the ankh in the rulebook's example. Look at the track again."]
    own[7] = "ANKH"
    assert _warned(other)[0] == "The group after 5 has a symbol twice. Look at it again."
    own[5], own[6] = "ANKH", "NUMBER"
    assert _warned(other)[0] == "Numbers stand on every fifth space as far as is known. Look at space 5 again."


def test_nine_characters_without_ivory_are_pointed_out() -> None:
    plain = dict(PRACTICE.overrides) | {"family.QUE.1": "EBO"}
    assert _warned(plain) == [
        "No character belongs to Ivory, but the rulebook shows one. Look at the nine cards again.",
    ]


def test_the_same_order_everywhere_is_the_track_as_assumed() -> None:
    own = [*track.DEFAULT[:1], "B", "ANKH", *track.DEFAULT[3:]]
    assert read_catalogue(BOX.with_overrides({"track": own, "track.order": "same"})).track == track.DEFAULT
    assert read_catalogue(BOX.with_overrides({"track": own, "track.order": "other"})).track == tuple(own)


def test_the_practice_board_knows_everything() -> None:
    catalogue = read_catalogue(PRACTICE)
    assert PRACTICE.practice and check_box(PRACTICE) == ()
    assert sum(n or 0 for n in catalogue.copies.values()) == 9
    assert sum(n or 0 for n in catalogue.tokens.values()) == 12
    assert all(family.valued for family in catalogue.families.values())
    assert all("" not in families for families in catalogue.bears.values())
    assert PRACTICE.unknown == ()


def test_switches_take_the_number_of_the_token_from_the_box_unless_told() -> None:
    plain = resolve(OPTIONS, (), {})
    assert switches(plain, read_catalogue(BOX)).curse_cards is None
    assert switches(plain, read_catalogue(PRACTICE)).curse_cards == 2
    told = resolve(OPTIONS, (), {"curse_cards": 1, "prosperity_scarabs": 2, "all_zero_penalised": False})
    rules = switches(told, read_catalogue(PRACTICE))
    assert (rules.curse_cards, rules.prosperity_scarabs, rules.all_zero_penalised) == (1, 2, False)


def test_the_switches_stand_as_the_rulebook_or_our_recommendation_has_them() -> None:
    rules = switches(resolve(OPTIONS, (), {}), read_catalogue(BOX))
    assert rules.alliance_symbol == "token" and rules.may_powers == "decline"
    assert rules.courtesan_jokers and rules.own_pile_visible
    assert not (rules.amulet_only_sets or rules.fraud_counts_curse or rules.counts_shown)
    assert (rules.late_event, rules.leaver, rules.all_zero_penalised) == ("next_action", "end", None)
