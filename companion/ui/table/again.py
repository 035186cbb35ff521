"""What was dropped and could be made again, where the board offers every choice itself: the panel asks it first.

Such a board leaves no row free beside its own keys, so nothing is laid over them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.engine.game import Move
from companion.engine.text import T, Text
from companion.ui.boards.base import Area
from companion.ui.table import looking
from companion.ui.table.before import AsBefore, all_as_before
from companion.ui.table.decide import DecidePanel
from companion.ui.table.panel import GAP, Panel

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen

KEY = 56


def due(table: TableScreen) -> bool:
    """Whether the panel has to ask; not once somebody has said at this point of the game to choose again."""
    if not table.board.shows_choices or table.own_way is table.session.state or looking.is_covered(table):
        return False
    return bool(AsBefore(table))


def panel_of(table: TableScreen) -> Panel:
    """The panel of the decision at hand."""
    return AgainPanel(table) if due(table) else DecidePanel(table)


def leave(table: TableScreen) -> None:
    """Choose again: back to the board's own keys, if the panel was asking."""
    if isinstance(table.panel, AgainPanel):
        table.own_way = table.session.state
        table.panel = DecidePanel(table)


class AgainPanel(Panel):
    """The next dropped move in words: made again, all of them made again, or left for another choice."""

    apart = True

    def __init__(self, table: TableScreen) -> None:
        super().__init__(table)
        self.before = AsBefore(table)

    def build(self) -> None:
        before, room = self.before, self.drawer
        keys: list[tuple[Text, Callable[[], None], str]] = []
        if before.move is not None:
            keys.append((T("As before"), self._maker(before.move), "primary"))
        elif before.anew is not None:
            keys.append((T("Not as before: why?"), self._maker(before.anew), "plain"))
        if before.all:
            keys.append((T("All as before"), lambda: all_as_before(self.table), "plain"))
        keys.append((T("Choose again"), self.leave, "plain"))
        columns = 2 if self.table.frame.portrait else 1
        rows = -(-len(keys) // columns)
        top, width = room.y + room.h - rows * (KEY + GAP) + GAP, (room.w - GAP * (columns - 1)) / columns
        # Where two stand side by side, the first has the whole width if their number is odd.
        cells = [divmod(i, columns) for i in range(rows * columns)][-len(keys) :]
        for i, ((row, column), (words, do, kind)) in enumerate(zip(cells, keys, strict=True)):
            wide = i == 0 and column > 0
            x = room.x if wide else room.x + column * (width + GAP)
            area = Area(x, top + row * (KEY + GAP), room.w if wide else width, KEY)
            self.button(area, self.say(words), do, kind, wraps=True)
        told = before.told()
        if told is not None:
            self.read(self.say(told), Area(room.x + 4, room.y, room.w - 8, top - GAP - room.y))

    def leave(self) -> None:
        """Choose again: the board's own keys."""
        leave(self.table)
        self.table.dismiss()

    def _maker(self, move: Move) -> Callable[[], None]:
        def do() -> None:
            self.table.play(move)

        return do
