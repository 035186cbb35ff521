"""Following the table with the camera: each time it comes to rest otherwise than the record, a strip proposes why.

Nothing is played without a tap but what the owner allows and is certain: one move that can be taken back, scores
nothing and reveals nothing, seen twice in a row, in places that showed the position at hand before. A table that still
shows a position the record has left speaks for no move. While something is chosen unseen the camera looks at nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from companion.engine.game import Move
from companion.engine.sight import At
from companion.engine.text import T, Text
from companion.table.judging import Judged, certain, judge, spoken_of
from companion.table.seen import Foreign, Moves, Proposal, Same, Several
from companion.ui.boards.base import NOBODY
from companion.ui.boards.plan import toast_area
from companion.ui.eye import Sighted
from companion.ui.table import again
from companion.ui.table.again import AgainPanel
from companion.ui.table.decide import DecidePanel
from companion.ui.table.panel import GAP
from companion.ui.table.seen import Look, play_all, unseen_now
from companion.ui.table.seen_panel import targets_of
from companion.ui.table.seen_panels import panel_of
from companion.ui.table.strip import Strip
from companion.ui.table.toasting import Note

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen

OFF, PROPOSE, PLAY = "off", "propose", "play"
UNCLEAR = T("A move may have been made, but a place that it changes is not seen well enough.")
LEFT = 6
"""So many positions that the record has left are known, until the table has caught up."""


class Follower:
    """For one Table screen. `drawn` after each refresh and `leave` keep it in step with what is shown."""

    def __init__(self, table: TableScreen) -> None:
        self.table = table
        self.strip: Strip | None = None
        self._spoken: tuple[Text, Text] | None = None
        """What the strip says, for when another language is chosen."""
        self._runs = False
        self._state: Any = None
        self._passed: deque[Any] = deque(maxlen=LEFT)
        """Positions that the record has left, by a move or by taking one back, and that the table may still show."""
        self._agreed: frozenset[str] = frozenset()
        """Places that once showed the position at hand: what differs there later was moved since."""
        self._missed = False
        """Whether the table came to rest while something else was told."""
        self._told: Text | None = None
        self._lost: Text | None = None
        """Why the camera gives no pictures, after it was followed."""
        self._heard = ""
        """What was proposed last with a sound, in this position."""
        self._before: tuple[Move, ...] = ()
        """What the reading before would have played."""
        self._left: tuple[Move, ...] | None = None
        """What people did not want to be played in this position."""
        self._look: Look | None = None

    @property
    def mode(self) -> str:
        """What the owner chose for this game: off, propose, or play what is certain."""
        return self.table.context.settings.follow.get(self.table.session.header.game, OFF)

    @property
    def places(self) -> frozenset[str]:
        """Places of the board that the strip speaks of."""
        if self.strip is None or self._look is None or self._look.judged is None:
            return NOBODY
        found = self._look.judged.explanation
        spots = found.way.places if isinstance(found, Moves) else ()
        return targets_of(self.table.board, spots)

    @property
    def _listens(self) -> bool:
        """Whether the decision is on the screen, and nothing else is being told."""
        table = self.table
        return table.context.root.shows(table) and isinstance(table.panel, DecidePanel | AgainPanel)

    @property
    def _idle(self) -> bool:
        """Whether nobody is about to do something on the screen either."""
        table = self.table
        return isinstance(table.panel, DecidePanel) and not table.panel.selected and not any(table.typed.values())

    # in step with the screen

    def drawn(self) -> None:
        """The screen was drawn anew, or the camera's state has changed."""
        table, eye = self.table, self.table.context.eye
        session = table.session
        wanted = self.mode != OFF and table.context.screen is table and session.outcome is None
        if not wanted or session.status == "put_away" or unseen_now(table):
            self.leave()
            return
        if session.state is not self._state:
            self._forget()
            if self._runs:
                eye.again()
        if not self._runs:
            self._begin()
        else:
            self._lose(eye.away())
            if self._missed and self._listens:
                eye.again()
        if self._listens:
            self._missed = False
        self._put_again()

    def leave(self) -> None:
        """Follow no longer: another screen is shown, or something is chosen unseen."""
        if self._runs:
            self.table.context.eye.stop()
            self._runs = False
        self._forget()

    def _forget(self) -> None:
        state = self.table.session.state
        if self._state is not None and state is not self._state:
            self._passed.append(self._state)
        self._state, self._agreed, self._before, self._left = state, frozenset(), (), None
        self._heard = ""
        self._drop()

    def _begin(self) -> None:
        table, eye = self.table, self.table.context.eye
        if eye.begins:
            # Its first picture may come at once, and the screen is told of it.
            return
        why = eye.follow(
            table.game, table.session.box, self._seen, unseen=self._unseen, known=self._known
        )  # fmt: skip
        self._runs = why is None
        if why is not None:
            self._trouble(T("The table is not followed. {why}", why=why))

    def _lose(self, why: Text | None) -> None:
        """The camera gives no pictures now (None: it does); each time it goes that is said."""
        if why is not None and self._lost is None:
            self._told = None
            self._trouble(T("The table is not followed. {why}", why=why))
        self._lost = why

    def _unseen(self) -> frozenset[str]:
        table, sight = self.table, self.table.game.sight
        assert sight is not None
        if unseen_now(table):
            return frozenset(spot.id for spot in sight.plan(table.session.box).spots)
        return sight.unseen(table.session.view)

    def _known(self) -> Mapping[str, At]:
        return self.table.context.eye.tiles.of(self.table.session.header.id)

    def _trouble(self, why: Text) -> None:
        """Say it once, however often it comes."""
        if why != self._told:
            self._told = why
            table = self.table
            table.proposals.toasts.say(Note(why, "warn", table.session.state))

    # what the camera sees

    def _seen(self, sighted: Sighted) -> None:
        table, eye = self.table, self.table.context.eye
        if not self._runs or unseen_now(table):
            return
        before, self._before = self._before, ()
        if not self._listens:
            self._missed = True
            return
        if sighted.reading.trouble is not None:
            self._trouble(sighted.reading.trouble)
            return
        if eye.busy:
            eye.again()
            return
        self._told = None
        look = Look(table)
        look.sighted = sighted
        eye.tiles.keep(table.session.header.id, sighted.reading)
        game, state, reading, box = table.game, look.state, sighted.reading, table.session.box
        passed, agreed = tuple(self._passed), self._agreed
        eye.work(
            lambda: judge(game, state, reading, box, passed, agreed),
            lambda judged, _: self._judged(look, judged, before),
        )

    def _judged(self, look: Look, judged: Judged | None, before: tuple[Move, ...]) -> None:
        table = self.table
        if judged is None or not self._runs or table.session.state is not look.state or not self._listens:
            return
        look.judged, self._look = judged, look
        found, agreed = judged.explanation, self._agreed
        self._agreed |= judged.agrees
        if isinstance(found, Same):
            self._passed.clear()
        behind = judged.behind and not spoken_of(found) <= agreed
        if isinstance(found, Moves) and not behind:
            if found.moves != self._left:
                self._propose(found.way, look, before, agreed)
        elif isinstance(found, Several) and not behind:
            many = len(found.ways) > 1
            text = T("More than one thing fits what lies on the table.") if many else UNCLEAR
            self._tell(text, T("Which one?") if many else T("See"), self._open)
        elif isinstance(found, Foreign) and spoken_of(found) & agreed:
            self._tell(T("The table and the record differ."), T("See"), self._open)
        else:
            self._drop(redraw=True)

    def _propose(self, way: Proposal, look: Look, before: tuple[Move, ...], agreed: frozenset[str]) -> None:
        table = self.table
        if self.mode == PLAY and self._idle and certain(table.game, look.state, way, look.reading, agreed, look.plan):
            if before == way.moves:
                self._play_certain(way)
                return
            self._before = way.moves
            table.context.eye.again()
        label = T("Play it") if len(way.moves) == 1 else T("Play these")
        self._tell(T("{moves}", moves=way.words), label, lambda: self._play(way), way.moves)

    def _play(self, way: Proposal) -> None:
        look = self._look
        self._drop()
        if look is not None and look.state is self.table.session.state:
            again.leave(self.table)
            play_all(self.table, way.moves, self.table.session.n)

    def _play_certain(self, way: Proposal) -> None:
        table = self.table
        self._drop()
        again.leave(table)
        n = table.session.n
        table.proposals.carry_out(lambda: table.play(way.moves[0], expected=n + 1))

    def _open(self) -> None:
        """The whole answer in the panel."""
        look = self._look
        self._drop()
        if look is not None and look.judged is not None:
            again.leave(self.table)
            self.table.open(panel_of(look, look.judged))

    # the strip

    def _tell(self, text: Text, label: Text, do: Callable[[], None], moves: tuple[Move, ...] | None = None) -> None:
        table = self.table

        def leave() -> None:
            self._left = moves
            if moves is None:
                self._agreed = frozenset()
            self._drop(redraw=True)

        self._spoken = (text, label)
        words, key = table.say(text), table.say(label)
        if self.strip is not None and self.strip.says(words, key):
            self.strip.answers(do, leave)
            return
        self._drop()
        if words != self._heard:
            self._heard = words
            table.context.lighting.sound("ask")
        self.strip = Strip(words, key, table.say(T("Leave it")), do, leave)
        table.refresh()

    def _put_again(self) -> None:
        """On top of what was drawn anew, or away while something else is told."""
        table, strip = self.table, self.strip
        if strip is None:
            return
        if strip.parent is not None:
            strip.parent.remove_widget(strip)
        if self._spoken is not None:
            text, label = self._spoken
            strip.say(table.say(text), table.say(label), table.say(T("Leave it")))
        if self._listens:
            area = toast_area(table.plan, table.frame)
            height = strip.height_for(area.w)
            # Upright it must not reach over the tools.
            top = min(area.y, table.tools_area.y - GAP - height) if table.frame.portrait else area.y
            table.put(strip, area.x, top, area.w, height)

    def _drop(self, redraw: bool = False) -> None:
        strip, self.strip = self.strip, None
        if strip is None:
            return
        if strip.parent is not None:
            strip.parent.remove_widget(strip)
        if redraw and self._listens:
            self.table.refresh()
