"""Why a move at a site is not allowed, written apart from the generator (spec egizia 5.5 to 5.8, 5.13).

Step and seat are right already when these are asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from companion.engine.game import Move, Refusal
from companion.engine.text import Value, seat
from companion.games.egizia.components import CREWS, JOKER, MOST_DRAWN, MOST_VALUE, PLUS_TWO, TRACKS
from companion.games.egizia.moves import (
    Boost,
    Build,
    Crew,
    Done,
    DrawCards,
    Early,
    First,
    Grave,
    Keep,
    Market,
    Stay,
    Whole,
    Withdraw,
    Worth,
)
from companion.games.egizia.names import crew_name, space_name
from companion.games.egizia.possible import can_go_on
from companion.games.egizia.refusals_spaces import spelled, taken, too_soon
from companion.games.egizia.state import BETWEEN, Egizia, Stage, Team
from companion.games.egizia.team import reach, strength

SHOWN = 20
"""So much of an unknown word is repeated."""


def _grave(s: Egizia, move: Grave) -> Refusal | None:
    """Spec 2.8, 6: a tile of the list that does not lie open yet, where the list is known."""
    n = move.value
    if not 1 <= n <= MOST_VALUE:
        return Refusal("E_VALUE", {"low": 1, "high": MOST_VALUE})
    known = Counter(s.facts.tiles)
    if known and s.tiles.count(n) >= known[n]:
        open_ones = tuple(f"space:grave:{at}" for at, value in enumerate(s.tiles, 1) if value == n)
        return Refusal("E_TILE", {"n": n, "copies": known[n]}, open_ones)
    return None


def _early(s: Egizia, move: Early) -> Refusal | None:
    if s.rules.draw_graves:
        return Refusal("E_TILE_APP")
    if s.team is not None:
        return Refusal("E_BUILDING", {"who": seat(s.turn)}, (f"seat:{s.turn}",))
    down = [at for at, value in enumerate(s.tiles, 1) if not value and f"grave:{at}" not in s.built]
    return None if down else Refusal("E_NO_TILE")


def _crews_fixed(s: Egizia, team: Team) -> Refusal | None:
    """Spec 5.5: with the first stone, tile or card the crews are fixed."""
    if team.works:
        return Refusal("E_CREWS_FIXED", {}, tuple(f"space:{space}" for space in team.works))
    return None


def _crew(s: Egizia, move: Crew) -> Refusal | None:
    """Spec 5.5: an unused ordinary crew, with the joker if wanted; a second ordinary one with the card."""
    who, crew, team = move.by, move.crew, s.team or Team()
    if crew not in CREWS:
        return Refusal("E_CREW", {"crew": crew[:SHOWN]})
    name, mine = crew_name(crew, s.facts), f"crew:{who}:"
    if (fixed := _crews_fixed(s, team)) is not None:
        return fixed
    if crew in team.crews:
        return Refusal("E_CREW_HERE", {"crew": name})
    if crew in s.sides[who].down:
        return Refusal("E_CREW_USED", {"crew": name})
    workers = [other for other in team.crews if other != JOKER]
    if crew == JOKER and not workers:
        return Refusal("E_JOKER_ALONE", {}, tuple(mine + other for other in CREWS[:3]
                                                  if other not in s.sides[who].down))  # fmt: skip
    if crew != JOKER and workers and ("two_crews" not in s.sides[who].cards or len(workers) > 1):
        code = "E_THIRD_CREW" if len(workers) > 1 else "E_SECOND_CREW"
        return Refusal(code, {"crew": crew_name(workers[0], s.facts)}, tuple(mine + other for other in workers))
    joined = Team((*team.crews, crew), team.boosts)
    if not can_go_on(s, who, s.phase.upper(), joined):
        stones = s.sides[who].stones
        return Refusal("E_CREW_WEAK", {"crew": name, "most": reach(s, who, joined), "stones": stones})
    return None


def _boost(s: Egizia, move: Boost) -> Refusal | None:
    """Spec 5.5, 5.12: the card makes one crew of the build stronger; two of them two different ones."""
    who, team = move.by, s.team or Team()
    cards = s.sides[who].cards.count("crew_boost")
    if not cards:
        return Refusal("E_NO_BOOST", {"who": seat(who)}, (f"seat:{who}",))
    if (fixed := _crews_fixed(s, team)) is not None:
        return fixed
    if move.crew not in team.crews:
        known = crew_name(move.crew, s.facts) if move.crew in CREWS else move.crew[:SHOWN]
        return Refusal("E_BOOST_CREW", {"crew": known}, tuple(f"crew:{who}:{crew}" for crew in team.crews))
    if move.crew in team.boosts:
        return Refusal("E_BOOSTED", {"crew": crew_name(move.crew, s.facts)})
    if cards == len(team.boosts):
        return Refusal("E_NO_BOOST", {"who": seat(who)}, (f"seat:{who}",))
    return None


def _build(s: Egizia, move: Build) -> Refusal | None:
    """Spec 5.5, 5.7, 5.8: a free space in its order, within strength and stones."""
    who, space, team = move.by, move.space, s.team or Team()
    for check in (spelled, taken):
        if (wrong := check(s, space)) is not None:
            return wrong
    if not any(crew != JOKER for crew in team.crews):
        unused = tuple(f"crew:{who}:{crew}" for crew in CREWS[:3] if crew not in s.sides[who].down)
        return Refusal("E_NO_CREW", {}, unused)
    wrong, least = too_soon(s, space)
    if wrong is not None:
        return wrong
    power, stones = strength(s, who, team), s.sides[who].stones
    params: dict[str, Value] = {"space": space_name(space), "value": least, "done": team.value}
    if least + team.value > power:
        crews = tuple(f"crew:{who}:{crew}" for crew in team.crews)
        return Refusal("E_TOO_WEAK", {**params, "strength": power, "left": power - team.value}, crews)
    if least + team.value > stones:
        return Refusal("E_FEW_STONES", {**params, "stones": stones, "left": stones - team.value}, (f"seat:{who}",))
    return None


def _done(s: Egizia, move: Done) -> Refusal | None:
    return None if s.team is not None and s.team.works else Refusal("E_NOTHING_BUILT")


def _withdraw(s: Egizia, move: Withdraw) -> Refusal | None:
    if s.team is None or not s.team.works:
        return None
    crews = tuple(f"crew:{move.by}:{crew}" for crew in s.team.crews)
    return Refusal("E_AT_WORK", {}, crews)


def _draw(s: Egizia, move: DrawCards) -> Refusal | None:
    """Spec 5.6: at most five, with strength, stones and cards for them."""
    who, n = move.by, move.cards
    if s.phase != "site_a":
        return Refusal("E_NOT_SPHINX", {}, ("site:SITE_A",))
    if not 1 <= n <= MOST_DRAWN:
        return Refusal("E_MOST_CARDS", {"most": MOST_DRAWN})
    if n > s.deck:
        return Refusal("E_DECK", {"n": s.deck}, ("deck:sphinx",))
    team, stones = s.team or Team(), s.sides[who].stones
    free = PLUS_TWO if "sphinx_plus_two" in s.sides[who].cards else 0
    paid = max(n - free, 0)
    if s.rules.sphinx_plus_two_needs_work:
        paid = max(paid, 1)
    if paid > stones:
        return Refusal("E_CARD_STONES", {"n": n, "paid": paid, "stones": stones}, (f"seat:{who}",))
    if not team.crews and (paid or s.rules.sphinx_plus_two_needs_work):
        unused = tuple(f"crew:{who}:{crew}" for crew in CREWS[:3] if crew not in s.sides[who].down)
        return Refusal("E_NO_CREW", {}, unused)
    power = strength(s, who, team)
    if paid > power:
        crews = tuple(f"crew:{who}:{crew}" for crew in team.crews)
        return Refusal("E_CARD_STRENGTH", {"n": n, "paid": paid, "strength": power}, crews)
    return None


def _keep(s: Egizia, move: Keep) -> Refusal | None:
    """Spec 5.6: one or none, two with the card."""
    n = move.cards
    if n < 0 or n > 2 or n > s.drawn:
        return Refusal("E_KEEP", {"drawn": s.drawn})
    if n == 2 and "keep_two" not in s.sides[move.by].cards:
        return Refusal("E_KEEP_TWO", {"who": seat(move.by)}, (f"seat:{move.by}",))
    return None


def _worth(s: Egizia, move: Worth) -> Refusal | None:
    """Spec 2.7, 5.8: numbers rise on the obelisk and in the parts of the temple."""
    line = s.asked_space.rpartition(":")[0]
    below = [space.value for space in s.facts.obelisk] if line == "obelisk" else []
    if line.startswith("temple:") and (part := line.partition(":")[2]) in s.facts.temple:
        below = list(s.facts.temple[part].values)
    low = max(below, default=1)
    return None if low <= move.value <= MOST_VALUE else Refusal("E_VALUE", {"low": low, "high": MOST_VALUE})


def _market(s: Egizia, move: Market) -> Refusal | None:
    if move.track in TRACKS:
        return None
    return Refusal("E_TRACK", {"track": move.track[:SHOWN]}, ("market:stone", "market:grain"))


def _free(s: Egizia, move: First | Stay | Whole) -> Refusal | None:
    """Either answer is possible."""
    return None


CHECKS: dict[type[Move], Callable[[Egizia, Any], Refusal | None]] = {
    Grave: _grave, Early: _early, First: _free, Stay: _free, Crew: _crew, Boost: _boost, Build: _build, Done: _done,
    Withdraw: _withdraw, DrawCards: _draw, Keep: _keep, Worth: _worth, Whole: _free, Market: _market,
}  # fmt: skip
NEEDS: dict[type[Move], tuple[Stage, ...]] = {
    Grave: ("grave",), Early: BETWEEN, First: ("first",), Stay: ("first",), Crew: ("build",), Boost: ("build",),
    Build: ("build",), Done: ("build",), Withdraw: ("build",), DrawCards: ("build",), Keep: ("keep",),
    Worth: ("worth",), Whole: ("whole",), Market: ("market",),
}  # fmt: skip
