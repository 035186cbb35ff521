"""The box survey's forms of Egizia, by question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from companion.engine.box import UNKNOWN
from companion.engine.errors import InputError
from companion.engine.game import Question
from companion.games.egizia.catalogue import read_catalogue
from companion.games.egizia.components import Catalogue
from companion.ui.boards.egizia_survey_cards import DeckForm
from companion.ui.boards.egizia_survey_monuments import KINDS, LinesForm
from companion.ui.boards.egizia_survey_river import RiverForm

DECK = "nile."


def survey_form(context: Any, box: Any, question: Question, done: Callable[[Any], None]) -> Widget | None:
    """The form for a question of kind `form`; None for one that needs no drawing. `done` gets the answer."""
    key = question.key
    known = box.value(key)
    if key == "river.order":
        return RiverForm(context, known or (), done)
    if key in KINDS:
        return LinesForm(context, KINDS[key], None if known == UNKNOWN else known, done)
    if key.startswith(DECK):
        return DeckForm(context, key.removeprefix(DECK), _facts(box), known, done)
    return None


def _facts(box: Any) -> Catalogue:
    """The box as types, for the names of the crews."""
    try:
        return read_catalogue(box)
    except InputError:
        # What was stored can't be read: the crews go by their numbers.
        return Catalogue()
