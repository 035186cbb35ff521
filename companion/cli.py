"""The command `cartouche`: opens the touchscreen app, and does everything the app can do without a screen."""

from __future__ import annotations

import errno
import io
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from companion import __version__
from companion.commands.backup import backup
from companion.commands.bench import bench
from companion.commands.box import box_group
from companion.commands.box_files import export as export_box
from companion.commands.box_files import take_over as import_box
from companion.commands.box_survey import survey as survey_box
from companion.commands.club import club_group
from companion.commands.common import Failed, chosen_language, lang_option, language, say_error
from companion.commands.doctor import doctor
from companion.commands.everything import everything_group
from companion.commands.export import export
from companion.commands.history import history_group
from companion.commands.lock import lock
from companion.commands.panel import panel_group
from companion.commands.players import players_group
from companion.commands.record import record_group
from companion.commands.setup import setup
from companion.commands.sheet import sheet
from companion.commands.simulate import simulate
from companion.commands.stats import stats
from companion.commands.vision import vision_group
from companion.engine.errors import InputError
from companion.engine.text import T, Text


class Guarded(click.Group):
    """A group of commands that never ends in a traceback: 0 good, 1 the input is at fault, 2 wrong usage."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run and exit with the code (or return it, without `standalone_mode`)."""
        _ready_streams()
        chosen_language.set(None)
        code = self._guarded(args, prog_name or "cartouche", complete_var, extra)
        try:
            sys.stdout.flush()
        except OSError as error:
            code = _disk_failed(error)
        if standalone_mode:
            sys.exit(code)
        return code

    def _guarded(self, args: Sequence[str] | None, name: str, complete_var: str | None, extra: dict[str, Any]) -> int:
        try:
            code = super().main(args, name, complete_var, standalone_mode=False, **extra)
        except click.exceptions.Exit as ended:
            return ended.exit_code
        except click.ClickException as error:
            error.show()
            return error.exit_code
        except (click.Abort, KeyboardInterrupt):
            say_error(language().say(T("Stopped.")))
            return 1
        except InputError as error:
            say_error(language().say(error.text))
            return 1
        except OSError as error:
            return _disk_failed(error)
        except Exception:  # noqa: BLE001 - the last guard: what nobody foresaw is kept in a file and told in a sentence
            say_error(language().say(_keep_crash(traceback.format_exc())))
            return 1
        return code if isinstance(code, int) else 0


def _ready_streams() -> None:
    """Put nothing in the place of a stream that is closed; letters a terminal does not know become question marks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - it stays open to the end
        elif name != "stdin" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _disk_failed(error: OSError) -> int:
    if error.errno == errno.EPIPE:
        # Whoever read our output has gone (`| head`); there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    detail = error.strerror or str(error)
    place = f"{error.filename}: " if error.filename else ""
    if error.errno == errno.ENOSPC:
        text = T("The disk is full ({detail}). Make room and try again.", detail=detail)
        # What is left in the buffer would fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    else:
        text = T("The disk or a file can't be used ({detail}). Check it and try again.", detail=detail)
    say_error(place + language().say(text))
    return 1


def _keep_crash(trace: str) -> Text:
    from companion.config import data_folder
    from companion.ui.app import crash_file

    try:
        folder = data_folder()
    except (InputError, OSError):
        folder = Path(tempfile.gettempdir())
    try:
        path: Path = crash_file(trace, folder)
    except OSError:
        return T("Something went wrong that was not foreseen, and there is no folder to keep the details in.")
    return T(
        "Something went wrong that was not foreseen. The details are in {file}; please report them.", file=str(path)
    )


@click.group(cls=Guarded, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cartouche", message="%(prog)s %(version)s")
@lang_option
@click.pass_context
def cli(context: click.Context) -> int | None:
    """A companion that lies beside a real board game. Without a command it opens the touchscreen app."""
    if context.invoked_subcommand is None:
        return open_app(None)
    return None


def open_app(demo: Path | None) -> int:
    """Open the touchscreen app (or the demonstration) and give its exit code."""
    from companion.ui.app import run as run_app

    return run_app(demo)


@cli.command("run")
@click.option(
    "--demo", type=click.Path(file_okay=False, path_type=Path), help="Play the demonstration, kept in this folder."
)
@lang_option
def run(demo: Path | None) -> None:
    """Open the touchscreen app."""
    code = open_app(demo)
    if code:
        raise click.exceptions.Exit(code)


@cli.command("safe")
@click.option("--text", is_flag=True, help="Only say it here, with no screen.")
@lang_option
def safe(text: bool) -> None:
    """Show what happened when Cartouche did not stay up, and the ways on. Nothing is opened for writing."""
    from companion.ui.safe import run as run_safe

    code = run_safe(text)
    if code:
        raise click.exceptions.Exit(code)


for command in (survey_box, export_box, import_box):
    box_group.add_command(command)
for command in (record_group, setup, sheet, simulate, box_group, panel_group, vision_group, everything_group):
    cli.add_command(command)
for command in (club_group, history_group, players_group, doctor, export, backup, bench, lock, stats):
    cli.add_command(command)


def main() -> None:
    """The entry point of the program."""
    cli.main()


__all__ = ["Failed", "cli", "main"]
