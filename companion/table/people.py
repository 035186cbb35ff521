"""Players and groups: who is who under which name. Nobody signs in; it is what the table says of its people.

Every name in a game's header is a player. What is kept besides (`people.json`, see `people_file`) is what was said of
them: a new name, two names that are one person, a dear colour, who does not come any more, and who plays together.
"""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Annotated, Literal, Protocol

import msgspec

from companion.engine.errors import InputError
from companion.engine.header import MAX_NAME, Seat, clean_name
from companion.engine.text import T

NAMESPACE = uuid.UUID("5f1a4b52-58a2-5c0e-9d0e-2d0f6e3b7c11")
"""Fixed for ever: the same name on two devices is the same player."""
MOST_PLAYERS, MOST_GROUPS, MOST_ALIASES, MOST_MEMBERS = 2000, 200, 200, 200

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME)]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Time = Annotated[str, msgspec.Meta(pattern=r"^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)?$")]


class Alias(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name of a player: for games begun up to `until` (after a rename), or for good ("": after a merge)."""

    name: Name
    until: Time = ""


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person: present name, other names, the seat colour they like ("": any), and whether they come no more."""

    id: Id
    name: Name
    also: Annotated[tuple[Alias, ...], msgspec.Meta(max_length=MOST_ALIASES)] = ()
    colour: Annotated[str, msgspec.Meta(max_length=20)] = ""
    retired: bool = False


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """People who play together ("Thursday"): ids of players in the order in which they sit down."""

    id: Id
    name: Name
    members: Annotated[tuple[Id, ...], msgspec.Meta(max_length=MOST_MEMBERS)] = ()


Nameless = Collection[tuple[str, str]]
"""What stands for a name where nobody gave one: a seat's id with a folded word for its colour. Somebody called Lila is
a player all the same wherever she does not sit at the violet seat."""


class Seated(Protocol):
    """What is asked of a game: a `Summary` or a `Header`."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Seats in clockwise order."""

    @property
    def started(self) -> str:
        """When it was begun, in UTC ("2026-03-05T18:30:00Z")."""


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """A name as it is compared: “ANNA” and “Anna” are one, however their accents are coded."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


@lru_cache(maxsize=4096)
def player_id(name: str, n: int = 1) -> str:
    """The id of the `n`-th player of that name; the first one's is the same on every device."""
    return str(uuid.uuid5(NAMESPACE, folded(name) if n == 1 else f"{folded(name)}\n{n}"))


class _Holders(msgspec.Struct):
    """Who a name stands for: whose present or lasting name it is, and whose it was, until when."""

    now: Player | None = None
    before: list[tuple[str, Player]] = []


class People(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """All that was said of players and groups. A player nothing was said of is not in it, and exists all the same."""

    version: Literal[1] = 1
    players: Annotated[tuple[Player, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()
    groups: Annotated[tuple[Group, ...], msgspec.Meta(max_length=MOST_GROUPS)] = ()

    @cached_property
    def by_id(self) -> Mapping[str, Player]:
        """The players something was said of, by id."""
        return {player.id: player for player in self.players}

    @cached_property
    def _by_name(self) -> dict[str, _Holders]:
        found: dict[str, _Holders] = {}
        for player in self.players:
            found.setdefault(folded(player.name), _Holders()).now = player
            for alias in player.also:
                holders = found.setdefault(folded(alias.name), _Holders())
                if alias.until:
                    holders.before.append((alias.until, player))
                else:
                    holders.now = player
        for holders in found.values():
            holders.before.sort(key=lambda held: held[0])
        return found

    def who(self, name: str, started: str) -> Player:
        """The player who sat under `name` in a game begun at `started`; one nothing was said of is made of the name."""
        holders = self._by_name.get(folded(name))
        if holders is None:
            return self.unsaid(name)
        for until, player in holders.before:
            if started <= until:
                return player
        return holders.now or self.unsaid(name)

    def holder(self, name: str) -> Player | None:
        """The player whose present or lasting name this is, if something was said of one."""
        holders = self._by_name.get(folded(name))
        return None if holders is None else holders.now

    def once(self, name: str) -> tuple[Player, ...]:
        """The players who were called so once and are called otherwise now."""
        holders = self._by_name.get(folded(name))
        return () if holders is None else tuple(dict.fromkeys(player for _, player in holders.before))

    def unsaid(self, name: str) -> Player:
        """The player of that name of whom nothing was said. Whoever was called so and keeps the id keeps it."""
        n = 1
        while (taken := self.by_id.get(player_id(name, n))) is not None and folded(taken.name) != folded(name):
            n += 1
        return Player(player_id(name, n), name)

    def seated(self, game: Seated) -> dict[str, Player]:
        """Who sat where in a game: the player by seat id."""
        return {seat.seat: self.who(seat.name, game.started) for seat in game.seats}

    def names(self, game: Seated) -> dict[str, str]:
        """What everybody in a game is called now, by seat id."""
        return {seat: player.name for seat, player in self.seated(game).items()}

    def seats(self, game: Seated) -> tuple[Seat, ...]:
        """The seats of a game under present names, for what shows names by seats."""
        return tuple(msgspec.structs.replace(seat, name=self.who(seat.name, game.started).name) for seat in game.seats)

    def members(self, group: Group) -> tuple[Player, ...]:
        """The people of a group, in their order."""
        return tuple(self.by_id[member] for member in group.members if member in self.by_id)

    def group(self, group_id: str) -> Group | None:
        """The group of that id."""
        return next((group for group in self.groups if group.id == group_id), None)

    def check(self) -> None:
        """That every id and every name means one. Raises InputError naming what means two, or a member nobody knows."""
        ids = [player.id for player in self.players]
        if len(set(ids)) < len(ids) or len({group.id for group in self.groups}) < len(self.groups):
            raise InputError(T("Two entries have the same id. Give each its own."))
        _each_once([name for player in self.players for name in lasting(player)])
        _each_once([group.name for group in self.groups])
        for group in self.groups:
            if len(set(group.members)) < len(group.members) or any(
                member not in self.by_id for member in group.members
            ):
                raise InputError(
                    T("The group “{name}” names a player who is not listed, or one twice. Mend it.", name=group.name)
                )


def lasting(player: Player) -> tuple[str, ...]:
    """The names that stand for a player now: the present one, and those taken in for good."""
    return (player.name, *(alias.name for alias in player.also if not alias.until))


def _each_once(names: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if clean_name(name) != name:
            raise InputError(T("The name “{name}” holds letters that can't be shown. Write it anew.", name=name[:20]))
        if folded(name) in seen:
            raise InputError(T("The name “{name}” is given twice. Keep it once.", name=name))
        seen.add(folded(name))


def sat_together(games: Iterable[Seated], people: People, one: str, other: str) -> int:
    """In how many games two players (by id) sat at the same table: then they are hardly one person."""
    return sum({one, other} <= {player.id for player in people.seated(game).values()} for game in games)
