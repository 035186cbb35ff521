"""Titles of games by id, also of games that are not installed here."""

from __future__ import annotations

from functools import cache

from companion.engine.text import T, Text
from companion.games import find_game, game_ids
from companion.language import LANGUAGES, Language


def title_of(game: str) -> Text:
    """The title of a game; its id where the game is not installed here."""
    return find_game(game).title if game in game_ids() else T("{game}", game=game)


@cache
def in_every_language(game: str) -> str:
    """All titles of a game, one a line: it is found by any of them."""
    return "\n".join(dict.fromkeys(said.say(title_of(game)) for said in every_language()))


@cache
def every_language() -> tuple[Language, ...]:
    """One of each language of the screens."""
    return tuple(Language(code) for code in LANGUAGES)
