"""An imitation of systemctl and of what systemd does with our units, for an installation in a scratch root.

FAKE_ROOT names the root, FAKE_STATE a folder for what is known of the units. A service is started with a socket to tell
on, as systemd does it; one that fails is started again, as often as BURST says, then the unit of its OnFailure is
started. Units are enabled by the real systemctl, offline. Every call is noted in FAKE_STATE/calls.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT, STATE = Path(os.environ["FAKE_ROOT"]), Path(os.environ["FAKE_STATE"])
BURST = 2
READY_S = 40.0
Unit = dict[str, list[str]]


def read_unit(name: str) -> Unit:
    """The settings of a unit file, each with every value it was given."""
    found: Unit = {}
    for line in (ROOT / "etc/systemd/system" / name).read_text("utf-8").splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith(("#", ";")):
            found.setdefault(key, []).append(value)
    return found


def command_of(line: str) -> list[str]:
    """A command as it lies in the scratch root; systemctl is this file."""
    words = shlex.split(line)
    if words[0] == "/usr/bin/systemctl":
        return [sys.executable, "-S", "-E", __file__, *words[1:]]
    return [str(ROOT) + word if word.startswith("/opt/") else word for word in words]


def environment_of(unit: Unit) -> dict[str, str]:
    """What systemd would set; the picture is drawn in memory, since there is no display to draw on."""
    places = {"%S": "var/lib", "%t": "run", "%C": "var/cache"}
    kept = {name: value for name, value in os.environ.items() if name not in ("CARTOUCHE_LOCKED", "NOTIFY_SOCKET")}
    for line in unit.get("Environment", []):
        for pair in shlex.split(line):
            for mark, place in places.items():
                pair = pair.replace(mark, str(ROOT / place))
            name, _, value = pair.partition("=")
            kept[name] = value
    kept.pop("CARTOUCHE_KIOSK", None)
    kept.pop("WAYLAND_DISPLAY", None)
    return kept | {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "DISPLAY": ":none"}


def state_of(name: str) -> dict[str, Any]:
    """What is known of a unit; a supervisor that is gone leaves it inactive."""
    try:
        known: dict[str, Any] = json.loads((STATE / name).read_text("utf-8"))
    except FileNotFoundError:
        return {"ActiveState": "inactive", "MainPID": 0, "supervisor": 0, "StatusText": ""}
    return known


def note(name: str, active: str, pid: int = 0, status: str = "") -> None:
    """Write down how a unit stands."""
    temporary = STATE / f"{name}.new{os.getpid()}"
    known = {"ActiveState": active, "MainPID": pid, "supervisor": os.getpid(), "StatusText": status}
    temporary.write_text(json.dumps(known), "utf-8")
    os.replace(temporary, STATE / name)


def run_once(name: str, unit: Unit, address: Path) -> int:
    """Start the command, tell when it is ready, and give its exit code (READY never told: 1)."""
    address.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(address))
        listener.settimeout(0.05)
        environment = environment_of(unit) | {"NOTIFY_SOCKET": str(address)}
        log = (STATE / f"{name}.log").open("ab")
        process = subprocess.Popen(command_of(unit["ExecStart"][0]), env=environment, stdout=log, stderr=log)
        note(name, "activating", process.pid)
        until = time.monotonic() + READY_S
        while process.poll() is None:
            with contextlib.suppress(TimeoutError):
                message = listener.recv(4096).decode()
                if "READY=1" in message:
                    note(name, "active", process.pid, message.partition("STATUS=")[2])
                    until = float("inf")
            if time.monotonic() > until:
                process.kill()
        return process.wait() or (0 if state_of(name)["ActiveState"] == "active" else 1)


def supervise(name: str) -> None:
    """Be systemd for one service: until it is stopped, has ended well, or has failed too often."""
    unit = read_unit(name)
    for _ in range(BURST):
        if run_once(name, unit, STATE / f"{name}.socket") == 0:
            note(name, "inactive")
            return
        note(name, "activating")
    note(name, "failed")
    for other in unit.get("OnFailure", []):
        one_shot(other)


def one_shot(name: str) -> None:
    """Run a unit of the kind that runs and ends."""
    unit = read_unit(name)
    for condition in unit.get("ExecCondition", []):
        if subprocess.run(command_of(condition), env=environment_of(unit)).returncode:
            note(name, "inactive")
            return
    with (STATE / f"{name}.log").open("ab") as log:
        done = subprocess.run(command_of(unit["ExecStart"][0]), env=environment_of(unit), stdout=log, stderr=log)
    note(name, "inactive" if done.returncode == 0 else "failed")


def stop(name: str) -> None:
    """End a service and its supervisor."""
    known = state_of(name)
    if known["ActiveState"] in ("active", "activating"):
        # Only the supervisor: it must not start again what is ended now.
        with contextlib.suppress(ProcessLookupError):
            os.kill(known["supervisor"], signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.kill(known["MainPID"] or 2**30, signal.SIGTERM)
        note(name, "inactive")


def start(name: str, wait: bool = True) -> int:
    """Start a unit, and wait until it has come up or failed unless told not to."""
    unit = read_unit(name)
    if unit.get("Type") == ["oneshot"]:
        one_shot(name)
        return 0
    if state_of(name)["ActiveState"] == "active":
        return 0
    note(name, "activating")
    subprocess.Popen(
        [sys.executable, "-S", "-E", __file__, "supervise", name],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    if not wait:
        return 0
    until = time.monotonic() + READY_S
    while state_of(name)["ActiveState"] == "activating" and time.monotonic() < until:
        time.sleep(0.02)
    return 0 if state_of(name)["ActiveState"] == "active" else 1


def main(words: list[str]) -> int:
    """One call of systemctl."""
    STATE.mkdir(exist_ok=True)
    with (STATE / "calls").open("a") as calls:
        calls.write(" ".join(words) + "\n")
    verb, names = words[0], [word for word in words[1:] if not word.startswith("-")]
    if verb in ("enable", "disable"):
        return subprocess.run(["systemctl", f"--root={ROOT}", *words]).returncode
    if verb == "supervise":
        supervise(names[0])
    elif verb == "show":
        (asked,) = (word.removeprefix("--property=") for word in words if word.startswith("--property="))
        sys.stdout.write(f"{state_of(names[0])[asked]}\n")
    elif verb in ("is-active", "is-failed"):
        return 0 if state_of(names[0])["ActiveState"] == verb.removeprefix("is-") else 3
    elif verb == "reset-failed":
        if state_of(names[0])["ActiveState"] == "failed":
            note(names[0], "inactive")
    elif verb == "get-default":
        sys.stdout.write("graphical.target\n")
    elif verb in ("start", "stop", "restart"):
        if verb != "start":
            stop(names[0])
        if verb != "stop":
            return start(names[0], wait="--no-block" not in words)
    elif verb != "daemon-reload":
        sys.exit(f"this imitation of systemctl does not know {verb}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
