"""How a panel is wired, as a drawing (SVG, one A4 sheet) and as a list of what is needed."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree as Tree

from companion.engine.text import TN, T, Text
from hardware.pin_header import HEADER, header_pin
from hardware.profiles import Part, Profile
from hardware.wiring_plan import (
    BOX_HEIGHT,
    BOX_WIDTH,
    BOX_X,
    FIRST_ROW,
    GROUND,
    GROUND_X,
    HEIGHT,
    PIN_RADIUS,
    PIN_X,
    PLUS,
    PLUS_X,
    ROWS,
    STEP,
    WIDTH,
    Frame,
    Placed,
    Plan,
    Rail,
    across,
    joint,
    pin_place,
    plan,
)

Say = Callable[[Text], str]

INK, DIM, LINE = "#1b1b1b", "#6b6b6b", "#b9b2a6"
LETTER = 0.56
"""How wide a letter is at most, on average, in parts of its size."""
FOOT_Y, FOOT_END = 242.0, HEIGHT - 6
FOOT_SIZES = (3.1, 2.8, 2.5, 2.2, 1.9)
FOOT_COLUMNS = (8.0, 108.0)
FOOT_WIDTH = 94.0
RESISTOR = "330 Ω"


def parts(profile: Profile) -> tuple[Text, ...]:
    """What has to be bought for a panel of this profile, one thing a line."""
    needed: list[Text] = []
    if profile.buttons:
        needed.append(TN("{n} push button (normally open)", "{n} push buttons (normally open)", len(profile.buttons)))
    if profile.lamps:
        needed.append(
            TN(
                "{n} LED with a resistor of {value}",
                "{n} LEDs, each with a resistor of {value}",
                len(profile.lamps),
                value=RESISTOR,
            )
        )
    if profile.knob is not None:
        if profile.knob.push is None:
            needed.append(T("1 rotary encoder (EC11); where it has a “+”, join that to 3.3 V"))
        else:
            needed.append(T("1 rotary encoder with push (EC11); where it has a “+”, join that to 3.3 V"))
    if profile.buzzer is not None:
        if profile.buzzer.active_low:
            needed.append(T("1 active buzzer for 3.3 V on a board with a transistor, that sounds at a low signal"))
        else:
            needed.append(T("1 active buzzer for 3.3 V on a board with a transistor, that sounds at a high signal"))
    wires = len(plan(profile).wires)
    needed.append(TN("{n} wire to the header", "{n} wires to the header", wires))
    return tuple(needed)


def cautions(profile: Profile) -> tuple[Text, ...]:
    """What to mind when it is wired."""
    minded = [
        T("Switch the Raspberry Pi off and unplug it before you wire anything."),
        T("Never join 5 V to any other pin: it breaks the Raspberry Pi."),
    ]
    if profile.lamps:
        if profile.lamps_active_low:
            minded.append(T("The long leg of an LED goes to 3.3 V, the short one by the resistor to its pin."))
        else:
            minded.append(T("The long leg of an LED goes by the resistor to its pin, the short one to ground."))
        minded.append(T("Red and yellow LEDs take about 4 mA each; blue and white ones hardly shine at 3.3 V."))
    if profile.buzzer is not None:
        minded.append(T("A bare buzzer takes more than a pin gives. The “+” of its board goes to 3.3 V, never to 5 V."))
    minded.append(T("Pins 2, 4 and 6 are left free: a touch display or a fan has its power from them."))
    minded.append(T("A display belongs on DSI or HDMI: one that sits on this header wants the same pins."))
    return (*minded, *profile.notes)


def wiring_svg(profile: Profile, say: Say) -> str:
    """The drawing, in the words of `say`. Raises ValueError for a profile with faults: there is nothing to draw."""
    if profile.faults:
        raise ValueError(profile.id)
    drawn = plan(profile)
    root = Tree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": f"{WIDTH:g}mm",
            "height": f"{HEIGHT:g}mm",
            "viewBox": f"0 0 {WIDTH:g} {HEIGHT:g}",
            "font-family": "Roboto, Arial, 'Liberation Sans', sans-serif",
        },
    )
    title = say(T("Wiring: {panel}", panel=profile.title))
    Tree.SubElement(root, "title").text = title
    _rect(root, 0, 0, WIDTH, HEIGHT, "#ffffff")
    _words(root, 8, 15, title, 7, INK, bold=True)
    _words(root, 8, 22, say(profile.summary), 4, DIM)
    _words(root, WIDTH / 2, 36, say(T("Seen from above, the USB sockets below")), 3.2, DIM, "middle")
    _header(root, drawn, say)
    for frame in drawn.frames:
        _frame(root, frame, say)
    for rail in drawn.rails:
        _rail(root, rail, drawn, say)
    for wire in drawn.wires:
        corners = " ".join(f"{x:g},{y:g}" for x, y in wire.points)
        Tree.SubElement(
            root,
            "polyline",
            {"points": corners, "fill": "none", "stroke": wire.colour, "stroke-width": "0.7", "class": "wire"},
        )
    for one in drawn.parts:
        _part(root, one, say)
    _foot(root, profile, say)
    Tree.indent(root)
    return Tree.tostring(root, encoding="unicode") + "\n"


def _header(root: Tree.Element, drawn: Plan, say: Say) -> None:
    """The 40 pins, each with its number in it and its name beside it."""
    body = PIN_X[0] - 6, FIRST_ROW - 5.5
    _rect(root, *body, PIN_X[1] - PIN_X[0] + 12, STEP * (ROWS - 1) + 11, "#f4f1ea", LINE)
    colours = {header_pin(one.part.pin): one.colour for one in drawn.parts}
    for rail in drawn.rails:
        colours[rail.pin] = GROUND if rail.supply == "GND" else PLUS
    for pin, what in enumerate(HEADER, 1):
        x, y = pin_place(pin)
        colour = colours.get(pin)
        if pin == 1:
            # Pin 1 is the square one on the board.
            size = 2 * PIN_RADIUS
            _rect(root, x - PIN_RADIUS, y - PIN_RADIUS, size, size, colour or "#ffffff", colour or LINE)
        else:
            _disc(root, x, y, PIN_RADIUS, colour or "#ffffff", colour or LINE)
        _words(root, x, y + 0.9, str(pin), 2.4, "#ffffff" if colour else DIM, "middle")
        odd = pin % 2 == 1
        _words(
            root,
            PIN_X[0] - 7.5 if odd else PIN_X[1] + 7.5,
            y - 1.1,
            _pin_name(what, say),
            2.7,
            INK if colour else DIM,
            "end" if odd else "start",
            bold=colour is not None,
        )


def _pin_name(what: int | str, say: Say) -> str:
    if isinstance(what, int):
        return f"GPIO {what}"
    return say({"3V3": T("3.3 V"), "5V": T("5 V"), "GND": T("ground")}[what])


def _frame(root: Tree.Element, frame: Frame, say: Say) -> None:
    x = BOX_X - 2 if frame.side == "left" else WIDTH - BOX_X - BOX_WIDTH - 2
    _rect(root, x, frame.y, BOX_WIDTH + 4, frame.height, "#faf8f3", LINE)
    _words(root, x + 2, frame.y + 5.2, say(frame.title), 3.6, INK, bold=True, room=BOX_WIDTH)


def _part(root: Tree.Element, one: Placed, say: Say) -> None:
    left = one.side == "left"
    x = BOX_X if left else WIDTH - BOX_X - BOX_WIDTH
    for supply in one.rails:
        start, y = joint(one, supply)
        end = across(GROUND_X if supply == "GND" else PLUS_X, one.side)
        colour = GROUND if supply == "GND" else PLUS
        _line(root, start, y, end, y, colour)
        _disc(root, end, y, 0.8, colour)
    _rect(root, x, one.y - BOX_HEIGHT / 2, BOX_WIDTH, BOX_HEIGHT, "#ffffff", one.colour)
    _sign(root, one.part, x + 5 if left else x + BOX_WIDTH - 5, one.y, one.colour)
    words_x = x + 9.5 if left else x + 2
    _words(root, words_x, one.y - 0.5, say(_short_title(one.part)), 2.8, INK, bold=True, room=BOX_WIDTH - 11)
    place = T("GPIO {pin}, pin {place}", pin=one.part.pin, place=header_pin(one.part.pin))
    _words(root, words_x, one.y + 2.8, say(place), 2.5, INK, room=BOX_WIDTH - 11)


def _short_title(part: Part) -> Text:
    """What it is called inside its group."""
    match part.kind, part.key:
        case "button", "confirm":
            return T("Confirm")
        case "button", "undo":
            return T("Undo")
        case "button", "next":
            return T("Next")
        case "button", "push":
            return T("Push")
        case "button", _:
            return T("Button")
        case "lamp", _:
            return T("LED, {value}", value=RESISTOR)
        case "knob", _:
            return T("Contact {letter}", letter=part.key.upper())
    return T("Signal")


def _sign(root: Tree.Element, part: Part, x: float, y: float, colour: str) -> None:
    """A small picture of what the part is."""
    match part.kind:
        case "button":
            _rect(root, x - 2.4, y - 2.4, 4.8, 4.8, "#ffffff", INK)
            _disc(root, x, y, 1.5, colour, INK)
        case "lamp":
            _disc(root, x, y, 2.3, "#fff3b0", INK)
            for dx, dy in ((1.63, 1.63), (1.63, -1.63)):
                _line(root, x - dx, y - dy, x + dx, y + dy, INK, 0.4)
        case "knob":
            _disc(root, x, y, 2.4, "#ffffff", INK)
            _line(root, x, y, x + 1.4, y - 1.6, INK, 0.6)
        case "buzzer":
            _disc(root, x, y, 2.4, "#444444", INK)
            _disc(root, x, y, 0.7, "#ffffff")


def _rail(root: Tree.Element, rail: Rail, drawn: Plan, say: Say) -> None:
    x = across(GROUND_X if rail.supply == "GND" else PLUS_X, rail.side)
    colour = GROUND if rail.supply == "GND" else PLUS
    _line(root, x, rail.top, x, rail.bottom, colour, 0.9)
    name = T("Ground, pin {place}", place=rail.pin) if rail.supply == "GND" else T("3.3 V, pin {place}", place=rail.pin)
    words_x = BOX_X if rail.side == "left" else WIDTH - BOX_X - BOX_WIDTH
    _words(root, words_x, rail.leaves - 1.1, say(name), 2.8, INK, bold=True, room=BOX_WIDTH)


def _foot(root: Tree.Element, profile: Profile, say: Say) -> None:
    """What is needed, and what to mind; in smaller letters where there is much of it."""
    for x, title, lines in (
        (FOOT_COLUMNS[0], T("You need"), parts(profile)),
        (FOOT_COLUMNS[1], T("Mind this"), cautions(profile)),
    ):
        _words(root, x, FOOT_Y, say(title), 3.8, INK, bold=True)
        size = FOOT_SIZES[-1]
        wrapped: list[list[str]] = []
        for size in FOOT_SIZES:
            wrapped = [_wrapped(say(line), int((FOOT_WIDTH - 3) / (size * LETTER))) for line in lines]
            if FOOT_Y + 1 + sum(len(words) for words in wrapped) * size * 1.5 <= FOOT_END:
                break
        y = FOOT_Y + 1
        for words in wrapped:
            for k, line in enumerate(words):
                y += size * 1.5
                if k == 0:
                    _disc(root, x + 0.8, y - size / 3, 0.6, DIM)
                _words(root, x + 3, y, line, size, INK)


def _wrapped(text: str, most: int) -> list[str]:
    """In lines of at most so many letters, cut between words."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) > most:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _words(
    root: Tree.Element,
    x: float,
    y: float,
    words: str,
    size: float,
    colour: str,
    anchor: str = "start",
    *,
    bold: bool = False,
    room: float | None = None,
) -> None:
    """A line of text; one that is longer than its room is written smaller."""
    if room is not None and len(words) * LETTER * size > room:
        size = room / (len(words) * LETTER)
    shown = {"x": f"{x:g}", "y": f"{y:g}", "font-size": f"{size:.2f}", "fill": colour, "text-anchor": anchor}
    Tree.SubElement(root, "text", shown | ({"font-weight": "bold"} if bold else {})).text = words


def _rect(root: Tree.Element, x: float, y: float, width: float, height: float, fill: str, edge: str = "none") -> None:
    measures = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{width:g}", "height": f"{height:g}", "rx": "0.8"}
    Tree.SubElement(root, "rect", measures | {"fill": fill, "stroke": edge, "stroke-width": "0.4"})


def _disc(root: Tree.Element, x: float, y: float, radius: float, fill: str, edge: str = "none") -> None:
    measures = {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{radius:g}"}
    Tree.SubElement(root, "circle", measures | {"fill": fill, "stroke": edge, "stroke-width": "0.4"})


def _line(root: Tree.Element, x: float, y: float, to_x: float, to_y: float, colour: str, width: float = 0.7) -> None:
    ends = {"x1": f"{x:g}", "y1": f"{y:g}", "x2": f"{to_x:g}", "y2": f"{to_y:g}"}
    Tree.SubElement(root, "line", ends | {"stroke": colour, "stroke-width": f"{width:g}"})
