"""The board's ear: hears all tables of a club by a thread of its own."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion.club import trouble
from companion.club.board import Board, Evening
from companion.club.link import FIRST_WAIT_S, REFUSED, Link, LinkState, Will
from companion.club.topics import every
from companion.club.way import Way, load
from companion.engine.errors import InputError
from companion.engine.text import Text

if TYPE_CHECKING:
    from paho.mqtt.client import Client


class _Ear:
    """What is heard over the link."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.lock = threading.Lock()
        self.changed = 0
        self.denied: int | None = None
        self.answered_s: float | None = None
        self._asked = 0.0

    def will(self) -> Will | None:
        return None

    def greet(self, client: Client) -> None:
        with self.lock:
            # Who went while nothing was heard does not say so again; who is there does.
            self.board.listen_anew()
            self.changed += 1
        self.denied = self.answered_s = None
        self._asked = time.monotonic()
        client.subscribe(every(self.board.club), qos=1)

    def work(self, client: Client) -> None:
        """There is nothing to say."""

    def taken(self, mid: int, code: int) -> None:
        """Nothing was said."""

    def subscribed(self, code: int) -> None:
        self.denied = code if code >= REFUSED else None
        self.answered_s = time.monotonic() - self._asked

    def heard(self, topic: str, payload: bytes, kept: bool) -> None:
        with self.lock:
            self.changed += self.board.take(topic, payload, kept)

    def farewell(self, client: Client) -> None:
        """A board goes without a word."""

    def quiet(self) -> bool:
        return True


class Collector:
    """Hears every table of the club until `stop`. What is asked of it is answered at once, from any thread."""

    def __init__(
        self,
        way: Way | None,
        *,
        fault: Text | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        first_wait_s: float = FIRST_WAIT_S,
    ) -> None:
        self._fault = fault
        self._way = way
        self._link: Link | None = None
        self._ear = _Ear(Board(way.club if way is not None else "club", now))
        if way is not None and way.host and fault is None:
            self._link = Link(way, f"cartouche-board-{uuid.uuid4().hex[:12]}", self._ear, first_wait_s)
            self._link.start()

    @classmethod
    def from_settings(cls, folder: Path) -> Collector:
        """The ear that the file in `folder` tells of; a deaf one where there is none, or it can't be used."""
        try:
            return cls(load(folder))
        except InputError as error:
            return cls(None, fault=error.text)

    def evening(self) -> Evening:
        """All tables and standings as they are known now."""
        with self._ear.lock:
            return self._ear.board.evening()

    @property
    def club(self) -> str:
        """The club's name."""
        return self._ear.board.club

    @property
    def changed(self) -> int:
        """Grows whenever something that is shown has changed."""
        return self._ear.changed

    @property
    def state(self) -> LinkState:
        """Whether it is off, at its first try, connected, or without a connection."""
        return self._link.state if self._link is not None else "off"

    @property
    def answered_s(self) -> float | None:
        """How long the broker took to say that it will tell; None before that. What it keeps comes after."""
        return self._ear.answered_s

    @property
    def trouble(self) -> Text | None:
        """What is wrong, in words; None where all is well."""
        if self._link is None or self._way is None:
            return self._fault
        if self.state == "ready" and self._ear.denied is not None:
            return trouble.of_deafness(self._way)
        return self._link.trouble

    def stop(self, wait_s: float = 1.0) -> None:
        """End; waits at most `wait_s` seconds."""
        if self._link is not None:
            self._link.stop(wait_s)
