"""Puts `Text` into words of the table's language: catalogues, plural forms, names of players, true minus signs."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from companion.engine.text import N_, SeatName, Text, Value
from companion.table.people import folded

LANGUAGES = {"en": "English", "hu": "Magyar", "ru": "Русский"}
LOCALE = Path(__file__).parent / "locale"
MINUS = "\u2212"
CUT = "…."
"""What a name that was cut short leaves at the end of a sentence: the dots are enough."""


class Language:
    """One language of the screen. Domains are the program's own and one a game; later ones are asked last."""

    def __init__(self, code: str = "en", names: Mapping[str, str] | None = None) -> None:
        if code not in LANGUAGES:
            raise KeyError(code)
        self.code = code
        self.names: dict[str, str] = dict(names or {})
        self._catalogue = gettext.NullTranslations()
        for catalogue in sorted((LOCALE / code / "LC_MESSAGES").glob("*.mo")):
            with catalogue.open("rb") as file:
                self._catalogue.add_fallback(gettext.GNUTranslations(file))

    def word(self, message: str) -> str:
        """A message without parameters."""
        return self._catalogue.gettext(message) if message else ""

    def say(self, text: Text | str, names: Mapping[str, str] | None = None) -> str:
        """`text` in words. `names`: player's name by seat id (default: the ones of this language object)."""
        if isinstance(text, str):
            return self.word(text)
        names = self.names if names is None else names
        values = {name: self._value(value, names) for name, value in text.params.items()}
        if text.plural is not None and text.count is not None:
            count = text.params[text.count]
            assert isinstance(count, int)
            template = self._catalogue.ngettext(text.message, text.plural, abs(count))
        else:
            template = self.word(text.message)
        return template.format_map(values).replace(CUT, CUT[:-1]) if values else template

    def _value(self, value: Value, names: Mapping[str, str]) -> str:
        if isinstance(value, bool):
            return str(value)
        if isinstance(value, int):
            return str(value).replace("-", MINUS)
        if isinstance(value, str):
            return value
        if isinstance(value, SeatName):
            return names.get(value.seat) or self.word(SEAT_WORDS.get(value.seat, value.seat))
        if isinstance(value, Text):
            return self.say(value, names)
        return ", ".join(self._value(part, names) for part in value)


SEAT_WORDS = {
    "red": N_("Red"),
    "blue": N_("Blue"),
    "green": N_("Green"),
    "yellow": N_("Yellow"),
    "black": N_("Black"),
    "violet": N_("Violet"),
    "table": N_("The table"),
}


@lru_cache(maxsize=2)
def colour_words(typed: tuple[str, ...] = ()) -> frozenset[tuple[str, str]]:
    """What stands for a name where nobody gave one: each seat with its word in every language (`people.Nameless`).

    typed: the names that were given here; a word that is one of them is somebody.
    """
    given = {folded(name) for name in typed}
    words = {(seat, folded(Language(code).word(word))) for code in LANGUAGES for seat, word in SEAT_WORDS.items()}
    return frozenset((seat, word) for seat, word in words if word not in given)
