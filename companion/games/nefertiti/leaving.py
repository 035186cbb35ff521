"""A player leaves (spec nefertiti 10.1)."""

from __future__ import annotations

import msgspec

from companion.engine.game import Event
from companion.engine.text import T, seat
from companion.games.nefertiti.asking import answer
from companion.games.nefertiti.components import MARKETS
from companion.games.nefertiti.state import Nefertiti

LEAST_TO_GO_ON = 3


def leave(s: Nefertiti, who: str, events: list[Event]) -> None:
    """`who` leaves: the game is scored now, or three others play on; the switch says, or the table is asked."""
    goes_on = False
    if len(s.staying) > LEAST_TO_GO_ON:
        how = answer(s, "leaver", who)
        if how is None:
            return
        goes_on = how == "go_on"
    s.gone += (who,)
    if not goes_on:
        s.final = "left"
        events.append(Event("leave.stop", T("{who} leaves; the game is scored now", who=seat(who)), (who,)))
        return
    events.append(Event("leave.go_on", T("{who} leaves; the others play on", who=seat(who)), (who,), show=True))
    s.servants = tuple(servant for servant in s.servants if servant.seat != who)
    s.supply += s.seals[who]
    s.seals[who] = 0
    s.away += s.money[who]
    s.money[who] = 0
    _drop(s, who)


def _drop(s: Nefertiti, who: str) -> None:
    """Nothing is asked of `who` any more; a market is not checked for closing."""
    change = msgspec.structs.replace
    closing = s.closing
    if closing is not None:
        now = closing.now
        if now is not None and now.seat == who:
            closing = change(closing, now=None, taken=(), highest=closing.highest and not closing.taken)
        s.closing = change(closing, left=tuple(servant for servant in closing.left if servant.seat != who))
    s.close_all = tuple(market for market in MARKETS if market in s.close_all and s.standing(market))
    if s.late is not None and s.late.seat == who:
        s.late = None
    if s.turn == who:
        s.square = s.power = s.rolling = None
        s.placed, s.extra = True, 0
    elif s.power is not None:
        s.power = change(s.power, waits=tuple(other for other in s.power.waits if other != who), lifted="", target="")
