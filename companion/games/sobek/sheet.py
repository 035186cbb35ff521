"""The scoring form of a round: sets, corruption and the scores before, without having followed the game (spec 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.game import Scores, Sheet
from companion.engine.text import T, Text, seat
from companion.games.sobek import scoring
from companion.games.sobek.catalogue import FAMILIES, read_catalogue
from companion.games.sobek.sheet_entry import Entry, read_entry


class Verdict(msgspec.Struct, frozen=True):
    """Who is most corrupt for sure, who might be, and what would tell."""

    guilty: tuple[str, ...]
    suspects: tuple[str, ...] = ()
    needs: tuple[Text, ...] = ()


class RoundSheet(Sheet):
    """The end of a round: `players` by name with `before`, `sets`, `corruption`, `corruption_scarabs`, `curses`.

    `track` is "default" (the box's) or a list of 100 symbols; `curse_cards`, `prosperity_scarabs` and
    `all_zero_penalised` may be given and stand above the box. more: `earned` and `penalty` by player, null while open.
    """

    id = "sobek"
    title: Text = T("The end of a round")
    example: Mapping[str, Any] = {
        "track": "default",
        "players": {
            "blue": {
                "before": 38,
                "sets": [
                    {"family": "wheat", "scarabs": 1, "cards": 3, "horizontal": False},
                    {"family": "ebony", "scarabs": 4, "cards": 3, "horizontal": False},
                    {"family": "cattle", "scarabs": 2, "cards": 3, "horizontal": False},
                    {"family": "marble", "scarabs": 2, "cards": 3, "horizontal": True},
                ],
                "corruption": 7,
                "corruption_scarabs": 2,
                "curses": 0,
            },
            "red": {
                "before": 44,
                "sets": [{"family": "ivory", "scarabs": 6, "cards": 3, "horizontal": False}],
                "corruption": 4,
                "corruption_scarabs": 3,
                "curses": 0,
            },
        },
    }

    def __init__(self, shipped: Box) -> None:
        self._shipped = shipped

    def score(self, data: Any, box: Box | None = None) -> Scores:
        """Score the round. Raises `InputError` naming the field and the remedy."""
        box = box or self._shipped
        catalogue = read_catalogue(box)
        sure = [family for family in FAMILIES if box.fact(f"value.{family}").confidence in ("certain", "owner")]
        entry = read_entry(data, catalogue, sure)
        bonus = entry.prosperity_scarabs or catalogue.prosperity
        weight = entry.curse_cards or catalogue.curse
        return _score(entry, bonus, weight)


def _score(entry: Entry, bonus: int | None, weight: int | None) -> Scores:
    blessed = () if bonus else tuple(who for who, sets in entry.sets.items() if any(s.prosperity for s in sets))
    earned = {who: None if who in blessed else scoring.earned(sets, bonus or 0) for who, sets in entry.sets.items()}
    needs = [T("“{field}”, the scarabs a Prosperity adds: 1 or 2", field="prosperity_scarabs")] if blessed else []
    lines = [
        scoring.set_line(who, at, laid, bonus or 0)
        for who, sets in entry.sets.items()
        for at, laid in enumerate(sets)
        if bonus or not laid.prosperity
    ]
    verdict = _judge(entry, weight, [who for who, n in earned.items() if n is None or n >= scoring.PER_STEP])
    needs += verdict.needs
    unsure = tuple(who for who in entry.before if who in blessed or who in verdict.suspects)
    doubt = (*verdict.suspects, *(who for who in verdict.guilty if who in blessed))
    penalty: dict[str, int | None] = {who: None if who in doubt else 0 for who in entry.before}
    for who in verdict.guilty:
        points = earned[who]
        if points is not None:
            way = scoring.way_back(entry.track, entry.before[who] + points, points)
            lines.append(scoring.penalty_line(who, entry.piles[who], weight, points, way))
            penalty[who] = way[0] - way[-1]
    if not verdict.guilty and not verdict.suspects:
        nobody = scoring.clean(entry.piles, weight or 1) and not entry.all_zero_penalised
        lines.append(scoring.nobody_line() if nobody else scoring.free_line())
    return Scores(
        lines=tuple(msgspec.structs.replace(line, targets=()) for line in lines),
        before=entry.before,
        needs=tuple(needs),
        open=unsure,
        more={"earned": earned, "penalty": penalty},
        notes=entry.odd,
    )


def _judge(entry: Entry, weight: int | None, at_stake: Sequence[str]) -> Verdict:
    """The most corrupt, for every number of cards that an unknown Curse may count for.

    Only who earned enough to lose something (`at_stake`) makes it worth asking for more.
    """
    piles = entry.piles
    weights = (1, 2) if weight is None and any(pile.curses for pile in piles.values()) else (weight or 1,)
    tied = [scoring.heaviest(piles, k) for k in weights]
    missing = [scoring.uncounted(piles, k) for k in weights]
    found = [
        heaviest if lack else scoring.condemned(piles, k, entry.all_zero_penalised)
        for k, heaviest, lack in zip(weights, tied, missing, strict=True)
    ]
    sure = tuple(who for who in piles if not any(missing) and all(who in guilty for guilty in found))
    suspects = tuple(who for who in at_stake if who not in sure and any(who in guilty for guilty in found))
    if not suspects:
        return Verdict(sure)
    needs = []
    if len({frozenset(guilty) for guilty in found}) > 1:
        needs.append(T("“{field}”, the cards a Curse counts for: 1 or 2", field="curse_cards"))
    for who in piles:
        if any(who in lack for lack in missing):
            needs.append(T("“{field}” of {who}, who is tied for most", field="corruption_scarabs", who=seat(who)))
    return Verdict(sure, suspects, tuple(needs))
