"""Readings of a Sobek position for drawing: names, what a card costs, the sets of a seat with their sums."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.text import T, Text
from companion.games.sobek import scoring
from companion.games.sobek.catalogue import AMULET, CHARACTER_NAMES, CHARACTERS, FACE_DOWN, FAMILY_NAMES, Catalogue
from companion.games.sobek.state import EMPTY, LaidSet, Sobek


class SetFace(NamedTuple):
    """A set as it is drawn: its family, its cards, the Prosperity bonus on it, whether it lies flat, sum and points."""

    family: str
    cards: tuple[str, ...]
    added: int
    flat: bool
    sum: Text
    points: int


def bonus(state: Sobek) -> int:
    """Scarabs that each Prosperity adds; 0 while nobody has told."""
    return state.rules.prosperity_scarabs or 0


def set_face(state: Sobek, laid: LaidSet) -> SetFace:
    """How a set is drawn."""
    counted = scoring.LaidSet(laid.family, laid.scarabs(state.facts), len(laid.cards), laid.flat, laid.prosperity)
    each = bonus(state)
    points = scoring.worth(counted, each)
    added = laid.prosperity * each
    if laid.flat:
        told = say_flat(points)
    elif added:
        told = T(
            "({scarabs} + {added}) × {cards} = {points}",
            scarabs=counted.scarabs, added=added, cards=counted.cards, points=points,
        )  # fmt: skip
    else:
        told = T("{scarabs} × {cards} = {points}", scarabs=counted.scarabs, cards=counted.cards, points=points)
    return SetFace(laid.family, laid.cards, added, laid.flat, told, points)


def say_flat(points: int) -> Text:
    """The sum of a set that was laid at the end: its scarabs alone."""
    return T("horizontal: {points}", points=points)


def sets_of(state: Sobek, seat: str) -> list[SetFace]:
    """The sets in front of a seat, in the order they were laid."""
    return [set_face(state, laid) for laid in state.sides[seat].sets]


def draft_face(state: Sobek, seat: str) -> SetFace | None:
    """What a seat is laying now, together with the set it goes to."""
    draft = state.sides[seat].draft
    if draft is None:
        return None
    flat = state.stage == "last"
    old = state.sides[seat].sets[draft.onto] if draft.onto >= 0 else LaidSet(draft.family, (), 0, flat)
    return set_face(state, LaidSet(draft.family, old.cards + draft.cards, old.prosperity, old.flat))


def passed(state: Sobek, place: int) -> int:
    """How many cards lie before `place` on the quay: what taking it costs."""
    return sum(card != EMPTY for card in state.quay[: place - 1])


def short_name(card: str) -> Text:
    """A card without its scarabs, which are drawn."""
    if card == AMULET:
        return T("Amulet")
    if card == FACE_DOWN:
        return T("Character")
    if card == "QUE":
        return T("Queen")
    return CHARACTER_NAMES[card] if card in CHARACTERS else FAMILY_NAMES[card[:3]]


def say_take(state: Sobek, place: int) -> Text:
    """Taking the card at `place`; what it costs stands under it."""
    return T("Take {card}", card=short_name(state.quay[place - 1]))


def delivery_keys(facts: Catalogue) -> tuple[str, ...]:
    """Cards of a delivery in two rows: with scarabs and the amulet, without and the character."""
    pairs = [family.cards for family in facts.families.values()]
    return (*(valued for valued, _ in pairs), AMULET, *(plain for _, plain in pairs), FACE_DOWN)


def member_keys(facts: Catalogue, family: str) -> tuple[str, ...]:
    """Cards that a set of `family` may have, and the characters."""
    return (*facts.families[family].cards, AMULET, *CHARACTERS)
