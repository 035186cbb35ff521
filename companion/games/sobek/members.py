"""Why a card can't join what is being laid, or why it can't stay as it is (spec sobek 5.2, 5.3, 5.5)."""

from __future__ import annotations

from companion.engine.game import Refusal
from companion.engine.text import seat
from companion.games.sobek.catalogue import AMULET, CHARACTER_NAMES, COURTESAN, FAMILY_NAMES
from companion.games.sobek.limits import OnShow, copies_shown, may_belong, on_show, room, room_of_family, too_many
from companion.games.sobek.moves import NEW
from companion.games.sobek.piles import say_cards
from companion.games.sobek.state import LEAST, Sobek, ways


def refuse_add(state: Sobek, who: str, card: str) -> Refusal | None:
    """Why `card` can't join what `who` is laying, or None."""
    side, facts = state.sides[who], state.facts
    draft, court, can = side.draft, state.stage == "court", ways(facts)
    if draft is None:
        return Refusal("E_DONE", {"who": seat(who)}) if side.done and state.stage == "last" else Refusal("E_NO_SET")
    if card not in can:
        return Refusal("E_CARD", {"card": card[:20]})
    family, name = draft.family, facts.card_name(card)
    goods = facts.card(card)[0]
    if goods and goods != family:
        return Refusal("E_TWO_FAMILIES", {"family": FAMILY_NAMES[family], "other": FAMILY_NAMES[goods]})
    if court and len(draft.cards) >= COURTESAN:
        return Refusal("E_COURTESAN")
    if court and not goods and not state.rules.courtesan_jokers:
        return Refusal("E_JOKERS", {"family": FAMILY_NAMES[family]})
    if not side.hand.n:
        return Refusal("E_NO_CARDS", {"who": seat(who)}, (f"hand:{who}",))
    if card in CHARACTER_NAMES:
        show = on_show(state, who)
        known = facts.bears[card]
        if family not in known and "" not in known:
            named = tuple(FAMILY_NAMES[one] for one in dict.fromkeys(known))
            return Refusal("E_CHARACTER_FAMILY", {"card": name, "families": named, "family": FAMILY_NAMES[family]})
        if too_many(facts, show, card, family) or not may_belong(facts, show, card, family):
            return no_more(state, show, card)
        if side.hand.shown(card, can) is None:
            return Refusal("E_HELD_CHARACTER", {"who": seat(who)}, (f"hand:{who}",))
        return None
    there = on_show(state, who).goods
    if room(facts, card, there) < 1:
        if goods and room_of_family(facts, goods, there) < 1:
            return Refusal("E_BOX_FAMILY", {"family": FAMILY_NAMES[goods], "n": facts.families[goods].total})
        return Refusal("E_BOX", {"card": name, "n": there.get(card, 0)}, _where(state, card))
    if side.hand.shown(card, can) is None:
        return Refusal("E_HELD", {"who": seat(who), "card": name}, (f"hand:{who}",))
    return None


def no_more(state: Sobek, show: OnShow, name: str) -> Refusal:
    """No further card of the character `name` can come: so many lie open, or the rest of the box leaves none."""
    n, card = copies_shown(show, name), CHARACTER_NAMES[name]
    if n and n >= state.facts.most_copies[name]:
        return Refusal("E_BOX", {"card": card, "n": n}, _where(state, name))
    return Refusal("E_NONE_LEFT", {"card": card}, _where(state, name))


def _where(state: Sobek, card: str) -> tuple[str, ...]:
    """Where the cards of this kind lie that everybody sees."""
    found = [f"quay:{at}" for at, here in enumerate(state.quay, 1) if here == card]
    for who, side in state.sides.items():
        found += [f"set:{who}:{at}" for at, laid in enumerate(side.sets) if card in laid.cards]
    return tuple(found)


def refuse_down(state: Sobek, who: str) -> Refusal | None:
    """Why what `who` is laying can't stay, or None."""
    draft = state.sides[who].draft
    if draft is None:
        return Refusal("E_NO_SET")
    n = len(draft.cards)
    if state.stage == "court":
        return None if 1 <= n <= COURTESAN else Refusal("E_COURTESAN")
    if n < LEAST:
        return Refusal("E_ADD_THREE" if draft.onto != NEW else "E_THREE", {"cards": say_cards(n)})
    if draft.onto == NEW and set(draft.cards) == {AMULET} and not state.rules.amulet_only_sets:
        return Refusal("E_AMULETS")
    return None
