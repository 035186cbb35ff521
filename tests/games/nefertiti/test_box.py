"""The box: what is known and by whom, what is refused, what is only unusual; and the practice board."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.engine.box import Box, parse_practice
from companion.engine.errors import InputError
from companion.games.nefertiti.catalogue import (
    HALVES,
    HOUSE,
    ICONS,
    KINDS,
    RULES,
    TYPES,
    Rule,
    character_name,
    half_name,
    read_catalogue,
    type_of,
)
from companion.games.nefertiti.checking import check_catalogue
from companion.games.nefertiti.switches import OPTIONS, Switches, house, switches
from companion.language import Language
from tests.games.nefertiti.boxes import HERE, PRACTICE_BOX, SHIPPED, squares

EN = Language("en")
FACTS = read_catalogue(SHIPPED)
PRACTICE_FACTS = read_catalogue(PRACTICE_BOX)


def _mine(values: dict[str, Any]) -> Box:
    return SHIPPED.with_overrides(values)


def _half(half: str, bids: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {f"half.{half}.squares": bids, f"half.{half}.complete": True} | {
        f"half.{half}.{key}": value for key, value in more.items()
    }


def test_the_shipped_box_knows_what_is_documented_and_no_more() -> None:
    assert FACTS.gifts == {
        "gold": 5, "necklace": 5, "mirror": 6, "statuette": 6, "chair": 8, "harp": 8, "senet1": 5, "senet2": 3,
    }  # fmt: skip
    assert FACTS.gift_total == SHIPPED.value("gifts") == 46
    assert FACTS.types["gold"].values == (14, None, 7, 7)
    assert all(FACTS.types[kind].values == (None,) * 4 for kind in TYPES if kind != "gold")
    assert (FACTS.seals, FACTS.servants, FACTS.character_total, FACTS.seal_points, FACTS.deben_points) == (
        12, 4, 13, 3, 0,
    )  # fmt: skip
    assert FACTS.halves["GIZ-R"].checked == Rule("COLOURS_OR_TOTAL", colours=3, total=4)
    assert FACTS.halves["ABU-R"].checked == Rule("SUM_GE", n=17)
    others = [half for half in HALVES if half not in ("GIZ-R", "ABU-R")]
    assert all(FACTS.halves[half].rule is None for half in others)
    assert all(FACTS.halves[half].squares == () and not FACTS.halves[half].complete for half in HALVES)
    assert FACTS.house == {}
    assert not FACTS.dice.known


@pytest.mark.parametrize(("players", "money", "total"), [(3, (8, 9, 9), 30), (4, (8, 9, 9, 10), 40)])
def test_the_starting_money_adds_up(players: int, money: tuple[int, ...], total: int) -> None:
    assert FACTS.money[str(players)] == money
    assert sum(money) + 4 * FACTS.reserve == total
    assert FACTS.coins == 40


def test_everything_unknown_says_what_it_costs_and_why_it_is_unknown() -> None:
    for key, fact in SHIPPED.facts.items():
        if fact.value is None:
            assert fact.confidence == "unknown", key
            assert fact.costs, key
        else:
            assert fact.confidence != "unknown", key
    assert "values.gold" in SHIPPED.unknown
    assert "half.GIZ-L.n" not in SHIPPED.unknown  # it matters once the rule has a number


def test_the_scribe_is_known_in_two_strengths_of_unknown_number() -> None:
    scribes = [card for card in FACTS.characters.values() if card.kind == "scribe"]
    assert [(card.id, card.number, card.copies, card.effect) for card in scribes] == [
        ("scribe:3", 3, None, "SCORE_TYPE"),
        ("scribe:2", 2, None, "SCORE_TYPE"),
    ]
    assert FACTS.removed_with_3 == "scribe:2"
    assert all(card.effect is None for card in FACTS.characters.values() if card.kind != "scribe")


def test_copies_of_different_strength_are_different_cards() -> None:
    facts = read_catalogue(
        _mine({"copies.vizier": 3, "effect.vizier": "SCORE_DIVERSITY", "magnitude.vizier": [3, 2, 2]})
    )
    assert {card.id: (card.number, card.copies) for card in facts.characters.values() if card.kind == "vizier"} == {
        "vizier:3": (3, 1),
        "vizier:2": (2, 2),
    }
    equal = read_catalogue(_mine({"copies.thief": 2, "effect.thief": "STEAL_GIFT", "from.thief": "player"}))
    assert (equal.characters["thief"].copies, equal.characters["thief"].source) == (2, "player")


def test_names_are_said_in_words() -> None:
    facts = read_catalogue(_mine({"name.extra_servant": "Steward"}))
    assert EN.say(half_name("ABU-R")) == "Abou Simbel, right half"
    name = character_name(facts, "scribe:3")
    assert not isinstance(name, str)
    assert EN.say(name) == "Scribe +3"
    assert character_name(facts, "extra_servant") == "Steward"
    assert type_of("senet2") == "senet"


@pytest.mark.parametrize(("rule", "when_partly_known"), [
    ("SUM_GE", True), ("COUNT_GE", True), ("COLOURS_OR_TOTAL", True), ("DICE_MATCH", True),
    ("CONNECTED_GE", False), ("LINE", False), ("FULL", False), ("MANUAL", False),
])  # fmt: skip
def test_rules_about_places_wait_until_every_square_is_known(rule: str, when_partly_known: bool) -> None:
    parameters = {"n": 3, "colours": 2, "total": 3, "lines": [["s1", "s2"]]}
    half = _half("LOU-L", squares(1, 2, 3, path=True), rule=rule, **parameters)
    assert (read_catalogue(_mine(half)).halves["LOU-L"].checked is not None) is (rule != "MANUAL")
    partly = read_catalogue(_mine(half | {"half.LOU-L.complete": False})).halves["LOU-L"]
    assert (partly.checked is not None) is when_partly_known


@pytest.mark.parametrize(
    ("count", "compare", "counts", "known"),
    [
        (1, None, "all", True),
        (2, None, "all", False),
        (2, "sum", "all", True),
        (2, "each", None, False),
        (None, "sum", "all", False),
    ],
)
def test_a_roll_can_be_judged_once_it_is_told_how(
    count: int | None, compare: str | None, counts: str | None, known: bool
) -> None:
    facts = read_catalogue(_mine({"dice.count": count, "dice.compare": compare, "dice.counts": counts}))
    assert facts.dice.known is known


@pytest.mark.parametrize("rule", ["SUM_GE", "COUNT_GE", "CONNECTED_GE", "COLOURS_OR_TOTAL", "LINE"])
def test_a_rule_without_its_number_is_not_known(rule: str) -> None:
    assert read_catalogue(_mine(_half("LOU-L", squares(1, 2), rule=rule))).halves["LOU-L"].rule is None


BESIDE_NOBODY = [{"id": "s1", "bid": 1, "adj": ["s9"]}]
ONE_SIDED = [{"id": "s1", "bid": 1, "adj": ["s2"]}, {"id": "s2", "bid": 2}]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"values.gold": [14, 13, 7, 8]}, "gold: the value never rises with more owners, so 14, 13, 7, 8 can't be"),
        ({"values.gold": [14, 6, 7, 7]}, "never rises"),
        ({"values.harp": [5, None, 6, 1]}, "so 5, ?, 6, 1 can't be"),
        ({"values.harp": [5, 3]}, "must be four values"),
        ({"values.harp": [31, 3, 1, 1]}, "four whole numbers from 0 to 30"),
        ({"values.harp": [True, 0, 0, 0]}, "four whole numbers from 0 to 30"),
        ({"half.GIZ-L.squares": "1 2 3"}, "can't be read"),
        ({"half.GIZ-L.squares": [{"id": "s1", "bid": 13}]}, "a number from 0 to 12, not 13"),
        ({"half.GIZ-L.squares": [{"id": "s1", "bid": -1}]}, "a number from 0 to 12, not −1"),
        ({"half.GIZ-L.squares": [{"id": "s1", "bid": 1, "icons": ["STAR"]}]}, "can't be read"),
        ({"half.GIZ-L.squares": [{"id": "s1", "bid": 1, "icons": ["COIN", "COIN"]}]}, "has a sign twice"),
        ({"half.GIZ-L.squares": squares(1) * 2}, "same name"),
        ({"half.GIZ-L.squares": squares(*range(10), *range(11))}, "at most 20 squares, not 21"),
        ({"half.GIZ-L.squares": BESIDE_NOBODY}, "square s1 can't lie beside “s9”"),
        ({"half.GIZ-L.squares": ONE_SIDED}, "s1 lies beside s2, so s2 must lie beside s1 too"),
        ({"half.GIZ-L.squares": [{"id": "", "bid": 1}]}, "is no name for a square"),
        ({"half.GIZ-L.rule": "SUM"}, "must be one of SUM_GE"),
        ({"half.GIZ-L.n": 0}, "a whole number from 1 to 99"),
        (_half("GIZ-L", squares(1, 2), rule="LINE", lines=[["s1"]]), "at least two different squares"),
        (_half("GIZ-L", squares(1, 2), rule="LINE", lines="s1"), "a list of lines"),
        ({"copies.vizier": 0}, "a whole number from 1 to 7"),
        ({"magnitude.scribe": [3, "2"]}, "one for each card"),
        ({"effect.thief": "STEAL"}, "must be one of SCORE_TYPE"),
        ({"house.end_mode": "SOON"}, "must be one of RUN_OUT"),
        ({"house.senet_double": True}, "must be one of 2, 1"),
        ({"house.later_top": 1}, "must be one of True, False"),
        ({"dice.count": 3}, "a whole number from 1 to 2"),
        ({"name.extra_servant": " "}, "must be a name"),
        ({"money.3": [8, 9]}, "3 whole numbers"),
    ],
)
def test_a_box_that_cannot_be_is_refused_by_name(values: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as error:
        read_catalogue(_mine(values))
    assert said in EN.say(error.value.text)


def _copies(*counts: int) -> dict[str, Any]:
    return {f"copies.{kind}": n for kind, n in zip(KINDS, counts, strict=False)}


@pytest.mark.parametrize("counts", [(7, 2, 1, 1, 1, 1, 1), (3, 6, 1)])
def test_more_than_thirteen_characters_are_refused(counts: tuple[int, ...]) -> None:
    with pytest.raises(InputError) as error:
        check_catalogue(_mine(_copies(*counts)))
    assert f"{sum(counts)} for {len(counts)} kinds are too many" in EN.say(error.value.text)


def test_characters_may_be_counted_kind_by_kind() -> None:
    assert check_catalogue(_mine(_copies(3, 5, 1))) == ()


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, []),
        (
            {"values.harp": [9, 1, 1, 1], "values.mirror": [8, 6, 4, 4]},
            ["With 1 owner harp (9) is worth more than mirror (8). Rarer gifts are usually worth more; look at both "
             "cards again."],
        ),
        ({"values.chair": [9, 8, 3, 3], "values.gold": [14, 9, 7, 7]}, []),
        (
            {"half.GIZ-L.squares": squares(4, 4, 5)},
            ["Gizeh, left half: more than one square has the number 4. Cartouche will ask who goes first."],
        ),
        (
            _half("GIZ-L", squares(1, 2, 3)),
            ["Gizeh, left half: 3 squares. Most halves have about ten; look again."],
        ),
        (
            _half("GIZ-L", squares(1, 2, 3, 4, 5), rule="SUM_GE", n=16),
            ["Gizeh, left half: with these squares its rule can never close it. Look at both again."],
        ),
        (_half("GIZ-L", squares(1, 2, 3, 4, 5), rule="SUM_GE", n=15), []),
        (
            _half("GIZ-L", squares(1, 2, 3, 4, 5), rule="CONNECTED_GE", n=2),
            ["Gizeh, left half: with these squares its rule can never close it. Look at both again."],
        ),
        (_half("GIZ-L", squares(1, 2, 3, 4, 5, path=True), rule="CONNECTED_GE", n=5), []),
        (
            _half("GIZ-L", squares(0, 1, 7, 8, 9), rule="DICE_MATCH") | {"dice.count": 1, "dice.counts": "all"},
            [],
        ),
        (
            _half("GIZ-L", squares(0, 12, 7, 8, 9), rule="DICE_MATCH") | {"dice.count": 1, "dice.counts": "all"},
            ["Gizeh, left half: with these squares its rule can never close it. Look at both again."],
        ),
        (
            {"copies.scribe": 3, "magnitude.scribe": [3, 3, 2]},
            ["A Scribe +3 and several of +2 are usual. Look at the cards again."],
        ),
        (
            {"copies.scribe": 2, "magnitude.scribe": [3, 3]},
            ["No Scribe +2: with three players one is taken out of the game. Look at the cards again."],
        ),
        ({"copies.scribe": 3, "magnitude.scribe": [3, 2, 2]}, []),
        (
            {"copies.scribe": 4, "magnitude.scribe": [3, 2, 2]},
            ["Scribe: there are 4 cards, but 3 numbers. Enter the numbers again."],
        ),
        (_copies(3, 2, 2, 2, 1, 1, 1), ["All characters together are 13 cards; these make 12. Count again."]),
        (_copies(3, 2, 2, 2, 1, 2, 1), []),
        (
            _half("GIZ-L", squares(1, 2, 3, 4, 5), rule="LINE", lines=[["s1", "s9"]]),
            ["Gizeh, left half: a line names a square that isn't there. Enter the lines again."],
        ),
    ],
)  # fmt: skip
def test_an_unusual_box_is_told_with_the_reason_and_never_refused(values: dict[str, Any], said: list[str]) -> None:
    found = check_catalogue(_mine(values))
    assert all(fault.warning and fault.targets for fault in found)
    assert [EN.say(fault.text) for fault in found] == said


def test_answers_that_no_longer_fit_are_not_used_until_they_are_given_again() -> None:
    facts = read_catalogue(_mine({"copies.scribe": 4, "magnitude.scribe": [3, 2, 2]}))
    assert [facts.characters[card].copies for card in ("scribe:3", "scribe:2")] == [None, None]
    lines = _half("GIZ-L", squares(1, 2, 3, 4, 5), rule="LINE", lines=[["s1", "s9"]])
    assert read_catalogue(_mine(lines)).halves["GIZ-L"].rule is None


# the practice board


def test_the_practice_board_leaves_nothing_open_and_is_sound() -> None:
    assert PRACTICE_BOX.practice
    assert PRACTICE_BOX.unknown == ()
    assert check_catalogue(PRACTICE_BOX) == ()
    assert set(PRACTICE_FACTS.house) == set(HOUSE)
    assert PRACTICE_FACTS.dice.known
    assert sum(card.copies or 0 for card in PRACTICE_FACTS.characters.values()) == 13


def test_the_practice_board_keeps_every_printed_fact() -> None:
    for key, value in PRACTICE_BOX.overrides.items():
        shipped = SHIPPED.facts[key].value
        if key == "values.gold":
            assert [n for n in value if n != value[1]] == [n for n in shipped if n != "unknown"]
        else:
            assert shipped is None, key
        assert PRACTICE_BOX.fact(key).confidence == "unknown"


def test_the_practice_board_has_every_rule_sign_and_power() -> None:
    halves = PRACTICE_FACTS.halves.values()
    assert all(half.complete and half.checked is not None for half in halves)
    assert {half.checked.kind for half in halves if half.checked} == set(RULES) - {"MANUAL"}
    assert {icon for half in halves for square in half.squares for icon in square.icons} == set(ICONS)
    assert all(square.at is not None for half in halves for square in half.squares)
    assert {card.effect for card in PRACTICE_FACTS.characters.values()} == {
        "SCORE_TYPE", "SCORE_DIVERSITY", "DISCARD_TYPE", "TAKE_MONEY", "STEAL_GIFT", "SWAP_GIFT", "EXTRA_PLACEMENT",
    }  # fmt: skip


def test_squares_of_the_practice_board_touch_where_their_sides_do() -> None:
    for half in PRACTICE_FACTS.halves.values():
        places = {square.id: square.at for square in half.squares}
        for square in half.squares:
            touching = {
                other
                for other, at in places.items()
                if at and square.at and abs(at[0] - square.at[0]) + abs(at[1] - square.at[1]) == 1
            }
            assert set(square.adj) == touching


def test_the_practice_file_is_for_this_box() -> None:
    again = parse_practice((HERE / "practice.toml").read_text("utf-8"), SHIPPED)
    assert msgspec.json.encode(again.overrides) == msgspec.json.encode(PRACTICE_BOX.overrides)


# the switches


def test_a_switch_overrides_the_box_and_the_box_what_holds_until_it_is_answered() -> None:
    assert house(Switches(), FACTS) == {
        "unaffordable_bid": "warn",
        "highest_cannot_pay": "ask",
        "full_half": "stay",
    }
    answered = read_catalogue(_mine({"house.full_half": "close", "house.senet_double": 1, "house.later_top": False}))
    assert house(Switches(), answered)["full_half"] == "close"
    chosen = {option.key: option.default for option in OPTIONS} | {"senet_double": 2, "later_top": "yes"}
    in_force = house(switches(chosen), answered)
    assert (in_force["senet_double"], in_force["later_top"], in_force["full_half"]) == (2, True, "close")
    assert "end_mode" not in in_force


def test_switches_and_house_answers_mean_the_same() -> None:
    for option in OPTIONS:
        if option.key == "hide_holdings":
            continue
        offered = [value for value, _ in option.values]
        assert offered[0] == option.default == "box"
        meant = [house(switches({option.key: value}), FACTS)[option.key] for value in offered[1:]]
        assert sorted(meant, key=str) == sorted(HOUSE[option.key], key=str), option.key


def test_holdings_are_hidden_only_on_demand() -> None:
    assert not switches({}).hide_holdings
    assert switches({"hide_holdings": "yes"}).hide_holdings


@pytest.mark.parametrize(("language", "said"), [("hu", "Felvigyázó"), ("ru", "Надсмотрщик")])
def test_the_invented_name_of_the_practice_board_is_translated(language: str, said: str) -> None:
    assert Language(language).say(character_name(PRACTICE_FACTS, "extra_servant")) == said
