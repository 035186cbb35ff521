"""The motion gate on drawn tables: what moves, what rests, what reaches in, lamps, drifts and pushes."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.vision.gate import FORGOTTEN_S, GAP_S, LYING, LYING_S, STILL_S, Gate, GateState

RATE = 0.125
"""Seconds between two pictures; their sums are exact."""
WIDTH, HEIGHT = 640, 360


def drawn() -> Any:
    """A table with a pattern all over it, as a printed board has one."""
    rng = np.random.default_rng(7)
    coarse = rng.integers(60, 200, (HEIGHT // 15, WIDTH // 15, 3), np.uint8)
    return cv2.GaussianBlur(cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST), (5, 5), 0)


def piece(picture: Any, x: int = 300, y: int = 180, colour: tuple[int, int, int] = (20, 20, 230)) -> Any:
    return cv2.circle(picture.copy(), (x, y), 18, colour, -1)


def arm(picture: Any, to: int = 200, tone: int = 235) -> Any:
    """An arm that reaches in from the left edge as far as `to`."""
    return cv2.rectangle(picture.copy(), (0, 150), (to, 205), (tone, tone, tone), -1)


def lamp(picture: Any, by: float) -> Any:
    return np.clip(picture.astype(np.float32) * by, 0, 255).astype(np.uint8)


class Table:
    """Pictures with a camera's noise, one every eighth of a second."""

    def __init__(self, noise: float = 3.0) -> None:
        self.gate = Gate()
        self.at = 100.0
        rng = np.random.default_rng(3)
        self.grains = [rng.normal(0, noise, (HEIGHT, WIDTH, 3)).astype(np.int16) for _ in range(7)]
        self.states: list[GateState] = []

    def show(self, picture: Any, seconds: float = 0.0) -> GateState:
        """The same thing for so long, one picture at least; what was said of the last."""
        for _ in range(max(1, round(seconds / RATE))):
            grain = self.grains[round(self.at / RATE) % len(self.grains)]
            grain = grain[: picture.shape[0], : picture.shape[1]]
            grainy = cv2.add(picture, grain if picture.ndim == 3 else grain[:, :, 0], dtype=cv2.CV_8U)
            self.states.append(self.gate.feed(grainy, self.at))
            self.at += RATE
        return self.states[-1]

    def rest(self, picture: Any) -> None:
        """The table comes to rest, and all that was said so far is forgotten."""
        self.show(picture, 2.0)
        assert self.states[-1].still
        self.states.clear()

    @property
    def reads(self) -> list[GateState]:
        return [state for state in self.states if state.changed]


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_table_that_is_still_from_the_first_picture_is_read_once_after_its_time(table: Table) -> None:
    table.show(drawn(), STILL_S)
    assert not any(state.still for state in table.states)
    state = table.show(drawn())
    assert (state.still, state.changed, state.since) == (True, True, 100.0)
    table.show(drawn(), 5.0)
    assert len(table.reads) == 1
    assert all(state.still for state in table.states[5:])


@pytest.mark.parametrize("noise", [0.0, 8.0, 20.0])
def test_noise_is_no_movement(noise: float) -> None:
    table = Table(noise)
    table.rest(drawn())
    table.show(drawn(), 5.0)
    assert not any(state.moving for state in table.states)
    assert table.reads == []


def test_a_piece_that_is_laid_down_is_a_movement_and_read_once_it_rests(table: Table) -> None:
    table.rest(drawn())
    begun = table.at
    state = table.show(piece(drawn()))
    assert (state.moving, state.still, state.since) == (True, False, begun)
    table.show(piece(drawn()), 2.0)
    (read,) = table.reads
    assert read.since == begun
    assert [round(state.since - begun, 6) for state in table.states] == [0.0] * len(table.states)
    assert not read.bumped


def test_something_in_motion_is_never_still(table: Table) -> None:
    table.rest(drawn())
    for step in range(20):
        state = table.show(piece(drawn(), x=60 + 25 * step))
        assert state.moving and not state.still
    assert table.reads == []


def test_a_hand_that_was_there_and_is_gone_again_is_read_though_nothing_changed(table: Table) -> None:
    """Nothing changed is no evidence: a piece may have been changed for one that looks nearly the same."""
    table.rest(drawn())
    table.show(arm(drawn()), 1.0)
    table.show(drawn(), 2.0)
    assert len(table.reads) == 1


def test_an_arm_that_rests_over_the_edge_is_waited_for(table: Table) -> None:
    table.rest(drawn())
    table.show(arm(drawn()), LYING_S - 0.5)
    assert not any(state.still for state in table.states)
    assert table.reads == []
    table.show(piece(drawn()), 2.0)
    (read,) = table.reads
    assert read.remark is None


def test_a_thing_in_the_middle_that_touches_no_edge_is_not_waited_for(table: Table) -> None:
    table.rest(drawn())
    table.show(cv2.rectangle(drawn(), (200, 150), (420, 205), (235, 235, 235), -1), 1.5)
    assert len(table.reads) == 1


def test_what_goes_on_lying_over_the_edge_is_read_over_with_a_remark(table: Table) -> None:
    table.rest(drawn())
    table.show(arm(drawn(), 90), LYING_S + 2)
    (read,) = table.reads
    assert read.remark == LYING
    assert table.states[-1].still
    assert table.states[-1].remark == LYING
    # The next move goes as fast as ever, and the remark stays.
    table.states.clear()
    table.show(piece(arm(drawn(), 90)), 1.5)
    assert [state.remark for state in table.reads] == [LYING]
    # So does taking the thing away.
    table.states.clear()
    table.show(piece(drawn()), 1.5)
    assert [state.remark for state in table.reads] == [None]


def test_a_hand_that_was_there_from_the_first_picture_is_forgotten_after_a_while(table: Table) -> None:
    table.rest(arm(drawn()))
    table.show(drawn(), LYING_S + 1)
    assert [state.remark for state in table.reads] == [LYING]
    table.states.clear()
    table.at += GAP_S / 2
    table.show(piece(drawn()), FORGOTTEN_S)
    table.show(piece(drawn(), x=400), 1.5)
    assert [state.remark for state in table.reads] == [LYING, None]


@pytest.mark.parametrize("by", [0.6, 1.25])
def test_a_lamp_that_is_switched_moves_nothing_and_is_read_again(table: Table, by: float) -> None:
    table.rest(drawn())
    table.show(lamp(drawn(), by), 2.0)
    assert not any(state.moving for state in table.states)
    (read,) = table.reads
    assert not read.bumped
    assert not any(state.still for state in table.states[:5]), "the camera finds its exposure meanwhile"


def test_the_edges_of_shadows_and_gloss_move_with_a_lamp_and_are_nothing_new(table: Table) -> None:
    table.rest(drawn())
    lit = cv2.rectangle(lamp(drawn(), 0.6), (0, 0), (90, 26), (250, 250, 250), -1)
    table.show(lit, 2.0)
    assert not any(state.moving for state in table.states)
    assert len(table.reads) == 1


def test_the_soft_shadow_of_somebody_who_leans_over_is_no_movement(table: Table) -> None:
    table.rest(drawn())
    columns = np.arange(WIDTH, dtype=np.float32)[None, :, None]
    for step in range(12):
        # It reaches a third of the way in, soft over half of that.
        shade = 1 - 0.3 * (step / 12) / (1 + np.exp((columns - 200) / 30))
        table.show(np.clip(drawn() * shade, 0, 255).astype(np.uint8))
    table.show(np.clip(drawn() * shade, 0, 255).astype(np.uint8), 2.0)
    assert not any(state.moving for state in table.states)


def test_a_little_more_or_less_light_at_once_is_nothing(table: Table) -> None:
    bright = np.clip(drawn().astype(np.int16) + 50, 0, 255).astype(np.uint8)
    table.rest(bright)
    table.show(lamp(bright, 0.94), 1.0)
    assert table.reads == []
    assert not any(state.moving for state in table.states)


def test_a_piece_that_is_laid_down_while_a_lamp_is_switched_is_read(table: Table) -> None:
    table.rest(drawn())
    table.show(lamp(piece(drawn()), 0.6), 2.0)
    assert len(table.reads) == 1


def test_light_that_drifts_slowly_is_no_movement(table: Table) -> None:
    table.rest(drawn())
    for step in range(100):
        table.show(lamp(drawn(), 1.0 - 0.004 * step))
    assert all(state.still and not state.moving for state in table.states)
    assert 1 <= len(table.reads) <= 7, "again after every twelfth of a stop or so"


def test_flickering_bands_are_no_movement(table: Table) -> None:
    rows = np.arange(HEIGHT, dtype=np.float32)[:, None, None]
    table.rest(drawn())
    for step in range(30):
        table.show(np.clip(drawn() * (1 + 0.05 * np.sin(rows / 60 + step)), 0, 255).astype(np.uint8))
    assert not any(state.moving for state in table.states)


@pytest.mark.parametrize(("x", "y"), [(6, 0), (0, -9), (40, 25)])
def test_a_push_of_mat_or_camera_is_told_and_not_taken_for_an_arm(table: Table, x: int, y: int) -> None:
    table.rest(drawn())
    pushed = np.roll(drawn(), (y, x), (0, 1))
    table.show(pushed, 1.5)
    (read,) = table.reads
    assert read.bumped
    assert read.remark is None
    table.states.clear()
    table.show(piece(pushed), 1.5)
    assert [state.bumped for state in table.reads] == [False]


def test_what_changes_without_being_seen_to_move_is_read(table: Table) -> None:
    """A camera that is slow, or a hand that was fast."""
    table.rest(drawn())
    faint = drawn().astype(np.float32)
    for step in range(12):
        faint[160:200, 280:320] += 4.0
        table.show(np.clip(faint, 0, 255).astype(np.uint8), 0.3 if step else 0.1)
    assert not any(state.moving for state in table.states)
    assert table.reads


def test_a_reading_can_be_asked_for_again(table: Table) -> None:
    table.rest(drawn())
    table.gate.again()
    table.show(drawn(), 1.0)
    assert [state.changed for state in table.states] == [True] + [False] * 7


# the outline of the mat

MAT = ((100.0, 60.0), (540.0, 60.0), (540.0, 300.0), (100.0, 300.0))


def test_what_moves_beside_the_mat_does_not_count(table: Table) -> None:
    table.rest(drawn())
    table.gate.within(MAT)
    for step in range(10):
        table.show(piece(drawn(), x=40, y=40 + 25 * step))
    assert not any(state.moving for state in table.states)
    assert table.reads == []


def test_an_arm_over_the_mats_own_edge_is_waited_for(table: Table) -> None:
    table.rest(drawn())
    table.gate.within(MAT)
    assert not table.show(arm(drawn(), 300), 2.0).still
    table.show(drawn(), 2.0)
    table.states.clear()
    assert table.show(arm(drawn(), 60), 2.0).still
    assert not any(state.moving for state in table.states)


def test_a_push_of_the_mat_alone_is_told(table: Table) -> None:
    table.rest(drawn())
    table.gate.within(MAT)
    pushed = drawn()
    pushed[60:300, 100:540] = np.roll(drawn(), (7, 7), (0, 1))[60:300, 100:540]
    table.show(pushed, 1.5)
    assert [state.bumped for state in table.reads] == [True]


@pytest.mark.parametrize(
    "outline", [None, (), ((1, 1), (2, 2)), ((0, 0), (float("nan"), 1), (5, 5)), ((-1e9, -1e9), (1e9, -1e9), (0, 1e9))]
)
def test_an_outline_that_is_none_leaves_the_whole_picture(table: Table, outline: Any) -> None:
    table.rest(drawn())
    table.gate.within(outline)
    assert table.show(piece(drawn())).moving


def test_an_outline_beside_the_picture_finds_nothing_and_harms_nothing(table: Table) -> None:
    table.rest(drawn())
    table.gate.within([[5000, 5000], [6000, 5000], [6000, 6000]])
    assert not table.show(piece(drawn()), 2.0).moving


# pictures that are none, and time


@pytest.mark.parametrize(
    "thing",
    [None, 7, *(np.zeros(shape, np.uint8) for shape in ((3, 3, 3), (360, 640, 4), (5,))), np.zeros((360, 640, 3))],
)  # fmt: skip
def test_what_is_no_picture_is_neither_still_nor_moving_and_nothing_is_forgotten_over_it(
    table: Table, thing: Any
) -> None:
    table.rest(drawn())
    state = table.gate.feed(thing, table.at)
    assert (state.still, state.moving, state.changed) == (False, False, False)
    assert not table.show(arm(drawn()), 2.0).still


def test_pictures_of_another_size_begin_anew(table: Table) -> None:
    table.rest(drawn())
    table.gate.within(MAT)
    small = cv2.resize(drawn(), (320, 192))
    table.show(small, STILL_S)
    assert not any(state.still or state.moving for state in table.states)
    assert table.show(small).changed
    assert table.show(piece(small, x=30, y=30)).moving, "the outline belonged to the larger pictures"


def test_grey_pictures_will_do(table: Table) -> None:
    table.rest(drawn()[:, :, 0])
    assert table.show(piece(drawn(), colour=(255, 0, 0))[:, :, 0]).moving


@pytest.mark.parametrize("jump", [GAP_S + 0.5, -50.0])
def test_after_a_pause_of_the_camera_the_table_must_come_to_rest_again(table: Table, jump: float) -> None:
    table.rest(drawn())
    table.at += jump
    table.show(drawn(), STILL_S)
    assert not any(state.still for state in table.states)
    table.show(drawn(), 0.5)
    assert len(table.reads) == 1
