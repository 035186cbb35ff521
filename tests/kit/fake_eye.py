"""An eye that sees what a test says, at once: for the screens that live on what the camera saw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from companion.engine.errors import InputError
from companion.engine.sight import At, Reading
from companion.engine.text import Text
from companion.ui.eye import Sighted


class Asked(NamedTuple):
    """What the eye was asked to look at."""

    game: str
    unseen: frozenset[str]
    known: Mapping[str, At]
    count: int | None = None


class FakeEye:
    """In the place of `context.eye`. `why`: why it can't read; `asked`: every look so far."""

    def __init__(self, context: Any) -> None:
        self.device: Any = object()
        self.why: Text | None = None
        self.begins = False
        self.asked: list[Asked] = []
        self.tiles = context.eye.tiles
        self.then: Callable[[Sighted], None] | None = None
        self.dropped = 0
        self.watching: Callable[[Sighted], None] | None = None
        self.hidden: Callable[[], frozenset[str]] = frozenset
        self.once_more = 0
        context.eye.close()
        context.eye = self

    @property
    def busy(self) -> bool:
        return self.then is not None

    def can(self, game: Any, box: Any = None) -> Text | None:
        return self.why

    def away(self) -> Text | None:
        return self.why

    def look(
        self, game: Any, box: Any, then: Any, *, unseen: Any = frozenset(), known: Any = None, count: int | None = None
    ) -> None:  # fmt: skip
        self.asked.append(Asked(game.id, unseen, known or {}, count))
        self.then = then

    def sees(self, reading: Reading) -> None:
        """The picture is there."""
        then, self.then = self.then, None
        assert then is not None, "nobody asked"
        then(sighted(reading))

    def work(self, job: Callable[[], Any], then: Callable[[Any, Text | None], None]) -> None:
        try:
            made = job()
        except InputError as error:
            then(None, error.text)
        else:
            then(made, None)

    def end_live(self) -> None:
        """Nothing is shown live."""

    def drop(self) -> None:
        self.dropped += 1
        self.then = None

    # following

    @property
    def follows(self) -> bool:
        return self.watching is not None

    def follow(self, game: Any, box: Any, then: Any, *, unseen: Any = frozenset, known: Any = dict) -> Text | None:
        if self.why is None:
            self.watching, self.hidden = then, unseen
        return self.why

    def comes_to_rest(self, reading: Reading) -> None:
        """While it follows: the table came to rest and looks like this."""
        assert self.watching is not None, "nobody follows"
        self.watching(sighted(reading))

    def again(self) -> None:
        self.once_more += 1

    def stop(self) -> None:
        self.watching = None

    def close(self) -> None:
        self.stop()


def sighted(reading: Reading) -> Sighted:
    """A reading with a picture in which every place is to be found."""
    field = np.zeros((400, 400, 3), np.uint8)
    field[:, :, 0] = np.linspace(40, 220, 400, dtype=np.uint8)
    field[:, :, 2] = np.linspace(220, 40, 400, dtype=np.uint8)[:, None]
    places = {seen.spot: (100.0, 100.0, 40.0, 30.0) for seen in reading.seen}
    return Sighted(reading, field, places)
