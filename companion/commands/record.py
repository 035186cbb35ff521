"""`cartouche record check|show|score`: whole games from a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import click
import msgspec
from rich.table import Table

from companion.commands.boxes import called, say_practice
from companion.commands.common import (
    Failed,
    cell,
    language,
    line_as_json,
    paper,
    place_and,
    read_bytes,
    say,
    say_error,
    say_json,
    shown,
    with_switches,
)
from companion.engine.errors import InputError
from companion.engine.game import Event, Game, Played
from companion.engine.header import Sitting, drawn_from
from companion.engine.move import TABLE
from companion.engine.record import CLOSED, Record, RecordFault, decode, examine, parse_header
from companion.engine.text import TN, T
from companion.games import find_game
from companion.language import Language
from companion.table.scorekeeper import game_for
from companion.table.times import day_of


class Reading(NamedTuple):
    """A record file as far as it can be followed, with everything that is wrong with it."""

    record: Record | None
    sitting: Sitting | None
    results: list[Played[Any]]
    faults: list[RecordFault]


def read_record(path: str) -> Reading:
    """Read and replay a record file. Raises Failed only where the file itself can't be read."""
    data = read_bytes(path)
    try:
        header = parse_header(decode(data)[0])
    except InputError:
        # `examine` names the fault together with all others.
        return Reading(*examine(data, find_game))
    return Reading(*examine(data, lambda game_id: game_for(header)))


def say_fault(path: str, fault: RecordFault, reading: Reading, said: Language) -> str:
    """A fault as one sentence: file, line, move, what is wrong, and the rule behind it."""
    names = reading.record.header.names if reading.record else {}
    place = said.say(T("{file}, line {line}", file=shown(path), line=fault.line))
    if fault.n is not None:
        place = said.say(T("{file}, line {line}, move {n}", file=shown(path), line=fault.line, n=fault.n))
    sentence = place_and(place, said.say(fault.text, names))
    if fault.rule and reading.sitting:
        page = reading.sitting.game.help.rules[fault.rule]
        sentence += " " + said.say(T("(Rule: {title})", title=T(page.title)))
    return sentence


def sound(path: str) -> tuple[Record, Sitting, list[Played[Any]]]:
    """A record without a fault. Raises Failed naming the first one, or if the record is sealed."""
    reading = read_record(path)
    if reading.faults or reading.record is None or reading.sitting is None:
        raise FaultyRecord(say_fault(path, reading.faults[0], reading, language()))
    if sealed(reading):
        raise Failed(CLOSED, shown(path))
    return reading.record, reading.sitting, reading.results


def sealed(reading: Reading) -> bool:
    """Whether a record, as far as it can be followed, tells what not everybody may know yet."""
    if reading.sitting is None:
        return False
    state = reading.results[-1].state if reading.results else reading.sitting.state
    return reading.sitting.game.sealed(state)


def drawn(reading: Reading) -> bool | None:
    """Whether the setup is the one that the record's seed gives; None without a seed or where it can't be read."""
    sitting = reading.sitting
    if sitting is None or sitting.header.seed is None:
        return None
    header, game = sitting.header, sitting.game
    setup = drawn_from(header.seed or "", game, header.seat_ids, game.resolve(header.options), sitting.box)
    return bool(msgspec.to_builtins(setup) == msgspec.to_builtins(msgspec.convert(header.setup, game.setup_type)))


class FaultyRecord(Failed):
    """A record that can't be used; the sentence is made already."""

    def __init__(self, sentence: str) -> None:
        super().__init__(T("{sentence}", sentence=sentence))


@click.group("record")
def record_group() -> None:
    """Check, read and score the record of a game."""


@record_group.command("check")
@click.argument("file")
@with_switches
def check(file: str, as_json: bool) -> None:
    """Name every fault of a record with its line, move and rule."""
    said = language()
    reading = read_record(file)
    if sealed(reading):
        # A fault would quote what must stay closed.
        raise Failed(CLOSED, shown(file))
    sentences = [say_fault(file, fault, reading, said) for fault in reading.faults]
    moves = len(reading.record.lines) if reading.record else 0
    state = reading.results[-1].state if reading.results else None
    over = bool(reading.sitting and state is not None and reading.sitting.game.outcome(state))
    if as_json:
        names = reading.record.header.names if reading.record else {}
        faults = [{"line": f.line, "n": f.n, "text": said.say(f.text, names), "rule": f.rule} for f in reading.faults]
        box = called(reading.sitting.box) if reading.sitting else {}
        say_json(
            {"good": not faults, **box, "moves": moves, "finished": over, "drawn": drawn(reading), "faults": faults}
        )
    for sentence in sentences:
        say_error(sentence)
    if sentences:
        raise click.exceptions.Exit(1)
    if not as_json:
        good = TN(
            "{file} is a good record with {n} move.", "{file} is a good record with {n} moves.", moves, file=shown(file)
        )
        say(said.say(good))
        say(said.say(T("The game is finished.") if over else T("The game is not finished.")))
        fair = drawn(reading)
        if fair is not None:
            say(
                said.say(
                    T("What was drawn at the start follows from the seed.")
                    if fair
                    else T("What was laid out at the start does not follow from the seed.")
                )
            )
        if reading.sitting:
            say_practice(reading.sitting.box)


@record_group.command("score")
@click.argument("file")
@with_switches
def score(file: str, as_json: bool) -> None:
    """Replay a record and count its points."""
    said = language()
    record, sitting, results = sound(file)
    game, state = sitting.game, results[-1].state if results else sitting.state
    names = record.header.names
    said.names.update(names)
    outcome = game.outcome(state)
    lines: list[dict[str, Any]] = []
    before = sitting.state
    for n, played in enumerate(results, 1):
        lines += [{"n": n, **line} for line in gains(game, before, played, said)]
        before = played.state
    if outcome is None:
        lines += [{"n": None, **line_as_json(line, said)} for line in game.scores(state).lines]
    points = dict(outcome.scores) if outcome else {row.seat: row.points for row in game.standings(state)}
    if as_json:
        say_json(
            {
                **called(sitting.box),
                "scores": points,
                "winners": list(outcome.winners) if outcome else [],
                "reason": outcome.reason if outcome else None,
                "lines": lines,
            }
        )
        return
    say_practice(sitting.box)
    say_lines(lines, record.header.seat_ids, said)
    for seat, n in points.items():
        say(said.say(TN("{name}: {n} point", "{name}: {n} points", n, name=names[seat])))
    say_end(outcome, names, said)


def gains(game: Game[Any], before: Any, played: Played[Any], said: Language) -> list[dict[str, Any]]:
    """What a move did to the points of each seat, line by line: scorings, single points, and whatever is left over.

    Together they are always the difference of the points before and after.
    """
    lines: list[dict[str, Any]] = []
    open_ = Counter({row.seat: row.points for row in game.standings(played.state)})
    open_.subtract({row.seat: row.points for row in game.standings(before)})
    for event in played.events:
        if event.scoring is not None:
            lines += [line_as_json(line, said) for line in event.scoring.lines]
            for line in event.scoring.lines:
                open_.subtract(line.points)
        elif any(event.points.values()):
            lines.append(_line(event, event.points, said))
            open_.subtract(event.points)
    # A correction says no points of its own, nor does a player who leaves.
    rest = {seat: n for seat, n in open_.items() if n}
    if rest and played.events:
        lines.append(_line(played.events[0], rest, said))
    return lines


def _line(event: Event, points: Mapping[str, int], said: Language) -> dict[str, Any]:
    """Points that came at once, without a sum."""
    spaces = [target.removeprefix("space:") for target in event.targets]
    return {
        "category": event.kind, "title": said.say(event.text), "sum": "", "points": dict(points), "spaces": spaces,
    }  # fmt: skip


def say_lines(lines: list[dict[str, Any]], seats: tuple[str, ...], said: Language) -> None:
    """Score lines as a table."""
    if not lines:
        return
    table = Table(box=None, pad_edge=False)
    for title in (T("Move"), T("What"), T("Sum")):
        table.add_column(cell(said.say(title)))
    for seat in seats:
        table.add_column(cell(said.names.get(seat, seat)), justify="right")
    for line in lines:
        points = [str(line["points"].get(seat, "")).replace("-", "−") for seat in seats]
        row = [str(line["n"] or said.say(T("now"))), line["title"], line["sum"], *points]
        table.add_row(*map(cell, row))
    paper().print(table)


def say_end(outcome: Any, names: dict[str, str], said: Language) -> None:
    """How it ended, in words."""
    if outcome is None:
        say(said.say(T("The game is not finished.")))
        return
    say(said.say(outcome.text))
    if outcome.winners:
        winners = tuple(names[seat] for seat in outcome.winners)
        say(said.say(TN("Winner: {names}", "Winners: {names}", len(winners), names=winners)))
    else:
        say(said.say(T("Nobody wins.")))


@record_group.command("show")
@click.argument("file")
@with_switches
def show(file: str, as_json: bool) -> None:
    """Print a transcript to read: rounds, moves, points."""
    said = language()
    record, sitting, results = sound(file)
    header, game = record.header, sitting.game
    said.names.update(header.names)
    rounds = transcript(record, sitting, results, said)
    outcome = game.outcome(results[-1].state if results else sitting.state)
    if as_json:
        seats = [{"seat": s.seat, "name": s.name, "side": s.side} for s in header.seats]
        ended = None
        if outcome:
            ended = {"winners": list(outcome.winners), "reason": outcome.reason, "text": said.say(outcome.text)}
        told = {"game": header.game, **called(sitting.box), "started": header.started, "seats": seats}
        say_json({**told, "rounds": rounds, "outcome": ended})
        return
    say(said.say(T("{game}, {when}", game=game.title, when=day_of(header.started))))
    say_practice(sitting.box)
    for seat in header.seats:
        say(said.say(T("  {colour}: {name}", colour=T(seat.seat.capitalize()), name=seat.name)))
    for option in game.options:
        value = header.options.get(option.key, option.default)
        if value != option.default:
            words = next((w for v, w in option.values if v == value), None)
            say(said.say(T("  {option}: {value}", option=option.title, value=words or str(value))))
    for part in rounds:
        say()
        say(part["title"])
        for move in part["moves"]:
            say(f"{move['n']:>5}  {move['text']}")
            for event in move["events"]:
                # Many a move causes just what it says.
                if event != move["text"]:
                    say(f"         {event}")
        if part["points"]:
            say("       " + ", ".join(f"{said.names[s]} {n}".replace("-", "−") for s, n in part["points"].items()))
    say()
    say_end(outcome, header.names, said)
    if outcome:
        for place, group in enumerate(outcome.ranking, 1):
            for who in group:
                say(f"  {place}. {header.names[who]}  {outcome.scores[who]}".replace("-", "−"))


def transcript(record: Record, sitting: Sitting, results: list[Played[Any]], said: Language) -> list[dict[str, Any]]:
    """The moves by round: title, moves with what they caused, points at the end of the round."""
    game, state = sitting.game, sitting.state
    rounds: list[dict[str, Any]] = []
    begun = True
    for line, played in zip(record.lines, results, strict=True):
        title = said.say(game.phases(state)[0])
        if rounds and not begun:
            # What only the table does, card by card, is told together under the last of its titles.
            rounds[-1]["title"] = title
        elif not rounds or rounds[-1]["title"] != title:
            begun = False
            rounds.append({"title": title, "moves": [], "points": {}})
        begun = begun or line.move.by != TABLE
        events: list[str] = []
        for event in played.events:
            events.append(said.say(event.text))
            if event.scoring is not None:
                events += ["  " + one_line(score_line, said) for score_line in event.scoring.lines]
        text = said.say(game.say_move(state, line.move))
        rounds[-1]["moves"].append({"n": line.n, "text": text, "events": events})
        rounds[-1]["points"] = {row.seat: row.points for row in game.standings(played.state)}
        state = played.state
    return rounds


def one_line(line: Any, said: Language) -> str:
    """A score line as one line of text."""
    points = ", ".join(f"{said.names.get(seat, seat)} {n:+d}".replace("-", "−") for seat, n in line.points.items())
    return f"{said.say(line.title)}: {said.say(line.sum)}" + (f"  ({points})" if points else "")
