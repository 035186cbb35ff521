"""`cartouche vision calibrate`: what a camera must know of a table, from pictures or with the camera itself."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from companion.commands.boxes import BoxChoice, with_box
from companion.commands.common import Failed, language, read_json, say, say_error, say_json, shown, with_switches
from companion.commands.vision_common import (
    Sighted,
    camera_running,
    first_frame,
    picture_from,
    sighted,
    still_frame,
    trouble_words,
)
from companion.commands.vision_teach import Start, starts_from, teach_start
from companion.config import data_folder
from companion.engine.errors import InputError
from companion.engine.text import TN, T, Text, decimal
from companion.table.seen import label_words

if TYPE_CHECKING:
    from companion.vision.calibrating import Begun
    from companion.vision.calibration import Calibrated, Lens
    from companion.vision.lens import Measured
    from companion.vision.mat import Mat

Point = tuple[float, float]
MOST_NAMED = 12
"""As many places or looks are named in words; --json names all of them."""


class Shots(NamedTuple):
    """The pictures a calibration is made from. `name`: the file of the empty one; empty: it is from a camera."""

    name: str
    empty: Any
    start: tuple[Start, ...]
    lens: tuple[Any, ...]


def _two(word: str, sign: str, example: str) -> tuple[float, float]:
    """Two numbers with a sign between them. Raises BadParameter for anything else: it is wrong usage."""
    try:
        numbers = tuple(float(part) for part in word.lower().replace("×", "x").split(sign))
    except ValueError:
        numbers = ()
    if len(numbers) != 2 or not all(map(math.isfinite, numbers)):
        raise click.BadParameter(f"“{word}” is not two numbers; write it as {example}")
    return numbers[0], numbers[1]


def _points(_: click.Context, __: click.Parameter, words: tuple[str, ...] | None) -> tuple[Point, ...] | None:
    return tuple(_two(word, ",", "412,96") for word in words) if words else None


def _sides(_: click.Context, __: click.Parameter, word: str | None) -> Point | None:
    return None if word is None else _two(word, "x", "420x300")


@click.command("calibrate")
@click.argument("game")
@click.option("--empty", metavar="FILE", help="A picture of the board with nothing on it.")
@click.option("--start", metavar="FILE", multiple=True, help="A picture with pieces laid out; may be repeated.")
@click.option(
    "--lens", metavar="FILE", multiple=True, help="Pictures of the mat from several sides: measures the lens."
)
@click.option(
    "--corners",
    callback=_points,
    nargs=4,
    metavar="X,Y ...",
    help="No mat: the field's corners in the picture, clockwise, in pixels.",
)
@click.option(
    "--field",
    metavar="WxH",
    callback=_sides,
    help="Width and height of the mat's opening in mm, where you printed it larger.",
)
@click.option("--stand-in", is_flag=True, help="The printed stand-in board lies there, not the published one.")
@click.option("--places", metavar="FILE", help="JSON: where each place lies in the picture --empty, in pixels.")
@click.option(
    "--camera", metavar="SPEC", help="Take the pictures with this camera; with --empty: the one that took them."
)
@click.option("--fresh", is_flag=True, help="Begin anew: forget what was taught and tapped in before.")
@click.option("--out", metavar="DIR", help="Where the calibration is kept (default: with your games, by the camera).")
@with_box
@with_switches
def calibrate(
    game: str,
    empty: str | None,
    start: tuple[str, ...],
    lens: tuple[str, ...],
    corners: tuple[Point, ...] | None,
    field: Point | None,
    stand_in: bool,
    places: str | None,
    camera: str | None,
    fresh: bool,
    out: str | None,
    choice: BoxChoice,
    as_json: bool,
) -> None:
    """Calibrate a camera over the mat of GAME: an empty board first, then one with pieces, which learns their colours.

    Pictures come from files, or from --camera, which asks for each on the error stream.
    """
    if empty is None and camera is None:
        raise click.UsageError("Name a picture of the empty board with --empty, or a camera with --camera.")
    if empty is None and places is not None:
        raise click.UsageError("--places are pixels of a picture: name that picture with --empty.")
    if out is None and camera is None:
        raise click.UsageError("Name a folder for the calibration with --out.")
    from companion.vision.calibration import field_fault

    if field is not None and (why := field_fault(field)) is not None:
        raise InputError(why)
    which = sighted(game, choice)
    folder = _folder(which, out, camera, stand_in)
    from companion.vision.keeping import check_free, save

    # Before anybody clears a table for it.
    check_free(folder)
    former = None if fresh else _former(folder, which)
    if empty is not None:
        shots = Shots(shown(empty), picture_from(empty), starts_from(start), tuple(map(picture_from, lens)))
    else:
        from companion.vision.mat import mat_of

        known = which.plan.known or stand_in or (former is not None and bool(former.calibration.spots))
        shots = _from_camera(camera or "", which, start, lens, mat_of(which.plan, field), known)
    measured, begun = _begin(shots, which, former, camera, corners, field, stand_in)
    calibrated = _taught(begun, which, former, shots, places)
    save(folder, calibrated)
    told = Told(folder, calibrated, begun, measured, which, bool(shots.start))
    if as_json:
        say_json(told.data())
    else:
        told.say()


def _folder(which: Sighted, out: str | None, camera: str | None, stand_in: bool) -> Path:
    from companion.vision.keeping import folder_for

    if out is not None:
        return Path(out)
    return folder_for(data_folder(), which.game.id, camera or "", stand_in)


def _former(folder: Path, which: Sighted) -> Calibrated | None:
    """The calibration that is there already; one that can't be used is named, and is nobody's loss."""
    from companion.vision.keeping import FILE, load

    if not (folder / FILE).exists():
        return None
    try:
        return load(folder, which.plan, which.game.id)
    except InputError as error:
        say_error(language().say(T("{why} It is made anew from the beginning.", why=error.text)))
        return None


def _from_camera(spec: str, which: Sighted, start: Sequence[str], lens: Sequence[str], mat: Mat, told: bool) -> Shots:
    """Ask for the board empty and laid out, and take a picture of each at rest.

    `told`: it is known where the places lie; else nothing can be learned of pieces yet.
    """
    with camera_running(spec) as device:
        # Before anybody clears a table for a camera that gives nothing.
        first_frame(device)
        _ask(T("Lay the mat round the board and take everything off the board."))
        empty = still_frame(device, mat).picture
        laid = which.sight.start(which.box, which.game.colours)
        pictures = starts_from(start)
        if told and laid and not pictures:
            _ask(T("Now lay these on the board: {pieces}.", pieces=tuple(_piece_words(which, laid))))
            pictures = (Start("", still_frame(device, mat).picture),)
    return Shots("", empty, pictures, tuple(map(picture_from, lens)))


def _ask(what: Text) -> None:
    said = language()
    click.prompt(
        said.say(T("{what} Then press Enter.", what=what)), default="", show_default=False, prompt_suffix=" ", err=True
    )


def _piece_words(which: Sighted, laid: Mapping[str, str]) -> list[Text]:
    found = []
    for spot_id, label in laid.items():
        spot = which.plan.spot(spot_id)
        if spot is not None:
            found.append(T("{what} on {place}", what=label_words(which.plan, label), place=spot.title))
    return found


def _begin(
    shots: Shots,
    which: Sighted,
    former: Calibrated | None,
    camera: str | None,
    corners: tuple[Point, ...] | None,
    field: Point | None,
    stand_in: bool,
) -> tuple[Measured | None, Begun]:
    from companion.vision.calibrating import begin
    from companion.vision.lens import lens_from
    from companion.vision.mat import mat_of

    measured = lens_from(shots.lens, mat_of(which.plan, field)) if shots.lens else None
    lens: Lens | None = None if measured is None else measured.lens
    size = (shots.empty.shape[1], shots.empty.shape[0])
    if lens is None and former is not None and former.calibration.lens is not None:
        old = former.calibration
        lens = old.lens if old.size == size and old.camera == (camera or "") else None
    try:
        begun = begin(
            shots.empty,
            which.plan,
            game=which.game.id,
            camera=camera or "",
            made=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            field=field,
            stand_in=stand_in,
            corners=corners,
            lens=lens,
        )
    except InputError as error:
        raise Failed(trouble_words(shots.empty, which, error.text, None), shots.name) from error
    return measured, begun


def _taught(begun: Begun, which: Sighted, former: Calibrated | None, shots: Shots, places: str | None) -> Calibrated:
    """With what was taught before, the places that were tapped in, and the colours of the pieces laid out."""
    from companion.vision.calibrating import renewed
    from companion.vision.tapping import tapped

    calibrated = begun.calibrated if former is None else renewed(begun.calibrated, former, which.plan)
    if places is not None:
        try:
            calibrated = tapped(calibrated, which.plan, _taps(read_json(places), begun))
        except InputError as error:
            raise Failed(error.text, shown(places)) from error
    return teach_start(calibrated, which, shots.start)


def _taps(value: Any, begun: Begun) -> dict[str, tuple[float, ...]]:
    """Places in mm from places in pixels: {"place": [x, y]}, or with a size in mm [x, y, width, height]."""
    pose = begun.located.pose
    if not isinstance(value, dict) or pose is None:
        raise InputError(T("The places must be one JSON object in braces, two or four numbers by place."))
    found: dict[str, tuple[float, ...]] = {}
    for spot_id, numbers in value.items():
        good = isinstance(numbers, list) and len(numbers) in (2, 4)
        if not good or not all(type(number) in (int, float) for number in numbers):
            raise InputError(T("“{place}” must be two numbers, or four in brackets.", place=spot_id[:60]))
        x, y = pose.to_mm([numbers[:2]])[0]
        found[spot_id] = (float(x), float(y), *map(float, numbers[2:]))
    return found


class Told(NamedTuple):
    """What is said of a calibration that was made. `started`: the pieces were shown just now."""

    folder: Path
    calibrated: Calibrated
    begun: Begun
    measured: Measured | None
    which: Sighted
    started: bool

    def data(self) -> dict[str, Any]:
        """As JSON."""
        from companion.vision.calibration import missing_looks, missing_places, places

        said = language()
        calibration, plan = self.calibrated.calibration, self.which.plan
        lens = None if self.measured is None else {"off_px": round(self.measured.off_px, 3)}
        return {
            "game": self.which.game.id,
            "folder": str(self.folder),
            "camera": calibration.camera,
            "size": list(calibration.size),
            "field": list(calibration.field),
            "stand_in": calibration.stand_in,
            "markers": list(self.begun.located.markers),
            "off_mm": round(self.begun.located.off_mm, 3),
            "lens": lens,
            "places": len(places(calibration, plan)),
            "missing_places": [spot.id for spot in missing_places(calibration, plan)],
            "taught": sorted({*calibration.colours, *self.calibrated.looks}),
            "missing_looks": list(missing_looks(self.calibrated, plan)),
            "lay": dict(self.which.sight.start(self.which.box, self.which.game.colours)),
            "remarks": [said.say(text) for text in self._remarks()],
        }

    def say(self) -> None:
        """In words."""
        said = language()
        for text in self._texts():
            say(said.say(text))

    def _remarks(self) -> list[Text]:
        from companion.vision.left import left_words

        left = left_words(self.calibrated, self.which.plan)
        return [*self.begun.remarks, *(() if left is None else (left,))]

    def _texts(self) -> list[Text]:
        from companion.vision.calibration import missing_looks, missing_places

        calibration, plan = self.calibrated.calibration, self.which.plan
        found = self._remarks()
        if self.measured is not None:
            off = decimal(self.measured.off_px, 2)
            found.append(T("The lens is measured: markers are off by {off} px on average.", off=off))
        n = len(self.begun.located.markers)
        if n:
            off = decimal(self.begun.located.off_mm)
            found.append(TN("{n} marker agrees within {off} mm.", "{n} markers agree within {off} mm.", n, off=off))
        missing = missing_places(calibration, plan)
        looks = missing_looks(self.calibrated, plan)
        pieces = [look for look in looks if (known := plan.look(look)) is not None and known.kind == "piece"]
        others = [look for look in looks if look not in pieces]
        if missing:
            names = _named([spot.title for spot in missing])
            found.append(T("Not tapped in yet, and not read until then: {places}.", places=names))
        if pieces:
            laid = self.which.sight.start(self.which.box, self.which.game.colours)
            names = _named([label_words(plan, look) for look in pieces])
            found.append(T("Colours not shown yet: {pieces}.", pieces=names))
            if laid and not self.started:
                found.append(
                    T("For --start, lay these on the board: {pieces}.", pieces=tuple(_piece_words(self.which, laid)))
                )
        if others:
            names = _named([label_words(plan, look) for look in others])
            found.append(T("Not taught yet (“cartouche vision teach”): {looks}.", looks=names))
        found.append(T("The calibration is in {folder}.", folder=str(self.folder)))
        return found


def _named(names: Sequence[Text]) -> tuple[Text, ...]:
    """The first of many, and how many more there are."""
    if len(names) <= MOST_NAMED:
        return tuple(names)
    more = len(names) - MOST_NAMED
    return (*names[:MOST_NAMED], TN("{n} other", "{n} others", more))
