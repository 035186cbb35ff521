"""The parts of the Sobek board below the quay: what a card costs, the sets of a seat, a row for each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.sums import number
from companion.engine.text import TN, T, Text, seat
from companion.games.sobek.catalogue import AMULET, CHARACTERS
from companion.ui import fit, theme
from companion.ui.boards import sobek_cards as cards
from companion.ui.boards.base import Area, Marks
from companion.ui.boards.sobek_reading import SetFace
from companion.ui.pen import Pen
from companion.ui.theme import Colour, TypeStyle

PRICE = TypeStyle("price", 18, True, 22)
SUM = TypeStyle("sum", 24, False, 29)
SMALL_SUM = TypeStyle("sum", 18, False, 22)
HEAD = TypeStyle("head", 18, False, 22)
HEAD_BOLD = TypeStyle("head", 18, True, 22)
COUNT = TypeStyle("count", 20, True, 24)
SCORE = TypeStyle("score", 28, True, 34)
PLAYER = TypeStyle("player", 18, True, 22)


def price(pen: Pen, area: Area, skipped: int, free: str) -> None:
    """What taking a card costs: nothing, or so many cards under the own tile."""
    cx, cy = area.x + area.w / 2, area.y + area.h / 2
    if not skipped:
        pen.text(free, cx, cy, PRICE, "good", "center", area.w, True)
        return
    cards.tile(pen, cx - 17, cy, 18, "warn")
    pen.text(f"+{skipped}", cx + 14, cy, PRICE, "warn", "center")


def words(pen: Pen, area: Area, text: str) -> None:
    """A line beside keys."""
    style = fit.label(text, area.w - 8, False, pen.frame, (20, 18, 16)).style
    if pen.measure(text, style) <= area.w - 8:
        pen.text(text, area.x + 4, area.y + area.h / 2, style, "sand_2")
        return
    lines = fit.balanced(text, style, area.w - 8, 2, pen.frame)
    pen.lines(lines, area.x + 4, area.y + area.h / 2 - lines.height / 2, "sand_2", max_width=area.w - 8)


def tab(pen: Pen, who: str, area: Area, chosen: bool, waiting: bool) -> None:
    """One of several seats that act at once; a tick where it is done."""
    edge: Colour | None = "lapis_light" if chosen else "lit" if waiting else "line"
    pen.box(*area, "lapis" if chosen else "surface", theme.RADIUS["button"], edge, 2)
    pen.seat_disc(who, area.x + area.w / 2, area.y + area.h / 2, 15)
    if not waiting:
        pen.disc(area.x + area.w - 10, area.y + 10, 9, "good_soft")
        pen.icon("check", area.x + area.w - 10, area.y + 10, 14, "good")


def members(pen: Pen, face: SetFace, x: float, y: float, room: float, high: float) -> float:
    """The cards of a set in a row, closer together where there are many; returns where the row ends."""
    wide = min(30.0, high * 30 / 36)
    extra = 62.0 if face.added else 0.0
    n = max(len(face.cards), 1)
    pitch = min(wide + 3, (room - extra - wide) / max(n - 1, 1)) if n > 1 else wide + 3
    for i, card in enumerate(face.cards):
        cards.member(pen, card, Area(x + pitch * i, y - high / 2, wide, high), card == AMULET, card in CHARACTERS)
    end = x + pitch * (n - 1) + wide + 4
    if face.added:
        pen.box(end, y - high / 2, extra - 6, high, "good_soft", 4)
        pen.text(f"+{face.added}", end + (extra - 6) / 2, y, HEAD_BOLD, "good", "center")
        end += extra
    return end


def strip(pen: Pen, area: Area, face: SetFace, told: str) -> None:
    """What is being laid: the family, its cards, and what it is worth so far."""
    pen.box(*area, "surface", 6)
    middle = area.y + area.h / 2
    cards.sign(pen, face.family, area.x + 22, middle, 13)
    style = SUM if pen.measure(told, SUM) < area.w * 0.4 else SMALL_SUM
    wide = pen.text(told, area.x + area.w - 10, middle, style, "sand", "right", area.w * 0.5)
    members(pen, face, area.x + 44, middle, area.w - 64 - wide, min(area.h - 8, 32))


def sets_panel(
    pen: Pen, area: Area, who: str, name: str, faces: Sequence[SetFace], signs: Marks, say: Callable[[Text | str], str]
) -> None:  # fmt: skip
    """The sets in front of a seat with their sums, and what they are worth together."""
    pen.box(*area, "surface", theme.RADIUS["card"])
    total = say(TN("{n} point", "{n} points", sum(face.points for face in faces)))
    right = area.x + area.w - 12
    wide = pen.text(total, right, area.y + 20, HEAD_BOLD, "good" if faces else "sand_3", "right")
    pen.seat_disc(who, area.x + 24, area.y + 20, 12)
    room = area.w - 12 - wide - 56
    head = say(T("{who}: sets laid this round", who=seat(who)))
    style = HEAD if pen.measure(head, HEAD) <= room else cards.NAME
    pen.text(head if pen.measure(head, style) <= room else name, area.x + 44, area.y + 20, style, "sand_2",
             max_width=room, may_cut=True)  # fmt: skip
    if not faces:
        empty = say(T("No set yet: three cards of one family or more make one."))
        line = fit.balanced(empty, HEAD, area.w - 40, 2, pen.frame)
        pen.lines(line, area.x + area.w / 2, area.y + 38 + (area.h - 44 - line.height) / 2, "sand_3", "center",
                  area.w - 24)  # fmt: skip
        return
    columns = 1 if len(faces) * 40 <= area.h - 36 else 2 if len(faces) <= 6 or area.w < 500 else 3
    rows = -(-len(faces) // columns)
    pitch = min((area.h - 38) / rows, 52)
    width = (area.w - 8) / columns
    for i, face in enumerate(faces):
        x, y = area.x + 4 + width * (i // rows), area.y + 38 + pitch * (i % rows)
        _set_row(pen, Area(x, y, width - 4, pitch - 2), f"set:{who}:{i}", face, signs, say)


def _set_row(
    pen: Pen, row: Area, target: str, face: SetFace, signs: Marks, say: Callable[[Text | str], str]
) -> None:  # fmt: skip
    edge: Colour | None = None
    if target in signs.reasons or target in signs.refused:
        edge = "bad"
    elif target in signs.counted:
        edge = "lit"
    elif target in signs.fresh:
        edge = "sand"
    pen.box(*row, "surface", 6, edge, 3)
    middle = row.y + row.h / 2
    r = min(14.0, row.h / 2 - 3)
    cards.sign(pen, face.family, row.x + 20, middle, r)
    told = say(face.sum)
    styles = (SUM, SMALL_SUM, cards.NAME) if row.h > 30 else (SMALL_SUM, cards.NAME) if row.h > 22 else (cards.NAME,)
    fits = next((s for s in styles if pen.measure(told, s) <= row.w * 0.52), None)
    if fits is None:
        told, fits = number(face.points), styles[0]
    wide = pen.text(told, row.x + row.w - 8, middle, fits, "sand", "right")
    if row.h >= 24:
        members(pen, face, row.x + 42, middle, row.w - 62 - wide, min(row.h - 4, 36))


def seat_row(
    pen: Pen, row: Area, who: str, name: str, side: Any, waits: bool, shown: bool, column: float
) -> None:  # fmt: skip
    """A seat: disc, name, cards in hand, corruption ("?" while it is hidden), Curses, points in `column` wide."""
    look = theme.seat(who)
    edge: Colour | None = "lapis_light" if shown else None
    pen.box(*row, "raised" if waits else "surface", theme.RADIUS["button"], edge, 2)
    pen.box(row.x, row.y, 6, row.h, look.fill, 3)
    y = row.y + row.h / 2
    pen.seat_disc(who, row.x + 24, y, 12)
    right = row.x + row.w
    if side.gone:
        pen.text(name, row.x + 44, y, PLAYER, "sand_3", max_width=row.w - 52, may_cut=True)
        return
    pen.text(number(side.points), right - 8, y, SCORE, "sand", "right")
    if row.w < 240 and row.h >= 48:
        # Upright a row is narrow and high: the name stands over the counts.
        left, low = row.x + 42, y + 13
        _counts(pen, left + 10, left + 58, low, True, side, COUNT)
        room, line = right - 14 - column - left, y - 12
    else:
        # Where four share the height, the name gets what the counts can spare.
        low = row.h < 48
        left, line, tile = row.x + 42, y, right - 8 - column - (35 if low else 40)
        hand = tile - (45 if low else 51) - 16 * side.curses
        _counts(pen, hand, tile, y, False, side, PLAYER if low else COUNT)
        room = hand - 11 - left
    style = next((s for s in (PLAYER, cards.BOLD) if pen.measure(name, s) <= room), cards.NAME)
    pen.text(name, left, line, style, look.text, max_width=room, may_cut=True)


def _counts(pen: Pen, hand: float, tile: float, y: float, roomy: bool, side: Any, style: TypeStyle) -> None:
    """Cards in hand and under the tile, and a sign for each Curse: after the count, or before the tile."""
    cards.outline(pen, hand, y, 20, "sand_2")
    pen.text(str(side.hand.n), hand + 11, y, style, "sand")
    cards.tile(pen, tile, y, 17, "sand_2")
    hidden = side.pile.n < 0
    wide = pen.text("?" if hidden else str(side.pile.n), tile + 12, y, style, "sand_3" if hidden else "sand")
    for i in range(side.curses):
        pen.icon("warn", tile + 23 + wide + 17 * i if roomy else tile - 19 - 16 * i, y, 16, "warn")
