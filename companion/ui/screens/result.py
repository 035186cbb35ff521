"""Result: who won, how the score went, what is handed on, and once more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from companion.engine.game import Outcome
from companion.engine.header import Seat
from companion.engine.position import places
from companion.engine.text import TN, T, Text, seat
from companion.table.clocks import length_text
from companion.table.clocks import shown as clock_text
from companion.table.course import course
from companion.ui import fit, handing, theme
from companion.ui.chart import Chart
from companion.ui.draft import Draft
from companion.ui.pen import Pen
from companion.ui.rows import Caption, Ground
from companion.ui.screens.base import Screen
from companion.ui.table.keeping import open_values
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.qr_code import QrCode

TAG = theme.TypeStyle("tag", 16, False, 19)


def winner_text(outcome: Outcome) -> Text:
    """The headline of a result ("Anna and Bence win, 44")."""
    who = outcome.winners
    if not who:
        return T("Nobody wins")
    points = outcome.scores.get(who[0])
    if len(who) == 1:
        if points is None:
            return T("{who} wins", who=seat(who[0]))
        return T("{who} wins, {points}", who=seat(who[0]), points=points)
    names: Text = T("{first} and {last}", first=tuple(seat(s) for s in who[:-1]), last=seat(who[-1]))
    if points is None or len({outcome.scores.get(s) for s in who}) > 1:
        return T("{names} win", names=names)
    return T("{names} win, {points}", names=names, points=points)


def many_text(outcome: Outcome) -> Text:
    """The headline where the winners' names have no room; their discs and the ranking say who."""
    n, scores = len(outcome.winners), {outcome.scores.get(s) for s in outcome.winners}
    points = next(iter(scores)) if len(scores) == 1 else None
    if points is None:
        return TN("{n} player wins", "{n} players win", n)
    return TN("{n} player wins, {points}", "{n} players win, {points}", n, points=points)


class WinnerBand(Drawn):
    """The winners' discs side by side, the sentence (or a shorter one), and what game it was."""

    def __init__(
        self, winners: tuple[str, ...], sentence: str, shorter: str, line: str, tag: str = "", **more: Any
    ) -> None:  # fmt: skip
        self.tag = tag
        self.winners = winners
        self.sentence = sentence
        self.shorter = shorter
        self.line = line
        super().__init__(**more)

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface")
        left = 18.0
        r = 40.0 if len(self.winners) <= 1 else 30.0 if len(self.winners) <= 3 else 18.0
        if pen.frame.portrait:
            r = min(r, 30.0)
        for who in self.winners:
            pen.seat_disc(who, left + r, 56, r)
            left += 2 * r + 8
        if not self.winners:
            pen.disc(left + r, 56, r, "raised")
            pen.icon("people", left + r, 56, 40, "sand")
            left += 2 * r + 8
        left += 10
        room = pen.w - left - 14
        if self.tag:
            pen.text(self.tag, left, 101, TAG, "warn", max_width=room)
        if self._on_one_line(pen, self.sentence, left, room):
            return
        two = fit.balanced(self.sentence, "decision2", room, 2, pen.frame)
        if not two.fits and self._on_one_line(pen, self.shorter, left, room):
            return
        if not two.fits:
            two = fit.balanced(self.shorter, "decision2", room, 2, pen.frame)
        pen.lines(two, left, 2 if self.tag else 10, "sand", max_width=room)
        pen.text(self.line, left, 76 if self.tag else 90, self._fitting(pen, room), "sand_2", max_width=room)

    def _on_one_line(self, pen: Pen, sentence: str, left: float, room: float) -> bool:
        style = next((s for s in ("display", "score", "title", "decision2") if pen.measure(sentence, s) <= room), "")
        if not style or (style == "decision2" and sentence == self.sentence):
            return False
        pen.text(sentence, left, 32 if self.tag else 38, style, "sand", max_width=room)
        pen.text(self.line, left, 75 if self.tag else 82, self._fitting(pen, room), "sand_2", max_width=room)
        return True

    def _fitting(self, pen: Pen, room: float) -> str:
        return next((s for s in ("explain", "body", "label") if pen.measure(self.line, s) <= room), "small")


class RankRow(Drawn):
    """Place, seat, name, points; under the name, where there is room, how long the player thought."""

    def __init__(self, rank: int, seat_id: str, name: str, score: str, time: str = "", **more: Any) -> None:
        self.time = time
        self.rank = rank
        self.seat_id = seat_id
        self.name = name
        self.score = score
        super().__init__(**more)

    def paint_base(self, pen: Pen) -> None:
        y = pen.h / 2
        pen.text(str(self.rank), 0, y, "label", "sand_2")
        pen.seat_disc(self.seat_id, 34, y, 14)
        taken = pen.text(self.score, pen.w, y, "title", "sand", "right")
        room = pen.w - 56 - taken - 12
        look = fit.label(self.name, room, True, pen.frame, (20, 18, 16))
        down = 10.0 if self.time and pen.h >= 44 else 0.0
        pen.text(self.name, 56, y - down, look.style, theme.seat(self.seat_id).text, max_width=room, may_cut=True)
        if down:
            pen.text(self.time, 56, y + 13, "small", "sand_2", max_width=room)


class ResultScreen(Screen):
    """The winner band, the chart, the ranking, the reason, the code for a phone, Home and Rematch."""

    name: ClassVar[str] = "result"

    def enter(self) -> None:
        session = self.context.session
        if session is None or session.outcome is None:
            raise LookupError("a result needs a game that has ended")
        self.session = session
        self.outcome = session.outcome
        self.plays = handing.gather(self.context.journal, [session.header.id]).plays
        self.coded = False
        """Whether the code for a phone is shown in the place of the chart."""

    def named_seats(self) -> Sequence[Seat]:
        return self.context.people().seats(self.session.header)

    @property
    def hurries(self) -> bool:
        """Whether somebody may be reading the code just now."""
        return self.coded

    def build(self) -> None:
        frame, portrait = self.frame, self.frame.portrait
        session = self.session
        n = len(session.header.seats)
        parts = [self.say(TN("{game}, {n} player", "{game}, {n} players", n, game=session.game.title))]
        minutes = self.plays[0].minutes if self.plays else None
        if minutes:
            parts.append(self.say(length_text(60 * minutes)))
        sentence = self.say(winner_text(self.outcome))
        shorter = self.say(many_text(self.outcome)) if len(self.outcome.winners) > 1 else sentence
        self.put(WinnerBand(self.outcome.winners, sentence, shorter, ", ".join(parts), self.tag), 0, 0, frame.w, 112)
        if portrait:
            top = frame.h - 442
            self._picture(8, 120, 464, top - (-58 if self.coded else 128))
            if not self.coded:
                self._ranking(16, top, 448)
            self._onwards(16, top + 194, 448)
            self._reason(16, frame.h - 138, 448, 56)
            self._ways(16, frame.h - 72, 448)
        else:
            left = 536 + frame.extra
            self.put(Ground("night"), left, 112, 264, 368)
            self._ranking(left + 12, 118, 240)
            self._onwards(left + 12, 310, 240)
            if self.coded:
                # Every pixel counts for a phone: the code has the room of all at the left.
                self._picture(12, 116, left - 24, 360)
            else:
                self._picture(12, 122, left - 24, 258 if self._told else 302)
                if self._told:
                    self._keep(12, 424, 320)
                self._reason(16, 380 if self._told else 428, left - 32, 40 if self._told else 48)
            self._ways(left + 12, 424, 240)

    def _picture(self, x: float, y: float, w: float, h: float) -> None:
        """The chart, or in its place the code for a phone."""
        if not self.coded:
            self.put(self._chart(), x, y, w, h)
            return
        side = min(w, h)
        self.large = QrCode(handing.code_of(self.plays[0]), guard=True)
        self.large.bind(on_release=lambda _: self._turn_code())
        self.put(self.large, x + (w - side) / 2, y, side, side)

    def _turn_code(self) -> None:
        self.coded = not self.coded
        self.relayout()

    def _chart(self) -> Chart:
        went = course(self.session)
        labels: tuple[str, ...] = ()
        words = T("points after each move")
        if went.by_round:
            words = T("points after each round")
            rounds = [self.say(T("{n}", n=n)) for n, _ in went.points[1:-1]]
            labels = (*rounds, self.say(T("end")))
        return Chart(went.points, self.session.header.seat_ids, self.outcome.winners, self.say(words), labels)

    def _ranking(self, x: float, y: float, w: float) -> None:
        pitch = min(46.0, 186.0 / len(self.session.header.seats))
        times = {one.seat: one.time_s for play in self.plays for one in play.players if one.time_s is not None}
        for i, (who, rank) in enumerate(places(self.outcome.ranking).items()):
            score = self.outcome.scores.get(who)
            shown = "" if score is None else self.say(T("{n}", n=score))
            name = self.say(T("{who}", who=seat(who)))
            time = self.say(clock_text(times[who])) if who in times else ""
            self.put(RankRow(rank, who, name, shown, time), x, y + pitch * i, w, pitch)

    def _reason(self, x: float, y: float, w: float, h: float) -> None:
        reason = self.say(self.outcome.text)
        style = next((s for s in ("body", "label") if fit.wrapped(reason, s, w, None, self.frame).height <= h), "small")
        self.put(Caption(reason, style, lines=3), x, y, w, h)

    def _onwards(self, x: float, y: float, w: float) -> None:
        """The code for a phone (a tap shows it large), the ways to all that can be handed on and to the score card."""
        record = self.session.header.id
        room = 114 if self.plays else 0
        if self.plays:
            self.code = QrCode(handing.code_of(self.plays[0]), guard=True)
            self.code.bind(on_release=lambda _: self._turn_code())
            self.put(self.code, x, y, 104, 104)
        x, wide = x + room, w - room
        across = 2 if self.frame.portrait else 1
        width = (wide - 8 * (across - 1)) / across
        self.on = PushButton(text=self.say(T("Hand on")), text_size_limit=18, guard=True, wraps=True)
        self.on.bind(on_release=lambda _: self.context.go("hand_off", records=(record,)))
        self.put(self.on, x, y, width, 48)
        self.card = PushButton(text=self.say(T("Score card")), text_size_limit=18, guard=True, wraps=True)
        self.card.bind(on_release=lambda _: self.context.go("score_card", record=record))
        if across == 1:
            self.put(self.card, x, y + 56, width, 48)
        else:
            self.put(self.card, x + 8 + width, y, width, 48)
            if self._told:
                self._keep(x, y + 52, wide)

    @property
    def _told(self) -> int:
        """How many facts of the box were told in this game and are not kept."""
        return len(open_values(self.context, self.session))

    def _keep(self, x: float, y: float, w: float) -> None:
        words = self.say(TN("Keep {n} told fact", "Keep {n} told facts", self._told))
        self.keep = PushButton(text=words, icon="box", text_size_limit=18, guard=True, wraps=True)
        self.keep.bind(on_release=lambda _: self.context.go("learned", session=self.session))
        self.put(self.keep, x, y, w, 52)

    def _ways(self, x: float, y: float, w: float) -> None:
        half = (w - 8) / 2
        self.home = PushButton(text=self.say(T("Home")), guard=True, leads_back=True)
        self.home.bind(on_release=lambda _: self.context.home())
        self.put(self.home, x, y, half, 52)
        self.rematch = PushButton(text=self.say(T("Rematch")), kind="primary", guard=True)
        self.rematch.bind(on_release=lambda _: self._rematch())
        self.put(self.rematch, x + half + 8, y, half, 52)

    def _rematch(self) -> None:
        header = self.session.header
        from companion.games import find_game

        people = self.context.people()
        draft = Draft.like(find_game(header.game), header, names=people.names(header))
        self.context.home()
        self.context.go("new_game", draft=draft)
        self.context.go("setup", draft=draft, seats=people.seats(header))
