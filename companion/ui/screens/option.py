"""One switch: what it is about, and its values to choose from."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.options import Option
from companion.engine.text import T
from companion.ui import fit
from companion.ui.draft import Draft
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.base import Screen
from companion.ui.screens.options import value_text
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar


class OptionScreen(Screen):
    """The explanation in one line or two, the values as rows; a number is typed on the keypad."""

    name: ClassVar[str] = "option"

    def enter(self, draft: Draft, option: Option) -> None:
        self.draft = draft
        self.option = option

    @property
    def practice(self) -> bool:
        return self.draft.practice

    def build(self) -> None:
        frame, option = self.frame, self.option
        bar = TopBar(title=self.say(option.title), tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        explain = self.say(option.explain)
        lines = fit.wrapped(explain, "body", frame.w - 32, 4, frame)
        self.put(Caption(explain, "body", lines=4), 16, 70, frame.w - 32, lines.height)
        top = 70 + lines.height + 14
        value = self.draft.options[option.key]
        if not option.values:
            self._number(top, value)
            return
        presets = {preset.id: preset for preset in self.draft.game.presets} if option.key == "ruleset" else {}
        rows: list[tuple[Any, float]] = []
        self.rows: dict[Any, FactRow] = {}
        for known, words in option.values:
            preset = presets.get(known) if isinstance(known, str) else None
            chosen = known == value and type(known) is type(value)
            row = FactRow(title=self.say(words), chosen=chosen, icon="check" if chosen else "", leads=False)
            if preset is not None:
                row.detail = self.say(preset.explain)
            row.bind(on_release=lambda _, known=known: self._choose(known))
            self.rows[known] = row
            rows.append((row, row.height_for(frame.w - 16)))
        values = self.put(ScrollList(gap=6), 8, top, frame.w - 16, frame.h - top - 8)
        values.set_rows(rows)

    def _number(self, top: float, value: Any) -> None:
        option = self.option
        shown = self.say(value_text(option, value))
        self.number = PushButton(text=self.say(T("Now {value}: change it", value=shown)), kind="primary", guard=True)
        self.number.bind(
            on_release=lambda _: self.context.go(
                "number", title=option.title, reason=option.explain, low=option.low, high=option.high, done=self._typed
            )
        )
        wide = min(self.frame.w - 32, 420)
        self.put(self.number, 16, top, wide, 60)
        if self.draft.base(option) is None and value is not None:
            self.unset = PushButton(text=self.say(T("Ask again before the game")), kind="quiet", guard=True)
            self.unset.bind(on_release=lambda _: self._choose(None))
            self.put(self.unset, 16, top + 72, wide, 56)

    def _typed(self, value: int) -> None:
        self.context.back()
        self._choose(value)

    def _choose(self, value: Any) -> None:
        self.draft.choose(self.option, value)
        self.context.back()
