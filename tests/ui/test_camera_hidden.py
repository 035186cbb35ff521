"""While cards lie hidden on the table no screen of the camera shows them, and nothing that is kept holds them.

Two tables that differ in nothing but what is hidden look the same on every screen.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.games.aton import GAME
from companion.games.aton.moves import Ready
from companion.table.session import Session
from companion.ui.calibrate_draft import CalibrateDraft
from companion.ui.from_picture import for_sheet
from companion.vision.keeping import save
from tests.kit.camera_shots import plugged, settle
from tests.kit.desk import Desk
from tests.kit.sitting import header_of
from tests.kit.table_camera import TablePlug, taught

LAID = {"space:1.01": "red", "space:2.06": "blue"}
ONE, OTHER = ({f"cartouche:{who}:{n}": f"card:{who}:{card(n)}" for who in ("red", "blue") for n in range(1, 5)}
              for card in (lambda n: n, lambda n: 5 - n))  # fmt: skip


def camera_over(app: Desk) -> TablePlug:
    """A camera that knows the table of Aton, where the cards of the round lie face up though nobody may see them."""
    plug = plugged(app)
    save(app.context.eye.folder(plug.game, True), taught("aton"))
    app.context.eye.forget()
    session = Session.start(app.context.journal, GAME, header_of(GAME, ("red", "blue"), seed="B-2"))
    app.context.play(session)
    assert session.decision.secret
    app.ui.frames(2)
    return plug


def live(app: Desk, plug: TablePlug, cards: dict[str, str]) -> Any:
    """The live picture of the screen at hand once these cards lie there."""
    plug.lay({**LAID, **cards})
    number = app.context.eye.device.frame.number
    settle(app, lambda: app.context.eye.device.frame.number > number + 2)
    seen = app.screen.view.seen
    settle(app, lambda: app.screen.view.seen > seen + 2)
    return drawn(app)


def drawn(app: Desk) -> Any:
    """What the screen shows of the camera, RGB."""
    texture = app.screen.view.texture
    return np.frombuffer(texture.pixels, np.uint8).reshape(texture.height, texture.width, 4)[..., :3]


def files(app: Desk) -> dict[Path, bytes]:
    folder = app.context.stage.data / "cameras"
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("page", ["camera_test", "aim", "try", "teach_look"])
def test_live_pictures_are_the_same_whatever_lies_hidden(app: Desk, page: str) -> None:
    plug = camera_over(app)
    if page == "camera_test":
        app.context.go(page)
    elif page == "teach_look":
        app.context.go(page, draft=CalibrateDraft(app.context, plug.game, True, alone=True), look="card:red:1")
    else:
        CalibrateDraft(app.context, plug.game, True, alone=True).open(page, first=True)
    app.ui.frames(3)
    one, other = live(app, plug, ONE), live(app, plug, OTHER)
    assert one.shape == other.shape and one.max() > 100
    assert np.array_equal(one, other)


def test_while_the_mat_is_not_found_nothing_at_all_is_shown(app: Desk) -> None:
    plug = camera_over(app)
    app.context.go("camera_test")
    plug.picture = np.full_like(plug.picture, 120)
    seen = app.screen.view.seen
    settle(app, lambda: app.screen.view.seen > seen + 2)
    assert int(drawn(app).max()) == 0


def test_of_a_board_that_was_never_calibrated_what_may_be_hidden_is_black_too(app: Desk) -> None:
    plug = camera_over(app)
    for known in app.context.eye.known(plug.game):
        (known / "calibration.json").unlink()
    app.context.eye.forget()
    draft = CalibrateDraft(app.context, plug.game, False)
    assert draft.calibrated is None and len(draft.hidden) == len(draft.unseen) == 8


def test_no_picture_is_learned_from_or_kept_while_something_lies_hidden(app: Desk) -> None:
    plug = camera_over(app)
    plug.lay({**LAID, **ONE})
    draft = CalibrateDraft(app.context, plug.game, True, alone=True)
    before = files(app)
    told: list[Any] = []
    draft.take_empty(told.append)
    draft.take(lambda calibrated, picture: calibrated, told.append)
    app.ui.frames(5)
    words = [app.context.say(one.why if hasattr(one, "why") else one) for one in told]
    assert len(words) == 2 and all("lies hidden on the table" in word for word in words)
    assert files(app) == before and not app.context.eye.busy


def test_no_whole_picture_is_taken_for_corners_set_by_hand(app: Desk) -> None:
    plug = camera_over(app)
    app.context.go("calibrate_corners", draft=CalibrateDraft(app.context, plug.game, True, alone=True))
    app.ui.frames(5)
    assert app.screen.picture is None and not app.context.eye.busy
    assert "lies hidden" in app.context.say(app.screen.fault)


def test_no_whole_picture_is_taken_for_the_lens(app: Desk) -> None:
    plug = camera_over(app)
    CalibrateDraft(app.context, plug.game, True, alone=True).open("lens", first=True)
    app.ui.frames(3)
    app.touch(app.screen.take)
    assert app.screen.shots.pictures == () and not app.context.eye.busy
    assert "lies hidden" in app.context.say(app.screen.fault)
    assert app.screen.take.kind != "off", "it can be taken once all lies open"


def test_a_form_from_a_picture_does_not_look_at_it_either(app: Desk) -> None:
    plug = camera_over(app)
    wanted = for_sheet(app.context, plug.game, plug.box, next(iter(plug.game.sheets)))
    assert wanted is not None
    pictures = []
    for cards in (ONE, OTHER):
        plug.lay({**LAID, **cards})
        app.context.go("from_picture", title=plug.game.title, wanted=wanted, then=lambda made: None)
        settle(app, lambda: app.screen.sighted is not None)
        assert not any(seen.spot.startswith("cartouche") for seen in app.screen.sighted.reading.seen)
        pictures.append((app.screen.sighted.field, app.texts()))
        app.context.back()
    assert np.array_equal(pictures[0][0], pictures[1][0]) and pictures[0][1] == pictures[1][1]


def test_a_look_and_following_tell_the_same_whatever_lies_hidden(app: Desk) -> None:
    """Four cards of a row that nobody may see yet, once these and once those."""
    plug = camera_over(app)
    session = app.context.session
    session.play(Ready("blue"))
    app.screen.refresh()
    app.ui.frames(2)
    hidden = GAME.sight.unseen(session.state)  # type: ignore[union-attr]
    assert hidden == {f"cartouche:{who}:{n}" for who in ("red", "blue") for n in (1, 2, 3, 4)}
    found = []
    for cards in ((1, 2, 3, 4), (4, 4, 1, 2)):
        row = {f"cartouche:blue:{n}": f"card:blue:{card}" for n, card in enumerate(cards, 1)}
        plug.lay({**row, "space:2.06": "red"})
        number = app.context.eye.device.frame.number
        settle(app, lambda before=number: app.context.eye.device.frame.number > before + 2)
        answers: list[Any] = []
        app.context.eye.look(GAME, session.box, answers.append, unseen=hidden)
        settle(app, lambda told=answers: told)
        app.context.eye.follow(GAME, session.box, answers.append, unseen=lambda: hidden)
        settle(app, lambda told=answers: len(told) > 1)
        app.context.eye.stop()
        assert all(one.field is not None and not hidden & {seen.spot for seen in one.reading.seen} for one in answers)
        found.append(answers)
    for one, other in zip(found[0], found[1], strict=False):
        assert one.reading == other.reading and np.array_equal(one.field, other.field)
