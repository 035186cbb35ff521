"""Printed facts as people read them, in the words of the table's language."""

from __future__ import annotations

import msgspec
import pytest

from companion.engine.box import Fact, parse_box
from companion.engine.box_words import sure, value_lines
from companion.games import all_games
from companion.language import LANGUAGES, Language

EN = Language("en")


def said(fact: Fact, language: Language = EN) -> list[str]:
    return [language.say(line) for line in value_lines(fact)]


def fact(value: object, confidence: str = "certain", **more: object) -> Fact:
    return msgspec.convert({"label": "L", "source": "S", "confidence": confidence, "value": value, **more}, Fact)


def test_a_table_is_said_a_line_an_entry_with_its_letters_in_words() -> None:
    board = fact({"1": ["Y", "Y", "+1"], "2": ["K"]}, part="Temple {n}", words={"Y": "yellow", "K": "black"})
    assert said(board) == ["Temple 1: 2 × yellow, +1", "Temple 2: black"]


def test_a_row_that_repeats_is_said_once() -> None:
    words = {"A": "ankh", "N": "number"}
    assert said(fact(["N", "A", "A"] * 20, words=words)) == ["20 × (number, 2 × ankh)"]
    assert said(fact(["N", "A"] * 2, words=words)) == ["number, ankh, number, ankh"]
    assert said(fact(["A"] * 8, words=words)) == ["8 × ankh"]
    assert said(fact([], words=words)) == ["none"]
    assert said(fact({})) == ["none"]


def test_a_thing_with_properties_is_said_by_its_numbers_and_marks() -> None:
    squares = [{"id": "s1", "bid": 6, "icons": []}, {"id": "s2", "bid": 0, "icons": ["C", "P"], "adj": ["s1"]}]
    assert said(fact(squares, words={"C": "coin", "P": "gift"})) == ["6, 0 (coin, gift)"]


def test_rows_in_a_row_keep_together() -> None:
    assert said(fact([["s1", "s2"], ["s2", "s3"]], "owner")) == ["(s1, s2), (s2, s3)"]


def test_numbers_lists_and_unknown_values_are_words_too() -> None:
    assert said(fact(-3)) == ["−3"]
    assert said(fact([0, 0, 1])) == ["0, 0, 1"]
    assert said(fact(True)) == ["yes"]
    assert said(fact(None)) == ["unknown"]


def test_printed_names_are_translated_and_the_owners_stay_as_typed() -> None:
    hungarian = Language("hu")
    assert said(fact("Throne"), hungarian) == [hungarian.word("Throne")] != ["Throne"]
    assert said(fact("Throne", "owner"), hungarian) == ["Throne"]


def test_how_sure_a_fact_is_has_a_word_and_no_value_is_unknown() -> None:
    assert EN.say(sure(fact(1, "high"))) == "very likely"
    assert EN.say(sure(fact(None, "high"))) == "unknown"


@pytest.mark.parametrize("label", ['label = ""', 'label = " "', ""])
def test_a_fact_needs_a_label(label: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        parse_box(f'game = "x"\nedition = "1"\n[fact.a]\n{label}\nvalue = 1\nsource = "s"\nconfidence = "high"\n')


def test_how_sure_a_fact_is_must_be_a_known_word() -> None:
    with pytest.raises(msgspec.ValidationError):
        parse_box('game = "x"\nedition = "1"\n[fact.a]\nlabel = "a"\nsource = "s"\nconfidence = "perhaps"\n')


def test_every_fact_of_every_game_can_be_told_apart_by_its_label_in_every_language() -> None:
    for game in all_games():
        for code in LANGUAGES:
            labels = [Language(code).say(fact.label) for fact in game.box.facts.values()]
            assert len(set(labels)) == len(labels), (game.id, code)


def test_the_owners_value_keeps_the_label_of_the_fact() -> None:
    box = next(iter(all_games())).box
    key = next(key for key, fact in box.facts.items() if isinstance(fact.value, int))
    mine = box.with_overrides({key: 1}).fact(key)
    assert (mine.label, mine.value, mine.confidence) == (box.facts[key].label, 1, "owner")


def test_ids_of_several_parts_are_said_part_by_part() -> None:
    words = {"field": "Field", "brown": "brown", "pair": "Both", "c1": "crew 1", "market:stone": "Stone market"}
    cards = {"field:brown:7": 1, "pair:c1+c2": 2, "market:stone": 3, "else:c3": 4}
    assert said(fact(cards, words=words)) == ["Field brown 7: 1", "Both crew 1, c2: 2", "Stone market: 3", "else:c3: 4"]


def test_lines_of_numbers_stand_in_parentheses() -> None:
    rows = {"rows": [{"values": [1, 2], "whole": True}, {"values": [3], "whole": False}]}
    assert said(fact(rows)) == ["rows: (1, 2), 3"]
    assert said(fact({"spaces": [{"row": 1, "value": 4}, {"row": 2, "value": 5}]})) == ["spaces: (1, 4), (2, 5)"]
