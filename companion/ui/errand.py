"""Work that takes its time, in a thread of its own: how far it is, and what came of it, handed to the screen."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.engine.errors import InputError
from companion.engine.text import T, Text

log = logging.getLogger(__name__)
Progress = Callable[[float], None]


class Errand:
    """Runs `work(progress)` at once. On the screen's thread: `done(result)`, or `failed(text)` for whatever it raised.

    `share` is how much is done, 0 to 1. Whoever is handed the result looks whether its screen is still shown.
    """

    def __init__(
        self, work: Callable[[Progress], Any], done: Callable[[Any], None], failed: Callable[[Text], None]
    ) -> None:
        self.share = 0.0
        self.running = True
        self._work, self._done, self._failed = work, done, failed
        threading.Thread(target=self._run, daemon=True).start()

    def _tell(self, share: float) -> None:
        self.share = share

    def _run(self) -> None:
        """In a thread of its own."""
        try:
            result = self._work(self._tell)
        except InputError as error:
            self._hand_over(self._failed, error.text)
        except Exception as error:
            # A thread has nobody else to tell; the screen says it.
            log.error("an errand failed", exc_info=error)
            self._hand_over(self._failed, T("That failed: {detail}.", detail=repr(error)[:120]))
        else:
            self._hand_over(self._done, result)

    def _hand_over(self, to: Callable[[Any], None], what: Any) -> None:
        def now(_: float) -> None:
            self.running = False
            to(what)

        Clock.schedule_once(now, 0)


def run(act: Callable[[], Text | None], then: Callable[[Text | None], None]) -> Errand:
    """Do `act`; `then` is called on the screen's thread with its answer: None, or why not."""
    return Errand(lambda _: act(), then, then)
