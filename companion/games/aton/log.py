"""Moves of Aton in words, for the log."""

from __future__ import annotations

from companion.engine.game import Move
from companion.engine.text import TN, SeatName, T, Text, seat
from companion.games.aton import rules
from companion.games.aton.moves import (
    Coin,
    Correct,
    Exchange,
    Leave,
    Place,
    PlaceAll,
    Ready,
    Remove,
    RemoveAll,
    Reveal,
    Stop,
    Thin,
    ThinAll,
    Thrown,
    TieDraw,
    TurnedUp,
    Unready,
)
from companion.games.aton.position import AtonState


def say_move(before: AtonState, move: Move) -> Text:
    """An accepted move in words. Raises LookupError for a move that is never accepted."""
    who = seat(move.by)
    match move:
        case Ready():
            return T("{who} is ready", who=who)
        case Unready():
            return T("{who} takes the row back", who=who)
        case Exchange():
            return T("{who} exchanges all four cards", who=who)
        case TurnedUp():
            return T("{who} turned the row up too early", who=who)
        case Thrown(cards=cards):
            return T("{who} threw {cards}", who=who, cards=cards)
        case Reveal(cards=cards):
            return T("{who} reveals {cards}", who=who, cards=cards)
        case TieDraw(red=red, blue=blue):
            return T(
                "Drawn for the order: {one} by {red}, {two} by {blue}",
                one=red,
                red=seat("red"),
                two=blue,
                blue=seat("blue"),
            )
        case Coin(first=first):
            return T("The coin says {who}", who=seat(first))
        case Place(space=space) | PlaceAll(spaces=(space,)):
            return T("{who} places a counter on {space}", who=who, space=space)
        case PlaceAll(spaces=()):
            return T("{who} finds no free space", who=who)
        case PlaceAll(spaces=spaces):
            return T("{who} places counters on {spaces}", who=who, spaces=spaces)
        case Remove(space=space) | RemoveAll(spaces=(space,)):
            return T("{who} removes the counter of {owner} on {space}", who=who, owner=_owner(before), space=space)
        case RemoveAll(spaces=spaces):
            return T("{who} removes counters of {owner} on {spaces}", who=who, owner=_owner(before), spaces=spaces)
        case Thin(space=space) | ThinAll(spaces=(space,)):
            return T("{who} takes a counter home from {space}", who=who, space=space)
        case ThinAll(spaces=spaces):
            return T("{who} takes counters home from {spaces}", who=who, spaces=spaces)
        case Correct():
            return T("The table corrects: {changes}", changes=tuple(_changes(move)))
        case Leave(outcome=outcome):
            return leaving(move.by, outcome)
        case Stop():
            return T("Both agree to stop")
    raise LookupError(f"no words for {type(move).__name__}")


def leaving(name: str, outcome: str) -> Text:
    """A player leaves, and what becomes of the game."""
    who = seat(name)
    if outcome == "save":
        return T("{who} leaves: keep the game for another day", who=who)
    if outcome == "opponent_wins":
        return T("{who} leaves: the other player wins", who=who)
    return T("{who} leaves: no result", who=who)


def _owner(before: AtonState) -> SeatName:
    _, whose = rules.removal_of(before, before.active)
    return seat(before.seats[whose])


def _changes(move: Correct) -> list[Text]:
    found = [
        T("{space} is empty", space=space) if owner is None else T("{who} on {space}", who=seat(owner), space=space)
        for space, owner in move.board.items()
    ]
    found += [T("{who} has {n} in the Dead", who=seat(name), n=n) for name, n in move.dead.items()]
    found += [TN("{who} has {n} point", "{who} has {n} points", n, who=seat(name)) for name, n in move.scores.items()]
    found += [
        T("{who} holds the exchange token", who=seat(name))
        if held
        else T("{who} has no exchange token", who=seat(name))
        for name, held in move.tokens.items()
    ]
    return found
