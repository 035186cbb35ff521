"""The real table: setting it up, how it should look, what to put back, and what may be put right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.errors import InputError
from companion.engine.game import TABLE, Edit, Setup, Step
from companion.engine.text import TN, T, Text, seat
from companion.games.aton.cards import Cards
from companion.games.aton.layout import Facts
from companion.games.aton.moves import Correct
from companion.games.aton.play import new_round
from companion.games.aton.position import AtonState, Side
from companion.games.aton.referee import MOST_SCORE
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
    new_round(state)
    return state


def lay_out(state: AtonState) -> tuple[Text, ...]:
    """How the table should look now."""
    found: list[Text] = []
    for i, (name, side) in enumerate(zip(state.seats, state.sides, strict=True)):
        who = seat(name)
        spaces = state.layout.spaces(side.counters)
        if spaces:
            found.append(T("{who} has counters on {spaces}.", who=who, spaces=spaces))
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
        found.append(T("The score marker of {who} is at {n}.", who=who, n=side.score))
        found.append(
            T("{who} still has the exchange token.", who=who)
            if side.token
            else T("{who} has no exchange token any more.", who=who)
        )
        if side.row is not None:
            found.append(T("{who} has {cards} at cartouches 1 to 4.", who=who, cards=side.row))
        for value in side.cards.under:
            found.append(T("A {value} lies under the draw pile of {who}.", value=value, who=who))
    return (*found, *piles(state))


def put_back(now: AtonState, then: AtonState) -> tuple[Text, ...]:
    """What to do with the real pieces so that a table like `now` looks like `then`."""
    found: list[Text] = []
    for i, name in enumerate(now.seats):
        here, there, who = now.sides[i], then.sides[i], seat(name)
        away, back = (
            now.layout.spaces(here.counters & ~there.counters),
            now.layout.spaces(there.counters & ~here.counters),
        )
        if away:
            found.append(T("Take the counters of {who} off {spaces}.", who=who, spaces=away))
        if back:
            found.append(T("Put counters of {who} on {spaces}.", who=who, spaces=back))
        change = there.dead - here.dead
        if change > 0:
            found.append(
                TN(
                    "Put {n} counter of {who} into the Kingdom of the Dead.",
                    "Put {n} counters of {who} into the Kingdom of the Dead.",
                    change,
                    who=who,
                )
            )
        elif change < 0:
            found.append(
                TN(
                    "Take {n} counter of {who} out of the Kingdom of the Dead.",
                    "Take {n} counters of {who} out of the Kingdom of the Dead.",
                    -change,
                    who=who,
                )
            )
        if now.stock(i) != then.stock(i):
            found.append(T("The stock of {who} then holds {n}.", who=who, n=then.stock(i)))
        if here.score != there.score:
            found.append(T("Put the score marker of {who} back to {n}.", who=who, n=there.score))
        if here.token != there.token:
            found.append(T("Give {who} the exchange token back.", who=who))
        found += _cards_back(now, then, i)
    return tuple(found)


def _cards_back(now: AtonState, then: AtonState, i: int) -> list[Text]:
    here, there, who = now.sides[i], then.sides[i], seat(now.seats[i])
    if now.round != then.round and there.row is not None:
        return [
            T("{who} takes the new hand back to the pile and lays {cards} at the cartouches.", who=who, cards=there.row)
        ]
    if here.ready and not there.ready:
        return [T("{who} takes the row back into the hand.", who=who)]
    return []


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
        found.append(
            Edit(
                f"dead:{name}", T("{who} in the Dead", who=who), side.dead, low=0, high=2 * state.facts.dead_spaces - 1
            )
        )
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
