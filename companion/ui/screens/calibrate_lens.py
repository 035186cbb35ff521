"""The lens, for whoever wants it exact: several pictures of the mat from several sides."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from companion.engine.errors import InputError
from companion.engine.text import TN, T, Text
from companion.ui.calibrate_draft import CalibrateDraft
from companion.ui.hidden import kept_dark
from companion.ui.picture_view import PictureView
from companion.ui.screens.calibrate import CalibrateStep
from companion.ui.widgets.button import PushButton

WANTED = 6
"""Pictures that are asked for; four are enough."""
DO = T(
    "You can leave this out. Pictures of the mat from {n} different sides, some clearly aslant, make the edges of the "
    "board exact. Move the mat or the camera between them.",
    n=WANTED,
)


class Shots(NamedTuple):
    """The pictures so far, and the lens they tell; `why`: they do not tell one yet."""

    pictures: tuple[Any, ...]
    lens: Any = None
    why: Text | None = None


class CalibrateLensScreen(CalibrateStep):
    """Each tap takes one picture; as soon as they tell the lens it can be gone on with."""

    name: ClassVar[str] = "calibrate_lens"
    step: ClassVar[str] = "lens"
    title: ClassVar[Text] = T("The lens")

    def enter(self, draft: CalibrateDraft) -> None:
        super().enter(draft)
        self.shots = Shots(())
        self.fault: Text | None = None

    def build(self) -> None:
        self.head()
        known = self.shots.lens is not None
        self.next_key()
        self.next.kind = "primary" if known or not self.shots.pictures else "plain"
        self.next.text = self.say(T("Next") if known else T("Leave it out"))
        self.take = PushButton(text=self.say(T("Take a picture")), kind="plain" if known else "lapis", guard=True)
        self.take.bind(on_release=lambda _: self.shoot())
        keys: list[Any] = [self.next, self.take]
        if self.shots.pictures:
            self.anew = PushButton(text=self.say(T("From the beginning")), kind="quiet", guard=True, wraps=True)
            self.anew.bind(on_release=lambda _: self._anew())
            keys.append(self.anew)
        self.lay_out(keys, PictureView())
        self._say()
        self.look_live(None)
        self.lost()

    def _say(self) -> None:
        n = len(self.shots.pictures)
        words: list[tuple[Text, str, str]] = [(DO, "label", "sand")]
        if self.fault is not None:
            words.insert(0, (self.fault, "label", "warn"))
        if n:
            words.insert(0, (TN("{n} picture is taken.", "{n} pictures are taken.", n), "body", "sand"))
        if self.shots.lens is not None:
            words.insert(0, (T("The lens is known."), "body", "good"))
        elif self.shots.why is not None and n >= 4:
            words.append((self.shots.why, "label", "warn"))
        self.tell(tuple(words))

    def _anew(self) -> None:
        self.shots, self.fault = Shots(()), None
        self.relayout()

    def shoot(self) -> None:
        """Take one more picture and see what they tell; all of it is kept, so nothing may lie hidden in it."""
        why = kept_dark(self.context)
        if why is not None:
            self.fault = why
            self.relayout()
            return
        self.take.kind = "off"
        mat, before = self.draft.mat, self.shots.pictures

        def add(picture: Any) -> Shots:
            from companion.vision.lens import LEAST_PICTURES, lens_from

            must_show(picture, mat)
            pictures = (*before, picture)
            if len(pictures) < LEAST_PICTURES:
                return Shots(pictures)
            try:
                return Shots(pictures, lens_from(pictures, mat).lens)
            except InputError as error:
                return Shots(pictures, None, error.text)

        self.context.eye.shoot(add, self._taken)

    def _taken(self, shots: Shots | None, trouble: Text | None) -> None:
        self.shots, self.fault = shots or self.shots, trouble
        self.relayout()

    def go_on(self) -> None:
        if self.shots.lens is not None:
            self.draft.lens = self.shots.lens
        super().go_on()


def must_show(picture: Any, mat: Any) -> None:
    """Raises InputError where the mat is not found well enough in a picture to be of any use for the lens."""
    from companion.vision.calibrating import check_picture

    checked = check_picture(picture, mat)
    if checked.trouble is not None:
        raise InputError(checked.trouble)
