"""The help: short enough for the panel, a page for everything that can be asked about."""

from __future__ import annotations

from companion.engine.help import parse_help
from companion.games.nefertiti.catalogue import GIFTS, ICONS, KINDS, RULES, TYPES
from tests.games.nefertiti.boxes import HERE

HELP = parse_help((HERE / "help" / "help.toml").read_text("utf-8"))
MOST_LETTERS = 240
"""Of one paragraph: about ten lines in the narrow panel."""


def test_every_gift_character_sign_and_closing_rule_has_a_page() -> None:
    assert set(HELP.items) >= {*GIFTS, *TYPES, *KINDS, *ICONS, *RULES, "akhenaton", "seal", "reserve"}


def test_items_lead_to_a_rule() -> None:
    assert {page.rule for page in HELP.items.values()} <= set(HELP.rules)


def test_paragraphs_are_short() -> None:
    pages = [*HELP.phases.values(), *HELP.rules.values(), *HELP.items.values()]
    paragraphs = [part.strip() for page in pages for part in page.text.split("\n\n")]
    answers = [ruling.answer for ruling in HELP.rulings]
    too_long = [part for part in (*paragraphs, *answers) if len(part) > MOST_LETTERS + 60]
    assert too_long == []


def test_nothing_is_said_in_forbidden_words() -> None:
    said = " ".join(HELP.messages()).casefold()
    assert "invalid" not in said
    assert "debens" not in said


def test_every_step_leads_to_a_rule() -> None:
    assert all(page.rule for page in HELP.phases.values())
