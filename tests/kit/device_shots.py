"""Pictures of the devices: as they stand, their pages, the live test, tags, and who has which button."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.config import Tagged
from companion.engine.text import T
from companion.games import find_game
from hardware.serial_ports import Port
from tests.kit.desk import Desk
from tests.kit.spare_device import SpareDevice

BOX, READER, OTHER = "serial:box", "serial:reader", "serial:usb-Unknown_Thing_77-if00"


class Equipment:
    """What is plugged in for the pictures."""

    found = (
        Port(BOX, "/dev/ttyACM0", "Cartouche box 12", "box"),
        Port(OTHER, "/dev/ttyACM1", "Unknown Thing 77", ""),
    )

    def follow(self, _: Any) -> bool:
        return False

    def look(self) -> bool:
        return False


def equipped(then: Callable[[Desk], None]) -> Callable[[Desk], None]:
    """Sets devices up for one picture; the next one that begins at Home without them takes them away."""

    def show(table: Desk) -> None:
        context = table.context
        hub = context.devices.hub
        panel = SpareDevice()
        box = SpareDevice(BOX, "box", T("Button box"))
        reader = SpareDevice(READER, "reader", T("Tag reader"), ("tags",), (), False)
        for device in (panel, box, reader):
            hub.add(device)
        context.upkeep.fleet = Equipment()
        context.keep(panel="standard", buttons={"seat2": "blue", "seat1": "violet"}, tags={
            "04A1B2C3": Tagged(game="aton", thing=find_game("aton").things(find_game("aton").box)[0].id),
            "04A1B2C4": Tagged(seat="green"),
        })  # fmt: skip
        box.become("lost", T("The box was unplugged. Plug it in again."), T("trying every 8 s"))
        context.upkeep.look()
        reader.become("starting", wait=T("calling, try 2 of 5"))
        then(table)

    return show


def without(then: Callable[[Desk], None]) -> Callable[[Desk], None]:
    """Takes all devices away again."""

    def show(table: Desk) -> None:
        table.context.devices.hub.close()
        table.context.upkeep.fleet = None
        table.context.keep(panel="", buttons={}, tags={})
        then(table)

    return show


def opened(name: str, /, **args: Any) -> Callable[[Desk], None]:
    return lambda table: table.context.go(name, **args)


def tested(table: Desk) -> None:
    """The live test with a button down, a lamp that blinks, and the knob turned."""
    table.context.go("device_test", device="panel")
    table.ui.frames(3)
    panel = table.context.devices.hub.device("panel")
    for key in ("seat1", "confirm", "undo", "seat3"):
        panel.press(key)
        panel.release(key)
    panel.press("seat2")
    panel.turn(-3)
    table.ui.frames(2)
    table.screen.cycle("seat4")
    table.screen.cycle("seat5")
    table.screen.cycle("seat5")


def device_shots() -> Iterator[tuple[str, Callable[[Desk], None]]]:
    """Every picture: its name, and what opens it from Home."""
    yield "home-devices", equipped(lambda table: table.context.home())
    yield "devices-set-up", equipped(opened("devices"))
    yield "device-lost", equipped(opened("device", device=BOX))
    yield "device-panel", equipped(opened("device", device="panel"))
    yield "device-unknown", equipped(opened("device", device=OTHER))
    yield "device-add", equipped(opened("device_add"))
    yield "device-test", equipped(tested)
    yield "device-pins", equipped(opened("pin_maps"))
    yield "device-speaker", equipped(opened("speaker"))
    yield "device-tags", equipped(opened("tags"))
    yield "device-tag", equipped(opened("tag", tag="04A1B2C3"))
    yield "device-tag-things", equipped(opened("tag", tag="04A1B2C3", game="egizia"))
    yield "device-buttons", equipped(opened("seat_buttons"))
    yield "devices", without(opened("devices"))
