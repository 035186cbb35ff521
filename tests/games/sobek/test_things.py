"""Which cards of Sobek bear a tag, which moves they mean, and that none tells what lies face down."""

from __future__ import annotations

from companion.engine.game import Move
from companion.games.sobek import GAME
from companion.games.sobek.catalogue import CHARACTERS
from companion.games.sobek.moves import Add, Character, Decline, Done, Down, Lay, LaySet, Take, Withdraw
from companion.games.sobek.state import Sobek
from tests.games.sobek.scene import code, play, scene, start

QUAY = ("WHE0", "CHA", "IVO3", "WHE0", "CAT1", "FIS0", "AMU", "", "")


def fitting(state: Sobek, thing: str) -> list[Move]:
    return [move for move in GAME.legal_moves(state) if thing in GAME.handles(state, move)]


def meant(state: Sobek) -> list[Move]:
    return [choice.move for choice in GAME.decision(state).choices if choice.seat_key]


def turn(**given: object) -> Sobek:
    return scene({"stage": "turn", "turn": "red", "quay": list(QUAY), **given})


def test_goods_by_scarabs_the_amulet_and_any_character_are_things() -> None:
    found = [thing.id for thing in GAME.things(GAME.practice)]
    assert len(found) == 6 * 2 + 2 and found[-2:] == ["card:AMU", "card:CHA"]


def test_a_card_is_laid_on_the_next_place_and_on_no_other() -> None:
    state = start()
    assert fitting(state, "card:WHE0") == [Lay("table", 1, "WHE0")]
    state = play(state, Lay("table", 1, "WHE0"))
    assert fitting(state, "card:CHA") == [Lay("table", 2, "CHA")]


def test_a_card_is_taken_from_where_it_lies_within_reach() -> None:
    state = turn(hands={"red": 0})
    assert fitting(state, "card:IVO3") == [Take("red", 3)]
    assert fitting(state, "card:WHE0") == [Take("red", 1), Take("red", 4)]
    assert fitting(state, "card:CAT1") == []
    assert GAME.attempt_with(state, "card:CAT1") == Take("red", 5) and code(state, Take("red", 5)) is not None
    assert GAME.attempt_with(state, "card:MAR0") is None


def test_a_character_never_tells_which_one_it_is() -> None:
    state = turn(hands={"red": 6})
    played: list[Move] = [move for move in GAME.legal_moves(state) if isinstance(move, Character)]
    assert len(played) > 1
    assert fitting(state, "card:CHA") == [Take("red", 2), *played]
    assert all(GAME.handles(state, Add("red", name)) == ("card:CHA",) for name in CHARACTERS)


def test_a_set_takes_what_is_brought_and_the_button_lays_it_down() -> None:
    state = play(turn(hands={"red": 6}), LaySet("red", "IVO"))
    assert fitting(state, "card:IVO3") == [Add("red", "IVO3")] and meant(state) == []
    assert GAME.attempt_with(state, "card:WHE0") == Add("red", "WHE0") and code(state, Add("red", "WHE0")) is not None
    state = play(state, *[Add("red", "IVO0")] * 3)
    assert meant(state) == [Down("red")] and Withdraw("red") in GAME.legal_moves(state)


def test_the_button_ends_the_last_sets_of_its_seat() -> None:
    state = scene({"stage": "last", "hands": {"red": 3, "blue": 3}, "quay": []})
    asked = [who for who in state.seats if not state.sides[who].done]
    assert asked and meant(state) == [Done(who) for who in asked]


def test_in_the_last_sets_the_button_lays_down_what_its_seat_has_begun() -> None:
    given = {"stage": "last", "deck": 0, "quay": [], "hands": {"red": ["FIS1", "FIS0", "FIS0"], "blue": ["IVO0"] * 3}}
    fish: list[Move] = [LaySet("red", "FIS"), Add("red", "FIS1"), Add("red", "FIS0"), Add("red", "FIS0")]
    state = play(scene(given), *fish)
    assert [move for move in meant(state) if move.by == "red"] == [Down("red")]
    # With two seats laying, a card that is brought belongs to nobody in particular.
    assert GAME.attempt_with(state, "card:WHE0") == Add("red", "WHE0")
    assert GAME.attempt_with(play(state, LaySet("blue", "IVO")), "card:WHE0") is None


def test_a_place_that_is_empty_is_no_card() -> None:
    assert GAME.handles(turn(), Take("red", 8)) == ()


def test_the_merchant_takes_the_card_that_is_brought() -> None:
    state = play(turn(hands={"red": 6}), Character("red", "MER"))
    assert state.stage == "merchant"
    assert fitting(state, "card:CAT1") == [Take("red", 5)] and GAME.attempt_with(state, "card:CAT1") == Take("red", 5)


def test_a_character_is_not_brought_to_a_set_face_down() -> None:
    state = play(turn(hands={"red": 6}), LaySet("red", "IVO"))
    assert GAME.attempt_with(state, "card:CHA") is None


def test_the_button_leaves_a_power_that_is_an_offer() -> None:
    state = turn(hands={"red": 6}, options={"may_powers": "decline"})
    assert meant(play(state, Character("red", "MER"))) == [Decline("red")]
