"""What is asked in phases 1 to 4, in words (spec egizia 4, 5.1 to 5.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from companion.engine.game import Choice, Decision, Move
from companion.engine.text import TN, T, Text, seat
from companion.games.egizia import interrupts
from companion.games.egizia.components import CARD_STOPS
from companion.games.egizia.labels_river import label_of, target_of, what_it_gives
from companion.games.egizia.moves import Enough, Feed, Pass, Ring
from companion.games.egizia.names import card_name, place_name, track_name
from companion.games.egizia.reveal import due_stop
from companion.games.egizia.rules_river import GENERATORS
from companion.games.egizia.scoring import meal
from companion.games.egizia.state import Egizia, Stage

TABLE_ASKED: tuple[Stage, ...] = ("reveal", "face", "below", "pair", "last_row", "feeding", "penalty")
CONFIRMED: tuple[Stage, ...] = ("ship", "leftover", "feed", "flex", "attach", "ring", "grow")
"""Stages whose choice is told on the gold button before it is done."""


def choice(s: Egizia, move: Move) -> Choice:
    """A move of phases 1 to 4, an anytime card or a stronger crew, as the screen offers it."""
    return Choice(move, label_of(s, move), target_of(s, move), what_it_gives(s, move), seat_key=leaves_it(s, move))


def leaves_it(s: Egizia, move: Move) -> bool:
    """Whether the button of the seat means it: no more ships, nothing used, nothing taken, the ring where it is."""
    match move:
        case Pass() | Enough() | Feed(cards=0, stones=0):
            return True
        case Ring(circle=circle):
            return circle == s.ring
    return False


def own_choices(s: Egizia, who: str) -> list[Choice]:
    """What a seat may do on its own turn beside what it is asked."""
    return [choice(s, move) for move in interrupts.own(s, who)]


def ask(s: Egizia, prompt: Text, choices: Iterable[Choice], *, owed: int = 0, done: int = 0) -> Decision:
    """The decision of this stage with these choices."""
    offered = tuple(choices)
    if len(offered) == 1 and offered[0].consequence is None:
        offered = (msgspec.structs.replace(offered[0], consequence=offered[0].label),)
    return Decision(
        id=s.stage,
        prompt=prompt,
        seats=() if s.stage in TABLE_ASKED else (s.turn,),
        choices=offered,
        consequence=s.stage in CONFIRMED,
        owed=owed,
        done=done,
        owed_text=TN("{n} card to tell", "{n} cards to tell", owed) if owed else None,
        forced=len(offered) == 1,
        rule=s.stage,
    )


def _asked(prompt: Callable[[Egizia], Text]) -> Callable[[Egizia], Decision]:
    def of(s: Egizia) -> Decision:
        return ask(s, prompt(s), (choice(s, move) for move in GENERATORS[s.stage](s)))

    return of


def _reveal(s: Egizia) -> Decision:
    done = sum(bool(card) for card in s.stops.values())
    choices = (choice(s, move) for move in GENERATORS["reveal"](s))
    return ask(s, _reveal_prompt(s), choices, owed=len(CARD_STOPS) - done, done=done)


def _reveal_prompt(s: Egizia) -> Text:
    if s.rules.draw_nile:
        return T("Look these ten cards out of the deck and lay them on the river.")
    stop = due_stop(s)
    if stop:
        return T("Which card lies on {stop}?", stop=place_name(stop))
    return T("Do the ten cards lie as told?")


def _face(s: Egizia) -> Text:
    stop, card = s.telling
    return T("{stop}, {card}: what is printed on it?", stop=place_name(stop), card=card_name(card, s.facts))


def _ship(s: Egizia) -> Text:
    who, side = seat(s.turn), s.sides[s.turn]
    if side.last:
        last = place_name(side.last)
        return T("{who}, place a ship below {last}, or pass.", who=who, last=last)
    return T("{who}, place your first ship, or pass.", who=who)


def _below(s: Egizia) -> Text:
    todo = s.todo[0]
    stop = todo.what.partition(":")[0]
    return T("Does {stop} lie downstream of {last}?", stop=place_name(stop), last=place_name(s.sides[todo.who].last))


def _ring(s: Egizia) -> Text:
    if s.todo[0].number > 1:
        return T("{who}, where does the water ring go? It may move by up to two.", who=seat(s.turn))
    return T("{who}, move the water ring by one, or leave it.", who=seat(s.turn))


def _row(s: Egizia) -> Text:
    todo = s.todo[0]
    return T("{who}’s marker on the {market}: is that the last row?", who=seat(todo.who), market=track_name(todo.what))


def _feed(s: Egizia) -> Text:
    now = meal(s, s.turn)
    return T("{who}: {n} grain missing. Feed with cards or stones?", who=seat(s.turn), n=now.missing)


def _penalty(s: Egizia) -> Text:
    side = s.sides[s.todo[0].who]
    return T("{who}, row {row} of the grain market: what does each missing grain cost?", who=seat(s.todo[0].who),
             row=side.grain_row)  # fmt: skip


def _produce(s: Egizia) -> Text:
    side = s.sides[s.turn]
    lost = side.stones + side.production - 25
    return TN("{who}, {n} stone would be lost. Spend some first?", "{who}, {n} stones would be lost. Spend some first?",
              lost, who=seat(s.turn))  # fmt: skip


ASKED: dict[Stage, Callable[[Egizia], Decision]] = {
    "reveal": _reveal,
    "face": _asked(_face),
    "ship": _asked(_ship),
    "below": _asked(_below),
    "more": _asked(lambda s: T("{who}, place one more ship with your card?", who=seat(s.turn))),
    "ring": _asked(_ring),
    "grow": _asked(lambda s: T("{who}, which crew gets stronger?", who=seat(s.turn))),
    "flex": _asked(lambda s: T("{who}, two crews +1, or one crew +2?", who=seat(s.turn))),
    "attach": _asked(lambda s: T("{who}, which field gets better?", who=seat(s.turn))),
    "pair": _asked(lambda s: T("Which two crews are pictured: {space}?", space=place_name(s.todo[0].what))),
    "last_row": _asked(_row),
    "leftover": _asked(lambda s: T("{who}, take one of the cards that nobody took?", who=seat(s.turn))),
    "feeding": _asked(lambda s: T("Look at the forecast, then feed the crews.")),
    "feed": _asked(_feed),
    "penalty": _asked(_penalty),
    "produce": _asked(_produce),
}
