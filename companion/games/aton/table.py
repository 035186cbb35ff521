"""The real table: setting it up, how it should look, and what may be put right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.errors import InputError
from companion.engine.game import TABLE, Edit, Setup, Step
from companion.engine.text import T, Text, seat
from companion.games.aton.cards import Cards
from companion.games.aton.hands import new_round
from companion.games.aton.layout import Facts
from companion.games.aton.moves import Correct
from companion.games.aton.position import AtonState, Side
from companion.games.aton.referee import MOST_SCORE
from companion.games.aton.rules import most_dead
from companion.games.aton.tell import piles


class AtonSetup(Setup, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Nothing of Aton is drawn by the app: only the two decks are shuffled, by hand (spec aton 3)."""


def setup_steps(facts: Facts, seats: Sequence[str]) -> tuple[Step, ...]:
    """The check-list before round 1 (spec aton 3)."""
    return (
        Step(T("Put the board together between the two players, one at its left edge and one at its right.")),
        Step(T("Temples and Kingdom of the Dead are empty."), picture=("dead",)),
        Step(
            T(
                "{one} and {two} each take the cards, {n} counters and score marker of their colour, and a token.",
                one=seat(seats[0]),
                two=seat(seats[1]),
                n=facts.counters,
            ),
            picture=tuple(f"stock:{name}" for name in seats),
        ),
        Step(T("Both shuffle their own {n} cards into a face-down draw pile.", n=sum(facts.deck))),
        Step(T("Both score markers wait before space 1 of the score track.")),
    )


def first_state(seats: Sequence[str], options: Mapping[str, Any], facts: Facts) -> AtonState:
    """The position of round 1, with four cards drawn by both."""
    deck = sum(facts.deck)
    state = AtonState(
        seats=tuple(seats),
        options=dict(options),
        facts=facts,
        sides=(Side(Cards(pile=deck)), Side(Cards(pile=deck))),
    )
    new_round(state, [])
    return state


def marker_at(state: AtonState, i: int) -> Text:
    """Where the score marker of side `i` is: before the track at 0, at its end when the score has left it behind."""
    who, score = seat(state.seats[i]), state.sides[i].score
    if score == 0:
        return T("The score marker of {who} is before space 1.", who=who)
    if score > state.facts.track_max:
        return T("The score marker of {who} is at the end of its track; the score is {n}.", who=who, n=score)
    return T("The score marker of {who} is at {n}.", who=who, n=score)


def lay_out(state: AtonState) -> tuple[Text, ...]:
    """How the table should look now."""
    found: list[Text] = []
    for i, (name, side) in enumerate(zip(state.seats, state.sides, strict=True)):
        who = seat(name)
        spaces = state.layout.spaces(side.counters)
        if spaces:
            found.append(T("{who} has in the temples: {spaces}.", who=who, spaces=spaces))
        else:
            found.append(T("{who} has no counter in the temples.", who=who))
        found.append(
            T(
                "{who}: {stock} in the stock, {dead} in the Kingdom of the Dead.",
                who=who,
                stock=state.stock(i),
                dead=side.dead,
            )
        )
        found.append(marker_at(state, i))
        found.append(
            T("{who} still has the exchange token.", who=who)
            if side.token
            else T("{who} has no exchange token any more.", who=who)
        )
        if side.row is not None:
            found.append(T("{who} has {cards} at cartouches 1 to 4.", who=who, cards=side.row))
        elif side.bound or state.phase == "reveal":
            found.append(T("{who} has a row face up at cartouches 1 to 4.", who=who))
        elif side.ready and state.phase == "cards":
            found.append(T("{who} has a row face down at cartouches 1 to 4.", who=who))
        if side.cards.under:
            found.append(
                T("Under the draw pile of {who}, the lowest card last: {cards}.", who=who, cards=side.cards.under)
            )
    return (*found, *piles(state))


# corrections


def edits(state: AtonState) -> tuple[Edit, ...]:
    """Every space, the Dead, the scores and the tokens; nothing where the table plays again from a mistake instead."""
    if state.phase == "over" or state.options["late_error"] == "rewind":
        return ()
    owners = (("empty", T("empty")), *((name, T("{who}", who=seat(name))) for name in state.seats))
    held = (("held", T("still there")), ("used", T("used")))
    found = [
        Edit(f"space:{space}", T("Space {space}", space=space), state.owner(space) or "empty", owners)
        for space in state.layout.names
    ]
    for name, side in zip(state.seats, state.sides, strict=True):
        who = seat(name)
        found.append(Edit(f"dead:{name}", T("{who} in the Dead", who=who), side.dead, low=0, high=most_dead(state)))
        found.append(Edit(f"score:{name}", T("Points of {who}", who=who), side.score, low=0, high=MOST_SCORE))
        found.append(
            Edit(f"token:{name}", T("Exchange token of {who}", who=who), "held" if side.token else "used", held)
        )
    return tuple(found)


def correction(state: AtonState, values: Mapping[str, str | int]) -> Correct:
    """The `correct` move for `values` by edit id. Raises InputError for a value that no edit has."""
    allowed = {edit.id: edit for edit in edits(state)}
    board: dict[str, str | None] = {}
    dead: dict[str, int] = {}
    scores: dict[str, int] = {}
    tokens: dict[str, bool] = {}
    for key, value in values.items():
        kind, _, name = key.partition(":")
        edit = allowed.get(key)
        fits = edit is not None and (value in [word for word, _ in edit.values] if edit.values else type(value) is int)
        if not fits:
            raise InputError(T("“{key}” can't be put right to “{value}”.", key=key[:40], value=str(value)[:40]))
        if kind == "space":
            board[name] = None if value == "empty" else str(value)
        elif kind == "dead":
            dead[name] = int(value)
        elif kind == "score":
            scores[name] = int(value)
        else:
            tokens[name] = value == "held"
    return Correct(TABLE, board, dead, scores, tokens)
