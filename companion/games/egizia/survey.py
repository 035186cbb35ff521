"""The survey of one's own box: river, crews, markets, monuments, then cards and tiles (spec egizia 2.13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.box import Box
from companion.engine.survey import Question
from companion.engine.text import T, Text
from companion.games.egizia import survey_typing
from companion.games.egizia.catalogue import DOUBTFUL_KINDS, FEWEST_GRAIN_ROWS, MOST_PENALTY, MOST_ROWS, read_catalogue
from companion.games.egizia.components import (
    DECK_SIZES,
    DECKS,
    DOUBTED,
    MOST_POINTS,
    ORDINARY,
    PAIR_SPACES,
    PAIRS,
    SPHINX_TYPES,
    TRACKS,
    Catalogue,
)
from companion.games.egizia.names import (
    DECK_NAMES,
    FAMILY_NAMES,
    KIND_NAMES,
    STOP_NAMES,
    TRACK_NAMES,
    crews_name,
    sphinx_name,
)

RIVER_PART = T("The river")
CREWS_PART = T("Crews")
MARKETS_PART = T("Markets")
OBELISK_PART = T("Obelisk")
PYRAMID_PART = T("Pyramid")
TEMPLE_PART = T("Temple")
STRENGTHS_PART = T("Strengths")
CARDS_PART = T("Nile cards and tiles (if you like)")
SPHINX_PART = T("Sphinx cards (if you like)")

YES_NO: tuple[tuple[Any, Text], ...] = ((True, T("Yes")), (False, T("No")))
HOW_RIVER = T(
    "Type all 20 stops from the source to the delta: N1 to N10 for card spaces, SITE_A, SITE_B, SITE_C for the sites, "
    "EDFU, THEBES, SELINON, BENI_HASAN, PASSALON, ALYI, HELIOPOLIS."
)
HOW_ROWS = T("Type the numbers row by row from below, with a stroke between two rows: 1 1 / 2 2 / 3")
HOW_TEMPLE = T(
    "Type the numbers from below, part by part with strokes between: left pillar / right pillar / left column / right "
    "column / top row: 1 2 / 1 2 / 3 / 3 / 4 5"
)
HOW_TILES = T("Type the 20 numbers, in any order.")
HOW_DECK = T(
    "Type each card, with x and a number for several: quarry:3x2 field:brown:7 track_two:grain crew_pair:c1+c2 "
    "points_per_stone:obelisk+graves grave_bonus:2 upstream"
)


def questions(box: Box) -> tuple[Question, ...]:
    """Every question, in order; dependent ones once the answer before them makes them necessary."""
    facts = read_catalogue(box)
    return (
        _river(),
        *_crews(facts),
        *_markets(facts),
        *_monuments(),
        *_strengths(),
        *_cards(),
        *_sphinx(box, facts),
    )


def type_answer(box: Box, question: Question, words: str) -> Any:
    """The answer to a form as typed on the command line. Raises `InputError` naming what can't be read."""
    return survey_typing.type_answer(question, words)


def _river() -> Question:
    return Question(
        key="river.order",
        text=T("In which order do the 20 stops lie, from the source to the delta?"),
        why=T("Cartouche then shows every stop that is open to you, and sees when nobody can place any more."),
        section=RIVER_PART,
        kind="form",
        typed=HOW_RIVER,
        picture=("river",),
    )


def _crews(facts: Catalogue) -> Iterator[Question]:
    for n, crew in enumerate(ORDINARY, 1):
        yield Question(
            key=f"label.{crew}",
            text=T("Which colour is the skirt of crew {n}?", n=n),
            why=T("Cartouche then calls the crew by its colour. The joker has the white skirt."),
            section=CREWS_PART,
            kind="words",
            picture=("crews",),
        )
    for space in PAIR_SPACES:
        yield Question(
            key=f"pair.{space}",
            text=T("Which two crews are pictured at {stop}?", stop=STOP_NAMES[space]),
            why=T("Cartouche then strengthens them by itself when a ship lands there."),
            section=CREWS_PART,
            kind="choice",
            choices=tuple((pair, T("{crews}", crews=crews_name(pair, facts))) for pair in PAIRS),
            picture=(f"stop:{space}",),
        )


def _markets(facts: Catalogue) -> Iterator[Question]:
    yield Question(
        key="stone.rows",
        text=T("How many rows has the stone market?"),
        why=T("The last row gives 3 stones, the last two allow selling. Cartouche then sees it by itself."),
        section=MARKETS_PART,
        low=3,
        high=MOST_ROWS,
        picture=("market:stone",),
    )
    yield Question(
        key="grain.count",
        text=T("How many rows has the grain market?"),
        why=T("The last row gives 2 points. Cartouche then sees it by itself."),
        section=MARKETS_PART,
        low=FEWEST_GRAIN_ROWS,
        high=MOST_ROWS,
        picture=("market:grain",),
    )
    if rows := facts.rows("grain"):
        yield Question(
            key="grain.rows",
            text=T("What does each row of the grain market show, from the top?"),
            why=T("So many points are lost for each missing grain. The last two rows show a 1."),
            section=MARKETS_PART,
            kind="list",
            low=1,
            high=MOST_PENALTY,
            parts=tuple(T("Row {n}", n=n) for n in range(1, rows + 1)),
            picture=("market:grain",),
        )


def _monuments() -> Iterator[Question]:
    for key, section, text, typed in (
        ("obelisk", OBELISK_PART, T("Which spaces has the obelisk, row by row from below?"), HOW_ROWS),
        ("pyramid", PYRAMID_PART, T("Which spaces has the pyramid, row by row from below?"), HOW_ROWS),
        ("temple", TEMPLE_PART, T("Which spaces have the parts of the temple?"), HOW_TEMPLE),
    ):
        yield Question(
            key=key,
            text=text,
            why=T("Cartouche then offers the spaces with their values, and refuses one that must wait."),
            section=section,
            kind="form",
            typed=typed,
            picture=(key,),
        )


def _strengths() -> Iterator[Question]:
    for key, text in (
        ("crew.max", T("What is the highest number in the row of the three crews?")),
        ("joker.max", T("What is the highest number in the row of the joker?")),
    ):
        yield Question(
            key=key,
            text=text,
            why=T("Only one source tells it: 9. A crew at its highest strength grows no more."),
            section=STRENGTHS_PART,
            low=2,
            high=20,
            picture=("tableau",),
        )


def _cards() -> Iterator[Question]:
    for family in DOUBTED:
        yield Question(
            key=f"kind.{family}",
            text=T("“{card}”: which kind of card is it?", card=FAMILY_NAMES[family]),
            why=T("The word is printed on the card. An anytime card is used once, a permanent one stays."),
            section=CARDS_PART,
            kind="choice",
            choices=tuple((kind, KIND_NAMES[kind]) for kind in DOUBTFUL_KINDS),
            picture=(f"card:{family}",),
        )
    for value in (6, 7):
        yield Question(
            key=f"extra.{value}",
            text=T("Brown field {n}: which market marker does it move?", n=value),
            why=T("The sign is on the card. Cartouche then moves it by itself."),
            section=CARDS_PART,
            kind="choice",
            choices=tuple((track, TRACK_NAMES[track]) for track in TRACKS),
            picture=(f"card:field:brown:{value}",),
        )
    for deck in DECKS:
        yield Question(
            key=f"nile.{deck}",
            text=T("{deck}: which cards are there?", deck=DECK_NAMES[deck]),
            why=T("With all {n} cards Cartouche sees a card too many, and can deal the river.", n=DECK_SIZES[deck]),
            section=CARDS_PART,
            kind="form",
            typed=HOW_DECK,
            picture=(f"deck:{deck}",),
        )
    yield Question(
        key="graves.tiles",
        text=T("Which numbers are on the 20 grave tiles?"),
        why=T("Cartouche then sees a tile that can't be, and can lay the graves."),
        section=CARDS_PART,
        kind="form",
        typed=HOW_TILES,
        picture=("graves",),
    )


def _sphinx(box: Box, facts: Catalogue) -> Iterator[Question]:
    for card in SPHINX_TYPES:
        name, picture = sphinx_name(card, facts), (f"sphinx:{card}",)
        yield Question(
            key=f"sphinx.{card}",
            text=T("How many Sphinx cards are there with “{card}”?", card=name),
            why=T("With all 29 cards Cartouche sees a card too many at the end, and can deal the first ones."),
            section=SPHINX_PART,
            low=0,
            high=9,
            picture=picture,
        )
        yield from _printed(box, card, name, picture)


def _printed(box: Box, card: str, name: Text, picture: tuple[str, ...]) -> Iterator[Question]:
    """What is printed on a Sphinx card that there is."""
    if box.value(f"sphinx.{card}") == 0:
        return
    kind, _, track = card.partition(":")
    why = T("Otherwise it is asked when the card is scored.")
    if kind == "lastrow_count":
        yield Question(
            key=f"lastrow.{track}",
            text=T("“{card}”: how many points for so many players?", card=name),
            why=why,
            section=SPHINX_PART,
            kind="list",
            low=0,
            high=MOST_POINTS,
            parts=(T("0 players"), T("1 player"), T("2 players"), T("3 players"), T("4 players")),
            picture=picture,
        )
    elif f"points.{card}" in box.facts and card != "most:yellow":
        yield Question(
            key=f"points.{card}",
            text=T("“{card}”: how many points are printed?", card=name),
            why=why,
            section=SPHINX_PART,
            low=1,
            high=MOST_POINTS,
            picture=picture,
        )
    if kind == "own_each":
        yield Question(
            key="own_each.graves",
            text=T("“{card}”: are the graves pictured too?", card=name),
            why=why,
            section=SPHINX_PART,
            kind="choice",
            choices=YES_NO,
            picture=picture,
        )
