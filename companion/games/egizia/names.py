"""The printed things in words: stops, cards, buildings, crews, markets (spec egizia 1.1, 2.11.3)."""

from __future__ import annotations

from companion.engine.text import T, Text, Value
from companion.games.egizia.components import CREWS, JOKER, Catalogue, family_of, number_of

STOP_NAMES: dict[str, Text] = {
    **{f"N{i}": T("N{n}", n=i) for i in range(1, 11)},
    "EDFU": T("Edfu"),
    "THEBES": T("Thebes"),
    "SELINON": T("Selinon"),
    "BENI_HASAN": T("Beni Hasan"),
    "PASSALON": T("Passalon"),
    "ALYI": T("Alyi"),
    "HELIOPOLIS": T("Heliopolis"),
    "SITE_A": T("the Sphinx"),
    "SITE_B": T("obelisk and graves"),
    "SITE_C": T("pyramid and temple"),
}
"""The 20 stops inside a sentence; N1 to N10 are the card spaces from the source on."""
SITE_TITLES: dict[str, Text] = {
    "SITE_A": T("Sphinx"),
    "SITE_B": T("Obelisk and graves"),
    "SITE_C": T("Pyramid and temple"),
}
"""The sites as headings and keys."""
BUILDING_NAMES: dict[str, Text] = {
    "obelisk": T("obelisk"),
    "graves": T("graves"),
    "pyramid": T("pyramid"),
    "temple": T("temple"),
}
PART_NAMES: dict[str, Text] = {
    "pillar_left": T("left pillar"),
    "pillar_right": T("right pillar"),
    "column_left": T("left column"),
    "column_right": T("right column"),
    "top": T("top row"),
}
TRACK_NAMES: dict[str, Text] = {"stone": T("stone market"), "grain": T("grain market")}
FIELD_NAMES: dict[str, Text] = {
    "green": T("green field"),
    "yellow": T("yellow-green field"),
    "brown": T("brown field"),
}
CIRCLE_NAMES: dict[str, Text] = {
    "left": T("left circle"),
    "middle": T("middle circle"),
    "right": T("right circle"),
}
DECK_NAMES: dict[str, Text] = {
    "1/2": T("Nile cards of rounds 1 and 2"),
    "3/4": T("Nile cards of rounds 3 and 4"),
    "5": T("Nile cards of round 5"),
}
FAMILY_NAMES: dict[str, Text] = {
    "quarry": T("Quarry"),
    "field": T("Field"),
    "extra_ship": T("One more ship"),
    "two_crews": T("Two crews at one site"),
    "stones": T("6 stones"),
    "keep_two": T("Keep 2 Sphinx cards"),
    "grain": T("4 grain"),
    "double_round": T("Round space counts double"),
    "crew_boost": T("Crew +3 for one build"),
    "sphinx_plus_two": T("Sphinx: 2 more cards"),
    "leftover_pick": T("Take a leftover card"),
    "stones_to_crew": T("2 stones: crew +1"),
    "upstream": T("Once a round upstream"),
    "first_position": T("First place at sites"),
    "sell_ten": T("Sell up to 10 stones 1 for 1"),
    "field_upgrade": T("Improve one field"),
    "reuse_round": T("Use an occupied round space"),
    "crew_plus_one": T("Each round a crew +1"),
    "stones_as_grain": T("Feed with stones"),
    "grave_bonus": T("Adds to the graves"),
    "track_two": T("Market 2 rows down"),
    "crew_flex": T("Crews +1 +1, or one +2"),
    "crew_pair": T("Both pictured crews +1"),
    "points_per_stone": T("Points for own stones"),
}
"""The 24 families of Nile cards (spec 2.11.3)."""
SHORT_FAMILIES: dict[str, Text] = {
    "quarry": T("Quarry +"),
    "field": T("Field"),
    "extra_ship": T("Ship +1"),
    "two_crews": T("2 crews"),
    "stones": T("6 stones"),
    "keep_two": T("Keep 2"),
    "grain": T("4 grain"),
    "double_round": T("Double"),
    "crew_boost": T("Crew +3"),
    "sphinx_plus_two": T("Sphinx +2"),
    "leftover_pick": T("Leftover"),
    "stones_to_crew": T("2 stones: +1"),
    "upstream": T("Upstream"),
    "first_position": T("First place"),
    "sell_ten": T("Sell 10"),
    "field_upgrade": T("Better field"),
    "reuse_round": T("Occupied"),
    "crew_plus_one": T("Crew +1"),
    "stones_as_grain": T("Eat stones"),
    "grave_bonus": T("Graves +"),
    "track_two": T("Market 2"),
    "crew_flex": T("+1 +1 or +2"),
    "crew_pair": T("Two crews +1"),
    "points_per_stone": T("Own stones"),
}
"""The families on a small key or card."""
KIND_NAMES: dict[str, Text] = {
    "anytime": T("anytime card"),
    "permanent": T("permanent card"),
    "immediate": T("immediate card"),
}
_FIELD_CARDS: dict[str, Text] = {
    "green": T("Green field"),
    "yellow": T("Yellow-green field"),
    "brown": T("Brown field"),
}
_SHORT_FIELDS: dict[str, Text] = {"green": T("Green {n}"), "yellow": T("Yellow {n}"), "brown": T("Brown {n}")}
_SHORT_OPEN_FIELDS: dict[str, Text] = {
    "green": T("Green grain"), "yellow": T("Yel.-green grain"), "brown": T("Brown grain"),
}  # fmt: skip
_MARKET_CARDS: dict[str, Text] = {
    "stone": T("Stone market 2 rows down"),
    "grain": T("Grain market 2 rows down"),
}
_SHORT_MARKETS: dict[str, Text] = {"stone": T("Stone mkt 2"), "grain": T("Grain mkt 2")}
_LABELS = {"ochre": T("ochre"), "teal": T("teal"), "plum": T("plum")}
"""What the skirts of the practice board are called."""
_OWN: dict[str, Text] = {
    "own:temple:4": T("4 own stones on the temple"),
    "own:pyramid:6": T("6 own stones on the pyramid"),
    "own:pyramid:7": T("7 own stones on the pyramid"),
    "own:obelisk:4": T("4 own stones on the obelisk"),
    "own:obelisk:5": T("5 own stones on the obelisk"),
}
_SPHINX: dict[str, Text] = {
    "obelisk_done": T("Obelisk rows 7, 8 and 9 full"),
    "built:obelisk": T("Obelisk built so far as pictured"),
    "built:graves": T("Graves built so far as pictured"),
    "built:pyramid": T("Pyramid built so far as pictured"),
    "built:temple": T("Temple built so far as pictured"),
    "lastrow_count:stone": T("Players on the last row of the stone market"),
    "lastrow_count:grain": T("Players on the last row of the grain market"),
    **_OWN,
    "own_each:2": T("2 own stones on each building"),
    "graves": T("1 point for each own grave"),
    "most:quarry": T("Most stones from quarries"),
    "most:green": T("Most grain on green fields"),
    "most:yellow": T("Most grain on yellow-green fields"),
    "most:brown": T("Most grain on brown fields"),
    "own_lastrow:stone": T("Own marker on the last row of the stone market"),
    "own_lastrow:grain": T("Own marker on the last row of the grain market"),
    "permanents": T("2 points for each permanent card"),
    "ten_percent": T("1 point for every 10 points"),
}


_SHORT_SPHINX: dict[str, Text] = {
    "obelisk_done": T("Obelisk 7, 8 and 9"),
    "own_each:2": T("2 stones everywhere"),
    "graves": T("Own graves"),
    "permanents": T("Permanent cards"),
    "ten_percent": T("1 for every 10"),
}


def crew_name(crew: str, facts: Catalogue) -> Text:
    """A crew inside a sentence: by the colour of its skirt if the owner has told it."""
    if crew == JOKER:
        return T("joker")
    label: Value = facts.labels.get(crew) or str(CREWS.index(crew) + 1)
    return T("crew {label}", label=_LABELS.get(str(label), label))


def crew_short(crew: str, facts: Catalogue) -> Text:
    """A crew on a key: the colour of its skirt or its number alone, or the joker."""
    name = crew_name(crew, facts)
    label = name.params.get("label")
    return name if label is None else T("{label}", label=label)


def crews_name(crews: str, facts: Catalogue) -> tuple[Value, ...]:
    """Crews joined by "+" as a list inside a sentence."""
    return tuple(crew_name(crew, facts) for crew in crews.split("+"))


def crews_short(crews: str, facts: Catalogue) -> tuple[Value, ...]:
    """Crews joined by "+" as a list on a key: by their colours alone, where the owner has told all of them."""
    pair = crews.split("+")
    told = all(crew == JOKER or facts.labels.get(crew) for crew in pair)
    return tuple(crew_short(crew, facts) for crew in pair) if told else crews_name(crews, facts)


def buildings_name(buildings: str) -> tuple[Value, ...]:
    """Buildings joined by "+" as a list inside a sentence."""
    return tuple(BUILDING_NAMES[building] for building in buildings.split("+"))


def card_name(card: str, facts: Catalogue) -> Text:
    """A Nile card in words; one of `OPEN_CARDS` without what is printed on it."""
    family, _, printed = card.partition(":")
    if family == "field":
        colour = printed.partition(":")[0]
        name = _FIELD_CARDS[colour]
        return T("{field} {n}", field=name, n=number_of(card)) if card.count(":") == 2 else name
    if not printed:
        return FAMILY_NAMES[family]
    if family == "track_two":
        return _MARKET_CARDS[printed]
    if family == "crew_pair":
        return T("Both +1: {crews}", crews=crews_short(printed, facts))
    if family == "points_per_stone":
        return T("1 point for each own stone: {buildings}", buildings=buildings_name(printed))
    if family == "grave_bonus":
        return T("Graves +{n}", n=number_of(card))
    return T("{card} {n}", card=FAMILY_NAMES[family], n=number_of(card))


def short_card(card: str) -> Text:
    """A Nile card on a small key; what is told about it in words stands in `card_name`."""
    family, _, printed = card.partition(":")
    if family == "field" and printed:
        colour, _, value = printed.partition(":")
        return Text(_SHORT_FIELDS[colour].message, {"n": int(value)}) if value else _SHORT_OPEN_FIELDS[colour]
    if family == "track_two" and printed:
        return _SHORT_MARKETS[printed]
    if family == "quarry" and printed:
        return T("Quarry +{n}", n=int(printed))
    if family == "grave_bonus" and printed:
        return T("Graves +{n}", n=int(printed))
    return SHORT_FAMILIES[family_of(card)]


def sphinx_name(card: str, facts: Catalogue) -> Text:
    """A type of Sphinx card in words."""
    if card.startswith("crew:"):
        return T("Strength of {crew}", crew=crew_name(card.removeprefix("crew:"), facts))
    return _SPHINX[card]


def sphinx_short(card: str, facts: Catalogue) -> Text:
    """A type of Sphinx card where there is room for two words: a line of the final scoring."""
    kind, _, about = card.partition(":")
    if kind == "built":
        return T("Pictured: {building}", building=BUILDING_NAMES[about])
    if kind in ("lastrow_count", "own_lastrow"):
        return T("Last row: {track}", track=TRACK_NAMES[about])
    if kind == "most":
        return T("Most: {what}", what=_FIELD_CARDS[about] if about in _FIELD_CARDS else T("Quarries"))
    if kind == "own":
        building, _, n = about.partition(":")
        return T("{n} stones: {building}", n=int(n), building=BUILDING_NAMES[building])
    return _SHORT_SPHINX.get(card) or sphinx_name(card, facts)


def space_name(space: str) -> Text:
    """A space of a monument, a line of it ("pyramid:2"), or one not known yet ("temple:top:new"), in a sentence."""
    building, *rest = space.split(":")
    if rest[-1:] == ["new"]:
        return T("a new space of the {line}", line=space_name(":".join((building, *rest[:-1]))))
    if building == "grave":
        return T("grave {n}", n=int(rest[0]))
    if building == "obelisk" and rest:
        return T("obelisk {n}", n=int(rest[0]))
    if building == "pyramid" and rest:
        row = T("pyramid row {row}", row=int(rest[0]))
        return T("{line}, space {n}", line=row, n=int(rest[1])) if len(rest) > 1 else row
    if building == "temple" and rest:
        part = PART_NAMES[rest[0]]
        return T("{line}, space {n}", line=part, n=int(rest[1])) if len(rest) > 1 else part
    return BUILDING_NAMES[building]


def place_name(place: str) -> Text:
    """A stop, or a slot of a site ("SITE_B:2", "SITE_B:reserve"), inside a sentence."""
    stop, _, slot = place.partition(":")
    if slot == "reserve":
        return T("{site}, in reserve", site=STOP_NAMES[stop])
    return T("{site}, slot {n}", site=STOP_NAMES[stop], n=int(slot)) if slot else STOP_NAMES[stop]


def track_name(track: str) -> Text:
    """A market inside a sentence."""
    return TRACK_NAMES[track]


def site_name(site: str) -> Text:
    """A building site as a heading."""
    return SITE_TITLES[site]


def stop_name(stop: str) -> Text:
    """A stop of the river inside a sentence."""
    return STOP_NAMES[stop]


def circle_name(circle: str) -> Text:
    """A circle of the water ring inside a sentence."""
    return CIRCLE_NAMES[circle]


def colour_name(colour: str) -> Text:
    """A field by its colour inside a sentence."""
    return FIELD_NAMES[colour]


def building_name(building: str) -> Text:
    """A building inside a sentence."""
    return BUILDING_NAMES[building]
