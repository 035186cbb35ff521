"""Teaching tags: what one stands for is tapped, told together with what it was before, and can be forgotten."""

from __future__ import annotations

import pytest

from companion import config
from companion.config import Tagged
from companion.games import all_games
from companion.ui.screens.tags import meaning
from tests.kit.desk import Desk
from tests.kit.spare_device import SpareDevice

GAME = next(game for game in all_games() if game.things(game.box))
THINGS = GAME.things(GAME.box)


@pytest.fixture
def reader(app: Desk) -> SpareDevice:
    """A reader that is ready, and the screen of tags open."""
    device = SpareDevice("serial:reader", "reader", keys=("tags",), lamps=(), sounds=False)
    app.context.devices.hub.add(device)
    app.context.go("tags")
    app.ui.frames(3)
    return device


def read(app: Desk, reader: SpareDevice, tag: str) -> None:
    reader.read(tag)
    app.ui.frames(3)


def tap_row(app: Desk, key: object) -> None:
    app.screen.list.reveal(app.screen.rows[key])
    app.ui.frames(2)
    app.touch(app.screen.rows[key])


def thing(n: int) -> Tagged:
    return Tagged(game=GAME.id, thing=THINGS[n].id)


def test_a_tag_is_taught_as_a_thing_of_a_game(app: Desk, reader: SpareDevice) -> None:
    read(app, reader, "04A1")
    assert app.screen.name == "tag"
    assert app.shows("It stands for nothing yet.")
    tap_row(app, GAME.id)
    tap_row(app, thing(0))
    assert app.context.settings.tags == {"04A1": thing(0)}
    assert config.load(app.app.data).settings.tags == {"04A1": thing(0)}
    assert app.shows(f"It stands for {app.context.say(THINGS[0].label)} now.")


def test_the_next_tag_is_taught_in_the_same_list(app: Desk, reader: SpareDevice) -> None:
    read(app, reader, "04A1")
    tap_row(app, GAME.id)
    tap_row(app, thing(0))
    read(app, reader, "04A2")
    assert (app.screen.tag_text, app.screen.game) == ("04A2", GAME.id)
    tap_row(app, thing(1))
    assert app.context.settings.tags == {"04A1": thing(0), "04A2": thing(1)}


def test_what_it_stood_for_before_is_said(app: Desk, reader: SpareDevice) -> None:
    app.context.keep(tags={"04A1": thing(0)})
    read(app, reader, "04A1")
    assert app.shows(f"It stands for: {app.context.say(THINGS[0].label)}.")
    tap_row(app, Tagged(seat="blue"))
    assert app.context.settings.tags == {"04A1": Tagged(seat="blue")}
    before = app.context.say(THINGS[0].label)
    assert app.shows(f"It stands for Seat button: Blue now; before, it was {before}.")


def test_a_tag_may_stand_for_a_button_of_the_table(app: Desk, reader: SpareDevice) -> None:
    read(app, reader, "04A1")
    tap_row(app, Tagged(key="confirm"))
    assert app.context.settings.tags == {"04A1": Tagged(key="confirm")}
    read(app, reader, "04A1")
    assert app.screen.name == "tag", "a tag that is being taught does not press anything"
    assert app.screen.rows[Tagged(key="confirm")].chosen


def test_the_things_of_one_tag_are_counted(app: Desk, reader: SpareDevice) -> None:
    app.context.keep(tags={"04A1": thing(0), "04A2": thing(0), "04A3": thing(1), "04A4": Tagged(seat="red")})
    read(app, reader, "04A5")
    assert app.screen.rows[GAME.id].detail == f"2 of {len(THINGS)} things have a tag"
    tap_row(app, GAME.id)
    assert app.screen.rows[thing(0)].detail == "2 tags"
    assert app.screen.rows[thing(1)].detail == "1 tag"
    assert app.screen.rows[thing(2)].detail == ""


def test_a_tag_is_forgotten(app: Desk, reader: SpareDevice) -> None:
    app.context.keep(tags={"04A1": thing(0), "04A2": thing(1)})
    read(app, reader, "04A1")
    tap_row(app, "forget")
    assert app.context.settings.tags == {"04A2": thing(1)}
    assert app.shows("It stands for nothing any more.")
    assert "forget" not in app.screen.rows


def test_the_list_names_every_tag_and_a_tap_changes_it(app: Desk, reader: SpareDevice) -> None:
    app.context.keep(tags={"04A1": thing(0), "04A4": Tagged(seat="red"), "04A9": Tagged(game="gone", thing="x")})
    app.context.replace("tags")
    app.ui.frames(3)
    assert app.screen.rows["04A1"].title == app.context.say(THINGS[0].label)
    assert app.screen.rows["04A4"].title == "Seat button: Red"
    assert app.screen.rows["04A9"].title == "something this box does not know: x"
    app.touch(app.screen.rows["04A4"])
    assert (app.screen.name, app.screen.tag_text) == ("tag", "04A4")


def test_without_a_reader_tags_can_still_be_changed(app: Desk, reader: SpareDevice) -> None:
    reader.become("lost")
    app.ui.frames(3)
    assert app.shows("No tag reader is ready.")


def test_back_leads_from_the_things_to_the_choice_to_the_list(app: Desk, reader: SpareDevice) -> None:
    read(app, reader, "04A1")
    tap_row(app, GAME.id)
    app.screen._back()
    assert (app.screen.name, app.screen.game) == ("tag", "")
    app.screen._back()
    assert app.screen.name == "tags"
    assert app.context.devices.listener is not None


def test_settings_that_can_not_be_stored_teach_nothing(
    app: Desk, reader: SpareDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    read(app, reader, "04A1")
    monkeypatch.setattr(config, "write_safely", full)
    tap_row(app, Tagged(key="undo"))
    assert app.screen.name == "trouble"
    assert app.context.settings.tags == {}


def test_what_is_taught_already_and_a_tag_that_is_read_again_change_no_word(app: Desk, reader: SpareDevice) -> None:
    read(app, reader, "04A1")
    tap_row(app, GAME.id)
    tap_row(app, thing(0))
    told = f"It stands for {app.context.say(THINGS[0].label)} now. Read the next tag, or go back."
    assert app.context.say(app.screen.sentence()) == told
    app.screen.teach(thing(0))
    assert app.context.say(app.screen.sentence()) == told
    read(app, reader, "04A1")
    assert app.context.say(app.screen.sentence()) == told


def test_the_list_of_a_game_opens_at_what_the_tag_stands_for(app: Desk, reader: SpareDevice) -> None:
    app.context.keep(tags={"04A1": thing(-1)})
    read(app, reader, "04A1")
    tap_row(app, GAME.id)
    assert app.screen.list.offset == app.screen.list.reach > 0


def test_only_the_tags_of_the_game_itself_are_counted(app: Desk, reader: SpareDevice) -> None:
    app.context.keep(tags={"04A1": Tagged(game="elsewhere", thing=THINGS[0].id), "04A2": thing(1)})
    read(app, reader, "04A3")
    tap_row(app, GAME.id)
    assert [app.screen.rows[thing(n)].detail for n in (0, 1)] == ["", "1 tag"]


def test_tags_are_listed_game_by_game_those_of_the_table_first(app: Desk, reader: SpareDevice) -> None:
    games = [game for game in all_games() if game.things(game.box)]
    ids = sorted(game.id for game in games)
    of = {game.id: Tagged(game=game.id, thing=game.things(game.box)[0].id) for game in games}
    app.context.keep(tags={"z": Tagged(seat="red"), **{f"{9 - n}": of[one] for n, one in enumerate(ids)}})
    app.screen.relayout()
    assert [app.context.settings.tags[tag].game for tag in app.screen.rows] == ["", *ids]


@pytest.mark.parametrize("taught", [False, True])
def test_the_ring_works_beside_the_reader(app: Desk, reader: SpareDevice, taught: bool) -> None:
    if taught:
        read(app, reader, "04A1")
    app.ui.wait(0.5)
    reader.turn(1)
    app.ui.frames(3)
    assert app.context.root.focus.spot is not None


def test_a_reader_is_one_by_its_kind_too(app: Desk) -> None:
    app.context.devices.hub.add(SpareDevice("serial:reader", "reader", keys=(), lamps=(), sounds=False))
    app.context.go("tags")
    app.ui.frames(3)
    assert app.shows("Hold a tag to the reader")


def test_tags_of_buttons_are_named_by_what_the_buttons_are(app: Desk) -> None:
    said = {key: app.context.say(meaning(app.context, Tagged(key=key))) for key in ("confirm", "seat3", "odd")}
    assert said == {"confirm": "Confirm", "seat3": "Button 3", "odd": "odd"}
