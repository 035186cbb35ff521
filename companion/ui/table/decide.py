"""The panel of a decision: scores, what is owed, choices, forms, the gold button. From the Decision alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.engine.game import TABLE, Choice, Decision, Form, Move
from companion.engine.text import T, Text
from companion.engine.text import seat as seat_text
from companion.ui.boards.base import Area
from companion.ui.table import asking, looking
from companion.ui.table.before import ROW, AsBefore
from companion.ui.table.panel import GAP, Heading, Panel
from companion.ui.table.pieces import Cover, Owed, Paragraph, SeatHead
from companion.ui.table.scores import put_scores
from companion.ui.table.value_keys import ValueKeys
from companion.ui.widgets.button import PushButton, holds
from companion.ui.widgets.scroll_list import ScrollList

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen

KEY = 56
SHORT_KEY = 48
"""Where the picture is short and upright: two keys a seat stay below the board."""

BESIDE = 0.42
"""How much of its row a single button keeps where what was dropped stands beside it."""


@dataclass(frozen=True)
class Action:
    """A button of the decision: its words, what it does, how it looks."""

    text: str
    do: Callable[[], None]
    kind: str = "plain"


class DecidePanel(Panel):
    """What the table is asked now."""

    def __init__(self, table: TableScreen) -> None:
        super().__init__(table)
        self.selected: tuple[Choice, ...] = ()
        self.keys: ValueKeys | None = None
        self.seat_buttons: dict[Move, Any] = {}
        """Where several seats act at once: the button of each move."""
        self.row: tuple[AsBefore, Area] | None = None
        """What was dropped and is offered again, and where."""
        self.beside: AsBefore | None = None
        """The same, where it shares the row of a single button."""

    @property
    def goes_on(self) -> bool:
        return bool(self.table.decision.forced and self.table.decision.choices)

    def heading(self) -> Heading | None:
        decision = self.table.decision
        seat = decision.seats[0] if len(decision.seats) == 1 else ""
        return Heading(decision.prompt, seat)

    # building

    def build(self) -> None:
        decision = self.table.decision
        if looking.is_covered(self.table):
            looking.build(self)
            return
        if decision.forms and asking.same_values(decision) is not None and not self.table.board.shows_choices:
            self._build_keys(decision)
        elif self._by_seat(decision):
            self._build_columns(decision)
        else:
            self._build_actions(self._actions(decision), decision)
        if self.row is not None:
            before, area = self.row
            before.put(self, area)

    def _by_seat(self, decision: Decision) -> bool:
        """Whether several seats each have their own buttons."""
        buttons = asking.buttons(decision)
        seats = {choice.move.by for choice in buttons}
        return len(seats - {TABLE}) > 1 and not self.table.board.shows_choices

    def _actions(self, decision: Decision) -> list[Action]:
        """The buttons of a decision that belongs to one seat or to the table."""
        made: list[Action] = []
        if self.selected and (self.table.board.shows_choices or any(choice.targets for choice in self.selected)):
            for choice in self.selected:
                brief = self.table.board_def.gold_label(self.table.state, choice)
                words = self.say(brief or choice.consequence or choice.label)
                made.append(Action(words, self._player(choice), "primary"))
            return made
        if decision.forced and decision.choices:
            return [Action(self.say(T("Next")), self._player(decision.choices[0]), "primary")]
        if self.table.board.shows_choices:
            return []
        if decision.chance:
            made.append(Action(self.say(T("Toss for us")), self.table.toss, "primary"))
        made += [self._button_of(choice, choice.label) for choice in asking.buttons(decision)]
        for form in decision.forms:
            made.append(Action(self._form_words(form), self._form(form)))
        return made

    def _button_of(self, choice: Choice, words: Text) -> Action:
        """The button of a choice without a place: `words`, or once it was tapped what follows, in gold."""
        if choice in self.selected:
            return Action(self.say(choice.consequence or words), self._player(choice), "primary")
        return Action(self.say(words), self._chooser(choice))

    def _form_words(self, form: Form) -> str:
        label = T("{who}: {what}", who=seat_text(form.by), what=form.fields[0].label)
        return self.say(label)

    def _player(self, choice: Choice) -> Callable[[], None]:
        return lambda: self._play(choice)

    def _play(self, choice: Choice) -> None:
        self.table.play(choice.move)

    def _form(self, form: Form) -> Callable[[], None]:
        return lambda: self.table.open_form(form)

    def _chooser(self, choice: Choice) -> Callable[[], None]:
        """What cannot be taken back says what follows before it is done."""
        if choice.consequence is not None:
            return lambda: self.select((choice,))
        return self._player(choice)

    def select(self, choices: tuple[Choice, ...]) -> None:
        """Take these choices as the ones meant; the gold button says what follows."""
        self.selected = choices
        self.table.refresh()

    # the room of the panel

    def _make_room(self, buttons: int) -> None:
        """Keep a row free for what was dropped.

        A board that offers every choice itself is not covered: there `AgainPanel` asks first.
        Upright it stands beside the tools. Else a single button shares its own row with it, or it lies above the tools.
        """
        table, plan = self.table, self.table.plan
        before = AsBefore(table)
        self.row = self.beside = None
        if not before or self.selected or table.board.shows_choices:
            return
        if table.frame.portrait and not plan.tools_small:
            half = (plan.tools.w - GAP) / 2
            table.tools_area = plan.tools._replace(x=plan.tools.x + half + GAP, w=half)
            table.tools.form = "small"
            self.row = before, plan.tools._replace(w=half)
        elif table.frame.portrait or (plan.tools_small and not buttons):
            self.row = before, plan.action
        elif buttons == 1:
            self.beside = before
        else:
            table.use_small_tools()
            y = table.tools_area.y - GAP - ROW
            self.row = before, Area(plan.action.x, y, plan.action.w, ROW)

    @property
    def _bottom(self) -> float:
        """Where the row and the tools begin."""
        tools = self.table.tools_area.y
        return tools if self.row is None else min(tools, self.row[1].y)

    def _build_actions(self, actions: Sequence[Action], decision: Decision) -> None:
        forced = decision.forced and bool(actions)
        self._make_room(len(actions))
        two = self.table.frame.portrait or self.row is not None
        columns = 2 if two and len(actions) > 1 else 1
        rows = -(-len(actions) // columns)
        wanted = rows * KEY + max(rows - 1, 0) * GAP + (64 if forced else 0)
        own = self.table.plan.only_way if forced else None
        block, top = self._block(wanted, columns, own, self._narrow(actions, columns))
        put_scores(self, top)
        if forced:
            only = decision.choices[0]
            words = only.consequence or (T("There is only one way: the lit places.") if only.targets else only.label)
            told, block = _told_and_key(block)
            self.put(Paragraph(text=self.say(words), colour="lit", align="center", middle=told.y == block.y), told)
        if not actions:
            self._owed(decision, top)
        elif block.h + 1 < rows * KEY + (rows - 1) * GAP:
            self._list(actions, block)
        else:
            width = (block.w - GAP * (columns - 1)) / columns
            if self.beside is not None and self.row is None:
                width = round(width * BESIDE)
                self.row = self.beside, Area(block.x + width + GAP, block.y, block.w - width - GAP, KEY)
            for i, action in enumerate(actions):
                x = block.x + (i % columns) * (width + GAP)
                y = block.y + (i // columns) * (KEY + GAP)
                self.button(Area(x, y, width, KEY), action.text, action.do, action.kind, wraps=True)

    def _list(self, actions: Sequence[Action], block: Area) -> None:
        rows = ScrollList(gap=GAP)
        self.put(rows, block)
        for action in actions:
            button = PushButton(text=action.text, kind=action.kind, guard=True, wraps=True)
            button.bind(on_release=lambda *_, do=action.do: do())
            rows.add(button, KEY)

    def _narrow(self, actions: Sequence[Action], columns: int) -> bool:
        """Whether the usual place would cut what the gold button says, and the panel has a wider one."""
        width, wider = self.table.plan.action.w, self.table.plan.drawer.w - 16
        room = (width - GAP * (columns - 1)) / columns
        gold = [action for action in actions if action.kind == "primary"]
        return width < wider and not all(holds(one.text, room, one.kind, self.table.frame) for one in gold)

    def _block(
        self, wanted: float, columns: int = 1, own: Area | None = None, narrow: bool = False
    ) -> tuple[Area, float]:
        """The block of `wanted` height at the foot of the panel, and the height above it that is left for the rest.

        `own`: where the board has it instead; nothing is covered then.
        Where there is room for one button only, two side by side stand above the tools over the full width, and so do
        words that the usual place would cut (`narrow`).
        """
        plan = self.table.plan
        usual = plan.action
        if own is not None:
            return own, own.y
        if wanted <= 0:
            return usual, self._bottom
        # Beside the tools, unless what was dropped takes that place.
        aside = self.row is None and self.beside is None and usual.x + usual.w <= self.table.tools_area.x
        free = aside or usual.y + usual.h <= self._bottom
        if wanted <= usual.h and (columns == 1 or usual.w >= 400) and free and not narrow:
            return usual, usual.y
        lowest = max((area.y + area.h for area in plan.scores), default=plan.drawer.y) + GAP
        if self._bottom - GAP - wanted < lowest:
            self.table.use_small_tools()
        bottom = self._bottom - GAP
        least = plan.drawer.y + GAP
        top = max(bottom - wanted, least)
        if self.table.frame.portrait:
            self.put(Cover(), Area(0, top - 4, self.table.frame.w, self.table.frame.h - top + 4))
            return Area(12, top, self.table.frame.w - 24, bottom - top), top
        if narrow:
            drawer = plan.drawer
            self.put(Cover(), Area(drawer.x, top - 4, drawer.w, bottom - top + GAP))
            return Area(drawer.x + 4, top, drawer.w - 12, bottom - top), top
        return Area(usual.x, top, usual.w, bottom - top), top

    def alone(self, height: float) -> Area:
        """The scores, and below them the room for one button of `height`."""
        self._make_room(1)
        self.row = self.beside = None
        block, top = self._block(height, own=self.table.plan.only_way)
        put_scores(self, top)
        return Area(block.x, block.y, block.w, height)

    def _owed(self, decision: Decision, top: float) -> None:
        area = self.table.plan.owed
        if area is None or not decision.owed_text:
            return
        seat = decision.seats[0] if len(decision.seats) == 1 else ""
        words = self.say(decision.owed_text)
        self.put(Owed(text=words, seat=seat, done=decision.done, owed=decision.owed), area)

    # several seats at once

    def _build_columns(self, decision: Decision) -> None:
        buttons = asking.buttons(decision)
        seats = [s for s in self.table.state.seats if any(choice.move.by == s for choice in buttons)]
        own = {s: [choice for choice in buttons if choice.move.by == s] for s in seats}
        common = [choice for choice in buttons if choice.move.by not in seats]
        columns = 2 if len(seats) > 1 else 1
        deepest = max(len(choices) for choices in own.values())
        ranks = -(-len(seats) // columns)
        key = SHORT_KEY if self.table.frame.short else KEY
        wanted = ranks * (26 + deepest * (key + 4)) + len(common) * (key + GAP)
        self._make_room(2)
        block, top = self._block(wanted)
        put_scores(self, top)
        width = (block.w - GAP * (columns - 1)) / columns
        for i, seat in enumerate(seats):
            x = block.x + (i % columns) * (width + GAP)
            y = block.y + (i // columns) * (26 + deepest * (key + 4))
            self.put(SeatHead(seat=seat, name=self.table.name_of(seat)), Area(x, y, width, 24))
            for j, choice in enumerate(own[seat]):
                area = Area(x, y + 28 + j * (key + 4), width, key)
                action = self._button_of(choice, self.table.board_def.short_label(choice) or choice.label)
                kind = "lapis" if j == 0 and action.kind == "plain" else action.kind
                self.seat_buttons[choice.move] = self.button(area, action.text, action.do, kind, wraps=True)
        y = block.y + ranks * (26 + deepest * (key + 4))
        for j, choice in enumerate(common):
            area = Area(block.x, y + j * (key + GAP), block.w, key)
            self.button(area, self.say(choice.label), self._player(choice))

    # values by keys

    def _build_keys(self, decision: Decision) -> None:
        self.table.use_small_tools()
        room = self.drawer
        if self.table.frame.portrait:
            self.put(Cover(), self.table.plan.drawer)
        extra = asking.buttons(decision)
        self._make_room(2)
        room = room._replace(h=min(room.h, self._bottom - GAP - room.y))
        height = room.h - len(extra) * (KEY + GAP)
        self.keys = ValueKeys(self.table, decision, Area(room.x, room.y, room.w, height), self)
        self.keys.build()
        for i, choice in enumerate(extra):
            y = room.y + height + GAP + i * (KEY + GAP)
            self.button(Area(room.x, y, room.w, KEY), self.say(choice.label), self._player(choice))

    # taps

    def on_target(self, target: str) -> bool:
        decision = self.table.decision
        choices = asking.by_target(decision).get(target, ())
        if looking.is_covered(self.table):
            looking.look(self.table)
            return True
        if not choices:
            if self.selected and target not in asking.lit(decision):
                self.selected = ()
            self.table.refuse_at(target)
            return True
        one = len(choices) == 1
        at_once = not decision.consequence or choices[0].consequence is None or self.selected == choices
        if one and at_once:
            self.table.play(choices[0].move, target)
        else:
            self.select(choices)
        return True


def _told_and_key(block: Area) -> tuple[Area, Area]:
    """Where a forced move is told and where its key lies: one above the other, or side by side in a low room."""
    if block.h < 2 * KEY:
        half = block.w * 0.6
        return block._replace(w=half - GAP), block._replace(x=block.x + half, w=block.w - half)
    return block._replace(h=60), block._replace(y=block.y + 64, h=block.h - 64)
