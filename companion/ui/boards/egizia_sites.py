"""The three building sites below the river, and the page of one site: its monuments, its crews, what was built."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.engine.text import TN, T, Text
from companion.games.egizia.components import BOOST, CREWS, SITES
from companion.games.egizia.names import SITE_TITLES, crew_short
from companion.games.egizia.state import Egizia
from companion.ui import fit, theme
from companion.ui.boards import egizia_drawing as drawing
from companion.ui.boards import egizia_monuments as monuments
from companion.ui.boards.base import Area
from companion.ui.boards.egizia_drawing import Say, Worn
from companion.ui.boards.egizia_layout import LEAST, Places
from companion.ui.boards.egizia_monuments import Cell, Placed
from companion.ui.boards.plan import grid
from companion.ui.pen import Pen
from companion.ui.theme import Colour

HEAD, CREW_W, TABS = 48.0, 88.0, 226.0
SHORT_TITLES: Mapping[str, Text] = {
    "SITE_A": T("Sphinx"), "SITE_B": T("Obelisk, graves"), "SITE_C": T("Pyramid, temple"),
}  # fmt: skip
"""The sites where there is little room."""


class SiteLook(NamedTuple):
    """A site below the river: the ships on its slots, the one in reserve, what its last line says (long and short)."""

    site: str
    slots: tuple[str, ...]
    reserve: str
    told: str
    brief: str


def site_look(state: Egizia, site: str, say: Say) -> SiteLook:
    """How a site stands."""
    slots = state.slots.get(site, ())
    return SiteLook(site, slots, state.reserve.get(site, ""), say(told(state, site)),
                    say(told(state, site, True)))  # fmt: skip


def told(state: Egizia, site: str, brief: bool = False) -> Text:
    """What there is to build next, in a few words; `brief`: in fewer."""
    if site == "SITE_A":
        if brief:
            return T("deck {n}", n=state.deck)
        return TN("{n} card in the deck", "{n} cards in the deck", state.deck)
    if site == "SITE_B":
        graves = " ".join(str(state.tiles[i - 1]) for i in state.open_tiles[:4]) or "0"
        after = next((s.value for i, s in enumerate(state.facts.obelisk, 1) if f"obelisk:{i}" not in state.built), None)
        if after is None:
            return T("graves {values}", values=graves)
        if brief:
            return T("next {n}, grave {value}", n=after, value=graves.partition(" ")[0])
        return T("next {n} · graves {values}", n=after, values=graves)
    rows = state.facts.pyramid
    for r, row in enumerate(rows, 1):
        count = sum(f"pyramid:{r}:{i + 1}" in state.built for i in range(len(row.values)))
        if row.whole and count < len(row.values):
            return T("row {r}: {n} of {all}", r=r, n=count, all=len(row.values))
    stones = sum(space.startswith(("pyramid", "temple")) for space in state.built)
    return TN("{n} stone there", "{n} stones there", stones)


def slot_places(places: Places, k: int, look: SiteLook, reserve_lit: bool) -> dict[str, Area]:
    """What can be touched on a site below the river."""
    found = {f"slot:{look.site}:{i + 1}": area for i, area in enumerate(places.slots(k)[: len(look.slots)])}
    if reserve_lit or look.reserve:
        found[f"slot:{look.site}:reserve"] = places.reserve(k)
    found[f"site:{look.site}"] = places.title(k)
    return found


def draw_site(pen: Pen, places: Places, k: int, look: SiteLook, worn: Mapping[str, Worn], say: Say) -> None:
    """A site: its name, its slots, its last line."""
    area = places.sites[k]
    title = worn.get(f"site:{look.site}", drawing.BARE)
    line = "bad" if title.refused or title.reason else "lit" if title.lit or title.counted else None
    pen.box(*area, "raised" if title.pressed else "surface", theme.RADIUS["card"], line, 2.5)
    bright = any(worn[f"slot:{look.site}:{i + 1}"].lit for i in range(len(look.slots)))
    reserve = worn.get(f"slot:{look.site}:reserve")
    room = area.w - 34 - (33 if reserve is not None else 6)
    drawing.draw_triangle(pen, area.x + 19, area.y + 19, 20, 17, "gold", "gold_soft", 2)
    words = say(SHORT_TITLES[look.site])
    fitted = fit.largest(words, (18, 16), True, room, 2, pen.frame)
    ink = "sand" if bright else "sand_2"
    pen.lines(fitted, area.x + 34, area.y + 21 - fitted.height / 2, ink, max_width=room)
    for i, slot in enumerate(places.slots(k)):
        cx, cy = slot.x + slot.w / 2, slot.y + slot.h / 2
        if i >= len(look.slots):
            pen.line([(cx - 9, cy - 9), (cx + 9, cy + 9)], "line_strong", 2)
            pen.line([(cx - 9, cy + 9), (cx + 9, cy - 9)], "line_strong", 2)
            continue
        _slot(pen, look.slots[i], cx, cy, 18, worn[f"slot:{look.site}:{i + 1}"], str(i + 1))
    if reserve is not None:
        spot = places.reserve(k)
        _slot(pen, look.reserve, spot.x + spot.w - 20, spot.y + 20, 12, reserve, "+")
    foot = area.y + area.h - (16 if not places.portrait else 12)
    words = look.told if pen.measure(look.told, drawing.SMALL) <= area.w - 10 else look.brief
    pen.text(words, area.x + area.w / 2, foot, drawing.SMALL, "sand_2", "center", area.w - 8, True)


def _slot(pen: Pen, seat: str, cx: float, cy: float, r: float, worn: Worn, label: str) -> None:
    if seat:
        drawing.ship(pen, seat, cx, cy, r, worn)
        return
    drawing.ring(pen, cx, cy, r + (2 if worn.lit else 0), worn)
    style = drawing.COUNT if r > 15 else drawing.SMALL_BOLD
    pen.text(label, cx, cy, style, "sand" if worn.lit or worn.selected else "sand_3", "center")
    if worn.refused:
        pen.icon("cross", cx + r - 2, cy - r + 2, 18, "bad")


class CrewLook(NamedTuple):
    """A crew as a key: its strength, whether it lies face down, whether it is in the build that has begun."""

    target: str
    crew: str
    words: str
    strength: int
    down: bool
    used: bool
    boosted: bool


@dataclass(frozen=True)
class SitePage:
    """The page of a site: where everything lies on it, and what it says.

    tabs: the two monuments where there is room for one. numbers: keys of cards to draw or keep, with their words.
    """

    site: str
    ships: tuple[str, ...] = ()
    active: str = ""
    told: str = ""
    placed: tuple[Placed, ...] = ()
    crews: tuple[tuple[CrewLook, Area], ...] = ()
    numbers: tuple[tuple[str, str, Area], ...] = ()
    tabs: tuple[tuple[str, Area], ...] = ()
    tab: str = ""
    back: Area | None = None
    spaces: dict[str, tuple[Area, Cell]] = field(default_factory=dict)

    @property
    def cramped(self) -> bool:
        """Whether a finger has too little room on its spaces."""
        return any(one.cell < LEAST for one in self.placed)

    @property
    def look(self) -> object:
        """What its picture depends on."""
        return (self.site, self.ships, self.active, self.told, self.placed, self.crews, self.numbers, self.tab,
                self.back)  # fmt: skip

    def targets(self) -> dict[str, Area]:
        """What can be touched."""
        found = {target: area for target, (area, _) in self.spaces.items()}
        found |= {look.target: area for look, area in self.crews}
        found |= {target: area for target, _, area in self.numbers}
        found |= {f"tab:{building}": area for building, area in self.tabs}
        if self.back is not None:
            found["close:site"] = self.back
        return found


def running(state: Egizia) -> Text | None:
    """How much of the strength is used, and what the stones would be."""
    team = state.team
    if team is None or not team.crews or not state.turn:
        return None
    side = state.sides[state.turn]
    strength = sum(side.crews[crew] for crew in team.crews) + BOOST * len(team.boosts)
    return TN(
        "{used} of {all} strength, {n} stone left", "{used} of {all} strength, {n} stones left",
        side.stones - team.value, used=team.value, all=strength,
    )  # fmt: skip


def crew_looks(state: Egizia, who: str, say: Say) -> tuple[CrewLook, ...]:
    """The four crews of a seat."""
    side = state.sides[who]
    team = state.team if state.turn == who else None
    return tuple(
        CrewLook(
            f"crew:{who}:{crew}", crew, say(crew_short(crew, state.facts)), side.crews.get(crew, 0), crew in side.down,
            team is not None and crew in team.crews, team is not None and crew in team.boosts,
        )
        for crew in CREWS
    )  # fmt: skip


def site_page(
    state: Egizia, site: str, area: Area, portrait: bool, tab: str, lit: frozenset[str], say: Say, building: bool,
    numbers: list[tuple[str, str]], whole: bool = False,
) -> SitePage:  # fmt: skip
    """Lay out the page. `building`: it is being built there, so the crews of the seat to move are shown.

    `whole`: the area has the overview's place too, and the crews stand beside the monuments.
    """
    ships = tuple(seat for seat in (*state.slots.get(site, ()), state.reserve.get(site, "")) if seat)
    crews: tuple[tuple[CrewLook, Area], ...] = ()
    body = Area(area.x, area.y + HEAD + 4, area.w, area.h - HEAD - 4)
    if building and state.turn:
        looks = crew_looks(state, state.turn, say)
        if portrait and not whole:
            strip = Area(area.x, area.y + area.h - 72, area.w, 72)
            cells = grid(strip, 4, 4, 72, 6)
            body = body._replace(h=body.h - 80)
        else:
            strip = Area(area.x + area.w - CREW_W, body.y, CREW_W, body.h)
            cells = grid(strip, 4, 1, 64, 6)
            body = body._replace(w=body.w - CREW_W - 12)
        crews = tuple(zip(looks, cells, strict=True))
    words = running(state) if building else None
    text = say(words if words is not None else told(state, site))
    active = state.turn if building else ""
    back = None if building else Area(area.x + area.w - LEAST, area.y, LEAST, LEAST)
    page = SitePage(site, ships, active, text, crews=crews, back=back)
    if site == "SITE_A" or numbers:
        return _with_numbers(page, numbers, body)
    return _with_monuments(page, state, body, area, portrait, tab, lit)


def _with_numbers(page: SitePage, numbers: list[tuple[str, str]], body: Area) -> SitePage:
    columns = 3 if len(numbers) > 3 else max(len(numbers), 1)
    cells = grid(body._replace(h=min(body.h, 240)), len(numbers), columns, 110, 8)
    keys = tuple((target, words, cell) for (target, words), cell in zip(numbers, cells, strict=True))
    return SitePage(page.site, page.ships, page.active, page.told, crews=page.crews, numbers=keys, back=page.back)


def _with_monuments(
    page: SitePage, state: Egizia, body: Area, area: Area, portrait: bool, tab: str, lit: frozenset[str]
) -> SitePage:  # fmt: skip
    names = drawing.SITE_SIGNS[page.site]
    most = int((body.h + monuments.GAP) // (LEAST + monuments.GAP))
    made = [monuments.diagram(state, name, lit, most // 2 if portrait else most) for name in names]
    placed = monuments.side_by_side(made, body, portrait)
    tabs: tuple[tuple[str, Area], ...] = ()
    shown = ""
    if not placed:
        there = [one.building for one in made if any(cell.target in lit for cell in one.cells)]
        shown = tab if tab in names else (there[0] if there else names[0])
        if portrait:
            made = [monuments.diagram(state, name, lit, most) for name in names]
        if portrait:
            row = Area(body.x, body.y, min(body.w, 260), LEAST)
            body = Area(body.x, body.y + LEAST + 6, body.w, body.h - LEAST - 6)
        else:
            right = area.x + area.w - (LEAST + 8 if page.back is not None else 0)
            row = Area(right - TABS, area.y, TABS, LEAST)
        tabs = tuple(zip(names, grid(row, 2, 2, LEAST, 6), strict=True))
        placed = [monuments.alone(next(one for one in made if one.building == shown), body)]
    spaces = {cell.target: (one.area(cell), cell) for one in placed for cell in one.diagram.cells}
    return SitePage(page.site, page.ships, page.active, page.told, tuple(placed), page.crews, (), tabs, shown,
                    page.back, spaces)  # fmt: skip


def draw_page(pen: Pen, page: SitePage, area: Area, worn: Mapping[str, Worn], say: Say) -> None:
    """The page of a site."""
    drawing.draw_triangle(pen, area.x + 18, area.y + 22, 30, 26, "gold", "gold_soft", 2)
    right = area.x + area.w - (56 if page.back is not None else 4)
    if page.tabs and page.tabs[0][1].y == area.y:
        right = page.tabs[0][1].x - 4
    ships = page.ships if right == area.x + area.w - (56 if page.back is not None else 4) else ()
    for i, seat in enumerate(reversed(ships)):
        cx = right - 16 - 34 * i
        pen.seat_disc(seat, cx, area.y + 22, 13)
        if seat == page.active:
            pen.disc(cx, area.y + 22, 16, None, "lit", 2.5)
    room = right - 34 * len(ships) - area.x - 46
    title = say(SITE_TITLES[page.site])
    pen.text(
        title, area.x + 40, area.y + 12, drawing.short(pen, title, room, True), "sand", max_width=room, may_cut=True
    )
    style = drawing.short(pen, page.told, room, True, (18, 16))
    pen.text(
        page.told, area.x + 40, area.y + 35, style, "gold" if page.active else "sand_2", max_width=room, may_cut=True
    )
    for building, cell in page.tabs:
        on = building == page.tab
        pen.box(*cell, "lapis" if on else "raised", theme.RADIUS["button"])
        drawing.draw_sign(pen, building, cell.x + 22, cell.y + cell.h / 2, 12)
        name = say(BUILDINGS[building])
        look = drawing.short(pen, name, cell.w - 48, on)
        pen.text(name, cell.x + 42, cell.y + cell.h / 2, look, "sand", max_width=cell.w - 46, may_cut=True)
    for one in page.placed:
        _foot(pen, one)
    for target, (space_area, space) in page.spaces.items():
        draw_space(pen, space_area, space, worn.get(target, drawing.BARE))
    for look_, cell_area in page.crews:
        draw_crew_key(pen, cell_area, look_, worn.get(look_.target, drawing.BARE))
    for target, words, cell_area in page.numbers:
        _number(pen, cell_area, target, words, worn.get(target, drawing.BARE))
    if page.back is not None:
        pen.box(*page.back, "raised", theme.RADIUS["button"])
        pen.icon("back", page.back.x + 24, page.back.y + 24, 24, "sand")


BUILDINGS: Mapping[str, Text] = {
    "obelisk": T("Obelisk"), "graves": T("Graves"), "pyramid": T("Pyramid"), "temple": T("Temple"),
}  # fmt: skip


def _foot(pen: Pen, one: Placed) -> None:
    """The line a monument stands on."""
    w, h = one.diagram.size(one.cell)
    pen.box(one.x - 4, one.y + h + 1, w + 8, 3, "line_strong")


def draw_space(pen: Pen, area: Area, cell: Cell, worn: Worn) -> None:
    """A space of a monument: its value, or the stone on it with the value in the corner."""
    ink = drawing.ground(pen, area, worn, "surface" if cell.value or cell.seat else "night", 6, 3)
    cx, cy = area.x + area.w / 2, area.y + area.h / 2
    if cell.seat:
        pen.seat_disc(cell.seat, cx, cy, min(area.w, area.h) * 0.36)
        if cell.value:
            pen.box(area.x + area.w - 19, area.y + area.h - 19, 18, 18, "night", 4)
            pen.text(cell.value, area.x + area.w - 10, area.y + area.h - 10, drawing.SMALL_BOLD, "sand", "center")
        return
    if cell.value:
        pen.text(cell.value, cx, cy, drawing.NUMBER, "gold" if worn.selected else ink, "center")
    if worn.refused:
        pen.icon("cross", area.x + area.w - 13, area.y + 13, 18, "bad")


def draw_crew_key(pen: Pen, area: Area, look: CrewLook, worn: Worn) -> None:
    """A crew with its strength; face down it lies dim, in the build it is gold."""
    ink: Colour = "sand"
    if look.used:
        pen.box(*area, "gold_soft", theme.RADIUS["button"], "gold", 3)
    else:
        ink = drawing.ground(pen, area, worn, "night" if look.down else "raised", theme.RADIUS["button"], 3)
    faded = "sand_3" if look.down and not look.used else ink
    cy = area.y + area.h * 0.38
    drawing.draw_crew(pen, look.crew, area.x + area.w * 0.28, cy, min(14, area.h * 0.24), faded)
    strength = f"{look.strength} + {BOOST}" if look.boosted else str(look.strength)
    style = drawing.NUMBER if not look.boosted else drawing.COUNT
    pen.text(strength, area.x + area.w * 0.68, cy, style, faded, "center")
    word = drawing.short(pen, look.words, area.w - 8, sizes=(16,))
    pen.text(look.words, area.x + area.w / 2, area.y + area.h - 13, word, faded, "center", area.w - 8, True)
    if look.down and not look.used:
        pen.line([(area.x + 10, cy), (area.x + area.w - 10, cy)], "sand_3", 2)
    if worn.refused:
        pen.icon("cross", area.x + area.w - 13, area.y + 13, 18, "bad")


def _number(pen: Pen, area: Area, target: str, words: str, worn: Worn) -> None:
    """A key with a number of cards and what it costs."""
    ink = drawing.ground(pen, area, worn, "raised", theme.RADIUS["button"], 2)
    pen.text(target.rpartition(":")[2], area.x + area.w / 2, area.y + 30, drawing.SCORE, ink, "center")
    fitted = fit.largest(words, (18, 16), False, area.w - 10, 2, pen.frame)
    y = area.y + 50 + (area.h - 54 - fitted.height) / 2
    pen.lines(fitted, area.x + area.w / 2, y, "sand_2", "center", area.w - 8)


SITE_OF_PHASE: Mapping[str, str] = dict(zip(("site_a", "site_b", "site_c"), SITES, strict=True))
