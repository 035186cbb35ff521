"""A second telling of the rules with all cards open, for checking the first: real decks, hands, piles and tokens.

Written from the spec (sobek 3 to 5, 7); it shares no rule and no scoring with the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.draw import Draw
from companion.engine.game import Move
from companion.games.sobek import moves as m
from companion.games.sobek.invented import Copy, Person, Row, family_of, id_of, is_character
from companion.games.sobek.oracle import Hoard, Oracle


class Truth:
    """The whole game. `ask`: what is asked now and of whom ("" for the table)."""

    def __init__(
        self, seats: Sequence[str], options: Mapping[str, Any], copy: Copy, track: Sequence[str], first: str,
        knows: set[str], draw: Draw,
    ) -> None:  # fmt: skip
        self.seats, self.options, self.copy, self.knows, self._draw = tuple(seats), options, copy, knows, draw
        guilt = options["all_zero_penalised"]
        self.oracle = Oracle(track, copy.blessing, copy.weight, guilt is False)
        self.people = {seat: Person() for seat in seats}
        self.turn, self.round, self.over, self.late = first, 1, "", ""
        self.chooser, self._last_mover = "", first
        self.deal()

    # set-up

    def playing(self) -> list[str]:
        """Who has not left."""
        return [seat for seat in self.seats if not self.people[seat].gone]

    def deal(self) -> None:
        """Everything back, shuffled, dealt."""
        green = self._draw.shuffled(self.copy.green)
        self.deck = self._draw.shuffled(self.copy.beige + self.copy.orange)
        playing = self.playing()
        for seat, person in self.people.items():
            self.people[seat] = Person(score=person.score, gone=person.gone)
        for seat in playing:
            self.people[seat].hand = [green.pop(), green.pop()]
        self.box = green
        if len(playing) == 2:
            self.box = green + self.deck[:9]
            self.deck = self.deck[9:]
        self.tokens = self._draw.shuffled(self.copy.tokens)[:5]
        self.quay: list[str | None] = [None] * 9
        self.dropped: list[str] = []
        self.before = {seat: person.score for seat, person in self.people.items()}
        self.extra, self.delivery, self.late, self.token, self.power, self.family = 0, 1, "", "", "", ""
        self.ask = ("lay", "")

    def coming(self) -> list[str]:
        """The cards of the delivery being laid, from the first place on."""
        return self.deck[:9]

    # what happens

    def tell(self, move: Move) -> None:
        """Carry out what was told."""
        who = move.by
        match move:
            case m.Lay() | m.Withdraw() | m.LaySet() | m.Add():
                self._lay_cards(move)
            case m.Laid():
                self._laid()
            case m.Lot(seat=seat):
                self.chooser, self.ask = seat, ("start", seat)
            case m.Begin(seat=seat):
                self.turn, self.ask = seat, ("turn", seat)
            case m.Take(place=place):
                self._take(who, place - 1)
            case m.Character(name=name):
                self._character(who, name)
            case m.Decline():
                self._next()
            case m.Aim(seat=seat):
                self._aim(who, seat)
            case m.Name(family=family):
                self.family, self.ask = family, ("drop", who)
            case m.Drop(cards=n):
                self._drop(who, n)
            case m.Down():
                self._down(who)
            case m.Token(token=token):
                self._token(who, token)
            case m.Tell(key=key):
                self.knows.add(key)
                self.ask = ("aim", self.turn) if key == "curse" else ("prosper", self.turn)
            case m.Prosper(onto=onto):
                self.people[who].rows[onto].blessed += 1
                self._next()
            case m.Reveal():
                person = self.people[who]
                curses = person.curses if self.options["fraud_counts_curse"] else 0
                person.score = self.oracle.fraud(person.score, person.pile, curses)
                self._next()
            case m.Done():
                self.people[who].done = True
                self._all_done()
            case m.Counted():
                self._judge()
            case m.Scarabs():
                self.people[who].counted = True
                self._judge()
            case m.Guilt(all=guilty):
                self.oracle.nobody_guilty = not guilty
                self._close()
                self.oracle.nobody_guilty = False
            case m.ForgetEvent():
                self._next()
                last = self._last_mover
                if self.options["late_event"] == "next_action" and self.ask[0] == "turn" and self.turn != last:
                    self.late = last
            case m.LateEvent():
                self.turn, self.late, self.ask = who, "", ("event", who)
            case m.Leave():
                self._leave(who)
            case _:
                raise LookupError(f"never told: {move}")

    def _lay_cards(self, move: Move) -> None:
        person = self.people.get(move.by)
        if person is None:
            return
        if isinstance(move, m.LaySet):
            person.laying, person.where = [], (move.family, move.onto)
            if self.ask[0] == "turn":
                self.ask = ("set", move.by)
        elif isinstance(move, m.Add) and person.laying is not None:
            fits = [card for card in person.hand if id_of(card) == move.card]
            card = next((card for card in fits if family_of(card) in ("", person.where[0])), fits[0])
            person.hand.remove(card)
            person.laying.append(card)
        elif isinstance(move, m.Withdraw):
            person.hand += person.laying or []
            person.laying = None
            if self.ask[0] == "set":
                self.ask = ("turn", move.by)

    def _laid(self) -> None:
        cards = self.coming()
        self.quay = [*cards, *[None] * (9 - len(cards))]
        self.deck = self.deck[len(cards) :]
        if self.round > 1 and self.delivery == 1:
            self._choose_start()
        else:
            self.ask = ("turn", self.turn)

    def _choose_start(self) -> None:
        least = min(self.people[seat].score for seat in self.playing())
        poor = [seat for seat in self.playing() if self.people[seat].score == least]
        self.chooser = poor[0] if len(poor) == 1 else ""
        self.ask = ("start", poor[0]) if len(poor) == 1 else ("lot", "")

    def _next(self) -> None:
        """The action is over."""
        if self.late and self.late != self.turn:
            self.late = ""
        self._last_mover = self.turn
        if not any(self.quay) and not self.deck:
            self._last()
            return
        if self.extra:
            self.extra -= 1
        else:
            self.turn = self._left(self.turn)
        self.ask = ("turn", self.turn)
        if not any(self.quay):
            self.delivery += 1
            self.ask = ("lay", "")

    def _left(self, who: str) -> str:
        at = self.seats.index(who)
        for step in range(1, len(self.seats) + 1):
            seat = self.seats[(at + step) % len(self.seats)]
            if not self.people[seat].gone:
                return seat
        return who

    def _take(self, who: str, at: int) -> None:
        person, merchant = self.people[who], self.ask[0] == "merchant"
        card = self.quay[at]
        assert card is not None
        person.hand.append(card)
        self.quay[at] = None
        if not merchant:
            for before in range(at):
                skipped = self.quay[before]
                if skipped is not None:
                    person.pile.append(skipped)
                    self.quay[before] = None
        self._next()

    def _character(self, who: str, name: str) -> None:
        person = self.people[who]
        card = next(card for card in person.hand if is_character(card) and id_of(card) == name)
        person.hand.remove(card)
        self.dropped.append(card)
        self.power, self.token = name, ""
        if name == "QUE":
            person.hand += self.deck[:3]
            self.deck = self.deck[3:]
            self._next()
        elif name == "SCR":
            for seat in self.seats:
                other = self.people[seat]
                while seat != who and len(other.hand) > 6:
                    other.pile.append(other.hand.pop(self._draw.below(len(other.hand))))
            self._next()
        elif name == "COU" and not (person.rows and person.hand):
            self._next()
        else:
            self.ask = ({"PRI": "family", "MER": "merchant", "COU": "court"}.get(name, "aim"), who)

    def _aim(self, who: str, seat: str) -> None:
        person, other = self.people[who], self.people[seat]
        if self.token == "CUR":
            other.curses += 1
        elif self.token:
            sign = self.token[4:] if self.options["alliance_symbol"] == "token" else None
            other.score = self.oracle.alliance(0, other.score, sign)[1]
        else:
            source = other.hand if self.power == "THI" else other.pile
            if source:
                person.hand.append(source.pop(self._draw.below(len(source))))
        self._next()

    def droppable(self, who: str) -> tuple[int, int]:
        """Goods of the family named under the tile of `who`, and characters of it."""
        mine = [card for card in self.people[who].pile if family_of(card) == self.family]
        people = sum(map(is_character, mine))
        return len(mine) - people, people

    def _drop(self, who: str, n: int) -> None:
        pile = self.people[who].pile
        goods = [card for card in pile if family_of(card) == self.family and not is_character(card)]
        people = [card for card in pile if family_of(card) == self.family and is_character(card)]
        for card in (goods + people)[:n]:
            pile.remove(card)
            self.dropped.append(card)
        self._next()

    def _down(self, who: str) -> None:
        person = self.people[who]
        cards, (family, onto) = person.laying or [], person.where
        person.laying = None
        stage = self.ask[0]
        if onto < 0:
            person.rows.append(Row(family, cards, flat=stage == "last"))
        else:
            person.rows[onto].cards += cards
        if stage == "last":
            person.done = len(person.hand) < 3
            self._all_done()
        elif stage == "set" and self.tokens:
            self.ask = ("event", who)
        else:
            self._next()

    def _token(self, who: str, token: str) -> None:
        self.tokens.remove(token)
        self.token, self.power = token, ""
        person = self.people[who]
        if token.startswith("ALL"):
            sign = token[4:] if self.options["alliance_symbol"] == "token" else None
            person.score = self.oracle.alliance(person.score, 0, sign)[0]
            self.ask = ("aim", who)
        elif token == "FLO":
            self.extra += 1
            self._next()
        elif token == "CUR":
            self.ask = ("aim", who) if "curse" in self.knows else ("tell", "")
        elif token == "EMB":
            person.hand += person.pile
            person.pile = []
            self._next()
        elif token == "FRA":
            self.ask = ("fraud", who)
        elif any(row.family in ("WHE", "FIS", "CAT") for row in person.rows):
            self.ask = ("prosper", who) if "prosperity" in self.knows else ("tell", "")
        else:
            self._next()

    # the end of a round

    def _last(self) -> None:
        self.ask, self.late = ("last", ""), ""
        for person in self.people.values():
            person.done = person.gone or len(person.hand) < 3
        self._all_done()

    def _all_done(self) -> None:
        if all(person.done for person in self.people.values()):
            for person in self.people.values():
                person.pile += person.hand
                person.hand = []
            self.ask = ("count", "")

    def table(self) -> dict[str, Hoard]:
        """What everybody has at the end of the round."""
        return {
            seat: Hoard(
                self.people[seat].score,
                [row.cards for row in self.people[seat].rows if not row.flat],
                [row.blessed for row in self.people[seat].rows if not row.flat],
                [row.cards for row in self.people[seat].rows if row.flat],
                self.people[seat].pile,
                self.people[seat].curses,
            )
            for seat in self.playing()
        }

    def undecided(self) -> list[str]:
        """Who must still count scarabs: tied for most cards, with cards, while somebody tied has something to lose."""
        table = self.table()
        cards = {seat: hoard.burden(self.copy.weight)[0] for seat, hoard in table.items()}
        tied = [seat for seat, n in cards.items() if n == max(cards.values())]
        if len(tied) < 2 or all(table[seat].points(self.copy.blessing) < 10 for seat in tied):
            return []
        return [seat for seat in tied if table[seat].hidden and not self.people[seat].counted]

    def _judge(self) -> None:
        table = self.table()
        clean = all(hoard.burden(self.copy.weight)[0] == 0 for hoard in table.values())
        rich = any(hoard.points(self.copy.blessing) >= 10 for hoard in table.values())
        if clean and rich and self.options["all_zero_penalised"] == "ask":
            self.ask = ("guilt", "")
            return
        if self.undecided():
            self.ask = ("scarabs", "")
            return
        self._close()

    def _close(self) -> None:
        verdict = self.oracle.round(self.table())
        for seat, score in verdict.scores.items():
            self.people[seat].score = score
        if self.oracle.over(self.round, verdict.scores.values()):
            self.over, self.ask = "played", ("over", "")
            return
        self.round += 1
        self.deal()

    def _leave(self, who: str) -> None:
        if self.options["leaver"] == "end" or len(self.playing()) == 2:
            for seat, person in self.people.items():
                person.score = self.before[seat]
            self.over, self.ask = "left", ("over", "")
            return
        old = self.people[who]
        self.box += old.hand + old.pile + (old.laying or []) + [card for row in old.rows for card in row.cards]
        scored = self.ask[0] in ("count", "scarabs", "guilt")
        score = old.score + (self.table()[who].points(self.copy.blessing) if scored else 0)
        self.people[who] = Person(score=score, gone=True, done=True)
        self.late = "" if self.late == who else self.late
        stage = self.ask[0]
        if stage in ("lot", "start"):
            if stage == "lot" or self.chooser == who:
                self._choose_start()
        elif stage == "last":
            self._all_done()
        elif stage in ("scarabs", "guilt"):
            self._judge()
        elif stage == "lay":
            self.turn = self._left(who) if self.turn == who else self.turn
        elif stage != "count" and self.turn == who:
            self.extra = 0
            self._next()
