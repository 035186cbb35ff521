"""The scoring form of a round: the example, what may be left out, and every kind of bad input."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from companion.engine.box import parse_box, parse_practice
from companion.engine.errors import InputError
from companion.games.sobek import track
from companion.games.sobek.sheet import RoundSheet
from companion.language import Language

EN = Language("en")
GAME = Path(__file__).parents[3] / "companion" / "games" / "sobek"
BOX = parse_box((GAME / "box.toml").read_text("utf-8"))
PRACTICE = parse_practice((GAME / "practice.toml").read_text("utf-8"), BOX)
SHEET = RoundSheet(BOX)
WHEAT: dict[str, Any] = {"family": "wheat", "scarabs": 1, "cards": 3}


def _one(**fields: Any) -> dict[str, Any]:
    return {"players": {"blue": fields}}


def _set(**fields: Any) -> dict[str, Any]:
    return _one(sets=[WHEAT | fields])


def test_the_example_earns_23_and_goes_from_61_to_51() -> None:
    scores = SHEET.score(SHEET.example)
    assert scores.more == {"earned": {"blue": 23, "red": 18}, "penalty": {"blue": 10, "red": 0}}
    assert scores.totals == {"blue": 51, "red": 62}
    assert scores.needs == scores.open == ()
    assert [EN.say(line.sum) for line in scores.lines][-1] == (
        "7 corruption cards, 23 earned: from 61 back 2 symbols to 56, 51"
    )


def test_every_player_has_lines_that_add_up() -> None:
    scores = SHEET.score(SHEET.example)
    assert sum(line.points.get("blue", 0) for line in scores.lines) == 13
    assert {line.targets for line in scores.lines} == {()}


def test_names_may_be_any_and_most_fields_may_be_missing() -> None:
    scores = SHEET.score({"players": {"Ágnes": {"sets": [WHEAT]}, "Олег": {"before": 7, "corruption": 1}}})
    assert scores.totals == {"Ágnes": 3, "Олег": 7}


def test_families_are_named_by_word_or_by_id() -> None:
    for word in ("wheat", "Wheat", "WHE", "whe"):
        assert SHEET.score(_set(family=word)).more["earned"] == {"blue": 3}


def test_a_track_of_ones_own_is_counted_space_by_space() -> None:
    own = list(track.DEFAULT)
    own[57], own[58], own[56] = "ANKH", "C", "B"
    data = deepcopy(dict(SHEET.example)) | {"track": own}
    assert SHEET.score(data).totals["blue"] == 51
    own[51], own[52] = "B", "ANKH"
    assert SHEET.score(data).totals["blue"] == 52
    assert SHEET.score(SHEET.example | {"track": list(track.DEFAULT)}).totals["blue"] == 51


def test_the_track_of_the_box_is_the_default() -> None:
    own = list(track.DEFAULT)
    own[51], own[52] = "B", "ANKH"
    box = BOX.with_overrides({"track.order": "other", "track": own})
    assert SHEET.score(SHEET.example, box).totals["blue"] == 52


def test_the_numbers_on_the_tokens_come_from_the_form_or_from_the_box() -> None:
    blessed = _set(prosperity=1)
    assert SHEET.score(blessed).open == ("blue",)
    assert SHEET.score(blessed).lines == (), "a set whose worth is open has no line"
    assert SHEET.score(blessed, PRACTICE).more["earned"] == {"blue": 6}
    assert SHEET.score(blessed | {"prosperity_scarabs": 2}, PRACTICE).more["earned"] == {"blue": 9}
    cursed = {"players": {"red": {"corruption": 4, "curses": 1, "sets": [WHEAT | {"scarabs": 4, "cards": 4}]},
                          "blue": {"corruption": 5, "corruption_scarabs": 9}}}  # fmt: skip
    assert SHEET.score(cursed).open == ("red",)
    assert SHEET.score(cursed, PRACTICE).more["penalty"] == {"red": 5, "blue": 0}
    assert SHEET.score(cursed | {"curse_cards": 1}, PRACTICE).open == ("red",), "the scarabs of red decide"


def test_a_seat_that_is_most_corrupt_either_way_is_scored() -> None:
    data = {"players": {"red": {"corruption": 9, "curses": 1, "sets": [WHEAT | {"scarabs": 4, "cards": 4}]},
                        "blue": {"corruption": 5}}}  # fmt: skip
    scores = SHEET.score(data)
    assert scores.totals == {"red": 11, "blue": 0}
    assert EN.say(scores.lines[-1].sum).startswith("9 corruption cards with 1 Curse, 16 earned")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "one JSON object"),
        (None, "one JSON object"),
        ({}, "“players” is missing"),
        ({"players": []}, "1 to 4 players"),
        ({"players": {}}, "1 to 4 players"),
        ({"players": {name: {} for name in "ABCDE"}}, "1 to 4 players"),
        ({"players": {"": {}}}, "has no name"),
        ({"players": {"A" * 41: {}}}, "has no name"),
        ({"players": {"blue": 5}}, "Blue must be one JSON object"),
        ({"players": {"blue": {"points": 5}}}, "Blue has no “points”"),
        (_one() | {"tracks": "default"}, "has no “tracks”"),
        (_one() | {"track": "round"}, "“track” must be “default” or a list"),
        (_one() | {"track": None}, "list of 100 symbols"),
        (_one() | {"track": ["ANKH"] * 99}, "list of 100 symbols"),
        (_one() | {"track": ["ANKH"] * 100}, "The track has no “NUMBER” anywhere"),
        (_one() | {"track": [*track.DEFAULT[:99], "E"]}, "Space 99 of the track can't be “E”"),
        (_one() | {"track": [[], *track.DEFAULT[1:]]}, "Space 0 of the track"),
        (_one() | {"curse_cards": 3}, "“curse_cards” must be 1 or 2"),
        (_one() | {"curse_cards": True}, "“curse_cards” must be 1 or 2"),
        (_one() | {"prosperity_scarabs": "2"}, "“prosperity_scarabs” must be 1 or 2"),
        (_one() | {"all_zero_penalised": 1}, "“all_zero_penalised” must be true or false"),
        (_one(before=-1), "“before” of Blue must be a whole number from 0 to 999"),
        (_one(before="38"), "“before” of Blue"),
        (_one(before=38.0), "“before” of Blue"),
        (_one(before=10**40), "“before” of Blue"),
        (_one(corruption=64), "“corruption” of Blue"),
        (_one(corruption=None), "“corruption” of Blue"),
        (_one(curses=3), "“curses” of Blue must be a whole number from 0 to 2"),
        (_one(corruption=2, corruption_scarabs=7), "“corruption_scarabs” of Blue must be a whole number from 0 to 6"),
        (_one(corruption_scarabs=1), "“corruption_scarabs” of Blue must be a whole number from 0 to 0"),
        (_one(sets={}), "“sets” of Blue must be a list"),
        (_one(sets=[WHEAT] * 21), "“sets” of Blue must be a list of at most 20"),
        (_one(sets=[3]), "Set 1 of Blue must be one JSON object"),
        (_one(sets=[WHEAT, {"family": "wheat", "scarabs": 0}]), "Set 2 of Blue has no “cards”"),
        (_set(value=3), "Set 1 of Blue has no “value”"),
        (_set(family="gold"), "there is no family “gold”. Choose one of: ivory"),
        (_set(family=["wheat"]), "there is no family"),
        (_set(family="amulet"), "there is no family “amulet”"),
        (_set(cards=2), "“cards” must be a whole number from 3"),
        (_set(cards=True), "“cards” must be a whole number"),
        (_set(scarabs=-1), "“scarabs” must be a whole number"),
        (_set(scarabs=4), "3 cards of Wheat show at most 3 scarabs, not 4"),
        (_set(family="ivory", scarabs=4), "show 3 scarabs or none"),
        (_set(horizontal="yes"), "“horizontal” must be true or false"),
        (_set(prosperity=3), "“prosperity” must be a whole number from 0 to 2"),
        (_set(family="ivory", scarabs=3, prosperity=1), "a Prosperity lies only on wheat, fish or cattle"),
        (_set(horizontal=True, prosperity=1), "no Prosperity lies on a set laid at the end"),
        (_set(cards=25), "The sets need 15 amulets and characters, but there are 14"),
        (_one(sets=[WHEAT | {"scarabs": 5, "cards": 5}] * 2), "at most 8. Count again"),
        (_one(sets=[WHEAT | {"prosperity": 2}, WHEAT | {"prosperity": 1}]), "“prosperity” make 3 tokens"),
        (
            {"players": {name: {"curses": 1} for name in "ABC"}},
            "“curses” make 3 tokens altogether, but there are at most 2",
        ),
        ({"players": {name: {"corruption": 25} for name in "AB"}}, "make 50 cards, but only 49 are in play"),
        ({"players": {name: {"corruption": 20} for name in "ABC"} | {"D": {"corruption": 3}}}, "63 cards, but only 62"),
    ],
)
def test_bad_input_is_refused_with_its_field_and_the_remedy(data: Any, said: str) -> None:
    with pytest.raises(InputError) as error:
        SHEET.score(data)
    assert said in EN.say(error.value.text)


def test_a_surveyed_box_limits_the_scarabs_and_tokens() -> None:
    few = BOX.with_overrides({"valued.WHE": 2, "tokens.CUR": 1})
    for data, said in ((_set(scarabs=3), "at most 2 scarabs"), (_one(curses=2), "from 0 to 1")):
        with pytest.raises(InputError) as error:
            SHEET.score(data, few)
        assert said in EN.say(error.value.text)


def test_scarabs_that_only_a_likely_value_rules_out_are_counted_and_told() -> None:
    fish = _set(family="fish", scarabs=4)
    scores = SHEET.score(fish)
    assert scores.more["earned"] == {"blue": 12}
    assert [EN.say(note) for note in scores.notes] == [
        "Set 1 of Blue: 3 cards of Fish show at most 3 scarabs, not 4. Count again."
    ]
    with pytest.raises(InputError):
        SHEET.score(fish, BOX.with_overrides({"value.FIS": 1}))
    assert SHEET.score(fish, BOX.with_overrides({"value.FIS": 2})).notes == ()


def test_whoever_is_surely_not_most_corrupt_loses_nothing_even_while_the_sets_are_open() -> None:
    sets = [WHEAT | {"scarabs": 2, "prosperity": 1}]
    scores = SHEET.score({"players": {"blue": {"sets": sets}, "red": {"corruption": 1}}})
    assert (scores.more["earned"], scores.more["penalty"]) == ({"blue": None, "red": 0}, {"blue": 0, "red": 0})
    assert scores.open == ("blue",)


def test_a_tie_without_anything_to_lose_is_not_called_innocent() -> None:
    tied = {"all_zero_penalised": False, "players": {"blue": {"corruption": 2}, "red": {"corruption": 2}}}
    words = [EN.say(line.sum) for line in SHEET.score(tied).lines]
    assert words == ["The most corrupt earned fewer than 10: that stays free"]
