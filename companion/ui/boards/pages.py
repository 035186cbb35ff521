"""Pages: whole screens that a board brings besides the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Move
from companion.engine.text import Text
from companion.ui.widgets.base import Drawn


@dataclass(frozen=True)
class Page:
    """A whole screen of a board's own: how it is opened ("page:feeding" is its target), and what the menu calls it."""

    id: str
    label: Text


class PageView(Drawn):
    """What such a page shows below its headline. `act` plays a move and leads on, `close` leads back to the table.

    A page with `kept()` and `keep(...)` hands what was chosen on it to the one that takes its place when the picture
    turns or the position changes.
    """

    sentence: Text
    sign = "people"
    seat = ""

    def __init__(self, context: Any, act: Callable[[Move], None], close: Callable[[], None]) -> None:
        self.say: Callable[[Text | str], str] = context.say
        self.act, self.close = act, close
        self.changed: Callable[[], None] = lambda: None
        """Called when its sentence has changed."""
        super().__init__()
