"""Writes the lines of a lock file that count on another machine, without their conditions, for the pip of this one.

    python lock_for.py LOCK MACHINE PYTHON      such as: requirements/run.lock aarch64 3.13

pip asks the conditions of a package of the machine it runs on, also when it fetches for another; here they are asked
of the one named. Needs the package `packaging`, which the lock of Cartouche holds.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from packaging.markers import Marker


def lines_for(text: str, machine: str, python: str) -> list[str]:
    """The requirements of a lock, each with its hashes on one line, that hold for `machine` and `python` ("3.13")."""
    there = {
        "implementation_name": "cpython",
        "os_name": "posix",
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "python_full_version": f"{python}.0",
        "python_version": python,
        "sys_platform": "linux",
    }
    kept = []
    for line in text.replace("\\\n", " ").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        wanted, *hashes = re.split(r"\s+(?=--hash=)", line.strip())
        name, _, condition = wanted.partition(";")
        if not condition or Marker(condition).evaluate(there):
            kept.append(" ".join([name.strip(), *(part.strip() for part in hashes)]))
    return kept


if __name__ == "__main__":
    lock, machine, python = sys.argv[1:]
    sys.stdout.writelines(f"{line}\n" for line in lines_for(Path(lock).read_text("utf-8"), machine, python))
