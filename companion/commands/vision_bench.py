"""`cartouche vision bench`: how well a camera reads, from pictures with their truth or from rendered ones."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from rich.table import Table

import companion
from companion.commands.boxes import BoxChoice, with_box
from companion.commands.common import cell, language, paper, say, say_json, with_switches
from companion.commands.vision_common import Sighted, calibrated_from, picture_from, sighted
from companion.engine.errors import InputError
from companion.engine.text import N_, TN, T, decimal
from companion.language import Language
from companion.vision.score_rows import TIERS, Row

if TYPE_CHECKING:
    from companion.vision.score import Score

SYNTHETIC = (*TIERS, "other", "all")
_WORDS = {True: N_("met"), False: N_("missed")}
_STYLES = {True: "green", False: "yellow"}


@click.command("bench")
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--calibration", metavar="DIR", help="The folder that “vision calibrate” made.")
@click.option("--against", type=click.Choice(TIERS), default="normal", help="Whose aims: of a kind or a hard table.")
@click.option("--synthetic", type=click.Choice(SYNTHETIC), help="Rendered tables (in the source tree).")
@click.option("--game", "game_id", metavar="GAME", help="The game (default: of the pictures; rendered: all).")
@click.option("--reads", type=click.IntRange(1, 10_000), help="Rendered pictures of each game in each tier.")
@click.option("--soak", type=click.IntRange(1), help="Read so many rendered pictures and watch memory and time.")
@click.option("--jobs", type=click.IntRange(1, 64), default=2, help="Processes that render and read.")
@with_box
@with_switches
def bench(
    folder: str | None,
    calibration: str | None,
    against: str,
    synthetic: str | None,
    game_id: str | None,
    reads: int | None,
    soak: int | None,
    jobs: int,
    choice: BoxChoice,
    as_json: bool,
) -> None:
    """Read pictures whose truth is known and say how many places were right, asked about, and silently wrong.

    DIR holds pictures (NAME.png or NAME.jpg), each with its truth beside it (NAME.json).
    """
    if synthetic is not None or soak is not None:
        if folder is not None or calibration is not None:
            raise click.UsageError("Give either DIR with --calibration, or --synthetic.")
        _rendered(synthetic or "normal", game_id, reads, soak, jobs, as_json)
        return
    if folder is None or calibration is None:
        raise click.UsageError("Give DIR and --calibration, or --synthetic.")
    from companion.vision.truth import game_named, pairs

    found = pairs(Path(folder))
    which = sighted(game_id or game_named(found[0][1]), choice)
    score, failed = _photos(found, which, calibration)
    rows = score.rows(against)
    if as_json:
        say_json({"pictures": len(found), "failed": failed, "rows": [row_data(row) for row in rows]})
        return
    said = language()
    title = said.say(TN("{n} picture of {game}", "{n} pictures of {game}", len(found), game=which.game.title))
    paper().print(score_table(title, rows, said))
    for name in failed:
        say(said.say(T("Wrong, and nothing was asked: {file}", file=name)))


def score_table(title: str, rows: Sequence[Row], said: Language) -> Table:
    """The rows as a table for a terminal: what, how many it rests on, the figure, what it rules out, the aim."""
    table = Table(title=title, title_justify="left")
    table.add_column(said.word(N_("What")))
    for heading in (N_("Of"), N_("Figure"), N_("Surely"), N_("Aim")):
        table.add_column(said.word(heading), justify="right")
    table.add_column()
    for row in rows:
        sign = "≥" if row.at_least else "≤"
        table.add_row(
            cell(said.say(row.title)),
            cell(f"{row.n:,}".replace(",", " ")),
            cell(_shown(row, row.figure, said)),
            cell("" if row.bound is None else f"{sign} {_shown(row, row.bound, said)}"),
            cell("" if row.target is None else f"{sign} {_shown(row, row.target, said)}"),
            cell("") if row.met is None else cell(said.word(_WORDS[row.met]), _STYLES[row.met]),
        )
    return table


def row_data(row: Row) -> dict[str, Any]:
    """A row as JSON."""
    found: dict[str, Any] = msgspec.to_builtins(row)
    found["title"] = language().say(row.title)
    return found


def _shown(row: Row, value: float, said: Language) -> str:
    """A figure for people: shares in per cent, measures with their unit."""
    if row.bound is None:
        short = f"{value:.3g}"
        behind = len(short.partition(".")[2])
        return f"{said.say(decimal(value, behind)) if behind else short} {row.unit}".strip()
    digits = 1 if 0.001 <= value <= 0.9 else 3
    return f"{said.say(decimal(100 * value, digits))} %"


def _photos(found: Sequence[tuple[Path, Path]], which: Sighted, calibration: str) -> tuple[Score, list[str]]:
    """Every picture read and held against its truth; the names of those with something silently wrong."""
    calibrated = calibrated_from(calibration, which)
    from companion.vision.reader import Reader
    from companion.vision.score import Case, Score
    from companion.vision.truth import read_truth

    reader = Reader(which.game.id, which.plan, calibrated, which.sight.counts(which.box))
    score = Score()
    failed = []
    for picture_path, truth_path in found:
        truth = read_truth(truth_path, which.plan)
        if truth.game != which.game.id:
            text = T("{file} is of another game ({game}). Choose one with --game, and keep the others in a folder of "
                     "their own.", file=truth_path.name, game=truth.game)  # fmt: skip
            raise InputError(text)
        picture = picture_from(str(picture_path))
        started = time.perf_counter()
        reading = reader.read(picture)
        took = (time.perf_counter() - started) * 1000
        if score.add(which.plan, Case(truth=truth, reading=reading, ms=took)).failed:
            failed.append(picture_path.name)
    return score, failed


def _rendered(
    tier: str, game_id: str | None, reads: int | None, soak: int | None, jobs: int, as_json: bool
) -> None:  # fmt: skip
    """Hand over to the renderer, which lives with the tests in the source tree."""
    root = Path(companion.__file__).resolve().parent.parent
    if not (root / "tests" / "kit" / "scene" / "bench.py").is_file():
        raise InputError(T("Rendered tables come with the source tree. Fetch it and run the command there."))
    command = [sys.executable, "-m", "tests.kit.scene.bench", "--tier", tier, "--jobs", str(jobs)]
    command += ["--lang", language().code]
    command += ["--game", sighted(game_id, BoxChoice()).game.id] if game_id else []
    command += ["--reads", str(reads)] if reads else []
    command += ["--soak", str(soak)] if soak else []
    command += ["--json"] if as_json else []
    if subprocess.run(command, cwd=root, check=False).returncode:
        raise click.exceptions.Exit(1)
