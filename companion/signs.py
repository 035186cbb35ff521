"""A sign: one plain fact about this machine, what it means for Cartouche, and a remedy where one is due."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.engine.text import Text

Verdict = Literal["ok", "attention", "fault"]


class Sign(msgspec.Struct, frozen=True):
    """One fact: what was looked at, how it stands, what was found, what to do about it, and what it is part of."""

    id: str
    verdict: Verdict
    text: Text
    remedy: Text | None = None
    area: str = ""
