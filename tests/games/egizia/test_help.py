"""The help: short enough for the panel, a page for everything that can be asked about."""

from __future__ import annotations

import re
from typing import get_args

from companion.games.egizia import GAME
from companion.games.egizia.components import BUILDINGS, FAMILIES, ROUND_SPACES, SITES, SPHINX_TYPES
from companion.games.egizia.state import Stage

HELP = GAME.help
AT_LEAST_TWO = ("E_FULL", "E_SLOT")
"""Refusals whose numbers are never 1: 25 stones, 2 or 3 slots."""
MOST_LETTERS = 300
"""Of one paragraph: about ten lines in the narrow panel."""


def test_every_stage_has_a_page_that_leads_to_a_rule() -> None:
    assert set(get_args(Stage)) == set(HELP.phases)
    assert all(page.rule in HELP.rules for page in HELP.phases.values())


def test_everything_printed_has_a_page() -> None:
    types = {f"sphinx.{card.partition(':')[0]}" for card in SPHINX_TYPES}
    markets = {"market.stone", "market.grain"}
    assert set(HELP.items) >= {*FAMILIES, *ROUND_SPACES, *SITES, *BUILDINGS, *types, *markets, "crew", "joker", "ring"}
    assert {page.rule for page in HELP.items.values()} <= set(HELP.rules)


def test_paragraphs_are_short() -> None:
    pages = [*HELP.phases.values(), *HELP.rules.values(), *HELP.items.values()]
    paragraphs = [part.strip() for page in pages for part in page.text.split("\n\n")]
    answers = [ruling.answer for ruling in HELP.rulings]
    refusals = [refusal.text for refusal in HELP.refusals.values()]
    assert [part for part in (*paragraphs, *answers, *refusals) if len(part) > MOST_LETTERS] == []


def test_nothing_is_said_in_forbidden_words() -> None:
    said = " ".join(HELP.messages()).casefold()
    assert "invalid" not in said
    assert " -" not in said


def test_no_refusal_counts_in_front_of_a_plural() -> None:
    """A page has no plural forms, and there may be only one."""
    counted = re.compile(r"\{\w+\}(?: to \{\w+\})? (?:are|stones|fields|cards|tiles|rows|ships|crews|sites)\b")
    assert [key for key, page in HELP.refusals.items() if counted.search(page.text) and key not in AT_LEAST_TWO] == []
