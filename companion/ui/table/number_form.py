"""A form whose values need the keypad: one field after another, over board and panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.engine.game import Form
from companion.engine.text import T
from companion.engine.text import seat as seat_text
from companion.ui.boards.base import Area
from companion.ui.table.panel import Heading, Panel
from companion.ui.table.pieces import Cover
from companion.ui.table.scores import signed
from companion.ui.widgets.keypad import Keypad, KeypadSeat

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen


class NumberPanel(Panel):
    """The keypad for `form`. Where the move has a field `sum`, the sum goes with it as it was typed."""

    apart = True
    tools = False

    def __init__(self, table: TableScreen, form: Form) -> None:
        super().__init__(table)
        self.form = form
        self.keypad: Keypad | None = None

    @property
    def typed(self) -> list[int]:
        return self.table.typed.setdefault((self.form.by, self.form.move), [])

    def heading(self) -> Heading | None:
        seat = self.form.by if self.form.by in self.table.state.seats else ""
        field = self._field()
        return Heading(T("{who}: {what}?", who=seat_text(self.form.by), what=field.label), seat)

    def _field(self) -> Any:
        done = len(self.typed)
        for field in self.form.fields:
            if done < field.count:
                return field
            done -= field.count
        return self.form.fields[-1]

    def build(self) -> None:
        frame, field = self.table.frame, self._field()
        bounds = self.say(T("From {low} to {high}.", low=field.low, high=field.high))
        seats = [
            KeypadSeat(standing.seat, self.table.name_of(standing.seat), signed(standing.points).lstrip("+"),
                       standing.seat == self.form.by)
            for standing in self.table.game.standings(self.table.state)
        ]  # fmt: skip
        keypad = Keypad(low=field.low, high=field.high, bounds=bounds, seats=seats, cancel_label=self.say(T("Cancel")))
        keypad.bind(on_confirm=lambda _, value, text: self._confirmed(value, text), on_cancel=lambda _: self._cancel())
        self.keypad = keypad
        head = 96 if frame.portrait else 64
        self.put(Cover(), Area(0, head, frame.w, frame.h - head))
        self.put(keypad, Area(0, head, frame.w, frame.h - head))

    def _cancel(self) -> None:
        self.typed.clear()
        self.table.dismiss()

    def _confirmed(self, value: int, text: str) -> None:
        self.typed.append(value)
        if len(self.typed) < sum(field.count for field in self.form.fields):
            self.table.refresh()
            return
        values: dict[str, Any] = {}
        start = 0
        for field in self.form.fields:
            part = self.typed[start : start + field.count]
            values[field.name] = part[0] if field.count == 1 else part
            start += field.count
        if self._takes_sum() and not text.lstrip("−").isdigit():
            values["sum"] = text.replace(" ", "")
        self.table.declare(self.form, values)

    def _takes_sum(self) -> bool:
        return any(
            kind.__struct_config__.tag == self.form.move and "sum" in kind.__struct_fields__
            for kind in self.table.game.move_types
        )
