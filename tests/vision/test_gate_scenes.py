"""The motion gate over rendered tables: a move from reaching in to the picture that is read, a lamp, a push."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.vision.gate import Gate, GateState
from tests.kit.scene import TIERS, TUNING, World, render, trial_plan, world_of
from tests.kit.scene.foreign import Thing
from tests.kit.scene.render import Setting, exposed, setting_of

RATE = 0.125
PLAN = trial_plan()
PIECE = next(look for look in PLAN.looks if look.kind == "piece")
FREE = [spot for spot in PLAN.spots if PIECE.id in spot.labels]
BEFORE = {spot.id: PIECE.id for spot in FREE[:3]}
AFTER = {spot.id: PIECE.id for spot in FREE[1:4]}


class Evening:
    """One table of a tier, in one light, and a gate that is shown it."""

    def __init__(self, tier: str) -> None:
        self.world: World = world_of(PLAN, TIERS[tier], 0)
        self.setting = setting_of(self.world, BEFORE, TUNING[0], ())
        self.gate = Gate()
        self.states: list[GateState] = []
        self.at = 0.0
        self.grain = 0
        self.laid = BEFORE
        self.show(self.setting, 2.0)
        assert [state.changed for state in self.states].count(True) == 1
        left, top, right, bottom = self.world.mat.outer
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        self.gate.within(render(self.world, BEFORE, TUNING[0], ()).to_px(np.array(corners)))
        self.states.clear()

    def show(self, setting: Setting, seconds: float = RATE) -> GateState:
        """A setting for so long; its pictures differ by their noise."""
        light, pictures = exposed(self.world, self.laid, setting), []
        for _ in range(min(3, round(seconds / RATE))):
            self.grain += 1
            pictures.append(light.taken(self.grain).picture)
        for number in range(round(seconds / RATE)):
            self.states.append(self.gate.feed(pictures[number % len(pictures)], self.at))
            self.at += RATE
        return self.states[-1]

    @property
    def reads(self) -> list[GateState]:
        return [state for state in self.states if state.changed]


@pytest.fixture(params=["clean", "normal", "hard"])
def evening(request: pytest.FixtureRequest) -> Evening:
    return Evening(request.param)


def reaching(setting: Setting, *at: tuple[float, float]) -> list[Setting]:
    """A hand on its way over these places."""
    return [replace(setting, things=(Thing("hand", one, 20.0, (208, 158, 124), (40, 46, 66)),)) for one in at]


def lit(setting: Setting, by: float, **light: Any) -> Setting:
    """The same table in another light."""
    gains = tuple(gain * by for gain in setting.exposure.gains)
    return replace(setting, exposure=replace(setting.exposure, gains=gains, **light))


def test_a_move_is_read_once_the_hand_is_gone_and_never_before(evening: Evening) -> None:
    width, height = PLAN.field
    way = [(width * part, height * part) for part in (0.2, 0.35, 0.5)]
    for setting in reaching(evening.setting, *way):
        assert evening.show(setting).moving
    # It rests over the board for two seconds, as hands do.
    resting = evening.show(reaching(evening.setting, way[-1])[0], 2.0)
    assert not (resting.still or resting.moving)
    evening.laid = AFTER
    moved = setting_of(evening.world, AFTER, TUNING[0], ())
    after = replace(evening.setting, lays=moved.lays)
    for setting in reaching(after, *way[:2]):
        evening.show(setting)
    gone = evening.at
    evening.show(after, 1.5)
    (read,) = evening.reads
    assert (read.since, read.remark, read.bumped) == (gone, None, False)
    assert not any(state.still for state in evening.states[: evening.states.index(read)])


def test_a_lamp_is_no_hand_and_no_move(evening: Evening) -> None:
    evening.show(lit(evening.setting, 1.5, gradient=(0.4, -0.3)), 1.5)
    assert not any(state.moving for state in evening.states)
    assert len(evening.reads) == 1


@pytest.mark.parametrize(("by", "turn"), [((4.0, 2.0, 0.0), 0.0), ((0.0, 0.0, 0.0), 2.0), ((25.0, -10.0, 5.0), 6.0)])
def test_a_push_is_told(by: tuple[float, float, float], turn: float) -> None:
    evening = Evening("normal")
    evening.show(replace(evening.setting, view=evening.setting.view.moved(by, turn)), 1.0)
    (read,) = evening.reads
    assert read.bumped
