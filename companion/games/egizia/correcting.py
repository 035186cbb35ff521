"""Putting the position right: the position after it, and what can't be like that (spec egizia 5.13).

What may be edited, and the move for it, is in `edits`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from companion.engine.game import Event, Fault, Move
from companion.engine.text import T, Text, seat
from companion.games.egizia.audit import START_CARDS, audit, lines, owned, seen_cards
from companion.games.egizia.components import (
    CARD_STOPS,
    CIRCLES,
    CREWS,
    DECKS,
    FACE_UP,
    MOST_VALUE,
    OPEN_CARDS,
    PLAIN_CARDS,
    SITES,
    SPHINX_CARDS,
    STOPS,
    all_faces,
    family_of,
    number_of,
)
from companion.games.egizia.gains import tell_landing
from companion.games.egizia.monuments import asks_whole, line_of
from companion.games.egizia.moves import Correct
from companion.games.egizia.names import STOP_NAMES, card_name
from companion.games.egizia.state import BETWEEN, Egizia, Field, Phase, Stage, Todo

Events = list[Event]

MOST_POINTS, MOST_COPIES = 999, 12
WHOLE_CARDS = (*PLAIN_CARDS, *(face for card in OPEN_CARDS for face in all_faces(card)))
"""Every Nile card, said whole."""
BEFORE_BUILDING: tuple[Phase, ...] = ("ships", "leftover", "feed", "produce")
"""While ships stand at the sites and none has built."""
SCORING: tuple[Stage, ...] = ("sell", "declare")


def reach(s: Egizia) -> str:
    """What may be put right now: "all", "end" (while the end is scored), or the "points" alone in the middle of a step.

    "" at the end, or if the table wants to play again from a mistake.
    """
    if s.end or s.rules.late_mistake == "rewind":
        return ""
    if s.stage in SCORING:
        return "end"
    return "all" if s.stage in BETWEEN and s.team is None and not s.todo else "points"


def corrected(state: Egizia, move: Correct) -> Egizia:
    """The position with the values of `move`. Assumes `unknown_place(state, move)` is None."""
    s = state.twin()
    put_right(s, move)
    return s


def put_right(s: Egizia, move: Correct) -> None:
    """Write the values of `move` into the position. Only for a position that is a fresh twin."""
    before = Counter(_here(s))
    for who, points in move.score.items():
        side = s.side(who)
        if points != side.score:
            # The stone goes behind those that lie there already (spec 5.13).
            s.clock += 1
            side.score, side.arrival = points, s.clock
    for who, n in move.stones.items():
        s.side(who).stones = n
    for who, crews in move.crews.items():
        side = s.side(who)
        side.crews = {**side.crews, **crews}
    for key, up in move.up.items():
        who, _, crew = key.partition(":")
        side = s.side(who)
        side.down = tuple(one for one in CREWS if (not up if one == crew else one in side.down))
    for who, n in move.stone_row.items():
        s.side(who).stone_row = n
    for who, n in move.grain_row.items():
        s.side(who).grain_row = n
    for who, n in move.sphinx.items():
        side = s.side(who)
        s.deck -= n - side.sphinx
        if n < side.sphinx:
            _forget_dealt(s, who)
        side.sphinx = n
    if move.deck is not None:
        s.deck = move.deck
    if move.ring is not None:
        s.ring = move.ring
    if move.turn is not None:
        at = s.queue.index(move.turn)
        s.queue, s.turn, s.placed = (*s.queue[at:], *s.queue[:at]), move.turn, False
    _ships(s, move)
    _lay(s, move, before)
    _build(s, move)


def _forget_dealt(s: Egizia, who: str) -> None:
    """A card of the seat went back unseen: nobody knows whether it was the one that the app had dealt (spec 5.13)."""
    if s.stock is not None and who in s.stock.dealt:
        dealt = {other: card for other, card in s.stock.dealt.items() if other != who}
        s.stock = msgspec.structs.replace(s.stock, dealt=dealt)


def _ships(s: Egizia, move: Correct) -> None:
    for place, who in move.ships_at.items():
        stop, _, slot = place.partition(":")
        if not slot:
            here = s.ships.get(place, ())
            s.ships = {**s.ships, place: (who,) if who else ()}
        elif slot == "reserve":
            here = (s.reserve[stop],)
            s.reserve = {**s.reserve, stop: who}
        else:
            at = int(slot) - 1
            here = (s.slots[stop][at],)
            s.slots = {**s.slots, stop: (*s.slots[stop][:at], who, *s.slots[stop][at + 1 :])}
        for old in filter(None, here):
            s.side(old).ships += 1
        if who:
            side = s.side(who)
            side.ships -= 1
            side.last = stop
    for who in move.ships_at and s.playing:
        _last(s, who)
    for who, n in move.ships.items():
        s.side(who).ships = n


def _last(s: Egizia, who: str) -> None:
    """The last ship of a seat is one that stands somewhere: the lowest one if it was taken away."""
    mine = [stop for stop, there in s.ships.items() if who in there]
    mine += [site for site in SITES if who in s.slots[site] or s.reserve[site] == who]
    if s.sides[who].last in mine:
        return
    order = s.facts.river or STOPS
    s.side(who).last = max(mine, key=order.index, default="")


def _lay(s: Egizia, move: Correct, before: Counter[str]) -> None:
    """Cards on the river and in front of the seats; one that nobody saw was told wrongly when it was turned up."""
    if not move.stops and not move.cards:
        return
    s.stops = {**s.stops, **move.stops}
    for who, cards in move.cards.items():
        for card, n in cards.items():
            _copies(s, who, card, n)
    here = Counter(_here(s))
    shown = {deck: dict(cards) for deck, cards in s.shown.items()}
    seen = seen_cards(s)
    for card in START_CARDS:
        seen[card] += len(s.seats)
    for card in sorted(here):
        while here[card] > seen[card]:
            spare = [one for one in sorted(seen) if seen[one] > here[one]]
            spare.sort(key=lambda one: before[one] <= here[one])
            found = next(((deck, one) for one in spare for deck in DECKS if shown.get(deck, {}).get(one)), None)
            if found is None:
                break
            deck, other = found
            shown[deck][other] -= 1
            shown[deck][card] = shown[deck].get(card, 0) + 1
            seen[other] -= 1
            seen[card] += 1
    s.shown = {deck: {card: n for card, n in cards.items() if n} for deck, cards in shown.items()}


def _here(s: Egizia) -> Iterable[str]:
    """The cards that lie on the river and in front of the seats."""
    yield from (card for card in s.stops.values() if card)
    for side in s.sides.values():
        yield from owned(side).elements()


def _copies(s: Egizia, who: str, card: str, n: int) -> None:
    side, family = s.side(who), family_of(card)
    if family == "quarry":
        stones = number_of(card)
        others = tuple(one for one in side.quarries if one != stones)
        side.quarries = (*others, *(stones,) * n)
    elif family == "field":
        colour, value = card.split(":")[1], number_of(card)
        fields = list(side.fields)
        mine = sorted((f for f in fields if (f.colour, f.value) == (colour, value)), key=lambda f: f.upgrades)
        for field in mine[: max(0, len(mine) - n)]:
            fields.remove(field)
        side.fields = (*fields, *(Field(colour, value),) * max(0, n - len(mine)))
    else:
        free = n - sum(field.upgrades for field in side.fields) if card == "field_upgrade" else n
        had = side.cards.count(card)
        cards = [*side.cards, *[card] * max(0, free - had)]
        for _ in range(max(0, had - free)):
            cards.remove(card)
        side.cards = tuple(cards)
        side.fresh = tuple(one for one in side.fresh if one in cards)


def _build(s: Egizia, move: Correct) -> None:
    tiles = list(s.tiles)
    for place, value in move.tiles.items():
        tiles[int(place.removeprefix("grave:")) - 1] = value
    s.tiles = tuple(tiles)
    if not move.built:
        return
    s.built = {space: who for space, who in {**s.built, **move.built}.items() if who}
    # As after a build: the table says whether a line that may go on is complete now.
    for line in dict.fromkeys(line_of(space) for space, who in move.built.items() if who):
        if asks_whole(s, line):
            s.due(Todo("whole", what=line))
    graves = [space for space in move.built if space.startswith("grave:")]
    if graves:
        down = [at for at, value in enumerate(s.tiles, 1) if not value]
        missing = FACE_UP - len(s.open_tiles)
        s.due(*(Todo("tile", what=f"grave:{at}") for at in down[: max(0, missing)]))
        s.early = max(0, -missing)


def put(s: Egizia, move: Correct, events: Events) -> None:
    """The table puts the position right; where a score stone goes is told."""
    before = {who: s.sides[who].score for who in move.score}
    put_right(s, move)
    events.append(Event("correct", T("The table puts the position right")))
    for who, points in before.items():
        tell_landing(s, events, who, points)


ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {Correct: put}


# what can't be


def unknown_place(s: Egizia, move: Correct) -> Text | None:
    """The first thing in `move` that this game does not have now; None if there is none."""
    now = reach(s)
    seats = [*move.stones, *move.sphinx, *move.crews, *move.cards, *move.stone_row, *move.grain_row, *move.ships]
    seats += [key.partition(":")[0] for key in move.up]
    seats += [who for who in (*move.ships_at.values(), *move.built.values(), move.turn) if who]
    for who in (*move.score, *seats):
        if who not in s.sides:
            return T("There is no seat “{seat}” in this game.", seat=who[:20])
    for who in seats:
        if s.sides[who].gone and who not in move.built.values():
            return T("{who} has left the game.", who=seat(who))
    if any(not -MOST_POINTS <= points <= MOST_POINTS for points in move.score.values()):
        return T("Points go from −{most} to {most}.", most=MOST_POINTS)
    kept = msgspec.structs.replace(move, score={})
    if now == "end":
        kept = msgspec.structs.replace(kept, stones={}, sphinx={})
    if now != "all" and kept != Correct(move.by):
        return T("Finish this step first; then the rest can be put right.")
    if any(not 0 <= n <= SPHINX_CARDS for n in move.sphinx.values()):
        return T("There are {n} Sphinx cards.", n=SPHINX_CARDS)
    if any(who in s.done_final for who in (*move.stones, *move.sphinx)):
        return T("The end is scored for this player already.")
    return _wrong_piece(s, move) or _wrong_card(s, move) or _wrong_place(s, move)


def _wrong_piece(s: Egizia, move: Correct) -> Text | None:
    for crew in (*(key.partition(":")[2] for key in move.up), *(c for crews in move.crews.values() for c in crews)):
        if crew not in CREWS:
            return T("There is no crew “{crew}”.", crew=crew[:20])
    if move.ring is not None and move.ring not in CIRCLES:
        return T("The water ring lies on one of three circles.")
    if move.turn is not None:
        if s.stage != "ship":
            return T("While ships are placed it can be somebody else’s turn.")
        if s.sides[move.turn].out:
            return T("{who} places no more ships in this round.", who=seat(move.turn))
    return None


def _wrong_card(s: Egizia, move: Correct) -> Text | None:
    for stop, card in move.stops.items():
        if stop not in CARD_STOPS:
            return T("There is no card space “{stop}”.", stop=stop[:20])
        if s.phase not in ("ships", "leftover"):
            return T("No Nile cards lie on the river now.")
        if card and card not in WHOLE_CARDS:
            return T("There is no Nile card “{card}”.", card=card[:30])
    for who, cards in move.cards.items():
        for card, n in cards.items():
            if card not in WHOLE_CARDS or s.facts.kind(card) == "immediate":
                return T("No Nile card “{card}” lies in front of a player.", card=card[:30])
            if not 0 <= n <= MOST_COPIES:
                return T("The number must be from 0 to {most}.", most=MOST_COPIES)
            if least := fixed(s, who, card, n):
                return T("{card}: {n} can’t be taken away, an improvement lies there for good.",
                         card=card_name(card, s.facts), n=least)  # fmt: skip
    return None


def fixed(s: Egizia, who: str, card: str, n: int) -> int:
    """How many of these cards of a seat are bound to a field or improved for good, if `n` are fewer; else 0."""
    fields = s.sides[who].fields
    if card == "field_upgrade":
        least = sum(field.upgrades for field in fields)
    else:
        least = sum(1 for f in fields if f.upgrades and f"field:{f.colour}:{f.value}" == card)
    return least if n < least else 0


def _wrong_place(s: Egizia, move: Correct) -> Text | None:
    for place in move.ships_at:
        stop, _, slot = place.partition(":")
        if place not in ship_places(s):
            return T("No ship can be put right at “{place}” now.", place=place[:20])
        if not slot and len(s.ships.get(stop, ())) > 1:
            return T("Several ships stand on {stop}: take those moves back.", stop=STOP_NAMES[stop])
    spaces = set(known_spaces(s))
    for space in move.built:
        if space not in spaces:
            return T("There is no space “{space}” to build on.", space=space[:30])
    for place, value in move.tiles.items():
        if place not in open_graves(s):
            return T("No tile lies face up at “{place}”.", place=place[:20])
        if not 1 <= value <= MOST_VALUE:
            return T("A grave tile is worth from 1 to {most}.", most=MOST_VALUE)
    return None


def ship_places(s: Egizia) -> list[str]:
    """Where a ship may be put right now: on the river while ships are placed, at the sites before any builds."""
    found = [stop for stop in STOPS if stop not in SITES] if s.phase == "ships" else []
    if s.phase in BEFORE_BUILDING:
        for site in SITES:
            found += [f"{site}:{at}" for at in range(1, len(s.slots[site]) + 1)] + [f"{site}:reserve"]
    return found


def known_spaces(s: Egizia) -> list[str]:
    """Every space of a monument that is known, and the graves whose tile was turned up."""
    found = [f"{line}:{at}" for line, values in lines(s.facts).items() for at in range(1, len(values) + 1)]
    return found + open_graves(s)


def open_graves(s: Egizia) -> list[str]:
    """Graves whose tile was turned up in this game."""
    return [f"grave:{at}" for at, value in enumerate(s.tiles, 1) if value]


def fault_of(s: Egizia, move: Correct) -> Fault | None:
    """What is wrong with `move`, or what `audit` would say of the position after it."""
    if (text := unknown_place(s, move)) is not None:
        return Fault("A_PLACE", text)
    return next((fault for fault in audit(corrected(s, move)) if not fault.warning), None)


def empty(move: Correct) -> bool:
    """Whether `move` puts nothing right."""
    fields: Mapping[str, Any] = msgspec.structs.asdict(move)
    return all(value in (None, {}) for name, value in fields.items() if name != "by")
