"""This machine: what Cartouche runs on, its screen, its lock, its copies, and the ways to switch it off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar, NamedTuple

from companion import __version__
from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.table import history, storage
from companion.ui.rows import FactRow
from companion.ui.screens.base import Screen
from companion.ui.screens.settings import SettingRow
from companion.ui.widgets.choice import Choice
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar

PAGES: tuple[tuple[str, str, Text, Text], ...] = (
    ("copies", "box", T("Copy and bring back"), T("All games and settings to a stick, and from a stick to here.")),
    ("doctor", "eye", T("Health"), T("What this machine is made of, what is wrong with it, and what helps.")),
)
"""Screens that open from here: name, sign, title and what they are for."""
CHOICES: tuple[tuple[str, Text, tuple[tuple[int, Text], ...]], ...] = (
    ("rotation", T("Picture turned by"), tuple((n, T("{n}°", n=n)) for n in (0, 90, 180, 270))),
    ("brightness", T("Brightness"), tuple((n, T("{n} %", n=n)) for n in (25, 50, 75, 100))),
    (
        "blank_after",
        T("Dark after"),
        (
            (300, T("5 min")),
            (600, T("10 min")),
            (1800, T("30 min")),
            (3600, T("1 h")),
            (0, T("Never")),
        ),
    ),
)
"""Field of the settings, its title, and its values in words."""
SAFE_GAME = T("The game at the table is safe: every move is stored, and it goes on where it stands.")
SAFE_ALL = T("All games are stored.")


class Ending(NamedTuple):
    """A way to end Cartouche: its row, the question before it, what does it, and what is said meanwhile."""

    name: str
    icon: str
    title: Text
    detail: Text
    question: Text
    action: Text
    act: Callable[[], Text | None]
    doing: Text
    what_follows: Text


class MachineScreen(Screen):
    """A row each thing. What ends Cartouche must be held; what turns the picture is tried first."""

    name: ClassVar[str] = "machine"

    def enter(self) -> None:
        self.offset = 0.0
        self.rows: dict[str, Any] = {}
        self.choices: dict[str, Choice] = {}

    def leave(self) -> None:
        self.offset = self.list.offset

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("This machine")), note=self.say(T("Cartouche {version}", version=__version__)))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.rows = dict([*self._ends(), *self._pages(), *self._screen(), ("lock", self._lock())])
        self.rows["storage"] = self._storage()
        self.list = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 72)
        self.list.set_rows([(row, row.height_for(frame.w - 16)) for row in self.rows.values()])
        self.list.offset = min(self.offset, self.list.reach)

    def _row(self, icon: str, title: Text, detail: Text | str, do: Callable[[], Any] | None = None) -> FactRow:
        row = FactRow(title=self.say(title), detail=self.say(detail), icon=icon, guard=True, leads=do is not None)
        if do is not None:
            row.bind(on_release=lambda _: do())
        return row

    # switching off

    def _ends(self) -> Iterator[tuple[str, FactRow]]:
        power = self.context.stage.power
        ends = [
            Ending("off", "power", T("Switch off"), T("Then the plug may be pulled."), T("Switch this machine off?"),
                   T("Hold to switch off"), power.off, T("Switching off …"),
                   T("Pull the plug only when the green light of the machine has stopped blinking.")),
            Ending("restart", "again", T("Restart"), T("Start the whole machine anew."), T("Restart this machine?"),
                   T("Hold to restart"), power.restart, T("Restarting …"), T("Cartouche comes back by itself.")),
        ]  # fmt: skip
        if power.has_version_before:
            ends.append(
                Ending("before", "history", T("The version before"), T("Go back to the Cartouche before this one."),
                       T("Go back to the version before?"), T("Hold to go back"), power.version_before,
                       T("Going back …"), T("Cartouche comes back by itself, in the version before."))
            )  # fmt: skip
        for end in ends:
            yield end.name, self._row(end.icon, end.title, end.detail, partial(self._ask, end))

    def _ask(self, end: Ending) -> None:
        playing = self.context.session is not None or history.unfinished(self.context.journal) is not None
        dialog = Dialog(
            title=self.say(end.question),
            text=self.say(SAFE_GAME if playing else SAFE_ALL),
            safe_label=self.say(T("Leave it on")),
            action_label=self.say(end.action),
            hold=True,
        )
        doing = {"title": end.doing, "text": end.what_follows, "act": end.act}
        dialog.bind(on_action=lambda *_: self.context.go("leaving", **doing))
        self.dialog = dialog.open(self.context.root)

    # other screens

    def _pages(self) -> Iterator[tuple[str, FactRow]]:
        for name, icon, title, detail in PAGES:
            yield name, self._row(icon, title, detail, partial(self.context.go, name))

    # the screen

    def _screen(self) -> Iterator[tuple[str, SettingRow]]:
        for field, title, values in CHOICES:
            if field == "brightness" and self.context.backlight.state == "absent":
                continue
            now = getattr(self.context.settings, field)
            known = [value for value, _ in values]
            choice = Choice([self.say(text) for _, text in values], chosen=known.index(now) if now in known else -1)
            choice.bind(on_choose=lambda _, i, field=field, known=known: self._choose(field, known[i]))
            self.choices[field] = choice
            yield field, SettingRow(self.say(title), choice)

    def _choose(self, field: str, value: int) -> None:
        if field == "rotation":
            self.context.turning.try_out(value)
            return
        try:
            self.context.change(**{field: value})
        except InputError as error:
            self.context.trouble(error.text)

    # the lock

    def _lock(self) -> FactRow:
        if self.context.lock.set:
            detail = T("Settings, devices and boxes ask for it; playing does not.")
            return self._row("lock", T("Locked with a PIN"), detail, self._unlock)
        detail = T("For children and shows: settings, devices and boxes ask for it; playing does not.")
        return self._row("lock", T("Lock with a PIN"), detail, partial(self.context.go, "new_pin"))

    def _unlock(self) -> None:
        dialog = Dialog(
            title=self.say(T("Take the lock away?")),
            text=self.say(T("Settings, devices and boxes are open to everybody then. A new PIN can be chosen later.")),
            safe_label=self.say(T("Leave it locked")),
            action_label=self.say(T("Take it away")),
        )
        dialog.bind(on_action=lambda *_: self._cleared())
        self.dialog = dialog.open(self.context.root)

    def _cleared(self) -> None:
        try:
            self.context.lock.clear()
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.offset = self.list.offset
        self.relayout()

    # the disk

    def _storage(self) -> FactRow:
        stands = storage.standing(self.context.stage.data)
        row = self._row("box", T("Storage"), stands.warning or str(stands.folder))
        if stands.free is not None:
            megabytes = stands.free // 1_000_000
            few = T("{n} MB free", n=megabytes)
            row.note = self.say(few if megabytes < 10_000 else T("{n} GB free", n=megabytes // 1000))
        row.note_colour = "sand_2" if stands.warning is None else "warn"
        return row
