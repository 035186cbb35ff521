"""What the camera looks at on the quay of Sobek, and which moves follow from what lies there (spec 2.6, 6.1, 9)."""

from __future__ import annotations

from typing import Any

from companion.engine.header import sit_down
from companion.engine.sight import BACK, EMPTY
from companion.engine.simulate import simulate
from companion.games.sobek import GAME
from companion.games.sobek.moves import Laid, Lay, Take
from companion.games.sobek.sight import PLACES
from companion.games.sobek.state import Sobek
from tests.games.sobek.scene import play, scene, start

SIGHT = GAME.sight
QUAY = ["WHE1", "MAR0", "AMU", "CHA", "FIS1", "WHE0", "IVO3", "EBO0", "CAT0"]
ALL = {f"quay:{place}": f"card:{card}" for place, card in enumerate(QUAY, 1)}


def quay(state: Sobek) -> list[str]:
    """What each place should show, where only one card can lie; EMPTY where nothing lies."""
    shown = SIGHT.shows(state)
    assert all(len(labels) == 1 for labels in shown.values())
    return [shown[spot][0].removeprefix("card:") for spot in PLACES]


def told(state: Sobek, seen: dict[str, str]) -> Sobek:
    """The position after everything that the camera proposes one after the other, none of it refused."""
    for _ in range(12):
        moves = SIGHT.moves(state, seen)
        if not moves:
            return state
        (move,) = moves
        state = play(state, move)
    raise AssertionError("proposals without an end")


def test_nine_places_lie_in_one_line_from_the_first_to_the_last() -> None:
    spots = SIGHT.plan(GAME.box).spots
    assert [spot.id for spot in spots] == [f"quay:{n}" for n in range(1, 10)]
    assert len({spot.at[1] for spot in spots}) == 1
    assert [spot.at[0] for spot in spots] == sorted(spot.at[0] for spot in spots)
    assert {spot.kind for spot in spots} == {"card"}


def test_a_face_down_character_is_a_look_of_its_own_and_no_character_is_told_by_its_face() -> None:
    labels = SIGHT.plan(GAME.practice).spots[0].labels
    assert len(labels) == 6 * 2 + 2 and "card:CHA" in labels and BACK not in labels
    assert not [one for one in labels if one.removeprefix("card:") in ("QUE", "PRI", "THI", "SCR", "VIZ", "COU", "MER")]


def test_goods_of_a_family_differ_by_their_scarabs_only() -> None:
    art = {look.id: look.art for look in SIGHT.plan(GAME.box).looks}
    assert art["card:IVO3"] == art["card:IVO0"] != art["card:EBO0"] == art["card:EBO2"]
    assert len(set(art.values())) == 6 + 2


def test_no_more_of_a_card_than_the_box_has_can_lie_there() -> None:
    # Spec 2.2: 5 amulets, 9 characters; of 6 ivory cards at least one has scarabs, of 5 beige ones at most 5 have.
    most = SIGHT.counts(GAME.box)
    assert most[("quay", "card:AMU")] == 5 and most[("quay", "card:CHA")] == 9
    assert most[("quay", "card:IVO3")] == 5 and most[("quay", "card:IVO0")] == 5
    assert {group for group, _ in most} == {spot.group for spot in SIGHT.plan(GAME.box).spots}


def test_cards_that_are_taken_or_skipped_leave_gaps_and_none_moves_up() -> None:
    state = scene({"quay": QUAY, "hands": {"red": 2}})
    assert quay(state) == QUAY
    state = play(state, Take("red", 3))
    assert quay(state) == ["", "", "", *QUAY[3:]]
    state = play(state, Take("blue", 5))
    assert quay(state) == ["", "", "", "", "", *QUAY[5:]]


def test_a_delivery_is_filled_in_place_by_place_and_then_confirmed() -> None:
    state = start()
    assert quay(state) == [EMPTY] * 9
    assert SIGHT.moves(state, ALL) == (Lay("table", 1, "WHE1"),)
    state = told(state, ALL)
    assert state.stage == "turn" and list(state.quay) == QUAY


def test_an_unsure_place_is_left_for_the_table_and_nothing_is_confirmed_without_it() -> None:
    seen = {spot: label for spot, label in ALL.items() if spot != "quay:4"}
    state = told(start(), seen)
    assert state.stage == "lay" and list(state.quay) == [*QUAY[:3], "", *QUAY[4:]]
    state = play(state, Lay("table", 4, "CHA"))
    assert SIGHT.moves(state, seen) == ()
    assert SIGHT.moves(state, ALL) == (Laid("table"),)


def test_a_card_told_wrong_is_told_again() -> None:
    state = play(start(), Lay("table", 1, "WHE0"))
    assert SIGHT.moves(state, ALL) == (Lay("table", 1, "WHE1"),)


def test_an_empty_place_is_no_card() -> None:
    seen = {**ALL, "quay:1": EMPTY}
    assert SIGHT.moves(start(), seen) == (Lay("table", 2, "MAR0"),)
    state = told(start(), seen)
    assert state.stage == "lay" and state.quay[0] == ""


def test_nothing_is_filled_in_once_the_delivery_lies_there() -> None:
    assert SIGHT.moves(scene({"quay": QUAY, "hands": {"red": 2}}), ALL) == ()


def test_every_delivery_of_whole_games_is_told_by_the_camera_as_it_was_told_by_hand() -> None:
    deliveries = smaller = 0
    for n in (2, 3, 4):
        record = simulate(GAME, GAME.colours[:n], {}, f"quay.{n}", GAME.practice).record
        state: Any = sit_down(GAME, record.header).state
        before: Any = state
        for line in record.lines:
            if state.stage == "lay" and not any(state.quay):
                before = state
            if isinstance(line.move, Laid):
                seen = {spot: labels[0] for spot, labels in SIGHT.shows(state).items()}
                by_camera, by_hand = told(before, seen), play(state, line.move)
                assert (by_camera.quay, by_camera.deck, by_camera.stage) == (by_hand.quay, by_hand.deck, by_hand.stage)
                deliveries, smaller = deliveries + 1, smaller + (EMPTY in by_hand.quay)
            state = play(state, line.move)
    assert deliveries > 30 and smaller


def test_sets_hands_and_tokens_are_not_looked_at() -> None:
    state = scene({"quay": QUAY, "sets": {"red": ["WHE WHE1 WHE0 AMU"]}, "hands": {"red": ["IVO3"]}})
    assert set(SIGHT.shows(state)) == set(PLACES)
    assert SIGHT.sheet(ALL, GAME.box) == {} and SIGHT.start(GAME.box, GAME.colours) == {}
