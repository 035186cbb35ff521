"""Fitting sentences: measure words, break them into lines, and know when they do not fit. Logical pixels."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

from companion.ui import layout, lettering, theme
from companion.ui.layout import Frame
from companion.ui.theme import TypeStyle

NAME_LETTERS = 12
LONG_WORD = 30
"""No word of a language has so many letters: it is a path or a number, and may be broken anywhere."""


@dataclass(frozen=True)
class Fitted:
    """A sentence made to fit: its lines, their style, and whether it really does."""

    lines: tuple[str, ...]
    style: TypeStyle
    fits: bool

    @property
    def height(self) -> int:
        """Logical height of all lines."""
        return len(self.lines) * self.style.line


def measure(text: str, style: str | TypeStyle, frame: Frame | None = None) -> float:
    """Width of one line in logical pixels, measured with the letters the frame really draws."""
    frame = frame or layout.current()
    look = theme.style(style)
    return lettering.width(text, frame.px(look.size), look.bold) / frame.unit


def short_name(name: str, letters: int = NAME_LETTERS) -> str:
    """A player's name as shown: up to `letters`, longer ones end in an ellipsis; letters the font lacks are gone.

    The ellipsis alone where no letter can be drawn.
    """
    name = lettering.readable(name) or lettering.ELLIPSIS
    return name if len(name) <= letters else name[: letters - 1].rstrip() + lettering.ELLIPSIS


def sentence(text: str, width: float, max_lines: int = 2, frame: Frame | None = None) -> Fitted:
    """The headline's rule: one line at 28, else up to `max_lines` at 24, the longest line as short as can be."""
    one = theme.style("decision1")
    if measure(text, one, frame) <= width:
        return Fitted((text,), one, True)
    return balanced(text, "decision2", width, max_lines, frame)


def balanced(text: str, style: str | TypeStyle, width: float, max_lines: int, frame: Frame | None = None) -> Fitted:
    """As few lines as fit the width, broken so that the longest line is as short as can be."""
    look = theme.style(style)
    words = _words(text, look, width, frame)
    best: tuple[str, ...] = (" ".join(words),)
    for count in range(1, max_lines + 1):
        if count > len(words):
            break
        best = min(_breaks(words, count), key=lambda lines: max(measure(line, look, frame) for line in lines))
        if max(measure(line, look, frame) for line in best) <= width:
            return Fitted(best, look, True)
    return Fitted(best, look, not words)


def largest(
    text: str, sizes: tuple[int, ...], bold: bool, width: float, max_lines: int, frame: Frame | None = None
) -> Fitted:
    """As `balanced`, in the first of `sizes` in which it fits, else in the last."""
    for size in sizes:
        fitted = balanced(text, TypeStyle(f"fitted{size}", size, bold, size + 4), width, max_lines, frame)
        if fitted.fits:
            break
    return fitted


def _words(text: str, look: TypeStyle, width: float, frame: Frame | None) -> list[str]:
    """What a line may be broken between: "4 × fish" stays together, where one line has room for it."""
    found: list[str] = []
    for word in text.split():
        if found and (word.startswith("×") or found[-1].endswith("×")):
            joined = f"{found[-1]} {word}"
            if measure(joined, look, frame) <= width:
                found[-1] = joined
                continue
        found.append(word)
    return found


def _breaks(words: list[str], count: int) -> list[tuple[str, ...]]:
    found = []
    for cuts in combinations(range(1, len(words)), count - 1):
        edges = (0, *cuts, len(words))
        found.append(tuple(" ".join(words[a:b]) for a, b in pairwise(edges)))
    return found


def _pieces(word: str, look: TypeStyle, width: float, frame: Frame | None) -> list[str]:
    """A long name in pieces as wide as a line at most, broken behind its own marks where they come late enough."""
    found: list[str] = []
    while len(word) > 1 and measure(word, look, frame) > width:
        n = 1
        while measure(word[: n + 1], look, frame) <= width:
            n += 1
        mark = max(word.rfind(mark, n // 2, n) for mark in "/-_…")
        n = mark + 1 if mark > 0 else n
        found.append(word[:n])
        word = word[n:]
    return [*found, word]


def wrapped(
    text: str, style: str | TypeStyle, width: float, max_lines: int | None = None, frame: Frame | None = None
) -> Fitted:
    """Running text filled line by line; "\\n" begins a new line. Text beyond `max_lines` makes it not fit."""
    look = theme.style(style)
    lines: list[str] = []
    fits = True
    for paragraph in text.split("\n"):
        line = ""
        for word in _words(paragraph, look, width, frame):
            if len(word) >= LONG_WORD and measure(word, look, frame) > width:
                *full, rest = _pieces(word, look, width, frame)
                lines += [line, *full] if line else full
                line = rest
                continue
            longer = f"{line} {word}" if line else word
            if line and measure(longer, look, frame) > width:
                lines.append(line)
                line = word
            else:
                line = longer
            fits = fits and measure(word, look, frame) <= width
        lines.append(line)
    if theme.normal(look) != look and (not fits or (max_lines is not None and len(lines) > max_lines)):
        return wrapped(text, theme.normal(look), width, max_lines, frame)
    if max_lines is not None and len(lines) > max_lines:
        last = " ".join(lines[max_lines - 1 :])
        size = (frame or layout.current()).px(look.size)
        room = width * (frame or layout.current()).unit
        lines = [*lines[: max_lines - 1], lettering.shortened(last, size, look.bold, room)]
        fits = False
    return Fitted(tuple(lines), look, fits)


def label(text: str, width: float, bold: bool, frame: Frame | None = None, sizes: tuple[int, ...] = (20, 18)) -> Fitted:
    """A button's label, which never wraps: the first of `sizes` that fits, else the last, cut and reported."""
    looks = [TypeStyle(f"button{size}", size, bold, round(size * 1.18)) for size in sizes]
    for look in looks:
        if measure(text, look, frame) <= width:
            return Fitted((text,), look, True)
    return Fitted((text,), looks[-1], False)


def overflows(widget: Any) -> list[str]:
    """The texts this widget had to cut or let run out of their place, children not included.

    Knows the kit's own widgets by what they wrote (`written`), and Kivy's Label by its texture.
    """
    found = [w.text for w in getattr(widget, "written", ()) if w.cut]
    if hasattr(widget, "texture_size") and widget.text:
        too_wide = widget.texture_size[0] > widget.width + 1 or widget.texture_size[1] > widget.height + 1
        if too_wide or widget.is_shortened:
            found.append(widget.text)
    return found
