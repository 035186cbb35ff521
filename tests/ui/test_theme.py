"""The look's numbers: every contrast in the tokens is computed anew from the colours themselves."""

from __future__ import annotations

import pytest

from companion.ui import theme
from companion.ui.theme import RGBA, TOKENS, colour, contrast, needed_contrast, seat

ANNOUNCED = [(table, name) for table in ("text", "seat", "mark") for name in TOKENS["contrast"][table]]


def pair(table: str, name: str) -> tuple[RGBA, RGBA]:
    """The two colours a contrast line speaks of."""
    first, second = name.split("_on_")
    if table == "seat":
        who, role = first.split("_")
        look = seat(who)
        return getattr(look, role), look.fill if second == "fill" else colour(second)
    if table == "mark" and first.endswith("_mark"):
        space = theme.SPACES[first.removesuffix("_mark")]
        return (colour("gold_ink"), space.bright) if second == "bright" else (space.bright, space.dim)
    outlines = {"lit_ring": "lit", "bad_ring": "bad", "focus": "lapis_light"}
    return colour(outlines.get(first, first)), colour(second)


@pytest.mark.parametrize(("table", "name"), ANNOUNCED)
def test_the_announced_contrast_is_the_real_one(table: str, name: str) -> None:
    assert contrast(*pair(table, name)) == pytest.approx(TOKENS["contrast"][table][name], abs=0.1)


@pytest.mark.parametrize(("table", "name"), [a for a in ANNOUNCED if not a[1].startswith("disabled")])
def test_every_pair_in_use_meets_aa(table: str, name: str) -> None:
    is_mark = table == "mark" or name.endswith("ink_on_fill")
    assert contrast(*pair(table, name)) >= (3.0 if is_mark else 4.5)


def test_black_on_white_is_the_greatest_contrast() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#777777") == pytest.approx(1)


def test_large_and_bold_text_needs_less() -> None:
    assert needed_contrast(24, False) == 3.0
    assert needed_contrast(19, True) == 3.0
    assert needed_contrast(18, True) == 4.5
    assert needed_contrast(23, False) == 4.5


def test_no_style_is_smaller_than_the_minimum() -> None:
    assert min(style.size for style in theme.STYLES.values()) == TOKENS["type"]["minimum"] == 16


def test_every_seat_has_its_own_symbol() -> None:
    assert len({look.symbol for look in theme.SEATS.values()}) == len(theme.SEATS) == 6


def test_a_colour_is_named_or_six_digits() -> None:
    assert colour("#FF0000") == (1.0, 0.0, 0.0, 1.0)
    assert colour("gold", 0.5)[3] == 0.5
    with pytest.raises(KeyError):
        colour("mauve")
    with pytest.raises(ValueError, match="#RRGGBB"):
        theme.rgba("#FFF")


def test_a_veil_over_a_colour_gives_the_colour_seen() -> None:
    assert theme.over((1.0, 1.0, 1.0, 0.25), (0.0, 0.0, 0.0, 1.0)) == (0.25, 0.25, 0.25, 1.0)
