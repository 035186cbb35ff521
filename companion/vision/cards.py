"""What lies in a known place of the field: nothing, a card face down, one of the taught cards, a cover, or who knows.

The thing's rectangle is found against the empty picture, straightened and compared with the book; what is bent,
covered, glaring or like two looks at once is unsure. The light is levelled here; no state of the game is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np

from companion.engine.sight import EMPTY, At, Kind, Seen, Spot
from companion.vision.book import Book, Lie, Size, features, halved, lab, settled, straightened
from companion.vision.calibration import SCALE
from companion.vision.level import Picture, Reals, levelled, reals
from companion.vision.lying import TILTS, Bare, Mask, as_rectangle, differs, lump_at, searched, shows_print
from companion.vision.shading import Shading, shading_of
from companion.vision.signs import read_sign

__all__ = ["Book", "read_cards"]

MARGIN = 13.0
"""So far beyond its place (mm) a card is looked for: it may be shifted by 10 mm."""
_FREE, _STRAY = 0.03, 0.08
"""A smaller part of a place may differ from the bare field and nothing lies there; a larger one covers it."""
_GLEAM, _PRINTED = 0.05, 0.35
"""A bare place with more gleam, or less of its print, may hide something."""
_GLOW, _BOARD = 0.3, 0.25
"""So may one without print that is so much (log) brighter than nearly all of the board, or shows no more board."""
_KNOWN = 0.60
"""Fits below are of nothing that was taught."""
_SETTLED = 0.9
"""A fit above is the thing itself: nothing else need be tried."""
_SURE_FIT, _SURE_LEAD = 0.70, 0.10
_COVERED, _HIDDEN = 0.14, 0.45
"""Parts of a card that may be unlike the taught picture: beyond the first it is unsure, beyond the second unknown."""


class Match(NamedTuple):
    """One way to read a window: `best`: the index of its picture in `size`, all fits by look, how it lies."""

    fit: float
    size: Size
    best: int
    lie: Lie
    fits: dict[str, float]


class Window(NamedTuple):
    """A place with its surroundings. `here`, `soft`, `bare`: Lab of the levelled picture, the same softened, the
    empty one; `mask`: where something lies; `glare`: where the camera saw next to nothing but white; `box` in px."""

    here: Reals
    soft: Reals
    bare: Reals
    mask: Mask
    glare: Mask
    box: tuple[int, int, int, int]
    place: tuple[float, float, float, float]


def read_cards(
    field: Picture,
    empty: Picture,
    spots: Sequence[Spot],
    book: Book,
    *,
    px_per_mm: float = SCALE,
    at: Mapping[str, At] = {},
    shading: Shading | None = None,
    bare: Bare | None = None,
) -> tuple[Seen, ...]:
    """What lies in these places of kind `card` and `cover`, in their order.

    `field` and `empty`: BGR uint8 of the same size, rectified at `SCALE`. `px_per_mm`: of the camera's own picture.
    `at`: where places lie that were tapped in (mm); the others lie where the plan says.
    `shading`: the light of `field` against `empty`, and `bare`: what is compared with `empty`, where they are known.
    """
    shading = shading_of(field, empty, SCALE) if shading is None else shading
    bare = Bare(empty) if bare is None else bare
    seen = []
    for spot in spots:
        place = at.get(spot.id, spot.at)
        window = window_of(field, bare, shading, place)
        if window is None:
            seen.append(Seen(spot.id, None, 0.0, False))
        elif spot.kind == "cover":
            seen.append(_cover(window, spot, book))
        else:
            seen.append(_card(window, spot, book, px_per_mm, shading.within(place)))
    return tuple(seen)


def window_of(field: Picture, bare: Bare, shading: Shading, at: At, margin: float = MARGIN) -> Window | None:
    """The place `at` (mm) with `margin` round it; None: it does not lie in the field."""
    height, width = field.shape[:2]
    x, y, w, h = (side * SCALE for side in at)
    reach = margin * SCALE
    left, right = max(0, int(x - w / 2 - reach)), min(width, int(x + w / 2 + reach) + 1)
    top, bottom = max(0, int(y - h / 2 - reach)), min(height, int(y + h / 2 + reach) + 1)
    if right - left < 16 or bottom - top < 16:
        return None
    box = (left, top, right, bottom)
    glare = cv2.inRange(field[top:bottom, left:right], (236, 236, 236), (255, 255, 255))
    here = lab(levelled(field, shading, box))
    place = (x - w / 2 - left, y - h / 2 - top, x + w / 2 - left, y + h / 2 - top)
    soft = reals(cv2.GaussianBlur(here, (0, 0), 0.8))
    return Window(here, soft, bare.part(box), differs(here, bare, box), np.asarray(glare, np.uint8), box, place)


def shown_part(mask: Mask, place: tuple[float, float, float, float], inset: float = 0.0) -> float:
    """The share of a place that `mask` shows; `inset`: parts of its sides left out all round."""
    left, top, right, bottom = place
    dx, dy = (right - left) * inset, (bottom - top) * inset
    inner = mask[max(0, round(top + dy)) : round(bottom - dy), max(0, round(left + dx)) : round(right - dx)]
    return float(inner.mean()) / 255.0 if inner.size else 1.0


def _card(window: Window, spot: Spot, book: Book, px_per_mm: float, light: tuple[float, float]) -> Seen:
    covered = shown_part(window.mask, window.place, 0.08)
    if covered < _FREE:
        bare = plain(window, light)
        return Seen(spot.id, EMPTY, round((1.0 - covered) * (1.0 if bare else 0.6), 4), bare)
    if covered < _STRAY:
        return Seen(spot.id, EMPTY, 0.6, False)
    match = matched(window, book, frozenset(spot.labels), 90.0 * spot.turned, "card")
    if match is None or match.fit < _KNOWN:
        others = () if match is None else _ranked(match.fits)[:3]
        return Seen(spot.id, None, 0.0, False, others)
    return judged(window, spot, book, match, px_per_mm)


def plain(window: Window, light: tuple[float, float]) -> bool:
    """Whether a place that looks bare shows enough to be sure: no gleam on it, and what is printed there is seen.

    `light`: how the light is there (`Shading.within`).
    """
    left, top, right, bottom = (max(0, round(side)) for side in window.place)
    inner = (slice(top, bottom), slice(left, right))
    printed = shows_print(window.here[inner], window.bare[inner])
    if shown_part(window.glare, window.place) >= _GLEAM:
        return False
    if printed is not None:
        return printed > _PRINTED
    # Where nothing is printed, plain cloth looks like the same field in another light.
    glow, board = light
    return glow < _GLOW and board > _BOARD


def matched(
    window: Window, book: Book, allowed: frozenset[str], upright: float, kind: Kind, tilts: Sequence[float] = TILTS
) -> Match | None:
    """The look of `kind` among `allowed` that fits best, and how it lies; None: nothing of that kind was taught.

    `tilts`: by how much it may be turned from `upright`, in degrees, where its outline does not tell.
    """
    soft = window.soft
    lump = lump_at(window.mask, window.place)
    sizes = []
    for size in book.sizes:
        usable = np.array([one.look in allowed and book.kind(one.look) == kind for one in size.references])
        if usable.any():
            sizes.append((size, usable))
    found = []
    for size, usable in sizes:
        ways = [] if lump is None else as_rectangle(lump, size, upright)
        found.append(best_of(soft, size, usable, ways, book))
    if max((one.fit for one in found if one is not None), default=0.0) < 0.8:
        left, top, right, bottom = window.place
        middle = ((left + right) / 2, (top + bottom) / 2)
        for size, usable in sizes:
            ways = searched(soft, size, middle, 11.0 * SCALE, [upright + tilt for tilt in tilts])
            found.append(best_of(soft, size, usable, ways, book))
    known = [one for one in found if one is not None]
    fits: dict[str, float] = {}
    for one in known:
        for look, fit in one.fits.items():
            fits[look] = max(fit, fits.get(look, -1.0))
    return max(known, key=lambda one: one.fit)._replace(fits=fits) if known else None


def best_of(window: Reals, size: Size, usable: Any, ways: Sequence[Lie], book: Book) -> Match | None:
    """The best of several ways to lie: compared with all pictures, settled onto the likeliest, compared again."""
    best: Match | None = None
    first = []
    for lie in ways:
        fits = np.where(usable, size.coarse @ halved(_features(window, lie, size)), -1.0)
        first.append((float(fits.max()), fits, lie))
    for _, rough_fits, rough in sorted(first, key=lambda one: -one[0])[:3]:
        # Where it lies is not known well yet: the likeliest look may be another than the one that fits so far.
        for index in _likeliest(rough_fits, size, book):
            lie = settled(window, rough, size, index)
            fits = _fits(window, lie, size, usable)
            again = int(fits.argmax())
            if book.art(size.references[again].look) != book.art(size.references[index].look):
                lie = settled(window, lie, size, again)
                fits = _fits(window, lie, size, usable)
                again = int(fits.argmax())
            if best is None or fits[again] > best.fit:
                best = Match(float(fits[again]), size, again, lie, by_look(fits, usable, size))
            if best.fit > _SETTLED:
                return best
    return best


def _likeliest(fits: Reals, size: Size, book: Book) -> list[int]:
    """The best picture of each of the three arts that fit best."""
    found: dict[str, int] = {}
    for index in np.argsort(-fits):
        found.setdefault(book.art(size.references[int(index)].look), int(index))
        if len(found) == 3:
            break
    return list(found.values())


def by_look(fits: Reals, usable: Any, size: Size) -> dict[str, float]:
    """The best fit of each look."""
    best: dict[str, float] = {}
    for k in np.flatnonzero(usable):
        look = size.references[int(k)].look
        best[look] = max(best.get(look, -1.0), float(fits[k]))
    return best


def _fits(window: Reals, lie: Lie, size: Size, usable: Any) -> Reals:
    """How well each picture fits: all of them at half the size, those that come near at the full one."""
    here = _features(window, lie, size)
    fits = np.where(usable, size.coarse @ halved(here), -1.0).astype(np.float32)
    near = np.flatnonzero(usable & (fits > fits.max() - 0.12))
    if len(near) > 16:
        near = near[np.argsort(-fits[near])[:16]]
    closer = (size.features[near] @ here.ravel()).astype(np.float32)
    # At half the size everything fits better: what was not looked at closer may not win by that.
    fits -= max(0.0, float(np.max(fits[near] - closer)))
    fits[near] = closer
    return fits


def _features(window: Reals, lie: Lie, size: Size) -> Reals:
    return features(straightened(window, lie, size), size.shared, size.slow)


def _ranked(fits: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """Fits as shares: how likely each look is by the picture alone, likeliest first."""
    top = max(fits.values())
    parts = {look: float(np.exp((fit - top) / 0.035)) for look, fit in fits.items()}
    unknown = float(np.exp((_KNOWN - 0.06 - top) / 0.035))
    whole = sum(parts.values()) + unknown
    ranked = sorted(((look, part / whole) for look, part in parts.items()), key=lambda one: -one[1])
    return tuple((look, round(share, 4)) for look, share in ranked if share > 0.001)


def judged(
    window: Window, spot: Spot, book: Book, match: Match, px_per_mm: float, hidden: float | None = None
) -> Seen:
    """The reading of a place where a known art lies: which sibling it is, and whether anything is in doubt.

    `hidden`: the part of it that looks `unlike` what was taught, where that was worked out before.
    """
    art = match.size.references[match.best].art
    rivals = {look: fit for look, fit in match.fits.items() if book.art(look) != art}
    lead = match.fit - max(rivals.values(), default=0.0)
    hidden = unlike(window.soft, match) if hidden is None else hidden
    if hidden > _HIDDEN:
        return Seen(spot.id, None, 0.0, False, _ranked(match.fits)[:3], at=_at(window, match), angle=match.lie.angle)
    sign = read_sign(window.here, match.lie, match.size, art, match.fits, px_per_mm)
    label, share = sign.scores[0]
    # Those that were never shown, or cut out in another size, could not be compared.
    compared = {one for one, _ in sign.scores}
    untaught = [one for one in book.siblings.get(art, ()) if one in spot.labels and one not in compared]
    arts = _ranked({art: match.fit} | rivals)
    known = match.fit >= _SURE_FIT and lead >= _SURE_LEAD and hidden <= _COVERED and not _more(window, match)
    sure = known and sign.clear and not untaught
    others = tuple((one, round(part * arts[0][1], 4)) for one, part in sign.scores[1:] if part > 0.001)
    others += tuple((one, 0.0) for one in untaught) + arts[1:4]
    look = book.looks.get(match.size.references[match.best].look)
    told = look.art if known and look is not None else ""
    share = round(share * arts[0][1], 4)
    return Seen(spot.id, label, share, bool(sure), others, _at(window, match), match.lie.angle, told)


def _at(window: Window, match: Match) -> At:
    """Where a match lies in the field, in mm; its size is the taught one's."""
    x, y = (match.lie.x + window.box[0] + 0.5) / SCALE, (match.lie.y + window.box[1] + 0.5) / SCALE
    return (round(float(x), 1), round(float(y), 1), match.size.width / SCALE, match.size.height / SCALE)


def unlike(window: Reals, match: Match) -> float:
    """The share of a card's blocks that look unlike the taught picture: covered, glaring or another card's."""
    size, reference = match.size, match.size.references[match.best]
    here = straightened(window, match.lie, size)
    goal = cv2.GaussianBlur(reference.small, (0, 0), 0.8)
    here = reals(cv2.GaussianBlur(here, (0, 0), 0.8))
    gap = np.zeros(here.shape[:2], np.float32)
    shown = reference.mask > 0
    for own in cv2.split(here - goal):
        gap += (own - np.median(own[shown])) ** 2
    return patchy(gap, size)


def patchy(gap: Reals, size: Size) -> float:
    """The share of the blocks of a small picture that differ by far more than most; `gap`: squares, (rows, columns)."""
    count = (max(3, size.columns // 8), max(3, size.rows // 8))
    blocks = np.sqrt(cv2.resize(gap * size.shared, count, interpolation=cv2.INTER_AREA))
    return float((blocks > max(34.0, 2.6 * float(np.median(blocks)))).mean())


def _more(window: Window, match: Match) -> bool:
    """Whether something else lies in the place, beside or over the card."""
    size, lie = match.size, match.lie
    outline = cv2.boxPoints(((lie.x, lie.y), (size.width * lie.grow + 5, size.height * lie.grow + 5), lie.angle))
    beside = window.mask.copy()
    cv2.fillPoly(beside, [np.round(outline).astype(np.int32)], 0)
    left, top, right, bottom = window.place
    room = (right - left) * (bottom - top)
    within = beside[max(0, round(top)) : round(bottom), max(0, round(left)) : round(right)]
    return float((within > 0).sum()) > 0.05 * min(room, size.width * size.height)


def _cover(window: Window, spot: Spot, book: Book) -> Seen:
    """Whether a plate hides what is printed: block by block, so that pieces on top of it or of the print do no harm."""
    left, top, right, bottom = (round(side) for side in window.place)
    left, top = max(0, left), max(0, top)
    mask = window.mask[top:bottom, left:right]
    columns, rows = max(3, mask.shape[1] // 12), max(3, mask.shape[0] // 12)
    hidden = cv2.resize((mask > 0).astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA)
    covered = float((hidden > 0.5).mean())
    if covered < 0.5:
        return Seen(spot.id, EMPTY, round(1.0 - covered, 4), covered < 0.3)
    match = matched(window, book, frozenset(spot.labels), 90.0 * spot.turned, "cover")
    if match is not None and match.fit >= 0.5 and unlike(window.soft, match) < 0.5:
        ranked = _ranked(match.fits)
        lead = ranked[0][1] - (ranked[1][1] if len(ranked) > 1 else 0.0)
        sure = covered > 0.8 and match.fit >= 0.6 and lead > 0.5
        return Seen(spot.id, ranked[0][0], ranked[0][1], sure, ranked[1:], _at(window, match), match.lie.angle)
    return Seen(spot.id, None, 0.0, False, tuple((one, 0.0) for one in spot.labels if one != EMPTY))
