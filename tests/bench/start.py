"""A child process: opens the real app without a display; tells when Home was drawn and how much memory it takes."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click
import msgspec


def memory_mb() -> float:
    """Memory of this process that is in use (resident), in MB."""
    for row in Path("/proc/self/status").read_text("utf-8").splitlines():
        if row.startswith("VmRSS:"):
            return int(row.split()[1]) / 1000
    raise OSError("the kernel does not tell the memory of this process")


def main(folder: Path, begun: float) -> None:
    """Open the app on the data in `folder`; `begun` is when the parent started this process (monotonic)."""
    from companion.ui import boot

    boot.prepare(headless=True)
    from kivy.clock import Clock
    from kivy.core.window import Window

    from companion.table.storage import folder_warning
    from companion.ui.stage import CartoucheApp

    # What disk the folder lies on is not asked here: a warning would stand before Home.
    folder_warning.__defaults__ = (folder / "no table of mounts",)
    app = CartoucheApp(folder)
    drawn = False

    def flipped(*_: object) -> None:
        nonlocal drawn
        if drawn or getattr(app, "context", None) is None or app.context.screen.name != "home":
            return
        drawn = True
        seconds = time.monotonic() - begun
        Clock.schedule_once(lambda _: tell(seconds), 1.0)

    def tell(seconds: float) -> None:
        click.echo(msgspec.json.encode({"home": seconds, "memory": memory_mb()}).decode())
        app.stop()

    Window.bind(on_flip=flipped)
    app.run()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
