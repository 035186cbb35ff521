"""Telling the app the path that lies on the table: pure counting, no picture."""

from __future__ import annotations

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
