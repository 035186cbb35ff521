"""Everything wrong with a position, named (spec tutankhamen 6), and where every component lies."""

from __future__ import annotations

from collections import Counter

from companion.engine.game import Fault
from companion.engine.text import T, seat
from companion.games.tutankhamen.catalogue import COIN, PHARAOH, lost
from companion.games.tutankhamen.state import EMPTY, OUT, PYRAMID, Tutankhamen


def audit(state: Tutankhamen) -> tuple[Fault, ...]:
    """Faults of the position; lost tiles come as warnings."""
    return (*_tiles(state), *_path(state), *_pawns(state), *_mask(state), *_points(state), *lost(state.match.kinds))


def _tiles(state: Tutankhamen) -> list[Fault]:
    match, faults = state.match, []
    spent = sum(state.scoring.pharaohs.values()) if state.scoring is not None else 0
    for tile, present in match.present.items():
        held = sum(tiles[tile] for tiles in state.held.values())
        asked = spent if tile == PHARAOH else 0
        places = (state.left[tile], state.out[tile], *(tiles[tile] for tiles in state.held.values()))
        if min(places) < 0 or state.left[tile] + state.out[tile] + held + asked != present:
            text = T(
                "{kind}: {left} in the path and {held} with players, but the box has {present}.",
                kind=match.titles[tile],
                left=state.left[tile],
                held=held,
                present=present,
            )
            faults.append(Fault("A_COUNT", text, (f"set:{tile}",)))
        if tile in state.scored and (held or state.left[tile]):
            text = T("{kind} has been scored, so no tile of it is in play.", kind=match.titles[tile])
            faults.append(Fault("A_SCORED", text, (f"set:{tile}",)))
    for kind in match.kinds:
        if kind.present > kind.value:
            text = T("{kind} has value {value}: there can't be more tiles of it.", kind=kind.title, value=kind.value)
            faults.append(Fault("A_VALUE", text, (f"set:{kind.id}",)))
        waiting = kind.id in state.scored or kind.id in state.due
        waiting = waiting or (state.scoring is not None and state.scoring.kind == kind.id)
        if not state.left[kind.id] and not waiting and not state.end:
            text = T("The last {kind} has left the path, but it has not been scored.", kind=kind.title)
            faults.append(Fault("A_DUE", text, (f"set:{kind.id}",)))
    for who in state.seats:
        coins = state.held[who][COIN]
        if coins != (1 if state.coin and who == state.turn else 0):
            text = T("{who} can't keep a coin tile: it is used at once.", who=seat(who))
            faults.append(Fault("A_COIN", text, (f"hold:{who}:{COIN}",)))
    return faults


def _path(state: Tutankhamen) -> list[Fault]:
    match, faults = state.match, []
    if not match.recorded:
        return [] if not state.path else [Fault("A_PATH", T("The path isn't recorded, so no slot has a tile."))]
    laid = Counter(tile for tile in state.path if tile != EMPTY)
    for tile in laid:
        if tile not in match.present:
            faults.append(Fault("A_PATH", T("There is no kind “{kind}” in this box.", kind=tile[:20])))
    for tile in match.ids:
        if laid[tile] != state.left[tile]:
            text = T(
                "{kind}: {laid} are drawn in the path, {left} were counted.",
                kind=match.titles[tile],
                laid=laid[tile],
                left=state.left[tile],
            )
            faults.append(Fault("A_PATH", text, (f"set:{tile}",)))
    if state.stage == "move" and not state.moved and not state.due:
        rearmost = min(state.pos.values())
        for slot, tile in enumerate(state.path[: max(rearmost - 1, 0)], 1):
            if tile != EMPTY:
                text = T("The tile in slot {slot} lies behind every pawn, so it is out of play.", slot=slot)
                faults.append(Fault("A_BEHIND", text, (f"slot:{slot}",)))
    return faults


def _pawns(state: Tutankhamen) -> list[Fault]:
    match, faults = state.match, []
    for who, slot in state.pos.items():
        if not 0 <= slot <= match.finish or (not match.recorded and slot not in (0, 1, match.finish)):
            text = T("{who}'s pawn must be in slots 0 to {finish}.", who=seat(who), finish=match.finish)
            faults.append(Fault("A_PAWN", text, (f"pawn:{who}",)))
        elif match.recorded and 0 < slot < match.finish:
            if state.path[slot - 1] != EMPTY:
                text = T("{who}'s pawn stands in slot {slot}, so the tile there is taken.", who=seat(who), slot=slot)
                faults.append(Fault("A_PAWN", text, (f"pawn:{who}", f"slot:{slot}")))
            if any(other != who and place == slot for other, place in state.pos.items()):
                text = T("Two pawns can't share slot {slot}.", slot=slot)
                faults.append(Fault("A_PAWN", text, (f"pawn:{who}",)))
        if who in state.gone and slot != match.finish:
            text = T("{who} has left the game; the pawn counts as being at the pyramid.", who=seat(who))
            faults.append(Fault("A_PAWN", text, (f"pawn:{who}",)))
    return faults


def _mask(state: Tutankhamen) -> list[Fault]:
    finished = [who for who in state.seats if state.at_finish(who) and who not in state.gone]
    if state.mask not in (PYRAMID, OUT, *state.seats):
        return [Fault("A_MASK", T("The mask lies nowhere."))]
    if state.match.mask == 0 and state.mask != OUT:
        return [Fault("A_MASK", T("This box has no mask."))]
    if state.mask == PYRAMID and finished:
        text = T("{who} is at the pyramid, so the mask isn't there any more.", who=seat(finished[0]))
        return [Fault("A_MASK", text, ("finish",))]
    if state.mask in state.seats and not state.at_finish(state.mask):
        text = T("{who} has the mask but isn't at the pyramid.", who=seat(state.mask))
        return [Fault("A_MASK", text, (f"pawn:{state.mask}",))]
    return []


def _points(state: Tutankhamen) -> list[Fault]:
    return [
        Fault("A_POINTS", T("{who} can't have fewer than 0 points.", who=seat(who)))
        for who, n in state.points.items()
        if n < 0
    ]


def census(state: Tutankhamen) -> dict[str, tuple[int, dict[str, int]]]:
    """For every component how many there are, and how many lie where (path, out, with a set, with each seat)."""
    found: dict[str, tuple[int, dict[str, int]]] = {}
    for tile, present in state.match.present.items():
        where = {"path": state.left[tile], "out": state.out[tile]}
        where |= {who: state.held[who][tile] for who in state.seats}
        if tile == PHARAOH and state.scoring is not None:
            where["set"] = sum(state.scoring.pharaohs.values())
        found[tile] = (present, where)
    found["MASK"] = (state.match.mask, {state.mask: state.match.mask})
    found["pawns"] = (len(state.seats), dict(Counter(str(slot) for slot in state.pos.values())))
    return found
