"""`cartouche setup GAME`: a setup drawn at random, as a check-list."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.commands.boxes import BoxChoice, box_for, called, say_practice, with_box, write_file
from companion.commands.common import language, read_options, read_seats, read_seed, say, say_json, with_switches
from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.game import Game, Setup
from companion.engine.header import SIDES, VERSION, Header, Seat, check_seats, drawn_from, new_id
from companion.engine.options import OptionValues
from companion.engine.record import CLOSED, Record, dump
from companion.engine.text import T
from companion.games import find_game


@click.command("setup")
@click.argument("game")
@click.option("--seats", required=True, metavar="N|COLOURS", help="How many play, or their colours: red,blue.")
@click.option("--seed", help="Draw from this seed; the same seed gives the same setup. Without it one is made up.")
@click.option("--options", "-o", "pairs", multiple=True, metavar="KEY=VALUE", help="A ruleset option; may be repeated.")
@click.option("--record", type=click.Path(path_type=Path), help="Begin a record of this game in a file too.")
@with_box
@with_switches
def setup(
    game: str,
    seats: str,
    seed: str | None,
    pairs: tuple[str, ...],
    record: Path | None,
    choice: BoxChoice,
    as_json: bool,
) -> None:
    """Draw a setup for GAME and print the check-list."""
    said = language()
    rules = find_game(game)
    chosen = check_seats(rules, [Seat(seat, seat.capitalize() or "?") for seat in read_seats(rules, seats)])
    ids = tuple(seat.seat for seat in chosen)
    options = rules.resolve(read_options(pairs))
    chosen_seed = None if seed is None else read_seed(seed)
    seed = secrets.token_hex(8) if chosen_seed is None else chosen_seed
    box = box_for(rules, choice)
    drawn = drawn_from(seed, rules, ids, options, box)
    sealed = rules.sealed(rules.new(ids, options, drawn, box))
    if sealed and record is not None:
        raise InputError(CLOSED)
    steps = rules.steps(drawn, ids, options, box)
    header = _header(rules, chosen, options, seed, drawn, box)
    if record is not None:
        write_file(record, dump(Record(header, ())).encode())
    if as_json:
        say_json(
            {
                "game": rules.id,
                **called(box),
                "seats": list(ids),
                "options": dict(options),
                # What is drawn face down follows from the seed: only who chose it may read it.
                "seed": chosen_seed if sealed else seed,
                "setup": None if sealed else header.setup,
                "steps": [{"text": said.say(step.text), "drawn": step.drawn} for step in steps],
            }
        )
        return
    title = T("{game}, {n} players, seed {seed}", game=rules.title, n=len(ids), seed=seed)
    if sealed and chosen_seed is None:
        title = T("{game}, {n} players, a seed that stays closed", game=rules.title, n=len(ids))
    say(said.say(title))
    say_practice(box)
    for number, step in enumerate(steps, 1):
        say(f"{number:>3}. {said.say(step.text)}")


def _header(
    rules: Game[Any], seats: Sequence[Seat], options: OptionValues, seed: str, drawn: Setup, box: Box
) -> Header:  # fmt: skip
    """The first line of the record of a game that was set up now."""
    return Header(
        record=VERSION,
        game=rules.id,
        rules=rules.rules,
        id=new_id(),
        seats=tuple(msgspec.structs.replace(one, side=SIDES[i % 4]) for i, one in enumerate(seats)),
        options=dict(options),
        seed=seed,
        setup=msgspec.to_builtins(drawn),
        box={} if box.practice else dict(box.overrides),
        practice=box.practice,
        started=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    )
