"""What can be read off a position: standings, who leads each set, what a move would cause (spec tutankhamen 9)."""

from __future__ import annotations

import msgspec

from companion.engine.game import TABLE, Phase, ScoreLine, Scores, Standing
from companion.engine.text import T, Text
from companion.games.tutankhamen.moves import Finish, Take
from companion.games.tutankhamen.rules import counts, thefts
from companion.games.tutankhamen.scoring import award, line
from companion.games.tutankhamen.state import PYRAMID, Stage, Tutankhamen


def scores(state: Tutankhamen) -> Scores:
    """What every open set with holders would pay now; pharaohs and mask only where they have been played already."""
    lines: list[ScoreLine] = []
    if not state.end:
        rules, scoring = state.match.rules, state.scoring
        for kind in state.match.kinds:
            if kind.id in state.scored:
                continue
            here = scoring if scoring is not None and scoring.kind == kind.id else None
            tiles = counts(state, kind.id, here is not None and here.mask == "used")
            if any(tiles.values()):
                pharaohs = here.pharaohs if here is not None else {}
                paid = award(kind.value, tiles, pharaohs, rules.tie_first_3plus, rules.half_rounding)
                lines.append(line(kind.id, kind.title, kind.value, paid))
    return Scores(tuple(lines), dict(state.points))


class SetStand(msgspec.Struct, frozen=True):
    """How a set stands: tiles by seat, who leads (several: tied), tiles left in the path, whether it is scored.

    sure: for each seat how many more tiles make its majority sure whatever the others take from the path, by tiles
    alone (no coin, mask or pharaoh); 0 if it is sure already, None if it can't be any more.
    """

    kind: str
    value: int
    tiles: dict[str, int]
    leaders: tuple[str, ...]
    left: int
    scored: bool
    sure: dict[str, int | None]


def set_stand(state: Tutankhamen, kind: str) -> SetStand:
    """How the set `kind` stands now."""
    tiles = {seat: state.held[seat][kind] for seat in state.seats}
    most, left = max(tiles.values()), state.left[kind]
    leaders = tuple(seat for seat, n in tiles.items() if n == most) if most else ()
    sure: dict[str, int | None] = {}
    for seat, n in tiles.items():
        rival = max(other for who, other in tiles.items() if who != seat)
        missing = max((rival + left - n) // 2 + 1, 0)
        sure[seat] = missing if missing <= left or (missing == 0 and n) else None
    closed = kind in state.scored
    return SetStand(kind, state.match.kind[kind].value, tiles, leaders, left, closed, sure)


class Preview(msgspec.Struct, frozen=True):
    """What a move would cause: the tile taken, cleared slots with their tiles in order, sets that would be scored.

    coin: a coin tile would be taken with these thefts open. mask: the mask would be taken. Answers that are still
    to be given (mask, pharaohs) and an instant end in between are not foreseen.
    """

    taken: str
    cleared: tuple[tuple[int, str], ...]
    scored: tuple[str, ...]
    coin: tuple[tuple[str, str], ...] = ()
    mask: bool = False


def preview(state: Tutankhamen, move: Take | Finish) -> Preview:
    """What `move` (allowed, in a recorded path) would cause."""
    match, path = state.match, state.path
    slot = move.slot if isinstance(move, Take) else match.finish
    taken = path[slot - 1] if isinstance(move, Take) else ""
    rearmost = min(slot if seat == move.by else place for seat, place in state.pos.items())
    cleared = tuple((i, path[i - 1]) for i in range(1, min(rearmost, match.finish)) if path[i - 1] and i != slot)
    left = dict(state.left)
    scored: list[str] = []
    for tile in ([taken] if taken else []) + [tile for _, tile in cleared]:
        left[tile] -= 1
        if not left[tile] and tile in match.kind:
            scored.append(tile)
    coin = tuple(thefts(state, move.by)) if taken == "CO" else ()
    return Preview(taken, cleared, tuple(scored), coin, isinstance(move, Finish) and state.mask == PYRAMID)


def standings(state: Tutankhamen) -> tuple[Standing, ...]:
    """The score strip. In a race `goal` is the distance and, where people count down, `remaining` is set."""
    rules, now = state.match.rules, scores(state)
    totals = now.totals
    rows = []
    for who in state.seats:
        note: Text | None = None
        if who in state.gone:
            note = T("Has left")
        elif state.mask == who:
            note = T("Has the mask")
        elif state.at_finish(who):
            note = T("At the pyramid")
        elif state.match.recorded and state.pos[who]:
            note = T("Slot {slot}", slot=state.pos[who])
        goal = rules.start_points or None
        left = state.remaining(who) if rules.down else None
        rows.append(Standing(who, state.points[who], totals[who], note, goal, left))
    return tuple(rows)


STEPS: tuple[tuple[str, Text, tuple[Stage, ...]], ...] = (
    ("choose", T("Choose"), ("move",)),
    ("coin", T("Coin"), ("coin",)),
    ("clear", T("Clear"), ("clear",)),
    ("score", T("Score"), ("mask", "pharaoh")),
)


def phases(state: Tutankhamen) -> tuple[Text, tuple[Phase, ...]]:
    """The turn number and the steps of a turn."""
    stage = state.stage
    at = next((i for i, (_, _, stages) in enumerate(STEPS) if stage in stages), len(STEPS))
    bar = []
    for i, (name, title, _) in enumerate(STEPS):
        if i == at:
            asked = state.asked
            bar.append(Phase(name, title, "now", asked if asked != TABLE else None))
        else:
            bar.append(Phase(name, title, "done" if i < at else "next"))
    return T("Turn {n}", n=state.turns), tuple(bar)
