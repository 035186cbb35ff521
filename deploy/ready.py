"""Starts a command as systemd would, and waits until it says that it is ready; needs nothing but Python.

    python ready.py SECONDS LIFE COMMAND...

Exit code 0: it told READY=1 within SECONDS and shows no Trouble, lived for LIFE seconds more, and ended within 5 when
asked to. Else 1, with a sentence. What the command prints goes where our own output goes.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

END_S = 5.0


def told(listener: socket.socket, process: subprocess.Popen[bytes], until: float) -> list[bytes]:
    """The lines that come with READY=1; none where the process ends or the time (of the running clock) is over."""
    while process.poll() is None and time.monotonic() < until:
        try:
            message = listener.recv(4096)
        except TimeoutError:
            continue
        lines = message.split(b"\n")
        if b"READY=1" in lines:
            return lines
    return []


def end(process: subprocess.Popen[bytes]) -> bool:
    """Ask the process to end; whether it did so by itself."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False
    return True


def watch(command: list[str], seconds: float, life: float) -> str:
    """What went wrong, in a sentence; nothing where all went well."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        address = Path(folder) / "notify"
        listener.bind(str(address))
        listener.settimeout(0.1)
        process = subprocess.Popen(command, env=os.environ | {"NOTIFY_SOCKET": str(address)})
        lines = told(listener, process, time.monotonic() + seconds)
        if lines:
            trouble = [line for line in lines if line.startswith(b"STATUS=Trouble is shown")]
            if trouble:
                end(process)
                return f"It opened, but what it shows is this: {trouble[0].decode()}"
            try:
                process.wait(life)
            except subprocess.TimeoutExpired:
                return "" if end(process) else f"It did not end within {END_S:.0f} seconds when asked to."
            return f"It was ready, then ended by itself with code {process.returncode}."
        if process.poll() is not None:
            return f"It ended with code {process.returncode} before it was ready."
        end(process)
        return f"It was not ready within {seconds:.0f} seconds."


if __name__ == "__main__":
    wrong = watch(sys.argv[3:], float(sys.argv[1]), float(sys.argv[2]))
    sys.stdout.write(f"{wrong or 'It was ready, lived, and ended when asked to.'}\n")
    sys.exit(1 if wrong else 0)
