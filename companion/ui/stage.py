"""The Kivy app itself: what it opens at the start, how it shows screens, what it does when something fails."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.core.window import Window

from companion import config
from companion.config import Settings
from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.table.journal import Journal
from companion.ui import theme
from companion.ui.app import crash_file
from companion.ui.context import Context
from companion.ui.root import Root
from hardware.backlight import Backlight

log = logging.getLogger(__name__)


class _Failures(ExceptionHandler):  # type: ignore[misc]
    """Turns an unexpected failure into a sentence on the screen; a second one in a row ends the app."""

    def __init__(self, app: CartoucheApp) -> None:
        self.app = app

    def handle_exception(self, failure: Exception) -> int:
        trace = "".join(traceback.format_exception(failure))
        log.error("%s", trace)
        return ExceptionManager.PASS if self.app.failed(failure, trace) else ExceptionManager.RAISE


class CartoucheApp(App):  # type: ignore[misc]
    """The app. `data` is the folder of journal and settings (by default the one `companion.config` names)."""

    title = "Cartouche"

    def __init__(self, data: Path | None = None, **args: Any) -> None:
        super().__init__(**args)
        self.data = data or config.data_folder()
        self.backlight = Backlight.find()
        self.context: Context
        self._failures = _Failures(self)
        self._failing = False

    def build(self) -> Root:
        Window.clearcolor = theme.colour("night")
        ExceptionManager.add_handler(self._failures)
        notices: list[Text] = []
        loaded = config.load(self.data)
        settings = loaded.settings
        notices += loaded.notices
        root = Root(self._dim, settings.dim_after)
        root.follow(settings.facing, settings.screen_side)
        try:
            journal = Journal.open(self.data / "journal.db")
        except InputError as error:
            journal = None
            notices = [error.text]
        self.context = Context(self, root, journal, settings)
        if journal is None:
            self.context.go("trouble", text=notices[0], button=T("Try again"), then=self._again)
            return root
        notices += journal.notices
        self.context.home()
        for notice in reversed(notices):
            self.context.trouble(notice)
        return root
