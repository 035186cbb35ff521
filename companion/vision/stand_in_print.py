"""The stand-in board on paper: the plain drawing of a plan, to play and to try the camera without the original."""

from __future__ import annotations

from fpdf import FPDF

from companion.engine.sight import At, Plan, Shape

LINE = 0.35
"""Thickness of its strokes in mm."""
FILLED = 0.8
"""As much of its place a text fills at most, each way."""
CAPITAL = 0.72
"""Height of a capital as a part of the size of the letters."""
PER_POINT = 25.4 / 72
INK = "#20242c"


def draw_stand_in(pdf: FPDF, plan: Plan, left: float, top: float) -> None:
    """Draw every stroke of the plan; `left`, `top`: where the field's corner lies on the page, mm."""
    for shape in plan.shapes:
        x, y, width, height = shape.at
        draw_shape(pdf, shape, (left + x, top + y, width, height))


def draw_shape(pdf: FPDF, shape: Shape, at: At) -> None:
    """Draw one stroke with its centre and size `at` on the page, mm."""
    x, y, width, height = at
    style = ("F" if shape.fill else "") + ("D" if shape.line else "")
    _colours(pdf, shape)
    pdf.set_line_width(LINE)
    if shape.form == "line" and style:
        pdf.set_draw_color(shape.line or shape.fill)
        pdf.line(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    elif shape.form == "box" and style:
        pdf.rect(x - width / 2, y - height / 2, width, height, style)
    elif shape.form == "disc" and style:
        pdf.ellipse(x - width / 2, y - height / 2, width, height, style)
    if shape.text:
        write_into(pdf, shape.text, at, shape.line or INK)


def write_into(pdf: FPDF, text: str, at: At, ink: str = INK, most: float = 60.0) -> None:
    """Write `text` into the middle of a place, as large as fits and at most `most` mm high; the font is set before."""
    x, y, width, height = at
    pdf.set_font_size(100)
    wide = max(pdf.get_string_width(text), 0.1)
    size = min(FILLED * width / wide * 100, FILLED * min(height, most) / (CAPITAL * PER_POINT))
    pdf.set_font_size(size)
    pdf.set_text_color(ink)
    pdf.text(x - pdf.get_string_width(text) / 2, y + size * PER_POINT * CAPITAL / 2, text)


def _colours(pdf: FPDF, shape: Shape) -> None:
    if shape.fill:
        pdf.set_fill_color(shape.fill)
    if shape.line:
        pdf.set_draw_color(shape.line)
