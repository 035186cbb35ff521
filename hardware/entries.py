"""Entries of the folders in which the kernel names what is plugged in."""

from __future__ import annotations

from pathlib import Path

MOST_NAME = 200
"""Letters of an entry's name, at the most."""


def usable(path: Path) -> bool:
    """Whether an entry leads to a device and bears a name that can be kept and shown."""
    try:
        return len(path.name) <= MOST_NAME and path.name.isascii() and path.name.isprintable() and path.is_char_device()
    except OSError:
        # It leads where we may not look; the others can be used all the same.
        return False
