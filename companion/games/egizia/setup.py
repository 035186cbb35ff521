"""What is laid out before play: number chips, stones, start cards, and what the app draws (spec egizia 3)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import Setup, Step
from companion.engine.options import OptionValues
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.egizia.catalogue import deck_whole, read_catalogue, sphinx_whole
from companion.games.egizia.components import (
    DECKS,
    PLACES,
    ROUNDS,
    SITES,
    SPHINX_CARDS,
    SPHINX_TYPES,
    Catalogue,
)
from companion.games.egizia.flow import run_on
from companion.games.egizia.names import DECK_NAMES
from companion.games.egizia.state import Egizia, Field, Rules, Side, Stock
from companion.games.egizia.switches import rules as read_rules

START_STONES = (2, 3, 4, 5)
SHIPS, STONES, CREW, JOKER_STRENGTH, QUARRY = 8, 24, 1, 2, 3
START_FIELD = Field("green", 6)
STOPS_OF_A_ROUND = 10


class EgiziaSetup(Setup, frozen=True):
    """`chips`: seats by number chip, chip 1 first. `lot`: a secret text that the app draws cards and tiles from, "" if
    it draws none.
    """

    chips: tuple[str, ...]
    lot: str = ""


def draw_setup(seats: Sequence[str], options: OptionValues, draw: Draw) -> EgiziaSetup:
    """Number chips by lot; where the app draws more, a lot for that (spec 3 R-1)."""
    chips = tuple(draw.branch("chips").shuffled(list(seats)))
    drawn = read_rules(options)
    if not (drawn.draw_nile or drawn.draw_graves or drawn.draw_sphinx):
        return EgiziaSetup(chips=chips)
    lot = draw.branch("lot")
    return EgiziaSetup(chips=chips, lot="".join(f"{lot.below(256):02x}" for _ in range(16)))


def new(seats: Sequence[str], options: OptionValues, setup: EgiziaSetup, box: Box) -> Egizia:
    """The position before the first grave is told. Raises InputError for chips or lists that can't be."""
    facts, chosen = read_catalogue(box), read_rules(options)
    players = tuple(seats)
    if sorted(setup.chips) != sorted(players):
        shown: tuple[Value, ...] = tuple(who[:20] for who in setup.chips[:6])
        raise InputError(T("The number chips “{chips}” can't be: each seat has one. Deal them again.", chips=shown))
    n = len(players)
    dealt = n if chosen.start_sphinx_card else 0
    sides = {
        who: Side(
            arrival=n - chip,
            stones=START_STONES[chip],
            crews={"c1": CREW, "c2": CREW, "c3": CREW, "j": JOKER_STRENGTH},
            ships=SHIPS,
            fields=(START_FIELD,),
            quarries=(QUARRY,),
            sphinx=1 if chosen.start_sphinx_card else 0,
        )
        for chip, who in enumerate(setup.chips)
    }
    state = Egizia(
        seats=players,
        rules=chosen,
        printed=facts,
        facts=facts,
        sides={who: sides[who] for who in players},
        chips=setup.chips,
        clock=n,
        slots=dict.fromkeys(SITES, ("",) * (3 if n > 3 else 2)),
        deck=sphinx_cards(facts, chosen) - dealt,
        stock=_stock(facts, chosen, setup),
    )
    run_on(state, [])
    return state


def sphinx_cards(facts: Catalogue, chosen: Rules) -> int:
    """Cards of the Sphinx deck before the deal (spec 5.11 ten_percent_card)."""
    if chosen.ten_percent_card:
        return SPHINX_CARDS
    copies = facts.sphinx.get("ten_percent")
    return SPHINX_CARDS - (1 if copies is None else copies)


# what the app draws


def _stock(facts: Catalogue, chosen: Rules, setup: EgiziaSetup) -> Stock | None:
    """Rows of Nile cards, grave tiles and the first Sphinx cards out of the lot, as far as the table wants them."""
    if not (chosen.draw_nile or chosen.draw_graves or chosen.draw_sphinx):
        return None
    if not setup.lot:
        raise InputError(T("Cartouche is to draw, but the setup has no lot. Begin the game anew."))
    draw = Draw(setup.lot)
    return Stock(
        rows=_rows(facts, draw.branch("nile")) if chosen.draw_nile else (),
        tiles=_tiles(facts, draw.branch("graves")) if chosen.draw_graves else (),
        dealt=_deal(facts, chosen, setup.chips, draw.branch("sphinx")) if chosen.draw_sphinx else {},
    )


def _list_missing(what: Text) -> InputError:
    return InputError(
        T("Cartouche can't draw: the list of your box is not complete ({list}). Enter it in the survey, or let the "
          "table draw.", list=what)
    )  # fmt: skip


def _rows(facts: Catalogue, draw: Draw) -> tuple[tuple[str, ...], ...]:
    """Ten cards a round: rounds 1 and 2 from one deck, 3 and 4 from the next, 5 from the last (spec 4)."""
    found: list[tuple[str, ...]] = []
    for deck in DECKS:
        if not deck_whole(facts, deck):
            raise _list_missing(DECK_NAMES[deck])
        cards = draw.branch(deck).shuffled([card for card, n in sorted(facts.nile[deck].items()) for _ in range(n)])
        rounds = min(2, ROUNDS - len(found))
        found += [tuple(cards[STOPS_OF_A_ROUND * i : STOPS_OF_A_ROUND * (i + 1)]) for i in range(rounds)]
    return tuple(found)


def _tiles(facts: Catalogue, draw: Draw) -> tuple[int, ...]:
    if not facts.tiles:
        raise _list_missing(T("grave tiles"))
    return tuple(draw.shuffled(sorted(facts.tiles))[:PLACES])


def _deal(facts: Catalogue, chosen: Rules, chips: Sequence[str], draw: Draw) -> dict[str, str]:
    if not chosen.start_sphinx_card:
        return {}
    if not sphinx_whole(facts):
        raise _list_missing(T("Sphinx cards"))
    left = [kind for kind in SPHINX_TYPES if chosen.ten_percent_card or kind != "ten_percent"]
    cards = draw.shuffled([kind for kind in left for _ in range(facts.sphinx.get(kind) or 0)])
    return dict(zip(chips, cards, strict=False))


# the check-list


def steps(setup: EgiziaSetup, seats: Sequence[str], options: OptionValues, box: Box) -> tuple[Step, ...]:
    """The check-list that brings the table to `setup` (spec 3)."""
    chosen = read_rules(options)
    n = len(seats)
    chips: tuple[Value, ...] = tuple(T("{i} {who}", i=i, who=seat(who)) for i, who in enumerate(setup.chips, 1))
    order: tuple[Value, ...] = tuple(seat(who) for who in reversed(setup.chips))
    counters: tuple[Value, ...] = tuple(
        T("{who} {n}", who=seat(who), n=START_STONES[i]) for i, who in enumerate(setup.chips)
    )
    made = [
        Step(T("Put the board in the middle.")),
        Step(T("Number chips: {chips}.", chips=chips), True, tuple(f"seat:{who}" for who in setup.chips)),
        Step(T("Every player takes a tableau and 8 ships: joker on 2 in the lower row, three crews on 1.")),
        Step(TN("Every player takes {n} stone.", "Every player takes {n} stones.", STONES)),
        Step(T("Score stones on 0, one behind the other; from the front: {order}.", order=order), True,
             tuple(f"score:{who}" for who in reversed(setup.chips))),
        Step(T("One stone each on the top row of the stone market and of the grain market."),
             picture=("market:stone", "market:grain")),
        Step(T("A stone each on the stone counter: {counters}.", counters=counters), True,
             tuple(f"seat:{who}" for who in setup.chips)),
        Step(T("Every player lays a quarry of 3 and a green field of 6 face up.")),
    ]  # fmt: skip
    made += _sphinx_steps(chosen)
    if chosen.draw_nile:
        made.append(Step(T("Keep the three decks of Nile cards apart. Cartouche will name the cards of each round.")))
    else:
        made.append(Step(T("Shuffle the three decks of Nile cards apart and lay them face down beside the board.")))
    made.append(Step(T("The water ring lies on the middle circle."), picture=("ring:middle",)))
    if chosen.draw_graves:
        made.append(Step(T("Cartouche names the tile of each grave when it turns up; keep the tiles in sight.")))
    else:
        made.append(
            Step(T("Shuffle the grave tiles: one face down on each of the 12 places, 8 unseen into the box. Turn up "
                   "the first four."), picture=tuple(f"space:grave:{at}" for at in range(1, 5)))
        )  # fmt: skip
    made.append(Step(T("Lay the scarabs beside the board.")))
    if n < 4:
        made.append(
            Step(T("Cover the third slot of every site with a stone of an unused colour."),
                 picture=tuple(f"site:{site}" for site in SITES))
        )  # fmt: skip
    made.append(Step(T("{who} begins.", who=seat(setup.chips[0])), True, (f"seat:{setup.chips[0]}",)))
    return tuple(made)


def _sphinx_steps(chosen: Rules) -> list[Step]:
    made = []
    if not chosen.ten_percent_card:
        made.append(Step(T("Put the Sphinx card with 1 point for every 10 points into the box.")))
    if chosen.draw_sphinx and chosen.start_sphinx_card:
        made.append(
            Step(T("Each player looks at the private screen and takes that Sphinx card out of the deck, unseen."))
        )
        made.append(Step(T("Shuffle the other Sphinx cards and lay them face down on their place."),
                         picture=("deck:sphinx",)))  # fmt: skip
        return made
    made.append(Step(T("Shuffle the Sphinx cards and lay them face down on their place."), picture=("deck:sphinx",)))
    if chosen.start_sphinx_card:
        made.append(Step(T("Every player draws one Sphinx card, secretly."), picture=("deck:sphinx",)))
    return made
