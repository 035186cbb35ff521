"""The reach: seven stops of the river, near enough to be tapped (design 4.6)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.text import T
from companion.games.egizia.components import SITES, Catalogue
from companion.games.egizia.names import SITE_TITLES, STOP_NAMES
from companion.ui import fit, theme
from companion.ui.boards import egizia_drawing as drawing
from companion.ui.boards.base import Area
from companion.ui.boards.egizia_drawing import Say, Worn
from companion.ui.boards.egizia_layout import STOPS_SHOWN, Places
from companion.ui.boards.egizia_river import StopLook
from companion.ui.pen import Pen
from companion.ui.theme import Colour

TAKEN = T("taken")
SITE = "ships"
"""A site where it lies on the river: a tap means its first free slot."""


def shown(looks: tuple[StopLook, ...], start: int) -> tuple[StopLook, ...]:
    """The stops of the reach from `start` on."""
    return looks[start : start + STOPS_SHOWN]


def areas(places: Places, looks: tuple[StopLook, ...]) -> dict[str, Area]:
    """Where the stops of the reach are touched, by target; a site's slots lie below, so a site has none here."""
    found = {}
    for j, look in enumerate(looks):
        if look.has_card:
            found[f"stop:{look.stop}"] = card_area(places, looks, j)
        elif look.stop in SITES:
            found[f"{SITE}:{look.stop}"] = places.fixed(j)
        else:
            found[f"stop:{look.stop}"] = places.fixed(j)
    return found


def card_area(places: Places, looks: tuple[StopLook, ...], j: int) -> Area:
    """The card of stop `j`."""
    before = j > 0 and looks[j - 1].has_card
    after = j + 1 < len(looks) and looks[j + 1].has_card
    return places.card(j, before, after)


class ReachPaint:
    """Draws the reach at one size."""

    def __init__(self, places: Places, say: Say) -> None:
        self.places, self.say = places, say

    def draw(
        self, pen: Pen, looks: tuple[StopLook, ...], worn: Mapping[str, Worn], facts: Catalogue, flows: bool
    ) -> None:
        """All seven stops; the river between them only where their order is known."""
        places = self.places
        at = [(places.centre(j), places.bank(not look.has_card)) for j, look in enumerate(looks)]
        points = [(b, a) for a, b in at] if places.portrait else at
        if flows:
            reach = places.reach
            if places.portrait:
                ends = [(points[0][0], reach.y), (points[-1][0], reach.y + reach.h)]
            else:
                ends = [(0.0, points[0][1]), (536.0, points[-1][1])]
            pen.line([ends[0], *points, ends[1]], "lapis", 10)
        for j, look in enumerate(looks):
            target = f"{SITE if look.stop in SITES else 'stop'}:{look.stop}"
            if look.has_card:
                self._card(pen, card_area(places, looks, j), points[j], look, worn[target], facts)
            else:
                self._fixed(pen, j, look, worn[target])

    def _card(
        self, pen: Pen, area: Area, bend: tuple[float, float], look: StopLook, worn: Worn, facts: Catalogue
    ) -> None:  # fmt: skip
        ink = "gold" if worn.selected else "lit" if worn.lit else "line_strong"
        if self.places.portrait:
            pen.line([(area.x + area.w, bend[1]), (bend[0] - 4, bend[1])], ink, 2)
        else:
            pen.line([(bend[0], area.y + area.h), (bend[0], bend[1] - 4)], ink, 2)
        box = area.inset(1)
        mid = box.y + box.h / 2
        if not look.card:
            words: Colour = "sand_3"
            if worn.lit or worn.refused or worn.selected or worn.counted:
                words = drawing.ground(pen, box, worn)
            else:
                pen.dashed_box(*box, theme.RADIUS["card"], "line_strong", 1.5)
            x = box.x + (32 if box.w > 90 else box.w / 2)
            for k, seat in enumerate(look.ships):
                pen.seat_disc(seat, x + 10 * k, mid, 19)
            if box.w > 110:
                name = self.say(TAKEN if look.ships else STOP_NAMES[look.stop])
                pen.text(name, box.x + 58, mid, drawing.LABEL, words, max_width=box.w - 62, may_cut=True)
            return
        words = drawing.ground(pen, box, worn, lit=3)
        fitted = drawing.card_words(pen, look.card, facts, self.say, box.w - 46)
        # A long word stands under its sign rather than cut beside it.
        if box.w > 100 and fitted.fits:
            drawing.draw_card(pen, look.card, box.x + 22, mid - 2, 26)
            pen.lines(fitted, box.x + 42, mid - fitted.height / 2, words, max_width=box.w - 44)
        else:
            drawing.draw_card(pen, look.card, box.x + box.w / 2, box.y + 18, 24)
            fitted = drawing.card_words(pen, look.card, facts, self.say, box.w - 4, 1)
            style = drawing.SMALL_BOLD
            pen.text(fitted.lines[0], box.x + box.w / 2, box.y + box.h - 14, style, words, "center", box.w - 4, True)
        if worn.refused:
            pen.icon("cross", box.x + box.w - 15, box.y + 15, 22, "bad")

    def _fixed(self, pen: Pen, j: int, look: StopLook, worn: Worn) -> None:
        touch = self.places.fixed(j)
        centre = self.places.centre(j)
        site = look.stop in SITES
        name = self.say(SITE_TITLES[look.stop] if site else STOP_NAMES[look.stop])
        ink = "sand" if worn.lit or worn.selected else "sand_3" if look.passed else "sand_2"
        if self.places.portrait:
            x, y = 322.0, centre
        else:
            x, y = centre, 282.0
        if site:
            line = "lit" if worn.lit else "bad" if worn.refused or worn.reason else "gold"
            drawing.draw_triangle(pen, x, y - 3, 58, 46, line)
            pen.text(drawing.SITE_LETTERS[look.stop], x, y + 6, drawing.COUNT, "sand", "center")
        elif look.ships:
            r = 25 if len(look.ships) == 1 else 18
            for k, seat in enumerate(look.ships):
                drawing.ship(pen, seat, x + (22 * k - 11 * (len(look.ships) - 1)), y, r, worn)
        else:
            drawing.ring(pen, x, y, 25, worn)
            drawing.draw_sign(pen, drawing.ROUND_SIGNS[look.stop], x, y, 13, "sand_3" if look.passed else None)
            if worn.refused:
                pen.icon("cross", x + 20, y - 20, 20, "bad")
        if self.places.portrait:
            fitted = fit.largest(name, (18, 16), False, 120, 2, pen.frame)
            pen.lines(fitted, 354, y - fitted.height / 2, ink, max_width=122)
            return
        if site:
            return
        fitted = fit.largest(name, (16,), False, touch.w + 24, 1, pen.frame)
        pen.text(name, x, 318, fitted.style, ink, "center", touch.w + 24, True)
