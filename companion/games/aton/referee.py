"""Why a move is not allowed: the validator, in the order in which the reasons are named (spec aton 5.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.engine.game import TABLE, Move, Refusal
from companion.engine.text import T, Text, Value
from companion.games.aton import rules
from companion.games.aton.audit import dead_faults, faults
from companion.games.aton.moves import (
    Bury,
    Coin,
    Correct,
    Done,
    Exchange,
    Leave,
    Place,
    PlaceAll,
    Ready,
    Remove,
    RemoveAll,
    Reveal,
    Shift,
    Stop,
    Thin,
    ThinAll,
    Thrown,
    TieDraw,
    TurnedUp,
    Unready,
)
from companion.games.aton.play import corrected
from companion.games.aton.position import AtonState, card
from companion.games.aton.words import prompt, temples_up_to

ORDER = (
    "E_OVER",
    "E_MOVE",
    "E_EXCHANGE_USED",
    "E_EXCHANGE_LATE",
    "E_TURN",
    "E_SPACE",
    "E_ROUND1",
    "E_TEMPLE",
    "E_EMPTY",
    "E_OCCUPIED",
    "E_WRONG_OWNER",
    "E_STOCK",
    "E_DEAD_EARLY",
    "E_COUNT_REMOVE",
    "E_COUNT_PLACE",
    "E_TOGETHER",
    "E_ONE_BY_ONE",
)
OF_A_STEP = frozenset({"E_EMPTY", "E_WRONG_OWNER", "E_COUNT_REMOVE", "E_TOGETHER", "E_ONE_BY_ONE"})
"""Codes of several steps: they lead to the rule of the step in which they are named."""
MOST_SCORE = 999


def refuse(state: AtonState, move: Move) -> Refusal | None:
    """Why `move` is not allowed in `state`, or None."""
    if state.phase == "over":
        return Refusal("E_OVER")
    return _REFEREES[type(move)](state, move)


def _turn(state: AtonState) -> Refusal:
    return Refusal("E_TURN", {"now": prompt(state), "step": state.phase})


# cards


def _ready(state: AtonState, move: Ready) -> Refusal | None:
    i = state.index(move.by)
    if i < 0 or state.phase != "cards" or state.sides[i].ready:
        return _turn(state)
    return None


def _unready(state: AtonState, move: Unready) -> Refusal | None:
    i = state.index(move.by)
    if i < 0 or state.phase != "cards" or not state.sides[i].ready:
        return _turn(state)
    if state.sides[i].bound or state.options["reopen_row"] == "never":
        return Refusal("E_ROW_BOUND")
    return None


def _exchange(state: AtonState, move: Exchange) -> Refusal | None:
    i = state.index(move.by)
    if i < 0:
        return _turn(state)
    if not state.sides[i].token:
        return Refusal("E_EXCHANGE_USED")
    if state.phase == "thrown":
        return _turn(state)
    if state.phase != "cards":
        return Refusal("E_EXCHANGE_LATE", {"why": T("Both rows were turned up.")})
    if state.sides[i].ready:
        final = state.sides[i].bound or state.options["reopen_row"] == "never"
        why = T("The row lies and is final.") if final else T("The row lies already: take it back first.")
        return Refusal("E_EXCHANGE_LATE", {"why": why})
    return None


def _turned_up(state: AtonState, move: TurnedUp) -> Refusal | None:
    i = state.index(move.by)
    if i < 0 or state.phase != "cards" or not state.sides[i].ready or state.sides[i].bound:
        return _turn(state)
    return None


def _values(values: Sequence[int]) -> Refusal | None:
    for value in values:
        if value not in (1, 2, 3, 4):
            shown = value if -1000 < value < 1000 else "…"
            return Refusal("E_CARD_RANGE", {"value": shown})
    return None


def _four(cards: Sequence[int]) -> Refusal | None:
    return _values(cards) or (None if len(cards) == 4 else Refusal("E_CARD_COUNT", {"n": len(cards)}))


def _thrown(state: AtonState, move: Thrown) -> Refusal | None:
    if state.phase != "thrown" or state.index(move.by) != state.active:
        return _turn(state)
    return _four(move.cards)


def _reveal(state: AtonState, move: Reveal) -> Refusal | None:
    i = state.index(move.by)
    if i < 0 or state.phase != "reveal" or state.sides[i].row is not None:
        return _turn(state)
    return _four(move.cards)


def _tie_draw(state: AtonState, move: TieDraw) -> Refusal | None:
    if state.phase != "tie_draw" or move.by != TABLE:
        return _turn(state)
    return _values((move.red, move.blue))


def _coin(state: AtonState, move: Coin) -> Refusal | None:
    if state.phase != "coin" or move.by != TABLE:
        return _turn(state)
    return None


# counters


class _Reasons:
    """Collects every reason against an act of `step` and names the first by the order of the rules."""

    def __init__(self, step: str) -> None:
        self.step = step
        self.found: dict[str, Refusal] = {}

    def add(self, code: str, targets: tuple[str, ...] = (), **params: Value) -> None:
        if code in OF_A_STEP:
            params["step"] = self.step
        self.found.setdefault(code, Refusal(code, params, targets))

    def first(self) -> Refusal | None:
        for code in ORDER:
            if code in self.found:
                return self.found[code]
        return None


def _unknown(state: AtonState, spaces: Iterable[str]) -> Refusal | None:
    for space in spaces:
        if space not in state.layout.index:
            return Refusal("E_SPACE", {"space": space[:20]})
    return None


def _whole_step(reasons: _Reasons, state: AtonState, batch: bool, owed: int) -> None:
    """One way only is done in one move; several ways are done counter by counter."""
    forced = rules.only_way(state) is not None
    if forced and not batch:
        reasons.add("E_TOGETHER")
    if batch and not forced:
        reasons.add("E_ONE_BY_ONE", owed=owed)


def _closed(reasons: _Reasons, state: AtonState, i: int, space: str) -> bool:
    value = card(state, i, 3)
    temple = state.layout.temple[state.layout.index[space]]
    if temple <= value:
        return False
    target = f"cartouche:{state.seats[i]}:3"
    reasons.add("E_TEMPLE", (target,), temple=temple, value=value, temples=temples_up_to(value))
    return True


def _to_remove(owed: int, chosen: int) -> Text:
    return T("Still to remove: {owed}. Chosen: {chosen}.", owed=owed, chosen=chosen)


def _to_thin(owed: Sequence[int]) -> tuple[Text, ...]:
    return tuple(T("{n} from temple {temple}", n=n, temple=temple) for temple, n in enumerate(owed, 1) if n)


def _removal(state: AtonState, by: str, spaces: tuple[str, ...], batch: bool) -> Refusal | None:
    i = state.index(by)
    if i != state.active or state.phase not in ("remove", "place"):
        return _turn(state)
    unknown = _unknown(state, spaces)
    if unknown:
        return unknown
    reasons = _Reasons("remove")
    number, whose = rules.removal_of(state, i)
    if state.round == 1:
        reasons.add("E_ROUND1")
    lifted: set[str] = set()
    for space in spaces:
        _closed(reasons, state, i, space)
        owner = None if space in lifted else state.owner(space)
        if owner is None:
            reasons.add("E_EMPTY", space=space)
        elif number and owner != state.seats[whose]:
            value = card(state, i, 2)
            reasons.add(
                "E_WRONG_OWNER",
                (f"cartouche:{by}:2",),
                why=T("Your card on cartouche 2 is a {value}: you remove your own counter.", value=value)
                if whose == i
                else T("Your card on cartouche 2 is a {value}: you remove the opponent's counters.", value=value),
            )
        lifted.add(space)
    target = (f"cartouche:{by}:2",)
    if state.phase == "place":
        reasons.add("E_COUNT_REMOVE", target, why=T("Nothing is left to remove. {now}", now=prompt(state)))
        return reasons.first()
    owed = rules.to_remove(state, i)
    if (batch and len(spaces) != owed) or len(spaces) > owed:
        reasons.add("E_COUNT_REMOVE", target, why=_to_remove(owed, len(spaces)))
    _whole_step(reasons, state, batch, owed)
    return reasons.first()


def _placement(state: AtonState, by: str, spaces: tuple[str, ...], batch: bool) -> Refusal | None:
    i = state.index(by)
    if i != state.active or state.phase != "place":
        return _turn(state)
    unknown = _unknown(state, spaces)
    if unknown:
        return unknown
    reasons = _Reasons("place")
    laid: set[str] = set()
    for space in spaces:
        _closed(reasons, state, i, space)
        if space in laid or state.owner(space) is not None:
            reasons.add("E_OCCUPIED", space=space)
        laid.add(space)
    stock = state.stock(i)
    owed, _ = rules.to_place(state, i)
    if len(spaces) > stock:
        reasons.add("E_STOCK", (f"stock:{by}",), stock=stock)
    if (batch and len(spaces) != owed) or len(spaces) > owed:
        reasons.add("E_COUNT_PLACE", (f"cartouche:{by}:4",), owed=owed, chosen=len(spaces))
    _whole_step(reasons, state, batch, owed)
    return reasons.first()


def _thinning(state: AtonState, by: str, spaces: tuple[str, ...], batch: bool) -> Refusal | None:
    i = state.index(by)
    if i != state.active or state.phase != "thin":
        return _turn(state)
    unknown = _unknown(state, spaces)
    if unknown:
        return unknown
    reasons = _Reasons("thin")
    owed = rules.to_thin(state, i)
    chosen = [0, 0, 0, 0]
    lifted: set[str] = set()
    for space in spaces:
        owner = None if space in lifted else state.owner(space)
        if owner is None:
            reasons.add("E_EMPTY", space=space)
        elif owner != by:
            reasons.add("E_WRONG_OWNER", why=T("After a scoring everybody takes home counters of their own."))
        lifted.add(space)
        chosen[state.layout.temple[state.layout.index[space]] - 1] += 1
    for temple, (wanted, number) in enumerate(zip(owed, chosen, strict=True), 1):
        if number > wanted or (batch and number != wanted):
            why = T(
                "Chosen from temple {temple}: {n}. Still due: {owed}.", temple=temple, n=number, owed=_to_thin(owed)
            )
            reasons.add("E_COUNT_REMOVE", why=why)
    _whole_step(reasons, state, batch, sum(owed))
    return reasons.first()


def _done(state: AtonState, move: Done) -> Refusal:
    i = state.index(move.by)
    if i == state.active:
        if state.phase == "remove":
            return Refusal("E_COUNT_REMOVE", {"why": _to_remove(rules.to_remove(state, i), 0), "step": "remove"})
        if state.phase == "place":
            owed, _ = rules.to_place(state, i)
            return Refusal("E_COUNT_PLACE", {"owed": owed, "chosen": 0}) if owed else _together(state)
        if state.phase == "thin":
            why = T("Still to take home: {owed}.", owed=_to_thin(rules.to_thin(state, i)))
            return Refusal("E_COUNT_REMOVE", {"why": why, "step": "thin"})
    return _turn(state)


def _together(state: AtonState) -> Refusal:
    return Refusal("E_TOGETHER", {"step": state.phase})


def _bury(state: AtonState, move: Bury) -> Refusal:
    i = state.index(move.by)
    if i != state.active or state.phase != "place":
        return _turn(state)
    empty = rules.empty_open(state, i)
    if empty:
        return Refusal("E_DEAD_EARLY", {"n": empty.bit_count()})
    return _together(state)


# the table


def _correct(state: AtonState, move: Correct) -> Refusal | None:
    if move.by != TABLE:
        return _turn(state)
    if state.options["late_error"] == "rewind":
        return Refusal("E_REWIND")
    unknown = _unknown(state, move.board)
    if unknown:
        return unknown
    seats = [*move.dead, *move.scores, *move.tokens, *(seat for seat in move.board.values() if seat is not None)]
    for seat in seats:
        if state.index(seat) < 0:
            return Refusal("E_CORRECT", {"why": T("There is no player “{seat}” in this game.", seat=seat[:20])})
    if any(not 0 <= score <= MOST_SCORE for score in move.scores.values()):
        return Refusal("E_CORRECT", {"why": T("A score is a number from 0 to {most}.", most=MOST_SCORE)})
    if any(not 0 <= number <= state.facts.counters for number in move.dead.values()):
        return Refusal("E_CORRECT", {"why": T("A player has {n} counters.", n=state.facts.counters)})
    after = corrected(state, move)
    if after.sides == state.sides:
        return Refusal("E_CORRECT", {"why": T("No value was changed.")})
    for fault in (*faults(after), *(dead_faults(after) if move.dead else ())):
        return Refusal("E_CORRECT", {"why": fault.text}, fault.targets)
    return None


def _leave(state: AtonState, move: Leave) -> Refusal | None:
    if state.index(move.by) < 0:
        return _turn(state)
    if move.outcome not in leave_outcomes(state):
        return Refusal("E_LEAVE")
    return None


def leave_outcomes(state: AtonState) -> tuple[str, ...]:
    """What may happen when a player leaves, by the table's switch."""
    agreed = state.options["abandon"]
    return ("save", "opponent_wins") if agreed == "ask" else (str(agreed),)


def _stop(state: AtonState, move: Stop) -> Refusal | None:
    return None if move.by == TABLE else _turn(state)


_REFEREES: dict[type[Move], Callable[[AtonState, Any], Refusal | None]] = {
    Ready: _ready,
    Unready: _unready,
    Exchange: _exchange,
    Thrown: _thrown,
    TurnedUp: _turned_up,
    Reveal: _reveal,
    TieDraw: _tie_draw,
    Coin: _coin,
    Remove: lambda state, move: _removal(state, move.by, (move.space,), False),
    RemoveAll: lambda state, move: _removal(state, move.by, move.spaces, True),
    Place: lambda state, move: _placement(state, move.by, (move.space,), False),
    PlaceAll: lambda state, move: _placement(state, move.by, move.spaces, True),
    Thin: lambda state, move: _thinning(state, move.by, (move.space,), False),
    ThinAll: lambda state, move: _thinning(state, move.by, move.spaces, True),
    Done: _done,
    Shift: lambda state, move: Refusal("E_MOVE"),
    Bury: _bury,
    Correct: _correct,
    Leave: _leave,
    Stop: _stop,
}
