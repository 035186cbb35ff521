"""What was counted when sets were scored by the last move: read off the position before it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.tutankhamen.moves import Mask, Pharaoh, Take, TakeKind
from companion.games.tutankhamen.state import Tutankhamen


@dataclass(frozen=True)
class Tally:
    """One scored set: tiles by seat, pharaohs played by seat, the seat that used its mask ("" for nobody)."""

    kind: str
    tiles: dict[str, int]
    pharaohs: dict[str, int]
    mask: str = ""


def tallies(before: Tutankhamen, move: Any, after: Tutankhamen) -> dict[str, Tally]:
    """The sets that `move` brought to a scoring, by kind."""
    found = {}
    for kind in after.scored:
        if kind in before.scored:
            continue
        tiles = {seat: held[kind] for seat, held in before.held.items()}
        if _taken(before, move) == kind:
            tiles[move.by] += 1
        pharaohs, mask = {}, ""
        if before.scoring is not None and before.scoring.kind == kind:
            pharaohs = dict(before.scoring.pharaohs)
            if isinstance(move, Pharaoh) and move.add:
                pharaohs[move.by] = pharaohs.get(move.by, 0) + 1
            if before.scoring.mask == "used" or (isinstance(move, Mask) and move.use):
                mask = before.mask
        found[kind] = Tally(kind, tiles, pharaohs, mask)
    return found


def _taken(before: Tutankhamen, move: Any) -> str:
    if isinstance(move, Take):
        return before.path[move.slot - 1]
    return move.kind if isinstance(move, TakeKind) else ""
