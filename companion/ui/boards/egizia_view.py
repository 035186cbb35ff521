"""The board of Egizia: the river as a whole, and below it what is near: its reach, a building site, or the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.engine.game import Decision, Move
from companion.games.egizia.components import SITES
from companion.games.egizia.moves import Build, Crew, Keep
from companion.games.egizia.state import Egizia
from companion.ui.boards import egizia_pages as pages
from companion.ui.boards import egizia_pick as pick
from companion.ui.boards import egizia_reach as reach
from companion.ui.boards import egizia_river as river
from companion.ui.boards import egizia_sites as sites
from companion.ui.boards.base import PLAIN, Area, BoardView, Marks
from companion.ui.boards.egizia_drawing import Say, Worn
from companion.ui.boards.egizia_layout import STOPS_SHOWN, Places
from companion.ui.boards.egizia_pages import PICK, RIVER, SITE, Desk
from companion.ui.boards.egizia_pick import PickPage
from companion.ui.boards.egizia_sites import SitePage
from companion.ui.layout import Frame, Rect
from companion.ui.pen import Pen

OVERVIEW = "overview"
LEADING = frozenset({"open", "tab", "close", "site", reach.SITE})
"""Kinds of places that show another part of the board."""


def _nothing(pen: Pen) -> None:
    """Paints what is not shown."""


class EgiziaView(BoardView):
    """The board of the Table screen."""

    shows_choices = True

    def __init__(self, frame: Frame, places: Places, say: Say, desk: Desk) -> None:
        self.lay = places
        super().__init__(frame, places.board, say)
        self.desk = desk
        self.reach_paint = reach.ReachPaint(places, say)
        self.looks: tuple[river.StopLook, ...] = ()
        self.kind = RIVER
        self.site, self.main = SitePage(""), places.main
        self.pick = PickPage()
        self.site_looks: tuple[sites.SiteLook, ...] = ()
        self._placed: dict[str, Area] = {}
        self._turn: object = None
        self._drag: tuple[Any, int] | None = None

    # what is shown

    def show(self, state: Egizia, decision: Decision | None, marks: Marks = PLAIN) -> None:
        """Draw the position; what was opened by hand is put away when something has happened."""
        if state.n != self._turn:
            self._turn = state.n
            self.desk.site = self.desk.tab = self.desk.family = ""
            self.desk.start = river.first_shown(state, decision)
        super().show(state, decision, marks)

    def redraw(self) -> None:
        state: Egizia | None = self.state
        if state is not None:
            self.looks = river.line(state)
            self.kind, site = pages.page_of(state, self.decision, self.desk)
            self._placed = self._arrange(state, site)
        super().redraw()

    def _arrange(self, state: Egizia, site: str) -> dict[str, Area]:
        lay, lit = self.lay, self.signs.lit
        if self.kind == PICK and self.decision is not None:
            strip, area = lay.overview.inset(2), lay.main
            if lay.portrait:
                strip, area = Area(8, 134, 464, 104), Area(8, 244, 464, lay.board.y + lay.board.h - 248)
            self.pick = pick.pick_page(state, self.decision, area, strip, lay.portrait, self.desk.family)
            return self.pick.targets()
        if self.kind == SITE:
            building = not self.desk.site
            choices = self.decision.choices if self.decision is not None and building else ()
            found = pages.numbers(choices, self.say)
            asked = building and state.stage in ("build", "worth", "whole")
            for self.main in (lay.main, lay.whole):
                self.site = sites.site_page(
                    state, site, self.main, lay.portrait, self.desk.tab, lit, self.say, asked, found,
                    self.main is lay.whole,
                )  # fmt: skip
                if not self.site.cramped:
                    break
            if building:
                # What is asked about stays in sight.
                self.site = replace(self.site, back=None)
            if self.main is lay.whole:
                return self.site.targets()
            return {**self.site.targets(), OVERVIEW: lay.overview}
        self.site_looks = tuple(sites.site_look(state, one, self.say) for one in SITES)
        places = reach.areas(lay, reach.shown(self.looks, self.desk.start))
        for k, look in enumerate(self.site_looks):
            places |= sites.slot_places(lay, k, look, f"slot:{look.site}:reserve" in lit)
        places[OVERVIEW] = lay.overview
        return places

    # places

    def places(self) -> Mapping[str, Area]:
        return self._placed

    def rect_of(self, target: str) -> Rect | None:
        return super().rect_of(target) or self.desk.find(target)

    def beyond(self) -> Sequence[str]:
        if self.kind != RIVER:
            return ()
        return [target for target in self.signs.lit if target.startswith("stop:")]

    def leads(self, target: str) -> bool:
        return super().leads(target) or target.partition(":")[0] in LEADING

    def in_turn(self) -> Iterable[str]:
        """Along the river: cards and fixed stops as a ship passes them."""
        return () if self.kind != RIVER else (f"stop:{stop}" for stop in river.in_order(self.state))

    def only_tells(self, target: str) -> bool:
        """A site whose slots are shown says nothing that they don't say."""
        kind, _, site = target.partition(":")
        return kind in ("site", reach.SITE) and f"slot:{site}:1" in self._placed

    def reveal(self, target: str) -> None:
        """Move the reach, open the page, the monument or the family that shows `target`."""
        if target in self._placed or self.state is None:
            return
        kind, _, rest = target.partition(":")
        if kind == "stop":
            order = river.in_order(self.state)
            if rest in order:
                self.desk.start = min(max(order.index(rest) - STOPS_SHOWN // 2, 0), len(order) - STOPS_SHOWN)
        elif kind == "space":
            building = rest.partition(":")[0]
            self.desk.tab = {"grave": "graves"}.get(building, building)
        elif kind in ("kind", "face") and self.kind == PICK:
            self.desk.family = rest.partition(":")[0]
        else:
            self.desk.reveal(target)
            return
        self.redraw()

    # taps

    def own_tap(self, target: str) -> bool:
        kind, _, rest = target.partition(":")
        if kind == OVERVIEW:
            return True
        if kind == "open":
            self.desk.family = rest
        elif kind == "tab":
            self.desk.tab = rest
        elif kind == "close":
            self.desk.site = self.desk.tab = ""
        elif kind in ("site", reach.SITE) and target not in self.signs.lit:
            return self._site_tapped(rest, kind == reach.SITE)
        elif kind == "crew":
            return self._choose(target, Crew, "choice")
        elif kind == "space" and not rest.startswith("grave:"):
            # What is built can be taken back until the build is done: one tap a stone.
            return self._choose(target, Build, "now")
        elif kind == "keep":
            return self._choose(target, Keep, "now")
        else:
            return False
        self.redraw()
        return True

    def _site_tapped(self, site: str, on_river: bool) -> bool:
        """A tap on a site in the river means its first free slot; on its name, what is built there."""
        slots = [target for target in self._placed if target.startswith(f"slot:{site}:")]
        free = next((target for target in slots if target in self.signs.lit), "")
        if on_river and free:
            self.dispatch("on_target", free)
            return True
        self.desk.site, self.desk.tab = site, ""
        self.redraw()
        return True

    def _choose(self, target: str, wanted: type[Move], how: str) -> bool:
        """A tap that means one choice among several of its place, or one that needs no second tap."""
        if self.decision is None or self.decision.forced:
            return False
        for i, choice in enumerate(self.decision.choices):
            if target in choice.targets and isinstance(choice.move, wanted):
                self.dispatch("on_target", f"{how}:{i}")
                return True
        return False

    # dragging the window

    def on_touch_down(self, touch: Any) -> bool:
        done = super().on_touch_down(touch)
        if self._touch is not None and self._touch[1] == OVERVIEW and self.kind == RIVER:
            self._drag = (touch, self.desk.start)
            self._move_to(touch)
        return done

    def on_touch_move(self, touch: Any) -> bool:
        if self._drag is not None and touch is self._drag[0]:
            self._move_to(touch)
        return super().on_touch_move(touch)

    def on_touch_up(self, touch: Any) -> bool:
        if self._drag is not None and touch is self._drag[0]:
            self._drag = None
        return super().on_touch_up(touch)

    def _move_to(self, touch: Any) -> None:
        start = self.lay.start_at(*self.frame.logical_point(*touch.pos))
        if start != self.desk.start:
            self.desk.start = start
            self.redraw()

    # drawing

    def worn(self, target: str) -> Worn:
        """The marks of a target."""
        return Worn.of(self.signs, target, self.pressed)

    def draw_moving(self, pen: Pen) -> None:
        state: Egizia = self.state
        worn = {target: self.worn(target) for target in self._placed}
        for target in worn:
            kind, _, site = target.partition(":")
            if kind == reach.SITE and any(t.startswith(f"slot:{site}:") for t in self.signs.lit):
                worn[target] = worn[target]._replace(lit=True)
        pressed = tuple(sorted((t, w) for t, w in worn.items() if any(w)))
        flows = river.known(state)
        if self.kind == PICK:
            self.parts.draw(OVERVIEW, None, _nothing)
            self.parts.draw("main", str((self.pick, pressed, state.facts.nile)), partial(self._pick, worn=worn))
            return
        dots = (self.looks, flows, self.desk.start, self.signs.lit)
        paint = partial(
            river.draw_overview, places=self.lay, looks=self.looks, flows=flows, start=self.desk.start, marks=self.signs
        )
        if self.kind == SITE and self.main is self.lay.whole:
            self.parts.draw(OVERVIEW, None, _nothing)
        else:
            self.parts.draw(OVERVIEW, dots, paint)
        if self.kind == SITE:
            self.parts.draw("main", (self.site.look, self.main, pressed), partial(self._site, worn=worn))
            return
        shown = reach.shown(self.looks, self.desk.start)
        look = (shown, pressed, flows, self.site_looks, state.facts.labels)
        self.parts.draw("main", str(look), partial(self._river, shown=shown, worn=worn, flows=flows))

    def _pick(self, pen: Pen, worn: Mapping[str, Worn]) -> None:
        pick.draw_page(pen, self.pick, worn, self.state.facts, self.say)

    def _site(self, pen: Pen, worn: Mapping[str, Worn]) -> None:
        sites.draw_page(pen, self.site, self.main, worn, self.say)

    def _river(self, pen: Pen, shown: tuple[river.StopLook, ...], worn: Mapping[str, Worn], flows: bool) -> None:
        self.reach_paint.draw(pen, shown, worn, self.state.facts, flows)
        for k, look in enumerate(self.site_looks):
            sites.draw_site(pen, self.lay, k, look, worn, self.say)
