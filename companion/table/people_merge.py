"""What was said of players on two devices, together: nobody twice, and where they differ ours is kept."""

from __future__ import annotations

import msgspec

from companion.table.people import (
    MOST_ALIASES,
    MOST_GROUPS,
    MOST_PLAYERS,
    Alias,
    Group,
    People,
    Player,
    folded,
    lasting,
)


def united(ours: People, theirs: People) -> People:
    """Both together. A player of theirs is ours if the id is the same, or a name that stands for one.

    Ours keeps name, colour and whether they still come; names that only they know are taken in, unless they stand for
    somebody else here. A group of theirs is ours if the id or the name is the same; ours keeps its members.
    """
    players = {player.id: player for player in ours.players}
    owners = {folded(name): player.id for player in ours.players for name in lasting(player)}
    ours_as: dict[str, str] = {}
    for player in theirs.players:
        known = player.id if player.id in players else next(
            (owners[folded(name)] for name in lasting(player) if folded(name) in owners), None
        )  # fmt: skip
        if known is None and len(players) >= MOST_PLAYERS:
            continue
        kept = players.get(known or "", player)
        ours_as[player.id] = kept.id
        players[kept.id] = _together(kept, player, owners)
        owners.update({folded(name): kept.id for name in lasting(players[kept.id])})
    return People(players=tuple(players.values()), groups=_groups(ours, theirs, ours_as))


def _together(ours: Player, theirs: Player, owners: dict[str, str]) -> Player:
    """One player out of both."""
    also = list(ours.also)
    mine = {folded(name) for name in lasting(ours)}
    before = {folded(alias.name) for alias in ours.also}
    for alias in (Alias(theirs.name), *theirs.also):
        name = folded(alias.name)
        if (
            name in mine
            or (alias.until and name in before)
            or (not alias.until and owners.get(name, ours.id) != ours.id)
        ):
            continue
        if len(also) < MOST_ALIASES:
            also.append(alias)
            mine |= set() if alias.until else {name}
            before.add(name)
    return msgspec.structs.replace(ours, also=tuple(also), colour=ours.colour or theirs.colour)


def _groups(ours: People, theirs: People, ours_as: dict[str, str]) -> tuple[Group, ...]:
    groups = {group.id: group for group in ours.groups}
    names = {folded(group.name) for group in ours.groups}
    for group in theirs.groups:
        if group.id in groups or folded(group.name) in names or len(groups) >= MOST_GROUPS:
            continue
        members = dict.fromkeys(ours_as[member] for member in group.members if member in ours_as)
        groups[group.id] = msgspec.structs.replace(group, members=tuple(members))
        names.add(folded(group.name))
    return tuple(groups.values())
