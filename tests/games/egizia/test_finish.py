"""The final scoring: stones, graves, Sphinx cards, the winner (spec egizia 7; examples G12-G14, G79-G87)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.egizia import GAME
from companion.games.egizia.catalogue import read_catalogue
from companion.games.egizia.moves import Declare, Printed, Sell
from companion.games.egizia.state import Egizia, Stock, view
from tests.games.egizia.ending import SAID, declare, final, points
from tests.games.egizia.fixture import SEATS, box, laid_out, play, put

CHEAP = {f"points.{card}": 5 for card in ("own:temple:4", "own_each:2", "obelisk_done", "most:quarry")}


def sold(stones: int, row: int, cards: list[str] | None = None) -> Egizia:
    return final({"red": {"stones": stones, "stone_row": row, "cards": cards or []}})[0]


def test_stones_are_sold_two_for_one_from_the_last_two_rows() -> None:  # G81
    state = sold(7, 3)
    assert (state.stage, state.turn) == ("sell", "red")
    state, events = play(state, {"move": "sell", "by": "red", "stones": 7})
    assert (events[0].kind, events[0].points, state.sides["red"].stones) == ("sell", {"red": 3}, 0)


def test_stones_are_not_sold_from_a_higher_row() -> None:  # G81
    assert sold(7, 2).stage == "over"
    assert sold(1, 4).stage == "over"


def test_a_card_sells_ten_stones_one_for_one_and_the_others_two_for_one() -> None:  # spec 5.12
    state = sold(15, 1, ["sell_ten"])
    refusal = GAME.refuse(state, Sell("red", 11))
    assert refusal is not None and refusal.code == "E_SELL_MARKET"
    state, events = play(state, {"move": "sell", "by": "red", "stones": 10})
    assert events[0].points == {"red": 10}
    _, events = play(sold(15, 3, ["sell_ten"]), {"move": "sell", "by": "red", "stones": 15})
    assert events[0].points == {"red": 12}


def test_a_card_for_one_use_sells_nothing_in_the_final_scoring() -> None:  # spec 5.12
    state, _ = final({"red": {"stones": 15, "cards": ["sell_ten"]}}, None, box(kind__sell_ten="anytime"))
    assert state.stage == "over" and state.sides["red"].stones == 15


def test_nobody_sells_more_than_there_is() -> None:
    refusal = GAME.refuse(sold(7, 3), Sell("red", 8))
    assert refusal is not None and refusal.code == "E_SELL_STONES"


@pytest.mark.parametrize(("tiles", "won"), [((), 0), ((1,), 2), ((10,), 2), ((11,), 5), ((10, 10), 5), ((10, 11), 9)])
def test_graves_score_by_their_sum(tiles: tuple[int, ...], won: int) -> None:  # G79
    built = {f"grave:{at}": "red" for at in range(1, len(tiles) + 1)}
    _, events = final({}, {"built": built, "tiles": [*tiles, *[0] * (12 - len(tiles))]})
    told = next(event for event in events if event.kind == "final" and event.seats == ("red",))
    assert told.points.get("red", 0) == won


def test_a_grave_card_adds_to_the_sum() -> None:  # G80
    tiles = [9, *[0] * 11]
    _, events = final({"red": {"cards": ["grave_bonus:2"]}}, {"built": {"grave:1": "red"}, "tiles": tiles})
    told = next(event for event in events if event.kind == "final" and event.seats == ("red",))
    assert told.points == {"red": 5}


def scored(card: str, side: dict[str, Any], more: dict[str, Any] | None = None, **known: Any) -> int:
    """What red's one Sphinx card gives."""
    facts = {key.replace(".", "__"): value for key, value in CHEAP.items()} | known
    state, _ = final({"red": {"sphinx": 1, **side}}, more, box(**facts))
    _, events = declare(state, card)
    return points(events, f"sphinx.{card}")


def test_cards_that_count_score_what_they_count() -> None:  # G13, G83
    assert scored("crew:c2", {"crews": {"c2": 4}}) == 4
    cards = ["crew_plus_one", "reuse_round", "field_upgrade"]
    assert scored("permanents", {"cards": cards, "quarries": [3, 2]}) == 6
    assert scored("graves", {}, {"built": {"grave:1": "red", "grave:2": "red", "grave:3": "blue"}}) == 2
    assert scored("own:temple:4", {}, {"built": {f"temple:pillar_left:{n}": "red" for n in (1, 2)}}) == 0


def test_most_is_won_in_a_tie_too_but_not_with_nothing() -> None:  # G14, G84
    green = {"colour": "green", "value": 6}
    own = [green, {"colour": "yellow", "value": 5}, {"colour": "yellow", "value": 6}]
    rival = [green, {"colour": "yellow", "value": 5}, {"colour": "brown", "value": 6, "upgrades": 1}]
    for fields, won in ((rival, 7), ([*rival, {"colour": "yellow", "value": 1}], 0)):
        known = box(**{"points__most:yellow": 7})
        state, _ = final({"red": {"sphinx": 1, "fields": own}, "blue": {"fields": fields}}, None, known)
        _, events = declare(state, "most:yellow")
        assert points(events, "sphinx.most:yellow") == won
    assert scored("most:brown", {}, **{"points__most:brown": 7}) == 0


def test_players_on_the_last_row_are_counted() -> None:  # G12
    sides = {who: {"stone_row": 4} for who in ("blue", "green", "yellow")} | {"red": {"sphinx": 1}}
    state, _ = final(sides, None, box(lastrow__stone=[0, 2, 4, 7, 9]), SEATS)
    _, events = declare(state, "lastrow_count:stone")
    assert points(events, "sphinx.lastrow_count:stone") == 7


def test_a_tenth_is_counted_last_and_every_such_card_uses_the_same_total() -> None:  # spec 7
    state, _ = final({"red": {"sphinx": 3, "score": 38}}, {"built": {"grave:1": "red"}, "tiles": [9, *[0] * 11]})
    state, events = declare(state, "ten_percent", "permanents", "ten_percent")
    lines = [line for event in events if event.scoring and event.seats == ("red",) for line in event.scoring.lines]
    assert [sum(line.points.values()) for line in lines] == [2, 0, 4, 4]
    assert state.sides["red"].score == 48
    state, events = declare(final({"red": {"sphinx": 1, "score": -25}})[0], "ten_percent")
    assert state.sides["red"].score == -25


def test_the_leader_is_scored_first() -> None:  # G87
    _, events = final({}, None, None, SEATS)
    assert [event.seats[0] for event in events if event.kind == "final"] == ["yellow", "green", "red", "blue"]


def test_on_one_space_the_stone_that_was_there_first_wins() -> None:  # G86
    state, _ = final({"blue": {"score": 88, "arrival": 40}, "red": {"score": 88, "arrival": 41}}, {"clock": 50})
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.winners == ("blue",)
    assert outcome.ranking == (("blue",), ("red",)) and outcome.reason == "played"
    assert SAID.say(outcome.text) == "Blue wins with 88: that stone was there first."


# what is entered unseen


def test_cards_are_hidden_until_all_are_entered() -> None:
    state, _ = final({"red": {"sphinx": 2}})
    state, events = declare(state, "graves")
    assert events == [] and state.named == ("graves",)
    assert view(state, None).named == ("",) and view(state, "red").named == ("graves",)
    move = Declare("red", "permanents")
    assert "permanent" not in SAID.say(GAME.say_move(state, move))
    assert GAME.own_view(state, "red") and not GAME.own_view(state, "blue")
    assert GAME.sealed(state) and GAME.decision(state).private
    state, events = declare(state, "permanents")
    assert state.scored["red"] == ("graves", "permanents") and not GAME.sealed(state)
    assert [event.kind for event in events][:2] == ["sphinx.graves", "sphinx.permanents"]


def test_what_cannot_be_is_entered_again_and_never_refused() -> None:
    state, _ = final({"red": {"sphinx": 2}}, None, box(sphinx__graves=1))
    state, events = declare(state, "graves", "graves")
    assert [event.kind for event in events] == ["declare.again"]
    assert (state.stage, state.turn, state.named) == ("declare", "red", ())


def test_the_dealt_card_must_be_among_those_named() -> None:
    state, _ = final({"red": {"sphinx": 1}})
    state.stock = Stock(dealt={"red": "graves"})
    assert [event.kind for event in declare(state, "permanents")[1]] == ["declare.again"]
    assert declare(state, "graves")[0].scored["red"] == ("graves",)


def test_cards_dealt_to_seats_still_to_be_scored_are_not_in_another_hand() -> None:
    state, _ = final({"red": {"sphinx": 2}, "blue": {"sphinx": 1}}, None, box(sphinx__graves=1, sphinx__permanents=1))
    state.stock = Stock(dealt={"red": "permanents", "blue": "graves"})
    assert [event.kind for event in declare(state, "permanents", "graves")[1]] == ["declare.again"]
    state, _ = declare(state, "permanents", "crew:j")
    assert state.scored["red"] == ("permanents", "crew:j")
    # Red's dealt card is scored: it is counted once, not again.
    state.stock = Stock(dealt={"red": "crew:j", "blue": "graves"})
    state.facts = read_catalogue(box(**{"sphinx__crew:j": 2}))
    state.sides["blue"].sphinx = 2
    assert declare(state, "graves", "crew:j")[0].scored["blue"] == ("graves", "crew:j")


def test_more_than_all_hands_can_hold_is_entered_again() -> None:
    facts = box(**{"sphinx__crew:j": 3})
    state, _ = final({"red": {"sphinx": 2}, "blue": {"sphinx": 2}}, None, facts)
    state, _ = declare(state, "crew:j", "crew:j")
    assert [event.kind for event in declare(state, "crew:j", "crew:j")[1]] == ["declare.again"]
    assert declare(state, "crew:j", "graves")[0].end == "played"


def test_cards_of_which_all_copies_are_scored_are_not_offered() -> None:
    state, _ = final({"red": {"sphinx": 1}, "blue": {"sphinx": 1}}, None, box(sphinx__graves=1))
    state, _ = declare(state, "graves")
    assert (state.stage, state.turn) == ("declare", "blue")
    assert Declare("blue", "graves") not in GAME.legal_moves(state)
    refusal = GAME.refuse(state, Declare("blue", "graves"))
    assert refusal is not None and refusal.code == "E_SPHINX_COPIES"


def test_the_card_taken_out_before_is_refused() -> None:
    state, _ = final({"red": {"sphinx": 1}}, None, None, ("blue", "red"), ten_percent_card="removed")
    refusal = GAME.refuse(state, Declare("red", "ten_percent"))
    assert refusal is not None and refusal.code == "E_SPHINX_OUT"
    assert Declare("red", "ten_percent") not in GAME.legal_moves(state)
    assert Declare("red", "graves") in GAME.legal_moves(state)


def test_the_last_row_of_a_market_is_that_of_the_marker_furthest_down() -> None:
    sides = {"red": {"sphinx": 1, "stone_row": 1}, "blue": {"stone_row": 4}}
    state, _ = final(sides, None, box(stone__rows=None, lastrow__stone=[0, 2, 4, 7, 9]))
    state, _ = declare(state, "lastrow_count:stone")
    assert (state.stage, state.asked_space) == ("reached", "last:stone")
    state, events = play(state, {"move": "reached", "by": "table", "yes": True})
    assert GAME.learned(state)["stone.rows"] == 4
    assert points(events, "sphinx.lastrow_count:stone") == 2


# what the box does not know


def test_unknown_points_are_asked_once_and_learned() -> None:
    sides = {who: {"sphinx": 1, "crews": {"c1": 2}} for who in ("blue", "red")}
    built = {f"temple:pillar_left:{n}": "red" for n in (1, 2)} | {f"temple:pillar_right:{n}": "red" for n in (1, 2)}
    state, _ = final(sides, {"built": built})
    state, _ = declare(state, "own:temple:4")
    assert (state.stage, state.asked_space) == ("printed", "own:temple:4")
    refusal = GAME.refuse(state, Printed("table", 0))
    assert refusal is not None and refusal.code == "E_PRINTED"
    state, events = play(state, {"move": "printed", "by": "table", "points": 6})
    assert points(events, "sphinx.own:temple:4") == 6
    assert GAME.learned(state)["points.own:temple:4"] == 6


def test_what_cannot_be_counted_is_asked() -> None:
    for yes, won in ((True, 4), (False, 0)):
        state, _ = final({"red": {"sphinx": 1}}, None, box(**{"points__built:temple": 4}))
        state, _ = declare(state, "built:temple")
        assert (state.stage, state.asked_space) == ("reached", "built:temple")
        _, events = play(state, {"move": "reached", "by": "table", "yes": yes})
        assert points(events, "sphinx.built:temple") == won


def test_whether_graves_count_for_each_building_is_learned() -> None:
    spaces = ["obelisk:1", "obelisk:2", "pyramid:1:1", "pyramid:1:2", "temple:pillar_left:1", "temple:pillar_left:2"]
    built = dict.fromkeys(spaces, "red")
    for yes, won in ((True, 5), (False, 0)):
        state, _ = final({"red": {"sphinx": 1}}, {"built": built}, box(**{"points__own_each:2": 5}))
        state, _ = declare(state, "own_each:2")
        assert (state.stage, state.asked_space) == ("reached", "own_each:2")
        # Without a grave it is reached only if the card does not ask for graves.
        state, events = play(state, {"move": "reached", "by": "table", "yes": yes})
        assert GAME.learned(state)["own_each.graves"] is not yes
        assert points(events, "sphinx.own_each:2") == won


def test_an_unknown_market_is_asked_for_at_the_sale() -> None:
    state, _ = final({"red": {"stones": 4, "stone_row": 2}}, None, box(stone__rows=None))
    assert (state.stage, state.asked_space) == ("reached", "low_row")
    yes, _ = play(state, {"move": "reached", "by": "table", "yes": True})
    assert yes.stage == "sell" and GAME.learned(yes)["stone.rows"] == 3
    no, _ = play(state, {"move": "reached", "by": "table", "yes": False})
    assert no.stage == "over" and no.answers["rows.stone"] == 4


def test_a_row_that_may_be_the_last_or_the_one_before_is_asked_about_once() -> None:
    sides = {who: {"stones": 4, "stone_row": 4} for who in ("blue", "red")}
    state, _ = final(sides, None, box(stone__rows=None))
    assert (state.stage, state.asked_space) == ("reached", "low_row")
    state, _ = play(state, {"move": "reached", "by": "table", "yes": True})
    assert "stone.rows" not in GAME.learned(state)
    state, _ = play(state, {"move": "sell", "by": "red", "stones": 4})
    assert (state.stage, state.turn) == ("sell", "blue")


def test_a_market_is_not_asked_for_where_it_makes_no_point() -> None:
    assert final({"red": {"stones": 1, "stone_row": 4}}, None, box(stone__rows=None))[0].stage == "over"
    # The card sells ten for a point each, and one more stone is worth nothing by the marker.
    state, _ = final({"red": {"stones": 11, "stone_row": 4, "cards": ["sell_ten"]}}, None, box(stone__rows=None))
    assert state.stage == "sell"


def test_the_deck_is_counted_down() -> None:  # G88
    state = laid_out()
    assert state.deck == 25 and GAME.census(state)["sphinx cards"][1]["deck"] == 25
    site = {"phase": "site_a", "stage": "build", "turn": "red", "queue": ["red"], "slots": {"SITE_A": ["red", "", ""]}}
    side = {"stones": 5, "crews": {"c1": 5}, "ships": 7}
    state, _ = play(put(state, site | {"sides": {"red": side}}), {"move": "crew", "by": "red", "crew": "c1"})
    state, _ = play(state, {"move": "draw", "by": "red", "cards": 5})
    state, _ = play(state, {"move": "keep", "by": "red", "cards": 1})
    assert state.deck == 24 and GAME.census(state)["sphinx cards"][1]["deck"] == 24
