"""Without a mat: the four corners of the board are dragged to where they are in a picture."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.text import T, Text
from companion.ui.calibrate_draft import CalibrateDraft
from companion.ui.hidden import kept_dark
from companion.ui.pen import Pen
from companion.ui.picture_view import Point
from companion.ui.screens.calibrate import TAKING
from companion.ui.screens.calibrate_points import PointStep, moved, nearest
from companion.ui.widgets.button import PushButton

START: tuple[Point, ...] = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))
REACH = 60.0
DO = T("Drag the corners to those of the board. “top” is its upper side as printed; the last key turns it.")
STAYS = T("From then on neither camera nor board may move.")


class CalibrateCornersScreen(PointStep):
    """Opens over the first step and goes back to it; the corners are kept in the draft."""

    name: ClassVar[str] = "calibrate_corners"
    step: ClassVar[str] = "corners"
    title: ClassVar[Text] = T("Corners by hand")

    def enter(self, draft: CalibrateDraft) -> None:
        super().enter(draft)
        self.picture: Any = None
        self.size: tuple[int, int] = (0, 0)
        self.corners: dict[int, Point] = dict(enumerate(START))
        self.chosen = 0
        self.grip = (0.0, 0.0)
        self.fault: Text | None = None

    def build(self) -> None:
        self.head()
        self.next_key()
        self.turn = PushButton(text=self.say(T("Next corner")), guard=False, wraps=True)
        self.turn.text_size_limit = 18
        self.turn.bind(on_release=lambda _: self.choose((self.chosen + 1) % 4))
        self.again = PushButton(text=self.say(T("Take the picture again")), kind="quiet", guard=True, wraps=True)
        self.again.bind(on_release=lambda _: self.shoot())
        self.round = PushButton(icon="rotate", guard=True)
        self.round.bind(on_release=lambda _: self.turn_round())
        keys = ([self.turn, self.zoom_key()], [*self.way_keys(), self.round])
        self.lay_out([self.next, self.again], self.point_view(), keys)
        self.view.overlay = self._draw
        if self.picture is None:
            self.shoot()
        else:
            self.view.show(self.picture)
        self._judge()

    def shoot(self) -> None:
        """Take the picture that is pointed into; all of it is shown, so nothing may lie hidden in it."""
        why = kept_dark(self.context)
        if why is not None:
            self.picture, self.fault = None, why
            self._judge()
            return

        def small(picture: Any) -> tuple[Any, tuple[int, int]]:
            from companion.vision.live import smaller

            return smaller(picture, 1600), (int(picture.shape[1]), int(picture.shape[0]))

        self.context.eye.shoot(small, self._taken)

    def _taken(self, made: tuple[Any, tuple[int, int]] | None, trouble: Text | None) -> None:
        self.fault = trouble
        if made is not None:
            self.picture, self.size = made
            self._former()
        self.relayout()

    def _former(self) -> None:
        """Begin with the corners that were set before."""
        if self.draft.corners is None or self.draft.size != self.size:
            return
        from companion.vision.by_hand import board_corners

        wide, high = self.size
        found = board_corners(self.draft.corners, self.draft.plan)
        self.corners = {i: moved((x / wide, y / high), 0, 0) for i, (x, y) in enumerate(found)}

    # pointing

    def choose(self, corner: int) -> None:
        """Let the keys move this corner."""
        self.chosen = corner
        self.look_at(self.corners[corner])
        self._judge()

    def turn_round(self) -> None:
        """Let the next side be the top of the board: the camera may look at it from any side."""
        self.corners = {(i + 1) % 4: corner for i, corner in self.corners.items()}
        self.view.redraw()
        self._judge()

    def pointed(self, phase: str, point: Point) -> None:
        if phase == "down":
            near = nearest(self.view, self.corners, point, REACH)
            self.chosen = self.chosen if near is None else near
            x, y = self.corners[self.chosen]
            # A corner that was taken hold of beside it does not jump under the finger.
            self.grip = (0.0, 0.0) if near is None else (x - point[0], y - point[1])
        self.corners[self.chosen] = moved(point, *self.grip)
        self.view.pointed = self.corners[self.chosen]
        self.middle = self.corners[self.chosen]
        if phase == "up":
            self._judge()

    def nudged(self, dx: float, dy: float) -> None:
        self.corners[self.chosen] = moved(self.corners[self.chosen], dx, dy)
        self.look_at(self.corners[self.chosen])
        self._judge()

    def _draw(self, pen: Pen) -> None:
        points = [self.view.at(self.corners[i]) for i in range(4)]
        for i, (x, y) in enumerate(points):
            ends = [self.corners[i], self.corners[(i + 1) % 4]]
            if all(self.view.inside(end) for end in ends):
                pen.line([points[i], points[(i + 1) % 4]], "lit", 2)
            if i == 0:
                self._top(pen, points[0], points[1])
            if self.view.inside(self.corners[i]):
                pen.disc(x, y, 13, None, "gold" if i == self.chosen else "lit", 3)
                pen.disc(x, y, 3, "gold" if i == self.chosen else "lit")

    def _top(self, pen: Pen, left: Point, right: Point) -> None:
        """Mark the side that is the board's upper one, as it is printed."""
        words = self.say(T("top"))
        x, y = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
        wide = pen.measure(words, "label") + 16
        if wide / 2 <= x <= pen.w - wide / 2 and 14 <= y <= pen.h - 14:
            pen.box(x - wide / 2, y - 13, wide, 26, "night", 6)
            pen.text(words, x, y, "label", "lit", "center")

    # the end

    @property
    def field(self) -> tuple[tuple[float, float], ...] | None:
        """The corners of the field in the camera's own pictures; None where they make none."""
        from companion.vision.by_hand import field_corners
        from companion.vision.calibration import corners_fault

        wide, high = self.size
        board = [(x * wide - 0.5, y * high - 0.5) for x, y in (self.corners[i] for i in range(4))]
        self.fault = corners_fault(board, self.size)
        if self.fault is not None:
            return None
        return field_corners(board, self.draft.plan)

    def _judge(self) -> None:
        if self.picture is None:
            self.tell(((self.fault or TAKING, "body", "sand"),))
            return
        good = self.field is not None
        words: list[tuple[Text, str, str]] = [(DO, "label", "sand")]
        words.append((STAYS, "small", "sand_2"))
        if self.fault is not None:
            words.insert(0, (self.fault, "label", "warn"))
        self.tell(tuple(words))
        self.allow(good)

    def go_on(self) -> None:
        field = self.field
        if field is not None:
            self.draft.corners, self.draft.size, self.draft.lens = field, self.size, None
            self.context.back()
