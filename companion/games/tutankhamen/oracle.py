"""A second telling of the rules, for checking the first: the game as one story with every tile as a thing of its own.

Written from the spec alone. It shares no code with `rules`, `flow`, `scoring` and `ending`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from companion.engine.game import Move
from companion.games.tutankhamen.moves import Decline, Finish, Leave, Mask, Pharaoh, Steal, Take

Question = tuple[str, str]
"""What is asked ("move", "coin", "mask", "pharaoh") and of whom."""
Story = Generator[Question, Move, None]


class Over(Exception):
    """The game ended in the middle of a turn."""


@dataclass
class Tile:
    """One piece of card: its kind, and where it lies: a slot number, a seat, "pile" (out of play) or "set"."""

    kind: str
    place: int | str


@dataclass
class Rank:
    """How strong a seat is in a set."""

    tiles: int
    pharaohs: int = 0

    @property
    def key(self) -> float:
        """A pharaoh is worth a hundredth of a tile: never enough to outweigh one."""
        return self.tiles + self.pharaohs / 100


def pay(value: int, ranks: Mapping[str, Rank], three: str, rounding: str) -> dict[str, int]:
    """Points by seat, each seat looked at for itself: how many are ahead of it, how many level with it."""
    small = value // 2 + (1 if value % 2 and rounding == "ceil" else 0)
    points = {}
    for who, mine in ranks.items():
        rivals = [other.key for name, other in ranks.items() if name != who and other.tiles]
        ahead = sum(key > mine.key for key in rivals)
        level = sum(key == mine.key for key in rivals)
        points[who] = 0
        if mine.tiles == 0:
            continue
        if ahead == 0 and level == 0:
            points[who] = value
        elif (
            (ahead == 1 and level == 0) or (ahead == 0 and level == 1) or (ahead == 0 and level > 1 and three == "half")
        ):
            points[who] = small
    return points


def tied(ranks: Mapping[str, Rank]) -> list[str]:
    """Who contests the set: level with somebody at the top, or else directly under a single leader."""

    def level_under(n: int) -> list[str]:
        found = []
        for who, mine in ranks.items():
            others = [other.tiles for name, other in ranks.items() if name != who]
            if mine.tiles and mine.tiles in others and sum(o > mine.tiles for o in others) == n:
                found.append(who)
        return found

    return level_under(0) or level_under(1)


@dataclass
class Truth:
    """The whole table. `rules` are resolved options; `start` the race's distance; `kinds` the values by kind."""

    seats: Sequence[str]
    rules: Mapping[str, object]
    start: int
    kinds: Mapping[str, int]
    layout: Sequence[str]
    turn: str
    tiles: list[Tile] = field(default_factory=list)
    pawn: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    mask: str = "pyramid"
    closed: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    cleared: list[str] = field(default_factory=list)
    heroes: list[str] = field(default_factory=list)
    question: Question | None = None

    def __post_init__(self) -> None:
        self.tiles = [Tile(kind, slot) for slot, kind in enumerate(self.layout, 1)]
        self.end = len(self.layout) + 1
        self.pawn = dict.fromkeys(self.seats, 0)
        self.points = dict.fromkeys(self.seats, 0)
        self.closed = {kind for kind in self.kinds if kind not in self.layout}
        self._story = self._game()
        self.question = next(self._story, None)

    def tell(self, move: Move) -> None:
        """Hear of a move; afterwards `question` is what is asked next (None: the game is over)."""
        try:
            self.question = self._story.send(move)
        except StopIteration:
            self.question = None

    # looking

    def among(self, who: str, kind: str) -> list[Tile]:
        """Tiles of `kind` in front of `who`."""
        return [tile for tile in self.tiles if tile.place == who and tile.kind == kind]

    def ahead(self, who: str) -> list[int]:
        """Slots that `who` may go to, nearest first."""
        return sorted(t.place for t in self.tiles if isinstance(t.place, int) and t.place > self.pawn[who])

    def robberies(self, who: str) -> list[Steal]:
        """Every use of a coin tile by `who`."""
        kinds = [*self.kinds, *(["PH"] if self.rules["coin_may_take_pharaoh"] else [])]
        return [
            Steal(who, kind, other)
            for kind in kinds
            for other in self.seats
            if other != who and self.among(who, kind) and self.among(other, kind)
        ]

    def around(self, who: str) -> list[str]:
        """Seats clockwise from `who`."""
        seats = list(self.seats)
        while seats[0] != who:
            seats.append(seats.pop(0))
        return seats

    def winners(self) -> set[str]:
        """Who has won, once the game is over."""
        stayed = [who for who in self.seats if who not in self.left]
        if self.heroes:
            if self.rules["zero_tie_break"] == "shared":
                return set(self.heroes)
            stayed = self.heroes
        best = max(self.points[who] for who in stayed)
        return {who for who in stayed if self.points[who] == best}

    # the story

    def _game(self) -> Story:
        try:
            while any(place < self.end for place in self.pawn.values()):
                who = self.turn
                move = yield ("move", who)
                if isinstance(move, Leave):
                    self._leave(move.by)
                    yield from self._sweep()
                    if who in self.left:
                        self._pass_on()
                    continue
                if isinstance(move, Take):
                    yield from self._take(who, move.slot)
                elif isinstance(move, Finish):
                    self.pawn[who] = self.end
                    if self.mask == "pyramid":
                        self.mask = who
                else:
                    raise ValueError(f"not a turn: {move!r}")
                yield from self._sweep()
                self._pass_on()
        except Over:
            return

    def _pass_on(self) -> None:
        ready = [who for who in self.around(self.turn) if self.pawn[who] < self.end]
        if ready:
            self.turn = ready[1] if ready[0] == self.turn and len(ready) > 1 else ready[0]

    def _take(self, who: str, slot: int) -> Story:
        tile = next(t for t in self.tiles if t.place == slot)
        tile.place = who
        self.pawn[who] = slot
        if tile.kind == "CO":
            yield from self._coin(who, tile)
        elif tile.kind != "PH":
            yield from self._maybe_score(tile.kind)

    def _coin(self, who: str, coin: Tile) -> Story:
        move: Move = Decline(who)
        if self.robberies(who):
            move = yield from self._ask("coin", who, lambda: bool(self.robberies(who)), Decline(who))
        coin.place = "pile"
        if isinstance(move, Steal):
            self.among(move.victim, move.kind)[0].place = who
            self._credit({move.victim: 1})

    def _ask(self, what: str, who: str, still: Callable[[], bool], no: Move) -> Generator[Question, Move, Move]:
        """The answer of `who`; `no` if the seat leaves, or if others' leaving makes the question idle."""
        while True:
            move = yield (what, who)
            if not isinstance(move, Leave):
                return move
            self._leave(move.by)
            if who in self.left or not still():
                return no

    def _sweep(self) -> Story:
        while True:
            back = min(self.pawn.values())
            behind = sorted(
                (t for t in self.tiles if isinstance(t.place, int) and t.place < back), key=lambda t: int(t.place)
            )
            if not behind:
                return
            behind[0].place = "pile"
            self.cleared.append(behind[0].kind)
            yield from self._maybe_score(behind[0].kind)

    def _maybe_score(self, kind: str) -> Story:
        if kind in self.kinds and not any(t.kind == kind and isinstance(t.place, int) for t in self.tiles):
            self._scoring = kind
            yield from self._score(kind)
            self._scoring = ""

    _scoring = ""
    _masked = ""

    def _ranks(self, kind: str, joker: str) -> dict[str, Rank]:
        return {who: Rank(len(self.among(who, kind)) + (1 if who == joker else 0)) for who in self.around(self.turn)}

    def _bags(self) -> dict[str, int]:
        return {who: 0 if who in self.left else len(self.among(who, "PH")) for who in self.seats}

    def _mask_could_matter(self, kind: str) -> bool:
        if self.mask not in self.seats or self.mask in self.left:
            return False
        bags = self._bags()
        tables = []
        for joker in ("", self.mask):
            ranks = self._ranks(kind, joker)
            able = sorted(who for who in tied(ranks) if bags[who])
            table: dict[tuple[int, ...], dict[str, int]] = {}
            for added in product(*(range(bags[who] + 1) for who in able)):
                raised = dict(ranks)
                for who, n in zip(able, added, strict=True):
                    raised[who] = Rank(ranks[who].tiles, n)
                table[added] = self._pay(kind, raised)
            tables.append((able, table))
        return tables[0] != tables[1]

    def _pay(self, kind: str, ranks: Mapping[str, Rank]) -> dict[str, int]:
        return pay(self.kinds[kind], ranks, str(self.rules["tie_first_3plus"]), str(self.rules["half_rounding"]))

    def _score(self, kind: str) -> Story:
        joker = ""
        if self._mask_could_matter(kind):
            holder = self.mask
            answer = yield from self._ask("mask", holder, lambda: self._mask_could_matter(kind), Mask(holder, False))
            if isinstance(answer, Mask) and answer.use:
                joker = holder
        self._masked = joker
        ranks = self._ranks(kind, joker)
        played: list[tuple[str, Tile]] = []
        group = tied(ranks)
        grown = True
        while grown:
            grown = False
            for who in group:
                if not self._bags()[who]:
                    continue
                answer = yield from self._ask("pharaoh", who, lambda: True, Pharaoh(who, False))
                if isinstance(answer, Pharaoh) and answer.add:
                    tile = self.among(who, "PH")[0]
                    tile.place = "set"
                    played.append((who, tile))
                    ranks[who].pharaohs += 1
                    grown = True
        gains = self._pay(kind, ranks)
        for tile in self.tiles:
            if tile.kind == kind:
                tile.place = "pile"
        emptied = self.left if self.rules["leaver_tiles"] == "out" else set()
        for who, tile in played:
            tile.place = "pile" if self.rules["pharaoh_single_use"] or who in emptied else who
        if joker and (self.rules["mask_single_use"] or joker in emptied):
            self.mask = "out"
        self._masked = ""
        self.closed.add(kind)
        self._credit(gains)

    def _credit(self, gains: Mapping[str, int]) -> None:
        for who, n in gains.items():
            self.points[who] += n
        if self.start and self.rules["instant_end_at_zero"]:
            self.heroes = [w for w in self.seats if w not in self.left and self.points[w] >= self.start]
            if self.heroes:
                raise Over

    def _leave(self, who: str) -> None:
        self.left.add(who)
        self.pawn[who] = self.end
        for coin in self.among(who, "CO"):
            coin.place = "pile"
        if self.rules["leaver_tiles"] == "out":
            for tile in self.tiles:
                if tile.place == who and tile.kind != self._scoring:
                    tile.place = "pile"
            if self.mask == who and self._masked != who:
                self.mask = "out"
        if len(self.left) == len(self.seats) - 1:
            raise Over
