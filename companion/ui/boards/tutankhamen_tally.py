"""What was counted when sets were scored by the last move: read off the position before it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.tutankhamen.correcting import corrected
from companion.games.tutankhamen.moves import Correct, Leave, Mask, Pharaoh, Steal, Take, TakeKind
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
        tiles = _counted(before, move, kind)
        pharaohs, mask = {}, ""
        if before.scoring is not None and before.scoring.kind == kind and not isinstance(move, Correct):
            pharaohs = dict(before.scoring.pharaohs)
            if isinstance(move, Pharaoh) and move.add:
                pharaohs[move.by] = pharaohs.get(move.by, 0) + 1
            if before.scoring.mask == "used" or (isinstance(move, Mask) and move.use):
                mask = before.mask
        found[kind] = Tally(kind, tiles, pharaohs, mask)
    return found


def _counted(before: Tutankhamen, move: Any, kind: str) -> dict[str, int]:
    """Tiles of `kind` by seat once `move` itself is made, before anything is scored."""
    # A set that is being scored keeps the tiles that were in it when somebody leaves.
    scoring = before.scoring is not None and before.scoring.kind == kind
    held = corrected(before, move).held if isinstance(move, Correct) else before.held
    tiles = {seat: of_seat[kind] for seat, of_seat in held.items()}
    if _taken(before, move) == kind:
        tiles[move.by] += 1
    elif isinstance(move, Steal) and move.kind == kind:
        tiles[move.by] += 1
        tiles[move.victim] -= 1
    elif isinstance(move, Leave) and before.match.rules.leaver_tiles == "out" and not scoring:
        tiles[move.by] = 0
    return tiles


def _taken(before: Tutankhamen, move: Any) -> str:
    if isinstance(move, Take):
        return before.path[move.slot - 1]
    return move.kind if isinstance(move, TakeKind) else ""
