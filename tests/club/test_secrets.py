"""What a table tells follows from what everybody there may know: two hidden truths give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.club.messages import MOST_GAMES, ResultsSent, StateSent, encode
from companion.club.telling import finished_this_evening, state_of, table_state
from companion.engine.draw import Draw
from companion.engine.game import Game
from companion.engine.header import Header
from companion.engine.position import Standing
from companion.engine.simulate import simulate
from companion.engine.text import Text
from companion.language import Language
from companion.table import history
from companion.table.journal import Journal
from companion.table.session import Session
from tests.generic.public import PEOPLE, languages
from tests.generic.tables import TABLES, Table, walk
from tests.generic.test_private import forks, lies_open
from tests.generic.test_twins import REAL, forked
from tests.generic.test_views import LEAKY, SHAFT
from tests.kit.handed import told as listed
from tests.kit.toy import toy_installed

TABLE = f"{1:032x}"
SAYINGS = {code: Language(code).say for code in ("en", "hu")}
STEPS = 16


def one_of_each(tables: list[Table]) -> list[Table]:
    """Every game once, at its largest table."""
    return list({table.game.id: table for table in tables}.values())


def told(game: Game[Any], state: Any, header: Header) -> bytes:
    """The message a table sends, as `state_of` makes it of a session."""
    outcome = game.outcome(state)
    told = table_state(
        game,
        game.view(state, None),
        header,
        decision=game.decision(state),
        outcome=outcome,
        status="finished" if outcome else "playing",
        moves=state.n,
        at="",
        say=SAYINGS,
        names=dict(zip(header.seat_ids, PEOPLE, strict=False)),
    )
    return encode(StateSent(table=TABLE, boot=1, n=state.n, state=told))


def twin_games() -> Iterator[tuple[str, bytes, bytes]]:
    """Messages of games and their twins, until a move tells one from the other."""
    for table in one_of_each(REAL):
        for fork in range(2):
            seed = f"twins {table.name} {fork}"
            both = forked(table, seed, Draw(seed).below(min(60, table.game.longest // 2)))
            for _ in range(STEPS if both else 0):
                assert both is not None
                one, other = both
                # Of the header nothing that may be hidden is told: not the seed, not the setup.
                yield table.name, told(one.game, one.state, one.header), told(other.game, other.state, other.header)
                if one.game.outcome(one.state) is not None:
                    break
                moves = one.dealer.choose(one.state), other.dealer.choose(other.state)
                if moves[0] != moves[1]:
                    break
                said = languages(table.seats)
                one.play(moves[0], said), other.play(moves[1], said)


def private_answers(tables: list[Table]) -> Iterator[tuple[str, bytes, bytes]]:
    """Messages after two answers to one private question, until what was answered lies open."""
    for table in tables:
        header = walk(table).record.header
        for fork in list(forks(table))[:4]:
            one, other = (table.game.play(fork.state, move).state for move in (fork.one, fork.other))
            draw = Draw(f"club {table.name} {fork.n}")
            for _ in range(STEPS):
                yield table.name, told(table.game, one, header), told(table.game, other, header)
                legal = sorted(table.game.legal_moves(one), key=msgspec.json.encode)
                if not legal:
                    break
                move = draw.pick(legal)
                if table.game.refuse(other, move) is not None:
                    break
                one, other = table.game.play(one, move).state, table.game.play(other, move).state
                if lies_open(table.game, one, other):
                    break


def test_two_truths_nobody_has_seen_are_told_in_the_same_bytes() -> None:
    compared: dict[str, int] = {}
    for name, one, other in twin_games():
        assert one == other, name
        compared[name] = compared.get(name, 0) + 1
    assert len(compared) >= 3 and min(compared.values()) > 1, compared


def test_two_private_answers_are_told_in_the_same_bytes() -> None:
    compared: dict[str, int] = {}
    for name, one, other in private_answers(one_of_each(TABLES)):
        assert one == other, name
        compared[name] = compared.get(name, 0) + 1
    assert compared


def test_a_game_that_tells_too_much_is_found_by_its_message() -> None:
    walk(SHAFT)
    (kind,) = [kind for kind, channel in LEAKY if channel == "decision"]
    pairs = list(private_answers([SHAFT._replace(game=kind())]))
    assert any(one != other for _, one, other in pairs)


def test_a_session_tells_its_public_state_and_the_evening_its_results_and_never_the_seed(tmp_path: Path) -> None:
    with toy_installed() as game, Journal.open(tmp_path / "journal.db") as journal:
        record = simulate(game, game.colours[:2], {}, "a seed nobody may know").record
        header = msgspec.structs.replace(record.header, id="a game", started="2026-11-26T18:00:00Z")
        session = Session.start(journal, game, header)
        first = state_of(session, SAYINGS)
        assert (first.status, first.moves, first.at) == ("playing", 0, header.started)
        assert first.turn_names == ", ".join(session.names[seat] for seat in session.decision.seats)
        assert set(first.prompt) == {"en", "hu"} and first.result == {}
        for line in record.lines:
            session.play(line.move)
        last = state_of(session, SAYINGS, {seat: seat.upper() for seat in session.names})
        assert session.outcome is not None
        assert (last.status, last.turn, last.prompt) == ("finished", (), {})
        assert last.winners == session.outcome.winners and last.result["en"]
        assert {seat.name: seat.points for seat in last.seats} == {
            seat.upper(): points for seat, points in session.outcome.scores.items()
        }

        def names(summary: history.Summary) -> Mapping[str, str]:
            return {seat: f"Player {seat}" for seat in summary.names}

        now = datetime.now(UTC)
        (game_over,) = finished_this_evening(history.games(journal), lambda _: "Quarry", now, names)
        assert [one.place for one in game_over.players] == sorted(one.place for one in game_over.players)
        assert {one.seat for one in game_over.players if one.won} == set(session.outcome.winners)
        assert game_over.players[0].name.startswith("Player ")
        message = ResultsSent(table=TABLE, boot=1, n=1, games=(game_over,))
        sent = encode(message) + encode(StateSent(table=TABLE, boot=1, n=1, state=last))
        assert header.seed is not None and header.seed.encode() not in sent
        assert b"seed" not in sent and b"setup" not in sent


def test_of_very_many_games_the_latest_are_told_the_earliest_first() -> None:
    now = datetime(2026, 5, 1, 23, tzinfo=UTC)
    games = [listed(id=f"{n:03}", touched=f"2026-05-01T22:{n // 60:02}:{n % 60:02}Z") for n in range(MOST_GAMES + 5)]
    found = finished_this_evening(reversed(games), str, now)
    assert [one.record for one in found] == [f"{n:03}" for n in range(5, MOST_GAMES + 5)]


class Frank(type(SHAFT.game)):  # type: ignore[misc]
    """Counts how deep is dug, in whatever it is shown."""

    def standings(self, state: Any) -> tuple[Standing, ...]:
        deep = sum(state.digs.values())
        return tuple(Standing(seat, deep, deep) for seat in state.seats)


def test_a_session_tells_of_its_view_alone(tmp_path: Path) -> None:
    walk(SHAFT)
    fork = next(forks(SHAFT))
    told = []
    for k, move in enumerate((fork.one, fork.other)):
        with Journal.open(tmp_path / f"journal-{k}.db") as journal:
            session = Session.start(journal, Frank(), walk(SHAFT).record.header)
            for line in walk(SHAFT).record.lines[: fork.n]:
                session.play(line.move)
            session.play(move)
            assert sum(session.state.digs.values()) > 0
            told.append(msgspec.structs.replace(state_of(session, SAYINGS), at=""))
    assert told[0] == told[1]


def test_words_are_told_in_english_and_in_the_tables_language() -> None:
    header = walk(SHAFT).record.header
    view = SHAFT.game.view(walk(SHAFT).states[0], None)
    assert isinstance(SHAFT.game.decision(view).prompt, Text)
    said = msgspec.json.decode(told(SHAFT.game, walk(SHAFT).states[0], header))["state"]["prompt"]
    assert said["en"] == Language("en").say(
        SHAFT.game.decision(view).prompt, dict(zip(header.seat_ids, PEOPLE, strict=False))
    )
