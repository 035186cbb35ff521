"""The form of a feeding: what is missing for whom, what it costs, and where the score stones go (spec egizia 5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.form_reading import read_object, shown
from companion.engine.game import ScoreLine, Scores, Sheet
from companion.engine.text import T, Text, Value, seat
from companion.games.egizia.components import CIRCLES, STONE_CAP, Catalogue
from companion.games.egizia.scoring import Meal
from companion.games.egizia.sheet_reading import (
    facts_of,
    flag,
    read_crews,
    read_fields,
    read_players,
    read_track,
    say_behind,
    whole,
)

FIELDS = ("ring", "grain_market", "players")
PLAYER = (
    "score", "arrival", "crews", "need", "fields", "grain", "grain_cards", "stones_as_grain", "stones", "grain_row",
    "penalty",
)  # fmt: skip
MOST_GRAIN, MOST_CARDS, MOST_PENALTY = 99, 9, 3


def _one_of(own: Mapping[str, Any], who: str, field: str, other: str) -> bool:
    """Whether `field` is given; exactly one of the two must be."""
    if field in own and other in own:
        raise InputError(
            T("{who} has “{field}” and “{other}”. Keep one of them.", who=seat(who), field=field, other=other)
        )
    if field not in own and other not in own:
        raise InputError(T("{who} needs “{field}” or “{other}”. Add one.", who=seat(who), field=field, other=other))
    return field in own


def _ring(data: Mapping[str, Any]) -> str:
    ring = data.get("ring", "middle")
    if ring not in CIRCLES:
        raise InputError(
            T("“{field}” must be one of {known}, not “{value}”.", field="ring", known=", ".join(CIRCLES),
              value=shown(ring))
        )  # fmt: skip
    return str(ring)


def _penalty(own: Mapping[str, Any], who: str, facts: Catalogue) -> int | None:
    if "penalty" in own and "grain_row" in own:
        raise InputError(
            T("{who} has “{field}” and “{other}”. Keep one of them.", who=seat(who), field="penalty",
              other="grain_row")
        )  # fmt: skip
    if "penalty" in own:
        return whole(own["penalty"], who, "penalty", 1, MOST_PENALTY)
    if "grain_row" in own:
        return facts.penalty(whole(own["grain_row"], who, "grain_row", 1, facts.rows("grain") or 12))
    return None


def _meal(own: Mapping[str, Any], who: str, ring: str, facts: Catalogue) -> Meal:
    if _one_of(own, who, "crews", "need"):
        need = sum(read_crews(own["crews"], who, facts).values())
    else:
        need = whole(own["need"], who, "need", 5, 3 * facts.crew_max + facts.joker_max)
    if _one_of(own, who, "fields", "grain"):
        grain = sum(field.value for field in read_fields(own["fields"], who) if field.watered(ring))
    else:
        grain = whole(own["grain"], who, "grain", 0, MOST_GRAIN)
    cards = whole(own.get("grain_cards", 0), who, "grain_cards", 0, MOST_CARDS)
    stones = whole(own.get("stones", 0), who, "stones", 0, STONE_CAP)
    meal = Meal(need, grain, cards, stones, _penalty(own, who, facts))
    if stones and not flag(own.get("stones_as_grain", False), who, "stones_as_grain"):
        raise InputError(
            T("{who} feeds with stones: that needs the card for it. Add “stones_as_grain”: true, or no stones.",
              who=seat(who))
        )  # fmt: skip
    still = Meal(need, grain, cards).missing
    if stones > still:
        raise InputError(
            T("{who} needs only {n} stones for feeding; {given} are given.", who=seat(who), n=still, given=stones)
        )
    return meal


def _say(meal: Meal) -> Text:
    parts: tuple[Value, ...] = (
        T("{need} needed", need=meal.need),
        T("{grain} grain", grain=meal.grain),
        *((T("{n} from cards", n=4 * meal.cards),) if meal.cards else ()),
        *((T("{n} stones", n=meal.stones),) if meal.stones else ()),
    )
    if not meal.missing:
        return T("{parts}: {lost} left over", parts=parts, lost=meal.lost)
    return T("{parts}: {missing} missing × {penalty}", parts=parts, missing=meal.missing, penalty=meal.penalty or 0)


class FeedingSheet(Sheet):
    """`{"ring": "left", "players": {"red": {"crews": {...}, "fields": [...], "grain_row": 1, ...}, ...}}`.

    Each player: `crews` (c1, c2, c3, j) or their sum `need`; `fields` (`color`, `value`, `field_upgrade`) or the
    watered `grain`; `penalty` or the `grain_row` of the marker from 1; if they are used, `grain_cards`, and `stones`
    with `stones_as_grain`. With the `score` of all players (and `arrival` on a shared space) the new order comes out.
    `ring` is left, middle (as when it is not given) or right. `grain_market` may bring its `rows`.
    """

    id = "egizia:feeding"
    title = T("Feeding")
    example: Mapping[str, Any] = {
        "ring": "left",
        "players": {
            "red": {
                "score": 12,
                "crews": {"c1": 2, "c2": 2, "c3": 2, "j": 4},
                "fields": [{"color": "green", "value": 6}, {"color": "green", "value": 2}],
                "grain_cards": 1,
            },
            "green": {
                "score": 16,
                "crews": {"c1": 3, "c2": 3, "c3": 4, "j": 4},
                "fields": [
                    {"color": "green", "value": 6},
                    {"color": "yellow", "value": 6, "field_upgrade": 1},
                    {"color": "brown", "value": 7},
                ],
                "penalty": 2,
            },
        },
    }

    def __init__(self, shipped: Box) -> None:
        self._shipped = shipped

    def score(self, data: Any, box: Box | None = None) -> Scores:
        """What the feeding costs each player. Raises `InputError` naming the field and the remedy."""
        fields = read_object(data, T("The sheet"), FIELDS)
        players = read_players(fields, PLAYER)
        facts, ring = facts_of(fields, box or self._shipped), _ring(fields)
        meals = {who: _meal(own, who, ring, facts) for who, own in players.items()}
        unsure = tuple(who for who, meal in meals.items() if meal.points is None)
        scored = any("score" in own or "arrival" in own for own in players.values())
        track = read_track(players) if scored else None
        before = dict(track.scores) if track else dict.fromkeys(players, 0)
        order = track.front if track else tuple(players)
        notes: list[Text] = []
        if track and not unsure:
            for who in order:
                behind = track.move(who, meals[who].points or 0)
                if behind:
                    notes.append(say_behind(who, behind, track.scores[who]))
        more: dict[str, Any] = {
            "missing": {who: meal.missing for who, meal in meals.items()},
            "lost": {who: meal.lost for who, meal in meals.items()},
        }
        if track:
            more |= {"order": list(order), "front": None if unsure else list(track.front)}
        needs = tuple(
            T("“penalty” of {who}: the number in the row of the grain marker", who=seat(who)) for who in unsure
        )
        return Scores(
            tuple(
                ScoreLine(f"feeding.{who}", T("{who}", who=seat(who)), _say(meals[who]), {who: points})
                for who in order
                if (points := meals[who].points) is not None
            ),
            before,
            needs=needs,
            open=unsure,
            more=more,
            notes=tuple(notes),
        )
