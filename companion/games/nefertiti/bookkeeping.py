"""The dealer's own books: every coin, gift, seal and point by the table's words, and when a market must close."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.engine.game import Event, Move
from companion.games.nefertiti.components import MARKETS, Catalogue, type_of
from companion.games.nefertiti.moves import (
    Amount,
    Character,
    Collect,
    GiveUp,
    Half,
    Icons,
    Leave,
    Name,
    Place,
    Put,
    Roll,
    Sell,
    Steal,
    Swap,
    Take,
    Tell,
    Whole,
)
from companion.games.nefertiti.oracle import Ledger, closes
from companion.games.nefertiti.oracle import Roll as Dice
from companion.games.nefertiti.state import OUT, Nefertiti
from companion.games.nefertiti.truth import board_of

if TYPE_CHECKING:
    from companion.games.nefertiti.dealer import NefertitiDealer


class Bookkeeping:
    """Follows the moves of a game with the oracle's ledger."""

    def __init__(self, dealer: NefertitiDealer, facts: Catalogue, first: str) -> None:
        self.dealer = dealer
        seats = dealer.seats
        at = seats.index(first)
        order = seats[at:] + seats[:at]
        purse = {who: facts.money[str(len(seats))][order.index(who)] for who in seats}
        chest = dict.fromkeys(MARKETS, facts.reserve)
        self.ledger = Ledger(
            seats, purse, chest, dealer.values, int(dealer.house["senet_double"]), facts.seal_points, facts.deben_points
        )
        self.sold: dict[str, int] = {}
        self.rolled: list[int] = []

    def follow(self, move: Move, before: Nefertiti, after: Nefertiti, events: Sequence[Event]) -> list[str]:
        """Book `move`; what the engine did differently, in words."""
        self._book(move, before)
        wrong: list[str] = []
        for event in events:
            wrong += self._event(event, move, before)
        wrong += self._closing(move, before, after, events)
        if after.ask is None and not after.end:
            wrong += self._compare(after)
        return wrong

    def _book(self, move: Move, before: Nefertiti) -> None:
        ledger, who = self.ledger, move.by
        match move:
            case Place(square=square):
                self._placed(who, square[:5], self.dealer.spot[square], before)
            case Icons() if before.square is not None and self.dealer.pending is not None:
                self._placed(who, before.square.half, self.dealer.pending.id, before)
            case Take(place=place):
                self._took(who, place, before)
            case Half() if before.closing is not None:
                ledger.half(who, before.closing.market)
            case Character():
                ledger.spends_seal(who)
                self.sold = {}
            case Name(gift=kind):
                self._named(who, kind, before)
            case Sell(cards=n, doubles=doubles) if before.power is not None:
                kind = before.power.gift
                self.sold = {"senet1": n - doubles, "senet2": doubles} if kind == "senet" else {kind: n}
            case GiveUp(gift=gift):
                ledger.gives_up(who, gift)
            case Collect(source=source) if before.power is not None:
                ledger.takes_money(who, source, before.power.number or 0)
            case Steal(source=source, gift=gift):
                if source in ledger.seats:
                    ledger.passes(source, who, gift)
                else:
                    ledger.gets(who, gift)
            case Swap(victim=victim, gift=gift) if before.power is not None:
                ledger.passes(who, victim, before.power.gift)
                ledger.passes(victim, who, gift)
            case Put() | Amount():
                self._by_hand(move, before)
            case Leave():
                self._left(who, before)
            case Tell(key="leaver") if before.ask is not None:
                self._left(before.ask.who, before)

    def _placed(self, who: str, half: str, square: str, before: Nefertiti) -> None:
        market = half[:3]
        icons = next(spot.icons for spot in self.dealer.halves[half].squares if spot.id == square)
        first = not any(servant.square.startswith(market) for servant in before.servants)
        self.ledger.placed(who, market, first, "COIN" in icons)

    def _took(self, who: str, place: str, before: Nefertiti) -> None:
        closing = before.closing
        if closing is None or closing.now is None:
            return
        market, square = closing.market, closing.now.square
        if not closing.taken:
            real = self.dealer.spot[square]
            bid = next(spot.bid for spot in self.dealer.halves[square[:5]].squares if spot.id == real)
            self.ledger.pays(who, market, bid)
        seal = place == "top" and market in before.seals_at
        seal = seal and (closing.highest or bool(self.dealer.house["later_top"]))
        self.ledger.gets(who, before.gift_at(market, place), seal)

    def _named(self, who: str, kind: str, before: Nefertiti) -> None:
        """Royal Servant: everybody else who stays gives one card up, at once where there is no choice."""
        if before.power is None:
            return
        if before.power.effect == "SCORE_TYPE":
            own = self.ledger.gifts[who]
            self.sold = {card: n for card, n in own.items() if n and type_of(card) == kind}
            return
        for other in self.ledger.seats:
            own = self.ledger.gifts[other]
            cards = [card for card, n in own.items() if n and type_of(card) == kind]
            if other != who and other not in before.gone and len(cards) == 1:
                self.ledger.gives_up(other, cards[0])

    def _by_hand(self, move: Put | Amount, before: Nefertiti) -> None:
        ledger, power = self.ledger, before.power
        what, _, where = (power.lifted if power is not None else "").partition(":")
        if isinstance(move, Amount):
            target = power.target if power is not None else ""
            if what == "prestige":
                ledger.prestige[where] += move.amount
                return
            (ledger.chest if where in ledger.chest else ledger.purse)[where] -= move.amount
            (ledger.chest if target in ledger.chest else ledger.purse)[target] += move.amount
        elif what == "holding":
            seat, _, gift = where.partition(":")
            if move.target in ledger.seats:
                ledger.passes(seat, move.target, gift)
            else:
                ledger.gives_up(seat, gift)
        elif what == "seal":
            if where in ledger.seats:
                ledger.seals[where] -= 1
            if move.target != OUT:
                ledger.seals[move.target] += 1

    def _left(self, who: str, before: Nefertiti) -> None:
        if len(before.staying) > 3 and self.dealer.house["leaver"] == "go_on":
            self.ledger.leaves(who)

    def _event(self, event: Event, move: Move, before: Nefertiti) -> list[str]:
        """Things the app does by itself: half for nothing, a Scribe or Vizier that scores."""
        ledger = self.ledger
        if event.kind in ("half.nothing", "half.short"):
            ledger.half(event.seats[0], event.targets[0].removeprefix("reserve:"))
        elif event.kind == "power.SCORE_DIVERSITY":
            return self._scored(event, ledger.vizier(event.seats[0], self._number(move, before)))
        elif event.kind == "power.SCORE_TYPE":
            bonus = self._number(move, before)
            times = int(self.dealer.house["scribe_double"])
            return self._scored(event, ledger.scribe(event.seats[0], self.sold, bonus, times))
        return []

    def _number(self, move: Move, before: Nefertiti) -> int:
        """The number on the card that is being played."""
        if isinstance(move, Character):
            return before.character(move.card).number or 0
        if before.power is not None and before.power.number is not None:
            return before.power.number
        return int(getattr(move, "value", 0))

    @staticmethod
    def _scored(event: Event, points: int) -> list[str]:
        told = event.points.get(event.seats[0])
        return [] if told == points else [f"{event.kind}: {told} points, truth {points}"]

    def _closing(self, move: Move, before: Nefertiti, after: Nefertiti, events: Sequence[Event]) -> list[str]:
        """After a placement, or the last die: whether the market must close now."""
        if isinstance(move, Roll) and before.rolling is not None:
            square = before.rolling.square
            self.rolled.append(move.die)
            if after.rolling is not None:
                return []
        elif isinstance(move, Whole):
            return self._whole(move.half, before, events)
        elif isinstance(move, Place | Icons):
            if after.rolling is not None:
                self.rolled = []
                return []
            known = after if isinstance(move, Icons) else before
            half = before.square.half if before.square is not None else getattr(move, "square", "")[:5]
            square = known.match.of_half[half][-1] if isinstance(move, Icons) else getattr(move, "square", "")
        else:
            return []
        return self._must_close(square, before, after, events)

    def _whole(self, half: str, before: Nefertiti, events: Sequence[Event]) -> list[str]:
        """A half that turns out to be whole closes if it is full and that closes it."""
        board = board_of(self.dealer.halves[half])
        real = {self.dealer.spot[s.square] for s in before.servants if s.square[:5] == half}
        ends = board.rule == "FULL" or self.dealer.house["full_half"] == "close"
        must, closed = ends and real == set(board.spots), any(event.kind.startswith("close.") for event in events)
        if must:
            self.dealer.late = ""
        return [] if must == closed else [f"{half} whole: closed {closed}, truth {must} with {real}"]

    def _must_close(self, square: str, before: Nefertiti, after: Nefertiti, events: Sequence[Event]) -> list[str]:
        dealer, half = self.dealer, square[:5]
        stands = {s.square: s.seat for s in before.servants if s.square[:5] == half} | {square: before.turn}
        real = {dealer.spot[full]: who for full, who in stands.items()}
        dice, board = before.match.facts.dice, board_of(dealer.halves[half])
        rule = after.match.facts.halves[half].checked
        engine_sees = rule is not None and (rule.kind != "DICE_MATCH" or dice.known)
        shown = tuple(self.rolled) if engine_sees else (1 + dealer.draw.below(6),)
        roll = Dice(shown, dice.compare == "each", dice.counts != "others")
        must = closes(board, real, dealer.spot[square], roll)
        if board.rule == "MANUAL":
            must = dealer.draw.below(4) == 0
        if dealer.house["full_half"] == "close" and after.is_whole(half) and set(real) == set(board.spots):
            must = True
        closed = [event.kind for event in events if event.kind.startswith("close.")]
        if not closed and not engine_sees:
            dealer.late = half[:3] if must else ""
            return []
        return [] if bool(closed) == must else [f"{half} {rule}: closed {closed}, truth {must} with {real}"]

    def _compare(self, after: Nefertiti) -> list[str]:
        ledger = self.ledger
        wrong = list(ledger.sound())
        for name, engine, truth in (
            ("deben", after.money, ledger.purse),
            ("reserve", after.reserve, ledger.chest),
            ("seals", after.seals, ledger.seals),
            ("prestige", after.prestige, ledger.prestige),
        ):
            if engine != truth:
                wrong.append(f"{name} {engine}, truth {truth}")
        # Cards are given up one player after the other; the books have all of them at once.
        settled = after.stage != "give_up"
        for who in after.seats if settled else ():
            held = {gift: n for gift, n in after.held[who].items() if n}
            truth = {gift: n for gift, n in ledger.gifts[who].items() if n}
            if held != truth:
                wrong.append(f"{who} holds {held}, truth {truth}")
        closing = after.closing
        if closing is not None and closing.now is not None:
            higher = [s.square for s in closing.left if after.bid(s.square) > after.bid(closing.now.square)]
            wrong += [f"{closing.now.square} is asked before {square}" for square in higher]
        return wrong

    def verdict(self, scores: dict[str, int], winners: set[str], gone: Sequence[str]) -> list[str]:
        """Differences at the end: points and winners."""
        wrong = []
        if scores != self.ledger.final():
            wrong.append(f"scores {scores}, truth {self.ledger.final()}")
        if winners != self.ledger.best(gone):
            wrong.append(f"winners {sorted(winners)}, truth {sorted(self.ledger.best(gone))}")
        return wrong
