"""The rules of Quarry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.game import (
    TABLE,
    Choice,
    Dealer,
    Decision,
    Edit,
    Event,
    Fault,
    Field,
    Form,
    Game,
    InputError,
    Move,
    Outcome,
    Phase,
    Played,
    Refusal,
    Scores,
    Sheet,
    Standing,
    Step,
)
from companion.engine.help import Help
from companion.engine.options import OptionValues
from companion.engine.text import T, Text, seat
from quarry.dealer import QuarryDealer
from quarry.facts import BOX, HELP, OPTIONS, PRESETS
from quarry.position import Correct, Flip, Leave, Position, Stake, Stones, Take, copy_of
from quarry.scoring import QuarrySheet, scores_of
from quarry.sight import QuarrySight

MOST = 3


class Quarry(Game[Position]):
    """The game object."""

    id = "quarry"
    rules = "quarry@1"
    title = T("Quarry")
    seat_range = (2, 4)
    colours = ("red", "blue", "green", "yellow")
    move_types = (Stake, Take, Flip, Leave, Correct)
    setup_type = Stones
    options = OPTIONS
    presets = PRESETS
    longest = 20

    @property
    def box(self) -> Box:
        return BOX

    @property
    def help(self) -> Help:
        return HELP

    @property
    def sight(self) -> QuarrySight:
        return QuarrySight()

    @property
    def sheets(self) -> Mapping[str, Sheet]:
        return {"stones": QuarrySheet()}

    def draw_setup(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box) -> Stones:
        return Stones(pits=tuple(1 + draw.below(3) for _ in range(pit_count(options))))

    def steps(self, setup: Any, seats: Sequence[str], options: OptionValues, box: Box) -> tuple[Step, ...]:
        return tuple(
            Step(T("Put {n} stones into pit {pit}.", n=n, pit=i + 1), True, (f"pit:{i}",))
            for i, n in enumerate(setup.pits)
        )

    def new(self, seats: Sequence[str], options: OptionValues, setup: Any, box: Box) -> Position:
        if len(setup.pits) != pit_count(options) or not all(1 <= n <= 3 for n in setup.pits):
            raise InputError(T("The setup needs {n} pits with 1 to 3 stones each.", n=pit_count(options)))
        nothing = dict.fromkeys(seats, 0)
        return Position(
            seats=tuple(seats),
            options=dict(options),
            total=sum(setup.pits),
            pits=setup.pits,
            stones=dict(nothing),
            tokens=dict(nothing),
        )

    def decision(self, state: Position) -> Decision:
        if state.over:
            return Decision("over", T("The game is over."))
        if state.staking:
            missing = tuple(s for s in state.seats if s not in state.stakes)
            field = Field("stones", T("Stake"), 0, MOST)
            return Decision(
                "stake",
                T("Everybody, show your stake."),
                missing,
                "declare",
                forms=tuple(Form(s, "stake", (field,)) for s in missing),
                owed=len(missing),
                done=len(state.stakes),
                rule="stake",
            )
        if state.flipping:
            choices = tuple(Choice(Flip(TABLE, t), T("Token {token}", token=t)) for t in sorted(set(pile(state))))
            return Decision("flip", T("Turn up a token."), choices=choices, chance=True, rule="flip")
        who = state.seats[state.turn]
        choices = tuple(
            Choice(
                Take(who, pit),
                T("Pit {pit}", pit=pit + 1),
                (f"pit:{pit}",),
                T("Take {n} stones from pit {pit}", n=n, pit=pit + 1),
            )
            for pit, n in enumerate(state.pits)
            if n
        )
        prompt = T("{who}, empty a pit.", who=seat(who))
        return Decision("take", prompt, (who,), choices=choices, forced=len(choices) == 1, rule="take")

    def legal_moves(self, state: Position) -> list[Move]:
        if state.over:
            return []
        if state.staking:
            return [Stake(s, n) for s in state.seats if s not in state.stakes for n in range(MOST + 1)]
        if state.flipping:
            return [Flip(TABLE, t) for t in sorted(set(pile(state)))]
        return [Take(state.seats[state.turn], pit) for pit, n in enumerate(state.pits) if n]

    def incidents(self, state: Position) -> tuple[Choice, ...]:
        return () if state.over else (Choice(Leave(TABLE), T("Stop here")),)

    def refuse(self, state: Position, move: Move) -> Refusal | None:
        if state.over:
            return Refusal("E_OVER")
        if isinstance(move, Correct):
            return self._refuse_correct(state, move)
        if isinstance(move, Leave):
            return None if move.by == TABLE else Refusal("E_TURN", {"who": seat(move.by)})
        now = "stake" if state.staking else "flip" if state.flipping else "take"
        wanted = {"stake": Stake, "flip": Flip, "take": Take}[now]
        if not isinstance(move, wanted):
            return Refusal("E_PHASE", {"phase": T(HELP.phases[now].title)})
        if isinstance(move, Stake):
            if move.by not in state.seats:
                return Refusal("E_TURN", {"who": seat(move.by)})
            if move.by in state.stakes:
                return Refusal("E_TWICE", {"who": seat(move.by)})
            return None if 0 <= move.stones <= MOST else Refusal("E_STAKE", {"most": MOST, "n": move.stones})
        if isinstance(move, Flip):
            if move.by != TABLE:
                return Refusal("E_TURN", {"who": seat(move.by)})
            return None if move.token in pile(state) else Refusal("E_TOKEN", {"token": move.token})
        assert isinstance(move, Take)
        if move.by != state.seats[state.turn]:
            return Refusal("E_TURN", {"who": seat(move.by)})
        if not 0 <= move.pit < len(state.pits):
            return Refusal("E_PIT", {"pit": move.pit + 1, "last": len(state.pits)})
        return None if state.pits[move.pit] else Refusal("E_EMPTY", {"pit": move.pit + 1})

    def _refuse_correct(self, state: Position, move: Correct) -> Refusal | None:
        if move.by != TABLE:
            return Refusal("E_TURN", {"who": seat(move.by)})
        pits = state.pits if move.pits is None else move.pits
        stones = {**state.stones, **(move.stones or {})}
        n = sum(pits) + sum(stones.values())
        fits = len(pits) == len(state.pits) and set(stones) == set(state.seats) and min(*pits, *stones.values()) >= 0
        return None if fits and n == state.total else Refusal("E_CORRECT", {"total": state.total, "n": n})

    def apply(self, state: Position, move: Move) -> Played[Position]:
        after = copy_of(state)
        events: list[Event] = []
        if isinstance(move, Stake):
            after.stakes[move.by] = move.stones
            if not after.staking:
                events.append(Event("stakes", T("All stakes are shown."), after.seats, show=True))
        elif isinstance(move, Take):
            n = state.pits[move.pit]
            after.pits = tuple(0 if i == move.pit else m for i, m in enumerate(state.pits))
            after.stones[move.by] += n
            after.flipping = bool(state.options["tokens"] and pile(state))
            text = T("{who} takes {n} stones.", who=seat(move.by), n=n)
            events.append(Event("take", text, (move.by,), (f"pit:{move.pit}",), {move.by: n}))
            if not after.flipping:
                after.turn = (state.turn + 1) % len(state.seats)
        elif isinstance(move, Flip):
            who = state.seats[state.turn]
            after.tokens[who] += move.token
            after.seen = tuple(sorted((*state.seen, move.token)))
            after.flipping = False
            after.turn = (state.turn + 1) % len(state.seats)
            text = T("{who} gets a token worth {n}.", who=seat(who), n=move.token)
            events.append(Event("token", text, (who,), points={who: move.token}, show=True))
        elif isinstance(move, Correct):
            after.pits = state.pits if move.pits is None else move.pits
            after.stones.update(move.stones or {})
        else:
            after.stopped = True
        if after.over:
            events.append(Event("scoring", T("The stakes are scored."), after.seats, scoring=scores_of(after)))
        return Played(after, tuple(events))

    def phases(self, state: Position) -> tuple[Text, tuple[Phase, ...]]:
        now = 3 if state.over else 0 if state.staking else 2 if state.flipping else 1
        status = ["done" if i < now else "now" if i == now else "next" for i in range(3)]
        ids = ("stake", "take", "flip")
        return T("Turn {n}", n=state.n + 1), tuple(
            Phase(i, T(HELP.phases[i].title), s)  # type: ignore[arg-type]
            for i, s in zip(ids, status, strict=True)
        )

    def standings(self, state: Position) -> tuple[Standing, ...]:
        now = scores_of(state)
        return tuple(Standing(s, now.before[s], now.total(s)) for s in state.seats)

    def scores(self, state: Position) -> Scores:
        return scores_of(state)

    def outcome(self, state: Position) -> Outcome | None:
        if not state.over:
            return None
        totals = scores_of(state).totals
        levels = sorted(set(totals.values()), reverse=True)
        ranking = tuple(tuple(s for s in state.seats if totals[s] == level) for level in levels)
        if state.stopped:
            return Outcome((), "stopped", T("All agreed to stop."), ranking, totals)
        return Outcome(ranking[0], "points", T("The pits are empty."), ranking, totals)

    def audit(self, state: Position) -> tuple[Fault, ...]:
        n = sum(state.pits) + sum(state.stones.values())
        wrong = n != state.total or min(*state.pits, *state.stones.values()) < 0
        return (Fault("F_STONES", T("{n} stones instead of {total}.", n=n, total=state.total)),) if wrong else ()

    def census(self, state: Position) -> Mapping[str, tuple[int, Mapping[str, int]]]:
        tokens = BOX.value("tokens")
        return {
            "stones": (state.total, {"pits": sum(state.pits), **state.stones}),
            "tokens": (len(tokens), {"seen": len(state.seen), "pile": len(pile(state))}),
        }

    def lay_out(self, state: Position) -> tuple[Text, ...]:
        return tuple(T("Pit {pit} holds {n}.", pit=i + 1, n=n) for i, n in enumerate(state.pits))

    def put_back(self, now: Position, then: Position) -> tuple[Text, ...]:
        return tuple(
            T("Put {n} stones back into pit {pit}.", n=b - a, pit=i + 1)
            for i, (a, b) in enumerate(zip(now.pits, then.pits, strict=True))
            if a != b
        )

    def edits(self, state: Position) -> tuple[Edit, ...]:
        pits = [Edit(f"pit:{i}", T("Pit {n}", n=i + 1), n, low=0, high=state.total) for i, n in enumerate(state.pits)]
        stones = [
            Edit(f"stones:{s}", T("Stones of {who}", who=seat(s)), state.stones[s], low=0, high=state.total)
            for s in state.seats
        ]
        return (*pits, *stones)

    def correction(self, state: Position, values: Mapping[str, str | int]) -> Move:
        pits = tuple(int(values.get(f"pit:{i}", n)) for i, n in enumerate(state.pits))
        stones = {s: int(values.get(f"stones:{s}", n)) for s, n in state.stones.items()}
        return Correct(TABLE, pits, stones)

    def barrier(self, before: Position, move: Move) -> Text | None:
        return T("A token was turned up.") if isinstance(move, Flip) else None

    def dealer(self, seats: Sequence[str], options: OptionValues, draw: Draw, box: Box | None = None) -> Dealer:
        return QuarryDealer(self, seats, options, draw)

    def say_move(self, before: Position, move: Move) -> Text:
        if isinstance(move, Stake):
            return T("{who} stakes {n}.", who=seat(move.by), n=move.stones)
        if isinstance(move, Take):
            return T("{who} empties pit {pit}.", who=seat(move.by), pit=move.pit + 1)
        if isinstance(move, Flip):
            return T("A token {n} is turned up.", n=move.token)
        return T("The table puts the stones right.") if isinstance(move, Correct) else T("All agree to stop.")


def pit_count(options: OptionValues) -> int:
    """How many pits are played with. Raises `InputError` while nobody has said it."""
    pits = options["pits"]
    if not isinstance(pits, int):
        raise InputError(T("Say how many pits there are: give the option “pits”."))
    return pits


def pile(state: Position) -> list[int]:
    """Tokens not yet turned up."""
    left = Counter(BOX.value("tokens"))
    left.subtract(state.seen)
    return sorted(left.elements())
