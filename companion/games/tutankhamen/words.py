"""Moves in words for the log, and how the real table should look (spec tutankhamen 2.4, 3)."""

from __future__ import annotations

from companion.engine.game import Move
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.tutankhamen.catalogue import PHARAOH
from companion.games.tutankhamen.moves import (
    Cleared,
    ClearKind,
    Correct,
    Decline,
    Finish,
    FinishNow,
    Forget,
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
        case Forget():
            return T("The table plays on without a recorded path")
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
    rules = state.match.rules
    if rules.direction == "coins":
        return TN("{who} has {n} coin", "{who} has {n} coins", max(state.remaining(who), 0), who=seat(who))
    if rules.down:
        return T("{who}: {n} to go", who=seat(who), n=state.remaining(who))
    return TN("{who}: {n} point", "{who}: {n} points", state.points[who], who=seat(who))


def _mask(state: Tutankhamen) -> Text:
    if state.mask == PYRAMID:
        return T("The mask lies on the pyramid")
    if state.mask == OUT:
        return T("The mask is out of play")
    return T("{who} has the mask", who=seat(state.mask))


def _path(state: Tutankhamen) -> list[Text]:
    """Every tile of the path by its slot, or how many there are of each kind where the path is not recorded."""
    if not state.match.recorded:
        row = tuple(T("{n} × {kind}", n=n, kind=state.match.titles[tile]) for tile, n in state.left.items() if n)
        return [T("In the path: {tiles}", tiles=row) if row else T("The path is empty")]
    names = state.match.numbered
    laid = [T("{slot} ({kind})", slot=i, kind=names[tile]) for i, tile in enumerate(state.path, 1) if tile != EMPTY]
    rows = [tuple(laid[at : at + ROW]) for at in range(0, len(laid), ROW)]
    return [T("In the path: {tiles}", tiles=row) for row in rows] or [T("The path is empty")]


def lay_out(state: Tutankhamen) -> tuple[Text, ...]:
    """How the table should look, as a check-list."""
    titles, made = state.match.titles, _path(state)
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
    titles, names, forgotten = now.match.titles, now.match.numbered, now.match.recorded != then.match.recorded
    made = _path(then) if forgotten else []
    for slot, (is_now, was) in enumerate(() if forgotten else zip(now.path, then.path, strict=True), 1):
        if is_now == was:
            continue
        if was == EMPTY:
            made.append(T("Take {kind} out of slot {slot}", kind=names[is_now], slot=slot))
        elif is_now == EMPTY:
            made.append(T("Put {kind} into slot {slot}", kind=names[was], slot=slot))
        else:
            made.append(T("Put {kind} into slot {slot} for {other}", kind=names[was], slot=slot, other=names[is_now]))
    for tile in now.match.ids:
        if not forgotten and not now.match.recorded and now.left[tile] != then.left[tile]:
            text = T("{kind}: {n} in the path", kind=titles[tile], n=then.left[tile])
            made.append(text)
        for who in now.seats:
            n = then.held[who][tile]
            if now.held[who][tile] == n:
                continue
            if n:
                made.append(T("{who} has {n} × {kind}", who=seat(who), n=n, kind=titles[tile]))
            else:
                made.append(T("{who} has no {kind}", who=seat(who), kind=titles[tile]))
    for who in now.seats:
        if now.pos[who] != then.pos[who]:
            made.append(_pawn(then, who))
        if now.points[who] != then.points[who]:
            made.append(_points(then, who))
    if now.mask != then.mask:
        made.append(_mask(then))
    return tuple(made)
