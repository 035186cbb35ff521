"""How well pictures were read: readings held against the truth, counted for the rows of one table.

A place is judged where at least `JUDGED` of it can be seen, and covered where less than `COVERED` can; between the two
only a sure wrong answer counts. A reading that asks is never silently wrong: somebody who looks at the table answers.
Every figure comes with the number it rests on and the bound it proves.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

import msgspec

from companion.engine.sight import BACK, EMPTY, Plan, Reading, Seen, Spot
from companion.vision.score_rows import AIMS, Row, row_of
from companion.vision.truth import Truth

JUDGED, COVERED = 0.6, 0.25
"""The part of a place that must be seen for it to be judged, and under which it counts as covered."""
ENOUGH = 5
"""Whole markers in a picture from which on the mat should be located."""
LIKELY = 0.1
"""The share from which on another label counts as a doubt about the picture, and not its small sign alone."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One picture's reading with its truth.

    `off`: how far (mm) the map is off at the truth's points. `wrong_markers`: markers that were found where there are
    none; None: nobody looked. `ms`: how long the reading took. `located`: whether the mat was found, where that was
    tried by itself.
    """

    truth: Truth
    reading: Reading
    off: tuple[float, ...] = ()
    wrong_markers: int | None = None
    ms: float | None = None
    located: bool | None = None


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What one reading came to. `silent`: places that were surely read, and wrongly. `wrong`: judged places whose
    likeliest label is wrong. `asked`: judged places in doubt. `missed`: it should contradict the record, and does
    not."""

    silent: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    missed: bool = False

    @property
    def failed(self) -> bool:
        """Whether something is wrong that nobody was asked about: worth keeping."""
        return bool(self.silent) or self.missed


class Score(msgspec.Struct):
    """What was counted: hits and tries, and measured values, by what is counted."""

    counts: dict[str, list[int]] = {}
    values: dict[str, list[float]] = {}

    def add(self, plan: Plan, case: Case) -> Verdict:
        """Take one case in; what it came to."""
        truth, reading = case.truth, case.reading
        if truth.markers is not None and len(truth.markers) >= ENOUGH:
            self.count("located", case.located if case.located is not None else reading.trouble is None)
        if case.wrong_markers is not None:
            self.count("wrong marker", case.wrong_markers > 0)
        self.values.setdefault("off", []).extend(case.off)
        if case.ms is not None:
            self.values.setdefault("ms", []).append(case.ms)
        self.count("refused", reading.trouble is not None)
        if reading.trouble is not None:
            return Verdict()
        return self._read(plan, truth, reading)

    def count(self, what: str, hit: bool) -> None:
        """Count one try, and whether it was a hit."""
        pair = self.counts.setdefault(what, [0, 0])
        pair[0] += hit
        pair[1] += 1

    def merge(self, other: Score) -> None:
        """Take in what another score has counted."""
        for what, (hits, tried) in other.counts.items():
            pair = self.counts.setdefault(what, [0, 0])
            pair[0] += hits
            pair[1] += tried
        for what, values in other.values.items():
            self.values.setdefault(what, []).extend(values)

    def rows(self, tier: str) -> tuple[Row, ...]:
        """The table against the targets of a tier (clean, normal, hard); rows with nothing counted are left out."""
        found = (row_of(aim, self.counts, self.values, tier) for aim in AIMS)
        return tuple(row for row in found if row is not None)

    def _read(self, plan: Plan, truth: Truth, reading: Reading) -> Verdict:
        silent: list[str] = []
        wrong: list[str] = []
        asked: list[str] = []
        doubts = 0
        board = _board_kinds(plan)
        board_right = board_after = group_right = True
        group, group_doubts = _largest(plan), 0
        for spot, seen in _places(plan, reading):
            label, visible = truth.label(spot.id), truth.visible(spot.id)
            right = seen.label == label
            if seen.sure and not right:
                silent.append(spot.id)
                board_after = board_after and spot.kind not in board
            if visible < COVERED:
                self.count("covered", seen.sure and seen.label == EMPTY)
                self.count("covered asked", not seen.sure)
            if visible < JUDGED:
                continue
            right_art = self._judge(plan, spot, seen, label)
            if not right:
                wrong.append(spot.id)
            if not (right if spot.kind in ("piece", "cover") else right_art):
                board_right = board_right and spot.kind not in board
                group_right = group_right and spot.group != group
            if not seen.sure:
                asked.append(spot.id)
                doubts += not _sign_only(plan, seen)
                group_doubts += spot.group == group
        tiles = self._tiles(plan, truth, reading)
        silent += tiles.silent
        wrong += tiles.wrong
        asked += tiles.asked
        doubts += len(tiles.asked)
        self.count("board", board_right and not tiles.wrong)
        if group:
            self.count("group", group_right)
            self.values.setdefault("group asked", []).append(group_doubts)
        self.count("answered", board_after and not tiles.silent)
        self.count("silent", bool(silent))
        self.values.setdefault("asked", []).append(doubts)
        return Verdict(
            silent=tuple(silent), wrong=tuple(wrong), asked=tuple(asked), missed=self._foreign(truth, reading)
        )

    def _judge(self, plan: Plan, spot: Spot, seen: Seen, label: str) -> bool:
        """Count one judged place; whether its picture is right but for a small sign."""
        right = seen.label == label
        if spot.kind in ("piece", "cover"):
            self.count("place", right)
            if seen.sure:
                self.count("accepted", not right)
            if spot.kind == "piece" and label != EMPTY:
                self.count("colour", right)
            return right
        right_art = _art(plan, seen.label) == _art(plan, label)
        if label != EMPTY:
            self.count("art", right_art)
        if _siblings(plan, label):
            if seen.sure:
                self.count("sign", not right)
            self.count("sign asked", not seen.sure)
        if not _has_pieces(plan):
            # Cards and tiles alone: they are the places of this game.
            self.count("place", right_art)
            if seen.sure:
                self.count("accepted", not right_art)
        return right_art

    def _tiles(self, plan: Plan, truth: Truth, reading: Reading) -> Verdict:
        """Tiles along a path, told by where they lie: one that is overlooked or made up is wrong too."""
        silent: list[str] = []
        wrong: list[str] = []
        asked: list[str] = []
        if plan.path is None:
            return Verdict()
        found = [one for one in reading.seen if one.at is not None and one.label != EMPTY]
        free = set(range(len(found)))
        order: list[int] = []
        for name, place in truth.places.items():
            spot = plan.spot(name)
            if place.at is None or place.label == EMPTY or (spot is not None and spot.kind != "tile"):
                continue
            x, y, width, height = place.at
            near = [(math.hypot(x - at[0], y - at[1]), n) for n in free if (at := found[n].at) is not None]
            distance, best = min(near, default=(math.inf, -1))
            if distance <= min(width, height) / 2:
                free.discard(best)
                order.append(best)
                seen = found[best]
            else:
                # Overlooked, unless its place is asked about.
                seen = reading.of(name) or Seen(name, EMPTY, 0.0, True)
            if place.visible < COVERED:
                self.count("covered", seen.sure and seen.label == EMPTY)
                self.count("covered asked", not seen.sure)
            if place.visible >= JUDGED:
                self._judge(plan, Spot(name, plan.looks[0].title, "tile", (), place.at), seen, place.label)
                self.count("tile asked", not seen.sure)
                if not seen.sure:
                    asked.append(name)
                if _art(plan, seen.label) != _art(plan, place.label):
                    wrong.append(name)
            if seen.sure and seen.label != place.label:
                silent.append(name)
        for n in free:
            if found[n].sure and found[n].label not in (None, EMPTY):
                silent.append(found[n].spot)
        if order:
            self.count("order", order in (sorted(order), sorted(order, reverse=True)))
        return Verdict(silent=tuple(silent), wrong=tuple(wrong), asked=tuple(asked))

    def _foreign(self, truth: Truth, reading: Reading) -> bool:
        """Count a position that contradicts the record; whether that went unnoticed. A doubt there is a question, and
        the answer tells."""
        differ = [
            spot
            for spot, label in truth.expected.items()
            if truth.label(spot) != label and truth.visible(spot) >= JUDGED
        ]
        if not differ:
            return False
        found = [(seen, truth.expected[spot]) for spot in differ if (seen := reading.of(spot)) is not None]
        told = any(not seen.sure or seen.label != label for seen, label in found)
        self.count("foreign", told)
        return not told


def _places(plan: Plan, reading: Reading) -> Iterator[tuple[Spot, Seen]]:
    """The known places that were looked at. Tiles along a path have none: they are found by where they lie."""
    seen = {one.spot: one for one in reading.seen}
    for spot in plan.spots:
        if spot.id in seen and (spot.kind != "tile" or plan.path is None):
            yield spot, seen[spot.id]


def _has_pieces(plan: Plan) -> bool:
    return any(spot.kind in ("piece", "cover") for spot in plan.spots)


def _board_kinds(plan: Plan) -> tuple[str, ...]:
    """The kinds of places that make the board: its pieces, and cards only where there are no pieces."""
    return ("piece", "cover") if _has_pieces(plan) else ("card", "tile")


def _largest(plan: Plan) -> str:
    """The largest group of places for pieces where there are several; else nothing."""
    sizes = Counter(spot.group for spot in plan.spots if spot.kind == "piece" and spot.group)
    return sizes.most_common(1)[0][0] if len(sizes) > 1 else ""


def _art(plan: Plan, label: str | None) -> str | None:
    """What a label's picture is but for its small sign."""
    look = None if label is None else plan.look(label)
    return label if look is None or not look.art else f"art:{look.art}"


def _siblings(plan: Plan, label: str) -> bool:
    """Whether another look has the same picture but for a small sign."""
    look = plan.look(label)
    if look is None or not look.art or label == BACK:
        return False
    return any(other.art == look.art and other.id != label for other in plan.looks)


def _sign_only(plan: Plan, seen: Seen) -> bool:
    """Whether only a small sign is in doubt."""
    if seen.label is None or not _siblings(plan, seen.label):
        return False
    art = _art(plan, seen.label)
    return all(_art(plan, label) == art for label, share in seen.others if share >= LIKELY)
