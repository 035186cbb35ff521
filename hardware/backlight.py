"""The backlight of the panel, through the kernel's own class: the first entry there is, scaled by its own maximum.

Dark is switched off by `bl_power` where the kernel has that and lets us write it, else brightness 0.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Literal

log = logging.getLogger(__name__)
ROOT = Path("/sys/class/backlight")
DIMMED = 0.1
"""Share of full brightness while nobody touches the screen."""
LIT, OFF = 0, 4
"""Values of `bl_power` (FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN of the kernel)."""

DeviceState = Literal["absent", "ready", "lost"]


class Backlight:
    """One backlight, or none: a panel without one is a state, not an error.

    `state`: absent (there is none, or it may not be written), ready, lost (it was there and stopped taking values).
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self.state: DeviceState = "absent"
        self._full = 0
        self._most = 0
        if folder is None:
            return
        try:
            self._most = int((folder / "max_brightness").read_text("ascii"))
            found = int((folder / "brightness").read_text("ascii"))
            # No brighter than an earlier run that ended while dimmed leaves it: then bright is the maximum.
            self._full = found if found > self._at(DIMMED) else self._most
            # Else it is what is there already, so that this proves the permission without a flicker.
            (folder / "brightness").write_text(f"{self._full}\n", "ascii")
        except (OSError, ValueError) as error:
            log.info("No backlight to set at %s: %s", folder, error)
            return
        if self._most > 0:
            self.state = "ready"
            self._switch(LIT, only_if_other=True)

    @classmethod
    def find(cls, root: Path = ROOT) -> Backlight:
        """The first backlight under `root`, in the order of names."""
        entries = sorted(path for path in root.iterdir() if (path / "brightness").exists()) if root.is_dir() else []
        return cls(entries[0] if entries else None)

    @property
    def name(self) -> str:
        """The kernel's name of the backlight; empty if there is none."""
        return self._folder.name if self._folder is not None else ""

    def set(self, share: float) -> bool:
        """Set the brightness to `share` (0 to 1) of the maximum, never quite dark. False if there is nothing to set."""
        return self._write(self._at(share))

    def _at(self, share: float) -> int:
        """The kernel's value for `share` of the maximum, never quite dark."""
        return max(1, round(self._most * min(max(share, 0.0), 1.0)))

    def dim(self, dimmed: bool) -> bool:
        """Dim, or return to the brightness found at the start, or chosen since. False if there is nothing to set."""
        return self.set(DIMMED) if dimmed else self.dark(False)

    def dark(self, dark: bool) -> bool:
        """Switch the light off, or on again at its full brightness. False if there is nothing to set."""
        if self.state == "absent":
            return False
        if dark:
            return self._switch(OFF) or self._write(0)
        self._switch(LIT, only_if_other=True)
        return self._write(self._full)

    def choose(self, share: float) -> bool:
        """Take `share` (0.1 to 1) of the maximum as full brightness from now on, at once. False: nothing to set."""
        self._full = self._at(max(share, DIMMED))
        return self.dark(False)

    def _switch(self, power: int, only_if_other: bool = False) -> bool:
        """Switch it; False where the kernel has no switch for it, or we may not use it."""
        if self._folder is None:
            return False
        switch = self._folder / "bl_power"
        try:
            if not only_if_other or switch.read_text("ascii").strip() != str(power):
                switch.write_text(f"{power}\n", "ascii")
        except OSError as error:
            log.info("The backlight %s is not switched: %s", self.name, error)
            return False
        return True

    def _write(self, value: int) -> bool:
        if self._folder is None or self.state == "absent":
            return False
        try:
            (self._folder / "brightness").write_text(f"{value}\n", "ascii")
        except OSError as error:
            if self.state != "lost":
                log.warning("The backlight %s takes no values any more: %s", self.name, error)
            self.state = "lost"
            return False
        self.state = "ready"
        return True
