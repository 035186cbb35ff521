"""Truthful random games of Egizia: a dealer who sees everything and says only what a table would say."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.game import TABLE, Dealer, Event, Move
from companion.engine.options import OptionValues
from companion.games.egizia import moves as m
from companion.games.egizia.catalogue import read_catalogue
from companion.games.egizia.components import BUILDINGS, OPEN_CARDS, SPHINX_TYPES
from companion.games.egizia.invented import Copy, invent
from companion.games.egizia.knowledge import known_spaces, learned_wrong, seen
from companion.games.egizia.playing import People, Step
from companion.games.egizia.setup import EgiziaSetup
from companion.games.egizia.state import BETWEEN, Egizia
from companion.games.egizia.truth import SEEN, Truth
from companion.games.egizia.truth_table import Hidden, Real
from companion.games.egizia.unseen import dealt_first, shuffle, shuffle_again
from companion.games.egizia.witness import compare

if TYPE_CHECKING:
    from companion.games.egizia import EgiziaGame

LOOKING = ("grave", "reveal", "face", "below", "pair", "last_row", "penalty", "worth", "whole", "printed", "reached")
"""Stages where the table says what it sees; the game goes on after that."""
SLIP, TRIAL, INCIDENT, GOING = 50, 12, 120, 2500


class EgiziaDealer(Dealer):
    """Plays a random game and checks the engine against `Truth`.

    `leavers`: in a thousand answers so many players leave.
    """

    setup: EgiziaSetup

    def __init__(
        self,
        game: EgiziaGame,
        seats: Sequence[str],
        options: OptionValues,
        draw: Draw,
        box: Box | None = None,
        *,
        leavers: int = 0,
    ) -> None:
        self._game, self._seats, self._options = game, tuple(seats), options
        self._box = game.box if box is None else box
        self._leavers = leavers
        self._shuffles = draw.branch("keeping").seed
        facts = read_catalogue(self._box)
        self._known_river = bool(facts.river)
        self.copy: Copy = invent(facts, draw.branch("copy"))
        self.setup = game.draw_setup(seats, options, draw.branch("setup"), self._box)
        first = game.new(seats, options, self.setup, self._box)
        self.hidden = shuffle(self.copy, options, first, draw.branch("shuffles"))
        self.names: dict[Real, str] = known_spaces(facts)
        self._history: list[tuple[Move | None, Real]] = []
        self._draw = draw.branch("players")
        self._plan: list[Step] = []
        self._trial = self._lying = False
        self._real: Real = ()
        self._begin()

    def _begin(self) -> None:
        """A table as it is before the first move."""
        hidden = Hidden([list(row) for row in self.hidden.rows], list(self.hidden.tiles), list(self.hidden.sphinx))
        self.truth = Truth(
            self._seats, self._options, self.copy, self.setup.chips, hidden, self._known_river, Draw(self._shuffles)
        )  # fmt: skip
        self.people = People(self.truth, self._draw)

    # choosing

    def choose(self, state: Egizia) -> Move:
        """A truthful move for what is asked."""
        self._trial, self._real = False, ()
        if state.stage == "reveal":
            return self._reveal(state)
        if state.stage == "face":
            return self._face(state)
        if state.stage in LOOKING:
            return seen(state, self.truth, self._pending)
        ask = self.truth.ask
        if (beside := self._beside(state)) is not None:
            return beside
        if ask.stage == "declare":
            return self._declare(state, ask.who)
        if ask.stage == "build":
            return self._build(state, ask.who)
        if ask.alone is not None:
            return ask.alone
        if ask.stage == "ship" and not self._known_river and self._draw.below(TRIAL) == 0:
            trial = self._upstream(state, ask.who)
            if trial is not None:
                self._trial = True
                return trial
        return self.people.answer(ask.stage, ask.who)

    def _reveal(self, state: Egizia) -> Move:
        """The cards of the row; now and then a wrong one first, which is put right after that."""
        if self._options["draw_nile"] == "app":
            return m.Revealed(TABLE)
        row = self.truth.row
        for stop, card in row.items():
            if state.stops[stop] and state.stops[stop] != card:
                return m.Clear(TABLE, stop)
            if not state.stops[stop]:
                if self._draw.below(SLIP) == 0:
                    legal = self._game.legal_moves(state)
                    return self._draw.pick([move for move in legal if isinstance(move, m.Reveal)])
                name = card if _whole_list(state) else _open_name(card)
                return m.Reveal(TABLE, stop, name)
        if (early := self._early(state)) is not None:
            return early
        return m.Revealed(TABLE)

    def _face(self, state: Egizia) -> Move:
        """What is printed on the card; another face only where the card itself was told wrongly."""
        stop, told = state.telling
        card = self.truth.row[stop]
        if _open_name(card) == told:
            return m.Face(TABLE, card)
        faces = [move for move in self._game.legal_moves(state) if isinstance(move, m.Face)]
        return self._draw.pick(faces)

    def _beside(self, state: Egizia) -> Move | None:
        """Something outside what is asked: somebody goes, a value is put right, a tile lies open too early."""
        if state.stage not in BETWEEN or state.team is not None or state.todo:
            return None
        draw, truth = self._draw, self.truth
        if draw.below(GOING) == 0 or (self._leavers and draw.below(1000) < self._leavers):
            return m.Leave(draw.pick(truth.playing()))
        forward = self._options["late_mistake"] == "forward"
        if draw.below(INCIDENT) == 0 and state.stage != "feeding" and forward:
            return self._correction(draw.pick(truth.playing()))
        if (early := self._early(state)) is not None:
            return early
        for who in truth.playing():
            if truth.interrupts(who) and draw.below(8) == 0:
                return self.people.strengthen(who)
        return None

    def _early(self, state: Egizia) -> Move | None:
        draw = self._draw.below(INCIDENT)
        down = self.truth.open_tiles < len(self.truth.hidden.tiles)
        return m.Early(TABLE) if draw == 0 and down and self._options["draw_graves"] == "table" else None

    def _correction(self, who: str) -> Move:
        person, draw = self.truth.people[who], self._draw
        match draw.below(5):
            case 0:
                score = self.truth.track.at[who]
                return m.Correct(TABLE, score={who: score + draw.pick((-2, 1, 3))})
            case 1:
                return m.Correct(TABLE, stones={who: person.stones + (1 if person.stones < 25 else -1)})
            case 2:
                crew = draw.pick(tuple(person.crews))
                n = person.crews[crew]
                return m.Correct(TABLE, crews={who: {crew: n + 1 if n < 5 else n - 1}})
            case 3:
                crew = draw.pick(tuple(person.crews))
                return m.Correct(TABLE, up={f"{who}:{crew}": crew in person.tired})
        return m.Correct(TABLE, ring="left" if self.truth.ring == "middle" else "middle")

    def _upstream(self, state: Egizia, who: str) -> Move | None:
        """A stop that only the river itself rules out: the table will say so."""
        if self.truth.people[who].can("upstream"):
            return None
        ways = set(self.truth.ways(who))
        tried = [
            move for move in self._game.legal_moves(state)
            if isinstance(move, m.Place) and move.place not in ways and not move.double
        ]  # fmt: skip
        return self._draw.pick(tried) if tried else None

    def _build(self, state: Egizia, who: str) -> Move:
        if not self._plan or state.team is None:
            site = state.phase.upper()
            alone = self.truth.ask.alone
            self._plan = [(alone, ())] if alone is not None else self.people.build(who, site)
        if isinstance(self._plan[0][0], m.Build) and not self._box.practice and self._draw.below(TRIAL) == 0:
            dear = [real for real in self.people.too_dear(who, state.phase.upper()) if real not in self.names]
            tried = self._draw.pick(dear) if dear else None
            # Numbers rise from below, so of some spaces it is plain that they are too dear: nobody tries these.
            if tried is not None and (trial := m.Build(who, self._name(tried))) in self._game.legal_moves(state):
                self._trial, self._pending = True, tried
                return trial
        move, real = self._plan.pop(0)
        if not isinstance(move, m.Build):
            return move
        self._real = self._pending = real
        return m.Build(who, self._name(real))

    def _name(self, real: Real) -> str:
        """A space as the engine knows it, or as a new one."""
        if real[0] == "grave":
            self.names.setdefault(real, f"grave:{real[1] + 1}")
        if real in self.names:
            return self.names[real]
        # Two free spaces of a line with the same number are one and the same to the table: it taps the known one.
        for other, name in self.names.items():
            alike = other[:-1] == real[:-1] and self.truth.worth(other) == self.truth.worth(real)
            if alike and real[0] != "pyramid" and other not in self.truth.marks:
                del self.names[other]
                self.names[real] = name
                return name
        line = {"obelisk": "obelisk", "pyramid": f"pyramid:{real[1] + 1}" if real[0] == "pyramid" else ""}
        return f"{line.get(real[0], f'temple:{real[1]}')}:new"

    _pending: Real = ()

    def _declare(self, state: Egizia, who: str) -> Move:
        """The own Sphinx cards; now and then cards that can't be, where the box tells how many there are."""
        hand = self.truth.people[who].hand
        if not state.named:
            cards = self._draw.shuffled(hand)
            once = [card for card in SPHINX_TYPES if state.facts.sphinx.get(card) == 1 and card != "ten_percent"]
            lies = self._draw.below(6) == 0
            once = [card for card in once if all(card not in cards for cards in state.scored.values())]
            self._lying = lies and len(hand) > 1 and bool(once) and not self._lying
            if self._lying:
                cards = [self._draw.pick(once)] * len(hand)
            self._plan = [(m.Declare(who, card), ()) for card in cards]
        return self._plan.pop(0)[0]

    # second opinion

    def witness(self, move: Move, before: Egizia, after: Egizia, events: Sequence[Event]) -> list[str]:
        """Differences between the engine's position and the truth after `move`."""
        wrong = []
        for who in self._seats:
            gained = after.sides[who].score - before.sides[who].score
            told = sum(event.points.get(who, 0) for event in events)
            if gained != told and not isinstance(move, m.Correct):
                wrong.append(f"{who}: {gained} points gained, {told} told")
        if isinstance(move, m.Worth) and self._pending not in self.names:
            self.names[self._pending] = _newest(after, self._pending)
        if not (self._trial or isinstance(move, SEEN) or (isinstance(move, m.Declare) and self._lying)):
            self._tell(move, self._real)
        elif isinstance(move, m.Early):
            self._tell(move, ())
        if isinstance(move, m.Leave):
            self._plan = []
        if after.stage in LOOKING and after.stage != "reveal":
            if self._known_all and after.stage not in ("grave", "face", "reached"):
                wrong.append(f"asked {after.stage} though everything is known")
            return wrong
        ask = self.truth.ask
        while ask.alone is not None and not ask.asked(after.stage, after.turn, after.phase):
            self._tell(None, ())
            ask = self.truth.ask
        return wrong + compare(after, self.truth, self.names)

    @property
    def _known_all(self) -> bool:
        return self._box.practice

    def _tell(self, move: Move | None, real: Real) -> None:
        """The truth goes on; None: what had only one answer was not asked."""
        self._history.append((move, real))
        if move is None:
            self.truth.skip()
        else:
            self.truth.tell(move, real)

    def verdict(self, state: Egizia) -> list[str]:
        """Differences at the end: winner, points, pieces, what was learned of the box."""
        truth, outcome = self.truth, self._game.outcome(state)
        if outcome is None or not truth.over:
            return [f"over: engine {outcome is not None}, truth {bool(truth.over)}"]
        wrong = [] if outcome.reason == truth.over else [f"over: engine {outcome.reason}, truth {truth.over}"]
        if outcome.winners != (truth.front()[0],):
            wrong.append(f"winners {outcome.winners}, truth {truth.front()[:1]}")
        if dict(outcome.scores) != truth.track.at:
            wrong.append(f"scores {outcome.scores}, truth {truth.track.at}")
        wrong += self._lost(state)
        return wrong + learned_wrong(self._game.learned(state), self.copy)

    def _lost(self, state: Egizia) -> list[str]:
        """Cards and ships that are not where they must be."""
        truth, wrong = self.truth, []
        cards = Counter(truth.hidden.sphinx)
        for person in truth.people.values():
            cards.update(person.hand + person.drawn)
        removed = 0 if self._options["ten_percent_card"] == "in" else self.copy.sphinx.count("ten_percent")
        if cards.total() != 29 - removed or cards - Counter(self.copy.sphinx):
            wrong.append(f"Sphinx cards: {cards}")
        if truth.over == "played":
            shown = sum(sum(deck.values()) for deck in state.shown.values())
            if shown != 50:
                wrong.append(f"{shown} Nile cards were shown")
            for seat in truth.playing():
                if truth.people[seat].ships != 8:
                    wrong.append(f"{seat} has {truth.people[seat].ships} ships")
                stones = sum(truth.on(building, seat) for building in BUILDINGS)
                if stones != list(state.built.values()).count(seat):
                    wrong.append(f"{seat} has {stones} stones on the monuments")
        return wrong

    def twin(self, state: Egizia) -> EgiziaDealer | None:
        """The same game with other cards, tiles and hands where nobody has seen them; None while these are scored."""
        if state.phase in ("final", "over"):
            return None
        other = copy.copy(self)
        draw = Draw(f"{self._draw.seed}/twin {state.n}")
        drawn = [key for key in ("draw_nile", "draw_graves", "draw_sphinx") if self._options[key] == "app"]
        dealt = len(self._seats) if "draw_sphinx" in drawn else 0
        other.hidden = shuffle_again(
            self.hidden, self.copy, self._options, self.truth.round, self.truth.open_tiles, draw, dealt
        )
        if drawn == ["draw_sphinx"]:
            other.setup = msgspec.structs.replace(self.setup, lot=draw.branch("lot").seed)
            stock = self._game.new(self._seats, self._options, other.setup, self._box).stock
            cards = [] if stock is None else [stock.dealt[seat] for seat in self.setup.chips if seat in stock.dealt]
            other.hidden.sphinx = dealt_first(other.hidden.sphinx, cards)
        other._draw = copy.copy(self._draw)
        other.names, other._plan = dict(self.names), list(self._plan)
        other._history = []
        other._begin()
        for move, real in self._history:
            other._tell(move, real)
        return other


def _newest(s: Egizia, real: Real) -> str:
    """The name of the space that was just told."""
    if real[0] == "obelisk":
        return f"obelisk:{len(s.facts.obelisk)}"
    if real[0] == "pyramid":
        return f"pyramid:{real[1] + 1}:{len(s.facts.pyramid[real[1]].values)}"
    return f"temple:{real[1]}:{len(s.facts.temple[real[1]].values)}"


def _open_name(card: str) -> str:
    """A card as it is told where nothing is known of the decks: whole, or without what is printed on it."""
    return next((name for name in OPEN_CARDS if card.startswith(f"{name}:")), card)


def _whole_list(s: Egizia) -> bool:
    """Whether the deck of the round is known card by card."""
    known: dict[str, Any] = dict(s.printed.nile.get(("1/2", "3/4", "5")[(s.round - 1) // 2], {}))
    return bool(sum(known.values()) == (12 if s.round == 5 else 22))
