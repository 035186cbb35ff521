"""What buttons, states and sounds of devices are called, on the screen and on the command line."""

from __future__ import annotations

from companion.engine.text import N_, Text

KEYS = {
    "seat1": N_("seat 1"),
    "seat2": N_("seat 2"),
    "seat3": N_("seat 3"),
    "seat4": N_("seat 4"),
    "seat5": N_("seat 5"),
    "seat6": N_("seat 6"),
    "confirm": N_("confirm"),
    "undo": N_("undo"),
    "next": N_("next"),
    "push": N_("knob pressed"),
    "turn": N_("knob turned"),
    "tags": N_("tag read"),
}
STATES = {"absent": N_("absent"), "starting": N_("starting"), "ready": N_("ready"), "lost": N_("lost")}
SOUNDS = {
    "good": N_("accepted"),
    "refused": N_("not allowed"),
    "ask": N_("which one?"),
    "turn": N_("another's turn"),
}


def key_word(key: str) -> Text:
    """A button, the knob or the reader of tags, as listed in a sentence."""
    return Text(KEYS[key])


def state_word(state: str) -> Text:
    """How a device stands, in a word."""
    return Text(STATES[state])


def sound_word(sound: str) -> Text:
    """What a sound says."""
    return Text(SOUNDS[sound])
