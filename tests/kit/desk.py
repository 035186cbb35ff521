"""The real app in the test window: opened on a folder of its own, used with fingers, closed again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.kit import inspect

if TYPE_CHECKING:
    from tests.kit.ui import UI


EVENING = 20
"""The hour it is at the table of a test: at night no device is heard, whenever the tests run."""


class Desk:
    """The app and what a test does with it."""

    def __init__(self, ui: UI, app: Any) -> None:
        self.ui = ui
        self.app = app

    @property
    def context(self) -> Any:
        return self.app.context

    @property
    def screen(self) -> Any:
        """The screen that is shown."""
        return self.context.screen

    def tap(self, words: str) -> None:
        """Tap the widget that shows exactly these words."""
        self.ui.tap(inspect.find(None, words))
        self.ui.frames(3)

    def touch(self, widget: Any) -> None:
        """Tap a widget."""
        self.ui.tap(widget)
        self.ui.frames(3)

    def texts(self) -> list[str]:
        """All words on the screen."""
        return inspect.texts()

    def shows(self, words: str) -> bool:
        """Whether `words` stand somewhere on the screen."""
        return any(words in text for text in self.texts())

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        self.ui.resize(width, height)
        self.ui.frames(3)


@contextmanager
def desk(ui: UI, folder: Path) -> Iterator[Desk]:
    """The app, open on the data in `folder`."""
    from companion.ui.stage import CartoucheApp

    app = CartoucheApp(folder)
    root = app.build()
    ui.show(root)
    app.context.lighting.hour = lambda: EVENING
    try:
        yield Desk(ui, app)
    finally:
        ui.clear()
        app.on_stop()
