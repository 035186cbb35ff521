"""Numbers that are not whole: each language writes its own decimal sign."""

from __future__ import annotations

import pytest

from companion.engine.text import decimal
from companion.language import Language


@pytest.mark.parametrize(("code", "words"), [("en", "1.4 mm"), ("hu", "1,4 mm"), ("ru", "1,4 mm")])
def test_a_number_has_the_decimal_sign_of_the_language(code: str, words: str) -> None:
    said = Language(code)
    assert f"{said.say(decimal(1.36))} mm" == words


def test_as_many_digits_are_told_as_are_asked_for() -> None:
    assert Language("en").say(decimal(2.0, 2)) == "2.00"
    assert Language("hu").say(decimal(0.126, 2)) == "0,13"
