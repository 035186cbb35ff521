"""Another rotation of the picture is tried before it is kept: where it can't be read or touched, it turns back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.ui.widgets.dialog import Dialog

if TYPE_CHECKING:
    from companion.ui.context import Context

TRY_S = 15.0


class TryDialog(Dialog):
    """Asks whether the picture lies well; somebody must answer before it turns back."""

    hurries = True


class Turning:
    """Turns the picture for `TRY_S` seconds; only `keep` stores it, so a restart in between brings the old one too."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.dialog: Dialog | None = None
        self._tried = 0
        self._timer: Any = Clock.create_trigger(lambda _: self.turn_back(), TRY_S)

    def try_out(self, rotation: int) -> None:
        """Turn the picture to `rotation` degrees clockwise, and ask."""
        self.close()
        self._tried = rotation
        self.context.root.rotate(rotation)
        if rotation == self.context.settings.rotation:
            return
        say = self.context.say
        dialog = TryDialog(
            title=say(T("Does the picture lie well?")),
            text=say(T("Without an answer it turns back after {n} seconds.", n=round(TRY_S))),
            safe_label=say(T("Turn back")),
            action_label=say(T("Keep it")),
            kind="primary",
        )
        dialog.bind(on_safe=lambda *_: self.turn_back(), on_action=lambda *_: self.keep())
        self.dialog = dialog.open(self.context.root)
        self._timer()

    def keep(self) -> None:
        """Store it as it lies now."""
        self.close()
        try:
            self.context.change(rotation=self._tried)
        except InputError as error:
            self.turn_back()
            self.context.trouble(error.text)

    def turn_back(self) -> None:
        """Let it lie as it did before."""
        self.close()
        self.context.root.rotate(self.context.settings.rotation)

    def close(self) -> None:
        """Ask no more."""
        self._timer.cancel()
        if self.dialog is not None:
            self.dialog.close()
            self.dialog = None
