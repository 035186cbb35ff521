"""Moves in words for the log, and how the real table should look (spec tutankhamen 2.4, 3)."""

from __future__ import annotations

from companion.engine.game import Move
from companion.engine.text import T, Text, Value, seat
from companion.games.tutankhamen.catalogue import PHARAOH
from companion.games.tutankhamen.moves import (
    Cleared,
    ClearKind,
    Correct,
    Decline,
    Finish,
    FinishNow,
    Leave,
    Mask,
    Pass,
    Pharaoh,
    Steal,
    Stop,
    Take,
    TakeKind,
)
from companion.games.tutankhamen.state import EMPTY, OUT, PYRAMID, Tutankhamen

ROW = 8


def say_move(before: Tutankhamen, move: Move) -> Text:
    """`move`, made in the position `before`, as a sentence of the log."""
    who, titles = seat(move.by), before.match.titles
    kind: Value = titles[before.scoring.kind] if before.scoring is not None else ""
    match move:
        case Take(slot=slot):
            tile = before.path[slot - 1] if 1 <= slot <= len(before.path) else EMPTY
            if tile == EMPTY:
                return T("{who} goes to slot {slot}", who=who, slot=slot)
            return T("{who} goes to slot {slot}: {kind}", who=who, slot=slot, kind=before.match.labels[tile])
        case TakeKind(kind=tile):
            return T("{who} takes {kind}", who=who, kind=titles.get(tile, tile))
        case Finish():
            return T("{who} goes to the pyramid", who=who)
        case Pass():
            return T("{who} passes", who=who)
        case Steal(kind=tile, victim=victim):
            return T(
                "{who}'s coin takes {kind} from {victim}", who=who, kind=titles.get(tile, tile), victim=seat(victim)
            )
        case Decline():
            return T("{who} doesn't use the coin tile", who=who)
        case Mask(use=use):
            if use:
                return T("{who} uses the mask on {kind}", who=who, kind=kind)
            return T("{who} keeps the mask", who=who)
        case Pharaoh(add=add):
            if add:
                return T("{who} adds a pharaoh to {kind}", who=who, kind=kind)
            return T("{who} adds no pharaoh", who=who)
        case ClearKind(kind=tile):
            return T("{kind} is cleared", kind=titles.get(tile, tile))
        case Cleared():
            return T("No more tiles behind the last pawn")
        case Leave():
            return T("{who} leaves the game", who=who)
        case Stop():
            return T("The table stops the game")
        case FinishNow():
            return T("Everybody agrees to finish")
        case Correct():
            return T("The table puts the position right")
    raise TypeError(f"not a move of this game: {move!r}")


def _tiles(state: Tutankhamen, who: str) -> tuple[Value, ...]:
    titles = state.match.titles
    return tuple(T("{n} × {kind}", n=n, kind=titles[tile]) for tile, n in state.held[who].items() if n)


def _pawn(state: Tutankhamen, who: str) -> Text:
    slot = state.pos[who]
    if slot == 0:
        return T("{who}'s pawn: at the start", who=seat(who))
    if slot == state.match.finish:
        return T("{who}'s pawn: at the pyramid", who=seat(who))
    if not state.match.recorded:
        return T("{who}'s pawn: on the path", who=seat(who))
    return T("{who}'s pawn: in slot {slot}", who=seat(who), slot=slot)


def _points(state: Tutankhamen, who: str) -> Text:
    if state.match.rules.down:
        return T("{who}: {n} to go", who=seat(who), n=state.remaining(who))
    return T("{who}: {n} points", who=seat(who), n=state.points[who])


def _mask(state: Tutankhamen) -> Text:
    if state.mask == PYRAMID:
        return T("The mask lies on the pyramid")
    if state.mask == OUT:
        return T("The mask is out of play")
    return T("{who} has the mask", who=seat(state.mask))


def lay_out(state: Tutankhamen) -> tuple[Text, ...]:
    """How the table should look, as a check-list."""
    titles, made = state.match.titles, []
    laid = [(slot, tile) for slot, tile in enumerate(state.path, 1) if tile != EMPTY]
    for at in range(0, len(laid), ROW):
        row = tuple(T("{slot} {kind}", slot=slot, kind=titles[tile]) for slot, tile in laid[at : at + ROW])
        made.append(T("In the path: {tiles}", tiles=row))
    if not state.match.recorded:
        row = tuple(T("{n} × {kind}", n=n, kind=titles[tile]) for tile, n in state.left.items() if n)
        made.append(T("In the path: {tiles}", tiles=row) if row else T("The path is empty"))
    for who in state.seats:
        made.append(_pawn(state, who))
        tiles = _tiles(state, who)
        made.append(
            T("{who} has {tiles}", who=seat(who), tiles=tiles) if tiles else T("{who} has no tiles", who=seat(who))
        )
        made.append(_points(state, who))
    if state.match.mask:
        made.append(_mask(state))
    if state.scoring is not None:
        for who, n in state.scoring.pharaohs.items():
            made.append(T("{who} has added {n} × {kind}", who=seat(who), n=n, kind=titles[PHARAOH]))
    return tuple(made)


def put_back(now: Tutankhamen, then: Tutankhamen) -> tuple[Text, ...]:
    """What to do with the pieces so that a table that looks like `now` looks like `then`."""
    titles, made = now.match.titles, []
    for slot, (is_now, was) in enumerate(zip(now.path, then.path, strict=True), 1):
        if is_now == was:
            continue
        if was == EMPTY:
            made.append(T("Take {kind} out of slot {slot}", kind=titles[is_now], slot=slot))
        else:
            made.append(T("Put {kind} into slot {slot}", kind=titles[was], slot=slot))
    for tile in now.match.ids:
        if not now.match.recorded and now.left[tile] != then.left[tile]:
            text = T("{kind}: {n} in the path", kind=titles[tile], n=then.left[tile])
            made.append(text)
        for who in now.seats:
            if now.held[who][tile] != then.held[who][tile]:
                n = then.held[who][tile]
                made.append(T("{who} has {n} × {kind}", who=seat(who), n=n, kind=titles[tile]))
    for who in now.seats:
        if now.pos[who] != then.pos[who]:
            made.append(_pawn(then, who))
        if now.points[who] != then.points[who]:
            made.append(_points(then, who))
    if now.mask != then.mask:
        made.append(_mask(then))
    return tuple(made)
