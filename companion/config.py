"""The settings of this installation: one JSON file, checked on load, replaced whole, never reset in silence."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import platformdirs

from companion import pin
from companion.engine.errors import InputError
from companion.engine.header import MAX_NAME, clean_name
from companion.engine.strict_json import detail_of
from companion.engine.text import T, Text
from companion.table import kept_file
from companion.table.clocks import Way
from companion.table.errors import not_taken
from companion.table.storage import SETTINGS, write_safely

FILE = SETTINGS
DATA_VARIABLE = "CARTOUCHE_DATA"
MOST_BYTES = 1_000_000
MOST_KEEPING = 50
"""Games whose answer is remembered; one plays few at a time."""
Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME)]


class Tagged(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a tag stands for: a thing of a game, or the button of a seat, or a button of the table; exactly one."""

    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    thing: Annotated[str, msgspec.Meta(max_length=80)] = ""
    seat: Annotated[str, msgspec.Meta(max_length=20)] = ""
    key: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the owner chose.

    facing: whether the picture turns to the seat whose turn it is (half: turns over only). screen_side: the side of the
    table the picture's lower edge lies on. dim_after, blank_after: seconds without a touch until the screen dims, and
    until it is dark (0: never). brightness: per cent of the panel's light (0: as it was found). rotation: degrees
    clockwise by which the picture is turned on the panel. lock: the sealed PIN (`companion.pin`; "": not locked).
    wrong_pins: wrong ones since the last right one. names: players' names to offer, the dearest first. boxes: by game,
    the owner's values for printed facts. halfway: by game and fact, the lists of the box survey that have been begun
    (null where nothing is given yet). keeping: by record, whether what is told of the box in that game is kept for the
    next ones. panel: the pin map of the buttons on the pins of this machine ("": none). ports: by stable id, what is
    connected there. buttons: by seat button, the seat (colour) it belongs to. sound: whether devices may be heard
    (night: not in the quiet hours). quiet: the hours, from and until. tags: what each tag stands for. camera: the one
    over the table ("v4l2:ENTRY", `hardware.cameras`; "": none). follow: by game, whether the camera proposes by itself
    what it sees, or also plays what is certain; else it looks only when asked. clock: whether the time everybody thinks
    is counted, and shown up, or down from clock_turn_s for each turn, or from clock_game_s for the game (seconds).
    """

    version: Literal[1] = 1
    language: Literal["en", "hu", "ru"] = "en"
    text_size: Literal["normal", "large"] = "normal"
    facing: Literal["off", "half", "quarter"] = "off"
    screen_side: Literal["n", "e", "s", "w"] = "s"
    dim_after: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 120
    blank_after: Literal[0, 300, 600, 1800, 3600] = 1800
    brightness: Literal[0, 25, 50, 75, 100] = 0
    rotation: Literal[0, 90, 180, 270] = 0
    lock: Annotated[str, msgspec.Meta(pattern=pin.SEALED)] = ""
    wrong_pins: Annotated[int, msgspec.Meta(ge=0, le=pin.MOST_WRONG)] = 0
    names: Annotated[tuple[Name, ...], msgspec.Meta(max_length=200)] = ()
    boxes: dict[str, dict[str, Any]] = {}
    halfway: dict[str, dict[str, list[Any]]] = {}
    keeping: dict[str, bool] = {}
    panel: Annotated[str, msgspec.Meta(max_length=40)] = ""
    ports: Annotated[dict[str, Literal["box", "reader", "ignored"]], msgspec.Meta(max_length=20)] = {}
    buttons: Annotated[dict[str, str], msgspec.Meta(max_length=20)] = {}
    sound: Literal["on", "night", "off"] = "night"
    quiet: tuple[Hour, Hour] = (22, 7)
    tags: Annotated[dict[str, Tagged], msgspec.Meta(max_length=2000)] = {}
    camera: Annotated[str, msgspec.Meta(max_length=1020)] = ""
    follow: Annotated[dict[str, Literal["propose", "play"]], msgspec.Meta(max_length=100)] = {}
    clock: Way = "off"
    clock_turn_s: Annotated[int, msgspec.Meta(ge=10, le=3600)] = 120
    clock_game_s: Annotated[int, msgspec.Meta(ge=60, le=36_000)] = 1800


class Loaded(msgspec.Struct, frozen=True):
    """Settings as found, and what the table should be told about them."""

    settings: Settings
    notices: tuple[Text, ...] = ()


def data_folder() -> Path:
    """The folder of journal and settings, absolute: `CARTOUCHE_DATA`, else the user's data folder of the system.

    Raises InputError where the user, or the one that is named by “~”, has no home.
    """
    named = os.environ.get(DATA_VARIABLE) or str(platformdirs.user_data_path("cartouche", appauthor=False))
    folder = Path(os.path.expanduser(named))
    if folder.parts and folder.parts[0].startswith("~"):
        raise InputError(
            T(
                "There is no home folder “{folder}” here. Name a folder in {variable}.",
                folder=folder.parts[0][:40],
                variable=DATA_VARIABLE,
            )
        )
    return folder.absolute()


def _path(folder: Path | None) -> Path:
    return (data_folder() if folder is None else folder) / FILE


def _previous(path: Path) -> Path:
    return path.with_name(path.name + ".previous")


def read(data: bytes) -> Settings:
    """Settings from the bytes of a file. Raises InputError naming the field."""
    found = kept_file.parsed(data, MOST_BYTES)
    if version := kept_file.newer(found, 1):
        raise InputError(T("It was written by a newer Cartouche (version {version}).", version=version))
    try:
        settings = msgspec.convert(found, Settings)
    except msgspec.ValidationError as error:
        raise InputError(T("A setting can't be used: {detail}.", detail=detail_of(error))) from error
    return msgspec.structs.replace(settings, names=tuple(clean_name(name) for name in settings.names))


def _bytes(path: Path) -> bytes:
    """The bytes of a settings file. Raises OSError, and InputError for what is no ordinary file or far too large."""
    return kept_file.bytes_of(path, MOST_BYTES)


def load(folder: Path | None = None) -> Loaded:
    """The settings in `folder`.

    One that can't be used is kept aside and told; the previous ones, else the defaults, take its place.
    """
    path = _path(folder)
    try:
        return Loaded(read(_bytes(path)))
    except FileNotFoundError:
        if not _previous(path).exists():
            return Loaded(Settings())
        fault = T("The file is missing.")
        aside = None
    except OSError as error:
        fault = T("It can't be read ({detail}).", detail=error.strerror or str(error))
        aside = None
    except InputError as error:
        fault = error.text
        aside = kept_file.keep_aside(path)
    kept = T("It is kept as “{file}”.", file=aside.name) if aside else T("Check the data folder.")
    try:
        settings = read(_bytes(_previous(path)))
        used = T("The previous settings are used.")
    except (OSError, InputError):
        settings = Settings()
        used = T("The settings begin anew; please choose them again.")
    return Loaded(
        settings,
        (
            T(
                "The settings file {file} can't be used. {fault} {used} {kept}",
                file=path.name,
                fault=fault,
                used=used,
                kept=kept,
            ),
        ),
    )


def mark(folder: Path | None = None) -> kept_file.Mark | None:
    """What tells one stored state of the settings from the next; None where there is none."""
    return kept_file.mark(_path(folder))


def stored(folder: Path | None = None) -> Settings | None:
    """The settings as they are stored, None where there are none yet. Raises InputError where they can't be used."""
    try:
        return read(_bytes(_path(folder)))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(T("It can't be read ({detail}).", detail=error.strerror or str(error))) from error


def made_ours(brought: Path, folder: Path | None = None) -> Text | None:
    """Make the settings that came into the folder `brought` fit for `folder`: its lock stays, whatever theirs was.

    Returns why they can't be used; None where they can, or there are none. Raises OSError.
    """
    try:
        theirs = stored(brought)
    except InputError as error:
        return error.text
    if theirs is None:
        return None
    ours = glance(folder) or Settings()
    kept = msgspec.structs.replace(theirs, lock=ours.lock, wrong_pins=ours.wrong_pins)
    if kept != theirs:
        write_safely(_path(brought), _encoded(kept))
    return None


def glance(folder: Path | None = None) -> Settings | None:
    """The settings as they are stored now; None where they can't be used, which the next `load` will tell."""
    try:
        return stored(folder)
    except InputError:
        return None


def _chosen(settings: Settings) -> dict[str, Any]:
    """What is other than at a first start. All else is left out: a Cartouche that does not know it yet reads the rest.

    The version stands there always; it says how the others are to be read.
    """
    first = Settings()
    fields = msgspec.to_builtins(settings)
    return {
        name: value
        for name, value in fields.items()
        if name == "version" or getattr(settings, name) != getattr(first, name)
    }


def _encoded(settings: Settings) -> bytes:
    return msgspec.json.format(msgspec.json.encode(_chosen(settings)), indent=2) + b"\n"


def save(settings: Settings, folder: Path | None = None) -> None:
    """Store the settings whole, the ones before kept beside them. Raises InputError; the file is then as it was."""
    path = _path(folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            write_safely(_previous(path), _bytes(path))
        write_safely(path, _encoded(settings))
    except OSError as error:
        told = T("The settings could not be saved: {reason}. They are as before.", reason=not_taken(error))
        raise InputError(told) from error


def changed(settings: Settings, **values: Any) -> Settings:
    """The settings with other `values`, checked. Raises InputError for a field or value that can't be."""
    data = {**msgspec.to_builtins(settings), **values}
    try:
        return msgspec.convert(msgspec.to_builtins(data), Settings)
    except (msgspec.ValidationError, TypeError) as error:
        raise InputError(T("A setting can't be used: {detail}.", detail=detail_of(error))) from error
