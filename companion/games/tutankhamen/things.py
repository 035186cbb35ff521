"""The tiles, the mask and the pyramid as pieces that can bear a tag (spec tutankhamen 2, 9). All of them lie open."""

from __future__ import annotations

from companion.engine.box import Box
from companion.engine.game import Move, Thing
from companion.engine.text import T, Text
from companion.games.tutankhamen.catalogue import COIN, NAMES, PHARAOH, read_catalogue
from companion.games.tutankhamen.moves import ClearKind, Finish, Mask, Pharaoh, Steal, Take, TakeKind
from companion.games.tutankhamen.state import EMPTY, PYRAMID, Tutankhamen

MASK_THING, PYRAMID_THING = "mask", "pyramid"


def things(box: Box) -> tuple[Thing, ...]:
    """Every kind of tile that is in this box, the mask if it is there, and the pyramid."""
    catalogue = read_catalogue(box)
    titles: dict[str, Text | str] = {kind.id: kind.title for kind in catalogue.kinds}
    titles |= {PHARAOH: NAMES[PHARAOH], COIN: NAMES[COIN]}
    found = [Thing(f"tile:{kind}", T("{kind}", kind=titles[kind])) for kind, n in catalogue.path.items() if n]
    if catalogue.mask:
        found.append(Thing(MASK_THING, T("The mask")))
    return (*found, Thing(PYRAMID_THING, T("The pyramid")))


def handles(s: Tutankhamen, move: Move) -> tuple[str, ...]:
    """The tile that a move takes, adds or clears; the pyramid, and the mask with it while it lies there."""
    match move:
        case Take(slot=slot):
            tile = s.path[slot - 1] if 1 <= slot <= len(s.path) else EMPTY
            return (f"tile:{tile}",) if tile != EMPTY else ()
        case TakeKind(kind=tile) | ClearKind(kind=tile) | Steal(kind=tile):
            return (f"tile:{tile}",)
        case Pharaoh(add=True):
            return (f"tile:{PHARAOH}",)
        case Mask(use=True):
            return (MASK_THING,)
        case Finish():
            return (PYRAMID_THING, MASK_THING) if s.mask == PYRAMID else (PYRAMID_THING,)
    return ()


def attempt_with(s: Tutankhamen, thing: str) -> Move | None:
    """To take a tile that lies behind the pawn or nowhere any more; to steal one that nobody has."""
    kind, _, tile = thing.partition(":")
    who, stage = s.asked, s.stage
    if kind == "tile" and who is not None and stage == "coin":
        others = [one for one in s.seats if one != who]
        # Of several players nobody in particular is meant, unless it is the thief's own lack that forbids it.
        return Steal(who, tile, others[0]) if len(others) == 1 or not s.held[who][tile] else None
    if who is None or stage != "move":
        return None
    if kind == PYRAMID_THING:
        return Finish(who)
    if kind != "tile":
        return None
    if not s.match.recorded:
        return TakeKind(who, tile)
    # The last of them is the one that is reached soonest from the pawn.
    return next((Take(who, slot) for slot in range(len(s.path), 0, -1) if s.path[slot - 1] == tile), None)
