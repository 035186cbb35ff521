"""What the parts of one Nefertiti screen share: the sheet that lies open, and the market that is shown upright."""

from __future__ import annotations

from companion.ui.boards import desk

CHARACTERS = "characters"


class Desk(desk.Desk):
    """`sheet` is "", "characters", "things:OWNER", "seat:COLOUR" or "market:ID".

    `tab` is the market shown where there is room for one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.tab = ""
