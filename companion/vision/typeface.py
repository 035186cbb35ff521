"""The letters that papers are printed with: Roboto, as the screen has it."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from companion.engine.errors import InputError
from companion.engine.text import T


def roboto() -> tuple[Path, Path]:
    """The files of Roboto, regular and bold, with Latin and Cyrillic letters. Raises InputError: they are missing."""
    spec = find_spec("kivy")
    folders = [] if spec is None else [Path(one) / "data" / "fonts" for one in spec.submodule_search_locations or ()]
    for folder in folders:
        files = (folder / "Roboto-Regular.ttf", folder / "Roboto-Bold.ttf")
        if all(file.is_file() for file in files):
            return files
    raise InputError(T("The letters to print with are missing. Install Cartouche anew, with the screen."))
