"""Installs Quarry, a game from outside the package, for the time of a test: found by its entry point like any other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TOY_PATH = Path(__file__).parent / "toy_game"
"""Put this on PYTHONPATH and the game is installed in a new process too."""


@contextmanager
def toy_installed() -> Iterator[Any]:
    """The toy game as it is found through `companion.games`, registered while the block runs."""
    from companion.games import find_game

    sys.path.insert(0, str(TOY_PATH))
    try:
        yield find_game("quarry")
    finally:
        sys.path.remove(str(TOY_PATH))


def toy_game() -> Any:
    """The toy game object, without registering it."""
    with toy_installed() as game:
        return game
