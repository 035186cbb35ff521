"""States: never changed in place, the same everywhere, made again from record and JSON (P1 to P4, P14, P15)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.engine.game import IllegalMove
from companion.engine.record import Record, dump, dump_line, examine, parse_header, parse_line
from companion.games import game_ids
from tests.generic.replay_prints import prints
from tests.generic.tables import TABLES, Table, Walk, nodes, record_of, walk, walk_of
from tests.kit.toy import SHAFT_PATH, TOY_PATH

EVERY = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
ROOT = Path(__file__).resolve().parents[2]


@EVERY
def test_nothing_changes_a_state_that_was_given(table: Table) -> None:  # P1
    game, of = table.game, walk(table)
    for n in nodes(of, 40):
        state = of.states[n]
        game.decision(state), game.scores(state), game.standings(state), game.phases(state), game.audit(state)
        game.census(state), game.lay_out(state), game.edits(state), game.put_back(state, of.states[0])
        for move in list(game.legal_moves(state))[:20]:
            game.play(state, move)
    assert [state.fingerprint() for state in of.states] == of.prints


@EVERY
def test_any_beginning_of_a_record_replays_to_the_same_state(table: Table) -> None:  # P3
    of = walk(table)
    for n in nodes(of, 6):
        again = walk_of(table, of.seed, record_of(of, n))
        assert again.prints == of.prints[: n + 1]


@EVERY
def test_a_state_is_the_same_after_json(table: Table) -> None:  # P4
    for state, printed in zip(walk(table).states, walk(table).prints, strict=True):
        again = msgspec.json.decode(printed, type=type(state))
        assert again.fingerprint() == printed
        assert again == state


@EVERY
def test_a_state_read_from_json_plays_on_the_same(table: Table) -> None:  # P4
    of = walk(table)
    for n in nodes(of, 30):
        if n < len(of.moves):
            again = msgspec.json.decode(of.prints[n], type=type(of.states[n]))
            assert table.game.play(again, of.moves[n]).state.fingerprint() == of.prints[n + 1]


@EVERY
def test_moves_are_the_same_after_json_and_know_no_other_field(table: Table) -> None:  # P4
    of = walk(table)
    for line in of.record.lines:
        text = dump_line(line)
        assert parse_line(table.game, line.n + 1, line.n, text) == line
        assert dump_line(parse_line(table.game, line.n + 1, line.n, text)) == text
        with pytest.raises(msgspec.ValidationError):
            table.game.decode_move({**msgspec.to_builtins(line.move), "colour": "red"})


@EVERY
def test_a_header_is_the_same_after_json_and_knows_no_other_field(table: Table) -> None:  # P4
    text = dump(walk(table).record).split("\n")[0]
    assert parse_header(text) == walk(table).record.header
    _, _, _, faults = examine((text[:-1] + ',"weather":"fine"}').encode(), lambda _: table.game)
    assert [fault.line for fault in faults] == [1]


def test_the_same_moves_give_the_same_states_in_other_processes(tmp_path: Path) -> None:  # P2
    """Another seed for Python's hashes, and another Python where one with the needed package is here."""
    for i, table in enumerate(t for t in TABLES if not t.name.startswith("scorekeeper")):
        (tmp_path / f"{i}.jsonl").write_text(dump(walk(table).record), "utf-8")
    wanted = prints(tmp_path)
    assert len(wanted) == len([t for t in TABLES if not t.name.startswith("scorekeeper")])
    for python in (sys.executable, *other_pythons()):
        for hash_seed in ("1", "4242"):
            site = os.pathsep.join(map(str, (ROOT, TOY_PATH, SHAFT_PATH)))
            done = subprocess.run(
                [python, "-m", "tests.generic.replay_prints", str(tmp_path)],
                env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": site},
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
            assert done.stdout.split() == wanted, python


def other_pythons() -> list[str]:
    """Other Pythons of a version we support that have what the engine needs."""
    found = []
    for name in ("python3.11", "python3.12", "python3.13"):
        path = shutil.which(name)
        if path is None or name.endswith(f".{sys.version_info.minor}"):
            continue
        needs = [path, "-c", "import msgspec, importlib.metadata as m; m.distribution('cartouche')"]
        if subprocess.run(needs, capture_output=True, check=False).returncode == 0:
            found.append(path)
    return found


@EVERY
def test_seats_that_act_at_once_may_act_in_any_order(table: Table) -> None:  # P14
    game, of = table.game, walk(table)
    draw = Draw(table.name)
    for state in of.states:
        decision = game.decision(state)
        if len(decision.seats) < 2:
            continue
        legal = game.legal_moves(state)
        first, second = (draw.pick([m for m in legal if m.by == seat]) for seat in decision.seats[:2])
        try:
            one = game.play(game.play(state, first).state, second).state
            two = game.play(game.play(state, second).state, first).state
        except IllegalMove:
            # The first act ended the step: order matters there, and only one of the two is possible.
            assert game.decision(game.play(state, first).state).id != decision.id
            continue
        assert one.fingerprint() == two.fingerprint()


@EVERY
def test_colours_are_only_names(table: Table) -> None:  # P15
    """The same game with the colours handed round gives the same states with the colours handed round."""
    of = walk(without_favourites(table), "colours")
    turned = dict(zip(table.seats, (*table.seats[1:], table.seats[0]), strict=True))
    record, _, results, faults = examine(recolour(dump(of.record), turned).encode(), lambda _: table.game)
    assert faults == []
    assert record is not None
    for played, printed in zip(results, of.prints[1:], strict=True):
        wanted = msgspec.json.decode(recolour(printed.decode(), turned))
        assert msgspec.json.decode(played.state.fingerprint()) == wanted


@pytest.mark.parametrize("table", [t for t in TABLES if t.game.id in game_ids()], ids=lambda table: table.name)
def test_it_does_not_matter_which_seat_is_named_first(table: Table) -> None:  # P15
    """The same people at a turned table: the same moves give the same choices, points and end."""
    game, of = table.game, walk(table)
    header = msgspec.structs.replace(of.record.header, seats=(*of.record.header.seats[1:], of.record.header.seats[0]))
    turned = walk_of(table, of.seed, Record(header, of.record.lines))
    assert turned.states[0].seats == (*table.seats[1:], table.seats[0])
    for one, other in zip(of.states, turned.states, strict=True):
        assert set(game.legal_moves(one)) == set(game.legal_moves(other))
        assert set(game.decision(one).seats) == set(game.decision(other).seats)
        assert game.scores(one).totals == game.scores(other).totals
    ends = [game.outcome(of.states[-1]), game.outcome(turned.states[-1])]
    assert ends[0] is not None and ends[1] is not None
    assert (set(ends[0].winners), ends[0].reason) == (set(ends[1].winners), ends[1].reason)


def without_favourites(table: Table) -> Table:
    """The table with every option that names a colour ("red begins") set to a value that names none."""
    game = table.game
    fair = {
        option.key: next(value for value, _ in option.values if value not in game.colours)
        for option in game.options
        if game.resolve(table.options)[option.key] in game.colours
    }
    return table._replace(options={**table.options, **fair})


def recolour(text: str, colours: dict[str, str]) -> str:
    """`text` with every colour of a seat changed: not the colour that is a part of a printed thing ("field:green")."""
    seat = r"(?<!field:)(?<!most:)(?<!\"colour\":\")\b(" + "|".join(colours) + r")\b"
    return re.sub(seat, lambda found: colours[found.group()], text)


@EVERY
def test_a_record_cut_anywhere_gives_its_longest_good_beginning(table: Table) -> None:  # P19
    of = walk(table)
    data = dump(record_of(of, min(8, len(of.moves)))).encode()
    ends = [i + 1 for i, byte in enumerate(data) if byte == 0x0A]
    for cut in range(ends[-3] if len(ends) > 2 else ends[0], len(data) + 1):
        record, _, _, faults = examine(data[:cut], lambda _: table.game)
        assert record is not None
        # A line counts from its closing brace on; the newline may be missing.
        whole = sum(1 for end in ends[1:] if cut >= end - 1)
        assert len(record.lines) == whole
        assert bool(faults) is (cut not in ends and cut + 1 not in ends)


@EVERY
def test_what_everybody_may_know_is_the_same_seen_twice(table: Table) -> None:  # P17
    of: Walk = walk(table)
    for n in nodes(of, 20):
        state = of.states[n]
        for seat in (None, *table.seats):
            seen = table.game.view(state, seat)
            assert table.game.view(seen, seat) == seen
            assert (seen.seats, seen.n) == (state.seats, state.n)
