"""Positions at the building sites, by the invented fixture of spec egizia 8, and moves played on them."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Event, Move, Refusal
from companion.games.egizia import sites
from companion.games.egizia.components import SITES, Catalogue, Line, Space
from companion.games.egizia.decision import decision
from companion.games.egizia.flow import run_on
from companion.games.egizia.refusals import refuse
from companion.games.egizia.rules import legal_moves
from companion.games.egizia.state import Egizia, Phase, Rules, Side
from companion.games.egizia.turn import apply

B, R, G, Y = "blue", "red", "green", "yellow"
SEATS = (B, R, G, Y)
RIVER = (
    "N1", "EDFU", "N2", "THEBES", "N3", "SITE_A", "N4", "SELINON", "N5", "BENI_HASAN", "N6", "SITE_B", "N7",
    "PASSALON", "N8", "ALYI", "N9", "SITE_C", "N10", "HELIOPOLIS",
)  # fmt: skip
PYRAMID = ((1, 1, 1, 1), (2, 2, 2), (3, 3), (4,))
TEMPLE = {"pillar_left": (1, 2), "pillar_right": (1, 2), "column_left": (3,), "column_right": (3,), "top": (4, 5)}
KNOWN = Catalogue(
    river=RIVER,
    pairs={"THEBES": "c1+c2", "SELINON": "c1+c3", "BENI_HASAN": "c2+c3"},
    stone_rows=4,
    penalties=(3, 2, 1, 1),
    obelisk=tuple(Space(value, value) for value in range(1, 10)),
    obelisk_whole=True,
    pyramid=tuple(Line(values, True) for values in PYRAMID),
    pyramid_whole=True,
    temple={part: Line(values, True) for part, values in TEMPLE.items()},
)
UNKNOWN = Catalogue()
TILES = (5, 2, 3, 6, 0, 0, 0, 0, 0, 0, 0, 0)
WEAK = {"c1": 1, "c2": 1, "c3": 1, "j": 2}


def owner(**changes: Any) -> Side:
    """A side with crews of 1 and the joker of 2, 5 ships in the stock, and what is given."""
    side = Side(crews=dict(WEAK), ships=5, stones=5)
    for name, value in changes.items():
        setattr(side, name, {**WEAK, **value} if name == "crews" else value)
    return side


def at(site: str, *ships: str, reserve: str = "", seats: tuple[str, ...] = SEATS, facts: Catalogue = KNOWN,
       sides: dict[str, Side] | None = None, phase: Phase | None = None, **changes: Any) -> Egizia:  # fmt: skip
    """The position when building begins at a site (or when `phase` begins): ships by slot, then changes."""
    given = sides or {}
    n = 3 if len(seats) > 3 else 2
    s = Egizia(
        seats=seats,
        rules=Rules(),
        printed=facts,
        facts=facts,
        sides={who: given.get(who) or owner() for who in seats},
        chips=seats,
        slots=dict.fromkeys(SITES, ("",) * n) | {site: (*ships, *("",) * (n - len(ships)))},
        reserve=dict.fromkeys(SITES, "") | {site: reserve},
        tiles=TILES,
        deck=25,
    )
    for chip, who in enumerate(reversed(seats)):
        s.side(who).arrival = chip + 1
    s.clock = len(seats)
    for name, value in changes.items():
        setattr(s, name, value)
    begun: list[Event] = []
    if phase is None:
        sites.begin(s, site.lower(), begun)  # type: ignore[arg-type]
    else:
        s.enter(phase, s.front)
    run_on(s, begun)
    return s


def play(s: Egizia, *moves: Move) -> tuple[Egizia, list[Event]]:
    """The position after moves that must all be allowed, and everything they caused."""
    events: list[Event] = []
    for move in moves:
        refusal = refuse(s, move)
        assert refusal is None, (move, refusal)
        assert move in legal_moves(s), move
        assert any(choice.move == move for choice in decision(s).choices), move
        played = apply(s, move)
        s = played.state
        events += played.events
    return s, events


def refused(s: Egizia, move: Move) -> Refusal:
    """Why a move is not allowed; it is not offered either."""
    refusal = refuse(s, move)
    assert refusal is not None, move
    assert move not in legal_moves(s)
    return refusal


def kinds(events: list[Event]) -> list[str]:
    """What happened, in order."""
    return [event.kind for event in events]
