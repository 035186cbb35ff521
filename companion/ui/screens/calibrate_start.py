"""The start picture: some pieces of each colour in known places teach the camera the colours of this box."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar

from companion.engine.text import T, Text
from companion.table.seen import label_words
from companion.ui.calibrate_draft import CalibrateDraft
from companion.ui.eye import places_of
from companion.ui.pen import Pen
from companion.ui.picture_view import PictureView
from companion.ui.plan_view import PlanView, draw_piece
from companion.ui.screens.calibrate import TAKING, CalibrateStep
from companion.ui.widgets.button import PushButton

if TYPE_CHECKING:
    from companion.vision.calibration import Calibrated


class CalibrateStartScreen(CalibrateStep):
    """Shows what to lay where, takes the picture, and learns the colours from it."""

    name: ClassVar[str] = "calibrate_start"
    step: ClassVar[str] = "start"
    title: ClassVar[Text] = T("The pieces")

    def enter(self, draft: CalibrateDraft) -> None:
        super().enter(draft)
        self.fault: Text | None = None
        self.taken = False
        self.left: Text | None = None
        """What seems to have been left on the board when it was taken empty."""
        self.live_shown = False

    @property
    def laid(self) -> dict[str, str]:
        """What is laid down, where it is known where that is."""
        calibrated = self.draft.calibrated
        if calibrated is None:
            return {}
        there = places_of(calibrated, self.draft.plan)
        return {spot: look for spot, look in self.draft.laid.items() if spot in there}

    def build(self) -> None:
        self.head()
        known = self.taken or self._knows()
        self.next_key()
        if not known:
            self.next.text = self.say(T("Later"))
        self.next.kind = "primary" if self.taken and self.left is None else "plain"
        self.take = PushButton(
            text=self.say(T("Take it again") if self.taken else T("Take the picture")),
            kind="plain" if self.taken else "primary" if self.laid else "off",
            guard=True,
        )
        self.take.bind(on_release=lambda _: self.shoot())
        self.swap = PushButton(
            text=self.say(T("What to lay") if self.live_shown else T("Live picture")),
            kind="quiet",
            guard=True,
            wraps=True,
        )
        self.swap.bind(on_release=lambda _: self._swap())
        self.lay_out([self.next, self.take, self.swap], self._picture())
        if self.live_shown:
            self.look_live(None if self.draft.calibrated is None else self.draft.calibrated.calibration)
        elif isinstance(self.view, PictureView) and self.draft.calibrated is not None:
            self.view.overlay = self._draw
            self.view.show(self.draft.calibrated.empty)
        self._say()

    def _knows(self) -> bool:
        calibrated = self.draft.calibrated
        return calibrated is not None and set(self.draft.laid.values()) <= set(calibrated.calibration.colours)

    def _picture(self) -> Any:
        """Our own drawing where that is what the board looks like; else the picture of the board itself."""
        calibrated = self.draft.calibrated
        if self.live_shown or calibrated is None:
            return PictureView()
        if calibrated.calibration.spots or not (self.draft.stand_in or self.draft.plan.known):
            return PictureView()
        return PlanView(self.draft.plan, places_of(calibrated, self.draft.plan), self.laid)

    def _draw(self, pen: Pen) -> None:
        calibrated = self.draft.calibrated
        if calibrated is None:
            return
        wide, high = calibrated.calibration.field
        there = places_of(calibrated, self.draft.plan)
        for spot, look in self.laid.items():
            x, y = self.view.at((there[spot][0] / wide, there[spot][1] / high))
            draw_piece(pen, look, x, y, 11)

    def _swap(self) -> None:
        self.live_shown = not self.live_shown
        self.end_look()
        self.relayout()

    def _say(self) -> None:
        words: list[tuple[Text, str, str]] = []
        if self.fault is not None:
            words.append((self.fault, "label", "warn"))
        if self.taken:
            words.append((T("The colours are learned."), "body", "good"))
            if self.left is not None:
                words.append((self.left, "label", "warn"))
        elif not self.laid:
            text = T("It is not known yet where the places of this board lie. Tap them in first.")
            words.append((text, "body", "warn"))
        else:
            words.append((T("Lay these on the board as drawn, nothing else:"), "body", "sand"))
            for look, n in Counter(self.laid.values()).items():
                what = label_words(self.draft.plan, look)
                words.append((T("{n} × {what}", n=n, what=what), "label", "sand"))
        self.tell(tuple(words))

    def shoot(self) -> None:
        """Take the picture and learn from it."""
        laid, plan = self.laid, self.draft.plan
        left: list[Text | None] = []

        def learn(calibrated: Calibrated, picture: Any) -> Calibrated:
            from companion.vision.left import left_words
            from companion.vision.teach import teach_pieces

            learned = teach_pieces(calibrated, plan, picture, laid)
            left.append(left_words(learned, plan))
            return learned

        self.take.kind = self.next.kind = "off"
        self.tell(((TAKING, "body", "sand"),))
        self.draft.take(learn, lambda trouble: self._took(trouble, next(iter(left), None)))

    def _took(self, trouble: Text | None, left: Text | None) -> None:
        self.fault, self.taken, self.left = trouble, trouble is None, left
        self.relayout()
