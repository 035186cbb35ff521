"""The survey of one's own box: the questions that fill in what is printed there and not publicly known.

A game lists its `Question`s (`Game.survey`); the wizard on the screen and the command line ask them, check every answer
here and against the whole box, and keep it as the owner's value of one fact.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from companion.engine.box import UNKNOWN, Box, has_gap
from companion.engine.errors import InputError
from companion.engine.form_reading import shown
from companion.engine.text import T, Text

Kind = Literal["number", "choice", "list", "words", "form"]
MOST_LETTERS = 40


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One question; its answer becomes the owner's value of the fact `key`.

    text: the question in one sentence. why: what the answer is needed for. section: the part of the survey it belongs
    to. kind:
    * number: a whole number from `low` to `high`;
    * choice: one of `choices`, each a JSON value with its words;
    * list: an array with one entry for each of `parts`, each one of `choices`, or a whole number from `low` to `high`,
      or None where that one is not known;
    * words: a name of up to 40 letters;
    * form: anything that needs a drawing; the board brings its own form (`Board.survey_form`), and `typed` says how it
      is typed on the command line (`Game.type_answer` reads it).
    picture: what a drawn hint shows, in words of the game's board (`Board.survey_hint`).
    """

    key: str
    text: Text
    why: Text
    section: Text
    kind: Kind = "number"
    low: int = 0
    high: int = 0
    choices: tuple[tuple[Any, Text], ...] = ()
    parts: tuple[Text, ...] = ()
    typed: Text | None = None
    picture: tuple[str, ...] = ()


def from_facts(box: Box) -> tuple[Question, ...]:
    """The survey of a game that needs no more: every bounded whole number, and a name for what is simply unknown."""
    return tuple(
        Question(
            key=key,
            text=T("{fact}: what does your box say?", fact=Text(fact.label)),
            why=Text(fact.costs or fact.note or fact.source),
            section=T("What is printed"),
            kind="number" if fact.most else "words",
            low=fact.least,
            high=fact.most,
        )
        for key, fact in box.facts.items()
        if fact.most or fact.value is None
    )


def answered(box: Box, question: Question) -> bool:
    """Whether the owner has answered this question before."""
    return question.key in box.overrides


def is_open(box: Box, question: Question) -> bool:
    """Whether an answer is wanted: the owner has given none, and no source is sure."""
    fact = box.fact(question.key)
    return not answered(box, question) and (has_gap(fact.value) or fact.confidence in ("low", "unknown"))


def check_answer(question: Question, value: Any) -> Any:
    """The answer as it is kept. Raises `InputError` saying what is possible.

    Forms are checked by the game alone (`Game.check_box`).
    """
    if question.kind == "number":
        return _number(question, value)
    if question.kind == "choice":
        return _choice(question, value)
    if question.kind == "list":
        return _list(question, value)
    if question.kind == "words":
        return _words(value)
    return value


def read_answer(question: Question, typed: str) -> Any:
    """The answer that somebody typed: a number, the value or the number of a choice, several apart by spaces.

    In a list "?" stands for an entry that is not known.

    Raises `InputError`. Forms are read by the game (`Game.type_answer`).
    """
    words = typed.strip()
    if question.choices:
        known = [number for number, _ in numbered(question)]
        for word in words.replace(",", " ").split() if question.kind == "list" else [words]:
            if word != "?" and not _among(question, _typed_one(question, word)):
                raise InputError(
                    T("“{value}” is none of the answers. Type a number: {known}.", value=word[:MOST_LETTERS],
                      known=", ".join(known))
                )  # fmt: skip
    if question.kind == "list":
        entries = words.replace(",", " ").split()
        return check_answer(question, [None if entry == "?" else _typed_one(question, entry) for entry in entries])
    return check_answer(question, _typed_one(question, words))


def numbered(question: Question) -> tuple[tuple[str, Any], ...]:
    """The choices with the number each is typed by: where they are numbers, itself; else from 1 on."""
    if any(type(value) is int for value, _ in question.choices):
        return tuple((str(value), value) for value, _ in question.choices)
    return tuple((str(i), value) for i, (value, _) in enumerate(question.choices, 1))


def _typed_one(question: Question, word: str) -> Any:
    for number, value in numbered(question):
        if word == number or word.casefold() == str(value).casefold():
            return value
    if question.kind == "words" or not word.removeprefix("-").isdecimal():
        return word
    return int(word) if len(word) < 10 else word


def _number(question: Question, value: Any) -> int:
    if type(value) is not int or not question.low <= value <= question.high:
        raise InputError(
            T("Give a whole number from {low} to {high}, not “{value}”.", low=question.low, high=question.high,
              value=shown(value))
        )  # fmt: skip
    return value


def _among(question: Question, value: Any) -> bool:
    return any(type(known) is type(value) and known == value for known, _ in question.choices)


def _choice(question: Question, value: Any) -> Any:
    if not _among(question, value):
        known = ", ".join(msgspec.json.encode(known).decode().strip('"') for known, _ in question.choices)
        raise InputError(T("“{value}” is not among: {known}.", value=shown(value), known=known))
    return value


def _list(question: Question, value: Any) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) != len(question.parts):
        n = len(value) if isinstance(value, list | tuple) else 1
        wanted = len(question.parts)
        raise InputError(T("Give {wanted} answers here, one after the other, not {n}.", wanted=wanted, n=n))
    one = _choice if question.choices else _number
    return [entry if entry is None or entry == UNKNOWN else one(question, entry) for entry in value]


def _words(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > MOST_LETTERS:
        raise InputError(T("Give a name of 1 to {most} letters.", most=MOST_LETTERS))
    return value.strip()
