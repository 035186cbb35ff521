"""Which pieces of Egizia bear a tag as far as the box is known, and which moves they mean."""

from __future__ import annotations

from companion.engine.draw import Draw
from companion.engine.game import Move
from companion.games.egizia import GAME
from companion.games.egizia.asking_river import leaves_it
from companion.games.egizia.components import SPHINX_TYPES
from companion.games.egizia.moves import (
    Attach,
    Boost,
    Build,
    Crew,
    Done,
    Enough,
    Face,
    Feed,
    First,
    Grave,
    Pass,
    Pick,
    Place,
    Reveal,
    Ring,
    SellTen,
    Stay,
    Strengthen,
    Use,
    Withdraw,
)
from companion.games.egizia.state import Egizia
from tests.games.egizia.building import at, owner
from tests.games.egizia.fixture import SEATS, laid_out, play, put, start


def fitting(state: Egizia, thing: str) -> list[Move]:
    return [move for move in GAME.legal_moves(state) if thing in GAME.handles(state, move)]


def ids(known: object) -> list[str]:
    return [thing.id for thing in GAME.things(known)]  # type: ignore[arg-type]


def test_an_unknown_box_has_plain_cards_and_kinds_and_no_grave_tile() -> None:
    found = ids(GAME.box)
    assert {"card:grain", "card:quarry", "card:crew_pair", "card:field:brown:7"} <= set(found)
    assert "card:quarry:4" not in found and not [one for one in found if one.startswith("grave:")]


def test_a_box_known_whole_has_no_kind_without_its_number() -> None:
    found = ids(GAME.practice)
    assert {"card:quarry:4", "grave:1", "grave:6"} <= set(found) and "card:quarry" not in found


def test_no_sphinx_card_is_a_thing() -> None:
    for known in (GAME.box, GAME.practice):
        assert not {f"card:{card}" for card in SPHINX_TYPES} & set(ids(known))
        assert not [one for one in ids(known) if "sphinx:" in one]


def revealing() -> Egizia:
    state = start()
    for value in (5, 2, 3, 6):
        state, _ = play(state, {"move": "grave", "by": "table", "value": value})
    return state


def test_a_card_is_told_on_the_stop_that_is_due() -> None:
    state = revealing()
    assert fitting(state, "card:grain") == [Reveal("table", "N1", "grain")]
    # The box does not know every quarry: its kind is told first, then what is printed on it, by the same tag.
    assert fitting(state, "card:quarry:3") == [Reveal("table", "N1", "quarry")] == fitting(state, "card:quarry")
    asked, _ = play(state, {"move": "reveal", "by": "table", "stop": "N1", "card": "quarry"})
    assert fitting(asked, "card:quarry:3") == [Face("table", "quarry:3")]


def test_a_card_that_lies_already_is_not_told_again_by_its_tag() -> None:
    state, _ = play(revealing(), {"move": "reveal", "by": "table", "stop": "N1", "card": "grain"})
    assert fitting(state, "card:grain") == [Reveal("table", "N2", "grain")]


def test_a_ship_sails_to_the_card_that_is_brought() -> None:
    state = laid_out()
    assert fitting(state, "card:quarry:3") == [Place("blue", "N4")]
    assert fitting(state, "card:field:brown:6") == [Place("blue", "N2")]
    # A tag of the kind means every card of it.
    assert fitting(state, "card:field:brown") == [Place("blue", "N1"), Place("blue", "N2")]


def test_a_card_that_was_told_by_its_kind_alone_is_no_certain_card() -> None:
    state = laid_out()
    state = put(state, {"stops": {**state.stops, "N4": "quarry"}})
    # Another quarry, taken long ago, has a tag too: it is not said to be the one that lies there.
    assert fitting(state, "card:quarry:3") == []
    assert fitting(state, "card:quarry") == [Place("blue", "N4")]


def test_a_card_upstream_is_refused_by_the_rule() -> None:
    state = put(laid_out(), {"sides": {"blue": {"last": "N5"}}})
    assert fitting(state, "card:quarry:3") == []
    attempt = GAME.attempt_with(state, "card:quarry:3")
    assert attempt == Place("blue", "N4") and GAME.refuse(state, attempt) is not None
    assert GAME.attempt_with(state, "card:keep_two") is None


def test_a_grave_tile_tells_its_value_where_the_box_knows_it() -> None:
    state = start(known=GAME.practice)
    value = state.printed.tiles[0]
    assert fitting(state, f"grave:{value}") == [Grave("table", value)]
    assert GAME.handles(start(), Grave("table", 5)) == ()


def test_own_cards_are_used_by_their_tags() -> None:
    state = laid_out()
    used: dict[Move, str] = {
        Use("blue", "extra_ship"): "card:extra_ship",
        Strengthen("blue", "crew_plus_one", "c1"): "card:crew_plus_one",
        Attach("blue", 0): "card:field_upgrade",
        SellTen("blue", 3): "card:sell_ten",
        Boost("blue", "c1"): "card:crew_boost",
        First("blue"): "card:first_position",
        Feed("blue", 1, 0): "card:grain",
        Feed("blue", 0, 1): "card:stones_as_grain",
        Place("blue", "EDFU", True): "card:double_round",
        Pick("blue", "N10"): "card:grain",
    }
    assert {move: GAME.handles(state, move) for move in used} == {move: (thing,) for move, thing in used.items()}
    assert GAME.handles(state, Place("blue", "EDFU", False)) == () == GAME.handles(state, Feed("blue", 0, 0))


def test_the_button_of_a_seat_leaves_it_at_that() -> None:
    state = laid_out()
    left: list[Move] = [Pass("blue"), Enough("blue"), Feed("blue", 0, 0), Ring("blue", state.ring)]
    assert all(leaves_it(state, move) for move in left)
    other = next(circle for circle in ("left", "right") if circle != state.ring)
    done: list[Move] = [Place("blue", "N1"), Feed("blue", 1, 0), Feed("blue", 0, 1), Ring("blue", other)]
    assert not any(leaves_it(state, move) for move in done)
    assert [choice.move for choice in GAME.decision(state).choices if choice.seat_key] == [Pass("blue")]


def by_button(state: Egizia) -> list[Move]:
    return [choice.move for choice in GAME.decision(state).choices if choice.seat_key]


def test_the_button_keeps_the_place_at_a_site() -> None:
    site = {"phase": "site_a", "stage": "first", "turn": "red", "queue": ["blue", "red"]}
    slots = {"slots": {"SITE_A": ["blue", "red", ""]}}
    state = put(laid_out(), site | slots | {"sides": {"red": {"cards": ["first_position"]}}})
    assert First("red") in GAME.legal_moves(state)
    assert by_button(state) == [Stay("red")]


def test_the_button_ends_a_build_or_takes_the_ship_back() -> None:
    state = at("SITE_C", "blue", "red", sides={"blue": owner(crews={"c1": 3}, stones=2)})
    assert by_button(state) == [Withdraw("blue")]
    for move in (Crew("blue", "c1"), Build("blue", "pyramid:2:1")):
        state = GAME.play(state, move).state
    assert by_button(state) == [Done("blue")]


def test_the_button_uses_nothing_more_at_the_end_of_the_round() -> None:
    last = {"phase": "last", "stage": "last", "turn": "blue", "queue": ["blue"]}
    state = put(laid_out(), last | {"sides": {"blue": {"cards": ["crew_plus_one"]}}})
    assert by_button(state) == [Enough("blue")]


def test_a_card_left_over_is_taken_by_its_tag_and_a_tag_means_nothing_where_no_card_is_asked() -> None:
    leftover = put(laid_out(), {"phase": "leftover", "stage": "leftover", "turn": "blue", "queue": ["blue"]})
    assert GAME.attempt_with(leftover, "card:quarry:3") == Pick("blue", "N4")
    feeding = put(laid_out(), {"phase": "feed", "stage": "feed", "turn": "blue", "queue": ["blue"]})
    assert GAME.attempt_with(feeding, "card:quarry:3") is None
    assert GAME.attempt_with(feeding, "grave:3") is None
    assert GAME.attempt_with(start(), "grave:3") == Grave("table", 3)


def test_a_card_that_can_not_lie_there_is_tried_as_the_box_knows_it() -> None:
    # Of a box not known whole the kind is told; with nothing more printed on it there is nothing more to tell.
    state = revealing()
    assert GAME.attempt_with(state, "card:quarry:3") == Reveal("table", "N1", "quarry")
    asked, _ = play(state, {"move": "reveal", "by": "table", "stop": "N1", "card": "quarry"})
    assert GAME.attempt_with(asked, "card:field:brown:6") == Face("table", "field:brown:6")
    assert GAME.attempt_with(asked, "card:grain") is None


def test_a_card_that_is_drawn_is_not_told_by_a_tag() -> None:
    options = GAME.resolve({"draw_nile": "app"})
    assert GAME.practice is not None
    state = GAME.new(SEATS, options, GAME.draw_setup(SEATS, options, Draw("one"), GAME.practice), GAME.practice)
    while state.stage == "grave":
        state = GAME.play(state, GAME.legal_moves(state)[0]).state
    assert state.stage == "reveal"
    assert GAME.attempt_with(state, "card:grain") is None


def test_the_stones_that_are_lost_are_told_before_they_are_taken() -> None:
    state = put(laid_out(), {"stage": "produce", "sides": {"blue": {"stones": 24, "quarries": [3]}}})
    (taken,) = [choice for choice in GAME.decision(state).choices if isinstance(choice.move, Enough)]
    assert taken.seat_key and taken.consequence is not None and taken.consequence.params == {"n": 2}
