"""Pictures of what comes of a finished game: its code, its score card, and what is handed on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from unittest import mock

from companion.table.session import Session
from hardware import sticks
from hardware.sticks import Stick
from tests.kit.desk import Desk

Shots = Iterator[tuple[str, Callable[[Desk], None]]]
STICK = Stick("/run/media/cartouche/BLUE", "BLUE", 7_900_000_000, False, "/dev/sda1")


def result_shots(finished: Session, many: Session, away: Session) -> Shots:
    """Every picture: its name, and what opens it from Home. `many` seats six, `away` is not over."""
    for name, session in (("", finished), ("-six", many)):
        record = session.header.id
        yield f"code{name}", _coded(session)
        yield f"score-card{name}", _open("score_card", record=record)
        yield f"hand-off{name}", _open("hand_off", records=(record,))
    yield "hand-off-stick", _with_stick((finished.header.id,))
    yield "hand-off-many", _with_stick(tuple(s.header.id for s in (finished, many, away)))


def _open(screen: str, **args: object) -> Callable[[Desk], None]:
    return lambda table: table.context.go(screen, **args) and None


def _coded(session: Session) -> Callable[[Desk], None]:
    def show(table: Desk) -> None:
        table.context.session = Session.look_at(table.context.journal, session.header.id)
        table.context.go("result")
        table.ui.frames(3)
        table.touch(table.screen.code)

    return show


def _with_stick(records: tuple[str, ...]) -> Callable[[Desk], None]:
    def show(table: Desk) -> None:
        with mock.patch.object(sticks, "sticks", lambda: (STICK,)):
            table.context.go("hand_off", records=records)
        table.screen.leave()

    return show
