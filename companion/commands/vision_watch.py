"""`cartouche vision watch`: a camera that is read whenever the table has come to rest, a line each time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from companion.commands.boxes import BoxChoice, with_box, write_file
from companion.commands.common import Failed, language, say_error, shown, tidy, with_switches
from companion.commands.vision_common import (
    LOOK_EVERY,
    Sighted,
    calibrated_from,
    calibration_option,
    camera_running,
    first_frame,
    hidden,
    open_option,
    record_option,
    sighted,
)
from companion.commands.vision_read import as_data, summary
from companion.commands.watching import ended_when_asked, seconds_option, stored_settings
from companion.engine.sight import Reading, Seen
from companion.engine.text import T, Text
from companion.table.seen import label_words, place_words

if TYPE_CHECKING:
    from companion.vision.reader import Reader
    from hardware.camera import Camera, Frame

MOST_NAMED = 6
"""As many places are named in a line; --json names all of them."""


@click.command("watch")
@click.argument("game")
@calibration_option
@click.option("--camera", metavar="SPEC", help="The camera (default: the calibration's, else the one that is set).")
@seconds_option("End after so many seconds (default: Ctrl-C).")
@click.option("--save", metavar="DIR", help="Keep each picture that is read there, all outside the mat blackened.")
@record_option
@open_option
@with_box
@with_switches
def watch(
    game: str,
    calibration: str,
    camera: str | None,
    seconds: float | None,
    save: str | None,
    record: str | None,
    all_open: bool,
    choice: BoxChoice,
    as_json: bool,
) -> None:
    """Watch the table of GAME and say what lies on it whenever it has come to rest, a line each, until Ctrl-C.

    No picture is kept unless --save says where. With --json a line is one JSON value.
    """
    which = sighted(game, choice)
    unseen = hidden(which, record, all_open)
    calibrated = calibrated_from(calibration, which)
    spec = camera or calibrated.calibration.camera or stored_settings().camera
    if not spec:
        raise Failed(T("No camera is named and none is set up. Name one with --camera."))
    if calibrated.calibration.camera not in ("", spec):
        other = calibrated.calibration.camera
        text = T(
            "The calibration was made with another camera, {camera}. Where it reads badly, calibrate anew.",
            camera=other,
        )
        say_error(language().say(text))
    kept = None if save is None else Kept(Path(save))
    from companion.vision.gate import Gate
    from companion.vision.reader import Reader
    from companion.vision.watcher import Watcher

    reader = Reader(which.game.id, which.plan, calibrated, which.sight.counts(which.box))
    # Ctrl-C is the way to end it: nothing went wrong.
    with suppress(KeyboardInterrupt), ended_when_asked(), camera_running(spec) as device:
        begun = monotonic()
        until = begun + seconds if seconds is not None else float("inf")
        watcher = Watcher(reader, Gate(), by_hand=calibrated.calibration.corners is not None)
        watcher.unseen = unseen
        teller = Teller(which, as_json, begun)
        frame: Frame | None = first_frame(device)
        number = 0
        while monotonic() < until:
            teller.stands(device)
            if frame is not None:
                number = frame.number
                reading = watcher.feed(frame)
                if reading is not None:
                    file = _keep(kept, reader, reading, frame, unseen, which)
                    teller.tell(reading, frame.at, file)
            frame = device.newer(number, min(LOOK_EVERY, max(0.0, until - monotonic())))


def _keep(
    kept: Kept | None, reader: Reader, reading: Reading, frame: Frame, unseen: frozenset[str], which: Sighted
) -> str | None:
    """Keep a picture that was read, with everything that nobody asked for blackened; where it is."""
    if kept is None or reading.trouble is not None:
        # Where the mat was not found nobody knows what to blacken.
        return None
    return kept.keep(reader.mask(frame.picture, unseen), as_data(reading, which))


class Kept:
    """A folder that takes pictures with what was read of them, numbered on from those that are there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            names = [path.name.partition(".")[0] for path in folder.iterdir()]
        except OSError as error:
            detail = error.strerror or str(error)
            text = T("No picture can be kept here ({detail}). Name another folder.", detail=detail)
            raise Failed(text, shown(str(folder))) from error
        self._n = max((int(name) for name in names if name.isascii() and name.isdigit() and len(name) < 10), default=0)

    def keep(self, picture: Any, reading: Mapping[str, Any]) -> str:
        """Write a picture and its reading; the picture's file."""
        from companion.vision.pictures import encode

        self._n += 1
        file = self.folder / f"{self._n:06}.png"
        write_file(file, encode(picture))
        data = json.dumps(reading, ensure_ascii=False, indent=2).encode()
        write_file(file.with_suffix(".reading.json"), data)
        return str(file)


class Teller:
    """Says a line for each reading: at the first one what lies there, then what lies otherwise."""

    def __init__(self, which: Sighted, as_json: bool, begun: float) -> None:
        self.which = which
        self.as_json = as_json
        self.begun = begun
        self._before: Reading | None = None
        self._stood: tuple[object, ...] = ("ready", None)

    def stands(self, device: Camera) -> None:
        """Say on the error stream where the camera is lost or back."""
        fault = device.fault if device.state != "ready" else None
        if (device.state, fault) == self._stood:
            return
        self._stood = (device.state, fault)
        if fault is not None:
            say_error(language().say(fault))
        elif device.state == "ready":
            say_error(language().say(T("The camera is back.")))

    def tell(self, reading: Reading, at: float, file: str | None) -> None:
        """Say a reading that came at `at` (monotonic); `file`: where its picture is kept."""
        seconds = round(max(0.0, at - self.begun), 3)
        changed = changes(self._before, reading)
        if self.as_json:
            value: dict[str, Any] = {"at": seconds, **as_data(reading, self.which)}
            value["changed"] = [one.spot for one in changed]
            if file is not None:
                value["file"] = file
            click.echo(json.dumps(value))
        else:
            said = language()
            words = " ".join(said.say(text) for text in self._texts(reading, changed))
            click.echo(f"{seconds:9.3f} s  {tidy(words)}")
        if reading.trouble is None:
            self._before = reading

    def _texts(self, reading: Reading, changed: list[Seen]) -> list[Text]:
        if reading.trouble is not None:
            return [reading.trouble]
        if self._before is None:
            return summary(reading, self.which)
        found = [_line(one, self.which) for one in changed[:MOST_NAMED]] or [T("Nothing has changed.")]
        if len(changed) > MOST_NAMED:
            found.append(T("And {n} more.", n=len(changed) - MOST_NAMED))
        return [*(text for text in reading.remarks if text not in self._before.remarks), *found]


def _line(one: Seen, which: Sighted) -> Text:
    place, what = place_words(which.plan, one.spot), label_words(which.plan, one.label)
    if one.sure:
        return T("{place}: {what}.", place=place, what=what)
    return T("{place}: {what}, not sure.", place=place, what=what)


def changes(before: Reading | None, now: Reading) -> list[Seen]:
    """The places that are read otherwise than before, or with another certainty; none at the first reading."""
    if before is None or now.trouble is not None:
        return []
    then = {one.spot: (one.label, one.sure) for one in before.seen}
    return [one for one in now.seen if then.get(one.spot) != (one.label, one.sure)]
