"""The box of every game, its survey, its practice board, its file, and what is learned at the table."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from companion.engine import owner_file
from companion.engine.box import Box, has_gap
from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import Game, Question
from companion.engine.header import box_of
from companion.engine.simulate import playable_options, simulate
from companion.engine.survey import answered, check_answer, read_answer
from companion.games import game_ids
from companion.language import Language
from tests.generic.tables import TABLES, Table, games, walk

GAMES = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
PRACTISED = [game for game in games() if game.practice is not None]
WITH_PRACTICE = pytest.mark.parametrize("game", PRACTISED, ids=lambda game: game.id)
EVERY = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
JUNK: tuple[Any, ...] = (
    -1,
    0,
    3,
    10**9,
    1.5,
    True,
    "",
    "xyzzy",
    "a" * 5000,
    [],
    [1, 2],
    [None],
    ["xyzzy"] * 200,
    [[[]]],
    {},
    {"id": "s1"},
    [{"id": "s1", "bid": "x"}],
    [{"id": "s1", "bid": 99, "icons": ["?"], "adj": ["s1"], "at": [0]}],
)


def surveyed(game: Game[Any]) -> Box:
    """The box of an owner whose copy is printed like the practice board, answered question by question."""
    assert game.practice is not None
    truth, box = game.practice, game.box
    while True:
        due = [q for q in game.survey(box) if q.key in truth.overrides and not answered(box, q)]
        if not due:
            return box
        value = check_answer(due[0], truth.value(due[0].key))
        box = box.with_overrides({due[0].key: value})
        game.check_box(box)


def boxes(game: Game[Any]) -> list[Box]:
    """The shipped box, and that of an owner who knows everything."""
    return [game.box, *([surveyed(game)] if game.practice is not None else [])]


@GAMES
def test_every_question_fills_in_one_fact_and_says_why(game: Game[Any]) -> None:
    said = Language("en")
    for box in boxes(game):
        questions = game.survey(box)
        keys = [question.key for question in questions]
        assert len(set(keys)) == len(keys)
        assert set(keys) <= set(box.facts)
        for question in questions:
            texts = [question.text, question.why, question.section, *question.parts]
            texts += [words for _, words in question.choices]
            assert all(said.say(text) and "{" not in said.say(text) for text in texts), question.key
            assert (question.kind == "form") == (question.typed is not None), question.key


@GAMES
def test_answers_are_taken_as_far_as_they_can_be(game: Game[Any]) -> None:
    for box in boxes(game):
        for question in game.survey(box):
            for value in possible(question):
                assert check_answer(question, value) == value
                assert read_answer(question, typed(value)) == value
            for value in impossible(question):
                with pytest.raises(InputError):
                    check_answer(question, value)
            if question.kind == "form":
                with pytest.raises(InputError):
                    game.type_answer(box, question, "xyzzy ;;; 999999999999")


def possible(question: Question) -> list[Any]:
    """Answers that the question alone allows."""
    match question.kind:
        case "number":
            return [question.low, question.high]
        case "choice":
            return [value for value, _ in question.choices]
        case "list":
            ones = [value for value, _ in question.choices] or [question.low, question.high]
            return [[one] * len(question.parts) for one in ones]
        case "words":
            return ["Xyzzy"]
    return []


def impossible(question: Question) -> list[Any]:
    """Answers that it does not allow."""
    match question.kind:
        case "number":
            return [question.low - 1, question.high + 1, True, None, "x", 1.5, [question.low]]
        case "choice":
            return ["xyzzy", None, [question.choices[0][0]]]
        case "list":
            return [[], None, ["xyzzy"] * len(question.parts), [*possible(question)[0], possible(question)[0][0]]]
        case "words":
            return ["", "  ", "a" * 41, "a\nb", None, 3]
    return []


def typed(value: Any) -> str:
    """An answer as somebody types it."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


@WITH_PRACTICE
def test_the_practice_board_answers_every_question(game: Game[Any]) -> None:
    practice = game.practice
    assert practice is not None and practice.practice
    assert practice.unknown == ()
    box = surveyed(game)
    assert box.overrides == practice.overrides
    assert box.unknown == ()
    assert not any(fact.confidence == "owner" for fact in map(practice.fact, practice.facts))


@WITH_PRACTICE
def test_the_practice_board_leaves_what_is_printed_for_certain(game: Game[Any]) -> None:
    assert game.practice is not None
    known = {key for key, fact in game.box.facts.items() if not has_gap(fact.value) and fact.confidence == "certain"}
    assert known & set(game.practice.overrides) == set()


@WITH_PRACTICE
def test_a_surveyed_box_goes_through_a_file_unchanged(game: Game[Any]) -> None:
    box = surveyed(game)
    data = owner_file.written(box)
    values = owner_file.read(game, data)
    assert values == box.overrides
    assert owner_file.joined(game, {}, values) == box
    assert {change.key for change in owner_file.changes(game.box, box)} == set(values)
    assert owner_file.changes(box, box) == ()


@WITH_PRACTICE
def test_a_game_with_a_surveyed_box_learns_nothing_more(game: Game[Any]) -> None:
    box = surveyed(game)
    played = simulate(game, game.colours[: game.seat_range[0]], {}, "surveyed", box)
    assert played.problems == ()
    assert game.learned(played.state) == {}
    assert played.record.header.box == box.overrides
    assert not played.record.header.practice


@WITH_PRACTICE
def test_the_practice_board_is_neither_shared_nor_mixed(game: Game[Any]) -> None:
    assert game.practice is not None
    with pytest.raises(InputError):
        owner_file.written(game.practice)


@GAMES
def test_what_can_not_be_is_refused_in_words(game: Game[Any]) -> None:
    """Whatever a file says of a fact: it is refused with a sentence, or a game can be set up with it."""
    whole = dict(surveyed(game).overrides) if game.practice is not None else {}
    for key in game.box.facts:
        for junk in JUNK:
            for others in ({}, whole):
                try:
                    box = owner_file.check_values(game, {**others, key: junk})
                    set_up(game, box)
                except InputError as error:
                    assert Language("en").say(error.text), (key, junk)


def set_up(game: Game[Any], box: Box) -> None:
    """Lay the game out with this box, and look at the first decision."""
    seats, draw = game.colours[: game.seat_range[0]], Draw("junk")
    options = playable_options(game, seats, {}, draw, box)
    state = game.new(seats, options, game.draw_setup(seats, options, draw, box), box)
    assert game.legal_moves(state)


@GAMES
def test_a_file_for_another_box_is_refused(game: Game[Any]) -> None:
    good = {"owner_values": 1, "game": game.id, "edition": game.box.edition, "values": {}}
    assert owner_file.read(game, json.dumps(good).encode()) == {}
    for wrong in (
        {**good, "game": "another"},
        {**good, "owner_values": 2},
        {**good, "values": {"no.such.fact": 1}},
        {**good, "values": {next(iter(game.box.facts)): None}},
        {**good, "colour": "red"},
        {"values": {}},
        [],
    ):
        with pytest.raises(InputError):
            owner_file.read(game, json.dumps(wrong).encode())
    for data in (b"", b"\xff\xfe", b'{"owner_values": 1', b" " * (owner_file.MOST_BYTES + 1)):
        with pytest.raises(InputError):
            owner_file.read(game, data)


@pytest.mark.parametrize("game", [game for game in PRACTISED if game.id in game_ids()], ids=lambda game: game.id)
def test_every_unknown_fact_says_what_it_costs(game: Game[Any]) -> None:
    assert [key for key in game.box.unknown if not game.box.facts[key].costs] == []
    asked = {question.key for question in game.survey(surveyed(game))}
    assert [key for key in game.box.unknown if key not in asked] == []


@EVERY
def test_only_what_the_box_does_not_know_is_learned(table: Table) -> None:
    game, of = table.game, walk(table)
    before: dict[str, Any] = {}
    for state in of.states:
        learned = dict(game.learned(state))
        assert set(learned) >= set(before), "what was told is not forgotten"
        for key, value in learned.items():
            assert value != of.sitting.box.value(key)
            assert msgspec.json.decode(msgspec.json.encode(value)) == value
        before = learned
    if of.sitting.box.practice:
        assert before == {}
    if before:
        box = owner_file.check_values(game, before)
        again = simulate(game, table.seats, table.options, f"{table.name} again", box)
        assert again.problems == ()
        for key, value in game.learned(again.state).items():
            if key in before:
                assert known(value) > known(before[key]), f"{key} was asked again"


def known(value: Any) -> int:
    """How much of a value is told: a row or a table may have gaps, and what lies several times is counted."""
    if isinstance(value, dict):
        return sum(entry if type(entry) is int else known(entry) for entry in value.values())
    if isinstance(value, list):
        return sum(map(known, value))
    return int(value) if isinstance(value, bool) else int(value is not None)


@WITH_PRACTICE
def test_a_practice_board_is_never_mixed_with_an_owners_values(game: Game[Any]) -> None:
    assert game.practice is not None
    key, value = next(iter(game.practice.overrides.items()))
    table = next(table for table in TABLES if table.game is game and table.box is game.practice)
    header = walk(table).record.header
    assert (header.practice, header.box) == (True, {})
    assert box_of(game, header) == game.practice
    with pytest.raises(InputError) as error:
        box_of(game, msgspec.structs.replace(header, box={key: value}))
    assert "never mixed" in error.value.text.message


def test_a_game_without_a_practice_board_knows_no_practice_record() -> None:
    table = next(table for table in TABLES if table.game.id == "quarry")
    with pytest.raises(InputError) as error:
        box_of(table.game, msgspec.structs.replace(walk(table).record.header, practice=True))
    assert "no practice board" in error.value.text.message
