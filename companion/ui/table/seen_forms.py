"""A form's slots filled in from a picture: what is sure stands in them, what is not stays empty and marked.

Nothing is declared by it: people look it over and tap gold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.engine.game import Form, Game, Move
from companion.engine.sight import EMPTY, Plan, Reading
from companion.engine.text import T
from companion.ui.from_picture import sure_labels
from companion.ui.table import asking
from companion.ui.table.seen import Look, unseen_now

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen

Slots = tuple[int | None, ...]
"""The values of a form in the order of its fields; None: the picture leaves it open."""
NOT_SHOWN = T("The picture does not show what is asked for here. Lay it out and look again, or enter it by touch.")


def fillable(table: TableScreen) -> bool:
    """Whether a picture can fill in the slots that are asked for now."""
    game, decision = table.game, table.decision
    if game.sight is None or not decision.forms or table.context.eye.device is None or unseen_now(table):
        return False
    plan, unseen = game.sight.plan(table.session.box), game.sight.unseen(table.session.view)
    spots = [spot for spot in plan.spots if spot.id not in unseen and spot.labels]
    for pick in range(max((len(spot.labels) for spot in spots), default=0)):
        seen = {spot.id: spot.labels[pick % len(spot.labels)] for spot in spots}
        if any(_made(game, table.session.state, form, seen) is not None for form in decision.forms):
            return True
    return False


def slots_read(
    game: Game[Any], state: Any, plan: Plan, reading: Reading, forms: Sequence[Form]
) -> dict[tuple[str, str], Slots]:  # fmt: skip
    """What a reading says of the slots of each form that it says anything of, by seat and move.

    A slot is open where any other answer in a doubtful place would give it another value.
    """
    known = sure_labels(reading, {})
    read = {seen.spot for seen in reading.seen}
    doubtful = [spot for spot in plan.spots if spot.id in read and spot.id not in known and spot.labels]
    found: dict[tuple[str, str], Slots] = {}
    for form in forms:
        base = _supposed(game, state, form, known, doubtful)
        if base is None:
            continue
        guess, values = base
        slots: list[int | None] = list(values)
        for spot in doubtful:
            for label in (*spot.labels, EMPTY):
                other = _made(game, state, form, {**guess, spot.id: label})
                if other is None:
                    continue
                for i, value in enumerate(asking.typed_in(form, other)):
                    if value != values[i]:
                        slots[i] = None
        if any(value is not None for value in slots):
            found[(form.by, form.move)] = tuple(slots)
    return found


def _supposed(
    game: Game[Any], state: Any, form: Form, known: Mapping[str, str], doubtful: Sequence[Any]
) -> tuple[dict[str, str], tuple[int, ...]] | None:
    """What could lie in the doubtful places so that the form can be filled in, and its values then."""
    for pick in range(max((len(spot.labels) for spot in doubtful), default=1)):
        guess = {**known, **{spot.id: spot.labels[pick % len(spot.labels)] for spot in doubtful}}
        move = _made(game, state, form, guess)
        if move is not None:
            return guess, asking.typed_in(form, move)
    return None


def _made(game: Game[Any], state: Any, form: Form, seen: Mapping[str, str]) -> Move | None:
    assert game.sight is not None
    return next((move for move in game.sight.moves(state, seen) if asking.makes(form, move)), None)


class FormLook(Look):
    """A look that fills in the form at hand."""

    def _judge(self) -> None:
        from companion.ui.table.decide import DecidePanel
        from companion.ui.table.seen_panels import NotSeenPanel

        table = self.table
        read = slots_read(self.game, self.state, self.plan, self.reading, table.decision.forms)
        if not read:
            self._show(NotSeenPanel(self, NOT_SHOWN))
            return
        for key, slots in read.items():
            table.typed[key] = []
            table.pictured[key] = slots
            follow_on(table, key)
        table.chosen_form = None
        self._show(DecidePanel(table))


def follow_on(table: TableScreen, key: tuple[str, str]) -> None:
    """Type what the picture says of the slots from the next free one on, up to the first that it leaves open."""
    typed, slots = table.typed.setdefault(key, []), table.pictured.get(key, ())
    while len(typed) < len(slots) and (value := slots[len(typed)]) is not None:
        typed.append(value)
