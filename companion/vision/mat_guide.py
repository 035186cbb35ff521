"""The first page of a printed mat: how to print it, glue it and lay it down, and a small picture of all its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from companion.engine.sight import Plan
from companion.engine.text import T, Text
from companion.vision.mat import MARKER, Mat
from companion.vision.paper import MARGIN, Layout
from companion.vision.stand_in_print import write_into

Say = Callable[[Text], str]
HEADLINE = T("Mat for {game}")
EDGE = 12.0
"""Room round the words, mm."""
MAP_HEIGHT = 70.0
"""The small picture is at most so high, and takes at most a third of the page."""


def page_words(name: str, game: Text, ruler: int) -> Text:
    """What stands at the foot of a page."""
    return T("{page} · {game} · this line must measure {n} mm", page=name, game=game, n=ruler)


def steps(plan: Plan, mat: Mat, layout: Layout, stand_in: bool, ruler: int) -> Iterator[Text]:
    """What to do, in order."""
    yield T(
        "Print all pages at their true size: 100 %, not fitted to the page. Then measure the line at the foot of a "
        "page. It must be {n} mm long, else the camera measures wrong.",
        n=ruler,
    )
    yield T("Take plain white paper without gloss. What shines mirrors the lamp and hides the markers.")
    if len(layout.pages) > 1:
        first = layout.pages[0].name
        yield T(
            "Cut every page along its dashed lines. Leave the other edges as they are: the page before it comes to lie "
            "on them."
        )
        yield T(
            "Begin with {first}. Lay its cut edge exactly along the thin line of the page beside it or below, so that "
            "the print goes on, and glue it. The picture below shows where each page comes.",
            first=first,
        )
    size = {"width": f"{mat.field[0]:g}", "height": f"{mat.field[1]:g}"}
    if stand_in:
        yield T(
            "The board in the middle is a plain drawing of our own with everything in its place. Play on it with the "
            "pieces of your box."
        )
    else:
        yield T("Cut out the middle along the dotted line. The opening is {width} × {height} mm.", **size)
        if mat.field == plan.field and plan.known:
            yield T("Lay the board into the opening so that its edges point to the small marks.")
        else:
            yield T("Lay everything that belongs to the board into the opening, and leave it there while you play.")
    yield T(
        "Glue the mat onto cardboard if you can, for it must lie flat. Of its eight markers at least five must be seen "
        "at any time."
    )
    yield T("Set the camera up so that it sees the whole mat. Then calibrate it, on the screen or at the command line.")


def guide_pages(
    pdf: FPDF, game: Text, plan: Plan, mat: Mat, layout: Layout, stand_in: bool, ruler: int, say: Say
) -> None:
    """Write the first page; on small paper it goes on on another one."""
    paper = layout.paper
    edge = min(EDGE, paper.width / 12)
    pdf.set_margins(edge, edge)
    pdf.set_auto_page_break(True, edge)
    pdf.add_page()
    pdf.set_text_color(0)
    width = paper.width - 2 * edge
    size = 11.0 if min(paper.width, paper.height) >= 180 else 8.0
    pdf.set_font("Roboto", "B", size + 5)
    pdf.multi_cell(width, (size + 5) * 0.48, say(Text(HEADLINE.message, {"game": game})), align="L",
                   new_x=XPos.LMARGIN, new_y=YPos.NEXT)  # fmt: skip
    pdf.ln(2)
    for number, step in enumerate(steps(plan, mat, layout, stand_in, ruler), 1):
        pdf.set_font("Roboto", "", size)
        pdf.multi_cell(width, size * 0.48, f"{number}. {say(step)}", align="L",
                       new_x=XPos.LMARGIN, new_y=YPos.NEXT)  # fmt: skip
        pdf.ln(size * 0.18)
    if len(layout.pages) > 1:
        _map(pdf, mat, layout, edge)


def _map(pdf: FPDF, mat: Mat, layout: Layout, edge: float) -> None:
    """All pages small, with their names, and the markers on them."""
    paper = layout.paper
    left, top, right, bottom = mat.outer
    high = min(MAP_HEIGHT, paper.height / 3)
    scale = min((paper.width - 2 * edge) / (right - left), high / (bottom - top))
    if pdf.get_y() + 3 + scale * (bottom - top) > paper.height - max(edge, MARGIN):
        pdf.add_page()
    x, y = edge - scale * left, pdf.get_y() + 3 - scale * top
    pdf.set_fill_color(0)
    for marker in mat.markers:
        side = scale * MARKER
        pdf.rect(x + scale * marker.x - side / 2, y + scale * marker.y - side / 2, side, side, "F")
    pdf.set_line_width(0.2)
    pdf.set_draw_color(90)
    pdf.set_font("Roboto", "B")
    for page in layout.pages:
        a, b, c, d = (scale * one for one in page.area)
        pdf.rect(x + a, y + b, c - a, d - b, "D")
        write_into(pdf, page.name, (x + (a + c) / 2, y + (b + d) / 2, c - a, d - b), "#505a6a", most=9.0)
    pdf.set_text_color(0)
