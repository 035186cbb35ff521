"""Installs a game from outside the package for the time of a test: found by its entry point like any other.

Quarry knows its whole box but a year; of Shaft's box half is unknown, and its players choose in secret.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TOY_PATH = Path(__file__).parent / "toy_game"
"""Put this on PYTHONPATH and the game is installed in a new process too."""

SHAFT_PATH = Path(__file__).parent / "toy_shaft"


@contextmanager
def shaft_installed() -> Iterator[Any]:
    """Shaft as it is found through `companion.games`, registered while the block runs."""
    with _installed(SHAFT_PATH, "shaft") as game:
        yield game


@contextmanager
def toy_installed() -> Iterator[Any]:
    """The toy game as it is found through `companion.games`, registered while the block runs."""
    with _installed(TOY_PATH, "quarry") as game:
        yield game


@contextmanager
def _installed(path: Path, game_id: str) -> Iterator[Any]:
    from companion.games import find_game, game_ids

    sys.path.insert(0, str(path))
    game_ids.cache_clear()
    try:
        yield find_game(game_id)
    finally:
        sys.path.remove(str(path))
        game_ids.cache_clear()


def toy_game() -> Any:
    """The toy game object, without registering it."""
    with toy_installed() as game:
        return game


def shaft_game() -> Any:
    """Shaft, without registering it."""
    with shaft_installed() as game:
        return game
