"""Telling the app the path that lies on the table: pure counting, no picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.games.tutankhamen.catalogue import Catalogue


@dataclass
class Laying:
    """The tiles told so far, from the start on. When one kind alone is left, the rest follows by itself."""

    catalogue: Catalogue
    laid: list[str] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    """How many tiles were laid before each tap: what undo goes back to."""

    @property
    def tiles(self) -> tuple[str, ...]:
        """Ids of what the path is made of, in the order of the catalogue."""
        return tuple(self.catalogue.path)

    @property
    def total(self) -> int:
        """Slots of the path."""
        return sum(self.catalogue.path.values())

    @property
    def complete(self) -> bool:
        """Whether every slot is told."""
        return len(self.laid) == self.total

    def left(self, tile: str) -> int:
        """How many of a kind are still to come."""
        return self.catalogue.path[tile] - self.laid.count(tile)

    def lay(self, tile: str) -> bool:
        """The next slot holds `tile`. False, and nothing changes, if none of it is left."""
        if self.left(tile) <= 0:
            return False
        self.told.append(len(self.laid))
        self.laid.append(tile)
        open_kinds = [other for other in self.tiles if self.left(other)]
        if len(open_kinds) == 1:
            self.laid += [open_kinds[0]] * self.left(open_kinds[0])
        return True

    def next_part(self, lying: Sequence[str]) -> list[str]:
        """Of the tiles that a picture shows, from the start of its path on, those that come next.

        It may show the path as far as it was told and more, or the next part alone. It ends before a tile of which
        none is left: that one was misread.
        """
        done = len(self.laid)
        part = list(lying[done:] if len(lying) > done and list(lying[:done]) == self.laid else lying)
        left = {tile: self.left(tile) for tile in self.tiles}
        for i, tile in enumerate(part):
            left[tile] = left.get(tile, 0) - 1
            if left[tile] < 0:
                return part[:i]
        return part

    def lay_part(self, part: Sequence[str]) -> None:
        """Lay several tiles as one tap: undo takes them back together."""
        done = len(self.laid)
        for tile in part:
            if not self.complete:
                self.lay(tile)
        if len(self.laid) > done:
            self.told = [n for n in self.told if n < done] + [done]

    def undo(self) -> bool:
        """Take the last tap back, with what followed by itself."""
        if not self.told:
            return False
        del self.laid[self.told.pop() :]
        return True

    def clear(self) -> None:
        """Begin again at the start."""
        self.laid.clear()
        self.told.clear()
