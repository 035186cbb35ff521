"""The club in the app: what it is told and when, its signs, its page by touch, and that the table never feels it."""

from __future__ import annotations

import stat
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.club import way
from companion.club.messages import State
from companion.club.topics import MAX_CLUB
from companion.engine.header import MAX_NAME, Seat
from companion.engine.simulate import simulate
from companion.engine.text import T
from companion.games import all_games
from companion.language import SEAT_WORDS, Language
from companion.table import history
from companion.table.people_store import Store
from companion.table.session import Session
from companion.table.storage import CLUB
from companion.ui.club import NO_NETWORK
from companion.ui.screens import at_sticks, club_ca
from companion.ui.screens import club as club_screen
from companion.ui.screens.club_ca import read_certificates
from companion.ui.widgets.keyboard import EXACT, EXACT_UPRIGHT
from hardware import network
from hardware.sticks import Stick
from tests.club.test_club_commands import CERTIFICATE
from tests.kit.broker import HOST, Broker, until
from tests.kit.desk import Desk
from tests.kit.evening import NAMES, play
from tests.kit.spare_voice import SpareVoice
from tests.kit.ui import UI

GAME = next(game for game in all_games() if game.seat_range[0] == 2)
PAIR = GAME.colours[:2]
SECRET = "wonderful secret"
LOST = T("The connection to {host} is lost. It is tried again.", host="club.local")


class Failing(SpareVoice):
    """A voice of which everything fails."""

    def tell(self, state: State) -> None:
        raise RuntimeError("the club's own failure")


def tables_of(app: Desk, voice: SpareVoice) -> SpareVoice:
    """The club is set, and told by this voice."""
    way.change(app.context.stage.data, host="club.local", club="Thursday", table="Table 3")
    app.context.club.voice = lambda _: voice
    app.context.club.begin()
    app.ui.wait(0.3)
    # Where a frame took long, what was due in it comes with the next one.
    app.ui.frames(3)
    return voice


@pytest.fixture
def voice(app: Desk) -> Iterator[SpareVoice]:
    """What the club hears of the app."""
    yield tables_of(app, SpareVoice())
    app.context.club.close()


def test_the_club_is_told_after_every_act_and_never_twice_the_same(app: Desk, voice: SpareVoice) -> None:
    assert voice.told == [State()], "at the start no game lies there"
    assert voice.games == [()]
    started = play(app.context.journal, GAME, PAIR, "7", 6)
    session = Session.resume(app.context.journal, started.header.id)
    app.context.play(session)
    app.ui.wait(0.3)
    told = voice.told[-1]
    assert (told.status, told.game, told.moves) == ("playing", GAME.id, 6)
    assert [(one.seat, one.name) for one in told.seats] == [(seat, NAMES[seat]) for seat in PAIR]
    assert told.turn == tuple(seat for seat in PAIR if seat in session.decision.seats)
    n = len(voice.told)
    session.play(_next(session))
    app.screen.refresh()
    app.screen.refresh()
    app.ui.wait(0.3)
    assert [one.moves for one in voice.told[n:]] == [7]
    session.undo()
    app.screen.refresh()
    app.ui.wait(0.3)
    assert [one.moves for one in voice.told[n:]] == [7, 6]
    # The same position under another name and in another language is news.
    Store(app.context.stage.data).rename(app.context.people().who(NAMES[PAIR[0]], ""), "Zora", "2027-01-01T00:00:00Z")
    app.context.change(language="hu")
    app.screen.refresh()
    app.ui.wait(0.3)
    assert voice.told[-1].seats[0].name == "Zora" and set(voice.told[-1].prompt) == {"en", "hu"}
    app.context.change(language="en")
    app.screen.refresh()
    app.ui.wait(0.3)
    n = len(voice.told) - 2

    app.context.home()
    app.ui.wait(0.3)
    assert len(voice.told) == n + 2, "whoever goes Home has not left the game"
    app.tap("Put away")
    history.put_away(app.context.journal, started.header.id)
    app.context.home()
    app.ui.wait(0.3)
    assert (voice.told[-1].status, voice.told[-1].moves, voice.told[-1].turn) == ("put_away", 6, ())


def _next(session: Session) -> Any:
    """A move that is allowed now: the one a truthful game of the same seed makes."""
    return simulate(GAME, PAIR, {}, "7").record.lines[session.n].move


def test_how_games_ended_is_told_without_the_deleted_ones(app: Desk, voice: SpareVoice) -> None:
    ended = play(app.context.journal, GAME, PAIR, "7")
    assert ended.outcome is not None
    app.context.session = Session.look_at(app.context.journal, ended.header.id)
    app.context.go("result")
    app.ui.wait(0.3)
    told = voice.told[-1]
    assert (told.status, told.winners) == ("finished", ended.outcome.winners)
    ((game,),) = [games for games in voice.games if games]
    assert all(one.named for one in game.players)
    assert {one.seat: one.points for one in game.players} == ended.outcome.scores
    app.context.home()
    app.ui.wait(0.3)
    assert voice.told[-1].status == "finished", "it is told of until another game begins"
    history.delete(app.context.journal, ended.header.id)
    app.context.home()
    app.ui.wait(0.3)
    assert voice.games[-1] == () and voice.told[-1] == State()


def test_a_game_that_is_deleted_or_brought_back_by_touch_is_told_at_once(app: Desk, voice: SpareVoice) -> None:
    record = play(app.context.journal, GAME, PAIR, "7").header.id

    def told() -> list[str]:
        app.ui.wait(0.3)
        return [game.record for game in voice.games[-1]]

    app.context.go("history")
    assert told() == [record]
    app.ui.hold(app.screen.rows[record])
    assert told() == []
    app.touch(app.screen.note.undo_button)
    assert told() == [record]
    app.ui.hold(app.screen.rows[record])
    app.context.go("deleted")
    assert told() == []
    app.touch(app.screen.rows[record])
    app.touch(app.screen.back_key)
    assert told() == [record]


def test_how_a_game_ended_is_told_again_when_it_was_put_right_or_somebody_is_called_otherwise(
    app: Desk, voice: SpareVoice
) -> None:
    session = app.context.session = play(app.context.journal, GAME, PAIR, "7")
    assert session.outcome is not None
    before = session.outcome.scores
    app.context.go("result")
    for _ in range(2):
        app.context.club.show()
        app.ui.wait(0.3)
    # The last move is made another way within the moment in which the club is not told yet.
    session.rewind(session.n - 1, PAIR)
    session.play(next(move for move in GAME.legal_moves(session.state) if _ends_otherwise(session, move, before)))
    app.context.club.show()
    app.ui.wait(0.3)
    assert {one.seat: one.points for one in voice.games[-1][0].players} == session.outcome.scores != before
    Store(app.context.stage.data).rename(app.context.people().who(NAMES[PAIR[0]], ""), "Zora", "2027-01-01T00:00:00Z")
    app.context.club.show()
    app.ui.wait(0.3)
    assert {one.name for one in voice.games[-1][0].players} == {"Zora", NAMES[PAIR[1]]}


def test_seats_that_go_by_their_colour_are_told_as_nobodys(app: Desk, voice: SpareVoice) -> None:
    record = simulate(GAME, PAIR, {}, "7").record
    words = {PAIR[0]: Language().word(SEAT_WORDS[PAIR[0]]), PAIR[1]: "Béla"}
    seats = tuple(Seat(seat, name, side) for (seat, name), side in zip(words.items(), "ns", strict=True))
    session = Session.start(app.context.journal, GAME, msgspec.structs.replace(record.header, id="one", seats=seats))
    for line in record.lines:
        session.play(line.move)
    app.context.home()
    app.ui.wait(0.3)
    assert {one.seat: one.named for one in voice.games[-1][0].players} == {PAIR[0]: False, PAIR[1]: True}


def _ends_otherwise(session: Session, move: Any, scores: dict[str, int]) -> bool:
    """Whether a move ends the game with other scores than these."""
    outcome = GAME.outcome(GAME.play(session.state, move).state)
    return outcome is not None and outcome.scores != scores


def test_a_game_that_nobody_has_taken_up_yet_is_told_from_the_list(app: Desk) -> None:
    waiting = play(app.context.journal, GAME, PAIR, "7", 9)
    voice = tables_of(app, SpareVoice())
    (told,) = voice.told
    assert (told.status, told.record, told.moves, told.turn) == ("playing", waiting.header.id, 9, ())
    assert {seat.seat: seat.points for seat in told.seats} == history.games(app.context.journal)[0].scores
    assert set(told.prompt) == {"en"}
    app.context.change(language="hu")
    app.context.club.again()
    app.ui.wait(0.3)
    assert set(voice.told[-1].prompt) == {"en", "hu"}
    app.context.club.close()
    assert (voice.stopped, voice.waited_s) == (True, 1.0), "the farewell is waited for, and not for long"
    voice = tables_of(app, SpareVoice("lost"))
    app.context.club.close()
    assert voice.waited_s == 0, "there is nobody to say it to"


def test_a_club_that_fails_is_written_down_and_the_table_goes_on(app: Desk, caplog: pytest.LogCaptureFixture) -> None:
    tables_of(app, Failing())
    app.context.go("new_game", game=GAME)
    app.ui.wait(0.3)
    assert app.screen.name == "new_game"
    assert "the club could not be told" in caplog.text
    app.context.club.close()


def test_without_a_club_nothing_is_started_and_no_sign_is_shown(app: Desk) -> None:
    app.context.club.voice = lambda _: pytest.fail("nobody asked for a club")
    app.context.club.begin()
    app.context.home()
    app.ui.wait(0.3)
    assert "club" not in app.screen.device_keys


def test_how_the_club_stands_is_shown_on_home_and_devices(app: Desk, voice: SpareVoice) -> None:
    app.context.home()
    app.ui.frames(3)
    assert app.screen.device_keys["club"].sign.state == "ready"
    voice.state, voice.trouble = "lost", LOST
    app.ui.wait(2.1)
    assert app.screen.device_keys["club"].sign.state == "lost"
    app.touch(app.screen.device_keys["club"])
    assert app.screen.name == "devices"
    assert app.shows("The connection to club.local is lost.")
    second = SpareVoice("starting")
    app.context.club.voice = lambda _: second
    app.screen.list.offset = app.screen.list.reach
    app.ui.frames(3)
    app.touch(app.screen.rows["club"].button)
    assert voice.stopped and app.context.club.state == "starting"
    app.ui.wait(0.3)
    assert second.told, "the new connection is told all anew"


def test_a_kiosk_without_a_network_says_what_opens_it(
    app: Desk, voice: SpareVoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: int) -> None:
        raise OSError(97, "Address family not supported by protocol")

    assert network.is_shut(refused) and not network.is_shut()
    voice.trouble = LOST
    monkeypatch.setattr(network, "is_shut", lambda: True)
    app.context.go("club")
    app.ui.frames(3)
    assert app.shows("sudo deploy/install.sh --club")


# its page


def typed(app: Desk, words: str) -> None:
    """Type on the keyboard that is shown, key by key, and confirm."""
    board = app.screen.keyboard
    for letter in words:
        board.signs = not (letter.isalpha() or letter == " ")
        app.ui.frames(2)
        app.touch(board.key("space" if letter == " " else letter))
    app.touch(board.key("ok"))


def open_row(app: Desk, key: str) -> None:
    """Scroll to a row of the page, and tap it."""
    row = app.screen.rows[key]
    app.screen.list.reveal(row)
    app.ui.frames(2)
    app.touch(row)


def test_the_way_to_the_club_is_set_by_touch_and_nothing_is_told_before_it_is_on(
    app: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, voices = app.context.stage.data, [SpareVoice("off"), SpareVoice("ready")]
    app.context.club.voice = lambda _: voices[-1] if way.load(data).on else voices[0]  # type: ignore[union-attr]
    app.context.club.begin()
    app.context.go("club")
    app.ui.frames(3)
    assert app.shows("The club is told nothing.") and not (data / CLUB).exists()
    open_row(app, "host")
    typed(app, "10.0.0.7")
    open_row(app, "port")
    for digit in "1884":
        app.touch(app.screen.keypad.key(digit))
    app.touch(app.screen.keypad.key("ok"))
    open_row(app, "password")
    typed(app, SECRET)
    assert stat.S_IMODE((data / CLUB).stat().st_mode) == 0o600
    set_up = way.load(data)
    assert set_up is not None
    assert (set_up.host, set_up.port, set_up.password, set_up.on) == ("10.0.0.7", 1884, SECRET, False)
    assert app.screen.rows["for_all"].title == "Without TLS the password goes over the network for everybody to read."
    app.ui.wait(1.2)
    assert not app.context.club.wanted

    monkeypatch.setattr(club_screen, "trial", lambda tried: LOST if tried.password == SECRET else None)
    app.touch(app.screen.button)
    until(lambda: app.ui.frames() or app.shows("The connection to club.local is lost."), "the answer")
    app.screen.list.offset = 0
    app.ui.frames(2)
    app.touch(app.screen.choices["on"].option(0))
    app.ui.wait(1.2)
    assert app.context.club.wanted and app.shows("The club “club” is told how this table stands.")
    open_row(app, "password")
    assert not any(SECRET in text for text in app.texts()), "what stands there already is not shown"
    app.screen.keyboard.text = " as plain as day "
    app.ui.frames(2)
    assert not any("plain" in text for text in app.texts()), "dots stand for it"
    app.touch(app.screen.keyboard.key("ok"))
    assert way.load(data).password == " as plain as day "  # type: ignore[union-attr]
    way.change(data, tls=True)
    app.screen.relayout()
    assert "for_all" not in app.screen.rows
    with monkeypatch.context() as shut:
        shut.setattr(network, "is_shut", lambda: True)
        app.touch(app.screen.button)
        until(lambda: app.ui.frames() or app.screen.told, "the answer")
        assert app.screen.told == (NO_NETWORK, "bad")
    way.change(data, tls=False)
    open_row(app, "password")
    app.touch(app.screen.keyboard.key("ok"))
    now = way.load(data)
    assert now is not None and now.password == ""
    for key, another in (("Cancel", False), ("Another id", True)):
        open_row(app, "id")
        app.tap(key)
        found = way.load(data)
        assert found is not None and (found.table_id != now.table_id) == another


def test_the_certificates_of_a_file_are_taken_from_a_stick_or_a_place_and_given_up_again(
    app: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    (stick / "certificates").mkdir(parents=True)
    for name in ("certificates/club.pem", "CA.CRT", ".hidden.pem", "notes.txt"):
        (stick / name).write_text(CERTIFICATE, "ascii")
    (stick / "empty.pem").mkdir()
    assert [path.name for path in club_ca.certificates_in(stick)] == ["CA.CRT", "club.pem"]
    plugged = [Stick(str(stick), "BLUE", 10**9, True, "/dev/sda1")]
    monkeypatch.setattr(at_sticks.sticks, "sticks", lambda: tuple(plugged))
    data = app.context.stage.data
    way.change(data, host="club.local", tls=True)

    def trusted() -> str:
        found = way.load(data)
        assert found is not None
        return found.ca

    def chosen(words: str) -> None:
        app.context.home()
        app.context.go("club")
        app.ui.frames(2)
        open_row(app, "ca")
        row = next(row for row in app.screen.rows if row.title == words)
        app.screen.list.reveal(row)
        app.ui.frames(2)
        app.touch(row)

    chosen("CA.CRT")
    until(lambda: app.ui.frames() or app.screen.name == "club", "the certificates")
    assert trusted() == CERTIFICATE
    chosen("Of the system")
    assert (app.screen.name, trusted()) == ("club", "")
    for path, name in (("", "club_ca"), (f" {stick}/certificates/club.pem", "club")):
        chosen("From this device")
        app.screen.keyboard.text = path
        app.touch(app.screen.keyboard.key("ok"))
        until(lambda name=name: app.ui.frames() or app.screen.name == name, "what was typed")
    assert trusted() == CERTIFICATE
    plugged.clear()
    chosen("Own, from a file")
    assert app.screen.name == "club_ca" and app.shows("Plug in a USB stick")


def test_what_can_not_be_used_is_said_and_names_have_the_room_they_may_have(app: Desk) -> None:
    app.context.go("club")
    app.ui.frames(2)
    assert "ca" not in app.screen.rows, "without TLS nobody is trusted"
    for key, most in (("club", MAX_CLUB), ("table", MAX_NAME)):
        open_row(app, key)
        keyboard = app.screen.keyboard
        assert keyboard.longest == most
        keyboard.signs = True
        app.ui.frames(2)
        assert keyboard.key("-") is not keyboard.key("'")
        with pytest.raises(StopIteration):
            keyboard.key("?")
        app.context.back()
    (app.context.stage.data / CLUB).write_text("{")
    app.context.replace("club")
    app.ui.frames(2)
    assert app.shows("The way to the club can't be used") and not app.screen.button.answers


def test_only_what_holds_certificates_is_trusted(tmp_path: Path) -> None:
    for name, content in {
        "no.pem": b"hello",
        "half.pem": b"-----BEGIN CERTIFICATE-----\nAAAA\n",
        "b.crt": b"\xff" * 9,
    }.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(club_screen.InputError, match="no file of certificates"):
            read_certificates(tmp_path / name)
    (tmp_path / "large.pem").write_bytes(b"a" * 200_000)
    with pytest.raises(club_screen.InputError, match="too large"):
        read_certificates(tmp_path / "large.pem")
    with pytest.raises(club_screen.InputError, match="can't be read"):
        read_certificates(tmp_path / "none.pem")


# with a broker


def test_a_real_broker_has_the_state_a_moment_after_the_act(ui: UI, app: Desk, tmp_path: Path) -> None:
    from companion.club.collector import Collector

    broker = Broker(tmp_path)
    broker.start()
    data = app.context.stage.data
    ear = Collector(way.change(data, host=HOST, port=broker.port, table="Table 3"))
    try:
        started = play(app.context.journal, GAME, PAIR, "7", 6)
        app.context.club.begin()
        app.context.play(Session.resume(app.context.journal, started.header.id))
        ui.wait(0.3)
        until(lambda: any(one.state is not None and one.state.moves == 6 for one in ear.evening().tables), "the state")
        app.context.club.close()
        until(lambda: not ear.evening().tables[0].online, "the farewell")
    finally:
        ear.stop()
        broker.kill()


def test_every_sign_of_a_password_has_a_key() -> None:
    for page in (EXACT, EXACT_UPRIGHT):
        assert sorted("".join(page)) == sorted(string.digits + string.punctuation)
