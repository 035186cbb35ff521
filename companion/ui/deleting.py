"""Games are deleted at once, with ten seconds to take it back; under the owner's lock the PIN comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.table import history
from companion.table.history import Summary
from companion.ui.game_row import title_text
from companion.ui.undoable import SECONDS, Done, Undoable
from companion.ui.widgets.toast import Toast, height_for

if TYPE_CHECKING:
    from companion.ui.context import Context

WIDTH = 456.0


def delete(context: Context, summary: Summary) -> None:
    """Delete a game on behalf of the screen that is shown; of one that shows only this game the way leads back."""
    if context.lock.keeps("delete_game"):
        context.go("delete_game", summary=summary)
        return
    try:
        history.delete(context.journal, summary.id, at_table(context))
    except InputError as error:
        context.trouble(error.text)
        return
    leave(context, summary)
    words = T("Deleted: {game}. It is kept under “Deleted games”.", game=title_text(summary))
    below = context.screen
    if isinstance(below, Undoable):
        below.did(Done(words, lambda: history.restore(context.journal, summary.id)))
        below.relayout()


def at_table(context: Context) -> str:
    """The record of the game at the table; "": none."""
    return "" if context.session is None else context.session.header.id


def leave(context: Context, summary: Summary) -> None:
    """Go back from whatever shows only this game."""
    while getattr(context.screen, "only_of", "") == summary.id:
        context.back()


def tell(context: Context, words: Text, above: float = 12.0) -> None:
    """Say on the screen that is shown, so far above its lower edge, what was done for good; the club hears of it."""
    screen, frame = context.screen, context.frame
    context.club.show()
    if screen.toast is not None:
        screen.toast.dismiss()
    said, width = context.say(words), min(WIDTH, frame.w - 24)
    toast = screen.toast = Toast(text=said, kind="good", seconds=SECONDS)
    high = height_for(said, width, False, frame)
    screen.put(toast, frame.w - 12 - width, frame.h - above - high, width, high)
