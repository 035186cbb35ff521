"""What the game waits for, in words and with everything that can be tapped (spec nefertiti 4)."""

from __future__ import annotations

import msgspec

from companion.engine.game import TABLE, Choice, Decision, Field, Form
from companion.engine.text import TN, T, Text, seat
from companion.games.nefertiti import asking
from companion.games.nefertiti.components import (
    MARKET_NAMES,
    character_name,
    half_name,
)
from companion.games.nefertiti.flow import due
from companion.games.nefertiti.house import QUESTIONS
from companion.games.nefertiti.labels import PLACE_NAMES, choice, thing, value_name
from companion.games.nefertiti.rules import amounts, incident_moves, legal_moves, must_take_more
from companion.games.nefertiti.state import Nefertiti, Power, Stage

PAGES: dict[Stage, str] = {
    "number": "square", "icons": "square", "name": "character", "sell": "character", "give_up": "character",
    "collect": "character", "steal": "character", "offer": "character", "swap": "character", "put": "effect",
    "amount": "effect", "buy": "resolve", "bid": "resolve", "more": "resolve", "close_next": "close_all",
}  # fmt: skip
"""The help page of a step, where it is not called like it."""
CONFIRMED: frozenset[Stage] = frozenset({"place", "force", "buy", "bid", "more", "steal", "swap", "close_next"})
"""Steps whose choice is told on the button before it is done."""
PRIVATE: frozenset[Stage] = frozenset({"name", "sell", "offer", "swap", "steal", "collect", "effect", "put", "amount"})
"""Steps of a power whose choices follow from what players own."""


def decision(s: Nefertiti) -> Decision:
    """Who is asked what now."""
    stage = s.stage
    page = PAGES.get(stage, stage)
    if stage == "over":
        return Decision("over", T("The game is over."), rule=page)
    asked = s.asked
    seats = () if asked is None else (asked,)
    if stage in ("value", "amount"):
        return Decision(
            stage, prompt(s, stage), seats, "declare", forms=(_form(s, stage),), private=_private(s, stage), rule=page
        )
    choices = tuple(choice(s, move) for move in legal_moves(s))
    if len(choices) == 1 and choices[0].consequence is None:
        choices = (msgspec.structs.replace(choices[0], consequence=choices[0].label),)
    return Decision(
        id=stage,
        prompt=prompt(s, stage),
        seats=seats,
        choices=choices,
        consequence=stage in CONFIRMED,
        owed=_owed(s, stage),
        done=_done(s, stage),
        owed_text=TN("{n} to lay", "{n} to lay", _owed(s, stage)) if stage == "lay" else None,
        chance=stage == "roll",
        private=_private(s, stage),
        forced=len(choices) == 1,
        rule=page,
    )


def _private(s: Nefertiti, stage: Stage) -> bool:
    """Whether the choices would tell everybody what a player owns while that is hidden (spec 6)."""
    power = s.power
    if not s.match.hide or power is None or stage not in PRIVATE:
        return False
    if stage == "name":
        return power.effect != "DISCARD_TYPE"
    return stage not in ("steal", "collect") or power.source == "player"


def incidents(s: Nefertiti) -> tuple[Choice, ...]:
    """What the menu offers beside the decision."""
    return tuple(choice(s, move) for move in incident_moves(s))


def _owed(s: Nefertiti, stage: Stage) -> int:
    return min(s.places[s.laying[0]].count(""), s.deck) if stage == "lay" else 0


def _done(s: Nefertiti, stage: Stage) -> int:
    return 4 - s.places[s.laying[0]].count("") if stage == "lay" else 0


def _form(s: Nefertiti, stage: Stage) -> Form:
    if stage == "amount":
        low, high = amounts(s)
        lifted = s.power.lifted if s.power is not None else ""
        prestige = lifted.startswith("prestige")
        label = T("How many points more or fewer") if prestige else thing(s, lifted)
        return Form(s.asked or s.turn, "amount", (Field("amount", label, low, high),))
    if s.ask is None:
        raise LookupError("no number is asked")
    low, high = asking.bounds(s, s.ask)
    return Form(TABLE, "value", (Field("value", value_name(s), low, high),))


def prompt(s: Nefertiti, stage: Stage) -> Text:
    """The sentence of the headline."""
    who = seat(s.asked or s.turn)
    if stage == "place":
        if s.seals[s.turn] and not s.acted and s.characters_left:
            return T("{who}, put a servant on a free bid square, or play a character first.", who=who)
        return T("{who}, put one servant on a free bid square.", who=who)
    if stage == "force":
        return T("{who}, no servant can be placed: close a market where you stand.", who=who)
    if stage in ("number", "icons") and s.square is not None:
        half = half_name(s.square.half)
        if stage == "number":
            return T("{half}: which number is on the square?", half=half)
        n = s.square.number or 0
        if n > s.money[s.turn] and not s.match.hide:
            return T("{half}: {n}, but {who} has {money}. What else is on the square?", half=half, n=n, who=who,
                     money=s.money[s.turn])  # fmt: skip
        return T("{half}: what else is on the square with {n}?", half=half, n=n)
    if s.closing is not None and stage in ("tie", "buy", "bid", "more"):
        return _closing_prompt(s, stage)
    if s.power is not None and s.ask is None:
        return _power_prompt(s, s.power, stage)
    return _table_prompt(s, stage)


def _closing_prompt(s: Nefertiti, stage: Stage) -> Text:
    closing, now = s.closing, s.closing.now if s.closing is not None else None
    if closing is None or now is None:
        return T("Equal bids: whose servant goes first? The one placed earlier, we suggest.")
    who, bid = seat(now.seat), s.bid(now.square)
    if stage == "more":
        if must_take_more(s):
            return T("{who}, take the second gift.", who=who)
        return T("{who}, you may take one gift more.", who=who)
    if stage == "buy":
        return T("{who} has the highest bid: pay {bid} and choose.", who=who, bid=bid)
    if s.money[now.seat] < bid:
        return T("{who} can’t pay {bid} and takes half of the reserve.", who=who, bid=bid)
    return T("{who}: pay {bid} for a gift, or take half of the reserve.", who=who, bid=bid)


def _power_prompt(s: Nefertiti, power: Power, stage: Stage) -> Text:
    who = seat(s.asked or s.turn)
    name = character_name(s.match.facts, power.card)
    if stage == "give_up":
        return T("{who}, which card do you give up?", who=who)
    if stage == "effect":
        return T("{character}: what moves?", character=name)
    if stage == "put":
        return T("Where does it go: {thing}?", thing=thing(s, power.lifted))
    if stage == "amount":
        return T("{thing}: how many?", thing=thing(s, power.lifted))
    if stage == "name":
        return T("{character}: {who} names a kind of gift.", character=name, who=who)
    if stage == "sell":
        return T("{character}: how many cards does {who} score?", character=name, who=who)
    if stage == "collect":
        return T("{character}: where does {who} take the deben?", character=name, who=who)
    if stage == "offer":
        return T("{character}: which gift does {who} give?", character=name, who=who)
    return T("{character}: which gift does {who} take?", character=name, who=who)


def _table_prompt(s: Nefertiti, stage: Stage) -> Text:
    if stage == "lay":
        market, place = s.laying[0], due(s) or "top"
        return T("{market}, {place}: which gift lies there now?", market=MARKET_NAMES[market],
                 place=PLACE_NAMES[place])  # fmt: skip
    if stage == "roll":
        count = s.match.facts.dice.count or 1
        if count > 1:
            nth = 1 + (len(s.rolling.got) if s.rolling is not None else 0)
            return T("Roll for the market: what does die {n} show?", n=nth)
        return T("Roll for the market: what does the die show?")
    if stage == "close_next":
        return T("{who}, which market closes next?", who=seat(s.asked or s.turn))
    if stage == "seen":
        return T("Which card was seen?")
    if stage == "value":
        if s.ask is not None and s.ask.key == "number":
            return T("The box doesn’t tell: {value}?", value=value_name(s))
        return T("Not known yet: {value}. What does the card say?", value=value_name(s))
    key = "end_mode" if s.ask is None else s.ask.key
    if s.ask is not None and key == "highest_cannot_pay":
        return _shortfall(s, s.ask.who)
    return QUESTIONS[key][0]


def _shortfall(s: Nefertiti, who: str) -> Text:
    """What is missing, unless money is hidden (spec 5.4)."""
    now = s.closing.now if s.closing is not None else None
    bid = s.bid(now.square) if now is not None else 0
    if s.match.hide:
        return T("{who} can’t pay {bid}. What happens?", who=seat(who), bid=bid)
    return T("{who} must pay {bid} but has {n}. What happens?", who=seat(who), bid=bid, n=s.money[who])
