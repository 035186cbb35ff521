"""Readings of a Nefertiti position for drawing: what each market and each seat shows. Pure, no Kivy."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.engine.text import Text
from companion.games.nefertiti.components import MARKET_NAMES, MARKETS, Square
from companion.games.nefertiti.flow import due
from companion.games.nefertiti.state import Nefertiti

Say = Callable[[Text | str], str]


class SquareLook(NamedTuple):
    """A bid square: its target, number, signs, and the seat of the servant on it ("" if empty)."""

    target: str
    number: str
    icons: tuple[str, ...]
    seat: str


class MarketLook(NamedTuple):
    """A market as drawn: `cells` are its squares in the order they are drawn (None: a gap)."""

    id: str
    name: str
    reserve: int
    gifts: tuple[str, ...]
    seal: bool
    cells: tuple[SquareLook | None, ...]
    known: int


class SeatLook(NamedTuple):
    """A seat's public means; None where they are not for everybody."""

    seat: str
    money: int | None
    free: int
    seals: int
    prestige: int


def shown_markets(state: Nefertiti) -> tuple[str, ...]:
    """The markets that are drawn large: the open ones and those being filled, in the order of the board."""
    coming = state.laying if not state.end else ()
    return tuple(market for market in MARKETS if market in state.open or market in coming)


def hidden_markets(state: Nefertiti) -> tuple[str, ...]:
    """The markets that are closed."""
    shown = shown_markets(state)
    return tuple(market for market in MARKETS if market not in shown)


def named(market: str) -> Text:
    """A market in words."""
    return MARKET_NAMES[market]


def in_places(squares: tuple[Square, ...], columns: int) -> tuple[Square | None, ...]:
    """Squares in reading order for so many columns, as they lie on the board where that fits, with gaps as None."""
    places = {square.at: square for square in squares if square.at is not None}
    if len(places) == len(squares) and squares:
        left = min(column for column, _ in places)
        top = min(row for _, row in places)
        width = max(column for column, _ in places) - left + 1
        height = max(row for _, row in places) - top + 1
        if width <= columns and height <= max(-(-len(squares) // columns), 4 if columns == 3 else 3):
            cells: list[Square | None] = [None] * (columns * height)
            for (column, row), square in places.items():
                cells[(row - top) * columns + column - left] = square
            while cells and cells[-1] is None:
                cells.pop()
            return tuple(cells)
    if len(places) == len(squares):
        return tuple(sorted(squares, key=lambda square: (square.at or (0, 0))[::-1]))
    return squares


def market_look(state: Nefertiti, market: str, columns: int, say: Say) -> MarketLook:
    """What market `market` shows."""
    half = state.half_of(market)
    taken = {servant.square: servant.seat for servant in state.standing(market)}
    cells = tuple(
        None
        if square is None
        else SquareLook(
            f"square:{half.id}:{square.id}",
            str(square.bid),
            square.icons,
            taken.get(f"{half.id}:{square.id}", ""),
        )
        for square in in_places(half.squares, columns)
    )
    return MarketLook(
        market, say(named(market)), state.reserve[market], state.places[market], market in state.seals_at, cells,
        len(half.squares),
    )  # fmt: skip


def due_place(state: Nefertiti) -> str:
    """The target of the place that the next card off the deck goes to; "" while none is laid."""
    place = due(state) if state.stage == "lay" else None
    return f"gift:{state.laying[0]}:{place}" if place else ""


def new_square(state: Nefertiti, market: str) -> str:
    """The target of the square of this market that is not known yet."""
    return f"square:{state.visible[market]}:new"


def seat_look(state: Nefertiti, seat: str) -> SeatLook:
    """What a seat's row shows."""
    money = None if seat in state.veiled else state.money[seat]
    return SeatLook(seat, money, state.free(seat), state.seals[seat], state.prestige[seat])


def acting_market(state: Nefertiti) -> str:
    """The market that is being closed, opened, rolled for or told of now; "" if none is."""
    if state.closing is not None:
        return state.closing.market
    if state.laying and state.stage == "lay":
        return state.laying[0]
    if state.rolling is not None:
        return state.rolling.market
    if state.square is not None:
        return state.square.half[:3]
    return ""
