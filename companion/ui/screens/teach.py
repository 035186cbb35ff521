"""What the camera is taught by showing: each card, tile and cover of this box, in any order, now or later."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.text import TN, T, Text
from companion.table.seen import label_words
from companion.ui.calibrate_draft import CalibrateDraft
from companion.ui.picture_row import PictureRow
from companion.ui.rows import Caption
from companion.ui.screens.calibrate import CalibrateStep
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList

WORDS = T("Show each of these once. It can be done later, too: what was not taught is asked about.")


class TeachScreen(CalibrateStep):
    """A row each look: its picture where it was taught; a tap shows it anew."""

    name: ClassVar[str] = "teach"
    step: ClassVar[str] = "looks"
    title: ClassVar[Text] = T("Cards and tiles")

    def enter(self, draft: CalibrateDraft) -> None:
        super().enter(draft)
        self.offset = 0.0

    def leave(self) -> None:
        self.offset = self.list.offset
        super().leave()

    def build(self) -> None:
        self.head()
        frame, draft = self.frame, self.draft
        looks, pictures = draft.looks, {} if draft.calibrated is None else draft.calibrated.looks
        lines = 3 if frame.portrait else 2
        self.put(Caption(self.say(WORDS), "label", "sand", lines=lines), 16, 64, frame.w - 32, 22 * lines)
        self.rows: dict[str, PictureRow] = {}
        rows: list[tuple[Any, float]] = []
        for look in looks:
            known = pictures.get(look, ())
            row = self._row(look, known)
            self.rows[look] = row
            rows.append((row, row.height_for(frame.w - 16)))
        top = 70 + 22 * lines
        self.list = self.put(ScrollList(gap=6), 8, top, frame.w - 16, frame.h - top - 76)
        self.list.set_rows(rows)
        self.list.offset = min(self.offset, self.list.reach)
        left = [look for look in looks if not pictures.get(look)]
        self.keys(left)

    def _row(self, look: str, known: Any) -> PictureRow:
        note: Text = TN("{n} picture", "{n} pictures", len(known)) if known else T("not taught")
        row = PictureRow(
            known[-1] if known else None,
            title=self.say(label_words(self.draft.plan, look)),
            note=self.say(note),
            note_colour="good" if known else "warn",
            icon="camera",
            leads=True,
            guard=True,
        )
        row.bind(on_release=lambda _: self.context.go("teach_look", draft=self.draft, look=look))
        return row

    def keys(self, left: list[str]) -> None:
        """The key that goes on, and the one that begins with what is missing."""
        frame = self.frame
        wide = (frame.w - 24) / 2
        self.next_key()
        self.next.kind = "plain" if left else "primary"
        self.next.text = self.say(T("Next") if not self.draft.alone else T("Done"))
        self.put(self.next, 16 + wide, frame.h - 68, wide, 60)
        if left:
            words = TN("Show {n} that is missing", "Show {n} that are missing", len(left))
            self.missing = PushButton(text=self.say(words), kind="primary", guard=True, wraps=True)
            self.missing.bind(on_release=lambda _: self.context.go("teach_look", draft=self.draft, look=left[0]))
            self.put(self.missing, 8, frame.h - 68, wide, 60)
