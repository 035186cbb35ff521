"""Wrong values of a form are named as they stand in the file, in the language of the reader."""

from __future__ import annotations

import pytest

from companion.engine.form_reading import MOST_SHOWN, shown
from companion.engine.text import T, Text


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, T("nothing")),
        (True, "true"),
        (1.5, "1.5"),
        ("middle", "middle"),
        (["N1", None], '["N1", null]'),
        ({"ring": "left"}, '{"ring": "left"}'),
        ("x" * 50, "x" * MOST_SHOWN),
    ],
)
def test_a_wrong_value_is_named_as_it_stands_in_the_file(value: object, words: str | Text) -> None:
    assert shown(value) == words
