"""A list of any length: only what is in view is made, and it scrolls by drag and by a fling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from kivy.clock import Clock
from kivy.properties import StringProperty

from companion.ui import layout
from companion.ui.layout import Rect, place
from companion.ui.pen import Pen
from companion.ui.widgets.base import Touchable
from companion.ui.widgets.long_list import LongList
from tests.kit.ui import UI


class Row(Touchable):
    """A row that says its number."""

    words = StringProperty("")

    def paint(self, pen: Pen) -> None:
        pen.text(self.words, 8, pen.h / 2, "body", "sand")


class Listed:
    """A list of a thousand rows, 50 and 70 high by turns, and what was tapped."""

    def __init__(self, ui: UI) -> None:
        self.ui = ui
        self.made: list[int] = []
        self.tapped: list[int] = []
        self.list = LongList(gap=10, frame=layout.current())
        place(self.list, Rect(0, 0, 400, 400))
        self.heights = [50.0, 70.0] * 500
        self.list.fill(self.heights, self._make)
        ui.show(self.list)

    def _make(self, index: int) -> Any:
        self.made.append(index)
        row = Row(words=str(index))
        row.bind(on_release=lambda _: self.tapped.append(index))
        return row

    @property
    def seen(self) -> list[str]:
        return [row.words for row in self.list.rows]


@pytest.fixture
def long(ui: UI) -> Iterator[Listed]:
    yield Listed(ui)
    ui.clear()


def test_only_rows_in_view_and_two_beyond_each_edge_are_made(long: Listed) -> None:
    # 50 + 10 + 70 + 10 = 140 a pair: 400 pixels show 0 to 5 (340 to 410); 6 and 7 lie beyond the edge.
    assert long.seen == ["0", "1", "2", "3", "4", "5", "6", "7"]
    assert long.list.content_height == 500 * 140 - 10
    assert long.list.reach == 500 * 140 - 10 - 400
    long.list.offset = 14_000
    assert long.seen == [str(n) for n in range(198, 208)]
    assert long.list.at(198) is not None and long.list.at(3) is None
    assert len(long.made) == 8 + 10
    long.list.offset = long.list.reach
    assert long.seen[-1] == "999" and long.list.below == 0


def test_rows_lie_one_under_another_in_their_own_heights(long: Listed) -> None:
    long.list.offset = 14_000
    long.ui.frames(2)
    first, second = long.list.at(200), long.list.at(201)
    assert (first.height, second.height) == (50, 70)
    assert (first.x, first.width) == (0, 400 - 12), "the scroll bar has room beside it"
    long.list.fill([50.0], long._make)
    assert long.list.at(0).width == 400
    long.list.fill(long.heights, long._make)
    long.list.offset = 14_000
    long.ui.frames(2)
    first, second = long.list.at(200), long.list.at(201)
    top = long.list.top - (first.to_window(first.x, first.top)[1])
    assert top == 0
    assert first.y - second.top == 10


def test_a_drag_scrolls_and_taps_nothing(long: Listed) -> None:
    finger = long.ui.down((100, 300))
    for y in (305, 320, 360, 390):
        long.ui.move(finger, (100, y))
    long.ui.wait(0.5)
    long.ui.up(finger)
    assert round(long.list.offset) == 90
    long.ui.wait(0.5)
    assert round(long.list.offset) == 90, "a finger that rested flings nothing"
    assert long.tapped == []


def test_a_fling_goes_on_slows_down_and_is_stopped_by_a_finger(long: Listed) -> None:
    long.ui.drag((100, 50), (100, 350), 5)
    flung = long.list.offset
    long.ui.wait(0.2)
    going = long.list.offset
    assert going > flung
    finger = long.ui.down((100, 200))
    at = long.list.offset
    long.ui.wait(0.3)
    assert long.list.offset == at
    long.ui.up(finger)
    assert long.tapped == [], "the finger that stops it means no row"
    long.ui.drag((100, 50), (100, 350), 5)
    long.ui.until(lambda: long.list._gliding is None)
    end = long.list.offset
    long.ui.wait(0.3)
    assert long.list.offset == end
    assert 0 < end < long.list.reach


def test_a_fling_ends_at_the_end(long: Listed) -> None:
    long.list.offset = 100
    long.ui.drag((100, 50), (100, 350), 3)
    long.ui.drag((100, 350), (100, 50), 3)
    long.ui.drag((100, 350), (100, 50), 3)
    long.ui.until(lambda: long.list._gliding is None)
    assert long.list.offset == 0


def test_a_finger_that_jumps_flings_no_further_than_a_fast_one(long: Listed) -> None:
    now = Clock.get_time()
    for pixels, speed in ((30, 3000), (-30, -3000), (300, 6000), (-300, -6000)):
        long.list._moves.clear()
        long.list._moves.extend([(now - 0.02, 100.0), (now - 0.01, 100.0 + pixels)])
        long.list._fling()
        assert long.list._speed == pytest.approx(speed)
        long.list.stop()


def test_a_list_that_is_shown_no_more_stands_still(long: Listed) -> None:
    long.list.offset = 14_000
    long.ui.drag((100, 350), (100, 50), 3)
    assert long.list._gliding is not None
    long.ui.clear()
    long.ui.frames(3)
    assert long.list._gliding is None


def test_a_tap_reaches_its_row(long: Listed) -> None:
    long.list.offset = 14_000
    long.ui.frames(2)
    long.ui.tap(long.list.at(202))
    assert long.tapped == [202]


def test_an_item_far_away_is_brought_into_view(long: Listed) -> None:
    row = long.list.show(501)
    assert row.words == "501"
    # Its lower edge: 250 pairs and 50 + 10 + 70.
    assert long.list.offset == 250 * 140 + 130 - 400
    long.list.show(2)
    assert long.list.offset == 140


def test_ready_rows_are_taken_in_and_let_go_as_well(long: Listed) -> None:
    rows = [(Row(words=f"ready {n}"), 40.0) for n in range(100)]
    long.list.offset = 0
    long.list.set_rows(rows)
    assert long.seen[0] == "ready 0" and len(long.seen) < 12
    long.list.offset = long.list.reach
    assert long.list.rows[-1] is rows[-1][0]
    assert rows[0][0].parent is None
    long.list.clear_rows()
    assert long.list.rows == [] and long.list.offset == 0
