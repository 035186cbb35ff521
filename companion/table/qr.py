"""A link as a QR code: modules without the quiet margin."""

from __future__ import annotations

import segno

QUIET = 4
"""Light modules that a reader needs around a code (ISO/IEC 18004)."""

Matrix = tuple[tuple[bool, ...], ...]
"""Rows from the top, true where a module is dark."""


def qr_matrix(text: str) -> Matrix:
    """The smallest code of `text`, with as much error correction as that size has room for.

    A screen is never soiled, so that size comes before correction. Raises ValueError for more than 2,953 bytes.
    """
    code = segno.make(text, error="l", micro=False, boost_error=True)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)
