"""Contacts bounce: one press is one press, at once, and nothing that stays so is missed."""

from __future__ import annotations

from hardware.firmware.debounce import WINDOW_MS, Debounce


def told(contact: Debounce, train: list[tuple[int, bool]]) -> list[tuple[int, str]]:
    """What a train of (time, closed) tells, as (time, "down" or "up")."""
    return [(now, "down" if contact.down else "up") for now, closed in train if contact.update(closed, now)]


def test_a_press_counts_at_its_first_edge() -> None:
    assert told(Debounce(), [(0, False), (7, True)]) == [(7, "down")]


def test_a_bouncing_press_is_one_press() -> None:
    train = [(0, True), (1, False), (2, True), (4, False), (5, True), (9, False), (11, True), (40, True)]
    assert told(Debounce(), train) == [(0, "down")]


def test_a_bouncing_release_is_one_release() -> None:
    train = [(0, True), (100, False), (101, True), (103, False), (104, True), (106, False), (140, False)]
    assert told(Debounce(), train) == [(0, "down"), (100, "up")]


def test_a_release_inside_the_window_is_found_when_the_window_ends() -> None:
    contact = Debounce()
    assert contact.update(True, 0)
    assert not contact.update(False, 10)
    assert contact.down
    assert contact.wait(10) == WINDOW_MS - 10
    assert not contact.update(False, WINDOW_MS - 1)
    assert contact.update(False, WINDOW_MS)
    assert not contact.down


def test_at_rest_nothing_is_waited_for() -> None:
    contact = Debounce()
    assert contact.wait(0) == 0
    contact.update(True, 0)
    assert contact.wait(0) == WINDOW_MS
    assert contact.wait(WINDOW_MS) == 0
    assert contact.wait(10 * WINDOW_MS) == 0


def test_two_presses_one_after_the_other_are_two() -> None:
    train = [(0, True), (60, False), (120, True), (180, False)]
    assert told(Debounce(), train) == [(0, "down"), (60, "up"), (120, "down"), (180, "up")]


def test_two_contacts_do_not_know_of_each_other() -> None:
    first, second = Debounce(), Debounce()
    assert first.update(True, 0)
    assert second.update(True, 1)


def test_a_clock_that_wraps_around_inside_the_window_does_no_harm() -> None:
    period = 1 << 10

    def difference(later: int, earlier: int) -> int:
        return ((later - earlier + period // 2) % period) - period // 2

    contact = Debounce(difference=difference)
    assert contact.update(True, period - 5)
    assert not contact.update(False, 3)
    assert contact.update(False, (period - 5 + WINDOW_MS) % period)
    # a rest of half a period and more, where the difference would lie
    assert contact.update(True, (period - 5 + WINDOW_MS + period // 2 + 10) % period)
