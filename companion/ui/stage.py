"""The Kivy app itself: what it opens at the start, how it shows screens, what it does when something fails."""

from __future__ import annotations

import logging
import traceback
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window

from companion import config
from companion.config import Settings
from companion.devices import Fleet
from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.table import people_file
from companion.table.errors import JournalLocked
from companion.table.journal import Journal
from companion.table.shelf import Shelf
from companion.table.storage import JOURNAL, folder_warning
from companion.ui import boot, theme
from companion.ui.app import crash_file
from companion.ui.context import Context
from companion.ui.root import Root
from companion.ui.screens.base import Screen
from hardware.backlight import Backlight
from hardware.power import Power

log = logging.getLogger(__name__)


class _Failures(ExceptionHandler):
    """Turns an unexpected failure into a sentence on the screen; a second one in a row ends the app."""

    def __init__(self, app: CartoucheApp) -> None:
        self.app = app

    def handle_exception(self, failure: BaseException) -> int:
        if not isinstance(failure, Exception):
            # Ctrl-C and the like are no failures: somebody wants the app to end.
            return int(ExceptionManager.RAISE)
        trace = "".join(traceback.format_exception(failure))
        log.error("%s", trace)
        return int(ExceptionManager.PASS if self.app.failed(failure, trace) else ExceptionManager.RAISE)


class CartoucheApp(App):
    """The app. `data` is the folder of journal and settings (by default the one `companion.config` names)."""

    title = "Cartouche"

    def __init__(self, data: Path | None = None, **args: Any) -> None:
        super().__init__(**args)
        self.data = data or config.data_folder()
        self.backlight = Backlight.find()
        self.power = Power()
        self.journal: Journal | None = None
        self._handler = _Failures(self)
        self._failing = False
        self._started = self._elsewhere = False
        """Whether the app runs, and whether another Cartouche has the table."""

    # beginning and end

    def build(self) -> Root:
        Window.clearcolor = theme.colour("night")
        ExceptionManager.add_handler(self._handler)
        loaded = config.load(self.data)
        settings = loaded.settings
        theme.enlarge(settings.text_size == "large")
        if settings.brightness:
            self.backlight.choose(settings.brightness / 100)
        self.picture = Root(self.backlight.dim, settings.dim_after, self.backlight.dark, settings.blank_after)
        self.picture.follow(settings.facing, settings.screen_side, settings.rotation)
        self.context = Context(self, self.picture, None, settings)
        self.devices = self.context.devices
        self._open(loaded.notices)
        return self.picture

    def _open(self, notices: tuple[Text, ...] = ()) -> None:
        """Open the journal and show Home with what there is to tell; else say why not, and offer to try again."""
        try:
            self.journal = Journal.open(self.data / JOURNAL)
        except InputError as error:
            self._elsewhere = isinstance(error, JournalLocked)
            self.context.alone("trouble", text=error.text, button=T("Try again"), then=self._open)
            return
        self._elsewhere = False
        self.context.journal = self.journal
        self._use_devices()
        self.context.home()
        warning = folder_warning(self.data)
        beside = (*people_file.load(self.data).notices, *Shelf.load(self.data).notices)
        told = [*notices, *self.context.left_aside(), *beside, *self.journal.notices]
        told += [warning] if warning is not None else []
        self.journal.notices.clear()
        for notice in reversed(told):
            self.context.trouble(notice)
        self._tell_club()

    def on_start(self) -> None:
        self._started = True
        self._use_devices()
        self._tell_club()
        boot.stay_small()

    def _use_devices(self) -> None:
        """Take up the devices, once; where another Cartouche has the table they are left to that one."""
        if self._started and not self._elsewhere and self.context.upkeep.fleet is None:
            self.context.upkeep.begin(Fleet(self.devices.hub, self.data))

    def _tell_club(self) -> None:
        """Tell the club of this table, once it is ours."""
        if self._started and self.journal is not None:
            self.context.club.begin()

    def on_stop(self) -> None:
        """Put everything away, the journal first: a device that hangs, or fails, must not keep it open."""
        with ExitStack() as rest:
            rest.callback(self.devices.close)
            rest.callback(self.context.upkeep.close)
            rest.callback(self.context.eye.close)
            rest.callback(self.context.turning.close)
            rest.callback(self.context.club.close)
            rest.callback(self._close_journal)
            rest.callback(self.backlight.dim, False)
            rest.callback(self.picture.close)
            ExceptionManager.remove_handler(self._handler)

    def _close_journal(self) -> None:
        if self.journal is not None:
            with ExitStack() as rest:
                rest.callback(self.journal.close)
                self.journal, session = None, self.context.session
                if session is not None and session.status == "playing":
                    # Nobody acts any more, so what the clocks have counted since the last act is kept now.
                    try:
                        session.store_summary()
                    except InputError as error:
                        log.warning("the last times are not kept: %s", error)

    def open_settings(self, *_: Any) -> bool:
        """Kivy's own settings panel stays shut."""
        return False

    # what the context asks for

    def show(self, screen: Screen) -> None:
        """Show `screen`; after it the next failure is a first one again."""
        self.picture.show(screen)
        Clock.schedule_once(self._well, 1.0)

    def changed(self, before: Settings, now: Settings) -> None:
        """Run devices and draw the screen by the settings `now`."""
        if (before.panel, before.ports, before.camera) != (now.panel, now.ports, now.camera):
            self.context.upkeep.follow(now)
        theme.enlarge(now.text_size == "large")
        if now.brightness and now.brightness != before.brightness:
            self.backlight.choose(now.brightness / 100)
        self.picture.follow(now.facing, now.screen_side, now.rotation)
        self.picture.wait_for_idle(now.dim_after, now.blank_after)
        self.picture.lay_out()

    # failures

    def _well(self, _: float) -> None:
        self._failing = False

    def failed(self, failure: Exception, trace: str) -> bool:
        """Say that something failed, with Home as the way on. False where that itself failed: the app must end."""
        if self._failing or self.journal is None:
            return False
        self._failing = True
        if isinstance(failure, InputError):
            text = failure.text
        else:
            text = T(
                "Something went wrong in Cartouche. What was accepted is safe. The details are in {file}.",
                file=str(crash_file(trace, self.data)),
            )
        self.context.alone("trouble", text=text, button=T("Home"), then=self.context.home)
        return True
