"""What the camera has learned of one game, and every step of calibrating by itself."""

from __future__ import annotations

import shutil
from typing import Any, ClassVar

from companion.engine.game import Game
from companion.engine.text import T, Text
from companion.ui.calibrate_draft import CalibrateDraft
from companion.ui.dates import day_text
from companion.ui.rows import FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware.camera import CAMERA


class CameraGameScreen(Screen):
    """Rows that lead to the wizard, to one of its steps, and to forgetting it all."""

    name: ClassVar[str] = "camera_game"

    def enter(self, game: Game[Any]) -> None:
        self.game = game
        self.offset = 0.0

    def leave(self) -> None:
        self.offset = self.list.offset

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Camera: {game}", game=self.game.title)))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.rows: dict[str, FactRow] = {}
        self._rows()
        self.list = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 72)
        self.list.set_rows([(row, row.height_for(frame.w - 16)) for row in self.rows.values()])
        self.list.offset = min(self.offset, self.list.reach)

    @property
    def stand_in(self) -> bool:
        """Whether the stand-in board was calibrated last."""
        known = self.context.eye.known(self.game)
        return bool(known) and known[0] == self.context.eye.folder(self.game, True)

    def _rows(self) -> None:
        eye = self.context.eye
        if eye.device is None or not eye.known(self.game):
            why = T("The camera does not know this table yet.")
            self._fact("state", why, T("Print the mat, lay it round the board, and calibrate."))
            self._lead("calibrate", "camera", T("Calibrate"), T("step by step, about five minutes"), self._calibrate)
            return
        calibrated, why_not = eye.calibrated(self.game)
        if calibrated is None:
            self._fact("state", T("It can't be used"), why_not or T("Calibrate anew."))
        else:
            self._state(calibrated)
            self._steps(calibrated)
        words = T("Calibrate anew")
        self._lead("calibrate", "camera", words, T("what was taught is kept"), self._calibrate)
        self._lead("delete", "cross", T("Delete it"), T("with all that was taught"), self._ask)

    def _state(self, calibrated: Any) -> None:
        calibration = calibrated.calibration
        board = T("the printed stand-in board") if calibration.stand_in else T("the board of the box")
        made = T("{board}, calibrated on {date}", board=board, date=day_text(calibration.made))
        self._fact("state", T("The camera knows this table"), made)

    def _steps(self, calibrated: Any) -> None:
        from companion.vision.calibration import missing_looks, missing_places, places

        draft = CalibrateDraft(self.context, self.game, self.stand_in, alone=True)
        steps, plan = draft.steps, draft.plan
        missing = set(missing_looks(calibrated, plan))
        self._lead("try", "play", T("Try it"), T("read the table once"), lambda: self._open("try"))
        if "places" in steps:
            there, left = places(calibrated.calibration, plan), missing_places(calibrated.calibration, plan)
            detail = T("{n} of {of} are known", n=len(there), of=len(there) + len(left))
            self._lead("places", "edit", T("The places"), detail, lambda: self._open("places"), not left)
        if "start" in steps:
            colours = set(draft.laid.values())
            known = len(colours - missing)
            detail = T("{n} of {of} colours are taught", n=known, of=len(colours))
            self._lead("start", "stone", T("The pieces"), detail, lambda: self._open("start"), known == len(colours))
        if "looks" in steps:
            looks = draft.looks
            known = sum(bool(calibrated.looks.get(look)) for look in looks)
            detail = T("{n} of {of} are taught", n=known, of=len(looks))
            self._lead("looks", "rules", T("Cards and tiles"), detail, lambda: self._open("looks"), known == len(looks))

    def _fact(self, key: str, title: Text, detail: Text) -> None:
        self.rows[key] = FactRow(title=self.say(title), detail=self.say(detail), icon="eye")

    def _lead(self, key: str, icon: str, title: Text, detail: Text, then: Any, done: bool | None = None) -> None:
        row = FactRow(title=self.say(title), detail=self.say(detail), icon=icon, leads=True, guard=True)
        if done is not None:
            row.note, row.note_colour = self.say(T("done") if done else T("to do")), "good" if done else "warn"
        row.bind(on_release=lambda _: then())
        self.rows[key] = row

    def _calibrate(self) -> None:
        why = self.context.eye.away()
        if why is not None:
            self.context.trouble(why)
            return
        self.context.go("calibrate", game=self.game)

    def _open(self, step: str) -> None:
        try:
            draft = CalibrateDraft(self.context, self.game, self.stand_in, alone=True)
        except LookupError:
            self.context.trouble(self.context.eye.away() or T("The camera is not set up any more."))
            return
        draft.open(step, first=True)

    # forgetting it

    def _ask(self) -> None:
        dialog = Dialog(
            title=self.say(T("Delete what the camera learned?")),
            text=self.say(T("The calibration of {game} and all pictures that were taught.", game=self.game.title)),
            safe_label=self.say(T("Keep it")),
            action_label=self.say(T("Delete it")),
            hold=True,
        )
        dialog.bind(on_action=lambda _: self._delete())
        self.dialog = dialog.open(self.context.root)

    def _delete(self) -> None:
        for folder in self.context.eye.known(self.game)[:1]:
            try:
                shutil.rmtree(folder)
            except OSError as error:
                why = error.strerror or str(error)
                self.context.trouble(T("It could not be deleted ({detail}). Try again.", detail=why))
                return
        self.context.eye.forget()
        self.offset = 0.0
        self.relayout()

    def device_changed(self, device: str) -> None:
        if device in ("", CAMERA):
            self.offset = self.list.offset
            self.relayout()
