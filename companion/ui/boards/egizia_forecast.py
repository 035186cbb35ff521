"""What feeding would bring every seat, as the feeding screen reads it (spec egizia 5.3). Pure, no Kivy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from companion.engine.sums import number
from companion.engine.text import T, Text, seat
from companion.games.egizia.components import GRAIN_CARD
from companion.games.egizia.forecast import Fed, feeding
from companion.games.egizia.names import FAMILY_NAMES
from companion.games.egizia.scoring import Meal
from companion.games.egizia.state import Egizia, Field

MOST_HINTS = 2
ONE_LINE, TWO_LINES = 6, 52.0
"""So many fields stand in one line; the height that two lines need."""


@dataclass(frozen=True)
class FeedRow:
    """One seat: its crews, its fields and whether each is watered, the meal from the fields, whether it has fed
    already, and the cards of 4 grain and the stones that it could add."""

    who: str
    score: int
    crews: tuple[int, ...]
    joker: int
    fields: tuple[tuple[Field, bool], ...]
    meal: Meal
    fed: bool = False
    cards: int = 0
    stones: int = 0


def rows(s: Egizia, ring: str) -> tuple[FeedRow, ...]:
    """Every seat in feeding order, the leader first, with the ring on that circle."""
    left = s.queue if s.phase == "feed" else ()
    known = {fed.who: fed for fed in feeding(s, ring)}
    order = (*(who for who in s.front if who not in left), *(who for who in left if who in known))
    return tuple(_row(s, known[who], bool(left) and who not in left) for who in order if who in known)


def _row(s: Egizia, fed: Fed, over: bool) -> FeedRow:
    score = s.sides[fed.who].score
    return FeedRow(fed.who, score, fed.crews, fed.joker, fed.fields, fed.meal, over, fed.cards, fed.stones)


def hints(s: Egizia, ring: str) -> tuple[Text, ...]:
    """Which card or stones would help whom, for those who lack something and have not fed."""
    found: list[Text] = []
    for row in rows(s, ring):
        missing = row.meal.missing
        if row.fed or not missing:
            continue
        if row.cards:
            after = replace(row.meal, cards=min(row.cards, -(-missing // GRAIN_CARD)))
            found.append(_help(row.who, FAMILY_NAMES["grain"], after))
        elif row.stones:
            after = replace(row.meal, stones=min(row.stones, missing))
            found.append(_help(row.who, FAMILY_NAMES["stones_as_grain"], after))
    return tuple(found[:MOST_HINTS])


def _help(who: str, card: Text, after: Meal) -> Text:
    if after.points is None:
        return T("{who}: with “{card}” only {n} grain would be missing.", who=seat(who), card=card, n=after.missing)
    return T("{who}: “{card}” would bring this to {points}.", who=seat(who), card=card, points=number(after.points))


def crews_sum(row: FeedRow) -> str:
    """The ordinary crews as a sum ("4 + 3 + 3")."""
    return " + ".join(str(strength) for strength in row.crews)


def price(meal_now: Meal) -> str:
    """What is missing and what each grain costs ("2 × 3"); "?" where that is unknown."""
    each = "?" if meal_now.penalty is None else str(meal_now.penalty)
    return f"{meal_now.missing} × {each}"


def points_words(meal_now: Meal) -> str:
    """The change of the score as it is shown."""
    return "?" if meal_now.points is None else number(meal_now.points)


def field_cells(count: int, width: float, height: float) -> Sequence[tuple[float, float, float, float]]:
    """Places of so many fields in a room: x, y, w, h of each; 40 x 34 as long as there is room."""
    lines = 2 if count > ONE_LINE and height >= TWO_LINES else 1
    across = max(-(-count // lines), 1)
    pitch = min(width / across, 45.0)
    high = min(34.0, height) if lines == 1 else 24.0
    step = high + 4
    top = (height - step * lines + 4) / 2
    return [(pitch * (i % across), top + step * (i // across), pitch - 5 if pitch > 30 else pitch - 2, high)
            for i in range(count)]  # fmt: skip
