"""Which pieces of Tutankhamen bear a tag, and which moves take them."""

from __future__ import annotations

from companion.engine.game import Move
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.decision import choice
from companion.games.tutankhamen.moves import Decline, Finish, Mask, Pharaoh, Steal, Take, TakeKind
from companion.games.tutankhamen.state import Tutankhamen
from tests.games.tutankhamen.positions import refused, start

SEATS = ("red", "blue")


def fitting(state: Tutankhamen, thing: str) -> list[Move]:
    return [move for move in GAME.legal_moves(state) if thing in GAME.handles(state, move)]


def meant(state: Tutankhamen) -> list[Move]:
    return [choice.move for choice in GAME.decision(state).choices if choice.seat_key]


def test_every_kind_in_the_box_the_mask_and_the_pyramid_are_things() -> None:
    found = [thing.id for thing in GAME.things(GAME.box)]
    assert len(found) == 15 + 2 + 2 and found[0] == "tile:S8A" and found[-4:] == [
        "tile:PH", "tile:CO", "mask", "pyramid",
    ]  # fmt: skip
    # What is not in the box is no thing.
    without = GAME.box.with_overrides({"special.MASK": 0, "special.CO": 0, "kind.S1A.present": 0})
    gone = {"mask", "tile:CO", "tile:S1A"}
    assert [thing.id for thing in GAME.things(without)] == [one for one in found if one not in gone]


def test_a_tile_means_every_slot_ahead_where_it_lies() -> None:
    state = start(SEATS)
    slots = [slot for slot, tile in enumerate(state.path, 1) if tile == "S2A"]
    assert len(slots) == 2
    assert fitting(state, "tile:S2A") == [Take("red", slot) for slot in slots]
    assert fitting(state, "tile:S1A") == [Take("red", state.path.index("S1A") + 1)]


def test_a_tile_behind_the_pawn_is_refused_by_the_rule() -> None:
    state = start(SEATS)
    state.pos["red"] = 40
    state.pos["blue"] = 1
    behind = Take("red", state.path.index("S1A") + 1)
    assert behind.slot < 40 and GAME.attempt_with(state, "tile:S1A") == behind
    assert refused(state, behind) == refused(state, Take("red", 2))


def test_of_two_such_tiles_the_one_nearest_to_the_pawn_is_meant() -> None:
    state = start(SEATS)
    first, last = (slot for slot, tile in enumerate(state.path, 1) if tile == "S2A")
    state.pos["red"], state.pos["blue"] = first, 1
    assert GAME.attempt_with(state, "tile:S2A") == Take("red", last)


def test_a_slot_that_is_none_is_no_tile() -> None:
    state = start(SEATS)
    assert GAME.handles(state, Take("red", 0)) == () == GAME.handles(state, Take("red", len(state.path) + 1))


def test_the_pyramid_is_tried_where_one_may_not_go_there_yet() -> None:
    assert GAME.attempt_with(start(SEATS), "pyramid") == Finish("red")
    assert GAME.attempt_with(start(SEATS), "mask") is None


def test_a_tile_that_lies_nowhere_any_more_means_nothing() -> None:
    state = start(SEATS)
    state.path = ["" if tile == "S1A" else tile for tile in state.path]
    assert GAME.attempt_with(state, "tile:S1A") is None and fitting(state, "tile:S1A") == []


def test_pyramid_and_mask_mean_going_there_while_the_mask_lies_there() -> None:
    state = start(SEATS)
    assert fitting(state, "pyramid") == [Finish("red")] == fitting(state, "mask")
    state.mask = "blue"
    assert fitting(state, "pyramid") == [Finish("red")] and fitting(state, "mask") == []


def test_without_a_recorded_path_a_tile_means_its_kind() -> None:
    state = start(SEATS, light=True)
    assert fitting(state, "tile:S8B") == [TakeKind("red", "S8B")]
    state.left["S8B"] = 0
    assert GAME.attempt_with(state, "tile:S8B") == TakeKind("red", "S8B") and refused(state, TakeKind("red", "S8B"))


def test_the_coin_steals_the_tile_that_is_brought_and_the_button_declines() -> None:
    state = start(SEATS)
    state.held["blue"]["S8A"] = 2
    state.held["red"].update({"S8A": 1, "CO": 1})
    state.coin = True
    assert fitting(state, "tile:S8A") == [Steal("red", "S8A", "blue")] and meant(state) == [Decline("red")]
    assert GAME.attempt_with(state, "tile:S6A") == Steal("red", "S6A", "blue")
    assert refused(state, Steal("red", "S6A", "blue")) == "E_NONE"
    state.held["red"]["S6B"] = 1
    assert GAME.attempt_with(state, "tile:S6B") == Steal("red", "S6B", "blue")
    assert refused(state, Steal("red", "S6B", "blue")) == "E_VICTIM"


def test_of_several_players_a_tile_means_nobody_in_particular() -> None:
    state = start(("red", "blue", "green"))
    state.held["red"].update({"S8A": 1, "CO": 1})
    state.coin = True
    assert GAME.attempt_with(state, "tile:S8A") is None
    assert refused(state, Steal("red", "S6A", "blue")) == "E_NONE" == refused(state, Steal("red", "S6A", "green"))
    assert GAME.attempt_with(state, "tile:S6A") == Steal("red", "S6A", "blue")


def test_the_button_keeps_the_mask_and_adds_no_pharaoh() -> None:
    state = start(SEATS)
    yes: list[Move] = [Mask("red", True), Pharaoh("red", True)]
    no: list[Move] = [Mask("red", False), Pharaoh("red", False)]
    assert [GAME.handles(state, move) for move in yes] == [("mask",), ("tile:PH",)]
    assert [GAME.handles(state, move) for move in no] == [(), ()]
    assert [choice(state, move).seat_key for move in (*yes, *no)] == [False, False, True, True]
