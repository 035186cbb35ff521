"""First step: the camera sees the whole mat, sharp and well lit."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.text import TN, T, Text
from companion.games import all_games
from companion.ui.camera_live import Live
from companion.ui.picture_view import PictureView
from companion.ui.screens.calibrate import CalibrateStep
from companion.ui.widgets.button import PushButton

DO = T("Lay the mat round the board. Point the camera so that the whole mat is in the picture, from above.")
BY_HAND = T("The corners of the board were set by hand. Keep camera and board where they are.")


class CalibrateAimScreen(CalibrateStep):
    """The live picture with the markers that were found; what is wrong keeps the next key grey."""

    name: ClassVar[str] = "calibrate_aim"
    step: ClassVar[str] = "aim"
    title: ClassVar[Text] = T("Find the mat")

    def build(self) -> None:
        self.head()
        self.corners = PushButton(text=self.say(T("No mat: set corners")), guard=True, wraps=True)
        self.corners.bind(on_release=lambda _: self.context.go("calibrate_corners", draft=self.draft))
        keys: list[Any] = [self.next_key(), self.corners]
        if self.draft.corners is not None:
            self.mat = PushButton(text=self.say(T("Use the mat again")), guard=True, wraps=True)
            self.mat.bind(on_release=lambda _: self._use_mat())
            keys.append(self.mat)
        self.lay_out(keys, PictureView())
        self.tell(((DO if self.draft.corners is None else BY_HAND, "body", "sand"),))
        device = self.context.eye.device
        self.look_live(self.draft.sketch(None if device is None else device.size))
        self.lost()

    def _use_mat(self) -> None:
        self.draft.corners = None
        self.relayout()

    def came(self, live: Live) -> None:
        shown = live.shown
        by_hand = self.draft.corners is not None
        words: list[tuple[Text, str, str]] = [(BY_HAND if by_hand else DO, "body", "sand")]
        if not by_hand:
            n = shown.markers
            found = TN("{n} of 8 markers is found.", "{n} of 8 markers are found.", n)
            words.append((found, "body", "good" if n == 8 else "warn"))
        if shown.trouble is not None:
            words.append((self._trouble(shown.trouble, shown.mats), "label", "warn"))
        words += [(remark, "label", "sand_2") for remark in shown.remarks]
        self.tell(tuple(words))
        self.allow(shown.trouble is None, bool(shown.remarks))

    def _trouble(self, trouble: Text, mats: tuple[int, ...]) -> Text:
        """With the game whose mat lies there instead."""
        for game in all_games():
            if game.sight is not None and mats and game.sight.plan(self.context.box(game)).mat == mats[0]:
                return T("{trouble} The mat that lies there is that of {game}.", trouble=trouble, game=game.title)
        return trouble
