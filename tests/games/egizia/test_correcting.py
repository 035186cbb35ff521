"""Putting a position right: what may be edited, what can't be like that (spec egizia 5.13)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.engine.errors import InputError
from companion.games.egizia import GAME
from companion.games.egizia.moves import Correct
from companion.games.egizia.state import Egizia, Stock, Team
from tests.games.egizia.ending import SAID, final
from tests.games.egizia.fixture import box, laid_out, line, play, put

Values = Mapping[str, str | int]


def right(state: Egizia, values: Values) -> Egizia:
    return GAME.play(state, GAME.correction(state, values)).state


def fault(state: Egizia, values: Values) -> str:
    refusal = GAME.refuse(state, GAME.correction(state, values))
    assert refusal is not None and refusal.code == "E_CORRECT"
    return SAID.say(GAME.say_refusal(refusal))


def test_a_corrected_score_goes_behind_those_on_its_space() -> None:
    state = put(laid_out(), {"sides": {"red": {"score": 16, "arrival": 5}}, "clock": 5})
    played = GAME.play(state, GAME.correction(state, {"score:blue": 16}))
    after = played.state
    assert after.front[:2] == ("red", "blue")
    assert [event.kind for event in played.events] == ["correct", "behind"]


def test_numbers_of_a_tableau_are_put_right() -> None:
    after = right(laid_out(), {"stones:red": 9, "crew:red:c2": 4, "up:red:c2": "down", "row:grain:red": 3})
    side = after.sides["red"]
    assert (side.stones, side.crews["c2"], side.down, side.grain_row) == (9, 4, ("c2",), 3)
    assert right(after, {"up:red:c2": "up"}).sides["red"].down == ()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"stones:red": 26}, "from 0 to 25"),
        ({"crew:red:j": 10}, "from 2 to 9"),
        ({"row:stone:red": 5}, "rows 1 to 4"),
        ({"sphinx:red": 27}, "not in the deck"),
        ({"ship:N1": "red"}, "its card is taken"),
        ({"ship:SITE_A:1": "red", "ship:SITE_A:2": "red"}, "only one ship"),
        ({"built:obelisk:2": "red"}, "obelisk 1 is empty"),
        ({"built:pyramid:1:2": "red"}, "space 1 is empty"),
        ({"built:temple:column_left:1": "red"}, "must be complete"),
        ({"built:grave:2": "red"}, "in order"),
        ({"card:red:quarry:3": 12}, "but"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(values: Values, words: str) -> None:
    assert words in fault(laid_out(), values)


def test_a_ship_comes_from_the_stock_and_goes_back_to_it() -> None:
    state = right(laid_out(), {"ship:N3": "red", "stop:N3": ""})
    assert (state.ships["N3"], state.sides["red"].ships, state.sides["red"].last) == (("red",), 7, "N3")
    state = right(state, {"ship:SITE_B:2": "red"})
    assert (state.slots["SITE_B"][1], state.sides["red"].ships, state.sides["red"].last) == ("red", 6, "SITE_B")
    state = right(state, {"ship:SITE_B:2": ""})
    assert (state.sides["red"].ships, state.sides["red"].last) == (7, "N3")


def test_a_card_told_wrongly_is_another_one() -> None:
    state = right(laid_out(), {"stop:N4": "quarry:2"})
    assert state.stops["N4"] == "quarry:2"
    assert state.shown["1/2"]["quarry:2"] == 1 and "quarry:3" not in state.shown["1/2"]
    assert sum(state.shown["1/2"].values()) == 10


def test_fields_and_cards_in_front_of_a_player_are_counted() -> None:
    state = put(laid_out(), {"stops": {"N1": "", "N6": ""}})
    state = right(state, {"card:red:field:brown:7": 1, "card:red:crew_plus_one": 1})
    side = state.sides["red"]
    assert [(field.colour, field.value) for field in side.fields] == [("green", 6), ("brown", 7)]
    assert side.cards == ("crew_plus_one",)
    state = right(state, {"card:red:field:brown:7": 0, "card:red:crew_plus_one": 0})
    assert (len(state.sides["red"].fields), state.sides["red"].cards) == (1, ())


def test_an_improvement_on_a_field_stays_there() -> None:
    fields = [{"colour": "green", "value": 6}, {"colour": "brown", "value": 7, "upgrades": 1}]
    state = put(laid_out(), {"stops": {"N1": "", "N3": ""}, "sides": {"red": {"fields": fields}}})
    assert "for good" in fault(state, {"card:red:field_upgrade": 0})
    assert "for good" in fault(state, {"card:red:field:brown:7": 0})


def test_attached_improvements_count_among_the_cards() -> None:
    fields = [{"colour": "green", "value": 6}, {"colour": "brown", "value": 7, "upgrades": 1}]
    stops = dict.fromkeys(("N1", "N2", "N3", "N4"), "")
    shown = {"1/2": {"field:brown:7": 1, "field_upgrade": 3}}
    side = {"fields": fields, "cards": ["field_upgrade"]}
    state = put(laid_out(), {"stops": stops, "sides": {"red": side}})
    state.shown = {"1/2": {**state.shown["1/2"], **shown["1/2"]}}
    more = right(state, {"card:red:field_upgrade": 3}).sides["red"]
    assert (more.cards, more.fields[1].upgrades) == (("field_upgrade",) * 2, 1)
    assert right(state, {"card:red:field_upgrade": 1}).sides["red"].cards == ()


def test_a_card_that_was_never_there_is_not_fresh_either() -> None:
    side = {"cards": ["leftover_pick"], "fresh": ["leftover_pick"]}
    state = put(laid_out(), {"stops": {"N1": ""}, "sides": {"red": side}})
    state.shown = {"1/2": {**state.shown["1/2"], "leftover_pick": 1}}
    assert right(state, {"card:red:leftover_pick": 0}).sides["red"].fresh == ()


def test_a_taken_grave_lets_the_next_tile_be_told() -> None:
    state = right(laid_out(), {"built:grave:1": "red"})
    assert (state.stage, state.asked_space) == ("grave", "grave:5")
    state, _ = play(state, {"move": "grave", "by": "table", "value": 4})
    assert (state.stage, state.open_tiles) == ("ship", (2, 3, 4, 5))
    state = right(state, {"built:grave:1": ""})
    assert (state.stage, state.open_tiles, state.early) == ("ship", (1, 2, 3, 4, 5), 1)


def test_a_stone_on_the_last_known_space_asks_whether_that_is_all() -> None:
    open_temple = {"pillar_left": line(1), "pillar_right": {"values": [5]}, "column_left": {"values": [3]}}
    state = put(laid_out(known=box(temple=open_temple)), {"built": {"temple:pillar_left:1": "red"}})
    state = right(state, {"built:temple:pillar_right:1": "red"})
    assert (state.stage, state.asked_space) == ("whole", "temple:pillar_right")
    state, _ = play(state, {"move": "whole", "by": "table", "yes": False})
    # The pillar goes on, so nothing stands on it yet.
    assert (state.stage, state.turn) == ("ship", "blue")
    assert "must be complete" in fault(state, {"built:temple:column_left:1": "red"})
    state = right(state, {"built:temple:pillar_right:1": "blue"})
    assert state.stage == "ship"


def test_it_can_be_somebody_elses_turn() -> None:
    state = right(laid_out(), {"turn": "green", "ring": "left"})
    assert (state.stage, state.turn, state.ring) == ("ship", "green", "left")


def test_the_last_ship_stays_the_last_one_however_high_it_stands() -> None:
    ships = {"N7": ["red"], "N3": ["red"]}
    state = put(
        laid_out(), {"ships": ships, "stops": {"N3": "", "N7": ""}, "sides": {"red": {"ships": 6, "last": "N3"}}}
    )
    state = right(state, {"ship:SITE_B:1": "green"})
    assert (state.sides["red"].last, state.sides["green"].last) == ("N3", "SITE_B")
    # With that one taken away the lowest of those left counts.
    state = right(right(state, {"ship:EDFU": "red"}), {"ship:EDFU": ""})
    assert state.sides["red"].last == "N7"


def test_what_is_not_there_now_is_refused() -> None:
    out = put(laid_out(), {"sides": {"red": {"out": True}}})
    feed = put(laid_out(), {"phase": "feed", "stage": "feeding", "turn": "", "queue": []})
    build = put(feed, {"phase": "site_a", "stage": "build", "turn": "red", "queue": ["red"]})
    crowd = put(
        laid_out(), {"ships": {"EDFU": ["red", "blue"]}, "sides": {who: {"ships": 7} for who in ("red", "blue")}}
    )
    for state, move, words in (
        (out, Correct("table", turn="red"), "places no more ships"),
        (feed, Correct("table", turn="red"), "While ships are placed"),
        (feed, Correct("table", stops={"N1": ""}), "No Nile cards lie on the river"),
        (feed, Correct("table", ships_at={"EDFU": "red"}), "No ship can be put right"),
        (build, Correct("table", ships_at={"SITE_C:1": "red"}), "No ship can be put right"),
        (crowd, Correct("table", ships_at={"EDFU": ""}), "take those moves back"),
        (laid_out(), Correct("table", stops={"N11": ""}), "no card space"),
        (laid_out(), Correct("table", tiles={"grave:5": 3}), "No tile lies face up"),
        (laid_out(), Correct("table", tiles={"grave:4": 13}), "from 1 to 12"),
        (laid_out(), Correct("table", ring="top"), "three circles"),
        (laid_out(), Correct("table", up={"red:c4": True}), "no crew"),
        (laid_out(), Correct("table", sphinx={"red": 30}), "29 Sphinx cards"),
        (laid_out(), Correct("table", score={"red": 1000}), "from −999 to 999"),
    ):
        refusal = GAME.refuse(state, move)
        assert refusal is not None and words in SAID.say(GAME.say_refusal(refusal)), (move, refusal)


def test_inside_a_step_only_points_are_put_right() -> None:
    state = laid_out()
    state.team = Team(("c1",))
    assert {edit.id.partition(":")[0] for edit in GAME.edits(state)} == {"score"}
    refusal = GAME.refuse(state, Correct("table", stones={"red": 3}))
    assert refusal is not None and "Finish this step" in SAID.say(GAME.say_refusal(refusal))


def test_at_the_end_stones_and_sphinx_cards_are_put_right_too() -> None:
    state, _ = final({"red": {"sphinx": 2}})
    assert {edit.id.partition(":")[0] for edit in GAME.edits(state)} == {"score", "stones", "sphinx"}
    state, _ = play(state, {"move": "declare", "by": "red", "card": "graves"})
    deck = state.deck
    state = right(state, {"sphinx:red": 1})
    assert state.scored["red"] == ("graves",) and state.deck == deck + 1


@pytest.mark.parametrize("left", [0, 1])
def test_a_card_that_goes_under_the_deck_may_be_the_one_that_was_dealt(left: int) -> None:  # spec 5.13
    state, _ = final({"red": {"sphinx": 2}}, None, box(sphinx__graves=1))
    state.stock = Stock(dealt={"red": "graves", "blue": "permanents"})
    state = right(state, {"sphinx:red": left})
    assert state.stock is not None and state.stock.dealt == {"blue": "permanents"}
    for _ in range(left):
        state, _ = play(state, {"move": "declare", "by": "red", "card": "crew:c1"})
    assert state.scored["red"] == ("crew:c1",) * left


def test_another_card_leaves_the_one_that_was_dealt_where_it_is() -> None:
    state, _ = final({"red": {"sphinx": 2}})
    state.stock = Stock(dealt={"red": "graves"})
    state = right(state, {"sphinx:red": 3})
    assert state.stock is not None and state.stock.dealt == {"red": "graves"}


def test_whoever_is_scored_keeps_stones_and_cards_as_they_were() -> None:
    state, _ = final({"red": {"sphinx": 1}, "blue": {"sphinx": 1}})
    state, _ = play(state, {"move": "declare", "by": "red", "card": "graves"})
    assert {edit.id for edit in GAME.edits(state)} == {"score:red", "score:blue", "stones:blue", "sphinx:blue"}
    for move in (Correct("table", stones={"red": 3}), Correct("table", sphinx={"red": 0})):
        refusal = GAME.refuse(state, move)
        assert refusal is not None and "scored for this player already" in SAID.say(GAME.say_refusal(refusal))


def test_a_table_that_goes_back_corrects_nothing() -> None:
    state = laid_out(late_mistake="rewind")
    assert GAME.edits(state) == ()
    refusal = GAME.refuse(state, Correct("table", score={"red": 3}))
    assert refusal is not None and refusal.code == "E_REWIND"


def test_nothing_and_nonsense_are_refused() -> None:
    state = laid_out()
    for move, code in ((Correct("table"), "E_NOTHING"), (Correct("table", score={"nobody": 1}), "E_CORRECT")):
        refusal = GAME.refuse(state, move)
        assert refusal is not None and refusal.code == code
    for values in ({"moon": 1}, {"stones:red": "9"}, {"ring": 3}):
        with pytest.raises(InputError):
            GAME.correction(state, values)
