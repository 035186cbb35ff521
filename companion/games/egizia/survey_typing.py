"""The forms of the survey as they are typed on the command line (spec egizia 2.13)."""

from __future__ import annotations

import re
from typing import Any

from companion.engine.errors import InputError
from companion.engine.survey import Question
from companion.engine.text import T
from companion.games.egizia.catalogue import MOST_SPACES, TILES, nile_cards
from companion.games.egizia.components import DECK_SIZES, MOST_VALUE, STOPS, TEMPLE_PARTS

_CARD = re.compile(r"([a-z_0-9:+]+?)(?:[x×](\d{1,2}))?", re.ASCII)


def type_answer(question: Question, words: str) -> Any:
    """The answer to a form as typed. Raises `InputError` naming what can't be read."""
    key = question.key
    if key == "river.order":
        return _stops(words)
    if key == "graves.tiles":
        return _tiles(words)
    if key.startswith("nile."):
        return _deck(words, key.removeprefix("nile."))
    lines = [_numbers(line) for line in words.split("/")]
    if key == "temple":
        if len(lines) != len(TEMPLE_PARTS):
            raise InputError(T("The temple has {n} parts; {given} are given.", n=len(TEMPLE_PARTS), given=len(lines)))
        return {part: _line(values) for part, values in zip(TEMPLE_PARTS, lines, strict=True)}
    if key == "pyramid":
        return {"rows": [_line(values) for values in lines], "whole": True}
    spaces = [{"row": row, "value": value} for row, values in enumerate(lines, 1) for value in values]
    return {"spaces": spaces, "whole": True}


def _line(values: list[int]) -> dict[str, Any]:
    return {"values": values, "whole": True}


def _stops(words: str) -> list[str]:
    stops = [word.upper() for word in words.replace(",", " ").split()]
    for stop in stops:
        if stop not in STOPS:
            raise InputError(
                T("“{stop}” is no stop of the river. The stops are: {stops}.", stop=stop[:20], stops=", ".join(STOPS))
            )
    return stops


def _numbers(words: str) -> list[int]:
    found = []
    for word in words.replace(",", " ").split():
        if not (word.isascii() and word.isdecimal()) or not 1 <= int(word[:4]) <= MOST_VALUE or len(word) > 2:
            raise InputError(T("“{word}” is no number from {low} to {high}.", word=word[:20], low=1, high=MOST_VALUE))
        found.append(int(word))
    if not found or len(found) > MOST_SPACES:
        raise InputError(T("Between two strokes there must be 1 to {most} numbers.", most=MOST_SPACES))
    return found


def _tiles(words: str) -> list[int]:
    tiles = _numbers(words)
    if len(tiles) != TILES:
        raise InputError(T("There are {n} grave tiles; {given} values are given.", n=TILES, given=len(tiles)))
    return tiles


def _deck(words: str, deck: str) -> dict[str, int]:
    cards: dict[str, int] = {}
    for word in words.replace(",", " ").split():
        found = _CARD.fullmatch(word.casefold())
        card = _spelt(found[1]) if found else ""
        if found is None or card not in nile_cards():
            raise InputError(
                T("“{word}” is no Nile card. Type one like {example}.", word=word[:30], example="quarry:3x2")
            )
        cards[card] = cards.get(card, 0) + int(found[2] or 1)
    if not cards or sum(cards.values()) > DECK_SIZES[deck]:
        raise InputError(T("Type 1 to {size} cards; these are {n}.", size=DECK_SIZES[deck], n=sum(cards.values())))
    return cards


def _spelt(card: str) -> str:
    """The id of a card whose crews or buildings are typed in another order."""
    family, colon, printed = card.rpartition(":")
    for known in nile_cards():
        if known.startswith(family + colon) and sorted(known.rpartition(":")[2].split("+")) == sorted(
            printed.split("+")
        ):
            return known
    return card
