"""Truthful random games: a dealer holds the hidden truth and tells the engine only what a table would tell it.

At every step the engine is held against the truth (never refused), against the dealer's own bookkeeping, against the
number of components in the box and against the contract of decisions; small wrong moves are tried and must be
refused; at the end it is held against the oracle's scoring and the record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import Decision, Game, Move, Outcome, State
from companion.engine.header import SIDES, VERSION, Header, Seat
from companion.engine.options import OptionValue, OptionValues
from companion.engine.record import Line, Record, dump, examine
from companion.engine.wrong_moves import mutants, words_of, wrong_correction

EPOCH = "2000-01-01T00:00:00Z"
"""The time every line of a simulated game bears: a simulation knows no clock."""
TRIED = 3
"""At one step of so many wrong moves are tried, and at the end."""
WRONG_MOVES = 4
"""Changed moves among them."""
CORRECTED = 4
"""One time of so many a correction is among them."""
MOST_CHANGES = 60
WORDS_FROM = 40
"""Changes of a move, and legal moves their words come from, that are looked at: a decision may offer hundreds."""


class Simulated(msgspec.Struct, frozen=True):
    """One random game: record, last state, how it ended, and everything that went wrong in words.

    What it reached is counted: decisions by id, events by kind, refusals of wrong moves by code.
    """

    record: Record
    state: State
    outcome: Outcome | None
    problems: tuple[str, ...]
    decisions: Mapping[str, int]
    events: Mapping[str, int] = {}
    refusals: Mapping[str, int] = {}

    @property
    def moves(self) -> int:
        """How many moves were played."""
        return len(self.record.lines)

    @property
    def text(self) -> str:
        """The record as it would be written into a file."""
        return dump(self.record)


def header_for(
    game: Game[Any], seats: Sequence[str], options: Mapping[str, Any], seed: str, setup: Any, box: Box | None = None
) -> Header:
    """The header of a simulated game."""
    practice = box is not None and box.practice
    return Header(
        record=VERSION,
        game=game.id,
        rules=game.rules,
        id=f"simulated-{seed}",
        seats=tuple(Seat(seat, seat, SIDES[i % len(SIDES)]) for i, seat in enumerate(seats)),  # type: ignore[arg-type]
        options=dict(options),
        seed=seed,
        setup=msgspec.json.decode(msgspec.json.encode(setup)),
        box={} if box is None or practice else dict(box.overrides),
        practice=practice,
        started=EPOCH,
    )


def playable_options(
    game: Game[Any], seats: Sequence[str], options: Mapping[str, Any], draw: Draw, box: Box | None = None
) -> OptionValues:
    """Resolved options; numbers a box would have to tell (None) are drawn where a game can't begin without them."""
    box = box or game.box
    values = dict(game.resolve(options))
    open_numbers = [o for o in game.options if values[o.key] is None and o.key not in options and not o.values]
    if not open_numbers:
        return values
    try:
        game.new(seats, values, game.draw_setup(seats, values, draw.branch("trial"), box), box)
    except InputError:
        for option in open_numbers:
            number = option.low + draw.branch(option.key).below(option.high - option.low + 1)
            values[option.key] = number
    return game.resolve({**options, **{o.key: values[o.key] for o in open_numbers if values[o.key] is not None}})


def switches(game: Game[Any]) -> list[dict[str, OptionValue]]:
    """Every option of a game at every value but its default, one at a time; of a number the lowest and the highest."""
    return [
        {option.key: value}
        for option in game.options
        for value in ([value for value, _ in option.values] or sorted({option.low, option.high}))
        if value != option.default
    ]


def can_begin(game: Game[Any], seats: Sequence[str], options: Mapping[str, Any], box: Box) -> bool:
    """Whether a game with these options can begin at all with what `box` tells (the app can't draw unknown cards)."""
    draw = Draw("can begin")
    try:
        values = playable_options(game, seats, options, draw, box)
        game.new(seats, values, game.draw_setup(seats, values, draw.branch("setup"), box), box)
    except InputError:
        return False
    return True


def check_decision(game: Game[Any], state: Any, decision: Decision, legal: Sequence[Move]) -> list[str]:
    """What is wrong with a decision: it must offer exactly the legal moves, unambiguously, to seats that exist."""
    found: list[str] = []
    offered = [choice.move for choice in decision.choices]
    forms = {(form.by, form.move) for form in decision.forms}
    allowed = set(legal)
    if len(allowed) != len(legal):
        found.append(f"{decision.id}: a legal move is listed twice")
    if not allowed.issuperset(offered):
        found.append(f"{decision.id}: a choice is not legal: {next(m for m in offered if m not in allowed)}")
    known = set(offered)
    unreachable = [m for m in legal if m not in known and (m.by, m.__struct_config__.tag) not in forms]
    if unreachable:
        found.append(f"{decision.id}: {unreachable[0]} is legal and can't be chosen")
    if len({msgspec.json.encode(choice.label) for choice in decision.choices}) != len(offered):
        found.append(f"{decision.id}: two choices have the same label")
    if not set(decision.seats) <= set(state.seats):
        found.append(f"{decision.id}: it waits for a seat that does not play: {decision.seats}")
    if decision.forced and len(legal) != 1:
        found.append(f"{decision.id}: forced with {len(legal)} moves")
    if decision.kind == "declare" and not decision.forms:
        found.append(f"{decision.id}: declares without a form")
    over = game.outcome(state) is not None
    if over and (legal or decision.choices or decision.forms):
        found.append(f"{decision.id}: the game is over and something is offered")
    acting = {move.by for move in legal}
    if not over and not acting.issuperset(decision.seats):
        found.append(f"{decision.id}: it waits for a seat that can do nothing: {decision.seats}")
    if not over and not legal:
        found.append(f"{decision.id}: nobody can do anything and the game is not over")
    return found


def wrong_moves(game: Game[Any], state: Any, legal: Sequence[Move], lines: Sequence[Line], draw: Draw) -> list[Move]:
    """Now and then small changes of a legal move, a move played before, and a correction that may be wrong."""
    found: list[Move] = []
    if legal and draw.below(TRIED):
        return found
    if legal:
        changes = mutants(game, state.seats, draw.pick(legal), words_of(legal[:WORDS_FROM]))
        found += draw.shuffled(list(islice(changes, MOST_CHANGES)))[:WRONG_MOVES]
    if lines:
        found.append(draw.pick(lines).move)
    if not legal or draw.below(CORRECTED) == 0:
        correction = wrong_correction(game, state, draw)
        found += [] if correction is None else [correction]
    return found


def check_refusals(
    game: Game[Any], state: Any, legal: Sequence[Move], tried: Sequence[Move]
) -> tuple[list[str], list[str]]:
    """Refusal codes that `tried` moves lead to, and what is wrong: refused though offered, or without words."""
    codes: list[str] = []
    found: list[str] = []
    for move in tried:
        refusal = game.refuse(state, move)
        if refusal is None:
            continue
        codes.append(refusal.code)
        if move in legal:
            found.append(f"{move} is offered and refused with {refusal.code}")
        if refusal.code not in game.help.refusals:
            found.append(f"{refusal.code} has no words")
    return codes, found


def look(
    game: Game[Any], state: Any, lines: Sequence[Line], trials: Draw
) -> tuple[Decision, list[str], list[str]]:  # fmt: skip
    """The decision of a position, refusal codes that wrong moves led to there, and everything wrong with it."""
    decision, legal = game.decision(state), game.legal_moves(state)
    codes, wrong = check_refusals(game, state, legal, wrong_moves(game, state, legal, lines, trials))
    return decision, codes, [*check_decision(game, state, decision, legal), *wrong]


def check_census(game: Game[Any], state: Any) -> list[str]:
    """Components that are lost or doubled."""
    found = []
    for thing, (total, places) in game.census(state).items():
        if sum(places.values()) != total or min(places.values(), default=0) < 0:
            found.append(f"{total} {thing} in the box, but {dict(places)}")
    return found


def check_record(game: Game[Any], record: Record, state: State) -> list[str]:
    """The record written, read and replayed must give the same record and the same state."""
    text = dump(record)
    read, _, results, faults = examine(text.encode(), lambda game_id: game)
    if faults or read is None:
        return [f"record line {fault.line}: {fault.text.message}" for fault in faults]
    found = []
    if dump(read) != text:
        found.append("the record read back is another one")
    if results and results[-1].state.fingerprint() != state.fingerprint():
        found.append("the record replays to another state")
    return found


def simulate(
    game: Game[Any], seats: Sequence[str], options: Mapping[str, Any], seed: str, box: Box | None = None
) -> Simulated:
    """Play one random game from `seed` to its end, checking everything on the way.

    `options` may be partial. `box` is what the engine knows of the printed facts (None: as shipped). A problem ends the
    game early and is named in the result; nothing is raised for it.
    Raises `InputError` for options or seats that can't be.
    """
    draw = Draw(seed)
    known = box or game.box
    values = playable_options(game, seats, options, draw, known)
    dealer = game.dealer(seats, values, draw, known)
    state: Any = game.new(seats, values, dealer.setup, known)
    lines: list[Line] = []
    problems: list[str] = []
    decisions: Counter[str] = Counter()
    events: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    trials = draw.branch("wrong moves")
    while not problems and game.outcome(state) is None:
        decision, codes, wrong = look(game, state, lines, trials)
        decisions[decision.id] += 1
        refusals.update(codes)
        problems += wrong
        if len(lines) >= game.longest:
            problems.append(f"not over after {game.longest} moves")
        if problems:
            break
        move = dealer.choose(state)
        refusal = game.refuse(state, move)
        if refusal is not None:
            problems.append(f"the truth was refused with {refusal.code}: {move}")
            break
        played = game.apply(state, move)
        lines.append(Line(len(lines) + 1, move, EPOCH))
        events.update(event.kind for event in played.events)
        problems += dealer.witness(move, state, played.state, played.events)
        problems += check_census(game, played.state)
        state = played.state
        if state.n != len(lines):
            problems.append(f"the state counts {state.n} moves after {len(lines)}")
    if problems:
        problems = [f"after move {len(lines)}: {problem}" for problem in problems]
    else:
        _, codes, wrong = look(game, state, lines, trials)
        refusals.update(codes)
        problems += [*wrong, *dealer.verdict(state)]
    record = Record(header_for(game, seats, values, seed, dealer.setup, known), tuple(lines))
    problems += check_record(game, record, state)
    outcome = game.outcome(state)
    return Simulated(record, state, outcome, tuple(problems), dict(decisions), dict(events), dict(refusals))
