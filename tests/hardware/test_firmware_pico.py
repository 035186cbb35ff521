"""The program of the box as it lies on a Pico, worked by a plan; under MicroPython too where it is there."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from hardware.firmware import config
from hardware.firmware.wire import Lines, frame
from tests.kit.tree import ROOT

HERE = ROOT / "tests" / "hardware" / "pico"
MICROPYTHON = shutil.which("micropython")
PINS = dict(config.KEYS)

needs_micropython = pytest.mark.skipif(MICROPYTHON is None, reason="needs the program micropython, which is not here")


@pytest.fixture(params=["python", pytest.param("micropython", marks=needs_micropython)])
def interpreter(request: pytest.FixtureRequest) -> list[str]:
    """The command of an interpreter, with nothing of ours in reach."""
    return [sys.executable, "-I"] if request.param == "python" else [str(MICROPYTHON)]


def plugged_in(interpreter: list[str], plan: str, *host: str, more: str = "") -> tuple[list[str], list[str]]:
    """Plug a box in and let the plan run; what it said, and what its pins were told."""
    folders = [HERE, ROOT / "hardware"]
    if interpreter[0] == sys.executable:
        folders.append(HERE / "cpython")
    command = [*interpreter, str(HERE / "run.py"), ":".join(map(str, folders)), plan, more]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as box:
        assert box.stdin is not None and box.stdout is not None and box.stderr is not None
        box.stdin.write(b"".join(map(frame, host)))
        box.stdin.flush()
        # standard input stays open: a Pico knows no end of it
        bodies = Lines().feed(box.stdout.read())
        told = box.stderr.read().decode()
        assert box.wait(20) == 0, told
    return bodies, told.split()


def test_a_plugged_in_box_talks_and_lights_its_lamps(interpreter: list[str]) -> None:
    press = PINS["seat2"]
    plan = f"40:{press}=0,120:{press}=1,200:end"
    bodies, told = plugged_in(interpreter, plan, "hello 0 1", "lamps 1 seat1=on", "sound 2 good")
    keys = "seat1,seat2,seat3,seat4,seat5,seat6,confirm,undo,next,push,turn"
    hello = bodies[0].split()
    assert hello[:4] == ["hello", "0", "1", "e66058"]
    assert len(hello[4]) == 8
    assert hello[5:] == ["1", keys, "seat1,seat2,seat3,seat4,seat5,seat6", "1"]
    first = {" ".join(body.split()[:3]) for body in bodies[1:]}
    assert {"done 1", "done 2", "down 1 seat2", "up 2 seat2"} <= first
    assert f"{dict(config.LAMPS)['seat1']}=1" in told
    assert told[-3:] == [f"{config.BUZZER}~1319", f"{config.BUZZER}%32768", f"{config.BUZZER}%0"]


def test_the_knob_is_read_both_ways(interpreter: list[str]) -> None:
    a, b = config.KNOB
    levels = [f"{a}=0", f"{b}=0", f"{a}=1", f"{b}=1", f"{b}=0", f"{a}=0", f"{b}=1", f"{a}=1"]
    plan = ",".join(f"{20 + 30 * place}:{level}" for place, level in enumerate(levels))
    bodies, _ = plugged_in(interpreter, plan + ",300:end", "hello 0 1")
    assert {"turn 1 1", "turn 2 -1"} <= {" ".join(body.split()[:3]) for body in bodies}


def test_a_reader_is_listened_to(interpreter: list[str]) -> None:
    bodies, _ = plugged_in(interpreter, "60:end", "hello 0 1", more="reader")
    assert bodies[0].split()[6].endswith(",turn,tags")
    assert "tag 1 30344131" in {" ".join(body.split()[:3]) for body in bodies}


def test_another_start_bears_another_boot(interpreter: list[str]) -> None:
    boots = {plugged_in(interpreter, "20:end")[0][0].split()[4] for _ in range(2)}
    assert len(boots) == 2


def test_with_the_prompt_key_held_down_the_program_does_not_start(interpreter: list[str]) -> None:
    assert plugged_in(interpreter, f"0:{PINS[config.PROMPT_KEY]}=0,50:end", "hello 0 1") == ([], [])


def replay(command: list[str], *more: str) -> list[str]:
    """What the pure parts say through one evening."""
    command = [*command, str(HERE / "replay.py"), str(ROOT / "hardware"), *more]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.splitlines()


@needs_micropython
@pytest.mark.parametrize("more", [(), ("wrap",)])
def test_micropython_says_what_python_says(more: tuple[str, ...]) -> None:
    said = replay([sys.executable, "-I"])
    assert len(said) > 100
    assert replay([str(MICROPYTHON)], *more) == said


def test_no_two_parts_are_wired_to_one_pin_and_all_pins_are_there() -> None:
    pins = [*PINS.values(), *dict(config.LAMPS).values(), *config.KNOB]
    if config.BUZZER is not None:
        pins.append(config.BUZZER)
    assert len(pins) == len(set(pins))
    assert set(pins) <= {*range(23), 26, 27, 28}


def test_the_readme_tells_the_pins_of_the_configuration() -> None:
    readme = (ROOT / "hardware" / "firmware" / "README.md").read_text("utf-8")
    for key, pin in config.KEYS:
        assert f"| `{key}` | GP{pin} |" in readme
    for lamp, pin in config.LAMPS:
        assert f"| lamp `{lamp}` | GP{pin} |" in readme
    a, b = config.KNOB
    assert f"| knob A | GP{a} |" in readme
    assert f"| knob B | GP{b} |" in readme
    assert f"| buzzer | GP{config.BUZZER} |" in readme
