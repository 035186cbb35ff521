"""The shipped box, the practice box, and squares for tests that are printed nowhere."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from companion.engine.box import parse_box, parse_practice

HERE = files("companion.games.nefertiti")
SHIPPED = parse_box((HERE / "box.toml").read_text("utf-8"))
PRACTICE_BOX = parse_practice((HERE / "practice.toml").read_text("utf-8"), SHIPPED)


def squares(*bids: int, icons: dict[int, list[str]] | None = None, path: bool = False) -> list[dict[str, Any]]:
    """Squares s1, s2, ... with these numbers; `path`: each touches the next."""
    found: list[dict[str, Any]] = []
    for i, bid in enumerate(bids, 1):
        near = [f"s{n}" for n in (i - 1, i + 1) if 1 <= n <= len(bids)] if path else []
        found.append({"id": f"s{i}", "bid": bid, "icons": (icons or {}).get(i, []), "adj": near})
    return found
