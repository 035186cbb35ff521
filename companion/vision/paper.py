"""How a mat is laid out on sheets of paper: which part of it each sheet bears, so that no marker is cut.

A mat is larger than a sheet. It is printed in a grid of pages that overlap; each page is cut at its right and lower
edge and glued onto the next one. Lengths are mm; those of the mat as in `vision.mat`, those of a page from its top left
corner.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from companion.engine.errors import InputError
from companion.engine.sight import Plan
from companion.engine.text import T
from companion.vision.mat import CELLS, MARKER, PATCH, Mat

MARGIN = 5.0
"""What printers leave white at every edge."""
GUTTER = 4.0
"""Between the margin and the mat: room for the cutting marks."""
FOOT = 12.0
"""At the foot of a page: its name and the line to be measured."""
OVERLAP = 10.0
"""As much is printed on two neighbouring pages, to be glued."""
NEAR = 60.0
"""A page is made up to so much narrower if then no place of the board is cut."""
MOST_PAGES = 80
LEAST, LEAST_LONG, LARGEST = 100.0, 140.0, 2000.0
"""Sides of the smallest paper and of the largest."""
SIZES = {
    "a0": (841.0, 1189.0),
    "a1": (594.0, 841.0),
    "a2": (420.0, 594.0),
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
_SIZE = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)\s*[x×]\s*(\d{1,5}(?:\.\d{1,3})?)\s*(?:mm)?", re.IGNORECASE)

Area = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Paper(msgspec.Struct, frozen=True):
    """A kind of paper, upright or lying."""

    name: str
    width: float
    height: float

    @property
    def turned(self) -> Paper:
        """The same paper, a quarter turn further."""
        return Paper(self.name, self.height, self.width)

    @property
    def room(self) -> tuple[float, float]:
        """How much of a mat a page of it takes."""
        edge = 2 * (MARGIN + GUTTER)
        return (self.width - edge, self.height - edge - FOOT)


class Page(msgspec.Struct, frozen=True):
    """One page: its name (a letter for the row, a number for the column) and the part of the mat on it.

    `right`, `below`, `left`, `above`: whether a page comes there.
    """

    name: str
    area: Area
    right: bool
    below: bool
    left: bool
    above: bool

    @property
    def at(self) -> tuple[float, float]:
        """Where the top left corner of its area lies on the page."""
        return (MARGIN + GUTTER, MARGIN + GUTTER)


class Layout(msgspec.Struct, frozen=True):
    """All pages of a mat, row by row."""

    paper: Paper
    pages: tuple[Page, ...]


def size_of(text: str) -> tuple[float, float]:
    """Width and height in mm from "534x366" or "534x366mm". Raises InputError."""
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise InputError(T("“{text}” is no size. Write it in millimetres, as in 360x250.", text=text[:40]))
    return (float(found[1]), float(found[2]))


def paper_of(text: str) -> Paper:
    """A paper by its name (A4, A3, A5, Letter and others) or its size in mm ("300x400mm"). Raises InputError."""
    name = text.strip()
    if name.lower() in SIZES:
        return Paper(name.capitalize(), *SIZES[name.lower()])
    if _SIZE.fullmatch(name) is None:
        known = ", ".join(one.capitalize() for one in SIZES)
        raise InputError(
            T(
                "There is no paper “{text}”. Name one of {known}, or its size in millimetres, as in 300x400mm.",
                text=text[:40],
                known=known,
            )
        )
    width, height = size_of(name)
    if min(width, height) < LEAST or max(width, height) < LEAST_LONG:
        raise InputError(
            T(
                "Paper of {width} × {height} mm is too small for a mat. Take one of at least {least} × {long} mm.",
                width=f"{width:g}",
                height=f"{height:g}",
                least=f"{LEAST:g}",
                long=f"{LEAST_LONG:g}",
            )
        )
    if max(width, height) > LARGEST:
        raise InputError(
            T(
                "Paper of {width} × {height} mm is too large. At most {most} mm a side are printed.",
                width=f"{width:g}",
                height=f"{height:g}",
                most=f"{LARGEST:g}",
            )
        )
    return Paper(f"{width:g}×{height:g}", width, height)


def layout_of(mat: Mat, paper: Paper, whole: bool, plan: Plan | None = None) -> Layout:
    """The pages that bear the mat, upright or lying, whichever takes fewer.

    `whole`: the field too; else pages that would lie in the opening of the frame alone are left out. `plan`: its places
    are not cut where that is easy. Raises InputError when it would take too many.
    """
    found = [layout for one in (paper, paper.turned) if (layout := _pages(mat, one, whole, plan)) is not None]
    if not found or min(len(layout.pages) for layout in found) > MOST_PAGES:
        raise InputError(T("This paper is too small for the mat: no marker may be cut. Choose a larger paper."))
    return min(found, key=lambda layout: len(layout.pages))


def _pages(mat: Mat, paper: Paper, whole: bool, plan: Plan | None) -> Layout | None:
    left, top, right, bottom = mat.outer
    spots = plan.spots if plan is not None and whole else ()
    quiet = MARKER / 2 + 2 * MARKER / CELLS
    x_never = [(m.x - quiet, m.x + quiet) for m in mat.markers]
    x_never += [(p.at[0] - PATCH / 2 - 1, p.at[0] + PATCH / 2 + 1) for p in mat.patches]
    y_never = [(m.y - quiet, m.y + quiet) for m in mat.markers]
    columns = _spans(left, right, paper.room[0], x_never, [_reach(one.at[0], one.at[2]) for one in spots])
    rows = _spans(top, bottom, paper.room[1], y_never, [_reach(one.at[1], one.at[3]) for one in spots])
    if columns is None or rows is None or len(rows) > 26:
        return None
    grid = {
        (r, c): (x[0], y[0], x[1], y[1])
        for r, y in enumerate(rows)
        for c, x in enumerate(columns)
        if whole or not _in_opening(mat, (x[0], y[0], x[1], y[1]))
    }
    return Layout(
        paper,
        tuple(
            Page(
                f"{chr(ord('A') + r)}{c + 1}",
                area,
                right=(r, c + 1) in grid,
                below=(r + 1, c) in grid,
                left=(r, c - 1) in grid,
                above=(r - 1, c) in grid,
            )
            for (r, c), area in grid.items()
        ),
    )


def _in_opening(mat: Mat, area: Area) -> bool:
    left, top, right, bottom = area
    return left >= 0 and top >= 0 and right <= mat.field[0] and bottom <= mat.field[1]


def _reach(middle: float, size: float) -> tuple[float, float]:
    return (middle - size / 2, middle + size / 2)


def _spans(
    start: float, end: float, room: float, never: Iterable[tuple[float, float]], rather: Iterable[tuple[float, float]]
) -> list[tuple[float, float]] | None:
    """Where each page begins and ends along one direction; None: a marker would have to be cut.

    An end lies in none of `never`, and in none of `rather` not unless the page would be much narrower.
    """
    never, both = list(never), [*never, *rather]
    found: list[tuple[float, float]] = []
    while end - start > room:
        cut = _free(start + room, start + max(2 * OVERLAP, room - NEAR), both)
        if cut is None:
            cut = _free(start + room, start + 2 * OVERLAP, never)
        if cut is None:
            return None
        found.append((start, cut))
        start = cut - OVERLAP
        if len(found) > MOST_PAGES:
            return None
    return [*found, (start, end)]


def _free(most: float, least: float, closed: Iterable[tuple[float, float]]) -> float | None:
    """The largest number from `least` to `most` that lies in none of the intervals."""
    here = most
    for low, high in sorted(closed, key=lambda one: -one[1]):
        if low < here < high:
            here = low
    return here if here >= least else None
