"""Run the box's own `start.py` as it lies on a Pico: `run.py FOLDERS PLAN [reader]`, folders with a colon between."""

import sys

for folder in reversed(sys.argv[1].split(":")):
    sys.path.insert(0, folder)

if sys.implementation.name == "cpython":

    class Raw:
        """Standard input without the read-ahead that a Pico has not either."""

        buffer = open(0, "rb", buffering=0)  # noqa: SIM115
        fileno = buffer.fileno

    class Out:
        """Standard output, given on at once."""

        buffer = open(1, "wb", buffering=0)  # noqa: SIM115
        fileno, flush = buffer.fileno, buffer.flush

    sys.stdin, sys.stdout = Raw(), Out()  # type: ignore[assignment]

from firmware import config  # noqa: E402

if "reader" in sys.argv:
    config.READER = (0, 0, 1, 9600)

from firmware import start  # noqa: E402, F401
