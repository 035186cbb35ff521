"""Which places no picture may show: what lies hidden of the game on the table, or all where that is not known."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec

from companion.engine.game import Game
from companion.games.aton import GAME as ATON
from companion.games.sobek import GAME as SOBEK
from companion.ui.hidden import hidden_places, kept_dark, unseen_of
from companion.vision.calibration import Calibrated, Calibration
from tests.games.aton.scene import do, table

ROWS = {f"cartouche:{who}:{n}" for who in ("red", "blue") for n in range(1, 5)}
PLAN = ATON.sight.plan(ATON.box)


def at_table(state: Any = None, game: Game[Any] | None = ATON) -> Any:
    """The app while this position is on the table; none: no game is."""
    return SimpleNamespace(session=None if state is None else SimpleNamespace(game=game, state=state))


def hiding() -> Any:
    return at_table(table())


def showing() -> Any:
    return at_table(do(table(), {"move": "ready", "by": "red"}, {"move": "ready", "by": "blue"}))


def calibrated(**fields: Any) -> Calibrated:
    calibration = Calibration(game="aton", camera="", made="", size=(1280, 720), field=(600.0, 400.0), **fields)
    return Calibrated(calibration=calibration, empty=None)


def test_only_of_the_game_on_the_table_something_lies_hidden() -> None:
    assert unseen_of(hiding(), ATON) == ROWS
    assert unseen_of(at_table(), ATON) == unseen_of(hiding(), SOBEK) == unseen_of(showing(), ATON) == frozenset()
    blind: Any = SimpleNamespace(id="aton", sight=None)
    assert unseen_of(at_table(object(), blind), ATON) == frozenset()


def test_no_picture_is_kept_while_something_lies_hidden_and_why_names_the_game() -> None:
    why = kept_dark(hiding())
    assert why is not None and why.params["game"] == ATON.title
    assert kept_dark(showing()) is None and kept_dark(at_table()) is None


def test_where_the_places_are_known_they_alone_are_hidden() -> None:
    own = {spot.id: spot.at for spot in PLAN.spots}
    assert set(hidden_places(hiding(), ATON, PLAN, None)) == {own[spot] for spot in ROWS}
    tapped = {spot: (10.0 * n, 10.0, 5.0, 5.0) for n, spot in enumerate(sorted(ROWS), 1)}
    assert set(hidden_places(hiding(), ATON, PLAN, calibrated(spots=tapped))) == set(tapped.values())
    assert hidden_places(showing(), ATON, PLAN, None) == ()


def test_where_one_of_them_is_not_known_nothing_is_shown() -> None:
    unknown = msgspec.structs.replace(PLAN, known=False)
    wide, high = PLAN.field
    assert hidden_places(hiding(), ATON, unknown, None) == ((wide / 2, high / 2, wide, high),)
    some = dict.fromkeys(sorted(ROWS)[1:], (10.0, 10.0, 5.0, 5.0))
    assert hidden_places(hiding(), ATON, unknown, calibrated(spots=some)) == ((300.0, 200.0, 600.0, 400.0),)
