"""A calibration in the making: what the steps of the wizard share, and what of it is on the disk already."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.sight import At, Plan, Sight
from companion.engine.text import Text
from companion.ui.eye import NO_CAMERA
from companion.ui.hidden import hidden_places, kept_dark, unseen_of

if TYPE_CHECKING:
    from companion.ui.context import Context
    from companion.vision.calibration import Calibrated, Calibration, Lens
    from companion.vision.mat import Mat

STEPS = ("aim", "lens", "empty", "places", "start", "looks", "try")
ALIKE = 0.03
SCREENS = {"looks": "teach", "try": "camera_try"}
"""Steps whose screen is called otherwise than "calibrate_STEP"."""


class Empty(NamedTuple):
    """What came of the picture of the empty board. `why`: it won't do; `measured`: the size its mat seems to have."""

    calibrated: Calibrated | None
    remarks: tuple[Text, ...] = ()
    why: Text | None = None
    measured: tuple[float, float] | None = None


class CalibrateDraft:
    """One for a walk through the wizard, or through one step of it `alone`.

    Raises LookupError for a game that brings nothing a camera could read, or without a camera.
    """

    def __init__(self, context: Context, game: Game[Any], stand_in: bool = False, alone: bool = False) -> None:
        folder = context.eye.folder(game, stand_in)
        if game.sight is None or folder is None:
            raise LookupError("there is nothing to calibrate")
        self.context, self.game, self.stand_in, self.alone = context, game, stand_in, alone
        self.sight: Sight[Any] = game.sight
        self.folder: Path = folder
        self.box = context.box(game)
        self.plan: Plan = self.sight.plan(self.box)
        self.calibrated: Calibrated | None = self._former()
        former = None if self.calibrated is None else self.calibrated.calibration
        self.field = self.plan.field if former is None else former.field
        self.lens: Lens | None = None if former is None else former.lens
        self.corners = None if former is None else former.corners
        self.size = None if former is None else former.size
        self.fresh = False
        """Whether the empty board was shown on this walk."""

    def _former(self) -> Calibrated | None:
        from companion.vision import keeping

        try:
            return keeping.load(self.folder, self.plan, self.game.id)
        except InputError:
            # There is none yet, or one that is of no use any more: the wizard makes it.
            return None

    # the steps

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps that there are for this game and board."""
        left_out = set()
        if self.stand_in or self.plan.known or not self.to_tap:
            left_out.add("places")
        if not self.laid:
            left_out.add("start")
        if not self.looks:
            left_out.add("looks")
        return tuple(step for step in STEPS if step not in left_out)

    @property
    def to_tap(self) -> bool:
        """Whether the game has places that are tapped in where nobody published them."""
        return any(spot.kind != "tile" for spot in self.plan.spots)

    @property
    def laid(self) -> Mapping[str, str]:
        """What is laid down to teach the pieces, by place."""
        return self.sight.start(self.box, self.game.colours)

    @property
    def looks(self) -> dict[str, str]:
        """What is taught by its picture: kinds by look, backs of cards included."""
        return {look: kind for look, kind in self.plan.kinds.items() if kind != "piece"}

    def open(self, step: str, first: bool = False) -> None:
        """Show a step: over what is shown where it is the `first`, else in its place."""
        name = SCREENS.get(step, f"calibrate_{step}")
        (self.context.go if first else self.context.replace)(name, draft=self)

    def after(self, step: str) -> None:
        """Go on from a step."""
        steps = self.steps
        at = steps.index(step)
        if self.alone or at + 1 == len(steps):
            self.context.back()
        else:
            self.open(steps[at + 1])

    def before(self, step: str) -> None:
        """Go back from a step; what was done stays done."""
        steps = self.steps
        at = steps.index(step) if step in steps else 0
        if self.alone or at == 0:
            self.context.back()
        else:
            self.open(steps[at - 1])

    # what pictures are held against

    @property
    def mat(self) -> Mat:
        """The mat that lies round the board."""
        from companion.vision.mat import mat_of

        return mat_of(self.plan, self.field)

    def sketch(self, size: tuple[int, int] | None = None) -> Calibration | None:
        """What is known so far of where the mat lies in pictures of this size; None: nothing but the mat itself."""
        from companion.vision.calibration import Calibration

        size = size or self.size
        if size is None or (self.lens is None and self.corners is None):
            return None
        lens = self.lens if self.lens is not None and self.lens.size == size else None
        return Calibration(game=self.game.id, camera=self.camera, made="", size=size, field=self.field,
                           stand_in=self.stand_in, corners=self.corners, lens=lens)  # fmt: skip

    @property
    def unseen(self) -> frozenset[str]:
        """The places that may not be looked at now: this game is on the table, and something there is hidden."""
        return unseen_of(self.context, self.game)

    @property
    def hidden(self) -> tuple[At, ...]:
        """Where those are; the whole field where that is not known."""
        return hidden_places(self.context, self.game, self.plan, self.calibrated)

    @property
    def camera(self) -> str:
        """The camera that is calibrated, as the settings name it."""
        device = self.context.eye.device
        return "" if device is None else device.spec

    # the empty board

    def take_empty(self, then: Callable[[Empty], None]) -> None:
        """Have a picture of the empty board taken and kept; not while something lies hidden on the table."""
        why = kept_dark(self.context)
        if why is not None:
            then(Empty(None, why=why))
            return

        def over(made: Empty | None, trouble: Text | None) -> None:
            told = made or Empty(None, why=trouble or NO_CAMERA)
            if told.calibrated is not None:
                self.calibrated, self.fresh = told.calibrated, True
                self.size = told.calibrated.calibration.size
                self.context.eye.forget()
            then(told)

        former = self.calibrated
        self.context.eye.shoot(lambda picture: self._empty_from(picture, former), over)

    def _empty_from(self, picture: Any, former: Calibrated | None) -> Empty:
        """In a thread: a calibration from this picture, written to the disk."""
        from companion.vision import keeping
        from companion.vision.calibrating import begin, field_from, renewed

        size = (int(picture.shape[1]), int(picture.shape[0]))
        lens = self.lens if self.lens is not None and self.lens.size == size else None
        made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        try:
            begun = begin(picture, self.plan, game=self.game.id, camera=self.camera, made=made, field=self.field,
                          stand_in=self.stand_in, corners=self.corners, lens=lens)  # fmt: skip
        except InputError as error:
            measured = field_from(picture, self.plan) if self.corners is None else None
            return Empty(None, why=error.text, measured=self._other(measured))
        calibrated = begun.calibrated if former is None else renewed(begun.calibrated, former, self.plan)
        keeping.save(self.folder, calibrated)
        return Empty(calibrated, begun.remarks)

    def _other(self, measured: tuple[float, float] | None) -> tuple[float, float] | None:
        """The measured size in whole mm, where it is another one than was told; the plan's own where it is about that.

        A measure without a known lens is good to a hundredth or two.
        """
        if measured is None or _alike(measured, self.field):
            return None
        if _alike(measured, self.plan.field):
            return self.plan.field
        return float(round(measured[0])), float(round(measured[1]))

    # what is kept

    def keep(self, make: Callable[[Calibrated], Calibrated], then: Callable[[Text | None], None]) -> None:
        """Change what was learned, without a picture, and write it; `then` gets what went wrong, or None."""
        self.context.eye.work(lambda: self._change(lambda now, _: make(now), None), self._kept(then))

    def take(self, make: Callable[[Calibrated, Any], Calibrated], then: Callable[[Text | None], None]) -> None:
        """Take a picture, learn from it, and write what was learned; `then` gets what went wrong, or None.

        Nothing is taken while something lies hidden on the table.
        """
        why = kept_dark(self.context)
        if why is not None:
            then(why)
            return
        self.context.eye.shoot(lambda picture: self._change(make, picture), self._kept(then))

    def _change(self, make: Callable[[Calibrated, Any], Calibrated], picture: Any) -> Calibrated:
        from companion.vision import keeping

        if self.calibrated is None:
            raise LookupError("the empty board was not shown yet")
        made = make(self.calibrated, picture)
        keeping.save(self.folder, made)
        # Known here at once, also where the step was left meanwhile: what comes next is learned on top of it.
        self.calibrated = made
        return made

    def _kept(self, then: Callable[[Text | None], None]) -> Callable[[Calibrated | None, Text | None], None]:
        def over(made: Calibrated | None, trouble: Text | None) -> None:
            if made is not None:
                self.calibrated = made
                self.context.eye.forget()
            then(trouble)

        return over


def _alike(a: tuple[float, float], b: tuple[float, float]) -> bool:
    """Whether two sizes are the same but for what measuring them is off by."""
    return all(abs(one / other - 1) <= ALIKE for one, other in zip(a, b, strict=True))
