"""What can be read off a position: the phase bar, the score strip, what the sets would bring now (spec sobek 6)."""

from __future__ import annotations

from companion.engine.game import Phase, Scores, Standing
from companion.engine.text import TN, T, Text
from companion.games.sobek.decision import asked
from companion.games.sobek.flow import bonus, counting
from companion.games.sobek.piles import COUNTING
from companion.games.sobek.scoring import set_lines
from companion.games.sobek.state import Sobek


def phases(state: Sobek) -> tuple[Text, tuple[Phase, ...]]:
    """The round, and its deliveries, last sets and scoring."""
    n = max(state.deliveries, state.delivery)
    at = n if state.stage == "last" else n + 1 if state.stage in COUNTING else state.delivery - 1
    if state.stage == "over":
        at = n + 2
    seats = asked(state)
    seat = seats[0] if len(seats) == 1 else None
    titles = [(f"delivery{i}", T("Delivery {n}", n=i) if i == at + 1 else T("{n}", n=i)) for i in range(1, n + 1)]
    titles += [("last", T("Last sets")), ("scoring", T("Scoring"))]
    bar = []
    for i, (name, title) in enumerate(titles):
        if i == at:
            bar.append(Phase(name, title, "now", seat))
        else:
            bar.append(Phase(name, title, "done" if i < at else "next"))
    return T("Round {n}", n=state.round), tuple(bar)


def scores(state: Sobek) -> Scores:
    """A line for every set on the table; corruption stays out of it, for it is a secret (spec 6)."""
    before = {who: state.sides[who].points for who in state.seats}
    if state.stage in (*COUNTING, "over"):
        return Scores((), before)
    sets = {who: [counting(state, laid) for laid in state.sides[who].sets] for who in state.playing}
    return Scores(set_lines(sets, bonus(state)), before)


def standings(state: Sobek) -> tuple[Standing, ...]:
    """The score strip: points now, points with the sets on the table, cards in hand."""
    totals = scores(state).totals
    rows = []
    for who in state.seats:
        side = state.sides[who]
        note = TN("{n} card in hand", "{n} cards in hand", side.hand.n)
        if side.gone:
            note = T("Has left")
        rows.append(Standing(who, side.points, totals[who], note))
    return tuple(rows)
