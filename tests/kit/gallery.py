"""Every widget of the kit on a few pages, for looking at and for the automatic check.

`python -m tests.kit.gallery` writes the pages at three sizes to build/screenshots/.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.kit.ui import UI  # isort: skip (it prepares Kivy, so it comes first)

from kivy.uix.floatlayout import FloatLayout

from companion.engine.sums import Sum
from companion.ui import layout, shapes, theme
from companion.ui.layout import place
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.check_row import CheckRow
from companion.ui.widgets.choice import Choice, OnOff
from companion.ui.widgets.device_sign import DeviceSign
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.headline import Headline
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.keypad import Keypad, KeypadSeat
from companion.ui.widgets.phase_bar import PhaseBar, Step
from companion.ui.widgets.progress import Progress
from companion.ui.widgets.score_row import ScoreRow
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.seat_chip import SeatChip
from companion.ui.widgets.step_slider import StepSlider
from companion.ui.widgets.stepper import Stepper
from companion.ui.widgets.toast import Toast
from companion.ui.widgets.tools import Tool, Tools
from companion.ui.widgets.top_bar import TopBar

SIZES = ((800, 480), (1280, 720), (720, 1280), (480, 800), (1024, 600))
FOLDER = Path(__file__).resolve().parents[2] / "build" / "screenshots"

NAMES = {"red": "Anna", "blue": "Konstantin", "green": "Kira", "yellow": "Márton", "black": "Dóra", "violet": "Илья"}
STEPS = [
    Step("Cards"),
    Step("Points"),
    Step("Remove", "blue"),
    Step("Place", "blue"),
    Step("Remove", "red"),
    Step("Place", "red"),
    Step("Scoring"),
]
LONG = "Shuffle both decks of cards and lay them beside the board"


class Page(FloatLayout):
    """A page that fills the window; children are placed by logical rectangles."""

    def __init__(self) -> None:
        super().__init__()
        self.frame = layout.current()

    def at(self, child: Any, x: float, y: float, w: float, h: float) -> Any:
        self.add_widget(place(child, self.frame.rect(x, y, w, h)))
        return child


class Drawings(Drawn):
    """Symbols, signs, emblems, plates, coloured spaces and a refused one."""

    def paint(self, pen: Pen) -> None:
        for i, seat in enumerate(theme.SEATS):
            pen.seat_disc(seat, 30 + i * 52, 30, 22)
        for i, name in enumerate(("aton", "tutankhamen", "none")):
            pen.emblem(shapes.game_emblem(name), 360 + i * 70, 36, 30, "ground")
        for i, form in enumerate(shapes.PLATES):
            pen.plate(form, 30 + i * 56, 96, 22, "gold", "gold_soft")
            pen.text("8", 30 + i * 56, 96, "decision2", "sand", "center")
        pen.dashed_box(190, 74, 60, 44, 8)
        pen.dashed_disc(286, 96, 22)
        for i, look in enumerate(theme.SPACES.values()):
            pen.box(330 + i * 44, 76, 40, 40, look.bright, 6, "lit", 3)
        columns = int((pen.w - 16) // 31)
        for i, icon in enumerate(shapes.ICONS):
            pen.icon(icon, 20 + (i % columns) * 31, 146 + (i // columns) * 34, 26, "sand_2")


def table() -> Page:
    """Headline, phase bar, score strip, panel."""
    page, frame = Page(), layout.current()
    line = "Anna, place 2 more counters in temple 1 or 2."
    bar = PhaseBar()
    bar.set("Round 4", STEPS, 5, "Anna: place" if frame.portrait else "")
    if frame.portrait:
        page.at(Headline(sentence=line, seat="red"), 0, 0, 480, 96)
        page.at(bar, 0, 96, 480, 34)
    else:
        page.at(Headline(sentence=line, seat="red"), 0, 0, frame.w, 64)
        page.at(bar, 0, 64, frame.w, 30)
    y = 140 if frame.portrait else 102
    x = 12 if frame.portrait else frame.w - 254
    row = 224 if frame.portrait else 246
    scores = [
        ScoreRow(seat="red", name="Anna", score="12", note="Stock 21", gain="+13", share=0.3, tick=0.62, active=True),
        ScoreRow(seat="black", name="Bartholomäus-Konstantin", score="14", note="Stock 19", gain="−9", loss=True,
                 share=0.35, tick=0.57),
    ]  # fmt: skip
    for i, score in enumerate(scores):
        page.at(score, x + (232 * i if frame.portrait else 0), y + (0 if frame.portrait else 72 * i), row, 68)
    tools = [
        Tool("undo", "undo", "Undo"),
        Tool("log", "log", "Log", on=True),
        Tool("why", "why", "Why?", enabled=False),
        Tool("rules", "rules", "Rules"),
    ]
    if frame.portrait:
        page.at(Tools(tools, form="tall"), 12, frame.h - 73, 456, 64)
    else:
        page.at(Tools(tools), x, 352, 246, 120)
        page.at(Tools(tools, form="small"), x, 296, 246, 48)
    toasts = ("good", "warn", "bad")
    texts = ("Camera: Red on 1.06", "A tenth 4 for Red? Check the card.", "Camera lost. Please tap the moves.")
    top = 226 if frame.portrait else 102
    for i, (kind, text) in enumerate(zip(toasts, texts, strict=True)):
        page.at(Toast(kind=kind, text=text, can_undo=i == 0, seconds=3600), 12, top + 72 * i, 248, 64)
    refusal = Headline(sentence="Temple 4 is not open to you this turn.", refusal=True, show_menu=False)
    page.at(refusal, 0, top + 220, 480 if frame.portrait else 532, 64)
    everybody = Headline(sentence="Everybody: play four cards face down.", sign="people")
    page.at(everybody, 0, top + 290, 480 if frame.portrait else 532, 64)
    return page


def buttons() -> Page:
    """Buttons in all kinds, seat chips, drawings."""
    page, frame = Page(), layout.current()
    page.at(TopBar(title="Widgets", note="all sizes in logical pixels"), 0, 0, frame.w, 56)
    columns = 4 if frame.portrait else 7
    kinds = ("primary", "lapis", "plain", "quiet", "bad", "off", "primary")
    for i, kind in enumerate(kinds):
        words = ("Take it", "Next", "Log", "Put away", "Erase", "Done", "Focus")[i]
        button = PushButton(text=words, kind=kind, focused=i == 6, icon="log" if kind == "plain" else "")
        page.at(button, 12 + (i % columns) * 114, 70 + (i // columns) * 64, 106, 56)
    top = 200 if frame.portrait else 138
    columns = 3 if frame.portrait else 6
    for i, (seat, name) in enumerate(NAMES.items()):
        chip = SeatChip(seat=seat, name=name, chosen=i == 2)
        page.at(chip, 12 + (i % columns) * 132, top + (i // columns) * 66, 128, 60)
    top += 140 if frame.portrait else 74
    page.at(Drawings(), 0, top, 480 if frame.portrait else 640, 260)
    page.at(SeatChip(name="Seat"), frame.w - 140, top + (280 if frame.portrait else 60), 128, 60)
    return page


def choices() -> Page:
    """Check rows in a list, stepper, choice, switch, progress, slider, device signs."""
    page, frame = Page(), layout.current()
    page.at(TopBar(title="Choices", show_back=False), 0, 0, frame.w, 56)
    rows = ScrollList()
    words = ("Reserve plates as drawn", "Debens: Kira 8, Anna 9", "Four gifts aside", LONG, "Last row")
    rows.set_rows([(CheckRow(text=text, done=i == 0, next_up=i == 1), 54) for i, text in enumerate(words)])
    page.at(rows, 12, 64, 380, 196)
    x = 12 if frame.portrait else 410
    y = 280 if frame.portrait else 64
    page.at(Stepper(value=4), x, y, 150, 56)
    page.at(OnOff(on=True), x + 170, y, 72, 48)
    page.at(OnOff(), x + 252, y, 72, 48)
    page.at(Choice(["Left", "Middle", "Right"], chosen=1), x, y + 70, 380 if not frame.portrait else 456, 56)
    page.at(Progress(done=3, of=8), x, y + 140, 240, 14)
    page.at(Progress(done=5, of=19, words="5 of 19 done"), x, y + 164, 240, 40)
    y = 500 if frame.portrait else 280
    for i, state in enumerate(("ready", "starting", "lost", "absent")):
        page.at(DeviceSign(state=state, word=state), 12 + 115 * i, y, 112, 30)
        page.at(DeviceSign(state=state, icon="camera"), 12 + 60 * i, y + 36, 52, 30)
    slider = StepSlider(value=19, steps=48, ticks=list(range(0, 49, 6)))
    page.at(slider, 12, y + 90, 450, 56)
    return page


def dialog() -> Page:
    """A dialog over the choices."""
    page = choices()
    Dialog(
        title="Erase this game?",
        text="It leaves History for good. This cannot be undone.",
        safe_label="Keep it",
        action_label="Erase",
        hold=True,
        size=(page.frame.width, page.frame.height),
    ).open(page)
    return page


def keypad() -> Page:
    """The keypad with a sum."""
    page, frame = Page(), layout.current()
    head = Headline(sentence="Kira, how many points for your sets?", sign="edit")
    seats = [
        KeypadSeat("red", "Anna", "14"),
        KeypadSeat("blue", "Bence", "9"),
        KeypadSeat("green", "Kira", current=True),
    ]
    pad = Keypad(
        sum=Sum.read("3×5+10−3"), low=0, high=150, seats=seats, cancel_label="Cancel", undo_label="Undo last",
        bounds="Allowed: 0 to 150. The sum is kept in the log.",
    )  # fmt: skip
    top = 96 if frame.portrait else 64
    page.at(head, 0, 0, frame.w, top)
    page.at(pad, 0, top, frame.w, frame.h - top)
    return page


def keypad_wrong() -> Page:
    """The keypad with six seats and a result out of bounds."""
    page = keypad()
    pad = page.children[0]
    pad.sum = Sum.read("999999×999999×99999")
    pad.refuse = lambda value: f"{value:,} points? The game ends at 40 points; 150 is the most that can be typed."[-76:]
    pad.seats = [KeypadSeat(seat, name, "14", seat == "blue") for seat, name in NAMES.items()]
    return page


def keyboard(letters: str = "en") -> Page:
    """The keyboard with a name begun."""
    page, frame = Page(), layout.current()
    page.at(TopBar(title="Name"), 0, 0, frame.w, 56)
    board = Keyboard(text="Kons" if letters == "en" else "", hint="Name", layout=letters, shift=False)
    page.at(board, 0, frame.h - 400, frame.w, 400)
    return page


PAGES: dict[str, Callable[[], Page]] = {
    "table": table,
    "buttons": buttons,
    "choices": choices,
    "dialog": dialog,
    "keypad": keypad,
    "keypad-wrong": keypad_wrong,
    "keyboard-en": keyboard,
    "keyboard-hu": lambda: keyboard("hu"),
    "keyboard-ru": lambda: keyboard("ru"),
}


def main() -> None:
    """Write every page at every size, and say what is wrong with it."""
    from tests.kit.inspect import problems

    ui = UI()
    for width, height in SIZES:
        for name, build in PAGES.items():
            ui.resize(width, height)
            page = ui.show(build())
            ui.shot(FOLDER / f"kit-{name}-{width}x{height}.png")
            for problem in problems(page):
                sys.stdout.write(f"{name} {width}x{height}: {problem}\n")
            ui.clear()


if __name__ == "__main__":
    main()
