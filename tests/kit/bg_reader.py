"""Reads what is handed on as another program would: written from the descriptions of the formats alone.

Strict: a field of another type, a missing boolean, an id that leads nowhere or a date of another form is a `Misread`.
Nothing of the companion is imported here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import unquote

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
ADDRESS = re.compile(
    r"(?:https|bgstats)://app\.bgstatsapp\.com/createPlay\.html\?data=([A-Za-z0-9%._~!*'(),:;@/?$&+=-]+)"
)
SUM = re.compile(r"-?[0-9]+(?:\+[0-9]+)*")
TIME = "time"
"""A text `YYYY-MM-DD HH:MM:SS`."""

LINK = {"sourceName": str, "sourcePlayId": str, "playDate": TIME, "game": dict, "players": list}
LINK_MAY = {"durationMin": int, "location": str, "board": str, "comments": str}
LINK_GAME = {"name": str, "sourceGameId": str, "highestWins": bool, "noPoints": bool}
LINK_GAME_MAY = {"bggId": int, "usesTeams": bool}
LINK_PLAYER = {"name": str, "sourcePlayerId": str, "winner": bool, "startPlayer": bool}
LINK_PLAYER_MAY = {"score": int, "rank": int, "role": str, "team": str, "teamRole": str}

FILE = {"about": str, "games": list, "players": list, "locations": list, "plays": list, "userInfo": dict}
FILE_MAY = {"tags": list, "groups": list, "challenges": list, "deletedObjects": list}
GAME = {
    "id": int, "uuid": UUID, "name": str, "modificationDate": TIME,
    "cooperative": bool, "highestWins": bool, "noPoints": bool, "usesTeams": bool,
}  # fmt: skip
GAME_MAY = {"bggId": int, "bggName": str, "isBaseGame": int, "isExpansion": int}
PLAYER = {"id": int, "uuid": UUID, "name": str, "isAnonymous": bool, "modificationDate": TIME}
PLAY = {
    "uuid": UUID, "playDate": TIME, "entryDate": TIME, "modificationDate": TIME, "gameRefId": int,
    "usesTeams": bool, "ignored": bool, "manualWinner": bool, "playerScores": list, "expansionPlays": list,
}  # fmt: skip
PLAY_MAY = {"durationMin": int, "board": str, "comments": str, "rounds": int, "rating": int}
SCORE = {
    "playerRefId": int, "score": str, "winner": bool, "startPlayer": bool, "newPlayer": bool, "rank": int,
    "seatOrder": int,
}  # fmt: skip
SCORE_MAY = {"role": str, "team": str, "teamRole": str}


class Misread(ValueError):
    """What was handed on is not as the format says."""


class Sat(NamedTuple):
    """A player of a play that was read; `parts` are the numbers of a sum."""

    id: str
    name: str
    score: int | None
    winner: bool
    starts: bool
    rank: int
    role: str
    parts: tuple[int, ...] = ()


class Read(NamedTuple):
    """A play that was read."""

    id: str
    game: str
    game_id: str
    bgg_id: int | None
    when: datetime
    minutes: int | None
    board: str
    comments: str
    players: tuple[Sat, ...]
    manual: bool = False


def _json(text: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise Misread(f"a field stands twice among {[key for key, _ in pairs]}")
        return dict(pairs)

    return json.loads(text, object_pairs_hook=once)


def _fields(what: str, data: Any, need: Mapping[str, Any], may: Mapping[str, Any] = {}) -> dict[str, Any]:
    """The object `data` with all of `need` and nothing but that and `may`, each of its kind."""
    if type(data) is not dict:
        raise Misread(f"{what} is no object")
    missing, strange = need.keys() - data.keys(), data.keys() - need.keys() - may.keys()
    if missing or strange:
        raise Misread(f"{what}: missing {sorted(missing)}, unknown {sorted(strange)}")
    for key, value in data.items():
        kind = need[key] if key in need else may[key]
        if kind is TIME:
            time_of(f"{what}.{key}", value)
        elif isinstance(kind, re.Pattern):
            if type(value) is not str or not kind.fullmatch(value):
                raise Misread(f"{what}.{key} is {value!r}")
        elif type(value) is not kind:
            raise Misread(f"{what}.{key} is {value!r}, no {kind.__name__}")
    return data


def time_of(what: str, value: Any) -> datetime:
    """A time of the form `YYYY-MM-DD HH:MM:SS`."""
    if type(value) is not str or not re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", value):
        raise Misread(f"{what} is {value!r}")
    return datetime.strptime(value, "%Y-%m-%d %H:%M:%S")


def read_link(address: str) -> Read:
    """The play that an address creates."""
    found = ADDRESS.fullmatch(address)
    if found is None:
        raise Misread(f"no address of this form: {address[:80]!r}")
    data = _fields("link", _json(unquote(found[1], errors="strict")), LINK, LINK_MAY)
    game = _fields("game", data["game"], LINK_GAME, LINK_GAME_MAY)
    players = []
    for one in data["players"]:
        player = _fields("player", one, LINK_PLAYER, LINK_PLAYER_MAY)
        if player.get("rank", 1) < 1:
            raise Misread(f"rank {player['rank']}")
        players.append(
            Sat(
                player["sourcePlayerId"], player["name"], player.get("score"), player["winner"],
                player["startPlayer"], player.get("rank", 0), player.get("role", ""),
            )
        )  # fmt: skip
    _each_once("sourcePlayerId", [one.id for one in players])
    when = time_of("playDate", data["playDate"])
    return Read(
        data["sourcePlayId"], game["name"], game["sourceGameId"], game.get("bggId"), when, data.get("durationMin"),
        data.get("board", ""), data.get("comments", ""), tuple(players),
    )  # fmt: skip


def _each_once(what: str, values: Sequence[Any]) -> None:
    if len(set(values)) < len(values):
        raise Misread(f"{what} is not each once: {values}")


def sum_of(text: str) -> tuple[int, ...]:
    """The numbers of a score: one, or several that are added up; none where it is empty."""
    if text and not SUM.fullmatch(text):
        raise Misread(f"score {text!r}")
    return tuple(int(part) for part in text.split("+")) if text else ()


def read_file(data: bytes) -> tuple[Read, ...]:
    """The plays of a file, every id followed to what it means."""
    whole = _fields("file", _json(data.decode("utf-8")), FILE, FILE_MAY)
    games = {one["id"]: _fields("game", one, GAME, GAME_MAY) for one in whole["games"]}
    players = {one["id"]: _fields("player", one, PLAYER) for one in whole["players"]}
    _each_once("id of a game", [one["id"] for one in whole["games"]])
    _each_once("id of a player", [one["id"] for one in whole["players"]])
    _each_once("uuid", [one["uuid"] for one in (*whole["games"], *whole["players"], *whole["plays"])])
    if _fields("userInfo", whole["userInfo"], {"meRefId": int})["meRefId"] not in players:
        raise Misread("meRefId leads nowhere")
    plays = []
    for one in whole["plays"]:
        play = _fields("play", one, PLAY, PLAY_MAY)
        game = games.get(play["gameRefId"])
        if game is None:
            raise Misread(f"gameRefId {play['gameRefId']} leads nowhere")
        sat = [_sat(score, players) for score in play["playerScores"]]
        if [score["seatOrder"] for score in play["playerScores"]] != list(range(len(sat))):
            raise Misread("seatOrder does not count from 0")
        _each_once("playerRefId", [one.id for one in sat])
        plays.append(
            Read(
                play["uuid"], game["name"], game["uuid"], game.get("bggId"), time_of("playDate", play["playDate"]),
                play.get("durationMin"), play.get("board", ""), play.get("comments", ""), tuple(sat),
                play["manualWinner"],
            )
        )  # fmt: skip
    return tuple(plays)


def _sat(data: Any, players: Mapping[int, Mapping[str, Any]]) -> Sat:
    score = _fields("playerScore", data, SCORE, SCORE_MAY)
    player = players.get(score["playerRefId"])
    if player is None or score["rank"] < 0:
        raise Misread(f"playerRefId {score['playerRefId']}, rank {score['rank']}")
    parts = sum_of(score["score"])
    return Sat(
        player["uuid"], player["name"], sum(parts) if parts else None, score["winner"], score["startPlayer"],
        score["rank"], score.get("role", ""), parts,
    )  # fmt: skip


def read_table(data: bytes) -> list[dict[str, str]]:
    """The rows of a table (RFC 4180, UTF-8 with a byte order mark) by column, guarding apostrophes taken off."""
    text = data.decode("utf-8")
    if not text.startswith("\ufeff") or not text.endswith("\r\n"):
        raise Misread("no byte order mark, or no end of the last line")
    rows = _rows(text[1:])
    heads = rows[0]
    _each_once("column", heads)
    if any(len(row) != len(heads) for row in rows):
        raise Misread("a row has more or fewer cells than there are columns")
    return [{key: value.removeprefix("'") for key, value in zip(heads, row, strict=True)} for row in rows[1:]]


def _rows(text: str) -> list[list[str]]:
    rows: list[list[str]] = []
    row: list[str] = []
    at = 0
    while at < len(text):
        if text[at] == '"':
            cell = ""
            while True:
                end = text.index('"', at + 1)
                cell += text[at + 1 : end]
                at = end
                if text[end + 1] != '"':
                    break
                cell += '"'
                at = end + 1
            at += 1
        else:
            found = re.compile(r'[^",\r\n]*').match(text, at)
            assert found is not None
            cell, at = found[0], found.end()
        row.append(cell)
        if text.startswith("\r\n", at):
            rows.append(row)
            row, at = [], at + 2
        elif text.startswith(",", at):
            at += 1
        else:
            raise Misread(f"a cell does not end at {text[at : at + 20]!r}")
    return rows
