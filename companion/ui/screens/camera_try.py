"""Trying a calibration: the table is read once, and what was read is drawn on its picture and listed."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.sight import EMPTY, Seen
from companion.engine.text import TN, T, Text
from companion.table.seen import label_words
from companion.ui.calibrate_draft import CalibrateDraft
from companion.ui.eye import Sighted
from companion.ui.pen import Pen
from companion.ui.picture_row import PictureRow
from companion.ui.picture_view import PictureView, corners_of
from companion.ui.screens.calibrate import CalibrateStep
from companion.ui.widgets.button import PushButton

DO = T("Lay a few things on the board and read it. What was read is listed; nothing of it counts.")
MOST_ROWS = 40
READING = T("Reading the table. Keep everything still.")


class CameraTryScreen(CalibrateStep):
    """The last step, and a page of its own. Green: sure; orange: it would be asked about."""

    name: ClassVar[str] = "camera_try"
    step: ClassVar[str] = "try"
    title: ClassVar[Text] = T("Try it")

    def enter(self, draft: CalibrateDraft) -> None:
        super().enter(draft)
        self.sighted: Sighted | None = None
        self.busy = False

    def build(self) -> None:
        self.head()
        read = self.sighted is not None
        self.done = PushButton(text=self.say(T("Done")), kind="primary" if read else "plain", guard=True)
        self.done.bind(on_release=lambda _: self.context.back())
        words = T("Read it again") if read else T("Read the table")
        kind = "off" if self.busy else "plain" if read else "primary"
        self.read = PushButton(text=self.say(words), kind=kind, guard=True)
        self.read.bind(on_release=lambda _: self.look_once())
        self.lay_out([self.done, self.read], PictureView())
        if self.sighted is not None and self.sighted.field is not None:
            self.view.overlay = self._draw
            self.view.show(self.sighted.field)
        else:
            self.look_live(None if self.draft.calibrated is None else self.draft.calibrated.calibration)
        self._say()

    def look_once(self) -> None:
        """Take a picture and read it; nothing here waits for that."""
        self.busy = True
        self.read.kind = "off"
        self.tell(((READING, "body", "sand"),))
        self.context.eye.look(self.draft.game, self.draft.box, self._read, unseen=self.draft.unseen)

    def _read(self, sighted: Sighted) -> None:
        self.busy, self.sighted = False, sighted
        self.end_look()
        self.relayout()

    def _say(self) -> None:
        if self.sighted is None:
            self.tell(((DO, "body", "sand"),))
            return
        reading = self.sighted.reading
        if reading.trouble is not None:
            self.tell(((reading.trouble, "body", "warn"),))
            return
        unsure = len(reading.unsure)
        sure = len(reading.seen) - unsure
        words: list[tuple[Text, str, str]] = [
            (TN("{n} place is sure.", "{n} places are sure.", sure), "body", "good")
        ]  # fmt: skip
        if unsure:
            words.append((TN("{n} would be asked about.", "{n} would be asked about.", unsure), "body", "warn"))
        words += [(remark, "label", "sand_2") for remark in reading.remarks]
        left = self._untaught()
        if left:
            told = TN("{n} thing was not taught yet, and is asked about.",
                      "{n} things were not taught yet, and are asked about.", left)  # fmt: skip
            words.append((told, "label", "sand_2"))
        told_of = [seen for seen in reading.seen if not seen.sure or seen.label not in (None, EMPTY)]
        wide = self.areas[1][2]
        rows = [(row, row.height_for(wide)) for row in map(self._row, _likeliest(told_of)[:MOST_ROWS])]
        self.tell(tuple(words), rows)

    def _untaught(self) -> int:
        """How many looks were never shown."""
        from companion.vision.calibration import missing_looks

        calibrated = self.draft.calibrated
        return 0 if calibrated is None else len(missing_looks(calibrated, self.draft.plan))

    def _row(self, seen: Seen) -> PictureRow:
        spot = self.draft.plan.spot(seen.spot)
        place = spot.title if spot is not None else T("{name}", name=seen.spot)
        picture = self.sighted.crop(seen.spot) if self.sighted is not None else None
        return PictureRow(
            picture,
            title=self.say(label_words(self.draft.plan, seen.label)),
            detail=self.say(place),
            note="" if seen.sure else self.say(T("unsure")),
            note_colour="warn",
            icon="camera",
        )

    def _draw(self, pen: Pen) -> None:
        if self.sighted is None or self.draft.calibrated is None:
            return
        wide, high = self.draft.calibrated.calibration.field
        for seen in self.sighted.reading.seen:
            at = seen.at or self.sighted.places.get(seen.spot)
            if at is None or (seen.sure and seen.label == EMPTY):
                continue
            corners = corners_of(at, seen.angle if seen.at is not None else 0.0, (wide, high))
            self.view.outline(pen, corners, "good" if seen.sure else "warn", 2.5)


def _likeliest(seen: list[Seen]) -> list[Seen]:
    """What lies there for certain first, then what would be asked about."""
    return sorted(seen, key=lambda one: not one.sure)
