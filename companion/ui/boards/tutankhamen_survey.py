"""The short survey of one's own box of Tutankhamen: per kind name, number and how many there are (spec 2.2, 2.3, 9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.text import TN, T, Text
from companion.games.tutankhamen.catalogue import (
    COIN,
    KIND_IDS,
    MASK,
    MOST_SPECIAL,
    MOST_VALUE,
    PHARAOH,
    Catalogue,
    check_catalogue,
    read_catalogue,
)
from companion.ui import fit, theme
from companion.ui.boards import tutankhamen_tiles as tiles
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.stepper import Stepper

Say = Callable[[Text | str], str]
SPECIALS = (PHARAOH, COIN, MASK)
TOTAL = "tiles"
NUMBERS = (*(f"kind.{kind}.{what}" for kind in KIND_IDS for what in ("value", "present")),
           *(f"special.{tile}" for tile in SPECIALS))  # fmt: skip
"""What a look into the box settles. Names are stored only where the owner types one: shipped ones are translated."""
LABEL = TypeStyle("label", 20, False, 24)
HEAD = TypeStyle("head", 28, True, 34)


class Findings:
    """What the owner has said so far. `catalogue` is the last sound one, `fault` what is wrong with what was said."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.given: dict[str, Any] = {}
        self.catalogue: Catalogue = read_catalogue(box)
        self.fault: Text | None = None

    def set(self, key: str, value: Any) -> None:
        """Take a value over; `fault` says what is wrong with the whole, and `catalogue` stays the last sound one."""
        self.given[key] = value
        try:
            self.catalogue = read_catalogue(self.box.with_overrides(self.given))
            self.fault = None
        except InputError as error:
            self.fault = error.text

    def value(self, key: str) -> Any:
        """A value in force."""
        return self.given.get(key, self.box.value(key))

    @property
    def confirmed(self) -> bool:
        """Whether the owner has been through the box before."""
        return all(key in self.box.overrides for key in NUMBERS)

    @property
    def seen(self) -> dict[str, Any]:
        """Every number as the owner has found it, the unchanged ones too, and the names that were typed."""
        return {**{key: self.value(key) for key in NUMBERS}, **self.given}

    def set_number(self, kind: str, number: int) -> None:
        """The number printed on a kind; the count follows it unless tiles are lost."""
        whole = self.value(f"kind.{kind}.present") == self.value(f"kind.{kind}.value")
        count = number if whole else min(self.value(f"kind.{kind}.present"), number)
        self.given[f"kind.{kind}.present"] = count
        self.set(f"kind.{kind}.value", number)

    @property
    def warnings(self) -> tuple[Text, ...]:
        """What is unusual about the box."""
        printed = self.box.value(TOTAL)
        return tuple(fault.text for fault in check_catalogue(self.catalogue, printed))


class KindCell(Touchable):
    """A kind of the box: plate, name, how many. A tap opens it."""

    def __init__(self, tile: str) -> None:
        self.tile = tile
        self.look = tiles.Look("", "sand", "night", "disc")
        self.title = self.detail = ""
        self.short = self.own = False
        super().__init__(guard=True)

    def set(self, look: tiles.Look, title: str, detail: str, short: bool, own: bool) -> None:
        """Show it; `short`: tiles are lost. `own`: the owner has changed it."""
        self.look, self.title, self.detail, self.short, self.own = look, title, detail, short, own
        self.redraw()

    def paint(self, pen: Pen) -> None:
        fill = "raised" if self.pressed else "surface"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"], "gold" if self.own else None, 2)
        y = pen.h / 2
        tiles.draw(pen, self.look, 30, y, 19)
        pen.text(self.title, 58, y - 12, LABEL, "sand", max_width=pen.w - 66, may_cut=True)
        colour = "warn" if self.short else "sand_2"
        pen.text(self.detail, 58, y + 13, tiles.small_style(), colour, max_width=pen.w - 66)


class BoxSurvey(Drawn):
    """All kinds at a glance; a tap opens one for its name, number and count. `done` gets all that was seen."""

    def __init__(self, context: Any, findings: Findings, done: Callable[[dict[str, Any]], None]) -> None:
        self.say: Say = context.say
        self.findings, self.done = findings, done
        self.open_tile = ""
        self.typing = False
        self._page: tuple[str, bool] = ("", False)
        self.cells = {tile: KindCell(tile) for tile in (*KIND_IDS, *SPECIALS)}
        for tile, cell in self.cells.items():
            cell.bind(on_release=lambda _, tile=tile: self.open_kind(tile))
        self.confirm = PushButton(text=self.say(T("This is our box")), kind="primary", guard=True)
        self.confirm.bind(on_release=lambda *_: self.done(self.findings.seen))
        self.name_key = PushButton(icon="edit", align="left", guard=True)
        self.name_key.bind(on_release=lambda *_: self._type())
        self.number = Stepper(low=1, high=MOST_VALUE)
        self.number.bind(on_step=lambda _, value: self._numbered(value))
        self.count = Stepper()
        self.count.bind(on_step=lambda _, value: self._counted(value))
        self.ready = PushButton(text=self.say(T("That is right")), kind="primary", guard=True)
        self.ready.bind(on_release=lambda *_: self.close_kind())
        here = context.language.code
        self.keyboard = Keyboard((here, *(code for code in ("en", "hu", "ru") if code != here)))
        self.keyboard.bind(on_confirm=lambda _, text: self._named(text))
        super().__init__()

    @property
    def confirmed(self) -> bool:
        """Whether the owner has been through this box before."""
        return self.findings.confirmed

    # what fingers do

    def open_kind(self, tile: str) -> None:
        """Look at one kind."""
        self.open_tile = tile
        self.redraw()

    def close_kind(self) -> None:
        """Back to all kinds."""
        self.open_tile, self.typing = "", False
        self.redraw()

    def _type(self) -> None:
        self.typing = True
        self.keyboard.text = ""
        self.redraw()

    def _named(self, text: str) -> None:
        self.typing = False
        self.findings.set(f"kind.{self.open_tile}.name", text)
        self.redraw()

    def _numbered(self, value: int) -> None:
        self.findings.set_number(self.open_tile, int(value))
        self.redraw()

    def _counted(self, value: int) -> None:
        tile = self.open_tile
        self.findings.set(f"special.{tile}" if tile in SPECIALS else f"kind.{tile}.present", int(value))
        self.redraw()

    # words

    def _count_of(self, tile: str) -> int:
        catalogue = self.findings.catalogue
        specials = {PHARAOH: catalogue.pharaohs, COIN: catalogue.coins, MASK: catalogue.mask}
        return specials[tile] if tile in specials else self._kinds[tile].present

    @property
    def _kinds(self) -> Mapping[str, Any]:
        return {kind.id: kind for kind in self.findings.catalogue.kinds}

    def _title(self, tile: str) -> str:
        return self.say(tiles.title(self._kinds, tile))

    # places

    def arrange(self) -> None:
        page = (self.open_tile, self.typing)
        if page != self._page:
            self._page = page
            self.clear_widgets()
        if self.typing:
            w, h = self.logical_size
            self.put(self.keyboard, 0, max(h - 480, 56), w, min(h - 56, 480))
        elif self.open_tile:
            self._arrange_kind()
        else:
            self._arrange_all()

    def _arrange_all(self) -> None:
        w, h = self.logical_size
        columns = 2 if h > w else 3
        rows = -(-len(self.cells) // columns)
        foot = 64 if h <= w else 132
        each_w, each_h = (w - 12) / columns, (h - foot - 8) / rows
        looks = tiles.looks(self.findings.catalogue.kinds)
        kinds = self._kinds
        for i, (tile, cell) in enumerate(self.cells.items()):
            self.put(cell, 8 + each_w * (i % columns), 4 + each_h * (i // columns), each_w - 4, each_h - 4)
            n = self._count_of(tile)
            short = tile in kinds and n < kinds[tile].value
            detail = T("{n} of {all} tiles", n=n, all=kinds[tile].value) if short else TN("{n} tile", "{n} tiles", n)
            own = any(key.split(".")[1] == tile for key in self.findings.given)
            cell.set(looks[tile], self._title(tile), self.say(detail), short, own)
        self.confirm.kind = "off" if self.findings.fault is not None else "primary"
        self.put(self.confirm, w - 258 if h <= w else 8, h - 60, 250 if h <= w else w - 16, 56)

    def _arrange_kind(self) -> None:
        w, h = self.logical_size
        tile, special = self.open_tile, self.open_tile in SPECIALS
        left = 300.0 if h <= w else w - 232
        if not special:
            self.name_key.text = fit.short_name(self._title(tile))
            self.put(self.name_key, left, 84, 224, 56)
            self.number.value = self.findings.value(f"kind.{tile}.value")
            self.put(self.number, left, 156, 224, 56)
        self.count.low, self.count.high = 0, 1 if tile == MASK else MOST_SPECIAL
        if special:
            self.count.value = self.findings.value(f"special.{tile}")
        else:
            self.count.high = self.findings.value(f"kind.{tile}.value")
            self.count.value = self.findings.value(f"kind.{tile}.present")
        self.put(self.count, left, 228 if not special else 84, 224, 56)
        self.put(self.ready, w - 258 if h <= w else 8, h - 60, 250 if h <= w else w - 16, 56)

    def paint(self, pen: Pen) -> None:
        if self.typing:
            words = self.say(T("What do you call it?"))
            pen.text(words, 12, 28, HEAD, "sand", max_width=pen.w - 24)
        elif self.open_tile:
            self._paint_kind(pen)
        else:
            self._paint_foot(pen)

    def _paint_kind(self, pen: Pen) -> None:
        tile = self.open_tile
        tiles.draw(pen, tiles.looks(self.findings.catalogue.kinds)[tile], 44, 40, 28)
        pen.text(self._title(tile), 88, 40, HEAD, "sand", max_width=pen.w - 100, may_cut=True)
        room = (300.0 if pen.h <= pen.w else pen.w - 232) - 20
        labels = [T("How many there are")]
        if tile not in SPECIALS:
            labels = [T("Name of the kind"), T("Number on the tile"), *labels]
        for i, label in enumerate(labels):
            words = fit.balanced(self.say(label), LABEL, room, 2, pen.frame)
            pen.lines(words, 12, 112 + 72 * i - words.height / 2, "sand_2", max_width=room)
        if self.findings.fault is not None:
            pen.paragraph(self.say(self.findings.fault), 12, 300, pen.w - 24, "label", "bad", 2)

    def _paint_foot(self, pen: Pen) -> None:
        upright = pen.h > pen.w
        found = self.findings
        warnings = found.warnings
        total = sum(found.catalogue.path.values())
        words, colour = T("{n} tiles in the path: as it should be.", n=total), "good"
        if warnings:
            words, colour = warnings[-1], "warn"
        if found.fault is not None:
            words, colour = found.fault, "bad"
        room = pen.w - 290 if not upright else pen.w - 24
        line = fit.wrapped(self.say(words), "label", room, 2, pen.frame)
        pen.lines(line, 12, (pen.h - 32 if not upright else pen.h - 96) - line.height / 2, colour, max_width=room)
