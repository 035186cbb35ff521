"""The one thing the box's shell takes from this module."""


def kbd_intr(byte: int) -> None:
    """Python is not interrupted by a byte."""
