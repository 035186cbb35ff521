"""What people do at the table: unknown numbers, slips, leaving, undo; what stays hidden (spec sobek 6, 10, 11)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.engine.simulate import simulate
from companion.games.sobek import GAME
from companion.games.sobek import moves as m
from companion.games.sobek.dealer import SobekDealer
from companion.games.sobek.state import HIDDEN, Sobek
from companion.language import Language
from tests.games.sobek.scene import code, events_of, play, scene, start

EN = Language("en")


def words(texts: Any) -> str:
    return " | ".join(EN.say(text) for text in texts)


# what the box does not know


def test_the_number_of_a_curse_is_asked_once_and_learned() -> None:
    state = scene({"stage": "event", "box": "shipped", "piles": {"red": 3}})
    asked = play(state, m.Token("red", "CUR"))
    assert (asked.stage, GAME.decision(asked).seats) == ("tell", ())
    told = play(asked, m.Tell("table", "curse", 2), m.Aim("red", "blue"))
    assert told.sides["blue"].curses == 1
    assert GAME.learned(told) == {"curse": 2}
    again = scene({"stage": "event", "box": "shipped"})
    again.rules, again.facts, again.told = told.rules, told.facts, told.told
    assert play(again, m.Token("red", "CUR")).stage == "aim"


def test_the_number_of_a_prosperity_is_asked_when_it_is_placed() -> None:
    given = {"stage": "event", "box": "shipped"}
    assert play(scene(given), m.Token("red", "PRO")).stage == "turn"
    state = play(scene({**given, "sets": {"red": ["FIS FIS0 FIS0 AMU"]}}), m.Token("red", "PRO"))
    assert state.stage == "tell"
    after = play(state, m.Tell("table", "prosperity", 2), m.Prosper("red", 0))
    assert GAME.scores(after).total("red") == 6  # example 7: 3N
    assert GAME.learned(after) == {"prosperity": 2}


def test_a_number_chosen_for_the_game_is_not_asked_and_not_learned() -> None:
    state = scene({"stage": "event", "box": "shipped", "options": {"curse_cards": 1}})
    after = play(state, m.Token("red", "CUR"))
    assert after.stage == "aim"
    assert GAME.learned(after) == {}


def test_a_character_in_a_set_tells_its_family_for_good() -> None:
    state = scene(
        {"box": "shipped", "left": 0, "hands": {"red": ["WHE1", "WHE0", "CHA"], "blue": ["FIS1", "FIS0", "?"]}}
    )
    adds = [m.Add("red", card) for card in ("WHE1", "WHE0", "THI")]
    told = play(state, m.LaySet("red", "WHE"), *adds, m.Down("red"))
    assert GAME.learned(told) == {"family.THI.1": "WHE"}
    second = play(told, m.LaySet("blue", "FIS"), m.Add("blue", "FIS1"), m.Add("blue", "FIS0"), m.Add("blue", "THI"))
    done = play(second, m.Down("blue"))
    assert GAME.learned(done) == {"family.THI.1": "WHE", "family.THI.2": "FIS", "copies.THI": 2}


def test_two_tokens_of_a_kind_in_one_round_are_learned() -> None:
    state = scene({"box": "shipped", "stage": "event", "used": {"FLO": 1}, "left": 4})
    assert GAME.learned(play(state, m.Token("red", "FLO"))) == {"tokens.FLO": 2}


# what stays hidden


def test_nobody_sees_how_many_cards_lie_under_a_tile_before_they_are_counted() -> None:
    state = scene({"piles": {"red": ["WHE1", "CHA"], "blue": 3}})
    seen = GAME.view(state, None)
    assert all(side.pile == HIDDEN for side in seen.sides.values())
    own = GAME.view(state, "red")
    assert own.sides["red"].pile.n == 2
    assert own.sides["blue"].pile == HIDDEN
    assert "under your tile" in words(GAME.own_view(own, "red"))
    assert "under your tile" not in words(GAME.own_view(own, "blue"))
    assert GAME.view(scene({"options": {"counts_shown": True}}), None).sides["red"].pile.n == 0
    shut = scene({"options": {"own_pile_visible": False}})
    assert GAME.view(shut, "red").sides["red"].pile == HIDDEN


def test_a_fraud_shows_one_pile_as_long_as_it_lies_open() -> None:
    state = play(scene({"stage": "event", "piles": {"red": 2, "blue": 3}}), m.Token("red", "FRA"))
    seen = GAME.view(state, None)
    assert seen.sides["red"].pile.n == 2
    assert seen.sides["blue"].pile == HIDDEN


def test_the_log_never_says_a_running_count_of_a_pile() -> None:
    state = scene({"piles": {"red": 5}})
    told = words(event.text for event in events_of(state, m.Take("red", 3)))
    assert "2 cards go under the tile" in told
    assert "7" not in told
    assert "corruption" not in words(GAME.lay_out(state))


def test_the_score_if_it_ended_now_is_made_of_sets_alone() -> None:
    state = scene({"piles": {"red": 9}, "points": {"red": 20}, "sets": {"red": ["IVO IVO3 IVO3 IVO0"]}})
    row = GAME.standings(state)[0]
    assert (row.points, row.scored_now) == (20, 38)


# slips


def test_a_forgotten_event_is_made_up_for_until_the_neighbour_has_acted() -> None:
    state = scene({"stage": "event", "sets": {"red": ["WHE WHE1 WHE0 WHE0"]}})
    gone_on = play(state, m.ForgetEvent("table"))
    assert (gone_on.turn, gone_on.late, gone_on.left) == ("blue", "red", 5)
    assert m.LateEvent("red") in [choice.move for choice in GAME.incidents(gone_on)]
    late = play(gone_on, m.LateEvent("red"), m.Token("red", "EMB"))
    assert (late.turn, late.left) == ("blue", 4)
    lapsed = play(gone_on, m.Take("blue", 1))
    assert code(lapsed, m.LateEvent("red")) == "E_LATE"
    never = play(scene({"stage": "event", "options": {"late_event": "never"}}), m.ForgetEvent("table"))
    assert never.late == ""


def test_a_flood_made_up_for_gives_its_turn_and_then_the_neighbour_plays() -> None:
    state = play(scene({"stage": "event"}), m.ForgetEvent("table"), m.LateEvent("red"), m.Token("red", "FLO"))
    assert state.turn == "red"
    assert play(state, m.Take("red", 1)).turn == "blue"


def test_whoever_leaves_ends_the_game_with_the_last_finished_round() -> None:
    state = scene({"round": 2, "points": {"red": 12, "blue": 30, "green": 8}})
    state.sides["red"].points = 44  # an Alliance in the round that is not finished
    outcome = GAME.outcome(play(state, m.Leave("green")))
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == (("blue",), {"red": 12, "blue": 30, "green": 8})
    first = GAME.outcome(play(scene({}), m.Leave("red")))
    assert first is not None and first.winners == ()


def test_where_the_others_play_on_all_cards_of_the_leaver_leave_the_round() -> None:
    given = {"hands": {"blue": 4}, "piles": {"blue": 2}, "sets": {"blue": ["WHE WHE1 WHE0 WHE0"]}, "turn": "blue"}
    state = scene({**given, "options": {"leaver": "play_on"}})
    boxed = state.boxed
    after = play(state, m.Leave("blue"))
    assert (after.boxed, after.turn, after.playing) == (boxed + 9, "green", ("red", "green"))
    after.stage, after.deck, after.quay, after.boxed = "count", 0, ("",) * 9, after.boxed + after.deck + 9
    after.earned = {"red": 0, "green": 0}
    assert play(after, m.Counted("table")).deck == 45  # set up for two


def test_the_table_stops_after_a_finished_round_only() -> None:
    fresh = scene({"round": 2, "delivery": 1, "stage": "lay", "deck": 54, "points": {"red": 3, "blue": 9}})
    outcome = GAME.outcome(play(fresh, m.Stop("table")))
    assert outcome is not None and outcome.winners == ("blue",)
    assert code(scene({"round": 2}), m.Stop("table")) == "E_STOP"
    assert code(start(), m.Stop("table")) == "E_STOP"


@pytest.mark.parametrize(
    ("move", "barred"),
    [
        (m.Take("red", 4), True),
        (m.Take("red", 1), False),
        (m.Character("red", "QUE"), True),
        (m.Character("red", "SCR"), False),
    ],
)
def test_what_somebody_has_seen_is_not_simply_taken_back(move: Any, barred: bool) -> None:
    assert (GAME.barrier(scene({"hands": {"red": ["CHA"]}}), move) is not None) is barred


# corrections


def fixed(state: Sobek, **values: Any) -> Sobek:
    return play(state, GAME.correction(state, values))


def test_a_wrong_card_of_a_set_goes_back_to_the_hand() -> None:
    state = scene({"sets": {"red": ["WHE WHE1 WHE1 WHE0 WHE0"]}})
    after = fixed(state, **{"set:red:0:WHE1": 1})
    assert after.sides["red"].sets[0].cards == ("WHE1", "WHE0", "WHE0")
    assert after.sides["red"].hand.certain("WHE1") == 1
    assert code(after, GAME.correction(after, {"set:red:0:WHE1": 0})) == "E_CORRECT"
    gone = fixed(after, **{"set:red:0:WHE1": 0, "set:red:0:WHE0": 0})
    assert gone.sides["red"].sets == ()
    assert gone.sides["red"].hand.n == 4


def test_a_wrong_card_found_during_the_last_sets_goes_under_the_tile() -> None:
    state = scene(
        {"stage": "last", "deck": 0, "quay": [], "hands": {"red": 3}, "sets": {"red": ["WHE WHE1 WHE1 WHE0 WHE0"]}}
    )
    after = fixed(state, **{"set:red:0:WHE1": 1})
    assert (after.sides["red"].hand.n, after.sides["red"].pile.n) == (3, 1)


def test_a_hand_counted_anew_keeps_all_cards_together() -> None:
    state = scene({"hands": {"red": ["WHE1", "WHE0"]}, "piles": {"red": 1, "blue": 2}})
    more = fixed(state, **{"hand:red": 4})
    assert [more.sides[who].pile.n for who in ("red", "blue")] == [0, 1]
    fewer = fixed(state, **{"hand:red": 1})
    assert fewer.sides["red"].pile.n == 2
    assert code(state, GAME.correction(state, {"hand:red": 50})) == "E_CORRECT"


def test_a_hand_of_which_nothing_is_known_any_more_may_hold_anything() -> None:
    state = fixed(scene({"hands": {"red": ["WHE1", "WHE0", "WHE0"]}}), **{"unsure:red": "unsure"})
    assert code(play(state, m.LaySet("red", "IVO")), m.Add("red", "IVO3")) is None


def test_a_short_deck_makes_a_short_last_delivery() -> None:
    state = scene({"stage": "lay", "deck": 9, "quay": [], "delivery": 6})
    after = fixed(state, deck=7)
    assert after.astray == 2
    assert code(after, m.Lay("table", 8, "AMU")) == "E_PLACE"


def test_a_card_of_the_quay_read_wrongly_is_put_right() -> None:
    after = fixed(scene({}), **{"quay:1": "WHE0"})
    assert (after.quay[0], after.seen.get("WHE1", 0), after.seen["WHE0"]) == ("WHE0", 0, 2)


def test_what_was_told_by_mistake_is_forgotten() -> None:
    state = scene({"box": "shipped", "left": 0, "hands": {"red": ["WHE1", "WHE0", "CHA"]}})
    adds = [m.Add("red", card) for card in ("WHE1", "WHE0", "THI")]
    told = play(state, m.LaySet("red", "WHE"), *adds, m.Down("red"))
    assert GAME.learned(fixed(told, **{"told:family.THI.1": ""})) == {}
    assert GAME.learned(fixed(told, **{"told:family.THI.1": "FIS"})) == {"family.THI.1": "FIS"}


# the dealer


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("leaver", ["end", "play_on"])
def test_games_that_somebody_leaves_stay_true(n: int, leaver: str) -> None:
    for seed in range(6):
        draw = Draw(f"leave {n} {seed}")
        options = GAME.resolve({"leaver": leaver})
        dealer = SobekDealer(GAME, GAME.colours[:n], options, draw, leavers=8)
        state = GAME.new(GAME.colours[:n], options, dealer.setup, GAME.box)
        while GAME.outcome(state) is None:
            move = dealer.choose(state)
            played = GAME.play(state, move)
            assert dealer.witness(move, state, played.state, played.events) == []
            state = played.state
        assert dealer.verdict(state) == []


def test_every_character_token_and_step_comes_up() -> None:
    kinds: set[str] = set()
    decisions: set[str] = set()
    for seed in range(14):
        simulated = simulate(GAME, GAME.colours[: 2 + seed % 3], {}, f"coverage {seed}")
        assert simulated.problems == ()
        decisions |= set(simulated.decisions)
        state = start_of(simulated)
        for line in simulated.record.lines:
            played = GAME.play(state, line.move)
            kinds |= {event.kind for event in played.events}
            state = played.state
    assert {f"play.{name}" for name in ("QUE", "PRI", "THI", "SCR", "VIZ", "COU", "MER")} <= kinds
    assert {f"choose.{token}" for token in ("PRO", "FLO", "CUR", "EMB", "FRA")} <= kinds
    wanted = {
        "lay",
        "turn",
        "set",
        "event",
        "aim",
        "tell",
        "last",
        "count",
        "start",
        "family",
        "drop",
        "fraud",
        "prosper",
    }
    assert wanted <= decisions


def start_of(simulated: Any) -> Sobek:
    header = simulated.record.header
    first = header.setup["first"]
    return start(*header.seat_ids, box=GAME.box, first=first)
