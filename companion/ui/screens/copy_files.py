"""The copies on a stick, the newest first; one is read and checked whole before anything of it is shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from companion import config
from companion.engine.text import T, Text
from companion.table import bring_back, whole
from companion.table.bring_back import Preview
from companion.ui.dates import day_text
from companion.ui.errand import Errand
from companion.ui.lettering import strange
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.at_sticks import from_stick
from companion.ui.screens.at_work import AtWork
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar
from hardware.sticks import Stick

MOST = 200


def made_text(path: Path) -> Text:
    """The day and time in the name of a copy; the name itself where there is none in it."""
    made = whole.made_at(path.name)
    if made is None:
        return T("{file}", file=strange(path.name))
    return T("{day}, {time}", day=day_text(made.isoformat()), time=f"{made.astimezone():%H:%M}")


class CopyFilesScreen(AtWork):
    """A row a copy on `stick`."""

    name: ClassVar[str] = "copy_files"

    def enter(self, stick: Stick) -> None:
        self.stick = stick

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Which copy?")), note=strange(self.stick.name), show_back=not self.busy)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.rows: dict[Path, FactRow] = {}
        if self.busy:
            words = T("The copy is read and checked. Leave the stick in.")
            self.working(words)
            return
        words = T("Nothing is brought back before you have seen what would come.")
        self.put(Caption(self.say(words), "label", lines=2), 16, 62, frame.w - 32, 48)
        listed = self.put(ScrollList(gap=6), 8, 114, frame.w - 16, frame.h - 122)
        try:
            found = whole.found_in(Path(self.stick.path))[:MOST]
        except OSError:
            # The stick was pulled out meanwhile.
            found = ()
        for path in found:
            row = FactRow(
                title=self.say(made_text(path)), detail=strange(path.name), icon="box", leads=True, guard=True
            )
            row.bind(on_release=lambda _, path=path: self._open(path))
            self.rows[path] = row
        listed.set_rows([(row, row.height_for(frame.w - 16)) for row in self.rows.values()])
        if not found:
            none = T("There is no copy of Cartouche on this stick.")
            self.put(Caption(self.say(none), "explain", "sand", lines=3), 24, 124, frame.w - 48, 90)

    def _open(self, path: Path) -> None:
        if self.busy:
            return
        data, stick = self.context.stage.data, self.stick

        def look(progress: Callable[[float], None]) -> Preview:
            return from_stick(stick, lambda: bring_back.preview(path, data, config.made_ours, progress))

        self.errand = Errand(look, lambda seen: self._seen(path, seen), self._failed)
        self.relayout()

    def _seen(self, path: Path, seen: Preview) -> None:
        if self.context.screen is self:
            self.context.replace("copy_preview", stick=self.stick, path=path, seen=seen)

    def _failed(self, text: Text) -> None:
        if self.context.screen is self:
            self.leave()
            self.context.trouble(text)
