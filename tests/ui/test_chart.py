"""The charts: scale, dashes and discs of a result's; bars, columns and cards of the statistics."""

from __future__ import annotations

from typing import Any

import pytest

from companion.ui import chart
from companion.ui.charts import bars
from companion.ui.charts.balance import Balance, Lead
from companion.ui.charts.card import Card, laid_out
from companion.ui.charts.columns import Columns
from companion.ui.charts.figures import Figures
from companion.ui.charts.form import Form, Game
from tests.kit import inspect
from tests.kit.ui import UI


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 112, (0, 150, 50)), (0, 40, (0, 40, 10)), (0, 3, (0, 3, 1)), (0, 0, (0, 1, 1)), (-6, 30, (-10, 30, 10))],
)
def test_the_grid_has_round_numbers_and_at_most_four_steps(low: int, high: int, expected: tuple[int, int, int]) -> None:
    bottom, top, step = chart.scale(low, high)
    assert (bottom, top, step) == expected
    assert bottom <= low <= high <= top
    assert (top - bottom) // step <= 4


def test_discs_that_would_overlap_are_pushed_apart() -> None:
    assert chart.spread([100, 102, 300], 27, 0, 320) == [100, 127, 300]


def test_discs_stay_inside_the_chart() -> None:
    assert chart.spread([318, 319, 320], 27, 0, 320) == [266, 293, 320]


def test_a_broken_line_has_strokes_of_the_given_lengths() -> None:
    strokes = chart.pattern([(0, 0), (30, 0)], (10, 5))
    assert strokes == [[(0, 0), (10, 0)], [(15, 0), (25, 0)]]


def test_every_seat_has_a_pattern_of_its_own() -> None:
    from companion.ui import theme

    assert set(chart.DASHES) == set(theme.SEATS)
    assert len(set(chart.DASHES.values())) == len(chart.DASHES)


def test_labels_stand_at_even_distances_and_the_last_one_always() -> None:
    assert chart.ticks([10, 20, 30, 40, 50, 60], 10) == [0, 1, 2, 3, 4, 5]
    assert chart.ticks([10, 20, 30, 40, 50, 60], 20) == [1, 3, 5]
    assert chart.ticks([10, 20, 30, 40, 50], 20) == [1, 4]
    assert chart.ticks([50], 20) == [0]
    assert chart.ticks([], 20) == []


def test_the_numbers_at_the_left_have_room_however_long_they_are(ui: UI) -> None:
    ui.show(chart.Chart([(0, {"red": 0}), (3, {"red": -1200})], ["red"], [], "points", pos=(0, 100), size=(464, 200)))
    assert "−1500" in inspect.texts()
    assert inspect.problems() == []
    ui.clear()


# what statistics are drawn with


class Sheet:
    """Takes down what is drawn: boxes (left, width and colour), discs (colour) and lines (points)."""

    def __init__(self, w: float, h: float = 100) -> None:
        self.w, self.h = w, h
        self.boxes: list[tuple[float, float, str]] = []
        self.discs: list[str | None] = []
        self.icons: list[str] = []
        self.drawn: list[list[tuple[float, float]]] = []

    def box(self, x: float, y: float, w: float, h: float, fill: str, *_: Any) -> None:
        self.boxes.append((x, w, fill))

    def disc(self, x: float, y: float, r: float, fill: str | None, *_: Any) -> None:
        self.discs.append(fill)

    def line(self, points: list[tuple[float, float]], *_: Any, **__: Any) -> None:
        self.drawn.append(points)

    def text(self, *_: Any, **__: Any) -> float:
        """Words are looked at elsewhere."""
        return 0.0

    lines = text

    def icon(self, name: str, *_: Any) -> None:
        self.icons.append(name)


def test_a_balance_is_one_bar_in_the_order_of_the_names() -> None:
    sheet: Any = Sheet(528)
    Balance(("Anna", "Bence"), (3, 1), 1, "level in 1 game")._bar(sheet, 96)
    # 500 between the insets for five games, two pixels between the parts.
    assert sheet.boxes == [(14, 298, "lapis"), (314, 98, "line_strong"), (414, 98, "sand_2")]


def test_a_bar_below_nothing_ends_where_nothing_is() -> None:
    for value, left, wide in ((-5, 0, 25), (15, 25, 75), (0.01, 25, 8)):
        sheet: Any = Sheet(100)
        bars.bar(sheet, 0, 0, 100, value, bars.Span(-5, 15), "good")
        assert sheet.boxes[1:] == [(left, wide, "good")]


@pytest.mark.parametrize(("won", "signs"), [(True, ["check"]), (False, [])])
def test_a_game_that_was_won_has_a_tick_before_its_points(won: bool, signs: list[str]) -> None:
    sheet: Any = Sheet(400)
    bars.BarRow("Sobek", "41", won=won).paint(sheet)
    assert sheet.icons == signs


def test_cards_stand_in_two_columns_of_like_height_where_there_is_room() -> None:
    def card(high: float, wide: bool = False) -> Any:
        part: Any = Form([], "")
        part.height_for = lambda _: high
        return Card("", [part], wide=wide)

    high, low, lowest, broad = card(300), card(100), card(80), card(50, wide=True)
    ((pair, height), (last, _)) = laid_out([high, low, lowest, broad], 800)
    assert pair.columns == [[high], [low, lowest]] and last is broad
    assert height == 300 + 4 + 6
    assert [one for one, _ in laid_out([high, low], 600)] == [high, low]


def test_what_has_no_room_is_left_out_the_newest_last_and_what_is_needed_stays(ui: UI) -> None:
    def said(widget: Any, width: int, high: int = 188) -> list[str]:
        widget.pos, widget.size = (0, 0), (width, high)
        ui.show(widget)
        assert inspect.problems() == []
        found = inspect.texts()
        ui.clear()
        return found

    assert said(Form([Game(1, True), Game(3, False)], "newest last"), 100)[0] == "3"
    months = [(f"January {n}", n) for n in range(2001, 2013)]
    assert [one for one in said(Columns(months), 500) if "January" in one] == [
        f"January {n}" for n in (2003, 2006, 2009, 2012)
    ]
    # Whoever is ahead has so many more, whichever side it is on.
    assert {"0", "1", "2", "Bence"} <= {*said(Lead((-1, -1), ("Anna", "Bence"), "2 games"), 400)}
    sheet: Any = Sheet(400, 176)
    Lead((1,) * 200, ("Anna", "Bence"), "200 games").paint_base(sheet)
    assert len(sheet.drawn[-1]) <= 62 and sheet.drawn[-1][-1] == (400 - 24, 34), "the last game counts"
    Form([Game(1, True), Game(2, False)], "").paint_base(sheet)
    assert sheet.discs[-2:] == ["good_soft", None]
    legend = bars.Legend("winners, on average", "the others")
    assert (legend.height_for(700), legend.height_for(200)) == (30, 54)
    figures = Figures([(str(n), "games") for n in range(4)])
    assert [len(line) for line in figures._lines(560)] == [4] and [len(line) for line in figures._lines(300)] == [2, 2]
