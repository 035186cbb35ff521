"""Statistics by touch: counts, shares of few and of many, records that open their game, two compared, older games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.errors import InputError
from companion.engine.header import Seat, new_id
from companion.engine.text import T
from companion.games import find_game
from companion.language import Language
from companion.table import history
from companion.table.clocks import length_text
from companion.table.ending import TOLD
from companion.table.journal import Journal
from companion.table.people import Player, player_id
from companion.table.people_store import Store
from companion.table.session import Session
from companion.table.storage import JOURNAL
from companion.table.summary import Part, Stored, encode
from companion.table.tally import Count
from companion.ui.charts.balance import Lead
from companion.ui.charts.bars import BarRow, Span
from companion.ui.charts.columns import Columns, bins
from companion.ui.charts.form import Form
from companion.ui.everybody import everybody
from companion.ui.screens import stats_page
from companion.ui.stat_words import average_text, beside, months_up_to, rate_text
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.sitting import header_of
from tests.kit.ui import UI
from tests.ui.test_every_screen_by_knob import check

ANNA, BENCE, KIRA = (player_id(name) for name in ("Anna", "Bence", "Kira"))
PAIR = ("Anna", "Bence")


def tell(
    journal: Any, game_id: str, names: Sequence[str], points: Sequence[int], day: str, practice: bool = False,
    more: Mapping[str, int] | None = None, played_s: int = 2700, ordered: bool = True,
) -> str:  # fmt: skip
    """A finished game with these points, told as such; whoever has most of them wins. Returns its record id."""
    game = find_game(game_id)
    colours = game.colours[: len(names)]
    seats = tuple(Seat(colour, name, "w") for colour, name in zip(colours, names, strict=True))
    header = header_of(game, colours, practice=practice)
    header = msgspec.structs.replace(header, id=new_id(), seats=seats, started=f"2026-{day}T18:00:00Z")
    Session.start(journal, game, header)
    scores = dict(zip(colours, points, strict=True))
    ranking = tuple(tuple(c for c in colours if scores[c] == level) for level in sorted(set(points), reverse=True))
    parts = [Part("more", msgspec.to_builtins(T("Statistics")), dict(more))] if more else []
    stored = Stored("finished", 9, header.started, scores, winners=ranking[0], told=TOLD, ranking=ranking,
                    order=colours if ordered else (), parts=tuple(parts), played_s=played_s)  # fmt: skip
    journal.set_summary(header.id, encode(stored))
    return header.id


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """Five games of Aton, three of Sobek and one for practice; Bence is called Benedek by now."""
    data = tmp_path_factory.mktemp("year")
    with Journal.open(data / JOURNAL) as journal:
        made = [
            tell(journal, "aton", PAIR, (44, 38), "01-05", more={"red": 10, "blue": 4}),
            tell(journal, "aton", PAIR, (30, 40), "02-05", more={"red": 8, "blue": 2}),
            tell(journal, "aton", PAIR, (40, 40), "03-05"),
            tell(journal, "aton", PAIR, (41, 20), "03-06", more={"red": 3, "blue": 0}),
            tell(journal, "aton", PAIR, (45, 10), "04-05"),
            tell(journal, "sobek", ("Anna", "Bence", "Kira"), (20, 30, 50), "05-01"),
            tell(journal, "sobek", ("Anna", "Bence", "Kira"), (21, 31, 51), "05-02"),
            tell(journal, "sobek", ("Anna", "Bence", "Kira"), (25, 10, 60), "05-03"),
            tell(journal, "sobek", PAIR, (90, 1), "05-04", practice=True),
        ]
    Store(data).rename(Player(BENCE, "Bence"), "Benedek", "2026-06-01T00:00:00Z")
    return data, made


@pytest.fixture
def year(ui: UI, folder: tuple[Path, list[str]]) -> Iterator[tuple[Desk, list[str]]]:
    """The app on these games, and their record ids."""
    with desk(ui, folder[0]) as table:
        yield table, folder[1]


def go(table: Desk, screen: str, **args: Any) -> Any:
    """Open a screen over Home."""
    table.context.home()
    table.context.go(screen, **args)
    table.ui.frames(3)
    return table.screen


def reach(table: Desk, key: str) -> None:
    """Tap a row, wherever it is scrolled to."""
    table.screen.list.reveal(table.screen.rows[key])
    table.ui.frames(2)
    table.touch(table.screen.rows[key])


def words(widget: Any) -> str:
    """What a widget says, without what lies on it."""
    return " ".join(widget.texts())


def test_the_first_page_counts_games_players_and_hours_and_leads_on(year: tuple[Desk, list[str]]) -> None:
    table, made = year
    screen = go(table, "stats")
    assert {"8", "games played", "3", "players", "6 h 0 min", "at the table", "1", "shared victory"} <= {*table.texts()}
    assert words(screen.rows["game-aton"]).startswith("5 Aton")
    assert words(screen.rows["best-aton"]).startswith("45 Anna")
    assert "3 of 3" not in words(screen.rows[f"player-{ANNA}"]) and "50 %" in words(screen.rows[f"player-{ANNA}"])
    reach(table, "best-sobek")
    assert table.screen.name == "replay" and table.screen.game.header.id == made[7]
    table.context.back()
    table.ui.frames(3)
    reach(table, "game-sobek")
    assert table.screen.name == "game_stats" and table.shows("Sobek")


def test_a_game_deleted_from_its_replay_leaves_the_page_and_comes_back_by_the_toast(ui: UI, tmp_path: Path) -> None:
    with desk(ui, tmp_path) as table:
        for points in ((44, 38), (30, 40)):
            tell(table.context.journal, "aton", PAIR, points, "01-05")
        screen = go(table, "stats")
        reach(table, "best-aton")
        table.touch(table.screen.keys["more"])
        table.tap("Delete this game")
        assert table.screen is screen and words(screen.rows["best-aton"]).startswith("40 Bence")
        table.touch(screen.note.undo_button)
        assert words(screen.rows["best-aton"]).startswith("44 Anna") and screen.note is None


def test_many_players_lead_to_all_of_them_and_the_hours_say_of_how_many_games(ui: UI, tmp_path: Path) -> None:
    with desk(ui, tmp_path) as table:
        for i in range(5):
            names = (f"Player {2 * i}", f"Player {2 * i + 1}")
            tell(table.context.journal, "aton", names, (44, 38), f"0{i + 1}-05", played_s=0 if i == 4 else 3600)
        screen = go(table, "stats")
        assert {"10", "players", "4 h 0 min", "at the table in 4 games"} <= {*table.texts()}
        assert sum(key.startswith("player-") for key in screen.rows) == 8
        (months,) = (widget for widget in screen.walk() if isinstance(widget, Columns))
        assert months.items[-5:] == (("Jan", 1), ("Feb", 1), ("Mar", 1), ("Apr", 1), ("May", 1))
        assert screen.switch is None, "there are no practice games that it would add"
        reach(table, "players")
        assert table.screen.name == "players" and len(table.screen.known) == 10


def test_a_game_tells_closest_games_beginners_and_colours_of_as_many_players_as_are_chosen(
    ui: UI, tmp_path: Path
) -> None:
    with desk(ui, tmp_path) as table:
        journal = table.context.journal
        for i in range(5):
            tell(journal, "sobek", PAIR, (50 + i, 40), f"0{i + 1}-05", ordered=i < 4)
        three = tell(journal, "sobek", ("Anna", "Bence", "Kira"), (20, 30, 70), "06-05")
        screen = go(table, "game_stats", game="sobek", players=6)
        assert screen.players is None, "six have never played it"

        def winners(widget: Any) -> int:
            return sum(n for part in widget.walk() if isinstance(part, Columns) for _, n in part.items)

        assert (winners(screen), screen.keys[None].kind, screen.keys[2].kind) == (6, "lapis", "plain")
        assert words(screen.rows["close-0"]).startswith("by 10 points Closest game")
        told = inspect.texts(screen.list)
        assert "Who began is known of 5 of 6 games." in " ".join(told)
        # Anna began in five of them and won four.
        rates = [told[told.index(f"Went {place}") - 1] for place in ("first", "second", "third")]
        assert rates == ["80 %", "0 %", "1 of 1"]
        first, second, third = find_game("sobek").colours[:3]
        colours = [part.seat for part in screen.walk() if isinstance(part, BarRow) and part.seat and not part.leads]
        assert colours == [third, first, second], "Kira won one of one, Anna five of six, Bence none"
        table.touch(screen.keys[2])
        assert (winners(screen), screen.keys[2].kind) == (5, "lapis")
        assert "Who began is known of 4 of 5 games." in " ".join(inspect.texts(screen.list))
        table.touch(screen.keys[3])
        assert winners(screen) == 0, "of one game no columns are made"
        assert "Who began is known" not in " ".join(inspect.texts(screen.list))
        kira = go(table, "player_stats", player=KIRA)
        assert not table.shows("longest row of wins") and not table.shows("win rate")
        assert words(kira.rows[f"last-{three}"]).endswith("won")
        pair = go(table, "head_to_head", a=ANNA, b=KIRA)
        assert not any(isinstance(part, Lead) for part in pair.walk()), "one game is no course"
        history.delete(journal, three)
        pair = go(table, "head_to_head", a=ANNA, b=BENCE)
        assert any(isinstance(part, Lead) for part in pair.walk()) and "else" not in pair.rows
        history.purge(journal, three)
        for record in [row.id for row in journal.listed()]:
            journal.remove(record)
        reach(table, "game-sobek")
        table.context.back()
        table.context.screen._go("replay", {"record": three})
        assert table.screen.name == "trouble"


def test_a_seat_without_a_name_is_no_player_on_any_page(ui: UI, tmp_path: Path) -> None:
    with Journal.open(tmp_path / JOURNAL) as journal:
        for day in ("01-05", "01-06"):
            tell(journal, "aton", ("Anna", "Blue"), (30, 40), day)
    with desk(ui, tmp_path) as table:
        blue = player_id("Blue")
        assert f"player-{blue}" not in go(table, "stats").rows
        screen = go(table, "game_stats", game="aton")
        assert f"player-{blue}" not in screen.rows and f"player-{ANNA}" in screen.rows
        assert words(screen.rows["best-0"]).startswith("40 Blue")
        assert f"against-{blue}" not in go(table, "player_stats", player=ANNA).rows
        assert f"with-{blue}" not in go(table, "head_to_head", a=ANNA).rows


def test_lila_is_a_player_and_a_seat_without_a_name_speaks_the_language_of_the_table(ui: UI, tmp_path: Path) -> None:
    with Journal.open(tmp_path / JOURNAL) as journal:
        # The second one begins in Hungarian; Lila is a colour there and a name of people.
        tell(journal, "aton", ("Lila", "Kék"), (30, 40), "01-05")
        tell(journal, "aton", ("Anna", "Lila"), (30, 40), "01-06")
    lila = player_id("Lila")
    with desk(ui, tmp_path) as table:
        assert f"player-{lila}" in go(table, "stats").rows
        go(table, "player_stats", player=lila)
        assert table.shows("Red") and table.shows("Blue") and not table.shows("most often"), "once each"
        assert {one.player.name: one.games for one in everybody(table.context)} == {"Anna": 1, "Lila": 2}
        table.context.change(language="ru")
        go(table, "history")
        assert table.shows("Lila") and table.shows("Синий") and not table.shows("Kék")
        # Once something was said of somebody, it is a name in every language.
        Store(tmp_path).retire(Player(player_id("Kék"), "Kék"))
        go(table, "history")
        assert table.shows("Kék") and not table.shows("Синий")
        seats = [Seat("red", "Anna"), Seat("blue", "Anna"), Seat("green", "Bea")]
        assert table.context.shown_names(seats) == {"red": "Anna (Красный)", "blue": "Anna (Синий)", "green": "Bea"}


def test_a_name_that_was_typed_is_somebody_also_at_the_seat_of_that_colour(ui: UI, tmp_path: Path) -> None:
    with desk(ui, tmp_path) as table:
        tell(table.context.journal, "aton", ("Anna", "Blue"), (30, 40), "01-05")
        table.context.change(names=("Blue",))
        assert f"player-{player_id('Blue')}" in go(table, "stats").rows
        assert {one.player.name: one.games for one in everybody(table.context)} == {"Anna": 1, "Blue": 1}


def test_practice_counts_only_when_it_is_switched_in(year: tuple[Desk, list[str]]) -> None:
    table, _ = year
    screen = go(table, "stats")
    assert words(screen.rows["best-sobek"]).startswith("60 Kira")
    screen.list.offset = screen.list.reach
    table.ui.frames(2)
    scrolled = screen.list.offset
    table.touch(screen.switch)
    assert 0 < scrolled <= screen.list.offset, "it stays where it is scrolled to"
    assert words(screen.rows["game-sobek"]).startswith("4 Sobek")
    assert words(screen.rows["best-sobek"]).startswith("90 Anna")
    reach(table, "game-sobek")
    assert table.screen.with_practice and "4" in table.texts()


def test_a_game_tells_averages_records_colours_and_what_won_it(year: tuple[Desk, list[str]]) -> None:
    table, made = year
    screen = go(table, "game_stats", game="aton")
    # (44 + 40 + 40 + 41 + 45) / 5, and all ten scores added up by ten.
    assert {"5", "42", "34.8", "45 min"} <= {*table.texts()}
    told = inspect.texts(screen.list)
    assert told[told.index("Red") - 1] == "80 %" and told[told.index("Blue") - 1] == "40 %"
    assert "4 of 5 won, 1 of them shared" in told
    # Winners had 10, 2 and 3; the others 4, 8 and 0.
    assert {"5", "4", "A winner had more in 2 of 3 games"} <= {*told}
    assert words(screen.rows["close-0"]).startswith("Level at the end")
    reach(table, "close-0")
    assert table.screen.game.header.id == made[2]


def test_a_choice_of_the_number_of_players_leaves_the_others_out(year: tuple[Desk, list[str]]) -> None:
    table, _ = year
    journal = table.context.journal
    two = tell(journal, "sobek", ("Anna", "Kira"), (99, 1), "06-01")
    try:
        screen = go(table, "game_stats", game="sobek")
        assert list(screen.keys) == [None, 2, 3] and words(screen.rows["best-0"]).startswith("99")
        table.touch(screen.keys[3])
        assert words(screen.rows["best-0"]).startswith("60")
        table.touch(screen.keys[None])
        assert words(screen.rows["best-0"]).startswith("99")
    finally:
        journal.set_summary(two, encode(Stored("put_away", 0, "2026-06-01T18:00:00Z", {})))


def test_a_player_has_wins_places_colours_and_rivals_under_the_present_name(year: tuple[Desk, list[str]]) -> None:
    table, made = year
    screen = go(table, "player_stats", player=BENCE)
    assert table.shows("Benedek") and not table.shows("Bence ")
    assert {"8", "games", "2", "wins", "25 %"} <= {*table.texts()}
    # Three games are too few for a share.
    assert words(screen.rows["game-sobek"]) == "0 of 3 Sobek average 23.7, best 31"
    assert words(screen.rows["game-aton"]).startswith("40 % Aton 2 of 5 won, 1 of them shared, average 29.6")
    assert words(screen.rows[f"against-{ANNA}"]) == "8 games Anna ahead in 3, behind in 4, level in 1"
    # Of Aton the second and the third (shared) of five, of Sobek none of three; the newest last.
    (form,) = (part for part in screen.walk() if isinstance(part, Form))
    assert form.games == tuple((place, place == 1) for place in (2, 1, 1, 2, 2, 2, 2, 3))
    assert table.shows("longest row of wins") and table.shows("win rate")
    assert words(screen.rows[f"last-{made[2]}"]).endswith("won together")
    assert words(screen.rows[f"last-{made[6]}"]).endswith("place 2 of 3")
    (blue,) = (part for part in screen.walk() if isinstance(part, BarRow) and part.seat)
    assert words(blue) == "8 Blue 2 of 8 won, 1 of them shared"
    assert screen.rows[f"last-{made[2]}"].won and not screen.rows[f"last-{made[7]}"].won
    reach(table, f"last-{made[7]}")
    assert table.screen.name == "replay" and table.screen.game.header.id == made[7]
    table.context.back()
    table.ui.frames(3)
    reach(table, f"against-{ANNA}")
    assert table.screen.name == "head_to_head" and table.shows("Benedek and Anna")


def test_two_are_compared_and_another_can_be_chosen(year: tuple[Desk, list[str]]) -> None:
    table, made = year
    screen = go(table, "head_to_head", a=ANNA, b=BENCE)
    told = table.texts()
    assert {"4", "3", "level in 1 game"} <= {*told}
    assert words(screen.rows["game-aton"]) == "3 : 1 Aton 5 games, level in 1"
    assert words(screen.rows["game-sobek"]) == "1 : 2 Sobek 3 games"
    assert words(screen.rows[f"last-{made[7]}"]).startswith("25 : 10 Sobek ")
    assert words(screen.rows[f"last-{made[7]}"]).endswith("Anna ahead")
    assert words(screen.rows[f"last-{made[6]}"]).endswith("Benedek ahead")
    assert words(screen.rows[f"last-{made[2]}"]).endswith(", level")
    (lead,) = (part for part in screen.walk() if isinstance(part, Lead))
    assert lead.course == (0, 1, 0, 0, 1, 2, 1, 0, 1)
    reach(table, "else")
    assert table.shows("Compare Anna with")
    reach(table, f"with-{KIRA}")
    assert table.shows("Anna and Kira") and {"0", "3"} <= {*table.texts()}
    with_nobody = Player(player_id("Zoe"), "Zoe")
    change = Store(table.app.data).colour(with_nobody, "red")
    go(table, "head_to_head", a=ANNA, b=with_nobody.id)
    assert table.shows("Anna and Zoe") and table.shows("These two have not finished a game together yet.")
    Store(table.app.data).undo(change)


def test_two_names_of_forty_letters_have_room_upright(ui: UI, tmp_path: Path) -> None:
    names = ("Annamária Kovács-Szabó de Nagyvárad és K", "Константинополь Всеволодович Долгорукий")
    with desk(ui, tmp_path) as opened:
        tell(opened.context.journal, "aton", names, (40, 30), "05-01")
        opened.resize(480, 800)
        opened.context.change(text_size="large")
        go(opened, "head_to_head", a=player_id(names[0]), b=player_id(names[1]))
        assert [str(problem) for problem in inspect.problems()] == []


def test_the_knob_reaches_every_row(year: tuple[Desk, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = year
    for screen, args in (("stats", {}), ("game_stats", {"game": "aton"}), ("player_stats", {"player": ANNA}),
                         ("head_to_head", {"a": ANNA, "b": BENCE})):  # fmt: skip
        shown = go(table, screen, **args)
        assert check(table.ui, table, monkeypatch) >= len(shown.rows)


def test_an_older_game_is_read_again_while_the_page_is_shown(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    # However slow this machine is, it is not read before it was looked at.
    monkeypatch.setattr(stats_page, "BRING_S", 30.0)
    journal = app.context.journal
    record = play(journal, find_game("aton"), ["red", "blue"]).header.id
    stored = msgspec.json.decode(next(one.summary for one in journal.listed() if one.id == record), type=Stored)
    journal.set_summary(record, encode(msgspec.structs.replace(stored, told=0, parts=(), order=())))
    screen = go(app, "game_stats", game="aton")
    assert app.shows("1 older game to read") and not app.shows("What won it")
    app.context.home()
    app.ui.wait(31.0)
    assert history.behind(journal) == (record,), "nobody looks at it"

    def fails(*_: Any) -> None:
        raise InputError(T("Its rules are not here."))

    with monkeypatch.context() as broken:
        broken.setattr(history, "bring_up", fails)
        go(app, "game_stats", game="aton")
        app.ui.wait(31.0)
        assert app.screen.name == "game_stats" and not app.shows("older game")
        assert history.behind(journal) == (record,), "it is left as it is"
    screen = go(app, "game_stats", game="aton")
    app.ui.wait(31.0)
    assert not app.shows("older game") and history.behind(journal) == ()
    assert any(getattr(card, "title", "") == "What won it" for card in screen.walk())


def test_without_games_a_page_says_what_will_be_here(app: Desk) -> None:
    go(app, "stats")
    assert app.shows("Here you will see")
    go(app, "player_stats", player=ANNA)
    assert app.shows("No game of this player")


def test_small_numbers_are_counted_and_great_ones_shared() -> None:
    say = Language("en").say
    assert [say(rate_text(2, 3)), say(rate_text(0, 4)), say(rate_text(2, 5))] == ["2 of 3", "0 of 4", "40 %"]
    assert [say(beside(count)[1]) for count in (Count(3, 2), Count(3, 2, 1), Count(5, 2))] == [
        "", "2 of 3 won, 1 of them shared", "2 of 5 won",
    ]  # fmt: skip
    assert [say(average_text(n)) for n in (42.0, 34.84, -3.66, -0.04)] == ["42", "34.8", "−3.7", "0"]
    assert [say(length_text(s)) for s in (20, 2700, 5880, 72000)] == ["< 1 min", "45 min", "1 h 38 min", "20 h"]
    assert months_up_to("2026-02", 3) == ("2025-12", "2026-01", "2026-02")


def test_columns_are_round_ranges_without_gaps_and_bars_hold_what_is_below_0() -> None:
    assert bins((44, 40, 40, 41, 45)) == tuple(
        (n, n, k) for n, k in ((40, 2), (41, 1), (42, 0), (43, 0), (44, 1), (45, 1))
    )
    assert bins((-3, 12, 61)) == (
        (-10, -1, 1),
        (0, 9, 0),
        (10, 19, 1),
        *((n, n + 9, 0) for n in (20, 30, 40, 50)),
        (60, 69, 1),
    )
    span = Span.of((-5, 15))
    assert (span.at(-5), span.at(0), span.at(15)) == (0, 0.25, 1)
    assert Span.of((3, 4)).at(2) == 0.5
