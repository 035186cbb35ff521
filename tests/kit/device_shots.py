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


LONG = "serial:usb-MicroPython_Board_in_FS_mode_e6614103e7452f2b-if00-port0"
FAULT = T(
    "{path} can't be opened ({detail}). Pull the plug and put it in again.",
    path="/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e6614103e7452f2b-if00-port0",
    detail="[Errno 71] Protocol error: could not configure the port",
)
TAGS = 40


class Equipment:
    """What is plugged in for the pictures."""

    found: tuple[Port, ...] = (
        Port(BOX, "/dev/ttyACM0", "Cartouche box 12", "box"),
        Port(OTHER, "/dev/ttyACM1", "Unknown Thing 77", ""),
    )

    def follow(self, _: Any) -> bool:
        return False

    def look(self) -> bool:
        return False


class Much(Equipment):
    """A full hub: ports with long names."""

    found = (
        *Equipment.found,
        Port(LONG, "/dev/ttyACM2", "MicroPython Board in FS mode e6614103e7452f2b port 0", "box"),
        *(Port(f"serial:reader-{n}", f"/dev/ttyUSB{n}", f"USB Serial Converter FT232R A{n}0K4XYZ", "") for n in (1, 2)),
    )


def crowded(then: Callable[[Desk], None]) -> Callable[[Desk], None]:
    """Six devices, one of each state and kind, long faults and names, and forty tags."""

    def show(table: Desk) -> None:
        context = table.context
        hub = context.devices.hub
        hub.close()
        panel = SpareDevice()
        box = SpareDevice(LONG, "box", T("Simulated button box"))
        readers = [SpareDevice(f"serial:reader-{n}", "reader", T("Tag reader"), ("tags",), (), False) for n in (1, 2)]
        more = [SpareDevice(f"serial:box-{n}", "box", T("Button box")) for n in (1, 2)]
        for device in (panel, box, *readers, *more):
            hub.add(device)
        context.upkeep.fleet = Much()
        things = find_game("egizia").things(find_game("egizia").box)
        context.keep(panel="standard", buttons={"seat2": "blue", "seat1": "violet"}, tags={
            **{f"04A1B2C3D4E5F6{n:02X}": Tagged(game="egizia", thing=things[n % len(things)].id) for n in range(TAGS)},
            "E" * 64: Tagged(seat="violet"),
        })  # fmt: skip
        box.become("lost", FAULT, T("trying every {n} s", n=8))
        context.upkeep.look()
        readers[0].become("starting", wait=T("waiting for its answer"))
        more[0].become("absent", FAULT)
        then(table)

    return show


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
    yield "home-devices-many", crowded(lambda table: table.context.home())
    yield "devices-many", crowded(opened("devices"))
    yield "device-many-lost", crowded(opened("device", device=LONG))
    yield "device-many-add", crowded(opened("device_add"))
    yield "device-many-tags", crowded(opened("tags"))
    yield "device-many-tag", crowded(opened("tag", tag="E" * 64))
    yield "device-many-buttons", crowded(opened("seat_buttons"))
    yield "devices", without(opened("devices"))
