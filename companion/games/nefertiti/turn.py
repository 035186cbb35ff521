"""Carrying out a move that the validator has let through (spec nefertiti 4, 5)."""

from __future__ import annotations

import msgspec

from companion.engine.game import Event, Move, Played
from companion.engine.text import TN, T, seat
from companion.games.nefertiti import asking, powers
from companion.games.nefertiti.closing import hits
from companion.games.nefertiti.components import (
    GIFT_NAMES,
    HOUSE,
    PLACES,
    WHOLE_BOARD,
    character_name,
    half_name,
)
from companion.games.nefertiti.correcting import corrected
from companion.games.nefertiti.flow import (
    begin_closing,
    call,
    closes_now,
    gain,
    put_servant,
    run_on,
    served,
    take_half,
)
from companion.games.nefertiti.leaving import leave
from companion.games.nefertiti.moves import (
    Character,
    CloseNext,
    Closes,
    Correct,
    Enough,
    Force,
    GameOver,
    Half,
    Icons,
    Known,
    Lay,
    Leave,
    NewSquare,
    NextBidder,
    Number,
    Place,
    Roll,
    Seen,
    Take,
    Tell,
    Value,
    Whole,
)
from companion.games.nefertiti.state import AKHENATON, Nefertiti, Rolling
from companion.games.nefertiti.state import NewSquare as Telling
from companion.games.nefertiti.using import use

Events = list[Event]


def apply(state: Nefertiti, move: Move) -> Played[Nefertiti]:
    """The position after `move` and what it caused."""
    events: Events = []
    s = corrected(state, move) if isinstance(move, Correct) else state.twin()
    s.n += 1
    if s.power is not None and s.ask is None and not isinstance(move, Correct | Leave | GameOver | Seen | Known):
        use(s, s.power, move, events)
    else:
        _carry_out(s, move, events)
    run_on(s, events)
    return Played(s, tuple(events))


def _carry_out(s: Nefertiti, move: Move, events: Events) -> None:
    match move:
        case Lay(gift=gift):
            _lay(s, gift, events)
        case Place(by=who, square=square):
            s.late = None
            put_servant(s, who, square, events)
        case NewSquare(market=market):
            s.square = Telling(s.visible[market])
        case Number(number=n):
            if s.square is not None:
                s.square = Telling(s.square.half, n)
        case Icons(by=who, icons=icons):
            _new_square(s, who, icons, events)
        case Character(by=who, card=card):
            _play(s, who, card, events)
        case Force(market=market):
            s.placed = True
            begin_closing(s, market, "FORCE", events)
        case Closes(market=market):
            _close_late(s, market, "MANUAL", events)
        case Whole(half=half):
            _whole(s, half, events)
        case CloseNext(market=market):
            begin_closing(s, market, "ALL", events)
        case Roll(die=n):
            if s.rolling is not None:
                _roll(s, s.rolling, n, events)
        case _:
            _answer(s, move, events)


def _answer(s: Nefertiti, move: Move, events: Events) -> None:
    match move:
        case NextBidder(square=square):
            if s.closing is not None:
                call(s, s.closing, next(servant for servant in s.closing.left if servant.square == square))
        case Take(place=place):
            _take(s, place, events)
        case Enough():
            served(s, bought=True)
        case Half():
            take_half(s, events, "chosen")
        case Tell(value=word):
            if s.ask is not None:
                _tell(s, word, events)
        case Value(value=n):
            if s.ask is not None:
                asking.tell_value(s, s.ask, n)
                s.ask = None
                events.append(Event("told", T("The table tells the number: {n}", n=n)))
        case Leave(by=who):
            leave(s, who, events)
        case GameOver():
            s.final = "stopped"
            events.append(Event("end.STOPPED", T("The table ends the game here")))
        case Seen():
            s.naming = True
        case Known(gift=gift):
            _known(s, gift, events)
        case Correct():
            events.append(Event("correct", T("The table put the position right")))


def _lay(s: Nefertiti, gift: str, events: Events) -> None:
    """A card comes off the deck (spec 3.1, 5.5.3)."""
    s.deck -= 1
    s.known = ""
    if gift == AKHENATON:
        s.akhenaton = True
        events.append(Event("akhenaton", T("Akhenaton appears"), show=True))
        return
    market = s.laying[0]
    row = s.places[market]
    i = row.index("")
    s.places[market] = (*row[:i], gift, *row[i + 1 :])
    s.seen[gift] += 1
    events.append(Event("lay", T("New gift: {gift}", gift=GIFT_NAMES[gift]), (), (f"gift:{market}:{PLACES[i]}",)))


def _new_square(s: Nefertiti, who: str, icons: str, events: Events) -> None:
    """The square that was told is known from now on, and the servant stands on it (spec 11 U1)."""
    telling, s.square = s.square, None
    if telling is None or telling.number is None:
        return
    signs = () if icons == "none" else tuple(icons.split("+"))
    square = asking.tell_square(s, s.match.facts.halves[telling.half], telling.number, signs)
    s.late = None
    text = T("{half}: one square more is known", half=half_name(telling.half))
    events.append(Event("square", text, (), (f"square:{square}",)))
    put_servant(s, who, square, events)


def _play(s: Nefertiti, who: str, card: str, events: Events) -> None:
    """Spec 5.1: the seal goes back, the power is carried out at once, the card leaves the game."""
    s.late = None
    s.seals[who] -= 1
    s.supply += 1
    s.acted = True
    s.power = powers.begin(s, card)
    s.used[card] = s.used.get(card, 0) + 1
    text = T("{who} plays {character}", who=seat(who), character=character_name(s.match.facts, card))
    events.append(Event(f"character.{s.power.kind}", text, (who,), (f"character:{card}",)))


def _whole(s: Nefertiti, half: str, events: Events) -> None:
    """With every square known, a rule that looks at all of them may turn out to be met, or the half to be full."""
    s.square = None
    asking.tell_whole(s, half)
    events.append(Event("whole", T("{half}: every square is known", half=half_name(half))))
    how = closes_now(s, half[:3])
    if how in (*WHOLE_BOARD, "FULL_HALF"):
        _close_late(s, half[:3], how, events)


def _close_late(s: Nefertiti, market: str, how: str, events: Events) -> None:
    """The closing belongs to the turn of whoever placed last, even if the next player has been called (spec 2.5)."""
    late = s.late
    if late is not None and late.market == market:
        if s.turn != late.seat:
            s.turn, s.turns, s.acted = late.seat, s.turns - 1, late.acted
        s.placed, s.extra = True, late.extra
    begin_closing(s, market, how, events)


def _roll(s: Nefertiti, rolling: Rolling, n: int, events: Events) -> None:
    """A die of the roll; the last one decides (spec 2.5 DICE_MATCH)."""
    dice, market = s.match.facts.dice, rolling.market
    got = (*rolling.got, n)
    if len(got) < (dice.count or 1):
        s.rolling = Rolling(market, rolling.square, got)
        events.append(Event("roll.first", T("The first die shows {n}", n=n), (), (f"market:{market}",)))
        return
    s.rolling = None
    standing = [servant.square for servant in s.standing(market)]
    numbers = {s.bid(sq) for sq in standing if dice.counts == "all" or sq != rolling.square}
    if hits(dice, got, numbers):
        events.append(Event("roll.hit", T("The roll hits: {dice}", dice=got), (), (f"market:{market}",)))
        begin_closing(s, market, "DICE_MATCH", events)
        return
    events.append(Event("roll.miss", T("The roll misses: {dice}", dice=got), (), (f"market:{market}",)))
    if how := closes_now(s, market):
        begin_closing(s, market, how, events)


def _take(s: Nefertiti, place: str, events: Events) -> None:
    """Pay for the first gift, and take one (spec 5.4)."""
    closing = s.closing
    if closing is None or closing.now is None:
        return
    now, market = closing.now, closing.market
    who, bid = now.seat, s.bid(now.square)
    if not closing.taken:
        s.money[who] -= bid
        s.reserve[market] += bid
        text = TN("{who} pays {n} deben", "{who} pays {n} deben", bid, who=seat(who))
        events.append(Event("pay", text, (who,), (f"reserve:{market}",)))
    gift = gain(s, who, market, place)
    s.closing = msgspec.structs.replace(closing, taken=(*closing.taken, place))
    text = T("{who} takes a gift: {gift}", who=seat(who), gift=GIFT_NAMES[gift])
    kind = "take" if not closing.taken else "take.more"
    events.append(Event(kind, text, (who,), (f"gift:{market}:{place}",)))


def _tell(s: Nefertiti, word: str, events: Events) -> None:
    """An answer of the table holds for the rest of the game (spec 5.7)."""
    ask, s.ask = s.ask, None
    if ask is None:
        return
    value = next(value for value in HOUSE[ask.key] if asking.as_word(value) == word)
    asking.tell(s, ask, value)
    events.append(Event(f"told.{ask.key}", T("The table answers")))
    if ask.key == "leaver":
        leave(s, ask.who, events)


def _known(s: Nefertiti, gift: str, events: Events) -> None:
    """A card of the deck was seen by all: it stays; Akhenaton is shuffled in again (spec 10.1)."""
    s.naming = False
    if gift == AKHENATON:
        text = T("Shuffle Akhenaton among what is left of the last five cards, never among the cards above.")
        events.append(Event("seen.akhenaton", text, show=True))
        return
    s.known = gift
    events.append(Event("seen", T("The next card of the deck is known: {gift}", gift=GIFT_NAMES[gift])))
