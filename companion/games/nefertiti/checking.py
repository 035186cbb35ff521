"""What cannot be, and what is unusual, about the facts of a box as a whole (spec nefertiti 2.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.game import Fault
from companion.engine.text import TN, T, Text
from companion.games.nefertiti.catalogue import read_catalogue
from companion.games.nefertiti.closing import largest_group
from companion.games.nefertiti.components import (
    COUNTED,
    HALVES,
    KIND_NAMES,
    KINDS,
    TYPE_NAMES,
    Catalogue,
    Dice,
    GiftType,
    Half,
    Rule,
    character_name,
    half_name,
)

RARE_FIRST = (("gold", "necklace"), ("mirror", "statuette"), ("chair", "harp"))
"""Groups of types, the rarest first: a rarer type is worth more (spec 2.2)."""
FEW_SQUARES, MANY_SQUARES = 5, 14
"""A half has about ten squares; others are worth a second look."""


def check_catalogue(box: Box) -> tuple[Fault, ...]:
    """What is unusual, as warnings that say why. Raises InputError for what can't be."""
    catalogue = read_catalogue(box)
    _check_copies(box, catalogue)
    faults = [fault for half in HALVES for fault in _half(box, catalogue.halves[half], catalogue.dice)]
    return (*faults, *_values(catalogue), *_characters(box, catalogue), *_scribes(box, catalogue))


def _warning(code: str, text: Text, *targets: str) -> Fault:
    return Fault(code, text, targets, warning=True)


def _check_copies(box: Box, catalogue: Catalogue) -> None:
    told = [n for n in (box.value(f"copies.{kind}") for kind in KINDS) if n is not None]
    total = sum(told)
    missing = len(KINDS) - len(told)
    if total + missing > catalogue.character_total:
        raise InputError(
            T("All characters together are {whole} cards, at least one of each kind; {total} for {kinds} kinds are "
              "too many. Count again.", whole=catalogue.character_total, total=total, kinds=len(told))
        )  # fmt: skip


def _half(box: Box, half: Half, dice: Dice) -> Iterator[Fault]:
    rule, has_lines = box.value(f"half.{half.id}.rule"), bool(box.value(f"half.{half.id}.lines"))
    where = half_name(half.id)
    target = f"half:{half.id}"
    again = [bid for bid, n in Counter(square.bid for square in half.squares).items() if n > 1]
    if again:
        text = T("{half}: more than one square has the number {numbers}. Cartouche will ask who goes first.",
                 half=where, numbers=tuple(sorted(again)))  # fmt: skip
        yield _warning("A_EQUAL", text, target)
    if not half.complete:
        return
    if not FEW_SQUARES <= len(half.squares) <= MANY_SQUARES:
        text = TN(
            "{half}: {n} square. Most halves have about ten; look again.",
            "{half}: {n} squares. Most halves have about ten; look again.",
            len(half.squares),
            half=where,
        )
        yield _warning("A_SQUARES", text, target)
    if rule == "LINE" and has_lines and half.rule is None:
        text = T("{half}: a line names a square that isn't there. Enter the lines again.", half=where)
        yield _warning("A_LINES", text, target)
    if half.rule is not None and not _can_close(half, half.rule, dice):
        text = T("{half}: with these squares its rule can never close it. Look at both again.", half=where)
        yield _warning("A_NEVER", text, target)


def _can_close(half: Half, rule: Rule, dice: Dice) -> bool:
    """Whether the rule is met when every square is taken (colours: by as many players as there may be)."""
    if rule.kind == "SUM_GE":
        return sum(square.bid for square in half.squares) >= rule.n
    if rule.kind == "COUNT_GE":
        return len(half.squares) >= rule.n
    if rule.kind == "COLOURS_OR_TOTAL":
        return len(half.squares) >= min(rule.colours, rule.total)
    if rule.kind == "CONNECTED_GE":
        return largest_group(half, [square.id for square in half.squares]) >= rule.n
    if rule.kind == "DICE_MATCH" and dice.known:
        highest = 6 * (dice.count or 1) if dice.compare == "sum" or dice.count == 1 else 6
        least = (dice.count or 1) if dice.compare == "sum" else 1
        return any(least <= square.bid <= highest for square in half.squares)
    return True


def _values(catalogue: Catalogue) -> Iterator[Fault]:
    for i, rarer in enumerate(RARE_FIRST):
        for commoner in RARE_FIRST[i + 1 :]:
            for rare in rarer:
                for common in commoner:
                    yield from _rare_against_common(catalogue.types[rare], catalogue.types[common])


def _rare_against_common(rare: GiftType, common: GiftType) -> Iterator[Fault]:
    for n, (more, less) in enumerate(zip(rare.values, common.values, strict=True), 1):
        if more is not None and less is not None and more < less:
            text = TN(
                "With {n} owner {common} ({less}) is worth more than {rare} ({more}). Rarer gifts are usually worth "
                "more; look at both cards again.",
                "With {n} owners {common} ({less}) is worth more than {rare} ({more}). Rarer gifts are usually worth "
                "more; look at both cards again.",
                n,
                common=TYPE_NAMES[common.id],
                rare=TYPE_NAMES[rare.id],
                less=less,
                more=more,
            )
            yield _warning("A_RARE", text, f"type:{rare.id}", f"type:{common.id}")
            return


def _characters(box: Box, catalogue: Catalogue) -> Iterator[Fault]:
    copies = {kind: box.value(f"copies.{kind}") for kind in KINDS}
    total = sum(n or 0 for n in copies.values())
    if None not in copies.values() and total < catalogue.character_total:
        text = T("All characters together are {whole} cards; these make {total}. Count again.",
                 whole=catalogue.character_total, total=total)  # fmt: skip
        yield _warning("A_COPIES", text, *(f"character:{kind}" for kind in KINDS))
    for kind, n in copies.items():
        numbers = box.value(f"magnitude.{kind}")
        if n is not None and numbers is not None and box.value(f"effect.{kind}") in COUNTED and len(numbers) != n:
            text = T("{character}: there are {n} cards, but {given} numbers. Enter the numbers again.",
                     character=KIND_NAMES[kind], n=n, given=len(numbers))  # fmt: skip
            yield _warning("A_NUMBERS", text, f"character:{kind}")


def _scribes(box: Box, catalogue: Catalogue) -> Iterator[Fault]:
    numbers = box.value("magnitude.scribe")
    if numbers is None or box.value("copies.scribe") != len(numbers):
        return
    twos = catalogue.characters.get(catalogue.removed_with_3)
    if twos is None:
        text = T("No Scribe +2: with three players one is taken out of the game. Look at the cards again.")
        yield _warning("A_SCRIBE", text, "character:scribe")
    elif "scribe:3" not in catalogue.characters or (twos.copies or 0) < 2:
        text = T("A {scribe} and several of +2 are usual. Look at the cards again.",
                 scribe=character_name(catalogue, "scribe:3"))  # fmt: skip
        yield _warning("A_SCRIBE", text, "character:scribe")
