"""The pulse of the app in service: it tells systemd that the screen draws and the game answers, and that it ends.

The watchdog is fed only when a frame was drawn since the last time, the journal answered a real question, and so did
the game at the table. What is known of the running app is kept in `facts.json` of the runtime folder, for the doctor.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window

from companion.language import Language
from companion.notify import Notifier
from companion.running import FACTS
from companion.table.times import now_text
from companion.ui import self_facts

if TYPE_CHECKING:
    from companion.ui.stage import CartoucheApp

log = logging.getLogger(__name__)
FIRST = ("home", "trouble")
"""Screens that show a person what to do next."""
USUAL_S = 10.0
"""Seconds between two beats where no watchdog waits."""
LIMIT_S = 1.8
"""Seconds an end may take; what has not let go by then is left behind."""


class Pulse:
    """Beats while `app` runs: bind `begin` and `end` to its start and stop. `runtime`: the folder of the facts."""

    def __init__(self, app: CartoucheApp, notifier: Notifier, runtime: Path | None = None) -> None:
        self.app = app
        self.notifier = notifier
        self.ready = False
        self.held_back: str | None = None
        """Why the watchdog was not fed at the last beat."""
        self._facts = None if runtime is None else runtime / FACTS
        self._ready = ""
        self._drawn = 0
        self._beat: Any = None
        self._ending = self._told = False

    # beginning and end

    def begin(self, *_: Any) -> None:
        """The app starts: be ready at the first picture, and end when told to."""
        Window.bind(on_flip=self._flipped)
        signal.signal(signal.SIGTERM, self._end_asked)
        # Kivy forgets a wish to end that comes before its loop runs.
        Clock.schedule_once(self._end_if_asked, 0)
        Window.canvas.ask_update()

    def end(self, *_: Any) -> None:
        """The app stops: say so, and keep no more facts."""
        self._say_ending()
        Window.unbind(on_flip=self._flipped)
        if self._beat is not None:
            self._beat.cancel()
            self._beat = None
        if self._facts is not None:
            try:
                self._facts.unlink(missing_ok=True)
            except OSError as error:
                log.warning("the facts stay behind: %s", error)

    def _end_asked(self, *_: Any) -> None:
        """SIGTERM, in the middle of whatever runs: only note it. The loop ends after this frame."""
        self._ending = True
        EventLoop.quit = True
        self._say_ending()
        late = threading.Timer(LIMIT_S, self._late)
        late.daemon = True
        late.start()

    def _end_if_asked(self, _: float) -> None:
        if self._ending:
            EventLoop.quit = True

    def _say_ending(self) -> None:
        if not self._told:
            self._told = True
            self.notifier.stopping()

    def _late(self) -> None:
        log.error("something did not let go within %s s and is left behind", LIMIT_S)
        # The end was asked for, and whatever was accepted is on the disk: no failure that a service would have to mend.
        os._exit(0)

    # drawing

    def _flipped(self, *_: Any) -> None:
        self._drawn += 1
        if self._drawn == 1 and not self.ready:
            # The picture reaches the panel after this; by the next frame it is there.
            Clock.schedule_once(self._first, 0)

    def _first(self, _: float) -> None:
        screen = self.app.context.screen
        if screen.name not in FIRST:
            self._drawn = 0
            return
        self.ready = True
        self._ready = now_text()
        self.notifier.ready(self._status())
        every = USUAL_S if self.notifier.watchdog_s is None else self.notifier.watchdog_s / 3
        self._beat = Clock.schedule_interval(self.beat, every)
        self.beat()

    def _status(self) -> str:
        screen = self.app.context.screen
        if screen.name == "trouble":
            return f"Trouble is shown: {Language('en').say(screen.text)}"
        return "Home is shown."

    # beating

    def beat(self, _: float = 0.0) -> None:
        """Feed the watchdog if everything answers; ask for a frame, which the next beat looks for."""
        before, self.held_back = self.held_back, self._unanswered()
        self._drawn = 0
        Window.canvas.ask_update()
        self._keep_facts()
        if self.held_back is None:
            self.notifier.alive()
            if before is not None:
                self.notifier.status("All answers again.")
        elif before is None:
            log.error("the watchdog is not fed: %s", self.held_back)
            self.notifier.status(f"Not answering: {self.held_back}")

    def _unanswered(self) -> str | None:
        """What gave no answer, or None. Without a journal Trouble is shown, and a person can act."""
        if not self._drawn:
            return "no picture was drawn"
        if self.app.journal is None:
            return None
        try:
            self.app.journal.answer()
        except Exception as error:  # noqa: BLE001 - whatever it is, the journal gave no answer
            return f"the journal: {error}"
        session = self.app.context.session
        if session is None:
            return None
        try:
            session.game.decision(session.game.view(session.state, None))
        except Exception as error:  # noqa: BLE001 - whatever it is, the game gave no answer
            return f"the game at the table: {error!r}"
        return None

    # facts

    def _keep_facts(self) -> None:
        if self._facts is None:
            return
        found = {
            "facts": 1,
            **self_facts.facts(self.app.picture),
            "watchdog_s": self.notifier.watchdog_s,
            "ready": self._ready,
            "screen": self.app.context.screen.name,
            "held_back": self.held_back,
            "last_pulse": now_text(),
        }
        new = self._facts.with_name(FACTS + ".new")
        try:
            new.write_bytes(msgspec.json.encode(found) + b"\n")
            os.replace(new, self._facts)
        except OSError as error:
            log.warning("the facts are not kept: %s", error)
            self._facts = None
