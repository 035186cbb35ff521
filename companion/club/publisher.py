"""A table's voice: the newest state and results wait in a mailbox, and a thread brings them to the broker."""

from __future__ import annotations

import contextlib
import threading
import time
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from companion.club import discovery, trouble
from companion.club.link import FAREWELL_S, FIRST_WAIT_S, REFUSED, Link, LinkState, Will
from companion.club.messages import Finished, OnlineSent, ResultsSent, State, StateSent, encode, read
from companion.club.topics import Kind, own, place_of, topic
from companion.club.way import Way, begun, changed, load
from companion.engine.errors import InputError
from companion.engine.text import Text
from companion.table.times import at_second

if TYPE_CHECKING:
    from paho.mqtt.client import Client

Slot = Literal["online", "discovery", "state", "results"]
SLOTS: tuple[Slot, ...] = ("online", "discovery", "state", "results")
LATEST_BOOT = 10**11
"""No clock and no count gets so far: a message that says so is not of this table."""


def _not_mine() -> Any:
    """What is kept under our topics from before and what others write there, and nothing of what we say ourselves."""
    from paho.mqtt.subscribeoptions import SubscribeOptions

    return SubscribeOptions(qos=1, noLocal=True)


class _Letter(NamedTuple):
    """A message ready to be sent."""

    topic: str
    payload: bytes


class _Voice:
    """What is said over the link. The mailbox alone is shared with the table, under a lock never held while waiting."""

    def __init__(self, way: Way, folder: Path | None, seconds: Callable[[], float]) -> None:
        self._way = way
        self._folder = folder
        self._seconds = seconds
        self._lock = threading.Lock()
        self._state: State | None = None
        self._results: tuple[Finished, ...] | None = None
        self._run = uuid.uuid4().hex[:8]
        self._boot: int | None = None
        self._after: int | None = None
        """The start that the broker's kept messages are of, where that was later than this one by its count."""
        self._looks_back = True
        self._n = 0
        self._written: dict[Slot, object] = {}
        self._letters: dict[Slot, _Letter] = {}
        self._said: dict[Slot, _Letter] = {}
        self._flying: dict[int, Slot] = {}
        self._greeting: _Letter | None = None
        self.denied: tuple[Slot, int] | None = None
        self.settled = True

    # the table's side: never waits

    def put_state(self, state: State) -> bool:
        """Lay the newest state into the mailbox. Returns whether it is another than before."""
        with self._lock:
            if state == self._state:
                return False
            self._state, self.settled = state, False
            return True

    def put_results(self, results: tuple[Finished, ...]) -> bool:
        """Lay the newest results into the mailbox. Returns whether they are others than before."""
        with self._lock:
            if results == self._results:
                return False
            self._results, self.settled = results, False
            return True

    # the link's side

    def will(self) -> Will:
        if self._after is not None:
            # The clock was set back, and the disk did not keep the count: whoever has heard that start takes this one
            # for stale. Once is enough; with a second table of this id it would never end.
            self._way = changed(self._way, boot=self._after + 1)
            self._boot = self._after = None
            self._looks_back = False
            self._written.clear()
        if self._boot is None:
            if self._folder is not None:
                self._way = begun(self._folder, self._way, self._seconds)
            self._boot = max(self._way.boot, 0)
        # Later than the greeting of this connection, earlier than that of the next: a will that comes late is stale.
        self._greeting, last = self._online(True), self._online(False)
        return Will(last.topic, last.payload)

    def greet(self, client: Client) -> None:
        # What was on its way when the last connection ended is said anew with all else.
        self._flying.clear()
        self._said.clear()
        self.denied = None
        with self._lock:
            self.settled = False
        client.subscribe(own(self._way.club, self._way.table_id), options=_not_mine())
        assert self._greeting is not None
        self._letters["online"] = self._greeting
        if self._way.home_assistant:
            self._letters["discovery"] = _Letter(*discovery.message(self._way))

    def work(self, client: Client) -> None:
        if self._after is not None:
            client.disconnect()
            return
        with self._lock:
            state, results = self._state, self._results
        if state is not None and state is not self._written.get("state"):
            self._write("state", state, StateSent(**self._head(), state=state))
        if results is not None and results is not self._written.get("results"):
            self._write("results", results, ResultsSent(**self._head(), games=results))
        flying = set(self._flying.values())
        for slot in SLOTS:
            letter = self._letters.get(slot)
            if letter is None or slot in flying or self._said.get(slot) is letter:
                continue
            sent = client.publish(letter.topic, letter.payload, qos=1, retain=True)
            self._flying[sent.mid] = slot
            self._said[slot] = letter
        with self._lock:
            newest = (self._state, self._results) == (state, results)
            self.settled = newest and not self._flying

    def taken(self, mid: int, code: int) -> None:
        slot = self._flying.pop(mid, None)
        if slot is not None and code >= REFUSED:
            self.denied = (slot, code)

    def subscribed(self, code: int) -> None:
        """Where a broker does not let us look back, the clock and the count must do."""

    def heard(self, topic: str, payload: bytes, kept: bool) -> None:
        place = place_of(self._way.club, topic)
        if place is None:
            return
        if not kept:
            # Somebody has written over what the broker keeps of this table.
            self._said.pop(place.kind, None)
        if not self._looks_back:
            return
        # What can't be read no board reads either.
        with contextlib.suppress(InputError):
            before = read(place.kind, self._way.table_id, payload)
            if before.run != self._run and (self._boot or 0) <= before.boot < LATEST_BOOT:
                self._after = max(before.boot, self._after or 0)

    def farewell(self, client: Client) -> None:
        letter = self._letters["online"] = self._online(False)
        sent = client.publish(letter.topic, letter.payload, qos=1, retain=True)
        self._flying[sent.mid] = "online"

    def quiet(self) -> bool:
        return not self._flying

    def _write(self, slot: Kind, content: object, message: StateSent | ResultsSent) -> None:
        """Make a letter of new content; the same content keeps its letter, so that sending it again changes nothing."""
        self._written[slot] = content
        self._letters[slot] = _Letter(topic(self._way.club, self._way.table_id, slot), encode(message))

    def _head(self) -> dict[str, Any]:
        self._n += 1
        way, sent = self._way, at_second(self._seconds())
        boot = self._boot or 0
        return {"table": way.table_id, "name": way.table, "boot": boot, "run": self._run, "n": self._n, "sent": sent}

    def _online(self, online: bool) -> _Letter:
        message = OnlineSent(**self._head(), online=online)
        return _Letter(topic(self._way.club, self._way.table_id, "online"), encode(message))


class Publisher:
    """Tells the club what everybody may know of this table. Nothing here ever waits for the network, or raises."""

    def __init__(
        self,
        way: Way | None,
        folder: Path | None = None,
        *,
        fault: Text | None = None,
        seconds: Callable[[], float] = time.time,
        first_wait_s: float = FIRST_WAIT_S,
    ) -> None:
        self._fault = fault
        self._way = way
        self._link: Link | None = None
        if way is not None and way.ready and fault is None:
            self._voice = _Voice(way, folder, seconds)
            self._link = Link(way, f"cartouche-{way.table_id}", self._voice, first_wait_s)
            self._link.start()

    @classmethod
    def from_settings(cls, folder: Path) -> Publisher:
        """The voice that the file in `folder` tells of; a silent one where there is none, or it can't be used."""
        try:
            return cls(load(folder), folder)
        except InputError as error:
            return cls(None, fault=error.text)

    def tell(self, state: State) -> None:
        """Tell the club this state; one that has not been sent yet is forgotten. Returns at once."""
        if self._link is not None and self._voice.put_state(state):
            self._link.poke()

    def results(self, games: Iterable[Finished]) -> None:
        """Tell the club all games that were finished here this evening, MOST_GAMES at most. Returns at once."""
        if self._link is not None and self._voice.put_results(tuple(games)):
            self._link.poke()

    @property
    def state(self) -> LinkState:
        """Whether it is off, at its first try, connected, or without a connection."""
        return self._link.state if self._link is not None else "off"

    @property
    def settled(self) -> bool:
        """Whether the broker has everything that was told."""
        return self._link is None or (self._voice.settled and self._link.state == "ready")

    @property
    def trouble(self) -> Text | None:
        """What is wrong, in words; None where all is well."""
        if self._link is None or self._way is None:
            return self._fault
        if self._voice.denied is not None:
            slot, code = self._voice.denied
            return trouble.of_denial(code, self._way, slot == "discovery")
        return self._link.trouble

    def stop(self, wait_s: float = FAREWELL_S) -> None:
        """Say that the table is gone, and end; waits at most `wait_s` seconds."""
        if self._link is not None:
            self._link.stop(wait_s)
