"""Printed facts with their provenance, and help as data."""

from __future__ import annotations

import msgspec
import pytest

from companion.engine.box import parse_box
from companion.engine.help import parse_help
from tests.kit.toy import toy_game


def test_an_unknown_fact_stays_unknown_until_the_owner_says_it() -> None:
    box = toy_game().box
    assert box.value("year") is None
    assert box.unknown == ("year",)
    mine = box.with_overrides({"year": 1999})
    assert (mine.value("year"), mine.fact("year").confidence, mine.unknown) == (1999, "owner", ())
    assert box.value("year") is None


def test_a_fact_the_box_does_not_have_is_an_error() -> None:
    with pytest.raises(KeyError):
        toy_game().box.with_overrides({"colour": 1})
    with pytest.raises(KeyError):
        toy_game().box.value("colour")


def test_a_box_file_knows_no_other_field() -> None:
    with pytest.raises(msgspec.ValidationError):
        parse_box('game = "x"\nedition = "1"\n[fact.a]\nlabel = "a"\nsource = "s"\nconfidence = "high"\ncolour = 1\n')


def test_a_refusal_must_lead_to_a_rule_that_is_written() -> None:
    with pytest.raises(LookupError):
        parse_help('[refusal.E_X]\ntitle = "No."\ntext = "No."\nrule = "nowhere"\n')


def test_every_text_of_the_help_is_handed_to_the_translators() -> None:
    help_ = toy_game().help
    messages = help_.messages()
    assert "The game is over." in messages
    assert "May I take from an empty pit?" in messages
    pages = len(help_.phases) + len(help_.rules) + len(help_.items) + len(help_.refusals) + len(help_.rulings)
    assert len(messages) == 2 * pages


def test_a_row_with_a_gap_is_unknown_until_it_is_whole() -> None:
    box = parse_box(
        'game = "g"\nedition = "e"\n[fact.row]\nlabel = "L"\nsource = "S"\nconfidence = "high"\n'
        'value = [14, "unknown", 7]\n'
    )
    assert box.unknown == ("row",)
    assert box.with_overrides({"row": [14, None, 7]}).unknown == ("row",)
    assert box.with_overrides({"row": [14, 9, 7]}).unknown == ()


def test_a_fact_is_missed_only_while_it_matters() -> None:
    box = parse_box(
        'game = "g"\nedition = "e"\n'
        '[fact.rule]\nlabel = "L"\nsource = "S"\nconfidence = "unknown"\n'
        '[fact.sum]\nlabel = "L"\nsource = "S"\nconfidence = "unknown"\nonly = { rule = ["SUM"] }\n'
        '[fact.all]\nlabel = "L"\nsource = "S"\nconfidence = "unknown"\nonly = { rule = [] }\n'
    )
    assert box.unknown == ("rule",)
    assert box.with_overrides({"rule": "SUM"}).unknown == ("sum", "all")
    assert box.with_overrides({"rule": "LINE"}).unknown == ("all",)
    assert (box.matters("rule"), box.matters("sum")) == (True, False)
