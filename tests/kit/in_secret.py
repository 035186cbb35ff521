"""A game at the table whose first seat chooses in secret, and whether its choices can be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.kit import inspect
from tests.kit.sitting import Sitting
from tests.kit.toy import shaft_installed

if TYPE_CHECKING:
    from tests.kit.ui import UI

SECRET = ("Dig 1 deep", "Dig 2 deep", "Dig 3 deep")


@contextmanager
def shaft_at_table(ui: UI, folder: Path) -> Iterator[Sitting]:
    """Shaft, begun by red and blue, as long as the block runs."""
    with shaft_installed() as game:
        sitting = Sitting(ui, folder)
        sitting.start(game, ["red", "blue"])
        yield sitting
        sitting.close()


def secret_shown() -> bool:
    """Whether one of the secret choices stands on the screen."""
    return any(words in SECRET for words in inspect.texts())
