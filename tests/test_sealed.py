"""A record that holds what not everybody may know stays closed until it lies open; the journal and backups keep it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.engine.game import Move
from companion.engine.record import CLOSED, dump
from companion.engine.simulate import simulate
from companion.games import find_game
from companion.language import LANGUAGES, Language
from companion.table import history
from companion.table.journal import Journal
from companion.table.session import Session
from tests.kit.commands import fault, run
from tests.kit.toy import shaft_installed

SENTENCE = Language("en").say(CLOSED)


def moves_of(moves: int) -> tuple[str, list[Move]]:
    """The record's id and the first `moves` of a whole game of Shaft for two."""
    with shaft_installed() as shaft:
        record = simulate(shaft, ("red", "blue"), {}, "sealed", shaft.practice).record
    return record.header.id, [line.move for line in record.lines[:moves]]


def journal_with(folder: Path, moves: int) -> str:
    """A journal with a game after so many moves; the record's id."""
    with shaft_installed() as shaft, Journal.open(folder / "journal.db") as journal:
        header = simulate(shaft, ("red", "blue"), {}, "sealed", shaft.practice).record.header
        session = Session.start(journal, shaft, header)
        for move in moves_of(moves)[1]:
            session.play(move)
        assert session.sealed is (moves in (1, 3))
    return header.id


def file_with(folder: Path, moves: int) -> str:
    """A record file of the same game, as nobody could have exported it."""
    with shaft_installed() as shaft:
        text = simulate(shaft, ("red", "blue"), {}, "sealed", shaft.practice).text
    path = folder / "sealed.jsonl"
    path.write_text("".join(text.splitlines(keepends=True)[: moves + 1]), "utf-8")
    return str(path)


@pytest.mark.parametrize("moves", [1, 3])
def test_a_sealed_game_is_not_exported(moves: int, tmp_path: Path) -> None:
    known = journal_with(tmp_path, moves)
    for arguments in ([known], ["--all"]):
        ran = run("export", *arguments, "--to", str(tmp_path / "out"), CARTOUCHE_DATA=str(tmp_path))
        assert ran.code == 1
        assert SENTENCE in ran.err
    assert not (tmp_path / "out").exists()
    # It is listed as ever: the list tells of nothing that is hidden.
    assert run("export", "--json", CARTOUCHE_DATA=str(tmp_path)).value["games"][0]["id"] == known


@pytest.mark.parametrize("moves", [0, 2, 4])
def test_a_game_whose_things_lie_open_is_exported(moves: int, tmp_path: Path) -> None:
    journal_with(tmp_path, moves)
    ran = run("export", "--all", "--to", str(tmp_path / "out"), "--json", CARTOUCHE_DATA=str(tmp_path))
    assert len(ran.value["files"]) == 1
    assert run("record", "check", ran.value["files"][0]).code == 0


def test_a_sealed_game_keeps_no_other_from_being_exported(tmp_path: Path) -> None:
    journal_with(tmp_path, 1)
    with shaft_installed() as shaft, Journal.open(tmp_path / "journal.db") as journal:
        other = simulate(shaft, ("red", "blue"), {}, "open", shaft.practice).record
        session = Session.start(journal, shaft, other.header)
        for line in other.lines:
            session.play(line.move)
    ran = run("export", "--all", "--to", str(tmp_path / "out"), CARTOUCHE_DATA=str(tmp_path))
    assert ran.code == 1 and SENTENCE in ran.err
    assert len(list((tmp_path / "out").iterdir())) == 1


@pytest.mark.parametrize("command", ["check", "show", "score"])
def test_a_sealed_record_is_not_read_out(command: str, tmp_path: Path) -> None:
    path = file_with(tmp_path, 1)
    assert fault("record", command, path) == f"{path}: {SENTENCE}"
    assert run("record", command, path, "--json").out == ""
    assert run("record", command, file_with(tmp_path, 2)).code == 0


def test_the_fault_of_a_sealed_record_quotes_nothing_of_it(tmp_path: Path) -> None:
    path = Path(file_with(tmp_path, 1))
    path.write_text(path.read_text("utf-8") + '{"n":2,"move":{"deep":3},"at":"never"}\n', "utf-8")
    assert fault("record", "check", str(path)) == f"{path}: {SENTENCE}"


def test_a_setup_that_hides_something_prints_nothing_to_find_it_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with shaft_installed() as shaft:
        monkeypatch.setattr(type(shaft), "sealed", lambda self, state: True)
        told = ("setup", "shaft", "--seats", "2")
        value = run(*told, "--json").value
        assert (value["seed"], value["setup"]) == (None, None)
        assert value["steps"] == [{"text": "Lay the board out.", "drawn": False}]
        # A seed that somebody has chosen is known already.
        assert run(*told, "--seed", "7", "--json").value["seed"] == "7"
        assert run(*told).out.startswith("Shaft, 2 players, a seed that stays closed\n")
        assert fault(*told, "--record", str(tmp_path / "new.jsonl")) == SENTENCE
    assert not (tmp_path / "new.jsonl").exists()
    monkeypatch.undo()
    assert run(*told, "--json").value["setup"] == {}


def test_the_journal_and_its_backups_keep_a_sealed_game(tmp_path: Path) -> None:
    known = journal_with(tmp_path, 1)
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.back_up()
    copies = list((tmp_path / "backups").iterdir())
    assert len(copies) == 1
    (tmp_path / "journal.db").unlink()
    copies[-1].rename(tmp_path / "journal.db")
    with shaft_installed(), Journal.open(tmp_path / "journal.db") as journal:
        assert Session.look_at(journal, known).n == 1


def test_log_and_history_of_a_sealed_game_tell_nothing_of_it(tmp_path: Path) -> None:
    told = []
    with shaft_installed() as shaft:
        digs = shaft.legal_moves(shaft.new(("red", "blue"), {}, shaft.setup_type(), shaft.box))
        for i, dig in enumerate(digs):
            header = simulate(shaft, ("red", "blue"), {}, "sealed", shaft.practice).record.header
            with Journal.open(tmp_path / f"{i}" / "journal.db") as journal:
                session = Session.start(journal, shaft, header)
                session.play(dig)
                assert session.sealed
                said = [Language(code) for code in LANGUAGES]
                log = [language.say(entry.text) for entry in session.log() for language in said]
                (listed,) = history.games(journal)
                told.append((log, listed.prompt, listed.round, listed.scores, session.series(), session.views))
    assert len(told) == 3
    assert told[0] == told[1] == told[2]


def test_a_finished_record_is_written_whole(tmp_path: Path) -> None:
    with shaft_installed() as shaft:
        played = simulate(shaft, ("red", "blue"), {}, "sealed", shaft.practice)
        assert dump(played.record) == Path(file_with(tmp_path, played.moves)).read_text("utf-8")
    assert run("record", "show", file_with(tmp_path, played.moves)).code == 0


def test_once_open_anybody_can_check_that_a_draw_followed_from_the_seed(tmp_path: Path) -> None:
    """The long way round: a whole game in which Cartouche has drawn everything there is to draw."""
    game, path = find_game("egizia"), tmp_path / "drawn.jsonl"
    options = {"draw_nile": "app", "draw_graves": "app", "draw_sphinx": "app"}
    record = simulate(game, game.colours[:2], options, "fair", game.practice).record
    for seed, follows, words in (
        ("fair", True, "What was drawn at the start follows from the seed."),
        ("foul", False, "What was laid out at the start does not follow from the seed."),
        (None, None, None),
    ):
        header = msgspec.structs.replace(record.header, seed=seed)
        path.write_text(dump(msgspec.structs.replace(record, header=header)), "utf-8")
        assert run("record", "check", str(path), "--json").value["drawn"] is follows
        told = run("record", "check", str(path)).out
        assert words in told if words else "seed" not in told
    path.write_text(dump(msgspec.structs.replace(record, lines=record.lines[:40])), "utf-8")
    assert fault("record", "check", str(path)).endswith(SENTENCE)
