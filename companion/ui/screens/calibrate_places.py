"""Tapping in the places of a board that nobody published the measures of, group by group."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from companion.engine.sight import At, Spot
from companion.engine.text import TN, T, Text
from companion.ui.calibrate_draft import CalibrateDraft
from companion.ui.pen import Pen
from companion.ui.picture_view import Point
from companion.ui.screens.calibrate_points import PointStep, moved, nearest
from companion.ui.widgets.button import PushButton

if TYPE_CHECKING:
    from companion.vision.calibration import Calibrated

REACH = 26.0
PROPOSES = 2
"""After so many taps the rest of a group is proposed."""


class CalibratePlacesScreen(PointStep):
    """One place after the other is tapped into the picture of the empty board; a group is kept once it is whole."""

    name: ClassVar[str] = "calibrate_places"
    step: ClassVar[str] = "places"
    title: ClassVar[Text] = T("The places")

    def enter(self, draft: CalibrateDraft) -> None:
        super().enter(draft)
        from companion.vision.tapping import groups

        self.groups = groups(draft.plan)
        self.order = tuple(self.groups)
        self.at = 0
        self.fault: Text | None = None
        self.busy = False
        done = self.kept
        left = [i for i, group in enumerate(self.order) if any(spot.id not in done for spot in self.groups[group])]
        self._open(left[0] if left else 0)

    # what is known

    @property
    def kept(self) -> dict[str, At]:
        """The places that were tapped in and kept."""
        calibrated = self.draft.calibrated
        return {} if calibrated is None else dict(calibrated.calibration.spots)

    @property
    def field(self) -> tuple[float, float]:
        calibrated = self.draft.calibrated
        return self.draft.field if calibrated is None else calibrated.calibration.field

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The places of the group that is tapped in now."""
        return self.groups[self.order[self.at]] if self.order else ()

    @property
    def current(self) -> Spot | None:
        """The place that the next tap is for; None: all of the group are tapped."""
        if self.chosen is not None:
            return next((spot for spot in self.spots if spot.id == self.chosen), None)
        return next((spot for spot in self.spots if spot.id not in self.taps), None)

    @property
    def proposed(self) -> dict[str, At]:
        """Where all places of the group lie if they lie as on the stand-in board."""
        from companion.vision.tapping import proposed

        if len(self.taps) < min(PROPOSES, len(self.spots)):
            return {}
        wide, high = self.field
        taps = {spot_id: (x * wide, y * high) for spot_id, (x, y) in self.taps.items()}
        return proposed(self.draft.plan, self.order[self.at], taps)

    def _open(self, at: int) -> None:
        """Begin with a group: what was kept of it is there already."""
        self.at = at
        wide, high = self.field
        kept = self.kept
        self.taps: dict[str, Point] = {
            spot.id: (kept[spot.id][0] / wide, kept[spot.id][1] / high) for spot in self.spots if spot.id in kept
        }
        self.history: list[tuple[str, Point | None]] = []
        self.chosen: str | None = None
        self.fault = None

    # the screen

    def build(self) -> None:
        self.head()
        self.next_key()
        self.take_back = PushButton(icon="undo", text=self.say(T("Undo")), guard=False, wraps=True)
        self.take_back.text_size_limit = 18
        self.take_back.bind(on_release=lambda _: self.undo())
        self.skip = PushButton(text=self.say(T("Leave these out")), kind="quiet", guard=True, wraps=True)
        self.skip.bind(on_release=lambda _: self._on())
        self.set = PushButton(icon="plus")
        self.set.bind(on_release=lambda _: self.set_expected())
        keys = ([self.take_back, self.zoom_key()], [*self.way_keys(), self.set])
        self.lay_out([self.next, self.skip], self.point_view(), keys)
        self.view.overlay = self._draw
        if self.draft.calibrated is not None:
            self.view.show(self.draft.calibrated.empty)
        self._say()

    def _say(self) -> None:
        words: list[tuple[Text, str, str]] = []
        if self.fault is not None:
            words.append((self.fault, "label", "warn"))
        spot = self.current
        if not self.order:
            words.append((T("There is no place to tap in here."), "body", "sand"))
        elif spot is not None and spot.id not in self.taps:
            words.append((T("Tap the middle of: {place}.", place=spot.title), "body", "sand"))
        else:
            words.append((T("All of these have their place."), "body", "good"))
        if self.proposed and len(self.taps) < len(self.spots):
            told = T("The others are drawn where they should be. If they fit, go on; else tap the next one.")
            words.append((told, "label", "sand_2"))
        n = len(self.taps)
        of = len(self.spots)
        words.append((TN("{n} of {of} is tapped.", "{n} of {of} are tapped.", n, of=of), "label", "sand_2"))
        if len(self.order) > 1:
            told = T("Group {n} of {of}. What was tapped can be dragged.", n=self.at + 1, of=len(self.order))
            words.append((told, "label", "sand_2"))
        self.tell(tuple(words))
        self.allow(not self.busy and (bool(self.proposed) or not self.order))

    def _draw(self, pen: Pen) -> None:
        own = {spot.id for spot in self.spots}
        for spot_id, at in self.kept.items():
            if spot_id not in own:
                self._place(pen, at, "line_strong", 1.5)
        for spot_id, at in self.proposed.items():
            self._place(pen, at, "good" if spot_id in self.taps else "lit", 2)
        current = self.chosen or (self.history[-1][0] if self.history else None)
        for spot_id, point in self.taps.items():
            if self.view.inside(point):
                x, y = self.view.at(point)
                pen.disc(x, y, 5, "gold" if spot_id == current else "good")

    def _place(self, pen: Pen, at: At, colour: str, width: float) -> None:
        wide, high = self.field
        x, y, w, h = at
        left, right, top, bottom = (x - w / 2) / wide, (x + w / 2) / wide, (y - h / 2) / high, (y + h / 2) / high
        self.view.outline(pen, ((left, top), (right, top), (right, bottom), (left, bottom)), colour, width)

    # pointing

    def pointed(self, phase: str, point: Point) -> None:
        if phase == "down":
            self.chosen = nearest(self.view, self.taps, point, REACH)
            if self.chosen is not None:
                self.history.append((self.chosen, self.taps[self.chosen]))
        spot = self.current
        if spot is None:
            return
        if spot.id in self.taps:
            self.taps[spot.id] = point
        if phase != "up":
            return
        if spot.id not in self.taps:
            self.history.append((spot.id, None))
            self.taps[spot.id] = point
        self.chosen = None
        self.fault = None
        self.middle = point
        self._to_next()
        self._say()

    def set_expected(self) -> None:
        """Put the next place where it is expected, to be moved by the keys: no finger is needed."""
        from companion.vision.tapping import proposed

        spot = self.current
        if spot is None:
            return
        wide, high = self.field
        taps = {spot_id: (x * wide, y * high) for spot_id, (x, y) in self.taps.items()}
        at = proposed(self.draft.plan, self.order[self.at], taps).get(spot.id, spot.at)
        point = moved((at[0] / wide, at[1] / high), 0.0, 0.0)
        self.history.append((spot.id, self.taps.get(spot.id)))
        self.taps[spot.id] = point
        self.look_at(point)
        self.fault = None
        self._say()

    def nudged(self, dx: float, dy: float) -> None:
        if not self.history:
            return
        spot_id = self.history[-1][0]
        if spot_id in self.taps:
            self.taps[spot_id] = moved(self.taps[spot_id], dx, dy)
            self.look_at(self.taps[spot_id])
            self._say()

    def _to_next(self) -> None:
        """Let an enlarged picture show where the next place is expected."""
        spot = self.current
        at = None if spot is None else self.proposed.get(spot.id)
        if at is not None:
            wide, high = self.field
            self.look_at((at[0] / wide, at[1] / high))

    def undo(self) -> None:
        """Take the last tap, or the last move of one, back."""
        if not self.history:
            return
        spot_id, before = self.history.pop()
        if before is None:
            self.taps.pop(spot_id, None)
        else:
            self.taps[spot_id] = before
        self.chosen = None
        self._say()
        self.view.redraw()

    # going on

    def go_on(self) -> None:
        found = self.proposed
        if not found:
            self._on()
            return
        plan = self.draft.plan

        def make(calibrated: Calibrated) -> Calibrated:
            from companion.vision.tapping import tapped

            return tapped(calibrated, plan, found)

        self.busy = True
        self._say()
        self.draft.keep(make, self._kept)

    def _kept(self, trouble: Text | None) -> None:
        self.busy = False
        self.fault = trouble
        if trouble is None:
            self._on()
        else:
            self._say()

    def _on(self) -> None:
        """The next group, or the next step after the last."""
        if self.at + 1 >= len(self.order):
            super().go_on()
            return
        self._open(self.at + 1)
        self.relayout()
