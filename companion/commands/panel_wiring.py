"""`cartouche panel wiring` and what `panel profiles` lists: the panels there are, their wires and their parts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.table import Table

from companion.commands.common import Failed, cell, language, paper, say, say_json, shown, with_switches
from companion.commands.watching import stored_settings
from companion.config import data_folder
from companion.engine.text import T
from companion.table.storage import write_safely
from hardware.pin_header import header_pin
from hardware.profiles import Profile, profile, profiles
from hardware.wiring import cautions, parts, wiring_svg

FIRST = "standard"
"""The panel that is drawn where none is named and none is set."""


@click.command("wiring")
@click.argument("name", metavar="[PROFILE]", required=False)
@click.option("-o", "--output", metavar="FILE.svg", help="Draw the wires into this file (“-”: standard output).")
@with_switches
def wiring(name: str | None, output: str | None, as_json: bool) -> None:
    """Tell where every wire of a panel goes and which parts it takes; with -o draw it, to be printed on A4.

    Without PROFILE it is the panel that is set, else “standard”. A list of all: cartouche panel profiles.
    """
    data = data_folder()
    chosen = profile(name or stored_settings().panel or FIRST, data)
    if chosen.faults:
        raise Failed(chosen.faults[0])
    said = language()
    drawing = wiring_svg(chosen, said.say) if output is not None else ""
    if output == "-" and not as_json:
        click.echo(drawing, nl=False)
        return
    if output not in (None, "-"):
        try:
            if _is_no_drawing(Path(output)):
                text = T("There is another file of this name already. Move it away, or choose another name.")
                raise Failed(text, shown(output))
            write_safely(Path(output), drawing.encode("utf-8"))
        except OSError as error:
            detail = error.strerror or str(error)
            text = T("The drawing can't be written ({detail}). Name another file with -o.", detail=detail)
            raise Failed(text, shown(output)) from error
    wires = [{"gpio": part.pin, "pin": header_pin(part.pin), "part": said.say(part.title)} for part in chosen.parts]
    needed = [said.say(part) for part in parts(chosen)]
    if as_json:
        say_json(
            {
                "profile": chosen.id,
                "title": said.say(chosen.title),
                "wires": wires,
                "parts": needed,
                "notes": [said.say(note) for note in cautions(chosen)],
                "drawing": drawing if output == "-" else output,
            }
        )
        return
    _say_wires(chosen, wires, needed)
    if output is not None:
        say(said.say(T("Drawn in {file}.", file=shown(output))))


def _is_no_drawing(path: Path) -> bool:
    """Whether there is a file that a drawing should not replace. Raises OSError."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) not in (b"", b"<svg")


def _say_wires(chosen: Profile, wires: list[dict[str, Any]], needed: list[str]) -> None:
    said = language()
    say(said.say(T("{name}: {holds}", name=chosen.title, holds=chosen.summary)))
    table = Table(box=None, show_header=True, pad_edge=False)
    for heading in (T("Pin"), T("GPIO"), T("Goes to")):
        table.add_column(said.say(heading), overflow="fold")
    for wire in sorted(wires, key=lambda wire: int(wire["pin"])):
        table.add_row(cell(str(wire["pin"])), cell(str(wire["gpio"])), cell(wire["part"]))
    paper().print(table)
    for note in cautions(chosen):
        say(said.say(note))
    say()
    say(said.say(T("Parts:")))
    for part in needed:
        say(f"  {part}")


def profiles_table(data: Path) -> tuple[list[dict[str, Any]], bool]:
    """The panels there are as data, and whether all of them can be used."""
    said = language()
    rows = [
        {
            "id": one.id,
            "title": said.say(one.title),
            "built_in": one.built_in,
            "holds": said.say(one.summary),
            "faults": [said.say(fault) for fault in one.faults],
            "notes": [said.say(note) for note in one.notes],
        }
        for one in profiles(data)
    ]
    return rows, not any(row["faults"] for row in rows)
