"""Closings that the table sees, rolls, equal bids, unknown squares, the characters (spec nefertiti 2.5, 2.6, 5)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.nefertiti import GAME
from companion.games.nefertiti.closing import Measure
from companion.games.nefertiti.position import market_measure, say_measure, second_gets, sets_worth
from companion.games.nefertiti.state import Nefertiti
from companion.language import Language
from tests.games.nefertiti.scene import FX_A, SEATS, box, half, play, put, square, start

FOUR = [["GIZ-L:a3", "red"], ["ABU-L:c1", "red"], ["ABU-L:c2", "red"], ["AKH-L:b0", "red"]]


def by_seat(state: Nefertiti, who: str, **move: Any) -> Nefertiti:
    return play(state, {"by": who, **move})[0]


def refused(state: Nefertiti, who: str, **move: Any) -> str:
    refusal = GAME.refuse(state, GAME.decode_move({"by": who, **move}))
    assert refusal is not None
    return refusal.code


# closings


def manual() -> Nefertiti:
    """Gizeh has a rule that only the table sees; red has just placed there."""
    state = start(known=box(**half("GIZ-L", FX_A, "MANUAL")))
    return by_seat(state, "red", move="place", square="GIZ-L:a9")


def test_a_rule_the_table_sees_is_told_beside_the_next_choice() -> None:
    state = manual()
    assert (state.turn, state.turns) == ("blue", 2)
    assert refused(state, "table", move="closes", market="AKH") == "E_NOT_LATE"
    closed = by_seat(state, "table", move="closes", market="GIZ")
    assert (closed.stage, closed.asked, closed.turn) in {("ask", None, "red"), ("buy", "red", "red")}
    later = by_seat(state, "blue", move="place", square="AKH-L:b1")
    assert refused(later, "table", move="closes", market="GIZ") == "E_NOT_LATE"


def test_after_such_a_closing_the_turn_goes_on_from_who_placed() -> None:
    state = put(manual(), {"money": {"red": 20, "blue": 5, "green": 5}})
    state = by_seat(state, "table", move="closes", market="GIZ")
    state = by_seat(state, "red", move="take", place="top")
    for gift in ("gold", "harp", "mirror", "chair"):
        state = by_seat(state, "table", move="lay", gift=gift)
    assert (state.stage, state.asked, state.turns) == ("place", "blue", 2)


def dice(count: int, compare: str = "sum", counts: str = "all") -> Nefertiti:
    facts = half("GIZ-L", FX_A, "DICE_MATCH") | {"dice.count": count, "dice.compare": compare, "dice.counts": counts}
    state = put(start(known=box(**facts)), {"servants": [["GIZ-L:a9", "blue"]], "money": {"blue": 9}})
    return by_seat(state, "red", move="place", square="GIZ-L:a3")


@pytest.mark.parametrize(
    ("count", "compare", "counts", "rolls", "closes"),
    [
        (1, "sum", "all", (3,), True),
        (1, "sum", "all", (4,), False),
        (1, "sum", "others", (3,), False),
        (2, "sum", "all", (4, 5), True),
        (2, "sum", "all", (3, 1), False),
        (2, "each", "all", (3, 1), True),
        (2, "each", "others", (3, 1), False),
    ],
)
def test_a_roll_closes_a_taken_number(count: int, compare: str, counts: str, rolls: Any, closes: bool) -> None:
    state = dice(count, compare, counts)
    for die in rolls:
        assert (state.stage, GAME.decision(state).chance) == ("roll", True)
        assert refused(state, "table", move="roll", die=7) == "E_DIE"
        move = GAME.decode_move({"move": "roll", "by": "table", "die": die})
        assert GAME.barrier(state, move) is not None
        state = by_seat(state, "table", move="roll", die=die)
    assert (state.closing is not None) is closes
    assert state.stage in (("buy", "ask") if closes else ("place",))


def test_a_roll_whose_rule_is_not_known_is_judged_by_the_table() -> None:
    facts = half("GIZ-L", FX_A, "DICE_MATCH") | {"dice.count": None}
    state = by_seat(start(known=box(**facts)), "red", move="place", square="GIZ-L:a3")
    assert state.late is not None and state.late.market == "GIZ"


def test_a_full_half_closes_if_so_agreed() -> None:
    facts = half("GIZ-L", [square("x1", 1), square("x2", 2)], "SUM_GE", n=9)
    for option, stage in (("stay", "place"), ("close", "buy")):
        state = put(start(options={"full_half": option}, known=box(**facts)), {"servants": [["GIZ-L:x1", "blue"]]})
        state = by_seat(state, "red", move="place", square="GIZ-L:x2")
        assert state.stage == stage


def test_equal_bids_are_put_in_order_by_the_table() -> None:
    facts = half("GIZ-L", [square("x1", 5), square("x2", 5), square("x3", 2)], "SUM_GE", n=12)
    state = put(start(known=box(**facts)), {"servants": [["GIZ-L:x1", "blue"], ["GIZ-L:x3", "green"]]})
    state = by_seat(state, "red", move="place", square="GIZ-L:x2")
    assert (state.stage, state.asked) == ("tie", None)
    assert refused(state, "table", move="next_bidder", square="GIZ-L:x3") == "E_LOWER_BID"
    assert refused(state, "table", move="next_bidder", square="AKH-L:b1") == "E_BIDDER"
    state = by_seat(state, "table", move="next_bidder", square="GIZ-L:x2")
    assert (state.stage, state.asked) == ("buy", "red")
    state = by_seat(state, "red", move="take", place="top")
    assert (state.stage, state.asked) == ("bid", "blue")


def test_the_seal_of_a_later_top_gift_is_asked_once() -> None:
    facts = half("GIZ-L", [square("x1", 1), square("x2", 2), square("x3", 3)], "COUNT_GE", n=3)
    servants = [["GIZ-L:x1", "blue"], ["GIZ-L:x2", "green"]]
    for word, seals in (("yes", 1), ("no", 0)):
        state = put(start(known=box(**facts)), {"servants": servants})
        state = by_seat(state, "red", move="place", square="GIZ-L:x3")
        state = by_seat(state, "red", move="take", place="low1")
        state = by_seat(state, "red", move="take", place="low2")
        state = by_seat(state, "green", move="take", place="top")
        assert state.ask is not None and state.ask.key == "later_top"
        state = by_seat(state, "table", move="tell", key="later_top", value=word)
        assert state.seals["green"] == seals
        assert ("GIZ" in state.seals_at) is not bool(seals)
        assert GAME.learned(state) == {"house.later_top": word == "yes"}


def test_without_gifts_everybody_takes_half() -> None:
    state = put(start(), {"servants": [*FOUR, ["GIZ-L:a2", "blue"]], "places": {"GIZ": ["", "", "", ""]},
                          "reserve": {"GIZ": 7, "AKH": 0, "ABU": 0}, "money": {"red": 8, "blue": 9, "green": 9},
                          "seals_at": ["AKH", "ABU"]})  # fmt: skip
    state, events = play(state, {"move": "force", "by": "red", "market": "GIZ"})
    assert [event.kind for event in events if event.kind.startswith("half")] == ["half.nothing"] * 2
    assert (state.money["red"], state.money["blue"], state.reserve["GIZ"]) == (12, 11, 1)


# squares that are not known


def test_an_unknown_square_is_told_once() -> None:
    state = start(known=GAME.box)
    assert refused(state, "red", move="place", square="GIZ-L:s1") == "E_SQUARE"
    assert refused(state, "table", move="whole", half="GIZ-L") == "E_PHASE"
    state = by_seat(state, "red", move="new_square", market="GIZ")
    assert refused(state, "table", move="whole", half="GIZ-L") == "E_NO_SQUARES"
    assert refused(state, "table", move="whole", half="GIZ-R") == "E_COVERED"
    assert refused(state, "table", move="whole", half="AKH-L") == "E_PHASE"
    assert refused(state, "red", move="number", number=13) == "E_NUMBER"
    state = by_seat(state, "red", move="number", number=5)
    assert refused(state, "red", move="icons", icons="STAR") == "E_ICONS"
    money = state.money["red"]
    state = by_seat(state, "red", move="icons", icons="COIN+PLUS_GIFT")
    assert state.money["red"] == money + 1
    told = [{"id": "s1", "bid": 5, "icons": ["COIN", "PLUS_GIFT"], "adj": [], "at": None}]
    assert GAME.learned(state) == {"half.GIZ-L.squares": told}
    state = by_seat(state, "table", move="closes", market="GIZ")
    assert state.closing is not None and state.closing.market == "GIZ"


def test_a_half_may_be_said_to_be_whole() -> None:
    state = start(known=GAME.box)
    for move in (
        {"move": "new_square", "market": "GIZ"},
        {"move": "number", "number": 5},
        {"move": "icons", "icons": "none"},
    ):
        state = by_seat(state, "red", **move)
    assert not any(choice.move.__struct_config__.tag == "whole" for choice in GAME.decision(state).choices)
    state = by_seat(state, "blue", move="new_square", market="GIZ")
    state = by_seat(state, "table", move="whole", half="GIZ-L")
    assert (state.stage, state.asked) == ("place", "blue")
    assert refused(state, "blue", move="new_square", market="GIZ") == "E_COMPLETE"
    assert GAME.learned(state)["half.GIZ-L.complete"] is True
    assert by_seat(state, "table", move="closes", market="GIZ").closing is not None  # The rule is still watched.


# characters


def with_power(kind: str, effect: str, numbers: Any = None, source: str | None = None, **given: Any) -> Nefertiti:
    """Red plays a card of `kind` with this effect."""
    facts = {f"copies.{kind}": 1, f"effect.{kind}": effect, f"from.{kind}": source, f"magnitude.{kind}": numbers}
    state = put(start(known=box(**facts)), {"seals": {"red": 2, "blue": 1}, **given})
    return by_seat(state, "red", move="character", card=kind)


def test_the_vizier_scores_the_different_kinds() -> None:
    state = with_power("vizier", "SCORE_DIVERSITY", [3], held={"red": {"gold": 2, "senet1": 1, "senet2": 1, "harp": 1}})
    assert state.prestige["red"] == 3 * 3
    assert state.stage == "place"


def test_the_royal_servant_takes_one_card_from_each_other_owner() -> None:
    held = {"red": {"senet1": 1}, "blue": {"senet1": 1, "senet2": 1}, "green": {"senet2": 1}, "black": {"senet2": 1}}
    state = with_power("royal_servant", "DISCARD_TYPE", held=held)
    assert refused(state, "red", move="name", gift="crown") == "E_GIFT"
    state = by_seat(state, "red", move="name", gift="senet")
    assert (state.stage, state.asked) == ("give_up", "blue")
    assert refused(state, "blue", move="give_up", gift="gold") == "E_GIVE_UP"
    state = by_seat(state, "blue", move="give_up", gift="senet2")
    assert [state.cards_of(who, "senet") for who in SEATS] == [1, 1, 0, 0]
    assert (state.given["senet2"], state.stage) == (3, "place")


def test_the_treasurer_takes_what_the_reserve_has() -> None:
    money = {"red": 8, "blue": 9}
    state = with_power("treasurer", "TAKE_MONEY", [3], "reserve", reserve={"GIZ": 2, "AKH": 0, "ABU": 5}, money=money)
    assert refused(state, "red", move="collect", source="AKH") == "E_NO_MONEY"
    offered = [Language("en").say(choice.label) for choice in GAME.decision(state).choices]
    assert offered[:2] == ["Gizeh: 2 deben", "Abou Simbel: 3 deben"]
    state = by_seat(state, "red", move="collect", source="GIZ")
    assert (state.money["red"], state.reserve["GIZ"]) == (10, 0)
    state = with_power("treasurer", "TAKE_MONEY", [3], "player", money=money)
    assert refused(state, "red", move="collect", source="red") == "E_SELF"
    state = by_seat(state, "red", move="collect", source="blue")
    assert (state.money["red"], state.money["blue"]) == (11, 6)


def test_the_thief_takes_a_gift() -> None:
    state = with_power("thief", "STEAL_GIFT", source="market")
    assert refused(state, "red", move="steal", source="LOU:top", gift="gold") == "E_CLOSED"
    state = by_seat(state, "red", move="steal", source="GIZ:top", gift="gold")
    assert (state.held["red"]["gold"], state.gift_at("GIZ", "top")) == (1, "")
    state = with_power("thief", "STEAL_GIFT", source="player", held={"blue": {"gold": 1}})
    assert refused(state, "red", move="steal", source="blue", gift="harp") == "E_HOLDS_NONE"
    state = by_seat(state, "red", move="steal", source="blue", gift="gold")
    assert (state.held["red"]["gold"], state.held["blue"]["gold"]) == (1, 0)


def test_the_merchant_exchanges_two_gifts() -> None:
    held = {"red": {"chair": 1}, "blue": {"gold": 1}}
    state = by_seat(with_power("merchant", "SWAP_GIFT", held=held), "red", move="offer", gift="chair")
    assert refused(state, "red", move="swap", victim="red", gift="chair") == "E_SELF"
    state = by_seat(state, "red", move="swap", victim="blue", gift="gold")
    assert (state.held["red"]["gold"], state.held["blue"]["chair"], state.stage) == (1, 1, "place")
    state = by_seat(with_power("merchant", "SWAP_GIFT", held=held), "red", move="nothing")
    assert state.held["red"]["chair"] == 1


def test_one_more_servant_follows_the_first() -> None:
    state = with_power("extra_servant", "EXTRA_PLACEMENT", [1])
    state = by_seat(state, "red", move="place", square="GIZ-L:a1")
    assert (state.stage, state.asked, state.acted) == ("place", "red", True)
    state = by_seat(state, "red", move="place", square="GIZ-L:a2")
    assert state.asked == "blue"


def test_after_a_late_closing_the_servant_more_is_still_to_come() -> None:
    facts = half("GIZ-L", FX_A, "MANUAL") | {"copies.extra_servant": 1, "effect.extra_servant": "EXTRA_PLACEMENT"}
    state = start(known=box(**facts, **{"magnitude.extra_servant": [1]}))
    state = put(state, {"seals": {"red": 1}, "money": {"red": 9}})
    state = by_seat(state, "red", move="character", card="extra_servant")
    state = by_seat(state, "red", move="place", square="GIZ-L:a5")
    assert (state.stage, state.asked) == ("place", "red")
    state = by_seat(by_seat(state, "table", move="closes", market="GIZ"), "red", move="take", place="top")
    for gift in ("gold", "harp", "mirror", "chair"):
        state = by_seat(state, "table", move="lay", gift=gift)
    assert (state.stage, state.asked, state.turns) == ("place", "red", 1)
    assert by_seat(state, "red", move="place", square="LOU-L:a5").turn == "blue"


def test_one_more_servant_lapses_without_a_free_one() -> None:
    state = with_power("extra_servant", "EXTRA_PLACEMENT", [1], servants=FOUR[:3])
    state, events = play(state, {"move": "place", "by": "red", "square": "GIZ-L:a1"})
    assert ([event.kind for event in events][-1], state.asked) == ("lapse", "blue")


def test_a_power_that_can_do_nothing_is_allowed() -> None:
    state = with_power("merchant", "SWAP_GIFT")
    assert (state.stage, state.used, state.seals["red"]) == ("place", {"merchant": 1}, 1)
    assert by_seat(with_power("royal_servant", "DISCARD_TYPE"), "red", move="name", gift="gold").stage == "place"


def test_an_unknown_power_is_entered_by_hand() -> None:
    state = with_power("thief", "MANUAL_EFFECT", held={"blue": {"gold": 1}}, money={"red": 8, "blue": 9})
    assert refused(state, "red", move="lift", source="holding:green:gold") == "E_LIFT"
    state = by_seat(state, "red", move="lift", source="holding:blue:gold")
    assert refused(state, "red", move="put", target="blue") == "E_PUT"
    state = by_seat(state, "red", move="put", target="red")
    state = by_seat(by_seat(state, "red", move="lift", source="money:blue"), "red", move="put", target="GIZ")
    assert refused(state, "red", move="amount", amount=10) == "E_AMOUNT"
    state = by_seat(state, "red", move="amount", amount=4)
    state = by_seat(by_seat(state, "red", move="lift", source="prestige:red"), "red", move="amount", amount=7)
    state = by_seat(by_seat(state, "red", move="lift", source="seal:GIZ"), "red", move="put", target="red")
    state = by_seat(by_seat(state, "red", move="more_servant"), "red", move="effect_done")
    assert (state.held["red"]["gold"], state.money["blue"], state.reserve["GIZ"]) == (1, 5, 5)
    assert (state.prestige["red"], state.seals["red"], state.extra) == (7, 2, 1)


def test_a_number_the_box_does_not_tell_is_asked_when_the_card_is_played() -> None:
    state = with_power("vizier", "SCORE_DIVERSITY", None, held={"red": {"gold": 1, "harp": 1}})
    assert state.stage == "value"
    assert refused(state, "table", move="value", value=31) == "E_VALUE"
    state = by_seat(state, "table", move="value", value=4)
    assert state.prestige["red"] == 8
    assert GAME.learned(state) == {"magnitude.vizier": [4]}


def test_the_scribe_asks_how_a_double_senet_counts() -> None:
    facts = {"copies.scribe": 1, "magnitude.scribe": [2], "values.senet": [6, 5, 4, 3]}
    state = put(start(known=box(**facts)), {"seals": {"red": 1}, "held": {"red": {"senet1": 1, "senet2": 1}}})
    state = by_seat(state, "red", move="character", card="scribe:2")
    state = by_seat(state, "red", move="name", gift="senet")
    state = by_seat(state, "table", move="tell", key="senet_double", value="2")
    state = by_seat(state, "table", move="tell", key="scribe_double", value="1")
    assert state.prestige["red"] == 3 * 6 + 2 * 2


def test_the_scribe_may_keep_cards_if_the_house_says_so() -> None:
    facts = {"copies.scribe": 1, "magnitude.scribe": [3], "house.scribe_keep": "choose"}
    state = put(start(known=box(**facts)), {"seals": {"red": 1}, "held": {"red": {"gold": 3}}})
    state = by_seat(by_seat(state, "red", move="character", card="scribe:3"), "red", move="name", gift="gold")
    assert refused(state, "red", move="sell", cards=4) == "E_SELL"
    state = by_seat(state, "red", move="sell", cards=1)
    assert (state.prestige["red"], state.held["red"]["gold"]) == (17, 2)


def test_refusals_of_the_turn() -> None:
    state = start()
    assert refused(state, "red", move="character", card="thief") == "E_NO_SEAL"
    state = put(state, {"seals": {"red": 1}})
    assert refused(state, "red", move="character", card="queen") == "E_CHARACTER"
    assert refused(state, "table", move="correct") == "E_NOTHING"
    assert refused(state, "table", move="lay", gift="gold") == "E_PHASE"
    drawn = put(state, {"deck": 1}).twin()
    drawn.akhenaton, drawn.deck = True, 0
    assert refused(drawn, "table", move="seen") == "E_DECK"
    drawn.laying = ("LOU",)
    drawn.deck = 1
    assert refused(drawn, "table", move="lay", gift="akhenaton") == "E_AKHENATON"


# what players like to know


def test_what_closes_a_market_and_what_a_bid_adds() -> None:
    state = put(start(), {"servants": [["GIZ-L:a8", "red"], ["GIZ-L:a3", "blue"], ["ABU-L:c1", "red"]]})
    said = Language("en")
    assert market_measure(state, "GIZ") == Measure("SUM_GE", (11,), (17,))
    assert said.say(say_measure(state, "GIZ")) == "sum 11 of 17"
    assert said.say(say_measure(state, "GIZ", "GIZ-L:a6")) == "11 + 6 = 17: closes"
    assert said.say(say_measure(state, "GIZ", "GIZ-L:a1")) == "11 + 1 = 12 of 17"
    assert market_measure(state, "AKH", "AKH-L:b1") == Measure("COLOURS_OR_TOTAL", (1, 1), (3, 4))
    assert market_measure(state, "ABU", "ABU-L:c2") == Measure("CONNECTED_GE", (2,), (4,))


def test_what_second_place_gets_back() -> None:
    state = put(start(), {"servants": [["GIZ-L:a8", "red"]], "reserve": {"GIZ": 1, "AKH": 0, "ABU": 0}})
    assert second_gets(state, "GIZ") == 5
    assert second_gets(state, "GIZ", "GIZ-L:a9") == 5
    assert second_gets(put(state, {"reserve": {"GIZ": 2, "AKH": 0, "ABU": 0}}), "GIZ", "GIZ-L:a9") == 6


def test_what_a_set_is_worth_now_and_with_one_owner_more() -> None:
    state = put(start(known=box(**{"values.gold": [14, 9, 7, 7]})), {"held": {"red": {"gold": 3}}})
    (worth,) = sets_worth(state, "red")
    assert (worth.kind, worth.cards, worth.owners, worth.now, worth.one_more) == ("gold", 3, 1, 42, 27)
