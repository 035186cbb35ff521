"""Wooden pieces in known places, told by their colour against the empty board.

Each place is looked at where the top of a piece would appear: the camera looks from aside, so it is displaced away from
the camera's foot, and a piece need not stand in the middle. Every pixel says how well it fits the bare board in the
light round it, and each taught colour; nothing says what lay there before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.engine.sight import EMPTY, Seen, Spot
from companion.vision.axes import SOFT, axes
from companion.vision.calibration import SCALE
from companion.vision.shading import Shading, shading_of

HEIGHT = 9.0
"""Millimetres that a wooden piece is high, about; nobody measures them."""
Eye = tuple[float, float, float]
_BOARD = (0.16, 0.075)
"""How far bare board lies from the empty picture (brightness, colour; logarithms), about."""
_WOOD = (0.20, 0.16)
"""How far a piece lies from its taught colour."""
_MOST = 25.0
"""A pixel never says more than this, whatever colour it is."""
_FAR = 6.0
"""From here on a pixel is not what it is held to be."""
SURE = 0.97
"""From this share on a label is used without asking."""
_UNLIKE = (14.0, 0.2)
"""A piece so far from its colour, of which less than that part has it, is like nothing known;"""
_STRANGE = (9.0, 0.3)
"""and so is a place so far from its print of which less than that part looks bare."""
_PIECE = (-4.28, 4.59, -0.96, -0.92, 1.86, 4.28, -5.28, 0.47, 3.72, -1.28)
_EMPTY = (4.65, 1.33, -1.44, -2.04, 0.11, -1.55, 2.69, 3.75, -3.99)
"""Fitted to what was measured of places of known truth (see `_judged` for the terms)."""
_CONTRAST = 0.08
"""Contrast (logarithm) of a drawing that would be missed."""
_PALE = (0.08, 12.0)
"""Haze from which on a place is less certain, and by how much (log odds) for each whole of it: in a mirrored lamp a
piece and the print lose their colours alike, and all that is measured looks good."""
_ALIKE = (10.0, 6.0)
"""A colour nearer than this to what is printed there is less certain, by so much (log odds) where it is the same."""
_RAY = 16.0
"""How far (mm) is looked beyond a place for what covers it: farther than a piece beside it goes."""
_HEMMED = 0.4
"""From this part of all directions on a place that looks empty may as well be hidden."""
_DRIFT = 0.25
"""By how much (each axis) a colour may differ in one picture from what it was when it was taught."""
_SLACK = 1.0
"""Millimetres by which the board may lie off its map."""


class Board(msgspec.Struct, frozen=True):
    """One picture of the field, ready to be asked: maps of `scale` px a mm.

    `like`: (h, w, 3) float32, the picture in the empty one's light: brightness and two colour axes, logarithms;
    `print`: the same of the empty picture. `off`: (h, w) float32, how far each pixel is from bare board (square, in
    units of what is usual). `haze`: (h / 4, w / 4) float32, 0 to 1: how much paler than printed the board around is,
    under a lamp mirrored in it.
    """

    like: Any
    print: Any
    off: Any
    haze: Any
    scale: float
    shading: Shading


class Printed(msgspec.Struct, frozen=True):
    """The empty picture, ready to be compared with: maps of one scale.

    `small`: BGR uint8. `like`: its axes, a little softened. `least`, `most`: what it shows near each pixel.
    """

    small: Any
    like: Any
    least: Any
    most: Any


def printed_of(empty: Any, fine: float = 1.0) -> Printed:
    """Prepare `empty`, BGR uint8 at `SCALE`, to be compared with at `fine` px a mm."""
    size = (max(1, round(empty.shape[1] * fine / SCALE)), max(1, round(empty.shape[0] * fine / SCALE)))
    small = cv2.resize(empty, size, interpolation=cv2.INTER_AREA)
    like = axes(cv2.GaussianBlur(small, (0, 0), 0.8 * fine))
    reach = 2 * max(1, round(_SLACK * fine)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    return Printed(small, like, cv2.erode(like, kernel), cv2.dilate(like, kernel))


def board_of(
    field: Any, empty: Any, fine: float = 1.0, shading: Shading | None = None, printed: Printed | None = None
) -> Board:
    """Prepare `field`, rectified BGR uint8 at `SCALE`, against `empty` of the same size.

    `fine`: px a mm to work at. `shading`: the light of one against the other, and `printed`: what `printed_of` makes of
    the empty picture at that scale, where they are known already.
    """
    printed = printed or printed_of(empty, fine)
    size = (max(1, round(field.shape[1] * fine / SCALE)), max(1, round(field.shape[0] * fine / SCALE)))
    small = cv2.resize(field, size, interpolation=cv2.INTER_AREA)
    here = cv2.GaussianBlur(small, (0, 0), 0.8 * fine)
    print_ = printed.like
    shading = shading or shading_of(field, empty, SCALE)
    like = axes(shading.levelled(here))
    off = _square(like - cv2.min(cv2.max(like, printed.least), printed.most), _BOARD)
    return Board(like, print_, off, _haze(like, print_, off, fine), fine, shading)


def _haze(like: Any, print_: Any, off: Any, fine: float) -> Any:
    """How much paler the board is than its print, (h / 4, w / 4): the slope of one over the other where it is bare."""
    size = (max(2, off.shape[1] // 4), max(2, off.shape[0] // 4))
    seen, drawn = (cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in (like, print_))
    bare = (cv2.resize(off, size, interpolation=cv2.INTER_AREA) < _FAR).astype(np.float32)[..., None]
    spread = 18.0 * fine / 4

    def around(values: Any) -> Any:
        return cv2.GaussianBlur(values, (0, 0), spread, borderType=cv2.BORDER_REPLICATE)

    weight = np.maximum(around(bare[..., 0]), 1e-3)[..., None]
    mean_seen, mean_drawn = around(bare * seen) / weight, around(bare * drawn) / weight
    common = around(bare * seen * drawn) / weight - mean_seen * mean_drawn
    square = around(bare * drawn * drawn) / weight - mean_drawn * mean_drawn
    slope = (common.sum(axis=2) + 1e-3) / (square.sum(axis=2) + 1e-3)
    return np.clip(1.0 - slope, 0.0, 1.0)


def _square(off: Any, usual: tuple[float, float]) -> Any:
    """How far (square) a difference of axes is, in units of what is usual for brightness and colour."""
    parts = off * np.array((1 / usual[0], 1 / usual[1], 1 / usual[1]), np.float32)
    parts *= parts
    return parts[..., 0] + parts[..., 1] + parts[..., 2]


def displaced(places: Any, eye: Eye, height: float) -> Any:
    """Where on the table something `height` mm above places (n, 2) mm appears: (n, 2) mm."""
    flat = np.asarray(places, np.float64)
    foot = np.array(eye[:2])
    return foot + (flat - foot) * (eye[2] / max(1.0, eye[2] - height))


class Fits(msgspec.Struct, frozen=True):
    """What was measured of n places for k colours, before it is judged.

    `fits`: (n, k), by how much the colour fits better than bare board where it fits best (mean over a disc, squares).
    `near`: (n, k), how far the piece there would be from its colour. `solid`: (n, k), the part of it that has that
    colour. `rim`: (n, k), the part of the rim around it that has not: a piece ends somewhere, a sleeve does not.
    `bare`: (n,), how far it is from bare board where a piece's top would be; `open`: (n,), the part of that which looks
    bare; `flat`: (n,), how far from it the place itself is. `gone`: (n,), how much of its own drawing is missing, 0 to
    1, where it has any. `haze`: (n,), how pale the board is there. `lit`: (n,), how much board shows around it. `tone`:
    (n, k, 3), the axes of what would be the piece's top. `hemmed`: (n,), the part of all directions in which something
    goes on beyond the place that is no board: more of it than of a piece beside it. `apart`: (n, k), how far the
    colour is from what is printed there.
    """

    fits: Any
    near: Any
    solid: Any
    rim: Any
    bare: Any
    open: Any
    flat: Any
    gone: Any
    haze: Any
    lit: Any
    tone: Any
    hemmed: Any
    apart: Any


class Samples(msgspec.Struct, frozen=True):
    """What shows of n places where the top of a piece would appear that stands at one of m points round the middle.

    `like`: (n, m, samples, 3) and `off`: (n, m, samples), as of the board. `feet` and `tops`: (n, m, 2) mm, where it
    would stand and where its top would appear. `size`: (n,), how wide the place is, mm. `ats`: (n, 4), the places.
    """

    like: Any
    off: Any
    feet: Any
    tops: Any
    size: Any
    ats: Any


def sampled(board: Board, spots: Sequence[Spot], eye: Eye) -> Samples:
    """Look at `spots` on `board`; `eye`: where the camera is, mm."""
    ats = np.array([spot.at for spot in spots])
    size = np.minimum(ats[:, 2], ats[:, 3])
    feet = ats[:, None, :2] + size[:, None, None] * _FEET[None]
    tops = displaced(feet.reshape(-1, 2), eye, HEIGHT).reshape(feet.shape)
    like, off = _sampled(board, tops[:, :, None] + size[:, None, None, None] * _DISC[None, None])
    return Samples(like, np.minimum(off, _MOST), feet, tops, size, ats)


def look(board: Board, seen: Samples, colours: Any) -> Fits:
    """Measure places on `board` for `colours`, (k, 3) axes."""
    like, off, size, ats = seen.like, seen.off, seen.size, seen.ats
    # (n, feet, samples, k)
    apart = np.stack([np.minimum(_square(like - colour, _WOOD), _MOST) for colour in colours], axis=-1)
    mean = apart.mean(axis=2)
    fits = off.mean(axis=2)[..., None] - mean - _AWAY[None, :, None].astype(np.float32)
    best = fits.argmax(axis=1)
    rows, columns = np.arange(len(ats))[:, None], np.arange(len(colours))[None]
    _, flat = _sampled(board, ats[:, None, :2] + size[:, None, None] * _PLACE)
    whole = off[:, :_INNER].reshape(len(ats), -1)
    there = np.moveaxis(apart, 2, -1)[rows, best, columns]
    return Fits(
        fits=fits[rows, best, columns],
        near=mean[rows, best, columns],
        solid=(there < _FAR).mean(axis=-1),
        rim=_rim(board, seen.feet[rows, best], seen.tops[rows, best], size, colours),
        bare=whole.mean(axis=1),
        open=(whole < _FAR).mean(axis=1),
        flat=np.minimum(flat, _MOST).mean(axis=1),
        gone=_gone(board, ats[:, None, :2] + size[:, None, None] * _DRAWING),
        haze=_hazy(board, ats[:, :2]),
        lit=board.shading.bare_at(ats[:, :2] * SCALE, SCALE),
        tone=np.median(like[rows, best], axis=2),
        hemmed=_hemmed(board, ats[:, :2], size),
        apart=_apart(board, ats[:, None, :2] + size[:, None, None] * _DISC, colours),
    )


def _gone(board: Board, places: Any) -> Any:
    """How much of what is printed at places (n, m, 2) mm does not show: (n,), 0 to 1; 0 where hardly anything is."""
    x, y = _pixels(board, places)
    seen, drawn = board.like[y, x, 0], board.print[y, x, 0]
    seen = seen - seen.mean(axis=1, keepdims=True)
    drawn = drawn - drawn.mean(axis=1, keepdims=True)
    contrast = np.sqrt((drawn**2).mean(axis=1))
    alike = (seen * drawn).mean(axis=1) / (contrast * np.sqrt((seen**2).mean(axis=1)) + 1e-6)
    return np.minimum(contrast / _CONTRAST, 1.0) * (1.0 - np.clip(alike, 0.0, 1.0))


def _hazy(board: Board, places: Any) -> Any:
    """How pale the board is at places (n, 2) mm: (n,), 0 to 1."""
    x, y = _pixels(board, places)
    rows, columns = board.haze.shape
    return board.haze[np.minimum(y // 4, rows - 1), np.minimum(x // 4, columns - 1)]


def _apart(board: Board, places: Any, colours: Any) -> Any:
    """How far colours, (k, 3), are from the print at places (n, m, 2) mm: (n, k), squares."""
    x, y = _pixels(board, places)
    drawn = board.print[y, x]
    return np.stack([_square(drawn - colour, _WOOD).mean(axis=1) for colour in colours], axis=-1)


def _hemmed(board: Board, places: Any, size: Any) -> Any:
    """The part of the rays from the edges of places (n, 2) mm that meet next to no bare board: (n,), 0 to 1."""
    reach = 0.6 * size[:, None] + np.linspace(0.0, _RAY, 8)
    like, off = _sampled(board, places[:, None, None] + _ROUND[None, :, None] * reach[:, None, :, None])
    # What is quite black was blackened, because it must not be seen: that covers nothing.
    there = (off > _FAR) & (like[..., 0] > np.log(SOFT + 3.0))
    return (there.mean(axis=2) >= 0.8).mean(axis=1)


def _rim(board: Board, feet: Any, tops: Any, size: Any, colours: Any) -> Any:
    """The part of the rim round pieces at `feet`, with `tops`, (n, k, 2) mm, that is not of their colour: (n, k)."""
    leaning = tops - feet
    outward = (leaning[:, :, None] * _ROUND).sum(axis=-1) > 0
    base = np.where(outward[..., None], tops[:, :, None], feet[:, :, None])
    like, off = _sampled(board, base + 0.62 * size[:, None, None, None] * _ROUND)
    apart = _square(like - colours[None, :, None], _WOOD)
    return ((apart > _FAR) | (off < apart)).mean(axis=-1)


def read_pieces(
    board: Board, spots: Sequence[Spot], colours: Mapping[str, Sequence[float]], eye: Eye
) -> tuple[Seen, ...]:
    """What lies in places of kind `piece`, in their order. `colours`: the taught ones by look id, as `axes` has them.

    A place that may hold a colour nobody taught is never sure to be empty of it.
    """
    if not spots:
        return ()
    taught = [label for label in colours if any(label in spot.labels for spot in spots)]
    if not taught:
        return tuple(Seen(spot.id, None, 0.0, False) for spot in spots)
    wanted = np.array([colours[label] for label in taught], np.float32)
    allowed = np.array([[label in spot.labels for label in taught] for spot in spots])
    seen = sampled(board, spots, eye)
    fits = look(board, seen, toned(look(board, seen, wanted), wanted, allowed))
    return tuple(_judged(spot, index, fits, taught) for index, spot in enumerate(spots))


def toned(fits: Fits, colours: Any, allowed: Any) -> Any:
    """The colours, (k, 3), as they are in this picture: by the places where each fits beyond doubt.

    All pieces of a colour lie in the light of this picture and in its stray light, so they are off by the same.
    `allowed`: (n, k), which colours may lie where.
    """
    scores = np.where(allowed, fits.fits, -_MOST)
    rows = np.arange(len(scores))
    best = scores.argmax(axis=1)
    clear = (scores[rows, best] > 0.4 * _MOST) & (fits.solid[rows, best] > 0.5) & (fits.rim[rows, best] > 0.5)
    new = np.array(colours, np.float32)
    for column in range(len(new)):
        own = clear & (best == column)
        count = int(own.sum())
        if count:
            off = np.median(fits.tone[own, column] - new[column], axis=0) * count / (count + 1.5)
            new[column] += np.clip(off, -_DRIFT, _DRIFT)
    return new


def _judged(spot: Spot, index: int, fits: Fits, taught: Sequence[str]) -> Seen:
    """What was measured of one place, as a label with its share; None where it is like nothing known."""
    own = [column for column, label in enumerate(taught) if label in spot.labels]
    ranked = sorted(own, key=lambda column: -float(fits.fits[index, column]))
    best = ranked[0] if ranked else None
    score = float(fits.fits[index, best]) if best is not None else -_MOST
    second = float(fits.fits[index, ranked[1]]) if len(ranked) > 1 else 0.0
    wanting = any(label not in taught for label in spot.labels)
    bare, open_, flat = (float(values[index]) for values in (fits.bare, fits.open, fits.flat))
    lit, gone = min(float(fits.lit[index]), 0.4) / 0.4, float(fits.gone[index])
    pale = _PALE[1] * max(0.0, float(fits.haze[index]) - _PALE[0])
    if best is None or score <= 0:
        strewn = max(float(np.log1p(flat)) - 1.0, 0.0)
        terms = (min(-score, 8.0) / 8, -score / _MOST, np.log1p(bare), open_, np.log1p(flat), strewn, lit, gone)
        share = _chance(_EMPTY, terms, pale)
        others = _others(fits, index, ranked, taught)
        if share < SURE and max(bare, flat) > _STRANGE[0] and open_ < _STRANGE[1]:
            return Seen(spot.id, None, share, False, ((EMPTY, share), *others))
        sure = share >= SURE and not wanting and float(fits.hemmed[index]) < _HEMMED
        return Seen(spot.id, EMPTY, share, sure, others)
    margin = score - max(second, 0.0)
    near, solid, rim = (float(values[index, best]) for values in (fits.near, fits.solid, fits.rim))
    signs = (margin / _MOST, min(margin, 8.0) / 8, np.log1p(near), solid, rim, open_, np.log1p(flat), lit, gone)
    alike = max(0.0, 1.0 - float(fits.apart[index, best]) / _ALIKE[0])
    share = _chance(_PIECE, signs, pale + _ALIKE[1] * alike)
    others = ((EMPTY, round(min(1.0 - share, open_), 3)), *_others(fits, index, ranked[1:], taught))
    if share < SURE and near > _UNLIKE[0] and solid < _UNLIKE[1]:
        return Seen(spot.id, None, share, False, ((taught[best], share), *others))
    return Seen(spot.id, taught[best], share, share >= SURE, others)


def _others(fits: Fits, index: int, ranked: Sequence[int], taught: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """Colours that the place might have as well, by how much of it has them."""
    return tuple((taught[column], round(float(fits.solid[index, column]) / 2, 3)) for column in ranked[:3])


def _chance(weights: Sequence[float], values: Sequence[float], less: float) -> float:
    """How likely a label is right, 0 to 1, by what was measured: a logistic curve fitted to tables of known truth.

    `less`: log odds taken off.
    """
    total = weights[0] - less + sum(weight * value for weight, value in zip(weights[1:], values, strict=True))
    return float(1.0 / (1.0 + np.exp(-np.clip(total, -40.0, 40.0))))


def _sampled(board: Board, places: Any) -> tuple[Any, Any]:
    """The axes, (..., 3), and the distance from bare board, (...), at places (..., 2) mm."""
    x, y = _pixels(board, places)
    return board.like[y, x], board.off[y, x]


def _pixels(board: Board, places: Any) -> tuple[Any, Any]:
    """Columns and rows of places (..., 2) mm, those outside of the field at its edge."""
    px = np.asarray(places) * board.scale - 0.5
    height, width = board.off.shape
    x = np.clip(np.round(px[..., 0]).astype(np.int32), 0, width - 1)
    y = np.clip(np.round(px[..., 1]).astype(np.int32), 0, height - 1)
    return x, y


def _circle(count: int) -> Any:
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.column_stack([np.cos(turn), np.sin(turn)])


_ROUND = _circle(16)
_DISC = np.vstack([[(0.0, 0.0)], 0.13 * _circle(6), 0.26 * _circle(12)])
"""Where a piece's top is looked at, as parts of the place's size."""
_PLACE = np.vstack([_DISC, 0.38 * _circle(12)])
"""Where the place itself is looked at,"""
_DRAWING = 0.36 * np.stack(np.meshgrid(np.linspace(-1, 1, 9), np.linspace(-1, 1, 9)), axis=-1).reshape(-1, 2)
"""and where what is drawn in it."""
_FEET = np.vstack([[(0.0, 0.0)], 0.12 * _circle(8), 0.24 * _circle(8), 0.36 * _circle(8)])
"""Where it may stand."""
_AWAY = 1.0 * (_FEET**2).sum(axis=1) / 0.2**2
"""What it costs to stand there: off the middle is rarer."""
_INNER = 9
"""The first of them: round the middle."""
