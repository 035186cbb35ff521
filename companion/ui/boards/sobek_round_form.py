"""The form of a round: the seats, the sets of one of them, its corruption; the points follow as it is tapped in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.box import Box
from companion.engine.game import Scores
from companion.engine.text import T, Text, seat
from companion.games.sobek import scoring
from companion.games.sobek.catalogue import AMULET, FAMILIES, FAMILY_NAMES, read_catalogue
from companion.games.sobek.sheet import RoundSheet
from companion.games.sobek.state import LEAST
from companion.ui import fit, theme
from companion.ui.boards import sobek_cards as cards
from companion.ui.boards import sobek_panels
from companion.ui.boards.base import Area
from companion.ui.boards.plan import grid
from companion.ui.boards.sobek_keeper import OneSet, RoundCount, may_bless
from companion.ui.boards.sobek_keys import PickKey
from companion.ui.boards.sobek_reading import SetFace, say_flat
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.stepper import Stepper

LABEL = TypeStyle("label", 16, False, 19)
POINTS = TypeStyle("points", 24, True, 28)
NAME = TypeStyle("name", 18, True, 22)
MOST_CARDS, MOST_SCARABS, MOST_CURSES = 63, 60, 2
ROW = 48.0


class SeatTab(Touchable):
    """A seat with what the round brings it so far."""

    def __init__(self, who: str, name: str) -> None:
        self.who, self.name = who, name
        self.gain: int | None = None
        self.chosen = False
        super().__init__()

    def set(self, gain: int | None, chosen: bool) -> None:
        """Show its gain (None: not known yet)."""
        self.gain, self.chosen = gain, chosen
        self.redraw()

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "lapis" if self.chosen else "surface", theme.RADIUS["button"])
        pen.seat_disc(self.who, 22, pen.h / 2, 13)
        shown = "?" if self.gain is None else f"+{self.gain}" if self.gain > 0 else str(self.gain).replace("-", "−")
        wide = pen.text(shown, pen.w - 8, pen.h / 2, POINTS, "lapis_ink" if self.chosen else "good", "right")
        ink = "lapis_ink" if self.chosen else theme.seat(self.who).text
        pen.text(self.name, 42, pen.h / 2, NAME, ink, max_width=pen.w - wide - 56, may_cut=True)


class SetRow(Touchable):
    """A set that was tapped in: a tap opens it again."""

    def __init__(self, face: SetFace, told: str) -> None:
        self.face, self.told = face, told
        super().__init__(guard=True)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "raised" if self.pressed else "surface", theme.RADIUS["button"])
        cards.sign(pen, self.face.family, 22, pen.h / 2, 13)
        style = fit.label(self.told, pen.w * 0.5, False, pen.frame, (20, 18, 16)).style
        wide = pen.text(self.told, pen.w - 8, pen.h / 2, style, "sand", "right", pen.w * 0.6)
        sobek_panels.members(pen, self.face, 44, pen.h / 2, pen.w - 60 - wide, min(pen.h - 10, 34))


class RoundForm(Drawn):
    """The form. `count` keeps what was tapped in; `done` gets the sheet's data."""

    def __init__(self, context: Any, count: RoundCount, box: Box, done: Callable[[dict[str, Any]], None]) -> None:
        self.say: Callable[[Text | str], str] = context.say
        self.count, self.box, self.done = count, box, done
        self.catalogue = read_catalogue(box)
        self.sheet = RoundSheet(box)
        self.scores: Scores | None = None
        self.fault: Text | None = None
        self.tabs = {who: SeatTab(who, self.say(T("{who}", who=seat(who)))) for who in count.seats}
        for who, tab in self.tabs.items():
            tab.bind(on_release=partial(self._do, partial(count.choose, who)))
        self.families: dict[str, PickKey] = {}
        for family in FAMILIES:
            key = PickKey(f"family:{family}", label=self.say(FAMILY_NAMES[family]))
            key.bind(on_release=partial(self._do, partial(count.begin, family)))
            self.families[family] = key
        self.members: list[PickKey] = []
        self.rows: list[SetRow] = []
        self.piles = {
            "corruption": self._stepper("corruption", MOST_CARDS),
            "corruption_scarabs": self._stepper("corruption_scarabs", MOST_SCARABS),
            "curses": self._stepper("curses", MOST_CURSES),
        }
        self.fewer = self._button(T("One card less"), self._one_less, "plain", "undo")
        self.remove = self._button(T("No such set"), count.drop, "quiet")
        self.flat = self._button(T("Laid at the end"), self._turn, "plain")
        self.bless = self._button(T("Prosperity"), self._bless, "plain", "plusdisc")
        self.close = self._button(T("That is the set"), count.close, "primary")
        self.adds = self._button(T("Prosperity adds"), self._adds, "plain")
        self.counts = self._button(T("A Curse counts for"), self._counts, "plain")
        self.add = self._button(T("Add to the scores"), self._finish, "primary")
        self._shown: object = None
        super().__init__()
        self._score()

    def _button(self, text: Text, do: Callable[[], None], kind: str, icon: str = "") -> PushButton:
        made = PushButton(text=self.say(text), kind=kind, icon=icon, wraps=True)
        made.bind(on_release=partial(self._do, do))
        return made

    def _stepper(self, name: str, most: int) -> Stepper:
        made = Stepper(high=most)
        made.bind(on_step=lambda _, value: self._do(partial(setattr, self.count.here, name, int(value))))
        return made

    # what fingers do

    def _do(self, act: Callable[[], None], *_: Any) -> None:
        act()
        self._score()

    def _score(self) -> None:
        self.scores, self.fault = self.count.score(self.sheet, self.box)
        self.redraw()

    def _put_card(self, kind: str) -> None:
        one = self.count.set
        if one is not None:
            setattr(one, kind, getattr(one, kind) + 1)

    def _one_less(self) -> None:
        one = self.count.set
        if one is not None:
            kind = next((kind for kind in ("jokers", "plain", "valued") if getattr(one, kind)), "")
            if kind:
                setattr(one, kind, getattr(one, kind) - 1)

    def _turn(self) -> None:
        one = self.count.set
        if one is not None:
            one.flat, one.prosperity = not one.flat, 0

    def _bless(self) -> None:
        one = self.count.set
        if one is not None and may_bless(one):
            one.prosperity = (one.prosperity + 1) % (self.catalogue.most_tokens["PRO"] + 1)

    def _adds(self) -> None:
        self.count.prosperity = self.count.prosperity % 2 + 1

    def _counts(self) -> None:
        self.count.curse = self.count.curse % 2 + 1

    def _finish(self) -> None:
        if self.complete:
            self.done(self.count.data(self.catalogue))

    @property
    def complete(self) -> bool:
        """Whether everything is known that the points need."""
        return self.scores is not None and not self.scores.needs and not self.scores.open

    # places

    def arrange(self) -> None:
        one = self.count.set
        shown = (self.count.who, self.count.open, len(self.count.here.sets))
        if shown != self._shown:
            self._shown = shown
            self.clear_widgets()
        self._arrange_tabs()
        if one is not None:
            self._arrange_set(one)
        else:
            self._arrange_seat()
        self._arrange_foot()

    def _parts(self) -> tuple[Area, Area, Area]:
        """The tabs, the middle, the foot."""
        w, h = self.logical_size
        if h > w:
            tall = 52 * -(-len(self.tabs) // 2)
            return (Area(8, 4, w - 16, tall - 4), Area(8, 4 + tall, w - 16, h - tall - 128),
                    Area(8, h - 116, w - 16, 108))  # fmt: skip
        return Area(8, 4, 190, h - 66), Area(206, 4, w - 214, h - 66), Area(8, h - 56, w - 16, 52)

    def _arrange_tabs(self) -> None:
        area = self._parts()[0]
        columns = 2 if self.logical_size[1] > self.logical_size[0] else 1
        gains = self._gains()
        for tab, cell in zip(self.tabs.values(), grid(area, len(self.tabs), columns, 56, 4), strict=True):
            self.put(tab, *cell)
            tab.set(gains.get(tab.who), tab.who == self.count.who)

    def _gains(self) -> dict[str, int]:
        if self.scores is None:
            return {}
        found = dict.fromkeys(self.tabs, 0)
        for line in self.scores.lines:
            for who, points in line.points.items():
                found[who] += points
        return {who: n for who, n in found.items() if who not in self.scores.open}

    @property
    def _key_height(self) -> float:
        """The height of the family keys: a picture and a name of two lines; upright they stand in two rows."""
        return 108.0 if self.frame.portrait else 84.0

    def _arrange_seat(self) -> None:
        area = self._parts()[1]
        high = self._key_height
        keys = grid(area._replace(h=high), len(self.families), 3 if self.frame.portrait else len(self.families))
        for key, cell in zip(self.families.values(), keys, strict=True):
            self.put(key, *cell)
        sets = self.count.here.sets
        if len(self.rows) != len(sets) or any(row.parent is None for row in self.rows):
            self.rows = [self._row(i, one) for i, one in enumerate(sets)]
        room = Area(area.x, area.y + high + 32, area.w, area.h - high - 108)
        columns = 1 if len(sets) * (ROW + 4) <= room.h else 2
        for row, cell in zip(self.rows, grid(room, len(sets), columns, ROW, 4), strict=True):
            self.put(row, *cell)
        for stepper, cell in zip(self.piles.values(), self._pile_cells(), strict=True):
            self.put(stepper, *cell)
        for name, stepper in self.piles.items():
            stepper.value = getattr(self.count.here, name)

    def _pile_cells(self) -> list[Area]:
        area = self._parts()[1]
        return grid(Area(area.x, area.y + area.h - 50, area.w, 48), 3, 3)

    def _row(self, at: int, one: OneSet) -> SetRow:
        row = SetRow(*self._face(one))
        row.bind(on_release=partial(self._do, partial(setattr, self.count, "open", at)))
        return row

    def _face(self, one: OneSet) -> tuple[SetFace, str]:
        bonus = self.count.prosperity or self.catalogue.prosperity or 0
        laid = one.laid(self.catalogue)
        sum_ = scoring.say_set(laid, bonus)
        if laid.prosperity and not bonus:
            sum_ = T("({scarabs} + ?) × {cards}", scarabs=laid.scarabs, cards=laid.cards)
        elif laid.horizontal:
            sum_ = say_flat(scoring.worth(laid, bonus))
        face = SetFace(one.family, one.faces(self.catalogue), one.prosperity * bonus, one.flat, sum_,
                       scoring.worth(laid, bonus))  # fmt: skip
        return face, self.say(sum_)

    def _arrange_set(self, one: OneSet) -> None:
        area = self._parts()[1]
        if not self.members or self.members[0].parent is None:
            valued, plain = self.catalogue.families[one.family].cards
            self.members = [self._member(valued, FAMILY_NAMES[one.family], "valued"),
                            self._member(plain, FAMILY_NAMES[one.family], "plain"),
                            self._member(AMULET, T("Amulet or character"), "jokers")]  # fmt: skip
        for key, cell in zip(self.members, grid(Area(area.x, area.y + 60, area.w, 100), 3, 3), strict=True):
            self.put(key, *cell)
        self.fewer.kind = "plain" if one.cards else "off"
        self.flat.kind = "lapis" if one.flat else "plain"
        self.bless.kind = "off" if not may_bless(one) else "lapis" if one.prosperity else "plain"
        self.bless.text = self.say(T("Prosperity") if not one.prosperity else T("Prosperity: {n}", n=one.prosperity))
        self.close.kind = "primary" if one.cards >= LEAST else "off"
        middle = grid(Area(area.x, area.y + 170, area.w, 52), 3, 3)
        for button, cell in zip((self.fewer, self.flat, self.bless), middle, strict=True):
            self.put(button, *cell)
        low = Area(area.x, area.y + 232, area.w, 52)
        self.put(self.remove, low.x, low.y, low.w * 0.32, low.h)
        self.put(self.close, low.x + low.w * 0.34, low.y, low.w * 0.66, low.h)

    def _member(self, card: str, name: Text, kind: str) -> PickKey:
        key = PickKey(f"card:{card}", label=self.say(name))
        key.bind(on_release=partial(self._do, partial(self._put_card, kind)))
        return key

    def _arrange_foot(self) -> None:
        area = self._parts()[2]
        asked: list[tuple[PushButton, Text, int]] = []
        if self.catalogue.prosperity is None and self.count.blessed():
            asked.append((self.adds, T("Prosperity adds: {n}", n=self.count.prosperity or "?"), self.count.prosperity))
        if self.catalogue.curse is None and self.count.cursed():
            asked.append((self.counts, T("A Curse counts for: {n}", n=self.count.curse or "?"), self.count.curse))
        for button in (self.adds, self.counts):
            if button.parent is not None and button not in [one for one, _, _ in asked]:
                self.remove_widget(button)
        upright = area.h > 60
        low = Area(area.x, area.y + area.h - 52, area.w, 52)
        for i, (button, words, value) in enumerate(asked):
            button.text, button.kind = self.say(words), "lapis" if value else "plain"
            self.put(button, low.x + 158 * i, low.y, 150, low.h)
        self.add.kind = "primary" if self.complete and self.count.set is None else "off"
        wide = area.w - 158 * len(asked) if upright else 240
        self.put(self.add, area.x + area.w - wide, low.y, wide, 52)

    # words

    def paint(self, pen: Pen) -> None:
        _, area, foot = self._parts()
        one = self.count.set
        if one is not None:
            face, told = self._face(one)
            sobek_panels.strip(pen, Area(area.x, area.y + 4, area.w, 48), face, told)
        else:
            self._paint_seat(pen, area)
        words = self._hint()
        asked = 158 * sum(button.parent is not None for button in (self.adds, self.counts))
        upright = foot.h > 60
        left = foot.x + 4 + (0 if upright else asked)
        room = foot.w - 8 if upright else foot.w - 250 - asked
        line = fit.wrapped(self.say(words), "small", room, 2, pen.frame)
        middle = foot.y + 24 if upright else foot.y + foot.h / 2
        pen.lines(line, left, middle - line.height / 2, "bad" if self.fault is not None else "warn", max_width=room)

    def _hint(self) -> Text | str:
        """What is wrong, still needed, or worth a second look."""
        if self.fault is not None:
            return self.fault
        if self.adds.parent is not None and not self.count.prosperity:
            return T("Look at the Prosperity: how many scarabs does it add?")
        if self.counts.parent is not None and not self.count.curse:
            return T("Look at the Curse: how many cards does it count for?")
        tied = self.count.tied(self.catalogue.curse or self.count.curse or 1)
        if tied:
            return T("As much corruption: {who}. Count the scarabs on it.", who=tuple(seat(who) for who in tied))
        return ""

    def _paint_seat(self, pen: Pen, area: Area) -> None:
        words = self.say(T("Tap the family of a set to enter it.") if not self.count.here.sets
                         else T("Sets of {who}", who=seat(self.count.who)))  # fmt: skip
        pen.text(words, area.x + 2, area.y + self._key_height + 18, LABEL, "sand_2", max_width=area.w)
        labels = (T("Corruption cards"), T("Scarabs on them"), T("Curses"))
        for label, cell in zip(labels, self._pile_cells(), strict=True):
            pen.text(self.say(label), cell.x + cell.w / 2, cell.y - 12, LABEL, "sand_2", "center", cell.w)
