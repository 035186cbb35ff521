"""A finished game on one sheet of paper (A4): who won, the sums by category, times, and a code for BG Stats."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec
from fpdf import FPDF
from fpdf.fonts import TTFFont

from companion.engine.box import PRACTICE
from companion.engine.sums import number
from companion.engine.text import T, Text, seat
from companion.table.bg_stats import link
from companion.table.clocks import length_text, shown
from companion.table.handoff import Letters, Play, Say, Seated
from companion.table.qr import QUIET, qr_matrix
from companion.table.summary import read_text
from companion.table.times import day_of, moment

WIDTH, HEIGHT, EDGE = 210.0, 297.0, 16.0
ROOM = WIDTH - 2 * EDGE
PER_POINT = 25.4 / 72
CODE = 44.0
"""A side of the code with its margin, mm: a phone reads modules of a third of a millimetre on paper."""
LINE, SMALLEST = 7.0, 5.0
"""Height of a row where there is room, mm; size of letters below which words are cut, points."""
HEAD_PT, HEAD_LINE, HEAD_LINES = 7.0, 3.1, 3
"""Names over columns where they have no room on one line: size in points, height of a line in mm, lines at most."""
FOOT = 6.0
GREY, BAND = 110, 236


class Cell(msgspec.Struct, frozen=True):
    """Words of a table from `left` on, `width` mm wide."""

    words: str
    left: float
    width: float
    align: str = "L"
    bold: bool = False


def score_sheet(play: Play, say: Say, letters: Letters) -> bytes:
    """The sheet as a PDF of one page; the same play and language give the same bytes."""
    pdf = FPDF(orientation="portrait", unit="mm", format="a4")
    pdf.set_creation_date(datetime.fromisoformat(play.ended).replace(tzinfo=UTC))
    pdf.add_font("Roboto", "", letters[0])
    pdf.add_font("Roboto", "B", letters[1])
    pdf.set_auto_page_break(False)
    pdf.add_page()
    sheet = _Sheet(pdf, play, say)
    pdf.set_title(f"{say(play.title)}, {day_of(play.began)}")
    y = sheet.head(EDGE)
    y = sheet.ranking(y + 4)
    sheet.categories(y + 6, HEIGHT - EDGE - CODE - 4)
    sheet.foot()
    return bytes(pdf.output())


class _Sheet:
    """The page while it is being written."""

    def __init__(self, pdf: FPDF, play: Play, say: Say) -> None:
        self.pdf = pdf
        self.play = play
        self.say = say
        font = pdf.fonts["roboto"]
        self.drawn = frozenset(font.cmap) if isinstance(font, TTFFont) else frozenset()
        self.names = {one.seat: self.readable(one.name) or self.colour(one) for one in play.players}

    def readable(self, words: str) -> str:
        """Words without the letters that the font lacks (emoji, scripts of other regions)."""
        return " ".join("".join(c for c in unicodedata.normalize("NFC", words) if ord(c) in self.drawn).split())

    def colour(self, one: Seated) -> str:
        """The colour of a seat as a word."""
        return self.say(T("{who}", who=seat(one.seat)), {})

    def head(self, y: float) -> float:
        """Game, day, how long, by which rules, and how it ended; where the next thing may stand."""
        play, say = self.play, self.say
        self.fitted(Cell(say(play.title), EDGE, ROOM, bold=True), y, 12, 24)
        began = moment(play.began)
        facts = [f"{began.astimezone():%Y-%m-%d %H:%M}" if began is not None else play.began]
        if play.minutes is not None:
            facts.append(say(length_text(60 * play.minutes)))
        if play.ruleset is not None:
            facts.append(say(play.ruleset))
        if play.scorekeeper:
            facts.append(say(T("points kept by the table")))
        self.fitted(Cell(", ".join(facts), EDGE, ROOM), y + 12, 7, 11)
        y += 20
        if play.practice:
            self.pdf.set_fill_color(BAND)
            self.pdf.rect(EDGE, y, ROOM, 8, "F")
            self.fitted(Cell(say(Text(PRACTICE)), EDGE + 2, ROOM - 4, bold=True), y, 8, 12)
            y += 11
        if play.result is not None:
            y = self.wrapped(say(play.result, self.names), y, 13, 3)
        return y

    def ranking(self, y: float) -> float:
        """Everybody in a row: place, whole name, colour, points, time."""
        say, clocked = self.say, any(one.time_s is not None for one in self.play.players)
        time = 26.0 if clocked else 0.0
        lefts = (EDGE, EDGE + 10, EDGE + ROOM - time - 56, EDGE + ROOM - time - 26)
        heads = [
            Cell("", lefts[0], 10),
            Cell(say(T("Player")), lefts[1], lefts[2] - lefts[1] - 2, bold=True),
            Cell(say(T("Colour")), lefts[2], 30, bold=True),
            Cell(say(T("Points")), lefts[3], 26, "R", True),
        ]
        if clocked:
            heads.append(Cell(say(T("Time")), EDGE + ROOM - time, time, "R", True))
        y = self.row(heads, y, LINE, ruled=True)
        for one in self.play.ranked:
            cells = [
                Cell(str(one.rank) if one.rank else "", lefts[0], 10, bold=one.winner),
                Cell(self.names[one.seat], lefts[1], lefts[2] - lefts[1] - 2, bold=one.winner),
                Cell(self.colour(one), lefts[2], 30),
                Cell("?" if one.score is None else number(one.score), lefts[3], 26, "R", one.winner),
            ]
            if clocked:
                cells.append(Cell("" if one.time_s is None else say(shown(one.time_s)), EDGE + ROOM - time, time, "R"))
            y = self.row(cells, y, LINE)
        return y

    def categories(self, y: float, bottom: float) -> None:
        """The points by category of scoring, and what they add up to. Nothing where they do not tell the scores."""
        play, say, n = self.play, self.say, len(self.play.players)
        points = [play.points(one.seat) for one in play.players]
        if not all(points):
            return
        width = min(34.0, ROOM * 0.68 / n)
        lefts = [EDGE + ROOM - width * (n - i) for i in range(n)]
        title = ROOM - width * n - 2
        high = max(
            self.head_of(self.names[one.seat], left + 2, width - 2, y)
            for one, left in zip(play.players, lefts, strict=True)
        )
        line = min(LINE, (bottom - y - high) / (len(play.parts) + 1))
        y = self.row([Cell(say(T("Points by category")), EDGE, title, bold=True)], y, high, ruled=True)
        for i, part in enumerate(play.parts):
            text = read_text(part.title)
            cells = [Cell(say(text, self.names) if text is not None else part.category, EDGE, title)]
            cells += [Cell(number(own[i]), left, width, "R") for own, left in zip(points, lefts, strict=True)]
            y = self.row(cells, y, line, shaded=i % 2 == 1)
        sums = [Cell(number(sum(own)), left, width, "R", True) for own, left in zip(points, lefts, strict=True)]
        self.row([Cell(say(T("Sum")), EDGE, title, bold=True), *sums], y, line, ruled=True, above=True)

    def head_of(self, name: str, left: float, width: float, y: float) -> float:
        """A name over its column, on one line or on up to three of small letters; how high the row must be, mm."""
        self.pdf.set_font("Roboto", "B", 11)
        if self.pdf.get_string_width(name) * HEAD_PT / 11 <= width:
            self.fitted(Cell(name, left, width, "R", True), y, LINE, 11)
            return LINE
        self.pdf.set_font_size(HEAD_PT)
        lines: list[str] = []
        rest = name
        while rest and len(lines) < HEAD_LINES - 1:
            fits = max((n for n in range(1, len(rest) + 1) if self.pdf.get_string_width(rest[:n]) <= width), default=1)
            # Better after a blank or a hyphen than within a word.
            breaks = [n for n in range(2, fits + 1) if rest[n - 1] in " -"]
            end = fits if fits == len(rest) or not breaks else breaks[-1]
            lines.append(rest[:end].rstrip())
            rest = rest[end:].lstrip()
        for i, line in enumerate([*lines, *([rest] if rest else [])]):
            self.fitted(Cell(line, left, width, "R", True), y + 0.5 + HEAD_LINE * i, HEAD_LINE, HEAD_PT)
        return max(LINE, HEAD_LINE * (len(lines) + bool(rest)) + 1)

    def foot(self) -> None:
        """The code, what it is for, and which game this is."""
        top = HEIGHT - EDGE - CODE
        matrix = qr_matrix(link(self.play))
        side = CODE / (len(matrix) + 2 * QUIET)
        self.pdf.set_fill_color(0)
        left, high = EDGE + QUIET * side, top + QUIET * side
        for r, modules in enumerate(matrix):
            for start, end in _runs(modules):
                self.pdf.rect(left + start * side, high + r * side, (end - start) * side, side, "F")
        room = ROOM - CODE - 6
        y = top + QUIET * side
        words = T("Photograph this code with a phone that has BG Stats: the app adds the game to its list.")
        self.wrapped(self.say(words), y, 10, 3, EDGE + CODE + 6, room)
        self.pdf.set_text_color(GREY)
        for i, words_of in enumerate((f"Cartouche  {self.play.rules}", self.readable(self.play.record))):
            where = HEIGHT - EDGE - QUIET * side - FOOT * (2 - i)
            self.fitted(Cell(words_of, EDGE + CODE + 6, room), where, FOOT, 9)
        self.pdf.set_text_color(0)

    def row(
        self, cells: Sequence[Cell], y: float, line: float, ruled: bool = False, above: bool = False,
        shaded: bool = False,
    ) -> float:  # fmt: skip
        """One row of a table at `y`; where the next one stands."""
        if shaded:
            self.pdf.set_fill_color(BAND)
            self.pdf.rect(EDGE, y, ROOM, line, "F")
        for cell in cells:
            self.fitted(cell, y, line, min(11.0, line / PER_POINT * 0.6))
        if ruled:
            self.pdf.set_line_width(0.3)
            self.pdf.line(EDGE, y if above else y + line, EDGE + ROOM, y if above else y + line)
        return y + line

    def fitted(self, cell: Cell, y: float, line: float, size: float) -> None:
        """Words on one line, smaller where they have no room, cut where they would be too small to read."""
        self.pdf.set_font("Roboto", "B" if cell.bold else "", size)
        words = self.readable(cell.words)
        wide = self.pdf.get_string_width(words)
        if wide > cell.width:
            # A hair less than exactly, for widths are rounded.
            size = max(size * cell.width / wide * 0.999, min(size, SMALLEST))
            self.pdf.set_font_size(size)
        kept = words
        while kept and self.pdf.get_string_width(words) > cell.width:
            kept = kept[:-1].rstrip()
            words = kept + "…"
        left = cell.left if cell.align == "L" else cell.left + cell.width - self.pdf.get_string_width(words)
        self.pdf.text(left, y + line / 2 + size * PER_POINT * 0.36, words)

    def wrapped(self, words: str, y: float, size: float, most: int, left: float = EDGE, room: float = ROOM) -> float:
        """Words on at most so many lines, smaller where they need more; where the next thing may stand."""
        words = self.readable(words)
        while True:
            self.pdf.set_font("Roboto", "", size)
            lines = _lines(self.pdf, words, room)
            if len(lines) <= most or size <= SMALLEST:
                break
            size -= 0.5
        for line in lines[:most]:
            self.fitted(Cell(line, left, room), y, size * PER_POINT * 1.3, size)
            y += size * PER_POINT * 1.3
        return y


def _lines(pdf: FPDF, words: str, room: float) -> list[str]:
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and pdf.get_string_width(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _runs(modules: Sequence[bool]) -> list[tuple[int, int]]:
    """From where to where dark modules stand side by side."""
    edges = [i for i in range(len(modules) + 1) if (i > 0 and modules[i - 1]) != (i < len(modules) and modules[i])]
    return list(zip(edges[::2], edges[1::2], strict=True))
