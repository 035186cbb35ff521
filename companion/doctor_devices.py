"""What the doctor says of buttons, lights and readers: pins, ports, who may use them. It opens no port."""

from __future__ import annotations

import grp
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import hardware
from companion.config import Settings
from companion.engine.text import TN, T, Text
from companion.signs import Sign
from companion.ui.boot import has_desktop
from hardware import gpio_chip
from hardware.pins import FACTORY, user
from hardware.profiles import Profile, profile, profiles
from hardware.serial_ports import FOLDER_VARIABLE, SERIAL, Port, name_of, ports

DEV = Path("/dev")
MODEL = Path("/proc/device-tree/model")
RULE_FOLDERS = (Path("/etc/udev/rules.d"), Path("/usr/lib/udev/rules.d"), Path("/lib/udev/rules.d"))
RULES = "*cartouche*.rules"
OUR_RULES = (Path(hardware.__file__).with_name("udev"), Path(hardware.__file__).parents[1] / "deploy" / "udev")
"""Where the rule lies: in an installed wheel, in a checkout."""
EMPTY_LGPIO = "0.0."
"""How the versions of lgpio begin that hold nothing: they install everywhere and drive no pin."""
OUR_HOLDER = "lg"
"""What lgpio calls itself to the kernel."""
NODES = {
    "gpio": ("gpiochip*",),
    "dialout": ("ttyACM*", "ttyUSB*"),
    "input": ("input/event*",),
    "video": ("dri/card*",),
}
"""Which entries of /dev a group is needed for."""
WITHOUT_DESKTOP = ("input", "video")
"""Under a desktop it is the desktop that uses them."""


def is_raspberry_pi() -> bool:
    """Whether this machine calls itself a Raspberry Pi."""
    return MODEL.is_file() and "Raspberry Pi" in MODEL.read_text("utf-8", "replace")


def join(group: str) -> Text:
    """How to get into a group: by the command, or by a new log-in where that was done already."""
    try:
        listed = user() in grp.getgrnam(group).gr_mem
    except KeyError:
        listed = False
    if listed:
        return T("You were added to the group {group}. Log out and in again.", group=group)
    return T("Run “sudo usermod -aG {group} {user}”, then log out and in again.", group=group, user=user())


def usable(path: Path) -> bool:
    """Whether this user may read and write it."""
    return os.access(path, os.R_OK | os.W_OK)


def groups() -> Iterator[Sign]:
    """Whether what belongs to the groups of devices may be used, where there is any of it."""
    desktop = has_desktop()
    for group, patterns in NODES.items():
        found = sorted(path for pattern in patterns for path in DEV.glob(pattern))
        if not found or (desktop and group in WITHOUT_DESKTOP):
            continue
        shut = [path for path in found if not usable(path)]
        if shut:
            text = T("The group {group} is needed for {path}, and you are not in it.", group=group, path=str(shut[0]))
            yield Sign(f"group-{group}", "attention", text, join(group))
        else:
            yield Sign(f"group-{group}", "ok", T("What the group {group} is for may be used.", group=group))


def pins_here(settings: Settings) -> Iterator[Sign]:
    """Whether this machine has pins to drive."""
    found = gpio_chip.chips(DEV)
    if found:
        yield Sign("gpio", "ok", T("Pins: {chips}", chips=tuple(chip.name for chip in found)))
    elif is_raspberry_pi():
        remedy = T("Update the system and start it anew: its kernel offers no chip for the pins.")
        yield Sign("gpio", "attention", T("The pins of this Raspberry Pi are not there."), remedy)
    else:
        needed = settings.panel != ""
        instead = T("Use a button box on USB, or choose no panel under Devices.")
        text = T("This machine has no pins. Buttons on pins need a Raspberry Pi.")
        yield Sign("gpio", "attention" if needed else "ok", text, instead if needed else None)


def pin_factory(settings: Settings) -> Iterator[Sign]:
    """What would drive the pins: the package lgpio, or what the environment names instead."""
    named = os.environ.get(FACTORY, "")
    if named == "mock":
        text = T("The pins are simulated: {variable} is “mock”.", variable=FACTORY)
        yield Sign("pin-factory", "attention", text, T("Unset {variable} to use the real ones.", variable=FACTORY))
        return
    if named not in ("", "lgpio"):
        text = T(
            "{variable} names “{name}”, which drives the pins in place of lgpio.", variable=FACTORY, name=named[:40]
        )
        yield Sign(
            "pin-factory", "attention", text, T("Well if you meant it; else unset {variable}.", variable=FACTORY)
        )
    there = importlib.util.find_spec("lgpio") is not None
    try:
        number = version("lgpio") if there else ""
    except PackageNotFoundError:
        number = ""
    if there and number.startswith(EMPTY_LGPIO):
        text = T("The package lgpio {version} is empty and drives no pin.", version=number)
        yield Sign("lgpio", "fault", text, T("Run “pip uninstall lgpio”. {then}", then=get_lgpio()))
    elif there:
        text = (
            T("lgpio {version} drives the pins.", version=number)
            if number
            else T("The system's lgpio drives the pins.")
        )
        yield Sign("lgpio", "ok", text)
    else:
        needed = settings.panel != "" or is_raspberry_pi()
        text = T("The package lgpio is not installed; only buttons on pins need it.")
        yield Sign("lgpio", "attention" if needed else "ok", text, get_lgpio() if needed else None)


def panel(settings: Settings, data: Path, runs: bool = False) -> Iterator[Sign]:
    """Whether the chosen panel can be used, and whether its pins are free; the owner's panels nobody chose as well."""
    for own in profiles(data):
        if own.id != settings.panel and own.faults:
            text = T("Your panel “{name}” can't be used. {why}", name=own.title, why=own.faults[0])
            yield Sign("own-panel", "attention", text)
    if not settings.panel:
        yield Sign("panel", "ok", T("No panel of buttons is set up on the pins."))
        return
    chosen = profile(settings.panel, data)
    for fault in chosen.faults:
        text = T("The panel “{name}” can't be used. {why}", name=chosen.title, why=fault)
        yield Sign("panel", "fault", text, T("Choose another under Devices, or mend it."))
    if chosen.faults:
        return
    yield Sign("panel", "ok", T("Panel: {name}", name=chosen.title))
    for note in chosen.notes:
        yield Sign("panel-note", "ok", note)
    yield from held_pins(chosen, runs)


def held_pins(chosen: Profile, runs: bool = False) -> Iterator[Sign]:
    """Which pins of a panel somebody holds, asked of the kernel; a Cartouche that runs holds them by right.

    The kernel knows a holder by the name of the library only, so `runs` says whether that may be Cartouche.
    """
    chip = gpio_chip.header_chip([path for path in gpio_chip.chips(DEV) if usable(path)])
    if chip is None:
        return
    free, ours = True, 0
    for part in chosen.parts:
        holder = gpio_chip.holder(chip, part.pin)
        if holder is None:
            continue
        free = False
        if runs and holder == OUR_HOLDER:
            ours += 1
            continue
        by = holder or T("a program")
        text = T("GPIO {pin} ({part}) is held by {holder}.", pin=part.pin, part=part.title, holder=by)
        yield Sign("pin", "attention", text, T("Well if that is Cartouche; else end it, or choose another pin."))
    if free:
        yield Sign("pin", "ok", T("All its pins are free."))
    elif ours:
        held = TN(
            "{n} pin is held by lgpio, as Cartouche does it.", "{n} pins are held by lgpio, as Cartouche does it.", ours
        )
        yield Sign("pin", "ok", held)


def get_lgpio() -> Text:
    """How lgpio comes to the Python that runs this."""
    python = sys.version_info[:2]
    if python < (3, 13):
        return T("Run “{python} -m pip install 'lgpio>=0.2.2'”.", python=sys.executable)
    return T("Run “sudo apt install python3-lgpio” and make the environment with --system-site-packages.")


def rule() -> Iterator[Sign]:
    """Whether the rule that lets a button box be used is installed; it is of use only where there is a udev."""
    installed = [path for folder in RULE_FOLDERS if folder.is_dir() for path in sorted(folder.glob(RULES))]
    if installed:
        yield Sign("udev", "ok", T("The rule for button boxes is installed: {file}", file=str(installed[0])))
        return
    text = T("The rule for button boxes is not installed; the group dialout does as well.")
    ours = [path for folder in OUR_RULES for path in sorted(folder.glob(RULES))]
    command = (
        T("To install it: sudo cp {file} {folder}", file=str(ours[0]), folder=str(RULE_FOLDERS[0])) if ours else None
    )
    yield Sign("udev", "ok", text, command)


def of_port(port: Port, kind: str) -> Text:
    """What is at a port, and what Cartouche takes it for; `kind` is empty where nobody has said."""
    name = T("{name} (simulated)", name=port.name) if port.simulated else T("{name}", name=port.name)
    if kind == "box":
        return T("{name}: a button box", name=name)
    if kind == "reader":
        return T("{name}: a tag reader", name=name)
    if kind == "ignored":
        return T("{name}: Cartouche leaves it alone", name=name)
    return T("{name}: not in use; say under Devices what it is", name=name)


def serial(settings: Settings) -> Iterator[Sign]:
    """What is plugged in by its name that stays the same, what it is set up as, and whether it may be used."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named and not Path(named).is_dir():
        text = T("{variable} names “{folder}”, which is no folder.", variable=FOLDER_VARIABLE, folder=named[:60])
        yield Sign("serial-folder", "attention", text, T("Name a folder, or leave it empty."))
    found = ports()
    for port in found:
        kind = settings.ports.get(port.id, port.opened_as)
        text = of_port(port, kind)
        if kind in ("box", "reader") and not usable(Path(port.path)):
            yield Sign("serial", "attention", T("{port}, which you may not use.", port=text), join(group_of(port.path)))
        else:
            yield Sign("serial", "ok", text)
    there = {port.id for port in found}
    for port_id, kind in sorted(settings.ports.items()):
        if port_id not in there and kind != "ignored":
            text = T("{name} is set up but not plugged in.", name=name_of(port_id.removeprefix(SERIAL)))
            yield Sign("serial", "attention", text, T("Plug it in, or forget it under Devices."))
    if not found:
        yield Sign("serial-none", "ok", T("No box or reader is plugged into USB."))


def group_of(path: str, usual: str = "dialout") -> str:
    """The group that may use a device; the usual one where that is nobody but the administrator."""
    try:
        group = Path(path).group()
    except (KeyError, OSError):
        return usual
    return group if group != "root" else usual


def join_for_camera(path: Path) -> Text:
    """How to get the right to use a camera."""
    return join(group_of(str(path), "video"))


def looks(settings: Settings, data: Path, runs: bool = False) -> tuple[Callable[[], Iterator[Sign]], ...]:
    """Everything there is to look at of buttons, lights and readers. `runs`: a Cartouche runs, and has its pins."""
    return (
        lambda: pins_here(settings),
        lambda: pin_factory(settings),
        lambda: panel(settings, data, runs),
        lambda: serial(settings),
        groups,
        rule,
    )
