"""The pictures of the README that want a whole year of games, with people one would like to play with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.games import find_game
from companion.table import history
from companion.table.people import Player, player_id
from companion.table.people_store import Store
from companion.table.session import Session
from companion.table.shelf import Shelf
from tests.kit.clock_shots import at_table, page
from tests.kit.desk import Desk
from tests.kit.history_shots import upright
from tests.kit.many_games import many

NAMES = ("Anna", "Béla", "Kira", "Дора", "Ilka", "Kenji", "Márton", "Zsófi")
KINDS = ("aton", "egizia", "nefertiti", "sobek", "tutankhamen")
Shots = Iterator[tuple[str, Callable[[Desk], None]]]


def who(name: str) -> Player:
    """A player nothing was said of."""
    return Player(player_id(name), name)


def year_shots(table: Desk) -> Shots:
    """Fill the device of `table` with a year; then every picture: the name of its file, and what opens it from Home."""
    journal, data = table.context.journal, table.app.data
    many(journal, 160, away=12, kinds=KINDS, names=NAMES)
    people = Store(data)
    for name, colour in (("Anna", "red"), ("Kira", "green"), ("Béla", "blue")):
        people.colour(who(name), colour)
    people.add_group("Thursday", [who(name) for name in ("Anna", "Béla", "Kira", "Дора")], "g")
    games = history.games(journal)
    egizia = next(g for g in games if g.game == "egizia" and g.status == "finished" and len(g.seats) == 3)
    Shelf.load(data).add_note(egizia.id, egizia.n // 2, "Here the grain ran out.")
    away = (Session.look_at(journal, g.id) for g in games if g.status != "finished" and g.mode == "referee")
    clocked = next(session for session in away if len(session.decision.seats) == 1)

    def opened(name: str, then: Callable[[Any], object] | None = None, **args: Any) -> Callable[[Desk], None]:
        def show(desk: Desk) -> None:
            upright(desk)
            desk.context.go(name, **args)
            desk.ui.frames(3)
            if then is not None:
                then(desk.screen)

        return show

    def ended(desk: Desk) -> None:
        upright(desk)
        desk.context.session = Session.look_at(journal, egizia.id)
        desk.context.go("result")

    yield "players", opened("players")
    yield "group", opened("new_game", lambda screen: screen.group.dispatch("on_release"), game=find_game("egizia"))
    yield "history", opened("history")
    yield "replay", opened("replay", lambda screen: screen.to_scoring(-1), record=egizia.id)
    yield "stats", opened("head_to_head", a=player_id("Anna"), b=player_id("Kira"))
    yield "stats-game", opened("game_stats", game="egizia")
    yield "result", ended
    yield "hand-off", opened("hand_off", records=(egizia.id,))
    yield "clock-page", page(clock="turn", clock_turn_s=120)
    yield "clock", at_table(clocked, 154, clock="up")
