"""Taking back: the free undo of one's own last act, and the one by agreement of all; and putting the position right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.engine.errors import InputError
from companion.engine.text import TN, T, Text
from companion.table.errors import JournalError, UndoRefused
from companion.ui.table import keeping
from companion.ui.table.agree import Agreement
from companion.ui.table.panel import NoUndoPanel
from companion.ui.table.trouble import TroublePanel

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen


def undo(table: TableScreen) -> None:
    """Take back the last act if that is free; else say why and how it can be done together."""
    places, known = table.session.places_since(max(table.session.n - 1, 0)), table.session.learned
    try:
        steps = table.session.undo()
    except UndoRefused as refused:
        table.open(NoUndoPanel(table, refused.text))
    except JournalError as error:
        table.open(TroublePanel(table, error.text))
    else:
        put_back(table, steps, places, known)


def put_back(table: TableScreen, steps: Sequence[Text], places: frozenset[str], known: Mapping[str, Any]) -> None:
    """What to do with the real pieces, and where; where there is nothing to do, on with the game.

    `known`: what had been told of the box before; the question whether to keep it goes with the move that told it.
    """
    table.forget_typed()
    table.told = []
    table.to_put_back = (tuple(steps), places) if steps else None
    table.keep_due = False
    if keeping.taken_back(table, known):
        table.dismiss()


def undo_together(table: TableScreen) -> None:
    """Correct by agreement: every seat agrees, then the last move is taken back whatever it was."""
    session = table.session
    if session.n == 0:
        return
    before = session.views[-2]
    what = table.game.say_move(before, session.lines[-1].move)
    title = T("Take the last move back together?")
    then = session.n - 1
    Agreement(table.context, title, what, table.state.seats, lambda: rewind(table, then)).open()


def back_together(table: TableScreen, n: int) -> None:
    """Correct by agreement: every seat agrees, then the game stands again as it did after `n` moves."""
    session = table.session
    title = T("Go back together to before this move?")
    before = session.views[n]
    what = table.game.say_move(before, session.lines[n].move)
    text = TN("{move}. {n} move is taken back.", "{move}. {n} moves are taken back.", session.n - n, move=what)
    Agreement(table.context, title, text, table.state.seats, lambda: rewind(table, n)).open()


def rewind(table: TableScreen, n: int) -> None:
    """Back to `n` moves, after everybody has agreed."""
    places, known = table.session.places_since(n), table.session.learned
    try:
        steps = table.session.rewind(n, table.state.seats)
    except InputError as error:
        table.open(TroublePanel(table, error.text))
    else:
        put_back(table, steps, places, known)


def correct(table: TableScreen, changes: Mapping[str, str | int]) -> None:
    """Open the screen that puts the position right, or say why it can't be now. `changes`: filled in, by edit."""
    table.close_panel()
    if table.game.edits(table.state):
        table.context.go("correct", then=table.hear, changes=changes)
        return
    refusal = table.game.refuse(table.state, table.game.correction(table.state, {}))
    table.show_refusal(refusal, None)
