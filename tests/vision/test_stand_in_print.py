"""The board of our own on paper: every place where the plan says, in the colours of the drawing."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from fpdf import FPDF

from companion.engine.sight import Plan, Shape
from companion.vision.stand_in_print import draw_shape
from tests.kit.printed import PX, desk, pictures
from tests.vision.test_mat_print import plan_of

WITH_BOARDS = ("aton", "egizia", "nefertiti", "sobek", "tutankhamen")


def covers(shape: Shape, x: float, y: float, air: float) -> bool:
    """Whether the point lies in the filled shape, `air` mm from its edge; negative: or so near to it."""
    cx, cy, wide, high = shape.at
    if shape.form == "box":
        return abs(x - cx) <= wide / 2 - air and abs(y - cy) <= high / 2 - air
    a, b = wide / 2 - air, high / 2 - air
    return min(a, b) > 0 and ((x - cx) / a) ** 2 + ((y - cy) / b) ** 2 <= 1


def expected(plan: Plan, x: float, y: float) -> tuple[int, ...] | None:
    """The colour the drawing has there; None: an edge or a text is too near to say."""
    found = None
    for shape in plan.shapes:
        if shape.form not in ("box", "disc") or not (shape.fill or shape.line):
            if covers(msgspec.structs.replace(shape, form="box"), x, y, -1.0):
                found = None
        elif covers(shape, x, y, 0.8):
            found = tuple(int(shape.fill[i : i + 2], 16) for i in (1, 3, 5)) if shape.fill else found
            if shape.text:
                found = None
        elif covers(shape, x, y, -0.8):
            found = None
    return found


@pytest.mark.parametrize("game_id", WITH_BOARDS)
def test_the_printed_board_has_the_colours_of_the_drawing_everywhere(game_id: str) -> None:
    plan = plan_of(game_id)
    printed = desk(plan, "A3", stand_in=True)
    whole, (left, top, _, _) = printed.glued(), printed.what.mat.outer
    cuts = [edge for page in printed.what.layout.pages for edge in (page.area[0] + 10, page.area[2])]
    rows = [edge for page in printed.what.layout.pages for edge in (page.area[1] + 10, page.area[3])]
    compared = 0
    for x in np.arange(2.0, plan.field[0], 7.3):
        for y in np.arange(2.0, plan.field[1], 5.9):
            wanted = expected(plan, x, y)
            if wanted is None or min(abs(x - cut) for cut in cuts) < 1 or min(abs(y - row) for row in rows) < 1:
                continue
            there = whole[int((y - top) * PX), int((x - left) * PX)].astype(int)
            assert np.abs(there - wanted).max() <= 2, (x, y, there, wanted)
            compared += 1
    assert compared > 200


def test_every_place_of_the_board_is_drawn_where_pieces_lie() -> None:
    """Aton's 48 squares of 22 mm: their edges lie where the spec has them (spec aton 2.3)."""
    plan = plan_of("aton")
    printed = desk(plan, "700x500", stand_in=True)
    whole, (left, top, _, _) = printed.glued(), printed.what.mat.outer
    for spot in plan.spots:
        if not spot.id.startswith("space:"):
            continue
        x, y, wide, _ = spot.at
        row = whole[int((y - 7 - top) * PX), int((x - 15 - left) * PX) : int((x + 15 - left) * PX)]
        ink = np.flatnonzero(row.max(axis=1) < 110) / PX - 15
        edges = ink[np.abs(np.abs(ink) - wide / 2) < 0.6]
        assert edges.min() == pytest.approx(-wide / 2, abs=0.4) and edges.max() == pytest.approx(wide / 2, abs=0.4)


def drawn(shape: Shape) -> Any:
    """One shape on a page of 100 × 80 mm, its centre in the middle."""
    pdf = FPDF(unit="mm", format=(100, 80))
    pdf.add_page()
    pdf.set_font("Helvetica")
    draw_shape(pdf, shape, (50, 40, *shape.at[2:]))
    return pictures(bytes(pdf.output()))[0]


def ink_of(picture: Any) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of what is not white, mm."""
    ink = np.argwhere(picture.min(axis=2) < 200) / PX
    return (ink[:, 1].min(), ink[:, 0].min(), ink[:, 1].max(), ink[:, 0].max())


def test_boxes_discs_and_lines_have_their_size() -> None:
    for form in ("box", "disc"):
        shape = Shape(form, (0, 0, 30, 20), fill="#336699")  # type: ignore[arg-type]
        assert ink_of(drawn(shape)) == pytest.approx((35, 30, 65, 50), abs=0.4)
    line = Shape("line", (0, 0, 40, 10), line="#000000")
    assert ink_of(drawn(line)) == pytest.approx((30, 35, 70, 45), abs=0.5)
    assert ink_of(drawn(Shape("disc", (0, 0, 30, 20), line="#ff0000"))) == pytest.approx((35, 30, 65, 50), abs=0.5)


def test_a_text_fills_its_place_and_never_leaves_it() -> None:
    for text, at in (("8", (0, 0, 20, 20)), ("a long name", (0, 0, 30, 20)), ("+1", (0, 0, 60, 8))):
        left, top, right, bottom = ink_of(drawn(Shape("text", at, line="#000000", text=text)))
        assert left >= 50 - at[2] / 2 and right <= 50 + at[2] / 2
        assert top >= 40 - at[3] / 2 and bottom <= 40 + at[3] / 2
        assert (right - left) > 0.55 * at[2] or (bottom - top) > 0.55 * at[3]
