"""A small plan without known places, a calibration for it, and the sentence of what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest

from companion.engine.errors import InputError
from companion.engine.sight import BACK, Look, Plan, Spot
from companion.engine.text import T, Text
from companion.vision.calibration import Calibrated, Calibration, Lens

PLAN = Plan(
    mat=1,
    field=(120.0, 80.0),
    board=(60.0, 40.0, 110.0, 70.0),
    known=False,
    spots=(
        Spot("space:1", T("the first space"), "piece", ("red", "blue"), (20.0, 20.0, 15.0, 15.0)),
        Spot("space:2", T("the second space"), "piece", ("red", "blue"), (50.0, 20.0, 15.0, 15.0)),
        Spot("card:1", T("the card"), "card", ("card:corn", BACK), (80.0, 50.0, 30.0, 45.0)),
    ),
    looks=(
        Look("red", T("red"), "piece"),
        Look("blue", T("blue"), "piece"),
        Look("card:corn", T("corn"), "card"),
    ),
)


def noise(width: int, height: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


def made(**changes: Any) -> Calibrated:
    calibration = Calibration(
        game="quarry",
        camera="v4l2:usb-Cam",
        made="2026-11-30T12:00:00+00:00",
        size=(1280, 720),
        field=(120.0, 80.0),
        lens=Lens((1280, 720), (1000.0, 1001.5), (640.0, 350.25), (0.1, -0.2, 0.0, 0.001, 0.0)),
        corners=((100.0, 100.0), (1100.0, 90.0), (1150.0, 600.0), (80.0, 640.0)),
        spots={"space:1": (22.5, 20.0, 14.0, 14.0)},
        colours={"red": (12.5, 40.0, -3.0)},
    )
    looks = {"card:corn": (noise(60, 90, 2), noise(62, 88, 3)), BACK: (noise(60, 90, 4),)}
    calibration = msgspec.structs.replace(calibration, **changes)
    return Calibrated(calibration=calibration, empty=noise(240, 160), looks=looks)


def words(text: Text) -> str:
    """A sentence in English, with what is named in it."""
    return text.message.format_map({k: words(v) if isinstance(v, Text) else v for k, v in text.params.items()})


def why(call: Callable[[], object]) -> str:
    with pytest.raises(InputError) as caught:
        call()
    return words(caught.value.text)
