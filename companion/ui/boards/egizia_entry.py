"""The forms of the scoring sheets of Egizia: a seat's tab, its numbers by steppers, its things from a picker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.engine.box import Box
from companion.engine.game import Scores, Sheet
from companion.engine.sums import number
from companion.engine.text import T, Text, seat
from companion.games.egizia.catalogue import read_catalogue
from companion.games.egizia.components import CIRCLES, MOST_POINTS
from companion.games.egizia.names import CIRCLE_NAMES, sphinx_name
from companion.ui import fit, theme
from companion.ui.boards import egizia_keeper as keeper
from companion.ui.boards.base import Area
from companion.ui.boards.egizia_keeper import SHEETS, Count, Counted, Heap, OneOf, Part, Ticks
from companion.ui.boards.plan import grid
from companion.ui.pen import Pen
from companion.ui.survey.keys import AnswerGrid, AnswerKey
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.stepper import Stepper

Say = Callable[[Text | str], str]
NAME = TypeStyle("name", 18, True, 22)
POINTS = TypeStyle("points", 24, True, 28)
ROW, GAP = 56, 6


class SeatTab(Touchable):
    """A seat with what the sheet brings it so far."""

    def __init__(self, who: str, name: str) -> None:
        self.who, self.name, self.gain, self.chosen = who, name, "", False
        super().__init__()

    def set(self, gain: str, chosen: bool) -> None:
        """Show its points ("" : not known yet), and whether it is the one that is counted."""
        self.gain, self.chosen = gain, chosen
        self.redraw()

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "lapis" if self.chosen else "surface", theme.RADIUS["button"])
        pen.seat_disc(self.who, 22, pen.h / 2, 13)
        ink = "lapis_ink" if self.chosen else "sand"
        wide = pen.text(self.gain or "?", pen.w - 8, pen.h / 2, POINTS, ink, "right")
        name = "lapis_ink" if self.chosen else theme.seat(self.who).text
        pen.text(self.name, 42, pen.h / 2, NAME, name, max_width=pen.w - wide - 56, may_cut=True)


class PartRow(Drawn):
    """A thing that is asked of a seat: its words at the left, at the right what changes it."""

    def __init__(self, label: str, widgets: Sequence[Any], wide: float) -> None:
        self.label, self.widgets, self.wide = label, tuple(widgets), wide
        super().__init__()

    def arrange(self) -> None:
        w, h = self.logical_size
        n = len(self.widgets)
        room = min(self.wide, w) if self.label else w
        each = (room + GAP) / n
        for i, widget in enumerate(self.widgets):
            self.put(widget, w - room + each * i, 2, each - GAP, h - 4)

    def paint(self, pen: Pen) -> None:
        room = pen.w - min(self.wide, pen.w) - 12
        if self.label and room > 20:
            look = fit.largest(self.label, (18, 16), False, room, 2, pen.frame)
            pen.lines(look, 6, (pen.h - look.height) / 2, "sand", max_width=room)


class HeapRow(Drawn):
    """A list of things: what it holds, one less, one more."""

    def __init__(self, label: str, held: Sequence[str], more: Callable[[], None], less: Callable[[], None]) -> None:
        self.label, self.held = label, tuple(held)
        self.plus = PushButton(icon="plus")
        self.plus.bind(on_release=lambda *_: more())
        self.minus = PushButton(icon="minus", kind="plain" if held else "off")
        self.minus.bind(on_release=lambda *_: less())
        super().__init__()

    def arrange(self) -> None:
        w, h = self.logical_size
        self.put(self.minus, w - 116, 2, 54, h - 4)
        self.put(self.plus, w - 56, 2, 54, h - 4)

    def paint(self, pen: Pen) -> None:
        room = pen.w - 130
        words = f"{self.label}: {', '.join(self.held)}" if self.held else self.label
        look = fit.wrapped(words, "label", room, 2, pen.frame)
        if not look.fits:
            look = fit.wrapped(words, "small", room, 2, pen.frame)
        if not look.fits and self.held:
            # How many, and the last one: that is what "one less" takes away.
            words = f"{self.label}: ×{len(self.held)}\n… {self.held[-1]}"
            look = fit.wrapped(words, "small", room, None, pen.frame)
        pen.lines(look, 6, (pen.h - look.height) / 2, "sand" if self.held else "sand_2", max_width=room)


class KeeperForm(Drawn):
    """Choose a seat, change its numbers; the points follow. `done` gets the sheet's data."""

    def __init__(
        self, context: Any, counted: Counted, sheet: Sheet, box: Box, done: Callable[[dict[str, Any]], None]
    ) -> None:  # fmt: skip
        self.say: Say = context.say
        self.counted, self.sheet, self.box, self.done = counted, sheet, box, done
        self.parts = keeper.parts(counted.sheet, box)
        self.scores: Scores | None = None
        self.fault: Text | None = None
        self.picker: Any = None
        self.asked: Text | None = None
        self.tabs = {who: SeatTab(who, fit.short_name(self.say(T("{who}", who=seat(who))))) for who in counted.own}
        for who, tab in self.tabs.items():
            tab.bind(on_release=partial(self._choose, who))
        self.list = ScrollList(gap=GAP)
        self.rows: dict[str, Any] = {}
        self.add = PushButton(text=self.say(T("Add to the scores")), guard=True, wraps=True)
        self.add.bind(on_release=lambda *_: self.done(self.counted.data()) if self.complete else None)
        self.need = PushButton(kind="lapis", wraps=True, text_size_limit=18, guard=True)
        self.need.bind(on_release=lambda *_: self._ask_need())
        self.close = PushButton(text=self.say(T("Back")), icon="back", guard=True, leads_back=True)
        self.close.bind(on_release=lambda *_: self._picked())
        super().__init__()
        self._fill()

    # what fingers do

    @property
    def complete(self) -> bool:
        """Whether everything is known that the points need."""
        return self.scores is not None and not self.scores.needs and not self.scores.open

    def _choose(self, who: str, *_: Any) -> None:
        self.counted.who = who
        self._picked(self.list.offset)

    def _picked(self, offset: float = 0.0) -> None:
        """The picker has done its work."""
        self.picker = self.asked = None
        self._fill(offset or self.list.offset)

    def _set(self, key: str, value: Any) -> None:
        self.counted.here[key] = value
        self._score()

    def fill(self, read: Mapping[str, Any]) -> None:
        """Take over what a picture of the table shows (`Sight.sheet`); the rest stays as it was tapped in."""
        for who, values in read["players"].items():
            own = self.counted.own.get(who, {})
            own.update({key: value for key, value in values.items() if key in own})
        if "obelisk_done" in read:
            self.counted.shared["obelisk_done"] = read["obelisk_done"]
        self._fill()

    def _fill(self, offset: float = 0.0) -> None:
        """Rows of the seat that is counted."""
        self.clear_widgets()
        self.rows = {part.key: self._row(part) for part in self.parts}
        rows = list(self.rows.values())
        if "ring" in self.counted.shared:
            rows.append(self._ring_row())
        self.list.set_rows([(row, ROW) for row in rows])
        self.list.offset = min(offset, self.list.reach)
        self._score()

    def _row(self, part: Part) -> Any:
        value = self.counted.here[part.key]
        if isinstance(part, Count):
            stepper = Stepper(low=part.low, high=part.high, value=value)
            stepper.bind(on_step=lambda _, n: self._set(part.key, int(n)))
            words = self.say(part.label)
            return PartRow(words[:1].upper() + words[1:], (stepper,), 190)
        if isinstance(part, Heap):
            held = [self.say(keeper.shown(entry, self.box)) for entry in value]
            return HeapRow(self.say(part.label), held, partial(self._pick, part), partial(self._drop, part))
        if isinstance(part, OneOf):
            keys = [self._key(str(n), n == value, partial(self._choose_one, part, n)) for n in part.values]
            return PartRow(self.say(part.label), keys, 190)
        ticks = [self._key(self.say(words), site in value, partial(self._tick, part, site))
                 for site, words in part.choices]  # fmt: skip
        return PartRow("", ticks, 999)

    def _key(self, words: str, on: bool, do: Callable[[], None]) -> AnswerKey:
        key = AnswerKey(text=words, given=on)
        key.bind(on_release=lambda *_: do())
        return key

    def _ring_row(self) -> PartRow:
        ring = self.counted.shared["ring"]
        keys = [
            self._key(self.say(CIRCLE_NAMES[circle]), circle == ring, partial(self._ring, circle)) for circle in CIRCLES
        ]
        return PartRow(self.say(T("Water ring")), keys, 300)

    def _ring(self, circle: str) -> None:
        self.counted.shared["ring"] = circle
        self._fill(self.list.offset)

    def _choose_one(self, part: OneOf, n: int) -> None:
        self.counted.here[part.key] = None if self.counted.here[part.key] == n else n
        self._fill(self.list.offset)

    def _tick(self, part: Ticks, site: str) -> None:
        told: list[str] = self.counted.here[part.key]
        self.counted.here[part.key] = [one for one in told if one != site] if site in told else [*told, site]
        self._fill(self.list.offset)

    def _drop(self, part: Heap) -> None:
        self.counted.here[part.key] = self.counted.here[part.key][:-1]
        self._fill(self.list.offset)

    def _pick(self, part: Heap) -> None:
        def chosen(value: Any) -> None:
            if part.kind == "field":
                self._open(keeper.picks("value", self.box), partial(self._put_field, part, value), part.label)
            else:
                self._put(part, value)

        self._open(keeper.picks(part.kind, self.box), chosen, part.label)

    def _put_field(self, part: Heap, kind: Any, value: int) -> None:
        self._put(part, keeper.field_entry(kind, value))

    def _put(self, part: Heap, entry: Any) -> None:
        self.counted.here[part.key] = [*self.counted.here[part.key], entry]
        self._picked()

    def _open(self, answers: Sequence[tuple[Any, Text]], chosen: Callable[[Any], None], asked: Text) -> None:
        self.clear_widgets()
        words = [(value, self.say(text)) for value, text in answers]
        w = self._rooms()[1].w
        self.picker, self.asked = AnswerGrid(words, None, w, chosen), asked
        self.redraw()

    def _ask_need(self) -> None:
        tied = self.counted.tied()
        if tied:
            names = [(who, T("{who}", who=seat(who))) for who in tied]
            self._open(names, self._in_front, T("Whose score stone is in front?"))
            return
        need = self.counted.need(self.box)
        if need is None:
            return
        name = sphinx_name(need.card, read_catalogue(self.box))
        answers: Sequence[tuple[Any, Text]] = ((True, T("Yes")), (False, T("No")))
        if need.asks == "printed":
            answers = [(n, T("{n}", n=n)) for n in range(MOST_POINTS + 1)]
        self._open(answers, partial(self._tell, need), name)

    def _in_front(self, who: str) -> None:
        self.counted.in_front(who)
        self._picked()

    def _tell(self, need: keeper.Need, value: Any) -> None:
        self.counted.answer(need, value)
        self._picked()

    def _score(self) -> None:
        self.scores, self.fault = self.counted.score(self.sheet, self.box)
        self.redraw()

    def _asks(self) -> Text | None:
        """What the lapis key asks for, if anything is missing."""
        if self.counted.tied():
            return T("Whose score stone is in front?")
        need = self.counted.need(self.box)
        if need is None:
            return None
        name = sphinx_name(need.card, read_catalogue(self.box))
        if need.asks == "printed":
            return T("How many points: {card}?", card=name)
        return T("{who}, reached: {card}?", who=seat(need.who), card=name)

    # places

    def _rooms(self) -> tuple[Area, Area, Area]:
        """The tabs, the rows, the foot."""
        w, h = self.logical_size
        if h > w:
            tall = 56.0 * -(-len(self.tabs) // 2)
            return Area(8, 4, w - 16, tall), Area(8, 8 + tall, w - 16, h - tall - 136), Area(8, h - 120, w - 16, 116)
        return Area(8, 4, 200, h - 72), Area(216, 4, w - 224, h - 72), Area(8, h - 60, w - 16, 56)

    def arrange(self) -> None:
        tabs, rows, foot = self._rooms()
        upright = self.logical_size[1] > self.logical_size[0]
        for tab, cell in zip(self.tabs.values(), grid(tabs, len(self.tabs), 2 if upright else 1, 56), strict=True):
            tab.set(self._gain(tab.who), tab.who == self.counted.who)
            self.put(tab, *cell)
        if self.picker is not None:
            self.put(self.picker, rows.x, rows.y + 34, rows.w, rows.h - 34)
            self.put(self.close, foot.x, foot.y + foot.h - 54, foot.w, 54)
            return
        self.put(self.list, *rows)
        self.add.kind = "primary" if self.complete else "off"
        add = Area(foot.x, foot.y + 60, foot.w, 54) if upright else Area(foot.x + foot.w - 250, foot.y, 250, 54)
        self.put(self.add, *add)
        asks = self._asks()
        if asks is None:
            if self.need.parent is not None:
                self.remove_widget(self.need)
            return
        self.need.text = self.say(asks)
        self.put(self.need, foot.x, foot.y, foot.w if upright else foot.w - 258, 54)

    def _gain(self, who: str) -> str:
        if self.scores is None or who in self.scores.open:
            return ""
        n = sum(line.points.get(who, 0) for line in self.scores.lines)
        return f"+{n}" if n > 0 else number(n)

    def paint(self, pen: Pen) -> None:
        _, rows, foot = self._rooms()
        if self.picker is not None and self.asked is not None:
            words = self.say(self.asked)
            look = fit.label(words, rows.w, True, pen.frame, (20, 18, 16))
            pen.text(words, rows.x + 4, rows.y + 16, look.style, "sand", max_width=rows.w)
            return
        told = self.fault or (self.scores.needs[0] if self.scores is not None and self.scores.needs else None)
        if told is None or self.need.parent is not None:
            return
        upright = pen.h > pen.w
        room = foot.w if upright else foot.w - 262
        line = fit.wrapped(self.say(told), "small", room, 3, pen.frame)
        pen.lines(line, foot.x, foot.y + 28 - line.height / 2, "bad" if self.fault else "warn", max_width=room)


def sheet_entry(
    context: Any, sheet_id: str, board: Any, sheets: Any, done: Callable[[dict[str, Any]], None]
) -> Widget | None:  # fmt: skip
    """The form of a sheet; None for one that the game does not have. `board` keeps what was tapped in."""
    session = context.session
    if sheet_id not in SHEETS or session is None:
        return None
    before = {standing.seat: standing.points for standing in session.game.standings(session.view)}
    kept: dict[str, Counted] = board.counted(context, dict)
    counted = kept.setdefault(sheet_id, Counted.empty(sheet_id, before, session.box))
    return KeeperForm(context, counted, sheets[sheet_id], session.box, done)
