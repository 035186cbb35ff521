"""Moves in words, the table laid out and brought back, and what may not simply be taken back (spec egizia 5.13)."""

from __future__ import annotations

import random
import re
from typing import Any

from companion.engine.draw import Draw
from companion.games.egizia import GAME
from companion.games.egizia import moves as m
from companion.games.egizia.names import short_card
from companion.language import Language
from tests.games.egizia.ending import SAID, final
from tests.games.egizia.fixture import SEATS, box, laid_out, play, put, start


def said(move: Any, state: Any = None) -> str:
    return SAID.say(GAME.say_move(state or laid_out(), move))


def test_moves_are_sentences() -> None:
    assert said(m.Place("blue", "SITE_B:2")) == "Blue places a ship: obelisk and graves, slot 2"
    assert said(m.Place("blue", "THEBES", True)) == "Blue places a ship, counting it twice: Thebes"
    assert said(m.Ring("red", "left")) == "Red moves the water ring: left circle"
    assert said(m.Ring("red", "middle")) == "Red leaves the water ring where it is"
    assert said(m.Feed("red", 1, 2)) == "Red feeds with the fields and 1 card of 4 grain, 2 stones"
    assert said(m.Feed("red")) == "Red feeds with the fields alone"
    assert said(m.Crew("red", "j")) == "Red adds the joker, strength 2"
    assert said(m.Build("red", "grave:1")) == "Red takes grave 1, value 5"


def test_every_move_has_words() -> None:
    state, _ = final({"red": {"sphinx": 1}})
    state.asked_space = "built:temple"
    for move in (
        m.Grave("table", 3), m.Face("table", "quarry:3"), m.Clear("table", "N1"), m.Revealed("table"),
        m.Below("table", True), m.Pass("red"), m.Use("red", "stones"), m.SellTen("red", 3), m.Attach("red", 0),
        m.Grow("red", "c1"), m.Flex("red", "c1+c2"), m.Pair("table", "c1+c2"), m.LastRow("table", False),
        m.Strengthen("red", "crew_plus_one", "j"), m.Pick("red", "N1"), m.Enough("red"), m.Go("table"),
        m.Penalty("table", 2), m.First("red"), m.Stay("red"), m.Boost("red", "c1"), m.Worth("table", 4),
        m.Whole("table", True), m.Done("red"), m.Withdraw("red"), m.DrawCards("red", 3), m.Keep("red", 1),
        m.Market("red", "stone"), m.Sell("red", 4), m.Printed("table", 3), m.Reached("table", True), m.Leave("red"),
        m.Early("table"), m.Correct("table"),
    ):  # fmt: skip
        assert said(move, state) and "{" not in said(move, state)


def test_seen_cards_and_tiles_are_not_simply_taken_back() -> None:
    state = laid_out()
    assert GAME.barrier(state, m.DrawCards("red", 2)) is not None
    assert GAME.barrier(state, m.Keep("red", 1)) is not None
    assert GAME.barrier(state, m.Build("red", "grave:1")) is not None
    assert GAME.barrier(state, m.Build("red", "obelisk:1")) is None
    assert GAME.barrier(state, m.Place("red", "EDFU")) is None


def test_what_the_app_has_turned_up_is_not_simply_taken_back() -> None:
    last = {"phase": "last", "stage": "last", "turn": "blue", "queue": ["blue"]}
    sides = {"sides": {"blue": {"cards": ["crew_plus_one"]}}}
    state = put(laid_out(), last | sides)
    assert GAME.barrier(state, m.Enough("blue")) is None
    options = GAME.resolve({"draw_nile": "app", "draw_graves": "app"})
    assert GAME.practice is not None
    drawn = GAME.new(SEATS, options, GAME.draw_setup(SEATS, options, Draw("one"), GAME.practice), GAME.practice)
    assert GAME.barrier(drawn, m.Revealed("table")) is None
    told = GAME.barrier(put(drawn, last | sides), m.Enough("blue"))
    assert told is not None and SAID.say(told) == "The Nile cards of the next round lie open."
    ship = GAME.play(drawn, m.Revealed("table")).state
    for space, seen in (("grave:1", True), ("obelisk:1", False)):
        assert (GAME.barrier(ship, m.Correct("table", built={space: "red"})) is not None) is seen
    assert GAME.barrier(laid_out(), m.Correct("table", built={"grave:1": "red"})) is None


def test_a_sphinx_card_may_be_entered_again_until_the_last_one() -> None:
    state, _ = final({"red": {"sphinx": 2}})
    assert GAME.barrier(state, m.Declare("red", "graves")) is None
    state, _ = play(state, {"move": "declare", "by": "red", "card": "graves"})
    assert GAME.barrier(state, m.Declare("red", "graves")) is not None


def test_the_table_is_laid_out_from_the_position() -> None:
    state = put(laid_out(), {"built": {"obelisk:1": "red"}, "sides": {"red": {"score": 52, "down": ["c1"]}}})
    lines = [SAID.say(text) for text in GAME.lay_out(state)]
    for line in (
        "The water ring: middle circle.", "25 Sphinx cards in the deck.", "N10: 4 grain.", "Stones of Red: obelisk 1.",
        "Open grave tiles: 1 (5), 2 (2), 3 (3), 4 (6).", "Red, face down: crew 1.", "Red has the scarab on 50.",
        "Number chips: Blue 1, Red 2, Green 3, Yellow 4.",
        "Score stones, the one in front first: Red 52, Yellow 0, Green 0, Blue 0.",
    ):  # fmt: skip
        assert line in lines, lines


def test_a_move_taken_back_is_put_back() -> None:
    then = laid_out()
    now, _ = play(then, {"move": "place", "by": "blue", "place": "N4"})
    assert [SAID.say(text) for text in GAME.put_back(now, then)] == [
        "N4: Quarry 3.", "Take the ships off N4.", "Blue gives back: Quarry 3.",
    ]  # fmt: skip
    now = put(then, {"sides": {"red": {"score": 50, "stones": 1}}, "tiles": [5, 2, 3, 6, 4, *[0] * 7]})
    lines = [SAID.say(text) for text in GAME.put_back(now, then)]
    assert "Grave 5: the tile stays face up." in lines and "Red gives the scarab back." in lines
    assert "Red: 3 stones on the counter." in lines


def told(state: Any) -> list[str]:
    """The sentences of a random game: every prompt, choice and event."""
    rng = random.Random(7)
    found: list[Any] = []
    while not state.end:
        decision = GAME.decision(state)
        assert decision is not None
        found += [decision.prompt, *(choice.label for choice in decision.choices)]
        played = GAME.play(state, rng.choice(decision.choices).move)
        found += [event.text for event in played.events]
        state = played.state
    return [SAID.say(text) for text in found]


def test_one_is_never_told_as_many() -> None:
    wrong = re.compile(r"(?<![\d.,×−+/])\b1 (stones|points|cards|tiles|rows|ships|crews|spaces|sites|players)\b")
    for seats in (SEATS[:2], SEATS[:3], SEATS):
        for known in (box(), GAME.box):
            assert [line for line in told(start(seats, known=known)) if wrong.search(line)] == []


def test_a_single_stone_is_one() -> None:
    state = put(laid_out(), {"round": 5, "phase": "last", "stage": "last", "queue": ["blue"]})
    state = put(state, {"sides": {"blue": {"stones": 24, "cards": ["stones"], "stone_row": 1}}})
    _, events = play(state, {"move": "use", "by": "blue", "card": "stones"})
    assert SAID.say(events[1].text) == "Blue: stones +1; the counter holds 25, lost: 5"
    state = put(laid_out(SEATS[:2]), {"phase": "feed", "stage": "feeding", "turn": "", "queue": ["blue", "red"]})
    state = put(state, {"sides": {"red": {"stones": 24}}})
    _, events = play(state, {"move": "go", "by": "table"})
    lines = [SAID.say(event.text) for event in events]
    assert "Red: stones +1, now 25; lost: 2" in lines


def test_circles_and_field_colours_are_said_in_words_of_their_own() -> None:
    russian = Language("ru", {"red": "Анна"})
    assert russian.say(GAME.say_move(laid_out(), m.Ring("red", "left"))) == "Анна двигает кольцо орошения: левый круг"
    assert [russian.say(short_card(f"field:{colour}:5")) for colour in ("green", "yellow", "brown")] == [
        "Зелёное 5", "Жёлто-зел. 5", "Коричн. 5",
    ]  # fmt: skip


def test_a_crew_that_may_grow_is_told_with_what_becomes_of_it() -> None:
    """Crews 1, 4 and 9 of at most 9, the joker 2: to 2, to 5, lost, to 3."""
    state = put(laid_out(SEATS), {"stage": "grow", "turn": "red"})
    state = put(state, {"sides": {"red": {"crews": {"c1": 1, "c2": 4, "c3": 9, "j": 2}}}})
    labels = [Language("en").say(choice.label) for choice in GAME.decision(state).choices]
    ends = ("from 1 to 2", "from 4 to 5", "stays at 9", "from 2 to 3")
    assert [label.endswith(end) for label, end in zip(labels, ends, strict=True)] == [True] * 4, labels
