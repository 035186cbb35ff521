"""The scoring walk-through: line by line, each sum shown, the counted places lit (design 4.2)."""

from __future__ import annotations

from typing import Any, ClassVar

from kivy.clock import Clock

from companion.engine.game import ScoreLine, Scores
from companion.engine.text import TN, T, Text, seat
from companion.ui import theme
from companion.ui.boards import board_of
from companion.ui.boards.base import Marks
from companion.ui.screens.base import Screen
from companion.ui.table.score_sheet import ScoreSheet
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.headline import Headline
from companion.ui.widgets.phase_bar import PhaseBar, Step

MOST_STEPS = 6


class ScoringScreen(Screen):
    """Walks through `scores` of the session's game; after the last line it goes back to where it was opened."""

    name: ClassVar[str] = "scoring"

    def enter(self, **args: Any) -> None:
        self.scores: Scores = args.pop("scores")
        self.scores_now: bool = not args.pop("only_if", False)
        """Whether these points are given, and not only looked at."""
        self.title: Text = T("Scoring") if self.scores_now else T("If scored now")
        super().enter(**args)
        if self.context.session is None:
            raise LookupError("the Scoring screen needs a session")
        self.session = self.context.session
        self.current = 0
        self._playing: Any = None

    def leave(self) -> None:
        self._pause()

    @property
    def line(self) -> ScoreLine:
        """The line it stands at."""
        return self.scores.lines[self.current]

    @property
    def goes_on(self) -> bool:
        return True

    @property
    def thinks(self) -> bool:
        # Points that are given are told to everybody; "if it were scored now" is a look before a decision.
        return not self.scores_now

    @property
    def hurries(self) -> bool:
        """Whether it plays by itself, and is watched."""
        return self._playing is not None

    def build(self) -> None:
        frame = self.frame
        wide = frame.extra if not frame.portrait else 0
        self.board = board_of(self.session).scoring_view(self.context)
        self.add_widget(self.board)
        self.headline = Headline(show_menu=False, tag=self.tag)
        self.put(self.headline, 0, 0, frame.w, 96 if frame.portrait else 64)
        self.phase_bar = PhaseBar()
        self.sheet = ScoreSheet(self.say, scores=self.scores, to_go=self._to_go())
        self.back_key = PushButton(icon="back", guard=True, leads_back=True)
        self.play_key = PushButton(icon="play", guard=True)
        self.next_key = PushButton(kind="primary", guard=True)
        if frame.portrait:
            foot = frame.h - 64
            top = self.board.area.y + self.board.area.h
            self.put(self.phase_bar, 0, 96, frame.w, 34)
            self.put(self.sheet, 0, top, frame.w, foot - 8 - top)
            self.put(self.back_key, 12, foot, 72, 56)
            self.put(self.play_key, 92, foot, 72, 56)
            self.put(self.next_key, 172, foot, 296, 56)
        else:
            left = self.board.area.x + self.board.area.w
            self.put(self.phase_bar, 0, 64, frame.w, 30)
            self.put(self.sheet, left, 94, frame.w - left, 326)
            self.put(self.back_key, left + 12, 420, 56, 52)
            self.put(self.play_key, left + 76, 420, 56, 52)
            self.put(self.next_key, left + 140, 420, 214 + wide, 52)
        self.back_key.bind(on_release=lambda _: self._go(-1))
        self.play_key.bind(on_release=lambda _: self._toggle())
        self.next_key.bind(on_release=lambda _: self.next())
        self.refresh()

    def _to_go(self) -> dict[str, int] | None:
        """What each seat had still to score before the first line, where the table counts down."""
        found = {}
        for standing in self.session.game.standings(self.session.view):
            if standing.remaining is None or standing.seat not in self.scores.before:
                return None
            found[standing.seat] = standing.remaining + standing.points - self.scores.before[standing.seat]
        return found

    def refresh(self) -> None:
        """Show the line it stands at."""
        line = self.line
        gain = [seat for seat, points in line.points.items() if points]
        words = self.say(sentence(line, gain))
        if len(gain) == 1 and not self.headline.fitted(words).fits:
            words = self.say(brief(line, gain[0]))
        if len(gain) > 1 and not self.headline.at_ease(words):
            # Many long names: the sheet below says who.
            words = self.say(TN("{title}: {n} player gets points.", "{title}: {n} players get points.", len(gain),
                                title=line.title))  # fmt: skip
        self.headline.sentence = words
        self.headline.seat = gain[0] if len(gain) == 1 else ""
        self.sheet.current = self.current
        self.board.show(self.session.view, None, Marks(counted=frozenset(line.targets), scoring=line.category))
        start = min(max(self.current - MOST_STEPS // 2, 0), max(len(self.scores.lines) - MOST_STEPS, 0))
        shown = self.scores.lines[start : start + MOST_STEPS]
        steps = [Step(self.say(other.title)) for other in shown]
        self.phase_bar.set(self.say(self.title), steps, self.current - start)
        last = self.current == len(self.scores.lines) - 1
        self.next_key.text = self.say(T("Go on")) if last else self.say(T("Next line"))
        self.back_key.kind = "plain" if self.current else "off"
        self.play_key.kind = "off" if last else "plain"
        self.play_key.icon = "play" if self._playing is None else "pause"

    def next(self) -> None:
        """The next line, or back to the table after the last."""
        self._pause()
        if self.current < len(self.scores.lines) - 1:
            self._go(1)
        else:
            self.context.back()

    def _go(self, by: int) -> None:
        self.current = min(max(self.current + by, 0), len(self.scores.lines) - 1)
        self.refresh()

    def _toggle(self) -> None:
        if self._playing is not None:
            self._pause()
        else:
            self._playing = Clock.schedule_interval(lambda _: self._tick(), theme.MOTION["step_s"])
        self.refresh()

    def _tick(self) -> None:
        if self.current >= len(self.scores.lines) - 2:
            self._pause()
        self._go(1)

    def _pause(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None


def sentence(line: ScoreLine, gain: list[str]) -> Text:
    """A line in words, with its sum."""
    if not gain:
        return T("{title}: the points stay as they are ({sum}).", title=line.title, sum=line.sum)
    if len(gain) > 1:
        return T("{title}: {sum}.", title=line.title, sum=line.sum)
    points = line.points[gain[0]]
    if points < 0:
        return TN(
            "{title}: {who} loses {n} point ({sum}).",
            "{title}: {who} loses {n} points ({sum}).",
            -points,
            title=line.title,
            who=seat(gain[0]),
            sum=line.sum,
        )
    return TN(
        "{title}: {who} gets {n} point ({sum}).",
        "{title}: {who} gets {n} points ({sum}).",
        points,
        title=line.title,
        who=seat(gain[0]),
        sum=line.sum,
    )


def brief(line: ScoreLine, who: str) -> Text:
    """The same without the sum, where there is no room for it."""
    points = line.points[who]
    if points < 0:
        return TN(
            "{title}: {who} loses {n} point.", "{title}: {who} loses {n} points.", -points, title=line.title,
            who=seat(who),
        )  # fmt: skip
    return TN(
        "{title}: {who} gets {n} point.", "{title}: {who} gets {n} points.", points, title=line.title, who=seat(who)
    )
