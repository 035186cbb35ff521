"""What the game waits for, in words and with everything that can be tapped (spec tutankhamen 4)."""

from __future__ import annotations

from companion.engine.game import Choice, Decision, Move
from companion.engine.text import T, Text, seat
from companion.games.tutankhamen.catalogue import COIN
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
    Take,
    TakeKind,
)
from companion.games.tutankhamen.rules import incident_moves, legal_moves
from companion.games.tutankhamen.state import PYRAMID, Tutankhamen


def _take(state: Tutankhamen, move: Take | TakeKind) -> Choice:
    match = state.match
    recorded = isinstance(move, Take)
    tile = state.path[move.slot - 1] if isinstance(move, Take) else move.kind
    label = match.labels[tile]
    if isinstance(move, Take):
        words = T("Slot {slot}: {kind}", slot=move.slot, kind=label)
        targets = (f"slot:{move.slot}",)
    else:
        words = T("{kind}", kind=label)
        targets = (f"set:{tile}",)
    if tile == COIN:
        told = T("Take {kind}: use it now or never", kind=label)
    else:
        n = state.held[move.by][tile] + 1
        told = T("Take {kind}, {n} of {all}", kind=label, n=n, all=match.present[tile])
    return Choice(move, words, targets, told) if recorded or tile else Choice(move, words, targets)


def choice(state: Tutankhamen, move: Move) -> Choice:
    """A legal move as the screen offers it."""
    titles = state.match.titles
    match move:
        case Take() | TakeKind():
            return _take(state, move)
        case Finish():
            text = T("To the pyramid: mask") if state.mask == PYRAMID else T("To the pyramid")
            return Choice(move, text, ("finish",), text)
        case Steal(kind=tile, victim=victim):
            text = T("{kind} from {who}", kind=titles[tile], who=seat(victim))
            told = T("Take {kind} from {who}, who scores 1", kind=titles[tile], who=seat(victim))
            return Choice(move, text, (f"hold:{victim}:{tile}",), told)
        case Decline():
            return Choice(move, T("Take nothing"), (), T("Take nothing: the coin tile goes out"), seat_key=True)
        case Mask(use=use):
            return Choice(move, T("Use the mask now") if use else T("Keep the mask"), seat_key=not use)
        case Pharaoh(add=add):
            return Choice(move, T("Add a pharaoh") if add else T("Add none"), seat_key=not add)
        case ClearKind(kind=tile):
            text = T("{kind}", kind=state.match.labels[tile])
            return Choice(move, text, (f"set:{tile}",), T("Out of play: {kind}", kind=titles[tile]))
        case Cleared():
            return Choice(move, T("No more tiles behind"))
        case Leave(by=who):
            return Choice(move, T("{who} leaves the game", who=seat(who)), (), _leaving(state, who))
        case Forget():
            told = T("The game goes on without a recorded path: you name every tile by its kind.")
            return Choice(move, T("Nobody knows the path any more"), (), told)
        case FinishNow():
            told = T("The game ends here, with the points as they are.")
            return Choice(move, T("Every set is scored: finish now"), (), told)
    told = T("The game ends here. Whoever is in the lead now wins.")
    return Choice(move, T("Stop the game here"), (), told)


def _leaving(state: Tutankhamen, who: str) -> Text:
    """What it means that `who` leaves (spec 10.1)."""
    if state.match.rules.leaver_tiles == "out":
        return T("{who} can't win any more. All tiles and pharaohs of this player go out of play.", who=seat(who))
    return T("{who} can't win any more. The tiles stay and keep their rank.", who=seat(who))


def incidents(state: Tutankhamen) -> tuple[Choice, ...]:
    """What the menu offers beside the decision."""
    return tuple(choice(state, move) for move in incident_moves(state))


def decision(state: Tutankhamen) -> Decision:
    """Who is asked what now."""
    stage = state.stage
    if stage == "over":
        return Decision("over", T("The game is over."), rule="over")
    choices = tuple(choice(state, move) for move in legal_moves(state))
    asked = state.asked
    return Decision(
        id=stage,
        prompt=_prompt(state),
        seats=() if asked is None else (asked,),
        choices=choices,
        consequence=stage in ("move", "coin", "clear"),
        forced=len(choices) == 1,
        rule=stage,
    )


def _prompt(state: Tutankhamen) -> Text:
    stage, who = state.stage, seat(state.asked or state.turn)
    if stage == "coin":
        if state.match.rules.coin_mandatory:
            return T("{who}, take a tile with the coin, now.", who=who)
        return T("{who}, take a tile with the coin, now or never.", who=who)
    if stage == "clear":
        if all(state.at_finish(s) for s in state.seats):
            return T("Name the last tiles, one by one from the start of the path.")
        return T("Which tile lies behind the last pawn?")
    if state.scoring is not None:
        kind = state.match.labels[state.scoring.kind]
        if stage == "mask":
            return T("{kind} is scored. {who}, do you use the mask?", kind=kind, who=who)
        return T("{kind} is tied. {who}, do you add a pharaoh?", kind=kind, who=who)
    recorded = state.match.recorded
    if not (any(state.path[state.pos[state.turn] :]) if recorded else any(state.left.values())):
        return T("{who}, no tile is ahead: go to the pyramid.", who=who)
    if not recorded:
        return T("{who}, which tile do you take?", who=who)
    return T("{who}, take any tile ahead of your pawn.", who=who)
