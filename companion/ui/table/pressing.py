"""Buttons of a board that offers choices and forms itself: what a tap on one of them does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.engine.game import TABLE, Choice
from companion.engine.text import T, Text, seat
from companion.games import find_game
from companion.ui.boards import board_for
from companion.ui.from_picture import for_sheet

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen


def pressed(table: TableScreen, target: str) -> bool:
    """Do what the button `target` of the board stands for; False if it is none ("choice:2", "form:0", "sheet:ID").

    "incident:0" is something that may be done beside the decision (`Game.incidents`).
    "now:2" does choice 2 at once: the button itself says what follows. "now:2:17", with the number of the move before
    it, where the same again at once is meant so and counts.
    """
    kind, _, which = target.partition(":")
    if kind == "chance":
        table.toss()
    elif kind == "form":
        table.open_form(table.decision.forms[int(which)])
    elif kind == "sheet":
        _open_sheet(table, which)
    elif kind == "choice":
        _choose(table, int(which))
    elif kind == "now":
        _at_once(table, which)
    elif kind == "incident":
        table.play(table.game.incidents(table.state)[int(which)].move)
    else:
        return False
    return True


def words(table: TableScreen, target: str) -> Text | None:
    """What the button `target` stands for; None if it is none."""
    kind, _, which = target.partition(":")
    if kind in ("choice", "now"):
        choice: Choice = table.decision.choices[_index(which)]
        return choice.consequence or choice.label
    if kind == "incident":
        beside: Choice = table.game.incidents(table.state)[int(which)]
        return beside.consequence or beside.label
    if kind == "form":
        form = table.decision.forms[int(which)]
        return T("{who}: {what}", who=seat(form.by), what=form.fields[0].label)
    if kind == "sheet":
        title: Text = table.game.sheets[which].title
        return title
    return T("Toss for us") if kind == "chance" else None


def _at_once(table: TableScreen, which: str) -> None:
    if table.play(table.decision.choices[_index(which)].move) and ":" in which:
        # The same key waits for the next one: the same again at once is meant so.
        table.context.root.rested()


def _index(which: str) -> int:
    return int(which.partition(":")[0])


def _choose(table: TableScreen, index: int) -> None:
    choice = table.decision.choices[index]
    asks_twice = choice.consequence is not None and (table.decision.consequence or not choice.targets)
    # Only the panel of the decision lets taps come this far.
    panel: Any = table.panel
    if asks_twice and panel.selected != (choice,):
        panel.select((choice,))
    else:
        table.play(choice.move)


def _open_sheet(table: TableScreen, sheet_id: str) -> None:
    """A scoring sheet of the game, filled in by taps; its points are added."""
    board = board_for(table.session.header.game)

    def done(data: dict[str, Any]) -> None:
        table.context.back()
        move = table.game.decode_move({"move": "sheet", "by": TABLE, "sheet": sheet_id, "data": data})
        table.play(move)

    table.context.go(
        "setup_entry",
        title=table.game.sheets[sheet_id].title,
        form=lambda: board.sheet_entry(table.context, sheet_id, done),
        wanted=for_sheet(table.context, find_game(table.session.header.game), table.session.box, sheet_id),
    )
