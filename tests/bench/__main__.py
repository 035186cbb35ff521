"""`python -m tests.bench`: measures and prints one table; ratios are of the same run, figures are medians."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.console import Console
from rich.table import Table

from companion.games import all_games
from tests.bench import speed, storage

ROOT = Path(__file__).resolve().parents[2]
STARTS = 5
HEADLESS = {"KIVY_NO_ARGS": "1", "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}


class Row(NamedTuple):
    """One figure: what, how much, in what unit, and the aim (`at most` or `at least`)."""

    what: str
    value: float
    unit: str
    aim: str
    met: bool


def at_most(what: str, value: float, unit: str, aim: float) -> Row:
    """A figure that should not be larger."""
    return Row(what, value, unit, f"≤ {aim:g}", value <= aim)


def at_least(what: str, value: float, unit: str, aim: float) -> Row:
    """A figure that should not be smaller."""
    return Row(what, value, unit, f"≥ {aim:g}", value >= aim)


def child(module: str, *arguments: str) -> dict[str, Any]:
    """Run a module of this folder in a process of its own; what it printed. Raises RuntimeError with its complaint."""
    environment = {**os.environ, **HEADLESS, "CARTOUCHE_DATA": arguments[0]}
    done = subprocess.run(
        [sys.executable, "-m", f"tests.bench.{module}", *arguments],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip
    if done.returncode or not done.stdout.strip():
        raise RuntimeError(f"tests.bench.{module} ended with {done.returncode}: {done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def engine_rows() -> list[Row]:
    """Random play and the slowest moves."""
    kinds = speed.kinds(all_games())
    rates = speed.random_play(kinds)
    rows = [Row("python-chess, random play", rates["chess"], "moves/s", "", True)]
    for name in (kind.name for kind in kinds):
        rows.append(Row(f"{name}, random play", rates[name], "moves/s", "", True))
        rows.append(at_least(f"{name}, beside python-chess", rates[name] / rates["chess"], "×", 1.0))
    for kind in kinds:
        played, decided = speed.slowest(kind)
        rows.append(at_most(f"{kind.name}, 99th percentile of a move", played, "ms", 2.0))
        rows.append(Row(f"{kind.name}, 99th percentile of a decision", decided, "ms", "", True))
        asked = speed.asked(kind)
        rows.append(at_most(f"{kind.name}, full table, 99th percentile of legal moves and decision", asked, "ms", 5.0))
    return rows


def storage_rows(folder: Path) -> list[Row]:
    """Commits and replay."""
    kinds = speed.kinds(all_games())
    ours, theirs = storage.commits(kinds[0], folder)
    rows = [
        Row("bare SQLite commit (WAL, FULL)", theirs, "ms", "", True),
        Row("an accepted move in the journal", ours, "ms", "", True),
        at_most("journal beside bare SQLite", ours / theirs, "×", 1.5),
    ]
    rows += [at_most(f"{kind.name}, replay of 1,000 moves", storage.replay(kind, folder), "s", 0.3) for kind in kinds]
    return rows


def screen_rows(folder: Path) -> list[Row]:
    """Start, memory, touch."""
    starts = []
    for n in range(STARTS):
        starts.append(child("start", str(folder / f"start-{n % 2}"), str(time.monotonic())))
    touched = child("touch", str(folder / "touch"))
    times = touched["times"]
    listed = child("history", str(folder / "history"))
    return [
        at_most("process start to usable Home", statistics.median(s["home"] for s in starts), "s", 2.5),
        at_most("memory at Home", statistics.median(s["memory"] for s in starts), "MB", 200),
        at_most("memory after playing by touch", touched["memory"], "MB", 200),
        Row("finger down to redrawn screen, median", statistics.median(times[::2]), "ms", "", True),
        Row("finger up (move accepted) to redrawn screen, median", statistics.median(times[1::2]), "ms", "", True),
        at_most("touch to redrawn screen, 95th percentile", statistics.quantiles(times, n=20)[18], "ms", 50),
        at_most("History of 1,000 games, another screenful, median", statistics.median(listed["screenful"]), "ms", 100),
        at_most("a letter more to search for in 1,000 games, the slowest", max(listed["letter"]), "ms", 200),
    ]


def device_rows(folder: Path) -> list[Row]:
    """Buttons beside touches, and a touch while a device says far too much."""
    found = child("devices", str(folder / "devices"))
    middle = {name: statistics.median(times) for name, times in found.items() if isinstance(times, list)}
    slow = {name: statistics.quantiles(times, n=20)[18] for name, times in found.items() if isinstance(times, list)}
    rows = [Row("finger up to the move in the journal, median", middle["touch stored"], "ms", "", True)]
    for device, name in (("pin", "a button on a pin"), ("line", "a button of a box on a line")):
        rows += [
            Row(f"{name} to the move in the journal, median", middle[f"{device} stored"], "ms", "", True),
            at_most(f"{name} to the move in the journal, 95th percentile", slow[f"{device} stored"], "ms", 100),
            Row(f"{name} to its sound, median", middle[f"{device} heard"], "ms", "", True),
            at_most(f"{name} to its sound, 95th percentile", slow[f"{device} heard"], "ms", 100),
        ]
    rows.append(Row("touch to redrawn screen among frames, 95th percentile", slow["quiet"], "ms", "", True))
    for kind in ("box", "reader"):
        what = f"the same while a {kind} says 1,000 lines/s, 95th percentile"
        rows.append(at_most(what, slow[f"{kind} flood"], "ms", 100))
    return rows


def year_rows(folder: Path) -> list[Row]:
    """A year of 1,000 games: lists, statistics, and their screens."""
    found = child("year", str(folder / "year"))
    return [
        Row("1,000 games read and listed", found["listed"], "ms", "", True),
        at_most("the slowest of the statistics of 1,000 games", found["counted"], "ms", 200),
        at_most("History of 1,000 games opens", max(found["history"], found["history, first"]), "ms", 300),
        at_most("statistics of 1,000 games open", max(found["stats"], found["stats, first"]), "ms", 300),
    ]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value instead of a table.")
@click.option("--no-screen", is_flag=True, help="Leave out what needs the touchscreen app.")
def main(as_json: bool, no_screen: bool) -> None:
    """Measure and print."""
    build = ROOT / "build"
    build.mkdir(exist_ok=True)
    # Under build/, so that commits reach a real disk and not a folder in memory.
    with tempfile.TemporaryDirectory(prefix="bench-", dir=build) as name:
        folder = Path(name)
        rows = engine_rows() + storage_rows(folder)
        if not no_screen:
            rows += screen_rows(folder) + device_rows(folder) + year_rows(folder)
    if as_json:
        click.echo(json.dumps([row._asdict() for row in rows], ensure_ascii=False, indent=2))
        return
    table = Table(title="Cartouche, measured", title_justify="left")
    for heading, side in (("What", "left"), ("Measured", "right"), ("Unit", "left"), ("Aim", "right"), ("", "left")):
        table.add_column(heading, justify=side)  # type: ignore[arg-type]
    for row in rows:
        shown = f"{row.value:,.0f}" if row.value >= 1000 else f"{row.value:.3g}"
        verdict = "" if not row.aim else "met" if row.met else "missed"
        table.add_row(row.what, shown, row.unit, row.aim, verdict, style=None if row.met else "yellow")
    Console().print(table)
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    if load > cores:
        click.echo(f"Other programs were busy (load {load:.1f} on {cores} cores): only the ratios are to be trusted.")


if __name__ == "__main__":
    main()
