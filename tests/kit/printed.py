"""A printed mat on the desk: its pages rasterised, cut and glued together as they are to be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import pypdfium2

from companion.engine.sight import Plan
from companion.engine.text import Text
from companion.language import Language
from companion.vision.mat import mat_of
from companion.vision.mat_print import Print, Printed, print_mat
from companion.vision.paper import layout_of, paper_of

PX = 6.0
"""Pixels a mm; a rasteriser draws a filled box up to a pixel too large."""


@dataclass(frozen=True)
class Desk:
    """What was printed: its parts and the PDF."""

    what: Print
    printed: Printed

    @cached_property
    def pages(self) -> list[Any]:
        """Pictures of all its pages (RGB, uint8)."""
        return pictures(self.printed.pdf)

    def page(self, index: int) -> Any:
        """The picture of page `index` (from 0) of the mat itself."""
        return self.pages[self.printed.first - 1 + index]

    def glued(self) -> Any:
        """The whole mat (RGB): each page cut at its edges, the earlier ones on top. White where nothing lies."""
        left, top, right, bottom = self.what.mat.outer
        whole = np.full((_px(bottom - top), _px(right - left), 3), 255, np.uint8)
        for index in reversed(range(len(self.what.layout.pages))):
            page, picture = self.what.layout.pages[index], self.page(index)
            # A rasteriser rounds the size of a page up: its own scale is the one to go by.
            scale = (picture.shape[1] / self.what.layout.paper.width, picture.shape[0] / self.what.layout.paper.height)
            x, y = _px(page.area[0] - left), _px(page.area[1] - top)
            wide, high = _px(page.area[2] - left) - x, _px(page.area[3] - top) - y
            corner = (page.at[0] + x / PX + left - page.area[0], page.at[1] + y / PX + top - page.area[1])
            back = np.array([[scale[i] / PX * (i == j) for j in (0, 1)] + [0.0] for i in (0, 1)])
            back[:, 2] = [(corner[i] + 0.5 / PX) * scale[i] - 0.5 for i in (0, 1)]
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            whole[y : y + high, x : x + wide] = cv2.warpAffine(picture, back, (wide, high), flags=flags)
        return whole


def desk(
    plan: Plan, paper: str = "A4", stand_in: bool = False, field: tuple[float, float] | None = None, lang: str = "en"
) -> Desk:
    """Print a mat and lay its pages on the desk."""
    mat = mat_of(plan, field)
    what = Print(Text("Aton"), plan, mat, layout_of(mat, paper_of(paper), stand_in, plan), stand_in)
    printed = print_mat(what, Language(lang).say)
    return Desk(what, printed)


def pictures(pdf: bytes, px: float = PX) -> list[Any]:
    """Every page of a PDF as RGB uint8, `px` pixels a mm."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [np.asarray(page.render(scale=px * 25.4 / 72).to_pil().convert("RGB")) for page in document]
    finally:
        document.close()


def words(pdf: bytes) -> list[str]:
    """The text of every page, lines joined."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    finally:
        document.close()


def _px(mm: float) -> int:
    return round(mm * PX)
