"""The sentences, choices and phase bar of Aton's decisions."""

from __future__ import annotations

from companion.engine.game import TABLE, Choice, Decision, Field, Form, Move, Phase, Standing
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.aton import rules
from companion.games.aton.cards import still_to_play
from companion.games.aton.generator import legal_moves
from companion.games.aton.moves import (
    Coin,
    Exchange,
    Place,
    PlaceAll,
    Ready,
    Remove,
    RemoveAll,
    Thin,
    ThinAll,
    Unready,
)
from companion.games.aton.position import AtonState, card
from companion.games.aton.scoring import gains

_UP_TO = {1: T("temple 1 only"), 2: T("temples 1 and 2"), 3: T("temples 1, 2 and 3"), 4: T("all temples")}
_ONE_OF = {1: T("temple 1"), 2: T("temple 1 or 2"), 3: T("temple 1, 2 or 3"), 4: T("any temple")}


def temples_up_to(value: int) -> Text:
    """The temples a card on cartouche 3 opens: "temples 1 and 2"."""
    return _UP_TO[value]


# what is waited for


def prompt(state: AtonState) -> Text:
    """The headline of the decision."""
    who = seat(state.seats[state.active])
    match state.phase:
        case "cards":
            return _cards_prompt(state)
        case "thrown":
            return T("{who}, which four cards were thrown?", who=who)
        case "reveal":
            return T("Turn up both rows and enter the cards.")
        case "tie_draw":
            return T("Equal. Both turn up the top card of their own pile.")
        case "coin" if state.coin == "order":
            return T("Toss a coin: who goes first this round?")
        case "coin":
            return T("Equal points. Toss a coin: who takes counters home first?")
        case "remove":
            return _remove_prompt(state)
        case "place":
            return _place_prompt(state)
        case "thin":
            return _thin_prompt(state)
        case "over":
            return T("The game is over.")


def _cards_prompt(state: AtonState) -> Text:
    missing = [name for name, side in zip(state.seats, state.sides, strict=True) if not side.ready]
    if len(missing) == 1:
        return T("{who}, lay your four cards face down at the cartouches.", who=seat(missing[0]))
    return T("Everybody: draw four cards and lay one face down at each cartouche.")


def _remove_prompt(state: AtonState) -> Text:
    i = state.active
    who, where = seat(state.seats[i]), _ONE_OF[card(state, i, 3)]
    owed = rules.to_remove(state, i)
    _, whose = rules.removal_of(state, i)
    if whose == i:
        return T("{who}, remove one of your own counters from {where}.", who=who, where=where)
    other = seat(state.seats[whose])
    if state.done:
        return TN(
            "{who}, remove {n} more counter of {other} from {where}.",
            "{who}, remove {n} more counters of {other} from {where}.",
            owed,
            who=who,
            other=other,
            where=where,
        )
    return TN(
        "{who}, remove {n} counter of {other} from {where}.",
        "{who}, remove {n} counters of {other} from {where}.",
        owed,
        who=who,
        other=other,
        where=where,
    )


def _place_prompt(state: AtonState) -> Text:
    i = state.active
    who, where = seat(state.seats[i]), _ONE_OF[card(state, i, 3)]
    owed, surplus = rules.to_place(state, i)
    if not owed:
        return TN(
            "{who}, no space is free: {n} counter goes to the Dead.",
            "{who}, no space is free: {n} counters go to the Dead.",
            surplus,
            who=who,
        )
    if state.done:
        return TN(
            "{who}, place {n} more counter in {where}.",
            "{who}, place {n} more counters in {where}.",
            owed,
            who=who,
            where=where,
        )
    return TN(
        "{who}, place {n} counter in {where}.", "{who}, place {n} counters in {where}.", owed, who=who, where=where
    )


def _thin_prompt(state: AtonState) -> Text:
    who, owed = seat(state.seats[state.active]), sum(rules.to_thin(state, state.active))
    if any(state.taken):
        return TN("{who}, take {n} more counter home.", "{who}, take {n} more counters home.", owed, who=who)
    return TN(
        "{who}, take {n} counter home to your stock.", "{who}, take {n} counters home to your stock.", owed, who=who
    )


def decision(state: AtonState) -> Decision:
    """All that the screen needs to ask for the next act."""
    match state.phase:
        case "cards":
            missing = tuple(name for name, side in zip(state.seats, state.sides, strict=True) if not side.ready)
            choices = tuple(
                Choice(
                    move,
                    label_of(state, move),
                    (),
                    _consequence(state, move),
                    seat_key=isinstance(move, Ready | Unready),
                )
                for move in legal_moves(state)
            )
            return Decision("cards", prompt(state), missing, choices=choices, secret=True, rule="cards")
        case "reveal":
            forms = tuple(
                Form(name, "reveal", (_row_field(),))
                for name, side in zip(state.seats, state.sides, strict=True)
                if side.row is None
            )
            missing = tuple(form.by for form in forms)
            return Decision("reveal", prompt(state), missing, "declare", forms=forms, rule="reveal")
        case "thrown":
            name = state.seats[state.active]
            return Decision(
                "thrown",
                prompt(state),
                (name,),
                "declare",
                forms=(Form(name, "thrown", (_row_field(),)),),
                rule="thrown",
            )
        case "tie_draw":
            fields = tuple(Field(name, T("Card of {who}", who=seat(name)), 1, 4) for name in ("red", "blue"))
            forms = (Form(TABLE, "tie_draw", fields),)
            return Decision("tie_draw", prompt(state), (), "declare", forms=forms, rule="tie_draw")
        case "coin":
            choices = tuple(Choice(move, label_of(state, move)) for move in legal_moves(state))
            return Decision("coin", prompt(state), (), choices=choices, chance=True, rule="coin")
        case "over":
            return Decision("over", prompt(state), rule="over")
    return _counters(state)


def _row_field() -> Field:
    return Field("cards", T("Cards at cartouches 1 to 4"), 1, 4, count=4)


def _counters(state: AtonState) -> Decision:
    i = state.active
    moves = legal_moves(state)
    forced = len(moves) == 1 and isinstance(moves[0], RemoveAll | PlaceAll | ThinAll)
    done = state.done
    if state.phase == "remove":
        owed = rules.to_remove(state, i)
        owed_text = TN("{n} to remove", "{n} to remove", owed)
    elif state.phase == "place":
        owed, _ = rules.to_place(state, i)
        owed_text = TN("{n} to place", "{n} to place", owed)
    else:
        owed, done = sum(rules.to_thin(state, i)), sum(state.taken)
        owed_text = TN("{n} to take home", "{n} to take home", owed)
    return Decision(
        state.phase,
        prompt(state),
        (state.seats[i],),
        choices=tuple(Choice(move, label_of(state, move), _targets(move), _consequence(state, move)) for move in moves),
        owed=owed,
        done=done,
        owed_text=owed_text,
        forced=forced,
        rule=state.phase,
    )


def _targets(move: Move) -> tuple[str, ...]:
    match move:
        case Place(space=space) | Remove(space=space) | Thin(space=space):
            return ("space:" + space,)
        case PlaceAll(spaces=spaces) | RemoveAll(spaces=spaces) | ThinAll(spaces=spaces):
            return tuple("space:" + space for space in spaces)
    return ()


def _consequence(state: AtonState, move: Move) -> Text | None:
    if isinstance(move, Exchange):
        return T("Sure? Token gone")
    if not isinstance(move, PlaceAll):
        return None
    _, surplus = rules.to_place(state, state.active)
    if not surplus:
        return None
    return TN("{n} counter without a space: to the Dead", "{n} counters without a space: to the Dead", surplus)


def label_of(state: AtonState, move: Move) -> Text:
    """A choice as a button says it; unique within its decision."""
    match move:
        case Ready(by=by):
            return T("{who}: my row lies", who=seat(by))
        case Unready(by=by):
            return T("{who}: take my row back", who=seat(by))
        case Exchange(by=by):
            return T("{who}: exchange all four cards", who=seat(by))
        case Coin(first=first):
            return T("{who} is first", who=seat(first))
        case Place(space=space):
            return T("Place on {space}", space=space)
        case Remove(space=space):
            return T("Remove {space}", space=space)
        case Thin(space=space):
            return T("Take {space} home", space=space)
        case PlaceAll(spaces=()):
            return T("To the Kingdom of the Dead")
        case PlaceAll(spaces=spaces):
            return T("Place on {spaces}", spaces=spaces)
        case RemoveAll(spaces=spaces):
            return T("Remove {spaces}", spaces=spaces)
        case ThinAll(spaces=spaces):
            return T("Take {spaces} home", spaces=spaces)
    raise LookupError(f"no label for {type(move).__name__}")


# round and score


def phases(state: AtonState) -> tuple[Text, tuple[Phase, ...]]:
    """The round and its seven segments; the seats are known once the order is."""
    acting = state.phase in ("remove", "place", "over")
    first = None if state.first is None or not acting else state.seats[state.first]
    second = None if first is None or state.first is None else state.seats[1 - state.first]
    later = 2 if state.active != state.first else 0
    rows_lie = all(side.row is not None for side in state.sides)
    match state.phase:
        case "cards" | "thrown" | "reveal":
            current = 0
        case "tie_draw":
            current = 1
        case "coin" if state.coin == "order":
            current = 1
        case "remove":
            current = 2 + later
        case "place":
            current = 3 + later
        case "over" if state.first is None:
            current = 2 if rows_lie else 0
        case "over" if rows_lie:
            current = 4 + later
        case "over":
            current = 7
        case _:
            current = 6
    thinner = state.seats[state.active] if state.phase == "thin" else None
    bar = (
        ("cards", T("Cards"), None),
        ("points", T("Points"), None),
        ("remove1", T("Remove"), first),
        ("place1", T("Place"), first),
        ("remove2", T("Remove"), second),
        ("place2", T("Place"), second),
        ("scoring", T("Scoring"), thinner),
    )
    segments = tuple(
        Phase(name, title, "done" if n < current else "now" if n == current and state.phase != "over" else "next", who)
        for n, (name, title, who) in enumerate(bar)
    )
    return T("Round {number}", number=state.round), segments


def standings(state: AtonState) -> tuple[Standing, ...]:
    """Points, stock, and points if it were scored now, in seat order."""
    one, two = state.sides
    gained = (0, 0) if state.phase == "over" else gains(state.facts, (one.counters, two.counters))
    return tuple(
        Standing(
            seat=name,
            points=side.score,
            scored_now=side.score + gained[i],
            note=T("Stock {n}", n=state.stock(i)),
            goal=state.facts.target,
        )
        for i, (name, side) in enumerate(zip(state.seats, state.sides, strict=True))
    )


_THREATS = {
    "temple1": T("{who}: {held} of {whole} in temple 1"),
    "temple2": T("{who}: {held} of {whole} in temple 2"),
    "temple3": T("{who}: {held} of {whole} in temple 3"),
    "temple4": T("{who}: {held} of {whole} in temple 4"),
    "yellow": T("{who}: {held} of {whole} yellow"),
    "green": T("{who}: {held} of {whole} green"),
}


def threats(state: AtonState) -> tuple[Text, ...]:
    """Who could fill a temple or a colour with one row; empty unless wanted (switch `show_threats`)."""
    if state.options["show_threats"] == "off" or state.phase == "over":
        return ()
    return tuple(
        Text(_THREATS[name].message, {"who": seat(who), "held": held, "whole": whole})
        for i, who in enumerate(state.seats)
        for name, held, whole in rules.threats(state, i)
    )


def card_counts(state: AtonState) -> tuple[Text, ...]:
    """How many of each value every player has still to play; empty unless wanted (switch `show_card_counts`)."""
    if state.options["show_card_counts"] == "off":
        return ()
    found = []
    for who, side in zip(state.seats, state.sides, strict=True):
        one, two, three, four = still_to_play(side.cards, state.facts)
        params: dict[str, Value] = {"who": seat(who), "one": one, "two": two, "three": three, "four": four}
        # With a pile that was made anew at once, the cards in hand are among the unseen: they are still to be played.
        unseen = side.cards.unseen - (side.cards.hand if side.cards.older is not None else 0)
        if unseen:
            found.append(
                T(
                    "{who} has still at most {one} × 1, {two} × 2, {three} × 3, {four} × 4; {n} of them were not seen.",
                    **params,
                    n=unseen,
                )
            )
        else:
            found.append(T("{who} has still {one} × 1, {two} × 2, {three} × 3, {four} × 4.", **params))
    return tuple(found)
