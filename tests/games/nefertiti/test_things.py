"""Which cards of Nefertiti bear a tag, and which moves take, lay or name them."""

from __future__ import annotations

from companion.engine.game import Move
from companion.games.nefertiti import GAME
from companion.games.nefertiti.labels import choice
from companion.games.nefertiti.moves import (
    Character,
    EffectDone,
    Enough,
    GiveUp,
    Known,
    Lay,
    Lift,
    MoreServant,
    Name,
    Nothing,
    Offer,
    Steal,
    Swap,
    Take,
)
from companion.games.nefertiti.state import Closing, Nefertiti, Power, Servant
from tests.games.nefertiti.scene import box, half, put, square, start


def fitting(state: Nefertiti, thing: str) -> list[Move]:
    return [move for move in GAME.legal_moves(state) if thing in GAME.handles(state, move)]


def closing(bids: int = 5, taken: tuple[str, ...] = ()) -> Nefertiti:
    """Red is asked at Gizeh, where gold lies above and two harps and a chair below."""
    square = f"GIZ-L:a{bids}"
    state = put(start(), {"servants": [(square, "red")]})
    state.closing = Closing("GIZ", (), True, Servant(square, "red"), taken)
    return state


def test_gifts_akhenaton_and_known_characters_are_things() -> None:
    found = [thing.id for thing in GAME.things(GAME.box)]
    assert found[:2] == ["gift:gold", "gift:necklace"] and found[6:9] == [
        "gift:senet1",
        "gift:senet2",
        "gift:akhenaton",
    ]
    assert {"character:scribe:3", "character:scribe:2", "character:vizier"} <= set(found[9:])
    # The owner's box tells the two Viziers apart.
    assert {"character:vizier:3", "character:vizier:2"} <= {thing.id for thing in GAME.things(GAME.practice)}


def test_a_gift_is_laid_on_the_place_that_is_due() -> None:
    state = start(gifts=())
    assert fitting(state, "gift:harp") == [Lay("table", "harp")]
    assert GAME.attempt_with(state, "gift:harp") == Lay("table", "harp")


def test_a_gift_is_taken_from_the_closing_market_only() -> None:
    state = closing()
    row = dict(zip(("top", "low1", "low2", "low3"), state.places["GIZ"], strict=True))
    assert row == {"top": "gold", "low1": "harp", "low2": "harp", "low3": "chair"}
    assert fitting(state, "gift:chair") == [Take("red", "low3")]
    assert fitting(state, "gift:harp") == [Take("red", "low1"), Take("red", "low2")]
    assert fitting(state, "gift:mirror") == [] and GAME.attempt_with(state, "gift:mirror") is None
    assert GAME.attempt_with(state, "gift:gold") == Take("red", "top")


def test_a_character_is_played_by_its_card() -> None:
    state = put(start(), {"seals": {"red": 1}})
    assert fitting(state, "character:scribe:3") == [Character("red", "scribe:3")]
    state = start()
    assert fitting(state, "character:scribe:3") == []
    refusal = GAME.refuse(state, Character("red", "scribe:3"))
    assert GAME.attempt_with(state, "character:scribe:3") == Character("red", "scribe:3") and refusal is not None


def test_a_character_or_a_gift_means_nothing_while_something_else_is_asked() -> None:
    assert closing().stage == "buy" and GAME.attempt_with(closing(), "character:scribe:3") is None
    assert start().stage == "place" and GAME.attempt_with(start(), "gift:gold") is None
    # While a character that was played is carried out, the market that closes waits.
    carried_out = closing()
    carried_out.power = Power("thief:3", "thief", "STEAL_GIFT")
    assert carried_out.stage == "steal" and GAME.attempt_with(carried_out, "gift:gold") is None
    ended = closing()
    ended.closing = Closing("GIZ", (), True)
    assert GAME.attempt_with(ended, "gift:gold") is None
    assert GAME.handles(start(), Take("red", "top")) == ()


def test_where_nobody_can_place_a_servant_a_character_may_still_be_tried() -> None:
    full = {"GIZ-L": "red", "AKH-L": "blue", "ABU-L": "red"}
    facts = {key: value for name in full for key, value in half(name, [square("x1", 1)], "SUM_GE", n=9).items()}
    state = put(start(known=box(**facts)), {"servants": [[f"{name}:x1", who] for name, who in full.items()]})
    assert state.stage == "force"
    assert GAME.attempt_with(state, "character:scribe:3") == Character("red", "scribe:3")


def test_a_card_that_is_moved_named_or_given_up_is_handled() -> None:
    state = start(known=box())
    gold: list[Move] = [
        Known("table", "gold"),
        Steal("red", "GIZ:top", "gold"),
        Swap("red", "blue", "gold"),
        Offer("red", "gold"),
        GiveUp("red", "gold"),
        Name("red", "gold"),
        Lift("red", "gift:GIZ:top"),
        Lift("red", "holding:blue:gold"),
    ]
    assert [GAME.handles(state, move) for move in gold] == [("gift:gold",)] * len(gold)
    assert GAME.handles(state, Name("red", "senet")) == ("gift:senet1", "gift:senet2")
    for other in ("reserve:GIZ", "money:red", "seal:GIZ", "prestige:red"):
        assert GAME.handles(state, Lift("red", other)) == ()


def test_the_button_of_a_seat_wants_no_more() -> None:
    state = closing(taken=("low1",))
    ends: list[Move] = [Enough("red"), Nothing("red"), EffectDone("red")]
    assert [choice(state, move).seat_key for move in ends] == [True] * 3
    others: list[Move] = [Take("red", "top"), MoreServant("red"), Offer("red", "gold")]
    assert [choice(state, move).seat_key for move in others] == [False] * 3
