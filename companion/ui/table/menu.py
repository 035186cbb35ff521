"""The menu of the Table screen: rare things, in place of the panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.engine.game import TABLE, Choice
from companion.engine.text import TN, T
from companion.table.errors import JournalError
from companion.ui.table import pages, seen
from companion.ui.table.agree import Agreement
from companion.ui.table.follow_panel import FollowPanel
from companion.ui.table.panel import GAP, Heading, Panel
from companion.ui.table.trouble import TroublePanel
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.scroll_list import ScrollList

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen

ROW = 56


class MenuPanel(Panel):
    """Looking with the camera, settings, correcting, what the game knows as incidents, scores, put away, help."""

    apart = True
    tools = False

    def __init__(self, table: TableScreen) -> None:
        super().__init__(table)
        self.buttons: dict[str, PushButton] = {}

    def heading(self) -> Heading | None:
        return Heading(T("What would you like to do?"), sign="menu")

    def build(self) -> None:
        rows = ScrollList(gap=GAP)
        self.put(rows, self.drawer)
        self._row(rows, "back", self.say(T("Back to the game")), self.table.dismiss, "primary")
        if seen.can_look(self.table):
            self._row(rows, "look", self.say(T("Look at the table")), lambda: seen.look(self.table))
            self._row(rows, "follow", self.say(T("Follow the table")), self._follow)
        self._row(rows, "put_away", self.say(T("Put away")), self._put_away)
        self._row(rows, "correct", self.say(T("Correct the position")), self.table.open_correct)
        if self.table.game.scores(self.table.state).lines:
            self._row(rows, "scores", self.say(T("If it were scored now")), self._scores)
        for page in self.table.board_def.pages(self.table.state):
            self._row(rows, f"page:{page.id}", self.say(page.label), self._pager(page.id))
        unknown = len(self.table.session.unverified)
        if unknown:
            words = TN("What can't be checked: {n} unknown", "What can't be checked: {n} unknown", unknown)
            self._row(rows, "unknown", self.say(words), self._unknown)
        self._row(rows, "rules", self.say(T("Help and rules")), self.table.open_rules)
        self._row(rows, "settings", self.say(T("Settings")), lambda: self._go("settings"))
        self._row(rows, "clock", self.say(T("Clock")), lambda: self._go("clock"))
        for i, choice in enumerate(self.table.game.incidents(self.table.state)):
            self._row(rows, f"incident:{i}", self.say(choice.label), self._asker(choice), "quiet")

    def _row(self, rows: ScrollList, name: str, words: str, do: Callable[[], None], kind: str = "plain") -> None:
        button = PushButton(text=words, kind=kind, guard=True, wraps=True, leads_back=name == "back")
        button.bind(on_release=lambda *_: do())
        self.buttons[name] = button
        rows.add(button, ROW)

    def _go(self, screen: str) -> None:
        self.table.close_panel()
        self.table.context.go(screen)

    def _follow(self) -> None:
        self.table.open(FollowPanel(self.table))

    def _pager(self, page: str) -> Callable[[], None]:
        return lambda: pages.show(self.table, page)

    def _unknown(self) -> None:
        table = self.table
        table.close_panel()
        table.context.go("unknown", game=table.game, box=table.session.box, keys=table.session.unverified)

    def _scores(self) -> None:
        table = self.table
        table.close_panel()
        table.context.go("scoring", scores=table.game.scores(table.state), only_if=True)

    def _put_away(self) -> None:
        try:
            self.table.session.put_away()
        except JournalError as error:
            self.table.open(TroublePanel(self.table, error.text))
            return
        self.table.context.home()

    def _asker(self, choice: Choice) -> Callable[[], None]:
        """An incident needs everybody where it is the table's, and a second thought where it is one seat's."""
        return lambda: self._ask(choice)

    def _ask(self, choice: Choice) -> None:
        table = self.table
        text = choice.consequence or table.game.say_move(table.state, choice.move)
        if choice.move.by == TABLE:
            Agreement(table.context, choice.label, text, table.state.seats, lambda: self._do(choice)).open()
            return
        dialog = Dialog(
            title=self.say(choice.label), text=self.say(text), safe_label=self.say(T("Play on")),
            action_label=self.say(T("Do it")), kind="bad", hold=True,
        )  # fmt: skip
        dialog.bind(on_action=lambda *_: self._do(choice))
        dialog.size, dialog.pos = (table.frame.width, table.frame.height), (0, 0)
        table.context.root.add_widget(dialog)

    def _do(self, choice: Choice) -> None:
        self.table.close_panel()
        self.table.play(choice.move)
