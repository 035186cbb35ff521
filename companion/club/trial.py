"""Try the way to the broker once, and say in words what happened."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from companion.club.link import Link, Will
from companion.club.way import Way
from companion.engine.text import T, Text

if TYPE_CHECKING:
    from paho.mqtt.client import Client


class _Visit:
    """Comes in and goes again."""

    def __init__(self) -> None:
        self.link: Link | None = None

    def will(self) -> Will | None:
        return None

    def greet(self, client: Client) -> None:
        assert self.link is not None
        self.link.stop(0)

    def work(self, client: Client) -> None:
        """There is nothing to say."""

    def taken(self, mid: int, code: int) -> None:
        """Nothing was said."""

    def subscribed(self, code: int) -> None:
        """Nothing was asked for."""

    def heard(self, topic: str, payload: bytes, kept: bool) -> None:
        """Nothing was asked for."""

    def farewell(self, client: Client) -> None:
        """It goes without a word."""

    def quiet(self) -> bool:
        return True


def trial(way: Way) -> Text | None:
    """Connect once to the broker of `way`. Returns what is wrong; None where the broker let us in.

    Waits for the network (some ten seconds where nobody answers): not for a thread that draws.
    """
    visit = _Visit()
    # A name of its own: the table itself may be connected meanwhile.
    visit.link = Link(way, f"cartouche-trial-{uuid.uuid4().hex[:12]}", visit)
    return visit.link.once()


def let_in(way: Way) -> Text:
    """That the broker of `way` did let us in."""
    kind = T("encrypted") if way.tls else T("not encrypted")
    return T("The broker at {host}, port {port}, let this table in ({kind}).", host=way.host, port=way.door, kind=kind)
