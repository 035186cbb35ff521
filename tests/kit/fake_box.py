"""Hands of a test on a button box that exists in the test only."""

from __future__ import annotations

from typing import Any

from hardware.device import Sound
from tests.kit.fake_device import FakeBox


class Hands:
    """Hands on a fake box that is plugged into the app; what they do happens on the app's clock."""

    def __init__(self, ui: Any, context: Any, device_id: str = "serial:test") -> None:
        self.ui = ui
        self.context = context
        self.box = FakeBox(device_id, ui.now)
        context.devices.hub.add(self.box)
        if context.settings.sound != "on":
            context.change(sound="on")

    def down(self, key: str, frames: int = 3) -> None:
        """Press a button and keep it down."""
        self.box.press(key)
        self.ui.frames(frames)

    def up(self, key: str, frames: int = 3) -> None:
        """Let a button go."""
        self.box.release(key)
        self.ui.frames(frames)

    def press(self, key: str) -> None:
        """A short press that is meant for itself: some time after the one before."""
        self.ui.wait(0.3)
        self.down(key)
        self.up(key)

    def read(self, tag: str) -> None:
        """Hold a tag to the reader."""
        self.ui.wait(0.3)
        self.box.read(tag)
        self.ui.frames(3)

    def lose(self) -> None:
        """Unplug the box."""
        self.box.lose()
        self.ui.frames(3)

    def heard(self) -> list[Sound]:
        """The sounds since the last time this was asked."""
        heard, self.box.heard = self.box.heard, []
        return heard


def toast(table: Any) -> Any:
    """The toast on the table, if there is one."""
    shown = table.screen.proposals.toasts.toast
    return shown if shown is not None and shown.parent is table.screen else None


def said(table: Any) -> str:
    """What the toast says."""
    shown = toast(table)
    return "" if shown is None else str(shown.text)
