"""What the table tells of the box during a game, kept for the next games where it wants that. Asked once a game."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.box import Box
from companion.engine.box_words import value_lines
from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.ui.boards.base import Area
from companion.ui.table.panel import GAP, Heading, Panel
from companion.ui.table.trouble import TroublePanel

if TYPE_CHECKING:
    from companion.table.session import Session
    from companion.ui.context import Context
    from companion.ui.screens.table import TableScreen


def open_values(context: Context, session: Session) -> dict[str, Any]:
    """What was told of the box in this game and is not among the owner's values (any more)."""
    mine = context.box(session.game).overrides
    return {key: value for key, value in session.learned.items() if key not in mine or mine[key] != value}


def in_words(box: Box, key: str, value: Any) -> Text:
    """A fact that was told, with its value where that is said in a word or two."""
    fact = box.facts[key]
    if not isinstance(value, int | str):
        return Text(fact.label)
    told = msgspec.structs.replace(fact, value=value, confidence="owner")
    return T("{fact}: {value}", fact=Text(fact.label), value=value_lines(told)[0])


def heard(table: TableScreen, before: Mapping[str, Any]) -> None:
    """After a move: keep what is new where that was said already, ask where it was not."""
    session, context = table.session, table.context
    if not any(before.get(key) != value for key, value in session.learned.items()):
        return
    said = context.kept(session.header.id)
    values = open_values(context, session)
    if said is None:
        table.keep_due = bool(values)
    elif said and values:
        keep(table, values)


def resumed(context: Context, session: Session) -> bool:
    """Whether a game that is taken up again still owes the question: its last move told something new.

    What was to be kept, and was not stored before the power went, is kept now.
    """
    before = session.learned_before
    if all(before.get(key) == value for key, value in session.learned.items()):
        return False
    values, said = open_values(context, session), context.kept(session.header.id)
    if said and values:
        with suppress(InputError):
            # A disk that takes nothing is told of at the next move.
            context.own(session.game, values)
    return said is None and bool(values)


def taken_back(table: TableScreen, before: Mapping[str, Any]) -> bool:
    """After moves were taken back: what was kept of them is again as it was without them.

    What keeps it from being so is said. Returns whether it is done.
    """
    session, context = table.session, table.context
    if not context.kept(session.header.id):
        return True
    mine, now = context.box(session.game).overrides, session.learned
    gone = [key for key, value in before.items() if now.get(key) != value and mine.get(key) == value]
    older = {key: now.get(key, session.header.box.get(key)) for key in gone}
    try:
        context.own(session.game, {key: value for key, value in older.items() if value is not None})
        context.forget(session.game, [key for key, value in older.items() if value is None])
    except InputError as error:
        table.open(TroublePanel(table, error.text, T("This can't be kept.")))
        return False
    return True


def keep(table: TableScreen, values: Mapping[str, Any]) -> bool:
    """Store the values as the owner's; what keeps them from it is said. Returns whether it is done."""
    try:
        table.context.own(table.game, values)
    except InputError as error:
        table.open(TroublePanel(table, error.text, T("This can't be kept.")))
        return False
    return True


class KeepPanel(Panel):
    """Keep for the next games what was told, or use it in this game only."""

    apart = True
    tools = False

    def heading(self) -> Heading | None:
        return Heading(T("Keep this for the next games?"), sign="box")

    def build(self) -> None:
        table = self.table
        values = open_values(table.context, table.session)
        told = tuple(in_words(table.session.box, key, value) for key, value in values.items())
        words = T(
            "You told Cartouche about your box: {facts}. Whatever else you tell it in this game is treated alike.",
            facts=told,
        )
        room = self.drawer
        only = Area(room.x, room.y + room.h - 56, room.w, 56)
        keep_area = only._replace(y=only.y - 56 - GAP)
        self.read(self.say(words), Area(room.x + 4, room.y, room.w - 8, keep_area.y - room.y - GAP))
        self.button(keep_area, self.say(T("Keep")), lambda: self._answer(True), "primary")
        self.button(only, self.say(T("Only this game")), lambda: self._answer(False), "quiet")

    def _answer(self, kept: bool) -> None:
        table = self.table
        table.keep_due = False
        try:
            table.context.say_kept(table.session.header.id, kept)
        except InputError as error:
            table.open(TroublePanel(table, error.text, T("This can't be kept.")))
            return
        if not kept or keep(table, open_values(table.context, table.session)):
            table.dismiss()

    def on_target(self, target: str) -> bool:
        return True
