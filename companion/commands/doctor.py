"""`cartouche doctor`: plain facts about this machine, with remedies. What its JSON says stands in docs/doctor.md."""

from __future__ import annotations

import click
from rich.table import Table

from companion import __version__
from companion.commands.common import cell, language, paper, say_json, with_switches
from companion.doctor import AREAS, examine
from companion.engine.text import N_, T
from companion.table.storage import JOURNAL

WORDS = {"ok": N_("good"), "attention": N_("look here"), "fault": N_("fault")}
FORMAT = 1
"""The version of the JSON; it grows when a field goes or means something else, not when a sign is added."""
STYLES = {"ok": "green", "attention": "yellow", "fault": "red"}


@click.command("doctor")
@with_switches
def doctor(as_json: bool) -> None:
    """Look at this machine and say what is good, what is not, and what to do."""
    said = language()
    from companion.config import data_folder

    signs = examine(data_folder(), data_folder() / JOURNAL, try_camera=True)
    if as_json:
        rows = [
            {
                "id": sign.id,
                "area": sign.area,
                "verdict": sign.verdict,
                "text": said.say(sign.text),
                "remedy": said.say(sign.remedy) if sign.remedy else None,
            }
            for sign in signs
        ]
        good = all(sign.verdict != "fault" for sign in signs)
        say_json({"doctor": FORMAT, "cartouche": __version__, "good": good, "signs": rows})
    else:
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        area = ""
        for sign in signs:
            if sign.area != area:
                area = sign.area
                table.add_row("", cell(said.say(AREAS[area]), "bold"))
            text = said.say(sign.text)
            if sign.remedy:
                text = said.say(T("{what} {remedy}", what=sign.text, remedy=sign.remedy))
            table.add_row(cell(said.word(WORDS[sign.verdict]), STYLES[sign.verdict]), cell(text))
        paper().print(table)
    if any(sign.verdict == "fault" for sign in signs):
        raise click.exceptions.Exit(1)
