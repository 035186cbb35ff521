"""Following the table: a thread that looks at one picture after the other and reads when the table came to rest."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.engine.sight import At, Plan, Reading
from companion.ui.eye import FAILED, Sighted, Then, places_of
from hardware.camera import Camera

if TYPE_CHECKING:
    from companion.vision.calibration import Calibrated

log = logging.getLogger(__name__)

FOLLOW_S = 0.2
"""Seconds between two pictures that are looked at while the table is followed."""


class Following:
    """From `begin` to `end`. What was read goes to `then` on the screen's thread, never what must not be seen by then.

    `counts`: the most of each look that the box has.
    """

    def __init__(
        self,
        camera: Camera,
        game_id: str,
        plan: Plan,
        calibrated: Calibrated,
        counts: Mapping[tuple[str, str], int],
        then: Then,
    ) -> None:
        self.camera, self.game_id, self.plan, self.calibrated, self.counts = camera, game_id, plan, calibrated, counts
        self.then = then
        self._unseen: Callable[[], frozenset[str]] = frozenset
        self._ends = Event()
        self._asks: SimpleQueue[bool] = SimpleQueue()
        self._told: tuple[frozenset[str], Mapping[str, At]] = (frozenset(), {})
        self._clock: Any = None

    def begin(self, unseen: Callable[[], frozenset[str]], known: Callable[[], Mapping[str, At]]) -> None:
        """Start; what may not be seen is told anew as often as pictures are looked at."""

        def tell(_: float) -> None:
            self._told = (unseen(), known())

        self._unseen = unseen
        tell(0.0)
        self._clock = Clock.schedule_interval(tell, FOLLOW_S)
        Thread(target=self._run, name="follower", daemon=True).start()

    def again(self) -> None:
        """Read the table the next time it is still."""
        self._asks.put(True)

    def end(self) -> None:
        """Look at nothing any more, and tell nobody what was just being read."""
        self._ends.set()
        if self._clock is not None:
            self._clock.cancel()

    def _run(self) -> None:
        try:
            self._watch()
        except Exception:
            log.exception("the table is followed no longer")
            sighted = Sighted(Reading(game=self.game_id, trouble=FAILED), None, {})
            Clock.schedule_once(lambda _: self._hand(sighted, self._unseen()), 0)

    def _watch(self) -> None:
        from companion.vision.gate import Gate
        from companion.vision.reader import Reader
        from companion.vision.watcher import Watcher

        by_hand = self.calibrated.calibration.corners is not None
        watcher = Watcher(Reader(self.game_id, self.plan, self.calibrated, self.counts), Gate(), by_hand)
        places = places_of(self.calibrated, self.plan)
        number = 0
        while not self._ends.is_set():
            frame = self.camera.newer(number, FOLLOW_S)
            with suppress(Empty):
                while self._asks.get_nowait():
                    watcher.again()
            if frame is None:
                # A camera that was closed answers at once, for ever.
                self._ends.wait(FOLLOW_S)
                continue
            number = frame.number
            watcher.unseen, watcher.known = self._told
            reading, looked = watcher.feed(frame), watcher.last_look
            if reading is not None and looked is not None and not self._ends.is_set():
                sighted = Sighted(reading, looked.field, {**places, **watcher.known})
                Clock.schedule_once(lambda _, what=sighted, hidden=watcher.unseen: self._hand(what, hidden), 0)
            self._ends.wait(FOLLOW_S)

    def _hand(self, sighted: Sighted, hidden: frozenset[str]) -> None:
        if self._ends.is_set():
            return
        if self._unseen() <= hidden:
            self.then(sighted)
        else:
            # Meanwhile something must not be looked at that this picture still shows: nobody is told of it.
            self.again()
