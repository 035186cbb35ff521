"""`python -m tests.kit.scene.bench`: rendered tables read tier by tier, and what that comes to.

Every process reads whole tables, so that a table is calibrated once; OpenCV has one thread in each. Pictures that were
wrongly read without a question are kept under build/vision-failures/TIER with their truth and their reading.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import click
import cv2
import msgspec
from rich.console import Console

from companion.commands.vision_bench import score_table
from companion.engine.errors import InputError
from companion.games import all_games
from companion.language import LANGUAGES, Language
from companion.vision.score import Score
from tests.kit.scene import timing
from tests.kit.scene.games import game_of
from tests.kit.scene.measure import false_markers, measure, seeds_of, table_of
from tests.kit.scene.negatives import negative
from tests.kit.scene.tiers import FROZEN, TIERS, WORLDS

ROOT = Path(__file__).resolve().parents[3]
KEEP = ROOT / "build" / "vision-failures"
FIRST_READS, READS = 1500, 500
"""Pictures of each tier: of the first game, in which a whole board is read, and of each other game."""
MARKERS = 10_000
"""Pictures without a marker."""


class Job(NamedTuple):
    """What one process does at a time: a table's pictures, or pictures without a marker (game empty)."""

    game: str
    tier: str
    number: int
    worlds: int
    reads: int


class Done(NamedTuple):
    """What came of a job: a score, or why the table could not be calibrated."""

    job: Job
    score: Score
    refused: str


def work(job: Job) -> Done:
    """Do one job."""
    cv2.setNumThreads(1)
    score = Score()
    if not job.game:
        for seed in range(job.number, job.reads, job.worlds):
            score.count("wrong marker", false_markers(negative(seed)) > 0)
        return Done(job, score, "")
    try:
        table = table_of(game_of(job.game), TIERS[job.tier], job.number)
    except InputError as error:
        return Done(job, score, Language("en").say(error.text))
    seeds = list(seeds_of(job.tier, FROZEN[job.tier], job.number, job.worlds, job.reads))
    return Done(job, measure(table, seeds, KEEP / job.tier), "")


def jobs_of(games: Sequence[str], tiers: Sequence[str], reads: int | None, markers: int, tables: int) -> list[Job]:
    """All jobs of a run, the long ones first."""
    jobs = []
    for tier in tiers:
        for game in games:
            count = reads or (FIRST_READS if game == all_games()[0].id else READS)
            worlds = min(tables, count)
            jobs += [Job(game, tier, number, worlds, count) for number in range(worlds)]
    parts = min(8, markers)
    return jobs + [Job("", "", number, parts, markers) for number in range(parts)]


def done_of(jobs: Sequence[Job], processes: int) -> Iterator[Done]:
    """The jobs' outcomes as they come, by that many processes."""
    if processes == 1:
        yield from map(work, jobs)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        yield from pool.map(work, jobs)


def summed(outcomes: Iterable[Done]) -> tuple[dict[tuple[str, str], Score], list[Done]]:
    """The scores by tier and game, and the tables that could not be calibrated."""
    scores: dict[tuple[str, str], Score] = {}
    refused = []
    for done in outcomes:
        scores.setdefault((done.job.tier, done.job.game), Score()).merge(done.score)
        if done.refused:
            refused.append(done)
    return scores, refused


@click.command()
@click.option("--tier", type=click.Choice([*TIERS, "all"]), default="all")
@click.option("--game", "game_id", default="", help="One game alone.")
@click.option("--reads", type=click.IntRange(min=1), default=None, help="Pictures for each game in each tier.")
@click.option("--markers", type=click.IntRange(min=0), default=None, help="Pictures without a marker (10,000).")
@click.option("--tables", type=click.IntRange(1, WORLDS), default=WORLDS, help="Tables of each game in each tier.")
@click.option("--jobs", type=click.IntRange(min=1), default=2, help="Processes.")
@click.option("--soak", type=click.IntRange(min=0), default=0, help="Read that many pictures in one process instead.")
@click.option("--no-times", is_flag=True, help="Leave out the times, which want an idle machine.")
@click.option("--lang", type=click.Choice(tuple(LANGUAGES)), default="en", help="Language of the rows.")
@click.option("--json", "as_json", is_flag=True)
def main(
    tier: str, game_id: str, reads: int | None, markers: int | None, tables: int, jobs: int, soak: int,
    no_times: bool, lang: str, as_json: bool,
) -> None:  # fmt: skip
    """Render, read, score and print."""
    games = [game_id] if game_id else [game.id for game in all_games() if game.sight is not None]
    tiers = [tier] if tier != "all" else list(TIERS)
    if soak:
        _say(timing.soak(games[0], soak), as_json)
        return
    for former in (path for name in tiers for game in games for path in (KEEP / name).glob(f"{game}-*")):
        former.unlink()
    started = time.monotonic()
    wanted = markers if markers is not None else 0 if game_id or reads else MARKERS
    scores, refused = summed(done_of(jobs_of(games, tiers, reads, wanted, tables), jobs))
    if not no_times:
        for name in tiers:
            timed = timing.times(games[0], name)
            scores.setdefault((name, games[0]), Score()).values.update(timed)
    told: dict[str, Any] = {
        "seconds": round(time.monotonic() - started),
        "scores": [
            {"tier": name, "game": game, "rows": msgspec.to_builtins(score.rows(_targets(name)))}
            for (name, game), score in scores.items()
        ],
        "refused": [{"tier": done.job.tier, "game": done.job.game, "table": done.job.number, "why": done.refused}
                    for done in refused],
    }  # fmt: skip
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    console = Console()
    for (name, game), score in scores.items():
        title = f"{name}, {game}" if game else "pictures without a marker"
        console.print(score_table(title, score.rows(_targets(name)), Language(lang)))
    for done in refused:
        console.print(f"{done.job.tier}, {done.job.game}: table {done.job.number} was not read: {done.refused}")
    console.print(f"{told['seconds']} s; what failed is kept under {KEEP.relative_to(ROOT)}")


def _targets(tier: str) -> str:
    """Whose targets a tier is held against: the family held out is of the normal kind."""
    return {"other": "normal", "": "clean"}.get(tier, tier)


def _say(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    for what, value in found.items():
        click.echo(f"{what}: {value}")


if __name__ == "__main__":
    sys.exit(main())
