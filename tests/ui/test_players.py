"""Players and groups by touch: renamed, merged, taken apart, retired, seated together, and every act taken back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.games import find_game
from companion.table import people_file
from companion.table.people import Player, player_id
from companion.table.people_store import Store
from companion.table.times import now_text
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.machine_shots import PIN, type_pin
from tests.kit.many_games import many
from tests.kit.ui import UI

ANNA, KIRA, MARTON = player_id("Anna"), player_id("Kira"), player_id("Márton")
NAMES = ("Anna", "Márton", "Kira", "Дора", "Ilka", "Zsófi", "田中")


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    with desk(ui, tmp_path) as opened:
        many(opened.context.journal, 12, kinds=("aton", "tutankhamen"), names=NAMES)
        yield opened


def type_name(table: Desk, name: str) -> None:
    while table.screen.typed:
        table.touch(table.screen.keyboard.key("back"))
    for letter in name:
        table.touch(table.screen.keyboard.key(letter))
    table.touch(table.screen.keyboard.key("ok"))


def says(table: Desk, words: str) -> bool:
    """Whether `words` stand on the screen, over however many lines."""
    return words in " ".join(table.texts())


def open_player(table: Desk, player: str) -> None:
    table.context.home()
    table.ui.frames(2)
    table.tap("Players")
    table.touch(table.screen.row(player))
    assert table.screen.name == "player"


def act(table: Desk, row: str) -> None:
    if table.screen.note is not None:
        # What it covers is not pressed through it.
        table.touch(table.screen.note)
    table.screen.list.reveal(table.screen.rows[row])
    table.ui.frames(2)
    table.touch(table.screen.rows[row])


def known(table: Desk) -> dict[str, int]:
    from companion.ui.everybody import everybody

    return {one.player.name: one.games for one in everybody(table.context)}


def test_a_rename_keeps_the_games_and_is_taken_back_with_the_toast(table: Desk) -> None:
    before = known(table)
    assert sum(before.values()) > 20 and before["Anna"]
    open_player(table, ANNA)
    act(table, "name")
    type_name(table, "annus")
    assert table.screen.name == "player"
    assert says(table, "Anna is called Annus from now on.")
    assert known(table)["Annus"] == before["Anna"] and "Anna" not in known(table)
    assert table.context.people().by_id[ANNA].name == "Annus", "the player keeps the id"
    assert table.screen.list.y >= table.screen.note.top, "it covers no row"
    assert table.screen.note.hurries, "somebody may want to take it back: the screen stays lit"
    table.touch(table.screen.note.undo_button)
    assert known(table) == before
    act(table, "name")
    type_name(table, "kira")
    assert table.screen.name == "trouble" and says(table, "merge them")
    assert known(table) == before


def test_a_rename_keeps_games_that_were_begun_while_the_clock_ran_ahead(table: Desk) -> None:
    late = datetime(2099, 1, 1, tzinfo=UTC)
    many(table.context.journal, 2, kinds=("aton",), names=("Anna", "Kira"), since=late, seed=4)
    games = known(table)["Anna"]
    open_player(table, ANNA)
    act(table, "name")
    type_name(table, "annus")
    assert known(table)["Annus"] == games and "Anna" not in known(table)


def test_a_player_leads_to_their_games_alone(table: Desk) -> None:
    games = known(table)["Anna"]
    open_player(table, ANNA)
    act(table, "games")
    assert table.screen.name == "history" and len(table.screen.found) == games < len(table.screen.games)


def test_the_toast_goes_after_ten_seconds_and_stays_over_a_redraw(table: Desk) -> None:
    open_player(table, ANNA)
    act(table, "retire")
    assert says(table, "Anna comes no more.")
    table.ui.wait(6)
    table.screen.relayout()
    table.ui.frames(2)
    assert says(table, "Anna comes no more.")
    table.ui.wait(4.2)
    assert not says(table, "Anna comes no more.")
    act(table, "return")
    assert says(table, "Anna comes again.")
    # Put away by a finger, or taken back, it is not there again after a redraw.
    table.screen.note.dismiss()
    table.screen.relayout()
    assert table.screen.note is None
    act(table, "retire")
    table.touch(table.screen.note.undo_button)
    assert table.screen.note is None
    table.touch(table.screen.rows["colour"].keys[""])
    assert table.screen.note is None, "what changes nothing says nothing"


def test_two_names_become_one_person_and_are_taken_apart_again(table: Desk) -> None:
    journal = table.context.journal
    many(journal, 2, kinds=("aton",), names=("Ana", "Bea"), seed=3)
    before = known(table)
    open_player(table, player_id("Ana"))
    page = table.screen
    act(table, "merge")
    assert page.player_id not in [one.player.id for one in table.screen.known], "nobody is merged with themselves"
    table.touch(table.screen.row(ANNA))
    assert page.dialog.action_label == "Merge"
    table.touch(page.dialog.action_button)
    assert (table.screen.name, table.screen.player_id) == ("player", ANNA)
    assert known(table)["Anna"] == before["Anna"] + 2 and "Ana" not in known(table)
    act(table, "also Ana ")
    assert known(table) == before
    table.touch(table.screen.note.undo_button)
    assert known(table)["Anna"] == before["Anna"] + 2
    # A page of somebody who was merged meanwhile is that of the one who has their name now.
    Store(table.app.data).merge(Player(KIRA, "Kira"), Player(ANNA, "Anna"))
    table.screen.relayout()
    assert (table.screen.player_id, table.screen.called) == (KIRA, "Kira")


def test_whoever_sat_at_one_table_is_merged_by_holding_only(table: Desk) -> None:
    open_player(table, ANNA)
    page = table.screen
    act(table, "merge")
    table.touch(table.screen.row(KIRA))
    dialog = page.dialog
    assert dialog.hold and says(table, "hardly one person")
    table.touch(dialog.action_button)
    assert KIRA not in table.context.people().by_id
    table.ui.hold(dialog.action_button)
    table.ui.frames(3)
    assert table.context.people().holder("Anna").id == KIRA
    assert table.screen.player_id == KIRA
    table.touch(table.screen.note.undo_button)
    assert table.context.people().holder("Anna") is None


def test_a_group_is_named_filled_in_order_and_removed_with_a_way_back(table: Desk) -> None:
    table.tap("Players")
    table.touch(table.screen.row("groups"))
    assert says(table, "“Thursday” perhaps")
    table.touch(table.screen.add)
    type_name(table, "thursday")
    assert table.screen.name == "group"
    for player in (KIRA, ANNA, MARTON):
        table.touch(table.screen.row(player))
    table.touch(table.screen.row(ANNA))
    group = table.context.people().groups[0]
    assert (group.name, group.members) == ("Thursday", (KIRA, MARTON))
    assert table.screen.row(MARTON).number == 2 and "2" in table.screen.row(MARTON).texts()
    table.touch(table.screen.buttons[1])
    type_name(table, "friday")
    assert table.screen.name == "group" and says(table, "Thursday is called Friday from now on.")
    assert table.context.people().groups[0].name == "Friday"
    table.touch(table.screen.note.undo_button)
    for name in ("kira", "lia"):
        table.touch(table.screen.buttons[0])
        type_name(table, name)
    assert table.context.people().groups[0].members == (KIRA, MARTON, player_id("Lia"))
    table.touch(table.screen.buttons[2])
    assert (table.screen.name, table.context.people().groups) == ("groups", ())
    table.touch(table.screen.note.undo_button)
    assert table.context.people().groups[0].name == "Thursday"
    table.context.home()
    table.ui.frames(2)
    table.tap("Players")
    assert says(table, "Kira, Márton, Lia")
    # Those who belong to it come first; of the others nobody who comes no more.
    for name in ("Lia", "Anna"):
        Store(table.app.data).retire(Player(player_id(name), name))
    Store(table.app.data).colour(Player(KIRA, "Kira"), "blue")
    table.context.go("group", group=table.context.people().groups[0].id)
    table.ui.frames(2)
    assert [one.player.name for one in table.screen.known[:3]] == ["Kira", "Márton", "Lia"]
    assert ANNA not in [one.player.id for one in table.screen.known]
    assert (table.screen.row(KIRA).colour, table.screen.row(MARTON).colour) == ("blue", "")
    for name in ("A", "B", "C"):
        Store(table.app.data).add_group(name)
    table.context.back()
    players = table.screen
    first = players.known[0].player
    Store(table.app.data).retire(first)
    players.relayout()
    assert [key for key, _ in players.made][:2] == ["groups", players.known[0].player.id]
    assert [one.player.retired for one in players.known] == [False] * (len(players.known) - 3) + [True] * 3
    table.context.go("player", player=player_id("Lia"), name="Lia")
    assert "games" not in table.screen.rows, "she has played none"


def grouped(table: Desk, *names: str, retired: str = "") -> None:
    store = Store(table.app.data)
    people = [Player(player_id(name), name) for name in names]
    store.add_group("Thursday", people, "g")
    if retired:
        store.retire(Player(player_id(retired), retired))


def test_a_group_sits_down_with_one_tap_in_its_order_and_stands_up_again(table: Desk) -> None:
    grouped(table, "Kira", "Anna", "Márton", "Ilka", retired="Márton")
    Store(table.app.data).colour(Player(KIRA, "Kira"), "blue")
    Store(table.app.data).colour(Player(ANNA, "Anna"), "blue")
    table.context.go("new_game", game=find_game("tutankhamen"))
    table.ui.frames(3)
    table.touch(table.screen.group)
    assert table.screen.name == "new_game"
    seated = [(place, chair.name, chair.colour) for place, chair in table.screen.draft.chairs.items()]
    assert seated == [("w0", "Kira", "blue"), ("n0", "Anna", "red"), ("e0", "Ilka", "green")]
    table.touch(table.screen.note.undo_button)
    assert [chair.name for chair in table.screen.draft.chairs.values()] == ["", ""]


def test_a_former_name_typed_into_a_group_asks_who_is_meant(table: Desk) -> None:
    grouped(table, "Kira")
    Store(table.app.data).rename(Player(ANNA, "Anna"), "Annus", now_text())
    table.context.go("group", group="g")
    table.ui.frames(3)
    for answer, members in (("action_button", [KIRA, ANNA]), ("safe_button", [KIRA, ANNA, player_id("Anna", 2)])):
        table.tap("Type a name")
        screen = table.context._stack[-2]
        type_name(table, "anna")
        assert says(table, "Anna is called Annus now. The same person?")
        table.touch(getattr(screen.dialog, answer))
        assert table.screen is screen and screen.members == members


def test_of_a_group_that_comes_no_more_it_is_said_and_can_be_read(table: Desk) -> None:
    grouped(table, "Kira", retired="Kira")
    table.context.go("group", group="g")
    table.ui.frames(3)
    assert says(table, "comes no more") and [str(problem) for problem in inspect.problems()] == []
    table.context.go("new_game", game=find_game("aton"))
    table.ui.frames(3)
    table.touch(table.screen.group)
    assert table.screen.name == "trouble" and says(table, "All of Thursday come no more.")


def test_of_a_group_larger_than_the_game_somebody_sits_out(table: Desk) -> None:
    grouped(table, "Kira", "Anna", "Márton")
    table.context.go("new_game", game=find_game("aton"))
    table.ui.frames(3)
    table.touch(table.screen.group)
    assert table.screen.name == "seat_group"
    assert table.screen.sit.kind == "off" and says(table, "1 sits out still")
    table.touch(table.screen.list.at(1))
    assert says(table, "sits out") and table.screen.sit.kind == "primary"
    for i in (0, 2, 1):
        table.touch(table.screen.list.at(i))
    assert table.screen.sit.kind == "primary" and table.screen.list.at(1).number == 1
    table.touch(table.screen.list.at(1))
    assert table.screen.sit.kind == "off", "nobody plays"
    for i in (2, 0):
        table.touch(table.screen.list.at(i))
    table.touch(table.screen.sit)
    assert [chair.name for chair in table.screen.draft.chairs.values()] == ["Kira", "Márton"]


def test_which_group_plays_is_asked_with_those_who_still_come(table: Desk) -> None:
    grouped(table, "Kira", "Anna", "Márton", retired="Anna")
    Store(table.app.data).add_group("Friday", [Player(MARTON, "Márton")], "f")
    table.context.go("new_game", game=find_game("tutankhamen"))
    table.ui.frames(3)
    table.touch(table.screen.group)
    row = table.screen.list.at(0)
    assert (row.detail, row.note) == ("Kira, Márton", "2 players")


def test_of_two_groups_the_chosen_one_is_filled_and_sits_down(table: Desk) -> None:
    grouped(table, "Kira", "Anna")
    table.context.go("groups")
    table.ui.frames(2)
    table.touch(table.screen.add)
    type_name(table, "friday")
    assert table.screen.group.name == "Friday"
    for player in (MARTON, player_id("Ilka")):
        table.touch(table.screen.row(player))
    table.context.go("new_game", game=find_game("aton"))
    table.ui.frames(3)
    table.touch(table.screen.group)
    assert (table.screen.name, table.screen.practice) == ("seat_group", False)
    table.screen.draft.practice = True
    assert table.screen.practice
    table.touch(table.screen.list.at(1))
    assert [chair.name for chair in table.screen.draft.chairs.values()] == ["Márton", "Ilka"]


def test_a_group_smaller_than_the_game_leaves_a_seat_to_fill(table: Desk) -> None:
    grouped(table, "Kira")
    table.context.go("new_game", game=find_game("aton"))
    table.ui.frames(3)
    table.touch(table.screen.group)
    assert table.screen.start.kind == "off" and says(table, "1 more player needed")


def test_a_liked_colour_is_taken_where_it_is_free_and_was_not_chosen_by_hand(table: Desk) -> None:
    Store(table.app.data).colour(Player(KIRA, "Kira"), "blue")
    Store(table.app.data).colour(Player(ANNA, "Anna"), "blue")
    table.context.go("new_game", game=find_game("aton"))
    table.ui.frames(3)
    for place, name in (("w0", "Kira"), ("e0", "Anna")):
        table.touch(table.screen.chips[place])
        table.touch(table.screen.names[name])
    draft = table.screen.draft
    assert {chair.name: chair.colour for chair in draft.chairs.values()} == {"Kira": "blue", "Anna": "red"}
    table.touch(table.screen.chips["w0"])
    table.touch(table.screen.colours["red"])
    table.touch(table.screen.names["Kira"])
    assert draft.chairs["w0"].colour == "red"
    # By hand first: it stays, although nobody has the other one.
    table.context.replace("new_game", game=find_game("aton"))
    table.ui.frames(3)
    table.touch(table.screen.chips["w0"])
    table.touch(table.screen.colours["red"])
    table.touch(table.screen.names["Kira"])
    assert table.screen.draft.chairs["w0"].colour == "red"


def test_a_typed_name_asks_who_is_meant_where_that_is_not_plain(table: Desk) -> None:
    store = Store(table.app.data)
    store.retire(Player(KIRA, "Kira"))
    store.rename(Player(player_id("Ilka"), "Ilka"), "Ili", "2026-12-01T00:00:00Z")
    table.context.go("new_game", game=find_game("tutankhamen"))
    table.ui.frames(3)
    table.touch(table.screen.chips["w0"])
    assert "Kira" not in table.screen.names and "Ili" in table.screen.names
    page = table.screen
    table.touch(table.screen.type)
    type_name(table, "kira")
    assert says(table, "Back at the table?")
    table.touch(page.dialog.safe_button)
    assert table.screen.name == "name_entry" and table.context.people().by_id[KIRA].retired
    table.touch(table.screen.keyboard.key("ok"))
    table.touch(page.dialog.action_button)
    assert table.screen.draft.chairs["w0"].name == "Kira" and not table.context.people().by_id[KIRA].retired
    table.touch(table.screen.chips["e0"])
    page = table.screen
    table.touch(table.screen.type)
    type_name(table, "kira")
    assert says(table, "Are they two people?")
    table.touch(page.dialog.safe_button)
    type_name(table, "ilka")
    assert says(table, "Ilka is called Ili now. The same person?")
    table.touch(page.dialog.action_button)
    assert table.screen.draft.chairs["e0"].name == "Ili"


def test_behind_the_lock_one_plays_and_looks_but_changes_nobody(table: Desk) -> None:
    grouped(table, "Kira", "Anna")
    table.context.lock.seal(PIN)
    open_player(table, ANNA)
    assert set(table.screen.rows) == {"stats", "games", "change"}
    act(table, "change")
    assert table.screen.name == "pin"
    type_pin(table, PIN)
    assert table.screen.name == "player_change"
    assert set(table.screen.rows).isdisjoint({"stats", "games"}), "they are free, and not behind the lock"
    act(table, "retire")
    assert table.context.people().by_id[ANNA].retired
    table.context.back()
    table.context.back()
    table.ui.frames(2)
    table.touch(table.screen.row("g"))
    assert table.screen.name == "pin"
    table.context.home()
    table.context.go("new_game", game=find_game("aton"))
    table.ui.frames(3)
    table.touch(table.screen.group)
    assert table.screen.draft.chairs["s0"].name == "Kira"


def test_a_broken_file_is_told_once_and_everybody_is_there(ui: UI, tmp_path: Path) -> None:
    (tmp_path / "people.json").write_text("{")
    with desk(ui, tmp_path) as opened:
        assert opened.screen.name == "trouble" and opened.shows("people-broken-1.json")
    assert people_file.load(tmp_path).notices == ()


def test_two_hundred_players_are_listed_and_an_undrawable_name_has_a_row(table: Desk) -> None:
    store = Store(table.app.data)
    store.add_group("Everybody", [Player(player_id(f"P{i}"), f"P{i}") for i in range(200)])
    table.tap("Players")
    assert len(table.screen.known) == 200 + len(NAMES)
    assert len(table.screen.list.rows) < 15
    table.touch(table.screen.stats)
    assert table.screen.name == "stats"
    table.context.back()
    table.ui.frames(2)
    table.touch(table.screen.row(player_id("P199")))
    assert table.screen.player.name == "P199"
    table.context.back()
    table.ui.frames(2)
    table.touch(table.screen.row(player_id("田中")))
    assert says(table, "…")
