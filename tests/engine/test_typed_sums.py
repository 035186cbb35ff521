"""Sums on the keypad: pure arithmetic, no screen."""

from __future__ import annotations

import pytest

from companion.engine.sums import BACK, DIGITS, LENGTH, Sum, SumError, number


def typed(keys: str) -> Sum:
    total = Sum()
    for key in keys.split():
        total = total.press(key)
    return total


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10+15-3", 22),
        ("3×5+10−3", 22),
        ("2+3×4", 14),
        ("2×3×4−1×5", 19),
        ("−4+10", 6),
        ("-4", -4),
        ("7 * 8", 56),
        ("5−5−5", -5),
        ("2×", 2),
        ("12+", 12),
        ("0", 0),
        ("999999×999999", 999998000001),
        ("9" * 60, int("9" * 60)),
    ],
)
def test_times_goes_before_plus_and_a_sign_at_the_end_waits(text: str, value: int) -> None:
    assert Sum.read(text).value == value


@pytest.mark.parametrize("text", ["", "−", "-"])
def test_nothing_typed_has_no_value(text: str) -> None:
    assert Sum.read(text).value is None


@pytest.mark.parametrize("text", ["+4", "4++4", "4+−4", "a", "4.5", "4/2", "×", "٤", "4²", "1" * 65, "9" * 5000])
def test_what_is_no_sum_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(SumError) as refused:
        Sum.read(text)
    assert refused.value.text == text


def test_it_reads_as_people_write_it() -> None:
    assert Sum.read("3×5+10-3").shown == "3 × 5 + 10 − 3"
    assert Sum.read("-4+1").shown == "−4 + 1"


def test_keys_build_the_sum() -> None:
    assert typed("1 0 + 1 5 − 3").value == 22
    assert typed("3 × 5 + 1 0 − 3").shown == "3 × 5 + 10 − 3"


def test_a_second_sign_replaces_the_first() -> None:
    assert typed("4 + ×").text == "4×"


def test_a_number_never_begins_with_a_nought() -> None:
    assert typed("0 0 7").text == "7"
    assert typed("00 5").text == "5"
    assert typed("4 + 00").text == "4+0"


def test_back_takes_the_last_key_away() -> None:
    assert typed(f"1 2 + {BACK} {BACK}").text == "1"
    assert typed(BACK).text == ""


def test_numbers_and_sums_stop_growing_at_their_limits() -> None:
    assert typed(" ".join("9" * 20)).text == "9" * DIGITS
    long = typed(" ".join("9+" * 30))
    assert len(long.text) <= LENGTH
    assert long.value == 9 * (LENGTH // 2)


def test_the_first_key_may_be_a_minus_but_no_other_sign() -> None:
    assert typed("− 4").value == -4
    assert typed("+").text == ""
    assert typed("− +").text == "−"


def test_numbers_wear_the_true_minus() -> None:
    assert number(-3) == "−3"
    assert number(12) == "12"
