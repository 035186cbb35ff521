"""What is decided before play: the starting player of the first round; all else is shuffled by hand (spec sobek 3)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import Setup, Step
from companion.engine.options import OptionValues
from companion.engine.text import TN, T, seat
from companion.games.sobek.catalogue import DECK, GREEN_CARDS, QUAY, read_catalogue
from companion.games.sobek.flow import deal
from companion.games.sobek.state import DEALT, PER_ROUND, Side, Sobek
from companion.games.sobek.switches import switches


class SobekSetup(Setup, frozen=True):
    """`first`: the seat that begins the first round."""

    first: str


def draw_setup(seats: Sequence[str], draw: Draw) -> SobekSetup:
    """The starting player by lot (spec 3.1)."""
    return SobekSetup(first=draw.branch("first").pick(list(seats)))


def new(seats: Sequence[str], options: OptionValues, setup: SobekSetup, box: Box) -> Sobek:
    """The position before the first delivery. Raises InputError for a starting player who does not play."""
    if setup.first not in seats:
        raise InputError(
            T("The starting player “{seat}” has no seat in this game. Choose one of the seats.", seat=setup.first[:40])
        )
    facts = read_catalogue(box)
    state = Sobek(
        seats=tuple(seats),
        printed=facts,
        facts=facts,
        rules=switches(options, facts),
        sides={who: Side() for who in seats},
        turn=setup.first,
        players=len(seats),
    )
    deal(state)
    return state


def steps(setup: SobekSetup, seats: Sequence[str]) -> tuple[Step, ...]:
    """The check-list that brings the table to the first delivery (spec 3)."""
    left = GREEN_CARDS - DEALT * len(seats)
    made = [
        Step(T("Every player takes a colour: the marker goes on 0, the corruption tile lies in front.")),
        Step(
            TN(
                "Shuffle the {all} green cards and deal {deal} to each, secretly; {n} goes unseen into the box.",
                "Shuffle the {all} green cards and deal {deal} to each, secretly; {n} go unseen into the box.",
                left,
                all=GREEN_CARDS,
                deal=DEALT,
            )
        ),
        Step(T("Shuffle the other goods and the characters together into a deck of {n} cards, face down.", n=DECK)),
    ]
    if len(seats) == 2:
        made.append(Step(T("With two players the top {n} cards go unseen into the box.", n=QUAY)))
    made.append(
        Step(T("Shuffle the event tokens face down: {n} beside the board, the rest unseen into the box.", n=PER_ROUND))
    )
    made.append(
        Step(
            T("Lay {n} cards along the quay from the 0 on, goods face up, characters face down.", n=QUAY),
            picture=tuple(f"quay:{at}" for at in range(1, QUAY + 1)),
        )
    )
    made.append(
        Step(T("{who} begins; play goes clockwise.", who=seat(setup.first)), True, (f"seat:{setup.first}",))
    )  # fmt: skip
    return tuple(made)
