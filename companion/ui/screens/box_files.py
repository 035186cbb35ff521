"""The owner's values of a box as a file: written to this device or a stick, and taken from one."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.text import T, Text
from companion.table import box_files
from companion.ui.lettering import strange
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar


class BoxFilesScreen(Screen):
    """`writes`: the folders a file can be written to, with the ones written now. Else the files there are to take."""

    name: ClassVar[str] = "box_files"

    def enter(self, game: Game[Any], writes: bool) -> None:
        self.game, self.writes = game, writes
        self.written: dict[Path, Path] = {}

    @property
    def folders(self) -> tuple[Path, ...]:
        """This device's own folder first, then every stick."""
        return box_files.places(self.context.stage.data)

    def build(self) -> None:
        frame = self.frame
        title = T("Where shall the file go?") if self.writes else T("Which file?")
        bar = TopBar(title=self.say(title), note=self.say(self.game.title))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        if self.writes:
            words = T("The file holds what you know of this box. Another owner can take it over.")
        else:
            words = T("Nothing is taken over before you have seen what would change.")
        self.put(Caption(self.say(words), "label", lines=2), 16, 64, frame.w - 32, 44)
        self.rows: dict[Path, FactRow] = {}
        listed = self.put(ScrollList(gap=6), 8, 112, frame.w - 16, frame.h - 120)
        rows = self._folders() if self.writes else self._files()
        listed.set_rows([(row, row.height_for(frame.w - 16)) for row in rows])
        if not rows:
            none = T("There is no such file in {folder} or on a stick.", folder=str(self.folders[0]))
            self.put(Caption(self.say(none), "body", "sand", lines=4), 16, 120, frame.w - 32, 110)

    def _where(self, folder: Path) -> Text:
        return T("This device") if folder == self.folders[0] else T("Stick “{name}”", name=strange(folder.name))

    def _folders(self) -> list[FactRow]:
        made = []
        for folder in self.folders:
            path = self.written.get(folder)
            detail = self.say(T("Written: {file}", file=str(path))) if path is not None else strange(str(folder))
            row = FactRow(title=self.say(self._where(folder)), detail=detail, icon="check" if path else "upload",
                          leads=path is None, guard=True)  # fmt: skip
            row.bind(on_release=lambda _, folder=folder: self._write(folder))
            self.rows[folder] = row
            made.append(row)
        return made

    def _files(self) -> list[FactRow]:
        made = []
        for path in box_files.files(self.folders, self.game):
            row = FactRow(
                title=strange(path.name),
                detail=self.say(self._where(path.parent)),
                icon="box",
                leads=True,
                guard=True,
            )
            row.bind(on_release=lambda _, path=path: self._take(path))
            self.rows[path] = row
            made.append(row)
        return made

    def _write(self, folder: Path) -> None:
        if folder in self.written:
            return
        try:
            self.written[folder] = box_files.write(self.context.box(self.game), folder)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.relayout()

    def _take(self, path: Path) -> None:
        try:
            found = box_files.read(path, self.game, self.context.box(self.game).overrides)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.replace("box_changes", game=self.game, found=found, file=strange(path.name))
