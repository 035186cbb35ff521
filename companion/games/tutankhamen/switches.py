"""The switches between the rulesets of Tutankhamen (spec tutankhamen 7.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.options import Asked, Option, OptionValues, Preset
from companion.engine.text import T, Text

LEAST_START, MOST_START = 1, 60

PRESETS = (
    Preset(
        "SEED",
        T("Most points wins"),
        T("Count up, play the path to its end, most points wins."),
        {
            "direction": "up",
            "instant_end_at_zero": False,
            "tie_first_3plus": "half",
            "coin_mandatory": False,
            "coin_may_take_pharaoh": True,
        },
    ),
    Preset(
        "AMIGO_1993",
        T("Race to zero (1993)"),
        T("Count down from the start points; whoever reaches zero first wins at once."),
        {
            "direction": "down",
            "instant_end_at_zero": True,
            "tie_first_3plus": "zero",
            "coin_mandatory": True,
            "coin_may_take_pharaoh": False,
        },
    ),
    Preset(
        "OOTB_2005",
        T("Tribute coins (2005)"),
        T("The same race, paid in coins: whoever pays the last coin wins at once."),
        {
            "direction": "coins",
            "instant_end_at_zero": True,
            "tie_first_3plus": "zero",
            "coin_mandatory": True,
            "coin_may_take_pharaoh": False,
        },
    ),
)

_YES_NO = ((True, T("Yes")), (False, T("No")))

OPTIONS = (
    Option(
        "ruleset",
        T("Rules"),
        T("Which rules you play; the switches below follow it."),
        "SEED",
        tuple((preset.id, preset.title) for preset in PRESETS),
    ),
    Option(
        "direction",
        T("Counting"),
        T("Points up from zero, down to zero, or coins that are paid."),
        "up",
        (("up", T("Up")), ("down", T("Down")), ("coins", T("Coins"))),
    ),
    Option(
        "start_points",
        T("Points to score"),
        T("How many points or coins each player must score in a race; see your rule sheet."),
        None,
        low=LEAST_START,
        high=MOST_START,
    ),
    Option(
        "instant_end_at_zero",
        T("Ends at zero"),
        T("Whether the game ends the moment somebody has scored all points of the race."),
        False,
        _YES_NO,
    ),
    Option(
        "tie_first_3plus",
        T("Three or more tied for most"),
        T("Whether each of them gets half, or nobody scores the set."),
        "half",
        (("half", T("Half each")), ("zero", T("Nobody scores"))),
    ),
    Option(
        "half_rounding",
        T("Half of an odd value"),
        T("Half of 1 comes up only with the mask."),
        "floor",
        (("floor", T("Round down")), ("ceil", T("Round up"))),
    ),
    Option(
        "coin_mandatory",
        T("Coin tile must be used"),
        T("Whether you must take a tile with it when there is one to take."),
        False,
        _YES_NO,
    ),
    Option(
        "coin_may_take_pharaoh",
        T("Coin tile may take a pharaoh"),
        T("If you have a pharaoh yourself."),
        True,
        _YES_NO,
    ),
    Option(
        "pharaoh_single_use",
        T("Pharaohs are used up"),
        T("A pharaoh played in a scoring goes out of play."),
        True,
        _YES_NO,
    ),
    Option(
        "mask_single_use",
        T("The mask is used up"),
        T("After one scoring with it the mask goes out of play."),
        True,
        _YES_NO,
    ),
    Option(
        "zero_tie_break",
        T("Several reach zero together"),
        T("They share the victory, or whoever is furthest past zero wins."),
        "shared",
        (("shared", T("Shared victory")), ("furthest", T("Furthest past zero"))),
    ),
    Option(
        "leaver_tiles",
        T("When a player leaves"),
        T("The tiles stay and keep their rank, or go out of play."),
        "keep",
        (("keep", T("Tiles stay")), ("out", T("Tiles go"))),
    ),
)


class Switches(msgspec.Struct, frozen=True, kw_only=True):
    """The rules in force. `start_points` is the distance of the race, 0 where nobody races."""

    ruleset: str
    direction: str
    start_points: int
    instant_end_at_zero: bool
    tie_first_3plus: str
    half_rounding: str
    coin_mandatory: bool
    coin_may_take_pharaoh: bool
    pharaoh_single_use: bool
    mask_single_use: bool
    zero_tie_break: str
    leaver_tiles: str

    @property
    def down(self) -> bool:
        """Whether people count what remains (points or coins)."""
        return self.direction != "up"


def races(options: OptionValues) -> bool:
    """Whether there is a number of points or coins to reach."""
    return options["direction"] != "up" or bool(options["instant_end_at_zero"])


def _fact(options: OptionValues, players: int) -> str:
    return f"start.{options['ruleset']}.{players}"


def asks(options: OptionValues, players: int, box: Box) -> Asked | None:
    """The start points of a race, with the figure of table 3.1 or the owner's own as the offer (spec 3.1)."""
    if not races(options) or box.practice:
        return None
    key, told = _fact(options, players), options["start_points"]
    known = box.fact(key) if key in box.facts else None
    reason = T("See your rule sheet. The answer is kept with your box.")
    if known is not None and known.confidence == "owner":
        reason = T("This is your own number from before. Type another if your rule sheet says so.")
    elif known is not None:
        about = Text(known.note or known.source)
        reason = T("See your rule sheet. The answer is kept with your box. Known so far: {about}.", about=about)
    value = told if told is not None else known.value if known is not None else None
    coins = options["direction"] == "coins"
    question = T("How many coins must each player pay?") if coins else T("How many points must each player score?")
    return Asked("start_points", key, question, reason, value if type(value) is int else None)


def start_points(options: OptionValues, players: int, box: Box) -> int | None:
    """The start points in force: what the table said, else the box's figure; None while nobody knows (spec 3.1).

    0 where the rules have none.
    """
    if not races(options):
        return 0
    told = options["start_points"]
    if told is None:
        key = _fact(options, players)
        told = box.value(key) if key in box.facts else None
    if told is None:
        return None
    if type(told) is not int or not LEAST_START <= told <= MOST_START:
        raise InputError(
            T("The start points must be a whole number from {low} to {high}.", low=LEAST_START, high=MOST_START)
        )
    return told


def switches(options: OptionValues, seats: Sequence[str], box: Box) -> Switches:
    """The rules from resolved options. Raises InputError if a race has no start points."""
    start = start_points(options, len(seats), box)
    if start is None:
        raise InputError(
            T(
                "The option “start_points” is missing: the points each of {n} players must score. See your rule sheet.",
                n=len(seats),
            )
        )
    return Switches(
        ruleset=cast(str, options["ruleset"]),
        direction=cast(str, options["direction"]),
        start_points=start,
        instant_end_at_zero=bool(options["instant_end_at_zero"]),
        tie_first_3plus=cast(str, options["tie_first_3plus"]),
        half_rounding=cast(str, options["half_rounding"]),
        coin_mandatory=bool(options["coin_mandatory"]),
        coin_may_take_pharaoh=bool(options["coin_may_take_pharaoh"]),
        pharaoh_single_use=bool(options["pharaoh_single_use"]),
        mask_single_use=bool(options["mask_single_use"]),
        zero_tie_break=cast(str, options["zero_tie_break"]),
        leaver_tiles=cast(str, options["leaver_tiles"]),
    )
