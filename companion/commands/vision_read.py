"""`cartouche vision read`: what lies on the table in one picture, place by place."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table

from companion.commands.boxes import BoxChoice, with_box
from companion.commands.common import Failed, cell, language, paper, say, say_json, shown, with_switches
from companion.commands.vision_common import (
    Sighted,
    calibrated_from,
    calibration_option,
    hidden,
    open_option,
    picture_from,
    record_option,
    sighted,
    trouble_words,
)
from companion.engine.sight import EMPTY, Reading, Seen
from companion.engine.text import TN, T, Text, decimal
from companion.table.seen import label_words, place_words


@click.command("read")
@click.argument("game")
@click.option("--image", metavar="FILE", required=True, help="The picture (“-”: standard input).")
@calibration_option
@record_option
@open_option
@click.option("--all", "every", is_flag=True, help="Name the empty places too.")
@with_box
@with_switches
def read(
    game: str,
    image: str,
    calibration: str,
    record: str | None,
    all_open: bool,
    every: bool,
    choice: BoxChoice,
    as_json: bool,
) -> None:
    """Read the table of GAME in a picture: what lies where, how likely that is, and what is to be asked.

    What the game hides when it begins is not read, unless --record or --all-open says that it lies open.
    """
    which = sighted(game, choice)
    unseen = hidden(which, record, all_open)
    calibrated = calibrated_from(calibration, which)
    picture = picture_from(image)
    from companion.vision.reader import Reader

    reading = Reader(which.game.id, which.plan, calibrated, which.sight.counts(which.box)).read(picture, unseen)
    if reading.trouble is not None:
        raise Failed(trouble_words(picture, which, reading.trouble, calibrated), shown(image))
    if as_json:
        say_json(as_data(reading, which))
    else:
        say_reading(reading, which, every)


def as_data(reading: Reading, which: Sighted) -> dict[str, Any]:
    """A reading as JSON: every place with its label, how likely it is, and what else it could be."""
    said = language()
    return {
        "game": reading.game,
        "trouble": None if reading.trouble is None else said.say(reading.trouble),
        "markers": list(reading.markers),
        "off_mm": round(reading.off_mm, 3),
        "remarks": [said.say(text) for text in reading.remarks],
        "places": [_place(one, which) for one in reading.seen],
        "unsure": list(reading.unsure),
    }


def _place(one: Seen, which: Sighted) -> dict[str, Any]:
    said = language()
    found: dict[str, Any] = {
        "place": one.spot,
        "title": said.say(place_words(which.plan, one.spot)),
        "label": one.label,
        "words": said.say(label_words(which.plan, one.label)),
        "share": round(one.share, 4),
        "sure": one.sure,
        "others": [{"label": label, "share": round(share, 4)} for label, share in one.others],
    }
    if one.at is not None:
        found["at"] = [round(value, 1) for value in one.at]
        found["angle"] = round(one.angle, 1)
    return found


def say_reading(reading: Reading, which: Sighted, every: bool) -> None:
    """A reading as a table, what is to be asked below it; `every`: the empty places too."""
    said = language()
    shown_places = [one for one in reading.seen if every or one.label != EMPTY or not one.sure]
    if shown_places:
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(overflow="fold")
        table.add_column(overflow="fold")
        table.add_column(justify="right", no_wrap=True)
        table.add_column(no_wrap=True)
        for one in shown_places:
            table.add_row(
                cell(said.say(place_words(which.plan, one.spot))),
                cell(said.say(label_words(which.plan, one.label)), "" if one.sure else "yellow"),
                cell(f"{said.say(decimal(100 * one.share))} %"),
                cell("" if one.sure else said.say(T("not sure"))),
            )
        paper().print(table)
    for text in summary(reading, which):
        say(said.say(text))


def summary(reading: Reading, which: Sighted) -> list[Text]:
    """What is to be said of a whole reading, in sentences."""
    found = list(reading.remarks)
    unsure = reading.unsure
    if unsure:
        names = tuple(place_words(which.plan, spot) for spot in unsure)
        found.append(T("To be asked: {places}.", places=names))
    lying = sum(one.label not in (EMPTY, None) for one in reading.seen)
    n = len(reading.seen)
    found.append(TN("{n} place read, something lies on {m}.", "{n} places read, something lies on {m}.", n, m=lying))
    if reading.markers:
        k = len(reading.markers)
        off = decimal(reading.off_mm)
        found.append(TN("{n} marker agrees within {off} mm.", "{n} markers agree within {off} mm.", k, off=off))
    return found
