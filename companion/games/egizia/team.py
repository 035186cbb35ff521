"""Who works at a build: crews, the joker, and the cards that help them (spec egizia 5.5, 5.12)."""

from __future__ import annotations

from companion.engine.game import Event
from companion.engine.text import T, seat
from companion.games.egizia.components import BOOST, CREWS, JOKER, ORDINARY, STONE_CAP, STONES_CARD
from companion.games.egizia.names import card_name, crew_name
from companion.games.egizia.state import Egizia, Team

Events = list[Event]

TWO_CREWS, STRONGER = "two_crews", "crew_boost"


def strength(s: Egizia, who: str, team: Team) -> int:
    """The strength of a team: its crews with what cards add."""
    crews = s.sides[who].crews
    return sum(crews[crew] for crew in team.crews) + BOOST * len(team.boosts)


def left(s: Egizia, who: str) -> tuple[int, int]:
    """Strength and stones that the build that has begun has left."""
    team = s.team or Team()
    return strength(s, who, team) - team.value, s.sides[who].stones - team.value


def ordinary(team: Team) -> int:
    """How many ordinary crews are in it."""
    return sum(crew in ORDINARY for crew in team.crews)


def room(s: Egizia, who: str, team: Team) -> int:
    """How many ordinary crews may still join: one works at a site, two with the card."""
    return (2 if TWO_CREWS in s.sides[who].cards else 1) - ordinary(team)


def unused(s: Egizia, who: str, team: Team) -> list[str]:
    """Crews that lie face up and are not in the team."""
    side = s.sides[who]
    return [crew for crew in CREWS if crew not in side.down and crew not in team.crews]


def boosters(s: Egizia, who: str, team: Team) -> int:
    """Cards left that make a crew of the team stronger."""
    return s.sides[who].cards.count(STRONGER) - len(team.boosts)


def reach(s: Egizia, who: str, team: Team) -> int:
    """The most strength a team can still get with crews that are unused and cards; 0 without an ordinary crew."""
    crews, free = s.sides[who].crews, unused(s, who, team)
    joining = sorted((crews[crew] for crew in free if crew in ORDINARY), reverse=True)[: max(0, room(s, who, team))]
    members = len(team.crews) + len(joining) + (JOKER in free)
    if not ordinary(team) and not joining:
        return 0
    boosts = min(boosters(s, who, team), members - len(team.boosts))
    return strength(s, who, team) + sum(joining) + (crews[JOKER] if JOKER in free else 0) + BOOST * boosts


def within_reach(s: Egizia, who: str) -> list[tuple[int, int]]:
    """Pairs of strength and stones that a seat can come to before its build begins, with everything it owns.

    It may play cards for stones, and make a crew stronger with the cards that do so at any moment (spec 4).
    """
    side = s.sides[who]
    if not any(crew not in side.down for crew in ORDINARY):
        return []
    stones = min(STONE_CAP, side.stones + STONES_CARD * side.cards.count("stones"))
    grown = max(0, min(_growth(s, who), side.unused("crew_plus_one")))
    power = reach(s, who, Team()) + grown
    bought = min(_growth(s, who) - grown, side.unused("stones_to_crew"))
    return [(power + n, stones - 2 * n) for n in range(bought + 1) if stones >= 2 * n]


def _growth(s: Egizia, who: str) -> int:
    """Steps that its unused crews have left to their maximum."""
    return sum(max(0, s.facts.most(crew) - s.sides[who].crews[crew]) for crew in unused(s, who, Team()))


def use_up(s: Egizia, who: str, card: str, events: Events) -> None:
    """Tell that a card is used; one for a single use goes back to the box."""
    if s.facts.kind(card) == "anytime":
        side = s.side(who)
        at = side.cards.index(card)
        side.cards = (*side.cards[:at], *side.cards[at + 1 :])
        text = T("{who} plays a card: {card}", who=seat(who), card=card_name(card, s.facts))
    else:
        text = T("{who} uses a card: {card}", who=seat(who), card=card_name(card, s.facts))
    events.append(Event(f"use.{card}", text, (who,), (f"card:{who}:{card}",)))


def put_down(s: Egizia, who: str, events: Events) -> None:
    """The build is decided: its cards are used up and its crews lie face down until the next round."""
    team = s.team or Team()
    if ordinary(team) > 1:
        use_up(s, who, TWO_CREWS, events)
    for _ in team.boosts:
        use_up(s, who, STRONGER, events)
    side = s.side(who)
    side.down = (*side.down, *team.crews)
    if team.crews:
        names = tuple(crew_name(crew, s.facts) for crew in team.crews)
        text = T("{who} turns face down: {crews}", who=seat(who), crews=names)
        events.append(Event("down", text, (who,), tuple(f"crew:{who}:{crew}" for crew in team.crews)))


def worked(s: Egizia, who: str) -> None:
    """A stone was spent at the site of now: its ship counts for participation (spec 5.9)."""
    site = s.phase.upper()
    s.worked = {**s.worked, who: (*s.worked.get(who, ()), site)}


def finish(s: Egizia) -> None:
    """The ship that was due has built; the next one is due."""
    s.builders, s.queue, s.team = s.builders + 1, s.queue[1:], None
