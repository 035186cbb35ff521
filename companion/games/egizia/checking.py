"""What cannot be, and what is unusual, about the facts of a box as a whole (spec egizia 2.2, 2.12)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.box import Box
from companion.engine.game import Fault
from companion.engine.text import T, Text
from companion.games.egizia.catalogue import read_catalogue, sphinx_whole
from companion.games.egizia.components import (
    BOOST,
    ORDINARY,
    PAIR_SPACES,
    SPHINX_CARDS,
    SPHINX_TYPES,
    TEMPLE_PARTS,
    Catalogue,
)
from companion.games.egizia.names import PART_NAMES, STOP_NAMES
from companion.games.egizia.riverbed import unusual

FEW_GRAIN_ROWS = 4
"""The shortest column that fits the rules: 3, 2, 1, 1 (spec 2.6)."""


def check_catalogue(box: Box) -> tuple[Fault, ...]:
    """What is unusual, as warnings that say why. Raises InputError for what can't be."""
    facts = read_catalogue(box)
    return (
        *_river(facts),
        *_pairs(facts),
        *_labels(facts),
        *_grain(box, facts),
        *_obelisk(facts),
        *_too_dear(facts),
        *_sphinx(facts),
    )


def _warning(code: str, text: Text, *targets: str) -> Fault:
    return Fault(code, text, targets, warning=True)


def _river(facts: Catalogue) -> Iterator[Fault]:
    if facts.river:
        for code, text in unusual(facts.river):
            yield _warning(code, text, "river")


def _pairs(facts: Catalogue) -> Iterator[Fault]:
    told = {space: facts.pairs[space] for space in PAIR_SPACES if facts.pairs.get(space) is not None}
    for space, pair in told.items():
        alike = [other for other in told if told[other] == pair]
        if alike[0] == space and len(alike) > 1:
            names = tuple(STOP_NAMES[other] for other in alike)
            text = T("The same two crews are told for {stops}. Usually they differ; look again.", stops=names)
            yield _warning("A_PAIRS", text, *(f"stop:{other}" for other in alike))


def _labels(facts: Catalogue) -> Iterator[Fault]:
    told = [label.casefold() for crew in ORDINARY if (label := facts.labels.get(crew))]
    if len(set(told)) < len(told):
        yield _warning("A_LABELS", T("Two crews have the same colour. Look at their skirts again."), "crews")


def _grain(box: Box, facts: Catalogue) -> Iterator[Fault]:
    told = [entry for entry in facts.penalties if entry is not None]
    if told != sorted(told, reverse=True):
        text = T("In the grain market a lower row usually costs less, never more. Look at the board again.")
        yield _warning("A_GRAIN", text, "market:grain")
    if 0 < len(facts.penalties) < FEW_GRAIN_ROWS:
        text = T("The grain market usually has at least {n} rows. Count again.", n=FEW_GRAIN_ROWS)
        yield _warning("A_GRAIN_ROWS", text, "market:grain")
    rows = box.value("grain.rows")
    if rows is not None and len(rows) != len(facts.penalties):
        text = T("The numbers of the grain market were told for {given} rows, but it has {n}. Enter them again.",
                 given=len(rows), n=len(facts.penalties))  # fmt: skip
        yield _warning("A_GRAIN_AGAIN", text, "market:grain")


def _obelisk(facts: Catalogue) -> Iterator[Fault]:
    if facts.obelisk_whole and any(space.row is None for space in facts.obelisk):
        text = T("The rows of the obelisk are not told. Cartouche will ask whether rows 7, 8 and 9 are full.")
        yield _warning("A_OBELISK_ROWS", text, "obelisk")


def _too_dear(facts: Catalogue) -> Iterator[Fault]:
    most = facts.crew_max + facts.joker_max + BOOST
    lines: list[tuple[Text, str, tuple[int, ...]]] = [
        (T("Obelisk"), "obelisk", tuple(space.value for space in facts.obelisk))
    ]
    lines += [(T("Pyramid row {row}", row=i), f"pyramid:{i}", row.values) for i, row in enumerate(facts.pyramid, 1)]
    lines += [
        (PART_NAMES[part], f"temple:{part}", facts.temple[part].values) for part in TEMPLE_PARTS if part in facts.temple
    ]
    for where, target, values in lines:
        if any(value > most for value in values):
            text = T("{line}: a space worth more than {most} could hardly ever be built. Look at it again.",
                     line=where, most=most)  # fmt: skip
            yield _warning("A_TOO_DEAR", text, target)


def _sphinx(facts: Catalogue) -> Iterator[Fault]:
    copies = [facts.sphinx.get(card) for card in SPHINX_TYPES]
    if None not in copies and not sphinx_whole(facts):
        text = T("All Sphinx cards together are {size}; these make {n}. Count again.", size=SPHINX_CARDS,
                 n=sum(n or 0 for n in copies))  # fmt: skip
        yield _warning("A_SPHINX", text, "deck:sphinx")
