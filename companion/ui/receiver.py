"""What devices speak to: the screen that is shown, or the dialog over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hardware.device import COMMON_KEYS

if TYPE_CHECKING:
    from companion.ui.focus import Focus


class Receiver:
    """Takes what the switchboard hands on while it is uppermost; the buttons of the table and the knob work the ring.

    `at` is when it was caused, in seconds of the machine's monotonic clock.
    """

    judges: ClassVar[bool] = False
    """Whether the buttons of seats and tags are told of though they came before the present picture was shown."""

    @property
    def goes_on(self) -> bool:
        """Whether there is nothing to choose here: the button `next` then presses the gold one."""
        return False

    @property
    def _focus(self) -> Focus:
        """The ring; it belongs to the root of the picture."""
        raise NotImplementedError

    def key_down(self, key: str, at: float) -> None:
        """A button of a device went down."""
        if key in COMMON_KEYS:
            self._focus.key_down(key)

    def key_up(self, key: str, at: float) -> None:
        """A button of a device came up."""
        if key in COMMON_KEYS:
            self._focus.key_up(key)

    def knob(self, steps: int, at: float) -> None:
        """The knob was turned."""
        self._focus.turn(steps, at)

    def tag_read(self, tag: str, at: float) -> None:
        """A tag or bar code was read."""
