"""Rows that stand for a player: the disc of the colour they like, and their number where an order is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.properties import NumericProperty, StringProperty

from companion.games import all_games
from companion.ui import theme
from companion.ui.pen import Pen
from companion.ui.rows import FactRow
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton

COLOURS_HIGH = 106.0


class PersonRow(FactRow):
    """A player: name, what there is to say, the liked colour at the left, or the `number` among those chosen."""

    colour = StringProperty("")
    number = NumericProperty(0)

    shows: tuple[str, ...] = (*FactRow.shows, "colour", "number")

    def __init__(self, **properties: Any) -> None:
        super().__init__(icon="people", guard=True, **properties)

    def paint_sign(self, pen: Pen) -> None:
        if self.number:
            pen.disc(34, pen.h / 2, 18, "cream")
            pen.text(str(int(self.number)), 34, pen.h / 2, "action", "night", "center")
        elif self.colour:
            pen.seat_disc(self.colour, 34, pen.h / 2, 18)
        else:
            pen.icon("people", 34, pen.h / 2, 26, "sand" if self.chosen else "sand_3")


class ColourKey(Touchable):
    """A seat colour to choose: its disc with the symbol; a ring of gold where it is chosen, small where taken."""

    def __init__(self, colour: str, chosen: bool, taken: bool, **properties: Any) -> None:
        self.colour = colour
        self.chosen = chosen
        self.taken = taken
        super().__init__(guard=True, **properties)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "raised" if self.pressed or self.chosen else "surface", theme.RADIUS["button"],
                "gold" if self.chosen else None, 3)  # fmt: skip
        pen.seat_disc(self.colour, pen.w / 2, pen.h / 2, 14 if self.taken else 22)


def all_colours() -> tuple[str, ...]:
    """The seat colours of all games, each once."""
    return tuple(dict.fromkeys(colour for game in all_games() for colour in game.colours))


class ColoursRow(Drawn):
    """A heading over a key a colour, and one for any of them; `choose` gets the colour, "" for any."""

    def __init__(
        self, words: str, any_words: str, liked: str, choose: Callable[[str], None], colours: Sequence[str], **more: Any
    ) -> None:
        self.words = words
        self.keys: dict[str, Touchable] = {colour: ColourKey(colour, colour == liked, False) for colour in colours}
        self.keys[""] = PushButton(text=any_words, kind="plain" if liked else "lapis", guard=True, text_size_limit=18)
        for colour, key in self.keys.items():
            key.bind(on_release=lambda _, colour=colour: choose(colour))
        super().__init__(**more)

    def height_for(self, _: float) -> float:
        """The logical height."""
        return COLOURS_HIGH

    def arrange(self) -> None:
        w, h = self.logical_size
        pitch = min(76.0, (w - 16 + 8) / (len(self.keys) + 0.5))
        for i, (colour, key) in enumerate(self.keys.items()):
            self.put(key, 8 + pitch * i, h - 66, pitch * (1 if colour else 1.5) - 8, 58)

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["button"])
        pen.text(self.words, 16, 20, "label", "sand_2", max_width=pen.w - 32)
