"""Correct: put the position right by agreement, from the game's own edits; it is checked before anybody agrees."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from companion.engine.errors import InputError
from companion.engine.game import Edit, Event, IllegalMove, Refusal
from companion.engine.sums import number
from companion.engine.text import TN, T, Text
from companion.table.session import Session
from companion.ui import fit
from companion.ui.boards import board_of
from companion.ui.boards.base import Area, BoardView, Marks
from companion.ui.rows import WayRow
from companion.ui.screens.base import Screen
from companion.ui.table.agree import Agreement
from companion.ui.table.pieces import READING, Cover, Line, Paragraph
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.headline import Headline
from companion.ui.widgets.keypad import Keypad
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.side_by_side import SideBySide
from companion.ui.widgets.stepper import Stepper

FEW_VALUES = 3
FEW_STEPS = 40
NAMED = 3
"""So many of the changes are named in words at most, the last ones; the board rings them all."""
WIDE = 600
"""A drawer so wide has two rows side by side, for it is low."""


class NumberRow(Drawn):
    """A number of the position: its label over a stepper, or a button to the keypad where steps would be many."""

    def __init__(self, label: str, field: Any, **properties: Any) -> None:
        self.label = Line(text=label, style="small")
        self.field = field
        super().__init__(**properties)

    def arrange(self) -> None:
        w, h = self.logical_size
        self.put(self.label, 0, 0, w, 22)
        self.put(self.field, 0, 22, w, h - 22)


class CorrectScreen(Screen):
    """Tap a place to change what lies on it; step the numbers; when it is sound, everybody agrees and it is stored."""

    name: ClassVar[str] = "correct"

    def enter(self, **args: Any) -> None:
        self.then: Callable[[Sequence[Event]], None] | None = args.pop("then", None)
        filled: Mapping[str, str | int] = args.pop("changes", {})
        super().enter(**args)
        session = self.context.session
        if session is None:
            raise LookupError("the Correct screen needs a session")
        self.session: Session = session
        self.game = session.game
        self.edits: dict[str, Edit] = {edit.id: edit for edit in self.game.edits(session.view)}
        self.changes: dict[str, str | int] = {
            key: value for key, value in filled.items() if key in self.edits and value != self.edits[key].value
        }
        self.shown: Any = session.view
        self.picked = ""
        self.typing = ""
        self.offset = 0.0

    # what was changed

    def value(self, edit_id: str) -> str | int:
        """The value as it stands now."""
        return self.changes.get(edit_id, self.edits[edit_id].value)

    def change(self, edit_id: str, value: str | int) -> None:
        """Give a place or a number another value; the old one takes the change back."""
        if value == self.edits[edit_id].value:
            self.changes.pop(edit_id, None)
        else:
            self.changes[edit_id] = value
        self.refresh()

    def refusal(self) -> Refusal | None:
        """What is wrong with the position as changed; None if it is sound."""
        return self.game.refuse(self.session.state, self.game.correction(self.session.view, self.changes))

    # building

    def build(self) -> None:
        frame = self.frame
        board_def = board_of(self.session)
        self.plan = board_def.plan(frame, len(self.session.state.seats))
        head = Headline(show_menu=False, sign="edit", tag=self.tag)
        head.sentence = self.say(T("Make this look like the table."))
        self.put(head, 0, 0, frame.w, 96 if frame.portrait else 64)
        self.headline = head
        self.board: BoardView = board_def.play_view(self.context)
        self.board.bind(on_target=lambda _, target: self.tapped(target))
        self.add_widget(self.board)
        self.put(Cover(), *self.plan.drawer)
        self._parts: list[Any] = []
        self.refresh()

    def _part(self, widget: Any, area: Area) -> Any:
        self._parts.append(widget)
        return self.put(widget, *area)

    def refresh(self) -> None:
        """Show the position as changed and what is wrong with it."""
        for widget in self._parts:
            if isinstance(widget, ScrollList):
                self.offset = widget.offset
            self.remove_widget(widget)
        self._parts = []
        refusal = self.refusal() if self.changes else None
        if refusal is None:
            state = self.session.state
            if self.changes:
                state = self.game.apply(state, self.game.correction(self.session.view, self.changes)).state
            self.shown = self.game.view(state, None)
        reasons = frozenset() if refusal is None else frozenset(refusal.targets)
        picked = {self.picked} if self.picked else set()
        marks = Marks(selected=frozenset(self.changes) | picked, reasons=reasons)
        self.board.show(self.shown, None, marks)
        drawer = self.plan.drawer
        left, width = drawer.x + 8, drawer.w - 16
        bottom = drawer.y + drawer.h - 8
        if self.typing:
            self._keypad()
            return
        if not self.frame.portrait and drawer.w >= WIDE:
            # A low and wide drawer: the words stand beside the buttons, and the rows have the height.
            half = (width * 0.52 - 8) / 2
            words = Area(left, bottom - 66, width - 2 * half - 24, 66)
            cancel = Area(left + width - 2 * half - 8, bottom - 56, half, 56)
            agree = Area(left + width - half, bottom - 56, half, 56)
        else:
            half = (width - 8) / 2
            cancel, agree = Area(left, bottom - 56, half, 56), Area(left + half + 8, bottom - 56, half, 56)
            spoken = 66 if not self.frame.portrait else 48
            words = Area(left, cancel.y - 8 - spoken, width, spoken)
        rows = Area(left, drawer.y + 8, width, words.y - drawer.y - 16)
        self._rows(rows)
        self._part(Paragraph(text=self._told(refusal, words), colour="bad" if refusal else "sand_2"), words)
        self._button(cancel, self.say(T("Cancel")), self.context.back, "quiet").leads_back = True
        ready = bool(self.changes) and refusal is None
        self._button(agree, self.say(T("All agree")), self.ask, "primary" if ready else "off")

    def _told(self, refusal: Refusal | None, area: Area) -> str:
        """The verdict, with as many of the changes as the area has room for."""
        style = READING[-1]
        for named in range(NAMED, 0, -1):
            words = self.say(self._verdict(refusal, named))
            if fit.wrapped(words, style, area.w, int(area.h // style.line), self.frame).fits:
                break
        return words

    def _verdict(self, refusal: Refusal | None, named: int = NAMED) -> Text:
        if refusal is not None:
            return self.game.say_refusal(refusal)
        if not self.changes:
            on_board = any(self._on_board(edit) for edit in self.edits.values())
            return T("Tap a place to change what lies on it.") if on_board else T("Tap what has to be changed.")
        some = tuple(self.changes)[-named:]
        changed = tuple(T("{place}: {value}", place=self.edits[e].label, value=self._words(e)) for e in some)
        more = len(self.changes) - len(some)
        if more:
            return TN("Changed: {changes} and {n} more.", "Changed: {changes} and {n} more.", more, changes=changed)
        return T("Changed: {changes}.", changes=changed)

    def _words(self, edit_id: str) -> Text:
        value = self.value(edit_id)
        for content, label in self.edits[edit_id].values:
            if content == value:
                return label
        return T("{n}", n=value)

    def _button(self, area: Area, words: str, do: Callable[[], None], kind: str) -> PushButton:
        button = PushButton(text=words, kind=kind, guard=True)
        button.bind(on_release=lambda *_: do())
        self._part(button, area)
        return button

    def _rows(self, area: Area) -> None:
        rows: list[tuple[Any, float]] = []
        if self.picked:
            edit = self.edits[self.picked]
            rows.append((Line(text=self.say(edit.label), style="label"), 24))
            for content, label in edit.values:
                kind = "lapis" if content == self.value(edit.id) else "plain"
                row = PushButton(text=self.say(label), kind=kind)
                row.bind(on_release=lambda *_, value=content: self._chosen(value))
                rows.append((row, 48))
        else:
            rows = [self._row(edit) for edit in self.edits.values() if not self._on_board(edit)]
            if area.w + 16 >= WIDE:
                pairs = [rows[i : i + 2] for i in range(0, len(rows), 2)]
                rows = [(SideBySide([row for row, _ in pair]), max(high for _, high in pair)) for pair in pairs]
        scroll = ScrollList(gap=6)
        self._part(scroll, area)
        scroll.set_rows(rows)
        scroll.offset = min(self.offset, scroll.reach)

    def _on_board(self, edit: Edit) -> bool:
        return bool(edit.values) and self.board.rect_of(edit.id) is not None

    def _row(self, edit: Edit) -> tuple[Any, float]:
        label = self.say(edit.label)
        if edit.values:
            row = WayRow(title=label, value=self.say(self._words(edit.id)), leads=len(edit.values) > FEW_VALUES)
            row.bind(on_release=lambda *_: self.turn(edit.id))
            return row, 56
        value = int(self.value(edit.id))
        if edit.high - edit.low <= FEW_STEPS:
            stepper = Stepper(value=value, low=edit.low, high=edit.high)
            stepper.bind(on_step=lambda _, n: self.change(edit.id, n))
            return NumberRow(label, stepper), 72
        row = WayRow(title=label, value=number(value))
        row.bind(on_release=lambda *_: self._type(edit.id))
        return row, 56

    # taps

    def tapped(self, target: str) -> None:
        """A place of the board: the next content, or the list of contents where there are many."""
        edit = self.edits.get(target)
        if edit is not None and edit.values:
            self.turn(target)

    def turn(self, edit_id: str) -> None:
        """The next content of a place, or the list of them."""
        edit = self.edits[edit_id]
        if len(edit.values) > FEW_VALUES:
            self.picked = "" if self.picked == edit_id else edit_id
            self.offset = 0
            self.refresh()
            return
        contents = [content for content, _ in edit.values]
        at = contents.index(str(self.value(edit_id)))
        self.change(edit_id, contents[(at + 1) % len(contents)])

    def _chosen(self, value: str) -> None:
        edit_id, self.picked = self.picked, ""
        self.change(edit_id, value)

    def _type(self, edit_id: str) -> None:
        self.typing = edit_id
        self.refresh()

    def _keypad(self) -> None:
        edit, frame = self.edits[self.typing], self.frame
        bounds = self.say(T("{what}, from {low} to {high}.", what=edit.label, low=edit.low, high=edit.high))
        keypad = Keypad(low=edit.low, high=edit.high, bounds=bounds, cancel_label=self.say(T("Cancel")))
        keypad.bind(on_confirm=lambda _, value, text: self._typed(value), on_cancel=lambda _: self._typed(None))
        head = 96 if frame.portrait else 64
        self._part(Cover(), Area(0, head, frame.w, frame.h - head))
        self._part(keypad, Area(0, head, frame.w, frame.h - head))

    def _typed(self, value: int | None) -> None:
        edit_id, self.typing = self.typing, ""
        if value is None:
            self.refresh()
        else:
            self.change(edit_id, value)

    # devices

    def key_down(self, key: str, at: float) -> None:
        """The button `undo` closes a list, takes change after change back, and leaves where nothing is changed."""
        if key != "undo" or self.typing or self._focus.grasped or not (self.picked or self.changes):
            super().key_down(key, at)
            return
        self._focus.follow()
        if self.picked:
            self.picked = ""
        else:
            self.changes.popitem()
        self.refresh()

    # agreement

    def ask(self) -> None:
        """Every seat agrees, then it is stored."""
        changed = self._verdict(None)
        Agreement(
            self.context, T("Does the table look like this?"), changed, self.session.state.seats, self._store
        ).open()

    def _store(self) -> None:
        move = self.game.correction(self.session.view, self.changes)
        try:
            accepted = self.session.play(move, expected=self.session.n + 1)
        except IllegalMove as illegal:
            self.context.trouble(self.game.say_refusal(illegal.refusal))
            return
        except InputError as error:
            self.context.trouble(error.text)
            return
        if self.then is not None:
            self.then(accepted.events)
        self.context.back()
