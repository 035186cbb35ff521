"""What a camera sees of Quarry: stones in the pits, a stake card before each seat, the tokens in a row as they come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.engine.box import Box
from companion.engine.game import Move
from companion.engine.sight import EMPTY, Look, Plan, Sight, Spot
from companion.engine.text import T, seat
from quarry.position import Position, Stake

SEATS = ("red", "blue", "green", "yellow")
PITS, TOKENS = range(5), range(6)
STAKES = tuple(f"stake:{n}" for n in range(4))
WORTH = ("token:0", "token:1", "token:2")


class QuarrySight(Sight[Position]):
    """Places 30 mm apart in three rows."""

    def plan(self, box: Box) -> Plan:
        looks = (
            Look("stone", T("Stones"), "piece"),
            *(Look(label, T("Stake {n}", n=n), "card", "stake") for n, label in enumerate(STAKES)),
            *(Look(label, T("Token {token}", token=n), "card", "token") for n, label in enumerate(WORTH)),
        )
        spots = (
            *(
                Spot(f"pit:{i}", T("Pit {pit}", pit=i + 1), "piece", ("stone",), (20 + 30 * i, 20, 20, 20))
                for i in PITS
            ),
            *(
                Spot(f"stake:{who}", T("Stake of {who}", who=seat(who)), "card", STAKES, (20 + 30 * i, 60, 20, 30))
                for i, who in enumerate(SEATS)
            ),
            *(Spot(f"token:{i}", T("Tokens"), "card", WORTH, (20 + 30 * i, 100, 20, 30), "tokens") for i in TOKENS),
        )
        return Plan(mat=5, field=(200, 130), board=(100, 65, 200, 130), known=True, spots=spots, looks=looks)

    def shows(self, state: Position) -> Mapping[str, tuple[str, ...]]:
        pits = {f"pit:{i}": ("stone",) if n else (EMPTY,) for i, n in enumerate(state.pits)}
        stakes = {
            f"stake:{who}": (f"stake:{state.stakes[who]}",) if who in state.stakes else (EMPTY,) for who in state.seats
        }
        return {**pits, **stakes, **{f"token:{i}": (EMPTY, *WORTH) for i in TOKENS}}

    def sums(self, state: Position) -> Mapping[str, Mapping[str, int]]:
        turned = Counter(state.seen)
        return {"tokens": {label: turned[n] for n, label in enumerate(WORTH)}}

    def moves(self, state: Position, seen: Mapping[str, str]) -> tuple[Move, ...]:
        if not state.staking:
            return ()
        labels = {who: seen.get(f"stake:{who}", EMPTY) for who in state.seats if who not in state.stakes}
        return tuple(Stake(who, STAKES.index(label)) for who, label in labels.items() if label in STAKES)
