"""History by touch: the list of games, what is asked for, deleting with the way back, and the owner's lock."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.header import Seat
from companion.games import find_game
from companion.table import history as games_of
from companion.table.people import player_id
from companion.table.shelf import Shelf
from companion.table.times import day_of, now_text
from companion.ui import wanted
from companion.ui.dates import day_text
from companion.ui.game_row import GameRow, game_words, title_text, titles
from companion.ui.wanted import Wanted
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.machine_shots import PIN, type_pin
from tests.kit.many_games import NAMES, many
from tests.kit.panel import Buttons
from tests.kit.ui import UI

SIZES = [(800, 480), (480, 800)]


@pytest.fixture
def history(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    """Sixty finished games of a year and four that were put away, and their list."""
    with desk(ui, tmp_path) as opened:
        many(opened.context.journal, 60, away=4)
        opened.tap("History")
        yield opened


def found(history: Desk) -> list[Any]:
    return list(history.screen.found)


def first_row(history: Desk) -> GameRow:
    return next(iter(history.screen.rows.values()))


def choose(history: Desk, key: str, words: str) -> None:
    history.touch(history.screen.keys[key])
    screen = history.screen
    if key != "when":
        screen.list.show([offer.words for offer in screen.offers].index(words))
    history.tap(words)


def test_the_list_names_game_day_players_points_and_the_winner(ui: UI, tmp_path: Path) -> None:
    with desk(ui, tmp_path) as opened:
        session = play(opened.context.journal, find_game("aton"), ["red", "blue"])
        opened.tap("History")
        row = opened.screen.rows[session.header.id]
        points = session.outcome.scores if session.outcome else {}
        assert opened.shows("Aton, 14 March") and opened.shows("March 2026")
        for who, name in (("red", "Anna"), ("blue", "Bartholomäu…")):
            texts = row.texts()
            assert texts[texts.index(name) + 1] == str(points[who])
        won = [mark.text for mark in row.written if mark.bold and mark.text in ("Anna", "Bartholomäu…")]
        assert won == ["Anna" if points["red"] > points["blue"] else "Bartholomäu…"]
        known = games_of.games(opened.context.journal)[0]
        tried = msgspec.structs.replace(known, played_s=2700, practice=True)
        words = game_words(tried, {}, opened.context.say, titles())
        assert (words.note, words.tag) == ("45 min", "Practice board (not the printed one)")
        assert row.words.tag == ""


def test_without_games_the_list_says_so(ui: UI, tmp_path: Path) -> None:
    with desk(ui, tmp_path) as opened:
        opened.tap("History")
        assert opened.shows("No game has been played here yet.")


def test_only_the_games_in_view_are_made_and_the_place_is_kept(history: Desk) -> None:
    screen = history.screen
    assert len(screen.found) == 64
    assert len(screen.list.rows) < 12
    screen.list.offset = 2000
    history.ui.frames(2)
    record = list(screen.rows)[len(screen.rows) // 2]
    history.touch(screen.rows[record])
    assert history.screen.name == "replay"
    history.context.back()
    assert history.screen.list.offset == 2000
    assert record in history.screen.rows


def test_months_stand_over_their_games(history: Desk) -> None:
    months = [item for item in history.screen.items if not isinstance(item, games_of.Summary)]
    days = [day_of(one.started)[:7] for one in found(history)]
    assert len(months) == len(set(days))
    newest = datetime.fromisoformat(found(history)[0].started).astimezone()
    assert history.texts().index(f"{newest:%B %Y}") < history.texts().index(first_row(history).words.title)


def test_what_is_typed_is_looked_for_at_once_in_any_language(history: Desk) -> None:
    history.touch(history.screen.search)
    keyboard = history.screen.keyboard
    keyboard.text = "себек"
    history.ui.frames(2)
    of = sum(one.game == "sobek" for one in games_of.games(history.context.journal))
    newest = next(one for one in games_of.games(history.context.journal) if one.game == "sobek")
    assert of and history.shows(f"{of} games, the last: {history.screen.say(title_text(newest))}")
    for _ in "себек":
        history.touch(keyboard.key("back"))
    assert history.shows("64 games")
    for letter in "zsofi":
        history.touch(keyboard.key(letter))
    history.touch(keyboard.key("ok"))
    assert history.screen.name == "history"
    assert found(history) and all("Zsófi" in one.names.values() for one in found(history))
    assert history.shows("“zsofi”")
    history.touch(history.screen.chips["text"])
    assert len(found(history)) == 64


def test_a_day_is_found_by_the_words_it_is_shown_by(history: Desk) -> None:
    for words in ("june 2025", "junius 2025", "июня 2025", "июнь 2025", "2025-06"):
        history.screen.ask(text=words)
        assert found(history) and {day_of(one.started)[:7] for one in found(history)} == {"2025-06"}, words


def test_what_is_asked_for_is_combined_and_taken_away_one_by_one(history: Desk) -> None:
    history.touch(history.screen.keys["game"])
    often = [offer.n for offer in history.screen.offers[1:]]
    assert often == sorted(often, reverse=True) and often[0] > often[-1], "the most played first"
    history.context.back()
    choose(history, "game", "Aton")
    choose(history, "player", "Kira")
    choose(history, "status", "finished")
    kira = player_id("Kira")
    assert history.screen.wanted == Wanted(game="aton", player=kira, called="Kira", status="finished")
    games = games_of.games(history.context.journal)
    both = [one for one in games if one.game == "aton" and "Kira" in one.names.values()]
    assert found(history) == [one for one in both if one.status == "finished"] != []
    assert [chip.text for chip in history.screen.chips.values()] == ["Aton", "Kira", "finished"]
    history.touch(history.screen.chips["game"])
    assert {one.game for one in found(history)} > {"aton"}
    assert all("Kira" in one.names.values() for one in found(history))
    choose(history, "player", "Everybody")
    history.touch(history.screen.chips["status"])
    assert history.screen.wanted == Wanted() and len(found(history)) == 64


def test_what_is_asked_for_otherwise_is_seen_from_its_top(history: Desk) -> None:
    history.screen.list.offset = 2000
    choose(history, "status", "finished")
    history.touch(history.screen.keys["status"])
    assert [(offer.words, offer.n) for offer in history.screen.offers[1:]] == [
        ("goes on", 0), ("put away", 4), ("finished", 60),
    ]  # fmt: skip
    assert history.screen.list.at(3).chosen and not history.screen.list.at(0).chosen
    history.tap("Deleted games")
    assert history.screen.name == "deleted"
    history.context.back()
    assert history.screen.list.offset == 0 < history.screen.list.reach
    history.screen.list.offset = 2000
    history.touch(history.screen.chips["status"])
    assert history.screen.list.offset == 0


def test_nothing_found_says_what_was_asked_for(history: Desk) -> None:
    history.screen.ask(text="nobody at all", game="sobek")
    history.ui.frames(2)
    assert history.shows("No game fits all of this: “nobody at all”, Sobek.")
    assert history.shows("0 of 64")
    history.tap("Show all games")
    assert len(found(history)) == 64


def test_a_year_and_a_month_are_chosen_without_typing(history: Desk) -> None:
    choose(history, "when", "2025")
    assert found(history) and all(day_of(one.started)[:4] == "2025" for one in found(history))
    history.touch(history.screen.keys["when"])
    screen = history.screen
    assert screen.from_month.value == screen.from_month.low == 2025 * 12 + 2
    for _ in range(3):
        history.touch(screen.from_month.plus_key)
    while screen.to_month.value > 2025 * 12 + 6:
        screen.to_month.turn(-1)
    n = sum("2025-06" <= day_of(one.started)[:7] <= "2025-07" for one in screen.history.games)
    assert screen.use.text == f"Show these ({n})"
    history.touch(screen.use)
    assert len(found(history)) == n > 0
    assert history.shows("June 2025 to July 2025")
    history.touch(history.screen.chips["when"])
    assert len(found(history)) == 64
    choose(history, "when", "This month")
    today = datetime.now().astimezone().date()
    assert history.screen.wanted.when == wanted.this_month(today)
    history.screen.want(Wanted(when=wanted.months(2025 * 12 + 5, 2025 * 12 + 6)))
    # What else is asked for counts too.
    history.screen.ask(game="aton")
    history.touch(history.screen.keys["when"])
    words = history.screen.use.text
    history.touch(history.screen.use)
    assert words == f"Show these ({len(found(history))})" and len(found(history)) < n


def test_stepping_past_the_other_month_takes_it_along(history: Desk) -> None:
    history.touch(history.screen.keys["when"])
    screen = history.screen
    assert screen.from_month.value == screen.from_month.low < screen.to_month.value == screen.to_month.high
    screen.from_month.turn(3)
    screen.to_month.turn(-100)
    assert screen.from_month.value == screen.to_month.value == screen.from_month.low
    screen.from_month.turn(2)
    assert screen.to_month.value == screen.from_month.value == screen.from_month.low + 2


def test_months_and_years_reach_from_their_first_day_to_their_last() -> None:
    assert wanted.this_month(datetime(2026, 2, 28, tzinfo=UTC).date()).until == "2026-02"
    assert (wanted.year(2026).since, wanted.year(2026).until) == ("2026-01", "2026-12")
    when = wanted.months(2025 * 12 + 11, 2026 * 12)
    assert (when.since, when.until) == ("2025-12", "2026-01")


def test_players_are_offered_whoever_played_last_first(history: Desk) -> None:
    history.touch(history.screen.keys["player"])
    offers = history.screen.offers
    assert offers[0].words == "Everybody"
    assert {offer.words for offer in offers[1:]} == set(NAMES)
    listed = history.screen.history
    # The one that is asked for already is in view.
    last = offers[-1]
    listed.ask(player=last.value, called=last.words)
    history.screen.relayout()
    assert history.screen.list.at(len(offers) - 1).chosen and history.screen.list.below == 0
    assert sum(offer.n or 0 for offer in offers) == sum(len(one.seats) for one in listed.games)
    # The word of a colour is no player, in whatever language it was shown then.
    seats = (Seat("red", "Piros"), Seat("blue", "Anna"))
    listed.games = (msgspec.structs.replace(listed.games[0], seats=seats),)
    history.screen.relayout()
    assert [offer.words for offer in history.screen.offers[1:]] == ["Anna"]


def test_all_finished_games_that_are_found_are_handed_on_together(history: Desk) -> None:
    history.screen.ask(game="aton")
    history.ui.frames(2)
    done = [one.id for one in found(history) if one.status == "finished"]
    assert done
    history.touch(history.screen.hand_on)
    assert history.screen.name == "hand_off" and list(history.screen.handed.records) == done
    history.context.back()
    history.screen.ask(game="", status="put_away")
    history.ui.frames(2)
    assert found(history) and not history.screen.hand_on.answers


def test_the_bars_open_the_statistics_of_all_games(history: Desk) -> None:
    history.touch(history.screen.stats)
    assert history.screen.name == "stats"


# deleting


def test_a_long_press_deletes_and_the_note_takes_it_back(history: Desk) -> None:
    record = list(history.screen.rows)[1]
    history.ui.hold(history.screen.rows[record])
    assert record not in [one.id for one in found(history)] and len(found(history)) == 63
    assert history.screen.name == "history"
    assert history.shows("Deleted:")
    assert history.screen.note.hurries, "the screen stays lit as long as it can be taken back"
    history.touch(history.screen.note.undo_button)
    assert found(history)[1].id == record
    assert not Shelf.load(history.app.data).deleted


def test_the_note_goes_after_ten_seconds_and_the_game_is_with_the_deleted_ones(history: Desk) -> None:
    record = first_row(history).record
    history.ui.hold(first_row(history))
    history.ui.wait(10.5)
    assert not history.shows("Deleted:")
    history.screen.list.offset = history.screen.list.reach
    history.ui.frames(2)
    history.tap("Deleted games (1)")
    assert list(history.screen.rows) == [record]
    history.tap("Bring the game back")
    assert history.shows("No game is deleted.") and history.shows("Back in History:")
    history.context.back()
    assert found(history)[0].id == record


def test_of_several_deleted_games_the_chosen_one_comes_back(history: Desk) -> None:
    records, kept = [one.id for one in found(history)[:3]], Shelf.load(history.app.data)
    for record in (*records, "of-another-device"):
        kept.delete(record)
    history.screen.relayout()
    assert history.screen.gone == 3
    history.screen.ask(status="finished")
    assert None not in history.screen.items, "among those that are asked for they do not stand"
    history.context.go("deleted")
    history.ui.frames(2)
    screen = history.screen
    assert [one for one, row in screen.rows.items() if row.chosen] == [screen.games[0].id]
    assert screen.rows[records[1]].words.tag.endswith(f"deleted on {history.context.say(day_text(now_text()))}")
    for record in records[1:]:
        history.touch(screen.rows[record])
        assert [one for one, row in screen.rows.items() if row.chosen] == [record]
        history.tap("Bring the game back")
    assert {one.id for one in games_of.deleted(history.context.journal)} == {records[0]}
    assert sum(text.startswith("Back in History:") for text in history.texts()) == 1, "the newest word alone"


def test_for_good_must_be_held(history: Desk) -> None:
    record = first_row(history).record
    history.ui.hold(first_row(history))
    history.context.go("deleted")
    history.ui.frames(2)
    history.touch(history.screen.purge_key)
    assert history.screen.games
    history.ui.hold(history.screen.purge_key)
    history.ui.frames(2)
    assert history.shows("Deleted for good:")
    assert record not in [listed.id for listed in history.context.journal.listed()]


def test_the_game_at_the_table_is_not_deleted(ui: UI, tmp_path: Path) -> None:
    with desk(ui, tmp_path) as opened:
        session = play(opened.context.journal, find_game("aton"), ["red", "blue"], most=3)
        opened.tap("History")
        ui.hold(opened.screen.rows[session.header.id])
        opened.ui.frames(2)
        assert opened.shows("This game is at the table.")
        assert len(games_of.games(opened.context.journal)) == 1


def test_under_the_lock_deleting_asks_for_the_pin(history: Desk) -> None:
    history.context.lock.seal(PIN)
    history.context.lock.shut()
    record = first_row(history).record
    history.ui.hold(first_row(history))
    assert history.screen.name == "pin"
    history.context.back()
    assert not Shelf.load(history.app.data).deleted
    history.ui.wait(0.5)
    history.ui.hold(first_row(history))
    type_pin(history, PIN)
    assert history.screen.name == "delete_game" and history.shows("Delete this game?")
    history.touch(history.screen.delete)
    assert history.screen.name == "history"
    assert record not in [one.id for one in found(history)]
    history.touch(history.screen.note.undo_button)
    assert found(history)[0].id == record
    history.context.go("deleted")
    assert history.screen.name == "pin"


# by the knob, at every size


def test_the_knob_goes_down_the_list_and_opens_a_game_out_of_view(history: Desk) -> None:
    buttons = Buttons(history)
    last = history.screen.list.rows[-1]
    buttons.turn(24)
    spot = buttons.focus.spot
    assert isinstance(spot.widget, GameRow) and spot.widget is not last
    assert history.screen.list.offset > 0
    record = spot.widget.record
    buttons.press("push")
    history.ui.frames(2)
    assert history.screen.name == "replay" and history.screen.game.header.id == record


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_asked_for_fits_every_size(history: Desk, size: tuple[int, int]) -> None:
    history.resize(*size)
    history.screen.want(Wanted(text="a", player=player_id(NAMES[4]), called=NAMES[4], when=wanted.year(2025)))
    history.ui.frames(2)
    assert history.screen.found
    assert inspect.problems() == []
    history.touch(history.screen.keys["when"])
    assert inspect.problems() == []
