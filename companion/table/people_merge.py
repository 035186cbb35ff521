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
    here = {folded(name): player.id for player in ours.players for name in lasting(player)}
    owners = dict(here)
    ours_as: dict[str, str] = {}
    for player in theirs.players:
        known = player.id if player.id in players else next(
            (owners[folded(name)] for name in lasting(player) if folded(name) in owners), None
        )  # fmt: skip
        if known is None and len(players) >= MOST_PLAYERS:
            continue
        kept = players.get(known or "") or _without(player, here)
        ours_as[player.id] = kept.id
        players[kept.id] = _together(kept, player, here, owners)
        owners.update({folded(name): kept.id for name in lasting(players[kept.id])})
    return People(players=tuple(players.values()), groups=_groups(ours, theirs, ours_as))


def _without(player: Player, here: dict[str, str]) -> Player:
    """A player who is new here, without former names of somebody who is called so here: those games stay theirs."""
    also = tuple(alias for alias in player.also if folded(alias.name) not in here)
    return msgspec.structs.replace(player, also=also)


def _together(ours: Player, theirs: Player, here: dict[str, str], owners: dict[str, str]) -> Player:
    """One player out of both.

    here: whom a name stands for on this device, by which nobody here loses games to a former name of theirs; owners:
    the same with those of theirs who have come.
    """
    also = list(ours.also)
    mine = {folded(name) for name in lasting(ours)}
    before = {folded(alias.name) for alias in ours.also}
    for alias in (Alias(theirs.name), *theirs.also):
        name = folded(alias.name)
        holder = (here if alias.until else owners).get(name, ours.id)
        if name in mine or holder != ours.id or (alias.until and name in before):
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
