"""Where the signals of serial links go in a test, and how a test meets a link."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from hardware import serial_link
from hardware.device import Changed, Signal, Turned
from hardware.serial_link import SerialLink
from tests.kit.box_line import hello
from tests.kit.pty_line import PtyLine, until


class Table:
    """What the links of a test deliver, and an own clock for them that a test may put forward."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.links: list[SerialLink] = []
        self.forward = 0.0

    def now(self) -> float:
        """Seconds of the links' clock."""
        return serial_link.monotonic() + self.forward

    def link(self, path: Path, kind: Literal["box", "reader"] = "box", begin: bool = True) -> SerialLink:
        """A link to an entry, begun."""
        link = SerialLink(f"serial:{path.name}", str(path), kind, clock=self.now)
        self.links.append(link)
        if begin:
            link.start(self.signals.append)
        return link

    def caused(self, device: str = "") -> list[Signal]:
        """What people caused, on one device or all."""
        return [s for s in self.signals if not isinstance(s, Changed) and (not device or s.device == device)]

    def steps(self) -> list[int]:
        """The turns, in order."""
        return [signal.steps for signal in self.signals if isinstance(signal, Turned)]


def ready(link: SerialLink) -> None:
    until(lambda: link.state == "ready", f"{link.id} ready, not {link.state}: {link.fault}")


def meet(line: PtyLine, link: SerialLink, **of: Any) -> None:
    """Answer the hello of the link."""
    line.hear("hello")
    line.say(hello(**of))
    ready(link)


def fault(link: SerialLink, words: str) -> bool:
    return link.fault is not None and words in link.fault.message
