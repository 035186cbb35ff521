"""Carrying out an allowed move (spec tutankhamen 4, 5, 10.1)."""

from __future__ import annotations

import msgspec

from companion.engine.game import Event, Move, Played
from companion.engine.text import T, seat
from companion.games.tutankhamen.catalogue import COIN, PHARAOH
from companion.games.tutankhamen.correcting import corrected
from companion.games.tutankhamen.ending import outcome
from companion.games.tutankhamen.flow import Events, begin, check_end, remove, run_on, spend_coin
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
    Pharaoh,
    Steal,
    Stop,
    Take,
    TakeKind,
)
from companion.games.tutankhamen.state import EMPTY, OUT, PYRAMID, Tutankhamen


def apply(state: Tutankhamen, move: Move) -> Played[Tutankhamen]:
    """The position after an allowed move, and what it caused in order."""
    events: Events = []
    if isinstance(move, Correct):
        s = corrected(state, move)
        events.append(Event("correct", T("The table puts the position right.")))
        check_end(s)
    else:
        s = state.twin()
        _carry_out(s, move, events)
    s.n = state.n + 1
    run_on(s, events)
    result = outcome(s)
    if result is not None:
        events.append(Event("end", result.text, result.winners, show=True))
    return Played(s, tuple(events))


def _carry_out(s: Tutankhamen, move: Move, events: Events) -> None:
    match move:
        case Take(by=who, slot=slot):
            tile = s.path[slot - 1]
            s.path[slot - 1] = EMPTY
            s.pos[who] = slot
            _take(s, who, tile, f"slot:{slot}", events)
        case TakeKind(by=who, kind=tile):
            s.pos[who] = 1
            _take(s, who, tile, f"set:{tile}", events)
            s.clearing = all(s.pos.values())
        case Finish(by=who):
            s.pos[who] = s.match.finish
            s.moved = True
            _reach(s, who, events)
            s.clearing = not s.match.recorded and all(s.pos.values())
        case Steal():
            _steal(s, move, events)
        case Decline(by=who):
            spend_coin(s)
            events.append(
                Event("coin", T("{who} takes no tile; the coin tile goes out of play", who=seat(who)), (who,))
            )
        case Mask(by=who, use=use):
            _answer_mask(s, who, use, events)
        case Pharaoh(by=who, add=add):
            _answer_pharaoh(s, who, add, events)
        case ClearKind(kind=tile):
            remove(s, tile, f"set:{tile}", events)
        case Cleared():
            s.clearing = False
        case Leave(by=who):
            _leave(s, who, events)
        case Forget():
            _forget(s, events)
        case Stop():
            s.end = "stopped"
        case FinishNow():
            s.end = "agreed"
        case _:
            raise TypeError(f"not a move of this game: {move!r}")


def _take(s: Tutankhamen, who: str, tile: str, target: str, events: Events) -> None:
    """T2 and T3 (spec 4)."""
    held = s.held[who]
    held[tile] += 1
    s.left[tile] -= 1
    s.moved = True
    if tile == COIN:
        text = T("{who} takes a coin tile", who=seat(who))
    else:
        text = T("{who} takes {kind} and has {n} now", who=seat(who), kind=s.match.labels[tile], n=held[tile])
    events.append(Event("take", text, (who,), (target, f"pawn:{who}", f"hold:{who}:{tile}")))
    if tile == COIN:
        s.coin = True
    elif tile != PHARAOH and not s.left[tile]:
        s.due += (tile,)


def _reach(s: Tutankhamen, who: str, events: Events) -> None:
    if s.mask == PYRAMID:
        s.mask = who
        text = T("{who} is first at the pyramid and takes the mask", who=seat(who))
    else:
        text = T("{who} is at the pyramid", who=seat(who))
    events.append(Event("finish", text, (who,), ("finish", f"pawn:{who}")))


def _steal(s: Tutankhamen, move: Steal, events: Events) -> None:
    """C2 and C3: the tile moves, its owner scores 1, the coin tile is spent (spec 5.3)."""
    who, victim, tile = move.by, move.victim, move.kind
    s.held[victim][tile] -= 1
    s.held[who][tile] += 1
    s.points[victim] += 1
    spend_coin(s)
    text = T(
        "{who} takes {kind} from {victim}, who scores 1", who=seat(who), kind=s.match.titles[tile], victim=seat(victim)
    )
    targets = (f"hold:{victim}:{tile}", f"hold:{who}:{tile}")
    events.append(Event("steal", text, (who, victim), targets, {victim: 1}))
    check_end(s)


def _answer_mask(s: Tutankhamen, who: str, use: bool, events: Events) -> None:
    if s.scoring is None:
        raise ValueError("no set is being scored")
    kind = s.match.titles[s.scoring.kind]
    if use:
        text = T("{who} uses the mask as one more {kind}", who=seat(who), kind=kind)
    else:
        text = T("{who} keeps the mask", who=seat(who))
    events.append(Event("mask", text, (who,), (f"set:{s.scoring.kind}",)))
    s.scoring = begin(s, s.scoring, use)


def _answer_pharaoh(s: Tutankhamen, who: str, add: bool, events: Events) -> None:
    scoring = s.scoring
    if scoring is None:
        raise ValueError("no set is being scored")
    pharaohs = scoring.pharaohs
    if add:
        s.held[who][PHARAOH] -= 1
        pharaohs = {**pharaohs, who: pharaohs.get(who, 0) + 1}
        text = T("{who} adds a pharaoh to {kind}", who=seat(who), kind=s.match.titles[scoring.kind])
    else:
        text = T("{who} adds no pharaoh", who=seat(who))
    events.append(Event("pharaoh", text, (who,), (f"set:{scoring.kind}",)))
    s.scoring = msgspec.structs.replace(scoring, at=scoring.at + 1, added=scoring.added or add, pharaohs=pharaohs)


def _forget(s: Tutankhamen, events: Events) -> None:
    """Counts are all that is left of the path; what is still to be cleared in this turn is named by the table."""
    s.match = msgspec.structs.replace(s.match, recorded=False)
    s.path = []
    for who, slot in s.pos.items():
        s.pos[who] = min(slot, 1) if slot <= s.match.length else slot
    s.clearing = s.moved and all(s.pos.values())
    events.append(Event("forget_path", T("The game goes on without a recorded path.")))


def _leave(s: Tutankhamen, who: str, events: Events) -> None:
    """The pawn stands at the pyramid without the mask; the tiles stay or go (spec 10.1).

    A set that is being scored already is scored to its end with the tiles that were in it.
    """
    s.gone += (who,)
    s.pos[who] = s.match.finish
    events.append(Event("leave", T("{who} leaves the game", who=seat(who)), (who,), (f"pawn:{who}",)))
    if s.coin and who == s.turn:
        spend_coin(s)
    if s.match.rules.leaver_tiles == "out":
        tiles = s.held[who]
        kept = s.scoring.kind if s.scoring is not None else ""
        for tile, n in tiles.items():
            if n and tile != kept:
                s.out[tile] += n
                tiles[tile] = 0
        if s.mask == who and not (s.scoring is not None and s.scoring.mask == "used"):
            s.mask = OUT
    s.clearing = not s.match.recorded and all(s.pos.values())
    if len(s.seats) - len(s.gone) == 1:
        s.end = "alone"
