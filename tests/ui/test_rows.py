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
