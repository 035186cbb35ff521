"""What lies face down in a simulated game, shuffled; and another such truth behind the same game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.draw import Draw
from companion.games.egizia.components import DECKS, PLACES
from companion.games.egizia.invented import Copy
from companion.games.egizia.state import Egizia
from companion.games.egizia.truth_table import Hidden

ROW = 10


def shuffle(
    copy: Copy, options: Mapping[str, Any], first: Egizia, draw: Draw
) -> Hidden:  # fmt: skip
    """Rows, tiles and the Sphinx deck, as drawn by the app or shuffled by hand. `first`: the first position."""
    rows: list[list[str]] = []
    for deck in DECKS:
        cards = draw.shuffled(copy.nile[deck])
        rows += [cards[:ROW], cards[ROW : 2 * ROW]]
    tiles = draw.shuffled(copy.tiles)[:PLACES]
    sphinx = draw.shuffled([c for c in copy.sphinx if c != "ten_percent" or options["ten_percent_card"] == "in"])
    stock = first.stock
    if stock is not None:
        if options["draw_nile"] == "app":
            shown = [list(first.stops.values())] if any(first.stops.values()) else []
            rows = shown + [list(row) for row in stock.rows]
        tiles = list(stock.tiles) or tiles
        sphinx = dealt_first(sphinx, [stock.dealt[seat] for seat in first.chips if seat in stock.dealt])
    return Hidden(rows[:5], tiles, sphinx)


def dealt_first(deck: list[str], dealt: Sequence[str]) -> list[str]:
    """The deck with the cards on top that the app has dealt. Raises ValueError for cards that are not in it."""
    rest = list(deck)
    for card in dealt:
        rest.remove(card)
    return [*dealt, *rest]


def shuffle_again(
    first: Hidden, copy: Copy, options: Mapping[str, Any], number: int, open_tiles: int, draw: Draw, dealt: int
) -> Hidden:
    """Another truth: rows not yet shown, tiles not yet turned up, other Sphinx cards (but for `dealt` on top).

    `first`: as it lay at the beginning; `number`: the round; what the app has drawn stays as it is.
    """
    rows = [list(row) for row in first.rows]
    if options["draw_nile"] == "table":
        for at in range(number, 5):
            deck, other = copy.nile[DECKS[at // 2]], rows[at - 1] if at % 2 else []
            rows[at] = draw.shuffled(list((Counter(deck) - Counter(other)).elements()))[:ROW]
    tiles = list(first.tiles)
    if options["draw_graves"] == "table":
        shown = tiles[:open_tiles]
        tiles = shown + draw.shuffled(list((Counter(copy.tiles) - Counter(shown)).elements()))[: PLACES - open_tiles]
    return Hidden(rows, tiles, first.sphinx[:dealt] + draw.shuffled(first.sphinx[dealt:]))
