"""The error for everything that comes from outside and can't be used."""

from __future__ import annotations

from companion.engine.text import Text


class InputError(Exception):
    """A file, form, option or seat that can't be used. `text` names the thing, what is wrong, and the remedy."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text
