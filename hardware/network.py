"""Whether this program may speak to a network at all: a service that needs none is often given none."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from typing import Any

_REFUSED = {errno.EAFNOSUPPORT, errno.EACCES, errno.EPERM}


def is_shut(make: Callable[[int, int], Any] = socket.socket) -> bool:
    """Whether no address of a network can be had. Nothing is sent; `make` makes a socket of a family and a kind."""
    try:
        make(socket.AF_INET, socket.SOCK_DGRAM).close()
    except OSError as error:
        return error.errno in _REFUSED
    return False
