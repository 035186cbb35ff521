"""Pictures of this machine: its rows, its questions, the lock, and what is said while it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.engine.text import T
from tests.kit.desk import Desk

PIN = "2580"


def type_pin(table: Desk, pin: str) -> None:
    """Type and confirm a PIN."""
    table.ui.frames(2)
    for digit in pin:
        table.touch(table.screen.pad.key(digit))
    table.touch(table.screen.pad.key("ok"))


def machine(then: Callable[[Desk], None] | None = None) -> Callable[[Desk], None]:
    """Opens this machine, and perhaps does something there."""

    def show(table: Desk) -> None:
        table.context.turning.turn_back()
        table.ui.wait(0.35)
        table.context.go("machine")
        table.ui.frames(3)
        if then is not None:
            then(table)

    return show


def asked(row: str) -> Callable[[Desk], None]:
    """Taps a row."""

    def tap(table: Desk) -> None:
        table.screen.list.reveal(table.screen.rows[row])
        table.ui.frames(2)
        table.touch(table.screen.rows[row])

    return tap


def at_end(table: Desk) -> None:
    """Scrolls down."""
    table.screen.list.offset = table.screen.list.reach


def locked(then: Callable[[Desk], None]) -> Callable[[Desk], None]:
    """Asks for the PIN, and does something there."""

    def show(table: Desk) -> None:
        table.context.turning.turn_back()
        table.ui.wait(0.35)
        table.context.lock.seal(PIN)
        table.context.lock.shut()
        table.context.go("settings")
        table.ui.frames(3)
        then(table)
        # The picture stands; the others must open.
        table.context.lock.clear()

    return show


def machine_shots() -> Iterator[tuple[str, Callable[[Desk], None]]]:
    """Every picture: its name, and what opens it from Home."""
    yield "machine", machine()
    yield "machine-end", machine(at_end)
    yield "machine-off", machine(asked("off"))
    yield "machine-turned", machine(lambda table: table.touch(table.screen.choices["rotation"].option(1)))
    yield "machine-new-pin", machine(lambda table: table.context.go("new_pin"))
    yield "machine-pin-half", machine(lambda table: (table.context.go("new_pin"), type_pin(table, PIN)))
    yield "machine-leaving", machine(
        lambda table: table.context.go(
            "leaving", title=T("Switching off …"), act=lambda: None,
            text=T("Pull the plug only when the green light of the machine has stopped blinking."),
        )
    )  # fmt: skip
    yield "pin-asked", locked(lambda table: table.touch(table.screen.pad.key("2")))
    yield "pin-wrong", locked(lambda table: type_pin(table, "1111"))
    yield "pin-wait", locked(lambda table: [type_pin(table, "1111") for _ in range(3)])
