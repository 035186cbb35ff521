"""What the characters do, step by step (spec nefertiti 2.6)."""

from __future__ import annotations

import copy

import msgspec

from companion.engine.game import Event, ScoreLine, Scores
from companion.engine.text import TN, T, Text, seat
from companion.games.nefertiti import asking
from companion.games.nefertiti.components import COUNTED, GIFT_NAMES, KIND_NAMES, TYPE_NAMES
from companion.games.nefertiti.rules import collections, swappable, thefts
from companion.games.nefertiti.scoring import scribe_points
from companion.games.nefertiti.state import Nefertiti, Power

Events = list[Event]


def begin(s: Nefertiti, card: str) -> Power:
    """The power of a card that is being played; what the box does not tell is entered by hand."""
    character = s.character(card)
    effect = character.effect or "MANUAL_EFFECT"
    if effect in ("TAKE_MONEY", "STEAL_GIFT") and not character.source:
        effect = "MANUAL_EFFECT"
    return Power(card, character.kind, effect, character.source, character.number)


def idle(s: Nefertiti, card: str) -> bool:
    """Whether a character changes nothing if it is played now: that is allowed, but the player is told (spec 5.1).

    What hangs on what players own is not told while that is hidden.
    """
    trial = copy.copy(s)
    power = trial.power = begin(s, card)
    if power.effect == "TAKE_MONEY" and power.source == "reserve":
        return not collections(trial)
    if power.effect == "STEAL_GIFT" and power.source == "market":
        return not thefts(trial)
    if s.match.hide:
        return False
    if power.effect in ("SCORE_TYPE", "SCORE_DIVERSITY"):
        return not s.types_of(s.turn)
    if power.effect == "SWAP_GIFT":
        return not (s.types_of(s.turn) and swappable(s))
    if power.effect in ("DISCARD_TYPE", "STEAL_GIFT"):
        return not swappable(s)
    return power.effect == "TAKE_MONEY" and not collections(trial)


def go_on(s: Nefertiti, power: Power, events: Events) -> bool:
    """Take a power one step on. False: somebody has to be asked."""
    if power.effect in COUNTED and power.number is None:
        asking.number(s, power)
        return False
    who = s.turn
    if power.effect == "SCORE_TYPE":
        return _score_type(s, power, events)
    if power.effect == "SCORE_DIVERSITY":
        kinds = len(s.types_of(who))
        each = power.number or 0
        _score(s, power, TN("{n} kind of gift × {each}", "{n} kinds of gifts × {each}", kinds, each=each),
               kinds * each, events)  # fmt: skip
        return True
    if power.effect == "DISCARD_TYPE":
        return bool(power.gift) and _discard(s, power, events)
    if power.effect == "EXTRA_PLACEMENT":
        n = power.number or 0
        s.extra += n
        done(s)
        text = TN("{who} places {n} servant more", "{who} places {n} servants more", n, who=seat(who))
        events.append(Event("power.EXTRA_PLACEMENT", text, (who,)))
        return True
    if power.effect == "TAKE_MONEY":
        return _idle(s, bool(collections(s)), events)
    if power.effect == "STEAL_GIFT":
        return _idle(s, bool(thefts(s)), events)
    if power.effect == "SWAP_GIFT":
        return _idle(s, bool(s.types_of(who)) and bool(swappable(s)), events)
    return False


def done(s: Nefertiti) -> None:
    """The power is carried out."""
    s.power = None


def _idle(s: Nefertiti, possible: bool, events: Events) -> bool:
    """Whether the power can do nothing and is over; that is allowed (spec 5.1)."""
    if possible:
        return False
    events.append(Event("power.nothing", T("This power changes nothing now"), (s.turn,), show=True))
    done(s)
    return True


def _score_type(s: Nefertiti, power: Power, events: Events) -> bool:
    """The Scribe: all cards of one type (or as many as wanted) at the value of now, with the bonus (spec 2.6)."""
    who, kind = s.turn, power.gift
    if not kind:
        return _idle(s, bool(s.types_of(who)), events)
    held = s.held[who]
    if power.cards is None:
        if s.match.house.get("scribe_keep") == "choose" and s.cards_of(who, kind) > 1:
            return False
        doubles = held["senet2"] if kind == "senet" else 0
        power = msgspec.structs.replace(power, cards=s.cards_of(who, kind), doubles=doubles)
        s.power = power
    value = asking.worth(s, kind)
    if value is None:
        return False
    counts, bonus = 1, 1
    if power.doubles:
        found = asking.answer(s, "senet_double")
        if found is None:
            return False
        counts = found
        if power.number:
            found = asking.answer(s, "scribe_double")
            if found is None:
                return False
            bonus = found
    cards, number = power.cards or 0, power.number or 0
    singles = cards - power.doubles
    gifts, bonuses = singles + power.doubles * counts, singles + power.doubles * bonus
    for gift, n in (("senet1", singles), ("senet2", power.doubles)) if kind == "senet" else ((kind, singles),):
        held[gift] -= n
        s.given[gift] += n
    sum_text = T("{gift}: {n} × {value} + {bonuses} × {number}", gift=TYPE_NAMES[kind], n=gifts, value=value,
                 bonuses=bonuses, number=number)  # fmt: skip
    if gifts == bonuses:
        sum_text = T("{gift}: {n} × ({value} + {number})", gift=TYPE_NAMES[kind], n=gifts, value=value, number=number)
    _score(s, power, sum_text, scribe_points(value, number, gifts, bonuses), events)
    return True


def _score(s: Nefertiti, power: Power, sum_text: Text, points: int, events: Events) -> None:
    who = s.turn
    targets = (f"character:{power.card}",)
    line = ScoreLine(power.kind, KIND_NAMES[power.kind], sum_text, {who: points}, targets)
    scores = Scores((line,), dict(s.prestige))
    s.prestige[who] += points
    text = TN("{who} scores {n} point", "{who} scores {n} points", points, who=seat(who))
    events.append(Event(f"power.{power.effect}", text, (who,), targets, line.points, True, scores))
    done(s)


def _discard(s: Nefertiti, power: Power, events: Events) -> bool:
    """The Royal Servant: each other player who owns the type gives one card of it up, clockwise (spec 2.6)."""
    kind, waits = power.gift, power.waits
    while waits:
        who = waits[0]
        held = s.held[who]
        if kind == "senet" and held["senet1"] and held["senet2"]:
            s.power = msgspec.structs.replace(power, waits=waits)
            return False
        gift = kind if kind != "senet" else ("senet1" if held["senet1"] else "senet2")
        give_up(s, who, gift, events)
        waits = waits[1:]
    done(s)
    return True


def give_up(s: Nefertiti, who: str, gift: str, events: Events) -> None:
    """A card goes out of the game."""
    s.held[who][gift] -= 1
    s.given[gift] += 1
    text = T("{who} gives up a gift: {gift}", who=seat(who), gift=GIFT_NAMES[gift])
    events.append(Event("power.DISCARD_TYPE", text, (who,), (f"holding:{who}:{gift}",)))
