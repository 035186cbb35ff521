"""The cards of Aton as pieces that can bear a tag: what each stands for where cards are entered (spec aton 2.3, 9)."""

from __future__ import annotations

from companion.engine.game import TABLE, Form, Thing
from companion.engine.text import T, Text

VALUES = (1, 2, 3, 4)


def _label(colour: str, n: int) -> Text:
    return T("Red card {n}", n=n) if colour == "red" else T("Blue card {n}", n=n)


THINGS = tuple(Thing(f"card:{colour}:{n}", _label(colour, n)) for colour in ("red", "blue") for n in VALUES)
"""The four cards of each colour. Counters are all alike and lie where they were tapped: they bear none."""


def value_of(form: Form, thing: str) -> tuple[str, int] | None:
    """The field of `form` that a card fills, and its value; None for a card of the other colour."""
    kind, _, rest = thing.partition(":")
    colour, _, n = rest.partition(":")
    if kind != "card" or not n.isdigit():
        return None
    if form.by not in (colour, TABLE):
        return None
    # The table enters a card of each colour; a seat its own row.
    return (colour if form.by == TABLE else "cards"), int(n)
