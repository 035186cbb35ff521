"""Draws: the same from the same seed on every machine, and fair."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from companion.engine.draw import Draw


def test_the_same_seed_gives_the_same_draw_for_ever() -> None:
    """Frozen: setups drawn from a recorded seed must come out the same in every later version."""
    assert Draw("A-1").shuffled(range(10)) == Draw("A-1").shuffled(range(10))
    assert [Draw("A-1").branch("layout").below(100) for _ in range(2)] == [Draw("A-1/layout").below(100)] * 2
    assert Draw("cartouche").shuffled("abcdefgh") == list("fhgceabd")


def test_the_stream_is_sha_256_over_seed_and_counter() -> None:
    """Two bytes a number below 256, block after block; numbers past the last whole multiple are passed over."""
    stream = b"".join(hashlib.sha256(f"A-1#{block}".encode()).digest() for block in range(40))
    pairs = [int.from_bytes(stream[i : i + 2], "big") for i in range(0, len(stream), 2)]
    wanted = [pair % 100 for pair in pairs if pair < 65_500]
    draw = Draw("A-1")
    assert [draw.below(100) for _ in range(200)] == wanted[:200]


def test_a_branch_does_not_depend_on_what_was_drawn_before() -> None:
    one, two = Draw("x"), Draw("x")
    two.shuffled(range(50))
    assert one.branch("move 3").below(10**6) == two.branch("move 3").below(10**6)


def test_every_number_is_equally_likely() -> None:
    draw = Draw("fair")
    counts = Counter(draw.below(6) for _ in range(12_000))
    assert set(counts) == set(range(6))
    # Five standard deviations of a fair die: sqrt(12000 * 1/6 * 5/6) = 40.8.
    assert all(abs(n - 2000) < 205 for n in counts.values())


def test_every_order_is_equally_likely() -> None:
    draw = Draw("orders")
    counts = Counter(tuple(draw.shuffled("abc")) for _ in range(6000))
    assert len(counts) == 6
    # sqrt(6000 * 1/6 * 5/6) = 28.9
    assert all(abs(n - 1000) < 145 for n in counts.values())


def test_large_numbers_are_in_range() -> None:
    draw = Draw("large")
    for n in (1, 2, 255, 256, 257, 65_536, 10**12):
        assert all(0 <= draw.below(n) < n for _ in range(50))


def test_nothing_can_t_be_drawn_from() -> None:
    with pytest.raises(ValueError, match="nothing to draw from"):
        Draw("x").below(0)
    with pytest.raises(ValueError, match="nothing to draw from"):
        Draw("x").pick([])
