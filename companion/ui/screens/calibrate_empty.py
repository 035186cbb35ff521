"""The picture of the empty board: everything is held against it later."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.text import T, Text
from companion.ui.calibrate_draft import CalibrateDraft, Empty
from companion.ui.pen import Pen
from companion.ui.picture_view import PictureView
from companion.ui.screens.calibrate import TAKING, CalibrateStep
from companion.ui.widgets.button import PushButton

DO = T("Take everything off the board: pieces, cards, hands, and what throws a shadow. Then take the picture.")
TAKEN = T("This is the empty board, seen from above. If it is all there and nothing lies on it, go on.")


class CalibrateEmptyScreen(CalibrateStep):
    """Takes the picture, shows it from above, and keeps it at once; what was taught before stays known."""

    name: ClassVar[str] = "calibrate_empty"
    step: ClassVar[str] = "empty"
    title: ClassVar[Text] = T("The empty board")

    def enter(self, draft: CalibrateDraft) -> None:
        super().enter(draft)
        self.made: Empty | None = None

    def build(self) -> None:
        self.head()
        made, draft = self.made, self.draft
        empty = draft.calibrated.empty if draft.fresh and draft.calibrated is not None else None
        taken = empty is not None
        self.take = PushButton(
            text=self.say(T("Take it again") if taken else T("Take the picture")),
            kind="plain" if taken else "primary",
            guard=True,
        )
        self.take.bind(on_release=lambda _: self.shoot())
        keys = [self.take]
        if taken:
            self.next_key()
            self.allow(True, bool(made is not None and made.remarks))
            keys.insert(0, self.next)
        if made is not None and made.measured is not None:
            wide, high = (int(side) for side in made.measured)
            self.other = PushButton(text=self.say(T("Use {a} × {b} mm", a=wide, b=high)), guard=True, wraps=True)
            self.other.bind(on_release=lambda _: self._use_size())
            keys.append(self.other)
        self.lay_out(keys, PictureView())
        if taken:
            self.view.overlay = self._places
            self.view.show(empty)
        else:
            self.look_live(draft.sketch())
        self._tell()

    def _tell(self) -> None:
        made = self.made
        words: list[tuple[Text, str, str]] = []
        if made is not None and made.why is not None:
            words.append((made.why, "body", "warn"))
        elif self.draft.fresh:
            words.append((TAKEN, "body", "sand"))
        if made is not None:
            words += [(remark, "label", "sand_2") for remark in made.remarks]
        if not self.draft.fresh or (made is not None and made.why is not None):
            words.append((DO, "body", "sand"))
        self.tell(tuple(words))

    def _places(self, pen: Pen) -> None:
        """Where the places are, as far as that is known: whether they fit the print can be seen."""
        from companion.vision.calibration import places

        calibrated = self.draft.calibrated
        if calibrated is None:
            return
        wide, high = calibrated.calibration.field
        for spot in places(calibrated.calibration, self.draft.plan):
            x, y, w, h = spot.at
            left, top, right, bottom = (x - w / 2) / wide, (y - h / 2) / high, (x + w / 2) / wide, (y + h / 2) / high
            self.view.outline(pen, ((left, top), (right, top), (right, bottom), (left, bottom)), "lit", 1.5)

    def _use_size(self) -> None:
        if self.made is not None and self.made.measured is not None:
            self.draft.field = self.made.measured
            self.made = None
            self.shoot()

    def shoot(self) -> None:
        """Take the picture; the screen waits for nothing."""
        self.take.kind = "off"
        if self.draft.fresh:
            self.allow(False)
        self.tell(((TAKING, "body", "sand"),))
        self.draft.take_empty(self._taken)

    def _taken(self, made: Empty) -> None:
        self.made = made
        self.relayout()
