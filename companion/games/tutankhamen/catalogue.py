"""The tiles of one physical box: kinds with value and count, and the special tiles (spec tutankhamen 2)."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.game import Fault
from companion.engine.text import T, Text

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
        return self.name or NAMES.get(self.id) or f"{self.value}-{self.id[-1]}"


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
        shown = str(value)[:40]
        raise InputError(
            T(
                "“{key}” of the box must be a whole number from {low} to {high}, not “{value}”. Enter it again.",
                key=key,
                low=low,
                high=high,
                value=shown,
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
                T(
                    "{kind} has value {value}, so there are at most {value} tiles of it, not {present}. Count again.",
                    kind=entry.title,
                    value=value,
                    present=present,
                )
            )
        kinds.append(entry)
    titles = [kind.name.casefold() for kind in kinds if kind.name]
    for name in titles:
        if titles.count(name) > 1:
            raise InputError(T("Two kinds of tiles are called “{name}”. Give one another name.", name=name))
    pharaohs = _number(box, "special.PH", 0, MOST_SPECIAL)
    coins = _number(box, "special.CO", 0, MOST_SPECIAL)
    mask = _number(box, "special.MASK", 0, 1)
    if not sum(kind.present for kind in kinds):
        raise InputError(T("The box has no tile with a value left. Count the tiles again."))
    return Catalogue(tuple(kinds), pharaohs, coins, mask)


def check_catalogue(catalogue: Catalogue, printed: int) -> tuple[Fault, ...]:
    """What is unusual about a box, as warnings: lost tiles, a total that is not the `printed` one (spec 2.2)."""
    faults = [
        Fault(
            "A_LOST",
            T("{kind}: {present} of {value} tiles are there.", kind=k.title, present=k.present, value=k.value),
            (f"set:{k.id}",),
            warning=True,
        )
        for k in catalogue.kinds
        if k.present < k.value
    ]
    total = sum(catalogue.path.values())
    if total != printed:
        text = T("The path has {total} tiles; a whole box has {printed}.", total=total, printed=printed)
        faults.append(Fault("A_TOTAL", text, warning=True))
    return tuple(faults)
