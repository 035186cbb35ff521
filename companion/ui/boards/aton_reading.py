"""What the Aton board shows of a position, read from the game's state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.engine.game import Decision
from companion.engine.text import T, Text, Value
from companion.engine.text import seat as seat_text
from companion.games.aton.position import AtonState

CARTOUCHE_OF_STEP = {"remove": 2, "place": 4}
"""Which cartouche is in use in which phase."""


@dataclass(frozen=True)
class Reading:
    """The position as it is drawn. `kinds` and `board` by space id; `cards` by seat, empty before the reveal."""

    seats: tuple[str, ...]
    kinds: Mapping[str, str]
    board: Mapping[str, str]
    dead: Mapping[str, int]
    dead_spaces: int
    cards: Mapping[str, tuple[int, ...]]
    face_down: frozenset[str]
    in_use: frozenset[tuple[str, int]]
    open_temples: frozenset[int]
    acting: str
    fresh: frozenset[str]
    labels: Mapping[int, Text]
    dead_label: Text

    def lead(self, temple: int, name: Callable[[str], Value] = seat_text) -> Text:
        """Who has the majority in a temple ("4 · Bence leads 5 : 3"). `name`: what stands for a seat."""
        held = [(sum(1 for s, who in self.board.items() if who == seat and s[0] == str(temple)), seat)
                for seat in self.seats]  # fmt: skip
        (least, _), (most, leader) = sorted(held)
        if most == least:
            return T("{temple} · equal, {n} each", temple=temple, n=most)
        return T("{temple} · {who} leads {most} : {least}", temple=temple, who=name(leader), most=most, least=least)


def read(state: AtonState, decision: Decision | None) -> Reading:
    """The reading of `state`."""
    layout = state.layout
    acting = state.seats[state.active] if state.phase in ("remove", "place", "thin") else ""
    row = state.sides[state.active].row if acting else None
    opened = frozenset(range(1, row[2] + 1)) if row is not None and state.phase in CARTOUCHE_OF_STEP else frozenset()
    if state.phase == "thin":
        opened = frozenset((1, 2, 3, 4))
    used = CARTOUCHE_OF_STEP.get(state.phase)
    sides = dict(zip(state.seats, state.sides, strict=True))
    return Reading(
        seats=state.seats,
        kinds=dict(zip(layout.names, layout.kinds, strict=True)),
        board=state.counters,
        dead={seat: sides[seat].dead for seat in ("red", "blue") if seat in sides},
        dead_spaces=state.facts.dead_spaces,
        cards={seat: side.row or () for seat, side in sides.items()},
        face_down=frozenset(seat for seat, side in sides.items() if side.ready and side.row is None),
        in_use=frozenset({(acting, used)}) if acting and used else frozenset(),
        open_temples=opened,
        acting=acting,
        fresh=frozenset(space for side in state.sides for space in layout.spaces(side.fresh)),
        labels=_labels(state),
        dead_label=T("Kingdom of the Dead"),
    )


def _labels(state: AtonState) -> Mapping[int, Text]:
    return {
        1: T("1 · difference"),
        2: T("2 · majority: {points}", points=state.facts.temple2_points),
        3: T("3 · 1 each"),
        4: T("4 · {points} per blue", points=state.facts.temple4_per_blue),
    }
