"""Which moves are allowed: the generator, written apart from the validator in `refusals` (spec tutankhamen 5)."""

from __future__ import annotations

from functools import lru_cache

from companion.engine.game import TABLE, Move
from companion.games.tutankhamen.catalogue import PHARAOH
from companion.games.tutankhamen.moves import (
    Cleared,
    ClearKind,
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
from companion.games.tutankhamen.scoring import contested, mask_matters
from companion.games.tutankhamen.state import Tutankhamen


@lru_cache(maxsize=64)
def _takes(seat: str, length: int) -> tuple[Take, ...]:
    return tuple(Take(seat, slot) for slot in range(1, length + 1))


def thefts(state: Tutankhamen, thief: str) -> list[tuple[str, str]]:
    """Kind and victim of every theft open to `thief` with a coin tile, in the order of the catalogue (spec 5.3)."""
    mine, others = state.held[thief], state.clockwise(thief)[1:]
    kinds = [kind.id for kind in state.match.kinds if mine[kind.id]]
    if mine[PHARAOH] and state.match.rules.coin_may_take_pharaoh:
        kinds.append(PHARAOH)
    return [(kind, victim) for kind in kinds for victim in others if state.held[victim][kind]]


def counts(state: Tutankhamen, kind: str, masked: bool = False) -> dict[str, int]:
    """Tiles of `kind` by seat, in clockwise order from the seat to move; `masked` adds the mask of its holder."""
    found = {seat: state.held[seat][kind] for seat in state.clockwise(state.turn)}
    if masked and state.mask in found:
        found[state.mask] += 1
    return found


def stock(state: Tutankhamen) -> dict[str, int]:
    """Pharaohs that each seat can still add to the set being scored; none for who has left (spec 10.1).

    Pharaohs that were added lie with the set, no longer in front of their seat.
    """
    return {seat: 0 if seat in state.gone else tiles[PHARAOH] for seat, tiles in state.held.items()}


def mask_asked(state: Tutankhamen, kind: str) -> bool:
    """Whether somebody holds the mask and using it on `kind` could change anything (spec 9)."""
    if state.mask not in state.pos or state.mask in state.gone:
        return False
    rules = state.match.rules
    value = state.match.kind[kind].value
    return mask_matters(
        value, counts(state, kind), state.mask, stock(state), rules.tie_first_3plus, rules.half_rounding
    )


def group(state: Tutankhamen, kind: str, masked: bool) -> tuple[str, ...]:
    """The contested group of a scoring in the order it is asked for pharaohs (spec 7.2 steps 2 and 3)."""
    return contested(counts(state, kind, masked))


def legal_moves(state: Tutankhamen) -> list[Move]:
    """Every move that answers what the game waits for."""
    stage, match, turn = state.stage, state.match, state.turn
    if stage == "move":
        if match.recorded:
            takes, path = _takes(turn, match.length), state.path
            moves: list[Move] = [takes[i] for i in range(state.pos[turn], match.length) if path[i]]
        else:
            moves = [TakeKind(turn, tile) for tile in match.ids if state.left[tile]]
        moves.append(Finish(turn))
        return moves
    if stage == "coin":
        moves = [Steal(turn, kind, victim) for kind, victim in thefts(state, turn)]
        if not match.rules.coin_mandatory:
            moves.append(Decline(turn))
        return moves
    if stage == "mask":
        return [Mask(state.mask, True), Mask(state.mask, False)]
    if stage == "pharaoh":
        asked = state.asked or turn
        return [Pharaoh(asked, True), Pharaoh(asked, False)]
    if stage == "clear":
        moves = [ClearKind(TABLE, tile) for tile in match.ids if state.left[tile]]
        if not all(state.at_finish(seat) for seat in state.seats):
            moves.append(Cleared(TABLE))
        return moves
    return []


def incident_moves(state: Tutankhamen) -> list[Move]:
    """Moves outside the decision: leaving, stopping, finishing by agreement, giving the path up (spec 4, 10.1)."""
    if state.end:
        return []
    moves: list[Move] = [Leave(seat) for seat in state.seats if seat not in state.gone]
    if state.stage == "move" and len(state.scored) == len(state.match.kinds):
        moves.append(FinishNow(TABLE))
    if state.match.recorded:
        moves.append(Forget(TABLE))
    return [*moves, Stop(TABLE)]
