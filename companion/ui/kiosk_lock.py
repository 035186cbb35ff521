"""The owner's lock: with a PIN set, nobody else changes the machine or what it knows of boxes. Play stays free.

It opens for as long as one stays on the screens it keeps, and shuts when these are left or the screen goes dark. Wrong
PINs are counted in the settings, so that a restart wins nobody a try: what was to be waited is waited anew then.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from companion import pin
from companion.engine.errors import InputError

if TYPE_CHECKING:
    from companion.ui.context import Context

log = logging.getLogger(__name__)
KEPT = frozenset({
    "settings", "machine", "copies", "doctor", "boxes", "box", "box_entry", "box_files", "box_changes", "survey",
    "devices", "device", "device_add", "device_test", "pin_maps", "speaker", "tags", "tag", "seat_buttons", "camera",
    "cameras", "camera_test", "camera_game", "camera_try", "calibrate", "teach", "new_pin", "player_change",
    "choose_player", "groups", "group",
    "deleted", "delete_game", "club", "club_entry", "club_ca",
})  # fmt: skip
"""The screens that it keeps: whatever changes the machine, its devices, its settings or the boxes, takes games away, or
changes players. To sit down under a name that is kept here, and to come back, is play and free; to rename, merge or
retire people touches every game of others."""


class KioskLock:
    """One for the whole app; called from the screen's own thread."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._open = False
        self._wrong = context.settings.wrong_pins
        self._since = context.devices.now()
        """When the last wrong PIN was given, or the app began."""

    @property
    def set(self) -> bool:
        """Whether there is a PIN."""
        return bool(self.context.settings.lock)

    def keeps(self, screen: str) -> bool:
        """Whether the PIN must be given before this screen opens; one that was just taken away must not."""
        if screen not in KEPT or self._open:
            return False
        self.context.look_again()
        return self.set

    def shut(self) -> None:
        """Ask again from now on."""
        self._open = False

    @property
    def wait_s(self) -> float:
        """Seconds until the next PIN may be given; 0: now."""
        if not self.set:
            return 0.0
        return max(0.0, self._since + pin.wait_s(self._wrong) - self.context.devices.now())

    def tried(self, given: str) -> bool:
        """Whether `given` opens it; it stays open then. A wrong one is counted. Nothing is looked at while one waits.

        Where the PIN was taken away meanwhile (by the command line) anything opens it.
        """
        self.context.look_again()
        if self.wait_s > 0:
            return False
        if not self.set or pin.opens(given, self.context.settings.lock):
            self._open = True
            self._count(0)
            return True
        self._count(min(self._wrong + 1, pin.MOST_WRONG))
        return False

    def _count(self, wrong: int) -> None:
        self._wrong, self._since = wrong, self.context.devices.now()
        if self.context.settings.wrong_pins == wrong:
            return
        try:
            self.context.keep(wrong_pins=wrong)
        except InputError as error:
            # A disk that takes nothing: counted here all the same.
            log.warning("wrong PINs are counted until the next start only: %s", self.context.say(error.text))

    def seal(self, chosen: str) -> None:
        """Take `chosen` as the PIN; it is open for now. Raises InputError when it can't be stored."""
        self.context.keep(lock=pin.seal(chosen), wrong_pins=0)
        self._open, self._wrong = True, 0

    def clear(self) -> None:
        """Take the PIN away. Raises InputError when that can't be stored."""
        self.context.keep(lock="", wrong_pins=0)
        self._wrong = 0
