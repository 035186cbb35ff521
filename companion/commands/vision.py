"""`cartouche vision`: a camera over the table, from files and without the screen."""

from __future__ import annotations

import click

from companion.commands.vision_bench import bench
from companion.commands.vision_calibrate import calibrate
from companion.commands.vision_mat import mat
from companion.commands.vision_read import read
from companion.commands.vision_teach import teach
from companion.commands.vision_watch import watch


@click.group("vision")
def vision_group() -> None:
    """A camera over the table: print its mat, calibrate it, read pictures, teach it cards, watch the table."""


for command in (mat, calibrate, read, teach, watch, bench):
    vision_group.add_command(command)

__all__ = ["vision_group"]
