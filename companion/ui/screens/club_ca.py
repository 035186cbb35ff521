"""Whom this table trusts that its broker is the right one: the system's certificates, or those of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

from companion.club.certificates import certificates
from companion.club.way import MOST_CA
from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.ui.errand import Errand
from companion.ui.lettering import strange
from companion.ui.rows import FactRow
from companion.ui.screens.at_sticks import AtSticks
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar

ENDINGS = (".crt", ".pem", ".cer", ".ca")
MOST_FILES = 60


def certificates_in(folder: Path) -> Iterator[Path]:
    """Files of a stick, in its root and the folders there, that are named like certificates. Raises OSError."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        inside = sorted(path.iterdir()) if path.is_dir() else [path]
        yield from (one for one in inside if one.suffix.lower() in ENDINGS and one.is_file())


def read_certificates(path: Path) -> str:
    """The certificates of a file in PEM, each of them looked at. Raises InputError."""
    name = strange(path.name) or str(path)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_CA + 1)
    except (OSError, ValueError) as error:
        detail = getattr(error, "strerror", None) or str(error)
        raise InputError(T("{file} can't be read ({detail}).", file=name, detail=detail)) from error
    return certificates(data, name)


class ClubCaScreen(AtSticks):
    """`done` gets the certificates, "" for those of the system, and goes on itself. `own`: a file's are used now."""

    name: ClassVar[str] = "club_ca"

    def enter(self, done: Callable[[str], None], own: bool = False) -> None:
        super().enter()
        self.done, self.own = done, own

    def build(self) -> None:
        self.watch()
        frame = self.frame
        bar = TopBar(title=self.say(T("Trusted certificates")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.rows: list[FactRow] = []
        self.system = self._row(
            "check" if not self.own else "",
            T("Of the system"),
            T("For a broker whose certificate is from one of the usual authorities."),
            lambda: self.done(""),
            chosen=not self.own,
        )
        if self.own:
            self._row("check", T("Own, from a file"), T("Taken over; the file is not needed any more."), None, True)
        for stick in self.found:
            self._files(Path(stick.path), stick.name)
        if not self.found:
            words = T("Plug in a USB stick with the file. It is shown here as soon as it is ready.")
            self._row("usb", T("From a stick"), words, None)
        self.typed = self._row("edit", T("From this device"), T("Type where the file lies."), self._type)
        if self.told is not None:
            row = FactRow(title=self.say(self.told), icon="warn")
            self.rows.insert(0, row)
        self.list = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 72)
        self.list.set_rows([(row, row.height_for(frame.w - 16)) for row in self.rows])

    def _row(
        self, icon: str, title: Text | str, detail: Text | str, do: Callable[[], None] | None, chosen: bool = False
    ) -> FactRow:
        row = FactRow(
            title=self.say(title), detail=self.say(detail), icon=icon, chosen=chosen, leads=do is not None, guard=True
        )
        if do is not None:
            row.bind(on_release=lambda _: do())
        self.rows.append(row)
        return row

    def _files(self, folder: Path, stick: str) -> None:
        try:
            found = [path for path, _ in zip(certificates_in(folder), range(MOST_FILES), strict=False)]
        except OSError:
            # Pulled out meanwhile; the next look sees it.
            found = []
        where = T("Stick “{name}”", name=strange(stick))
        for path in found:
            self._row("usb", strange(path.name), where, lambda path=path: self.take(path))  # type: ignore[misc]
        if not found:
            words = T("No file here ends in {endings}.", endings=", ".join(ENDINGS))
            self._row("usb", where, words, None)

    def _type(self) -> None:
        hint = T("The whole path of the file, as /etc/ssl/club.pem.")
        self.context.go("club_entry", title=T("Where does the file lie?"), hint=hint, done=self._typed, longest=500)

    def _typed(self, path: str) -> None:
        self.context.back()
        if path.strip():
            self.take(Path(path.strip()))

    def take(self, path: Path) -> None:
        """Read the file, and take it over where it can be used."""
        if not self.busy:
            self.told = None
            self.errand = Errand(lambda _: read_certificates(path), self._taken, self.failed)

    def _taken(self, text: str) -> None:
        if self.context.screen is self:
            self.done(text)
