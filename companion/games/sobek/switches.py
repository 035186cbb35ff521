"""The switches of Sobek: where tables differ or the rulebook is silent (spec sobek 11.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import msgspec

from companion.engine.options import Option, OptionValue, OptionValues
from companion.engine.text import T
from companion.games.sobek.catalogue import Catalogue

BOX = "box"
"""The printed value: the one of this box, asked at the table when it is first needed and nobody knows it."""

_YES_NO = ((True, T("Yes")), (False, T("No")))
_PRINTED = ((BOX, T("As printed")), (1, T("1")), (2, T("2")))

OPTIONS = (
    Option(
        "prosperity_scarabs",
        T("Prosperity adds"),
        T("How many scarabs it adds to a set: as printed in your box, asked when needed, or fixed."),
        BOX,
        _PRINTED,
    ),
    Option(
        "curse_cards",
        T("A Curse counts for"),
        T("How many corruption cards it counts for: as printed in your box, asked when needed, or fixed."),
        BOX,
        _PRINTED,
    ),
    Option(
        "alliance_symbol",
        T("Alliance goes by"),
        T("Whether markers look for the symbol of the token or the symbol they stand on."),
        "token",
        (("token", T("The token")), ("own", T("The own space"))),
    ),
    Option(
        "amulet_only_sets",
        T("Sets of amulets alone"),
        T("Whether three amulets may be a set of a family you name."),
        False,
        _YES_NO,
    ),
    Option(
        "courtesan_jokers",
        T("Courtesan adds amulets"),
        T("Whether she may also add amulets and matching characters."),
        True,
        _YES_NO,
    ),
    Option(
        "may_powers",
        T("Thief, Vizier, Merchant"),
        T("Whether whoever plays one may do without its power."),
        "decline",
        (("decline", T("May do without")), ("compulsory", T("Must use it"))),
    ),
    Option(
        "fraud_counts_curse",
        T("Fraud counts Curses"),
        T("Whether Curse tokens count when Fraud counts the corruption pile."),
        False,
        _YES_NO,
    ),
    Option(
        "all_zero_penalised",
        T("Nobody has corruption"),
        T("Whether all are penalised when nobody has any: by the letter they all are."),
        "ask",
        (("ask", T("Ask then")), (True, T("All penalised")), (False, T("Nobody"))),
    ),
    Option(
        "own_pile_visible",
        T("Look at your own pile"),
        T("Whether you may look through the cards under your own tile."),
        True,
        _YES_NO,
    ),
    Option(
        "counts_shown",
        T("Show corruption counts"),
        T("Whether the screen shows how many cards lie under each tile. Remembering them is part of the game."),
        False,
        _YES_NO,
    ),
    Option(
        "late_event",
        T("Forgotten event"),
        T("Whether an event may be made up for until the next player has acted."),
        "next_action",
        (("next_action", T("Until the next action")), ("never", T("It lapses"))),
    ),
    Option(
        "leaver",
        T("When a player leaves"),
        T("The game ends, or the others play on without these cards."),
        "end",
        (("end", T("The game ends")), ("play_on", T("Play on"))),
    ),
)


class Switches(msgspec.Struct, frozen=True, kw_only=True):
    """The switches in force. prosperity_scarabs, curse_cards: 1, 2, or None while nobody knows them.

    all_zero_penalised: None asks the table when it happens.
    """

    prosperity_scarabs: int | None
    curse_cards: int | None
    alliance_symbol: str
    amulet_only_sets: bool
    courtesan_jokers: bool
    may_powers: str
    fraud_counts_curse: bool
    all_zero_penalised: bool | None
    own_pile_visible: bool
    counts_shown: bool
    late_event: str
    leaver: str


def printed(option: OptionValue, known: int | None) -> int | None:
    """The number in force: the option's, else the one printed in the box."""
    return known if option == BOX else cast(int, option)


def switches(options: OptionValues, catalogue: Catalogue) -> Switches:
    """The switches from resolved options and the box."""
    zero = options["all_zero_penalised"]
    rest: Mapping[str, OptionValue] = {
        key: options[key]
        for key in Switches.__struct_fields__
        if key not in ("prosperity_scarabs", "curse_cards", "all_zero_penalised")
    }
    return msgspec.convert(
        {
            **rest,
            "prosperity_scarabs": printed(options["prosperity_scarabs"], catalogue.prosperity),
            "curse_cards": printed(options["curse_cards"], catalogue.curse),
            "all_zero_penalised": None if zero == "ask" else zero,
        },
        Switches,
    )
