"""Truthful random games of Sobek: a dealer who sees all cards and says only what a table would say."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.game import TABLE, Dealer, Event, Move
from companion.engine.knowledge import Ways
from companion.engine.options import OptionValues
from companion.games.sobek import moves as m
from companion.games.sobek.catalogue import AMULET, CARDS, FACE_DOWN, FAMILIES, read_catalogue
from companion.games.sobek.invented import Person, family_of, id_of, invent, is_character
from companion.games.sobek.oracle import scarabs
from companion.games.sobek.setup import draw_setup
from companion.games.sobek.state import Sobek, ways
from companion.games.sobek.truth import Truth
from companion.games.sobek.unseen import shuffle_unseen

if TYPE_CHECKING:
    from companion.games.sobek import SobekGame

NAMES = {"prosperity": "prosperity_scarabs", "curse": "curse_cards"}
LEAST = 3


class SobekDealer(Dealer):
    """Plays a random game and checks the engine against `Truth`.

    `leavers`: in a thousand answers so many players leave.
    """

    def __init__(
        self,
        game: SobekGame,
        seats: Sequence[str],
        options: OptionValues,
        draw: Draw,
        *,
        box: Box | None = None,
        leavers: int = 0,
    ) -> None:
        self._game, self._seats, self._options = game, tuple(seats), options
        self._draw, self._leavers = draw.branch("players"), leavers
        facts = read_catalogue(game.box if box is None else box)
        own = invent(facts, draw.branch("copy"))
        knows = set()
        for fact, option in NAMES.items():
            told = options[option]
            if isinstance(told, int):
                setattr(own, {"prosperity": "blessing", "curse": "weight"}[fact], told)
            if told != "box" or getattr(facts, fact) is not None:
                knows.add(fact)
        self.setup = draw_setup(seats, draw.branch("setup"))
        self.truth = Truth(seats, options, own, facts.track, self.setup.first, knows, draw.branch("shuffles"))
        self._plans: dict[str, list[Move]] = {}
        self._eager = self._draw.below(3)

    # choosing

    def choose(self, state: Sobek) -> Move:
        """A truthful move for what is asked."""
        stage, who = self.truth.ask
        if self._leavers and self._draw.below(1000) < self._leavers:
            return m.Leave(self._draw.pick(self.truth.playing()))
        if stage == "turn" and self.truth.late and self._draw.below(2):
            return m.LateEvent(self.truth.late)
        if stage in ("turn", "set", "court", "last"):
            return self._act(stage, who)
        return self._answer(state, stage, who)

    def _answer(self, state: Sobek, stage: str, who: str) -> Move:
        truth, pick = self.truth, self._draw.pick
        match stage:
            case "lay":
                return self._lay(state)
            case "lot":
                least = min(truth.people[seat].score for seat in truth.playing())
                return m.Lot(TABLE, pick([seat for seat in truth.playing() if truth.people[seat].score == least]))
            case "start":
                return m.Begin(who, pick(truth.playing()))
            case "aim":
                if truth.power in ("THI", "VIZ") and not truth.token and self._may_decline():
                    return m.Decline(who)
                return m.Aim(who, pick([seat for seat in truth.playing() if seat != who]))
            case "family":
                return m.Name(who, pick(FAMILIES))
            case "drop":
                goods, people = truth.droppable(who)
                return m.Drop(who, goods + self._draw.below(people + 1))
            case "merchant":
                if self._may_decline():
                    return m.Decline(who)
                return m.Take(who, pick([at for at, card in enumerate(truth.quay, 1) if card]))
            case "event":
                if self._draw.below(25) == 0:
                    return m.ForgetEvent(TABLE)
                return m.Token(who, pick(truth.tokens))
            case "tell":
                key = "curse" if truth.token == "CUR" else "prosperity"
                return m.Tell(TABLE, key, truth.copy.weight if key == "curse" else truth.copy.blessing)
            case "prosper":
                rows = truth.people[who].rows
                return m.Prosper(who, pick([at for at, row in enumerate(rows) if row.family in ("WHE", "FIS", "CAT")]))
            case "fraud":
                return m.Reveal(who, len(truth.people[who].pile))
            case "count":
                return m.Counted(TABLE)
            case "scarabs":
                seat = pick(truth.undecided())
                return m.Scarabs(seat, sum(map(scarabs, truth.people[seat].pile)))
            case "guilt":
                return m.Guilt(TABLE, self._draw.below(2) == 1)
        raise LookupError("the truth says the game is over")

    def _may_decline(self) -> bool:
        chance = self._draw.below(8) == 0
        return chance and self._options["may_powers"] == "decline"

    def _lay(self, state: Sobek) -> Move:
        """The next card of the delivery; now and then a wrong one first, which is put right after that."""
        cards = [FACE_DOWN if is_character(card) else card for card in self.truth.coming()]
        for at, card in enumerate(cards):
            if state.quay[at] != card:
                wrong = [lay for lay in self._game.legal_moves(state) if isinstance(lay, m.Lay) and lay.place == at + 1]
                if not state.quay[at] and self._draw.below(40) == 0 and wrong:
                    return self._draw.pick(wrong)
                return m.Lay(TABLE, at + 1, card)
        return m.Laid(TABLE)

    def _act(self, stage: str, who: str) -> Move:
        """What somebody does with the hand: a turn, what is still to be laid, or a last set."""
        truth = self.truth
        if stage == "last":
            who = self._draw.pick([seat for seat in truth.playing() if not truth.people[seat].done])
        person, plan = truth.people[who], self._plans.get(who, [])
        if plan:
            if person.laying is not None and self._draw.below(30) == 0:
                self._plans[who] = []
                return m.Withdraw(who)
            return plan.pop(0)
        if person.laying is not None:
            return m.Withdraw(who)
        if stage == "court":
            return self._planned(who, self._court(who, person)) or m.Decline(who)
        made = self._plan_set(who, person, stage == "last")
        if made and self._draw.below(4) < (3 if stage == "last" else 1 + self._eager):
            return self._planned(who, made) or made[0]
        if stage == "last":
            return m.Done(who)
        return self._card(who, person)

    def _planned(self, who: str, made: list[Move]) -> Move | None:
        if not made:
            return None
        self._plans[who] = made[1:]
        return made[0]

    def _card(self, who: str, person: Person) -> Move:
        people = [card for card in person.hand if is_character(card)]
        if people and self._draw.below(3) == 0:
            return m.Character(who, id_of(self._draw.pick(people)))
        near = [at for at, card in enumerate(self.truth.quay, 1) if card][:4]
        return m.Take(who, self._draw.pick(near))

    def _plan_set(self, who: str, person: Person, last: bool) -> list[Move]:
        """A set from the hand: its family, where it goes, its cards; empty if there is none."""
        ways_: list[list[Move]] = []
        for family in FAMILIES:
            mine = [card for card in person.hand if family_of(card) == family]
            jokers = [card for card in person.hand if card == AMULET]
            if len(mine) + len(jokers) < LEAST:
                continue
            old = [at for at, row in enumerate(person.rows) if row.family == family and not row.flat]
            new = bool(mine) or bool(self._options["amulet_only_sets"])
            onto = [] if last else list(old)
            if new:
                onto.append(m.NEW)
            if not onto:
                continue
            cards = self._draw.shuffled(mine + jokers)
            n = LEAST + self._draw.below(len(cards) - LEAST + 1)
            chosen = cards[:n]
            where = self._draw.pick(onto)
            if where == m.NEW and not self._options["amulet_only_sets"] and not any(c != AMULET for c in chosen):
                chosen = [mine[0], *chosen[1:]]
            begin: list[Move] = [m.LaySet(who, family, where)]
            ways_.append(begin + [m.Add(who, id_of(card)) for card in chosen] + [m.Down(who)])
        return self._draw.pick(ways_) if ways_ else []

    def _court(self, who: str, person: Person) -> list[Move]:
        """One or two cards for an old set."""
        jokers = bool(self._options["courtesan_jokers"])
        found: list[list[Move]] = []
        for at, row in enumerate(person.rows):
            fit = [card for card in person.hand if family_of(card) == row.family or card == AMULET]
            if not jokers:
                fit = [card for card in fit if card != AMULET and not is_character(card)]
            if fit:
                cards = self._draw.shuffled(fit)[: 1 + self._draw.below(2)]
                found.append([m.LaySet(who, row.family, at), *(m.Add(who, id_of(card)) for card in cards), m.Down(who)])
        return self._draw.pick(found) if found and self._draw.below(6) else []

    # second opinion

    def witness(self, move: Move, before: Sobek, after: Sobek, events: Sequence[Event]) -> list[str]:
        """Differences between the engine's position and the truth after `move`."""
        self.truth.tell(move)
        if isinstance(move, m.Leave) or self.truth.ask[0] == "lay":
            self._plans = {}
        wrong = []
        for who in self._seats:
            gained = after.sides[who].points - before.sides[who].points
            told = sum(event.points.get(who, 0) for event in events)
            if gained != told and not isinstance(move, m.Leave):
                wrong.append(f"{who}: {gained} points gained, {told} told")
        return wrong + self._compare(after)

    def _compare(self, s: Sobek) -> list[str]:
        truth, wrong = self.truth, []

        def same(what: str, engine: object, real: object) -> None:
            if engine != real:
                wrong.append(f"{what}: engine {engine}, truth {real}")

        stage, who = truth.ask
        same("asked", s.stage, stage)
        if stage not in ("lay", "last", "count", "scarabs", "guilt", "over", "lot", "start", "tell"):
            same("turn", s.turn, who)
        same("round", s.round, truth.round)
        same("deck", s.deck, len(truth.deck))
        if stage != "lay":
            same("quay", s.quay, tuple(_seen(card) for card in truth.quay))
        if stage == "over":
            return wrong + self._points(s)
        same("tokens", s.left, len(truth.tokens))
        same("boxed", s.boxed, len(truth.box))
        same("late", s.late, truth.late)
        if stage == "scarabs":
            same("tied", set(s.asked), set(truth.undecided()))
        can = {**ways(s.facts), FACE_DOWN: ways(s.facts)["QUE"]}
        for seat in self._seats:
            wrong += self._side(s, seat, can)
        if stage not in ("count", "scarabs", "guilt"):
            wrong += self._points(s)
        return wrong

    def _points(self, s: Sobek) -> list[str]:
        return [
            f"points of {seat}: engine {s.sides[seat].points}, truth {person.score}"
            for seat, person in self.truth.people.items()
            if s.sides[seat].points != person.score
        ]

    def _side(self, s: Sobek, seat: str, can: Ways) -> list[str]:
        """One seat: numbers, sets, and whether what was concluded about hidden cards is true."""
        side, person, wrong = s.sides[seat], self.truth.people[seat], []
        laid = [(row.family, tuple(map(id_of, row.cards)), row.blessed, row.flat) for row in person.rows]
        if [(one.family, one.cards, one.prosperity, one.flat) for one in side.sets] != laid:
            wrong.append(f"sets of {seat}: engine {side.sets}, truth {laid}")
        if side.curses != person.curses:
            wrong.append(f"curses of {seat}: engine {side.curses}, truth {person.curses}")
        for what, known, real in (("hand", side.hand, person.hand), ("pile", side.pile, person.pile)):
            cards = [id_of(card) for card in real]
            if known.n != len(cards):
                wrong.append(f"{what} of {seat}: engine {known.n} cards, truth {len(cards)}")
            elif not known.can_hold(cards, can):
                wrong.append(f"{what} of {seat}: engine rules out {cards} by {dict(known.slots)}")
            there = Counter(cards)
            there[FACE_DOWN] = sum(map(is_character, real))
            # Of a card without a slot of its own nothing is certain.
            for card in known.slots:
                n = known.certain(card) if card in can else 0
                if n > there[card]:
                    wrong.append(f"{what} of {seat}: engine is sure of {n} {card}, truth {there[card]}")
        return wrong

    def verdict(self, state: Sobek) -> list[str]:
        """Differences at the end: winners, points, cards, what was learned of the box."""
        truth, outcome = self.truth, self._game.outcome(state)
        if outcome is None or not truth.over:
            return [f"over: engine {outcome is not None}, truth {bool(truth.over)}"]
        wrong = self._points(state)
        scores = {seat: truth.people[seat].score for seat in self._seats}
        stayed = {seat: n for seat, n in scores.items() if not truth.people[seat].gone}
        winners = truth.oracle.winners(stayed)
        if truth.over == "played" and set(outcome.winners) != winners:
            wrong.append(f"winners {outcome.winners}, truth {sorted(winners)}")
        cards = truth.deck + truth.box + truth.dropped + [card for card in truth.quay if card]
        for person in truth.people.values():
            cards += person.hand + person.pile + [card for row in person.rows for card in row.cards]
        if truth.over == "played" and len(cards) != CARDS:
            wrong.append(f"{len(cards)} cards in the truth")
        return wrong + self._learned(state)

    def _learned(self, state: Sobek) -> list[str]:
        own, wrong = self.truth.copy, []
        names = Counter(id_of(card) for card in own.orange)
        for key, value in self._game.learned(state).items():
            what, _, name = key.partition(".")
            if what == "family":
                real: object = f"{name[:3]}/{value}" in own.orange
            elif what == "copies":
                real = names[name] == value
            elif what == "tokens":
                real = own.tokens.count(name) == value
            else:
                real = value == (own.weight if what == "curse" else own.blessing)
            if not real:
                wrong.append(f"learned {key} = {value}, which is not so")
        return wrong

    def twin(self, state: Sobek) -> SobekDealer | None:
        """The same game with other cards where nobody has seen them; None while such cards are being counted.

        Cards that nobody has seen change places among those with the same back, wherever they are.
        """
        if self.truth.ask[0] in ("count", "scarabs", "guilt", "over"):
            return None
        other = copy.deepcopy(self, {id(self._game): self._game})
        shuffle_unseen(other.truth, self._draw.branch(f"twin {state.n}"), state.seen)
        other._plans = {}
        return other


def _seen(card: str | None) -> str:
    return "" if card is None else FACE_DOWN if is_character(card) else card
