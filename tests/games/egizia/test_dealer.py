"""Simulated games: an invented copy keeps to what is known, a fault of the engine is found, a twin has other cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.engine.simulate import simulate
from companion.games.egizia import GAME, bonus, build, effects, feeding, finish, gains, sphinx
from companion.games.egizia.catalogue import read_catalogue
from companion.games.egizia.components import DECK_SIZES, FAMILIES, SITES
from companion.games.egizia.dealer import EgiziaDealer
from companion.games.egizia.invented import invent

SEATS = GAME.colours[:3]


def dealer(seed: str = "1", **options: str) -> EgiziaDealer:
    return EgiziaDealer(GAME, SEATS, GAME.resolve(options), Draw(seed), GAME.practice)


@pytest.mark.parametrize("seed", range(30))
def test_an_invented_copy_obeys_the_spec_and_the_facts(seed: int) -> None:
    facts = read_catalogue(GAME.box)
    copy = invent(facts, Draw(f"copy {seed}"))
    numbers = [copy.river.index(f"N{at}") for at in range(1, 11)]
    assert len(set(copy.river)) == 20
    assert numbers == sorted(numbers)
    assert [stop for stop in copy.river if stop in SITES] == list(SITES)
    rounds = [stop for stop in copy.river if stop[0] != "N" and stop not in SITES]
    assert rounds[-1] == "HELIOPOLIS"
    assert copy.penalties == sorted(copy.penalties, reverse=True)
    assert copy.penalties[-2:] == [1, 1]
    assert {7, 8, 9} <= {row for row, _ in copy.obelisk}
    assert {deck: len(cards) for deck, cards in copy.nile.items()} == dict(DECK_SIZES)
    assert not Counter(facts.nile["1/2"]) - Counter(copy.nile["1/2"])
    assert len(copy.sphinx) == 29
    assert len(copy.tiles) == 20


def test_a_known_box_is_copied_as_it_is() -> None:
    facts = read_catalogue(GAME.practice)
    copy = invent(facts, Draw("copy"))
    assert copy.river == list(facts.river)
    assert copy.penalties == list(facts.penalties)
    assert sorted(copy.nile["5"]) == sorted(Counter(facts.nile["5"]).elements())
    assert Counter(copy.sphinx) == Counter({card: n for card, n in facts.sphinx.items() if n})


def test_invented_decks_hold_every_family() -> None:
    facts = read_catalogue(GAME.box)
    copies = [invent(facts, Draw(f"families {seed}")) for seed in range(20)]
    cards = [card for copy in copies for deck in copy.nile.values() for card in deck]
    assert {card.partition(":")[0] for card in cards} == set(FAMILIES)


def problems(number: int = 5, first: int = 0) -> Iterator[str]:
    """What goes wrong in so many games, beginning with the `first`, each played only when it is asked for."""
    for seed in (*range(first, number), *range(first)):
        yield from simulate(GAME, GAME.colours[:4], {}, f"fault {seed}", GAME.practice).problems


def test_without_a_fault_nothing_is_found() -> None:
    assert list(problems()) == []


FAULTS: dict[str, tuple[Any, str, Any]] = {
    "participation": (bonus, "participation", lambda sites: sites),
    "hunger": (feeding, "missing", lambda s, who, extra=0: max(0, s.sides[who].need - s.sides[who].grain("right"))),
    "price of Sphinx cards": (sphinx, "price", lambda s, who, cards: cards - 1),
    "stones at Alyi": (effects, "ALYI_STONES", 3),
    "the dear brown fields": (effects, "EXTRA_POINTS", 2),
    "the last row": (gains, "LAST_ROW_POINTS", 1),
    "rows of the pyramid": (build.monuments, "rows_completed", lambda s, works: []),
    "graves": (finish, "graves", lambda tiles, bonus: tiles),
    "ten percent": (finish, "ten_percent", lambda total: total // 5),
    "score order": (gains, "score", lambda s, who, points: setattr(s.side(who), "score", s.sides[who].score + points)),
}


RARE = {"ten percent": 6, "the last row": 19}
"""Faults that few of the games show, and the first game that does."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_engine_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, wrong = FAULTS[fault]
    monkeypatch.setattr(module, name, wrong)
    assert any("truth" in problem for problem in problems(25 if fault in RARE else 8, RARE.get(fault, 0))), fault


def test_a_twin_has_other_cards_and_told_the_same() -> None:
    own = dealer()
    state = GAME.new(SEATS, GAME.resolve({}), own.setup, GAME.practice)
    for _ in range(60):
        move = own.choose(state)
        played = GAME.play(state, move)
        assert own.witness(move, state, played.state, played.events) == []
        state = played.state
    other = own.twin(state)
    assert other is not None
    assert other.truth.ask == own.truth.ask
    assert other.truth.row == own.truth.row
    assert other.truth.hidden.rows != own.truth.hidden.rows
    assert other.truth.hidden.sphinx != own.truth.hidden.sphinx
    assert other.truth.hidden.rows[: other.truth.round] == own.truth.hidden.rows[: own.truth.round]
    open_tiles = own.truth.open_tiles
    assert other.truth.hidden.tiles[:open_tiles] == own.truth.hidden.tiles[:open_tiles]
    assert not Counter(other.truth.hidden.rows[1]) + Counter(other.truth.hidden.rows[0]) - Counter(own.copy.nile["1/2"])


def test_a_twin_of_cards_dealt_by_the_app_has_another_lot() -> None:
    own = dealer("lot", draw_sphinx="app")
    options = GAME.resolve({"draw_sphinx": "app"})
    state = GAME.new(SEATS, options, own.setup, GAME.practice)
    other = own.twin(state)
    assert other is not None
    assert other.setup.lot != own.setup.lot
    first = GAME.new(SEATS, options, other.setup, GAME.practice)
    assert first.stock is not None
    assert first.stock.dealt == {seat: other.truth.people[seat].hand[0] for seat in SEATS}


def test_leavers_end_games_in_every_way() -> None:
    reasons = set()
    for leaves, seats in (("ghost", 2), ("end", 3)):
        options = GAME.resolve({"player_leaves": leaves})
        table = GAME.colours[:seats]
        own = EgiziaDealer(GAME, table, options, Draw(leaves), GAME.practice, leavers=100)
        state: Any = GAME.new(table, options, own.setup, GAME.practice)
        while GAME.outcome(state) is None:
            move = own.choose(state)
            played = GAME.play(state, move)
            assert own.witness(move, state, played.state, played.events) == []
            state = played.state
        assert own.verdict(state) == []
        reasons.add(state.end)
    assert reasons == {"alone", "left"}
