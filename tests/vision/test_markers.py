"""Markers: found by their id, to a fraction of a pixel, in blur, in huge pictures; never where there are none."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.markers import find_markers
from tests.kit.mat_scene import MAT, TO_PX, blurred, mat_picture


def _worst(found: tuple) -> float:
    off = []
    for one in found:
        marker = MAT.marker(one.id)
        assert marker is not None, f"marker {one.id} is not of this mat"
        off.append(np.abs(TO_PX(np.array(marker.corners())) - one.corners).max())
    return float(max(off))


def test_all_eight_markers_are_found_where_they_are() -> None:
    found = find_markers(mat_picture().mean(axis=2).astype(np.uint8))
    assert sorted(one.id for one in found) == [marker.id for marker in MAT.markers]
    assert _worst(found) < 0.5


def test_a_corner_stays_in_place_when_the_picture_is_blurred() -> None:
    """A corner itself is rounded off; the lines of the edges are not."""
    found = find_markers(blurred(mat_picture(), 1.5).mean(axis=2).astype(np.uint8))
    assert len(found) >= 5
    assert _worst(found) < 0.8


def test_the_careful_search_finds_in_blur_what_the_fast_one_misses() -> None:
    grey = blurred(mat_picture(), 2.6).mean(axis=2).astype(np.uint8)
    assert len(find_markers(grey, careful=True)) > len(find_markers(grey))


def test_a_huge_picture_is_searched_in_a_smaller_one_and_told_in_its_own_pixels() -> None:
    small = find_markers(mat_picture().mean(axis=2).astype(np.uint8))
    large = find_markers(np.kron(mat_picture().mean(axis=2).astype(np.uint8), np.ones((3, 3), np.uint8)))
    assert sorted(one.id for one in large) == sorted(one.id for one in small)
    by_id = {one.id: one.corners for one in small}
    for one in large:
        assert np.abs((one.corners + 0.5) / 3 - 0.5 - by_id[one.id]).max() < 0.5


@pytest.mark.parametrize("careful", [False, True])
def test_nothing_is_found_where_there_is_no_marker(careful: bool) -> None:
    rng = np.random.default_rng(3)
    grids = np.kron(rng.integers(0, 2, (90, 160)).astype(np.uint8) * 220, np.ones((8, 8), np.uint8))
    noise = rng.integers(0, 256, (480, 640)).astype(np.uint8)
    for grey in (grids, noise, np.zeros((480, 640), np.uint8), np.full((8, 8), 200, np.uint8)):
        assert find_markers(grey, careful) == ()
