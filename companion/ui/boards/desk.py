"""What the parts of one screen share where a sheet can lie over the part beside the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.ui.layout import Rect


class Desk:
    """The sheet that lies open ("": none), by a name of the board's own. Boards with more to share subclass it."""

    def __init__(self) -> None:
        self.sheet = ""
        self.find: Callable[[str], Rect | None] = lambda target: None
        """Where the part beside the board shows a target."""
        self.reveal: Callable[[str], None] = lambda target: None
        """Brings a target beside the board into view."""
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever another sheet is opened or it is closed."""
        self._listeners.append(listener)

    def open(self, sheet: str) -> None:
        """Open a sheet, or close it with "" or by asking for the open one again."""
        self.sheet = "" if sheet == self.sheet else sheet
        for listener in self._listeners:
            listener()
