"""The changing part of a board in pieces, each drawn anew only when what it shows has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from kivy.graphics import InstructionGroup

from companion.ui.pen import Mark, Pen


class Parts:
    """Named pieces in one group. `pen` makes a pen for a group and the list of what it drew."""

    def __init__(self, group: InstructionGroup, pen: Callable[[InstructionGroup, list[Mark]], Pen]) -> None:
        self._group = group
        self._pen = pen
        self._pieces: dict[str, tuple[Hashable, InstructionGroup, list[Mark]]] = {}

    def draw(self, name: str, look: Hashable, paint: Callable[[Pen], None]) -> None:
        """Paint the piece `name` unless its look is the one it has."""
        known = self._pieces.get(name)
        if known is not None and known[0] == look:
            return
        if known is None:
            marks: list[Mark] = []
            group = InstructionGroup()
            self._group.add(group)
        else:
            group, marks = known[1], known[2]
            group.clear()
            marks.clear()
        self._pieces[name] = (look, group, marks)
        paint(self._pen(group, marks))

    @property
    def marks(self) -> list[Mark]:
        """What all pieces filled and wrote, in the order they were first drawn."""
        return [mark for _, _, marks in self._pieces.values() for mark in marks]
