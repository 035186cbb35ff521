"""The printed things of a box as types: stops, sites, cards, monuments, and their ids (spec egizia 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

CARD_STOPS = tuple(f"N{i}" for i in range(1, 11))
ROUND_SPACES = ("EDFU", "THEBES", "SELINON", "BENI_HASAN", "PASSALON", "ALYI", "HELIOPOLIS")
SITES = ("SITE_A", "SITE_B", "SITE_C")
STOPS = (*CARD_STOPS, *ROUND_SPACES, *SITES)
"""The 20 stops of the river, not in the order they lie in (spec 2.2)."""
PAIR_SPACES = ("THEBES", "SELINON", "BENI_HASAN")
RING_SPACES = ("PASSALON", "HELIOPOLIS")
LAST_SPACE = "HELIOPOLIS"
"""The last round space; its effect can't be doubled, it can't be used while it is occupied (spec 2.3)."""

CREWS = ("c1", "c2", "c3", "j")
ORDINARY = ("c1", "c2", "c3")
JOKER = "j"
PAIRS = ("c1+c2", "c1+c3", "c2+c3", "c1+j", "c2+j", "c3+j")
COLOURS = ("green", "yellow", "brown")
"""Colours of fields, the best first: an upgrade moves one to the left (spec 2.6, 2.11.1)."""
CIRCLES = ("left", "middle", "right")
"""The circles of the water ring; circle i waters the first i + 1 of `COLOURS` (spec 2.6)."""
TRACKS = ("stone", "grain")
BUILDINGS = ("obelisk", "graves", "pyramid", "temple")
TEMPLE_PARTS = ("pillar_left", "pillar_right", "column_left", "column_right", "top")

ROUNDS, PLACES, FACE_UP, STONE_CAP, MOST_DRAWN, PLUS_TWO, BOOST = 5, 12, 4, 25, 5, 2, 3
MOST_CREW, GRAIN_CARD, STONES_CARD, LEFTOVER_ROW, SOLD_AT_TEN = 9, 4, 6, 10, 10
MOST_VALUE = 12
"""So much a quarry, a field, a space, a tile can be entered with; nothing printed is known to be higher."""
MOST_POINTS = 20
"""So many points a Sphinx card can be entered with."""
DECKS = ("1/2", "3/4", "5")
DECK_SIZES: Mapping[str, int] = {"1/2": 22, "3/4": 22, "5": 12}
SPHINX_CARDS = 29

ANYTIME = ("extra_ship", "two_crews", "stones", "keep_two", "grain", "double_round", "crew_boost")
PERMANENT = (
    "sphinx_plus_two", "leftover_pick", "stones_to_crew", "upstream", "first_position", "sell_ten", "field_upgrade",
    "reuse_round", "crew_plus_one", "stones_as_grain", "grave_bonus",
)  # fmt: skip
IMMEDIATE = ("track_two", "crew_flex", "crew_pair", "points_per_stone")
FAMILIES = ("quarry", "field", *ANYTIME, *PERMANENT, *IMMEDIATE)
"""The 24 families of Nile cards (spec 2.11.1)."""
DOUBTED = ("sphinx_plus_two", "first_position", "sell_ten", "grave_bonus")
"""Families whose kind is known by its place in the rules only; the card says it (spec 2.11.1, 11-U10)."""
OPEN_CARDS = ("quarry", "field:green", "field:yellow", "field:brown", "grave_bonus", "crew_pair", "points_per_stone")
"""Cards that are not said whole yet: the number, the crews or the buildings printed on them are asked next."""
PLAIN_CARDS = (
    *ANYTIME, *(family for family in PERMANENT if family != "grave_bonus"), "track_two:grain", "track_two:stone",
    "crew_flex",
)  # fmt: skip
"""Cards that are said whole by their name alone."""
Kind = Literal["anytime", "permanent", "immediate"]

SPHINX_TYPES = (
    "obelisk_done", *(f"built:{building}" for building in BUILDINGS), *(f"lastrow_count:{track}" for track in TRACKS),
    "own:temple:4", "own:pyramid:6", "own:pyramid:7", "own:obelisk:4", "own:obelisk:5", "own_each:2", "graves",
    *(f"crew:{crew}" for crew in CREWS), "most:quarry", *(f"most:{colour}" for colour in COLOURS),
    *(f"own_lastrow:{track}" for track in TRACKS), "permanents", "ten_percent",
)  # fmt: skip
"""The 13 types of Sphinx cards with their parameters, as far as they are known (spec 2.11.2)."""


def family_of(card: str) -> str:
    """The family of a Nile card id ("field:brown:7" is a "field")."""
    return card.partition(":")[0]


def number_of(card: str) -> int:
    """The number printed on a card that has one ("quarry:3", "field:brown:7", "grave_bonus:2")."""
    return int(card.rpartition(":")[2])


def all_faces(card: str) -> tuple[str, ...]:
    """Every whole card that one of `OPEN_CARDS` can be."""
    if card == "crew_pair":
        return tuple(f"crew_pair:{pair}" for pair in PAIRS)
    if card == "points_per_stone":
        return tuple(f"points_per_stone:{chosen}" for chosen in BUILDING_SETS)
    return tuple(f"{card}:{value}" for value in range(1, MOST_VALUE + 1))


BUILDING_SETS = tuple(
    "+".join(building for i, building in enumerate(BUILDINGS) if mask >> i & 1) for mask in range(1, 16)
)
"""Every choice of buildings, joined by "+"."""


class Space(msgspec.Struct, frozen=True):
    """A space of the obelisk: the row it is in (None: not told) and its value (spec 2.7)."""

    value: int
    row: int | None = None


class Line(msgspec.Struct, frozen=True):
    """Spaces of a pyramid row or a temple part in the order they are filled; `whole`: there are no more of them."""

    values: tuple[int, ...] = ()
    whole: bool = False


class Catalogue(msgspec.Struct, frozen=True):
    """What is known of one box; it grows as the table tells more.

    river: stops from the source to the delta, () while unknown; below: told pairs (upper, lower) while it is.
    pairs: two crews joined by "+" by pair space, None while unknown. labels: names of the skirt colours by crew, None
    while unknown. stone_rows: rows of the stone market (None: unknown). penalties: the grain market from the top, None
    where unknown; () while even the number of rows is: then `top` has those told so far, from the top. obelisk:
    spaces from below; obelisk_whole: that is all of them.
    pyramid: rows from below; pyramid_whole: there are no more rows. temple: a line for each of `TEMPLE_PARTS`.
    tiles: the 20 grave values, () while unknown. crew_max, joker_max: highest strengths. kinds: by family of `DOUBTED`.
    extras: track that a brown field moves by its value ({6: "stone", 7: "grain"}). nile: known cards with copies by
    deck; a deck is known whole when they add up to its size. sphinx: copies by type (None: unknown).
    points: printed points by Sphinx type (None: unknown); lastrow_points: points by number of players (0 to 4) for each
    track, None where unknown. each_graves: whether "own_each" asks for stones on the graves too (None: unknown).
    """

    river: tuple[str, ...] = ()
    below: tuple[tuple[str, str], ...] = ()
    pairs: dict[str, str | None] = {}
    labels: dict[str, str | None] = {}
    stone_rows: int | None = None
    penalties: tuple[int | None, ...] = ()
    top: tuple[int | None, ...] = ()
    obelisk: tuple[Space, ...] = ()
    obelisk_whole: bool = False
    pyramid: tuple[Line, ...] = ()
    pyramid_whole: bool = False
    temple: dict[str, Line] = {}
    tiles: tuple[int, ...] = ()
    crew_max: int = MOST_CREW
    joker_max: int = MOST_CREW
    kinds: dict[str, Kind] = {}
    extras: dict[str, str] = {}
    nile: dict[str, dict[str, int]] = {}
    sphinx: dict[str, int | None] = {}
    points: dict[str, int | None] = {}
    lastrow_points: dict[str, tuple[int | None, ...]] = {}
    each_graves: bool | None = None

    def kind(self, card: str) -> Kind:
        """How a Nile card is used: kept for one use, kept open, or resolved at once (spec 2.11.1)."""
        family = family_of(card)
        if family in self.kinds:
            return self.kinds[family]
        if family in ANYTIME:
            return "anytime"
        return "immediate" if family in IMMEDIATE else "permanent"

    def rows(self, track: str) -> int | None:
        """How many rows a market has, None while that is unknown."""
        return self.stone_rows if track == "stone" else len(self.penalties) or None

    def penalty(self, row: int) -> int | None:
        """Points lost for each missing grain with the marker on `row` (from 1), None while unknown (spec 2.6)."""
        known = self.penalties or self.top
        return known[row - 1] if row <= len(known) else None

    def most(self, crew: str) -> int:
        """The highest strength of a crew."""
        return self.joker_max if crew == JOKER else self.crew_max
