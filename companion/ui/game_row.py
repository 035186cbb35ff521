"""A game in a list: which, when, who with how many points, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from kivy.properties import BooleanProperty

from companion.engine.box import PRACTICE
from companion.engine.header import Seat
from companion.engine.text import T, Text
from companion.engine.text import seat as seat_name
from companion.games import all_games
from companion.table.clocks import length_text
from companion.table.history import Summary
from companion.table.summary import STANDS
from companion.ui import fit, theme
from companion.ui.dates import day_text
from companion.ui.pen import Pen
from companion.ui.rows import EmblemPaint
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn, Touchable

STATUS = {
    "playing": (STANDS["playing"], "gold"),
    "put_away": (STANDS["put_away"], "warn"),
    "finished": (STANDS["finished"], "good"),
}
"""What became of a game, in words, and their colour."""
NO_RULES = T("its rules are not installed here")
RIGHT = 36.0
LINE = 26.0
NAME = {False: 164.0, True: 190.0}
"""The least room of a player (disc, most of twelve letters, three digits), by whether the letters are large."""


Titles = Mapping[str, Text]
"""The titles of the games that are installed here, by id."""


def titles() -> Titles:
    """The titles there are; asked once for a whole list, since finding the games takes its time."""
    return {game.id: game.title for game in all_games()}


def title_text(summary: Summary, known: Titles | None = None) -> Text:
    """A listed game and its day."""
    found = titles() if known is None else known
    title = found.get(summary.game, T("{game}", game=summary.game))
    return T("{game}, {day}", game=title, day=day_text(summary.started))


class Placed(NamedTuple):
    """A player in a row: seat, name as shown, points ("": none), and whether they won."""

    seat: str
    name: str
    points: str
    won: bool


class GameWords(NamedTuple):
    """All that a row shows, in words. tag: a quiet line; note: at the right, in `colour`; notes: how many it has."""

    game: str
    title: str
    emblem: str
    players: tuple[Placed, ...]
    tag: str = ""
    note: str = ""
    colour: str = "sand_2"
    notes: int = 0


def game_words(
    summary: Summary, names: Mapping[str, str], say: Callable[[Text | str], str], known: Titles, notes: int = 0
) -> GameWords:
    """A listed game in words; `names` as shown, by seat; `known` as of `titles`."""
    players = tuple(
        Placed(
            seat.seat,
            names.get(seat.seat, seat.name),
            say(T("{n}", n=summary.scores[seat.seat])) if seat.seat in summary.scores else "",
            seat.seat in summary.winners,
        )
        for seat in summary.seats
    )
    note, colour = STATUS[summary.status]
    words = say(note)
    if summary.status == "finished":
        words, colour = (say(length_text(summary.played_s)), "sand_2") if summary.played_s else ("", "sand_2")
    tag = NO_RULES if summary.game not in known else PRACTICE if summary.practice else None
    return GameWords(
        summary.game,
        say(title_text(summary, known)),
        say(known.get(summary.game, T("{game}", game=summary.game))),
        players,
        say(tag) if tag is not None else "",
        words,
        colour,
        notes,
    )


def _left(width: float) -> float:
    """How much room a row of this width gives the emblem."""
    return 76.0 if width > 600 else 62.0


def _columns(players: int, width: float) -> int:
    """In how many columns so many players stand, their lines of like length, in a row of this width."""
    large = theme.style("small").size > theme.STYLES["small"].size
    most = max(int((width - _left(width) - RIGHT) // NAME[large]), 1)
    lines = max(-(-players // most), 1)
    return max(-(-players // lines), 1)


def row_height(players: int, tagged: bool, width: float) -> float:
    """How high a row must be for so many players (logical pixels) on a list of this width, beside its scroll bar."""
    lines = -(-players // _columns(players, width - 12))
    return 16.0 + LINE * (1 + lines) + (22.0 if tagged else 0.0)


def tagged(summary: Summary, known: Titles) -> bool:
    """Whether its row has a quiet line of its own."""
    return summary.practice or summary.game not in known


class GameRow(Touchable):
    """A game in a list; `row_height` high. The winner stands in bold, with a gold ring around the disc."""

    chosen = BooleanProperty(False)

    shows = ("chosen",)

    def __init__(self, record: str, words: GameWords, leads: bool = True, **properties: Any) -> None:
        self.record, self.words, self.leads = record, words, leads
        self.name = f"{record}"
        self.emblem = EmblemPaint(words.game, words.emblem)
        super().__init__(guard=True, **properties)

    def paint(self, pen: Pen) -> None:
        words = self.words
        fill = "lapis" if self.chosen else "raised" if self.pressed else "surface"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"])
        left = _left(pen.w)
        self.emblem.paint(pen, left / 2 + 1, pen.h / 2, 26 if left > 70 else 22)
        if self.leads:
            pen.icon("next", pen.w - 18, pen.h / 2, 18, "sand_3")
        quiet = "sand" if self.chosen else "sand_2"
        if words.notes:
            pen.icon("edit", pen.w - 18, pen.h - 16, 18, quiet)
        right = pen.w - RIGHT
        if words.note:
            ink = "sand" if self.chosen else words.colour
            right -= pen.text(words.note, right, 8 + LINE / 2, "label", ink, "right") + 14
        title = fit.label(words.title, right - left, True, pen.frame, (20, 18, 16))
        pen.text(words.title, left, 8 + LINE / 2, title.style, "sand", max_width=right - left)
        y = 8 + LINE
        if words.tag:
            ink = "sand" if self.chosen else "warn"
            pen.text(words.tag, left, y + 10, "small", ink, max_width=pen.w - left - RIGHT)
            y += 22
        # A list too short for a scroll bar is wider: what `row_height` reckoned with stands.
        columns = _columns(len(words.players), min(pen.w, pen.frame.w - 28))
        pitch = (pen.w - left - RIGHT) / max(columns, 3 if pen.w > 600 else 2)
        for i, player in enumerate(words.players):
            self._player(pen, player, left + pitch * (i % columns), y + LINE * (i // columns) + LINE / 2, pitch, quiet)

    def _player(self, pen: Pen, player: Placed, x: float, y: float, pitch: float, quiet: str) -> None:
        if player.won:
            pen.disc(x + 11, y, 12, "gold")
        if player.seat in theme.SEATS:
            pen.seat_disc(player.seat, x + 11, y, 10)
        bold = TypeStyle("points", 18, True, 22)
        points = pen.measure(player.points, bold) if player.points else 0.0
        small = theme.style("small")
        style = TypeStyle("won", small.size, True, small.line) if player.won else small
        room = pitch - 28 - points - 16
        used = pen.text(player.name, x + 28, y, style, "sand" if player.won else quiet, max_width=room, may_cut=True)
        pen.text(player.points, x + 28 + used + 8, y, bold, "sand")


class MonthHead(Drawn):
    """The month over its games."""

    def __init__(self, words: str, **properties: Any) -> None:
        self.words = words
        super().__init__(**properties)

    def paint_base(self, pen: Pen) -> None:
        pen.text(self.words, 8, pen.h / 2 + 2, "label", "sand_2", max_width=pen.w - 16)


MONTH_HEIGHT = 32.0


def scores_text(seats: Sequence[Seat], points: Mapping[str, int]) -> Text:
    """Everybody with their points ("Anna 44, Bence 38")."""
    said = tuple(
        T("{who} {points}", who=seat_name(one.seat), points=points[one.seat])
        if one.seat in points
        else T("{who}", who=seat_name(one.seat))
        for one in seats
    )
    return T("{list}", list=said)
