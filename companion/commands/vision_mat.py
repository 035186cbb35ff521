"""`cartouche vision mat`: the frame round a game's board on paper, with or without a board of our own in it."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.boxes import BoxChoice, with_box
from companion.commands.common import Failed, language, say, say_json, shown, with_switches
from companion.commands.vision_common import sighted
from companion.engine.errors import InputError
from companion.engine.text import TN, T
from companion.table.storage import write_safely

LEAST_FIELD, LARGEST_FIELD = (200.0, 80.0), 1500.0
"""Width and height in mm of the smallest opening round which markers and patches have room; the longest side."""


@click.command("mat")
@click.option("--game", required=True, metavar="GAME", help="The game whose board lies in the frame.")
@click.option("--paper", default="A4", show_default=True, metavar="SIZE",
              help="A4, A3, A5, Letter, ... or the size in millimetres: 300x400mm.")  # fmt: skip
@click.option(
    "--field", metavar="WxH", help="Your own size of the opening in millimetres, for a board of another size."
)
@click.option("--stand-in", is_flag=True, help="Print a plain board of our own into the frame.")
@click.option("-o", "--out", metavar="FILE.pdf", help="Print into this file (“-”: standard output).")
@with_box
@with_switches
def mat(game: str, paper: str, field: str | None, stand_in: bool, out: str | None, choice: BoxChoice,
        as_json: bool) -> None:  # fmt: skip
    """Print the mat that tells the camera where the board lies, in true size on as many pages as it takes.

    With --json the positions of all markers, patches, places and pages are told in millimetres.
    """
    from companion.vision.mat import mat_of
    from companion.vision.mat_print import Print, as_data, print_mat
    from companion.vision.paper import layout_of, paper_of

    if out is None and not as_json:
        raise click.UsageError("Name a file with --out, or ask for the positions with --json.")
    said, which = language(), sighted(game, choice)
    size = _field(field, stand_in)
    if stand_in and not which.plan.shapes:
        raise InputError(T("There is no board of our own for {game}. Leave out --stand-in.", game=which.game.title))
    chosen = mat_of(which.plan, size)
    layout = layout_of(chosen, paper_of(paper), stand_in, which.plan)
    what = Print(which.game.title, which.plan, chosen, layout, stand_in)
    printed = print_mat(what, said.say)
    if out == "-" and not as_json:
        click.echo(printed.pdf, nl=False)
        return
    if out not in (None, "-"):
        _write(Path(out), printed.pdf)
    if as_json:
        say_json({"game": which.game.id, **as_data(what, printed.first), "file": out})
        return
    pages = TN("{n} page of {paper}", "{n} pages of {paper}", len(layout.pages), paper=layout.paper.name)
    say(said.say(T("Printed into {file}: how to put it together, and {pages}.", file=shown(out or ""), pages=pages)))


def _field(given: str | None, stand_in: bool) -> tuple[float, float] | None:
    """The owner's own size of the opening, or None. Raises InputError."""
    from companion.vision.paper import size_of

    if given is None:
        return None
    if stand_in:
        raise InputError(T("A board of our own has its own size. Leave out --field, or --stand-in."))
    width, height = size_of(given)
    wide, high = LEAST_FIELD
    if width < wide or height < high or max(width, height) > LARGEST_FIELD:
        raise InputError(
            T(
                "An opening of {width} × {height} mm can't be framed. It needs at least {wide} × {high} mm, and at "
                "most {most} mm a side.",
                width=f"{width:g}",
                height=f"{height:g}",
                wide=f"{wide:g}",
                high=f"{high:g}",
                most=f"{LARGEST_FIELD:g}",
            )
        )
    return (width, height)


def _write(path: Path, pdf: bytes) -> None:
    """Write the file; another kind of file of this name is not replaced. Raises Failed naming it."""
    try:
        if _is_no_pdf(path):
            text = T("There is another file of this name already. Move it away, or choose another name.")
            raise Failed(text, shown(str(path)))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_safely(path, pdf)
    except (OSError, ValueError) as error:
        detail = (error.strerror if isinstance(error, OSError) else None) or str(error)
        text = T("The mat can't be written ({detail}). Name another file with --out.", detail=detail)
        raise Failed(text, shown(str(path))) from error


def _is_no_pdf(path: Path) -> bool:
    """Whether there is a file that a mat should not replace. Raises OSError."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) not in (b"", b"%PDF")
