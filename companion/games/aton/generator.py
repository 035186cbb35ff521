"""Every move that answers the decision: the generator, beside the validator of `referee` (spec aton 4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeVar

from companion.engine.game import TABLE, Move
from companion.games.aton import rules
from companion.games.aton.layout import SEATS, VALUES, bits
from companion.games.aton.moves import (
    Coin,
    Exchange,
    PlaceAll,
    Ready,
    RemoveAll,
    Reveal,
    ThinAll,
    Thrown,
    TieDraw,
    Unready,
)
from companion.games.aton.position import AtonState

M = TypeVar("M", bound=Move)

_ROWS = tuple(product(VALUES, repeat=4))
_REVEALS = {seat: tuple(Reveal(seat, row) for row in _ROWS) for seat in SEATS}
_THROWN = {seat: tuple(Thrown(seat, row) for row in _ROWS) for seat in SEATS}
_TIE_DRAWS = tuple(TieDraw(TABLE, red, blue) for red, blue in product(VALUES, repeat=2))
_COINS = (Coin(TABLE, "red"), Coin(TABLE, "blue"))


def legal_moves(state: AtonState) -> Sequence[Move]:
    """Every move that answers the decision of `state`; empty at the end."""
    phase = state.phase
    if phase == "place":
        return _placements(state)
    if phase == "reveal":
        one, two = (
            () if side.row is not None else _REVEALS[seat] for seat, side in zip(state.seats, state.sides, strict=True)
        )
        return one + two
    if phase == "cards":
        return _card_acts(state)
    if phase == "remove":
        return _removals(state)
    if phase == "thin":
        return _thinnings(state)
    if phase == "tie_draw":
        return _TIE_DRAWS
    if phase == "coin":
        return _COINS
    if phase == "thrown":
        return _THROWN[state.seats[state.active]]
    return ()


def _card_acts(state: AtonState) -> list[Move]:
    found: list[Move] = []
    for seat, side in zip(state.seats, state.sides, strict=True):
        if not side.ready:
            found.append(Ready(seat))
            if side.token:
                found.append(Exchange(seat))
        elif not side.bound and state.options["reopen_row"] == "until_both":
            found.append(Unready(seat))
    return found


def _picked(moves: tuple[M, ...], spaces: int) -> list[M]:
    return [moves[bit] for bit in bits(spaces)]


def _placements(state: AtonState) -> Sequence[Move]:
    i = state.active
    seat = state.seats[i]
    side = state.sides[i]
    layout = state.layout
    assert side.row is not None
    empty = layout.open[side.row[2]] & ~(state.sides[0].counters | state.sides[1].counters)
    cards_left, stock = side.row[3] - state.done, state.stock(i)
    if min(cards_left, stock) >= empty.bit_count():
        return [PlaceAll(seat, layout.spaces(empty))]
    return _picked(layout.place[seat], empty)


def _removals(state: AtonState) -> Sequence[Move]:
    i = state.active
    seat = state.seats[i]
    layout = state.layout
    there = rules.removable(state, i)
    number, _ = rules.removal_of(state, i)
    if there.bit_count() <= number - state.done:
        return [RemoveAll(seat, layout.spaces(there))]
    return _picked(layout.remove[seat], there)


def _thinnings(state: AtonState) -> Sequence[Move]:
    i = state.active
    seat = state.seats[i]
    layout = state.layout
    there = rules.thinnable(state, i)
    if there.bit_count() == sum(rules.to_thin(state, i)):
        return [ThinAll(seat, layout.spaces(there))]
    return _picked(layout.thin[seat], there)
