"""The survey of an owner's box of Sobek, and what is unusual about its answers (spec sobek 11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.game import Fault
from companion.engine.survey import Question
from companion.engine.text import TN, T, Text
from companion.games.sobek import track as tracks
from companion.games.sobek.catalogue import (
    CHARACTER_CARDS,
    CHARACTER_NAMES,
    CHARACTERS,
    DOUBLES,
    FAMILIES,
    FAMILY_NAMES,
    MOST_VALUE,
    TOKEN_NAMES,
    UNSURE_TOKENS,
    Catalogue,
    doubled,
    read_catalogue,
)

NUMBERS = T("Numbers on tokens")
PEOPLE = T("The nine characters")
TOKENS = T("Event tokens")
TRACK = T("The score track")
SCARABS = T("Cards with scarabs")

_GREEN = {"IVO": 1, "EBO": 1, "MAR": 1, "CAT": 2, "FIS": 2, "WHE": 2}
"""Cards with a green back as one source lists them; another number is pointed out."""
_ANKH_AT = 61
_NEEDED = ("IVO", "WHE")
"""Families that the rulebook shows a character of."""


def questions(box: Box) -> tuple[Question, ...]:
    """Everything to be read off the box, what play needs most first; later ones depend on earlier answers."""
    return (*_numbers(), *_characters(box), *_tokens(), *_track(box), *_scarabs(box))


def _numbers() -> Iterator[Question]:
    yield Question(
        key="prosperity",
        text=T("How many scarabs does a Prosperity token add?"),
        why=T("It is printed on the token and counts in every set it lies on."),
        section=NUMBERS,
        low=1,
        high=2,
        picture=("token:PRO",),
    )
    yield Question(
        key="curse",
        text=T("How many cards does a Curse token count for?"),
        why=T("It is printed on the token and decides who is most corrupt."),
        section=NUMBERS,
        low=1,
        high=2,
        picture=("token:CUR",),
    )


def _characters(box: Box) -> Iterator[Question]:
    for name in DOUBLES:
        yield Question(
            key=f"copies.{name}",
            text=T("{character}: how many cards are there?", character=CHARACTER_NAMES[name]),
            why=T("Nine cards have an orange back: one Queen, and two of the six other names twice."),
            section=PEOPLE,
            low=1,
            high=2,
            picture=(f"power:{name}",),
        )
    for name in CHARACTERS:
        copies = _copies(box, name)
        for n in range(1, copies + 1):
            yield _family(name, n, copies)


def _copies(box: Box, name: str) -> int:
    """Cards of this name that there are for sure."""
    if name not in DOUBLES:
        return 1
    said = {other: box.value(f"copies.{other}") for other in DOUBLES}
    counts = {other: n if type(n) is int and n in (1, 2) else None for other, n in said.items()}
    try:
        return doubled(counts)[name][0]
    except ValueError:
        return 1


def _family(name: str, n: int, copies: int) -> Question:
    character = CHARACTER_NAMES[name]
    text = T("{character}: which goods does the card belong to?", character=character)
    if copies > 1 and n == 1:
        text = T("{character}, first card: which goods does it belong to?", character=character)
    elif copies > 1:
        text = T("{character}, second card: which goods does it belong to?", character=character)
    return Question(
        key=f"family.{name}.{n}",
        text=text,
        why=T("A character lies in sets of its own goods only: the border of the card tells them."),
        section=PEOPLE,
        kind="choice",
        choices=tuple((family, FAMILY_NAMES[family]) for family in FAMILIES),
        picture=(f"power:{name}",),
    )


def _tokens() -> Iterator[Question]:
    for name in UNSURE_TOKENS:
        yield Question(
            key=f"tokens.{name}",
            text=T("{token}: how many tokens are there?", token=TOKEN_NAMES[name]),
            why=T("There are twelve tokens: four Alliances, two Prosperities, and two of these four names twice."),
            section=TOKENS,
            low=1,
            high=2,
            picture=(f"token:{name}",),
        )


def _track(box: Box) -> Iterator[Question]:
    yield Question(
        key="track.order",
        text=T("Do the four symbols stand in the same order in every group, the ankh first?"),
        why=T("The most corrupt goes back from symbol to symbol, and an Alliance looks for one."),
        section=TRACK,
        kind="choice",
        choices=(("same", T("Yes, in every group")), ("other", T("No, they differ"))),
        picture=("track",),
    )
    if box.value("track.order") == "other":
        yield Question(
            key="track",
            text=T("Which symbols stand on the track, group by group?"),
            why=T("With it Cartouche counts every step on your own track."),
            section=TRACK,
            kind="form",
            typed=T("Twenty groups of four letters, from the space after 0 on: A the ankh, B, C and D the others."),
            picture=("track",),
        )
    for symbol in tracks.SYMBOLS[1:]:
        yield Question(
            key=f"symbol.{symbol}",
            text=_called(box, symbol),
            why=T("It is only a name, so that you recognise the symbol on the screen."),
            section=TRACK,
            kind="words",
            picture=(f"symbol:{symbol}",),
        )


def _called(box: Box, symbol: str) -> Text:
    """Asks for the name of a symbol by the first space that carries it."""
    track = box.value("track")
    looked_up = box.value("track.order") == "other" and isinstance(track, list | tuple) and symbol in track
    at = list(track).index(symbol) if looked_up else tracks.DEFAULT.index(symbol)
    return T("What do you call the symbol on space {n}?", n=at)


def _scarabs(box: Box) -> Iterator[Question]:
    for family in FAMILIES:
        total, green = box.value(f"total.{family}"), box.value(f"green.{family}")
        beige = total - green if type(total) is int and type(green) is int else 1
        yield Question(
            key=f"valued.{family}",
            text=T("{family}: how many cards show scarabs?", family=FAMILY_NAMES[family]),
            why=T("Cartouche can then tell when more scarabs are entered than there are."),
            section=SCARABS,
            low=1,
            high=max(beige, 1),
            picture=(f"family:{family}",),
        )
    for family in FAMILIES:
        if box.facts[f"value.{family}"].confidence != "certain":
            yield Question(
                key=f"value.{family}",
                text=T("{family}: how many scarabs does a card with scarabs show?", family=FAMILY_NAMES[family]),
                why=T("What Cartouche knows is very likely and not certain: {value}.", value=_shown(box, family)),
                section=SCARABS,
                low=1,
                high=MOST_VALUE,
                picture=(f"family:{family}",),
            )


def _shown(box: Box, family: str) -> int:
    value = box.facts[f"value.{family}"].value
    return value if type(value) is int else 1


def type_answer(question: Question, words: str) -> Any:
    """The track as typed on the command line. Raises `InputError`."""
    if question.key != "track":
        raise InputError(T("Answer this question on the screen."))
    return list(tracks.check_track(tracks.read_groups(words)))


def check_box(box: Box) -> tuple[Fault, ...]:
    """What is unusual about a box, as warnings. Raises `InputError` for what can't be."""
    return check_catalogue(read_catalogue(box))


def check_catalogue(catalogue: Catalogue) -> tuple[Fault, ...]:
    """What is unusual about readable facts: green backs, families of characters, the track, equal names."""
    return (
        *_unusual_green(catalogue),
        *_unusual_people(catalogue),
        *_unusual_track(catalogue),
        *_unusual_names(catalogue),
    )


def _unusual_green(catalogue: Catalogue) -> Iterator[Fault]:
    for family in catalogue.families.values():
        if family.green != _GREEN[family.id]:
            text = TN(
                "{family}: {n} card with a green back; the only known list says {known}.",
                "{family}: {n} cards with a green back; the only known list says {known}.",
                family.green,
                family=FAMILY_NAMES[family.id],
                known=_GREEN[family.id],
            )
            yield Fault("A_GREEN", text, (f"family:{family.id}",), warning=True)


def _unusual_people(catalogue: Catalogue) -> Iterator[Fault]:
    borne = [family for families in catalogue.bears.values() for family in families]
    if len(borne) == CHARACTER_CARDS and "" not in borne:
        for family in _NEEDED:
            if family not in borne:
                text = T(
                    "No character belongs to {family}, but the rulebook shows one. Look at the nine cards again.",
                    family=FAMILY_NAMES[family],
                )
                yield Fault("A_FAMILY", text, (f"family:{family}",), warning=True)


def _unusual_track(catalogue: Catalogue) -> Iterator[Fault]:
    track = catalogue.track
    numbers = [at for at, sign in enumerate(track) if (sign == tracks.NUMBER) != (at % tracks.GROUP == 0)]
    if numbers:
        text = T("Numbers stand on every fifth space as far as is known. Look at space {n} again.", n=numbers[0])
        yield Fault("A_NUMBERS", text, ("track",), warning=True)
    for at, group in enumerate(tracks.groups(track)):
        if not numbers and len(set(group)) < len(group):
            text = T("The group after {n} has a symbol twice. Look at it again.", n=at * tracks.GROUP)
            yield Fault("A_GROUP", text, ("track",), warning=True)
    if track[_ANKH_AT] != "ANKH":
        text = T("Space {n} carries the ankh in the rulebook's example. Look at the track again.", n=_ANKH_AT)
        yield Fault("A_ANKH", text, ("track",), warning=True)


def _unusual_names(catalogue: Catalogue) -> Iterator[Fault]:
    names = [name.casefold() for name in catalogue.symbols.values() if name]
    for name in sorted(set(names)):
        if names.count(name) > 1:
            yield Fault("A_NAME", T("Two symbols are called “{name}”.", name=name), ("track",), warning=True)
