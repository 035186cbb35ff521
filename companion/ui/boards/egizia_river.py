"""What lies along the river, stop by stop, and its overview with the window of the reach."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.game import Decision
from companion.games.egizia.components import CARD_STOPS, LAST_SPACE, ROUND_SPACES, SITES
from companion.games.egizia.state import Egizia
from companion.ui.boards import egizia_drawing as drawing
from companion.ui.boards.base import Marks
from companion.ui.boards.egizia_layout import STOPS_SHOWN, Places
from companion.ui.pen import Pen
from companion.ui.theme import Colour

_FIXED = (ROUND_SPACES[0], ROUND_SPACES[1], SITES[0], *ROUND_SPACES[2:4], SITES[1], *ROUND_SPACES[4:6], SITES[2],
          LAST_SPACE)  # fmt: skip
PLAIN_ROW = tuple(stop for pair in zip(CARD_STOPS, _FIXED, strict=True) for stop in pair)
"""How the stops stand in a row while nobody has told where they lie: it says nothing about the real river."""


class StopLook(NamedTuple):
    """A stop as it is drawn: the card that lies on it, the ships there, whether the seat to move has passed it."""

    stop: str
    card: str
    ships: tuple[str, ...]
    passed: bool

    @property
    def has_card(self) -> bool:
        """Whether it is one for a card."""
        return self.stop in CARD_STOPS


def in_order(state: Egizia) -> tuple[str, ...]:
    """The 20 stops from the source on, or the plain row while the river is not known."""
    return state.facts.river or PLAIN_ROW


def known(state: Egizia) -> bool:
    """Whether the order of the stops is known."""
    return bool(state.facts.river)


def seat_of(state: Egizia) -> str:
    """The seat whose way down the river is shown: who acts, "" for nobody."""
    return state.turn if state.phase in ("ships", "leftover") else ""


def line(state: Egizia) -> tuple[StopLook, ...]:
    """All 20 stops in order."""
    order = in_order(state)
    who = seat_of(state)
    last = state.sides[who].last if who else ""
    behind = order.index(last) if last in order and known(state) else -1
    return tuple(
        StopLook(stop, state.stops.get(stop, ""), state.ships.get(stop, ()), i < behind) for i, stop in enumerate(order)
    )


def first_shown(state: Egizia, decision: Decision | None = None) -> int:
    """Where the reach begins by itself: at the last ship of the seat to move, or where a stop can be chosen."""
    who = seat_of(state)
    last = state.sides[who].last if who else ""
    order = in_order(state)
    latest = len(order) - STOPS_SHOWN
    start = min(order.index(last), latest) if last in order else 0
    choices = decision.choices if decision is not None else ()
    lit = [order.index(stop) for stop in order if any(f"stop:{stop}" in choice.targets for choice in choices)]
    if lit and not any(start <= at < start + STOPS_SHOWN for at in lit):
        return min(max(lit[0] - STOPS_SHOWN // 2, 0), latest)
    return start


def draw_overview(pen: Pen, places: Places, looks: tuple[StopLook, ...], flows: bool, start: int, marks: Marks) -> None:
    """The 20 stops with the window of the reach; without a river where its order is not known."""
    at = [places.dot(i, not look.has_card) for i, look in enumerate(looks)]
    if places.portrait:
        pen.box(*places.overview, "night")
    if flows:
        (x0, y0), (x1, y1) = at[0], at[-1]
        ends = ((x0, y0 - 14), (x1, y1 + 14)) if places.portrait else ((x0 - 14, y0), (x1 + 14, y1))
        pen.line([ends[0], *at, ends[1]], "lapis", 7)
    for (x, y), look in zip(at, looks, strict=True):
        _dot(pen, x, y, look, f"stop:{look.stop}" in marks.lit)
    pen.box(*places.window(start), None, 4, "lit" if marks.lit else "line_strong", 2.5)


def _dot(pen: Pen, x: float, y: float, look: StopLook, lit: bool) -> None:
    ink: Colour = "lit" if lit else "sand_3" if look.passed else "sand"
    if look.stop in SITES:
        drawing.draw_triangle(pen, x, y, 26, 22, "sand_3" if look.passed else "gold", "gold_soft", 2)
        return
    if look.ships:
        for k, seat in enumerate(look.ships):
            pen.seat_disc(seat, x + 5 * k, y, 11 if len(look.ships) == 1 else 9)
        return
    if not look.has_card:
        pen.disc(x, y, 8, ink)
    elif look.card:
        pen.box(x - 7, y - 9.5, 14, 19, ink, 2)
    else:
        pen.box(x - 7, y - 9.5, 14, 19, "ground", 2, "line_strong", 1.5)
