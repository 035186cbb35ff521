"""What is laid out before play: the path and the first player (spec tutankhamen 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import Setup, Step
from companion.engine.options import OptionValues
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.tutankhamen.catalogue import Catalogue, read_catalogue
from companion.games.tutankhamen.state import Match, Tutankhamen
from companion.games.tutankhamen.switches import start_points, switches

ROW = 6
"""Tiles in one line of the check-list: what a person can keep in mind at once."""


class TutankhamenSetup(Setup, frozen=True):
    """`layout`: the kind in each slot from the start on, or None if the path is not recorded (light mode).

    `first`: the seat that begins. `laid_by`: the app drew the order, or the table laid it and told it.
    """

    layout: tuple[str, ...] | None
    first: str
    laid_by: Literal["app", "table"] = "app"


def draw_layout(catalogue: Catalogue, draw: Draw) -> tuple[str, ...]:
    """A uniformly random order of all tiles of the path."""
    return tuple(draw.shuffled([tile for tile, n in catalogue.path.items() for _ in range(n)]))


def draw_setup(seats: Sequence[str], options: OptionValues, draw: Draw, box: Box) -> TutankhamenSetup:
    """The order of the path and the first player by lot (spec 3 steps 2 and 5)."""
    layout = draw_layout(read_catalogue(box), draw.branch("layout"))
    return TutankhamenSetup(layout=layout, first=draw.branch("first").pick(list(seats)))


def layout_differences(layout: Sequence[str], match: Match) -> tuple[Text, ...]:
    """How `layout` differs from the tiles of the box, a sentence a kind; empty if it is exact (spec 6 B)."""
    laid = Counter(layout)
    words = [
        T("{kind}: {laid} in the path, {present} in the box", kind=match.titles[tile], laid=laid[tile], present=present)
        for tile, present in match.present.items()
        if laid[tile] != present
    ]
    words += [T("there is no kind “{kind}”", kind=tile[:20]) for tile in laid if tile not in match.present]
    return tuple(words)


def new(seats: Sequence[str], options: OptionValues, setup: TutankhamenSetup, box: Box) -> Tutankhamen:
    """The position before the first move. Raises InputError for a path or first player that can't be."""
    catalogue = read_catalogue(box)
    match = Match(
        catalogue.kinds,
        catalogue.pharaohs,
        catalogue.coins,
        catalogue.mask,
        switches(options, seats, box),
        sum(catalogue.path.values()),
        setup.layout is not None,
    )
    if setup.first not in seats:
        raise InputError(
            T("The first player “{seat}” has no seat in this game. Choose one of the seats.", seat=setup.first[:40])
        )
    layout = setup.layout or ()
    if setup.layout is not None and (wrong := layout_differences(layout, match)):
        listed: tuple[Value, ...] = wrong[:6]
        raise InputError(T("The path doesn't match the box. {differences}. Put those slots right.", differences=listed))
    return Tutankhamen(
        seats=tuple(seats),
        match=match,
        path=list(layout),
        left=dict(match.present),
        out=dict.fromkeys(match.ids, 0),
        held={s: dict.fromkeys(match.ids, 0) for s in seats},
        pos=dict.fromkeys(seats, 0),
        points=dict.fromkeys(seats, 0),
        mask="pyramid" if match.mask else "out",
        turn=setup.first,
        scored=tuple(kind.id for kind in match.kinds if not kind.present),
    )


def rows(layout: Sequence[str], match: Match) -> tuple[Step, ...]:
    """The path as lines of a check-list, a few tiles each."""
    made = []
    for at in range(0, len(layout), ROW):
        row = layout[at : at + ROW]
        first, last = at + 1, at + len(row)
        tiles: tuple[Value, ...] = tuple(match.numbered[tile] for tile in row)
        if first == last:
            text = T("Slot {slot}: {kind}", slot=first, kind=tiles[0])
        else:
            text = T("Slots {first} to {last}: {tiles}", first=first, last=last, tiles=tiles)
        made.append(Step(text, drawn=True, picture=tuple(f"slot:{slot}" for slot in range(first, last + 1))))
    return tuple(made)


def steps(setup: TutankhamenSetup, seats: Sequence[str], options: OptionValues, box: Box) -> tuple[Step, ...]:
    """The check-list that brings the table to `setup` (spec 3)."""
    state = new(seats, options, setup, box)
    match, start = state.match, start_points(options, len(seats), box) or 0
    far = T("Put the pyramid at the far end and the mask on it.")
    made = [Step(far if match.mask else T("Put the pyramid at the far end."), picture=("finish",))]
    if setup.laid_by == "app" and setup.layout is not None:
        made.append(Step(T("Sort the tiles by picture, then lay them face up in one winding line, from the start on.")))
        made += rows(setup.layout, match)
    else:
        text = T(
            "Shuffle the {n} tiles face down, lay them in one winding line and turn them all face up.", n=match.length
        )
        made.append(Step(text))
    made.append(Step(T("Every player puts a pawn at the near end of the line.")))
    if match.rules.direction == "coins":
        made.append(Step(TN("Every player takes {n} coin.", "Every player takes {n} coins.", start)))
    elif match.rules.down:
        made.append(Step(T("Put every score marker on {n}.", n=start)))
    else:
        made.append(Step(T("Everybody starts with 0 points.")))
    if match.rules.instant_end_at_zero and not match.rules.down:
        made.append(Step(TN("Whoever has {n} point wins at once.", "Whoever has {n} points wins at once.", start)))
    made.append(Step(T("{who} begins; play goes clockwise.", who=seat(setup.first)), drawn=True))
    return tuple(made)
