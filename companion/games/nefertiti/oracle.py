"""A second opinion on money, gifts, closings and points, for checking the first: every coin and card lies somewhere.

Written from the spec alone. It shares no code with `scoring`, `closing` and the rules; a simulated game tells it what
happened in the table's words, and asks what should be there now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Spot:
    """A square as printed: number, signs, what it touches."""

    bid: int
    signs: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Board:
    """A half as printed: its squares by name, the kind of its rule and the rule's numbers and lines."""

    spots: Mapping[str, Spot]
    rule: str
    n: int = 0
    colours: int = 0
    total: int = 0
    lines: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True)
class Roll:
    """The dice of a closing: what they show, whether each counts for itself, whether the new square can be hit."""

    dice: tuple[int, ...]
    each: bool
    newest_counts: bool


def closes(board: Board, stands: Mapping[str, str], newest: str, roll: Roll | None = None) -> bool:
    """Whether the half closes with servants `stands` (seat by square), the last one put on `newest` (spec 2.5)."""
    taken = set(stands)
    if board.rule == "SUM_GE":
        rest = board.n
        for square in taken:
            rest -= board.spots[square].bid
        return rest <= 0
    if board.rule == "COLOURS_OR_TOTAL":
        return len(Counter(stands.values())) >= board.colours or len(stands) >= board.total
    if board.rule == "COUNT_GE":
        return len(stands) >= board.n
    if board.rule == "FULL":
        return not set(board.spots) - taken
    if board.rule == "LINE":
        return any(line <= taken for line in board.lines)
    if board.rule == "CONNECTED_GE":
        return any(len(island) >= board.n for island in islands(board, taken))
    if board.rule == "DICE_MATCH" and roll is not None:
        hits = set(roll.dice) if roll.each else {sum(roll.dice)}
        targets = taken if roll.newest_counts else taken - {newest}
        return bool(hits & {board.spots[square].bid for square in targets})
    return False


def islands(board: Board, taken: Iterable[str]) -> list[set[str]]:
    """The taken squares in groups that touch, grown by merging."""
    groups: list[set[str]] = []
    for square in taken:
        touching = [group for group in groups if group & board.spots[square].beside]
        groups = [group for group in groups if group not in touching]
        groups.append({square}.union(*touching))
    return groups


def order(board: Board, stands: Iterable[str]) -> list[set[str]]:
    """Squares by number, highest first; equal ones together (the table says their order) (spec 5.4)."""
    by_bid: dict[int, set[str]] = {}
    for square in stands:
        by_bid.setdefault(board.spots[square].bid, set()).add(square)
    return [by_bid[bid] for bid in sorted(by_bid, reverse=True)]


def worth_of_row(row: Sequence[int], owners: int) -> int:
    """The entry of a value row for so many owners."""
    return row[min(owners, len(row)) - 1]


@dataclass
class Ledger:
    """All deben, gifts, seals and points of a game by place.

    purse, prestige, seals: by seat. chest: deben on the reserve by market. gifts: Counter of card ids by seat.
    values: the four printed values by type. double: what a double senet counts as. `out` is what left the game.
    """

    seats: Sequence[str]
    purse: dict[str, int]
    chest: dict[str, int]
    values: Mapping[str, Sequence[int]]
    double: int
    seal_points: int = 3
    deben_points: int = 0
    gifts: dict[str, Counter[str]] = field(default_factory=dict)
    seals: dict[str, int] = field(default_factory=dict)
    prestige: dict[str, int] = field(default_factory=dict)
    out: Counter[str] = field(default_factory=Counter)
    lost: int = 0

    def __post_init__(self) -> None:
        for seat in self.seats:
            self.gifts.setdefault(seat, Counter())
            self.seals.setdefault(seat, 0)
            self.prestige.setdefault(seat, 0)
        self.minted = sum(self.purse.values()) + sum(self.chest.values())

    # money

    def _move(self, seat: str, market: str, n: int) -> int:
        """Deben from a reserve to a purse (negative: the other way)."""
        self.chest[market] -= n
        self.purse[seat] += n
        return n

    def placed(self, seat: str, market: str, first: bool, coin: bool) -> int:
        """The bonus coins of a placement, taken one by one while there are any (spec 5.2)."""
        got = 0
        for due in (first, coin):
            if due and self.chest[market] > 0:
                got += self._move(seat, market, 1)
        return got

    def pays(self, seat: str, market: str, bid: int) -> None:
        """A bid goes into the reserve. Raises ValueError for money that isn't there."""
        if bid > self.purse[seat]:
            raise ValueError(f"{seat} has {self.purse[seat]} deben and can't pay {bid}")
        self._move(seat, market, -bid)

    def half(self, seat: str, market: str) -> int:
        """Half of the reserve, the odd one too (spec 5.4)."""
        there = self.chest[market]
        return self._move(seat, market, there // 2 + there % 2)

    def takes_money(self, seat: str, source: str, n: int) -> int:
        """A power takes up to `n` deben from a market's reserve or another seat."""
        place = self.chest if source in self.chest else self.purse
        got = min(n, place[source])
        place[source] -= got
        self.purse[seat] += got
        return got

    def sound(self) -> list[str]:
        """What is wrong with the money, in words (empty: nothing)."""
        there = sum(self.purse.values()) + sum(self.chest.values()) + self.lost
        found = [f"{there} deben instead of {self.minted}"] if there != self.minted else []
        return found + [f"{who} has {n} deben" for who, n in {**self.purse, **self.chest}.items() if n < 0]

    # gifts and seals

    def gets(self, seat: str, card: str, seal: bool = False) -> None:
        """A gift card, with the seal that lies on it."""
        self.gifts[seat][card] += 1
        self.seals[seat] += seal

    def gives_up(self, seat: str, card: str, n: int = 1) -> None:
        """Cards leave the game. Raises ValueError for what isn't there."""
        if self.gifts[seat][card] < n:
            raise ValueError(f"{seat} has {self.gifts[seat][card]} of {card}, not {n}")
        self.gifts[seat][card] -= n
        self.out[card] += n

    def passes(self, giver: str, taker: str, card: str) -> None:
        """A gift goes from one player to another."""
        self.gives_up(giver, card)
        self.out[card] -= 1
        self.gifts[taker][card] += 1

    def spends_seal(self, seat: str) -> None:
        """A seal for a character. Raises ValueError without one."""
        if not self.seals[seat]:
            raise ValueError(f"{seat} has no seal")
        self.seals[seat] -= 1

    def leaves(self, seat: str) -> None:
        """A player leaves while the others play on: deben and seals go, gifts stay (spec 10.1)."""
        self.lost += self.purse[seat]
        self.purse[seat] = 0
        self.seals[seat] = 0

    # points

    def kinds(self, seat: str) -> set[str]:
        """The types of gifts a seat owns."""
        return {family(card) for card, n in self.gifts[seat].items() if n > 0}

    def value(self, kind: str) -> int:
        """What one gift of a type is worth now; 0 while nobody owns it."""
        owners = sum(kind in self.kinds(seat) for seat in self.seats)
        return worth_of_row(self.values[kind], owners) if owners else 0

    def scribe(self, seat: str, singles: Mapping[str, int], bonus: int, double_bonus: int) -> int:
        """The Scribe scores these cards at the value valid now, each with its bonus; they leave the game (spec 2.6)."""
        each = {card: self.value(family(card)) for card in singles}
        points = 0
        for card, n in singles.items():
            times, extra = (self.double, double_bonus) if card == "senet2" else (1, 1)
            points += n * (times * each[card] + extra * bonus)
            self.gives_up(seat, card, n)
        self.prestige[seat] += points
        return points

    def vizier(self, seat: str, per_type: int) -> int:
        """Points for every different type a seat owns."""
        points = per_type * len(self.kinds(seat))
        self.prestige[seat] += points
        return points

    def final(self) -> dict[str, int]:
        """Prestige of every seat after the final scoring, card by card (spec 7)."""
        totals = {}
        for seat in self.seats:
            points = self.prestige[seat] + self.seal_points * self.seals[seat] + self.deben_points * self.purse[seat]
            for card, n in self.gifts[seat].items():
                points += n * self.value(family(card)) * (self.double if card == "senet2" else 1)
            totals[seat] = points
        return totals

    def best(self, gone: Iterable[str] = ()) -> set[str]:
        """Who wins: nobody else who stayed has more prestige, or as much and more deben (spec 7)."""
        totals, left = self.final(), set(gone)
        playing = [seat for seat in self.seats if seat not in left]
        return {
            seat
            for seat in playing
            if not any((totals[other], self.purse[other]) > (totals[seat], self.purse[seat]) for other in playing)
        }


def family(card: str) -> str:
    """The type of a card, single or double."""
    return card.rstrip("12")
