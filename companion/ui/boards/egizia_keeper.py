"""What is tapped into the scoring sheets of Egizia, seat by seat. Pure, no Kivy (spec egizia 5.3, 5.9, 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.game import Scores, Sheet
from companion.engine.text import T, Text
from companion.games.egizia import scoring
from companion.games.egizia.catalogue import read_catalogue
from companion.games.egizia.components import CREWS, JOKER, MOST_VALUE, PERMANENT, SITES, SPHINX_TYPES
from companion.games.egizia.names import FAMILY_NAMES, FIELD_NAMES, SITE_TITLES, card_name, crew_name, sphinx_name
from companion.games.egizia.sheet_final_entry import read_entry
from companion.games.egizia.sheet_reading import facts_of

FEEDING, PARTICIPATION, FINAL = "egizia:feeding", "egizia:participation", "egizia:final"
SHEETS = (FEEDING, PARTICIPATION, FINAL)
MOST_ROWS, MOST_OWN, MOST_CARDS = 12, 40, 9
FIELD_KINDS = (("green", 0), ("yellow", 0), ("yellow", 1), ("brown", 0), ("brown", 1), ("brown", 2))
"""Printed colours with so many cards that improve them."""


@dataclass(frozen=True)
class Count:
    """A number of a seat, changed by a stepper. low to high; `start`: what it is before anybody says so."""

    key: str
    label: Text
    low: int
    high: int
    start: int = 0


@dataclass(frozen=True)
class Heap:
    """A list of things of a seat: values or cards, added from a picker. kind: which picker."""

    key: str
    label: Text
    kind: str


@dataclass(frozen=True)
class Ticks:
    """Things of a seat that are so or not: building sites."""

    key: str
    choices: tuple[tuple[str, Text], ...]


@dataclass(frozen=True)
class OneOf:
    """One of a few values of a seat."""

    key: str
    label: Text
    values: tuple[int, ...]


Part = Count | Heap | Ticks | OneOf


def parts(sheet: str, box: Box) -> tuple[Part, ...]:
    """What the sheet asks of each seat, in order."""
    facts = read_catalogue(box)
    crews = tuple(
        Count(f"crews.{crew}", crew_name(crew, facts), 2 if crew == JOKER else 1, facts.most(crew),
              2 if crew == JOKER else 1)
        for crew in CREWS
    )  # fmt: skip
    fields = Heap("fields", T("Fields"), "field")
    if sheet == PARTICIPATION:
        return (Ticks("sites", tuple((site, SITE_TITLES[site]) for site in SITES)),)
    if sheet == FEEDING:
        return (
            *crews, fields, Count("grain_cards", FAMILY_NAMES["grain"], 0, MOST_CARDS),
            Count("stones", FAMILY_NAMES["stones_as_grain"], 0, 25),
            OneOf("penalty", T("Points for each missing grain"), (1, 2, 3)),
        )  # fmt: skip
    rows = {track: facts.rows(track) or MOST_ROWS for track in ("stone", "grain")}
    return (
        Count("stones", T("Stones left"), 0, 25),
        Count("stone_row", T("Row on the stone market"), 1, rows["stone"], 1),
        Count("grain_row", T("Row on the grain market"), 1, rows["grain"], 1),
        *crews,
        Heap("quarries", T("Quarries"), "value"), fields, Heap("cards", T("Permanent cards"), "card"),
        Heap("graves", T("Graves taken"), "value"),
        *(Count(building, words, 0, MOST_OWN) for building, words in (
            ("obelisk", T("Stones on the obelisk")), ("pyramid", T("Stones on the pyramid")),
            ("temple", T("Stones on the temple")),
        )),
        Heap("sphinx", T("Sphinx cards"), "sphinx"),
    )  # fmt: skip


def picks(kind: str, box: Box) -> tuple[tuple[Any, Text], ...]:
    """What a picker offers. Fields come in two steps: their kind first, then `field_values`."""
    facts = read_catalogue(box)
    if kind == "value":
        return tuple((n, T("{n}", n=n)) for n in range(1, MOST_VALUE + 1))
    if kind == "field":
        return tuple((one, _field_kind(*one)) for one in FIELD_KINDS)
    if kind == "card":
        families = (family for family in PERMANENT if family not in ("grave_bonus", "field_upgrade"))
        bonus = (f"grave_bonus:{n}" for n in range(1, 7))
        cards = (*families, "field_upgrade", *bonus)
        return tuple((card, card_name(card, facts)) for card in cards)
    return tuple((card, sphinx_name(card, facts)) for card in SPHINX_TYPES)


def _field_kind(colour: str, upgrades: int) -> Text:
    if not upgrades:
        return FIELD_NAMES[colour]
    words = T("{field}, improved") if upgrades == 1 else T("{field}, improved twice")
    return Text(words.message, {"field": FIELD_NAMES[colour]})


@dataclass(frozen=True)
class Need:
    """A Sphinx card of a seat whose points or condition must still be told."""

    who: str
    at: int
    card: str
    asks: str


@dataclass
class Counted:
    """What was tapped in. It outlives its form, which is made anew when the picture turns.

    front: seats that share a space of the score track, as far as it was told who is in front.
    """

    sheet: str
    before: dict[str, int]
    who: str
    own: dict[str, dict[str, Any]] = field(default_factory=dict)
    shared: dict[str, Any] = field(default_factory=dict)
    front: list[str] = field(default_factory=list)

    @classmethod
    def empty(cls, sheet: str, before: Mapping[str, int], box: Box) -> Counted:
        """Nothing counted yet."""
        made = cls(sheet, dict(before), next(iter(before)))
        for who in before:
            made.own[who] = {part.key: _start(part) for part in parts(sheet, box)}
        if sheet == FEEDING:
            made.shared["ring"] = "middle"
        return made

    @property
    def here(self) -> dict[str, Any]:
        """The seat that is counted now."""
        return self.own[self.who]

    # who is in front

    def tied(self) -> tuple[str, ...]:
        """Seats that share a space and of whom it is not told who is in front; () where all is clear."""
        for who, score in self.before.items():
            there = tuple(other for other in self.before if self.before[other] == score)
            left = tuple(other for other in there if other not in self.front)
            if len(there) > 1 and len(left) > 1 and who == there[0]:
                return left
        return ()

    def in_front(self, who: str) -> None:
        """Of the seats on this space that are not placed yet, this one is in front."""
        self.front.append(who)

    # the data

    def data(self) -> dict[str, Any]:
        """As the sheet reads it."""
        players: dict[str, Any] = {}
        for who, own in self.own.items():
            one: dict[str, Any] = {"score": self.before[who]}
            there = [other for other in self.before if self.before[other] == self.before[who]]
            if len(there) > 1:
                placed = [*(other for other in self.front if other in there), *there]
                one["arrival"] = placed.index(who) + 1
            players[who] = {**one, **_player(self.sheet, own)}
        return {**self.shared, "players": players}

    def score(self, sheet: Sheet, box: Box) -> tuple[Scores | None, Text | None]:
        """What it makes, or what can't be."""
        if self.tied():
            return None, None
        try:
            return sheet.score(self.data(), box), None
        except InputError as error:
            return None, error.text

    def need(self, box: Box) -> Need | None:
        """The first Sphinx card of whose points or condition the box tells nothing; None: all is known."""
        if self.sheet != FINAL:
            return None
        data = self.data()
        try:
            facts = facts_of(data, box)
            entries = {who: read_entry(own, who, facts) for who, own in data["players"].items()}
        except InputError:
            # The fault is shown with the scores.
            return None
        estates = {who: entry.estate for who, entry in entries.items()}
        for who, entry in entries.items():
            for at, named in enumerate(entry.sphinx):
                if named.card == "ten_percent":
                    continue
                done = self.shared.get("obelisk_done")
                judged = scoring.judge(named.card, who, estates, facts, done, named.reached, named.points)
                if judged.points is None and judged.asks in ("printed", "reached"):
                    return Need(who, at, named.card, judged.asks)
        return None

    def answer(self, need: Need, value: int | bool) -> None:
        """What the table says of a Sphinx card; the same points hold for every card of that kind."""
        key = "points" if need.asks == "printed" else "reached"
        cards = self.own[need.who]["sphinx"]
        if key == "reached":
            cards[need.at] = {**_as_table(cards[need.at]), key: value}
            return
        for own in self.own.values():
            own["sphinx"] = [
                {**_as_table(card), key: value} if _as_table(card)["type"] == need.card else card
                for card in own["sphinx"]
            ]  # fmt: skip


def _start(part: Part) -> Any:
    if isinstance(part, Count):
        return part.start
    return None if isinstance(part, OneOf) else []


def _as_table(card: Any) -> dict[str, Any]:
    return dict(card) if isinstance(card, dict) else {"type": card}


def _player(sheet: str, own: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in own.items():
        name, _, crew = key.partition(".")
        if crew:
            found.setdefault(name, {})[crew] = value
        elif value is not None:
            found[key] = value
    if sheet == FEEDING and found.get("stones"):
        found["stones_as_grain"] = True
    return found


def shown(entry: Any, box: Box) -> Text:
    """An entry of a heap in words: a value, a field, a card."""
    facts = read_catalogue(box)
    if isinstance(entry, int):
        return T("{n}", n=entry)
    if isinstance(entry, dict) and "color" in entry:
        kind = _field_kind(entry["color"], entry.get("field_upgrade", 0))
        return T("{field} {n}", field=kind, n=entry["value"])
    if isinstance(entry, dict):
        return sphinx_name(entry["type"], facts)
    return sphinx_name(entry, facts) if entry in SPHINX_TYPES else card_name(entry, facts)


def field_entry(kind: Sequence[Any], value: int) -> dict[str, Any]:
    """A field as the sheet reads it."""
    colour, upgrades = kind
    made: dict[str, Any] = {"color": colour, "value": value}
    return {**made, "field_upgrade": upgrades} if upgrades else made
