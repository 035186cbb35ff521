"""The house questions: what the rules leave open, or what no source tells of them (spec 5.7, 2.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.survey import Question
from companion.engine.text import T, Text
from companion.games.nefertiti.components import HOUSE

HOUSE_PART = T("House rules")

_YES_NO: dict[Any, Text] = {True: T("Yes"), False: T("No")}
_ASKED = T("Your rules may tell. Until it is answered, Cartouche asks when it happens.")

QUESTIONS: dict[str, tuple[Text, Text, dict[Any, Text]]] = {
    "end_mode": (
        T("What happens when Akhenaton appears?"),
        T("It ends the game, and reports differ on how. Until it is answered, Cartouche asks in the game."),
        {
            "RUN_OUT": T("No market opens any more; the open ones are played out"),
            "IMMEDIATE": T("The game ends at once"),
            "CLOSE_ALL": T("Every open market closes at once"),
        },
    ),
    "akh_refill": (
        T("And the market that was just being filled?"),
        T("Up to four gifts lie below Akhenaton. Until it is answered, Cartouche asks in the game."),
        {
            "finish": T("It is filled up"),
            "stop": T("It opens with what lies there"),
            "no_open": T("It stays closed"),
        },
    ),
    "senet_double": (
        T("A double senet counts as how many?"),
        T("The card shows two sets. Until it is answered, Cartouche asks before senet is scored."),
        {2: T("Two"), 1: T("One")},
    ),
    "later_top": (T("Does a later bidder who takes the top gift get its seal?"), _ASKED, _YES_NO),
    "unaffordable_bid": (
        T("May you stand on a number that you can't pay now?"),
        T("You pay only when the market closes. Until it is answered, you may, and Cartouche warns you."),
        {"forbid": T("No"), "warn": T("Yes, with a warning")},
    ),
    "highest_cannot_pay": (
        T("What does a highest bidder get who can't pay?"),
        _ASKED,
        {"ask": T("We decide each time"), "pass_over": T("Nothing"), "take_half": T("Half of the reserve")},
    ),
    "plus_gift": (
        T("Where may the gift more of a plus square come from?"),
        _ASKED,
        {"any": T("Any place, the top one too"), "low": T("The lower row only")},
    ),
    "full_half": (
        T("Every square of a half is taken, and its rule has not closed it. What then?"),
        T("It is rare. Until it is answered, the half stays open."),
        {"stay": T("It stays open"), "close": T("It closes")},
    ),
    "scribe_keep": (
        T("Must the Scribe score all your cards of the type?"),
        T("No source tells. Until it is answered, all of them are scored."),
        {"all": T("Yes, all of them"), "choose": T("No, as many as you like")},
    ),
    "scribe_double": (
        T("How often does the Scribe's bonus count for a double senet?"),
        _ASKED,
        {2: T("Twice"), 1: T("Once")},
    ),
    "leaver": (
        T("What happens when a player has to leave?"),
        T("The rules say nothing. Until it is answered, Cartouche asks when it happens."),
        {"stop": T("The game is scored at once"), "go_on": T("The others play on, if three remain")},
    ),
}
"""Text, reason and the words of each answer by key of `HOUSE`."""

PICTURES = {
    "end_mode": "sign:flag",
    "akh_refill": "sign:gift",
    "senet_double": "type:senet",
    "later_top": "sign:seal",
    "unaffordable_bid": "sign:coin",
    "highest_cannot_pay": "sign:coin",
    "plus_gift": "sign:gift",
    "full_half": "sign:servant",
    "scribe_keep": "character:scribe",
    "scribe_double": "character:scribe",
    "leaver": "sign:people",
}
"""What the drawn hint of each shows."""


def house_questions() -> Iterator[Question]:
    """One question for each key of `HOUSE`, and what a deben is worth."""
    for key, values in HOUSE.items():
        text, why, words = QUESTIONS[key]
        yield Question(
            key=f"house.{key}",
            text=text,
            why=why,
            section=HOUSE_PART,
            kind="choice",
            choices=tuple((value, words[value]) for value in values),
            picture=(PICTURES[key],),
        )
    yield Question(
        key="points.deben",
        text=T("How many points is a deben worth at the end?"),
        why=T("Most likely none: deben are only said to break a tie. Please look it up once."),
        section=HOUSE_PART,
        low=0,
        high=3,
        picture=("sign:coin",),
    )
