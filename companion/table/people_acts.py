"""What can be said of players and groups, as plain steps from People to People. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.engine.errors import InputError
from companion.engine.header import clean_name
from companion.engine.text import T
from companion.table.people import (
    MOST_ALIASES,
    MOST_GROUPS,
    MOST_MEMBERS,
    MOST_PLAYERS,
    Alias,
    Group,
    People,
    Player,
    folded,
    lasting,
)

replace = msgspec.structs.replace


def _put(people: People, player: Player) -> People:
    """With `player` in the place of the one of that id, or last."""
    if player.id in people.by_id:
        return replace(people, players=tuple(player if one.id == player.id else one for one in people.players))
    if len(people.players) >= MOST_PLAYERS:
        raise InputError(T("More than {most} players have no room. Nothing has changed.", most=MOST_PLAYERS))
    return replace(people, players=(*people.players, player))


def _present(people: People, player: Player) -> Player:
    return people.by_id.get(player.id, player)


def _tidied(people: People, player: Player) -> Player:
    """Without other names that tell nothing: the present one, the same twice, earlier times that a later one covers.

    Where somebody else bore the name in between, the times are all needed. Raises InputError where there are too many.
    """
    for_good = {folded(name): name for name in lasting(player) if folded(name) != folded(player.name)}
    kept = [Alias(name) for name in for_good.values()]
    lasts = {folded(player.name), *for_good}
    until: dict[str, list[Alias]] = {}
    for alias in sorted((alias for alias in player.also if alias.until), key=lambda alias: alias.until):
        until.setdefault(folded(alias.name), []).append(alias)
    for name, times in until.items():
        if any(one.id != player.id for one in people.once(name)):
            kept += dict.fromkeys(times)
        elif name not in lasts:
            kept.append(times[-1])
    if len(kept) > MOST_ALIASES:
        raise InputError(T("{name} has too many other names. Nothing has changed.", name=player.name))
    return replace(player, also=tuple(kept))


def rename(people: People, player: Player, name: str, at: str, others: Iterable[Player] = ()) -> People:
    """Call `player` otherwise from `at` on; games begun up to then under the old name stay theirs.

    others: players nothing was said of, whose names are taken too. Raises InputError for a name that is no name or
    stands for somebody else.
    """
    player, name = _present(people, player), clean_name(name)
    if name == player.name:
        return people
    holder = people.holder(name) or next((one for one in others if folded(one.name) == folded(name)), None)
    if holder is not None and holder.id != player.id:
        raise taken(holder, name)
    also = (*player.also, Alias(player.name, at))
    return _put(people, _tidied(people, replace(player, name=name, also=also)))


def taken(holder: Player, name: str) -> InputError:
    """Why a name can't be had, and what to do."""
    if folded(holder.name) == folded(name):
        return InputError(
            T(
                "“{name}” is somebody else's name already. Nothing has changed. If the two are one person, merge them.",
                name=holder.name,
            )
        )
    return InputError(
        T(
            "“{name}” stands for {who} since the two were merged. Nothing has changed. Take the name apart first.",
            name=name,
            who=holder.name,
        )
    )


def merge(people: People, kept: Player, other: Player) -> People:
    """Make `other` and `kept` one person, called as `kept`: all games of both are theirs. Raises InputError."""
    kept, other = _present(people, kept), _present(people, other)
    if kept.id == other.id:
        raise InputError(T("{name} is one person already. Choose somebody else to merge with.", name=kept.name))
    left = replace(people, players=tuple(player for player in people.players if player.id != other.id))
    also = (*kept.also, Alias(other.name), *other.also)
    retired = kept.retired and other.retired
    one = replace(kept, also=also, colour=kept.colour or other.colour, retired=retired)
    groups = tuple(
        replace(group, members=tuple(dict.fromkeys(kept.id if id == other.id else id for id in group.members)))
        for group in people.groups
    )
    return _put(replace(left, groups=groups), _tidied(left, one))


def split(people: People, player: Player, name: str) -> People:
    """Take another name of `player` out again: games under it are of whoever bears it then. Raises InputError."""
    player = _present(people, player)
    also = tuple(alias for alias in player.also if folded(alias.name) != folded(name))
    if len(also) == len(player.also):
        raise InputError(T("{who} has no other name “{name}”. Nothing has changed.", who=player.name, name=name[:40]))
    return _put(people, replace(player, also=also))


def retire(people: People, player: Player, retired: bool = True) -> People:
    """Offer `player` no more in a new game, or again; history and statistics keep them."""
    return _put(people, replace(_present(people, player), retired=retired))


def colour(people: People, player: Player, liked: str) -> People:
    """Note the seat colour that `player` likes ("": any)."""
    return _put(people, replace(_present(people, player), colour=liked))


def add_group(people: People, group_id: str, name: str, members: Sequence[Player] = ()) -> People:
    """A group more. Raises InputError for a name that is no name or taken."""
    if len(people.groups) >= MOST_GROUPS:
        raise InputError(T("More than {most} groups have no room. Nothing has changed.", most=MOST_GROUPS))
    grown = replace(people, groups=(*people.groups, Group(group_id, _free_group(people, name))))
    return set_members(grown, group_id, members)


def rename_group(people: People, group_id: str, name: str) -> People:
    """Call a group otherwise. Raises InputError."""
    _group(people, group_id)
    return _with_group(people, replace(_group(people, group_id), name=_free_group(people, name, group_id)))


def remove_group(people: People, group_id: str) -> People:
    """Keep a group no more; its people stay. Raises InputError."""
    gone = _group(people, group_id)
    return replace(people, groups=tuple(group for group in people.groups if group.id != gone.id))


def set_members(people: People, group_id: str, members: Sequence[Player]) -> People:
    """Who is in a group, in the order in which they sit down. Raises InputError."""
    chosen = {member.id: member for member in members}
    if len(chosen) > MOST_MEMBERS:
        raise InputError(T("A group has room for {most} people. Nothing has changed.", most=MOST_MEMBERS))
    for member in chosen.values():
        # Whoever is in a group is kept by name, even where nothing else is said of them.
        people = _put(people, _present(people, member))
    return _with_group(people, replace(_group(people, group_id), members=tuple(chosen)))


def _group(people: People, group_id: str) -> Group:
    found = people.group(group_id)
    if found is None:
        raise InputError(T("This group is not there any more. Nothing has changed."))
    return found


def _with_group(people: People, group: Group) -> People:
    return replace(people, groups=tuple(group if one.id == group.id else one for one in people.groups))


def _free_group(people: People, name: str, own: str = "") -> str:
    name = clean_name(name)
    if any(folded(group.name) == folded(name) and group.id != own for group in people.groups):
        raise InputError(T("There is a group “{name}” already. Nothing has changed. Choose another name.", name=name))
    return name
