"""Positions for the tests of Nefertiti, on fixture halves that are printed nowhere.

FX-A lies on GIZ-L (and GIZ-R, ABU-R, LOU-R), FX-B on AKH-L (and AKH-R), FX-C on ABU-L; LOU-L is closed by the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.box import Box
from companion.engine.game import Event, Move
from companion.games.nefertiti import GAME
from companion.games.nefertiti.setup import NefertitiSetup
from companion.games.nefertiti.state import Match, Nefertiti, Servant, no_cards

SEATS = ("red", "blue", "green", "black")
OPENING = (
    "gold",
    "harp",
    "harp",
    "chair",
    "mirror",
    "harp",
    "chair",
    "senet1",
    "statuette",
    "chair",
    "harp",
    "necklace",
)


def square(name: str, bid: int, icons: Sequence[str] = (), adj: Sequence[str] = ()) -> dict[str, Any]:
    """A square as the box keeps it."""
    return {"id": name, "bid": bid, "icons": list(icons), "adj": list(adj), "at": None}


FX_A = [square(f"a{n}", n, ["COIN"] if n == 4 else []) for n in range(1, 10)]
FX_B = [square(f"b{n}", n, ["COIN"] if n == 2 else []) for n in range(7)]
BESIDE = {1: [2], 2: [1, 3], 3: [2, 4, 6], 4: [3, 5], 5: [4], 6: [3]}
FX_C = [square(f"c{n}", n, adj=[f"c{m}" for m in BESIDE[n]]) for n in range(1, 7)]


def half(name: str, squares: list[dict[str, Any]], rule: str, **numbers: Any) -> dict[str, Any]:
    """The facts of a half that is known whole."""
    facts = {f"half.{name}.squares": squares, f"half.{name}.complete": True, f"half.{name}.rule": rule}
    return facts | {f"half.{name}.{key}": value for key, value in numbers.items()}


FIXTURES: dict[str, Any] = {
    **half("GIZ-L", FX_A, "SUM_GE", n=17),
    **half("GIZ-R", FX_A, "SUM_GE", n=17),
    **half("ABU-R", FX_A, "SUM_GE", n=17),
    **half("LOU-R", FX_A, "SUM_GE", n=17),
    **half("AKH-L", FX_B, "COLOURS_OR_TOTAL", colours=3, total=4),
    **half("AKH-R", FX_B, "COLOURS_OR_TOTAL", colours=3, total=4),
    **half("ABU-L", FX_C, "CONNECTED_GE", n=4),
    **half("LOU-L", FX_A, "MANUAL"),
}
HOUSE = {f"house.{key}": None for key in ("end_mode", "akh_refill", "later_top", "plus_gift", "leaver")}


def box(**more: Any) -> Box:
    """The practice board's values with the fixture halves; the house has answered nothing but what is in `more`."""
    values = {key: value for key, value in GAME.practice.overrides.items() if not key.startswith("house.")}
    values |= FIXTURES | {key.replace("__", "."): value for key, value in more.items()}
    return GAME.box.with_overrides(values)


def start(
    seats: Sequence[str] = SEATS,
    options: Mapping[str, Any] | None = None,
    known: Box | None = None,
    gifts: Sequence[str] = OPENING,
    sides: Sequence[str] = ("GIZ-L", "AKH-L", "ABU-L", "LOU-L"),
) -> Nefertiti:
    """The first turn of red, with 12 gifts laid."""
    setup = NefertitiSetup(sides=tuple(sides), first=seats[0], laid_by="table")
    state = GAME.new(seats, GAME.resolve(options or {}), setup, known or box())
    for gift in gifts:
        state = play(state, {"move": "lay", "by": "table", "gift": gift})[0]
    return state


def move_of(data: Mapping[str, Any]) -> Move:
    """A move from the fields of a case."""
    return GAME.decode_move({key: value for key, value in data.items() if key not in ("refused", "events")})


def play(state: Nefertiti, data: Mapping[str, Any]) -> tuple[Nefertiti, list[Event]]:
    """The position after a move, which must have been offered, and what it caused."""
    move = move_of(data)
    prints = state.fingerprint()
    assert move in [*GAME.legal_moves(state), *(c.move for c in GAME.incidents(state))], move
    played = GAME.play(state, move)
    assert state.fingerprint() == prints
    assert [fault.code for fault in GAME.audit(played.state) if not fault.warning] == []
    return played.state, list(played.events)


def put(state: Nefertiti, given: Mapping[str, Any]) -> Nefertiti:
    """The position with other contents: servants, places, money and the rest. What a case leaves out stays.

    The last seat's purse takes up what the given sums leave over; gifts and deck are counted anew.
    """
    s = state.twin()
    s.servants = tuple(Servant(sq, who) for sq, who in given.get("servants", [])) or s.servants
    for name in ("reserve", "money", "prestige", "seals"):
        getattr(s, name).update(given.get(name, {}))
    for market, row in given.get("places", {}).items():
        s.places[market] = tuple(row)
    for who, cards in given.get("held", {}).items():
        s.held[who] = no_cards() | dict(cards)
    if "seals" in given or "seals_at" in given:
        s.seals_at = tuple(given.get("seals_at", s.seals_at))
        s.supply = 12 - len(s.seals_at) - sum(s.seals.values())
    s.turn = given.get("turn", s.turn)
    s.known = given.get("known", s.known)
    rest = s.total - sum(s.money.values()) - sum(s.reserve.values())
    free = [who for who in s.seats if who not in given.get("money", {})]
    s.reserve["LOU"] += rest if not free else 0
    if free:
        s.money[free[-1]] += rest
    lying = [gift for row in s.places.values() for gift in row if gift]
    s.seen = {g: lying.count(g) + sum(c[g] for c in s.held.values()) + s.given[g] for g in s.seen}
    s.deck = given.get("deck", 46 + (not s.akhenaton) - sum(s.seen.values()))
    if "deck" in given:
        _thin(s, given["deck"])
    if "house" in given:
        s.match = Match(s.match.facts, {**s.match.house, **given["house"]}, s.match.hide)
    assert [fault.code for fault in GAME.audit(s) if not fault.warning] == []
    return s


def _thin(s: Nefertiti, deck: int) -> None:
    """So many cards are left: the others have been given up."""
    over = 46 + (not s.akhenaton) - sum(s.seen.values()) - deck
    facts = s.match.facts.gifts
    for gift in reversed(list(s.seen)):
        n = min(over, facts[gift] - s.seen[gift])
        s.given[gift] += n
        s.seen[gift] += n
        over -= n
    s.deck = deck
