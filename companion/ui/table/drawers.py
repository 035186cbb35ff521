"""Log and rules in place of the decision panel, so that the board stays in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.engine.text import T
from companion.ui.boards.base import Area, Marks
from companion.ui.panels import LogPanel, RulesPanel
from companion.ui.table import undoing
from companion.ui.table.panel import Panel

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen


BACK = 112
"""Width of the button beside the title."""


class LogDrawer(Panel):
    """Everything that was told; the places of a tapped line are marked on the board."""

    apart = True
    tools = False
    open_tool = "log"

    def __init__(self, table: TableScreen) -> None:
        super().__init__(table)
        self.targets: frozenset[str] = frozenset()
        self.n = 0
        """The move of the tapped line that can be gone back to, or 0."""

    def marks(self) -> Marks | None:
        return Marks(fresh=self.targets)

    def build(self) -> None:
        x, y, w, h = self.table.plan.drawer
        self.log = LogPanel(self.table.session.log(), self.table.say)
        self.log.bind(on_back=lambda *_: self.table.dismiss(), on_line=lambda _, targets: self._marked(targets))
        self.put(self.log, Area(x, y, w, h))
        words = self.say(T("Go back"))
        place = Area(x + w - 4 - BACK, y + 4, BACK, 48)
        self.back = self.button(place, words, self._go_back, "off", icon="undo", text_size_limit=18)

    def _go_back(self) -> None:
        if self.n:
            undoing.back_together(self.table, self.n - 1)

    def _marked(self, targets: Sequence[str]) -> None:
        entry = self.log.chosen
        stands = entry is not None and entry.kind in ("move", "event")
        self.n = entry.n if entry is not None and stands else 0
        self.back.kind = "plain" if self.n else "off"
        self.targets = frozenset(targets)
        self.table.board.show(self.table.state, self.table.decision, Marks(fresh=self.targets))


class RulesDrawer(Panel):
    """The rules, at a page or at the present phase."""

    apart = True
    tools = False
    open_tool = "rules"

    def __init__(self, table: TableScreen, page: str = "") -> None:
        super().__init__(table)
        self.page = page

    def build(self) -> None:
        table = self.table
        phase = table.decision.rule or table.decision.id
        panel = RulesPanel(table.game.help, table.say, phase=phase, rule=self.page)
        panel.bind(on_back=lambda *_: table.dismiss())
        self.put(panel, Area(*table.plan.drawer))
