"""What every game tells the camera fits its board, its box and its rules, and never tells more than the table sees."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec
import pytest

from companion.engine.box import Box
from companion.engine.game import Game, Move
from companion.engine.sight import BACK, EMPTY, MATS, Plan, Spot
from companion.games import game_ids
from companion.table.seen import differences, explain
from tests.generic.tables import TABLES, Table, games, nodes, walk
from tests.generic.test_twins import deals_twins, forked
from tests.kit.readings import of_labels

SEEING = [game for game in games() if game.sight is not None]
ids = [game.id for game in SEEING]
REAL = [game for game in SEEING if game.id in game_ids()]
BOXES = [(game, box) for game in SEEING for box in (game.box, game.practice) if box is not None]
PRINTED = pytest.mark.parametrize(
    ("game", "box"),
    [(game, box) for game, box in BOXES if game in REAL],
    ids=[game.id for game, _ in BOXES if game in REAL],
)
EVERY_BOX = pytest.mark.parametrize(
    ("game", "box"), BOXES, ids=[f"{game.id}{'' if box is game.box else '-practice'}" for game, box in BOXES]
)
OFF_THE_SCREEN = {"aton": ("track:", "order:")}
"""Places of the table that the screen has no target for: its score strip and its keys stand for them."""


def chosen() -> list[Table]:
    """Of every game that sees: the smallest table with each box, and the largest table."""
    found = []
    for game in SEEING:
        tables = [table for table in TABLES if table.game.id == game.id and table.game.sight is not None]
        smallest = [table for table in tables if len(table.seats) == game.seat_range[0]]
        found += [smallest[0], *(table for table in smallest if table.box is not None)]
        found += tables[-1:]
    return list({table.name: table for table in found}.values())


WATCHED = pytest.mark.parametrize("table", chosen(), ids=lambda table: table.name)


def box_of(table: Table) -> Box:
    return table.box or table.game.box


def sight_of(game: Game[Any]) -> Any:
    assert game.sight is not None
    return game.sight


def plan_at(table: Table, state: Any) -> Plan:
    """The plan with what the table has told in this game."""
    game, box = table.game, box_of(table)
    found: Plan = sight_of(game).plan(box.with_overrides(game.learned(state)))
    return found


def truth(game: Game[Any], state: Any) -> dict[str, str]:
    """What a perfect reading says: each place of which only one thing is right."""
    return {spot: labels[0] for spot, labels in sight_of(game).shows(state).items() if len(labels) == 1}


# the plan


def test_every_game_has_a_mat_of_its_own() -> None:
    mats = {game.id: sight_of(game).plan(game.box).mat for game in SEEING}
    assert sorted(set(mats.values())) == sorted(mats.values())
    assert all(0 <= mat < MATS for mat in mats.values())


@EVERY_BOX
def test_what_can_lie_in_a_place_is_a_look_of_its_kind(game: Game[Any], box: Box) -> None:
    plan = sight_of(game).plan(box)
    assert len({spot.id for spot in plan.spots}) == len(plan.spots)
    assert len({look.id for look in plan.looks}) == len(plan.looks)
    for spot in plan.spots:
        assert len(set(spot.labels)) == len(spot.labels) > 0, spot.id
        assert EMPTY not in spot.labels
        for label in spot.labels:
            look = plan.look(label)
            assert look is not None, (spot.id, label)
            assert look.kind == spot.kind, (spot.id, label)
        assert spot.turned in range(4)
    assert (plan.path is not None) == any(spot.kind == "tile" for spot in plan.spots)


@pytest.mark.parametrize("game", SEEING, ids=ids)
def test_nothing_is_taught_that_can_lie_nowhere(game: Game[Any]) -> None:
    plans = [sight_of(game).plan(box) for _, box in (pair for pair in BOXES if pair[0] is game)]
    used = {label for plan in plans for spot in plan.spots for label in spot.labels}
    # A box without a survey knows fewer places, of the same things.
    assert {look.id for plan in plans for look in plan.looks} == used


def edges(spot: Spot) -> tuple[float, float, float, float]:
    x, y, width, height = spot.at
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def overlapping(one: Spot, other: Spot) -> bool:
    left, top, right, bottom = edges(one)
    left2, top2, right2, bottom2 = edges(other)
    return min(right, right2) - max(left, left2) > 0.01 and min(bottom, bottom2) - max(top, top2) > 0.01


@EVERY_BOX
def test_places_lie_in_the_field_and_apart(game: Game[Any], box: Box) -> None:
    plan = sight_of(game).plan(box)
    width, height = plan.field
    for spot in plan.spots:
        left, top, right, bottom = edges(spot)
        assert left >= 0 and top >= 0 and right <= width and bottom <= height, spot.id
        assert min(spot.at[2:]) >= 8, spot.id  # smaller ones can't be read
    flat = [spot for spot in plan.spots if spot.kind != "cover"]
    for group in (flat, [spot for spot in plan.spots if spot.kind == "cover"]):
        assert [(one.id, other.id) for one, other in combinations(group, 2) if overlapping(one, other)] == []


@PRINTED
def test_the_stand_in_board_is_drawn_inside_the_field(game: Game[Any], box: Box) -> None:
    plan = sight_of(game).plan(box)
    assert plan.shapes
    for shape in plan.shapes:
        x, y, width, height = shape.at
        assert x - width / 2 >= -0.01 and y - height / 2 >= -0.01, shape
        assert x + width / 2 <= plan.field[0] + 0.01 and y + height / 2 <= plan.field[1] + 0.01, shape
        for colour in (shape.fill, shape.line):
            assert colour == "" or re.fullmatch(r"#[0-9a-f]{6}", colour)
        assert shape.fill or shape.line or shape.text


@EVERY_BOX
def test_a_plan_is_the_same_each_time_and_can_be_written_as_json(game: Game[Any], box: Box) -> None:
    plan = sight_of(game).plan(box)
    assert plan == sight_of(game).plan(box)
    written = msgspec.json.decode(msgspec.json.encode(plan))
    assert [tuple(spot["at"]) for spot in written["spots"]] == [spot.at for spot in plan.spots]


def targets(game: Game[Any]) -> set[str]:
    """Everything that decisions, logs, check-lists and corrections of this game's walks point at on the board."""
    found: set[str] = set()
    for table in TABLES:
        if table.game.id != game.id or table.game.sight is None:
            continue
        of = walk(table)
        header = of.record.header
        setup = msgspec.convert(header.setup, game.setup_type)
        steps = game.steps(setup, table.seats, header.options, box_of(table))
        found |= {target for step in steps for target in step.picture}
        for state in of.states:
            found |= {target for choice in game.decision(state).choices for target in choice.targets}
        found |= {target for played in of.results for event in played.events for target in event.targets}
        for n in nodes(of, 10):
            found |= {edit.id for edit in game.edits(of.states[n])}
    return found


@pytest.mark.parametrize("game", REAL, ids=[game.id for game in REAL])
def test_every_place_is_of_a_kind_that_the_screen_can_light(game: Game[Any]) -> None:
    # Not every single place is pointed at in a few games; one of its kind is.
    known = {(target.split(":")[0], target.count(":")) for target in targets(game)}
    for _, box in (pair for pair in BOXES if pair[0] is game):
        for spot in sight_of(game).plan(box).spots:
            kind = spot.id.split(":")[0]
            lit = any((kind, colons) in known for colons in range(spot.id.count(":") + 1))
            assert lit or spot.id.startswith(OFF_THE_SCREEN.get(game.id, ("-",))), spot.id


# counts


@EVERY_BOX
def test_what_is_counted_is_there(game: Game[Any], box: Box) -> None:
    plan, counts = sight_of(game).plan(box), sight_of(game).counts(box)
    groups = {(spot.group, label) for spot in plan.spots for label in spot.labels}
    assert all(type(most) is int and most >= 0 for most in counts.values())
    # Where a box knows no place of a group its things are counted all the same.
    assert {pair for pair in counts if any(spot.group == pair[0] for spot in plan.spots)} <= groups


@PRINTED
def test_the_start_picture_teaches_every_colour_at_two_places(game: Game[Any], box: Box) -> None:
    sight = sight_of(game)
    plan = sight.plan(box)
    seats = game.colours[: game.seat_range[1]]
    start = sight.start(box, seats)
    for spot_id, label in start.items():
        spot = plan.spot(spot_id)
        assert spot is not None and label in spot.labels, spot_id
    laid = Counter((plan.spot(spot_id).group, label) for spot_id, label in start.items())
    counts = sight.counts(box)
    assert all(n <= counts.get(pair, n) for pair, n in laid.items())
    of_kind = Counter(label for label in start.values())
    pieces = {look.id for look in plan.looks if look.kind == "piece"}
    places = Counter(label for spot in plan.spots if spot.kind == "piece" for label in spot.labels)
    for look in pieces:
        if places[look] >= 2:
            assert of_kind[look] >= 2, look


# along games


@WATCHED
def test_what_is_shown_fits_the_plan_and_the_box(table: Table) -> None:
    game = table.game
    sight, of = sight_of(game), walk(table)
    counts = sight.counts(box_of(table))
    for n in nodes(of, 40):
        state = of.states[n]
        plan = plan_at(table, state)
        shows = sight.shows(state)
        for spot_id, labels in shows.items():
            spot = plan.spot(spot_id)
            assert spot is not None, spot_id
            assert labels and len(set(labels)) == len(labels)
            assert set(labels) <= {*spot.labels, EMPTY, BACK}, spot_id
        checks = sight.checks(state)
        assert not set(checks) & set(shows)
        assert all(set(labels) <= {*plan.spot(spot_id).labels, EMPTY} for spot_id, labels in checks.items())
        assert all(plan.spot(spot_id) is not None for spot_id in sight.unseen(state))
        lying = Counter((plan.spot(spot_id).group, label) for spot_id, label in truth(game, state).items() if label)
        assert all(lying[pair] <= counts.get(pair, lying[pair]) for pair in lying), n
        for group, sums in sight.sums(state).items():
            places = [spot for spot in plan.spots if spot.group == group]
            assert sum(sums.values()) <= len(places)
            open_to = Counter(label for spot in places for label in shows.get(spot.id, spot.labels))
            assert all(sums[label] <= open_to[label] for label in sums), (n, group)


STAYING = {"nefertiti": ("lift",), "egizia": ("ring",), "sobek": ("lay",)}
"""Moves that may leave all as it lies: what is lifted is put down by the next move, a ring may stay where it is, and a
card may be told again as it was told."""


def unmoved(table: Table, state: Any) -> Iterator[Move]:
    """Choices that point at places of which none shows something else after them."""
    game = table.game
    sight = sight_of(game)
    before = sight.shows(state)
    for choice in game.decision(state).choices:
        pointed = [target for target in choice.targets if target in before]
        if pointed:
            after = sight.shows(game.play(state, choice.move).state)
            if all(after.get(spot) == before[spot] for spot in pointed):
                tag = type(choice.move).__struct_config__.tag
                if after != before or tag not in STAYING.get(game.id, ()):
                    yield choice.move


@WATCHED
def test_a_move_changes_what_lies_where_it_points(table: Table) -> None:
    of = walk(table)
    for n in nodes(of, 12):
        if not table.game.decision(of.states[n]).private:
            assert list(unmoved(table, of.states[n])) == [], n


@WATCHED
def test_nothing_is_shown_that_not_everybody_may_know(table: Table) -> None:
    game = table.game
    sight, of = sight_of(game), walk(table)
    for n in nodes(of, 20):
        state = of.states[n]
        public = game.view(state, None)
        assert sight.shows(public) == sight.shows(state)
        assert sight.checks(public) == sight.checks(state)
        assert sight.sums(public) == sight.sums(state)
        assert sight.unseen(public) == sight.unseen(state)
        assert state.fingerprint() == of.prints[n]


@WATCHED
def test_what_nobody_has_seen_is_not_shown_either(table: Table) -> None:
    for at in (0, 7, 23):
        both = forked(table, f"sights {table.name}", at)
        if both is not None:
            sight = sight_of(table.game)
            assert sight.shows(both.one.state) == sight.shows(both.other.state)
            assert sight.unseen(both.one.state) == sight.unseen(both.other.state)


@WATCHED
def test_what_a_picture_is_taken_for_tells_nothing_that_nobody_has_seen(table: Table) -> None:
    """The same picture over two hidden truths: the same moves are proposed, in the same words, and the same differs."""
    game, found = table.game, []
    for at in (0, 7, 15):
        both = forked(table, f"sights {table.name}", at)
        if both is None:
            continue
        one, other = both.one.state, both.other.state
        for move in (None, *[choice.move for choice in game.decision(one).choices][:3]):
            after = one if move is None else game.play(one, move).state
            reading = of_labels(game.id, truth(game, after))
            pair = [explain(game, state, reading, box=box_of(table), tries=200) for state in (one, other)]
            assert told(game, pair[0]) == told(game, pair[1]), (at, move)
            assert differences(game, one, reading, box_of(table)) == differences(game, other, reading, box_of(table))
            found.append(type(pair[0]))
    assert found or not deals_twins(table)


def told(game: Game[Any], explanation: Any) -> Any:
    """All that a screen shows of an explanation; of the positions that it leads to what everybody sees."""
    data = msgspec.to_builtins(explanation, enc_hook=lambda one: repr(one))
    ways = getattr(explanation, "ways", None) or [
        way for name in ("way", "part") if (way := getattr(explanation, name, None)) is not None
    ]
    told = [(way.moves, way.words, way.places, game.view(way.state, None).fingerprint()) for way in ways]
    rest = {key: value for key, value in data.items() if key not in ("way", "ways", "part")}
    return type(explanation), rest, told


@WATCHED
def test_what_lies_there_is_entered_as_it_was_told(table: Table) -> None:
    game = table.game
    sight, of = sight_of(game), walk(table)
    for n, move in enumerate(of.moves):
        state = of.states[n]
        assert sight.moves(state, {}) == ()
        for proposed in sight.moves(state, truth(game, of.states[n + 1])):
            assert game.refuse(state, proposed) is None, (n, proposed)
            if (type(proposed), proposed.by) == (type(move), move.by):
                assert proposed == move


@WATCHED
def test_a_table_laid_out_is_entered_as_it_lies(table: Table) -> None:
    game = table.game
    of = walk(table)
    laid = sight_of(game).laid(truth(game, of.states[0]), box_of(table))
    setup = of.record.header.setup
    for field, value in laid.items():
        assert field in setup
        if field != "laid_by":
            assert json.loads(json.dumps(value)) == json.loads(json.dumps(setup[field])), field
    assert sight_of(game).laid({}, box_of(table)) == {}


@WATCHED
def test_a_sheet_is_filled_with_what_can_be_written_down(table: Table) -> None:
    game = table.game
    of = walk(table)
    for n in nodes(of, 6):
        sheet = sight_of(game).sheet(truth(game, of.states[n]), box_of(table))
        assert isinstance(json.dumps(sheet), str)
        assert not sheet or game.sheets
