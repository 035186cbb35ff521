"""Taking back: the free undo of one's own last act, and the one by agreement of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.table.errors import JournalError, UndoRefused
from companion.ui.table.agree import Agreement
from companion.ui.table.panel import NoUndoPanel, PutBackPanel, RefusalPanel

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen


def undo(table: TableScreen) -> None:
    """Take back the last act if that is free; else say why and how it can be done together."""
    table.typed.clear()
    try:
        steps = table.session.undo()
    except UndoRefused as refused:
        table.open(NoUndoPanel(table, refused.text))
    except JournalError as error:
        table.open(RefusalPanel(table, error.text, sentence=T("This could not be saved.")))
    else:
        put_back(table, steps)


def put_back(table: TableScreen, steps: Sequence[Text]) -> None:
    """What to do with the real pieces; where there is nothing to do, on with the game."""
    table.told = []
    if steps:
        table.open(PutBackPanel(table, steps))
    else:
        table.dismiss()


def undo_together(table: TableScreen) -> None:
    """Correct by agreement: every seat agrees, then the last move is taken back whatever it was."""
    session = table.session
    if session.n == 0:
        return
    before = session.results[-2].state if session.n > 1 else session.first
    what = table.game.say_move(before, session.lines[-1].move)
    title = T("Take the last move back together?")
    Agreement(table.context, title, what, table.state.seats, lambda: _rewind(table, session.n - 1)).open()


def _rewind(table: TableScreen, n: int) -> None:
    table.typed.clear()
    try:
        steps = table.session.rewind(n, table.state.seats)
    except InputError as error:
        table.open(RefusalPanel(table, error.text, sentence=T("This could not be saved.")))
    else:
        put_back(table, steps)
