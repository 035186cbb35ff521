"""What a service tells systemd: that it is ready, that it lives, that it ends. Plain datagrams; no library is needed.

The protocol is sd_notify(3): lines of NAME=VALUE in one datagram to the socket that NOTIFY_SOCKET names, a path or,
after an “@”, an abstract name.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import MutableMapping

log = logging.getLogger(__name__)
SOCKET, WATCHDOG, WATCHDOG_OF = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
MOST_STATUS = 200
"""Letters of a status line; systemctl shows it in one."""


class Notifier:
    """Tells whoever started us. It never raises, and is silent where nobody listens.

    `watchdog_s`: seconds after which systemd takes us for hung unless `alive` was told; None where nobody waits for it.
    """

    def __init__(self, address: str = "", watchdog_s: float | None = None) -> None:
        self.watchdog_s = watchdog_s if address else None
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._socket: socket.socket | None = None
        self._told_off = self._stopping = False
        if not address:
            return
        if address[0] not in "/@":
            log.warning("%s names no socket of this machine: %s", SOCKET, address)
            return
        try:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        except OSError as error:
            log.warning("systemd can't be told anything: %s", error)
        else:
            # A listener that hangs must not make the screen hang.
            self._socket.setblocking(False)

    @classmethod
    def from_environment(
        cls, environment: MutableMapping[str, str] | None = None, process: int | None = None
    ) -> Notifier:
        """As systemd has set the environment of this process; the names are taken out, since they are not for children.

        The watchdog is left alone where WATCHDOG_PID is that of another process (`process`: ours).
        """
        names = os.environ if environment is None else environment
        address = names.pop(SOCKET, "")
        period, of = names.pop(WATCHDOG, ""), names.pop(WATCHDOG_OF, "")
        ours = not of or of == str(os.getpid() if process is None else process)
        # A number of twenty digits is longer than anybody waits, and still a number.
        due = int(period) / 1_000_000 if ours and period.isascii() and period.isdecimal() and len(period) <= 20 else 0
        return cls(address, due or None)

    def ready(self, status: str) -> None:
        """Everything is up; `status` is one line for people."""
        self._tell("READY=1", _status(status))

    def status(self, text: str) -> None:
        """One line for people, shown by `systemctl status`."""
        self._tell(_status(text))

    def alive(self) -> None:
        """Feed the watchdog, which nobody needs any more once the end has begun."""
        if not self._stopping:
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The end has begun."""
        self._stopping = True
        self._tell("STOPPING=1")

    def close(self) -> None:
        """Let go of the socket; whatever is told later goes nowhere."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _tell(self, *lines: str) -> None:
        if self._socket is None:
            return
        try:
            self._socket.sendto("\n".join(lines).encode(), self._address)
        except (OSError, ValueError) as error:
            # Told once: this goes on for as long as the app runs.
            if not self._told_off:
                log.warning("systemd did not take what it was told: %s", error)
            self._told_off = True
        else:
            self._told_off = False


def _status(text: str) -> str:
    """A status of one line: a second one would be an order of its own."""
    return "STATUS=" + " ".join(text.split())[:MOST_STATUS]
