"""What was taught, brought into the light of a new picture of the empty board; it is kept in that of the former one."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from companion.vision.axes import axes
from companion.vision.calibration import SCALE, Calibrated
from companion.vision.shading import shading_of

LEAST_GAIN, MOST_GAIN = 0.2, 5.0
"""Lights that differ by more would leave nothing of a picture that was taught."""


def relit(former: Calibrated, empty: Any) -> Calibrated:
    """`former` with its colours and looks as they are in the light of `empty`, BGR uint8, the same board's field.

    One gain for each channel: where on the board something lay when it was taught is not known any more.
    """
    gain = light_between(former.empty, empty)
    colours = {look_id: _colour(colour, gain) for look_id, colour in former.calibration.colours.items()}
    looks = {look_id: tuple(_look(picture, gain) for picture in kept) for look_id, kept in former.looks.items()}
    calibration = msgspec.structs.replace(former.calibration, colours=colours)
    return Calibrated(calibration=calibration, empty=empty, looks=looks)


def light_between(before: Any, now: Any) -> Any:
    """What levels are multiplied with to come from the light of one picture of the empty field into another's: (3,)."""
    gains = shading_of(before, now, SCALE).gains.reshape(-1, 3)
    return np.clip(np.median(gains, axis=0), LEAST_GAIN, MOST_GAIN)


def _colour(colour: tuple[float, float, float], gain: Any) -> tuple[float, float, float]:
    """A colour as `axes` has it, in another light."""
    mean, blue, red = colour
    green = mean - (blue + red) / 3
    # What is added to levels before their logarithm is taken is what black comes out as.
    soft = np.exp(axes(np.zeros(3))[0])
    levels = np.exp(np.array([green + blue, green, green + red])) - soft
    a, b, c = axes(np.maximum(levels, 0.0) * gain)
    return float(a), float(b), float(c)


def _look(picture: Any, gain: Any) -> Any:
    """A taught picture in another light; what is black because it lies outside of the thing stays so."""
    there = picture.any(axis=2, keepdims=True)
    lit = np.clip(np.round(picture * gain), 1, 255).astype(np.uint8)
    return np.where(there, lit, 0).astype(np.uint8)
