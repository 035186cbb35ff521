"""BG Stats: the link that creates a play in the app, and the file with one play or many.

The app's maker publishes neither; both are as independent writers and readers agree on (docs/handoff.md tells what is
sure). Booleans are always written, the number at BoardGameGeek is a number or left out, times are UTC, ids are ours.
"""

from __future__ import annotations

import base64
import json
import unicodedata
import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.table.handoff import SOURCE, Play, Seated, stable

WEB, APP = "https", "bgstats"
"""The two forms of the address: by way of a page that opens the app, and straight to the app."""
AIM = 1000
"""Characters of a link that is easily read from across a table; what can be spared is left out to stay below."""
SMALL = 792
"""Characters that a code of 93 modules holds: with its margin the largest on 104 pixels, one pixel each."""
MOST = 1465
"""Characters of a link at most: a code of 125 modules, which with its margin still has 3 pixels each on a screen of
800 × 480, no smaller ones than a link of 1000 characters."""
SPARED = ("role", "rank", "board", "durationMin")
"""What a link can do without, the least missed first."""
CUT = "…"
PRACTICE = "Practice"
SHORT_ID = 6
"""Bytes of a player's id in a link: it has to tell players apart who sit at our tables, no others."""
FOR_THEMSELVES = ":,!~*'()"
"""Signs that may stand unchanged in the query of an address (RFC 3986), besides letters, digits and "-._"."""


def link(play: Play, form: str = WEB, whole: bool = False, aim: int = AIM) -> str:
    """The address that creates this play in BG Stats, for a QR code. `form`: WEB or APP.

    What can be spared is left out while it has more than `aim` characters; names are cut only where it would have more
    than `MOST`. `whole`: nothing is left out and no name is cut, however long it becomes.
    """
    data = _linked(play)
    if whole:
        return _address(data, form)
    for key in SPARED:
        if len(_address(data, form)) <= aim:
            break
        if key != "board" or not play.practice:
            data.pop(key, None)
        for player in data["players"]:
            player.pop(key, None)
    names = [player["name"] for player in data["players"]]
    letters = max(map(len, names))
    while len(_address(data, form)) > MOST and letters > 1:
        letters -= 1
        for player, name in zip(data["players"], names, strict=True):
            player["name"] = shortened(name, letters)
    return _address(data, form)


def shortened(name: str, letters: int) -> str:
    """At most so many letters of a name (1 or more), then dots. A letter made of several signs is not cut apart."""
    if len(name) <= letters:
        return name
    kept = letters
    while kept and (_joins(name[kept]) or name[kept - 1] == "\u200d"):
        kept -= 1
    return (name[:kept].rstrip() or name[:letters]) + CUT


def _joins(sign: str) -> bool:
    """Whether a sign belongs to the one before: an accent, the shade of a face, what joins two pictures into one."""
    return sign == "\u200d" or unicodedata.category(sign) in ("Mn", "Me") or "\U0001f3fb" <= sign <= "\U0001f3ff"


def _address(data: Mapping[str, Any], form: str) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"{form}://app.bgstatsapp.com/createPlay.html?data={quote(text, safe=FOR_THEMSELVES)}"


def _linked(play: Play) -> dict[str, Any]:
    """All that a link tells. Comments would make it too long for a code."""
    game: dict[str, Any] = {"name": play.title.message, "sourceGameId": play.game}
    if play.bgg_id is not None:
        game["bggId"] = play.bgg_id
    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": play.uuid,
        "playDate": play.began,
        "game": {**game, "highestWins": True, "noPoints": _no_points(play), "usesTeams": False},
    }
    if play.minutes is not None:
        data["durationMin"] = play.minutes
    board = PRACTICE if play.practice else board_of(play)
    if board:
        data["board"] = board
    data["players"] = [_linked_player(one) for one in play.players]
    return data


def _linked_player(one: Seated) -> dict[str, Any]:
    short = base64.urlsafe_b64encode(uuid.UUID(one.player).bytes[:SHORT_ID]).decode()
    player: dict[str, Any] = {"name": one.name, "sourcePlayerId": short, "winner": one.winner}
    player["startPlayer"] = one.starts
    if one.score is not None:
        player["score"] = one.score
    if one.rank is not None:
        player["rank"] = one.rank
    return {**player, "role": role_of(one)}


def board_of(play: Play) -> str:
    """The ruleset of a play, and whether it was for practice; empty where there is nothing to say."""
    words = [play.ruleset.message] if play.ruleset is not None else []
    return ", ".join([*words, *([PRACTICE] if play.practice else [])])


def role_of(one: Seated) -> str:
    """The colour of a seat, as a word."""
    return one.seat.capitalize()


def _no_points(play: Play) -> bool:
    return all(one.score is None for one in play.players)


def score_of(play: Play, one: Seated) -> str:
    """The score of a seat in a file: a sum of all parts ("3+0+20") or, where one of them is below zero, a number.

    Readers differ in how they take a minus inside a sum. Empty: nobody knows the score.
    """
    parts = play.points(one.seat)
    if len(parts) > 1 and min(parts) >= 0:
        return "+".join(map(str, parts))
    return "" if one.score is None else str(one.score)


def bgsplay(plays: Sequence[Play]) -> bytes:
    """The file for one play or many (JSON, UTF-8). The same plays give the same bytes, and the same ids in any file.

    Raises InputError without a play.
    """
    if not plays:
        raise InputError(T("There is no finished game to hand on."))
    games = {play.game: number for number, play in enumerate({one.game: one for one in plays}.values(), 1)}
    names = {one.player: one.name for play in plays for one in play.players}
    players = {player: number for number, player in enumerate(names, 1)}
    sat = Counter(one.player for play in plays for one in play.players)
    data = {
        "about": f"{SOURCE} results",
        "games": [_game(number, _of_game(plays, game)) for game, number in games.items()],
        "players": [
            {
                "id": number,
                "uuid": player,
                "name": names[player],
                "isAnonymous": False,
                "modificationDate": max(p.ended for p in plays if any(one.player == player for one in p.players)),
            }
            for player, number in players.items()
        ],
        "locations": [],
        "plays": [_play(play, games[play.game], players) for play in plays],
        # The table belongs to nobody: who plays most is the likeliest to own the app.
        "userInfo": {"meRefId": players[max(players, key=lambda player: sat[player])]},
    }
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def _of_game(plays: Iterable[Play], game: str) -> list[Play]:
    return [play for play in plays if play.game == game]


def _game(number: int, plays: Sequence[Play]) -> dict[str, Any]:
    one = plays[0]
    return {
        "id": number,
        "uuid": stable("game", one.game),
        "name": one.title.message,
        "modificationDate": max(play.ended for play in plays),
        "cooperative": False,
        "highestWins": True,
        "noPoints": all(_no_points(play) for play in plays),
        "usesTeams": False,
        **({"bggId": one.bgg_id} if one.bgg_id is not None else {}),
        "isBaseGame": 1,
        "isExpansion": 0,
    }


def _play(play: Play, game: int, players: Mapping[str, int]) -> dict[str, Any]:
    best = max((one.score for one in play.players if one.score is not None), default=None)
    by_points = all(one.winner == (one.score is not None and one.score == best) for one in play.players)
    return {
        "uuid": play.uuid,
        "playDate": play.began,
        "entryDate": play.ended,
        "modificationDate": play.ended,
        "gameRefId": game,
        **({"durationMin": play.minutes} if play.minutes is not None else {}),
        "usesTeams": False,
        "ignored": False,
        # The points alone would name somebody else, or one of those who are level.
        "manualWinner": not by_points,
        "board": board_of(play),
        "comments": play.comments,
        "playerScores": [
            {
                "playerRefId": players[one.player],
                "score": score_of(play, one),
                "winner": one.winner,
                "startPlayer": one.starts,
                "newPlayer": False,
                "rank": one.rank or 0,
                "seatOrder": number,
                "role": role_of(one),
            }
            for number, one in enumerate(play.players)
        ],
        "expansionPlays": [],
    }
