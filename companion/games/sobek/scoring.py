"""Scoring a round: sets, who is most corrupt, and the way back on the track, with the sums as told (spec sobek 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.engine.game import ScoreLine
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.sobek.catalogue import FAMILY_NAMES
from companion.games.sobek.track import prev_same, space

PER_STEP = 10
"""Points earned in a round for each step back of the most corrupt."""


class LaidSet(msgspec.Struct, frozen=True):
    """A set as it counts: scarabs printed on its cards, its cards, how it lies, Prosperity tokens on it."""

    family: str
    scarabs: int
    cards: int
    horizontal: bool = False
    prosperity: int = 0


class Pile(msgspec.Struct, frozen=True):
    """What lies under and beside a corruption tile. scarabs: printed on its cards, None while nobody has counted."""

    cards: int
    curses: int = 0
    scarabs: int | None = None


def worth(laid: LaidSet, bonus: int) -> int:
    """Points of a set; `bonus` scarabs for each Prosperity token on it (spec 7.1, 7.2)."""
    scarabs = laid.scarabs + laid.prosperity * bonus
    return scarabs if laid.horizontal else scarabs * laid.cards


def earned(sets: Sequence[LaidSet], bonus: int) -> int:
    """The round points of a seat (spec 7.3)."""
    return sum(worth(laid, bonus) for laid in sets)


def corruption(pile: Pile, curse_cards: int) -> int:
    """Cards under the tile, and what the Curses beside it count for (spec 7.4 step 1)."""
    return pile.cards + pile.curses * curse_cards


def heaviest(piles: Mapping[str, Pile], curse_cards: int) -> tuple[str, ...]:
    """The seats with most corruption, before scarabs decide between them (spec 7.4 step 2)."""
    most = max(corruption(pile, curse_cards) for pile in piles.values())
    return tuple(who for who, pile in piles.items() if corruption(pile, curse_cards) == most)


def uncounted(piles: Mapping[str, Pile], curse_cards: int) -> tuple[str, ...]:
    """The tied seats whose scarabs must be counted to tell who is most corrupt. Empty: all is known."""
    tied = heaviest(piles, curse_cards)
    if len(tied) == 1 or all(not piles[who].cards for who in tied):
        return ()
    return tuple(who for who in tied if piles[who].scarabs is None and piles[who].cards)


def clean(piles: Mapping[str, Pile], curse_cards: int) -> bool:
    """Whether nobody has any corruption at all (spec 7.4 step 5)."""
    return not any(corruption(pile, curse_cards) for pile in piles.values())


def condemned(piles: Mapping[str, Pile], curse_cards: int, all_zero: bool) -> tuple[str, ...]:
    """The most corrupt seats: most corruption, then most scarabs, then all that are tied (spec 7.4 step 2).

    Scarabs that were not counted stand for none: ask for those of `uncounted` first.
    """
    if clean(piles, curse_cards) and not all_zero:
        return ()
    tied = heaviest(piles, curse_cards)
    most = max(piles[who].scarabs or 0 for who in tied)
    return tuple(who for who in tied if (piles[who].scarabs or 0) == most)


def way_back(track: Sequence[str], score: int, points: int) -> tuple[int, ...]:
    """The scores that the most corrupt passes through, the first one included (spec 7.4 step 3)."""
    symbol, way = track[space(score)], [score]
    for _ in range(points // PER_STEP):
        below = prev_same(track, way[-1], symbol)
        if below is None:
            break
        way.append(below)
    return tuple(way)


def winners(points: Mapping[str, int]) -> tuple[str, ...]:
    """Whoever has most points; all of them where several have (spec 7.5)."""
    most = max(points.values())
    return tuple(who for who, n in points.items() if n == most)


def say_set(laid: LaidSet, bonus: int) -> Text:
    """The sum of a set as people would say it."""
    points = worth(laid, bonus)
    if laid.horizontal:
        return TN("{n} scarab, laid at the end", "{n} scarabs, laid at the end", points)
    if laid.prosperity:
        return T(
            "({scarabs} + {added}) × {cards} = {points}",
            scarabs=laid.scarabs,
            added=laid.prosperity * bonus,
            cards=laid.cards,
            points=points,
        )
    return T("{scarabs} × {cards} = {points}", scarabs=laid.scarabs, cards=laid.cards, points=points)


def set_line(who: str, at: int, laid: LaidSet, bonus: int) -> ScoreLine:
    """The score line of the set number `at` (from 0) of a seat."""
    points = {who: worth(laid, bonus)}
    return ScoreLine("set", FAMILY_NAMES[laid.family], say_set(laid, bonus), points, (f"set:{who}:{at}",))


def _counted(pile: Pile, curse_cards: int | None) -> Text:
    if curse_cards is None and pile.curses:
        cards = TN("{n} corruption card", "{n} corruption cards", pile.cards)
        return TN("{cards} with {n} Curse", "{cards} with {n} Curses", pile.curses, cards=cards)
    return TN("{n} corruption card", "{n} corruption cards", corruption(pile, curse_cards or 0))


def penalty_line(who: str, pile: Pile, curse_cards: int | None, points: int, way: Sequence[int]) -> ScoreLine:
    """The score line of a most corrupt seat that earned `points` and goes the `way` back; no step may be due.

    curse_cards: None where the seat is most corrupt whatever a Curse counts for.
    """
    steps, counted = len(way) - 1, _counted(pile, curse_cards)
    if steps:
        passed: tuple[Value, ...] = tuple(way[1:])
        sum_ = TN(
            "{counted}, {earned} earned: from {start} back {n} symbol to {way}",
            "{counted}, {earned} earned: from {start} back {n} symbols to {way}",
            steps,
            counted=counted,
            earned=points,
            start=way[0],
            way=passed,
        )
    else:
        # Without points nothing else names the seat.
        sum_ = T(
            "{who}: {counted}, {earned} earned, fewer than 10 stay free", who=seat(who), counted=counted, earned=points
        )
    return ScoreLine("penalty", T("Most corrupt"), sum_, {who: way[-1] - way[0]}, (f"pile:{who}",))


def nobody_line() -> ScoreLine:
    """The score line where nobody is penalised."""
    return ScoreLine("penalty", T("Corruption"), T("Nobody has any: nobody is penalised"), {})


def free_line() -> ScoreLine:
    """The score line where it need not be found out who is most corrupt, for none of them would lose anything."""
    return ScoreLine("penalty", T("Corruption"), T("The most corrupt earned fewer than 10: that stays free"), {})


def set_lines(sets: Mapping[str, Sequence[LaidSet]], bonus: int) -> tuple[ScoreLine, ...]:
    """A line for every set, seat by seat."""
    return tuple(set_line(who, at, laid, bonus) for who, laid_sets in sets.items() for at, laid in enumerate(laid_sets))
