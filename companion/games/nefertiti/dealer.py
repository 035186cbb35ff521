"""Truthful random games: a real deck, real squares and values, and a ledger that counts beside the engine."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.game import TABLE, Dealer, Event, Move
from companion.engine.options import OptionValues
from companion.games.nefertiti.asking import answers, as_word
from companion.games.nefertiti.bookkeeping import Bookkeeping
from companion.games.nefertiti.catalogue import read_catalogue
from companion.games.nefertiti.components import MARKETS, MOST_BID, Square
from companion.games.nefertiti.moves import (
    Character,
    Closes,
    EffectDone,
    GameOver,
    Icons,
    Known,
    Lay,
    Leave,
    Lift,
    MoreServant,
    NewSquare,
    Number,
    Place,
    Roll,
    Seen,
    Tell,
    Value,
    Whole,
)
from companion.games.nefertiti.setup import draw_setup
from companion.games.nefertiti.state import AKHENATON, Nefertiti
from companion.games.nefertiti.switches import house, switches
from companion.games.nefertiti.truth import (
    characters_there,
    icons_word,
    real_box,
    real_house,
    shuffled_again,
    shuffled_deck,
)

if TYPE_CHECKING:
    from companion.games.nefertiti import NefertitiGame

INCIDENTS = 250
"""In so many answers something happens beside the game once on average."""


class NefertitiDealer(Dealer):
    """Deals, chooses at random and keeps a ledger.

    What the box leaves unknown is taken from the practice board and from chance, and told when it is asked.
    """

    def __init__(
        self, game: NefertitiGame, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box | None = None
    ) -> None:
        box = game.box if box is None else box
        self._game, self.seats, self.draw = game, tuple(seats), draw.branch("players")
        facts = read_catalogue(box)
        self.deck = shuffled_deck(facts, draw.branch("deck"))
        setup = draw_setup(seats, draw.branch("setup"))
        self.setup = setup
        self.halves, self.values = real_box(box, game.practice, draw.branch("box"))
        self.house = real_house(house(switches(options), facts), draw.branch("house"))
        self.there = characters_there(facts, game.practice, len(self.seats))
        self.spot: dict[str, str] = {
            f"{half.id}:{square.id}": square.id for half in facts.halves.values() for square in half.squares
        }
        """The real square behind every square the engine knows, by full id."""
        self.pending: Square | None = None
        self.late = ""
        self.book = Bookkeeping(self, facts, setup.first)

    def twin(self, state: Nefertiti) -> NefertitiDealer:
        """The same table with another order of the deck."""
        other = copy.deepcopy(self, {id(self._game): self._game})
        other.deck = shuffled_again(self.deck, Draw(f"{self.draw.seed}/twin {state.n}"), bool(state.known))
        return other

    # choosing

    def choose(self, state: Nefertiti) -> Move:
        """A truthful move for what is asked."""
        stage = state.stage
        if stage == "lay":
            return Lay(TABLE, self.deck[0])
        if stage == "seen":
            return Known(TABLE, self.deck[0])
        if stage == "number" and state.square is not None:
            bid = self.pending.bid if self.pending is not None else None
            return Whole(TABLE, state.square.half) if bid is None else Number(state.turn, bid)
        if stage == "icons" and self.pending is not None:
            return Icons(state.turn, icons_word(self.pending.icons))
        if stage == "roll":
            return Roll(TABLE, 1 + self.draw.below(6))
        if stage in ("ask", "value"):
            return self._answer(state)
        if stage in ("place", "force"):
            if self.late:
                return Closes(TABLE, self.late)
            if (incident := self._incident(state)) is not None:
                return incident
        if stage == "place":
            return self._place(state)
        legal = self._game.legal_moves(state)
        if stage == "effect":
            return self._by_hand(state, legal)
        true = [move for move in legal if not isinstance(move, Character) or self._can_play(state, move)]
        return self.draw.pick([move for move in true if not isinstance(move, Closes)])

    def _answer(self, state: Nefertiti) -> Move:
        ask = state.ask
        if ask is None:
            raise LookupError("no question is open")
        if ask.key == "value":
            return Value(TABLE, self.values[ask.fact.removeprefix("values.")][ask.index])
        if ask.key == "number":
            return Value(TABLE, 1 + self.draw.below(3))
        value = self.house[ask.key]
        if value == "ask":
            value = self.draw.pick(answers(ask))
        return Tell(TABLE, ask.key, as_word(value))

    def _incident(self, state: Nefertiti) -> Move | None:
        if self.draw.below(INCIDENTS):
            return None
        kind = self.draw.below(10)
        if kind == 0:
            return GameOver(TABLE)
        if kind <= 3:
            return Leave(self.draw.pick(state.staying))
        return Seen(TABLE) if state.deck and not state.known else None

    def _can_play(self, state: Nefertiti, move: Character) -> bool:
        return state.used.get(move.card, 0) < self.there[move.card]

    def _place(self, state: Nefertiti) -> Move:
        """A character now and then, else any real square that is free and allowed."""
        legal = self._game.legal_moves(state)
        cards = [move for move in legal if isinstance(move, Character) and self._can_play(state, move)]
        if cards and self.draw.below(2):
            return self.draw.pick(cards)
        known: list[Move] = [move for move in legal if isinstance(move, Place)]
        purse = state.money[state.turn]
        cheap = [move for move in legal if isinstance(move, Place) and state.bid(move.square) <= purse]
        forbidden = cheap and state.match.house.get("unaffordable_bid") == "forbid"
        most = purse if forbidden else MOST_BID
        unknown: list[Move] = []
        whole: list[Move] = []
        for market in MARKETS:
            half = state.visible[market]
            if market not in state.open or state.is_whole(half):
                continue
            unknown += [NewSquare(state.turn, market)] * len(self._untold(half, most))
            if not self._untold(half):
                whole.append(NewSquare(state.turn, market))
        if whole and ((not known and not unknown) or not self.draw.below(3)):
            self.pending = None
            return whole[0]
        if self.draw.below(4):  # People mostly bid what they can pay.
            known = [*cheap] or known
        move = self.draw.pick(known + unknown)
        if isinstance(move, NewSquare):
            self.pending = self.draw.pick(self._untold(state.visible[move.market], most))
        return move

    def _untold(self, half: str, most: int = MOST_BID) -> list[Square]:
        told = {square for full, square in self.spot.items() if full[:5] == half}
        return [square for square in self.halves[half].squares if square.id not in told and square.bid <= most]

    def _by_hand(self, state: Nefertiti, legal: Sequence[Move]) -> Move:
        """An effect that only the table knows: some things move."""
        if self.draw.below(2):
            return EffectDone(state.turn)
        lifts = [move for move in legal if isinstance(move, Lift) and not move.source.startswith("gift:")]
        if self.draw.below(5) == 0 or not lifts:
            return MoreServant(state.turn)
        return self.draw.pick(lifts)

    # checking

    def witness(self, move: Move, before: Nefertiti, after: Nefertiti, events: Sequence[Event]) -> list[str]:
        """Differences between the engine and the ledger after `move`."""
        if isinstance(move, Lay):
            self.deck.pop(0)
        elif isinstance(move, Known) and move.gift == AKHENATON:
            self.deck = self.draw.branch(f"again {before.n}").shuffled(self.deck)
        elif isinstance(move, Icons) and self.pending is not None and before.square is not None:
            half = before.square.half
            new = set(after.match.of_half[half]) - set(before.match.of_half[half])
            self.spot[new.pop()] = self.pending.id
        wrong = self.book.follow(move, before, after, events)
        if isinstance(move, Closes):
            self.late = ""
        if len(self.deck) != after.deck:
            wrong.append(f"deck {after.deck}, truth {len(self.deck)}")
        return wrong

    def verdict(self, state: Nefertiti) -> list[str]:
        """Differences at the end: points, winners."""
        outcome = self._game.outcome(state)
        if outcome is None:
            return ["not over"]
        return self.book.verdict(dict(outcome.scores), set(outcome.winners), state.gone)
