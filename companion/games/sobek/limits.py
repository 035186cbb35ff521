"""What the box allows: how many of each card can still turn up, and whom a character can belong to (spec 2, 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from companion.games.sobek.catalogue import (
    AMULET,
    CHARACTER_CARDS,
    CHARACTERS,
    DOUBLES,
    FACE_DOWN,
    UNSURE_TOKENS,
    Catalogue,
    doubled,
)
from companion.games.sobek.state import EMPTY, Sobek

TWICE = 2
"""So many of the six names, and so many of the four kinds of tokens, are there twice."""


def bound(facts: Catalogue, card: str) -> int:
    """How many of a goods card (or amulets, or face-down characters) there can be, as far as a refusal may say so.

    The number of green cards by family is not certain enough for that (spec 2.2).
    """
    if card == AMULET:
        return facts.amulets
    if card == FACE_DOWN:
        return CHARACTER_CARDS
    family = facts.families[card[:3]]
    if card != family.cards[0]:
        return family.most_plain
    return family.total if family.valued is None else family.valued


def room(facts: Catalogue, card: str, there: Mapping[str, int]) -> int:
    """How many more of `card` there can be beside the cards that are `there` (numbers by card id)."""
    free = bound(facts, card) - there.get(card, 0)
    return min(free, room_of_family(facts, card[:3], there)) if card[:3] in facts.families else free


def room_of_family(facts: Catalogue, family: str, there: Mapping[str, int]) -> int:
    """How many more goods of `family` there can be."""
    valued, plain = facts.families[family].cards
    return facts.families[family].total - there.get(valued, 0) - there.get(plain, 0)


def turned_up(state: Sobek, but: int = 0) -> dict[str, int]:
    """Cards that lay on the quay in this round, with those of the delivery being laid, but the place `but` (from 1)."""
    there = dict(state.seen)
    for place, card in enumerate(state.quay, 1):
        if card != EMPTY and place != but:
            there[card] = there.get(card, 0) + 1
    return there


class OnShow(msgspec.Struct):
    """Cards that lie open now. goods: by card id, the quay with them. placed: families of each character in a set.

    powers: characters laid off, by name.
    """

    goods: dict[str, int]
    placed: dict[str, list[str]]
    powers: Mapping[str, int]


def on_show(state: Sobek, who: str) -> OnShow:
    """What lies open besides a card that `who` would lay.

    While all lay their last sets at once, those of the others do not count: who is quicker must not matter.
    """
    goods: dict[str, int] = {}
    placed: dict[str, list[str]] = {}
    for card in state.quay:
        if card not in (EMPTY, FACE_DOWN):
            goods[card] = goods.get(card, 0) + 1
    together = state.stage == "last"
    for seat, side in state.sides.items():
        for laid in side.sets:
            if not (together and laid.flat and seat != who):
                _show(laid.cards, laid.family, goods, placed)
        if side.draft is not None and (not together or seat == who):
            _show(side.draft.cards, side.draft.family, goods, placed)
    return OnShow(goods, placed, state.discard)


def _show(cards: Iterable[str], family: str, goods: dict[str, int], placed: dict[str, list[str]]) -> None:
    for card in cards:
        if card in CHARACTERS:
            placed.setdefault(card, []).append(family)
        else:
            goods[card] = goods.get(card, 0) + 1


def copies_shown(show: OnShow, name: str) -> int:
    """Cards of a character that lie open."""
    return len(show.placed.get(name, ())) + show.powers.get(name, 0)


def _implied(facts: Catalogue, show: OnShow, name: str, family: str | None) -> tuple[int, bool]:
    """Copies of `name` that must exist if one more lies open as `family` (None: any), and whether families allow it."""
    bears = facts.bears[name]
    known = Counter(one for one in bears if one)
    placed = Counter(show.placed.get(name, ()))
    if family is not None:
        placed[family] += 1
    new = sum(max(n - known[one], 0) for one, n in placed.items())
    at_once = copies_shown(show, name) + 1
    return max(at_once, known.total() + new), new <= len(bears) - known.total()


def too_many(facts: Catalogue, show: OnShow, name: str, family: str | None = None) -> bool:
    """Whether one more `name` is more than the box has, the doubled names taken together (spec 2.3)."""
    copies, _ = _implied(facts, show, name, family)
    if copies > facts.most_copies[name]:
        return True
    if copies < TWICE or facts.copies[name] is not None:
        return False
    others = [one for one in DOUBLES if one != name]
    twice = sum((facts.copies[one] or copies_shown(show, one)) >= TWICE for one in others)
    return twice >= TWICE


def may_belong(facts: Catalogue, show: OnShow, name: str, family: str) -> bool:
    """Whether a card of the character `name` can be one of `family` (spec 2.3, 11-U2)."""
    return _implied(facts, show, name, family)[1]


def most_dropped(state: Sobek, family: str) -> int:
    """How many cards of `family` can lie under one tile: what is nowhere open, and no more than under all tiles."""
    facts, show = state.facts, on_show(state, state.turn)
    kinds = facts.families[family]
    goods = kinds.total - sum(show.goods.get(card, 0) for card in kinds.cards)
    characters = 0
    for name in CHARACTERS:
        bears = facts.bears[name]
        open_ = show.placed.get(name, []).count(family)
        characters += max(sum(one in ("", family) for one in bears) - open_, 0)
    free = goods + characters - state.discard.get(family, 0)
    return max(min(free, state.under_tiles), 0)


def seen_under(state: Sobek, family: str) -> int:
    """Goods of `family` that everybody saw go under the tile of the seat to move, and that must lie there still."""
    pile = state.sides[state.turn].pile
    return max(sum(pile.slots.get(card, 0) for card in state.facts.families[family].cards) - pile.spare, 0)


def least_dropped(state: Sobek) -> int:
    """How many cards the priest drops at least: those that everybody saw go under the tile (spec 6)."""
    return min(state.least, most_dropped(state, state.family))


def token_room(state: Sobek, token: str) -> int:
    """How many tokens of a kind can still be among those left."""
    return state.facts.most_tokens[token] - state.used.get(token, 0)


def _told_doubles(counts: Mapping[str, int | None]) -> tuple[dict[str, int | None], dict[str, int]]:
    bounds = doubled(counts)
    sure = {name: low if low == high else None for name, (low, high) in bounds.items()}
    return sure, {name: high for name, (_, high) in bounds.items()}


def with_doubled_token(facts: Catalogue, token: str) -> Catalogue:
    """The box after two tokens of a kind were seen in one round."""
    counts = {name: 2 if name == token else facts.tokens[name] for name in UNSURE_TOKENS}
    sure, most = _told_doubles(counts)
    return msgspec.structs.replace(
        facts, tokens={**facts.tokens, **sure}, most_tokens={**facts.most_tokens, **most}
    )  # fmt: skip


def with_two_copies(facts: Catalogue, name: str) -> Catalogue:
    """The box after two cards of a character were seen. Raises ValueError where there can't be two."""
    counts = {one: 2 if one == name else facts.copies[one] for one in DOUBLES}
    sure, most = _told_doubles(counts)
    most_copies = {**facts.most_copies, **most}
    bears = {one: families[: most_copies[one]] for one, families in facts.bears.items()}
    return msgspec.structs.replace(facts, copies={**facts.copies, **sure}, most_copies=most_copies, bears=bears)


def with_family(facts: Catalogue, name: str, family: str) -> tuple[Catalogue, int]:
    """The box after an unknown copy of `name` was seen to be of `family`, and the number of that copy (from 1)."""
    bears = list(facts.bears[name])
    at = bears.index("")
    bears[at] = family
    return msgspec.structs.replace(facts, bears={**facts.bears, name: tuple(bears)}), at + 1


def facts_of(printed: Catalogue, told: Mapping[str, int | str]) -> Catalogue:
    """The box with everything that was told. Raises ValueError for what can't be together."""
    facts = printed
    for key, value in sorted(told.items()):
        what, _, name = key.partition(".")
        if what == "copies":
            facts = with_two_copies(facts, name)
        elif what == "tokens":
            facts = with_doubled_token(facts, name)
        elif what in ("curse", "prosperity") and isinstance(value, int):
            facts = msgspec.structs.replace(facts, **{what: value})
    for key, value in told.items():
        what, _, name = key.partition(".")
        if what == "family":
            name, _, number = name.partition(".")
            bears = list(facts.bears[name])
            if int(number) <= len(bears):
                bears[int(number) - 1] = str(value)
            facts = msgspec.structs.replace(facts, bears={**facts.bears, name: tuple(bears)})
    return facts
