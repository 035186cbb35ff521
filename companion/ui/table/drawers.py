"""Log and rules in place of the decision panel, so that the board stays in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.ui.boards.base import Area, Marks
from companion.ui.panels import LogPanel, RulesPanel
from companion.ui.table.panel import Panel

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen


class LogDrawer(Panel):
    """Everything that was told; the places of a tapped line are marked on the board."""

    tools = False
    open_tool = "log"

    def __init__(self, table: TableScreen) -> None:
        super().__init__(table)
        self.targets: frozenset[str] = frozenset()

    def marks(self) -> Marks | None:
        return Marks(fresh=self.targets)

    def build(self) -> None:
        panel = LogPanel(self.table.session.log(), self.table.say)
        panel.bind(on_back=lambda *_: self.table.dismiss(), on_line=lambda _, targets: self._marked(targets))
        self.put(panel, Area(*self.table.plan.drawer))

    def _marked(self, targets: Sequence[str]) -> None:
        self.targets = frozenset(targets)
        self.table.board.show(self.table.state, self.table.decision, Marks(fresh=self.targets))


class RulesDrawer(Panel):
    """The rules, at a page or at the present phase."""

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
