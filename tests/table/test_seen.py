"""What a reading of the table is explained by, and what an audit tells, played with the toy game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.engine.game import Game
from companion.engine.sight import EMPTY, Reading, Seen
from companion.engine.text import T
from companion.language import Language
from companion.table.seen import (
    Difference,
    Doubtful,
    Foreign,
    Moves,
    Proposal,
    Same,
    Several,
    differences,
    due_words,
    explain,
    place_words,
)
from tests.kit.readings import changed, doubted, reading_of, shows
from tests.kit.toy import toy_installed

SAID = Language("en", {"red": "Anna", "blue": "Béla", "green": "Vera"})


@pytest.fixture
def quarry() -> Iterator[Game[Any]]:
    with toy_installed() as game:
        yield game


def begun(game: Any, pits: tuple[int, ...] = (1, 2, 3), stakes: bool = True, seats: tuple[str, ...] = ("red", "blue"),
          tokens: bool = False) -> Any:  # fmt: skip
    from quarry.position import Stake, Stones

    options = game.resolve({"ruleset": "OPEN", "pits": len(pits), "tokens": tokens})
    state = game.new(seats, options, Stones(pits), game.box)
    for n, who in enumerate(seats if stakes else ()):
        state = game.play(state, Stake(who, n)).state
    return state


def played(game: Game[Any], state: Any, *moves: Any) -> Any:
    for move in moves:
        state = game.play(state, move).state
    return state


def take(who: str, pit: int) -> Any:
    from quarry.position import Take

    return Take(who, pit)


def moves_told(way: Proposal) -> list[str]:
    return [SAID.say(words) for words in way.words]


def told_of(game: Game[Any], difference: Difference) -> str:
    plan = game.sight.plan(game.box)
    return f"{SAID.say(place_words(plan, difference.spot))}: {SAID.say(due_words(plan, difference))}"


def test_a_table_that_is_seen_whole_and_agrees_is_the_same(quarry: Game[Any]) -> None:
    state = begun(quarry)
    explained = explain(quarry, state, reading_of(quarry, state))
    assert explained == Same()
    assert differences(quarry, state, reading_of(quarry, state)) == ()


def test_one_move_that_fits_is_proposed_with_the_state_it_leads_to(quarry: Game[Any]) -> None:
    before = begun(quarry)
    after = played(quarry, before, take("red", 1))
    explained = explain(quarry, before, reading_of(quarry, after))
    assert isinstance(explained, Moves)
    assert explained.moves == (take("red", 1),)
    assert explained.state == after
    assert explained.way.places == ("pit:1",)
    assert moves_told(explained.way) == ["Anna empties pit 2."]


def test_moves_of_two_seats_that_could_be_either_way_round_are_asked(quarry: Game[Any]) -> None:
    before = begun(quarry)
    after = played(quarry, before, take("red", 0), take("blue", 1))
    explained = explain(quarry, before, reading_of(quarry, after))
    assert isinstance(explained, Several)
    assert {way.moves for way in explained.ways} == {
        (take("red", 0), take("blue", 1)),
        (take("red", 1), take("blue", 0)),
    }


def test_what_no_legal_move_explains_is_told_and_nothing_is_proposed(quarry: Game[Any]) -> None:
    before = played(quarry, begun(quarry), take("red", 1))
    explained = explain(quarry, before, shows(reading_of(quarry, before), pit__1="stone"))
    assert isinstance(explained, Foreign)
    assert explained.differences == (Difference("pit:1", "stone", (EMPTY,), True),)
    told = told_of(quarry, explained.differences[0])
    assert told == "Pit 2: The table shows: Stones. The rules expect: nothing."


def test_the_legal_part_of_a_foreign_table_is_not_taken_either(quarry: Game[Any]) -> None:
    before = begun(quarry)
    reading = shows(reading_of(quarry, played(quarry, before, take("red", 1))), stake__red="stake:3")
    explained = explain(quarry, before, reading)
    assert isinstance(explained, Foreign)
    assert [one.spot for one in explained.differences] == ["pit:1", "stake:red"]


def test_a_doubtful_place_that_has_no_part_in_it_does_not_hinder(quarry: Game[Any]) -> None:
    before = begun(quarry)
    after = played(quarry, before, take("red", 1))
    explained = explain(quarry, before, doubted(reading_of(quarry, after), ["stake:blue"]))
    assert isinstance(explained, Moves)
    assert explained.moves == (take("red", 1),) and explained.doubtful == ("stake:blue",)


def test_a_covered_place_is_never_taken_for_one_that_shows_the_same(quarry: Game[Any]) -> None:
    state = begun(quarry)
    explained = explain(quarry, state, doubted(reading_of(quarry, state), ["pit:0"]))
    assert explained == Doubtful(("pit:0",))
    told = told_of(quarry, differences(quarry, state, doubted(reading_of(quarry, state), ["pit:0"]))[0])
    assert told == "Pit 1: What lies there can't be told from the picture."


def test_a_place_that_only_looks_the_same_is_doubtful_too(quarry: Game[Any]) -> None:
    state = begun(quarry)
    reading = doubted(reading_of(quarry, state), ["pit:0"], "stone", 0.9)
    assert isinstance(explain(quarry, state, reading), Doubtful)
    assert differences(quarry, state, reading) == (Difference("pit:0", "stone", ("stone",), False),)


def test_a_move_that_only_a_doubtful_place_speaks_for_is_asked(quarry: Game[Any]) -> None:
    before = begun(quarry)
    after = played(quarry, before, take("red", 1))
    explained = explain(quarry, before, doubted(reading_of(quarry, after), ["pit:1"], EMPTY, 0.7))
    assert isinstance(explained, Several)
    assert [way.moves for way in explained.ways] == [(take("red", 1),)]


def test_what_is_covered_is_not_taken_to_have_changed(quarry: Game[Any]) -> None:
    before = begun(quarry, (1, 1, 1, 2), seats=("red", "blue", "green"))
    after = played(quarry, before, take("red", 0), take("blue", 1), take("green", 3))
    reading = doubted(reading_of(quarry, after), ["pit:0", "pit:1"])
    explained = explain(quarry, before, reading)
    # What is sure is explained by one move of the seat whose turn it is; the rest is left open.
    assert isinstance(explained, Moves) and explained.moves == (take("red", 3),)
    assert explained.doubtful == ("pit:0", "pit:1")


def test_two_pits_that_may_be_the_one_are_asked_with_the_likelier_first(quarry: Game[Any]) -> None:
    before = begun(quarry)
    reading = changed(
        reading_of(quarry, before),
        Seen("pit:0", EMPTY, 0.55, False, (("stone", 0.45),)),
        Seen("pit:1", "stone", 0.6, False, ((EMPTY, 0.4),)),
    )
    explained = explain(quarry, before, reading)
    assert isinstance(explained, Several)
    assert explained.ways[0].moves == (take("red", 0),)
    likelihoods = [way.likelihood for way in explained.ways]
    assert likelihoods == sorted(likelihoods, reverse=True)


def test_open_stakes_fill_in_the_form_of_each_seat(quarry: Game[Any]) -> None:
    from quarry.position import Stake

    before = begun(quarry, stakes=False)
    after = played(quarry, before, Stake("red", 2), Stake("blue", 3))
    explained = explain(quarry, before, reading_of(quarry, after))
    assert isinstance(explained, Moves)
    assert set(explained.moves) == {Stake("red", 2), Stake("blue", 3)}
    assert explained.state.stakes == {"red": 2, "blue": 3}


def test_a_doubtful_stake_is_not_filled_in(quarry: Game[Any]) -> None:
    from quarry.position import Stake

    before = begun(quarry, stakes=False)
    after = played(quarry, before, Stake("red", 2), Stake("blue", 3))
    explained = explain(quarry, before, doubted(reading_of(quarry, after), ["stake:blue"], "stake:3", 0.9))
    assert isinstance(explained, Moves)
    assert explained.moves == (Stake("red", 2),) and explained.doubtful == ("stake:blue",)


def test_tokens_are_counted_wherever_they_lie(quarry: Game[Any]) -> None:
    from quarry.position import Flip

    before = played(quarry, begun(quarry, tokens=True), take("red", 1))
    after = played(quarry, before, Flip("table", 2))
    anywhere = shows(reading_of(quarry, after), token__0=EMPTY, token__4="token:2")
    explained = explain(quarry, before, anywhere)
    assert isinstance(explained, Moves) and explained.moves == (Flip("table", 2),)
    too_many = shows(anywhere, token__1="token:2")
    told = explain(quarry, before, too_many)
    assert isinstance(told, Foreign)
    places = tuple(f"token:{i}" for i in range(6))
    assert told.differences == (Difference("token:0", "token:2", ("token:2",), True, (2, 0), places),)
    assert told_of(quarry, told.differences[0]) == "Tokens: The table shows 2 × Token 2, the rules expect 0."


def test_a_covered_token_leaves_room_for_what_is_expected_and_no_more(quarry: Game[Any]) -> None:
    from quarry.position import Flip

    state = played(quarry, begun(quarry, tokens=True), take("red", 1), Flip("table", 2), take("blue", 0))
    full = reading_of(quarry, state)
    assert isinstance(explain(quarry, state, doubted(full, ["token:0"])), Doubtful)
    assert differences(quarry, state, shows(full, token__0=EMPTY))[0].counted == (0, 1)
    both = doubted(shows(full, token__0=EMPTY), ["token:5"])
    assert [one.sure for one in differences(quarry, state, both)] == [False]


def test_a_picture_that_was_not_read_tells_its_trouble_and_nothing_else(quarry: Game[Any]) -> None:
    state = begun(quarry)
    trouble = T("No marker of the mat is seen.")
    reading = Reading(game="quarry", trouble=trouble)
    explained = explain(quarry, state, reading)
    assert isinstance(explained, Doubtful) and explained.why == trouble
    assert differences(quarry, state, reading) == ()
    nothing = explain(quarry, state, Reading(game="quarry"))
    assert isinstance(nothing, Doubtful) and nothing.why is not None
    assert SAID.say(nothing.why).startswith("No place of the table was read.")


def test_no_more_moves_are_tried_than_allowed_and_a_cut_search_is_never_sure(quarry: Game[Any]) -> None:
    before = begun(quarry)
    reading = reading_of(quarry, played(quarry, before, take("red", 0)))
    assert isinstance(explain(quarry, before, reading), Moves)
    assert isinstance(explain(quarry, before, reading, tries=1), Several)
    assert isinstance(explain(quarry, before, reading, tries=0), Foreign)


def test_more_moves_than_allowed_are_not_put_together(quarry: Game[Any]) -> None:
    before = begun(quarry, (1, 1))
    reading = reading_of(quarry, played(quarry, before, take("red", 0), take("blue", 1)))
    assert isinstance(explain(quarry, before, reading, most=1), Foreign)
    assert not isinstance(explain(quarry, before, reading, most=2), Foreign)


def test_what_lies_open_is_told_beside_what_fits_nothing(quarry: Game[Any]) -> None:
    from quarry.position import Stake

    before = begun(quarry, stakes=False)
    open_stakes = reading_of(quarry, played(quarry, before, Stake("red", 2)))
    explained = explain(quarry, before, shows(open_stakes, pit__1=EMPTY))
    assert isinstance(explained, Foreign) and explained.part is not None
    assert explained.part.moves == (Stake("red", 2),)
    assert [one.spot for one in explained.differences] == ["pit:1"]


def test_the_facts_that_the_table_plays_by_say_where_to_look(
    quarry: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    own, asked = msgspec.structs.replace(quarry.box, overrides={"pits": 5}), []
    plan = type(quarry.sight).plan
    monkeypatch.setattr(type(quarry.sight), "plan", lambda self, box: asked.append(box) or plan(self, box))
    state = begun(quarry)
    reading = reading_of(quarry, state)
    asked.clear()
    assert explain(quarry, state, reading, box=own) == Same()
    assert differences(quarry, state, reading, own) == ()
    assert asked and all(box is own for box in asked)


def test_where_nothing_lies_on_the_table_there_is_nothing_to_look_at(
    quarry: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    state = begun(quarry)
    reading = reading_of(quarry, state)
    for part in ("shows", "sums"):
        monkeypatch.setattr(type(quarry.sight), part, lambda self, state: {})
    explained = explain(quarry, state, reading)
    assert isinstance(explained, Doubtful) and not explained.spots and explained.why is not None


def test_of_many_things_that_may_lie_there_three_are_named(quarry: Game[Any]) -> None:
    tokens = Difference("token:0", "stone", ("token:0", "token:1", "token:2", EMPTY), True)
    told = told_of(quarry, tokens)
    assert told == "Tokens: The table shows: Stones. The rules expect: Token 0 or Token 1 or Token 2."
