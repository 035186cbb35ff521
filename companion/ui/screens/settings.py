"""Settings: language, text, which way the picture lies, and when it dims."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.language import LANGUAGES
from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.rows import WayRow
from companion.ui.screens.base import Screen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.choice import Choice
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar

SETTINGS: tuple[tuple[str, Text, tuple[tuple[Any, Text], ...]], ...] = (
    ("language", T("Language"), tuple((code, T("{word}", word=word)) for code, word in LANGUAGES.items())),
    ("text_size", T("Text"), (("normal", T("Normal")), ("large", T("Large")))),
    (
        "facing",
        T("Turn to the player"),
        (("off", T("Off")), ("half", T("Half turns")), ("quarter", T("Quarter turns"))),
    ),
    ("screen_side", T("This screen lies"), (("s", T("South")), ("w", T("West")), ("n", T("North")), ("e", T("East")))),
    (
        "dim_after",
        T("Dim after"),
        ((60, T("1 min")), (120, T("2 min")), (600, T("10 min")), (0, T("Never"))),
    ),
)
"""Field of the settings, its title, and its values in words."""


class SettingRow(Drawn):
    """A title and a choice of few: side by side, or one under the other in portrait."""

    def __init__(self, title: str, choice: Choice, **properties: Any) -> None:
        self.title = title
        self.choice = choice
        super().__init__(**properties)

    def height_for(self, width: float) -> float:
        """The logical height for a logical width; choices too long for one row stand in a column."""
        n = len(self.choice.options)
        room = (width - 12 - (16 if width < 600 else 226) - 6 * (n - 1)) / n - 54
        widest = max(fit.measure(word, TypeStyle("option", 18, True, 22), self.frame) for word in self.choice.options)
        self.choice.upright = widest > room
        height = 54.0 * n - 6 if self.choice.upright else 52.0
        return height + (48 if width < 600 else 10)

    def arrange(self) -> None:
        w, h = self.logical_size
        if w < 600:
            self.put(self.choice, 8, 38, w - 16, h - 46)
        else:
            self.put(self.choice, 220, 5, w - 226, h - 10)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["button"])
        if pen.w < 600:
            pen.text(self.title, 14, 18, "label", "sand_2", max_width=pen.w - 28)
            return
        look = fit.label(self.title, 192, False, pen.frame, (20, 18))
        if look.fits:
            pen.text(self.title, 16, pen.h / 2, look.style, "sand", max_width=192)
        else:
            two = fit.balanced(self.title, "label", 192, 2, pen.frame)
            pen.lines(two, 16, (pen.h - two.height) / 2, "sand", max_width=192)


class SettingsScreen(Screen):
    """Every change is stored and shown at once."""

    name: ClassVar[str] = "settings"

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Settings")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        self.choices: dict[str, Choice] = {}
        rows: list[tuple[Any, float]] = []
        for field, title, values in SETTINGS:
            now = getattr(self.context.settings, field)
            known = [value for value, _ in values]
            choice = Choice([self.say(text) for _, text in values], chosen=known.index(now) if now in known else -1)
            choice.bind(on_choose=lambda _, i, field=field, known=known: self._choose(field, known[i]))
            self.choices[field] = choice
            row = SettingRow(self.say(title), choice)
            rows.append((row, row.height_for(frame.w - 16)))
        self.clock = WayRow(value=self.say(T("Clock")), guard=True)
        self.clock.bind(on_release=lambda _: self.context.go("clock"))
        rows.append((self.clock, 62))
        self.club = WayRow(value=self.say(T("Club")), guard=True)
        self.club.bind(on_release=lambda _: self.context.go("club"))
        rows.append((self.club, 62))
        self.machine = WayRow(value=self.say(T("This machine")), guard=True)
        self.machine.bind(on_release=lambda _: self.context.go("machine"))
        rows.append((self.machine, 62))
        self.list = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 72)
        self.list.set_rows(rows)

    def _choose(self, field: str, value: Any) -> None:
        try:
            self.context.change(**{field: value})
        except InputError as error:
            self.context.trouble(error.text)
