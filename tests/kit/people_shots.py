"""Pictures of players and groups: short and long names, none, many, what is asked, and a group that sits down."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games import find_game
from companion.table.people import Player, player_id
from companion.table.people_file import previous
from companion.table.people_store import Store
from companion.table.storage import PEOPLE
from tests.kit.desk import Desk
from tests.kit.machine_shots import PIN
from tests.kit.many_games import many

LONG = "Bartholomäus-Konstantin"
LONGEST = "Константинополь Всеволодович Долгорукий"
NAMES = ("Anna", "Márton", "Kira", "Дора", LONG, "Ilka", LONGEST, "田中")
AT = "2026-03-05T18:00:00Z"
Show = Callable[[Desk], None]


def who(name: str) -> Player:
    """A player nothing was said of."""
    return Player(player_id(name), name)


def said(table: Desk) -> None:
    """Say something of everybody: other names, colours, groups of two to eight."""
    store = Store(table.app.data)
    store.rename(who("Anna"), "Anna K.", AT)
    store.merge(who("Anna"), who("Panna"))
    store.rename(who(LONG), "Bartholomäus-Konstantin von Hohenlohe-W", AT)
    for name, colour in (("Anna", "red"), ("Kira", "blue"), (LONGEST, "violet")):
        store.colour(who(name), colour)
    store.retire(who("Ilka"))
    store.add_group("Thursday", [who(name) for name in ("Kira", "Anna", LONGEST)], "g")
    store.add_group("Everybody who ever came to the castle", [who(name) for name in NAMES], "h")


def people_shots() -> Iterator[tuple[str, Show]]:
    """Every picture: its name, and what opens it from Home. What was said of players is forgotten behind each."""
    filled: list[str] = []

    def shown(then: Show, say: Show = said) -> Show:
        def show(table: Desk) -> None:
            if not filled:
                filled.extend(many(table.context.journal, 20, names=NAMES))
            say(table)
            then(table)
            table.ui.frames(3)
            # The picture stands; the screens of others know nobody.
            for path in (table.app.data / PEOPLE, previous(table.app.data)):
                path.unlink(missing_ok=True)

        return show

    def opened(name: str, **args: object) -> Show:
        return lambda table: (table.context.go(name, **args), table.ui.frames(3))[1]

    def row(name: str, key: str, *answers: str, **args: object) -> Show:
        """Opens a screen, taps a row of it, and a player then."""

        def show(table: Desk) -> None:
            opened(name, **args)(table)
            table.screen.list.reveal(table.screen.rows[key])
            table.ui.frames(2)
            table.touch(table.screen.rows[key])
            for answer in answers:
                table.touch(table.screen.row(player_id(answer)))

        return show

    def seated(game: str, group: str) -> Show:
        def show(table: Desk) -> None:
            opened("new_game", game=find_game(game))(table)
            table.touch(table.screen.group)
            if table.screen.name == "seat_group":
                table.touch(table.screen.list.at(["g", "h"].index(group)))

        return show

    def locked(then: Show) -> Show:
        def show(table: Desk) -> None:
            table.context.lock.seal(PIN)
            then(table)
            table.context.lock.clear()

        return show

    anna, long = {"player": player_id("Anna")}, {"player": player_id(LONG)}
    yield "people-roster", shown(opened("players"))
    yield "people-roster-new", shown(opened("players"), lambda _: None)
    yield "people-player", shown(opened("player", **anna))
    yield "people-player-end", shown(lambda table: at_end(table, opened("player", **anna)))
    yield "people-player-long", shown(opened("player", **long))
    yield "people-player-done", shown(row("player", "retire", **anna))
    yield "people-player-done-long", shown(row("player", "retire", **long))
    yield "people-player-locked", shown(locked(opened("player", **anna)))
    yield "people-merge", shown(row("player", "merge", **long))
    yield "people-merge-asked", shown(row("player", "merge", LONGEST, **long))
    yield "people-groups", shown(opened("groups"))
    yield "people-groups-none", shown(opened("groups"), lambda _: None)
    yield "people-group", shown(opened("group", group="g"))
    yield "people-new-game", shown(opened("new_game", game=find_game("tutankhamen")))
    yield "people-new-game-seated", shown(seated("tutankhamen", "g"))
    yield "people-which-group", shown(opened_groups)
    yield "people-sit-out", shown(seated("egizia", "h"))
    yield "people-seat", shown(seat)


def at_end(table: Desk, show: Show) -> None:
    """Opens it, and scrolls down."""
    show(table)
    table.screen.list.offset = table.screen.list.reach


def opened_groups(table: Desk) -> None:
    """Asks which group plays."""
    table.context.go("new_game", game=find_game("tutankhamen"))
    table.ui.frames(3)
    table.touch(table.screen.group)


def seat(table: Desk) -> None:
    """Opens a seat with the names to choose from."""
    table.context.go("new_game", game=find_game("tutankhamen"))
    table.ui.frames(3)
    table.touch(table.screen.chips["w0"])
