"""Why a move is not allowed: the validator, written apart from the generator in `rules` (spec tutankhamen 5, 7.2)."""

from __future__ import annotations

from companion.engine.game import TABLE, Move, Refusal
from companion.engine.text import T, Text, Value, seat
from companion.games.tutankhamen.catalogue import COIN, MASK, PHARAOH
from companion.games.tutankhamen.correcting import faults, unknown_place
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
from companion.games.tutankhamen.state import EMPTY, Scoring, Stage, Tutankhamen

STEPS: dict[Stage, Text] = {
    "move": T("move a pawn"),
    "coin": T("use the coin tile"),
    "mask": T("mask, yes or no"),
    "pharaoh": T("pharaoh, yes or no"),
    "clear": T("name the cleared tiles"),
}
NEEDS: dict[type[Move], Stage] = {
    Take: "move",
    TakeKind: "move",
    Finish: "move",
    Pass: "move",
    FinishNow: "move",
    Steal: "coin",
    Decline: "coin",
    Mask: "mask",
    Pharaoh: "pharaoh",
    ClearKind: "clear",
    Cleared: "clear",
}
BY_TABLE = (ClearKind, Cleared, Stop, FinishNow, Forget, Correct)


def refuse(state: Tutankhamen, move: Move) -> Refusal | None:
    """Why `move` is not allowed now, or None."""
    if state.end:
        return Refusal("E_OVER")
    if move.by != TABLE and move.by not in state.pos:
        return Refusal("E_SEAT", {"seat": move.by[:20]})
    if isinstance(move, BY_TABLE) != (move.by == TABLE):
        return Refusal("E_BY")
    if isinstance(move, Stop):
        return None
    if isinstance(move, Leave):
        return Refusal("E_GONE", {"who": seat(move.by)}) if move.by in state.gone else None
    if isinstance(move, Forget):
        return None if state.match.recorded else Refusal("E_UNRECORDED")
    if isinstance(move, Correct):
        return _correct(state, move)
    if (wrong := _mode(state, move)) is not None:
        return wrong
    if NEEDS[type(move)] != state.stage:
        return Refusal("E_PHASE", {"step": STEPS[state.stage]})
    if isinstance(move, Pharaoh) and state.scoring is not None:
        return _pharaoh(state, state.scoring, move)
    if move.by not in (TABLE, state.asked):
        return _turn(state, move.by)
    match move:
        case Take(slot=slot):
            return _take(state, move.by, slot)
        case Pass():
            return Refusal("E_PASS")
        case Steal():
            return _steal(state, move)
        case Decline():
            return _decline(state)
        case TakeKind(kind=tile) | ClearKind(kind=tile):
            return _from_unseen_path(state, tile)
        case Cleared():
            n = sum(state.left.values())
            done = any(slot <= state.match.length for slot in state.pos.values())
            return None if done else Refusal("E_LEFT", {"n": n})
        case FinishNow():
            return _finish_now(state)
    return None


def _turn(state: Tutankhamen, by: str) -> Refusal:
    asked = state.asked
    targets = () if asked is None else (f"pawn:{asked}",)
    if by in state.gone:
        return Refusal("E_GONE", {"who": seat(by)})
    if state.stage == "move" and state.at_finish(by):
        return Refusal("E_FINISHED", {"who": seat(by)}, (f"pawn:{by}",))
    return Refusal("E_TURN", {"who": seat(asked or TABLE)}, targets)


def _mode(state: Tutankhamen, move: Move) -> Refusal | None:
    """The path is recorded or it isn't; each way has its own moves (spec 6)."""
    if state.match.recorded and isinstance(move, TakeKind | ClearKind | Cleared):
        return Refusal("E_RECORDED")
    if not state.match.recorded and isinstance(move, Take):
        return Refusal("E_UNRECORDED")
    return None


def _take(state: Tutankhamen, who: str, slot: int) -> Refusal | None:
    """Spec 5.1: forward, to a tile that is still there."""
    here = state.pos[who]
    if not 1 <= slot <= state.match.length:
        return Refusal("E_SLOT", {"n": state.match.length})
    if slot == here:
        return Refusal("E_STAY", {}, (f"pawn:{who}",))
    if slot < here:
        return Refusal("E_BACK", {"slot": here}, (f"pawn:{who}",))
    if state.path[slot - 1] == EMPTY:
        there = [other for other, place in state.pos.items() if place == slot]
        if there:
            return Refusal("E_PAWN", {"who": seat(there[0])}, (f"pawn:{there[0]}",))
        return Refusal("E_EMPTY", {"slot": slot})
    return None


def _kind(state: Tutankhamen, tile: str) -> Refusal | None:
    if tile not in state.match.present:
        return Refusal("E_KIND", {"kind": tile[:20]})
    return None


def _steal(state: Tutankhamen, move: Steal) -> Refusal | None:
    """Spec 5.3: a tile of a kind you have, not scored yet, from another player."""
    match, tile = state.match, move.kind
    if tile in (COIN, MASK):
        return Refusal("E_COIN_TILE")
    if (wrong := _kind(state, tile)) is not None:
        return wrong
    title = match.titles[tile]
    if tile == PHARAOH and not match.rules.coin_may_take_pharaoh:
        return Refusal("E_COIN_PHARAOH")
    if tile in state.scored:
        return Refusal("E_SCORED", {"kind": title}, (f"set:{tile}",))
    if move.victim == move.by:
        return Refusal("E_SELF")
    if move.victim not in state.held:
        return Refusal("E_SEAT", {"seat": move.victim[:20]})
    if not state.held[move.by][tile]:
        return Refusal("E_NONE", {"kind": title}, (f"hold:{move.by}:{tile}",))
    if not state.held[move.victim][tile]:
        return Refusal("E_VICTIM", {"who": seat(move.victim), "kind": title}, (f"hold:{move.victim}:{tile}",))
    return None


def _decline(state: Tutankhamen) -> Refusal | None:
    """Spec 5.3: the official rules make the coin tile count if it can."""
    return Refusal("E_DECLINE") if state.match.rules.coin_mandatory else None


def _pharaoh(state: Tutankhamen, scoring: Scoring, move: Pharaoh) -> Refusal | None:
    """Spec 5.4, 7.2: only who is tied, has a tile of the kind and a pharaoh left, one after another."""
    who, tile = move.by, scoring.kind
    if move.add:
        masked = scoring.mask == "used" and state.mask == who
        if not state.held[who][tile] and not masked:
            return Refusal("E_PHARAOH_TILE", {"kind": state.match.titles[tile]}, (f"set:{tile}",))
        if who not in scoring.order:
            tied: tuple[Value, ...] = tuple(seat(s) for s in scoring.order)
            return Refusal("E_PHARAOH_TIE", {"seats": tied}, tuple(f"hold:{s}:{tile}" for s in scoring.order))
        if not state.held[who][PHARAOH]:
            return Refusal("E_PHARAOH_NONE")
    return None if who == state.asked else _turn(state, who)


def _from_unseen_path(state: Tutankhamen, tile: str) -> Refusal | None:
    """Light mode: only what the counts allow (spec 6 C)."""
    if (wrong := _kind(state, tile)) is not None:
        return wrong
    if not state.left[tile]:
        return Refusal("E_NO_TILE", {"kind": state.match.titles[tile]}, (f"set:{tile}",))
    return None


def _finish_now(state: Tutankhamen) -> Refusal | None:
    open_kinds = [kind.id for kind in state.match.kinds if kind.id not in state.scored]
    if not open_kinds:
        return None
    return Refusal("E_UNSCORED", {"n": len(open_kinds)}, tuple(f"set:{kind}" for kind in open_kinds))


def _correct(state: Tutankhamen, move: Correct) -> Refusal | None:
    if move.empty:
        return Refusal("E_NOTHING")
    if (text := unknown_place(state, move)) is not None:
        return Refusal("E_CORRECT", {"fault": text})
    found = faults(state, move)
    return Refusal("E_CORRECT", {"fault": found[0].text}, found[0].targets) if found else None
