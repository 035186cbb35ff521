"""Everybody who has played here, with how often and when last: what lists of players show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from companion.table.people import Nameless, People, Player, Seated, folded


class Listed(Seated, Protocol):
    """What is asked of a game in a list."""

    @property
    def touched(self) -> str:
        """When something last happened in it, in UTC."""


class Known(msgspec.Struct, frozen=True):
    """A player with the games they sat in (every one that is kept, practice too) and when they last did ("": never)."""

    player: Player
    games: int = 0
    last: str = ""

    def until(self, now: str) -> str:
        """Up to when (UTC) the games so far were begun: `now`, later where the clock ran ahead of it once."""
        return max(now, self.last)


def roster(
    games: Iterable[Listed], people: People, typed: Iterable[str] = (), nobody: Nameless = ()
) -> tuple[Known, ...]:
    """Everybody once, whoever played last first; then those who never played: `typed` names, and whoever is kept.

    nobody: who sat there without a name is no player, unless something was said of one. A typed name
    that is only an older one of somebody is theirs.
    """
    found: dict[str, Known] = {}
    for game in games:
        sat = {
            player.id: player
            for seat, player in people.seated(game).items()
            if (seat, folded(player.name)) not in nobody or player.id in people.by_id
        }
        for player in sat.values():
            known = found.get(player.id) or Known(player)
            found[player.id] = Known(known.player, known.games + 1, max(known.last, game.touched))
    played = sorted(found.values(), key=lambda known: known.last, reverse=True)
    others: dict[str, Known] = {}
    for name in typed:
        if people.holder(name) is None and people.once(name):
            continue
        player = people.holder(name) or people.unsaid(name)
        others.setdefault(player.id, Known(player))
    for player in people.players:
        others.setdefault(player.id, Known(player))
    return (*played, *(known for id, known in others.items() if id not in found))
