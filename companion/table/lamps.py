"""What the lamps of the seats show. Made from what everybody may know; a choice made unseen changes nothing in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from companion.engine.game import Decision, Outcome

Lamp = Literal["off", "on", "blink"]


def lamps(
    seats: Sequence[str], decision: Decision, outcome: Outcome | None = None, scoring: bool = False
) -> dict[str, Lamp]:
    """The lamp of each seat: on where its decision is, blinking where it must choose, all on while it is scored.

    Where several decide unseen at once, those who have done so stay on. At the end the winners' lamps are on.
    """
    if scoring:
        return dict.fromkeys(seats, "on")
    if outcome is not None:
        return {one: "on" if one in outcome.winners else "off" for one in seats}
    # Whether there is a choice at all is told only where all may see the choices.
    free: Lamp = "on" if decision.forced and not decision.private else "blink"
    rest: Lamp = "on" if decision.secret else "off"
    return {one: free if one in decision.seats else rest for one in seats}
