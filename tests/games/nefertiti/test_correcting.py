"""Putting the position right, laying it out again, taking moves back (spec nefertiti 6, 10.1)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from companion.engine.errors import InputError
from companion.games.nefertiti import GAME
from companion.games.nefertiti.moves import Correct
from companion.games.nefertiti.state import Nefertiti
from companion.language import Language
from tests.games.nefertiti.scene import play, put, start

SAID = Language("en")


def corrected(state: Nefertiti, values: Mapping[str, str | int]) -> Nefertiti:
    """The position after the table has put these values right."""
    return GAME.play(state, GAME.correction(state, values)).state


def fault_of(state: Nefertiti, values: Mapping[str, str | int]) -> str:
    """Why they can't be like that, in words."""
    refusal = GAME.refuse(state, GAME.correction(state, values))
    assert refusal is not None and refusal.code == "E_CORRECT"
    return SAID.say(GAME.say_refusal(refusal))


def test_money_may_be_counted_anew_while_the_sum_stays() -> None:
    state = start()
    red, blue = state.money["red"], state.money["blue"]
    after = corrected(state, {"money:red": red - 2, "money:blue": blue + 1, "reserve:GIZ": 2})
    assert (after.money["red"], after.money["blue"], after.reserve["GIZ"]) == (red - 2, blue + 1, 2)
    assert "there are 40" in fault_of(state, {"money:red": red - 2})


def test_a_gift_that_was_told_wrongly_is_another_one() -> None:
    state = start()
    seen = dict(state.seen)
    after = corrected(state, {"gift:GIZ:top": "necklace"})
    assert after.gift_at("GIZ", "top") == "necklace"
    assert (after.seen["gold"], after.seen["necklace"]) == (seen["gold"] - 1, seen["necklace"] + 1)
    assert after.deck == state.deck


def test_more_cards_than_the_box_has_are_refused() -> None:  # example 30
    state = put(start(), {"held": {"red": {"gold": 3}, "blue": {"gold": 1}}})
    assert "the box has 5" in fault_of(state, {"hold:green:gold": 1})
    state = put(start(), {"held": {"red": {"senet1": 4, "senet2": 3}}})
    assert "the box has 5" in fault_of(state, {"hold:green:senet1": 1})


def test_a_known_card_that_lies_elsewhere_is_not_known_any_more() -> None:
    state = put(start(), {"held": {"red": {"gold": 3}}, "known": "gold"})
    assert corrected(state, {"hold:blue:gold": 1}).known == ""
    assert corrected(state, {"hold:blue:harp": 1}).known == "gold"


def test_servants_may_be_moved_but_stand_only_where_they_can() -> None:
    state = put(start(), {"servants": [["GIZ-L:a5", "red"]]})
    after = corrected(state, {"square:GIZ-L:a5": "", "square:GIZ-L:a6": "red"})
    assert [servant.square for servant in after.servants] == ["GIZ-L:a6"]
    many = {f"square:GIZ-L:a{n}": "red" for n in (1, 2, 3, 4)}
    assert "4 servants" in fault_of(state, many)
    assert "covered" in fault_of(state, {"visible:GIZ": "GIZ-R"})
    assert "closed" in fault_of(state, {"square:LOU-L:a1": "blue"})


def test_seals_are_counted_with_the_supply() -> None:
    state = start()
    after = corrected(state, {"seals:red": 2, "seal:GIZ": "no"})
    assert (after.seals["red"], after.seals_at, after.supply) == (2, ("AKH", "ABU"), 8)


def test_a_closing_goes_on_with_what_stands_there() -> None:
    state = put(start(), {"servants": [["GIZ-L:a9", "blue"]], "money": {"red": 9, "blue": 9}})
    state = play(state, {"move": "place", "by": "red", "square": "GIZ-L:a8"})[0]
    assert state.asked == "blue"
    after = corrected(state, {"square:GIZ-L:a9": ""})
    assert (after.stage, after.asked) == ("buy", "red")
    assert corrected(state, {"turn": "green"}).turn == "green"


def test_what_this_game_does_not_have_can_not_be_put_right() -> None:
    state = start()
    wrong = (
        Correct("table", places={"GIZ:attic": "gold"}),
        Correct("table", places={"GIZ:top": "crown"}),
        Correct("table", money={"violet": 3}),
        Correct("table", reserve={"NIL": 3}),
        Correct("table", servants={"GIZ-L:z9": "red"}),
        Correct("table", visible={"GIZ": "AKH-L"}),
        Correct("table", used={"queen": 1}),
        Correct("table", held={"red": {"crown": 1}}),
        Correct("table", prestige={"red": 9999}),
    )
    for move in wrong:
        refusal = GAME.refuse(state, move)
        assert refusal is not None and refusal.code == "E_CORRECT", move
    with pytest.raises(InputError):
        GAME.correction(state, {"moon": 3})
    with pytest.raises(InputError):
        GAME.correction(state, {"money:red": "many"})


def test_taking_back_a_purchase_says_what_to_do() -> None:
    before = put(start(), {"servants": [["GIZ-L:a9", "red"]], "money": {"red": 9}, "reserve": {"GIZ": 1}})
    placed = play(before, {"move": "place", "by": "red", "square": "GIZ-L:a8"})[0]
    bought = play(placed, {"move": "take", "by": "red", "place": "top"})[0]
    said = [SAID.say(text) for text in GAME.put_back(bought, placed)]
    assert "Gizeh, top: lay gold." in said
    assert "Put a seal on the top gift of Gizeh." in said
    assert "red gets 9 deben back." in said or "Red gets 9 deben back." in said
    said = [SAID.say(text) for text in GAME.put_back(placed, before)]
    assert any("off Gizeh, bid 8" in text for text in said)


def test_the_table_is_laid_out_again_with_everything_on_it() -> None:
    state = put(start(), {"servants": [["GIZ-L:a9", "red"]], "held": {"red": {"gold": 2}}})
    said = "\n".join(SAID.say(text) for text in GAME.lay_out(state))
    assert "Louqsor is closed." in said
    assert "on 9" in said and "2 × gold" in said
    assert f"{state.deck} cards in the deck." in said


def test_a_square_is_told_to_its_end_only_with_a_servant_for_it() -> None:
    state = start(known=GAME.box)
    for move in (
        {"move": "new_square", "market": "GIZ", "by": "red"},
        {"move": "number", "number": 5, "by": "red"},
        {"move": "icons", "icons": "none", "by": "red"},
    ):
        state = play(state, move)[0]
    state = play(state, {"move": "new_square", "market": "AKH", "by": "blue"})[0]
    assert corrected(state, {"turn": "blue", "prestige:red": 1}).stage == "number"
    state = put(state, {"servants": [["GIZ-L:s1", "red"]]})
    full = state.twin()
    full.match = msgspec.structs.replace(full.match, facts=msgspec.structs.replace(full.match.facts, servants=1))
    assert corrected(full, {"square:GIZ-L:s1": "blue"}).stage == "force"
