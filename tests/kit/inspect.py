"""What is wrong with a picture on the screen, found by walking over the widgets: nothing is guessed from pixels.

`problems(root)` lists words that are cut or run out of the screen, words that cover each other, letters the font lacks,
contrast below WCAG AA, and touch targets smaller than 48 logical pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

# isort: off
import tests.kit.ui  # noqa: F401  Kivy's settings come before anything of Kivy.

# isort: on
from kivy.core.window import Window
from kivy.uix.label import Label

from companion.ui import fit, layout, theme
from companion.ui.layout import Rect
from companion.ui.pen import Filled, Written
from companion.ui.theme import RGBA

# Roboto draws a box for these: arrows, technical signs, shapes, ticks, card suits, emoji.
NO_GLYPH = ((0x2190, 0x21FF), (0x2300, 0x23FF), (0x2500, 0x27BF), (0x2B00, 0x2BFF), (0x1F000, 0x1FAFF))


@dataclass(frozen=True)
class Problem:
    """One fault: what kind, on which widget, in which words."""

    kind: str
    widget: str
    text: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.widget} {self.text!r} {self.detail}".rstrip()


@dataclass
class _Word:
    widget: Any
    text: str
    rect: Rect
    size: float
    bold: bool
    colour: RGBA
    cut: bool
    clip: Rect | None
    behind: RGBA = field(default=(0.0, 0.0, 0.0, 1.0))
    hidden: bool = False


def problems(root: Any | None = None) -> list[Problem]:
    """Everything wrong below `root` (the whole window if not given), in drawing order."""
    words, targets = _collect(root)
    return [*_word_problems(words), *_overlaps(words), *_target_problems(targets)]


def texts(root: Any | None = None) -> list[str]:
    """All words that can be read below `root` now, in drawing order."""
    return [word.text for word in _collect(root)[0] if not word.hidden]


def find(root: Any, text: str) -> Any:
    """The widget that shows exactly this text (its last writer); AssertionError lists what there is."""
    words, _ = _collect(root)
    for word in reversed(words):
        # A label over two lines is written in two pieces; its widget knows the whole.
        if not word.hidden and text in (word.text, getattr(word.widget, "text", None)):
            return word.widget
    raise AssertionError(f"nobody shows {text!r}; there is {[w.text for w in words if not w.hidden]}")


def _collect(root: Any | None) -> tuple[list[_Word], list[tuple[Any, str, Rect, Rect | None]]]:
    words: list[_Word] = []
    targets: list[tuple[Any, str, Rect, Rect | None]] = []
    fills: list[Filled] = []
    roots = [root] if root is not None else list(reversed(Window.children))
    for top in roots:
        for widget, clip in _walk(top, None):
            _read(widget, clip, words, targets, fills)
    return words, targets


def _walk(widget: Any, clip: Rect | None) -> Iterator[tuple[Any, Rect | None]]:
    """Every visible widget in drawing order, with the part of the window it may draw in."""
    if widget.opacity == 0:
        return
    yield widget, clip
    if getattr(widget, "clips", False):
        own = _window_rect(widget, Rect(*(round(n) for n in (*widget.pos, *widget.size))))
        clip = own if clip is None else _common(own, clip)
    for child in reversed(widget.children):
        yield from _walk(child, clip)


def _read(
    widget: Any,
    clip: Rect | None,
    words: list[_Word],
    targets: list[tuple[Any, str, Rect, Rect | None]],
    fills: list[Filled],
) -> None:
    for mark in getattr(widget, "marks", ()):
        rect = _window_rect(widget, mark.rect)
        if isinstance(mark, Filled):
            _cover(words, targets, rect, mark.colour)
            fills.append(Filled(rect, mark.colour))
        elif isinstance(mark, Written):
            word = _Word(widget, mark.text, rect, mark.size, mark.bold, mark.colour, mark.cut, clip)
            word.behind = _behind(word, fills)
            words.append(word)
    if isinstance(widget, Label) and widget.text:
        w, h = widget.texture_size
        rect = _window_rect(widget, Rect(round(widget.center_x - w / 2), round(widget.center_y - h / 2), w, h))
        size = widget.font_size / layout.current().unit
        cut = bool(fit.overflows(widget))
        word = _Word(widget, widget.text, rect, size, widget.bold, tuple(widget.color), cut, clip)
        word.behind = _behind(word, fills)
        words.append(word)
    if hasattr(widget, "targets") and not widget.disabled:
        for name, rect in widget.targets():
            targets.append((widget, name, _window_rect(widget, rect), clip))


def _window_rect(widget: Any, rect: Rect) -> Rect:
    ax, ay = widget.to_window(rect.x, rect.y)
    bx, by = widget.to_window(rect.right, rect.top)
    return Rect(round(min(ax, bx)), round(min(ay, by)), round(abs(bx - ax)), round(abs(by - ay)))


def _common(a: Rect, b: Rect) -> Rect:
    x, y = max(a.x, b.x), max(a.y, b.y)
    return Rect(x, y, max(min(a.right, b.right) - x, 0), max(min(a.top, b.top) - y, 0))


def _behind(word: _Word, fills: list[Filled]) -> RGBA:
    x, y = word.rect.center
    seen = theme.colour("ground")
    for rect, colour in fills:
        if rect.contains(x, y):
            seen = theme.over(colour, seen)
    return seen


def _cover(words: list[_Word], targets: list[Any], rect: Rect, colour: RGBA) -> None:
    """Words under a later fill cannot be read, on purpose: a dialog lies over them."""
    for word in words:
        if rect.contains(*word.rect.center) and colour[3] > 0:
            word.hidden = True


def _shown(rect: Rect, clip: Rect | None) -> bool:
    return clip is None or _common(rect, clip) == rect


def _name(widget: Any) -> str:
    return type(widget).__name__


def _word_problems(words: list[_Word]) -> Iterator[Problem]:
    screen = Rect(0, 0, *(round(n) for n in Window.size))
    for word in words:
        if word.hidden or not _shown(word.rect, word.clip):
            continue
        who = _name(word.widget)
        if word.cut:
            yield Problem("text cut", who, word.text)
        if _common(word.rect, screen) != word.rect:
            yield Problem("text off the screen", who, word.text, str(tuple(word.rect)))
        if missing := [c for c in word.text if any(a <= ord(c) <= b for a, b in NO_GLYPH)]:
            yield Problem("no such letter", who, word.text, " ".join(missing))
        if word.size < theme.TOKENS["type"]["minimum"] and not getattr(word.widget, "small_print", False):
            yield Problem("text too small", who, word.text, f"{word.size} px")
        if word.colour == theme.DISABLED:
            continue
        ratio = theme.contrast(theme.over(word.colour, word.behind), word.behind)
        if ratio < theme.needed_contrast(word.size, word.bold):
            yield Problem("low contrast", who, word.text, f"{ratio:.1f}")


def _overlaps(words: list[_Word]) -> Iterator[Problem]:
    seen = [w for w in words if not w.hidden and _shown(w.rect, w.clip)]
    for i, a in enumerate(seen):
        for b in seen[i + 1 :]:
            # Lines of text carry air above and below their letters; a real collision is deeper than that.
            shared = _common(a.rect, b.rect)
            if shared.w > 1 and shared.h > 0.35 * min(a.rect.h, b.rect.h):
                yield Problem("texts collide", _name(a.widget), a.text, f"with {b.text!r} of {_name(b.widget)}")


def _target_problems(targets: list[tuple[Any, str, Rect, Rect | None]]) -> Iterator[Problem]:
    frame = layout.current()
    least = round(theme.TOUCH["minimum"] * frame.unit) - 1
    for widget, name, rect, clip in targets:
        if clip is not None and _common(rect, clip).h == 0:
            continue
        if rect.w < least or rect.h < least:
            yield Problem("touch target small", _name(widget), name, f"{rect.w} x {rect.h} px")
