"""Pieces by colour: against the bare board, in any light, aside of the middle, seen aslant; the rest is unsure."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.engine.sight import EMPTY, Plan, Seen, Spot
from companion.engine.text import Text
from companion.vision.axes import axes
from companion.vision.board import board_of
from companion.vision.counting import counted
from companion.vision.pieces import displaced, read_pieces, under_covers

ABOVE = (100.0, 75.0, 900.0)
INK = {"red": (40, 35, 190), "blue": (150, 75, 30), "black": (42, 40, 40), "white": (215, 226, 232)}
COLOURS = {name: tuple(float(v) for v in axes(np.array(bgr, np.float32))) for name, bgr in INK.items()}
PRINT = ((60, 190, 220), (100, 100, 100), (80, 160, 80), (175, 120, 60))


def _spots() -> tuple[Spot, ...]:
    return tuple(
        Spot(f"p:{n}", Text("p"), "piece", tuple(INK), (25.0 + 30 * (n % 6), 25.0 + 32 * (n // 6), 22.0, 22.0), "g")
        for n in range(24)
    )


SPOTS = _spots()


def _empty() -> Any:
    """The field, 200 by 150 mm at 2 px a mm: 24 places in four printed colours."""
    field = np.full((300, 400, 3), (160, 200, 215), np.uint8)
    for n, spot in enumerate(SPOTS):
        x, y = (round(2 * one) for one in spot.at[:2])
        cv2.rectangle(field, (x - 22, y - 22), (x + 22, y + 22), PRINT[n % 4], -1)
        cv2.rectangle(field, (x - 22, y - 22), (x + 22, y + 22), (60, 60, 60), 1)
        cv2.putText(field, str(n), (x - 12, y + 7), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (50, 50, 50), 2, cv2.LINE_AA)
    return field


def _laid(labels: dict[int, str], eye: Any = ABOVE, off: float = 0.0) -> Any:
    """Discs of 17 mm on the places, `off` mm to the right of the middle, as they appear from `eye`."""
    field = _empty()
    for n, label in labels.items():
        foot = np.array([SPOTS[n].at[:2]]) + np.array((off, 0.0))
        for height, share in ((0.0, 0.6), (3.0, 0.6), (6.0, 0.6), (9.0, 1.0)):
            x, y = displaced(foot, eye, height)[0]
            shade = tuple(int(share * one) for one in INK[label])
            cv2.circle(field, (round(32 * x), round(32 * y)), 17 * 16, shade, -1, cv2.LINE_AA, 4)
    return field


def _read(field: Any, eye: Any = ABOVE, spots: tuple[Spot, ...] = SPOTS, colours: Any = None) -> dict[str, Seen]:
    board = board_of(field, _empty())
    return {one.spot: one for one in read_pieces(board, spots, COLOURS if colours is None else colours, eye)}


LAID = {
    0: "red",
    1: "blue",
    2: "black",
    3: "white",
    8: "red",
    9: "blue",
    13: "white",
    16: "black",
    17: "red",
    22: "blue",
}


def _right(seen: dict[str, Seen], laid: dict[int, str] = LAID) -> list[str]:
    """What was read otherwise than it lies, surely or not."""
    return [
        f"{spot.id}: {seen[spot.id].label!r} instead of {laid.get(n, EMPTY)!r}"
        for n, spot in enumerate(SPOTS)
        if seen[spot.id].label != laid.get(n, EMPTY)
    ]


def test_each_colour_and_each_empty_place_is_read_for_certain() -> None:
    seen = _read(_laid(LAID))
    assert _right(seen) == []
    assert all(one.sure and one.share > 0.97 for one in seen.values())


def test_a_slope_of_light_and_a_warm_lamp_change_nothing() -> None:
    light = np.linspace(0.5, 1.0, 400)[None, :, None] * np.array([0.7, 0.95, 1.0])
    seen = _read((_laid(LAID) * light).astype(np.uint8))
    assert _right(seen) == []


def test_pieces_aside_of_the_middle_are_found() -> None:
    assert _right(_read(_laid(LAID, off=6.0))) == []


def test_pieces_seen_aslant_are_found_where_their_tops_appear() -> None:
    """From 40 degrees the top of a piece of 9 mm appears 7 mm and more away from its foot."""
    eye = (800.0, 300.0, 800.0)
    shift = displaced(np.array([SPOTS[0].at[:2]]), eye, 9.0)[0] - np.array(SPOTS[0].at[:2])
    assert np.hypot(*shift) > 8.0
    assert _right(_read(_laid(LAID, eye), eye)) == []
    # From where the camera is not, less of each piece is where it is looked for.
    aslant, wrongly = _read(_laid(LAID, eye), eye), _read(_laid(LAID, eye), (-600.0, -150.0, 800.0))
    assert sum(one.sure for one in wrongly.values()) < sum(one.sure for one in aslant.values())


def test_a_place_under_a_hand_is_not_empty_and_of_no_colour_for_certain() -> None:
    field = _laid(LAID)
    cv2.rectangle(field, (0, 0), (150, 110), (95, 125, 175), -1)
    seen = _read(field)
    for n in (0, 1, 6):
        assert not seen[SPOTS[n].id].sure and seen[SPOTS[n].id].share < 0.6
        assert seen[SPOTS[n].id].label != EMPTY
    assert seen[SPOTS[17].id].sure and seen[SPOTS[17].id].label == "red"


def test_a_sleeve_of_a_piece_s_colour_is_no_piece() -> None:
    """A piece ends somewhere: what goes on beyond the place on all sides is something else."""
    field = _empty()
    cv2.rectangle(field, (0, 60), (220, 240), INK["red"], -1)
    seen = _read(field)
    for n in (7, 8, 13):
        assert not seen[SPOTS[n].id].sure, SPOTS[n].id


def test_a_colour_nobody_taught_is_unsure_and_its_place_never_surely_empty() -> None:
    known = {name: COLOURS[name] for name in ("red", "blue", "black")}
    seen = _read(_laid(LAID), colours=known)
    assert not seen[SPOTS[3].id].sure and seen[SPOTS[3].id].label is None
    assert not seen[SPOTS[4].id].sure
    none = _read(_laid(LAID), colours={})
    assert {(one.label, one.sure) for one in none.values()} == {(None, False)}


def test_only_colours_that_can_lie_there_are_read() -> None:
    spots = tuple(Spot(one.id, one.title, one.kind, ("blue", "white"), one.at, one.group) for one in SPOTS)
    seen = _read(_laid(LAID), spots=spots)
    assert {one.label for one in seen.values()} <= {EMPTY, "blue", "white", None}
    assert not seen[SPOTS[0].id].sure


def test_too_many_of_a_colour_make_the_weakest_unsure_and_change_no_label() -> None:
    seen = [Seen(spot.id, "red", 0.98 + n / 2000, True) for n, spot in enumerate(SPOTS[:6])]
    plan = Plan(mat=0, field=(1, 1), board=(0, 0, 1, 1), known=True, spots=SPOTS, looks=())
    after = counted(seen, plan, {("g", "red"): 5})
    assert [one.sure for one in after] == [False, False, False, True, True, True]
    assert [one.label for one in after] == ["red"] * 6
    assert counted(seen, plan, {("g", "red"): 6, ("other", "red"): 1}) == tuple(seen)


def test_what_lies_under_a_plate_of_the_game_is_not_known() -> None:
    plate = Spot("plate", Text("p"), "cover", ("closed",), (40.0, 25.0, 60.0, 30.0), "g")
    found = {one.id: Seen(one.id, "red", 0.99, True) for one in SPOTS[:3]}
    closed = under_covers({**found, "plate": Seen("plate", "closed", 0.99, True)}, (*SPOTS, plate))
    assert [closed[one.id].sure for one in SPOTS[:3]] == [False, False, True]
    assert [closed[one.id].label for one in SPOTS[:3]] == [None, None, "red"]
    assert closed["plate"].sure
    bare = under_covers({**found, "plate": Seen("plate", EMPTY, 0.99, True)}, (*SPOTS, plate))
    assert all(bare[one.id].sure for one in SPOTS[:3])
