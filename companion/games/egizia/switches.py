"""The switches of Egizia (spec egizia 5.11), and what the app draws for the table."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.options import Option, OptionValues
from companion.engine.text import T
from companion.games.egizia.state import Rules

_ON_OFF = (("on", T("On")), ("off", T("Off")))
_OFF_ON = (("off", T("Off")), ("on", T("On")))
_DRAWN = (("table", T("On the table")), ("app", T("By Cartouche")))

OPTIONS = (
    Option(
        "start_sphinx_card",
        T("A Sphinx card at the start"),
        T("Each player begins with one secret Sphinx card. The first printing of 2009 had none."),
        "on",
        _ON_OFF,
    ),
    Option(
        "pass_allowed",
        T("Passing"),
        T("You may pass although a stop is left. In the first printing you had to place."),
        "on",
        _ON_OFF,
    ),
    Option(
        "sphinx_plus_two_needs_work",
        T("2 more Sphinx cards need a crew"),
        T("The card works only with a crew and a stone at the Sphinx. In the first printing the ship was enough."),
        "on",
        _ON_OFF,
    ),
    Option(
        "leftover_timing",
        T("Leftover Nile cards are taken"),
        T("After the ships, so that fields and quarries work at once; in the first printing at the end of the round."),
        "phase_2",
        (("phase_2", T("After the ships")), ("round", T("At the end of the round"))),
    ),
    Option(
        "ten_percent_card",
        T("Sphinx card: 1 point for every 10"),
        T("Some groups take this card out of the box before the game."),
        "in",
        (("in", T("In the game")), ("removed", T("Taken out"))),
    ),
    Option(
        "temple_own_side_only",
        T("A column needs only its own pillar"),
        T("The rules can be read both ways. Off: a column waits for both pillars."),
        "off",
        _OFF_ON,
    ),
    Option(
        "pyramid_support",
        T("Pyramid rows need support"),
        T("On: a space waits for the two spaces beneath it, where the row below has one space more."),
        "off",
        _OFF_ON,
    ),
    Option(
        "late_mistake",
        T("A mistake found late"),
        T("Put right the number that is wrong and play on, or go back to the mistake if all agree."),
        "forward",
        (("forward", T("Put right")), ("rewind", T("Go back"))),
    ),
    Option(
        "player_leaves",
        T("When a player leaves"),
        T("The others play on and the stones stay where they are, or the game ends."),
        "ghost",
        (("ghost", T("Play on")), ("end", T("The game ends"))),
    ),
    Option(
        "draw_nile",
        T("The Nile cards are dealt"),
        T("By Cartouche you lay out the cards it names. It needs the whole list of your Nile cards."),
        "table",
        _DRAWN,
    ),
    Option(
        "draw_graves",
        T("The grave tiles are laid"),
        T("By Cartouche it tells each value when a tile is turned up. It needs the values of your 20 tiles."),
        "table",
        _DRAWN,
    ),
    Option(
        "draw_sphinx",
        T("The first Sphinx card is dealt"),
        T("By Cartouche each player looks the named card out of the deck, unseen. It needs the list of your cards."),
        "table",
        _DRAWN,
    ),
)

_AS_FLAG: dict[str, bool] = {"on": True, "in": True, "app": True, "off": False, "removed": False, "table": False}
_WORDS = ("leftover_timing", "late_mistake", "player_leaves")


def rules(options: OptionValues) -> Rules:
    """The options as typed values; what is not given as by default."""
    chosen: dict[str, Any] = {option.key: options.get(option.key, option.default) for option in OPTIONS}
    typed = {key: value if key in _WORDS else _AS_FLAG[str(value)] for key, value in chosen.items()}
    return msgspec.convert(typed, Rules)
