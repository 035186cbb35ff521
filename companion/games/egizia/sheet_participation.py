"""The form of the participation: points for 1, 2 or 3 sites, and the new order of play (spec egizia 5.9, 4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.form_reading import read_object
from companion.engine.game import ScoreLine, Scores, Sheet
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.egizia.components import SITES
from companion.games.egizia.scoring import chips, participation
from companion.games.egizia.sheet_reading import read_players, read_track, say_behind, whole

FIELDS = ("players",)
PLAYER = ("score", "arrival", "sites")


def _sites(own: Mapping[str, Any], who: str) -> int:
    """At how many sites a player has spent a stone: a number, or the sites themselves."""
    if "sites" not in own:
        raise InputError(T("“{field}” of {who} is missing. Add it.", field="sites", who=seat(who)))
    given = own["sites"]
    if not isinstance(given, list):
        return whole(given, who, "sites", 0, len(SITES))
    if len({str(site) for site in given}) < len(given) or any(site not in SITES for site in given):
        raise InputError(
            T("“{field}” of {who} must list each site once: {known}.", field="sites", who=seat(who),
              known=", ".join(SITES))
        )  # fmt: skip
    return len(given)


class ParticipationSheet(Sheet):
    """`{"players": {"red": {"score": 20, "arrival": 1, "sites": ["SITE_A"]}, ...}}`.

    `sites`: those where a stone was spent (SITE_A Sphinx, SITE_B obelisk and graves, SITE_C pyramid and temple), or how
    many. `arrival` is needed where stones share a space: 1 in front. Results: the order of scoring, `front` (the leader
    first) and the number `chips` of the next round.
    """

    id = "egizia:participation"
    title = T("Building at several sites")
    example: Mapping[str, Any] = {
        "players": {
            "red": {"score": 20, "arrival": 1, "sites": ["SITE_A"]},
            "blue": {"score": 20, "arrival": 2, "sites": ["SITE_A", "SITE_B", "SITE_C"]},
            "green": {"score": 17, "sites": ["SITE_B", "SITE_C"]},
        }
    }

    def score(self, data: Any, box: Box | None = None) -> Scores:
        """The points of everybody and the new order. Raises `InputError` naming the field and the remedy."""
        players = read_players(read_object(data, T("The sheet"), FIELDS), PLAYER)
        track = read_track(players)
        sites = {who: _sites(own, who) for who, own in players.items()}
        before, order = dict(track.scores), track.front
        notes: list[Text] = []
        for who in order:
            behind = track.move(who, participation(sites[who]))
            if behind:
                notes.append(say_behind(who, behind, track.scores[who]))
        given = chips(track.front)
        named: tuple[Value, ...] = tuple(T("{who} {n}", who=seat(who), n=n) for who, n in given.items())
        notes.append(T("Number chips of the next round: {chips}.", chips=named))
        return Scores(
            tuple(
                ScoreLine(
                    f"participation.{who}",
                    T("{who}", who=seat(who)),
                    TN("{n} site", "{n} sites", sites[who]),
                    {who: participation(sites[who])},
                )
                for who in order
            ),
            before,
            more={"order": list(order), "front": list(track.front), "chips": given},
            notes=tuple(notes),
        )
