"""JSON from outside: read exactly, or refused with what is wrong."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import InputError
from companion.engine.strict_json import DEEPEST, detail_of, load
from companion.language import Language


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1, "a": 2}', "stands twice"),
        ("[NaN]", "is not a number"),
        ("[-Infinity]", "is not a number"),
        ("[1e999]", "far too large"),
        ("[1000000000000000]", "far too large"),
        ("[-1000000000000000]", "far too large"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "nested"),
        ('"\\ud800"', "half a letter"),
        ("{", "not JSON"),
        ("", "not JSON"),
        ("1 2", "not JSON"),
    ],
)
def test_what_nothing_here_could_mean_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        load(text)
    assert message in refused.value.text.message


@pytest.mark.parametrize(
    "text", ['"' + '\\"' * 500_000, '"' + '\\"' * 500_000 + "\\", '"' * 500_001, "{" + '"a",' * 300_000]
)
def test_a_text_that_never_ends_is_gone_through_once(text: str) -> None:
    with pytest.raises(InputError, match="not JSON"):
        load(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a value is missing at letter 1"),
        ("[1,", "a value is missing at letter 4"),
        ("{a: 1}", "a name in double quotes is missing at letter 2"),
        ('{"a" 1}', "a colon is missing at letter 6"),
        ('{"a": 1 "b": 2}', "a comma or the closing bracket is missing at letter 9"),
        ('{"a": "b', "a text has no closing quote at letter 7"),
        ('["a\tb"]', "a text holds a line break or another control character at letter 4"),
        ('["\\x"]', "a backslash stands before a wrong letter at letter 3"),
        ("[1]\n[2]", "something follows after the end at line 2, letter 1"),
        ("\ufeff[1]", "it can't be read at letter 1"),
    ],
)
def test_what_is_wrong_with_json_is_said_in_words_that_can_be_translated(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        load(text)
    assert Language("en").say(caught.value.text) == f"This is not JSON: {said}."
    assert Language("hu").say(caught.value.text) != Language("en").say(caught.value.text)


class Row(msgspec.Struct):
    n: int
    name: str | None = None
    seats: list[str] = []


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"n": "x"}, "“n” must be a whole number, not a text"),
        ({"n": None}, "“n” must be a whole number, not null"),
        ({"n": 1.5}, "“n” must be a whole number, not a number"),
        ({"n": 1, "name": [1]}, "“name” must be a text, null, not a list"),
        ({"n": 1, "seats": {}}, "“seats” must be a list, not an object"),
        ({"n": 1, "seats": [True]}, "“seats[0]” must be a text, not true or false"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named_in_words(row: Any, said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(row, Row)
    assert Language("en").say(detail_of(caught.value)) == said


class Bounded(msgspec.Struct):
    n: Annotated[int, msgspec.Meta(ge=2, le=5)] = 2
    name: Annotated[str, msgspec.Meta(max_length=3)] = ""
    ports: Annotated[dict[str, int], msgspec.Meta(max_length=1)] = {}
    word: Annotated[str, msgspec.Meta(pattern="^a$")] = "a"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"n": 1}, "“n” must be at least 2"),
        ({"n": 6}, "“n” may be at most 5"),
        ({"name": "four"}, "“name” may have at most 3 letters"),
        ({"ports": {"a": 1, "b": 2}}, "“ports” may hold at most 1 entry"),
        ({"word": "b"}, "“word” does not have the form it needs; compare it with what stood there before"),
    ],
)
def test_a_value_beyond_its_bounds_is_named_in_words(row: Any, said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(row, Bounded)
    assert Language("en").say(detail_of(caught.value)) == said


def test_brackets_inside_texts_are_no_nesting() -> None:
    assert load('["' + "[" * 500 + '\\"["]') == ["[" * 500 + '"[']
    assert load("[" * DEEPEST + "]" * DEEPEST)


def test_a_whole_letter_outside_the_first_plane_is_kept() -> None:
    assert load('"\\ud83e\\udd80 🦀"') == "🦀 🦀"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**14), 10**14) | st.text(st.characters(exclude_categories=("Cs",))),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=60, derandomize=True, deadline=None, database=None)
@given(VALUES)
def test_whatever_json_wrote_is_read_back(value: Any) -> None:
    import json

    assert load(json.dumps(value)) == value
    assert load(json.dumps(value, ensure_ascii=False)) == value
