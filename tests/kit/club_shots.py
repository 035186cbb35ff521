"""Pictures of the club: its page, what is typed for it, its signs, and the board for a TV with 1, 8 and 40 tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.club import way
from companion.engine.text import T
from companion.table.storage import CLUB
from tests.kit.desk import Desk
from tests.kit.spare_voice import SpareVoice

LONG_NAME = "Table by the window in the back room"
CLUB_NAME = "Thursday club of the old library"
SET: dict[str, Any] = {
    "host": "broker-of-the-club.example.org",
    "tls": True,
    "user": "table-7",
    "password": "secret of the pictures",
    "club": CLUB_NAME,
    "table": LONG_NAME,
}
LOST = T("{host} is there, but no broker answers at port {port}. Is it running, and is the port right?", host="192.168.1.20",
         port=1883)  # fmt: skip


def club(then: Callable[[Desk], None], state: str = "ready", trouble: Any = None, **values: Any) -> Any:
    """Sets a club for one picture, and takes it away again."""

    def show(table: Desk) -> None:
        context, data = table.context, table.context.stage.data
        if values:
            way.change(data, **values)
        context.club.voice = lambda _: SpareVoice(state, trouble)
        context.club.begin()
        context.club.again()
        then(table)
        table.ui.frames(2)
        (Path(data) / CLUB).unlink(missing_ok=True)
        context.club.close()

    return show


def opened(name: str, /, **args: Any) -> Callable[[Desk], None]:
    return lambda table: table.context.go(name, **args)


def below(table: Desk) -> None:
    """The page of the club at its end."""
    table.context.go("club")
    table.ui.frames(3)
    table.screen.list.offset = table.screen.list.reach


def tried(table: Desk) -> None:
    """The page of the club after a try that failed."""
    table.context.go("club")
    table.ui.frames(3)
    table.screen.told = (LOST, "bad")
    table.screen.relayout()


def typed(title: Any, key: str, letters: str, signs: bool = False) -> Callable[[Desk], None]:
    """Something typed for the club."""

    def show(table: Desk) -> None:
        table.context.go("club")
        table.ui.frames(3)
        table.screen.rows[key].dispatch("on_release")
        table.screen.keyboard.text = letters
        table.screen.keyboard.signs = signs

    return show


def club_shots() -> Iterator[tuple[str, Callable[[Desk], None]]]:
    """Every picture: its name, and what opens it from Home."""
    yield "club-none", club(opened("club"))
    yield "club-set", club(opened("club"), **SET)
    yield "club-below", club(below, **{**SET, "tls": False})
    yield "club-tried", club(tried, "lost", LOST, **SET)
    yield "club-host", club(typed(T("Broker"), "host", SET["host"], True), **SET)
    yield "club-password", club(typed(T("Password"), "password", "wonderful secret"), **SET)
    yield "club-ca", club(opened("club_ca", done=lambda _: None, own=True), **SET)
    yield "club-devices", club(opened("devices"), "lost", LOST, **SET)
