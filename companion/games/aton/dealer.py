"""Truthful random games of Aton: real decks that are shuffled and dealt, and a second opinion on all that follows."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.draw import Draw
from companion.engine.game import TABLE, Dealer, Event, Move
from companion.games.aton.moves import (
    Coin,
    Exchange,
    Place,
    PlaceAll,
    Ready,
    Remove,
    RemoveAll,
    Reveal,
    Thin,
    ThinAll,
    Thrown,
    TieDraw,
    TurnedUp,
    Unready,
)
from companion.games.aton.oracle import Oracle
from companion.games.aton.position import AtonState
from companion.games.aton.table import AtonSetup
from companion.games.aton.words import decision


class Deck:
    """One player's real cards: pile (top first), discard pile, hand (at the cartouches in this order once ready)."""

    def __init__(self, printed: Mapping[str, int], draw: Draw, eager: bool) -> None:
        self._draw = draw
        self._eager = eager
        self.discard = [int(value) for value, n in printed.items() for _ in range(n)]
        self.whole = Counter(self.discard)
        self.pile: list[int] = []
        self.hand: list[int] = []
        self.thrown: list[int] = []
        self.token = True
        self.ready = False
        self.bound = False
        self.reshuffle()

    def reshuffle(self) -> None:
        """An empty pile is made new from the discard pile."""
        if not self.pile:
            self.pile, self.discard = self._draw.shuffled(self.discard), []

    def draw_hand(self) -> None:
        """Four cards from the top."""
        while len(self.hand) < 4:
            self.reshuffle()
            self.hand.append(self.pile.pop(0))
        if self._eager:
            self.reshuffle()
        self.hand = self._draw.shuffled(self.hand)

    def put_off(self) -> None:
        """Hand or row to the discard pile."""
        self.discard += self.hand
        self.hand = []

    def mix(self, draw: Draw, with_hand: bool, under: int) -> None:
        """Put the cards that nobody has seen into another order; the lowest `under` of the pile are known."""
        blind = len(self.pile) - under
        held = len(self.hand) if with_hand else 0
        cards = draw.shuffled(self.hand[:held] + self.pile[:blind])
        self.hand[:held], self.pile[:blind] = cards[:held], cards[held:]


class AtonDealer(Dealer):
    """Deals, chooses at random, and keeps the oracle beside the engine."""

    def __init__(
        self, printed: Mapping[str, Any], seats: Sequence[str], options: Mapping[str, Any], draw: Draw
    ) -> None:
        self.setup = AtonSetup()
        self._draw = draw.branch("choices")
        self._options = options
        self.oracle = Oracle(printed, seats, options)
        eager = options["reshuffle"] == "eager"
        self.decks = {seat: Deck(printed["deck_per_player"], draw.branch(seat), eager) for seat in seats}
        for deck in self.decks.values():
            deck.draw_hand()

    # choosing

    def choose(self, state: AtonState) -> Move:
        """A truthful move for the decision of `state`."""
        match state.phase:
            case "cards":
                return self._card_act()
            case "thrown":
                seat = next(seat for seat, deck in self.decks.items() if deck.thrown)
                return Thrown(seat, tuple(self.decks[seat].thrown))
            case "reveal":
                seat = self._draw.pick(
                    [s for s, side in zip(state.seats, state.sides, strict=True) if side.row is None]
                )
                return Reveal(seat, tuple(self.decks[seat].hand))
            case "tie_draw":
                return TieDraw(TABLE, self.decks["red"].pile[0], self.decks["blue"].pile[0])
            case "coin":
                return Coin(TABLE, "red" if self._draw.below(2) else "blue")
        return self._counter_act()

    def _card_act(self) -> Move:
        seat = self._draw.pick([seat for seat, deck in self.decks.items() if not deck.ready])
        chance = self._draw.below(100)
        if chance < 8 and self.decks[seat].token:
            return Exchange(seat)
        other = next(deck for name, deck in self.decks.items() if name != seat)
        if chance >= 96 and other.ready and not other.bound:
            name = next(name for name in self.decks if name != seat)
            if chance == 99:
                return TurnedUp(name)
            if self._options["reopen_row"] == "until_both":
                return Unready(name)
        return Ready(seat)

    def _counter_act(self) -> Move:
        kind, seat = self.oracle.waits[0], self.oracle.waits[1]
        assert seat is not None
        spaces, owed = self.oracle.choices(), self.oracle.number_owed()
        one, whole = {"remove": (Remove, RemoveAll), "place": (Place, PlaceAll), "thin": (Thin, ThinAll)}[str(kind)]
        if len(spaces) <= owed:
            return whole(seat, tuple(spaces))
        return one(seat, self._draw.pick(spaces))

    def twin(self, state: AtonState) -> AtonDealer:
        """Another order of the cards that the table has not seen: the rest of the piles, and hands that are unknown."""
        other = copy.deepcopy(self)
        draw = self._draw.branch(f"twin {state.n}")
        for seat, side in zip(state.seats, state.sides, strict=True):
            deck, cards = other.decks[seat], side.cards
            unseen = side.row is None and not side.bound and not deck.thrown and not cards.known
            # A hand from an older pile can't have come from the one in use.
            deck.mix(draw, unseen and cards.older is None, len(cards.under))
        return other

    # second opinion

    def witness(self, move: Move, before: AtonState, after: AtonState, events: Sequence[Event]) -> list[str]:
        """Carry `move` out with real cards and the oracle, and compare."""
        round_before = self.oracle.round
        self._follow(move)
        if self.oracle.waits == ("order",) and self._options["digital_tie_draw"] == "no":
            for deck in self.decks.values():
                deck.reshuffle()
        if self.oracle.waits[0] in ("thin", "thin coin"):
            for deck in self.decks.values():
                deck.put_off()
        if self.oracle.round != round_before:
            for deck in self.decks.values():
                deck.put_off()
                deck.ready = deck.bound = False
                deck.draw_hand()
        return self._differences(after)

    def _follow(self, move: Move) -> None:
        oracle = self.oracle
        match move:
            case Ready(by=by):
                self.decks[by].ready = True
                if all(deck.ready for deck in self.decks.values()):
                    oracle.waits = ("reveal",)
            case Unready(by=by):
                self.decks[by].ready = False
            case TurnedUp(by=by):
                keep = self._options["early_reveal"] == "keep"
                self.decks[by].bound, self.decks[by].ready = keep, keep
            case Exchange(by=by):
                self.decks[by].token = False
                if self._options["exchange_discard_visible"] == "yes":
                    self.decks[by].thrown = list(self.decks[by].hand)
                else:
                    self._new_hand(by)
            case Thrown(by=by):
                self.decks[by].thrown = []
                self._new_hand(by)
            case Reveal(by=by, cards=cards):
                oracle.rows[by] = cards
                if len(oracle.rows) == 2:
                    oracle.reveal(oracle.rows)
            case TieDraw(red=red, blue=blue):
                for deck in self.decks.values():
                    deck.pile.append(deck.pile.pop(0))
                if red != blue:
                    oracle.begin("red" if red < blue else "blue")
            case Coin(first=first):
                (oracle.begin if oracle.waits[0] == "order" else oracle.thin_from)(first)
            case Remove(space=space):
                oracle.remove([space])
            case RemoveAll(spaces=spaces):
                oracle.remove(spaces)
            case Place(space=space):
                oracle.place([space])
            case PlaceAll(spaces=spaces):
                oracle.place(spaces)
            case Thin(space=space):
                oracle.thin([space])
            case ThinAll(spaces=spaces):
                oracle.thin(spaces)
            case _:
                raise LookupError(f"the dealer never plays {type(move).__name__}")

    def _new_hand(self, seat: str) -> None:
        self.decks[seat].put_off()
        self.decks[seat].draw_hand()

    def _differences(self, after: AtonState) -> list[str]:
        oracle = self.oracle
        found = []

        def same(what: str, engine: object, truth: object) -> None:
            if engine != truth:
                found.append(f"{what}: engine {engine}, truth {truth}")

        same("board", dict(after.counters), dict(sorted(oracle.board.items())))
        same("round", after.round, oracle.round)
        same("waits for", self._engine_waits(after), oracle.waits)
        for i, seat in enumerate(after.seats):
            side, deck = after.sides[i], self.decks[seat]
            same(f"score {seat}", side.score, oracle.score[seat])
            same(f"dead {seat}", side.dead, oracle.dead.count(seat))
            same(f"stock {seat}", after.stock(i), oracle.stock(seat))
            same(f"token {seat}", side.token, deck.token)
            if after.phase == "over":
                continue
            same(f"pile {seat}", side.cards.pile, len(deck.pile))
            same(f"discard {seat}", side.cards.discard, len(deck.discard))
            same(f"hand {seat}", side.cards.hand, len(deck.hand))
            under = list(side.cards.under)
            same(f"under the pile {seat}", under, deck.pile[len(deck.pile) - len(under) :])
            same(f"doubted cards {seat}", side.cards.doubtful, ())
        if after.phase in ("remove", "place", "thin"):
            same("owed", decision(after).owed, oracle.number_owed())
        return found

    def _engine_waits(self, after: AtonState) -> tuple[str | None, ...]:
        match after.phase:
            case "cards" | "thrown":
                return ("cards",)
            case "reveal":
                return ("reveal",)
            case "tie_draw":
                return ("order",)
            case "coin":
                return ("order",) if after.coin == "order" else ("thin coin",)
            case "over":
                return ("over", after.end.winner if after.end else None)
        return (after.phase, after.seats[after.active])

    def verdict(self, state: AtonState) -> list[str]:
        """After the end: the oracle agrees, and no card and no counter was lost."""
        found = self._differences(state)
        for seat, deck in self.decks.items():
            cards = Counter(deck.pile + deck.discard + deck.hand)
            if cards != deck.whole:
                found.append(f"cards of {seat}: {dict(cards)} instead of {dict(deck.whole)}")
            counters = len(self.oracle.own(seat)) + self.oracle.dead.count(seat) + self.oracle.stock(seat)
            if counters != self.oracle.printed["counters_per_player"]:
                found.append(f"counters of {seat}: {counters}")
        return found
