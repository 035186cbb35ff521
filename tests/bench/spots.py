"""Where a finger can go on the Table screen."""

from __future__ import annotations


def offered(sitting: object, number: int) -> object | None:
    """A place on the board that is offered now."""
    decision, board = sitting.session.decision, sitting.screen.board  # type: ignore[attr-defined]
    targets = sorted({choice.targets[0] for choice in decision.choices if choice.targets})
    rects = [rect for rect in map(board.rect_of, targets) if rect is not None]
    return rects[number % len(rects)] if rects else None
