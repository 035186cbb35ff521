"""Why a move is not allowed: the validator, written apart from the generator in `rules` (spec sobek 3 to 5, 10.1).

Nothing here looks at what `view` hides: a refusal tells nobody more than everybody could know.
"""

from __future__ import annotations

from companion.engine.game import TABLE, Move, Refusal
from companion.engine.text import T, Text, seat
from companion.games.sobek import moves as m
from companion.games.sobek.catalogue import BLESSED, CHARACTER_NAMES, FAMILIES, FAMILY_NAMES, MAY, QUAY, TOKENS
from companion.games.sobek.correcting import fault_of
from companion.games.sobek.limits import (
    least_dropped,
    most_dropped,
    on_show,
    room,
    room_of_family,
    token_room,
    too_many,
    turned_up,
)
from companion.games.sobek.members import no_more, refuse_add, refuse_down
from companion.games.sobek.piles import most_cards, say_cards
from companion.games.sobek.state import EMPTY, LEAST, REACH, Sobek, reach, ways

STEPS: dict[str, Text] = {
    "lay": T("lay the delivery"),
    "lot": T("draw who chooses"),
    "start": T("name the starting player"),
    "turn": T("take a card, play a character or lay a set"),
    "set": T("finish the set"),
    "court": T("the Courtesan"),
    "family": T("name a family"),
    "drop": T("say how many cards go"),
    "aim": T("name a player"),
    "merchant": T("take a card with the Merchant"),
    "event": T("choose a token"),
    "prosper": T("place the Prosperity"),
    "tell": T("say what the token shows"),
    "fraud": T("show the number of corruption cards"),
    "last": T("the last sets"),
    "count": T("count the corruption cards"),
    "scarabs": T("count the scarabs"),
    "guilt": T("say whether anybody is penalised"),
}
NEEDS: dict[type[Move], tuple[str, ...]] = {
    m.Lay: ("lay",),
    m.Laid: ("lay",),
    m.Lot: ("lot",),
    m.Begin: ("start",),
    m.Take: ("turn", "merchant"),
    m.Character: ("turn",),
    m.Decline: ("aim", "merchant", "court"),
    m.Aim: ("aim",),
    m.Name: ("family",),
    m.Drop: ("drop",),
    m.LaySet: ("turn", "court", "last"),
    m.Add: ("set", "court", "last"),
    m.Down: ("set", "court", "last"),
    m.Withdraw: ("set", "court", "last"),
    m.Token: ("event",),
    m.Prosper: ("prosper",),
    m.Tell: ("tell",),
    m.Reveal: ("fraud",),
    m.Done: ("last",),
    m.Counted: ("count",),
    m.Recount: ("count",),
    m.Scarabs: ("scarabs",),
    m.Guilt: ("guilt",),
    m.ForgetEvent: ("event",),
}
BY_TABLE = (m.Lay, m.Laid, m.Lot, m.Tell, m.Counted, m.Guilt, m.ForgetEvent, m.Stop, m.Correct)


def refuse(state: Sobek, move: Move) -> Refusal | None:
    """Why `move` is not allowed now, or None."""
    if state.end:
        return Refusal("E_OVER")
    if move.by != TABLE and move.by not in state.sides:
        return Refusal("E_SEAT", {"seat": move.by[:20]})
    if isinstance(move, BY_TABLE) != (move.by == TABLE):
        return Refusal("E_BY")
    if isinstance(move, m.Correct):
        return _correct(state, move)
    if isinstance(move, m.Stop):
        return _stop(state)
    if move.by != TABLE and state.sides[move.by].gone:
        return Refusal("E_GONE", {"who": seat(move.by)})
    if isinstance(move, m.Leave):
        return None
    if isinstance(move, m.LateEvent):
        return _late(state, move.by)
    if state.stage not in NEEDS[type(move)]:
        return _step(state, move)
    if (wrong := _turn(state, move.by)) is not None:
        return wrong
    return _answer(state, move)


def _answer(state: Sobek, move: Move) -> Refusal | None:
    """A move of the right kind by the right seat: what it says must be possible."""
    match move:
        case m.Lay():
            return _lay(state, move)
        case m.Laid():
            return _laid(state)
        case m.Lot(seat=who) | m.Begin(seat=who) | m.Aim(seat=who):
            return _person(state, move, who)
        case m.Take(place=place):
            return _take(state, place)
        case m.Character(name=name):
            return _character(state, move.by, name)
        case m.Decline():
            return _decline(state)
        case m.Name(family=family):
            return None if family in FAMILIES else Refusal("E_NO_FAMILY", {"family": family[:20]})
        case m.Drop(cards=n):
            return _drop(state, n)
        case m.LaySet():
            return _set(state, move)
        case m.Add(card=card):
            return refuse_add(state, move.by, card)
        case m.Down():
            return refuse_down(state, move.by)
        case m.Withdraw():
            return None if state.sides[move.by].draft is not None else Refusal("E_NO_SET")
        case m.Token(token=token):
            return _token(state, token)
        case m.Prosper(onto=onto):
            return _prosper(state, onto)
        case m.Tell():
            return _tell(state, move)
        case m.Reveal(cards=n):
            return _number(n, most_cards(state))
        case m.Recount(cards=n):
            if n == state.sides[move.by].pile.n:
                return Refusal("E_SAME", {"n": n})
            return _number(n, most_cards(state))
        case m.Scarabs(scarabs=n):
            return _number(n, 3 * state.sides[move.by].pile.n)
        case m.Done():
            return _done(state, move.by)
    return None


def _number(n: int, most: int) -> Refusal | None:
    return None if 0 <= n <= most else Refusal("E_NUMBER", {"most": most})


def _drop(state: Sobek, n: int) -> Refusal | None:
    """Spec 5.2, 6: no more than there can be, no fewer than everybody saw go under the tile."""
    most, least, family = most_dropped(state, state.family), least_dropped(state), FAMILY_NAMES[state.family]
    if n > most:
        return Refusal("E_DROP", {"cards": say_cards(most), "family": family})
    return Refusal("E_DROP_LEAST", {"cards": say_cards(least), "family": family}) if n < least else None


def _step(state: Sobek, move: Move) -> Refusal:
    if state.stage == "last" and isinstance(move, m.Character):
        return Refusal("E_LAST_POWER")
    if state.stage == "turn" and isinstance(move, m.Add | m.Down | m.Withdraw):
        return Refusal("E_ADD_ONE" if isinstance(move, m.Add) else "E_NO_SET")
    return Refusal("E_PHASE", {"step": STEPS[state.stage]})


def _turn(state: Sobek, by: str) -> Refusal | None:
    """Whose answer it is."""
    if by == TABLE or state.stage in ("count", "last"):
        return None
    if state.stage == "scarabs":
        return None if by in state.asked else Refusal("E_NOT_TIED", {"who": seat(by)})
    asked = state.chooser if state.stage == "start" else state.turn
    return None if by == asked else Refusal("E_TURN", {"who": seat(asked)}, (f"seat:{asked}",))


def _lay(state: Sobek, move: m.Lay) -> Refusal | None:
    """Spec 3.2 step 5: nine cards (the last delivery: what is left), none that was there in this round before."""
    size, facts = min(QUAY, state.deck), state.facts
    if not 1 <= move.place <= size:
        return Refusal("E_PLACE", {"n": size})
    if (move.card != "CHA" and move.card not in ways(facts)) or move.card in CHARACTER_NAMES:
        return Refusal("E_CARD", {"card": move.card[:20]})
    if room(facts, move.card, turned_up(state, move.place)) < 1:
        family, there = facts.families.get(move.card[:3]), turned_up(state, move.place)
        if family is not None and room_of_family(facts, family.id, there) < 1:
            return Refusal("E_BOX_FAMILY", {"family": FAMILY_NAMES[family.id], "n": family.total})
        return Refusal("E_BOX_SEEN", {"card": facts.card_name(move.card), "n": there.get(move.card, 0)})
    return None


def _laid(state: Sobek) -> Refusal | None:
    missing = [at for at in range(1, min(QUAY, state.deck) + 1) if state.quay[at - 1] == EMPTY]
    return Refusal("E_MISSING", {"n": len(missing)}, tuple(f"quay:{at}" for at in missing)) if missing else None


def _person(state: Sobek, move: Move, who: str) -> Refusal | None:
    if who not in state.sides:
        return Refusal("E_SEAT", {"seat": who[:20]})
    if state.sides[who].gone:
        return Refusal("E_GONE", {"who": seat(who)})
    if isinstance(move, m.Aim) and who == move.by:
        return Refusal("E_SELF")
    if isinstance(move, m.Lot):
        least = min(state.sides[one].points for one in state.playing)
        if state.sides[who].points > least:
            return Refusal("E_FEWEST", {"who": seat(who)})
    return None


def _take(state: Sobek, place: int) -> Refusal | None:
    """Spec 5.1: one of the first four that remain; with the Merchant any."""
    if not 1 <= place <= QUAY:
        return Refusal("E_PLACE", {"n": QUAY})
    if state.quay[place - 1] == EMPTY:
        return Refusal("E_EMPTY", {"place": place})
    near = reach(state.quay)
    if state.stage == "turn" and place not in near:
        return Refusal("E_REACH", {"n": REACH}, tuple(f"quay:{at}" for at in near))
    return None


def _character(state: Sobek, who: str, name: str) -> Refusal | None:
    """Spec 5.2: one from the hand; the box has so many."""
    if name not in CHARACTER_NAMES:
        return Refusal("E_CARD", {"card": name[:20]})
    hand = state.sides[who].hand
    if not hand.n:
        return Refusal("E_NO_CARDS", {"who": seat(who)}, (f"hand:{who}",))
    show = on_show(state, who)
    if too_many(state.facts, show, name):
        return no_more(state, show, name)
    if hand.shown(name, ways(state.facts)) is None:
        return Refusal("E_HELD_CHARACTER", {"who": seat(who)}, (f"hand:{who}",))
    return None


def _decline(state: Sobek) -> Refusal | None:
    if state.stage == "court":
        return Refusal("E_OPEN_SET") if state.sides[state.turn].draft is not None else None
    if state.power not in MAY:
        return Refusal("E_MUST")
    if state.rules.may_powers != "decline":
        return Refusal("E_COMPULSORY", {"card": CHARACTER_NAMES[state.power]})
    return None


def _set(state: Sobek, move: m.LaySet) -> Refusal | None:
    """Spec 5.2 (Courtesan), 5.3, 5.5: where cards may go, and whether the hand can have enough."""
    side = state.sides[move.by]
    if move.family not in FAMILIES:
        return Refusal("E_NO_FAMILY", {"family": move.family[:20]})
    if side.draft is not None:
        return Refusal("E_OPEN_SET")
    if side.done and state.stage == "last":
        return Refusal("E_DONE", {"who": seat(move.by)})
    if move.onto != m.NEW:
        if state.stage == "last":
            return Refusal("E_LAST_ADD")
        if not 0 <= move.onto < len(side.sets):
            return Refusal("E_WHICH_SET")
        family = side.sets[move.onto].family
        if family != move.family:
            target = (f"set:{move.by}:{move.onto}",)
            return Refusal("E_SET_FAMILY", {"family": FAMILY_NAMES[family], "other": FAMILY_NAMES[move.family]}, target)
    elif state.stage == "court":
        return Refusal("E_COURTESAN_NEW")
    if state.stage != "court" and side.hand.n < LEAST:
        cards = say_cards(side.hand.n)
        return Refusal("E_HAND", {"who": seat(move.by), "cards": cards}, (f"hand:{move.by}",))
    return None


def _token(state: Sobek, token: str) -> Refusal | None:
    if token not in TOKENS:
        return Refusal("E_NO_TOKEN", {"token": token[:20]})
    if token_room(state, token) < 1:
        n = state.facts.most_tokens[token]
        return Refusal("E_TOKEN", {"token": state.facts.token_name(token), "n": n}, (f"token:{token}",))
    return None


def _prosper(state: Sobek, onto: int) -> Refusal | None:
    """Spec 5.4: an own set of wheat, fish or cattle."""
    sets = state.sides[state.turn].sets
    if not 0 <= onto < len(sets):
        return Refusal("E_WHICH_SET")
    family = sets[onto].family
    return None if family in BLESSED else Refusal("E_PROSPERITY", {"family": FAMILY_NAMES[family]})


def _tell(state: Sobek, move: m.Tell) -> Refusal | None:
    wanted = "curse" if state.token == "CUR" else "prosperity"
    if move.key != wanted:
        return Refusal("E_PHASE", {"step": STEPS["tell"]})
    return None if move.value in (1, 2) else Refusal("E_PRINTED")


def _done(state: Sobek, who: str) -> Refusal | None:
    side = state.sides[who]
    if side.done:
        return Refusal("E_DONE", {"who": seat(who)})
    return Refusal("E_OPEN_SET") if side.draft is not None else None


def _late(state: Sobek, who: str) -> Refusal | None:
    if state.late != who or not state.left:
        return Refusal("E_LATE", {"who": seat(who)})
    return None if state.stage == "turn" else Refusal("E_PHASE", {"step": STEPS[state.stage]})


def _stop(state: Sobek) -> Refusal | None:
    """Spec 10.1: after a finished round only."""
    fresh = state.delivery == 1 and state.stage in ("lay", "lot", "start")
    return None if fresh and state.finished else Refusal("E_STOP")


def _correct(state: Sobek, move: m.Correct) -> Refusal | None:
    if move.empty:
        return Refusal("E_NOTHING")
    fault = fault_of(state, move)
    return None if fault is None else Refusal("E_CORRECT", {"fault": fault.text}, fault.targets)
