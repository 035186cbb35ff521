"""The help of Sobek: every card and token explained, short enough for the panel, the rulings people ask for."""

from __future__ import annotations

from pathlib import Path

from companion.engine.help import parse_help
from companion.games.sobek.catalogue import AMULET, CHARACTERS, FACE_DOWN, FAMILIES, KINDS

HELP = parse_help((Path(__file__).parents[3] / "companion/games/sobek/help/help.toml").read_text("utf-8"))


def test_every_card_and_token_is_explained() -> None:
    assert {*FAMILIES, AMULET, FACE_DOWN, *CHARACTERS, *KINDS, "ALL", "corruption"} == set(HELP.items)


def test_every_phase_leads_to_a_rule_that_is_written() -> None:
    assert all(page.rule in HELP.rules for page in HELP.phases.values())


def test_pages_are_short_enough_for_the_panel() -> None:
    for pages, most in ((HELP.items, 180), (HELP.phases, 230), (HELP.rules, 560)):
        for name, page in pages.items():
            assert len(page.text) <= most, (name, len(page.text))
            assert len(page.title) <= 40, name
    assert all(len(ruling.answer) <= 250 for ruling in HELP.rulings)


def test_the_questions_of_the_table_are_answered() -> None:
    asked = " ".join(ruling.ask for ruling in HELP.rulings)
    for word in (
        "power",
        "token",
        "Vizier",
        "Scribe",
        "Merchant",
        "amulets",
        "100",
        "leave",
        "wrong",
        "forgot",
        "fell",
    ):
        assert word in asked
    assert len({ruling.ask for ruling in HELP.rulings}) == len(HELP.rulings)


def test_the_other_game_of_this_name_has_left_no_word() -> None:
    words = " ".join(HELP.messages()).casefold()
    assert not [word for word in ("pirogue", "deben", "tile grid", "invalid") if word in words]
