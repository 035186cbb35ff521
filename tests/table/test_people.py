"""Who is who under which name: renames that count from a day on, merges for good, and a file that is never lost."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from companion.engine.errors import InputError
from companion.engine.header import Seat
from companion.table import people_acts as acts
from companion.table import people_file, people_store
from companion.table.people import (
    NAMESPACE,
    Alias,
    Group,
    People,
    Player,
    folded,
    player_id,
    sat_together,
)
from companion.table.people_merge import united
from companion.table.people_store import Store
from companion.table.roster import roster

EARLY, NOON, LATE = "2026-03-01T10:00:00Z", "2026-03-02T12:00:00Z", "2026-03-03T20:00:00Z"
ANNA, BENCE, CILI = (Player(player_id(name), name) for name in ("Anna", "Bence", "Cili"))


class Game(NamedTuple):
    """A game as lists know it."""

    seats: tuple[Seat, ...]
    started: str
    touched: str = ""


def game(started: str, *names: str) -> Game:
    colours = ("red", "blue", "green")
    return Game(tuple(Seat(colours[i], name) for i, name in enumerate(names)), started, started)


# names


def test_every_name_is_a_player_and_the_same_on_every_device() -> None:
    assert People().who("Anna", EARLY) == ANNA
    assert People().who("ANNA", EARLY).id == ANNA.id
    assert ANNA.id == str(uuid.uuid5(NAMESPACE, "anna"))
    assert folded("Zsófi") == folded("Zso\u0301fi") and player_id("Zsófi") == player_id("ZSO\u0301FI")
    assert People().who("Anna ", EARLY).id != People().who("Bence", EARLY).id


def test_a_rename_counts_for_games_begun_up_to_then_and_a_later_one_of_the_name_is_somebody_else() -> None:
    people = acts.rename(People(), ANNA, "Anna K.", NOON)
    assert people.who("Anna", EARLY).name == people.who("Anna", NOON).name == "Anna K."
    second = people.who("Anna", LATE)
    assert (second.name, second.id) == ("Anna", player_id("Anna", 2))
    assert people.who("Anna K.", LATE).id == ANNA.id
    assert people.names(game(EARLY, "anna", "Bence")) == {"red": "Anna K.", "blue": "Bence"}
    assert [seat.name for seat in people.seats(game(LATE, "Anna"))] == ["Anna"]


def test_renaming_back_needs_no_other_name_unless_somebody_bore_it_meanwhile() -> None:
    once = acts.rename(People(), ANNA, "Annus", EARLY)
    back = acts.rename(once, ANNA, "Anna", LATE)
    assert back.by_id[ANNA.id] == Player(ANNA.id, "Anna", (Alias("Annus", LATE),))
    cili = acts.rename(once, CILI, "Anna", EARLY)
    gone = acts.rename(cili, CILI, "Cilla", NOON)
    back = acts.rename(gone, ANNA, "Anna", LATE)
    assert [back.who("Anna", at).name for at in (EARLY, NOON, LATE)] == ["Anna", "Cilla", "Anna"]


def test_of_several_who_bore_a_name_the_one_who_gave_it_up_first_has_the_oldest_games() -> None:
    people = People(
        players=(Player("a", "Annus", (Alias("Anna", LATE),)), Player("c", "Cilla", (Alias("Anna", NOON),)))
    )
    assert [people.who("Anna", at).name for at in (EARLY, NOON, LATE)] == ["Cilla", "Cilla", "Annus"]


def test_only_the_way_it_is_written_changes_without_another_name() -> None:
    assert acts.rename(People(), ANNA, "ANNA", NOON).by_id[ANNA.id].also == ()
    assert acts.rename(People(), ANNA, "Anna", NOON) == People()


@pytest.mark.parametrize(
    ("people", "others"),
    [
        (acts.rename(People(), BENCE, "Kira", NOON), ()),
        (acts.merge(People(), BENCE, Player(player_id("Kira"), "Kira")), ()),
        (People(), (Player(player_id("kira"), "kira"),)),
    ],
)
def test_a_name_that_stands_for_somebody_else_is_refused(people: People, others: tuple[Player, ...]) -> None:
    with pytest.raises(InputError, match="Nothing has changed"):
        acts.rename(people, ANNA, "Kira", LATE, others)
    with pytest.raises(InputError, match="empty"):
        acts.rename(people, ANNA, " \u200b ", LATE)
    with pytest.raises(InputError, match="longer"):
        acts.rename(people, ANNA, "x" * 41, LATE)


def test_a_merge_makes_all_games_one_persons_and_can_be_taken_apart() -> None:
    renamed = acts.rename(People(), BENCE, "Ben", NOON)
    people = acts.merge(renamed, ANNA, BENCE)
    assert {people.who(name, LATE).name for name in ("Anna", "Ben")} == {"Anna"}
    assert people.who("Bence", EARLY).name == "Anna" and people.who("Bence", LATE).name == "Bence"
    apart = acts.split(people, ANNA, "ben")
    assert apart.who("Ben", LATE).id == player_id("Ben")
    with pytest.raises(InputError, match="no other name"):
        acts.split(apart, ANNA, "ben")


def test_nobody_is_merged_with_themselves() -> None:
    with pytest.raises(InputError, match="one person already"):
        acts.merge(People(), ANNA, ANNA)


def test_a_merge_takes_over_groups_colour_and_that_they_come() -> None:
    people = acts.add_group(People(), "g", "Thursday", [ANNA, CILI, BENCE])
    people = acts.colour(acts.retire(people, ANNA), BENCE, "red")
    merged = acts.merge(people, ANNA, BENCE)
    kept = merged.by_id[ANNA.id]
    assert (kept.colour, kept.retired, merged.groups[0].members) == ("red", False, (ANNA.id, CILI.id))


def test_two_at_one_table_are_counted_before_they_are_merged() -> None:
    games = [game(EARLY, "Anna", "Bence"), game(LATE, "Anna", "Cili"), game(LATE, "anna", "Bence", "Anna")]
    assert sat_together(games, People(), ANNA.id, BENCE.id) == 2


# everybody


def test_the_roster_holds_everybody_once_whoever_played_last_first() -> None:
    people = acts.retire(acts.merge(People(), ANNA, Player(player_id("Ana"), "Ana")), CILI)
    games = [game(LATE, "Anna", "Bence"), game(NOON, "Red", "Ana"), game(EARLY, "Anna", "anna", "Dóra")]
    found = roster(games, people, ("Kira", "Bence", "ana"), {("red", "red")})
    assert [(one.player.name, one.games, one.last) for one in found] == [
        ("Anna", 3, LATE),
        ("Bence", 1, LATE),
        ("Dóra", 1, EARLY),
        ("Kira", 0, ""),
        ("Cili", 0, ""),
    ]


def test_two_seats_of_one_name_are_one_game_of_a_player_nothing_was_said_of() -> None:
    assert [(one.player.name, one.games) for one in roster([game(NOON, "kati", "Kati")], People())] == [("Kati", 1)]


def test_an_older_name_typed_once_lists_nobody_again() -> None:
    people = acts.rename(People(), ANNA, "Annus", NOON)
    assert [one.player.name for one in roster([game(EARLY, "Anna")], people, ("Anna",))] == ["Annus"]
    later = roster([game(LATE, "Anna"), game(EARLY, "Anna")], people, ("Anna",))
    assert [one.player.name for one in later] == ["Anna", "Annus"]


# groups


def test_a_group_keeps_its_order_and_its_name_is_free() -> None:
    people = acts.add_group(People(), "g", "Thursday", [BENCE, ANNA])
    assert [member.name for member in people.members(people.groups[0])] == ["Bence", "Anna"]
    with pytest.raises(InputError, match="already"):
        acts.add_group(people, "h", "THURSDAY")
    people = acts.rename_group(people, "g", "THURSDAY")
    assert people.groups[0].name == "THURSDAY"
    people = acts.rename_group(acts.set_members(people, "g", [CILI, BENCE]), "g", "Friday")
    assert (people.groups[0].name, people.groups[0].members) == ("Friday", (CILI.id, BENCE.id))
    gone = acts.remove_group(people, "g")
    assert gone.groups == () and len(gone.players) == 3
    with pytest.raises(InputError, match="not there any more"):
        acts.set_members(gone, "g", [ANNA])


# two devices


def test_two_devices_together_hold_nobody_twice() -> None:
    ours = acts.colour(acts.rename(People(), ANNA, "Annus", NOON), BENCE, "red")
    theirs = acts.merge(acts.rename(People(), ANNA, "Anna K.", EARLY), BENCE, CILI)
    theirs = acts.colour(acts.add_group(theirs, "g", "Thursday", [ANNA, BENCE]), BENCE, "blue")
    both = united(ours, theirs)
    both.check()
    assert [player.name for player in both.players] == ["Annus", "Bence"]
    assert both.who("Anna K.", LATE).name == both.who("Anna", NOON).name == "Annus"
    assert both.who("Cili", LATE).name == "Bence" and both.by_id[BENCE.id].colour == "red"
    assert both.groups[0].members == (ANNA.id, BENCE.id)
    assert united(both, theirs) == both == united(both, ours)
    assert united(ours, People()) == ours and united(People(), theirs) == theirs


def test_a_former_name_of_theirs_takes_no_games_of_somebody_called_so_here() -> None:
    ours = acts.colour(People(), ANNA, "red")
    theirs = acts.rename(acts.rename(People(), CILI, "Anna", EARLY), Player(CILI.id, "Anna"), "Cili", LATE)
    assert theirs.who("Anna", NOON).id == CILI.id
    for both in (united(ours, theirs), united(acts.colour(ours, CILI, "blue"), theirs)):
        assert both.who("Anna", NOON).id == ANNA.id
    assert united(People(), theirs) == theirs


def test_a_player_of_another_id_is_found_by_name_and_a_taken_name_stays_ours() -> None:
    ours = acts.colour(acts.colour(People(), ANNA, "red"), CILI, "blue")
    theirs = People(
        players=(Player("x", "ANNA", (Alias("Cili"), Alias("Panna"))),), groups=(Group("g", "Thursday", ("x",)),)
    )
    both = united(ours, theirs)
    both.check()
    assert both.by_id[ANNA.id].also == (Alias("Panna"),)
    assert both.groups == (Group("g", "Thursday", (ANNA.id,)),)
    # What theirs has made one with a name of ours is ours; and a group of a name that is here stays as it is here.
    new = People(players=(Player("y", "Dóra", (Alias("Cili"),)),), groups=(Group("h", "THURSDAY", ("y",)),))
    more = united(both, new)
    more.check()
    assert more.by_id[CILI.id].also == (Alias("Dóra"),) and more.groups == both.groups


# the file


def test_acts_are_stored_and_taken_back_unless_something_was_said_since(tmp_path: Path) -> None:
    store = Store(tmp_path)
    change = store.rename(ANNA, "Annus", NOON)
    assert people_file.load(tmp_path).people == change.after != change.before == People()
    store.undo(change)
    assert people_file.glance(tmp_path) == People()
    change = store.retire(ANNA)
    store.colour(ANNA, "red")
    with pytest.raises(InputError, match="meanwhile"):
        store.undo(change)
    assert people_file.glance(tmp_path).by_id[ANNA.id].retired


def test_what_is_stored_is_read_back_and_its_mark_tells_of_every_change(tmp_path: Path) -> None:
    store = Store(tmp_path)
    marks = [people_file.mark(tmp_path)]
    store.merge(ANNA, BENCE)
    marks.append(people_file.mark(tmp_path))
    store.add_group("Thursday", [ANNA, CILI])
    marks.append(people_file.mark(tmp_path))
    assert len(set(marks)) == 3
    people = people_file.glance(tmp_path)
    assert people_file.read(people_file.encoded(people)) == people
    assert people.by_id[ANNA.id].also == (Alias("Bence"),)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (b"{", "JSON"),
        (b'{"version": 1, "strange": 1}', "strange"),
        (b'{"players": [{"id": "a", "name": "A"}, {"id": "b", "name": "a"}]}', "twice"),
        (b'{"players": [{"id": "a", "name": "A"}, {"id": "a", "name": "B"}]}', "same id"),
        (b'{"groups": [{"id": "g", "name": "G", "members": ["nobody"]}]}', "not listed"),
        (b'{"players": [{"id": "a", "name": "A", "also": [{"name": "B", "until": "soon"}]}]}', "until"),
        (b"\xff", "UTF-8"),
    ],
)
def test_a_broken_file_is_kept_aside_and_the_one_before_is_used(tmp_path: Path, written: bytes, said: str) -> None:
    store = Store(tmp_path)
    first = store.colour(ANNA, "red").after
    store.colour(ANNA, "blue")
    (tmp_path / "people.json").write_bytes(written)
    with pytest.raises(InputError) as error:
        people_file.read(written)
    assert said in str(error.value.text)
    loaded = people_file.load(tmp_path)
    assert (loaded.people, len(loaded.notices), loaded.fault) == (first, 1, None)
    assert (tmp_path / "people-broken-1.json").read_bytes() == written
    assert people_file.load(tmp_path) == people_file.Loaded(first)
    assert store.colour(ANNA, "green").before == first


def test_a_newer_file_is_read_as_far_as_can_be_and_left_alone(tmp_path: Path) -> None:
    newer = {
        "version": 2,
        "players": [
            {"id": "a", "name": "Anna", "also": [{"name": "Ana", "since": 3}, 7], "portrait": "x"},
            {"id": "b", "name": ["new"]},
            "strange",
            {"id": "c", "name": "ana"},
        ],
        "groups": [{"id": "g", "name": "Thursday", "members": ["a", "z"], "evening": 4}],
    }
    path = tmp_path / "people.json"
    path.write_bytes(msgspec.json.encode(newer))
    loaded = people_file.load(tmp_path)
    assert loaded.newer and loaded.people == people_file.glance(tmp_path)
    assert loaded.people.players == (Player("a", "Anna", (Alias("Ana"),)),)
    assert [member.name for member in loaded.people.members(loaded.people.groups[0])] == ["Anna"]
    with pytest.raises(InputError, match="newer"):
        Store(tmp_path).retire(ANNA)
    assert msgspec.json.decode(path.read_bytes()) == newer


def test_a_full_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    before = store.colour(ANNA, "red").after

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(people_store, "write_safely", full)
    with pytest.raises(InputError, match="full"):
        store.retire(ANNA)
    assert people_file.glance(tmp_path) == before


def test_a_thousand_games_of_two_hundred_players_are_told_by_a_table_of_names(tmp_path: Path) -> None:
    everybody = [Player(player_id(f"P{i}"), f"P{i}") for i in range(200)]
    people = acts.add_group(People(), "g", "All", everybody)
    people.check()
    games = [game(EARLY, f"P{i % 200}", f"P{(i + 7) % 200}", "New") for i in range(1000)]
    found = roster(games, people)
    assert (len(found), sum(one.games for one in found)) == (201, 3000)
