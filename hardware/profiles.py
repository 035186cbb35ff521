"""Pin maps of button panels: two that come with Cartouche, and those of the owner, read strictly and checked whole."""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from companion.engine.strict_json import detail_of
from companion.engine.text import TN, T, Text
from hardware.device import LAMPS, SEAT_KEYS, TABLE_KEYS
from hardware.pin_header import GPIOS, HIGH_AT_START, I2C, ID_EEPROM, SPI, UART

BUILT_IN = Path(__file__).with_name("profiles")
FOLDER = "profiles"
"""Where the owner's own lie in the data folder."""
MOST_BYTES = 20_000
MOST_PROFILES = 40
ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
BUTTONS = (*SEAT_KEYS, *TABLE_KEYS)
"""Buttons of their own; the push of the knob stands with the knob."""

Gpio = Annotated[int, msgspec.Meta(ge=0, le=999)]
Kind = Literal["button", "lamp", "knob", "buzzer"]
_TITLES = {"standard": T("Standard panel"), "small": T("Small panel")}


class Knob(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The two contacts of a rotary encoder, and the one it closes when it is pushed.

    per_cycle: detents while both contacts close and open once; 1 for nearly all knobs.
    """

    a: Gpio
    b: Gpio
    push: Gpio | None = None
    per_cycle: Literal[1, 2] = 1


class Buzzer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A buzzer with an oscillator of its own; active_low: it sounds while its pin is low."""

    pin: Gpio
    active_low: bool = False


class Part(msgspec.Struct, frozen=True):
    """One thing on one pin. key: of `hardware.device.KEYS` or `LAMPS`; of a knob "a" or "b"; of a buzzer ""."""

    kind: Kind
    key: str
    pin: int

    @property
    def title(self) -> Text:
        """What it is called in a sentence."""
        n = self.key.removeprefix("seat")
        match self.kind, self.key:
            case "button", "confirm":
                return T("Confirm button")
            case "button", "undo":
                return T("Undo button")
            case "button", "next":
                return T("Next button")
            case "button", "push":
                return T("push of the knob")
            case "button", _:
                return T("button of seat {n}", n=n)
            case "lamp", _:
                return T("lamp of seat {n}", n=n)
            case "knob", _:
                return T("contact {letter} of the knob", letter=self.key.upper())
        return T("buzzer")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A profile as written."""

    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    pull: Literal["up", "down"] = "up"
    lamps_active_low: bool = False
    buttons: dict[str, Gpio] = {}
    lamps: dict[str, Gpio] = {}
    knob: Knob | None = None
    buzzer: Buzzer | None = None


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """Which part of a panel hangs on which pin (BCM numbers). With a fault in `faults` it can't be used.

    pull: "up": buttons join their pin to ground, "down": to 3.3 V. lamps_active_low: lamps hang on 3.3 V.
    notes: what else must be so for it to work.
    """

    id: str
    title: Text
    built_in: bool = False
    buttons: Mapping[str, int] = {}
    lamps: Mapping[str, int] = {}
    knob: Knob | None = None
    buzzer: Buzzer | None = None
    pull: Literal["up", "down"] = "up"
    lamps_active_low: bool = False
    faults: tuple[Text, ...] = ()
    notes: tuple[Text, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys it has, in the order of `hardware.device.KEYS`; "turn" where it has a knob."""
        knob = () if self.knob is None else ("turn",) if self.knob.push is None else ("push", "turn")
        return (*(key for key in BUTTONS if key in self.buttons), *knob)

    @property
    def parts(self) -> tuple[Part, ...]:
        """Everything on a pin: seat by seat, then what is the table's."""
        return tuple(_parts(self))

    @property
    def summary(self) -> Text:
        """What it holds, in a few words."""
        held: list[Text] = []
        if self.buttons:
            held.append(TN("{n} button", "{n} buttons", len(self.buttons)))
        if self.lamps:
            held.append(TN("{n} lamp", "{n} lamps", len(self.lamps)))
        if self.knob is not None:
            held.append(T("a knob"))
        if self.buzzer is not None:
            held.append(T("a buzzer"))
        return T("{parts}", parts=tuple(held))


def profiles(data: Path | None = None) -> tuple[Profile, ...]:
    """All there are: those that come with Cartouche, then the owner's by name; those that can't be used as well."""
    read_ones = [_load(BUILT_IN / f"{name}.toml", True) for name in _TITLES]
    try:
        own = [] if data is None else sorted(one for one in (data / FOLDER).iterdir() if one.suffix == ".toml")
    except (FileNotFoundError, NotADirectoryError):
        own = []
    except OSError as error:
        # A folder that nobody may look into keeps nobody from the panels that come with Cartouche.
        return (*read_ones, Profile(id="*", title=T("{name}", name=f"{FOLDER}/"), faults=(_unread(error),)))
    read_ones += [_load(path, False) for path in own[:MOST_PROFILES]]
    more = len(own) - MOST_PROFILES
    if more > 0:
        title = TN("{n} more file", "{n} more files", more)
        fault = T("At most {most} panels of your own are read. Take what is not needed out.", most=MOST_PROFILES)
        read_ones.append(Profile(id="*", title=title, faults=(fault,)))
    return tuple(read_ones)


def profile(profile_id: str, data: Path | None = None) -> Profile:
    """The one of this id; where there is none, one whose fault says so."""
    if profile_id in _TITLES:
        return _load(BUILT_IN / f"{profile_id}.toml", True)
    if data is not None and ID.fullmatch(profile_id):
        path = data / FOLDER / f"{profile_id}.toml"
        if _is_there(path):
            return _load(path, False)
    fault = T("There is no panel “{name}”. Choose another in Devices.", name=profile_id[:40])
    return Profile(id=profile_id, title=T("{name}", name=profile_id[:40]), faults=(fault,))


def _is_there(path: Path) -> bool:
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        # It may not be looked at; reading it tells why.
        return True
    return True


def read(text: str, profile_id: str, built_in: bool = False) -> Profile:
    """A profile from the TOML of its file, with all its faults and notes."""
    title = _TITLES[profile_id] if built_in else T("{name}", name=profile_id)
    try:
        found_there = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # Not only its own error: brackets without end and numbers of thousands of digits have errors of Python's.
        return Profile(id=profile_id, title=title, faults=(_toml_fault(str(error)),))
    try:
        file = msgspec.convert(found_there, _File)
    except msgspec.ValidationError as error:
        fault = T("Something in it does not fit: {detail}.", detail=detail_of(error))
        return Profile(id=profile_id, title=title, faults=(fault,))
    if not file.name.isprintable():
        fault = T("Its name has signs that nobody can read. Write it with letters, digits and blanks.")
        return Profile(id=profile_id, title=title, faults=(fault,))
    if file.name.strip() and not built_in:
        title = T("{name}", name=file.name.strip())
    found = Profile(
        id=profile_id,
        title=title,
        built_in=built_in,
        buttons=file.buttons,
        lamps=file.lamps,
        knob=file.knob,
        buzzer=file.buzzer,
        pull=file.pull,
        lamps_active_low=file.lamps_active_low,
    )
    faults = tuple(_faults(found))
    return msgspec.structs.replace(found, faults=faults, notes=() if faults else tuple(_notes(found)))


def _unread(error: OSError) -> Text:
    return T("It can't be read ({detail}). Put it right, or take it out.", detail=error.strerror or str(error))


def _load(path: Path, built_in: bool) -> Profile:
    name = path.stem
    fault: Text | None = None
    text = ""
    try:
        # A pipe nobody writes into, or a device, would keep us waiting for ever.
        if stat.S_ISREG(path.stat().st_mode):
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
            if len(data) > MOST_BYTES:
                fault = T("It is larger than a pin map can be. Take it out of the folder.")
            text = data.decode("utf-8-sig")
        else:
            fault = T("It is no ordinary file. Take it out of the folder.")
    except OSError as error:
        fault = _unread(error)
    except UnicodeDecodeError:
        fault = T("It is not text in UTF-8. Save it as UTF-8.")
    if not built_in and name in _TITLES:
        fault = T("“{name}” is the name of a panel that comes with Cartouche. Give the file another name.", name=name)
    elif not built_in and not ID.fullmatch(name):
        fault = T("Its file name may have small letters a to z, digits, “-” and “_”, at most 40. Rename it.")
    if fault is not None:
        return Profile(id=name, title=T("{name}", name=f"{name}.toml"), faults=(fault,))
    return read(text, name, built_in)


def _toml_fault(said: str) -> Text:
    place = re.search(r"at line (\d+), column (\d+)", said)
    if place is None:
        return T("It can't be read to its end. Compare it with a panel that comes with Cartouche.")
    return T(
        "Line {line} can't be read from letter {column} on. Write for example: confirm = 24",
        line=int(place[1]),
        column=int(place[2]),
    )


def _parts(found: Profile) -> Iterator[Part]:
    for key in BUTTONS:
        if key in found.buttons:
            yield Part("button", key, found.buttons[key])
        if key in found.lamps:
            yield Part("lamp", key, found.lamps[key])
    if found.knob is not None:
        yield Part("knob", "a", found.knob.a)
        yield Part("knob", "b", found.knob.b)
        if found.knob.push is not None:
            yield Part("button", "push", found.knob.push)
    if found.buzzer is not None:
        yield Part("buzzer", "", found.buzzer.pin)


def _faults(found: Profile) -> Iterator[Text]:
    """Everything that keeps it from being used."""
    for key in sorted(found.buttons.keys() - set(BUTTONS)):
        yield T("There is no button “{name}”. Choose one of: {names}.", name=key[:40], names=BUTTONS)
    for key in sorted(found.lamps.keys() - set(LAMPS)):
        yield T("There is no lamp “{name}”. Choose one of: {names}.", name=key[:40], names=LAMPS)
    if not found.buttons and found.knob is None:
        yield T("It has neither a button nor a knob. Name at least one.")
    by_pin: dict[int, list[Part]] = {}
    for part in found.parts:
        by_pin.setdefault(part.pin, []).append(part)
    for pin, parts in sorted(by_pin.items()):
        title = parts[0].title
        if len(parts) > 1:
            titles = tuple(part.title for part in parts)
            yield T("GPIO {pin} is used more than once: {parts}. Give each a pin of its own.", pin=pin, parts=titles)
        if pin not in GPIOS:
            yield T("GPIO {pin} ({part}) is not on the 40-pin header. Choose one from 2 to 27.", pin=pin, part=title)
        if pin in ID_EEPROM:
            yield T(
                "GPIO {pin} ({part}) is kept for telling add-on boards apart. Choose one from 2 to 27.",
                pin=pin,
                part=title,
            )
        if pin in I2C and found.pull == "down" and any(part.kind == "button" for part in parts):
            yield T(
                "GPIO {pin} ({part}) is always pulled up by the board, and this panel pulls down. Choose another pin.",
                pin=pin,
                part=title,
            )


def _notes(found: Profile) -> Iterator[Text]:
    """What works only as long as something else is switched off."""
    for name, bus in (("I2C", I2C), ("SPI", SPI), ("UART", UART)):
        used = sorted(part.pin for part in found.parts if part.pin in bus)
        if used:
            yield T(
                "GPIO {pins}: also wanted by {bus}. Leave {bus} switched off, or choose other pins.",
                pins=tuple(str(pin) for pin in used),
                bus=name,
            )
    if found.buzzer is not None and found.buzzer.active_low and found.buzzer.pin not in HIGH_AT_START:
        yield T(
            "GPIO {pin} is low until Cartouche begins, and this buzzer sounds while it is low. Choose GPIO 4, 5 or 6.",
            pin=found.buzzer.pin,
        )
