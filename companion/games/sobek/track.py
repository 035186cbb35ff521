"""The score track as data: what stands on its hundred spaces, and the way to the next and the last such space.

Scores are absolute: 101 stands on space 1, one lap on (spec sobek 2.5).
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.errors import InputError
from companion.engine.text import T

SPACES = 100
GROUP = 5
NUMBER = "NUMBER"
SYMBOLS = ("ANKH", "B", "C", "D")
"""The four hieroglyphs; B, C and D are called by the owner's words or by their first space."""
DEFAULT = (NUMBER, *SYMBOLS) * (SPACES // GROUP)
"""The same order in every group of five: the working model of spec 2.5."""
LETTERS = {"A": "ANKH", "B": "B", "C": "C", "D": "D"}
"""How the symbols are typed: A for the ankh."""


def space(score: int) -> int:
    """The space that the marker of `score` stands on; the 0 is also the 100."""
    return score % SPACES


def next_same(track: Sequence[str], score: int, symbol: str) -> int:
    """The nearest score above `score` whose space carries `symbol`. The symbol must be on the track."""
    score += 1
    while track[score % SPACES] != symbol:
        score += 1
    return score


def prev_same(track: Sequence[str], score: int, symbol: str) -> int | None:
    """The nearest score below `score`, not below 0, whose space carries `symbol`, or None."""
    for below in range(score - 1, max(score - SPACES, 0) - 1, -1):
        if track[below % SPACES] == symbol:
            return below
    return None


def groups(track: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The twenty groups of four spaces between two numbers."""
    return tuple(tuple(track[at + 1 : at + GROUP]) for at in range(0, SPACES, GROUP))


def read_groups(words: str) -> list[str]:
    """A track typed as twenty groups of four letters A to D. Raises `InputError` naming the group."""
    typed = words.upper().replace(",", " ").split()
    wanted = SPACES // GROUP
    if len(typed) != wanted:
        raise InputError(T("Type {wanted} groups of four letters, not {n}.", wanted=wanted, n=len(typed)))
    track: list[str] = []
    for at, group in enumerate(typed):
        if len(group) != len(SYMBOLS) or not set(group) <= set(LETTERS):
            raise InputError(
                T(
                    "The group after {number} must be four letters from A to D, not “{group}”.",
                    number=at * GROUP,
                    group=group[:20],
                )
            )
        track += [NUMBER, *(LETTERS[letter] for letter in group)]
    return track


def check_track(track: object) -> tuple[str, ...]:
    """`track` as a track: a hundred of the five signs, each there. Raises `InputError` saying what is wrong."""
    if not isinstance(track, list | tuple) or len(track) != SPACES:
        raise InputError(T("The track must be a list of {n} symbols, from space 0 to space 99.", n=SPACES))
    known = (NUMBER, *SYMBOLS)
    for at, sign in enumerate(track):
        if not isinstance(sign, str) or sign not in known:
            raise InputError(
                T(
                    "Space {space} of the track can't be “{sign}”. Choose one of: {known}.",
                    space=at,
                    sign=str(sign)[:20],
                    known=", ".join(known),
                )
            )
    for sign in known:
        if sign not in track:
            raise InputError(T("The track has no “{sign}” anywhere. Look at it again.", sign=sign))
    return tuple(track)
