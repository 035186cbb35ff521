"""What the decoders of pictures, which are written in C, say on the error stream by themselves.

libjpeg tells of damaged pictures nowhere else: it decodes them, and what it made up is taken for what lay on the table.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_ERRORS = 2
"""The file descriptor of the error stream."""
_ONE = Lock()
_THEIRS = re.compile(
    rb"(libpng (warning|error): |Corrupt JPEG data: |Premature end of JPEG|Inconsistent progression |Invalid SOS "
    rb"|Unsupported marker |Unknown Adobe |Application transferred too (few|many) )"
)
_LOST = re.compile(rb"Corrupt JPEG data: (?!\d+ extraneous )|Premature end of JPEG|Inconsistent progression ", re.M)
_LEFT = re.compile(rb"Corrupt JPEG data: (\d+) extraneous bytes", re.M)
_FILLING = 16
"""As many bytes too many are what some cameras put between the parts of a picture."""


@contextmanager
def overheard() -> Iterator[list[bytes]]:
    """Hold back what decoders say on the error stream meanwhile: their lines are in the list afterwards.

    Lines of others, from other threads, are passed on as they were. Without an error stream nothing is heard.
    """
    heard: list[bytes] = []
    with _ONE, tempfile.TemporaryFile() as file:
        try:
            kept = os.dup(_ERRORS)
        except OSError:
            yield heard
            return
        try:
            os.dup2(file.fileno(), _ERRORS)
            yield heard
        finally:
            os.dup2(kept, _ERRORS)
            os.close(kept)
            file.seek(0)
            for line in file.read().splitlines(keepends=True):
                if _THEIRS.match(line):
                    heard.append(line)
                elif line.strip():
                    os.write(_ERRORS, line)


def tells_of_damage(heard: list[bytes]) -> bool:
    """Whether a decoder said that a part of the picture is lost, and that it made something up in its place."""
    said = b"".join(heard)
    return bool(_LOST.search(said)) or any(int(number) > _FILLING for number in _LEFT.findall(said))
