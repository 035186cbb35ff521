"""What is wrong, or unlikely, with a position, all at once (spec aton 2.2, 6.2)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.game import Fault
from companion.engine.text import T, seat
from companion.games.aton.layout import Facts, load_warnings
from companion.games.aton.position import AtonState, Side
from companion.games.aton.rules import most_dead


def faults(state: AtonState) -> tuple[Fault, ...]:
    """Everything that can't be: counters, the Kingdom of the Dead, scores (checks 1, 2 and 4)."""
    found: list[Fault] = []
    one, two = state.sides
    both = one.counters & two.counters
    if both:
        found.append(Fault("A_SPACE", T("Two counters lie on one space."), state.layout.targets(both)))
    for i, name in enumerate(state.seats):
        side = state.sides[i]
        if state.stock(i) < 0:
            found.append(
                Fault(
                    "A_COUNTERS",
                    T(
                        "{who} would have {n} counters; there are {whole}.",
                        who=seat(name),
                        n=side.counters.bit_count() + side.dead,
                        whole=state.facts.counters,
                    ),
                    (f"stock:{name}",),
                )
            )
        if side.score < 0:
            found.append(Fault("A_SCORE", T("The score of {who} is below 0.", who=seat(name))))
        if side.dead < 0:
            found.append(Fault("A_DEAD", T("{who} can't have fewer than 0 in the Dead.", who=seat(name)), ("dead",)))
    return (*found, *(dead_faults(state) if state.first is None else ()))


def dead_faults(state: AtonState) -> tuple[Fault, ...]:
    """More in the Dead than there can be now (check 2). Between the order and the end of a round play itself may bring
    it there after a correction, so that it is no fault of the position then, but of a correction that says it.
    """
    most = most_dead(state)
    if state.dead <= most:
        return ()
    text = T("In the Kingdom of the Dead there can be no more than {most} now, not {n}.", most=most, n=state.dead)
    return (Fault("A_DEAD", text, ("dead",)),)


def dead_warnings(state: AtonState) -> tuple[Fault, ...]:
    """More in the Dead than play alone can bring there: in the first two rounds none, then four (check 2)."""
    if state.first is not None:
        found = tuple(Fault("W_DEAD", fault.text, fault.targets, warning=True) for fault in dead_faults(state))
        if found:
            return found
    ended = state.round - 1 if state.first is None else state.round
    most = {0: 0, 1: 0, 2: 4}.get(ended)
    if most is None or state.dead <= most or load_warnings(state.facts):
        return ()
    text = T("So early there can be no more than {most} in the Kingdom of the Dead, not {n}.", most=most, n=state.dead)
    return (Fault("W_DEAD", text, ("dead",), warning=True),)


def card_warnings(state: AtonState) -> tuple[Fault, ...]:
    """Cards that were read more often than they can be since the last shuffle (check 3): never blocks."""
    return tuple(_doubted(state, i, value) for i, side in enumerate(state.sides) for value in side.cards.doubtful)


def _doubted(state: AtonState, i: int, value: int) -> Fault:
    return Fault(
        "W_CARD_COUNT",
        T(
            "More cards of {value} were read for {who} than one pile can hold ({most}). Was a card read wrongly?",
            value=value,
            who=seat(state.seats[i]),
            most=state.facts.deck[value - 1],
        ),
        tuple(f"cartouche:{state.seats[i]}:{n}" for n in (1, 2, 3, 4)),
        warning=True,
    )


def new_card_warnings(state: AtonState, i: int, before: Side) -> tuple[Fault, ...]:
    """The card warnings of side `i` that were not there in `before`."""
    fresh = [value for value in state.sides[i].cards.doubtful if value not in before.cards.doubtful]
    return tuple(_doubted(state, i, value) for value in fresh)


def box_warnings(facts: Facts) -> tuple[Fault, ...]:
    """What of the box differs from every known copy (spec aton 2.2)."""
    return tuple(Fault("W_BOX", text, warning=True) for text in load_warnings(facts))


def audit(state: AtonState) -> tuple[Fault, ...]:
    """Faults of the position, then warnings about the Dead, the cards and the box data."""
    return (*faults(state), *dead_warnings(state), *card_warnings(state), *box_warnings(state.facts))


def score_check(state: AtonState, markers: Mapping[str, int]) -> tuple[Fault, ...]:
    """Where the real score markers differ from the app; a marker may wait at the end of its track. Raises KeyError."""
    by_seat = dict(zip(state.seats, state.sides, strict=True))
    found = []
    for name, marker in markers.items():
        score = by_seat[name].score
        if marker not in (score, min(score, state.facts.track_max)):
            text = T(
                "The marker of {who} is on {marker}; by the app it is {score}.",
                who=seat(name),
                marker=marker,
                score=score,
            )
            found.append(Fault("W_SCORE", text, warning=True))
    return tuple(found)
