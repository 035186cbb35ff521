"""What really lay on the table when a picture was taken: the JSON beside a picture, and a folder of such pairs.

`NAME.png` or `NAME.jpg` is the picture, `NAME.json` its truth, as
`{"game": "GAME", "places": {"PLACE": {"label": "LOOK"}}}`.
Every place of the plan that is left out is empty, and where the plan has a path its tiles are listed in their order.
The rest is optional and told of real photos only where somebody knows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.engine.errors import InputError
from companion.engine.sight import BACK, EMPTY, At, Plan
from companion.engine.strict_json import detail_of, load
from companion.engine.text import T
from companion.vision.keeping import about

PICTURES = (".png", ".jpg", ".jpeg")
MOST_BYTES = 4_000_000
"""Of a truth's JSON."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One place. `label`: what lies there. `visible`: the part of it that can be seen, 0 to 1. `at`: where it lies, mm;
    for tiles along a path, which have no place of their own."""

    label: str
    visible: float = 1.0
    at: At | None = None


class Truth(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The truth of one picture. `markers`: ids of the mat's markers that can be seen whole (None: nobody looked).

    `points`: places of the table and where they are in the picture, (x mm, y mm, x px, y px), to measure the map by.
    `expected`: what the record expects, by place, where that is not what lies there: a position that the reading should
    be found to contradict.
    """

    truth: int = 1
    game: str
    places: Mapping[str, Place] = {}
    markers: tuple[int, ...] | None = None
    points: tuple[tuple[float, float, float, float], ...] = ()
    expected: Mapping[str, str] = {}

    def label(self, spot: str) -> str:
        """What lies in a place."""
        place = self.places.get(spot)
        return EMPTY if place is None else place.label

    def visible(self, spot: str) -> float:
        """The part of a place that can be seen."""
        place = self.places.get(spot)
        return 1.0 if place is None else place.visible


def read_truth(path: Path, plan: Plan) -> Truth:
    """The truth in a file, held against the plan. Raises InputError that names file, fault and remedy."""
    try:
        return _read(path, plan)
    except InputError as error:
        raise InputError(about(path, error.text)) from error


def _read(path: Path, plan: Plan) -> Truth:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(T("It is too large for the truth of a picture. Name another file."))
        truth = msgspec.convert(load(path.read_text(encoding="utf-8-sig")), Truth)
    except OSError as error:
        detail = error.strerror or str(error)
        raise InputError(T("It can't be read ({detail}). Name another one.", detail=detail)) from error
    except UnicodeDecodeError as error:
        raise InputError(T("It is not text in UTF-8. Save it as UTF-8.")) from error
    except msgspec.ValidationError as error:
        raise InputError(T("It can't be used: {detail}.", detail=detail_of(error))) from error
    if truth.truth != 1:
        raise InputError(T("It was written by a newer Cartouche. Update this one."))
    _check(truth, plan)
    return truth


def _check(truth: Truth, plan: Plan) -> None:
    labels = {look.id for look in plan.looks} | {EMPTY, BACK}
    spots = {spot.id: spot for spot in plan.spots}
    for name, place in truth.places.items():
        spot = spots.get(name)
        if spot is None and (plan.path is None or place.at is None):
            raise InputError(T("This game's plan has no place “{place}”. Put its name right.", place=name))
        allowed = labels if spot is None else {EMPTY, *spot.labels}
        if place.label not in allowed:
            text = T("“{label}” can't lie at “{place}”. Put it right.", label=place.label, place=name)
            raise InputError(text)
        if not 0 <= place.visible <= 1:
            raise InputError(T("What can be seen of “{place}” must be from 0 to 1.", place=name))
    for name in truth.expected:
        if name not in spots and name not in truth.places:
            raise InputError(T("This game's plan has no place “{place}”. Put its name right.", place=name))


def pairs(folder: Path) -> tuple[tuple[Path, Path], ...]:
    """Every picture of a folder that has its truth beside it, by name. Raises InputError where there is none."""
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
    except OSError as error:
        text = T("It can't be read ({detail}). Name another one.", detail=error.strerror or str(error))
        raise InputError(about(folder, text)) from error
    told = tuple((path, path.with_suffix(".json")) for path in found if path.with_suffix(".json").is_file())
    if not told:
        text = T("There is no picture with its truth beside it (NAME.png and NAME.json). Name another folder.")
        raise InputError(about(folder, text))
    return told


def game_named(path: Path) -> str:
    """The game that a truth is of, looked up before there is a plan to hold it against. Raises InputError."""
    try:
        found = load(path.read_text(encoding="utf-8-sig"))
    except InputError as error:
        raise InputError(about(path, error.text)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(about(path, T("It can't be read. Name another folder."))) from error
    game = found.get("game") if isinstance(found, dict) else None
    if not isinstance(game, str):
        raise InputError(about(path, T("It does not say which game it is of. Add the field “game”.")))
    return game
