"""What characters and event tokens do (spec sobek 5.2, 5.4)."""

from __future__ import annotations

from companion.engine.game import Event
from companion.engine.knowledge import ANY, Hidden
from companion.engine.text import TN, T, Text, seat
from companion.games.sobek.catalogue import CHARACTER_NAMES, UNSURE_TOKENS
from companion.games.sobek.flow import Events, after_action
from companion.games.sobek.limits import TWICE, with_doubled_token
from companion.games.sobek.piles import say_cards
from companion.games.sobek.state import DRAWN, HAND, Sobek, blessed
from companion.games.sobek.track import next_same, prev_same, space

ALLIANCE = "ALL."


def _plays(s: Sobek, who: str, name: str, events: Events, then: Text | None = None) -> None:
    """Tell that the card is spent, and what it does if that is all."""
    card = CHARACTER_NAMES[name]
    if then is None:
        text = T("{who} plays {card}", who=seat(who), card=card)
    else:
        text = T("{who} plays {card}: {effect}", who=seat(who), card=card, effect=then)
    events.append(Event(f"play.{name}", text, (who,), (f"hand:{who}", f"power:{name}")))


def begin_power(s: Sobek, who: str, name: str, events: Events) -> None:
    """The character `name` lies on the discard pile; its power begins (spec 5.2)."""
    s.power = name
    match name:
        case "QUE":
            _queen(s, who, events)
        case "SCR":
            _scribe(s, who, events)
        case "PRI":
            s.stage = "family"
            _plays(s, who, name, events)
        case "THI" | "VIZ":
            s.stage = "aim"
            _plays(s, who, name, events)
        case "MER":
            s.stage = "merchant"
            _plays(s, who, name, events)
        case "COU":
            side = s.sides[who]
            if side.sets and side.hand.n:
                s.stage = "court"
                _plays(s, who, name, events)
            else:
                _nothing(s, who, events)


def _nothing(s: Sobek, who: str, events: Events) -> None:
    """A power without effect; the card is spent all the same."""
    _plays(s, who, s.power, events, T("no effect"))
    after_action(s, events)


def _queen(s: Sobek, who: str, events: Events) -> None:
    """Three cards from the deck; the last delivery is so much shorter."""
    n = min(DRAWN, s.deck)
    if not n:
        _nothing(s, who, events)
        return
    s.deck -= n
    side = s.side(who)
    side.hand = side.hand.with_slot(ANY, n)
    text = TN("draws {n} card", "draws {n} cards", n)
    _plays(s, who, "QUE", events, text)
    events.append(Event("power.QUE", T("The last delivery will be shorter."), (who,), (f"hand:{who}",)))
    after_action(s, events)


def _scribe(s: Sobek, who: str, events: Events) -> None:
    """Every opponent keeps six cards; the others go under the own tile."""
    if all(s.sides[other].hand.n <= HAND for other in s.others(who)):
        _nothing(s, who, events)
        return
    _plays(s, who, "SCR", events)
    for other in s.others(who):
        n = s.sides[other].hand.n - HAND
        if n <= 0:
            continue
        side = s.side(other)
        side.hand = side.hand.fewer(n)
        side.pile = side.pile.joined(Hidden().unknown(n))
        text = T("{who} puts {cards} under the tile", who=seat(other), cards=say_cards(n))
        events.append(Event("power.SCR", text, (other,), (f"hand:{other}", f"pile:{other}"), show=True))
    after_action(s, events)


def declined(s: Sobek, who: str, events: Events) -> None:
    """The power is not used; the card is spent all the same."""
    text = T("{who} doesn't use the power: {card}", who=seat(who), card=CHARACTER_NAMES[s.power])
    events.append(Event(f"decline.{s.power}", text, (who,)))
    after_action(s, events)


def aimed(s: Sobek, who: str, other: str, events: Events) -> None:
    """The player meant by a Thief, a Vizier, an Alliance or a Curse."""
    if s.token.startswith(ALLIANCE):
        _ally(s, who, other, events)
    elif s.token == "CUR":
        side = s.side(other)
        side.curses += 1
        text = T("{who} curses {other}", who=seat(who), other=seat(other))
        events.append(Event("token.CUR", text, (who, other), (f"pile:{other}",)))
    elif s.power == "THI":
        _steal(s, who, other, events)
    else:
        _fetch(s, who, other, events)
    after_action(s, events)


def _steal(s: Sobek, who: str, other: str, events: Events) -> None:
    """One card from a hand, by its back."""
    victim, side = s.side(other), s.side(who)
    names = {"who": seat(who), "other": seat(other)}
    if not victim.hand.n:
        events.append(Event("power.THI", T("{other} has no cards to steal", **names), (who, other)))
        return
    victim.hand = victim.hand.fewer(1)
    side.hand = side.hand.with_slot(ANY)
    text = T("{who} steals a card from {other}", **names)
    events.append(Event("power.THI", text, (who, other), (f"hand:{other}", f"hand:{who}")))


def _fetch(s: Sobek, who: str, other: str, events: Events) -> None:
    """One card of the own choice from under another tile."""
    victim, side = s.side(other), s.side(who)
    names = {"who": seat(who), "other": seat(other)}
    if not victim.pile.n:
        events.append(Event("power.VIZ", T("Nothing lies under the tile of {other}", **names), (who, other)))
        return
    victim.pile = victim.pile.fewer(1)
    side.hand = side.hand.with_slot(ANY)
    text = T("{who} takes a card from under the tile of {other}", **names)
    events.append(Event("power.VIZ", text, (who, other), (f"pile:{other}", f"hand:{who}")))


# tokens


def choose_token(s: Sobek, who: str, token: str, events: Events) -> None:
    """A token is shown and carried out (spec 5.4)."""
    s.token, s.left = token, s.left - 1
    s.used = {**s.used, token: s.used.get(token, 0) + 1}
    if token in UNSURE_TOKENS and s.used[token] == TWICE and s.facts.tokens[token] is None:
        s.facts = with_doubled_token(s.facts, token)
        s.told = {**s.told, f"tokens.{token}": TWICE}
    name = s.facts.token_name(token)
    text = T("{who} chooses {token}", who=seat(who), token=name)
    events.append(Event(f"choose.{token}", text, (who,), (f"token:{token}",)))
    if token.startswith(ALLIANCE):
        _go_ahead(s, who, events)
        s.stage = "aim"
    elif token == "CUR":
        s.stage = "tell" if s.rules.curse_cards is None else "aim"
    elif token == "PRO":
        _prosperity(s, who, events)
    elif token == "FLO":
        s.extra += 1
        events.append(Event("token.FLO", T("{who} will have another turn", who=seat(who)), (who,)))
        after_action(s, events)
    elif token == "EMB":
        _embalm(s, who, events)
    else:
        s.stage = "fraud"


def _symbol(s: Sobek, points: int) -> str:
    """The symbol an Alliance looks for, for a marker that stands on `points` (spec 11.1)."""
    own = s.rules.alliance_symbol == "own"
    return s.facts.track[space(points)] if own else s.token.removeprefix(ALLIANCE)


def _go_ahead(s: Sobek, who: str, events: Events) -> None:
    side = s.side(who)
    n = next_same(s.facts.track, side.points, _symbol(s, side.points)) - side.points
    side.points += n
    text = T("{who} goes ahead to {points}", who=seat(who), points=side.points)
    events.append(Event(f"token.{s.token}", text, (who,), (f"score:{who}",), {who: n}))


def _ally(s: Sobek, who: str, other: str, events: Events) -> None:
    """The marker of the opponent named goes back, or stays where there is no such space."""
    side = s.side(other)
    back = prev_same(s.facts.track, side.points, _symbol(s, side.points))
    if back is None:
        text = T("{other} stays: there is no such space further back", other=seat(other))
        events.append(Event("alliance", text, (who, other), (f"score:{other}",)))
        return
    n = back - side.points
    side.points = back
    text = T("{other} goes back to {points}", other=seat(other), points=back)
    events.append(Event("alliance", text, (who, other), (f"score:{other}",), {other: n}))


def _prosperity(s: Sobek, who: str, events: Events) -> None:
    if not blessed(s.sides[who]):
        text = T("{who} has no set of wheat, fish or cattle: the token goes", who=seat(who))
        events.append(Event("token.PRO", text, (who,)))
        after_action(s, events)
        return
    s.stage = "tell" if s.rules.prosperity_scarabs is None else "prosper"


def place_prosperity(s: Sobek, who: str, onto: int, events: Events) -> None:
    """The token lies on an own set and adds its scarabs there."""
    side = s.side(who)
    sets = list(side.sets)
    laid = sets[onto]
    sets[onto] = type(laid)(laid.family, laid.cards, laid.prosperity + 1, laid.flat)
    side.sets = tuple(sets)
    n = s.rules.prosperity_scarabs or 0
    text = TN("{who}'s set counts {n} scarab more", "{who}'s set counts {n} scarabs more", n, who=seat(who))
    events.append(Event("token.PRO", text, (who,), (f"set:{who}:{onto}",)))
    after_action(s, events)


def _embalm(s: Sobek, who: str, events: Events) -> None:
    """All corruption cards come to the hand."""
    side = s.side(who)
    n = side.pile.n
    side.hand, side.pile = side.hand.joined(side.pile), Hidden()
    if n:
        text = T("{who} takes {cards} from under the tile", who=seat(who), cards=say_cards(n))
    else:
        text = T("Nothing lies under the tile of {who}", who=seat(who))
    events.append(Event("token.EMB", text, (who,), (f"pile:{who}", f"hand:{who}")))
    after_action(s, events)
