"""The facts of a box as they are read: what is known, what can't be, the river, and how it grows in a game."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.games.egizia import GAME, growing, setup
from companion.games.egizia.catalogue import FIXED, deck_whole, nile_cards, read_catalogue, sphinx_whole
from companion.games.egizia.components import (
    DECKS,
    FAMILIES,
    SPHINX_TYPES,
    TEMPLE_PARTS,
    Line,
    Space,
    family_of,
)
from companion.games.egizia.names import card_name, short_card, space_name, sphinx_name
from companion.games.egizia.riverbed import position, relation
from companion.games.egizia.scoring import GRAVE_POINTS, PARTICIPATION
from companion.language import Language
from tests.games.egizia.fixture import F20, box, line

EN = Language("en")
SHIPPED = read_catalogue(GAME.box)
PRACTICE = read_catalogue(GAME.practice)


def test_nothing_unknown_has_a_value() -> None:
    unknown = ("river.order", "pair.THEBES", "stone.rows", "grain.rows", "obelisk", "pyramid", "temple", "graves.tiles",
               "nile.3/4", "nile.5", "points.own:temple:4", "sphinx.ten_percent")  # fmt: skip
    assert [key for key in unknown if GAME.box.value(key) is not None] == []
    assert GAME.box.value("points.most:yellow") == 7
    assert SHIPPED.lastrow_points["stone"] == (None, None, None, 7, None)
    assert sum(SHIPPED.nile["1/2"].values()) == 17


def test_what_is_the_same_in_every_box_is_what_the_rules_use() -> None:
    assert {key: GAME.box.value(key) for key in FIXED} == dict(FIXED)
    assert FIXED["participation"] == list(PARTICIPATION[1:])
    assert FIXED["graves.points"] == [points for _, points in reversed(GRAVE_POINTS)]
    assert FIXED["start.stones"] == list(setup.START_STONES)
    assert (FIXED["ships"], FIXED["stones"]) == (setup.SHIPS, setup.STONES)
    assert (FIXED["start.quarry"], FIXED["start.field"]) == (setup.QUARRY, setup.START_FIELD.value)
    with pytest.raises(InputError):
        read_catalogue(GAME.box.with_overrides({"ships": 9}))


def test_the_practice_board_is_whole() -> None:
    assert all(deck_whole(PRACTICE, deck) for deck in DECKS)
    assert sphinx_whole(PRACTICE)
    assert {family_of(card) for cards in PRACTICE.nile.values() for card in cards} == set(FAMILIES)
    assert PRACTICE.sphinx["ten_percent"] == 1
    assert not any(deck_whole(SHIPPED, deck) for deck in DECKS)
    assert GAME.check_box(GAME.practice) == ()
    assert list(PRACTICE.river) != F20


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("river.order", F20[:-1]),
        ("river.order", [*F20[:-1], "N1"]),
        ("river.order", [*F20[:-1], "NILE"]),
        ("river.order", ["N2", "EDFU", "N1", *F20[3:]]),
        ("river.order", [*F20[:15], "HELIOPOLIS", *F20[16:19], "ALYI"]),
        ("river.below", [["N2", "N1"]]),
        ("river.below", [["EDFU", "SITE_A"], ["SITE_A", "EDFU"]]),
        ("river.below", [["EDFU", "NILE"]]),
        ("pair.THEBES", "c2+c1"),
        ("stone.rows", 2),
        ("grain.rows", [3, 2, 2, 1]),
        ("grain.rows", [1, 1]),
        ("grain.rows", [4, 2, 1, 1]),
        ("obelisk", {"spaces": [{"value": 2}, {"value": 1}]}),
        ("obelisk", {"spaces": [{"row": 1, "value": 1}], "whole": True}),
        ("obelisk", {"spaces": [{"value": 0}]}),
        ("obelisk", {"spaces": [], "whole": True}),
        ("pyramid", {"rows": [line(1), {"values": [2]}], "whole": True}),
        ("pyramid", {"rows": [{"values": [], "whole": True}]}),
        ("temple", {"roof": line(1)}),
        ("temple", {"top": line(5, 4)}),
        ("graves.tiles", [4] * 19),
        ("graves.tiles", [13] * 20),
        ("nile.5", {"quarry": 1}),
        ("nile.5", {"upstream": 0}),
        ("nile.5", {"upstream": 12, "stones": 1}),
        ("kind.sell_ten", "immediate"),
        ("extra.6", "water"),
        ("sphinx.graves", 10),
        ("lastrow.stone", [1, 2, 3]),
        ("own_each.graves", 1),
        ("crew.max", 1),
        ("label.c1", " "),
    ],
)  # fmt: skip
def test_what_can_not_be_is_refused(key: str, value: Any) -> None:
    with pytest.raises(InputError) as error:
        read_catalogue(GAME.box.with_overrides({key: value}))
    assert EN.say(error.value.text)


def test_too_many_sphinx_cards_are_refused() -> None:
    with pytest.raises(InputError):
        read_catalogue(GAME.box.with_overrides({f"sphinx.{card}": 9 for card in SPHINX_TYPES[:4]}))


def test_penalties_from_before_the_rows_were_counted_wait() -> None:
    assert read_catalogue(box(grain__count=5)).penalties == (None, None, None, 1, 1)
    assert read_catalogue(box()).penalties == (3, 2, 1, 1)


def test_an_unknown_river_knows_what_holds_in_every_box() -> None:
    assert relation(SHIPPED, "", "EDFU") is True
    assert (relation(SHIPPED, "N1", "N9"), relation(SHIPPED, "N9", "N1")) == (True, False)
    assert (relation(SHIPPED, "SITE_A", "SITE_C"), relation(SHIPPED, "HELIOPOLIS", "EDFU")) == (True, False)
    assert relation(SHIPPED, "EDFU", "HELIOPOLIS") is True
    assert relation(SHIPPED, "N3", "SITE_A") is None
    assert relation(SHIPPED, "HELIOPOLIS", "N10") is None
    assert relation(SHIPPED, "N3", "N3") is False
    assert position(SHIPPED, "N3") is None


def test_told_pairs_are_chained() -> None:
    told: dict[str, Any]
    facts, told = growing.with_river_pair(SHIPPED, {}, "N5", "SITE_A")
    assert relation(facts, "N3", "SITE_A") is True
    assert relation(facts, "SITE_B", "N3") is False
    assert relation(facts, "N6", "SITE_A") is None
    assert told == {"river.below": [["N5", "SITE_A"]]}
    assert read_catalogue(GAME.box.with_overrides(told)).below == facts.below


def test_a_known_river_tells_everything() -> None:
    facts = read_catalogue(box())
    assert (position(facts, "N4"), position(facts, "HELIOPOLIS")) == (7, 20)
    assert (relation(facts, "N4", "SELINON"), relation(facts, "N4", "N3"), relation(facts, "N4", "N4")) == (
        True, False, False,
    )  # fmt: skip


def test_everything_told_is_in_force_and_read_back_alike() -> None:
    grown = SHIPPED, {}
    grown = growing.with_pair(*grown, "THEBES", "c1+j")
    grown = growing.with_penalty(*grown, 2, 2)
    grown = growing.with_row(*grown, "grain", 5)
    grown = growing.with_penalty(*grown, 1, 3)
    grown = growing.with_row(*grown, "stone", 6)
    for value in (1, 2, 2):
        grown = growing.with_obelisk_space(*grown, value)
    grown = growing.with_pyramid_space(*grown, 2, 4)
    grown = growing.with_line_whole(*grown, "pyramid:2")
    grown = growing.with_temple_space(*grown, "top", 5)
    grown = growing.with_line_whole(*grown, "temple:top")
    grown = growing.with_points(*grown, "own:obelisk:4", 8)
    grown = growing.with_points(*grown, "lastrow_count:grain", 5, 2)
    grown = growing.with_each_graves(*grown, True)
    grown = growing.with_card(*grown, "5", "upstream", 2)
    grown = growing.with_kind(*grown, "sell_ten", "anytime")
    grown = growing.with_extra(*grown, "6", "grain")
    facts, told = grown
    assert facts.penalties == (3, 2, None, 1, 1)
    assert facts.obelisk == (Space(1), Space(2), Space(2))
    assert facts.pyramid == (Line(), Line((4,), True))
    assert facts.temple["top"] == Line((5,), True)
    assert facts.lastrow_points["grain"] == (None, None, 5, None, None)
    assert facts.kind("sell_ten") == "anytime"
    again = read_catalogue(GAME.box.with_overrides(told))
    assert again == facts


def test_penalties_are_learned_as_such_only_where_one_is_known() -> None:
    assert growing.with_row(SHIPPED, {}, "grain", 5)[1] == {"grain.count": 5}
    facts, told = growing.with_row(*growing.with_penalty(SHIPPED, {}, 2, 2), "grain", 5)
    assert told["grain.rows"] == list(facts.penalties) == [None, 2, None, 1, 1]


def test_a_list_that_is_whole_learns_nothing() -> None:
    assert growing.with_card(PRACTICE, {}, "5", "upstream", 3) == (PRACTICE, {})
    assert growing.with_card(SHIPPED, {}, "1/2", "quarry:3", 2) == (SHIPPED, {})
    facts, told = growing.with_card(SHIPPED, {}, "1/2", "quarry:3", 4)
    assert (facts.nile["1/2"]["quarry:3"], told["nile.1/2"]["quarry:3"]) == (4, 4)
    full = growing.with_card(SHIPPED, {}, "1/2", "stones", 6)
    assert full == (SHIPPED, {})


def test_everything_has_a_name() -> None:
    said = {EN.say(card_name(card, PRACTICE)) for card in nile_cards()}
    assert len(said) == len(nile_cards())
    assert all(len(EN.say(short_card(card))) <= 16 for card in nile_cards())
    assert len({EN.say(sphinx_name(card, PRACTICE)) for card in SPHINX_TYPES}) == len(SPHINX_TYPES)
    assert EN.say(card_name("crew_pair:c2+j", PRACTICE)) == "Both +1: teal, joker"
    spaces = ("obelisk:3", "pyramid:2:1", "temple:top:new", "grave:5", *(f"temple:{part}" for part in TEMPLE_PARTS))
    assert [EN.say(space_name(space)) for space in spaces[:4]] == [
        "obelisk 3", "pyramid row 2, space 1", "a new space of the top row", "grave 5",
    ]  # fmt: skip
