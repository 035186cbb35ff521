"""Putting the position right: what may be edited, the move for it, the position after it (spec tutankhamen 10.1)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.engine.errors import InputError
from companion.engine.game import TABLE, Edit, Fault
from companion.engine.text import TN, T, Text, seat
from companion.games.tutankhamen.audit import audit
from companion.games.tutankhamen.catalogue import COIN, PHARAOH
from companion.games.tutankhamen.moves import Correct
from companion.games.tutankhamen.state import EMPTY, OUT, PYRAMID, Match, Tutankhamen

MOST_POINTS = 999
PAWN_PLACES = (("start", T("at the start")), ("path", T("on the path")), ("pyramid", T("at the pyramid")))
"""Where a pawn can be while the path is not recorded."""


def _with_present(match: Match, present: Mapping[str, int]) -> Match:
    kinds = tuple(msgspec.structs.replace(k, present=present.get(k.id, k.present)) for k in match.kinds)
    return msgspec.structs.replace(
        match,
        kinds=kinds,
        pharaohs=present.get(PHARAOH, match.pharaohs),
        coins=present.get(COIN, match.coins),
    )


def corrected(state: Tutankhamen, move: Correct) -> Tutankhamen:
    """The position with the values of `move`. Assumes `unknown_place(state, move)` is None.

    A scoring that was open begins anew with the new tiles, and kinds whose last tile is gone now wait to be scored.
    Tiles out of play are counted as what is nowhere else.
    """
    s = state.twin()
    if move.present:
        s.match = _with_present(s.match, move.present)
    if s.scoring is not None:
        for who, n in s.scoring.pharaohs.items():
            s.held[who][PHARAOH] += n
        s.scoring = None
    for slot, tile in move.slots.items():
        s.path[int(slot) - 1] = tile
    if s.match.recorded:
        s.left = {tile: s.path.count(tile) for tile in s.match.ids}
    s.left.update(move.left)
    for who, tiles in move.held.items():
        s.held[who].update(tiles)
    s.points.update(move.points)
    s.pos.update(move.pawns)
    if move.mask is not None:
        s.mask = move.mask
    if move.turn is not None and move.turn != s.turn:
        if s.coin:
            s.held[s.turn][COIN] = 0
        s.turn, s.moved, s.coin, s.clearing = move.turn, False, False, False
    s.coin = s.coin and s.held[s.turn][COIN] > 0
    if not s.match.recorded:
        all_done = all(s.at_finish(who) for who in s.seats)
        s.clearing = all_done or (s.clearing and all(s.pos.values()))
    for tile in s.match.ids:
        s.out[tile] = s.match.present[tile] - s.left[tile] - sum(tiles[tile] for tiles in s.held.values())
    s.due = tuple(kind.id for kind in s.match.kinds if not s.left[kind.id] and kind.id not in s.scored)
    return s


def unknown_place(state: Tutankhamen, move: Correct) -> Text | None:
    """The first thing in `move` that this game does not have, or whose number can't be; None if there is none."""
    match = state.match
    for slot, tile in move.slots.items():
        if not slot.isascii() or not slot.isdecimal() or len(slot) > 4 or not 1 <= int(slot) <= len(state.path):
            return T("There is no slot “{slot}” in the recorded path.", slot=slot[:20])
        if tile != EMPTY and tile not in match.present:
            return T("There is no kind “{kind}” in this box.", kind=tile[:20])
    for who in (*move.held, *move.points, *move.pawns, *([move.turn] if move.turn is not None else [])):
        if who not in state.seats:
            return T("There is no seat “{seat}” in this game.", seat=who[:20])
    numbers: list[tuple[str, int]] = [*move.left.items(), *move.present.items()]
    for tiles in move.held.values():
        numbers += tiles.items()
    for tile, n in numbers:
        if tile not in match.present:
            return T("There is no kind “{kind}” in this box.", kind=tile[:20])
        if not 0 <= n <= match.length:
            most = max(min(n, 9999), -9999)
            return TN("{n} tile of {kind} can't be.", "{n} tiles of {kind} can't be.", most, kind=match.titles[tile])
    if move.left and match.recorded:
        return T("The path is recorded; correct its slots instead of counts.")
    for n in move.points.values():
        if not 0 <= n <= MOST_POINTS:
            return T("Points go from 0 to {most}.", most=MOST_POINTS)
    if move.mask is not None and move.mask not in (PYRAMID, OUT, *state.seats):
        return T("The mask can't be at “{place}”.", place=move.mask[:20])
    if (
        move.turn is not None
        and move.turn != state.turn
        and (move.turn in state.gone or move.pawns.get(move.turn, state.pos[move.turn]) == match.finish)
    ):
        return T("{who} has no more moves.", who=seat(move.turn))
    return None


def faults(state: Tutankhamen, move: Correct) -> tuple[Fault, ...]:
    """What `audit` would say of the position after `move`. Kinds that are complete now are no fault: they score."""
    return tuple(fault for fault in audit(corrected(state, move)) if not fault.warning)


def _where(state: Tutankhamen, who: str) -> str:
    return "pyramid" if state.at_finish(who) else "path" if state.pos[who] else "start"


def edits(state: Tutankhamen) -> tuple[Edit, ...]:
    """Everything of the position that the table may put right."""
    if state.end:
        return ()
    match, rules = state.match, state.match.rules
    found: list[Edit] = []
    for who in state.seats:
        name = seat(who)
        if rules.down:
            n, most = state.remaining(who), rules.start_points
            label = T("{who}: points to go", who=name)
            found.append(Edit(f"points:{who}", label, n, low=most - MOST_POINTS, high=most))
        else:
            label = T("{who}: points", who=name)
            found.append(Edit(f"points:{who}", label, state.points[who], low=0, high=MOST_POINTS))
        if match.recorded:
            label = T("{who}: pawn (0 start, {finish} pyramid)", who=name, finish=match.finish)
            found.append(Edit(f"pawn:{who}", label, state.pos[who], low=0, high=match.finish))
        else:
            label = T("{who}: where the pawn is", who=name)
            found.append(Edit(f"pawn:{who}", label, _where(state, who), PAWN_PLACES))
    places = tuple((who, T("{who}", who=seat(who))) for who in state.seats)
    movers = tuple(place for place in places if not state.at_finish(place[0]) or place[0] == state.turn)
    found.append(Edit("turn", T("Whose turn it is"), state.turn, movers))
    if match.mask:
        where = ((PYRAMID, T("on the pyramid")), *places, (OUT, T("out of play")))
        found.append(Edit("mask", T("Where the mask is"), state.mask, where))
    alive = [tile for tile in match.ids if tile not in state.scored]
    for who in state.seats:
        for tile in alive:
            label = T("{who}: {kind}", who=seat(who), kind=match.titles[tile])
            if tile != COIN:
                found.append(Edit(f"hold:{who}:{tile}", label, state.held[who][tile], low=0, high=match.present[tile]))
    if match.recorded:
        kinds = tuple((tile, T("{kind}", kind=match.titles[tile])) for tile in alive)
        contents = ((EMPTY, T("empty")), *kinds)
        for slot, tile in enumerate(state.path, 1):
            found.append(Edit(f"slot:{slot}", T("Slot {slot}", slot=slot), tile, contents))
    else:
        for tile in alive:
            label = T("{kind}: left in the path", kind=match.titles[tile])
            found.append(Edit(f"left:{tile}", label, state.left[tile], low=0, high=match.present[tile]))
    for tile in alive:
        label = T("{kind}: tiles in the box", kind=match.titles[tile])
        most = match.kind[tile].value if tile in match.kind else match.present[tile]
        found.append(Edit(f"present:{tile}", label, match.present[tile], low=0, high=most))
    return tuple(found)


def correction(state: Tutankhamen, values: Mapping[str, str | int]) -> Correct:
    """The move that changes `values` (by edit id). Raises InputError for an id that is not among `edits`."""
    known = {edit.id: edit for edit in edits(state)}
    slots: dict[str, str] = {}
    held: dict[str, dict[str, int]] = {}
    numbers: dict[str, dict[str, int]] = {"points": {}, "pawn": {}, "left": {}, "present": {}}
    words: dict[str, str] = {}
    for key, value in values.items():
        edit = known.get(key)
        if edit is None or (type(value) is not str if edit.values else type(value) is not int):
            raise InputError(T("“{key}” can't be corrected here. Choose one of the values shown.", key=key[:40]))
        what, _, where = key.partition(":")
        if isinstance(value, str):
            if what == "slot":
                slots[where] = value
            elif what == "pawn":
                numbers["pawn"][where] = {"start": 0, "path": 1}.get(value, state.match.finish)
            else:
                words[what] = value
        elif what == "hold":
            who, _, tile = where.partition(":")
            held.setdefault(who, {})[tile] = value
        elif what == "points" and state.match.rules.down:
            numbers["points"][where] = state.match.rules.start_points - value
        else:
            numbers[what][where] = value
    return Correct(
        TABLE,
        slots=slots,
        held=held,
        points=numbers["points"],
        pawns=numbers["pawn"],
        left=numbers["left"],
        present=numbers["present"],
        mask=words.get("mask"),
        turn=words.get("turn"),
    )
