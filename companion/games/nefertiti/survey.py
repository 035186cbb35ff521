"""The survey of one's own box: eight halves, seven types of gifts, seven kinds of characters, the house (spec 2.8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.survey import Question
from companion.engine.text import T, Text
from companion.games.nefertiti.catalogue import read_catalogue
from companion.games.nefertiti.components import (
    COUNTED,
    EFFECTS,
    HALVES,
    KIND_NAMES,
    KINDS,
    MOST_BID,
    MOST_SQUARES,
    MOST_VALUE,
    RULES,
    TAKEN_FROM,
    TYPE_NAMES,
    TYPES,
    Catalogue,
    Half,
    Icon,
    half_name,
)
from companion.games.nefertiti.house import house_questions

MARKETS_PART = T("Markets")
GIFTS_PART = T("Gifts")
CHARACTERS_PART = T("Characters")

YES_NO: tuple[tuple[Any, Text], ...] = ((True, T("Yes")), (False, T("No")))
RULE_WORDS: dict[str, Text] = {
    "SUM_GE": T("The numbers add up to at least so much"),
    "COLOURS_OR_TOTAL": T("So many colours, or so many servants"),
    "CONNECTED_GE": T("So many taken squares that touch"),
    "LINE": T("A line of squares is full"),
    "COUNT_GE": T("So many servants"),
    "DICE_MATCH": T("A dice roll hits a taken square"),
    "FULL": T("Every square is taken"),
    "MANUAL": T("Something else: we watch it ourselves"),
}
EFFECT_WORDS: dict[str, Text] = {
    "SCORE_TYPE": T("Scores all your gifts of one type, each with a bonus; they leave the game"),
    "SCORE_DIVERSITY": T("Points for each different type of gift you own"),
    "DISCARD_TYPE": T("Every other player gives up one gift of a type you name"),
    "TAKE_MONEY": T("Takes deben"),
    "STEAL_GIFT": T("Takes a gift"),
    "SWAP_GIFT": T("Exchanges one of your gifts with another player"),
    "EXTRA_PLACEMENT": T("Places more servants this turn"),
    "MANUAL_EFFECT": T("Something else: we enter what moves"),
}
NUMBER_WORDS: dict[str, Text] = {
    "SCORE_TYPE": T("The {character}: which bonus does each card show?"),
    "SCORE_DIVERSITY": T("The {character}: how many points for each type does each card show?"),
    "TAKE_MONEY": T("The {character}: how many deben does each card show?"),
    "EXTRA_PLACEMENT": T("The {character}: how many more servants does each card show?"),
}
SOURCE_WORDS: dict[str, Text] = {
    "reserve": T("From the reserve of a market"),
    "market": T("From an open market"),
    "player": T("From another player"),
}
HOW_SQUARES = T(
    "Type the numbers one after another, each with its signs: c for a coin, + for a gift more, x for one gift only. "
    "After a colon, which squares touch, by their place in your list: 3 5c 7+ 12x: 1-2 2-3"
)
HOW_LINES = T("Type each line as the places of its squares in your list, joined by strokes: 1-2-3 4-5-6")

_SIGNS: dict[str, Icon] = {"c": "COIN", "+": "PLUS_GIFT", "x": "ONE_GIFT"}
_SQUARE = re.compile(r"(\d{1,2})([c+x]*)", re.ASCII)
_PAIR = re.compile(r"s?(\d{1,2})-s?(\d{1,2})", re.ASCII)
_LINE = re.compile(r"s?\d{1,2}(?:-s?\d{1,2})+", re.ASCII)


def questions(box: Box) -> tuple[Question, ...]:
    """Every question, in order; dependent ones once the answer before them makes them necessary."""
    catalogue = read_catalogue(box)
    found: list[Question] = []
    for half in HALVES:
        found += _half(box, catalogue.halves[half])
    if any(box.value(f"half.{half}.rule") == "DICE_MATCH" for half in HALVES):
        found += _dice(box)
    found += _gifts()
    for kind in KINDS:
        found += _character(box, kind, catalogue)
    return (*found, *house_questions())


def _half(box: Box, half: Half) -> Iterator[Question]:
    where = half_name(half.id)
    picture = (f"half:{half.id}",)
    yield Question(
        key=f"half.{half.id}.squares",
        text=T("{half}: which squares are there?", half=where),
        why=T("Cartouche then offers the squares, and knows the bids and signs by itself."),
        section=MARKETS_PART,
        kind="form",
        typed=HOW_SQUARES,
        picture=picture,
    )
    if half.squares:
        yield Question(
            key=f"half.{half.id}.complete",
            text=T("{half}: are these all its squares ({n})?", half=where, n=len(half.squares)),
            why=T("If not, Cartouche offers “another square” when somebody places there."),
            section=MARKETS_PART,
            kind="choice",
            choices=YES_NO,
            picture=picture,
        )
    yield Question(
        key=f"half.{half.id}.rule",
        text=T("{half}: when does it close?", half=where),
        why=T("It is printed at the lower edge of the half. Cartouche then closes the market by itself."),
        section=MARKETS_PART,
        kind="choice",
        choices=tuple((rule, RULE_WORDS[rule]) for rule in RULES),
        picture=picture,
    )
    yield from _parameters(box.value(f"half.{half.id}.rule"), half.id, picture)


def _parameters(rule: Any, half: str, picture: tuple[str, ...]) -> Iterator[Question]:
    where, why = half_name(half), T("It belongs to the rule of this half.")

    def number(field: str, text: Text, low: int, high: int) -> Question:
        return Question(
            key=f"half.{half}.{field}", text=text, why=why, section=MARKETS_PART, low=low, high=high, picture=picture
        )

    if rule == "SUM_GE":
        yield number("n", T("{half}: which sum closes it?", half=where), 1, 99)
    elif rule == "CONNECTED_GE":
        yield number("n", T("{half}: how many squares that touch close it?", half=where), 2, MOST_SQUARES)
    elif rule == "COUNT_GE":
        yield number("n", T("{half}: how many servants close it?", half=where), 1, 16)
    elif rule == "COLOURS_OR_TOTAL":
        yield number("colours", T("{half}: how many different colours close it?", half=where), 1, 4)
        yield number("total", T("{half}: how many servants in all close it?", half=where), 1, 16)
    elif rule == "LINE":
        yield Question(
            key=f"half.{half}.lines",
            text=T("{half}: which lines close it?", half=where),
            why=why,
            section=MARKETS_PART,
            kind="form",
            typed=HOW_LINES,
            picture=picture,
        )


def _dice(box: Box) -> Iterator[Question]:
    why = T("Cartouche then judges the roll by itself.")
    yield Question(
        key="dice.count", text=T("How many dice are rolled to close a market?"), why=why, section=MARKETS_PART, low=1,
        high=2, picture=("dice",),
    )  # fmt: skip
    if box.value("dice.count") == 2:
        yield Question(
            key="dice.compare",
            text=T("What must hit the number of a taken square?"),
            why=why,
            section=MARKETS_PART,
            kind="choice",
            choices=(("sum", T("The sum of both dice")), ("each", T("Either of the dice"))),
            picture=("dice",),
        )
    yield Question(
        key="dice.counts",
        text=T("Which taken squares can a roll hit?"),
        why=why,
        section=MARKETS_PART,
        kind="choice",
        choices=(("all", T("All of them")), ("others", T("All but the one just taken"))),
        picture=("dice",),
    )


def _gifts() -> Iterator[Question]:
    parts = (T("1 owner"), T("2 owners"), T("3 owners"), T("4 owners"))
    for kind in TYPES:
        yield Question(
            key=f"values.{kind}",
            text=T("What is a card of {gift} worth?", gift=TYPE_NAMES[kind]),
            why=T("Needed to score it. If the card shows one value for three or four owners, give it twice."),
            section=GIFTS_PART,
            kind="list",
            low=0,
            high=MOST_VALUE,
            parts=parts,
            picture=(f"type:{kind}",),
        )


def _character(box: Box, kind: str, catalogue: Catalogue) -> Iterator[Question]:
    name: Text | str = KIND_NAMES[kind]
    picture = (f"character:{kind}",)
    if kind == "extra_servant":
        yield Question(
            key="name.extra_servant",
            text=T("What is the character called that places one more servant?"),
            why=T("No source tells its name; Cartouche calls it by what it does."),
            section=CHARACTERS_PART,
            kind="words",
            picture=picture,
        )
        name = catalogue.extra_name or name
    yield Question(
        key=f"copies.{kind}",
        text=T("The {character}: how many cards are there?", character=name),
        why=T("All characters together are {n} cards.", n=catalogue.character_total),
        section=CHARACTERS_PART,
        low=1,
        high=7,
        picture=picture,
    )
    yield from _effect(box, kind, name)


def _effect(box: Box, kind: str, name: Text | str) -> Iterator[Question]:
    """What the card does, from where it takes, and the numbers on its copies."""
    picture = (f"character:{kind}",)
    yield Question(
        key=f"effect.{kind}",
        text=T("The {character}: what does it do?", character=name),
        why=T("Cartouche then carries it out; else you enter what moves."),
        section=CHARACTERS_PART,
        kind="choice",
        choices=tuple((effect, EFFECT_WORDS[effect]) for effect in EFFECTS),
        picture=picture,
    )
    effect = box.value(f"effect.{kind}")
    if effect in TAKEN_FROM:
        yield Question(
            key=f"from.{kind}",
            text=T("The {character}: from where does it take?", character=name),
            why=T("Cartouche then offers what can be taken."),
            section=CHARACTERS_PART,
            kind="choice",
            choices=tuple((source, SOURCE_WORDS[source]) for source in TAKEN_FROM[effect]),
            picture=picture,
        )
    copies = box.value(f"copies.{kind}")
    if effect in COUNTED and copies is not None:
        yield Question(
            key=f"magnitude.{kind}",
            text=Text(NUMBER_WORDS[effect].message, {"character": name}),
            why=T("Later cards of a kind may be weaker. Give the strongest first."),
            section=CHARACTERS_PART,
            kind="list",
            low=0,
            high=MOST_VALUE,
            parts=tuple(T("Card {n}", n=n) for n in range(1, copies + 1)),
            picture=picture,
        )


# forms on the command line


def type_answer(box: Box, question: Question, words: str) -> Any:
    """The squares or lines of a half as typed. Raises `InputError` naming what can't be read."""
    half = question.key.split(".")[1]
    if question.key.endswith(".squares"):
        return _typed_squares(words)
    return _typed_lines(words, read_catalogue(box).halves[half])


def _typed_squares(words: str) -> list[dict[str, Any]]:
    numbers, _, pairs = words.partition(":")
    squares: list[dict[str, Any]] = []
    for i, word in enumerate(numbers.replace(",", " ").split(), 1):
        found = _SQUARE.fullmatch(word.casefold())
        if found is None or int(found[1]) > MOST_BID:
            raise InputError(
                T("“{word}” is no square. Type a number from 0 to {most} with its signs, like 5c.", word=word[:20],
                  most=MOST_BID)
            )  # fmt: skip
        signs = [_SIGNS[sign] for sign in dict.fromkeys(found[2])]
        squares.append({"id": f"s{i}", "bid": int(found[1]), "icons": signs, "adj": []})
    if not squares or len(squares) > MOST_SQUARES:
        raise InputError(T("Type 1 to {most} squares, not {n}.", most=MOST_SQUARES, n=len(squares)))
    for word in pairs.replace(",", " ").split():
        pair = _PAIR.fullmatch(word.casefold())
        if pair is None:
            raise InputError(T("“{word}” is no pair of squares. Type it like 1-2.", word=word[:20]))
        one, two = (_place(word, int(n), len(squares)) for n in pair.groups())
        if one == two:
            raise InputError(T("“{word}” names one square twice. Type two that touch.", word=word[:20]))
        for here, there in ((one, two), (two, one)):
            beside = squares[here - 1]["adj"]
            if f"s{there}" not in beside:
                beside.append(f"s{there}")
    return squares


def _place(word: str, n: int, most: int) -> int:
    if not 1 <= n <= most:
        raise InputError(T("“{word}”: there are squares 1 to {most}, not {n}.", word=word[:20], most=most, n=n))
    return n


def _typed_lines(words: str, half: Half) -> list[list[str]]:
    if not half.squares:
        raise InputError(T("Answer first which squares this half has."))
    lines = []
    for word in words.replace(",", " ").split():
        if _LINE.fullmatch(word.casefold()) is None:
            raise InputError(T("“{word}” is no line. Type its squares like 1-2-3.", word=word[:20]))
        places = [_place(word, int(n), len(half.squares)) for n in re.findall(r"\d+", word)]
        if len(set(places)) < len(places):
            raise InputError(T("“{word}” names one square twice. Type the line again.", word=word[:20]))
        lines.append([half.squares[n - 1].id for n in places])
    if not lines:
        raise InputError(T("Type at least one line, like 1-2-3."))
    return lines
