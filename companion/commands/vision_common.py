"""What the commands of the camera share: a game's plan, pictures and calibrations from files, and a camera that runs.

OpenCV is loaded only inside the functions that need it: the other commands start without.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from companion.commands.boxes import BoxChoice, box_for
from companion.commands.common import Failed, language, read_bytes, shown
from companion.commands.record import FaultyRecord, read_record, say_fault, sealed
from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.header import drawn_from
from companion.engine.record import CLOSED
from companion.engine.sight import Plan, Sight
from companion.engine.text import T, Text
from companion.games import all_games, find_game

if TYPE_CHECKING:
    from companion.vision.calibration import Calibrated
    from companion.vision.mat import Mat
    from hardware.camera import Camera, Frame

LOOK_EVERY = 0.25
"""Seconds between two looks at how the camera stands while it gives nothing."""
SEEK_EVERY = 1.0
"""Seconds between two looks for the mat while the table is not at rest."""
NO_PICTURE = T("The camera gives no picture. Look at its plug.")
PATIENCE = 15.0
"""Seconds a camera may take until its first picture, and a table until it is still."""
calibration_option = click.option(
    "--calibration", metavar="DIR", required=True, help="The folder that “vision calibrate” made."
)
record_option = click.option("--record", metavar="FILE", help="The record of the game: what it hides now is not read.")
open_option = click.option("--all-open", is_flag=True, help="No card is hidden: read every place.")


class Sighted(NamedTuple):
    """A game with what the camera looks at in it."""

    game: Game[Any]
    box: Box
    sight: Sight[Any]
    plan: Plan


def sighted(game_id: str, choice: BoxChoice) -> Sighted:
    """The game with its plan for the box that is meant. Raises InputError where the camera can do nothing for it."""
    game = find_game(game_id)
    box = box_for(game, choice)
    if game.sight is None:
        raise InputError(T("The camera does nothing in {game}. Choose another game.", game=game.title))
    return Sighted(game, box, game.sight, game.sight.plan(box))


def picture_from(path: str) -> Any:
    """The picture in a file ("-": standard input), BGR uint8 (h, w, 3). Raises Failed naming the file."""
    from companion.vision.pictures import decode

    data = read_bytes(path)
    try:
        return decode(data)
    except InputError as error:
        raise Failed(error.text, shown(path)) from error


def calibrated_from(folder: str, which: Sighted) -> Calibrated:
    """The calibration in a folder, ready to be read with. Raises InputError naming the file and the remedy."""
    from companion.vision.calibrating import ready
    from companion.vision.keeping import about, load

    calibrated = load(Path(folder), which.plan, which.game.id)
    if (why := ready(calibrated, which.plan)) is not None:
        raise InputError(about(Path(folder), why))
    return calibrated


def hidden(which: Sighted, record: str | None, all_open: bool) -> frozenset[str]:
    """The places that are not looked at: what the game hides as its record stands, or else when it begins.

    Raises Failed where the record is of another game.
    """
    if all_open and record is not None:
        raise click.UsageError("Give only one of --record and --all-open.")
    if all_open:
        return frozenset()
    if record is not None:
        return which.sight.unseen(_state_in(record, which))
    game, box = which.game, which.box
    seats = game.colours[: game.seat_range[1]]
    options = game.resolve({})
    return which.sight.unseen(game.new(seats, options, drawn_from("", game, seats, options, box), box))


def _state_in(record: str, which: Sighted) -> Any:
    """How a game stands at the end of its record, one that nobody may read whole included."""
    reading = read_record(record)
    sitting = reading.sitting
    if reading.faults or sitting is None:
        if sealed(reading):
            raise Failed(CLOSED, shown(record))
        raise FaultyRecord(say_fault(record, reading.faults[0], reading, language()))
    if sitting.game.id != which.game.id:
        text = T("This is the record of another game, {game}. Choose that of this game.", game=sitting.game.title)
        raise Failed(text, shown(record))
    return reading.results[-1].state if reading.results else sitting.state


def owner_of(number: int) -> Game[Any] | None:
    """The game that a mat belongs to, by the mat's number."""
    for game in all_games():
        if game.sight is not None and game.sight.plan(game.box).mat == number:
            return game
    return None


def trouble_words(picture: Any, which: Sighted, trouble: Text, calibrated: Calibrated | None) -> Text:
    """Why nothing was read; where another game's mat lies in the picture, with that game's name."""
    from companion.vision.locate import locate
    from companion.vision.mat import mat_of

    calibration = None if calibrated is None else calibrated.calibration
    mat = mat_of(which.plan, None if calibration is None else calibration.field)
    others = [game for number in locate(picture, mat, calibration).mats if (game := owner_of(number)) is not None]
    if not others:
        return trouble
    return T("{trouble} The mat that lies there is that of {game}.", trouble=trouble, game=others[0].title)


@contextmanager
def camera_running(spec: str) -> Iterator[Camera]:
    """A camera, running inside. Raises InputError for what names none."""
    from companion.vision.pictures import decode
    from hardware.cameras import camera, listed

    listed(spec)
    device = camera(spec, decode)
    device.start(lambda signal: None)
    try:
        yield device
    finally:
        device.close()


def next_frame(device: Camera, number: int, until: float) -> Frame | None:
    """The next picture after `number`; None at `until` (monotonic) or where the camera is gone meanwhile."""
    while (left := until - monotonic()) > 0:
        frame = device.newer(number, min(LOOK_EVERY, left))
        if frame is not None:
            return frame
        if device.state in ("absent", "lost"):
            return None
    return None


def first_frame(device: Camera) -> Frame:
    """The first picture of a camera. Raises Failed: why there is none."""
    frame = next_frame(device, 0, monotonic() + PATIENCE)
    if frame is None or device.state == "lost":
        raise Failed(device.fault or NO_PICTURE)
    return frame


def still_frame(device: Camera, mat: Mat) -> Frame:
    """A picture of a table at rest, from now on. Raises Failed: why there is none.

    Once the mat is found, people and screens at the edge of the picture are no matter.
    """
    from companion.vision.gate import Gate
    from companion.vision.locate import locate

    gate, until = Gate(), monotonic() + PATIENCE
    frame = first_frame(device)
    sought = frame.at
    while not gate.feed(frame.picture, frame.at).still:
        if frame.at - sought >= SEEK_EVERY:
            sought = frame.at
            pose = locate(frame.picture, mat).pose
            left, top, right, bottom = mat.outer
            corners = ((left, top), (right, top), (right, bottom), (left, bottom))
            gate.within(None if pose is None else pose.to_px(corners))
        later = next_frame(device, frame.number, until)
        if later is None:
            if device.state in ("absent", "lost"):
                raise Failed(device.fault or NO_PICTURE)
            raise Failed(T("The table does not come to rest. Take your hands away, and see that nothing shakes."))
        frame = later
    return frame
