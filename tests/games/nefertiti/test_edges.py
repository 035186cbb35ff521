"""Edges of the rules: what is met exactly, what is nearly allowed, and words that must be true (spec nefertiti)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.commands.common import read_options
from companion.engine.errors import InputError
from companion.games.nefertiti import GAME
from companion.games.nefertiti.moves import Number
from companion.games.nefertiti.position import second_gets
from companion.games.nefertiti.setup import NefertitiSetup
from companion.games.nefertiti.state import Nefertiti
from companion.language import Language
from tests.games.nefertiti.scene import FX_A, SEATS, box, half, move_of, play, put, square, start

SAID = Language("en").say
EXTRA = {"copies.extra_servant": 1, "effect.extra_servant": "EXTRA_PLACEMENT", "magnitude.extra_servant": [1]}


def by_seat(state: Nefertiti, who: str, **move: Any) -> Nefertiti:
    return play(state, {"by": who, **move})[0]


def refused(state: Nefertiti, who: str, **move: Any) -> str:
    refusal = GAME.refuse(state, move_of({"by": who, **move}))
    assert refusal is not None
    assert SAID(GAME.say_refusal(refusal))
    return refusal.code


def told(state: Nefertiti, who: str, number: int, market: str = "GIZ") -> Nefertiti:
    """A servant on a square of this number that nobody knew."""
    state = by_seat(state, who, move="new_square", market=market)
    return by_seat(by_seat(state, who, move="number", number=number), who, move="icons", icons="none")


# the turn


def test_a_second_character_in_the_turn_is_refused_after_a_late_closing_too() -> None:
    known = box(**half("GIZ-L", FX_A, "MANUAL"), **EXTRA)
    servants = [["GIZ-L:a1", "red"], ["ABU-L:c1", "red"], ["ABU-L:c2", "red"]]
    state = put(start(known=known), {"seals": {"red": 2}, "money": {"red": 9, "blue": 9, "green": 9},
                                     "servants": servants})  # fmt: skip
    state = by_seat(state, "red", move="character", card="extra_servant")
    state = by_seat(state, "red", move="place", square="GIZ-L:a5")
    assert state.turn == "blue"
    state = by_seat(state, "table", move="closes", market="GIZ")
    state = by_seat(by_seat(state, "red", move="take", place="top"), "red", move="half")
    for gift in ("gold", "harp", "mirror", "chair"):
        state = by_seat(state, "table", move="lay", gift=gift)
    assert (state.stage, state.asked) == ("place", "red")
    assert refused(state, "red", move="character", card="thief") == "E_ACTED"


def test_without_a_free_square_a_market_is_closed_though_a_servant_is_free() -> None:  # spec 5.6 C6
    facts = {key: value for name in ("GIZ-L", "AKH-L", "ABU-L")
             for key, value in half(name, [square("x1", 1)], "SUM_GE", n=9).items()}  # fmt: skip
    state = put(start(known=box(**facts)), {"servants": [["GIZ-L:x1", "red"], ["AKH-L:x1", "blue"]]})
    state = by_seat(state, "red", move="place", square="ABU-L:x1")
    assert (state.stage, state.asked, state.free("blue")) == ("force", "blue", 3)
    state, events = play(state, {"move": "force", "by": "blue", "market": "AKH"})
    assert "without free servants" not in SAID(events[0].text)


def test_forbidden_bids_hold_for_squares_that_are_told_too() -> None:  # example 35
    state = start(known=GAME.box, options={"unaffordable_bid": "forbid"})
    state = told(state, "red", 3)
    state = told(state, "blue", 12)  # Nothing that blue could pay is known.
    assert state.turn == "green"
    state = put(state, {"servants": [["GIZ-L:s2", "blue"]]})
    state = by_seat(state, "green", move="new_square", market="GIZ")
    assert refused(state, "green", move="number", number=10) == "E_UNAFFORDABLE"
    numbers = [move for move in GAME.legal_moves(state) if isinstance(move, Number)]
    assert [move.number for move in numbers] == list(range(10))


@pytest.mark.parametrize(("rule", "numbers", "option"), [("SUM_GE", {"n": 17}, "close"), ("FULL", {}, "stay")])
def test_a_half_that_turns_out_to_be_whole_closes_if_it_is_full(rule: str, numbers: Any, option: str) -> None:
    facts = {"half.GIZ-L.squares": [square("x1", 1)], "half.GIZ-L.complete": None, "half.GIZ-L.rule": rule}
    facts |= {f"half.GIZ-L.{key}": value for key, value in numbers.items()}
    state = start(known=box(**facts), options={"full_half": option})
    state = told(by_seat(state, "red", move="place", square="GIZ-L:x1"), "blue", 2)
    assert state.turn == "green"
    state = by_seat(state, "green", move="new_square", market="GIZ")
    state = by_seat(state, "table", move="whole", half="GIZ-L")
    assert (state.stage, state.asked) == ("buy", "blue")


def test_who_has_left_keeps_the_gifts() -> None:  # spec 10.1
    for kind, effect in (("thief", "STEAL_GIFT"), ("merchant", "SWAP_GIFT")):
        facts = {f"copies.{kind}": 1, f"effect.{kind}": effect, f"from.{kind}": "player" if kind == "thief" else None}
        held = {"red": {"harp": 1}, "blue": {"gold": 1}, "green": {"chair": 1}}
        state = put(start(known=box(**facts), options={"leaver": "go_on"}), {"seals": {"red": 1}, "held": held})
        state = by_seat(by_seat(state, "blue", move="leave"), "red", move="character", card=kind)
        if kind == "merchant":
            state = by_seat(state, "red", move="offer", gift="harp")
            assert refused(state, "red", move="swap", victim="blue", gift="gold") == "E_GONE"
        else:
            assert refused(state, "red", move="steal", source="blue", gift="gold") == "E_GONE"
        assert len(GAME.legal_moves(state)) == 1


# words


def test_a_later_bidder_who_cannot_pay_is_not_told_to_pay() -> None:  # example 16
    servants = [["GIZ-L:a8", "red"], ["GIZ-L:a3", "red"], ["ABU-L:c1", "blue"]]
    state = put(start(), {"servants": servants, "turn": "blue", "money": {"red": 9, "blue": 4},
                          "reserve": {"GIZ": 1, "AKH": 0, "ABU": 0}})  # fmt: skip
    state = by_seat(state, "blue", move="place", square="GIZ-L:a6")
    state = by_seat(state, "red", move="take", place="low1")
    assert SAID(GAME.decision(state).prompt) == "Red, take the second gift."
    state = by_seat(state, "red", move="take", place="low2")
    assert SAID(GAME.decision(state).prompt) == "Blue can’t pay 6 and takes half of the reserve."
    assert GAME.decision(state).forced


def test_a_gift_more_is_a_choice() -> None:
    facts = half("GIZ-L", [square("x1", 3, ["PLUS_GIFT"])], "COUNT_GE", n=1)
    state = by_seat(start(known=box(**facts)), "red", move="place", square="GIZ-L:x1")
    state = by_seat(state, "red", move="take", place="top")
    assert SAID(GAME.decision(state).prompt) == "Red, you may take one gift more."
    assert refused(state, "red", move="take", place="top") == "E_NO_GIFT_THERE"


def test_a_market_that_is_being_filled_is_not_called_closed() -> None:
    setup = NefertitiSetup(sides=("GIZ-L", "AKH-L", "ABU-L", "LOU-L"), first="blue")
    rows = [SAID(row) for row in GAME.lay_out(GAME.new(SEATS, GAME.resolve({}), setup, GAME.box))]
    assert [row for row in rows if "closed" in row] == ["Louqsor is closed."]
    assert "Gizeh is opening: its gifts are being laid." in rows


def test_the_laying_out_tells_which_gift_lies_on_top() -> None:
    state = put(start(), {"places": {"GIZ": ["", "gold", "", "harp"]}, "seals_at": ["GIZ", "AKH"]})
    rows = [SAID(row) for row in GAME.lay_out(state)]
    assert "Lower row of Gizeh: gold, harp." in rows
    assert not any(row.startswith("Top gift of Gizeh") for row in rows)
    assert "Top gift of Akhet-Aton: mirror." in rows
    assert "A seal lies on the top place of Gizeh." in rows


def test_the_setup_tells_to_lay_the_seals() -> None:
    setup = NefertitiSetup(sides=("GIZ-L", "AKH-L", "ABU-L", "LOU-L"), first="blue")
    steps = [SAID(step.text) for step in GAME.steps(setup, SEATS, GAME.resolve({}), GAME.box)]
    assert sum("seal" in step for step in steps) == 1


def test_what_leaves_the_game_by_hand_is_said_so() -> None:
    facts = {"copies.thief": 1, "effect.thief": "MANUAL_EFFECT"}
    state = put(start(known=box(**facts)), {"seals": {"red": 2}})
    state = by_seat(state, "red", move="character", card="thief")
    for source, told_as in (
        ("gift:GIZ:top", "gold leaves the game"),
        ("seal:GIZ", "A seal goes back beside the board"),
    ):
        lifted = by_seat(state, "red", move="lift", source=source)
        _, events = play(lifted, {"move": "put", "by": "red", "target": "out"})
        assert SAID(events[0].text) == told_as


def test_one_is_not_said_in_the_plural() -> None:
    state = put(start(), {"deck": 6})
    state = by_seat(state, "table", move="seen")
    refusal = GAME.refuse(state, move_of({"by": "table", "move": "known", "gift": "akhenaton"}))
    assert refusal is not None and refusal.params["n"] == 1
    assert "1 cards" not in SAID(GAME.say_refusal(refusal))


@pytest.mark.parametrize(
    ("kind", "effect", "source", "given"),
    [
        ("royal_servant", "DISCARD_TYPE", None, {"held": {"red": {"gold": 1}}}),
        ("merchant", "SWAP_GIFT", None, {"held": {"red": {"gold": 1}}}),
        ("thief", "STEAL_GIFT", "player", {"held": {"red": {"gold": 1}}}),
        ("treasurer", "TAKE_MONEY", "reserve", {"reserve": {"GIZ": 0, "AKH": 0, "ABU": 0, "LOU": 0}}),
        ("vizier", "SCORE_DIVERSITY", None, {"held": {"blue": {"gold": 1}}}),
    ],
)
def test_a_character_that_changes_nothing_is_announced(kind: str, effect: str, source: Any, given: Any) -> None:
    facts = {f"copies.{kind}": 1, f"effect.{kind}": effect, f"from.{kind}": source, f"magnitude.{kind}": None}
    for options, announced in (({}, True), ({"hide_holdings": "yes"}, kind == "treasurer")):
        state = put(start(known=box(**facts), options=options), {"seals": {"red": 1}, **given})
        if kind == "treasurer":
            state.money["red"] += state.reserve["LOU"]
            state.reserve["LOU"] = 0
        told_as = next(
            choice.consequence for choice in GAME.decision(state).choices if getattr(choice.move, "card", "") == kind
        )
        assert told_as is not None
        assert ("changes nothing now" in SAID(told_as)) is announced


def test_what_the_second_place_gets_is_less_by_the_bonus_coins() -> None:
    state = put(start(), {"servants": [["GIZ-L:a8", "red"]], "reserve": {"GIZ": 2, "AKH": 0, "ABU": 0}})
    assert second_gets(state, "GIZ", "GIZ-L:a3") == 5  # half of 2 + 8
    assert second_gets(state, "GIZ", "GIZ-L:a4") == 5  # half of 1 + 8
    state = put(start(), {"reserve": {"GIZ": 3, "AKH": 0, "ABU": 0}})
    assert second_gets(state, "GIZ", "GIZ-L:a4") == 3  # half of 3 − 2 + 4


def test_a_number_above_the_purse_is_warned_of_when_it_is_told() -> None:  # spec 5.2 `warn`
    for options, told_as in (
        ({}, "Gizeh, left half: 9, but Red has 8. What else is on the square?"),
        ({"hide_holdings": "yes"}, "Gizeh, left half: what else is on the square with 9?"),
    ):
        state = by_seat(start(known=GAME.box, options=options), "red", move="new_square", market="GIZ")
        assert SAID(GAME.decision(by_seat(state, "red", move="number", number=9)).prompt) == told_as
    assert "8" in SAID(GAME.decision(by_seat(state, "red", move="number", number=8)).prompt)


# hidden holdings


def hidden(**more: Any) -> Nefertiti:
    given = {"seals": {"red": 1}, "held": {"red": {"harp": 2}, "blue": {"gold": 1}},
             "money": {"red": 6, "blue": 3, "green": 9}} | more  # fmt: skip
    known = box(**{"copies.thief": 1, "effect.thief": "MANUAL_EFFECT", "copies.merchant": 1,
                   "effect.merchant": "SWAP_GIFT"})  # fmt: skip
    return put(start(options={"hide_holdings": "yes"}, known=known), given)


def test_choices_that_tell_what_players_own_are_made_in_private_while_it_is_hidden() -> None:
    for card in ("thief", "merchant", "scribe:3"):
        state = by_seat(hidden(), "red", move="character", card=card)
        assert GAME.decision(state).private, card
    state = by_seat(by_seat(hidden(), "red", move="character", card="thief"), "red", move="lift", source="money:blue")
    assert GAME.decision(by_seat(state, "red", move="put", target="red")).private
    state = by_seat(hidden(), "red", move="character", card="royal_servant")
    assert not GAME.decision(state).private
    assert not GAME.decision(hidden()).private
    open_to_all = put(start(), {"seals": {"red": 1}, "held": {"red": {"harp": 1}}})
    assert not GAME.decision(by_seat(open_to_all, "red", move="character", card="scribe:3")).private


def test_hidden_holdings_are_corrected_by_more_or_fewer() -> None:
    state = hidden()
    other = put(state, {"held": {"red": {"harp": 1}, "blue": {"harp": 1, "gold": 1}}, "money": {"red": 3, "blue": 6}})
    assert GAME.edits(state) == GAME.edits(other)
    values = {"money:red": "-2", "money:blue": "2", "hold:red:harp": "-1", "hold:green:harp": "1"}
    right = GAME.play(state, GAME.correction(GAME.view(state, None), values)).state
    assert (right.money["red"], right.money["blue"]) == (4, 5)
    assert (right.held["red"]["harp"], right.held["green"]["harp"]) == (1, 1)
    with pytest.raises(InputError):
        GAME.correction(state, {"money:red": "99"})
    refusal = GAME.refuse(state, GAME.correction(state, {"money:blue": "-4"}))
    assert refusal is not None and refusal.code == "E_CORRECT"


# the command line


@pytest.mark.parametrize("key", [option.key for option in GAME.options])
def test_every_option_can_be_given_on_the_command_line(key: str) -> None:
    option = next(option for option in GAME.options if option.key == key)
    for value, _ in option.values:
        assert GAME.resolve(read_options((f"{key}={value}",)))[key] == value
