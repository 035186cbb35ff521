"""How the questions of the final scoring are put (spec egizia 7)."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.game import Choice, Decision
from companion.engine.text import TN, T, Text, seat
from companion.games.egizia.finish import LAST, LOW_ROW, limit, players_there
from companion.games.egizia.moves import Declare, Printed, Reached, Sell
from companion.games.egizia.names import TRACK_NAMES, sphinx_name
from companion.games.egizia.rules_finish import GENERATORS
from companion.games.egizia.scoring import sale
from companion.games.egizia.state import Egizia, Stage


def _sell(s: Egizia) -> Decision:
    who = s.turn
    eligible, ten, _ = limit(s, who)
    choices = []
    for move in GENERATORS["sell"](s):
        if isinstance(move, Sell):
            n = move.stones
            label = TN("Sell {n} stone", "Sell {n} stones", n) if n else T("Keep the stones")
            points = T("+{n}", n=sale(n, eligible, ten))
            choices.append(Choice(move, label, (f"value:{n}",), points))
    prompt = T("{who}, how many stones do you sell?", who=seat(who))
    return Decision("sell", prompt, (who,), choices=tuple(choices), consequence=True, rule="sell")


def _declare(s: Egizia) -> Decision:
    who = s.turn
    choices = tuple(
        Choice(move, sphinx_name(move.card, s.facts), (f"sphinx:{move.card}",))
        for move in GENERATORS["declare"](s)
        if isinstance(move, Declare)
    )
    held, done = s.sides[who].sphinx, len(s.named)
    prompt = T("{who}, enter your Sphinx cards while the others look away", who=seat(who))
    owed = TN("{n} card to enter", "{n} cards to enter", held - done)
    return Decision("declare", prompt, (who,), choices=choices, private=True, owed=held - done, done=done,
                    owed_text=owed, rule="declare")  # fmt: skip


def _printed(s: Egizia) -> Decision:
    name = sphinx_name(s.asked_space, s.facts)
    prompt = T("How many points does this Sphinx card show: {card}?", card=name)
    if s.asked_space.startswith("lastrow_count:"):
        prompt = TN(
            "How many points does this Sphinx card show for {n} player: {card}?",
            "How many points does this Sphinx card show for {n} players: {card}?",
            players_there(s),
            card=name,
        )
    choices = tuple(
        Choice(move, T("{n}", n=move.points), (f"value:{move.points}",))
        for move in GENERATORS["printed"](s)
        if isinstance(move, Printed)
    )
    return Decision("printed", prompt, choices=choices, rule="printed")


def _reached(s: Egizia) -> Decision:
    labels = {True: T("Yes"), False: T("No")}
    choices = tuple(
        Choice(move, labels[move.yes], ("yes" if move.yes else "no",))
        for move in GENERATORS["reached"](s)
        if isinstance(move, Reached)
    )
    return Decision("reached", asked(s), choices=choices, rule="reached")


def asked(s: Egizia) -> Text:
    """What the table is asked to look at."""
    kind, _, what = s.asked_space.partition(":")
    if s.asked_space == LOW_ROW:
        return T("Is the stone marker of {who} on one of the last two rows?", who=seat(s.todo[0].who))
    if kind == LAST:
        return T("Is the lowest marker of the {track} on the last row?", track=TRACK_NAMES[what])
    return T("Is this reached as the Sphinx card shows it: {card}?", card=sphinx_name(s.asked_space, s.facts))


ASKED: dict[Stage, Callable[[Egizia], Decision]] = {
    "sell": _sell, "declare": _declare, "printed": _printed, "reached": _reached,
}  # fmt: skip
