"""What tests of serial ports begin with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import enumerate as threads

import pytest

from tests.kit.pty_line import PtyLine
from tests.kit.serial_table import Table


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    for link in table.links:
        link.close()
    assert not [thread for thread in threads() if thread.name in {link.id for link in table.links}]


@pytest.fixture
def line(tmp_path: Path) -> Iterator[PtyLine]:
    line = PtyLine(tmp_path / "usb-box")
    yield line
    line.unplug()
