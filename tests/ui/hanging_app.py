"""The app in service as a process of its own, with devices that never let go."""

from __future__ import annotations

import sys
import time

from companion.ui import app
from hardware.hub import Hub


def hang(_: Hub) -> None:
    """Longer than anybody waits."""
    time.sleep(600)


if __name__ == "__main__":
    Hub.close = hang
    sys.exit(app.open_app())
