"""A connection to the broker that a thread of its own makes, serves and makes again: nobody else ever waits for it."""

from __future__ import annotations

import contextlib
import select
import socket
import ssl
import threading
import time
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from companion.club import trouble
from companion.club.way import Way
from companion.engine.text import Text

if TYPE_CHECKING:
    from paho.mqtt.client import Client

KEEPALIVE_S = 20
ANSWER_S = 10.0
"""How long the broker may take to answer a connection."""
FAREWELL_S = 2.0
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 60.0
STEADY_S = 10.0
"""A connection that held so long was a good one: after it, the waiting begins anew."""
PUSHED_OUT = 3
"""So many short connections in a row, and no try that failed between them, are no accident."""
SHORT_S = 1.5 * LONGEST_WAIT_S
"""Of two devices of one id each pushes the other out when it has waited: after its longest wait at the latest."""
LARGEST_PACKET = 1_000_000
"""Bytes; the broker is told to send nothing larger."""
REFUSED = 128
"""From this reason code on the broker did not do what was asked."""
LinkState = Literal["off", "starting", "ready", "lost"]


class _Nonsense(Exception):
    """What came is no MQTT."""


class Will(NamedTuple):
    """What the broker says for us when we are gone without a word."""

    topic: str
    payload: bytes


class Duty(Protocol):
    """What is done over a connection; all of it is called from the link's thread alone."""

    def will(self) -> Will | None:
        """What to leave with the broker; asked before every connection."""

    def greet(self, client: Client) -> None:
        """There is a connection, with nothing said over it yet."""

    def work(self, client: Client) -> None:
        """Say what is new."""

    def taken(self, mid: int, code: int) -> None:
        """The broker has answered the message `mid`: below 128 it took it."""

    def subscribed(self, code: int) -> None:
        """The broker has answered what was asked to be heard: below 128 it will tell it."""

    def heard(self, topic: str, payload: bytes, kept: bool) -> None:
        """A message has come. `kept`: the broker has had it since before we asked."""

    def farewell(self, client: Client) -> None:
        """Say the last words."""

    def quiet(self) -> bool:
        """Whether everything said was answered."""


class Link:
    """Keeps a connection up until `stop`: waits 1, 2, 4 … 60 seconds between tries."""

    def __init__(self, way: Way, name: str, duty: Duty, first_wait_s: float = FIRST_WAIT_S) -> None:
        self._way = way
        self._name = name
        self._duty = duty
        self._first_wait_s = first_wait_s
        self._stopping = threading.Event()
        self._ear, self._mouth = socket.socketpair()
        self._ear.setblocking(False)
        self._mouth.setblocking(False)
        self.state: LinkState = "starting"
        self.trouble: Text | None = None
        self._answer: Any = None
        self._gone: Any = None
        self._since = 0.0
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def once(self) -> Text | None:
        """Make one connection in the caller's thread and end it. Returns why there was none, None where all is well."""
        fault = self._connection()
        self._ear.close()
        self._mouth.close()
        return None if self.state == "ready" else fault

    def poke(self) -> None:
        """There is something to say. Returns at once."""
        # Full: it has not looked yet, and will. Closed: it has ended.
        with contextlib.suppress(OSError):
            self._mouth.send(b".")

    def stop(self, wait_s: float = FAREWELL_S) -> bool:
        """Say farewell and end; waits at most `wait_s`. Returns whether it has ended."""
        self._stopping.set()
        self.poke()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(wait_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._try_again_and_again()
        finally:
            self.state = "off"
            self._ear.close()
            self._mouth.close()

    def _try_again_and_again(self) -> None:
        wait_s, short = self._first_wait_s, 0
        while not self._stopping.is_set():
            self._answer = self._gone = None
            self._since = time.monotonic()
            fault = self._connection()
            if self._stopping.is_set():
                return
            if self.state == "ready":
                held_s = time.monotonic() - self._since
                wait_s = self._first_wait_s if held_s >= STEADY_S else wait_s
                short = short + 1 if held_s < SHORT_S else 0
                fault = trouble.of_pushing_out(self._way) if short >= PUSHED_OUT else fault
            else:
                short = 0
            self.trouble, self.state = fault, "lost"
            self._rest(wait_s)
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    def _rest(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._stopping.is_set() and (left := until - time.monotonic()) > 0:
            select.select([self._ear], [], [], left)
            self._listen()

    def _listen(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._ear.recv(4096)

    def _connection(self) -> Text:
        """Make one connection and serve it until it ends. Returns why it ended."""
        way = self._way
        try:
            client = self._client()
        except ImportError:
            return trouble.without_paho()
        except (OSError, ValueError) as error:
            return trouble.of_connecting(error, way)
        try:
            client.connect(way.host, way.door, KEEPALIVE_S, clean_start=True, properties=_properties())
        except (OSError, ValueError) as error:
            return trouble.of_connecting(error, way)
        try:
            self._serve(client)
        except _Nonsense:
            return trouble.of_nonsense(way)
        finally:
            _hang_up(client)
        return self._why()

    def _client(self) -> Client:
        from paho.mqtt.client import Client, MQTTv5
        from paho.mqtt.enums import CallbackAPIVersion

        way = self._way
        client = Client(CallbackAPIVersion.VERSION2, client_id=self._name, protocol=MQTTv5, reconnect_on_failure=False)
        client.connect_timeout = ANSWER_S
        if way.user:
            client.username_pw_set(way.user, way.password)
        if way.tls:
            client.tls_set_context(ssl.create_default_context(cadata=way.ca or None))
        will = self._duty.will()
        if will is not None:
            client.will_set(will.topic, will.payload, qos=1, retain=True)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        client.on_subscribe = self._on_subscribe
        client.on_message = self._on_message
        return client

    # called by the library, in our thread

    def _on_connect(self, client: Client, data: Any, flags: Any, code: Any, properties: Any) -> None:
        self._answer = code

    def _on_disconnect(self, client: Client, data: Any, flags: Any, code: Any, properties: Any) -> None:
        self._gone = code

    def _on_publish(self, client: Client, data: Any, mid: int, code: Any, properties: Any) -> None:
        self._duty.taken(mid, int(code.value))

    def _on_subscribe(self, client: Client, data: Any, mid: int, codes: Any, properties: Any) -> None:
        for code in codes:
            self._duty.subscribed(int(code.value))

    def _on_message(self, client: Client, data: Any, message: Any) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:
            # Topics that are no text are none of ours.
            return
        self._duty.heard(topic, message.payload, message.retain)

    def _serve(self, client: Client) -> None:
        until = time.monotonic() + ANSWER_S
        greeted = False
        last_words = 0.0
        while (line := client.socket()) is not None:
            if greeted and self._stopping.is_set():
                if not last_words:
                    last_words = time.monotonic() + FAREWELL_S
                    self._duty.farewell(client)
                if self._duty.quiet():
                    client.disconnect()
                    return
                if time.monotonic() > last_words:
                    # Not known to have arrived: without a farewell the broker says what was left with it.
                    return
            elif self._stopping.is_set():
                return
            self._turn(client, line, 0.2 if last_words or not greeted else KEEPALIVE_S / 4)
            if not greeted:
                if self._answer is None:
                    if time.monotonic() > until:
                        return
                    continue
                if self._answer.is_failure:
                    return
                greeted = True
                self._duty.greet(client)
                self.trouble, self.state = None, "ready"
            if client.socket() is not None and not last_words:
                self._duty.work(client)

    def _turn(self, client: Client, line: Any, seconds: float) -> None:
        """Wait until there is something to hear or to say, and let the library do its part."""
        # What TLS has already unpacked does not show on the socket.
        waiting = bool(getattr(line, "pending", int)())
        writing = [line] if client.want_write() else []
        heard, free, _ = select.select([line, self._ear], writing, [], 0 if waiting else seconds)
        if self._ear in heard:
            self._listen()
        try:
            if waiting or line in heard:
                client.loop_read()
            if free and client.socket() is not None:
                client.loop_write()
            client.loop_misc()
        except Exception as error:
            # Whatever is at the other end may send what the library stumbles over.
            raise _Nonsense from error

    def _why(self) -> Text:
        answer, gone, way = self._answer, self._gone, self._way
        if answer is None:
            return trouble.of_silence(way) if gone is None else trouble.of_hanging_up(way, int(gone.value))
        if answer.is_failure:
            return trouble.of_refusal(int(answer.value), str(answer), way)
        return trouble.of_loss(way)


def _properties() -> Any:
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.MaximumPacketSize = LARGEST_PACKET
    return properties


def _hang_up(client: Client) -> None:
    line = client.socket()
    if line is not None:
        with contextlib.suppress(OSError):
            line.close()
