"""Finished games to hand on, as a journal lists them: told, not played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from companion.engine.header import Header, Seat
from companion.engine.text import T, seat
from companion.table.handoff import Play, play_of
from companion.table.history import Summary
from companion.table.people import People
from companion.table.summary import Part
from tests.kit.toy import toy_installed

COLOURS = ("red", "blue", "green", "yellow", "black", "violet")
LONG = tuple(f"Преображенская-Константинова Александра{c}" for c in "абвгде")
"""Six names of forty letters, each of which takes six signs in an address."""
RECORD = "2f1b7c1e-8a55-4c0e-9b8d-0f6a5a7d1c11"


def part(category: str, title: str, points: Mapping[str, int]) -> Part:
    """A category of scoring as a summary keeps it."""
    plain = {"type": "text", "message": title, "params": {}, "plural": None, "count": None}
    return Part(category, plain, dict(points))


def told(names: Sequence[str] = ("Anna", "Bence"), points: Sequence[Sequence[int]] = (), **more: Any) -> Summary:
    """A finished game of these people; `points`: what each seat got in each category."""
    rows = points or [[3, 20 + i, 5] for i in range(len(names))]
    seats = tuple(Seat(colour, name) for colour, name in zip(COLOURS, names, strict=False))
    ids = tuple(one.seat for one in seats)
    parts = tuple(
        part(f"c{k}", f"Category {k}", {who: row[k] for who, row in zip(ids, rows, strict=True)})
        for k in range(len(rows[0]))
    )
    scores = {who: sum(row) for who, row in zip(ids, rows, strict=True)}
    best = tuple(sorted(ids, key=lambda who: -scores[who]))
    facts: dict[str, Any] = {
        "id": RECORD, "game": "quarry", "mode": "referee", "seats": seats, "started": "2026-03-09T18:00:11Z",
        "touched": "2026-03-09T19:12:40Z", "status": "finished", "n": 50, "round": None, "prompt": None,
        "scores": scores, "winners": best[:1], "result": T("{winner} wins", winner=seat(best[0])), "told": 1,
        "ranking": tuple((who,) for who in best), "order": ids[::-1], "parts": parts,
    }  # fmt: skip
    return Summary(**{**facts, **more})


def header_of(summary: Summary, **options: Any) -> Header:
    """The header of its record."""
    return Header(
        record=1, game=summary.game, rules=f"{summary.game}@1", id=summary.id, seats=summary.seats, options=options,
        setup={}, practice=summary.practice, mode=summary.mode, started=summary.started,
    )  # fmt: skip


def handed(names: Sequence[str] = ("Anna", "Bence"), points: Sequence[Sequence[int]] = (), **more: Any) -> Play:
    """The play of such a game, without anything said of its people."""
    summary = told(names, points, **more)
    with toy_installed():
        return play_of(summary, header_of(summary), People())


def code_in(picture: Any) -> str:
    """What the QR code in a picture (grey or RGB, uint8) says, read by OpenCV; empty where it finds none.

    From 3 pixels a module on; the older one of its two detectors misses some large codes.
    """
    return str(cv2.QRCodeDetectorAruco().detectAndDecode(picture)[0])


def drawn(matrix: Sequence[Sequence[bool]], px: int = 4, quiet: int = 4) -> Any:
    """A code as a picture (grey, uint8): `px` pixels a module, with its margin."""
    modules = np.pad(np.where(np.array(matrix), 0, 255).astype(np.uint8), quiet, constant_values=255)
    return np.kron(modules, np.ones((px, px), np.uint8))
