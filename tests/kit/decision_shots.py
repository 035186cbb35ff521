"""Pictures of the Table screen at every decision of the games with a practice board, and of what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from companion.engine.game import Choice, Decision, Game
from companion.engine.header import Seat, new_id
from companion.engine.simulate import simulate
from companion.games import all_games
from companion.table.journal import Journal
from companion.table.session import Session
from companion.ui.boards import board_for
from companion.ui.table.pages import show as show_page
from tests.kit.desk import Desk
from tests.kit.evening import NAMES, SIDES

Shots = Iterator[tuple[str, Callable[[Desk], None]]]
TRIES = 12
"""Games that are looked through for a decision, shipped and practice box in turn."""


def decision_shots(journal: Journal) -> Shots:
    """For every game with something unknown: each decision as late as it comes in the first game that has it.

    And each page of its board, late and at a decision with many choices.
    """
    for game in all_games():
        if game.practice is None:
            continue
        seats = game.colours[: game.seat_range[1]]
        seen: dict[str, tuple[Session, int]] = {}
        scored: Session | None = None
        first: list[Session] = []
        for i in range(TRIES):
            record = simulate(game, seats, {}, f"pictures {i}", game.practice if i % 2 else None).record
            chosen = tuple(Seat(seat, NAMES[seat], SIDES[j]) for j, seat in enumerate(seats))  # type: ignore[arg-type]
            header = msgspec.structs.replace(record.header, id=new_id(), seats=chosen, started="2026-03-14T18:00:00Z")
            session = Session.start(journal, game, header)
            first += [session] if i < 2 else []
            last: dict[str, int] = {}
            for line in record.lines:
                last[session.decision.id] = session.n
                session.play(line.move)
            if scored is None and any(e.scoring for p in session.results for e in p.events):
                scored = session
            for decision, n in last.items():
                seen.setdefault(decision, (session, n))
        for name, session in zip((game.id, f"{game.id}-practice"), first, strict=True):
            yield f"middle-{name}", _standing(journal, game, session, _middle(session), chosen=True)
            for page, n in _pages(session).items():
                yield f"page-{name}-{page}", _standing(journal, game, session, n, page=page)
        for decision, (session, n) in seen.items():
            yield f"table-{game.id}-{decision}", _standing(journal, game, session, n)
        if scored is not None:
            yield f"scoring-{game.id}", _scoring(scored)
            yield f"result-{game.id}", _result(scored)
            yield f"replay-{game.id}", lambda table, of=scored: table.context.go("replay", record=of.header.id)


def _middle(session: Session) -> int:
    """The decision in the third quarter of the game with the most places that say what follows."""
    quarter = session.n // 4
    decisions = {n: session.game.decision(session.results[n - 1].state) for n in range(2 * quarter, 3 * quarter)}
    return max(decisions, key=lambda n: len(_said(decisions[n])) if decisions[n].consequence else 0)


def _said(decision: Decision) -> list[Choice]:
    return [choice for choice in decision.choices if choice.targets and choice.consequence is not None]


def _pages(session: Session) -> dict[str, int]:
    """The pages of the board, and after how many moves each is shown: late, at a decision with many choices."""
    board, found = board_for(session.game.id), dict[str, tuple[int, int]]()
    for n, played in enumerate(session.results, 1):
        if pages := board.pages(played.state):
            richness = len(session.game.decision(played.state).choices) * n
            for page in pages:
                found[page.id] = max(found.get(page.id, (0, 0)), (richness, n))
    return {page: n for page, (_, n) in found.items()}


def _standing(
    journal: Journal, game: Game[Any], session: Session, n: int, chosen: bool = False, page: str = ""
) -> Callable[[Desk], None]:
    def show(table: Desk) -> None:
        part = Session.start(journal, game, msgspec.structs.replace(session.header, id=new_id()))
        for line in session.lines[:n]:
            part.play(line.move)
        table.context.play(Session.look_at(journal, part.header.id))
        table.ui.frames(3)
        if chosen:
            here = table.screen.board.places()
            said = [choice for choice in _said(part.decision) if choice.targets[0] in here]
            if said:
                table.screen.panel.on_target(said[len(said) // 2].targets[0])
                table.ui.frames(3)
        if page:
            show_page(table.screen, page)

    return show


def _scoring(session: Session) -> Callable[[Desk], None]:
    event = next(e for p in reversed(session.results) for e in p.events if e.scoring is not None)

    def show(table: Desk) -> None:
        table.context.session = Session.look_at(table.context.journal, session.header.id)
        table.context.go("scoring", scores=event.scoring)
        table.ui.frames(3)

    return show


def _result(session: Session) -> Callable[[Desk], None]:
    def show(table: Desk) -> None:
        table.context.session = Session.look_at(table.context.journal, session.header.id)
        table.context.go("result")

    return show
