"""What the steps of calibrating have in common, and the first question: which board lies there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from companion.engine.game import Game
from companion.engine.sight import At
from companion.engine.text import T, Text
from companion.ui.calibrate_draft import CalibrateDraft
from companion.ui.camera_live import Live, draw_markers
from companion.ui.hidden import kept_dark
from companion.ui.panels import Paragraph, paragraph_height
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.dialog import HoldButton
from companion.ui.widgets.progress import Progress
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware.camera import CAMERA

if TYPE_CHECKING:
    from companion.vision.calibration import Calibration
    from companion.vision.live import Shown

Area = tuple[float, float, float, float]
Words = Sequence[tuple[Text, str, str]]
"""Sentences, each with its style and colour."""
KEY = 56.0
GAP = 6.0
SIDE_W = 272.0
TAKING = T("Taking the picture. Keep everything still.")


class PictureScreen(Screen):
    """A picture of the camera, words beside or below it, and keys under those."""

    told: Words | None = None
    away = False
    """Whether it was said that the camera gives no pictures."""

    @property
    def areas(self) -> tuple[Area, Area]:
        """Where the picture lies, and where words and keys do: logical left, top, width, height."""
        frame = self.frame
        if frame.portrait:
            high = min(320.0, frame.h * 0.4)
            return (8, 64, frame.w - 16, high), (8, 72 + high, frame.w - 16, frame.h - 80 - high)
        wide = frame.w - SIDE_W - 24
        return (8, 64, wide, frame.h - 72), (wide + 16, 64, SIDE_W, frame.h - 72)

    def lay_out(self, keys: Sequence[Any], view: Any, rows: Sequence[Sequence[Any]] = ()) -> None:
        """Place the picture, the keys from the bottom up (the first is the lowest), and the words in what is left.

        `rows`: keys that share a line above the others.
        """
        area, (left, top, wide, high) = self.areas
        self.view: Any = self.put(view, *area)
        bottom = top + high
        lines = [*([key] for key in keys), *(list(row) for row in rows)]
        if self.frame.portrait and len(keys) > 2:
            # Upright there is more room beside than below.
            pairs = [list(keys[at : at + 2])[::-1] for at in range(1, len(keys), 2)]
            lines = [[keys[0]], *pairs, *(list(row) for row in rows)]
        for line in lines:
            bottom -= KEY
            each = (wide - GAP * (len(line) - 1)) / len(line)
            for i, key in enumerate(line):
                self.put(key, left + (each + GAP) * i, bottom, each, KEY)
            bottom -= GAP
        self.words = self.put(ScrollList(gap=2, reads=True), left, top, wide, bottom - top)
        self.told = None

    def tell(self, words: Words, below: Sequence[tuple[Any, float]] = ()) -> None:
        """Say these sentences, where they are others than before; rows of a list may stand `below` them."""
        if words == self.told and not below:
            return
        self.told = words
        wide = self.areas[1][2]
        rows = []
        for text, style, colour in words:
            said = self.say(text)
            rows.append((Paragraph(said, style, colour), paragraph_height(said, style, wide, self.frame)))
        self.words.set_rows([*rows, *below])

    # the live picture

    def look(self, how: Callable[[Any], Any]) -> None:
        """Show live what `how` (called in a thread) makes of the camera's pictures; `came` gets it."""
        self.context.eye.show_live(how, self._came)

    def end_look(self) -> None:
        """Show no live picture any more."""
        self.context.eye.end_live()

    def _came(self, live: Live) -> None:
        self.view.overlay = lambda pen: draw_markers(pen, self.view, live.shown)
        self.view.show(live.shown.picture)
        self.came(live)

    def came(self, live: Live) -> None:
        """A live picture came."""

    def leave(self) -> None:
        self.end_look()
        self.context.eye.drop()

    def device_changed(self, device: str) -> None:
        if device not in ("", CAMERA):
            return
        if self.context.eye.away() is not None:
            self.lost()
        elif self.away:
            self.relayout()

    def lost(self) -> None:
        """The camera gives no pictures now: say so."""
        why = self.context.eye.away()
        self.away = why is not None
        if why is not None:
            self.tell(((why, "body", "warn"),))


class CalibrateStep(PictureScreen):
    """A step of the wizard: its name, its title, and the draft they all share."""

    step: ClassVar[str] = ""
    title: ClassVar[Text]

    def enter(self, draft: CalibrateDraft) -> None:
        self.draft = draft

    def head(self) -> None:
        """The bar with the way back, and how far one has come."""
        frame, draft = self.frame, self.draft
        steps = draft.steps
        title = draft.game.title if draft.alone else self.title
        bar = TopBar(
            title=self.say(self.title if not draft.alone else T("{game}: {what}", game=title, what=self.title))
        )
        bar.bind(on_back=lambda *_: draft.before(self.step))
        self.put(bar, 0, 0, frame.w, 56)
        if not draft.alone and self.step in steps:
            wide = min(len(steps) * 22.0, 160.0)
            self.put(Progress(done=steps.index(self.step) + 1, of=len(steps)), frame.w - wide - 12, 21, wide, 14)

    def look_live(self, calibration: Calibration | None, place: At | None = None) -> None:
        """Show the table live, as far as is known where it lies; a `place` (mm) of it is marked."""
        mat, hidden, dark = self.draft.mat, self.draft.hidden, kept_dark(self.context) is not None

        def look(picture: Any) -> Shown:
            from companion.vision.live import shown

            return shown(picture, mat, calibration, place, hidden, dark)

        self.look(look)

    def next_key(self) -> HoldButton:
        """The key that goes on; `allow` says whether it may."""
        self.next = HoldButton(text=self.say(T("Next")), kind="off", guard=True)
        self.next.bind(
            on_release=lambda _: None if self.next.holdable else self.go_on(), on_hold=lambda _: self.go_on()
        )  # fmt: skip
        return self.next

    def allow(self, may: bool, doubted: bool = False) -> None:
        """Let the key go on; where it is `doubted` only by a hold."""
        self.next.holdable = may and doubted
        self.next.kind = "off" if not may else "lapis" if doubted else "primary"
        self.next.text = self.say(T("Hold: go on all the same") if may and doubted else T("Next"))

    def go_on(self) -> None:
        """The next step."""
        self.draft.after(self.step)


class CalibrateScreen(Screen):
    """Which board lies on the table: that of the box, or the stand-in printed from our own drawing."""

    name: ClassVar[str] = "calibrate"

    def enter(self, game: Game[Any]) -> None:
        self.game = game

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Calibrate: {game}", game=self.game.title)))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        words = T("The camera learns where the board lies and what its things look like. Which board is on the table?")
        lines = 4 if frame.portrait else 2
        self.put(Caption(self.say(words), "body", "sand", lines=lines), 16, 68, frame.w - 32, 24 * lines)
        self.rows = {stand_in: self._row(stand_in) for stand_in in (False, True)}
        listed = self.put(ScrollList(gap=8), 8, 76 + 24 * lines, frame.w - 16, frame.h - 84 - 24 * lines)
        listed.set_rows([(row, row.height_for(frame.w - 16, 76)) for row in self.rows.values()])

    def _row(self, stand_in: bool) -> FactRow:
        title = T("The printed stand-in board") if stand_in else T("The board of the box")
        detail = (
            T("our own drawing on paper, for trying it out; print it with “cartouche vision mat”")
            if stand_in
            else T("with the printed mat around it")
        )
        row = FactRow(title=self.say(title), detail=self.say(detail), icon="edit" if stand_in else "box", leads=True,
                      guard=True)  # fmt: skip
        row.bind(on_release=lambda _: self._choose(stand_in))
        return row

    def _choose(self, stand_in: bool) -> None:
        try:
            draft = CalibrateDraft(self.context, self.game, stand_in)
        except LookupError:
            self.context.trouble(self.context.eye.away() or T("The camera is not set up any more."))
            return
        self.context.back()
        draft.open(draft.steps[0], first=True)
