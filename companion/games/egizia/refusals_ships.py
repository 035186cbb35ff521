"""Why a ship may not be put somewhere, and why nobody may pass (spec egizia 5.1)."""

from __future__ import annotations

from companion.engine.game import Refusal
from companion.engine.text import Value, seat
from companion.games.egizia.components import CARD_STOPS, LAST_SPACE, ROUND_SPACES, SITES
from companion.games.egizia.moves import Pass, Place
from companion.games.egizia.names import card_name, place_name, site_name
from companion.games.egizia.riverbed import relation
from companion.games.egizia.state import Egizia

SHOWN = 20


def refuse_place(s: Egizia, move: Place) -> Refusal | None:
    """Why this ship can't go there, or None."""
    who = move.by
    side = s.sides[who]
    stop, _, slot = move.place.partition(":")
    if stop not in (*CARD_STOPS, *ROUND_SPACES, *SITES) or (slot != "") != (stop in SITES):
        return Refusal("E_STOP", {"word": move.place[:SHOWN]})
    if not side.ships:
        return Refusal("E_NO_SHIPS", {"who": seat(who)}, (f"seat:{who}",))
    wrong = _double(s, move, stop) if move.double else None
    if wrong is None:
        if stop in SITES:
            wrong = _site(s, who, stop, slot)
        elif stop in CARD_STOPS:
            wrong = _card_stop(s, stop)
        else:
            wrong = _round_space(s, who, stop)
    return wrong or _direction(s, who, stop)


def _double(s: Egizia, move: Place, stop: str) -> Refusal | None:
    if "double_round" not in s.sides[move.by].cards:
        card = card_name("double_round", s.facts)
        return Refusal("E_NO_CARD", {"who": seat(move.by), "card": card}, (f"seat:{move.by}",))
    if stop == LAST_SPACE:
        return Refusal("E_LAST_SPACE", {"card": card_name("double_round", s.facts), "space": place_name(stop)})
    return None if stop in ROUND_SPACES else Refusal("E_DOUBLE", {"place": place_name(move.place)})


def _card_stop(s: Egizia, stop: str) -> Refusal | None:
    if s.stops[stop]:
        return None
    owners = s.ships.get(stop, ())
    if not owners:
        return Refusal("E_NO_NILE_CARD", {"stop": place_name(stop)})
    return Refusal("E_TAKEN", {"stop": place_name(stop), "who": seat(owners[0])})


def _round_space(s: Egizia, who: str, stop: str) -> Refusal | None:
    """An occupied one needs the card, which does not work on the last space (spec 5.1)."""
    owners = s.ships.get(stop, ())
    if not owners:
        return None
    side = s.sides[who]
    params: dict[str, Value] = {"space": place_name(stop), "who": seat(owners[0])}
    if "reuse_round" not in side.cards:
        able = [other for other in s.playing if s.sides[other].unused("reuse_round") > 0]
        if able:
            targets = tuple(f"card:{other}:reuse_round" for other in able)
            return Refusal("E_OCCUPIED_BUT", {**params, "able": tuple(seat(other) for other in able)}, targets)
        return Refusal("E_OCCUPIED", params)
    if stop == LAST_SPACE:
        return Refusal("E_LAST_SPACE", {"card": card_name("reuse_round", s.facts), "space": place_name(stop)})
    if side.spent.count("reuse_round") >= side.cards.count("reuse_round"):
        card = card_name("reuse_round", s.facts)
        return Refusal("E_USED", {"card": card}, (f"card:{who}:reuse_round",))
    return None


def _site(s: Egizia, who: str, site: str, slot: str) -> Refusal | None:
    """One ship a seat at each site; the reserve only when every slot is taken (spec 5.1, 2.4)."""
    slots = s.slots[site]
    name = site_name(site)
    if who in slots:
        return Refusal("E_SECOND", {"site": name}, (f"slot:{site}:{slots.index(who) + 1}",))
    if s.reserve[site] == who:
        return Refusal("E_SECOND", {"site": name}, (f"slot:{site}:reserve",))
    free = tuple(f"slot:{site}:{i}" for i, owner in enumerate(slots, 1) if owner == "")
    if slot == "reserve":
        if free:
            return Refusal("E_RESERVE", {"site": name, "n": len(free)}, free)
        if s.reserve[site]:
            return Refusal("E_RESERVE_TAKEN", {"site": name, "who": seat(s.reserve[site])})
        return None
    if slot not in tuple(str(i) for i in range(1, len(slots) + 1)):
        return Refusal("E_SLOT", {"site": name, "n": len(slots)})
    owner = slots[int(slot) - 1]
    if owner:
        return Refusal("E_SLOT_TAKEN", {"site": name, "who": seat(owner)}, free)
    return None


def _direction(s: Egizia, who: str, stop: str) -> Refusal | None:
    """Downstream of the last ship, or upstream with the card; not known: the table is asked (spec 5.1)."""
    side = s.sides[who]
    if relation(s.facts, side.last, stop) is not False:
        return None
    here = (f"stop:{side.last}",)
    names = {"stop": place_name(stop), "last": place_name(side.last)}
    if "upstream" not in side.cards:
        return Refusal("E_SAME_STOP" if stop == side.last else "E_UPSTREAM", names, here)
    if side.spent.count("upstream") >= side.cards.count("upstream"):
        return Refusal("E_UPSTREAM_USED", names, (*here, f"card:{who}:upstream"))
    return None


def refuse_pass(s: Egizia, move: Pass) -> Refusal | None:
    """By the first printing a player who can certainly place a ship must (spec 5.11)."""
    if s.rules.pass_allowed:
        return None
    places = (
        *CARD_STOPS, *ROUND_SPACES,
        *(f"{site}:{slot}" for site in SITES for slot in (*range(1, len(s.slots[site]) + 1), "reserve")),
    )  # fmt: skip
    for place in places:
        stop = place.partition(":")[0]
        if relation(s.facts, s.sides[move.by].last, stop) is None or refuse_place(s, Place(move.by, place)) is not None:
            continue
        target = f"slot:{place}" if stop != place else f"stop:{place}"
        return Refusal("E_MUST_PLACE", {"place": place_name(place)}, (target,))
    return None
