"""The tiles of one physical box: kinds with value and count, and the special tiles (spec tutankhamen 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.form_reading import shown
from companion.engine.game import Fault
from companion.engine.text import TN, T, Text

PHARAOH = "PH"
COIN = "CO"
MASK = "MASK"

KIND_IDS = tuple(f"S{value}{letter}" for value in (8, 6, 4, 2, 1) for letter in "ABC")
"""The 15 kinds in the order of the catalogue."""

NAMES: dict[str, Text] = {
    "S8A": T("Sarcophagus"),
    "S8B": T("Throne"),
    "S8C": T("Stone tablet"),
    "S6A": T("Dog"),
    "S4A": T("Candelabrum"),
    "S4B": T("Alabaster cup"),
    "S2A": T("Knife"),
    "S2B": T("Cross"),
    "S1A": T("Scarab bracelet"),
    PHARAOH: T("Pharaoh"),
    COIN: T("Coins"),
}
"""Names that are known from sources; kinds without one are shown as "6-B"."""

_INVENTED = {
    "Lotus": T("Lotus"),
    "Ibis": T("Ibis"),
    "Vase": T("Vase"),
    "Comb": T("Comb"),
    "Ring": T("Ring"),
    "Lamp": T("Lamp"),
}
"""What the kinds of the practice board are called."""

MOST_VALUE = 20
MOST_SPECIAL = 12
MOST_NAME = 24


class Kind(msgspec.Struct, frozen=True):
    """One kind of tile: the printed value, how many are in this box, and the owner's name for it ("" if none)."""

    id: str
    value: int
    present: int
    name: str = ""

    @property
    def title(self) -> Text | str:
        """The name for people: the owner's, else the known one, else value and letter."""
        named = _INVENTED.get(self.name, self.name) or NAMES.get(self.id)
        return named or f"{self.value}-{self.id[-1]}"

    @property
    def numbered(self) -> Text | str:
        """The name behind the number on the tile ("8 Throne"); a kind without a name tells its value anyway."""
        named = self.name or self.id in NAMES
        return T("{value} {kind}", value=self.value, kind=self.title) if named else self.title


class Catalogue(msgspec.Struct, frozen=True):
    """All tiles of a box: the kinds, and how many pharaohs, coins and masks there are."""

    kinds: tuple[Kind, ...]
    pharaohs: int
    coins: int
    mask: int

    @property
    def path(self) -> dict[str, int]:
        """Tiles that are laid in the path, by kind id."""
        tiles = {kind.id: kind.present for kind in self.kinds}
        return {**tiles, PHARAOH: self.pharaohs, COIN: self.coins}


def _number(box: Box, key: str, low: int, high: int) -> int:
    value = box.value(key)
    if type(value) is not int or not low <= value <= high:
        raise InputError(
            T(
                "“{key}” of the box must be a whole number from {low} to {high}, not “{value}”. Enter it again.",
                key=key,
                low=low,
                high=high,
                value=shown(value),
            )
        )
    return value


def _name(box: Box, kind: str) -> str:
    key = f"kind.{kind}.name"
    if key not in box.overrides:
        return ""
    name: Any = box.overrides[key]
    if not isinstance(name, str) or not name.strip() or len(name) > MOST_NAME or not name.isprintable():
        raise InputError(
            T("“{key}” of the box must be a name of at most {most} letters. Enter it again.", key=key, most=MOST_NAME)
        )
    return name.strip()


def _word(title: Text | str) -> str:
    return (title.message if isinstance(title, Text) else title).casefold()


def read_catalogue(box: Box) -> Catalogue:
    """The tiles of `box`. A changed value brings its count along unless the count is given too. Raises InputError."""
    kinds = []
    for kind in KIND_IDS:
        value = _number(box, f"kind.{kind}.value", 1, MOST_VALUE)
        key = f"kind.{kind}.present"
        counted = key in box.overrides or f"kind.{kind}.value" not in box.overrides
        present = _number(box, key, 0, MOST_VALUE) if counted else value
        entry = Kind(kind, value, present, _name(box, kind))
        if present > value:
            raise InputError(
                TN(
                    "{kind} has value {n}, so there is at most {n} tile of it, not {present}. Count again.",
                    "{kind} has value {n}, so there are at most {n} tiles of it, not {present}. Count again.",
                    value,
                    kind=entry.title,
                    present=present,
                )
            )
        kinds.append(entry)
    titles = [_word(title) for title in (*(kind.title for kind in kinds), NAMES[PHARAOH], NAMES[COIN])]
    for name in (kind.name for kind in kinds if kind.name):
        if titles.count(_word(name)) > 1:
            raise InputError(T("Two kinds of tiles are called “{name}”. Give one another name.", name=name))
    pharaohs = _number(box, "special.PH", 0, MOST_SPECIAL)
    coins = _number(box, "special.CO", 0, MOST_SPECIAL)
    mask = _number(box, "special.MASK", 0, 1)
    if not sum(kind.present for kind in kinds):
        raise InputError(T("The box has no tile with a value left. Count the tiles again."))
    return Catalogue(tuple(kinds), pharaohs, coins, mask)


def whole_path(box: Box) -> int:
    """Tiles in the path of a whole box. Raises InputError."""
    return _number(box, "tiles", 1, MOST_VALUE * len(KIND_IDS) + 2 * MOST_SPECIAL)


def lost(kinds: Sequence[Kind]) -> tuple[Fault, ...]:
    """A warning for every kind that has fewer tiles than its value (spec 2.2)."""
    return tuple(
        Fault(
            "A_LOST",
            TN(
                "{kind}: {present} of {n} tile is there.",
                "{kind}: {present} of {n} tiles are there.",
                k.value,
                kind=k.title,
                present=k.present,
            ),
            (f"set:{k.id}",),
            warning=True,
        )
        for k in kinds
        if k.present < k.value
    )


def check_catalogue(catalogue: Catalogue, printed: int) -> tuple[Fault, ...]:
    """What is unusual about a box, as warnings: lost tiles, missing kinds, a total that is not `printed` (spec 2.2)."""
    faults = [*lost(catalogue.kinds)]
    there = sum(kind.present > 0 for kind in catalogue.kinds)
    if there < len(KIND_IDS):
        text = TN(
            "{n} kind has tiles; a whole box has {all} kinds.",
            "{n} kinds have tiles; a whole box has {all}.",
            there,
            all=len(KIND_IDS),
        )
        faults.append(Fault("A_KINDS", text, warning=True))
    total = sum(catalogue.path.values())
    if total != printed:
        text = T("The path has {total} tiles; a whole box has {printed}.", total=total, printed=printed)
        faults.append(Fault("A_TOTAL", text, warning=True))
    return tuple(faults)
