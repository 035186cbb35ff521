"""What is laid out before play: sides of the plates, first player, money; the gifts follow one by one (spec 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import Setup, Step
from companion.engine.options import OptionValues
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.nefertiti.catalogue import read_catalogue
from companion.games.nefertiti.components import HALVES, MARKET_NAMES, MARKETS, character_name, half_name
from companion.games.nefertiti.flow import run_on
from companion.games.nefertiti.state import Match, Nefertiti, no_cards
from companion.games.nefertiti.switches import house, switches


class NefertitiSetup(Setup, frozen=True):
    """`sides`: the half of each market that can be seen ("GIZ-L", ...). `first`: the seat that begins.

    `laid_by`: the app drew the sides, or the table laid the plates and told them.
    """

    sides: tuple[str, ...]
    first: str
    laid_by: Literal["app", "table"] = "app"


def draw_setup(seats: Sequence[str], draw: Draw) -> NefertitiSetup:
    """A side by lot for each market, and a first player (spec 3.1 steps 2 and 9)."""
    sides = draw.branch("sides")
    chosen = tuple(f"{market}-{sides.pick(('L', 'R'))}" for market in MARKETS)
    return NefertitiSetup(sides=chosen, first=draw.branch("first").pick(list(seats)))


def new(seats: Sequence[str], options: OptionValues, setup: NefertitiSetup, box: Box) -> Nefertiti:
    """The position before the first gift is laid. Raises InputError for sides or a first player that can't be."""
    facts, chosen = read_catalogue(box), switches(options)
    players = tuple(seats)
    if setup.first not in players:
        raise InputError(
            T("The first player “{seat}” has no seat in this game. Choose one of the seats.", seat=setup.first[:40])
        )
    if tuple(side[:3] for side in setup.sides) != MARKETS or any(side not in HALVES for side in setup.sides):
        shown = ", ".join(side[:8] for side in setup.sides[:6])
        raise InputError(T("The sides “{sides}” can't be: give one half for each market, like GIZ-L.", sides=shown))
    at = players.index(setup.first)
    order = players[at:] + players[:at]
    opening = tuple(market for market in MARKETS if market != facts.closed_first)
    state = Nefertiti(
        seats=players,
        match=Match(facts, house(chosen, facts), chosen.hide_holdings),
        first=setup.first,
        turn=setup.first,
        visible=dict(zip(MARKETS, setup.sides, strict=True)),
        tile=facts.closed_first,
        open=(),
        reserve=dict.fromkeys(MARKETS, facts.reserve),
        money={who: facts.money[str(len(players))][order.index(who)] for who in players},
        supply=facts.seals,
        places=dict.fromkeys(MARKETS, ("", "", "", "")),
        prestige=dict.fromkeys(players, 0),
        seals=dict.fromkeys(players, 0),
        held={who: no_cards() for who in players},
        used={},
        seen=no_cards(),
        deck=facts.gift_total + facts.akhenaton,
        laying=opening,
        given=no_cards(),
        removed=1 if len(players) == 3 else 0,
    )
    run_on(state, [])
    return state


def steps(setup: NefertitiSetup, seats: Sequence[str], options: OptionValues, box: Box) -> tuple[Step, ...]:
    """The check-list that brings the table to `setup` (spec 3.1)."""
    state = new(seats, options, setup, box)
    facts = state.match.facts
    made = [Step(T("Put the board in the middle."))]
    for market in MARKETS:
        half = state.visible[market]
        made.append(Step(T("Reserve plate: leave {half} open.", half=half_name(half)), True, (f"market:{market}",)))
    made.append(
        Step(
            TN("Put {n} deben on every reserve plate.", "Put {n} deben on every reserve plate.", facts.reserve),
            picture=tuple(f"reserve:{market}" for market in MARKETS),
        )
    )
    made.append(
        Step(T("Put the “Market closed” tile on {market}.", market=MARKET_NAMES[state.tile]), False,
             (f"market:{state.tile}",))
    )  # fmt: skip
    made.append(Step(T("Sort the characters by kind and lay them face up beside the board.")))
    if state.removed:
        name: Text | str = character_name(facts, facts.removed_with_3)
        made.append(Step(T("With three players, put one {character} back into the box.", character=name)))
    made.append(
        Step(TN("Every player takes {n} servant and puts the counter on 0.",
                "Every player takes {n} servants and puts the counter on 0.", facts.servants))
    )  # fmt: skip
    at = state.seats.index(setup.first)
    order = state.seats[at:] + state.seats[:at]
    coins: tuple[Value, ...] = tuple(T("{who} {n}", who=seat(who), n=state.money[who]) for who in order)
    made.append(Step(T("Deben: {coins}.", coins=coins), True))
    made.append(Step(T("Shuffle the gifts. Shuffle Akhenaton into 4 of them, unseen, and put these 5 under the rest.")))
    made.append(
        Step(T("Lay 4 gifts on each open market, one above, three below, as the app asks; a seal on each top gift."))
    )
    made.append(Step(T("{who} begins; play goes clockwise.", who=seat(setup.first)), True))
    return tuple(made)
