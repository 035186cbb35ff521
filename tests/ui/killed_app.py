"""The whole app as a process of its own, at the game that was interrupted or a new one of Aton, until it is killed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import monotonic

from companion.ui import boot

boot.prepare(headless=True, size=(800, 480))

from kivy.clock import Clock  # noqa: E402  Kivy's settings come first.

from companion.games.aton import GAME  # noqa: E402
from companion.table import history  # noqa: E402
from companion.table.session import Session  # noqa: E402
from companion.ui.stage import CartoucheApp  # noqa: E402
from hardware import serial_ports  # noqa: E402
from tests.kit.sitting import header_of  # noqa: E402

SHOWN_S = 0.1


class Table(CartoucheApp):
    """Goes to the table at once."""

    def on_start(self) -> None:
        super().on_start()
        assert self.journal is not None
        interrupted = history.unfinished(self.journal)
        if interrupted is None:
            session = Session.start(self.journal, GAME, header_of(GAME, ("red", "blue")))
        else:
            session = Session.resume(self.journal, interrupted.id)
        self.context.play(session)
        Clock.schedule_interval(self.tell, 0)

    def tell(self, _: float) -> bool:
        """Say so once the table has been on the screen for a moment: presses are meant for it from then on."""
        if self.picture.shown_for(monotonic()) < SHOWN_S:
            return True
        os.write(1, b"shown\n")
        return False


if __name__ == "__main__":
    # Boxes that are really plugged into this machine are left alone.
    serial_ports.BY_ID = Path(sys.argv[1]) / "no-such-folder"
    Table(Path(sys.argv[1])).run()
