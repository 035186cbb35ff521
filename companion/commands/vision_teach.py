"""`cartouche vision teach`: show a calibrated camera what cards and tiles look like, and the colours of pieces."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from rich.table import Table

from companion.commands.boxes import BoxChoice, with_box
from companion.commands.common import Failed, cell, language, paper, say, say_json, shown, with_switches
from companion.commands.vision_common import (
    Sighted,
    calibration_option,
    picture_from,
    sighted,
    trouble_words,
)
from companion.engine.errors import InputError
from companion.engine.sight import BACK
from companion.engine.text import TN, T, Text
from companion.table.seen import label_words

if TYPE_CHECKING:
    from companion.vision.calibration import Calibrated


@click.command("teach")
@click.argument("game")
@calibration_option
@click.option("--look", metavar="ID", help="The card or tile that is shown; without it, all are listed.")
@click.option("--image", metavar="FILE", multiple=True, help="A picture of it on the empty board; may be repeated.")
@click.option("--place", metavar="PLACE", help="The place it lies in (default: it lies alone).")
@click.option("--anew", is_flag=True, help="Forget the pictures of this look that were taken before.")
@click.option("--anyway", is_flag=True, help="Take it though it looks like another one: both are asked about then.")
@click.option(
    "--start", metavar="FILE", multiple=True, help="A picture with pieces laid out: learns their colours anew."
)
@with_box
@with_switches
def teach(
    game: str,
    calibration: str,
    look: str | None,
    image: tuple[str, ...],
    place: str | None,
    anew: bool,
    anyway: bool,
    start: tuple[str, ...],
    choice: BoxChoice,
    as_json: bool,
) -> None:
    """Teach the calibration of GAME what something looks like: show each card or tile alone on the empty board.

    Without --look and --start, list what there is to teach and what was taught.
    """
    if (look is None) != (not image):
        raise click.UsageError("Give --look and --image together.")
    if look is None and (place is not None or anew or anyway):
        raise click.UsageError("--place, --anew and --anyway need --look and --image.")
    which = sighted(game, choice)
    from companion.vision.keeping import load, save
    from companion.vision.left import left_words

    folder = Path(calibration)
    calibrated = load(folder, which.plan, which.game.id)
    before = calibrated
    if look is not None:
        calibrated = _shown(calibrated, which, look, image, place, anew, anyway)
    if start:
        calibrated = teach_start(calibrated, which, starts_from(start))
    if calibrated is not before:
        save(folder, calibrated)
    left = left_words(calibrated, which.plan) if start else None
    if as_json:
        remarks = [] if left is None else [language().say(left)]
        say_json({"game": which.game.id, "folder": str(folder), "looks": rows(calibrated, which), "remarks": remarks})
    elif look is None and not start:
        _say_rows(calibrated, which)
    else:
        for text in (left, _thanks(calibrated, which, look)):
            if text is not None:
                say(language().say(text))


def _shown(
    calibrated: Calibrated,
    which: Sighted,
    look: str,
    images: tuple[str, ...],
    place: str | None,
    anew: bool,
    anyway: bool,
) -> Calibrated:
    from companion.vision.teach import forget_look, teach_look

    if look != BACK and which.plan.look(look) is None:
        text = T("There is no look “{look}” in {game}. Without --look all are listed.", look=look[:60],
                 game=which.game.title)  # fmt: skip
        raise InputError(text)
    if place is not None and which.plan.spot(place) is None:
        raise InputError(T("The game has no place “{place}”. Take the ids of its places.", place=place[:60]))
    if anew:
        calibrated = forget_look(calibrated, look)
    for path in images:
        picture = picture_from(path)
        try:
            calibrated = teach_look(calibrated, which.plan, look, picture, place, anyway=anyway)
        except InputError as error:
            raise Failed(trouble_words(picture, which, error.text, calibrated), shown(path)) from error
    return calibrated


class Start(NamedTuple):
    """A picture with pieces laid out, and the file it came from; empty: from a camera."""

    name: str
    picture: Any


def starts_from(paths: Sequence[str]) -> tuple[Start, ...]:
    """The pictures in files. Raises Failed naming the file."""
    return tuple(Start(shown(path), picture_from(path)) for path in paths)


def teach_start(calibrated: Calibrated, which: Sighted, starts: Sequence[Start]) -> Calibrated:
    """With the colours of the pieces in the pictures. Raises Failed naming the picture, and InputError."""
    from companion.vision.calibrating import ready
    from companion.vision.teach import teach_pieces

    if not starts:
        return calibrated
    if (why := ready(calibrated, which.plan)) is not None:
        raise InputError(why)
    laid = which.sight.start(which.box, which.game.colours)
    if not laid:
        text = T("{game} has no pieces that are told by their colour. Leave --start out.", game=which.game.title)
        raise InputError(text)
    for start in starts:
        try:
            calibrated = teach_pieces(calibrated, which.plan, start.picture, laid)
        except InputError as error:
            raise Failed(trouble_words(start.picture, which, error.text, calibrated), start.name) from error
    return calibrated


def rows(calibrated: Calibrated, which: Sighted) -> list[dict[str, Any]]:
    """Every look of the game as data, and how many pictures (or colours) of it are there."""
    said = language()
    colours = calibrated.calibration.colours
    return [
        {
            "look": look_id,
            "title": said.say(label_words(which.plan, look_id)),
            "kind": kind,
            "taught": int(look_id in colours) if kind == "piece" else len(calibrated.looks.get(look_id, ())),
        }
        for look_id, kind in which.plan.kinds.items()
    ]


def _say_rows(calibrated: Calibrated, which: Sighted) -> None:
    said = language()
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    for row in rows(calibrated, which):
        taught = row["taught"]
        words = T("not taught")
        if taught:
            words = TN("{n} picture", "{n} pictures", taught) if row["kind"] != "piece" else T("taught")
        table.add_row(cell(row["look"]), cell(row["title"]), cell(said.say(words), "" if taught else "yellow"))
    paper().print(table)


def _thanks(calibrated: Calibrated, which: Sighted, look: str | None) -> Text:
    missing = sum(not row["taught"] for row in rows(calibrated, which))
    if look is not None:
        title = label_words(which.plan, look)
        if missing:
            return TN(
                "Taught: {look}. {n} look is missing.", "Taught: {look}. {n} looks are missing.", missing, look=title
            )
        return T("Taught: {look}. That was the last one.", look=title)
    n = len(calibrated.calibration.colours)
    return TN("The colour of {n} piece is taught.", "The colours of {n} pieces are taught.", n)
