"""What a card is a picture of may be sure although its small sign can't be read: that counts, and is not asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.sight import EMPTY, Reading, Seen
from companion.games.sobek import GAME as SOBEK
from companion.games.sobek.moves import Laid, Lay, Take
from companion.language import Language
from companion.table import seen
from companion.table.seen import Explanation, Foreign, Moves, Same, Several, differences
from companion.table.seen import explain as explained
from tests.games.sobek.scene import play, start
from tests.kit.readings import SURE

QUAY = ("WHE1", "MAR0", "AMU", "CHA", "FIS1", "WHE0", "IVO3", "EBO0", "CAT0")
DELIVERY = {f"quay:{n}": f"card:{card}" for n, card in enumerate(QUAY, 1)}
ART = {look.id: look.art for look in SOBEK.sight.plan(SOBEK.practice).looks}


def explain(state: Any, reading: Reading) -> Explanation:
    return explained(SOBEK, state, reading, box=SOBEK.practice)


def unsigned(lying: Mapping[str, str], *spots: str) -> Reading:
    """A reading that is sure of everything but the signs of the cards in `spots`."""
    places = []
    for spot, label in lying.items():
        sure = spot not in spots
        places.append(Seen(spot, label, SURE if sure else 0.5, sure, art=ART.get(label, "")))
    return Reading(game=SOBEK.id, seen=tuple(places))


def delivered() -> Any:
    return play(start(), *(Lay("table", n, card) for n, card in enumerate(QUAY, 1)), Laid("table"))


def test_cards_of_the_right_art_are_as_recorded_though_their_signs_can_not_be_read() -> None:
    found = explain(delivered(), unsigned(DELIVERY, "quay:1", "quay:7"))
    assert found == Same(unread=2)
    assert Language("en").say(seen.signs_words(2)) == "2 small signs are too small to read."
    assert differences(SOBEK, delivered(), unsigned(DELIVERY, "quay:1", "quay:7"), SOBEK.practice) == ()


def test_a_card_of_another_art_contradicts_the_record_though_its_sign_can_not_be_read() -> None:
    lying = {**DELIVERY, "quay:1": "card:FIS1"}
    found = explain(delivered(), unsigned(lying, "quay:1"))
    assert isinstance(found, Foreign)
    assert [(one.spot, one.shown, one.sure) for one in found.differences] == [("quay:1", "card:FIS1", True)]


def test_a_card_that_was_taken_is_told_although_no_sign_can_be_read() -> None:
    found = explain(delivered(), unsigned({**DELIVERY, "quay:1": EMPTY}, *(f"quay:{n}" for n in range(2, 10))))
    assert isinstance(found, Moves)
    assert found.moves == (Take("red", 1),)


def test_which_sibling_was_laid_is_asked_where_its_sign_can_not_be_read() -> None:
    lying = dict.fromkeys(DELIVERY, EMPTY) | {"quay:1": "card:WHE1"}
    found = explain(start(), unsigned(lying, "quay:1"))
    assert isinstance(found, Several)
    laid = {way.moves[0].card for way in found.ways}
    assert {"WHE0", "WHE1"} <= laid and all(card.startswith("WHE") for card in laid)


def test_ways_that_are_not_listed_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    lying = dict.fromkeys(DELIVERY, EMPTY) | {"quay:1": "card:WHE1"}
    monkeypatch.setattr(seen, "ASKED", 1)
    found = explain(start(), unsigned(lying, "quay:1"))
    assert isinstance(found, Several)
    assert (len(found.ways), found.more) == (1, 1)
    assert Language("en").say(seen.more_words(2)).startswith("2 other things fit as well.")
