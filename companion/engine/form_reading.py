"""Reading what people wrote into a scoring form: objects with known fields, and how a wrong value is named."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.engine.errors import InputError
from companion.engine.text import T, Text

MOST_SHOWN = 40
"""Letters of a wrong value that are shown."""


def shown(value: object) -> str | Text:
    """A value of a form as a sentence names it: as it stands in the file, shortened."""
    if value is None:
        return T("nothing")
    return (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))[:MOST_SHOWN]


def read_object(data: Any, what: Text, known: tuple[str, ...]) -> Mapping[str, Any]:
    """`data` as an object that has no other fields than `known`. Raises `InputError` naming the field."""
    names = ", ".join(known)
    if not isinstance(data, dict):
        raise InputError(T("{what} must be one JSON object with: {names}.", what=what, names=names))
    for key in data:
        if key not in known:
            raise InputError(T("{what} has no “{key}”. It may have: {names}.", what=what, key=shown(key), names=names))
    return data
