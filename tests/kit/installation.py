"""Sources to install from and a scratch root to install into, made so that nothing is downloaded and little is built.

A source is a folder as a bundle is: deploy, systemd, requirements, wheels. Its lock names one package, which lets the
environment see the packages of the one the tests run in. Cartouche itself is the real wheel, or a stand-in: the real
program, but for its screen and its doctor, which do what KINDS in the environment says ("1.1:dead"): good, dead (ends
before it is ready), short (soon after), slow, trouble (its first screen says so), newer (it changes the data first,
then ends), mute and faulty (the doctor).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.kit.tree import ROOT

STAND_IN = """
import json, os, signal, sqlite3, sys, time
import companion
companion.__version__ = {version!r}

def main():
    kind = dict(pair.split(":") for pair in os.environ.get("KINDS", "").split()).get({version!r}, "good")
    if sys.argv[1:] == ["doctor", "--json"]:
        if kind == "mute":
            sys.exit("no answer")
        sign = dict(id="game", verdict="fault" if kind == "faulty" else "ok", text="A fault.", remedy=None)
        sys.stdout.write(json.dumps(dict(good=True, signs=[sign])))
        return
    if len(sys.argv) > 1:
        from companion.__main__ import main as real
        return real()
    from companion.config import data_folder
    from companion.notify import Notifier
    if kind == "newer":
        journal = sqlite3.connect(data_folder() / "journal.db")
        journal.executescript("PRAGMA user_version = 2; UPDATE meta SET value = 2; INSERT INTO meta VALUES ('x', 1)")
        journal.close()
        (data_folder() / "settings.json").write_text('{{"version": 2}}')
    if kind == "slow":
        time.sleep(1.5)
    if kind in ("newer", "dead"):
        sys.exit(7)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    Notifier.from_environment().ready("Trouble is shown: no." if kind == "trouble" else "Home is shown.")
    if kind == "short":
        time.sleep(0.5)
        sys.exit(7)
    time.sleep(600)
"""


def pack(folder: Path, name: str, version: str, files: dict[str, str]) -> Path:
    """A wheel of these files, and nothing else than a wheel must have."""
    about = f"{name}-{version}.dist-info"
    files = files | {
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{about}/RECORD"] = "".join(f"{file},,\n" for file in files) + f"{about}/RECORD,,\n"
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
    return path


@dataclass
class Workshop:
    """Where sources come from; one for all tests of a session."""

    folder: Path
    wheel: Path = field(init=False)
    python: Path = field(init=False)
    systemctl: Path = field(init=False)

    def __post_init__(self) -> None:
        """Build the wheel of this tree, and an environment to be copied."""
        build = ["wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(self.folder)]
        subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *build, str(ROOT)], check=True)
        (self.wheel,) = self.folder.glob("cartouche-*.whl")
        with zipfile.ZipFile(self.wheel) as archive:
            archive.extractall(self.folder / "unpacked")
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(self.folder / "model")], check=True)
        # Its pip, and nothing else, is that of the environment the tests run in.
        (self.folder / "pip").mkdir()
        (self.folder / "pip/pip").symlink_to(Path(sysconfig.get_path("purelib")) / "pip")
        (sight,) = self.folder.glob("model/lib/*/site-packages")
        (sight / "pip.pth").write_text(f"{self.folder / 'pip'}\n")
        # An environment is made by a copy of the model; BREAK=venv is the day on which none can be made.
        self.python = self.folder / "python"
        self.python.write_text(
            "#!/bin/bash\n"
            'if [ "$1 $2" = "-m venv" ]; then\n'
            '    if [ "${BREAK:-}" = venv ]; then mkdir -p "${@: -1}"; exit 1; fi\n'
            f'    exec cp -a "{self.folder}/model" "${{@: -1}}"\n'
            "fi\n"
            f'exec "{sys.executable}" "$@"\n'
        )
        self.systemctl = self.folder / "systemctl"
        self.systemctl.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" -S -E "{ROOT}/tests/kit/fake_systemctl.py" "$@"\n'
        )
        for program in (self.python, self.systemctl):
            program.chmod(0o755)

    def source(self, name: str, version: str = "") -> Path:
        """A folder to install from: the real Cartouche, or with a version named a stand-in."""
        source = self.folder / name
        wheels = source / "wheels"
        wheels.mkdir(parents=True)
        for room in ("deploy", "systemd"):
            shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__"))
        packages = pack(wheels, "packages", "1.0", {"packages.pth": sysconfig.get_path("purelib") + "\n"})
        lock = f"packages==1.0 --hash=sha256:{hashlib.sha256(packages.read_bytes()).hexdigest()}\n"
        (source / "requirements").mkdir()
        (source / "requirements/run.lock").write_text(lock)
        if not version:
            shutil.copy(self.wheel, wheels)
            return source
        (points,) = self.folder.glob("unpacked/*.dist-info/entry_points.txt")
        pack(
            wheels,
            "cartouche",
            version,
            {
                "stand_in.py": STAND_IN.format(version=version),
                "cartouche.pth": f"{self.folder / 'unpacked'}\nimport stand_in\n",
                f"cartouche-{version}.dist-info/entry_points.txt": points.read_text().replace(
                    "companion.__main__:main", "stand_in:main"
                ),
            },
        )
        return source


@dataclass
class Machine:
    """A scratch root, with an imitation of systemd that starts what is installed in it."""

    root: Path
    workshop: Workshop

    def __post_init__(self) -> None:
        """An empty machine with a display."""
        self.opt, self.data = self.root / "opt/cartouche", self.root / "var/lib/cartouche"
        self.state = self.root.with_name(self.root.name + "-state")
        self.state.mkdir(parents=True)
        screen = self.root / "sys/class/drm/card0-DSI-1"
        screen.mkdir(parents=True)
        (screen / "status").write_text("connected\n")

    def environment(self, **more: str) -> dict[str, str]:
        """What the scripts are started with."""
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "CARTOUCHE", "PIP_"))
        }
        return (
            kept
            | {
                "PYTHON": str(self.workshop.python),
                "PIP_NO_COMPILE": "1",
                "CARTOUCHE_SYSTEMCTL": str(self.workshop.systemctl),
                "CARTOUCHE_LIFE": "0",
                "FAKE_ROOT": str(self.root),
                "FAKE_STATE": str(self.state),
            }
            | more
        )

    def run(self, script: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a script of the installation; it has no terminal."""
        command = ["bash", str(script), *words]
        return subprocess.run(
            command, env=self.environment(**more), capture_output=True, text=True, timeout=300, start_new_session=True
        )

    def act(self, source: Path, script: str, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a script of a source on this machine."""
        return self.run(source / "deploy" / script, "--root", str(self.root), *words, **more)

    def present(self) -> str:
        """The version that runs."""
        return (self.opt / "current").readlink().name

    def systemctl(self, *words: str, **more: str) -> str:
        """What the imitation of systemctl says."""
        command = [str(self.workshop.systemctl), *words]
        return subprocess.run(command, env=self.environment(**more), capture_output=True, text=True).stdout.strip()

    def kiosk(self) -> str:
        """How the service of the kiosk stands, once it does not change any more."""
        until = time.monotonic() + 60
        while (state := self.systemctl("show", "--property=ActiveState", "cartouche.service")) == "activating":
            assert time.monotonic() < until
            time.sleep(0.05)
        return state

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so: what OnFailure starts goes on by itself."""
        until = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < until, (self.state / "calls").read_text()
            time.sleep(0.1)

    def stop(self) -> None:
        """End what was started."""
        self.systemctl("stop", "cartouche.service")

    def tree(self) -> dict[str, str]:
        """Every file and link of the root with its content, in short."""
        found: dict[str, str] = {}
        for path in sorted(self.root.rglob("*")):
            name = path.relative_to(self.root).as_posix()
            if path.is_symlink():
                found[name] = str(path.readlink())
            elif path.is_file():
                found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
            else:
                found[name] = ""
        return found
