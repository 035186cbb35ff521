"""The switches of Nefertiti (spec nefertiti 5.7) and the privacy of holdings.

The value "box" of a switch: as answered for this box, and where the box has no answer, by its `UNTIL_ANSWERED`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.options import Option, OptionValues
from companion.engine.text import T
from companion.games.nefertiti.catalogue import Catalogue

_BOX = ("box", T("As answered for this box"))
_YES_NO = (("yes", T("Yes")), ("no", T("No")))

OPTIONS = (
    Option(
        "end_mode",
        T("When Akhenaton appears"),
        T("How the game ends; your rules tell. Without an answer the table is asked when the card appears."),
        "box",
        (
            _BOX,
            ("RUN_OUT", T("No market opens any more")),
            ("IMMEDIATE", T("The game ends at once")),
            ("CLOSE_ALL", T("Every market closes")),
        ),
    ),
    Option(
        "akh_refill",
        T("The refill with Akhenaton"),
        T("Whether the market still gets its gifts. Without an answer the table is asked when the card appears."),
        "box",
        (
            _BOX,
            ("finish", T("Is finished")),
            ("stop", T("Stops there")),
            ("no_open", T("Stops, the market stays closed")),
        ),
    ),
    Option(
        "senet_double",
        T("A double senet counts"),
        T("As two gifts or as one. Without an answer the table is asked before senet is scored."),
        "box",
        (_BOX, (2, T("As two")), (1, T("As one"))),
    ),
    Option(
        "unaffordable_bid",
        T("A square you can't pay for"),
        T("Whether a servant may stand on a number above your deben. Without an answer it may, with a warning."),
        "box",
        (_BOX, ("forbid", T("Not allowed")), ("warn", T("Allowed, with a warning"))),
    ),
    Option(
        "highest_cannot_pay",
        T("A highest bidder who can't pay"),
        T("What the highest servant gets then. Without an answer the table is asked each time."),
        "box",
        (
            _BOX,
            ("ask", T("The table decides")),
            ("pass_over", T("Nothing")),
            ("take_half", T("Half of the reserve")),
        ),
    ),
    Option(
        "later_top",
        T("The seal for a later bidder"),
        T("Whether it goes with the top gift. Without an answer the table is asked when it happens."),
        "box",
        (_BOX, *_YES_NO),
    ),
    Option(
        "plus_gift",
        T("The gift more of a plus square"),
        T("From which places it may come. Without an answer the table is asked when it happens."),
        "box",
        (_BOX, ("any", T("Any gift left")), ("low", T("The lower row only"))),
    ),
    Option(
        "full_half",
        T("A full half"),
        T("What happens when every square is taken and the rule has not closed it. Without an answer it stays open."),
        "box",
        (_BOX, ("stay", T("Stays open")), ("close", T("Closes"))),
    ),
    Option(
        "leaver",
        T("When a player leaves"),
        T("With three left the others may play on. Without an answer the table is asked when it happens."),
        "box",
        (_BOX, ("stop", T("Score the game")), ("go_on", T("Play on"))),
    ),
    Option(
        "hide_holdings",
        T("Hide gifts and deben"),
        T("Whether the shared screen hides what each player owns; you see your own on a covered screen."),
        "no",
        (("no", T("Everything is open")), ("yes", T("Hidden"))),
    ),
)

UNTIL_ANSWERED: dict[str, Any] = {"unaffordable_bid": "warn", "highest_cannot_pay": "ask", "full_half": "stay"}
"""What holds while neither the switch nor the box says anything; every other question is asked (spec 5.7)."""

_AS_ANSWER: dict[str, dict[str, Any]] = {"later_top": {"yes": True, "no": False}}


class Switches(msgspec.Struct, frozen=True, kw_only=True):
    """The options as chosen; "box" where the box decides."""

    end_mode: str = "box"
    akh_refill: str = "box"
    senet_double: int | str = "box"
    unaffordable_bid: str = "box"
    highest_cannot_pay: str = "box"
    later_top: bool | str = "box"
    plus_gift: str = "box"
    full_half: str = "box"
    leaver: str = "box"
    hide_holdings: bool = False


def switches(options: OptionValues) -> Switches:
    """The options as typed values."""
    chosen: dict[str, Any] = {option.key: options.get(option.key, option.default) for option in OPTIONS}
    hidden = chosen.pop("hide_holdings") == "yes"
    return Switches(**{key: _AS_ANSWER.get(key, {}).get(value, value) for key, value in chosen.items()},
                    hide_holdings=hidden)  # fmt: skip


def house(chosen: Switches, catalogue: Catalogue) -> dict[str, Any]:
    """The house answers in force by key of `HOUSE`: the switch, else the box, else what holds until it is answered.

    A key that is missing must be asked when it matters.
    """
    answers = {**UNTIL_ANSWERED, **catalogue.house}
    for key in chosen.__struct_fields__:
        value = getattr(chosen, key)
        if key != "hide_holdings" and value != "box":
            answers[key] = value
    return answers
