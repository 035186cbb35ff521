"""Reading the scoring form: every field checked by itself, then the whole against what a box can hold."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from companion.engine.errors import InputError
from companion.engine.form_reading import read_object, shown
from companion.engine.text import T, Text, seat
from companion.games.sobek.catalogue import (
    BLESSED,
    CARDS,
    CHARACTER_CARDS,
    FAMILIES,
    FAMILY_NAMES,
    GREEN_CARDS,
    QUAY,
    Catalogue,
)
from companion.games.sobek.scoring import LaidSet, Pile
from companion.games.sobek.state import LEAST
from companion.games.sobek.track import check_track

FIELDS = ("track", "players", "curse_cards", "prosperity_scarabs", "all_zero_penalised")
PLAYER_FIELDS = ("before", "sets", "corruption", "corruption_scarabs", "curses")
SET_FIELDS = ("family", "scarabs", "cards", "horizontal", "prosperity")
MOST_PLAYERS, MOST_SETS, MOST_SCORE = 4, 20, 999
MOST_SCARABS = 99
NAME_LETTERS = 40
WORDS = {"ivory": "IVO", "ebony": "EBO", "marble": "MAR", "cattle": "CAT", "fish": "FIS", "wheat": "WHE"}


class Entry(msgspec.Struct, frozen=True):
    """What the form says, by player. The numbers of the tokens are None where the form leaves them to the box.

    `odd`: what can't be if the printed scarabs are what they probably are.
    """

    track: tuple[str, ...]
    before: dict[str, int]
    sets: dict[str, tuple[LaidSet, ...]]
    piles: dict[str, Pile]
    prosperity_scarabs: int | None
    curse_cards: int | None
    all_zero_penalised: bool
    odd: tuple[Text, ...] = ()


class Doubts:
    """Scarabs that can't be: refused in the families whose printed scarabs are `sure`, told of in the others."""

    def __init__(self, sure: Collection[str]) -> None:
        self.sure = sure
        self.told: list[Text] = []

    def __call__(self, family: str, odd: Text) -> None:
        if family in self.sure:
            raise InputError(odd)
        self.told.append(odd)


def read_entry(data: Any, catalogue: Catalogue, sure: Collection[str]) -> Entry:
    """The form from decoded JSON. Raises `InputError` naming the field and the remedy.

    sure: families whose scarabs are known for certain; in the others impossible numbers are only told (`Entry.odd`).
    """
    doubt = Doubts(sure)
    fields = read_object(data, T("The sheet"), FIELDS)
    if "players" not in fields:
        raise InputError(T("The field “{field}” is missing. Add it.", field="players"))
    table = fields["players"]
    if not isinstance(table, dict) or not 1 <= len(table) <= MOST_PLAYERS:
        raise InputError(T("“players” must name 1 to {most} players, each with an object.", most=MOST_PLAYERS))
    players = {
        _player(name): read_object(entry, T("{who}", who=seat(name)), PLAYER_FIELDS) for name, entry in table.items()
    }
    track = fields.get("track", "default")
    entry = Entry(
        track=catalogue.track if track == "default" else _track(track),
        before={who: _number(fields, "before", who, MOST_SCORE) for who, fields in players.items()},
        sets={who: _sets(fields.get("sets", []), who, catalogue, doubt) for who, fields in players.items()},
        piles={who: _pile(fields, who, catalogue) for who, fields in players.items()},
        prosperity_scarabs=_one_or_two(fields, "prosperity_scarabs"),
        curse_cards=_one_or_two(fields, "curse_cards"),
        all_zero_penalised=_flag(fields, "all_zero_penalised", T("The sheet"), True),
    )
    _check_box(entry, catalogue, doubt)
    return msgspec.structs.replace(entry, odd=tuple(doubt.told))


def _player(name: Any) -> str:
    if not isinstance(name, str) or not name.strip() or len(name) > NAME_LETTERS:
        raise InputError(T("A player in “players” has no name, or a very long one. Give a short one."))
    return name


def _track(track: Any) -> tuple[str, ...]:
    if isinstance(track, str):
        raise InputError(T("“track” must be “default” or a list of 100 symbols, not “{value}”.", value=shown(track)))
    return check_track(track)


def _number(fields: Mapping[str, Any], field: str, who: str, most: int, low: int = 0) -> int:
    value = fields.get(field, 0)
    if type(value) is not int or not low <= value <= most:
        raise InputError(
            T(
                "“{field}” of {who} must be a whole number from {low} to {most}, not “{value}”.",
                field=field,
                who=seat(who),
                low=low,
                most=most,
                value=shown(value),
            )
        )
    return value


def _one_or_two(fields: Mapping[str, Any], field: str) -> int | None:
    value = fields.get(field)
    if value is not None and (type(value) is not int or value not in (1, 2)):
        raise InputError(
            T("“{field}” must be 1 or 2, as printed on the token, not “{value}”.", field=field, value=shown(value))
        )
    return value


def _flag(fields: Mapping[str, Any], field: str, what: Text, default: bool) -> bool:
    value = fields.get(field, default)
    if not isinstance(value, bool):
        raise InputError(
            T("{what}: “{field}” must be true or false, not “{value}”.", what=what, field=field, value=shown(value))
        )
    return value


def _pile(fields: Mapping[str, Any], who: str, catalogue: Catalogue) -> Pile:
    cards = _number(fields, "corruption", who, CARDS)
    curses = _number(fields, "curses", who, catalogue.most_tokens["CUR"])
    scarabs = fields.get("corruption_scarabs")
    if scarabs is not None:
        dearest = max(family.value for family in catalogue.families.values())
        scarabs = _number(fields, "corruption_scarabs", who, min(MOST_SCARABS, cards * dearest))
    return Pile(cards, curses, scarabs)


def _sets(data: Any, who: str, catalogue: Catalogue, doubt: Doubts) -> tuple[LaidSet, ...]:
    if not isinstance(data, list | tuple) or len(data) > MOST_SETS:
        raise InputError(T("“sets” of {who} must be a list of at most {most} sets.", who=seat(who), most=MOST_SETS))
    return tuple(_set(laid, who, at, catalogue, doubt) for at, laid in enumerate(data, 1))


def _set(data: Any, who: str, at: int, catalogue: Catalogue, doubt: Doubts) -> LaidSet:
    what = T("Set {n} of {who}", n=at, who=seat(who))
    fields = read_object(data, what, SET_FIELDS)
    for field in ("family", "scarabs", "cards"):
        if field not in fields:
            raise InputError(T("{what} has no “{field}”. Add it.", what=what, field=field))
    family = _family(fields["family"], what)
    cards = _of_set(fields, "cards", what, LEAST, CARDS)
    scarabs = _of_set(fields, "scarabs", what, 0, MOST_SCARABS)
    horizontal = _flag(fields, "horizontal", what, False)
    prosperity = _of_set(fields, "prosperity", what, 0, catalogue.most_tokens["PRO"]) if "prosperity" in fields else 0
    if prosperity and family not in BLESSED:
        raise InputError(
            T(
                "{what}: a Prosperity lies only on wheat, fish or cattle. Leave out “{field}”.",
                what=what,
                field="prosperity",
            )
        )
    if prosperity and horizontal:
        raise InputError(
            T(
                "{what}: no Prosperity lies on a set laid at the end. Leave out “{field}”.",
                what=what,
                field="prosperity",
            )
        )
    odd = _odd_scarabs(catalogue, family, cards, scarabs, what)
    if odd is not None:
        doubt(family, odd)
    return LaidSet(family, scarabs, cards, horizontal, prosperity)


def _of_set(fields: Mapping[str, Any], field: str, what: Text, low: int, most: int) -> int:
    value = fields[field]
    if type(value) is not int or not low <= value <= most:
        raise InputError(
            T(
                "{what}: “{field}” must be a whole number from {low} to {most}, not “{value}”.",
                what=what,
                field=field,
                low=low,
                most=most,
                value=shown(value),
            )
        )
    return value


def _family(word: Any, what: Text) -> str:
    if isinstance(word, str):
        family = WORDS.get(word.strip().casefold(), word.strip().upper())
        if family in FAMILIES:
            return family
    known = ", ".join(WORDS)
    raise InputError(
        T("{what}: there is no family “{value}”. Choose one of: {known}.", what=what, value=shown(word), known=known)
    )


def _odd_scarabs(catalogue: Catalogue, family: str, cards: int, scarabs: int, what: Text) -> Text | None:
    """Why these cards can't show so many scarabs, or None."""
    goods = catalogue.families[family]
    most = goods.value * min(cards, goods.most_valued)
    if scarabs > most:
        return T(
            "{what}: {cards} cards of {family} show at most {most} scarabs, not {scarabs}. Count again.",
            what=what,
            cards=cards,
            family=FAMILY_NAMES[family],
            most=most,
            scarabs=scarabs,
        )
    if scarabs % goods.value:
        return T(
            "{what}: cards of {family} show {value} scarabs or none, so {scarabs} can't be. "
            "Count again, or correct “{key}” of the box.",
            what=what,
            family=FAMILY_NAMES[family],
            value=goods.value,
            scarabs=scarabs,
            key=f"value.{family}",
        )
    return None


def _check_box(entry: Entry, catalogue: Catalogue, doubt: Doubts) -> None:
    """Whether one box can hold all of it: cards and scarabs of each family, jokers, tokens, cards in all."""
    jokers = 0
    for family in FAMILIES:
        laid = [s for sets in entry.sets.values() for s in sets if s.family == family]
        goods = catalogue.families[family]
        scarabs, most = sum(s.scarabs for s in laid), goods.value * goods.most_valued
        if scarabs > most:
            odd = T(
                "All sets of {family} together show {scarabs} scarabs, but there are at most {most}. Count again.",
                family=FAMILY_NAMES[family],
                scarabs=scarabs,
                most=most,
            )
            doubt(family, odd)
        jokers += max(0, sum(s.cards for s in laid) - goods.total)
    if jokers > catalogue.amulets + CHARACTER_CARDS:
        raise InputError(
            T(
                "The sets need {n} amulets and characters, but there are {most}. Count the cards again.",
                n=jokers,
                most=catalogue.amulets + CHARACTER_CARDS,
            )
        )
    _check_tokens(entry, catalogue)
    players = len(entry.before)
    aside = GREEN_CARDS - 2 * players if players > 1 else 0
    in_play = CARDS - aside - (QUAY if players == 2 else 0)
    cards = sum(s.cards for sets in entry.sets.values() for s in sets) + sum(p.cards for p in entry.piles.values())
    if cards > in_play:
        raise InputError(
            T(
                "Sets and corruption make {cards} cards, but only {most} are in play. Count again.",
                cards=cards,
                most=in_play,
            )
        )


def _check_tokens(entry: Entry, catalogue: Catalogue) -> None:
    laid = {
        "curses": sum(pile.curses for pile in entry.piles.values()),
        "prosperity": sum(s.prosperity for sets in entry.sets.values() for s in sets),
    }
    for field, token in (("curses", "CUR"), ("prosperity", "PRO")):
        most = catalogue.most_tokens[token]
        if laid[field] > most:
            raise InputError(
                T(
                    "“{field}” make {n} tokens altogether, but there are at most {most}. Count again.",
                    field=field,
                    n=laid[field],
                    most=most,
                )
            )
