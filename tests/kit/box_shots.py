"""Pictures of what boxes bring to the screen: survey, practice board, what was told, and the covered screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.engine.game import Question
from companion.games import all_games
from companion.table.box_files import Found
from companion.table.session import Session
from companion.ui.draft import Draft
from tests.kit.desk import Desk
from tests.kit.evening import NAMES
from tests.kit.sitting import header_of

Shots = Iterator[tuple[str, Callable[[Desk], None]]]


def box_shots(shaft: Any) -> Shots:
    """For every game with something unknown its box and survey; for Shaft what happens at the table."""
    for game in all_games():
        if game.practice is None:
            continue
        draft = Draft.fresh(game)
        for chair in draft.chairs.values():
            chair.name = NAMES[chair.colour]
        yield f"box-{game.id}", _opened("box", game=game)
        yield f"which-box-{game.id}", _opened("which_box", draft=draft)
        yield f"setup-{game.id}", _opened("setup", draft=draft, seats=draft.seats({}))
        for question in _samples(game.survey(game.practice)):
            yield f"survey-{game.id}-{question.key}", _asked(game, question)
        yield f"survey-{game.id}-end", _asked(game, None)
    yield "unknown", _opened("unknown", game=shaft, box=shaft.box, keys=shaft.box.unknown)
    yield "box-files", _opened("box_files", game=shaft, writes=True)
    found = Found({"depth": 8, "layers": ["lime", "hard", "lime"]}, shaft.check_box(shaft.practice))
    yield "box-changes", _opened("box_changes", game=shaft, found=found, file="shaft-box.json")
    yield "practice-table", _playing(shaft, 0, practice=True)
    yield "private-table", _playing(shaft, 0)
    yield "privacy", _looking(shaft, held=False)
    yield "privacy-open", _looking(shaft, held=True)
    yield "keep", _telling(shaft)


def _samples(questions: tuple[Question, ...]) -> list[Question]:
    """The first of every kind and section."""
    seen: set[tuple[str, str]] = set()
    found = []
    for question in questions:
        sort = (question.kind, question.section.message)
        if sort not in seen:
            found.append(question)
        seen.add(sort)
    return found


def _opened(name: str, /, **args: Any) -> Callable[[Desk], None]:
    return lambda table: table.context.go(name, **args)


def _asked(game: Any, question: Question | None) -> Callable[[Desk], None]:
    def show(table: Desk) -> None:
        # Questions that depend on earlier answers are there once all is known.
        table.context.own(game, dict(game.practice.overrides))
        table.context.go("survey", game=game)
        table.screen._go_to("" if question is None else question.key)
        table.context.forget(game, list(game.box.facts))

    return show


def _playing(game: Any, moves: int, practice: bool = False) -> Callable[[Desk], None]:
    def show(table: Desk) -> None:
        header = header_of(game, ["red", "blue"], practice=practice)
        session = Session.start(table.context.journal, game, header)
        for _ in range(moves):
            session.play(game.legal_moves(session.state)[0])
        table.context.play(session)
        table.ui.frames(3)

    return show


def _looking(game: Any, held: bool) -> Callable[[Desk], None]:
    def show(table: Desk) -> None:
        _playing(game, 0)(table)
        table.screen.panel.on_target("")
        table.ui.frames(3)
        table.screen.circle.held = held

    return show


def _telling(game: Any) -> Callable[[Desk], None]:
    def show(table: Desk) -> None:
        _playing(game, 2)(table)
        table.screen.play(game.legal_moves(table.context.session.state)[2])
        table.screen.next_told()

    return show
