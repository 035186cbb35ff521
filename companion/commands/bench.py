"""`cartouche bench`: the measurements, which live with the tests in the source tree."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

import companion
from companion.commands.common import with_switches
from companion.engine.errors import InputError
from companion.engine.text import T


@click.command("bench")
@with_switches
def bench(as_json: bool) -> None:
    """Measure speed and memory and print the table."""
    root = Path(companion.__file__).resolve().parent.parent
    if not (root / "tests" / "bench" / "__main__.py").is_file():
        raise InputError(T("The measurements come with the source tree. Fetch it and run “make bench” there."))
    command = [sys.executable, "-m", "tests.bench", *(["--json"] if as_json else [])]
    code = subprocess.run(command, cwd=root, check=False).returncode
    if code:
        raise click.exceptions.Exit(1)
