"""Rows that several screens share: nothing in them is cut."""

from __future__ import annotations

import pytest

from companion.ui import fit, layout
from companion.ui.layout import Rect, place
from companion.ui.rows import WayRow
from tests.kit.ui import UI


@pytest.mark.parametrize("value", ["5", "26"])
def test_a_long_title_stands_over_two_lines_beside_its_short_value(ui: UI, value: str) -> None:
    row = WayRow(title="Bartholomew…: pawn (0 start, 70 pyramid)", value=value)
    place(row, Rect(0, 0, layout.current().px(232), layout.current().px(56)))
    ui.show(row)
    assert fit.overflows(row) == []
    assert row.texts() == ["Bartholomew…: pawn", "(0 start, 70 pyramid)", value]


def test_a_short_title_stands_over_its_value(ui: UI) -> None:
    row = WayRow(title="Anna: points", value="5")
    place(row, Rect(0, 0, layout.current().px(232), layout.current().px(56)))
    ui.show(row)
    assert row.texts() == ["Anna: points", "5"]


def test_a_number_stays_on_the_line_of_what_it_counts(ui: UI) -> None:
    words = "Kira shows these cards to all: 4 × fish, 3 × wheat"
    for width in range(90, 400, 5):
        for fitted in (fit.wrapped(words, "label", width), fit.balanced(words, "label", width, 4)):
            assert " ".join(fitted.lines) == words
            assert not [line for line in fitted.lines if line.endswith(("4", "3", "×")) or line.startswith("×")]


def test_a_number_leaves_what_it_counts_where_a_line_is_too_short_for_both(ui: UI) -> None:
    width = fit.measure("Elfenbein", "label") + 1
    fitted = fit.wrapped("4 × Elfenbein", "label", width)
    assert fitted.fits
    assert fitted.lines == ("4 ×", "Elfenbein")


def test_a_path_that_is_wider_than_the_line_is_broken_behind_its_marks(ui: UI) -> None:
    path = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e6614103e7452f2b-if00-port0"
    fitted = fit.wrapped(f"Nothing at {path} now.", "small", 240)
    assert fitted.fits and "".join(fitted.lines[1:-1]) == path
    assert all(fit.measure(line, "small") <= 240 for line in fitted.lines)
    assert all(line[-1] in "/-_" for line in fitted.lines[1:-2])
    assert not fit.wrapped("Legmegszentségteleníthetetlen", "small", 100).fits, "a word of a language is not broken"
