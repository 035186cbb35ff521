"""The wiring drawing: every pin named, no label on another, no wire on another or through a label, for any panel."""

from __future__ import annotations

import random
import re
from itertools import combinations
from xml.etree import ElementTree as Tree

import msgspec
import pytest

from companion.engine.text import Text
from companion.language import LANGUAGES, Language
from hardware.device import LAMPS
from hardware.pin_header import GPIOS, HEADER, ID_EEPROM, header_pin
from hardware.profiles import BUTTONS, Profile, profile, profiles, read
from hardware.wiring import cautions, parts, wiring_svg
from hardware.wiring_plan import BOX_WIDTH, BOX_X, HEIGHT, WIDTH, groups, joint, plan

SAY = Language().say
SVG = "{http://www.w3.org/2000/svg}"
LETTER = 0.56
"""Letters of Roboto are narrower than this part of their size, on average."""

Rectangle = tuple[float, float, float, float]
Segment = tuple[float, float, float, float]


def any_panel(dice: random.Random) -> Profile:
    """A panel of any parts on any pins, as its owner would write it."""
    pins = dice.sample([pin for pin in GPIOS if pin not in ID_EEPROM], 26)
    lines = [f"lamps_active_low = {dice.choice(('true', 'false'))}", f"pull = '{dice.choice(('up', 'down'))}'"]
    lines += ["[buttons]", *(f"{key} = {pins.pop()}" for key in dice.sample(BUTTONS, dice.randint(1, len(BUTTONS))))]
    lines += ["[lamps]", *(f"{key} = {pins.pop()}" for key in dice.sample(LAMPS, dice.randint(0, 6)))]
    if dice.random() < 0.7:
        lines += ["[knob]", f"a = {pins.pop()}", f"b = {pins.pop()}", f"push = {pins.pop()}"]
    if dice.random() < 0.5:
        lines += ["[buzzer]", f"pin = {pins.pop()}"]
    found = read("\n".join(lines), "any")
    if found.faults:
        # Two pins can't be pulled down.
        found = read("\n".join(lines).replace("'down'", "'up'"), "any")
    assert found.faults == ()
    return found


CROWDED = read(
    "[buttons]\nseat1 = 18\nseat2 = 23\nseat3 = 24\nseat4 = 25\nseat5 = 8\nseat6 = 7\n"
    "confirm = 12\nundo = 16\nnext = 20\n"
    "[lamps]\nseat1 = 4\nseat2 = 17\nseat3 = 27\nseat4 = 22\nseat5 = 5\nseat6 = 6\n[buzzer]\npin = 21\n",
    "crowded",
)
"""Every group has as many pins on the right as on the left, or more; there is no room for all of them there."""
PANELS = [*profiles(), CROWDED, *(any_panel(random.Random(k)) for k in range(60))]


def drawn(chosen: Profile, language: str = "en") -> Tree.Element:
    return Tree.fromstring(wiring_svg(chosen, Language(language).say))


def labels(root: Tree.Element) -> list[tuple[str, Rectangle]]:
    """Every text with the room it takes: left, top, right, bottom."""
    found = []
    for text in root.iter(f"{SVG}text"):
        words = text.text or ""
        x, y, size = (float(text.get(name, "")) for name in ("x", "y", "font-size"))
        width = len(words) * size * LETTER
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[text.get("text-anchor", "")]
        found.append((words, (left, y - 0.73 * size, left + width, y + 0.21 * size)))
    return found


def segments(chosen: Profile) -> list[list[Segment]]:
    """The pieces of each wire."""
    return [[(*a, *b) for a, b in zip(wire.points, wire.points[1:], strict=False)] for wire in plan(chosen).wires]


def overlap(a: Rectangle, b: Rectangle) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def lie_on_each_other(a: Segment, b: Segment) -> bool:
    """Whether two pieces run along each other; crossing at a right angle is none of that."""
    for x, y in ((0, 1), (1, 0)):
        if a[y] == a[y + 2] and b[y] == b[y + 2] and abs(a[y] - b[y]) < 0.5:
            (a1, a2), (b1, b2) = sorted((a[x], a[x + 2])), sorted((b[x], b[x + 2]))
            if a1 < b2 - 0.01 and b1 < a2 - 0.01:
                return True
    return False


@pytest.mark.parametrize("chosen", profiles(), ids=lambda one: one.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_is_sound_xml_and_names_every_pin_in_use(chosen: Profile, language: str) -> None:
    root = drawn(chosen, language)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 210 297"
    words = [word for word, _ in labels(root)]
    for part in chosen.parts:
        assert words.count(f"GPIO {part.pin}") == 1, "beside the header"
        placed = [re.findall(r"\d+", word) for word in words if word.startswith(f"GPIO {part.pin},")]
        assert placed.count([str(part.pin), str(header_pin(part.pin))]) == 1, "beside its part"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_lies_on_another_or_beyond_the_sheet(language: str) -> None:
    for chosen in PANELS:
        found = labels(drawn(chosen, language))
        for (a, at), (b, bt) in combinations(found, 2):
            assert not overlap(at, bt), (a, b)
        for words, (left, top, right, bottom) in found:
            assert left >= 0 and top >= 0 and right <= WIDTH and bottom <= HEIGHT, words


def test_no_wire_runs_through_a_label() -> None:
    for chosen in PANELS:
        found = labels(drawn(chosen))
        for wire in segments(chosen):
            for x1, y1, x2, y2 in wire:
                room = (min(x1, x2), min(y1, y2) - 0.3, max(x1, x2), max(y1, y2) + 0.3)
                assert [words for words, at in found if overlap(at, room)] == []


def test_no_wire_lies_on_another() -> None:
    for chosen in PANELS:
        for one, other in combinations(segments(chosen), 2):
            assert not any(lie_on_each_other(a, b) for a in one for b in other), chosen


def test_hardly_a_wire_crosses_another_in_the_panels_of_cartouche() -> None:
    for chosen in profiles():
        crossings = 0
        for one, other in combinations(segments(chosen), 2):
            for a in one:
                for b in other:
                    flat, steep = (a, b) if a[1] == a[3] else (b, a)
                    if flat[1] == flat[3] and steep[0] == steep[2]:
                        (x1, x2), (y1, y2) = sorted((flat[0], flat[2])), sorted((steep[1], steep[3]))
                        crossings += x1 < steep[0] < x2 and y1 < flat[1] < y2
        # Ground comes from pin 14, and the wire of pin 12 has to pass it.
        assert crossings <= 1


def test_a_wire_goes_from_every_part_to_its_pin_and_from_every_rail_to_the_header() -> None:
    for chosen in PANELS:
        made = plan(chosen)
        assert sorted(one.part.pin for one in made.parts) == sorted(part.pin for part in chosen.parts)
        assert len(made.wires) == len(made.parts) + len(made.rails)
        for one in made.parts:
            for supply in one.rails:
                assert [rail.supply for rail in made.rails if rail.side == one.side].count(supply) == 1
        for rail in made.rails:
            assert HEADER[rail.pin - 1] == rail.supply


def test_what_belongs_together_is_drawn_together() -> None:
    found = [(SAY(group.title), [part.pin for part in group.parts]) for group in groups(profile("small"))]
    assert found == [("Seat 1", [17, 27]), ("Seat 2", [18, 23]), ("Table", [24, 25]), ("Knob", [5, 6, 13])]


def test_parts_are_joined_to_ground_or_to_3_volts_as_the_profile_pulls() -> None:
    text = "[buttons]\nconfirm = 4\n[lamps]\nseat1 = 17\n[knob]\na = 5\nb = 6\n[buzzer]\npin = 13\n"

    def rails(head: str) -> dict[str, tuple[str, ...]]:
        return {one.part.kind: one.rails for one in plan(read(head + text, "mine")).parts}

    assert rails("") == {"button": ("GND",), "lamp": ("GND",), "knob": ("GND",), "buzzer": ("3V3", "GND")}
    turned = rails('pull = "down"\nlamps_active_low = true\n')
    assert turned == {"button": ("3V3",), "lamp": ("3V3",), "knob": ("GND",), "buzzer": ("3V3", "GND")}


def test_a_buzzer_leaves_its_box_for_both_rails_beside_each_other() -> None:
    (buzzer,) = [one for one in plan(profile("standard")).parts if one.part.kind == "buzzer"]
    (_, ground), (_, plus) = (joint(buzzer, rail) for rail in ("GND", "3V3"))
    assert ground - buzzer.y == pytest.approx(buzzer.y - plus)
    assert ground > plus


def test_parts_that_find_no_room_beside_the_rails_go_to_the_other_side() -> None:
    """All twelve pins lie on the left: with their titles the parts take 20 slots, of 21 with two for the rails."""
    pins = iter([gpio for gpio in (2, 3, 4, 17, 27, 22, 10, 9, 11, 5, 6, 13, 19, 26) if header_pin(gpio) % 2])
    lines = ["[buttons]", *(f"{key} = {next(pins)}" for key in BUTTONS)]
    lines += ["[knob]", *(f"{contact} = {next(pins)}" for contact in ("a", "b", "push"))]
    chosen = read("\n".join(lines), "left")
    assert chosen.faults == () and sum(1 + len(group.parts) for group in groups(chosen)) == 20
    assert {frame.side for frame in plan(chosen).frames} == {"left", "right"}


def test_the_list_of_parts_counts_them() -> None:
    assert [SAY(part) for part in parts(profile("standard"))] == [
        "9 push buttons (normally open)",
        "6 LEDs, each with a resistor of 330 Ω",
        "1 rotary encoder with push (EC11); where it has a “+”, join that to 3.3 V",
        "1 active buzzer for 3.3 V on a board with a transistor, that sounds at a high signal",
        "22 wires to the header",
    ]
    low = read("[buttons]\nundo = 4\n[buzzer]\npin = 5\nactive_low = true\n", "mine")
    assert SAY(parts(low)[1]) == "1 active buzzer for 3.3 V on a board with a transistor, that sounds at a low signal"
    assert SAY(parts(read("[buttons]\nundo = 4\n", "mine"))[0]) == "1 push button (normally open)"


def test_the_legs_of_a_led_are_told_as_the_lamps_hang() -> None:
    up = [SAY(text) for text in cautions(profile("small"))]
    down = [SAY(text) for text in cautions(msgspec.structs.replace(profile("small"), lamps_active_low=True))]
    assert "The long leg of an LED goes by the resistor to its pin, the short one to ground." in up
    assert "The long leg of an LED goes to 3.3 V, the short one by the resistor to its pin." in down
    assert "pull" not in " ".join(up + down)


def test_ground_leaves_the_pins_free_that_power_a_touch_display() -> None:
    for chosen in PANELS:
        assert {rail.pin for rail in plan(chosen).rails} <= {1, 14, 39}
        assert any(SAY(text).startswith("Pins 2, 4 and 6 are left free") for text in cautions(chosen))


def test_what_a_pin_cannot_bear_is_told_where_there_is_such_a_part() -> None:
    bare = "A bare buzzer takes more than a pin gives. The “+” of its board goes to 3.3 V, never to 5 V."
    weak = "Red and yellow LEDs take about 4 mA each; blue and white ones hardly shine at 3.3 V."
    told = {one.id: [SAY(text) for text in cautions(one)] for one in profiles()}
    assert bare in told["standard"] and weak in told["standard"]
    assert bare not in told["small"] and weak in told["small"]
    plain = [SAY(text) for text in cautions(read("[buttons]\nundo = 4\n", "mine"))]
    assert bare not in plain and weak not in plain


def test_a_word_too_long_for_its_box_is_written_smaller() -> None:
    def wordy(text: Text) -> str:
        return SAY(text) + " of this side of the table" * (text.message in ("Button", "Push", "Seat {n}"))

    long = [at for words, at in labels(Tree.fromstring(wiring_svg(profile("small"), wordy))) if "of this side" in words]
    assert len(long) == 5
    for left, _, right, _ in long:
        assert right <= BOX_X + BOX_WIDTH or WIDTH - BOX_X - BOX_WIDTH <= left < right <= WIDTH - BOX_X


def test_names_that_look_like_tags_stay_words() -> None:
    chosen = read('name = "<b>&\\"Oak\\"</b>"\n[buttons]\nundo = 4\n', "mine")
    assert drawn(chosen).findtext(f"{SVG}title") == 'Wiring: <b>&"Oak"</b>'


def test_a_panel_with_faults_is_not_drawn() -> None:
    with pytest.raises(ValueError, match="mine"):
        wiring_svg(read("[buttons]\nundo = 44\n", "mine"), SAY)
