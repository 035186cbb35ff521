"""The panel for what went wrong without a rule being at fault: the disk, the journal, an act at the wrong time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.text import T, Text
from companion.ui.boards.base import Area
from companion.ui.table.panel import GAP, NOT_NOW, RefusalPanel
from companion.ui.table.pieces import Paragraph

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen

__all__ = ["NOT_NOW", "NOT_SAVED", "TroublePanel"]
NOT_SAVED = T("This could not be saved.")


class TroublePanel(RefusalPanel):
    """The sentence with its remedy, and one button (design 7)."""

    apart = True

    def __init__(self, table: TableScreen, text: Text, sentence: Text = NOT_SAVED) -> None:
        super().__init__(table, text, sentence=sentence)

    def build(self) -> None:
        room = self.drawer
        back = Area(room.x, room.y + room.h - 56, room.w, 56)
        self.put(Paragraph(text=self.say(self.text)), Area(room.x + 4, room.y - 2, room.w - 8, back.y - room.y - GAP))
        self.button(back, self.say(T("Back to the game")), self.table.dismiss, "primary", leads_back=True)
