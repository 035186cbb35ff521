"""One seat of a new game: its colour and the name of who sits there."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.language import SEAT_WORDS
from companion.ui import fit, lettering, theme
from companion.ui.draft import Draft
from companion.ui.pen import Pen
from companion.ui.rows import Caption, Ground
from companion.ui.screens.base import Screen
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar

NAMES_SHOWN = 60
NAMES_KEPT = 100


class ColourKey(Touchable):
    """A seat colour to choose: its disc with the symbol; a ring of gold where it is chosen, small where taken."""

    def __init__(self, colour: str, chosen: bool, taken: bool, **properties: Any) -> None:
        self.colour = colour
        self.chosen = chosen
        self.taken = taken
        super().__init__(guard=True, **properties)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "raised" if self.pressed or self.chosen else "surface", theme.RADIUS["button"],
                "gold" if self.chosen else None, 3)  # fmt: skip
        pen.seat_disc(self.colour, pen.w / 2, pen.h / 2, 14 if self.taken else 22)


class ChipsRow(Drawn):
    """A row of equally wide buttons."""

    def __init__(self, buttons: list[PushButton], across: int, **properties: Any) -> None:
        self.buttons = buttons
        self.across = across
        super().__init__(**properties)

    def arrange(self) -> None:
        w, h = self.logical_size
        width = (w - 8 * (self.across - 1)) / self.across
        for i, button in enumerate(self.buttons):
            self.put(button, i * (width + 8), 0, width, h)


class SeatScreen(Screen):
    """Colour and symbol, saved names as chips, our own keyboard, and the way to free the place."""

    name: ClassVar[str] = "seat"

    def enter(self, draft: Draft, place: str) -> None:
        self.draft = draft
        self.place = place

    @property
    def practice(self) -> bool:
        return self.draft.practice

    @property
    def chair(self) -> Any:
        return self.draft.chairs[self.place]

    def build(self) -> None:
        frame = self.frame
        portrait = frame.portrait
        word = self.say(Text(SEAT_WORDS[self.chair.colour]))
        title = lettering.readable(self.chair.name) or self.say(T("{colour}, not named yet", colour=word))
        bar = TopBar(title=title, tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        right = frame.w - 264
        if not portrait:
            self.put(Ground("night"), right, 56, 264, 424)
        width = frame.w - 32 if portrait else right - 24
        self.put(Caption(self.say(T("Colour")), "label"), 16, 62, width, 24)
        self._colours(16, 90, width)
        self.put(Caption(self.say(T("Who played before")), "label"), 16, 164, width, 24)
        bottom = frame.h - 12 - 60
        low = bottom - (136 if portrait else 0)
        self._names(16, 194, width, (low - 12 if portrait else frame.h - 8) - 194)
        if portrait:
            self._ways(16, low, width, bottom)
        else:
            self._ways(right + 12, 90, 240, bottom)

    def _colours(self, x: float, y: float, width: float) -> None:
        colours = self.draft.game.colours
        pitch = min(72.0, (width + 8) / len(colours))
        self.colours = {}
        for i, colour in enumerate(colours):
            chosen = colour == self.chair.colour
            key = ColourKey(colour, chosen, not chosen and colour not in self.draft.free_colours)
            key.bind(on_release=lambda key: self._recolour(key.colour))
            self.colours[colour] = self.put(key, x + pitch * i, y, pitch - 8, 64)

    def _names(self, x: float, y: float, w: float, h: float) -> None:
        here = {chair.name for place, chair in self.draft.chairs.items() if place != self.place}
        names = [name for name in self.context.known_names() if name not in here][:NAMES_SHOWN]
        self.names: dict[str, PushButton] = {}
        rows: list[tuple[Any, float]] = []
        across = 3
        for start in range(0, len(names), across):
            buttons = []
            for name in names[start : start + across]:
                kind = "lapis" if name == self.chair.name else "plain"
                button = PushButton(text=fit.short_name(name), kind=kind, guard=True)
                button.bind(on_release=lambda _, name=name: self._name(name))
                self.names[name] = button
                buttons.append(button)
            rows.append((ChipsRow(buttons, across), 52))
        if not rows:
            self.put(Caption(self.say(T("Nobody yet: type the first name.")), "body", "sand_3"), x, y, w, 32)
            return
        names_list = self.put(ScrollList(), x, y, w, h)
        names_list.set_rows(rows)

    def _ways(self, x: float, y: float, w: float, bottom: float) -> None:
        self.type = PushButton(text=self.say(T("Type a name")), icon="edit", guard=True)
        self.type.bind(on_release=lambda _: self._type())
        self.put(self.type, x, y, w, 60)
        self.free = PushButton(text=self.say(T("Leave it empty")), kind="quiet", guard=True)
        self.free.bind(on_release=lambda _: self._free())
        self.put(self.free, x, y + 68, w, 60)
        self.done = PushButton(text=self.say(T("Done")), kind="primary", guard=True)
        self.done.bind(on_release=lambda _: self.context.back())
        self.put(self.done, x, bottom, w, 60)

    def _recolour(self, colour: str) -> None:
        self.draft.recolour(self.place, colour)
        self.relayout()

    def _name(self, name: str) -> None:
        self.chair.name = name
        self.context.back()

    def _type(self) -> None:
        self.context.go("name_entry", name=self.chair.name, done=self._typed, practice=self.practice)

    def _typed(self, name: str) -> None:
        self.chair.name = name
        known = [name, *(other for other in self.context.settings.names if other != name)]
        try:
            self.context.change(names=known[:NAMES_KEPT])
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.back()
        self.context.back()

    def _free(self) -> None:
        self.draft.stand(self.place)
        self.context.back()
