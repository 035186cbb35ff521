"""The files of the tree: what git keeps or would keep, or without git everything but what is built."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILT = {".git", ".venv", "build", "dist", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis"}


def kept_files(folder: str = ".") -> list[Path]:
    """Every file under `folder` (of the checkout), sorted; also what is written but not yet committed."""
    if shutil.which("git") and (ROOT / ".git").exists():
        asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", folder]
        names = subprocess.run(asked, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
        return sorted(ROOT / name for name in names if name and (ROOT / name).is_file())
    found: list[Path] = []
    for place, folders, files in os.walk(ROOT / folder):
        made = BUILT | {name for name in folders if (Path(place) / name / "pyvenv.cfg").exists()}
        folders[:] = [name for name in folders if name not in made]
        found += [Path(place) / name for name in files if not name.endswith((".pyc", ".db", ".db-wal", ".db-shm"))]
    return sorted(found)
