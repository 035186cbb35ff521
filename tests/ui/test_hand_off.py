"""Handing a finished game on by touch: the code decoded from the screen by other people's code, and every file."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import msgspec
import pytest

from companion.engine.errors import InputError
from companion.engine.record import dump
from companion.engine.text import T
from companion.games import find_game
from companion.table import handoff
from companion.table import history as games_of
from companion.table.bg_stats import link
from companion.table.session import Session
from companion.table.summary import read_text
from companion.ui import handing
from companion.ui.screens import at_sticks, hand_off
from companion.ui.screens.score_card import CardRow
from companion.ui.widgets.qr_code import QrCode
from companion.ui.widgets.top_bar import TopBar
from hardware.sticks import Stick
from tests.kit import bg_reader, inspect
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.ui import UI

SIX = ("red", "blue", "green", "yellow", "black", "violet")
LONG = tuple(f"{letter}{'лександр Константинопольский-Виноград'[:39]}" for letter in "АБВГДЕ")


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Stick]:
    """What is plugged in: a folder stands for a stick."""
    (tmp_path / "stick").mkdir()
    found = [Stick(str(tmp_path / "stick"), "BLUE", 10**9, False, "/dev/sda1")]
    monkeypatch.setattr(at_sticks.sticks, "sticks", lambda: tuple(found))
    return found


@pytest.fixture
def longest(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    """The app with the longest result there can be: six players with 40 Cyrillic letters each."""
    game = find_game("tutankhamen")
    with desk(ui, tmp_path / "data") as opened:
        journal = opened.context.journal
        model = play(journal, game, SIX, "3")
        seats = tuple(msgspec.structs.replace(s, name=n) for s, n in zip(model.header.seats, LONG, strict=True))
        session = Session.start(journal, game, msgspec.structs.replace(model.header, id="b" * 36, seats=seats))
        for line in model.lines:
            session.play(line.move)
        opened.context.session = session
        opened.context.go("result")
        ui.frames(3)
        yield opened
    ui.resize(800, 480)


def decoded(desk: Desk, tmp_path: Path) -> str:
    """What an independent reader makes of the picture on the screen."""
    picture = cv2.imread(str(desk.ui.shot(tmp_path / "screen.png")), cv2.IMREAD_GRAYSCALE)
    large = cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST)
    return str(cv2.QRCodeDetectorAruco().detectAndDecode(large)[0])


def test_the_code_of_the_longest_game_is_read_from_the_screen(longest: Desk, tmp_path: Path) -> None:
    session = longest.context.session
    (play_,) = handing.gather(longest.context.journal, [session.header.id]).plays
    assert not longest.screen.hurries
    longest.touch(longest.screen.code)
    assert longest.screen.hurries, "somebody may be reading it"
    read = decoded(longest, tmp_path)
    assert read == link(play_)
    assert [one.score for one in bg_reader.read_link(read).players] == [session.outcome.scores[seat] for seat in SIX]
    longest.touch(longest.screen.large)
    assert not longest.screen.coded
    longest.touch(longest.screen.on)
    assert longest.screen.name == "hand_off"
    for size in ((480, 800), (800, 480)):
        longest.resize(*size)
        assert decoded(longest, tmp_path) == read
    longest.context.change(language="ru", text_size="large")
    longest.context.go("score_card", record=session.header.id)
    times = dict.fromkeys(SIX, 3907)
    longest.screen.summary = msgspec.structs.replace(longest.screen.summary, times=times)
    for size in ((480, 800), (800, 480)):
        longest.resize(*size)
        assert longest.texts().count("1:05:07") == 6
        assert [str(problem) for problem in inspect.problems()] == []


def written(desk: Desk, what: str) -> list[Path]:
    """What comes of a tap on a kind of file."""
    folder = Path(desk.screen.path)
    before = set(folder.iterdir())
    desk.touch(desk.screen.keys[what])
    ended(desk)
    return sorted(set(folder.iterdir()) - before)


def ended(desk: Desk) -> None:
    """Wait until what is under way has ended."""
    for _ in range(200):
        desk.ui.frames(1)
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and thread.daemon:
                thread.join(30)
        if not desk.screen.at_work:
            break
    desk.ui.frames(2)


def pulled_after_one(plugged: list[Stick]) -> Any:
    """Writes a file, pulls the stick, and would go on to the next file."""

    def write(_: Any, __: str, folder: Path, ___: Any, share: Any) -> tuple[Path, ...]:
        (folder / "1").touch()
        plugged.clear()
        share(0.5)
        (folder / "2").touch()
        return (folder / "1", folder / "2")

    return write


def test_every_kind_of_file_comes_onto_the_stick(
    ui: UI, tmp_path: Path, plugged: list[Stick], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    game, (stick,) = find_game("aton"), plugged
    with desk(ui, tmp_path / "data") as app:
        journal = app.context.journal
        first = play(journal, game, ("red", "blue"), "1")
        second = play(journal, game, ("red", "blue"), "2")
        away = play(journal, game, ("red", "blue"), "3", most=6)
        app.context.go("hand_off", records=(first.header.id,))
        ui.frames(3)
        (sheet,) = written(app, "pdf")
        assert sheet.read_bytes().startswith(b"%PDF-")
        assert sheet.name in " ".join(app.texts())
        (record,) = written(app, "record")
        assert record.read_text("utf-8") == dump(first.record())
        app.context.replace("hand_off", records=tuple(s.header.id for s in (first, second, away)))
        ui.frames(3)
        assert app.shows("Only as a record. This game is not over")
        (plays,) = written(app, "bgsplay")
        assert len(bg_reader.read_file(plays.read_bytes())) == 2
        (table,) = written(app, "csv")
        assert table.suffix == ".csv"
        # The record of the first one lies there already, the same to the byte.
        assert len(written(app, "record")) == 2
        told: list[float] = []
        app.screen._begin = lambda act: act(tmp_path / "told", told.append)
        app.touch(app.screen.keys["pdf"])
        assert told == [0.5, 1.0]
        app.screen.write("record")
        ui.frames(6)
        # The first half of the bar was the reading.
        assert told[2:] == [pytest.approx((1 + n / 3) / 2) for n in (1, 2, 3)]
        del app.screen._begin
        # Pulled while the games are being read: nothing goes to this device instead.
        app.screen.write("record")
        app.screen._again(0.0)
        plugged.clear()
        app.screen._again(0.0)
        ended(app)
        assert app.shows("is not in any more")
        assert not (tmp_path / "data" / "handed-on").exists()
        plugged.append(stick)
        app.screen._again(0.0)
        monkeypatch.setattr(handing, "write", pulled_after_one(plugged))
        app.screen.write("pdf")
        ended(app)
        assert app.shows("is not in any more")
        assert not (tmp_path / "stick" / "2").exists()
        plugged.append(stick)
        app.screen._again(0.0)
        plugged.clear()
        app.touch(app.screen.keys["csv"])
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and thread.daemon:
                thread.join(30)
        ui.frames(3)
        assert app.shows("is not in any more")


def test_without_a_stick_files_go_into_a_folder_of_the_device(ui: UI, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(at_sticks.sticks, "sticks", lambda: ())
    with desk(ui, tmp_path / "data") as app:
        session = play(app.context.journal, find_game("aton"), ("red", "blue"))
        app.context.go("hand_off", records=(session.header.id,))
        ui.frames(3)
        app.touch(app.screen.keys["csv"])
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and thread.daemon:
                thread.join(30)
        ui.frames(3)
        (path,) = (tmp_path / "data" / "handed-on").iterdir()
        assert path.suffix == ".csv"


def test_files_go_where_it_says_and_nowhere_while_something_is_made(
    ui: UI, tmp_path: Path, plugged: list[Stick]
) -> None:  # fmt: skip
    with desk(ui, tmp_path / "data") as app:
        journal = app.context.journal
        one, two = (play(journal, find_game("aton"), ("red", "blue"), seed).header.id for seed in "12")
        with pytest.raises(InputError, match="no game to hand on"):
            app.context.go("hand_off", records=("nobody's",))
        app.context.go("hand_off", records=(one,))
        ui.frames(3)
        screen = app.screen
        assert screen.hurries, "somebody may be reading the code"
        assert not screen.practice
        screen.handed = msgspec.structs.replace(
            screen.handed, plays=tuple(msgspec.structs.replace(one, practice=True) for one in screen.handed.plays)
        )
        assert screen.practice
        for place in ("Into the folder “handed-on” of this device", "Onto the stick “BLUE”"):
            app.touch(screen.place)
            assert screen.place.text == place
        plugged[:] = [msgspec.structs.replace(plugged[0], read_only=True)]
        screen._again(0.0)
        ui.frames(2)
        assert app.shows("is read-only") and not any(key.answers for key in screen.keys.values())
        screen.write("csv")
        assert not screen.at_work
        app.touch(screen.place)
        assert all(key.answers for key in screen.keys.values())
        away = play(journal, find_game("aton"), ("red", "blue"), "3", most=6).header.id
        app.context.replace("hand_off", records=(away,))
        assert [what for what, key in app.screen.keys.items() if key.answers] == []
        plugged[:] = [msgspec.structs.replace(plugged[0], read_only=False)]
        app.screen._again(0.0)
        assert [what for what, key in app.screen.keys.items() if key.answers] == ["record"]
        app.context.replace("hand_off", records=(one, two))
        app.screen.here = True
        app.screen.relayout()
        assert not app.screen.hurries
        app.screen.write("record")
        bars = [widget for widget in app.screen.walk() if isinstance(widget, TopBar)]
        assert app.screen.at_work and [bar.show_back for bar in bars] == [False]
        reading = app.screen._fetching
        app.screen.write("csv")
        app.screen._other_place()
        assert app.screen.here and app.screen._fetching is reading
        app.context.back()
        ui.frames(5)
        assert not (tmp_path / "data" / "handed-on").exists(), "whoever leaves while games are read gets no files"


def test_a_record_that_may_not_leave_is_left_out_of_many_and_said(
    ui: UI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_sticks.sticks, "sticks", lambda: ())
    with desk(ui, tmp_path / "data") as app:
        journal = app.context.journal
        one, two = (play(journal, find_game("aton"), ("red", "blue"), seed).header.id for seed in "12")

        def record_of(journal: Any, record: str) -> Any:
            if record == one:
                raise InputError(T("Not this one."))
            return handoff.record_of(journal, record)

        monkeypatch.setattr(hand_off, "record_of", record_of)
        app.context.go("hand_off", records=(one, two))
        ui.frames(3)
        app.touch(app.screen.keys["record"])
        ended(app)
        (path,) = (tmp_path / "data" / "handed-on").iterdir()
        assert two[:8] in path.name
        assert app.context.say(app.screen.told).endswith("1 game was left out. Not this one.")
        assert app.screen.colour == "warn"
        app.context.replace("hand_off", records=(one,))
        ui.frames(3)
        app.touch(app.screen.keys["record"])
        ended(app)
        assert app.shows("Not this one.") and app.screen.colour == "bad"
        # Of many a deleted game is none; by itself, from its replay, it can be handed on.
        games_of.delete(journal, one)
        assert handing.gather(journal, [one, two]).records == (two,)
        assert len(handing.gather(journal, [one]).plays) == 1


def test_the_code_of_an_ordinary_result_has_three_pixels_a_module(ui: UI, tmp_path: Path) -> None:
    with desk(ui, tmp_path / "data") as app:
        app.context.session = play(app.context.journal, find_game("sobek"), ("red", "blue"))
        app.context.go("result")
        ui.frames(3)
        app.touch(app.screen.code)
        for size in ((800, 480), (480, 800)):
            app.resize(*size)
            large = app.screen.large
            px = large.module_px(int(min(large.size)))
            assert px >= 3
            # No reader needs to guess that it is turned or mirrored.
            picture = cv2.imread(str(ui.shot(tmp_path / "screen.png")), cv2.IMREAD_GRAYSCALE)
            n = len(large.matrix)
            left = int(large.to_window(large.x, 0)[0]) + (int(large.width) - n * px) // 2 + px // 2
            low = int(large.to_window(0, large.y)[1]) + (int(large.height) - n * px) // 2 + px // 2
            rows = [[picture[-1 - low - px * (n - 1 - i), left + px * k] < 128 for k in range(n)] for i in range(n)]
            assert rows == [list(row) for row in large.matrix]
        small = QrCode(large.matrix, pos=(0, 0), size=(60, 60))
        ui.show(small)
        assert small.texture is None, "a sign for a code, since no phone could read it"
        ui.clear()
    ui.resize(800, 480)


def test_the_score_card_adds_up(ui: UI, tmp_path: Path) -> None:
    with desk(ui, tmp_path / "data") as app:
        session = play(app.context.journal, find_game("aton"), ("red", "blue"))
        app.context.session = session
        app.context.go("result")
        ui.frames(3)
        app.touch(app.screen.card)
        summary = app.screen.summary
        for seat in ("red", "blue"):
            assert (
                sum(part.points[seat] for part in summary.parts if seat in part.points) == session.outcome.scores[seat]
            )
        rows = {row.title: row.values for row in app.screen.walk() if isinstance(row, CardRow)}
        said = {
            app.context.say(read_text(part.title)): tuple(
                str(part.points.get(seat, 0)).replace("-", "−") for seat in ("red", "blue")
            )
            for part in summary.parts
        }
        scores = session.outcome.scores
        ranks = ("1.", "2.") if scores["red"] > scores["blue"] else ("2.", "1.")
        assert rows == {**said, "Total": (str(scores["red"]), str(scores["blue"])), "Rank": ranks}, "and no times"
        away = play(app.context.journal, find_game("aton"), ("red", "blue"), "3", most=6).header.id
        for record in (away, "nobody's"):
            with pytest.raises(InputError, match="not ended"):
                app.context.go("score_card", record=record)


def test_results_of_an_older_cartouche_are_told_whole_before_they_go(
    ui: UI, tmp_path: Path, plugged: list[Stick], monkeypatch: pytest.MonkeyPatch
) -> None:
    with desk(ui, tmp_path / "data") as app:
        journal = app.context.journal
        sessions = [play(journal, find_game("aton"), ("red", "blue"), seed) for seed in "12"]
        records = tuple(session.header.id for session in sessions)
        older = msgspec.json.decode(journal.summary(records[0]))
        journal.set_summary(records[0], msgspec.json.encode({**older, "told": 0, "parts": []}).decode())
        app.context.go("hand_off", records=records)
        ui.frames(3)
        (path,) = written(app, "bgsplay")
        for session, read in zip(sessions, bg_reader.read_file(path.read_bytes()), strict=True):
            assert sum(read.players[0].parts) == session.outcome.scores["red"]
            assert len(read.players[0].parts) > 1
        # Of a game whose rules are not at hand goes out what is known.
        journal.set_summary(records[0], msgspec.json.encode({**older, "told": 0, "parts": []}).decode())

        def fails(*_: Any) -> None:
            raise InputError(T("Its rules are not here."))

        monkeypatch.setattr(hand_off.history, "bring_up", fails)
        (path,) = written(app, "csv")
        assert len(bg_reader.read_table(path.read_bytes())) == 4 and app.screen.colour == "good"
