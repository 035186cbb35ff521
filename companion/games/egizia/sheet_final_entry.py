"""Reading the form of the final scoring: every field by itself, then the whole against what a box can hold (spec 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.engine.errors import InputError
from companion.engine.form_reading import read_object, shown
from companion.engine.text import T, seat
from companion.games.egizia import scoring
from companion.games.egizia.catalogue import nile_cards
from companion.games.egizia.components import (
    COLOURS,
    MOST_POINTS,
    MOST_VALUE,
    PERMANENT,
    PLACES,
    SPHINX_CARDS,
    SPHINX_TYPES,
    STONE_CAP,
    TRACKS,
    Catalogue,
    family_of,
)
from companion.games.egizia.names import BUILDING_NAMES, sphinx_name
from companion.games.egizia.scoring import Estate
from companion.games.egizia.sheet_reading import flag, listed, read_crews, read_fields, whole
from companion.games.egizia.state import Side

PLAYER = (
    "score", "arrival", "stones", "sell", "stone_row", "grain_row", "crews", "quarries", "fields", "cards", "graves",
    "obelisk", "pyramid", "temple", "sphinx",
)  # fmt: skip
CARD_FIELDS = ("type", "points", "reached")
MOST_OWN, MOST_QUARRIES, MOST_CARDS, MOST_ROW = 40, 20, 40, 12
COUNTED = ("graves", "crew", "permanents", "ten_percent")
"""Sphinx cards whose points follow from what the form says of the player."""
MONUMENTS = ("obelisk", "pyramid", "temple")


class Named(msgspec.Struct, frozen=True):
    """A Sphinx card of the form: its type, and what the form says of its points and its condition."""

    card: str
    points: int | None = None
    reached: bool | None = None


class Entry(msgspec.Struct, frozen=True):
    """What the form says of one player. `sell` None: as many stones as may be sold."""

    side: Side
    estate: Estate
    graves: tuple[int, ...]
    sphinx: tuple[Named, ...]
    sell: int | None

    @property
    def ten(self) -> int:
        """How many cards sell ten stones for a point each."""
        return self.side.cards.count("sell_ten")


def read_entry(own: Mapping[str, Any], who: str, facts: Catalogue) -> Entry:
    """The form of one player. Raises `InputError` naming the field and the remedy."""
    fields = read_fields(own.get("fields", []), who)
    quarries = _numbers(own.get("quarries", []), who, "quarries", MOST_QUARRIES)
    graves = _numbers(own.get("graves", []), who, "graves", PLACES)
    side = Side(
        stones=whole(own.get("stones", 0), who, "stones", 0, STONE_CAP),
        crews=read_crews(own["crews"], who, facts) if "crews" in own else {},
        fields=fields,
        quarries=quarries,
        cards=_cards(own.get("cards", []), who, facts),
        stone_row=whole(own.get("stone_row", 1), who, "stone_row", 1, facts.rows("stone") or MOST_ROW),
        grain_row=whole(own.get("grain_row", 1), who, "grain_row", 1, facts.rows("grain") or MOST_ROW),
    )
    stones = {building: whole(own.get(building, 0), who, building, 0, MOST_OWN) for building in MONUMENTS}
    estate = Estate(
        {**stones, "graves": len(graves)},
        side.crews,
        side.production,
        {colour: sum(field.value for field in fields if field.grade == colour) for colour in COLOURS},
        scoring.permanents(facts, side),
        {track: scoring.on_last(facts, side, track) for track in TRACKS},
    )
    sell = own.get("sell")
    if sell is not None:
        sell = whole(sell, who, "sell", 0, side.stones)
    sphinx = tuple(_named(entry, who) for entry in listed(own.get("sphinx", []), who, "sphinx"))
    for named in sphinx:
        if named.card.startswith("crew:") and "crews" not in own:
            raise InputError(
                T("{who} has a Sphinx card for the strength of a crew. Add “{field}”.", who=seat(who), field="crews")
            )
    return Entry(side, estate, graves, sphinx, sell)


def _numbers(value: Any, who: str, field: str, most: int) -> tuple[int, ...]:
    entries = listed(value, who, field)
    if len(entries) > most:
        raise InputError(
            T("“{field}” of {who}: at most {most}, not {n}.", field=field, who=seat(who), most=most, n=len(entries))
        )
    return tuple(whole(entry, who, field, 1, MOST_VALUE) for entry in entries)


def _cards(value: Any, who: str, facts: Catalogue) -> tuple[str, ...]:
    """The permanent cards that lie open before a player; fields and quarries have fields of their own."""
    entries = listed(value, who, "cards")
    if len(entries) > MOST_CARDS:
        raise InputError(
            T("“{field}” of {who}: at most {most}, not {n}.", field="cards", who=seat(who), most=MOST_CARDS,
              n=len(entries))
        )  # fmt: skip
    for card in entries:
        if not isinstance(card, str) or card not in nile_cards() or family_of(card) not in PERMANENT:
            raise InputError(
                T("“{card}” of {who} is no permanent card. There are: {known}.", card=shown(card), who=seat(who),
                  known=", ".join((*(family for family in PERMANENT if family != "grave_bonus"), "grave_bonus:2")))
            )  # fmt: skip
    return tuple(card for card in entries if facts.kind(card) == "permanent")


def _named(entry: Any, who: str) -> Named:
    """A Sphinx card: its type alone, or with its points and whether it is reached."""
    given = {"type": entry} if isinstance(entry, str) else read_object(
        entry, T("A Sphinx card of {who}", who=seat(who)), CARD_FIELDS
    )  # fmt: skip
    card = given.get("type")
    if card not in SPHINX_TYPES:
        raise InputError(
            T("“{card}” of {who} is no Sphinx card. There are: {known}.", card=shown(card), who=seat(who),
              known=", ".join(SPHINX_TYPES))
        )  # fmt: skip
    kind = card.partition(":")[0]
    for field in ("points", "reached"):
        if given.get(field) is not None and (kind in COUNTED or (field == "reached" and kind == "lastrow_count")):
            raise InputError(
                T("The Sphinx card “{card}” of {who} is counted by itself. Remove “{field}”.", card=card,
                  who=seat(who), field=field)
            )  # fmt: skip
    points = given.get("points")
    if points is not None:
        points = whole(points, who, "sphinx.points", 0, MOST_POINTS)
    holds = given.get("reached")
    return Named(card, points, None if holds is None else flag(holds, who, "sphinx.reached"))


def check_together(entries: Mapping[str, Entry], facts: Catalogue) -> None:
    """Refuse what one box can't hold for all players together. Raises `InputError`."""
    graves = [tile for entry in entries.values() for tile in entry.graves]
    if len(graves) > PLACES:
        raise InputError(T("There are {n} grave places; {given} graves are given.", n=PLACES, given=len(graves)))
    if facts.tiles:
        have = Counter(facts.tiles)
        for value, n in Counter(graves).items():
            if n > have[value]:
                raise InputError(
                    T("Grave tiles with {value}: {n} are given; the box has {most}. Count again.", value=value, n=n,
                      most=have[value])
                )  # fmt: skip
    limits = {
        "obelisk": len(facts.obelisk) if facts.obelisk_whole else None,
        "pyramid": sum(len(row.values) for row in facts.pyramid) if facts.pyramid_whole else None,
        "temple": sum(len(line.values) for line in facts.temple.values())
        if facts.temple and all(line.whole for line in facts.temple.values())
        else None,
    }
    for building, most in limits.items():
        n = sum(entry.estate.stones[building] for entry in entries.values())
        if most is not None and n > most:
            raise InputError(
                T("Stones on the {building}: {n} are given; it has {most} spaces. Count again.",
                  building=BUILDING_NAMES[building], n=n, most=most)
            )  # fmt: skip
    _check_sphinx([named.card for entry in entries.values() for named in entry.sphinx], facts)


def _check_sphinx(cards: list[str], facts: Catalogue) -> None:
    if len(cards) > SPHINX_CARDS:
        raise InputError(
            T("There are {size} Sphinx cards; {n} are given. Count again.", size=SPHINX_CARDS, n=len(cards))
        )
    for card, n in Counter(cards).items():
        most = facts.sphinx.get(card)
        if most is not None and n > most:
            raise InputError(
                T("Sphinx cards “{card}”: {n} are given; the box has {most}. Count again.",
                  card=sphinx_name(card, facts), n=n, most=most)
            )  # fmt: skip
