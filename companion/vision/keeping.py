"""Calibrations on the disk: written whole or not at all, and checked before they are used."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import msgspec

from companion.engine.errors import InputError
from companion.engine.sight import Plan
from companion.engine.strict_json import detail_of
from companion.engine.strict_json import load as load_json
from companion.engine.text import T, Text
from companion.vision.calibration import VERSION, Calibrated, Calibration, check, empty_size, look_fault
from companion.vision.pictures import decode, encode

FILE, EMPTY_FILE, LOOKS = "calibration.json", "empty.png", "looks"
MOST_BYTES = 1_000_000
"""Of `calibration.json`."""
MOST_PICTURE = 64_000_000
MOST_LOOKS = 1000
LEAST_LOOK = 8
"""Pixels of a taught picture's shorter side."""
_LOOK_FILE = re.compile(r"(.+)\.(\d{1,4})\.png")
_PLAIN = re.compile(r"[^a-z0-9]+")


def folder_for(data: Path, game_id: str, camera_id: str, stand_in: bool = False) -> Path:
    """Where the calibration of a camera over a game's box, or over its stand-in board, is kept under `data`."""
    # Two cameras may have names that differ only in signs a folder should not have.
    mark = hashlib.sha256(camera_id.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    name = "-".join(part for part in (_PLAIN.sub("-", camera_id.lower()).strip("-")[:40], mark) if part)
    return data / "cameras" / quote(game_id, safe="") / (f"{name}-stand-in" if stand_in else name)


def load(folder: Path, plan: Plan, game_id: str) -> Calibrated:
    """The calibration in a folder, every field and picture checked. Raises InputError with the file and the remedy."""
    folder = Path(folder)
    try:
        _recover(folder)
        if not folder.is_dir():
            text = T("There is no calibration here. Make one with “cartouche vision calibrate”.")
            raise InputError(about(folder, text))
        with _naming(folder / FILE):
            calibration = _read_calibration(folder / FILE)
            check(calibration, plan, game_id)
        with _naming(folder / EMPTY_FILE):
            empty = _read_empty(folder / EMPTY_FILE, calibration)
        return Calibrated(calibration=calibration, empty=empty, looks=_read_looks(folder / LOOKS, plan))
    except OSError as error:
        detail = error.strerror or str(error)
        text = T("The calibration can't be read ({detail}). Check the disk, or calibrate anew.", detail=detail)
        raise InputError(about(Path(error.filename or folder), text)) from error


def save(folder: Path, calibrated: Calibrated) -> None:
    """Put a calibration in the place of the one in `folder`; after a power cut the old or the new one is there whole.

    Raises InputError where it can't be written, or where the folder holds something else.
    """
    folder = check_free(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        new, former = _beside(folder, "new"), _beside(folder, "former")
        _write_whole(new, calibrated)
        if folder.exists():
            os.rename(folder, former)
        os.rename(new, folder)
        _sync(folder.parent)
        if former.exists():
            shutil.rmtree(former)
    except OSError as error:
        detail = error.strerror or str(error)
        text = T("The calibration can't be written ({detail}). Make room, or name another folder.", detail=detail)
        raise InputError(about(Path(error.filename or folder), text)) from error


@contextmanager
def _naming(file: Path) -> Iterator[None]:
    """What goes wrong inside is about this file."""
    try:
        yield
    except InputError as error:
        raise InputError(about(file, error.text)) from error


def check_free(folder: Path) -> Path:
    """The folder a calibration can be kept in: it is new, empty, or holds one. Raises InputError where it can't be."""
    # A link to a folder stays a link.
    folder = Path(os.path.realpath(folder))
    if not folder.name:
        raise InputError(about(folder, T("This is no folder for a calibration. Name another one.")))
    try:
        _recover(folder)
        if folder.exists() and not _ours(folder):
            raise InputError(about(folder, T("There are other things already. Name a new folder for the calibration.")))
    except OSError as error:
        detail = error.strerror or str(error)
        text = T("The folder can't be used ({detail}). Name another one.", detail=detail)
        raise InputError(about(folder, text)) from error
    return folder


def about(file: Path, why: Text) -> Text:
    """A sentence with the file it is about in front."""
    name = str(file).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return T("{file}: {why}", file=name, why=why)


def _beside(folder: Path, ending: str) -> Path:
    """Another folder beside one, free to be used: what was left of a write that did not end is cleared away."""
    other = folder.with_name(f"{folder.name}.{ending}")
    if _ours(other):
        shutil.rmtree(other)
    if os.path.lexists(other):
        raise InputError(about(other, T("This name is needed for a moment. Move it away, or name another folder.")))
    return other


def _recover(folder: Path) -> None:
    """End a change of folders that a power cut broke off: the former was put aside, so the new one is whole."""
    new, former = folder.with_name(folder.name + ".new"), folder.with_name(folder.name + ".former")
    if not folder.name or os.path.lexists(folder) or not _ours(former):
        return
    os.rename(new if _ours(new) else former, folder)


def _ours(folder: Path) -> bool:
    """Whether a folder, and no link to one, holds nothing but what a calibration is made of (a part, or nothing)."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    for name in os.listdir(folder):
        path = folder / name
        if name == LOOKS and path.is_dir() and not path.is_symlink():
            if not all(_LOOK_FILE.fullmatch(inner) for inner in os.listdir(path)):
                return False
        elif name not in (FILE, EMPTY_FILE) or not stat.S_ISREG(os.lstat(path).st_mode):
            return False
    return True


def _write_whole(folder: Path, calibrated: Calibrated) -> None:
    """Write a new folder; what was written of it is cleared away where it can't be ended."""
    try:
        _write(folder, calibrated)
    except OSError:
        # On a full disk it would take the little that is left.
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _write(folder: Path, calibrated: Calibrated) -> None:
    folder.mkdir()
    _put(folder / EMPTY_FILE, encode(calibrated.empty))
    if calibrated.looks:
        looks = folder / LOOKS
        looks.mkdir()
        for look_id, pictures in calibrated.looks.items():
            for n, picture in enumerate(pictures, 1):
                _put(looks / f"{quote(look_id, safe='')}.{n}.png", encode(picture))
        _sync(looks)
    _put(folder / FILE, msgspec.json.format(msgspec.json.encode(calibrated.calibration), indent=2) + b"\n")
    _sync(folder)


def _put(path: Path, data: bytes) -> None:
    with open(path, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _read(path: Path, most: int) -> bytes:
    """The bytes of a file. Raises InputError for what is none, is missing, or is far too long."""
    try:
        # A pipe or a device would be waited for.
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise InputError(T("This is not a file that can be read. Calibrate anew."))
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError as error:
        raise InputError(T("The file is missing. Calibrate anew.")) from error
    if len(data) > most:
        raise InputError(T("The file is far too large. Calibrate anew."))
    return data


def _read_calibration(path: Path) -> Calibration:
    try:
        text_read = _read(path, MOST_BYTES).decode("utf-8-sig")
        try:
            found = load_json(text_read)
        except InputError as error:
            raise InputError(T("{why} Put it right, or calibrate anew.", why=error.text)) from error
        if not isinstance(found, dict):
            raise InputError(T("It is not one JSON object in braces. Calibrate anew."))
        version = found.get("calibration", VERSION)
        if type(version) is int and version > VERSION:
            text = T(
                "It was written by a newer Cartouche (version {n}). Update this one, or calibrate anew.", n=version
            )
            raise InputError(text)
        return msgspec.convert(found, Calibration)
    except UnicodeDecodeError as error:
        raise InputError(T("It is not text in UTF-8. Calibrate anew.")) from error
    except msgspec.ValidationError as error:
        text = T("It can't be used: {detail}. Put it right, or calibrate anew.", detail=detail_of(error))
        raise InputError(text) from error


def _picture(path: Path) -> Any:
    return decode(_read(path, MOST_PICTURE), LEAST_LOOK)


def _read_empty(path: Path, calibration: Calibration) -> Any:
    picture = _picture(path)
    width, height = empty_size(calibration.field)
    if abs(picture.shape[1] - width) > 1 or abs(picture.shape[0] - height) > 1:
        text = T(
            "The picture of the empty board has {a} × {b} pixels, its field needs {c} × {d}. Calibrate anew.",
            a=picture.shape[1],
            b=picture.shape[0],
            c=width,
            d=height,
        )
        raise InputError(text)
    return picture


def _read_looks(folder: Path, plan: Plan) -> dict[str, tuple[Any, ...]]:
    if not folder.exists():
        return {}
    found: dict[str, list[Any]] = {}
    for look_id, path in _look_files(folder):
        with _naming(path):
            if (why := look_fault(look_id, plan)) is not None:
                raise InputError(why)
            found.setdefault(look_id, []).append(_picture(path))
    return {look_id: tuple(pictures) for look_id, pictures in found.items()}


def _look_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Every taught picture with the look it shows, in the order they were taught."""
    names = os.listdir(folder)
    if len(names) > MOST_LOOKS:
        raise InputError(about(folder, T("There are far too many pictures here. Calibrate anew.")))
    rows = []
    for name in names:
        parts = _LOOK_FILE.fullmatch(name)
        if parts is None:
            raise InputError(about(folder / name, T("This is no picture that was taught. Move it away.")))
        rows.append((unquote(parts[1]), int(parts[2]), folder / name))
    for look_id, _, path in sorted(rows):
        yield look_id, path
