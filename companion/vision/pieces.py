"""Wooden pieces in known places, told by their colour against the empty board.

Each place is looked at where the top of a piece would appear: the camera looks from aside, so it is displaced away from
the camera's foot, and a piece need not stand in the middle. Every pixel says how well it fits the bare board in the
light round it, and each taught colour; nothing says what lay there before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from companion.engine.sight import EMPTY, Seen, Spot
from companion.vision.axes import SOFT
from companion.vision.board import FAR, Board, distance
from companion.vision.calibration import SCALE

HEIGHT = 9.0
"""Millimetres that a wooden piece is high, about; nobody measures them."""
Eye = tuple[float, float, float]
_WOOD = (0.20, 0.16)
"""How far a piece lies from its taught colour."""
_MOST = 25.0
"""A pixel never says more than this, whatever colour it is."""
SURE = 0.97
"""From this share on a label is used without asking."""
_STRANGE = 0.05
"""A label less likely than that is none: what lies there is like nothing known."""
_UNLIKE = (0.2, 14.0, 0.2)
"""So is a piece less likely than that, so far from its colour, of which less than that part has it."""
_PIECE = (-6.46, 2.08, -0.24, 1.3, -3.2, 0.26, 5.04, -4.52, 0.23, 3.99, 2.04, -2.52, 0.17, 3.13, 0.19, 0.53, -5.23)
_EMPTY = (6.97, 0.13, 0.15, -2.59, -2.75, 0.87, 4.51, -3.39, -1.31, 0.17, -0.28, -7.62, 1.81, -3.0)
"""Fitted to what was measured of places of known truth (see `_judged` for the terms)."""
_CONTRAST = 0.08
"""Contrast (logarithm) of a drawing that would be missed."""
_PALE = 0.08
"""Haze from which on a place counts as pale."""
_ALIKE = 30.0
"""A colour nearer than this to what is printed there is harder to tell from it."""
_FAINT = (28.0, 0.15, 0.47, 0.04)
"""A place may hide a piece that is paled to its print: how near that colour is to the print, how much of the way to it
its middle goes, how much board shows round it at the most, and how much gloss or haze there is at least."""
_RAY = 16.0
"""How far (mm) is looked beyond a place for what covers it: farther than a piece beside it goes."""
_HEMMED = 0.4
"""From this part of all directions on a place that looks empty may as well be hidden."""
_DRIFT = 0.25
"""By how much (each axis) a colour may differ in one picture from what it was when it was taught."""


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
    colour is from what is printed there. `step`: (n,), by how much what is left over the print differs within a disc
    from round it, at the most, in units of what is usual. `veil`: (n,), the part of the light there that is mirrored.
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
    step: Any
    lean: Any
    veil: Any


class Samples(msgspec.Struct, frozen=True):
    """What shows of n places where the top of a piece would appear that stands at one of m points round the middle.

    `like`: (n, m, samples, 3) and `off`: (n, m, samples), as of the board. `feet` and `tops`: (n, m, 2) mm, where it
    would stand and where its top would appear. `size`: (n,), how wide the place is, mm. `print`: (n, samples, 3), the
    axes of what is printed there. `steps`: (n, m, 3), by how much what is left differs at a top from round it, in units
    of what is usual. `known`: what of `Fits` no colour has a say in, by its name.
    """

    like: Any
    off: Any
    feet: Any
    tops: Any
    size: Any
    print: Any
    steps: Any
    known: Mapping[str, Any]


def sampled(board: Board, spots: Sequence[Spot], eye: Eye) -> Samples:
    """Look at `spots` on `board`; `eye`: where the camera is, mm."""
    ats = np.array([spot.at for spot in spots])
    size = np.minimum(ats[:, 2], ats[:, 3])
    feet = ats[:, None, :2] + size[:, None, None] * _FEET[None]
    tops = displaced(feet.reshape(-1, 2), eye, HEIGHT).reshape(feet.shape)
    like, off = _sampled(board, tops[:, :, None] + size[:, None, None, None] * _DISC[None, None])
    off = np.minimum(off, _MOST)
    flat = np.take(board.off, _numbers(board, ats[:, None, :2] + size[:, None, None] * _PLACE))
    whole = off[:, :_INNER].reshape(len(ats), -1)
    steps = _steps(board, tops, size)
    known = {
        "bare": whole.mean(axis=1),
        "open": (whole < FAR).mean(axis=1),
        "flat": np.minimum(flat, _MOST).mean(axis=1),
        "gone": _gone(board, ats[:, None, :2] + size[:, None, None] * _DRAWING),
        "haze": _hazy(board, ats[:, :2]),
        "lit": board.shading.bare_at(ats[:, :2] * SCALE, SCALE),
        "hemmed": _hemmed(board, ats[:, :2], size),
        "step": np.sqrt((steps**2).mean(axis=-1)).max(axis=1),
        "veil": _veiled(board, ats[:, :2]),
    }
    drawn = _shown(board.print, _numbers(board, ats[:, None, :2] + size[:, None, None] * _DISC))
    return Samples(like, off, feet, tops, size, drawn, steps, known)


def look(board: Board, seen: Samples, colours: Any) -> Fits:
    """Measure places on `board` for `colours`, (k, 3) axes."""
    like, off = seen.like, seen.off
    # (n, feet, samples, k)
    apart = np.stack([np.minimum(distance(like - colour, _WOOD), _MOST) for colour in colours], axis=-1)
    mean = apart.mean(axis=2)
    fits = off.mean(axis=2)[..., None] - mean - _AWAY[None, :, None].astype(np.float32)
    best = fits.argmax(axis=1)
    rows, columns = np.arange(len(best))[:, None], np.arange(len(colours))[None]
    there = np.moveaxis(apart, 2, -1)[rows, best, columns]
    return Fits(
        fits=fits[rows, best, columns],
        near=mean[rows, best, columns],
        solid=(there < FAR).mean(axis=-1),
        rim=_rim(board, seen.feet[rows, best], seen.tops[rows, best], seen.size, colours),
        tone=_middle(like[rows, best]),
        apart=np.stack([distance(seen.print - colour, _WOOD).mean(axis=1) for colour in colours], axis=-1),
        lean=_lean(board, seen, colours),
        **seen.known,
    )


def _steps(board: Board, tops: Any, size: Any) -> Any:
    """By how much what is left differs at tops, (n, m, 2) mm, from round them, in units of what is usual: (n, m, 3)."""
    around = tops[:, :, None] + 0.72 * size[:, None, None, None] * _ROUND[::2]
    here = _shown(board.left, _numbers(board, tops))
    return (here - _middle(_shown(board.left, _numbers(board, around)))) / board.usual


def _lean(board: Board, seen: Samples, colours: Any) -> Any:
    """The largest of the steps at each place as part of the way from what is drawn there to each colour: (n, k)."""
    way = (colours[None] - seen.print.mean(axis=1)[:, None]) / board.usual
    return (seen.steps[:, :, None] * way[:, None]).sum(axis=-1).max(axis=1) / (way**2).sum(axis=-1)


def _middle(values: Any) -> Any:
    """The median along the third axis of values (n, m, few, 3): so few are sorted sooner than parted."""
    few = values.shape[2]
    return np.sort(values, axis=2)[:, :, (few - 1) // 2 : few // 2 + 1].mean(axis=2)


def _veiled(board: Board, places: Any) -> Any:
    """The part of the light at places (n, 2) mm that is a mirrored lamp's: (n,), 0 to 1."""
    if board.gloss is None:
        return np.zeros(len(places))
    x, y = _pixels(board, places)
    (rows, columns), (height, width) = board.gloss.part.shape, board.off.shape
    return board.gloss.part[y * rows // height, x * columns // width]


def _gone(board: Board, places: Any) -> Any:
    """How much of what is printed at places (n, m, 2) mm does not show: (n,), 0 to 1; 0 where hardly anything is."""
    where = 3 * _numbers(board, places)
    seen, drawn = np.take(board.like, where), np.take(board.print, where)
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


def _hemmed(board: Board, places: Any, size: Any) -> Any:
    """The part of the rays from the edges of places (n, 2) mm that meet next to no bare board: (n,), 0 to 1."""
    reach = 0.6 * size[:, None] + np.linspace(0.0, _RAY, 8)
    where = _numbers(board, places[:, None, None] + _ROUND[None, :, None] * reach[:, None, :, None])
    # What is quite black was blackened, because it must not be seen: that covers nothing.
    there = (np.take(board.off, where) > FAR) & (np.take(board.like, 3 * where) > np.log(SOFT + 3.0))
    return (there.mean(axis=2) >= 0.8).mean(axis=1)


def _rim(board: Board, feet: Any, tops: Any, size: Any, colours: Any) -> Any:
    """The part of the rim round pieces at `feet`, with `tops`, (n, k, 2) mm, that is not of their colour: (n, k)."""
    leaning = tops - feet
    outward = (leaning[:, :, None] * _ROUND).sum(axis=-1) > 0
    base = np.where(outward[..., None], tops[:, :, None], feet[:, :, None])
    like, off = _sampled(board, base + 0.62 * size[:, None, None, None] * _ROUND)
    apart = distance(like - colours[None, :, None], _WOOD)
    return ((apart > FAR) | (off < apart)).mean(axis=-1)


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
    # Numbers are taken one by one from now on, which lists are made for.
    fits = Fits(**{name: getattr(fits, name).tolist() for name in fits.__struct_fields__})
    return tuple(_judged(spot, index, fits, taught) for index, spot in enumerate(spots))


def under_covers(found: Mapping[str, Seen], spots: Sequence[Spot]) -> dict[str, Seen]:
    """What was read, by id, the places for pieces that lie under a cover of the game's own no longer held for known.

    A plate that lies over places has a colour too, and what is below it can't be seen.
    """
    laid = [spot for spot in spots if spot.kind == "cover" and spot.id in found and found[spot.id].label != EMPTY]
    below = {
        spot.id
        for spot in spots
        for plate in laid
        if spot.kind == "piece" and all(abs(spot.at[n] - plate.at[n]) <= plate.at[n + 2] / 2 for n in (0, 1))
    }
    return {name: Seen(name, None, 0.0, False) if name in below else one for name, one in found.items()}


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
    """What was measured of one place (`fits`: lists), as a label with its share; None: it is like nothing known."""
    own = [column for column, label in enumerate(taught) if label in spot.labels]
    ranked = sorted(own, key=lambda column: -fits.fits[index][column])
    best = ranked[0] if ranked else None
    score = fits.fits[index][best] if best is not None else -_MOST
    second = fits.fits[index][ranked[1]] if len(ranked) > 1 else 0.0
    wanting = any(label not in taught for label in spot.labels)
    bare, open_, flat, haze, veil, hemmed = (
        values[index] for values in (fits.bare, fits.open, fits.flat, fits.haze, fits.veil, fits.hemmed)
    )
    lit, step = min(fits.lit[index], 0.4) / 0.4, float(np.log1p(fits.step[index]))
    pale = max(0.0, haze - _PALE)
    alike = min(fits.apart[index][column] for column in own) if own else _MOST
    like = max(0.0, 1.0 - alike / _ALIKE)
    if best is None or score <= 0:
        near = fits.near[index][best] if best is not None else _MOST
        lean = max(fits.lean[index][column] for column in own) if own else 0.0
        terms = (min(-score, 8.0) / 8, near / (near + bare + 1), np.log1p(bare), open_, np.log1p(flat), lit,
                 fits.gone[index], step, like, like * step, pale, veil, hemmed)  # fmt: skip
        share = _chance(_EMPTY, terms)
        others = _others(fits, index, ranked, taught)
        if share < _STRANGE:
            return Seen(spot.id, None, share, False, ((EMPTY, share), *others))
        # Under a mirrored lamp a piece of nearly the colour that is printed there looks bare, but for its edge.
        faint = alike < _FAINT[0] and lean > _FAINT[1] and fits.lit[index] < _FAINT[2]
        faint = faint and max(haze, veil) > _FAINT[3]
        sure = share >= SURE and not wanting and not faint and hemmed < _HEMMED
        return Seen(spot.id, EMPTY, share, sure, others)
    margin = score - max(second, 0.0)
    near, solid, rim, lean = (values[index][best] for values in (fits.near, fits.solid, fits.rim, fits.lean))
    signs = (margin / _MOST, min(margin, 8.0) / 8, bare / (near + bare + 1), np.log1p(near), solid, rim, open_,
             np.log1p(flat), lit, step, like, max(0.0, 0.95 - max(lean, 0.0)),
             max(0.0, min(lean, 2.0) - 1.15), pale, veil, hemmed)  # fmt: skip
    share = _chance(_PIECE, signs)
    others = ((EMPTY, round(min(1.0 - share, open_), 3)), *_others(fits, index, ranked[1:], taught))
    if share < _STRANGE or (share < _UNLIKE[0] and near > _UNLIKE[1] and solid < _UNLIKE[2]):
        return Seen(spot.id, None, share, False, ((taught[best], share), *others))
    return Seen(spot.id, taught[best], share, share >= SURE, others)


def _others(fits: Fits, index: int, ranked: Sequence[int], taught: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """Colours that the place might have as well, by how much of it has them."""
    return tuple((taught[column], round(fits.solid[index][column] / 2, 3)) for column in ranked[:3])


def _chance(weights: Sequence[float], values: Sequence[float]) -> float:
    """How likely a label is right, 0 to 1, by what was measured: a logistic curve fitted to tables of known truth."""
    total = weights[0] + sum(weight * value for weight, value in zip(weights[1:], values, strict=True))
    return float(1.0 / (1.0 + np.exp(-min(max(total, -40.0), 40.0))))


def _sampled(board: Board, places: Any) -> tuple[Any, Any]:
    """The axes, (..., 3), and the distance from bare board, (...), at places (..., 2) mm."""
    where = _numbers(board, places)
    return _shown(board.like, where), np.take(board.off, where)


def _shown(layer: Any, where: Any) -> Any:
    """What a map of `Board` with channels, (h, w, 3), has at pixels (...), told by their numbers: (..., 3)."""
    return np.take(layer.reshape(-1, layer.shape[2]), where, axis=0)


def _numbers(board: Board, places: Any) -> Any:
    """The pixels of places (..., 2) mm by their numbers, row by row: (...)."""
    x, y = _pixels(board, places)
    return y * board.off.shape[1] + x


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
