"""Declaring small values: a row of slots a seat, and one key a value. The first tap fills the first free slot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from companion.engine.game import Decision, Form
from companion.engine.text import T
from companion.ui import fit, theme
from companion.ui.boards.base import Area
from companion.ui.pen import Pen
from companion.ui.table import asking
from companion.ui.table.seen_forms import FormLook, fillable, follow_on
from companion.ui.widgets.base import ASIDE, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.key import Key

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen
    from companion.ui.table.panel import Panel

ROW = 48


class SlotRow(Touchable):
    """The values of one form: a disc (or its word), a slot each; the next to be filled is lit. A tap chooses it."""

    ring_rank = ASIDE
    seat = StringProperty("")
    word = StringProperty("")
    values = ListProperty([])
    ahead = ListProperty([])
    """What a picture says of the slots after `values`; None: it leaves that one open."""
    count = NumericProperty(1)
    current = BooleanProperty(False)

    shows = ("seat", "word", "values", "ahead", "count", "current")

    def paint(self, pen: Pen) -> None:
        left = 34.0
        if self.seat:
            pen.seat_disc(self.seat, 15, pen.h / 2, 13)
        elif self.word:
            left = pen.w - 48 * self.count
            look = fit.label(self.word, left - 6, False, pen.frame, (18, 16))
            pen.text(self.word, 0, pen.h / 2, look.style, "sand_2", max_width=left - 6)
        count = int(self.count)
        pitch = min(56.0, (pen.w - left) / count)
        style = theme.TypeStyle("slot", 24, True, 28)
        for i in range(count):
            x = left + pitch * i
            filled = i < len(self.values)
            lit = self.current and i == len(self.values)
            pen.box(x, 2, pitch - 4, pen.h - 4, "raised" if filled else "night", 6,
                    "lit" if lit else None if filled else "line_strong", 3 if lit else 2)  # fmt: skip
            if filled:
                pen.text(_shown(self.values[i]), x + (pitch - 4) / 2, pen.h / 2, style, "sand", "center")
            elif i - len(self.values) < len(self.ahead):
                value = self.ahead[i - len(self.values)]
                words, ink = ("?", "warn") if value is None else (_shown(value), "sand_2")
                pen.text(words, x + (pitch - 4) / 2, pen.h / 2, style, ink, "center")


def _shown(value: int) -> str:
    return str(value).replace("-", "−")


class ValueKeys:
    """The slots and keys of a decision. What was typed so far is kept by the table, so a redraw loses nothing."""

    def __init__(self, table: TableScreen, decision: Decision, area: Area, panel: Panel) -> None:
        self.table = table
        self.decision = decision
        self.area = area
        self.panel = panel
        self.keys: dict[int, Key] = {}
        self.back: Key | None = None
        self.camera: PushButton | None = None
        """Fills the slots in from a picture, where one can."""
        self.right: PushButton | None = None
        """Says that what the picture filled in is right."""
        self.rows: list[SlotRow] = []
        self.looked_over: list[Form] = []
        """The forms whose slots are on the screen."""

    # what is typed

    def _slots(self, form: Form) -> int:
        return sum(field.count for field in form.fields)

    def _typed(self, form: Form) -> list[int]:
        return self.table.typed.setdefault((form.by, form.move), [])

    def _current(self) -> Form:
        """The form whose slots are being filled: the first that is not full."""
        forms = self.decision.forms
        chosen = next((f for f in forms if (f.by, f.move) == self.table.chosen_form), None)
        return chosen or next((f for f in forms if len(self._typed(f)) < self._slots(f)), forms[-1])

    def _full(self, form: Form) -> bool:
        return len(self._typed(form)) >= self._slots(form)

    def _ahead(self, form: Form) -> tuple[int | None, ...]:
        """What the picture says of the slots that are still free."""
        return self.table.pictured.get((form.by, form.move), ())[len(self._typed(form)) :]

    def choose(self, form: Form) -> None:
        """Fill this row next."""
        self.table.chosen_form = (form.by, form.move)
        self.table.refresh()

    def _forms(self) -> tuple[Form, ...]:
        """What is asked for, and what was declared before in the same decision: its row stays, so that no key moves."""
        asked = {(form.by, form.move): form for form in self.decision.forms}
        before = {key: form for key, (form, _) in self.table.declared.items() if key not in asked}
        seats = self.table.state.seats
        whole = [*before.values(), *asked.values()]
        return tuple(sorted(whole, key=lambda form: seats.index(form.by) if form.by in seats else len(seats)))

    def _values_of(self, form: Form) -> tuple[list[int], bool]:
        """What stands in a form's slots, and whether it can still be changed."""
        if form in self.decision.forms:
            return self._typed(form), True
        return list(self.table.declared[(form.by, form.move)][1]), False

    def _lines(self, forms: tuple[Form, ...]) -> list[tuple[Form, str, int, int]]:
        """The rows: a seat's form is one row of slots, a form of the table one row a field, with its word."""
        found: list[tuple[Form, str, int, int]] = []
        for form in forms:
            if form.by in self.table.state.seats and len(form.fields) == 1:
                found.append((form, "", 0, self._slots(form)))
                continue
            start = 0
            for field in form.fields:
                found.append((form, self.table.say(field.label), start, field.count))
                start += field.count
        return found

    # building

    def build(self) -> None:
        """Add the rows and keys to the panel."""
        area, forms = self.area, self._forms()
        wide = self.table.frame.portrait
        back_width = 64.0
        reads = fillable(self.table)
        beside = back_width * (2 if reads and wide else 1) + 6 * (reads and wide)
        lines = self._lines(forms)
        if ROW * len(lines) > area.h - (56 if all(self._full(form) for form in self.decision.forms) else 90):
            lines = [line for line in lines if line[0] is self._current()][-4:]
        rows_height = ROW * len(lines)
        self.looked_over = [form for form in self.decision.forms if any(line[0] is form for line in lines)]
        for i, (form, word, start, count) in enumerate(lines):
            typed, is_open = self._values_of(form)
            ahead = self._ahead(form)[max(start - len(typed), 0) :] if is_open and len(typed) < start + count else ()
            row = SlotRow(seat="" if word else form.by, word=word, values=typed[start : start + count], count=count,
                          ahead=list(ahead), current=form is self._current() and start <= len(typed) < start + count,
            )  # fmt: skip
            if is_open:
                row.bind(on_release=lambda *_, form=form: self.choose(form))
            self.rows.append(row)
            self.panel.put(row, Area(area.x, area.y + ROW * i, area.w - beside - 6, ROW))
        self.back = Key(icon="backspace", kind="back", value="back", guard=True)
        self.back.ring_rank = ASIDE
        self.back.takes_back = any(self.table.typed.values())
        self.back.bind(on_release=lambda *_: self.take_back())
        self.panel.put(self.back, Area(area.x + area.w - back_width, area.y, back_width, max(rows_height, 48)))
        top = area.y + rows_height + 8
        bottom = area.y + area.h
        if reads and wide:
            self._put_camera(Area(area.x + area.w - beside, area.y, back_width, max(rows_height, 48)), "")
        elif reads and bottom - top >= 56 + self._ranks(wide)[1] * 56:
            bottom -= 56
            self._put_camera(Area(area.x, bottom + 8, area.w, 48), self.table.say(T("From a picture")))
        if self._full(self._current()):
            self._put_right(Area(area.x, top, area.w, min(64, bottom - top)))
        else:
            self._put_keys(top, bottom, wide)

    def _put_camera(self, area: Area, words: str) -> None:
        self.camera = PushButton(text=words, icon="camera", guard=True, text_size_limit=18)
        self.camera.ring_rank = ASIDE
        self.camera.bind(on_release=lambda *_: FormLook(self.table).begin())
        self.panel.put(self.camera, area)

    def _put_right(self, area: Area) -> None:
        self.right = PushButton(text=self.table.say(T("That is right")), kind="primary", guard=True, wraps=True)
        self.right.bind(on_release=lambda *_: self.declare_all())
        self.panel.put(self.right, area)

    def declare_all(self) -> None:
        """What stands in the slots is right: declare every form that is full, and that people can see."""
        table, asked = self.table, self.decision.id
        for form in [form for form in self.looked_over if self._full(form)]:
            values, n = self.values(form, self._typed(form)), table.session.n
            if table.decision.id != asked or not table.declare(form, values, n + 1):
                break

    def _ranks(self, wide: bool) -> tuple[range, int, int]:
        """The values that have a key, and in how many rows and columns the keys stand."""
        bounds = asking.same_values(self.decision)
        assert bounds is not None
        values = range(bounds[0], bounds[1] + 1)
        columns = len(values) if wide else 2 if len(values) <= 4 else 3
        return values, -(-len(values) // columns), columns

    def _put_keys(self, top: float, bottom: float, wide: bool) -> None:
        area = self.area
        values, ranks, columns = self._ranks(wide)
        height = min(72.0, (bottom - top - 8 * (ranks - 1)) / ranks)
        width = (area.w - 8 * (columns - 1)) / columns
        for i, value in enumerate(values):
            key = Key(text=str(value), kind="digit", value=str(value))
            key.bind(on_release=lambda *_, n=value: self.type(n))
            self.keys[value] = key
            x, y = area.x + (i % columns) * (width + 8), top + (i // columns) * (height + 8)
            self.panel.put(key, Area(x, y, width, height))

    # taps

    def type(self, value: int) -> None:
        """Fill the next slot; a full row is declared at once."""
        form = self._current()
        typed = self._typed(form)
        if len(typed) >= self._slots(form):
            return
        typed.append(value)
        pictured = (form.by, form.move) in self.table.pictured
        follow_on(self.table, (form.by, form.move))
        if len(typed) < self._slots(form):
            self.table.refresh(typing=True)
            return
        if pictured:
            # Part of it is the picture's word: people look it over first.
            self.table.refresh()
            return
        self.table.declare(form, self.values(form, typed))
        if getattr(self.table.panel, "keys", None) is not None:
            # The same keys wait for the next row: the same value again at once is meant so.
            self.table.context.root.rested()

    def take_back(self) -> None:
        """Empty the last slot; where the row is empty, take back the row before it."""
        form = self._current()
        typed = self._typed(form)
        self.table.pictured.pop((form.by, form.move), None)
        if typed:
            typed.pop()
            self.table.refresh()
            return
        before = [key for key in self.table.declared if key not in {(f.by, f.move) for f in self.decision.forms}]
        values = self.table.declared[before[-1]][1] if before else ()
        n = self.table.session.n
        self.table.undo()
        if before and self.table.session.n < n:
            self.table.typed[before[-1]] = list(values[:-1])
            self.table.refresh()

    @staticmethod
    def values(form: Form, typed: list[int]) -> dict[str, Any]:
        """Field values by name from the slots in their order."""
        found: dict[str, Any] = {}
        start = 0
        for field in form.fields:
            part = typed[start : start + field.count]
            found[field.name] = part[0] if field.count == 1 else part
            start += field.count
        return found
