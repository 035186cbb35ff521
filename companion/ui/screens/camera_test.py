"""The live test of the camera: its picture, the mat that lies in it, how sharp and light it is, how often it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from companion.engine.game import Game
from companion.engine.sight import At
from companion.engine.text import TN, T, Text, decimal
from companion.games import all_games
from companion.ui.camera_live import Live
from companion.ui.hidden import hidden_places, kept_dark
from companion.ui.picture_view import PictureView
from companion.ui.screens.calibrate import PictureScreen
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.top_bar import TopBar

if TYPE_CHECKING:
    from companion.vision.mat import Mat

SHARP_MM = 0.8
"""Blur of the markers' edges up to which nothing could be better."""
DARK, LIGHT = 45, 215


class CameraTestScreen(PictureScreen):
    """Lay the mat of any game into the picture. No picture is kept."""

    name: ClassVar[str] = "camera_test"

    def enter(self) -> None:
        self.last: Live | None = None
        self.plans: dict[int, tuple[Game[Any], Any]] = {}
        for game in all_games():
            if game.sight is not None:
                plan = game.sight.plan(self.context.box(game))
                self.plans[plan.mat] = (game, plan)
        self.mat = -1
        """The number of the mat that was seen last."""

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Camera")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.done = PushButton(text=self.say(T("Done")), kind="primary", guard=True)
        self.done.bind(on_release=lambda _: self.context.back())
        device = self.context.eye.device
        self.lock = PushButton(
            text=self.say(T("Let the light go") if device is not None and device.light_locked else T("Hold the light")),
            guard=True,
            wraps=True,
        )
        self.lock.bind(on_release=lambda _: self._lock())
        self.lay_out([self.done, self.lock], PictureView())
        self.tell(((T("The first picture is on its way."), "body", "sand"),))
        self.dark = kept_dark(self.context) is not None
        self.there = {number: self._there(number) for number in self.plans}
        self.look(self.shown)
        self.lost()

    def shown(self, picture: Any) -> Any:
        """In a thread: the picture with the mat that has most of its markers in it."""
        from companion.vision.live import mats_in, shown

        known = [number for number in mats_in(picture) if number in self.plans]
        self.mat = known[0] if known else -1
        number = known[0] if known else min(self.plans)
        mat, hidden = self.there[number]
        return shown(picture, mat, hidden=hidden, dark=self.dark)

    def _there(self, number: int) -> tuple[Mat, tuple[At, ...]]:
        """The mat of this number as it was calibrated, and what must stay black of the board that it lies round."""
        from companion.vision.mat import mat_of

        game, plan = self.plans[number]
        calibrated = self.context.eye.calibrated(game)[0]
        field = None if calibrated is None else calibrated.calibration.field
        return mat_of(plan, field), hidden_places(self.context, game, plan, calibrated)

    def _lock(self) -> None:
        device = self.context.eye.device
        if device is not None:
            device.lock_light(not device.light_locked)
            self.lock.text = self.say(T("Let the light go") if not device.light_locked else T("Hold the light"))

    def came(self, live: Live) -> None:
        self.last = live
        shown = live.shown
        words: list[tuple[Text, str, str]] = []
        if self.mat >= 0:
            game = self.plans[self.mat][0]
            words.append((T("The mat of {game}", game=game.title), "body", "sand"))
            n = shown.markers
            found = TN("{n} of 8 markers is found.", "{n} of 8 markers are found.", n)
            words.append((found, "label", "good" if n == 8 else "warn"))
        if shown.trouble is not None:
            words.append((shown.trouble, "label", "warn"))
        words += [(remark, "label", "sand_2") for remark in shown.remarks]
        words += self._facts(live)
        self.tell(tuple(words))

    def _facts(self, live: Live) -> list[tuple[Text, str, str]]:
        shown = live.shown
        wide, high = shown.size
        words: list[tuple[Text, str, str]] = []
        if shown.blur is not None:
            from companion.vision.light import SOFT

            sharp = T("sharp") if shown.blur <= SHARP_MM else T("a little soft") if shown.blur <= SOFT else T("blurred")
            colour = "good" if shown.blur <= SHARP_MM else "sand" if shown.blur <= SOFT else "warn"
            words.append((T("Sharpness: {what}", what=sharp), "label", colour))
        if wide:
            level = round(shown.level / 255 * 100)
            light = T("Light: {n} %", n=level)
            words.append((light, "label", "sand" if DARK <= shown.level <= LIGHT else "warn"))
            words.append((T("Size: {width} × {height}", width=wide, height=high), "label", "sand"))
        if shown.px_per_mm:
            text = T("{n} pixels for a millimetre", n=decimal(shown.px_per_mm))
            words.append((text, "label", "sand" if shown.px_per_mm >= 1.1 else "warn"))
        if live.rate:
            words.append((T("{n} pictures a second", n=f"{live.rate:.0f}"), "label", "sand"))
        device = self.context.eye.device
        if device is not None and device.light_locked and device.unlockable is not None:
            words.append((device.unlockable, "label", "warn"))
        return words
