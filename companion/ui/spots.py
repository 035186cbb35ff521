"""What the ring can stand on: found by walking over the picture in drawing order, then put in the order of the ring."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import dist
from typing import Any

from companion.ui.boards.view import BoardView
from companion.ui.layout import Rect, in_reading_order
from companion.ui.widgets.base import ASIDE, GOLD, LIT, USUAL, Touchable, Turned
from companion.ui.widgets.scroll_list import ScrollList

TELLING = (
    "value", "text", "icon", "title", "name", "seat", "words", "word", "label", "place", "target", "n", "index",
    "colour", "game_id",
)  # fmt: skip
"""Attributes that tell one widget of a kind from another."""


@dataclass(frozen=True)
class Spot:
    """A widget that answers, one of its parts (`part`, from 0), or a place of a board (`target`)."""

    widget: Any
    target: str = ""
    rank: int = USUAL
    part: int = -1

    @property
    def gold(self) -> bool:
        """Whether it is the main thing to do here."""
        return self.rank == GOLD

    @property
    def name(self) -> tuple[object, ...]:
        """What it is: the same for the widget that takes its place when the picture is made anew."""
        if isinstance(self.widget, Turned):
            return (type(self.widget),)
        said = (getattr(self.widget, name, None) for name in TELLING)
        return (type(self.widget), self.part, *(word for word in said if isinstance(word, str | int) and word != ""))


def look_over(root: Any, top: Any) -> tuple[list[Spot], Any]:
    """Everything on `top` (a screen or a dialog), and on what lies over it without covering it, in ring order.

    Then the first thing that takes the knob by itself, or None.
    """
    groups: list[list[Spot]] = []
    mains: list[Any] = []
    beside = root.children[: root.children.index(top)] if top in root.children else ()
    for child in (*reversed(top.children), *reversed(beside)):
        groups.append([])
        _gather(root, child, USUAL, groups, mains)
    found = [spot for group in groups for spot in _in_order(root, group)]
    return sorted(found, key=lambda spot: spot.rank), next(iter(mains), None)


def _gather(root: Any, widget: Any, rank: int, groups: list[list[Spot]], mains: list[Any]) -> None:
    if widget.opacity == 0 or widget.disabled:
        return
    if getattr(widget, "hides", False):
        hidden = _rect(widget, root)
        for group in groups:
            group[:] = [spot for spot in group if not hidden.contains(*_middle(spot, root))]
        mains[:] = [main for main in mains if not hidden.contains(*_rect(main, root).center)]
    rank = getattr(widget, "ring_rank", rank)
    if isinstance(widget, BoardView):
        for target in widget.offered():
            groups[-1].append(Spot(widget, target, _rank_of(widget, target, rank)))
    if isinstance(widget, Touchable):
        if widget.answers:
            own = GOLD if widget.gold else rank
            parts = range(len(widget.parts())) or (-1,)
            groups[-1] += [Spot(widget, "", own, part) for part in parts]
    elif isinstance(widget, Turned):
        if widget.takes_knob:
            mains.append(widget)
        elif widget.turns:
            groups[-1].append(Spot(widget, "", rank))
            if not hasattr(widget, "rows"):
                return
    for child in reversed(widget.children):
        _gather(root, child, rank, groups, mains)


def _rank_of(board: BoardView, target: str, rank: int) -> int:
    if board.every_place:
        return LIT
    if board.apart or board.only_tells(target):
        return max(rank, ASIDE)
    return LIT if target in board.signs.lit else rank


def _in_order(root: Any, group: Iterable[Spot]) -> list[Spot]:
    """Places as their board gives them, widgets as they are read; a list is one thing, wherever it is scrolled to."""
    places: list[Spot] = []
    things: dict[Any, list[Spot]] = {}
    for spot in group:
        if spot.target:
            places.append(spot)
        else:
            things.setdefault(list_of(spot.widget, root) or spot.widget, []).append(spot)

    def downwards(widget: Any) -> tuple[float, float, float, float]:
        x, y, w, h = _rect(widget, root)
        return x, -(y + h), w, h

    for spots in things.values():
        spots[:] = in_reading_order(spots, lambda spot: downwards(spot.widget))
    return [*places, *(spot for thing in in_reading_order(things, downwards) for spot in things[thing])]


def list_of(widget: Any, root: Any) -> ScrollList | None:
    """The list that a widget lies in, or None."""
    above = widget.parent
    while above is not None and above is not root and not isinstance(above, ScrollList):
        above = above.parent
    return above if isinstance(above, ScrollList) else None


def _rect(widget: Any, root: Any) -> Rect:
    """Where a widget lies in the picture, in pixels."""
    x, y = widget.pos
    above = widget.parent
    while above is not None and above is not root:
        x, y = above.to_parent(x, y)
        above = above.parent
    return Rect(round(x), round(y), round(widget.width), round(widget.height))


def _middle(spot: Spot, root: Any) -> tuple[float, float]:
    area = area_of(spot, root)
    return (area or _rect(spot.widget, root)).center


def area_of(spot: Spot, root: Any) -> Rect | None:
    """Where a spot lies in the picture, as far as its list shows it; None for a place or part that is not there now."""
    if spot.target:
        area = spot.widget.places().get(spot.target)
        return None if area is None else spot.widget.frame.rect(*area)
    x, y, w, h = _rect(spot.widget, root)
    if spot.part >= 0:
        parts = spot.widget.parts()
        if spot.part >= len(parts):
            return None
        left, top, wide, high = (spot.widget.frame.px(n) for n in parts[spot.part])
        x, y, w, h = x + left, y + h - top - high, wide, high
    above = spot.widget.parent
    while above is not None and above is not root:
        if getattr(above, "clips", False):
            edge = _rect(above, root)
            bottom, top = max(y, edge.y), min(y + h, edge.top)
            if top > bottom:
                y, h = bottom, top - bottom
        above = above.parent
    return Rect(x, y, w, h)


def same_as(spot: Spot, seen: Rect | None, spots: Iterable[Spot], root: Any) -> Spot | None:
    """The spot that is the same thing as `spot`, last seen at `seen`, among others; None when it is gone."""
    if spot.target:
        return next((other for other in spots if other.target == spot.target), None)
    alike = []
    for other in spots:
        if other.widget is spot.widget and other.part == spot.part:
            return other
        if not other.target and other.name == spot.name:
            alike.append(other)
    if seen is None or not alike:
        return None
    nearest = min(alike, key=lambda other: dist(_middle(other, root), seen.center))
    # Elsewhere stands another of the same words: the key of another seat, say.
    return nearest if seen.contains(*_middle(nearest, root)) else None
