"""The real box of a simulated game: what it knows, and invented facts for what it doesn't; a shuffled deck."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.games.nefertiti.catalogue import read_catalogue
from companion.games.nefertiti.components import GIFTS, HOUSE, TYPES, Catalogue, Half, Square
from companion.games.nefertiti.oracle import Board, Spot
from companion.games.nefertiti.state import AKHENATON, LAST_FIVE


def shuffled_deck(facts: Catalogue, draw: Draw) -> list[str]:
    """The deck, top first: 46 gifts, Akhenaton among the last five (spec 3.1 step 7)."""
    gifts = draw.shuffled([gift for gift in GIFTS for _ in range(facts.gifts[gift])])
    last = [*gifts[-(LAST_FIVE - 1) :], AKHENATON]
    return gifts[: -(LAST_FIVE - 1)] + draw.shuffled(last)


def shuffled_again(deck: list[str], draw: Draw, known: bool) -> list[str]:
    """Another order of what is left that nobody at the table could tell from this one."""
    top, rest = (deck[:1], deck[1:]) if known else ([], list(deck))
    above = [card for card in rest if card != AKHENATON]
    mixed = draw.shuffled(above)
    if AKHENATON in rest:
        low = max(0, len(rest) - LAST_FIVE)
        mixed.insert(low + draw.below(len(rest) - low), AKHENATON)
    return top + mixed


def real_box(box: Box, practice: Box, draw: Draw) -> tuple[dict[str, Half], dict[str, tuple[int, ...]]]:
    """Halves and value rows as printed on this copy: known ones stay, the rest is taken from the practice board."""
    known, invented = read_catalogue(box), read_catalogue(practice)
    halves = {}
    for name, half in known.halves.items():
        if half.complete and half.rule is not None:
            halves[name] = half
            continue
        model = invented.halves[draw.pick(tuple(invented.halves))]
        squares = half.squares if half.complete else half.squares or model.squares
        same = squares is model.squares
        if same and not draw.below(3):
            squares = _with_equals(squares, draw)
        rule = half.rule or (model.rule if same else None)
        if not same and rule is not None and rule.kind in ("LINE", "CONNECTED_GE") and not half.complete:
            rule = None
        halves[name] = Half(name, half.market, squares, True, rule)
    values = {}
    for kind in TYPES:
        values[kind] = _row(known.types[kind].values, invented.types[kind].values)
    return halves, values


def _with_equals(squares: tuple[Square, ...], draw: Draw) -> tuple[Square, ...]:
    """Whether a half has equal numbers is not known: here it has (spec 5.4)."""
    i = draw.below(len(squares) - 1)
    return (*squares[:i], msgspec.structs.replace(squares[i], bid=squares[i + 1].bid), *squares[i + 1 :])


def _row(known: tuple[int | None, ...], model: tuple[int | None, ...]) -> tuple[int, ...]:
    row: list[int] = []
    for i, value in enumerate(known):
        if value is None:
            later = max((n for n in known[i:] if n is not None), default=0)
            value = max(later, model[i] or 0)
            if row:
                value = min(value, row[-1])
        row.append(value)
    return tuple(row)


def real_house(answers: dict[str, Any], draw: Draw) -> dict[str, Any]:
    """An answer to every question of the house: the ones in force, and the table's own for the others."""
    found = {}
    for key, possible in HOUSE.items():
        choices = [value for value in possible if value != "ask"]
        found[key] = answers.get(key, draw.pick(choices))
    return found


def board_of(half: Half) -> Board:
    """A half as the oracle reads it."""
    spots = {square.id: Spot(square.bid, frozenset(square.icons), frozenset(square.adj)) for square in half.squares}
    rule = half.rule
    if rule is None:
        return Board(spots, "MANUAL")
    lines = tuple(frozenset(line) for line in rule.lines)
    return Board(spots, rule.kind, rule.n, rule.colours, rule.total, lines)


def characters_there(facts: Catalogue, practice: Box, players: int) -> dict[str, int]:
    """How many of each card the table has beside the board; unknown numbers as on the practice board."""
    invented = read_catalogue(practice)
    found: dict[str, int] = {}
    for card, character in facts.characters.items():
        n = character.copies
        if n is None:
            like = [c for c in invented.characters.values() if c.kind == character.kind]
            exact = [c for c in like if c.id == card]
            n = sum(c.copies or 0 for c in exact or like)
        found[card] = n
    if players == 3 and found.get(facts.removed_with_3):
        found[facts.removed_with_3] -= 1
    return found


def icons_word(icons: tuple[str, ...]) -> str:
    """Icons as a move says them."""
    order = ("COIN", "PLUS_GIFT", "ONE_GIFT")
    return "+".join(icon for icon in order if icon in icons) or "none"
