"""The way from the Table screen to the pages of its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen

KIND = "page"


def opens(table: TableScreen, target: str) -> bool:
    """Open the page that the target "page:ID" stands for; False if it is another target, or no page for now."""
    kind, _, page = target.partition(":")
    if kind != KIND or page not in {one.id for one in table.board_def.pages(table.state)}:
        return False
    show(table, page)
    return True


def due(table: TableScreen) -> bool:
    """Open the page that answers the decision at hand, where the board has one. Returns whether it did."""
    page = table.board_def.page_of(table.state, table.decision)
    if page:
        show(table, page)
    return bool(page)


def show(table: TableScreen, page: str) -> None:
    """Open a page of the board; what is chosen there is played."""
    table.close_panel()
    table.context.go("page", page=page, play=lambda move: table.play(move))
