"""Showing one card, tile or cover: it lies alone on the empty board while its picture is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from companion.engine.sight import Spot
from companion.engine.text import TN, T, Text
from companion.table.seen import label_words
from companion.ui.calibrate_draft import CalibrateDraft
from companion.ui.camera_live import Live, draw_markers
from companion.ui.pen import Pen
from companion.ui.picture_view import PictureView
from companion.ui.screens.calibrate import TAKING, CalibrateStep
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.dialog import HoldButton

if TYPE_CHECKING:
    from companion.vision.calibration import Calibrated
    from companion.vision.live import Shown


class TeachLookScreen(CalibrateStep):
    """Goes from one look that is missing to the next; `look` is the id of the first."""

    name: ClassVar[str] = "teach_look"
    step: ClassVar[str] = "teach_look"
    title: ClassVar[Text] = T("Cards and tiles")

    def enter(self, draft: CalibrateDraft, look: str = "") -> None:
        super().enter(draft)
        self.at = look
        self.fault: Text | None = None
        self.alike = False
        """Whether it was refused for looking like another thing."""
        self.learned: Text | None = None
        self.cut: Any = None

    @property
    def spot(self) -> Spot | None:
        """The known place to lay it in, the one nearest to the middle; None: anywhere on the board."""
        from companion.vision.calibration import places

        calibrated = self.draft.calibrated
        if calibrated is None or self.draft.looks.get(self.at) == "tile":
            return None
        wide, high = calibrated.calibration.field
        there = [spot for spot in places(calibrated.calibration, self.draft.plan) if self.at in spot.labels]
        return min(there, key=lambda spot: (spot.at[0] - wide / 2) ** 2 + (spot.at[1] - high / 2) ** 2, default=None)

    @property
    def left(self) -> list[str]:
        """What was not taught yet, in the order of the list, from this one on."""
        looks = list(self.draft.looks)
        at = looks.index(self.at)
        known = {} if self.draft.calibrated is None else self.draft.calibrated.looks
        return [look for look in (*looks[at + 1 :], *looks[:at]) if not known.get(look)]

    def build(self) -> None:
        self.head()
        self.done = PushButton(text=self.say(T("Back to the list")), guard=True, wraps=True)
        self.done.bind(on_release=lambda _: self.context.back())
        taken = self.learned is not None
        self.take = PushButton(
            text=self.say(T("Take it again") if taken else T("Take the picture")),
            kind="plain" if taken else "primary",
            guard=True,
        )
        self.take.bind(on_release=lambda _: self.shoot())
        keys: list[Any] = [self.take, self.done]
        if taken and self.left:
            title = label_words(self.draft.plan, self.left[0])
            self.on = PushButton(text=self.say(T("Next: {what}", what=title)), kind="primary", guard=True, wraps=True)
            self.on.bind(on_release=lambda _: self._open(self.left[0]))
            keys.insert(0, self.on)
        if self.alike:
            self.anyway = HoldButton(text=self.say(T("Hold: take it all the same")), kind="lapis", guard=True,
                                     holdable=True, wraps=True)  # fmt: skip
            self.anyway.bind(on_hold=lambda _: self.shoot(anyway=True))
            keys.append(self.anyway)
        if not taken:
            self.other = PushButton(text=self.say(T("Leave it out")), kind="quiet", guard=True, wraps=True)
            self.other.bind(on_release=lambda _: self._open(self.left[0]) if self.left else self.context.back())
            keys.append(self.other)
        self.lay_out(keys, PictureView())
        if taken and self.cut is not None:
            self.view.show(self.cut)
        else:
            calibrated, spot = self.draft.calibrated, self.spot
            self.look_live(None if calibrated is None else calibrated.calibration, None if spot is None else spot.at)
        self._say()
        self.lost()

    def _draw(self, pen: Pen, shown: Shown) -> None:
        draw_markers(pen, self.view, shown)
        if shown.place is not None:
            self.view.outline(pen, shown.place, "gold", 3)

    def came(self, live: Live) -> None:
        self.view.overlay = lambda pen: self._draw(pen, live.shown)

    def _say(self) -> None:
        title = label_words(self.draft.plan, self.at)
        words: list[tuple[Text, str, str]] = []
        if self.fault is not None:
            words.append((self.fault, "label", "warn"))
        if self.learned is not None:
            words.append((self.learned, "body", "good"))
            n = len(self.left)
            told = TN("{n} is missing.", "{n} are missing.", n) if n else T("That was the last one.")
            words.append((told, "label", "sand_2"))
        else:
            spot = self.spot
            do = (
                T("Lay {what} on the empty board, alone and flat, where the golden frame is ({place}).", what=title,
                  place=spot.title)
                if spot is not None
                else T("Lay {what} on the empty board, alone and flat.", what=title)
            )  # fmt: skip
            words.append((do, "body", "sand"))
        self.tell(tuple(words))

    def _open(self, look: str) -> None:
        self.at, self.fault, self.learned, self.cut, self.alike = look, None, None, None, False
        self.relayout()

    def shoot(self, anyway: bool = False) -> None:
        """Take the picture and learn from it; `anyway`: also where it looks like another thing."""
        look, spot, plan = self.at, self.spot, self.draft.plan
        where = None if spot is None else spot.id
        alike: list[bool] = []

        def learn(calibrated: Calibrated, picture: Any) -> Calibrated:
            from companion.vision.teach import Alike, teach_look

            try:
                return teach_look(calibrated, plan, look, picture, where, anyway=anyway)
            except Alike:
                alike.append(True)
                raise

        self.take.kind = "off"
        self.tell(((TAKING, "body", "sand"),))
        self.draft.take(learn, lambda trouble: self._took(trouble, bool(alike)))

    def _took(self, trouble: Text | None, alike: bool) -> None:
        self.fault, self.alike = trouble, alike
        calibrated = self.draft.calibrated
        if trouble is None and calibrated is not None:
            self.learned = T("Taught: {look}.", look=label_words(self.draft.plan, self.at))
            pictures = calibrated.looks.get(self.at, ())
            self.cut = pictures[-1] if pictures else None
        self.end_look()
        self.relayout()
