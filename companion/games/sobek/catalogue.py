"""The cards, tokens and track of one physical box, typed; everything else reads the printed facts here (spec sobek 2).

What the box does not know is None. `most` bounds (how many Thieves at most) hold however the unknown comes out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.engine.box import Box, read_once
from companion.engine.errors import InputError
from companion.engine.form_reading import shown
from companion.engine.survey import MOST_LETTERS
from companion.engine.text import T, Text
from companion.games.sobek import track as tracks

FAMILIES = ("IVO", "EBO", "MAR", "CAT", "FIS", "WHE")
AMULET = "AMU"
FACE_DOWN = "CHA"
"""A face-down character on the quay."""
CHARACTERS = ("QUE", "PRI", "THI", "SCR", "VIZ", "COU", "MER")
DOUBLES = CHARACTERS[1:]
"""The names that may be on two cards; exactly two of them are."""
KINDS = ("PRO", "FLO", "CUR", "EMB", "FRA")
"""Tokens that are not Alliances."""
UNSURE_TOKENS = KINDS[1:]
ALLIANCES = tuple(f"ALL.{symbol}" for symbol in tracks.SYMBOLS)
TOKENS = (*ALLIANCES, *KINDS)
BLESSED = ("WHE", "FIS", "CAT")
"""The families whose sets a Prosperity may lie on."""
MAY = ("THI", "VIZ", "MER")
"""Characters whose power is worded as an offer (spec 5.2)."""
COURTESAN = 2
"""So many cards the Courtesan adds at most (spec 5.2)."""

GOODS_CARDS, GREEN_CARDS, CHARACTER_CARDS, TOKEN_COUNT = 54, 9, 9, 12
DECK = 54
CARDS = GOODS_CARDS + CHARACTER_CARDS
QUAY = 9
MOST_CARDS, MOST_VALUE = 20, 3
_INVENTED = {"eye": T("eye"), "reed": T("reed"), "water": T("water")}
"""What the symbols of the practice board are called."""

FAMILY_NAMES = {
    "IVO": T("Ivory"),
    "EBO": T("Ebony"),
    "MAR": T("Marble"),
    "CAT": T("Cattle"),
    "FIS": T("Fish"),
    "WHE": T("Wheat"),
}
CHARACTER_NAMES = {
    "QUE": T("Queen Sobekneferu"),
    "PRI": T("High Priest"),
    "THI": T("Thief"),
    "SCR": T("Scribe"),
    "VIZ": T("Vizier"),
    "COU": T("Courtesan"),
    "MER": T("Merchant"),
}
TOKEN_NAMES = {
    "PRO": T("Prosperity"),
    "FLO": T("Flood"),
    "CUR": T("Curse"),
    "EMB": T("Embalming"),
    "FRA": T("Fraud"),
}
AMULET_NAME = T("Amulet")
FACE_DOWN_NAME = T("Face-down character")


class Family(msgspec.Struct, frozen=True, rename={"green": "starting"}):
    """The goods cards of one family: all, those with a green back (never a scarab), what a valued card shows.

    `valued`: how many cards show scarabs, None while unknown. In JSON `green` is written as `starting`, for there the
    colours are seats.
    """

    id: str
    total: int
    green: int
    value: int
    valued: int | None = None

    @property
    def beige(self) -> int:
        """Cards in the deck."""
        return self.total - self.green

    @property
    def most_valued(self) -> int:
        """Cards with scarabs, at most."""
        return self.beige if self.valued is None else self.valued

    @property
    def most_plain(self) -> int:
        """Cards without scarabs, at most (one valued card there is for sure)."""
        return self.total - (1 if self.valued is None else self.valued)

    @property
    def cards(self) -> tuple[str, str]:
        """Card ids: with scarabs, without ("WHE1", "WHE0")."""
        return f"{self.id}{self.value}", f"{self.id}0"


class Catalogue(msgspec.Struct, frozen=True):
    """All printed facts. Unknown: None.

    copies and tokens by name; bears: the family of each copy of a character, "" while unknown, as many entries as
    copies are possible; symbols: the owner's words for B, C and D; surveyed: the order on the track was looked at.
    """

    families: Mapping[str, Family]
    amulets: int
    copies: Mapping[str, int | None]
    most_copies: Mapping[str, int]
    bears: Mapping[str, tuple[str, ...]]
    tokens: Mapping[str, int | None]
    most_tokens: Mapping[str, int]
    prosperity: int | None
    curse: int | None
    track: tuple[str, ...]
    symbols: Mapping[str, str]
    surveyed: bool

    def card(self, card: str) -> tuple[str, int]:
        """Family and scarabs of a goods card id; ("", 0) for an amulet, a character and a face-down card."""
        family = self.families.get(card[:3])
        return (family.id, int(card[3:])) if family is not None else ("", 0)

    @property
    def goods(self) -> tuple[str, ...]:
        """Ids of all goods cards and the amulet, in the order they are offered."""
        return (*(card for family in FAMILIES for card in self.families[family].cards), AMULET)

    def most(self, card: str) -> int:
        """How many cards with this id there can be in the box: goods, amulet or character."""
        if card == AMULET:
            return self.amulets
        if card == FACE_DOWN:
            return CHARACTER_CARDS
        if card in self.most_copies:
            return self.most_copies[card]
        family = self.families[card[:3]]
        return family.most_valued if card == family.cards[0] else family.most_plain

    def symbol_name(self, symbol: str) -> Text | str:
        """A symbol for people: the ankh, the owner's word, or the first space that carries it."""
        if symbol == "ANKH":
            return T("ankh")
        if symbol == tracks.NUMBER:
            return T("number")
        name = self.symbols[symbol]
        if not name:
            return T("symbol of space {n}", n=self.track.index(symbol))
        return _INVENTED.get(name, name)

    def token_name(self, token: str) -> Text:
        """A token for people; an Alliance with its symbol."""
        if token in TOKEN_NAMES:
            return TOKEN_NAMES[token]
        return T("Alliance: {symbol}", symbol=self.symbol_name(token.removeprefix("ALL.")))

    def card_name(self, card: str) -> Text:
        """A card for people: "Wheat 1", "Amulet", "Thief"."""
        if card in CHARACTER_NAMES:
            return CHARACTER_NAMES[card]
        if card == AMULET:
            return AMULET_NAME
        if card == FACE_DOWN:
            return FACE_DOWN_NAME
        return T("{family} {scarabs}", family=FAMILY_NAMES[card[:3]], scarabs=int(card[3:]))


def doubled(counts: Mapping[str, int | None], two: int = 2) -> dict[str, tuple[int, int]]:
    """The least and most of each name, where every name is there once and exactly `two` of them twice.

    Raises ValueError where that is impossible.
    """
    twice = sum(n == 2 for n in counts.values())
    unknown = sum(n is None for n in counts.values())
    if twice > two or twice + unknown < two:
        raise ValueError(f"{twice} of {len(counts)} names are doubled, {unknown} unknown")
    low = 2 if twice + unknown == two else 1
    high = 1 if twice == two else 2
    return {name: (low, high) if n is None else (n, n) for name, n in counts.items()}


@read_once
def read_catalogue(box: Box) -> Catalogue:
    """The facts of `box`, read once for each set of values. Raises `InputError` for what can't be."""
    return _read({key: box.value(key) for key in box.facts})


def _read(facts: dict[str, Any]) -> Catalogue:
    families = {family: _family(facts, family) for family in FAMILIES}
    amulets = _number(facts, "total.AMU", 1, MOST_CARDS)
    goods = sum(family.total for family in families.values()) + amulets
    if goods != GOODS_CARDS:
        raise InputError(
            T("The goods cards add up to {n}, but there are {all}. Count again.", n=goods, all=GOODS_CARDS)
        )
    green = sum(family.green for family in families.values())
    if green != GREEN_CARDS:
        raise InputError(
            T("The cards with a green back add up to {n}, but there are {all}. Count again.", n=green, all=GREEN_CARDS)
        )
    _number(facts, "copies.QUE", 1, 1)
    copies = _doubles(
        facts,
        {name: f"copies.{name}" for name in DOUBLES},
        T("There are nine characters: one Queen, and two of the six other names twice. Count again."),
    )
    tokens = _doubles(
        facts,
        {name: f"tokens.{name}" for name in UNSURE_TOKENS},
        T("There are twelve tokens: of Flood, Curse, Embalming and Fraud exactly two are doubled. Count again."),
    )
    blessings = _number(facts, "tokens.PRO", 2, 2)
    _number(facts, "tokens.ALL", len(tracks.SYMBOLS), len(tracks.SYMBOLS))
    most_copies = {"QUE": 1, **{name: high for name, (_, high) in copies.items()}}
    alliances = dict.fromkeys(ALLIANCES, 1)
    return Catalogue(
        families=families,
        amulets=amulets,
        copies={"QUE": 1, **{name: _sure(bounds) for name, bounds in copies.items()}},
        most_copies=most_copies,
        bears={name: _bears(facts, name, most_copies[name]) for name in CHARACTERS},
        tokens={**alliances, "PRO": blessings, **{name: _sure(bounds) for name, bounds in tokens.items()}},
        most_tokens={**alliances, "PRO": blessings, **{name: high for name, (_, high) in tokens.items()}},
        prosperity=_maybe(facts, "prosperity", 1, 2),
        curse=_maybe(facts, "curse", 1, 2),
        track=_track(facts),
        symbols={symbol: _name(facts, f"symbol.{symbol}") for symbol in tracks.SYMBOLS[1:]},
        surveyed=facts["track.order"] is not None,
    )


def _sure(bounds: tuple[int, int]) -> int | None:
    return bounds[0] if bounds[0] == bounds[1] else None


def _doubles(facts: Mapping[str, Any], keys: Mapping[str, str], wrong: Text) -> dict[str, tuple[int, int]]:
    counts = {name: _maybe(facts, key, 1, 2) for name, key in keys.items()}
    try:
        return doubled(counts)
    except ValueError as error:
        raise InputError(wrong) from error


def _family(facts: Mapping[str, Any], family: str) -> Family:
    total = _number(facts, f"total.{family}", 1, MOST_CARDS)
    green = _number(facts, f"green.{family}", 0, total - 1)
    value = _number(facts, f"value.{family}", 1, MOST_VALUE)
    return Family(family, total, green, value, _maybe(facts, f"valued.{family}", 1, total - green))


def _bears(facts: Mapping[str, Any], name: str, copies: int) -> tuple[str, ...]:
    """The families of the copies that can be; what was said of a second copy that is not there does not count."""
    found = []
    for n in range(1, copies + 1):
        key = f"family.{name}.{n}"
        family = facts[key]
        if family is not None and family not in FAMILIES:
            raise InputError(
                T(
                    "“{key}” of the box can't be “{value}”. Choose one of: {known}.",
                    key=key,
                    value=str(family)[:40],
                    known=", ".join(FAMILIES),
                )
            )
        found.append(family or "")
    return tuple(found)


def _track(facts: Mapping[str, Any]) -> tuple[str, ...]:
    order = facts["track.order"]
    if order not in (None, "same", "other"):
        raise InputError(
            T(
                "“{key}” of the box can't be “{value}”. Choose one of: {known}.",
                key="track.order",
                value=str(order)[:40],
                known="same, other",
            )
        )
    return tracks.DEFAULT if order == "same" else tracks.check_track(facts["track"])


def _name(facts: Mapping[str, Any], key: str) -> str:
    name = facts[key]
    if name is None:
        return ""
    if not isinstance(name, str) or not name.strip() or len(name) > MOST_LETTERS or not name.isprintable():
        raise InputError(
            T(
                "“{key}” of the box must be a name of at most {most} letters. Enter it again.",
                key=key,
                most=MOST_LETTERS,
            )
        )
    return name.strip()


def _maybe(facts: Mapping[str, Any], key: str, low: int, high: int) -> int | None:
    return None if facts[key] is None else _number(facts, key, low, high)


def _number(facts: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value = facts[key]
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
