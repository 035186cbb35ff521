"""The camera of the running app: what joins its pictures, the reader and the screen, and never lets the screen wait.

A picture is taken and read in one thread; what came of it is handed over by the screen's clock. Whoever asks says what
must not be looked at now, and gets pictures in which that, and all outside the mat, is black. No picture is kept.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from kivy.clock import Clock

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.sight import At, Plan, Reading
from companion.engine.text import T, Text
from companion.ui.tile_places import TilePlaces
from hardware.camera import CAMERA, Camera, Frame

if TYPE_CHECKING:
    from companion.ui.camera_live import Live, LiveLook
    from companion.ui.context import Context
    from companion.ui.eye_follows import Following
    from companion.vision.calibration import Calibrated
    from companion.vision.live import Shown
    from companion.vision.reader import Reader

log = logging.getLogger(__name__)

NO_CAMERA = T("No camera is set up. Choose one under Settings, Devices.")
NO_SIGHT = T("There is nothing in this game that a camera could read.")
FAILED = T("The picture could not be read. Try once more; the log says what went wrong.")
MARGIN_MM = 4.0
"""What is shown of the table around a place."""

R = TypeVar("R")


class Sighted(NamedTuple):
    """What came of a picture. `field`: the table seen from above (BGR, black where nobody may look); None: not found.

    `places`: where each place lies in it, in mm.
    """

    reading: Reading
    field: Any
    places: Mapping[str, At]

    def crop(self, spot: str) -> Any:
        """The part of the picture that shows a place, BGR; None where it is not in it."""
        seen = self.reading.of(spot)
        at = seen.at if seen is not None and seen.at is not None else self.places.get(spot)
        return None if at is None else crop_of(self.field, at)


Then = Callable[[Sighted], None]


def crop_of(field: Any, at: At) -> Any:
    """The part of a rectified picture of the field, BGR, that shows the place `at` and a little around it; or None."""
    from companion.vision.calibration import SCALE

    if field is None:
        return None
    x, y, width, height = at
    left, right = (x - width / 2 - MARGIN_MM) * SCALE, (x + width / 2 + MARGIN_MM) * SCALE
    top, bottom = (y - height / 2 - MARGIN_MM) * SCALE, (y + height / 2 + MARGIN_MM) * SCALE
    part = field[max(0, round(top)) : max(0, round(bottom)), max(0, round(left)) : max(0, round(right))]
    return part if part.size else None


class Eye:
    """One for the whole app. All of it is called from the screen's own thread."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._made: tuple[object, Calibrated | None, Text | None] = (None, None, None)
        self._asked = 0
        self._busy = False
        self._one = Lock()
        self._following: Following | None = None
        self._live: LiveLook | None = None
        self._reader: tuple[object, Reader | None] = (None, None)
        self.tiles = TilePlaces(context.stage.data / "cameras" / "tiles")
        """Where tiles lay along a path, game by game."""

    # how it stands

    @property
    def device(self) -> Camera | None:
        """The camera that is set up, if one is."""
        device = self.context.devices.hub.device(CAMERA)
        return device if isinstance(device, Camera) else None

    @property
    def busy(self) -> bool:
        """Whether a picture is being taken or read."""
        return self._busy

    @property
    def looks(self) -> bool:
        """Whether somebody waits for what comes of a picture, or watches live pictures."""
        return self._busy or self._live is not None

    def can(self, game: Game[Any], box: Box | None = None) -> Text | None:
        """Why this game can't be read now, in one sentence with the remedy; None: it can."""
        if game.sight is None:
            return NO_SIGHT
        away = self.away()
        if away is not None:
            return away
        calibrated, why = self.calibrated(game, box)
        if calibrated is None and self.known(game):
            # Which file is at fault and how stands on the camera's page of the game.
            return T("What the camera learned of {game} can't be used. Calibrate it anew.", game=game.title)
        return why

    def away(self) -> Text | None:
        """Why the camera gives no pictures now; None: it does."""
        camera = self.device
        if camera is None:
            return NO_CAMERA
        if camera.state != "ready":
            return camera.fault or T("The camera is not ready yet. Wait a little.")
        return None

    @property
    def begins(self) -> bool:
        """Whether the camera is being opened, and nothing is known of it yet."""
        camera = self.device
        return camera is not None and camera.state == "starting"

    # what the camera has learned

    def folder(self, game: Game[Any], stand_in: bool) -> Path | None:
        """Where is kept what the chosen camera has learned of a game's board, or of its stand-in; None: no camera."""
        camera = self.device
        if camera is None:
            return None
        try:
            from companion.vision.keeping import folder_for
        except (ImportError, AttributeError, ValueError):
            # OpenCV is not installed, or not for this numpy: the camera says so itself.
            return None
        return folder_for(self.context.stage.data, game.id, camera.spec, stand_in)

    def known(self, game: Game[Any]) -> tuple[Path, ...]:
        """The folders of what it has learned of a game, the one that was changed last first."""
        found = [path for stand_in in (False, True) if (path := self.folder(game, stand_in)) is not None]
        made = [path for path in found if _changed(path) > 0]
        return tuple(sorted(made, key=_changed, reverse=True))

    def calibrated(self, game: Game[Any], box: Box | None = None) -> tuple[Calibrated | None, Text | None]:
        """What the chosen camera has learned of this game, or why it can't be used.

        The stand-in board counts where it was calibrated last.
        """
        if self.device is None or game.sight is None:
            return None, NO_CAMERA if self.device is None else NO_SIGHT
        found = self.known(game)
        if not found:
            return None, T("The camera does not know the table of {game} yet. Calibrate it first.", game=game.title)
        from companion.vision import keeping

        plan = game.sight.plan(box or self.context.box(game))
        mark = (found[0], _changed(found[0]), plan)
        if self._made[0] != mark:
            try:
                self._made = (mark, keeping.load(found[0], plan, game.id), None)
            except InputError as error:
                self._made = (mark, None, error.text)
        return self._made[1], self._made[2]

    def forget(self) -> None:
        """A calibration was made anew or deleted: it is read from the disk the next time."""
        self._made = (None, None, None)

    # one picture

    def look(
        self,
        game: Game[Any],
        box: Box,
        then: Then,
        *,
        unseen: frozenset[str] = frozenset(),
        known: Mapping[str, At] | None = None,
        count: int | None = None,
    ) -> None:
        """Take one picture, as large as the camera can, read it, and hand over what came of it.

        `count`: how many tiles lie along a path by what people say. What was asked for before is dropped. What can't be
        done is handed over as a reading with its trouble.
        """
        why = self.can(game, box)
        calibrated, sight = self.calibrated(game, box)[0], game.sight

        def over(sighted: Sighted | None, trouble: Text | None) -> None:
            then(sighted or Sighted(Reading(game=game.id, trouble=trouble or FAILED), None, {}))

        if why is not None or calibrated is None or sight is None:
            self._later(why or NO_CAMERA, over)
            return
        plan, counts = sight.plan(box), sight.counts(box)

        def job(picture: Any) -> Sighted:
            reader = self._reader_of(game.id, plan, calibrated, counts)
            return read(reader, picture, unseen, known or {}, count)

        self.shoot(job, over)

    def _reader_of(
        self, game_id: str, plan: Plan, calibrated: Calibrated, counts: Mapping[tuple[str, str], int]
    ) -> Reader:
        """In the one thread that reads: the reader of before, if nothing has changed."""
        from companion.vision.reader import Reader

        mark = (id(calibrated), plan, counts)
        before = self._reader[1]
        if before is None or before.calibrated is not calibrated or self._reader[0] != mark:
            before = Reader(game_id, plan, calibrated, counts)
            self._reader = (mark, before)
        return before

    def shoot(self, job: Callable[[Any], R], then: Callable[[R | None, Text | None], None]) -> None:
        """Take one picture, as large as the camera can, and hand over what `job` makes of it, or why there is nothing.

        `job` runs in a thread of its own, one at a time; an InputError of it is told as it is. What was asked for
        before is dropped.
        """
        camera, why = self.device, self.away()
        if camera is None or why is not None:
            self._later(why or NO_CAMERA, then)
            return
        asked = self._begin()

        def still(frame: Frame | None, fault: Text | None) -> None:
            # This is the camera's own thread, which has pictures to take.
            task = None if frame is None else partial(job, frame.picture)
            Thread(target=self._run, args=(asked, task, then, fault), name="reader", daemon=True).start()

        camera.ask_still(still)

    def work(self, job: Callable[[], R], then: Callable[[R | None, Text | None], None]) -> None:
        """As `shoot`, without a picture: what takes too long for the screen to wait (a disk that is written)."""
        asked = self._begin()
        Thread(target=self._run, args=(asked, job, then, None), name="reader", daemon=True).start()

    def _begin(self) -> int:
        self.drop()
        self._busy = True
        return self._asked

    def _later(self, why: Text, then: Callable[[Any, Text | None], None]) -> None:
        asked = self._begin()
        Clock.schedule_once(lambda _: self._hand(asked, then, None, why), 0)

    def _run(
        self,
        asked: int,
        job: Callable[[], R] | None,
        then: Callable[[R | None, Text | None], None],
        fault: Text | None,
    ) -> None:
        made: R | None = None
        if job is not None:
            with self._one:
                if asked == self._asked:
                    made, fault = _made_by(job)
        Clock.schedule_once(lambda _: self._hand(asked, then, made, fault), 0)

    def drop(self) -> None:
        """Forget what was asked for; its answer is handed to nobody."""
        self._asked += 1
        self._busy = False

    def _hand(
        self, asked: int, then: Callable[[R | None, Text | None], None], made: R | None, fault: Text | None
    ) -> None:
        if asked == self._asked:
            self._busy = False
            then(made, fault)

    # picture after picture

    def follow(
        self,
        game: Game[Any],
        box: Box,
        then: Then,
        *,
        unseen: Callable[[], frozenset[str]] = frozenset,
        known: Callable[[], Mapping[str, At]] = dict,
    ) -> Text | None:
        """Read the table whenever it has come to rest and looks otherwise; why it can't, or None.

        `unseen` and `known` are asked anew on the screen's thread for every picture.
        """
        self.stop()
        why = self.can(game, box)
        calibrated, camera, sight = self.calibrated(game, box)[0], self.device, game.sight
        if why is not None or calibrated is None or camera is None or sight is None:
            return why or NO_CAMERA
        from companion.ui.eye_follows import Following

        self._following = Following(camera, game.id, sight.plan(box), calibrated, sight.counts(box), then)
        self._following.begin(unseen, known)
        return None

    def again(self) -> None:
        """While following: read the table the next time it is still, whether it changed or not."""
        if self._following is not None:
            self._following.again()

    @property
    def follows(self) -> bool:
        """Whether the table is followed."""
        return self._following is not None

    def stop(self) -> None:
        """Follow no longer."""
        if self._following is not None:
            self._following.end()
            self._following = None

    # what is shown live

    def show_live(self, look: Callable[[Any], Shown], then: Callable[[Live], None]) -> bool:
        """Hand over what `look` (called in a thread) makes of picture after picture; whether there is a camera."""
        self.end_live()
        if self.device is None:
            return False
        from companion.ui.camera_live import LiveLook

        self._live = LiveLook(self.device, look, then).begin()
        return True

    def end_live(self) -> None:
        """Show nothing live any more."""
        if self._live is not None:
            self._live.end()
            self._live = None

    def close(self) -> None:
        """The app ends."""
        self.drop()
        self.stop()
        self.end_live()


def read(
    reader: Reader, picture: Any, unseen: frozenset[str], known: Mapping[str, At], count: int | None = None
) -> Sighted:  # fmt: skip
    """Read one picture; for a thread of its own."""
    looked = reader.look(picture, unseen, known, count)
    return Sighted(looked.reading, looked.field, {**places_of(reader.calibrated, reader.plan), **known})


def places_of(calibrated: Calibrated, plan: Plan) -> dict[str, At]:
    """Where each place lies on the board that was calibrated, in mm."""
    from companion.vision.calibration import places

    return {spot.id: spot.at for spot in places(calibrated.calibration, plan)}


def _made_by(job: Callable[[], R]) -> tuple[R | None, Text | None]:
    try:
        return job(), None
    except InputError as error:
        return None, error.text
    except Exception:
        # Whatever a picture does to the reader: the game at the table goes on.
        log.exception("a picture could not be read")
        return None, FAILED


def _changed(folder: Path) -> float:
    """When a calibration was last changed; 0: it is not there."""
    from companion.vision.keeping import FILE

    try:
        return (folder / FILE).stat().st_mtime
    except OSError:
        return 0.0
