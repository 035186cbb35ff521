"""Where everything of a wiring drawing lies on an A4 sheet, in millimetres: groups of parts, lanes of wires, rails.

The header stands in the middle. The parts of a side lie in the order of their pins, so that hardly a wire crosses
another. Rows of pins lie on whole steps and terminals of parts on half ones, so that no two wires lie on each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from companion.engine.text import T, Text
from hardware.device import TABLE_KEYS
from hardware.pin_header import Supply, header_pin
from hardware.profiles import Part, Profile

WIDTH, HEIGHT = 210.0, 297.0
FIRST_ROW, STEP, ROWS = 46.0, 9.0, 20
SLOTS = 21
PIN_X = (100.0, 110.0)
PIN_RADIUS = 2.6
ASIDE = (3.2, 3.9)
"""How far below its row a wire from the inner and from the outer column passes to the other side."""
FIRST_LANE, LAST_LANE = 77.5, 61.0
BOX_X, BOX_WIDTH, BOX_HEIGHT = 17.0, 40.0, 7.0
GROUND_X, PLUS_X = 6.0, 10.5
GROUND = "#222222"
PLUS = "#c0392b"
COLOURS = ("#2471a3", "#d35400", "#1e8449", "#8e44ad", "#b7950b", "#117a65", "#ad1457", "#5d6d7e", "#6e2c00", "#1a5276")

Side = Literal["left", "right"]
Point = tuple[float, float]


class Group(msgspec.Struct, frozen=True):
    """Parts that belong together: a seat, the buttons of the table, the knob, the buzzer."""

    title: Text
    parts: tuple[Part, ...]

    @property
    def slots(self) -> int:
        """The room it takes: its title and its parts."""
        return 1 + len(self.parts)


class Placed(msgspec.Struct, frozen=True):
    """A part in its place: the middle of its terminal's edge, its colour, the rails it is joined to."""

    part: Part
    side: Side
    y: float
    colour: str
    rails: tuple[Supply, ...]


class Frame(msgspec.Struct, frozen=True):
    """A group in its place: the upper edge of its frame and its height."""

    title: Text
    side: Side
    y: float
    height: float


class Rail(msgspec.Struct, frozen=True):
    """A line along a side to which parts are joined, and the pin of the header it comes from."""

    supply: Supply
    side: Side
    pin: int
    top: float
    bottom: float
    leaves: float
    """The height at which it goes over to the header."""


class Wire(msgspec.Struct, frozen=True):
    """Its corners, from the header on."""

    points: tuple[Point, ...]
    colour: str


class Plan(msgspec.Struct, frozen=True):
    """A whole drawing."""

    frames: tuple[Frame, ...]
    parts: tuple[Placed, ...]
    rails: tuple[Rail, ...]
    wires: tuple[Wire, ...]


def plan(profile: Profile) -> Plan:
    """The drawing of a profile without faults."""
    sides = _sides(profile)
    colours = _colours(profile)
    frames: list[Frame] = []
    parts: list[Placed] = []
    rails: list[Rail] = []
    wires: list[Wire] = []
    for side in ("left", "right"):
        here = _on_side(profile, sides[side], side, colours)
        frames += here.frames
        parts += here.parts
        rails += here.rails
        wires += here.wires
    return Plan(tuple(frames), tuple(parts), tuple(rails), tuple(wires))


def groups(profile: Profile) -> tuple[Group, ...]:
    """The parts by what they belong to, each group's in the order of their pins."""
    found: dict[str, tuple[Text, list[Part]]] = {}
    for part in sorted(profile.parts, key=lambda part: header_pin(part.pin)):
        match part.kind, part.key:
            case ("knob", _) | ("button", "push"):
                name, title = "knob", T("Knob")
            case "buzzer", _:
                name, title = "buzzer", T("Buzzer")
            case _, key if key in TABLE_KEYS:
                name, title = "table", T("Table")
            case _:
                name, title = part.key, T("Seat {n}", n=part.key.removeprefix("seat"))
        found.setdefault(name, (title, []))[1].append(part)
    return tuple(Group(title, tuple(parts)) for title, parts in found.values())


def pin_place(pin: int) -> Point:
    """The middle of a pin of the header, 1 to 40."""
    row, column = divmod(pin - 1, 2)
    return PIN_X[column], FIRST_ROW + STEP * row


def across(x: float, side: Side) -> float:
    """A place given for the left side, on this side."""
    return x if side == "left" else WIDTH - x


def rails_of(part: Part, profile: Profile) -> tuple[Supply, ...]:
    """What a part is joined to besides its pin. The contacts of a knob always go to ground."""
    match part.kind:
        case "buzzer":
            return ("3V3", "GND")
        case "lamp":
            return ("3V3",) if profile.lamps_active_low else ("GND",)
        case "button":
            return ("GND",) if profile.pull == "up" else ("3V3",)
    return ("GND",)


def _side_of(pin: int) -> Side:
    return "left" if header_pin(pin) % 2 else "right"


def _sides(profile: Profile) -> dict[Side, list[Group]]:
    """Each group where most of its pins are, unless there is no room."""
    sides: dict[Side, list[Group]] = {"left": [], "right": []}
    for group in groups(profile):
        left = sum(_side_of(part.pin) == "left" for part in group.parts)
        sides["left" if 2 * left > len(group.parts) else "right"].append(group)
    others: dict[Side, Side] = {"left": "right", "right": "left"}
    for side, other in others.items():
        # Two slots are kept for the rails.
        while sum(group.slots for group in sides[side]) > SLOTS - 2:
            sides[other].append(sides[side].pop())
    for held in sides.values():
        held.sort(key=lambda group: header_pin(group.parts[0].pin))
    return sides


def _colours(profile: Profile) -> dict[int, str]:
    in_order = [part.pin for group in groups(profile) for part in group.parts]
    return {pin: COLOURS[k % len(COLOURS)] for k, pin in enumerate(in_order)}


def _slot_y(slot: int) -> float:
    return FIRST_ROW + STEP * (slot + 0.5)


def _starts(held: Sequence[Group], first: int, last: int) -> list[int]:
    """The first slot of each group: beside its pins where there is room, in the slots from `first` to `last`."""
    starts: list[int] = []
    free = first
    for group in held:
        rows = [(header_pin(part.pin) - 1) // 2 for part in group.parts]
        wished = round(sum(rows) / len(rows) - len(rows) / 2) - 1
        starts.append(max(free, wished))
        free = starts[-1] + group.slots
    end = last + 1
    for k in range(len(held) - 1, -1, -1):
        starts[k] = min(starts[k], end - held[k].slots)
        end = starts[k]
    return starts


def _on_side(profile: Profile, held: Sequence[Group], side: Side, colours: dict[int, str]) -> Plan:
    if not held:
        return Plan((), (), (), ())
    supplies = {rail for group in held for part in group.parts for rail in rails_of(part, profile)}
    # Ground comes in at the foot of the left side and at the head of the right, where its pins are near.
    heads: list[Supply] = ["3V3"] if "3V3" in supplies else []
    if side == "right" and "GND" in supplies:
        heads.append("GND")
    foot = SLOTS - 1 if side == "left" and "GND" in supplies else SLOTS
    frames: list[Frame] = []
    parts: list[Placed] = []
    for group, start in zip(held, _starts(held, len(heads), foot - 1), strict=True):
        top = _slot_y(start) - STEP / 2 + 0.8
        frames.append(Frame(group.title, side, top, STEP * group.slots - 1.6))
        for k, part in enumerate(group.parts):
            y = _slot_y(start + 1 + k)
            parts.append(Placed(part, side, y, colours[part.pin], rails_of(part, profile)))
    rails = [_rail(supply, side, _slot_y(slot), parts) for slot, supply in enumerate(heads)]
    if foot < SLOTS:
        rails.append(_rail("GND", side, _slot_y(foot), parts))
    ends = [(header_pin(one.part.pin), one.y, BOX_X + BOX_WIDTH, one.colour) for one in parts]
    ends += [(rail.pin, rail.leaves, _rail_x(rail), GROUND if rail.supply == "GND" else PLUS) for rail in rails]
    return Plan(tuple(frames), tuple(parts), tuple(rails), tuple(_wires(ends, side)))


def _rail(supply: Supply, side: Side, leaves: float, parts: Sequence[Placed]) -> Rail:
    # Ground is not taken from pin 6: the plug of a touch display's power covers pins 2, 4 and 6.
    pins = {"GND": 39 if side == "left" else 14, "3V3": 1}
    ends = [joint(one, supply)[1] for one in parts if supply in one.rails]
    return Rail(supply, side, pins[supply], min(*ends, leaves), max(*ends, leaves), leaves)


def _rail_x(rail: Rail) -> float:
    return GROUND_X if rail.supply == "GND" else PLUS_X


def joint(one: Placed, supply: Supply) -> Point:
    """Where a part leaves its box for a rail."""
    apart = 0.0 if len(one.rails) == 1 else 1.8 if supply == "GND" else -1.8
    return across(BOX_X, one.side), one.y + apart


def _wires(ends: Sequence[tuple[int, float, float, str]], side: Side) -> Iterator[Wire]:
    """From the pins to their ends, each in a lane of its own; of those that go down the upper ones lie farther out."""
    routed: list[tuple[float, float, float, str, tuple[Point, ...]]] = []
    for pin, y, x, colour in ends:
        px, py = pin_place(pin)
        if (pin % 2 == 1) == (side == "left"):
            begin: tuple[Point, ...] = ((px + (-PIN_RADIUS if side == "left" else PIN_RADIUS), py),)
        else:
            begin = ((px, py + PIN_RADIUS), (px, py + ASIDE[1 - pin % 2]))
        routed.append((begin[-1][1], y, x, colour, begin))
    down = sorted(one for one in routed if one[1] >= one[0])
    up = sorted((one for one in routed if one[1] < one[0]), reverse=True)
    pitch = (FIRST_LANE - LAST_LANE) / max(1, len(routed) - 1)
    for k, (pin_y, y, x, colour, begin) in enumerate([*down, *up]):
        lane = across(LAST_LANE + min(pitch, 1.7) * k, side)
        yield Wire((*begin, (lane, pin_y), (lane, y), (across(x, side), y)), colour)
