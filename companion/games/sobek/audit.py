"""Everything wrong with a position, named, and where every component lies (spec sobek 2, 6.1)."""

from __future__ import annotations

from companion.engine.game import Fault
from companion.engine.text import T, seat
from companion.games.sobek.catalogue import CARDS, CHARACTER_NAMES, FAMILY_NAMES, TOKEN_COUNT
from companion.games.sobek.limits import bound
from companion.games.sobek.state import EMPTY, HIDDEN, LEAST, Sobek


def audit(state: Sobek) -> tuple[Fault, ...]:
    """Faults of the position; cards beyond what the box seems to have come as warnings."""
    return (*_numbers(state), *_sets(state), *_box(state))


def _numbers(state: Sobek) -> list[Fault]:
    faults = []
    piles = [side.pile for side in state.sides.values()]
    hidden = any(pile == HIDDEN for pile in piles)
    under = state.under_tiles
    if under < 0 or min(state.deck, state.boxed, state.astray) < 0 or (
        not hidden and sum(pile.n for pile in piles) != under
    ):  # fmt: skip
        faults.append(Fault("A_CARDS", T("The cards don't add up to {n}.", n=CARDS)))
    for who, side in state.sides.items():
        if side.hand.n < 0 or side.hand.spare < 0 or side.curses < 0:
            faults.append(Fault("A_HAND", T("{who} can't hold so few cards.", who=seat(who)), (f"hand:{who}",)))
        if not side.points >= 0:
            faults.append(Fault("A_POINTS", T("{who} can't have fewer than 0 points.", who=seat(who))))
        if side.draft is not None and side.gone:
            faults.append(Fault("A_GONE", T("{who} has left the game.", who=seat(who))))
    if state.left < 0 or state.left + sum(state.used.values()) > TOKEN_COUNT:
        faults.append(Fault("A_TOKENS", T("There are {n} event tokens in all.", n=TOKEN_COUNT)))
    if state.stage == "lay" and not state.deck:
        faults.append(Fault("A_DECK", T("There are no cards left for this delivery.")))
    if state.stage in ("turn", "merchant") and state.quay.count(EMPTY) == len(state.quay):
        faults.append(Fault("A_QUAY", T("The quay is empty, so a delivery is due.")))
    return faults


def _sets(state: Sobek) -> list[Fault]:
    faults = []
    for who, side in state.sides.items():
        for at, laid in enumerate(side.sets):
            where = (f"set:{who}:{at}",)
            family = FAMILY_NAMES[laid.family]
            if len(laid.cards) < LEAST:
                text = T("{who}'s set ({family}) needs three cards or none.", who=seat(who), family=family)
                faults.append(Fault("A_SET", text, where))
            goods = {state.facts.card(card)[0] for card in laid.cards} - {"", laid.family}
            if goods:
                text = T("{who}'s set ({family}) has a card of another family.", who=seat(who), family=family)
                faults.append(Fault("A_FAMILY", text, where))
    return faults


def _box(state: Sobek) -> list[Fault]:
    """Warnings: more of something lies open than the box has, as far as that is known (spec 2.2)."""
    facts, faults = state.facts, []
    shown: dict[str, int] = dict(state.discard)
    for side in state.sides.values():
        for laid in side.sets:
            for card in laid.cards:
                shown[card] = shown.get(card, 0) + 1
    for card in (*facts.goods, *CHARACTER_NAMES):
        most = facts.most_copies[card] if card in CHARACTER_NAMES else bound(facts, card)
        if shown.get(card, 0) > most:
            text = T("More lie open than the box has: {card}", card=facts.card_name(card))
            faults.append(Fault("W_BOX", text, (f"card:{card}",), True))
    for family in facts.families.values():
        if sum(state.seen.get(card, 0) for card in family.cards) > family.beige:
            text = T("More came than the deck seems to have: {family}", family=FAMILY_NAMES[family.id])
            faults.append(Fault("W_BEIGE", text, (f"family:{family.id}",), True))
    return faults


def census(state: Sobek) -> dict[str, tuple[int, dict[str, int]]]:
    """All cards and all event tokens, and where they are."""
    cards = {"deck": state.deck, "quay": state.on_quay, "box": state.boxed, "astray": state.astray}
    cards["discard"] = sum(state.discard.values())
    for who, side in state.sides.items():
        cards[f"hand {who}"] = side.hand.n + (len(side.draft.cards) if side.draft is not None else 0)
        cards[f"pile {who}"] = side.pile.n
        cards[f"sets {who}"] = sum(len(laid.cards) for laid in side.sets)
    used = sum(state.used.values())
    tokens = {"pile": state.left, "used": used, "box": TOKEN_COUNT - state.left - used}
    return {"cards": (CARDS, cards), "event tokens": (TOKEN_COUNT, tokens)}
