"""How the questions at the sites are put, with what each answer gives (spec egizia 5.5 to 5.9)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.engine.game import Choice, Decision, Move
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.egizia import asking_river, monuments, sphinx
from companion.games.egizia.components import BOOST, ORDINARY
from companion.games.egizia.gains import on_last_row
from companion.games.egizia.moves import (
    Boost,
    Build,
    Crew,
    Done,
    DrawCards,
    Enough,
    First,
    Grave,
    Keep,
    Market,
    Stay,
    Whole,
    Withdraw,
    Worth,
)
from companion.games.egizia.names import STOP_NAMES, TRACK_NAMES, crew_name, space_name
from companion.games.egizia.possible import Sums, most_of, sums
from companion.games.egizia.rules_sites import GENERATORS
from companion.games.egizia.state import Egizia, Stage, Team
from companion.games.egizia.team import left, strength


def _ask(
    s: Egizia, prompt: Text, choices: list[Choice], seats: tuple[str, ...] = (), *, told: bool = False
) -> Decision:
    """A decision of this stage; `told`: what a choice gives is said before it is done."""
    if len(choices) == 1 and choices[0].consequence is None:
        choices = [msgspec.structs.replace(choices[0], consequence=choices[0].label)]
    return Decision(
        s.stage, prompt, seats, choices=tuple(choices), consequence=told, forced=len(choices) == 1, rule=s.stage
    )


def _number(move: Move, n: int) -> Choice:
    return Choice(move, T("{n}", n=n), (f"value:{n}",))


def _grave(s: Egizia) -> Decision:
    prompt = T("Which number is on the tile turned up at {grave}?", grave=space_name(s.asked_space))
    return _ask(s, prompt, [_number(m, m.value) for m in GENERATORS["grave"](s) if isinstance(m, Grave)])


def _worth(s: Egizia) -> Decision:
    prompt = T("Which number is on this space: {space}?", space=space_name(s.asked_space))
    return _ask(s, prompt, [_number(m, m.value) for m in GENERATORS["worth"](s) if isinstance(m, Worth)])


def _whole(s: Egizia) -> Decision:
    labels = {True: (T("Complete"), "yes"), False: (T("There are more spaces"), "no")}
    found = []
    for move in GENERATORS["whole"](s):
        if isinstance(move, Whole):
            label, target = labels[move.yes]
            found.append(Choice(move, label, (target,)))
    return _ask(s, T("Is this complete now: {line}?", line=space_name(s.asked_space)), found)


def _first(s: Egizia) -> Decision:
    who, site = s.turn, s.phase.upper()
    found = []
    for move in GENERATORS["first"](s):
        if isinstance(move, First):
            told = T("Build first; every ship here may build")
            found.append(Choice(move, T("To the first place"), (f"card:{who}:first_position",), told))
        elif isinstance(move, Stay):
            found.append(Choice(move, T("Stay here"), (), T("The order stays as it is"), seat_key=True))
        else:
            found.append(asking_river.choice(s, move))
    prompt = T("{who}, move your ship to the first place ({site})?", who=seat(who), site=STOP_NAMES[site])
    return _ask(s, prompt, found, (who,), told=True)


def _keep(s: Egizia) -> Decision:
    found = []
    for move in GENERATORS["keep"](s):
        if isinstance(move, Keep):
            n, back = move.cards, s.drawn - move.cards
            label = TN("Keep {n} card", "Keep {n} cards", n) if n else T("Keep none")
            told = TN("Put {n} card under the deck: +{n}", "Put {n} cards under the deck: +{n}", back)
            found.append(Choice(move, label, (f"keep:{n}",), told))
    prompt = TN(
        "{who} looks at {n} card alone. How many are kept?",
        "{who} looks at {n} cards alone. How many are kept?",
        s.drawn,
        who=seat(s.turn),
    )
    return _ask(s, prompt, found, (s.turn,), told=True)


def _market(s: Egizia) -> Decision:
    who = s.turn
    found = []
    for move in GENERATORS["market"](s):
        if isinstance(move, Market):
            track = move.track
            found.append(Choice(move, T("{track}", track=TRACK_NAMES[track]), (f"market:{track}", f"row:{track}:{who}"),
                                _step_told(s, who, track)))  # fmt: skip
    return _ask(s, T("{who}, which of your markers moves down?", who=seat(who)), found, (who,), told=True)


def _step_told(s: Egizia, who: str, track: str) -> Text:
    """What a step of a marker gives, as far as it is known."""
    known, row = s.facts.rows(track), s.sides[who].row(track)
    if (known is not None and row >= known - 1) or on_last_row(s, who, track):
        gain = T("+3 stones") if track == "stone" else T("+2 points")
        return T("{track}: last row, {gain}", track=TRACK_NAMES[track], gain=gain)
    return T("{track}: to row {row}", track=TRACK_NAMES[track], row=row + 1)


def _last(s: Egizia) -> Decision:
    who = s.turn
    found = [
        Choice(move, T("Nothing more"), (), T("The round ends"), seat_key=True) if isinstance(move, Enough)
        else asking_river.choice(s, move)
        for move in GENERATORS["last"](s)
    ]  # fmt: skip
    prompt = T("{who}, use anything before the round ends?", who=seat(who))
    return _ask(s, prompt, found, (who,), told=True)


# building


def _build(s: Egizia) -> Decision:
    who, site = s.turn, s.phase.upper()
    possible = sums(s, site)
    choices = [_choice(s, move, possible) for move in GENERATORS["build"](s)]
    return _ask(s, _build_prompt(s, who), choices, (who,), told=True)


def _build_prompt(s: Egizia, who: str) -> Text:
    team, stones, site = s.team, s.sides[who].stones, s.phase.upper()
    if team is None:
        if all(crew in s.sides[who].down for crew in ORDINARY):
            return T("{who} ({site}): no ordinary crew is unused", who=seat(who), site=STOP_NAMES[site])
        return TN(
            "{who} ({site}): send a crew, you have {n} stone",
            "{who} ({site}): send a crew, you have {n} stones",
            stones,
            who=seat(who),
            site=STOP_NAMES[site],
        )
    power = strength(s, who, team)
    if not team.works:
        if site == "SITE_A":
            return T("{who}: strength {power}, stones {stones}. How many cards?", who=seat(who), power=power,
                     stones=stones)  # fmt: skip
        return T("{who}: strength {power}, stones {stones}. What is built?", who=seat(who), power=power, stones=stones)
    return T("{who}: {value} of {power} strength used, stones left: {stones}", who=seat(who), value=team.value,
             power=power, stones=stones - team.value)  # fmt: skip


def _choice(s: Egizia, move: Move, possible: Sums) -> Choice:
    who = move.by
    match move:
        case Crew(crew=crew):
            team = s.team or Team()
            label = T("{crew}, strength {n}", crew=crew_name(crew, s.facts), n=s.sides[who].crews[crew])
            told = _gives(s, who, Team((*team.crews, crew), team.boosts), possible)
            return Choice(move, label, (f"crew:{who}:{crew}",), told)
        case Boost(crew=crew):
            team = s.team or Team()
            label = T("{crew} +{n} with a card", crew=crew_name(crew, s.facts), n=BOOST)
            told = _gives(s, who, Team(team.crews, (*team.boosts, crew)), possible)
            return Choice(move, label, (f"crew:{who}:{crew}", f"card:{who}:crew_boost"), told)
        case Build(space=space):
            return _space(s, move, who, space)
        case DrawCards(cards=n):
            paid = sphinx.price(s, who, n)
            told = TN("Draw {n} card for stones: {paid}", "Draw {n} cards for stones: {paid}", n, paid=paid)
            return Choice(move, TN("{n} card", "{n} cards", n), (f"draw:{n}",), told)
        case Done():
            value = (s.team or Team()).value
            told = TN("Done: −{n} stone, +{n}", "Done: −{n} stones, +{n}", value)
            return Choice(move, T("Done"), (), told, seat_key=True)
        case Withdraw():
            told = T("Take the ship back, build nothing here")
            return Choice(move, T("Take the ship back"), (), told, seat_key=True)
    return asking_river.choice(s, move)


def _gives(s: Egizia, who: str, team: Team, possible: Sums) -> Text:
    """The strength of a team and the most that it can build, of spaces that are known."""
    power, stones, site = strength(s, who, team), s.sides[who].stones, s.phase.upper()
    if site == "SITE_A":
        return T("Strength {power}: draw up to {n}", power=power, n=sphinx.most_cards(s, who, power, stones))
    most = most_of(possible, min(power, stones))
    if most:
        return T("Strength {power}: build up to {n}", power=power, n=most)
    return T("Strength {power}, stones {stones}", power=power, stones=stones)


def _space(s: Egizia, move: Build, who: str, space: str) -> Choice:
    value = monuments.worth(s, space)
    name: Value = space_name(space)
    target = (f"space:{space}",)
    if value is None:
        return Choice(move, T("{space}", space=name), target, T("Build on {space}; its number is asked", space=name))
    power, stones = left(s, who)
    told = T("Value {n}: then strength {power}, stones {stones}", n=value, power=power - value, stones=stones - value)
    return Choice(move, T("{space}: {n}", space=name, n=value), target, told)


ASKED: dict[Stage, Callable[[Egizia], Decision]] = {
    "grave": _grave,
    "first": _first,
    "build": _build,
    "worth": _worth,
    "whole": _whole,
    "keep": _keep,
    "market": _market,
    "last": _last,
}
