"""Why a move of phases 1 to 4 is not allowed, written apart from the generator (spec egizia 4, 5.1 to 5.4, 5.12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Move, Refusal
from companion.engine.text import seat
from companion.games.egizia.components import (
    CARD_STOPS,
    CIRCLES,
    CREWS,
    GRAIN_CARD,
    OPEN_CARDS,
    PAIRS,
    PLAIN_CARDS,
    SOLD_AT_TEN,
    STONE_CAP,
    all_faces,
)
from companion.games.egizia.interrupts import STRENGTHENERS, TO_CREW_STONES
from companion.games.egizia.moves import (
    Attach,
    Below,
    Clear,
    Enough,
    Face,
    Feed,
    Flex,
    Go,
    Grow,
    LastRow,
    Pair,
    Pass,
    Penalty,
    Pick,
    Place,
    Reveal,
    Revealed,
    Ring,
    SellTen,
    Strengthen,
    Use,
)
from companion.games.egizia.names import CIRCLE_NAMES, card_name, crew_name, place_name
from companion.games.egizia.refusals_ships import refuse_pass, refuse_place
from companion.games.egizia.state import BETWEEN, Egizia, Stage

SHOWN = 20
"""So much of an unknown word is repeated."""
OWN_STAGES: tuple[Stage, ...] = ("ship", "more", "feed", "produce", "build", "last")


def owned(s: Egizia, who: str, card: str) -> Refusal | None:
    """The card must lie before the seat."""
    if card in s.sides[who].cards:
        return None
    return Refusal("E_NO_CARD", {"who": seat(who), "card": card_name(card, s.facts)}, (f"seat:{who}",))


def _word(s: Egizia, code: str, word: str) -> Refusal:
    return Refusal(code, {"word": word[:SHOWN]})


# phase 1


def _reveal(s: Egizia, move: Reveal) -> Refusal | None:
    due = next((stop for stop in CARD_STOPS if s.stops[stop] == ""), None)
    if s.rules.draw_nile:
        return Refusal("E_DRAWN")
    if due is None:
        return Refusal("E_ALL_TOLD")
    if move.stop != due:
        return Refusal("E_NEXT_STOP", {"stop": place_name(due)}, (f"stop:{due}",))
    deck = {1: "1/2", 2: "1/2", 3: "3/4", 4: "3/4", 5: "5"}[s.round]
    listed = s.printed.nile.get(deck, {})
    if sum(listed.values()) < (12 if deck == "5" else 22):
        return None if move.card in (*OPEN_CARDS, *PLAIN_CARDS) else _word(s, "E_CARD_NAME", move.card)
    if move.card not in listed:
        return _word(s, "E_CARD_LIST", move.card)
    if s.shown.get(deck, {}).get(move.card, 0) >= listed[move.card]:
        where = tuple(f"stop:{stop}" for stop, card in s.stops.items() if card == move.card)
        return Refusal("E_NO_COPY", {"card": card_name(move.card, s.facts), "n": listed[move.card]}, where)
    return None


def _face(s: Egizia, move: Face) -> Refusal | None:
    told = s.telling[1]
    if move.card in all_faces(told):
        return None
    return Refusal("E_FACE", {"card": card_name(told, s.facts), "word": move.card[:SHOWN]})


def _clear(s: Egizia, move: Clear) -> Refusal | None:
    if s.rules.draw_nile:
        return Refusal("E_DRAWN")
    if move.stop not in CARD_STOPS:
        return _word(s, "E_STOP", move.stop)
    return None if s.stops[move.stop] else Refusal("E_NOT_TOLD", {"stop": place_name(move.stop)})


def _revealed(s: Egizia, move: Revealed) -> Refusal | None:
    missing = tuple(f"stop:{stop}" for stop in CARD_STOPS if not s.stops[stop])
    return Refusal("E_NOT_ALL", {"n": len(missing)}, missing) if missing else None


# phase 2, beside the ships


def _pick(s: Egizia, move: Pick) -> Refusal | None:
    if move.stop not in CARD_STOPS:
        return _word(s, "E_STOP", move.stop)
    return None if s.stops[move.stop] else Refusal("E_NO_LEFTOVER", {"stop": place_name(move.stop)})


def _use(s: Egizia, move: Use) -> Refusal | None:
    if move.card not in ("extra_ship", "stones"):
        return _word(s, "E_USE", move.card)
    if move.card == "extra_ship" and s.stage != "more":
        return Refusal("E_EXTRA_SHIP")
    if move.card == "stones" and s.team is not None:
        return Refusal("E_BUILDING", {"who": seat(s.turn)})
    if (wrong := owned(s, move.by, move.card)) is not None:
        return wrong
    if move.card == "stones" and s.sides[move.by].stones >= STONE_CAP:
        return Refusal("E_FULL", {"n": STONE_CAP}, (f"seat:{move.by}",))
    return _too_early(s, move)


def _too_early(s: Egizia, move: Move) -> Refusal | None:
    """Before the end of the last round anytime cards wait for the next turn (spec 4 P6E)."""
    return Refusal("E_NOT_LAST") if s.stage == "last" and s.round < 5 else None


def _sell_ten(s: Egizia, move: SellTen) -> Refusal | None:
    if s.facts.kind("sell_ten") != "anytime":
        return Refusal("E_SELL_TEN")
    if s.team is not None:
        return Refusal("E_BUILDING", {"who": seat(s.turn)})
    if (wrong := owned(s, move.by, "sell_ten")) is not None:
        return wrong
    most = min(SOLD_AT_TEN, s.sides[move.by].stones)
    if not 1 <= move.stones <= most:
        return Refusal("E_SELL_NUMBER", {"n": move.stones, "most": most}, (f"seat:{move.by}",))
    return _too_early(s, move)


def _attach(s: Egizia, move: Attach) -> Refusal | None:
    who = move.by
    if s.team is not None:
        return Refusal("E_BUILDING", {"who": seat(s.turn)})
    if (wrong := owned(s, who, "field_upgrade")) is not None:
        return wrong
    fields = s.sides[who].fields
    if not 0 <= move.field < len(fields):
        return Refusal("E_FIELD", {"n": len(fields)})
    if fields[move.field].grade == "green":
        return Refusal("E_GREEN", {"n": fields[move.field].value}, (f"field:{who}:{move.field}",))
    return None if s.stage == "attach" else _too_early(s, move)


def _strengthen(s: Egizia, move: Strengthen) -> Refusal | None:
    """Once a round with each card, at any moment between two events, by anybody (spec 4, 5.12)."""
    who = move.by
    if s.team is not None:
        return Refusal("E_BUILDING", {"who": seat(s.turn)})
    if move.card not in STRENGTHENERS:
        return _word(s, "E_STRENGTHENER", move.card)
    if move.crew not in CREWS:
        return Refusal("E_CREW", {"crew": move.crew[:SHOWN]})
    if (wrong := owned(s, who, move.card)) is not None:
        return wrong
    side = s.sides[who]
    if side.spent.count(move.card) >= side.cards.count(move.card):
        return Refusal("E_USED", {"card": card_name(move.card, s.facts)}, (f"card:{who}:{move.card}",))
    if move.card == "stones_to_crew" and side.stones < TO_CREW_STONES:
        return Refusal("E_STONES", {"n": TO_CREW_STONES, "has": side.stones}, (f"seat:{who}",))
    most = s.facts.joker_max if move.crew == "j" else s.facts.crew_max
    if side.crews[move.crew] >= most:
        return Refusal("E_CREW_MAX", {"crew": crew_name(move.crew, s.facts), "n": most}, (f"crew:{who}:{move.crew}",))
    return None


# effects


def _ring(s: Egizia, move: Ring) -> Refusal | None:
    if move.circle not in CIRCLES:
        return _word(s, "E_CIRCLE", move.circle)
    way = abs(CIRCLES.index(move.circle) - CIRCLES.index(s.ring))
    if way > s.todo[0].number:
        return Refusal("E_RING", {"circle": CIRCLE_NAMES[s.ring]}, (f"ring:{s.ring}",))
    return None


def _grow(s: Egizia, move: Grow) -> Refusal | None:
    return None if move.crew in CREWS else Refusal("E_CREW", {"crew": move.crew[:SHOWN]})


def _flex(s: Egizia, move: Flex) -> Refusal | None:
    crews = move.crews.split("+")
    if len(crews) == 2 and all(crew in CREWS for crew in crews) and CREWS.index(crews[0]) <= CREWS.index(crews[1]):
        return None
    return _word(s, "E_FLEX", move.crews)


def _pair(s: Egizia, move: Pair) -> Refusal | None:
    return None if move.crews in PAIRS else _word(s, "E_PAIR", move.crews)


# phases 3 and 4


def _feed(s: Egizia, move: Feed) -> Refusal | None:
    """Cards while something is missing, stones up to the rest (spec 5.3)."""
    side = s.sides[move.by]
    lacking = sum(side.crews.values()) - side.grain(s.ring)
    here = (f"seat:{move.by}",)
    if not 0 <= move.cards <= side.cards.count("grain"):
        return Refusal("E_GRAIN_CARDS", {"n": side.cards.count("grain")}, here)
    if move.stones and "stones_as_grain" not in side.cards:
        return Refusal("E_NO_CARD", {"who": seat(move.by), "card": card_name("stones_as_grain", s.facts)}, here)
    if not 0 <= move.stones <= side.stones:
        return Refusal("E_STONES", {"n": move.stones, "has": side.stones}, here)
    if move.cards and GRAIN_CARD * (move.cards - 1) >= lacking:
        return Refusal("E_ENOUGH_GRAIN", {"n": lacking}, here)
    if move.stones and GRAIN_CARD * move.cards + move.stones > lacking:
        return Refusal("E_ENOUGH_GRAIN", {"n": lacking}, here)
    return None


def _penalty(s: Egizia, move: Penalty) -> Refusal | None:
    return None if 1 <= move.points <= 3 else Refusal("E_PENALTY", {"n": move.points})


def _yes(s: Egizia, move: Move) -> Refusal | None:
    return None


CHECKS: dict[type[Move], Callable[[Egizia, Any], Refusal | None]] = {
    Reveal: _reveal, Face: _face, Clear: _clear, Revealed: _revealed, Place: refuse_place, Below: _yes,
    Pass: refuse_pass, Enough: _yes, Pick: _pick, Use: _use, SellTen: _sell_ten, Attach: _attach,
    Strengthen: _strengthen, Ring: _ring, Grow: _grow, Flex: _flex, Pair: _pair, LastRow: _yes, Go: _yes, Feed: _feed,
    Penalty: _penalty,
}  # fmt: skip
NEEDS: dict[type[Move], tuple[Stage, ...]] = {
    Reveal: ("reveal",), Face: ("face",), Clear: ("reveal",), Revealed: ("reveal",), Place: ("ship",),
    Below: ("below",), Pass: ("ship",), Enough: ("more", "leftover", "produce", "last"), Pick: ("leftover",),
    Use: OWN_STAGES, SellTen: OWN_STAGES, Attach: ("attach", *OWN_STAGES), Strengthen: BETWEEN, Ring: ("ring",),
    Grow: ("grow",), Flex: ("flex",), Pair: ("pair",), LastRow: ("last_row",), Go: ("feeding",), Feed: ("feed",),
    Penalty: ("penalty",),
}  # fmt: skip
