"""Whether somebody must act, or is watching, within a time: then the screen neither dims nor goes dark by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.ui.context import Context


def awake(context: Context) -> bool:
    """Whether anything runs out by itself: a question or a note on the screen, a walk that plays, a look of the camera,
    an errand under way.

    A finger or a button that is held is known to the root. A widget says it by its property `hurries`.
    """
    return context.eye.looks or any(_hurries(widget) for widget in context.root.walk(restrict=True))


def _hurries(widget: Any) -> bool:
    """What works in a thread of its own must be seen to end: a stick is to be left in, or may be pulled."""
    works = bool(getattr(getattr(widget, "errand", None), "running", False))
    return works or bool(getattr(widget, "hurries", False))
