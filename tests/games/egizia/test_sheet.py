"""The three scoring forms: their examples, what they ask for, and every kind of bad input."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.games.egizia import GAME
from companion.language import Language
from tests.games.egizia.fixture import box

EN = Language("en")
FEEDING, PARTICIPATION, FINAL = "egizia:feeding", "egizia:participation", "egizia:final"
EATS = {"need": 5, "grain": 6}


def score(sheet: str, data: Any, **facts: Any) -> Any:
    """A form scored by the fixture board with other facts."""
    return GAME.sheets[sheet].score(data, box(**facts))


def feeding(**red: Any) -> dict[str, Any]:
    """A feeding of red, and of blue who has enough."""
    return {"players": {"red": red, "blue": EATS}}


def final(**red: Any) -> dict[str, Any]:
    """A final scoring of red at 50, and of blue at 40."""
    return {"players": {"red": {"score": 50} | red, "blue": {"score": 40}}}


def said(texts: tuple[Any, ...]) -> list[str]:
    """Sentences in English."""
    return [EN.say(text) for text in texts]


def test_the_examples_are_scored() -> None:
    assert next(iter(GAME.sheets)) == FINAL and set(GAME.sheets) == {FEEDING, PARTICIPATION, FINAL}
    totals = {name: sheet.score(sheet.example).totals for name, sheet in GAME.sheets.items()}
    assert totals[FEEDING] == {"red": 12, "green": 12}
    assert totals[PARTICIPATION] == {"red": 21, "blue": 26, "green": 20}
    assert totals[FINAL] == {"red": 61 + 3 + 5 + 4 + 8, "yellow": 58 + 7 + 4 + 6}


def test_where_the_score_stones_go_is_said() -> None:
    sheet = GAME.sheets[FEEDING]
    assert said(sheet.score(sheet.example).notes) == ["Green’s score stone goes behind Red on 12."]
    assert said(GAME.sheets[PARTICIPATION].score(GAME.sheets[PARTICIPATION].example).notes) == [
        "Number chips of the next round: Green 1, Red 2, Blue 3."
    ]


def test_an_unknown_penalty_is_asked_for_and_nobody_stands_anywhere_yet() -> None:
    scores = GAME.sheets[FEEDING].score(
        {"players": {"red": {"score": 4, "need": 9, "grain": 6, "grain_row": 2}, "blue": {"score": 3} | EATS}}
    )
    assert scores.open == ("red",)
    assert said(scores.needs) == ["“penalty” of Red: the number in the row of the grain marker"]
    assert scores.more["front"] is None
    known = {"grain_market": {"rows": [3, 2, 1, 1]}} | feeding(need=9, grain=6, grain_row=2)
    assert GAME.sheets[FEEDING].score(known).totals == {"red": -6, "blue": 0}


def test_the_leader_is_fed_first_and_stands_in_front_on_a_shared_space() -> None:
    players = {"blue": {"score": 15, "need": 7, "grain": 6, "penalty": 1},
               "red": {"score": 20, "need": 8, "grain": 6, "penalty": 3}}  # fmt: skip
    scores = score(FEEDING, {"players": players})
    assert scores.totals == {"red": 14, "blue": 14}
    assert (scores.more["order"], scores.more["front"]) == (["red", "blue"], ["red", "blue"])
    assert said(scores.notes) == ["Blue’s score stone goes behind Red on 14."]


def test_a_grave_card_counts_without_a_grave() -> None:
    assert score(FINAL, final(cards=["grave_bonus:2"])).totals["red"] == 52


def test_a_tenth_waits_for_what_is_not_known_yet() -> None:
    scores = score(FINAL, final(sphinx=["ten_percent", "built:temple"]))
    assert scores.open == ("red",) and scores.lines == ()
    known = {"type": "built:temple", "points": 10, "reached": True}
    assert score(FINAL, final(sphinx=["ten_percent", known])).totals["red"] == 50 + 10 + 6


def test_a_card_for_one_use_counts_nothing_at_the_end() -> None:
    cards = final(stones=14, cards=["sell_ten"], sphinx=["permanents"])
    assert score(FINAL, cards, kind__sell_ten="anytime").totals["red"] == 50
    assert score(FINAL, cards, kind__sell_ten="permanent").totals["red"] == 50 + 10 + 2


def test_stones_are_sold_as_far_as_it_pays_unless_the_form_says_less() -> None:
    assert score(FINAL, final(stones=9, stone_row=4)).totals["red"] == 54
    assert score(FINAL, final(stones=9, stone_row=4, sell=3)).totals["red"] == 51
    assert score(FINAL, final(stones=14, cards=["sell_ten"])).totals["red"] == 60
    assert score(FINAL, final(stones=14, stone_row=3, cards=["sell_ten"])).totals["red"] == 62


def test_what_the_box_does_not_tell_is_asked_for() -> None:
    scores = GAME.sheets[FINAL].score(
        final(stones=7, stone_row=3, obelisk=4, sphinx=["own:obelisk:4", "built:temple", "own_lastrow:grain"])
        | {"obelisk_done": True}
    )
    assert said(scores.needs) == [
        "“stone_market”: how many rows it has, for the stones of Red",
        "“points” of the Sphinx card “4 own stones on the obelisk” of Red",
        "“reached” of the Sphinx card “Temple built so far as pictured” of Red",
    ]
    assert (scores.open, scores.more["winner"]) == (("red",), None)


def test_a_marker_whose_row_is_not_known_is_asked_for() -> None:
    scores = GAME.sheets[FINAL].score(final(grain_row=4, sphinx=["own_lastrow:grain"]))
    assert said(scores.needs) == [
        "“stone_market” or “grain_market”: its rows, for “Own marker on the last row of the grain market” of Red"
    ]


def test_one_stone_more_than_can_be_sold_asks_for_nothing() -> None:
    assert GAME.sheets[FINAL].score(final(stones=1, stone_row=5)).open == ()
    assert GAME.sheets[FINAL].score(final(stones=2, stone_row=5)).open == ("red",)
    assert GAME.sheets[FINAL].score(final(stones=2, stone_row=5, sell=0)).open == ()
    assert GAME.sheets[FINAL].score(final(stones=11, stone_row=5, cards=["sell_ten"])).totals["red"] == 60


def test_the_form_says_whether_a_card_is_reached() -> None:
    card = {"type": "built:temple", "points": 6, "reached": True}
    assert score(FINAL, final(sphinx=[card])).totals["red"] == 56
    assert score(FINAL, final(sphinx=[card | {"reached": False}])).totals["red"] == 50
    done = {"type": "obelisk_done", "points": 5}
    assert score(FINAL, final(sphinx=[done]) | {"obelisk_done": True}).totals["red"] == 55
    assert score(FINAL, final(sphinx=[done]) | {"obelisk_done": False}).totals["red"] == 50


def test_the_winner_of_a_shared_space_came_first() -> None:
    level = {"players": {"Ada": {"score": 80, "graves": [3]}, "Bo": {"score": 82}}}
    scores = score(FINAL, level)
    assert scores.more["winner"] == "Bo"
    assert said(scores.notes) == ["Bo wins: first to come to 82."]


GOOD_CREWS = {"c1": 1, "c2": 1, "c3": 1, "j": 2}


@pytest.mark.parametrize(
    ("sheet", "data", "words"),
    [
        (FEEDING, [], "The sheet must be one JSON object"),
        (FEEDING, {}, "The field “players” is missing."),
        (FEEDING, {"players": []}, "“players” must name each player"),
        (FEEDING, {"players": {"red": EATS}}, "“players” needs 2 to 4 players; 1"),
        (FEEDING, {"players": dict.fromkeys("abcde", EATS)}, "“players” needs 2 to 4 players; 5"),
        (FEEDING, {"players": {"": EATS, "b": EATS}}, "A player has no name, or a very"),
        (FEEDING, {"players": {"a\n": EATS, "b": EATS}}, "A player has no name, or a very"),
        (FEEDING, {"players": {"red": [], "blue": EATS}}, "What Red has must be one JSON"),
        (FEEDING, feeding(**EATS) | {"ring": "top"}, "“ring” must be one of left,"),
        (FEEDING, feeding(**EATS) | {"grain_market": {"rows": 4}}, "“rows” of “grain_market” must list"),
        (FEEDING, feeding(**EATS) | {"grain_market": {"rows": [3, 2]}}, "“rows” of “grain_market” must list"),
        (
            FEEDING,
            feeding(**EATS) | {"grain_market": {"rows": ["a", 1, 1]}},
            "“grain_market.rows” must be whole numbers",
        ),
        (FEEDING, feeding(**EATS, arrival=2), "“score” of Red is missing. Add"),
        (FEEDING, feeding(**EATS) | {"grain_market": []}, "“grain_market” must be one JSON"),
        (FEEDING, feeding(need=5), "Red needs “fields” or “grain”. Add"),
        (FEEDING, feeding(grain=6), "Red needs “crews” or “need”. Add"),
        (FEEDING, feeding(need=5, grain=6, crews=GOOD_CREWS), "Red has “crews” and “need”. Keep"),
        (FEEDING, feeding(grain=6, crews={"c1": 1, "c2": 1, "c3": 1}), "“crews.j” of Red is missing. Add"),
        (FEEDING, feeding(grain=6, crews=GOOD_CREWS | {"j": 1}), "“crews.j” of Red must be a whole"),
        (FEEDING, feeding(grain=6, crews=GOOD_CREWS | {"c1": 10}), "“crews.c1” of Red must be a whole"),
        (FEEDING, feeding(grain=6, crews=GOOD_CREWS | {"c4": 1}), "“crews” of Red has no “c4”. It may"),
        (FEEDING, feeding(need=4, grain=6), "“need” of Red must be a whole"),
        (FEEDING, feeding(need=True, grain=6), "“need” of Red must be a whole"),
        (FEEDING, feeding(need=5, fields={}), "“fields” of Red must be a list, in"),
        (FEEDING, feeding(need=5, fields=[{"color": "blue", "value": 3}]), "“fields.color” of Red must be one"),
        (FEEDING, feeding(need=5, fields=[{"color": "green"}]), "“fields.value” of Red must be a"),
        (
            FEEDING,
            feeding(need=5, fields=[{"color": "green", "value": 3, "field_upgrade": 1}]),
            "“fields.field_upgrade” of Red must",
        ),
        (FEEDING, feeding(need=5, fields=[{"color": "green", "value": 3}] * 21), "Red can’t have more than 20"),
        (FEEDING, feeding(**EATS, penalty=4), "“penalty” of Red must be a whole"),
        (FEEDING, feeding(**EATS, penalty=1, grain_row=1), "Red has “penalty” and “grain_row”."),
        (FEEDING, feeding(**EATS, grain_row=5), "“grain_row” of Red must be a whole"),
        (FEEDING, feeding(need=8, grain=6, stones=1, penalty=1), "Red feeds with stones: that needs"),
        (FEEDING, feeding(need=8, grain=6, stones=3, stones_as_grain=True, penalty=1), "Red needs only 2 stones for"),
        (FEEDING, feeding(need=8, grain=6, stones=1, stones_as_grain=1, penalty=1), "“stones_as_grain” of Red must be"),
        (FEEDING, feeding(**EATS, score=3), "“score” of Blue is missing. Add"),
        (FEEDING, feeding(**EATS, colour="red"), "What Red has has no “colour”. It"),
        (
            PARTICIPATION,
            {"players": {"red": {"score": 1}, "blue": {"score": 2, "sites": 1}}},
            "“sites” of Red is missing. Add it.",
        ),
        (
            PARTICIPATION,
            {"players": {"red": {"score": 1, "sites": 4}, "blue": {"score": 2, "sites": 1}}},
            "“sites” of Red must be a whole",
        ),
        (
            PARTICIPATION,
            {"players": {"red": {"score": 1, "sites": ["A"]}, "blue": {"score": 2, "sites": 1}}},
            "“sites” of Red must list each site",
        ),
        (
            PARTICIPATION,
            {"players": {"red": {"score": 1, "sites": ["SITE_A"] * 2}, "blue": {"score": 2, "sites": 1}}},
            "“sites” of Red must list each site",
        ),
        (
            PARTICIPATION,
            {"players": {"red": {"score": 1, "sites": [[]]}, "blue": {"score": 2, "sites": 1}}},
            "“sites” of Red must list each site",
        ),
        (
            PARTICIPATION,
            {"players": {"red": {"score": 2, "sites": 0}, "blue": {"score": 2, "sites": 1}}},
            "Red, Blue share the space 2. Add",
        ),
        (
            PARTICIPATION,
            {"players": {"red": {"sites": 0}, "blue": {"score": 2, "sites": 1}}},
            "“score” of Red is missing. Add it.",
        ),
        (FINAL, final() | {"obelisk_done": "yes"}, "“obelisk_done” must be true or"),
        (FINAL, final(score=40), "Red, Blue share the space 40. Add"),
        (FINAL, final(score=1000), "“score” of Red must be a whole"),
        (FINAL, final(stones=26), "“stones” of Red must be a whole"),
        (FINAL, final(stones=3, sell=4, stone_row=4), "“sell” of Red must be a whole"),
        (FINAL, final(stones=3, sell=3), "Red may sell 0 stones, not 3. The"),
        (FINAL, final(stone_row=5), "“stone_row” of Red must be a whole"),
        (FINAL, final(quarries=3), "“quarries” of Red must be a list,"),
        (FINAL, final(quarries=[0]), "“quarries” of Red must be a whole"),
        (FINAL, final(cards=["quarry:3"]), "“quarry:3” of Red is no permanent"),
        (FINAL, final(cards=["grave_bonus"]), "“grave_bonus” of Red is no"),
        (FINAL, final(cards=[3]), "“3” of Red is no permanent card."),
        (FINAL, final(cards=["upstream"] * 41), "“cards” of Red: at most 40, not"),
        (FINAL, final(graves=[4] * 13), "“graves” of Red: at most 12, not"),
        (FINAL, final(graves=["4"]), "“graves” of Red must be a whole"),
        (FINAL, final(obelisk=10), "Stones on the obelisk: 10 are"),
        (FINAL, final(pyramid=11), "Stones on the pyramid: 11 are"),
        (FINAL, final(temple=9), "Stones on the temple: 9 are given;"),
        (FINAL, final(sphinx=["crew:c1"]), "Red has a Sphinx card for the"),
        (FINAL, final(sphinx=["most"]), "“most” of Red is no Sphinx card."),
        (FINAL, final(sphinx=[{"points": 3}]), "“nothing” of Red is no Sphinx"),
        (FINAL, final(sphinx=[{"type": []}]), "“[]” of Red is no Sphinx card."),
        (FINAL, final(sphinx=[{"type": "built:graves", "points": 21}]), "“sphinx.points” of Red must be a"),
        (FINAL, final(sphinx=[{"type": "built:graves", "reached": 1}]), "“sphinx.reached” of Red must be"),
        (FINAL, final(sphinx=[3]), "A Sphinx card of Red must be one"),
        (FINAL, final(sphinx=["graves"] * 30), "There are 29 Sphinx cards; 30 are"),
        (FINAL, final(crews=[1, 1, 1, 2]), "“crews” of Red must be one JSON"),
        (FINAL, final() | {"stone_market": {"row_count": 2}}, "“stone_market.row_count” must be a whole"),
        (
            FINAL,
            final(sphinx=[{"type": "permanents", "points": 9}]),
            "The Sphinx card “permanents” of Red is counted by",
        ),
        (
            FINAL,
            final(sphinx=[{"type": "lastrow_count:stone", "reached": True}]),
            "The Sphinx card “lastrow_count:stone” of Red is counted by",
        ),
        (
            FINAL,
            final(obelisk=4, sphinx=[{"type": "own:obelisk:4", "points": 5, "reached": False}]),
            "“reached” of the Sphinx card “4 own stones on the obelisk” of Red does not fit",
        ),
    ],
)
def test_what_can_not_be_is_refused_with_a_sentence(sheet: str, data: Any, words: str) -> None:
    with pytest.raises(InputError) as error:
        score(sheet, data)
    assert EN.say(error.value.text).startswith(words)


def test_what_the_box_does_not_hold_is_refused() -> None:
    tiles = [1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6]
    assert score(FINAL, final(graves=[6, 6]), graves__tiles=tiles).totals["red"] == 55
    for data, facts in (
        (final(graves=[6, 6, 6]), {"graves__tiles": tiles}),
        (final(sphinx=["graves", "graves"]), {"sphinx__graves": 1}),
    ):
        with pytest.raises(InputError):
            score(FINAL, data, **facts)
    both = {"players": {"red": {"score": 1, "graves": [1] * 7}, "blue": {"score": 2, "graves": [1] * 6}}}
    with pytest.raises(InputError):
        score(FINAL, both)
