"""Something slow that the screen must not wait for: done in a thread of its own, its answer handed to the screen."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Thread

from kivy.clock import Clock

from companion.engine.text import T, Text

log = logging.getLogger(__name__)


def run(act: Callable[[], Text | None], then: Callable[[Text | None], None]) -> None:
    """Do `act`; `then` is called by the screen's clock with its answer: None, or why not."""

    def work() -> None:
        try:
            answer = act()
        except Exception as error:
            # Nobody waits for this thread: whatever it is, the screen must be told.
            log.exception("an errand failed")
            answer = T("That failed: {detail}.", detail=repr(error)[:120])
        Clock.schedule_once(lambda _: then(answer), 0)

    Thread(target=work, name="errand", daemon=True).start()
