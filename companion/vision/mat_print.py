"""The mat as a PDF in true size: frame, markers and patches in overlapping pages, and a page that says what to do.

Everything is drawn as vectors and solid colours, so that it is as sharp as the printer. The same mat, paper and
language give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import msgspec
from fpdf import FPDF

from companion.engine.sight import Plan
from companion.engine.text import Text
from companion.vision.markers import bits_of
from companion.vision.mat import BAND, CELLS, MARKER, Mat
from companion.vision.mat_guide import HEADLINE, guide_pages, page_words
from companion.vision.paper import FOOT, GUTTER, MARGIN, OVERLAP, Layout, Page
from companion.vision.stand_in_print import draw_stand_in, write_into
from companion.vision.typeface import roboto

Say = Callable[[Text], str]
CUT, THIN = 0.2, 0.1
"""Thickness of the lines to cut along, and of those to lay an edge to, in mm."""
DASH = 2.0
CUT_GREY, THIN_GREY = 90, 150
TICK = 5.0
"""Length of the small marks where the board's edges come."""
RULER, SHORT_RULER = 100, 50
"""Length in mm of the line to be measured, and of that on narrow paper."""
NAME = "#8a8f98"
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


class Print(msgspec.Struct, frozen=True):
    """What is printed. `title`: the game's name; `stand_in`: the board of our own is drawn into the frame."""

    title: Text
    plan: Plan
    mat: Mat
    layout: Layout
    stand_in: bool = False

    @property
    def ruler(self) -> int:
        """Length of the line at the foot of each page, mm."""
        return RULER if self.layout.paper.width - 2 * MARGIN >= RULER + 2 else SHORT_RULER


class Printed(msgspec.Struct, frozen=True):
    """The PDF, and the number (from 1) of the first page that bears a part of the mat."""

    pdf: bytes
    first: int


def print_mat(what: Print, say: Say) -> Printed:
    """Print it: first how to put it together, then every page. Raises InputError where the letters are missing."""
    paper = what.layout.paper
    pdf = FPDF(orientation="portrait", unit="mm", format=(paper.width, paper.height))
    pdf.set_creation_date(EPOCH)
    pdf.set_title(say(Text(HEADLINE.message, {"game": what.title})))
    regular, bold = roboto()
    pdf.add_font("Roboto", "", regular)
    pdf.add_font("Roboto", "B", bold)
    guide_pages(pdf, what.title, what.plan, what.mat, what.layout, what.stand_in, what.ruler, say)
    first = pdf.page + 1
    for page in what.layout.pages:
        pdf.set_auto_page_break(False)
        pdf.add_page()
        _page(pdf, what, page, say)
        _foot(pdf, what, page, say)
    return Printed(bytes(pdf.output()), first)


def _page(pdf: FPDF, what: Print, page: Page, say: Say) -> None:
    left, top, right, bottom = page.area
    at = page.at
    # Where the corner of the field would lie on this page.
    x, y = at[0] - left, at[1] - top
    with pdf.local_context(), pdf.rect_clip(at[0], at[1], right - left, bottom - top):
        pdf.set_font("Roboto", "")
        if what.stand_in:
            draw_stand_in(pdf, what.plan, x, y)
        _frame(pdf, what, x, y, say)
    _edges(pdf, page)


def _frame(pdf: FPDF, what: Print, x: float, y: float, say: Say) -> None:
    """Markers, patches, the game's name, outline and marks for the board; the field's corner is at `x`, `y`."""
    mat, (width, height) = what.mat, what.mat.field
    for patch in mat.patches:
        px, py, wide, high = patch.at
        pdf.set_fill_color(*patch.rgb)
        pdf.rect(x + px - wide / 2, y + py - high / 2, wide, high, "F")
    for marker in mat.markers:
        _marker(pdf, marker.id, x + marker.x - MARKER / 2, y + marker.y - MARKER / 2)
    left, top, right, bottom = mat.outer
    pdf.set_draw_color(CUT_GREY)
    pdf.set_line_width(CUT)
    pdf.rect(x + left, y + top, right - left, bottom - top, "D")
    if not what.stand_in:
        pdf.set_dash_pattern(DASH / 2, DASH)
        pdf.rect(x, y, width, height, "D")
        pdf.set_dash_pattern()
        if mat.field == what.plan.field:
            _board_marks(pdf, what, x, y)
    where = (x - BAND / 2, y + height / 4, BAND - 8, 6.0)
    pdf.set_font("Roboto", "")
    write_into(pdf, say(what.title), where, NAME)


def _marker(pdf: FPDF, marker_id: int, left: float, top: float) -> None:
    """One marker: a black square with white cells. Neighbours are bridged, so that no hairline is left between."""
    cell = MARKER / CELLS
    bits = bits_of(marker_id)
    pdf.set_fill_color(0)
    pdf.rect(left, top, MARKER, MARKER, "F")
    pdf.set_fill_color(255)
    for r, row in enumerate(bits):
        for c, white in enumerate(row):
            if not white:
                continue
            at = (left + (c + 1) * cell, top + (r + 1) * cell)
            pdf.rect(*at, cell, cell, "F")
            if c + 1 < len(row) and row[c + 1]:
                pdf.rect(at[0] + cell / 2, at[1], cell, cell, "F")
            if r + 1 < len(bits) and bits[r + 1][c]:
                pdf.rect(at[0], at[1] + cell / 2, cell, cell, "F")


def _board_marks(pdf: FPDF, what: Print, x: float, y: float) -> None:
    """Small marks at the opening where the edges of the board come; none so near a marker that it could disturb it."""
    width, height = what.mat.field
    cx, cy, wide, high = what.plan.board
    quiet = MARKER / 2 + 2 * MARKER / CELLS + 1
    pdf.set_draw_color(CUT_GREY)
    pdf.set_line_width(CUT)
    for mark in (cx - wide / 2, cx + wide / 2):
        if 0 < mark < width and all(abs(mark - marker.x) > quiet for marker in what.mat.markers):
            pdf.line(x + mark, y - TICK, x + mark, y)
            pdf.line(x + mark, y + height, x + mark, y + height + TICK)
    for mark in (cy - high / 2, cy + high / 2):
        if 0 < mark < height and all(abs(mark - marker.y) > quiet for marker in what.mat.markers):
            pdf.line(x - TICK, y + mark, x, y + mark)
            pdf.line(x + width, y + mark, x + width + TICK, y + mark)


def _edges(pdf: FPDF, page: Page) -> None:
    """Dashed where a page is cut and laid over the next one; a thin line where the edge of the former one comes."""
    x, y = page.at
    right, bottom = x + page.area[2] - page.area[0], y + page.area[3] - page.area[1]
    pdf.set_draw_color(CUT_GREY)
    pdf.set_line_width(CUT)
    pdf.set_dash_pattern(DASH, DASH)
    if page.right:
        pdf.line(right, y - GUTTER, right, bottom + GUTTER)
    if page.below:
        pdf.line(x - GUTTER, bottom, right + GUTTER, bottom)
    pdf.set_dash_pattern()
    pdf.set_draw_color(THIN_GREY)
    pdf.set_line_width(THIN)
    if page.left:
        pdf.line(x + OVERLAP, y - GUTTER, x + OVERLAP, bottom + GUTTER)
    if page.above:
        pdf.line(x - GUTTER, y + OVERLAP, right + GUTTER, y + OVERLAP)


def _foot(pdf: FPDF, what: Print, page: Page, say: Say) -> None:
    """The page's name, and a line to be measured."""
    paper = what.layout.paper
    base = paper.height - MARGIN - 0.5
    left = MARGIN + 1
    pdf.set_text_color(0)
    pdf.set_draw_color(0)
    pdf.set_line_width(CUT)
    pdf.line(left, base, left + what.ruler, base)
    for mm in range(0, what.ruler + 1, 10):
        high = 3.0 if mm % 50 == 0 else 1.6
        pdf.line(left + mm, base, left + mm, base - high)
    words = say(page_words(page.name, what.title, what.ruler))
    pdf.set_font("Roboto", "B", 9)
    room = paper.width - 2 * left
    if pdf.get_string_width(words) > room:
        pdf.set_font("Roboto", "B", 9 * room / pdf.get_string_width(words))
    pdf.text(left, paper.height - MARGIN - FOOT + 7, words)


def as_data(what: Print, first: int) -> dict[str, object]:
    """Every position in mm from the top left corner of the field, and of the pages from their own corner.

    `first`: the number of the first page that bears a part of the mat.
    """
    paper = what.layout.paper
    boxes = ("x", "y", "width", "height")
    return {
        "mat": what.mat.number,
        "field": list(what.mat.field),
        "outer": list(what.mat.outer),
        "board": dict(zip(boxes, what.plan.board, strict=True)),
        "stand_in": what.stand_in,
        "markers": [{"id": one.id, "x": one.x, "y": one.y, "side": MARKER} for one in what.mat.markers],
        "patches": [dict(zip(boxes, one.at, strict=True), rgb=list(one.rgb)) for one in what.mat.patches],
        "places": [dict(id=one.id, kind=one.kind, **dict(zip(boxes, one.at, strict=True))) for one in what.plan.spots],
        "places_known": what.plan.known or what.stand_in,
        "paper": {"name": paper.name, "width": paper.width, "height": paper.height, "margin": MARGIN},
        "ruler": what.ruler,
        "pages": [
            {"page": first + index, "name": one.name, "area": list(one.area), "at": list(one.at)}
            for index, one in enumerate(what.layout.pages)
        ],
    }
