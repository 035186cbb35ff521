"""MicroPython's clock by Python's."""

from time import monotonic, sleep


def ticks_ms() -> int:
    return int(monotonic() * 1000)


def ticks_diff(later: int, earlier: int) -> int:
    return later - earlier


def sleep_ms(ms: int) -> None:
    sleep(ms / 1000)
