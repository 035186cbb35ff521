"""The rules for udev and polkit: they parse, and give what the kiosk uses and nothing beside it."""

from __future__ import annotations

import fnmatch
import json
import re
import shutil
import subprocess
from typing import Any

import pytest

from tests.kit.tree import ROOT

UDEV = ROOT / "deploy/udev"
POLKIT = ROOT / "deploy/polkit/60-cartouche.rules"
TERM = re.compile(r'([A-Z]+)(?:\{(\w+)\})?(==|!=|\+=|=)"([^"]*)"')
MATCHES = {"ACTION", "KERNEL", "SUBSYSTEM", "ENV", "ATTR", "ATTRS"}
SETS = {"ENV", "GOTO", "GROUP", "LABEL", "MODE", "RUN", "TAG"}
Rule = list[tuple[str, str, str, str]]


def rules(name: str) -> list[Rule]:
    """The rules of a udev file, each as (key, attribute, operator, value)."""
    found = []
    for line in (UDEV / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            terms = TERM.findall(line)
            assert ", ".join(f'{k}{{{a}}}{o}"{v}"' if a else f'{k}{o}"{v}"' for k, a, o, v in terms) == line
            found.append(terms)
    return found


def outcome(name: str, device: dict[str, str]) -> list[tuple[str, str]]:
    """What udev would set for a device, given as "ACTION", "ENV{ID_BUS}", ... ; as (key, value) in order."""
    done: list[tuple[str, str]] = []
    waiting_for = ""
    for rule in rules(name):
        label = next((value for key, _, operator, value in rule if key == "LABEL" and operator == "="), "")
        if waiting_for and label != waiting_for:
            continue
        waiting_for = ""
        terms = [(f"{key}{{{about}}}" if about else key, operator, value) for key, about, operator, value in rule]
        tests = [(key, operator, value) for key, operator, value in terms if operator in {"==", "!="}]
        if all(fnmatch.fnmatchcase(device.get(key, ""), value) == (operator == "==") for key, operator, value in tests):
            sets = [(key, value) for key, operator, value in terms if operator in {"=", "+="}]
            waiting_for = next((value for key, value in sets if key == "GOTO"), "")
            done += [term for term in sets if term[0] not in {"GOTO", "LABEL"}]
    return done


STICK = {
    "ACTION": "add",
    "SUBSYSTEM": "block",
    "KERNEL": "sda1",
    "ENV{ID_BUS}": "usb",
    "ENV{ID_FS_USAGE}": "filesystem",
    "ATTRS{removable}": "1",
}
KIOSK = "61-cartouche-kiosk.rules"


@pytest.mark.parametrize("name", sorted(path.name for path in UDEV.glob("*.rules")))
def test_the_udev_rules_are_well_formed(name: str) -> None:
    found = rules(name)
    labels = [(i, value) for i, rule in enumerate(found) for key, _, _, value in rule if key == "LABEL"]
    for i, rule in enumerate(found):
        for key, _, operator, value in rule:
            assert key in (MATCHES if operator in {"==", "!="} else SETS), key
            if key == "GOTO":
                assert any(at > i and value == label for at, label in labels), value


def test_a_stick_that_comes_is_mounted() -> None:
    assert outcome(KIOSK, STICK) == [("TAG", "systemd"), ("ENV{SYSTEMD_WANTS}", "cartouche-stick@%k.service")]


@pytest.mark.parametrize(
    "other",
    [
        {"ACTION": "change"},
        {"ACTION": "remove"},
        {"KERNEL": "mmcblk0p2"},
        {"KERNEL": "nvme0n1p1"},
        {"ENV{ID_BUS}": "ata"},
        {"ENV{ID_FS_USAGE}": "crypto"},
        {"ENV{ID_FS_USAGE}": ""},
        {"ATTRS{removable}": "0"},
        {"SUBSYSTEM": "net"},
    ],
    ids=lambda other: "-".join(f"{key}={value}" for key, value in other.items()),
)
def test_what_is_no_stick_that_comes_is_left_alone(other: dict[str, str]) -> None:
    assert outcome(KIOSK, STICK | other) == []


def test_the_group_video_may_set_the_backlight_and_switch_it_and_nothing_else_of_it() -> None:
    runs = outcome(KIOSK, {"ACTION": "add", "SUBSYSTEM": "backlight", "KERNEL": "10-0045"})
    both = "$sys$devpath/brightness $sys$devpath/bl_power"
    assert runs == [("RUN", f"/bin/chgrp video {both}"), ("RUN", f"/bin/chmod g+w {both}")]
    # Every step of the brightness is told as a change: programs must not run for it.
    assert outcome(KIOSK, {"ACTION": "change", "SUBSYSTEM": "backlight", "KERNEL": "10-0045"}) == []


HARNESS = """
const fs = require("fs"), vm = require("vm"), rules = [];
const polkit = {Result: {YES: "yes", NO: "no", NOT_HANDLED: null}, addRule: (rule) => rules.push(rule)};
vm.runInNewContext(fs.readFileSync(process.argv[1], "utf8"), {polkit});
const asked = JSON.parse(fs.readFileSync(0, "utf8"));
const answers = asked.map(([user, id, unit, verb]) => {
    const about = {unit, verb};
    const said = rules.map((rule) => rule({id, lookup: (key) => about[key]}, {user}));
    return said.find((answer) => answer !== null) ?? null;
});
console.log(JSON.stringify([rules.length, answers]));
"""
UNITS = "org.freedesktop.systemd1.manage-units"
LOGIN = "org.freedesktop.login1."


def answers(*asked: tuple[str, str, str | None, str | None]) -> list[str | None]:
    """What the polkit rules say to each (user, action, unit, verb): "yes", or None where they do not decide."""
    command = ["node", "-e", HARNESS, str(POLKIT)]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    found: Any = json.loads(done.stdout)
    assert found[0] == 1
    return list(found[1])


node = pytest.mark.skipif(shutil.which("node") is None, reason="no node here to run the polkit rules with")


@node
@pytest.mark.parametrize(
    ("action", "unit", "verb"),
    [
        (f"{LOGIN}power-off", None, None),
        (f"{LOGIN}power-off-multiple-sessions", None, None),
        (f"{LOGIN}reboot", None, None),
        (f"{LOGIN}reboot-multiple-sessions", None, None),
        *((UNITS, "cartouche.service", verb) for verb in ("start", "stop", "restart", "reset-failed")),
        (UNITS, "cartouche-back.service", "start"),
        (UNITS, "cartouche-stick@sda1.service", "start"),
        (UNITS, "cartouche-stick@sdb.service", "stop"),
    ],
)
def test_the_kiosk_may_ask_for_what_is_on_its_screen(action: str, unit: str | None, verb: str | None) -> None:
    assert answers(("cartouche", action, unit, verb), ("somebody", action, unit, verb)) == ["yes", None]


@node
@pytest.mark.parametrize(
    ("action", "unit", "verb"),
    [
        (f"{LOGIN}suspend", None, None),
        (f"{LOGIN}power-off-ignore-inhibit", None, None),
        (f"{LOGIN}set-wall-message", None, None),
        ("org.freedesktop.systemd1.manage-unit-files", None, None),
        ("org.freedesktop.systemd1.reload-daemon", None, None),
        ("org.freedesktop.udisks2.filesystem-mount-system", None, None),
        (UNITS, None, None),
        (UNITS, "cartouche.service", "kill"),
        (UNITS, "cartouche.service", "set-property"),
        (UNITS, "cartouche-back.service", "stop"),
        (UNITS, "cartouche-return.service", "start"),
        (UNITS, "cartouche-safe.service", "start"),
        (UNITS, "ssh.service", "stop"),
        (UNITS, "xcartouche.service", "start"),
        (UNITS, "cartouche.service.service", "start"),
        (UNITS, "cartouche-stick@sda1.service", "restart"),
        (UNITS, "cartouche-stick@.service", "start"),
        (UNITS, "cartouche-stick@..-etc.service", "start"),
        (UNITS, "cartouche-stick@mmcblk0p1.service", "start"),
        (UNITS, "cartouche-stick@sda1.service\nx", "start"),
    ],
)
def test_the_kiosk_may_ask_for_nothing_else(action: str, unit: str | None, verb: str | None) -> None:
    assert answers(("cartouche", action, unit, verb)) == [None]


def test_the_polkit_rules_keep_to_the_old_language() -> None:
    """The JavaScript of polkit on Debian 12 is a small one; node would take more."""
    code = re.sub(r"//[^\n]*", "", POLKIT.read_text("utf-8"))
    assert not re.search(r"\b(?:const|let|class|import)\b|=>|`|\.includes\(|\.startsWith\(", code)
