"""Why a move is not allowed: the validator, written apart from the generator in `rules` (spec nefertiti 5)."""

from __future__ import annotations

from companion.engine.game import TABLE, Move, Refusal
from companion.engine.text import T, Text, seat
from companion.games.nefertiti.components import (
    GIFT_NAMES,
    GIFTS,
    HALVES,
    MARKET_NAMES,
    MARKETS,
    PLACES,
    character_name,
    half_name,
)
from companion.games.nefertiti.correcting import faults, unknown_place
from companion.games.nefertiti.moves import (
    Character,
    Closes,
    Correct,
    Force,
    GameOver,
    Known,
    Lay,
    Leave,
    NewSquare,
    NextBidder,
    Place,
    Roll,
    Seen,
    Tell,
    Value,
    Whole,
)
from companion.games.nefertiti.refusals_asked import NEEDS, answer_to, too_dear
from companion.games.nefertiti.state import AKHENATON, LAST_FIVE, Nefertiti, Stage

STEPS: dict[Stage, Text] = {
    "lay": T("lay a gift"),
    "place": T("place a servant"),
    "force": T("close a market"),
    "number": T("the number of the square"),
    "icons": T("the icons of the square"),
    "name": T("name a kind of gift"),
    "sell": T("how many cards"),
    "give_up": T("give up a card"),
    "collect": T("take deben"),
    "steal": T("take a gift"),
    "offer": T("choose a gift of your own"),
    "swap": T("choose another player’s gift"),
    "effect": T("enter the effect"),
    "put": T("where it goes"),
    "amount": T("how many"),
    "roll": T("roll a die"),
    "tie": T("which servant goes first"),
    "buy": T("the highest bidder buys"),
    "bid": T("buy or take half"),
    "more": T("take another gift"),
    "close_next": T("which market closes next"),
    "ask": T("answer the question"),
    "value": T("give the number"),
    "seen": T("name the card that was seen"),
}
BY_TABLE = (Lay, Closes, Whole, Roll, NextBidder, Tell, Value, GameOver, Seen, Known, Correct)


def refuse(s: Nefertiti, move: Move) -> Refusal | None:
    """Why `move` is not allowed now, or None."""
    if s.end:
        return Refusal("E_OVER")
    if move.by != TABLE and move.by not in s.money:
        return Refusal("E_SEAT", {"seat": move.by[:20]})
    if isinstance(move, BY_TABLE) != (move.by == TABLE):
        return Refusal("E_BY")
    if isinstance(move, Correct):
        return _correct(s, move)
    if isinstance(move, Leave | GameOver | Seen):
        return _incident(s, move)
    stage = s.stage
    if move.by in s.gone:
        return Refusal("E_GONE", {"who": seat(move.by)})
    if isinstance(move, Closes) and stage in ("place", "force"):
        return _closes(s, move.market)
    if stage not in NEEDS[type(move)]:
        return _not_now(s, stage, move)
    if move.by not in (TABLE, s.asked):
        return Refusal("E_TURN", {"who": seat(s.asked or TABLE)}, (f"seat:{s.asked}",))
    if isinstance(move, Lay | Known):
        return _card(s, move.gift)
    if isinstance(move, Place):
        return _place(s, move.by, move.square)
    if isinstance(move, NewSquare):
        return _new_square(s, move.market)
    if isinstance(move, Whole):
        return _whole(s, move.half)
    if isinstance(move, Character):
        return _character(s, move)
    if isinstance(move, Force):
        return _force(s, move)
    return answer_to(s, move)


def _incident(s: Nefertiti, move: Move) -> Refusal | None:
    """Spec 10.1: at any time but in the middle of a question of the table or the final scoring."""
    if s.ask is not None or s.naming or s.final:
        return Refusal("E_PHASE", {"step": STEPS[s.stage]})
    if isinstance(move, Leave):
        return Refusal("E_GONE", {"who": seat(move.by)}) if move.by in s.gone else None
    if isinstance(move, Seen):
        if s.laying:
            return Refusal("E_PHASE", {"step": STEPS["lay"]})
        if not s.deck:
            return Refusal("E_DECK")
        if s.known:
            return Refusal("E_KNOWN", {"gift": _gift(s.known)})
    return None


def _gift(gift: str) -> Text:
    return T("Akhenaton") if gift == AKHENATON else GIFT_NAMES[gift]


def _not_now(s: Nefertiti, stage: Stage, move: Move) -> Refusal:
    """The move belongs to another step: in a turn there is a reason to give (spec 4, 5.2, 5.3)."""
    turn = stage in ("place", "force")
    if turn and move.by not in (TABLE, s.turn):
        return Refusal("E_TURN", {"who": seat(s.turn)}, (f"seat:{s.turn}",))
    if stage == "force" and isinstance(move, Place | NewSquare):
        mine = tuple(f"square:{servant.square}" for servant in s.servants if servant.seat == s.turn)
        return Refusal("E_NO_SERVANT", {}, mine)
    if stage == "place" and isinstance(move, Force):
        return Refusal("E_FREE_SERVANT", {"n": s.free(s.turn)}, (f"seat:{s.turn}",))
    return Refusal("E_PHASE", {"step": STEPS[stage]})


def _card(s: Nefertiti, gift: str) -> Refusal | None:
    """Spec 2.2, 3.3: there are so many cards of each type, and Akhenaton is among the last five."""
    if gift not in GIFTS and gift != AKHENATON:
        return Refusal("E_GIFT", {"gift": gift[:20]})
    if s.known and gift != s.known:
        return Refusal("E_KNOWN", {"gift": _gift(s.known)})
    if gift == AKHENATON:
        if s.akhenaton:
            return Refusal("E_AKHENATON")
        return Refusal("E_EARLY", {"n": s.deck - LAST_FIVE}) if s.deck > LAST_FIVE else None
    n = s.match.facts.gifts[gift]
    if s.seen[gift] >= n:
        where = [f"holding:{who}:{gift}" for who in s.seats if s.held[who][gift] and not s.match.hide]
        where += [f"gift:{m}:{p}" for m in MARKETS for p in PLACES if s.gift_at(m, p) == gift]
        return Refusal("E_ALL_SEEN", {"gift": GIFT_NAMES[gift], "n": n}, tuple(where))
    return None


def _market(s: Nefertiti, market: str) -> Refusal | None:
    if market not in MARKETS:
        return Refusal("E_MARKET", {"market": market[:20]})
    if market not in s.open:
        return Refusal("E_CLOSED", {"market": MARKET_NAMES[market]})
    return None


def _place(s: Nefertiti, who: str, square: str) -> Refusal | None:
    """Spec 5.2: an empty square of the half that can be seen in an open market."""
    half, _, name = square.partition(":")
    known = s.match.facts.halves[half].square(name) if half in HALVES else None
    if known is None:
        return Refusal("E_SQUARE", {"square": square[:20]})
    market = half[:3]
    if (wrong := _market(s, market)) is not None:
        return wrong
    if s.visible[market] != half:
        return Refusal("E_COVERED", {"half": half_name(half)}, (f"market:{market}",))
    for servant in s.servants:
        if servant.square == square:
            return Refusal("E_TAKEN", {"who": seat(servant.seat)})
    return too_dear(s, who, known.bid)


def _new_square(s: Nefertiti, market: str) -> Refusal | None:
    if (wrong := _market(s, market)) is not None:
        return wrong
    half = s.half_of(market)
    return Refusal("E_COMPLETE", {"half": half_name(half.id)}) if half.complete else None


def _whole(s: Nefertiti, half: str) -> Refusal | None:
    """Only a half that can be seen and has squares, which may not be all of them."""
    if half not in HALVES:
        return Refusal("E_MARKET", {"market": half[:20]})
    if (wrong := _new_square(s, half[:3])) is not None:
        return wrong
    if s.visible[half[:3]] != half:
        return Refusal("E_COVERED", {"half": half_name(half)}, (f"market:{half[:3]}",))
    if s.square is None or s.square.half != half:
        return Refusal("E_PHASE", {"step": STEPS[s.stage]})
    return None if s.match.of_half[half] else Refusal("E_NO_SQUARES", {"half": half_name(half)})


def _character(s: Nefertiti, move: Character) -> Refusal | None:
    """Spec 5.1: one seal in a turn, for a character that is still there."""
    facts = s.match.facts
    if s.acted:
        return Refusal("E_ACTED")
    if not s.seals[move.by]:
        return Refusal("E_NO_SEAL", {}, (f"seat:{move.by}",))
    if move.card not in facts.characters:
        return Refusal("E_CHARACTER", {"card": move.card[:20]})
    if not s.copies_left(move.card):
        return Refusal("E_CHARACTER_GONE", {"character": character_name(facts, move.card)})
    return None


def _force(s: Nefertiti, move: Force) -> Refusal | None:
    """Spec 5.3: an open market in which the player has a servant."""
    if (wrong := _market(s, move.market)) is not None:
        return wrong
    if any(servant.seat == move.by for servant in s.standing(move.market)):
        return None
    mine = tuple(f"square:{servant.square}" for servant in s.servants if servant.seat == move.by)
    return Refusal("E_NOT_THERE", {"market": MARKET_NAMES[move.market]}, mine)


def _closes(s: Nefertiti, market: str) -> Refusal | None:
    if market not in MARKETS:
        return Refusal("E_MARKET", {"market": market[:20]})
    if s.late is None or s.late.market != market:
        return Refusal("E_NOT_LATE", {"market": MARKET_NAMES[market]})
    return None


def _correct(s: Nefertiti, move: Correct) -> Refusal | None:
    if move.empty:
        return Refusal("E_NOTHING")
    if (text := unknown_place(s, move)) is not None:
        return Refusal("E_CORRECT", {"fault": text})
    found = faults(s, move)
    return Refusal("E_CORRECT", {"fault": found[0].text}, found[0].targets) if found else None
