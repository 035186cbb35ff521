"""Pictures of the club: its page, what is typed for it, its signs, and the board for a TV with 1, 8 and 40 tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.kit import inspect  # Kivy's settings come before anything of Kivy.

# isort: split
from companion.club import way
from companion.club.board import Evening
from companion.engine.text import T
from companion.language import LANGUAGES, Language
from companion.table.storage import CLUB as CLUB_FILE
from companion.ui.club_board.face import Face, Look
from tests.kit.club_evening import CLUB, board_of
from tests.kit.desk import Desk
from tests.kit.spare_voice import SpareVoice

LONG_NAME = "Table by the window in the back room"
SET: dict[str, Any] = {
    "host": "broker-of-the-club.example.org",
    "tls": True,
    "user": "table-7",
    "password": "secret of the pictures",
    "club": CLUB,
    "table": LONG_NAME,
}
LOST = T(
    "{host} is there, but no broker answers at port {port}. Is it running, and is the port right?",
    host="192.168.1.20",
    port=1883,
)


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
        (Path(data) / CLUB_FILE).unlink(missing_ok=True)
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


# the board for a TV

BOARD_SIZES = ((1280, 720), (720, 1280), (800, 480))
NOW = datetime.now(UTC)


def boards() -> Iterator[tuple[str, Look]]:
    """Every picture of the board: its name, and what is shown."""
    yield "board-none", Look(Evening(), CLUB, starting=True)
    for n in (1, 2, 4, 8, 40):
        yield f"board-{n}", Look(board_of(n, NOW).evening(), CLUB)
    yield "board-next", Look(board_of(40, NOW).evening(), CLUB)
    since = NOW.replace(minute=14)
    yield "board-lost", Look(board_of(8, NOW).evening(), CLUB, LOST, since)
    yield "board-fault", Look(Evening(), CLUB, T("The way to the club can't be used: {file}. {fault}", file=CLUB_FILE,
                                                  fault=T("It is not text in UTF-8.")))  # fmt: skip


def take_boards(ui: Any, words: tuple[str, ...], folder: Path, sizes: Any = BOARD_SIZES) -> list[str]:
    """Take the pictures of the board whose name holds one of `words` (all without any); returns what is wrong."""
    wrong: list[str] = []
    for language in LANGUAGES:
        for width, height in sizes:
            for name, look in boards():
                full = f"{name}-{width}x{height}-{language}"
                if words and not any(word in full for word in words):
                    continue
                ui.resize(width, height)
                face = Face(Language(language), lambda: None)
                face.show(look, NOW)
                if "next" in name:
                    face.turn()
                ui.show(face)
                ui.shot(folder / f"{full}.png")
                wrong += [f"{full}: {problem}" for problem in inspect.problems()]
                ui.clear()
    return wrong
