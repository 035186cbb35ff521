"""The list that cards of statistics scroll in."""

from __future__ import annotations

from typing import Any

from companion.ui.widgets.scroll_list import ScrollList


class Page(ScrollList):
    """Cards are higher than the screen: what the ring stands on inside of one is brought into view, not all of it."""

    @property
    def turns(self) -> bool:
        """Whether there is more than is seen: between the rows that answer stand charts that only tell."""
        return self.reach > 0

    def row_of(self, widget: Any) -> Any:
        """What is brought into view for `widget`: itself."""
        return widget
