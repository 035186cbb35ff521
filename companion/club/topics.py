"""Names of the topics, version 1: `cartouche/1/<club>/<table id>/state`, `…/results` and `…/online`."""

from __future__ import annotations

import re
import unicodedata
import uuid
from typing import Literal, NamedTuple, get_args

from companion.engine.errors import InputError
from companion.engine.text import T

VERSION = 1
ROOT = f"cartouche/{VERSION}"
MAX_CLUB = 40
TABLE_ID = r"^[0-9a-f]{32}$"
"""A table's id: 32 hexadecimal digits, made once and kept."""
Kind = Literal["state", "results", "online"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_FORBIDDEN = "/+#$"


class Place(NamedTuple):
    """What a topic is about."""

    table: str
    kind: Kind


def new_table_id() -> str:
    """A table id that no other table has."""
    return uuid.uuid4().hex


def level(club: str) -> str:
    """The name of a club as one level of a topic: lower case, blanks as hyphens. Raises InputError.

    “Thursday Club” and “thursday  club” are one club. Letters of every alphabet are kept.
    """
    name = unicodedata.normalize("NFC", unicodedata.normalize("NFC", club).casefold())
    name = "-".join("".join(c for c in name if c.isspace() or unicodedata.category(c)[0] != "C").split())
    name = "".join(c for c in name if c not in _FORBIDDEN)
    if not name.strip("-"):
        raise InputError(T("The club’s name is empty. Give it a name of letters or digits."))
    if len(name) > MAX_CLUB:
        raise InputError(
            T("The club’s name “{name}…” is longer than {most} letters. Shorten it.", name=name[:20], most=MAX_CLUB)
        )
    return name


def topic(club: str, table: str, kind: Kind) -> str:
    """The topic on which the table with the id `table` of `club` tells its `kind`."""
    return f"{ROOT}/{level(club)}/{table}/{kind}"


def every(club: str) -> str:
    """The filter for all that the tables of `club` tell."""
    return f"{ROOT}/{level(club)}/+/+"


def own(club: str, table: str) -> str:
    """The filter for all that the table with the id `table` of `club` tells."""
    return f"{ROOT}/{level(club)}/{table}/+"


def place_of(club: str, name: str) -> Place | None:
    """What the topic `name` is about; None for a topic that is none of this club's."""
    head, _, rest = name.partition(f"{ROOT}/{level(club)}/")
    table, slash, kind = rest.partition("/")
    if head or not slash or not re.fullmatch(TABLE_ID, table):
        return None
    return next((Place(table, known) for known in KINDS if known == kind), None)


def discovery(table: str, prefix: str = "homeassistant") -> str:
    """The topic on which Home Assistant is told of the table."""
    return f"{prefix}/device/cartouche_{table}/config"
