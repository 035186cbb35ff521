"""Telling the ten Nile cards: a strip with what was told, and one big key for each card there can be (design 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.game import Decision
from companion.engine.text import T
from companion.games.egizia.components import CARD_STOPS, FAMILIES, OPEN_CARDS, Catalogue, family_of
from companion.games.egizia.names import FAMILY_NAMES, STOP_NAMES, short_card
from companion.games.egizia.state import Egizia
from companion.ui import fit, theme
from companion.ui.boards import egizia_drawing as drawing
from companion.ui.boards.base import Area
from companion.ui.boards.egizia_drawing import Say, Worn
from companion.ui.boards.plan import grid
from companion.ui.pen import Pen

WIDE, HIGH, GAP = 80.0, 50.0, 4.0
"""A key is at least so large."""


class Key(NamedTuple):
    """A key of the picker: its target ("kind:", "face:", or "open:FAMILY" for several cards), the card it shows."""

    target: str
    card: str
    sub: str = ""


class PickPage(NamedTuple):
    """The picker: the strip of the ten stops, the keys, and the way back from the cards of one family."""

    strip: tuple[tuple[str, str, Area], ...] = ()
    keys: tuple[tuple[Key, Area], ...] = ()
    back: Area | None = None
    next_stop: str = ""

    def targets(self) -> dict[str, Area]:
        """What can be touched."""
        found = {f"stop:{stop}": area for stop, card, area in self.strip}
        found |= {key.target: area for key, area in self.keys}
        if self.back is not None:
            found["open:"] = self.back
        return found


def keys_of(decision: Decision) -> list[Key]:
    """A key for each card that can be told: known ones first, the others in the order of their families."""
    found: dict[str, Key] = {}
    for choice in decision.choices:
        for target in choice.targets:
            kind, _, card = target.partition(":")
            if kind in ("kind", "face") and target not in found:
                found[target] = Key(target, card)

    def order(key: Key) -> tuple[int, int]:
        return FAMILIES.index(family_of(key.card)), key.target.startswith("kind:")

    return sorted(found.values(), key=order)


def folded(keys: list[Key], most: int, family: str) -> list[Key]:
    """The keys that are shown: all if there is room, else families of several cards behind one key.

    `family`: the cards of this one alone.
    """
    if family:
        return [key for key in keys if family_of(key.card) == family]
    groups: dict[str, list[Key]] = {}
    for key in keys:
        groups.setdefault(family_of(key.card), []).append(key)
    shut: set[str] = set()
    while sum(1 if name in shut else len(group) for name, group in groups.items()) > most:
        shut.add(max((name for name in groups if name not in shut), key=lambda name: len(groups[name])))
        if len(shut) == len(groups):
            break
    found: list[Key] = []
    for name, group in groups.items():
        found += [Key(f"open:{name}", name)] if name in shut and len(group) > 1 else group
    return found


def pick_page(state: Egizia, decision: Decision, area: Area, strip: Area, portrait: bool, family: str) -> PickPage:
    """Lay out the picker in `area`, with the ten stops in `strip`."""
    keys = keys_of(decision)
    columns = 5 if portrait else 10
    cells = grid(strip, len(CARD_STOPS), columns, 60, GAP)
    row = tuple((stop, state.stops.get(stop, ""), cell) for stop, cell in zip(CARD_STOPS, cells, strict=True))
    most = int((area.w + GAP) // (WIDE + GAP)) * int((area.h + GAP) // (HIGH + GAP))
    shown = folded(keys, most, family)
    back = None
    if family:
        back = Area(area.x, area.y, 120, 48)
        area = Area(area.x, area.y + 54, area.w, area.h - 54)
    across = int((area.w + GAP) // (WIDE + GAP))
    count = len(shown)
    rows = max(-(-count // across), 1)
    across = max(-(-count // rows), 3)
    placed = tuple(zip(shown, grid(area, count, across, 84, GAP), strict=True))
    telling = state.telling[0]
    following = telling or next((stop for stop in CARD_STOPS if not state.stops.get(stop)), "")
    return PickPage(row, placed, back, following)


def draw_page(pen: Pen, page: PickPage, worn: Mapping[str, Worn], facts: Catalogue, say: Say) -> None:
    """The strip and the keys."""
    for stop, card, area in page.strip:
        mark = worn.get(f"stop:{stop}", drawing.BARE)
        due = stop == page.next_stop
        cx = area.x + area.w / 2
        if card:
            ink = drawing.ground(pen, area, mark._replace(lit=False), "surface", 6)
            drawing.draw_card(pen, card, cx, area.y + 17, 22)
            number = card.rpartition(":")[2]
            words = number if number.isdigit() else say(STOP_NAMES[stop])
            pen.text(words, cx, area.y + area.h - 13, drawing.SMALL_BOLD, ink, "center", area.w - 4, True)
            continue
        if due:
            pen.box(*area, "night", 6, "lit", 3)
        else:
            pen.dashed_box(*area, 6, "line_strong", 1.5)
        pen.text(say(STOP_NAMES[stop]), cx, area.y + area.h / 2, drawing.LABEL_BOLD, "sand" if due else "sand_3",
                 "center", area.w - 2, True)  # fmt: skip
    if page.back is not None:
        pen.box(*page.back, "raised", theme.RADIUS["button"])
        pen.icon("back", page.back.x + 22, page.back.y + 24, 22, "sand")
        words = say(T("All cards"))
        style = drawing.short(pen, words, page.back.w - 44)
        pen.text(words, page.back.x + 38, page.back.y + 24, style, "sand", max_width=page.back.w - 42)
    for key, area in page.keys:
        _key(pen, key, area, worn.get(key.target, drawing.BARE), facts, say)


def _key(pen: Pen, key: Key, area: Area, worn: Worn, facts: Catalogue, say: Say) -> None:
    known = key.target.startswith("face:")
    ink = drawing.ground(pen, area, worn._replace(lit=False), "raised" if not worn.pressed else "surface", 8)
    cx = area.x + area.w / 2
    several = key.target.startswith("open:")
    words = say(FAMILY_NAMES[key.card] if several else short_card(key.card))
    number = key.card.rpartition(":")[2]
    fitted = fit.largest(words, (18, 16), False, area.w - 6, 1, pen.frame)
    if not fitted.fits:
        fitted = fit.largest(words, (18, 16) if area.h >= 80 else (16,), False, area.w - 6, 2, pen.frame)
    if not fitted.fits:
        fitted = fit.largest(say(short_card(key.card)), (16,), False, area.w - 6, 2, pen.frame)
    step = fitted.style.line if len(fitted.lines) == 1 or area.h >= 68 else 17.0
    # The sentence above names the cards: where their name has no room, the number alone tells them apart.
    bare = known and number.isdigit() and not fitted.fits
    high = 0.0 if bare else step * len(fitted.lines)
    mid = area.y + 3 + (area.h - 6 - high) / 2
    sign = min(24.0, area.h - 8 - high)
    if known and number.isdigit():
        drawing.draw_card(pen, key.card, cx - 14, mid - 1, min(sign, 22.0))
        pen.text(number, cx + 14, mid, drawing.NUMBER, "sand", "center")
    else:
        drawing.draw_card(pen, key.card, cx, mid, sign)
    if not bare:
        top = area.y + area.h - 3 - high
        pen.lines(fitted, cx, top, "sand" if worn.lit else ink, "center", area.w - 4, step)
    if several or (not known and key.card in OPEN_CARDS):
        pen.icon("more", area.x + area.w - 14, area.y + 12, 16, "sand_3")
