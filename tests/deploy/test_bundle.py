"""The bundle: what it holds, for whom, and that an installation needs nothing else. Made of stand-ins, offline."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from deploy.lock_for import lines_for
from tests.kit.installation import Machine, pack
from tests.kit.tree import ROOT

pytestmark = pytest.mark.slow
NATIVE = "native-1.0-{tag}-{tag}-manylinux_2_28_{machine}.whl"
PINS = "pins-0.2-cp311-cp311-manylinux_2_34_aarch64.whl"


def bundle(tree: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """What the script says in that tree, with the pip of the tests."""
    environment = os.environ | {"VENV": sys.prefix, "SOURCE_DATE_EPOCH": "1767225600"}
    command = ["bash", str(tree / "deploy/bundle.sh"), *options]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def locked(path: Path, condition: str = "") -> str:
    """The line of a lock for a wheel."""
    name, version = path.name.split("-")[:2]
    return f"{name}=={version}{condition} \\\n    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout whose lock names three packages: one for all, one for each Python, one for the pins."""
    tree, packages = tmp_path / "tree", tmp_path / "packages"
    for folder in (tree / "requirements", packages):
        folder.mkdir(parents=True)
    for room in ("deploy", "systemd"):
        shutil.copytree(ROOT / room, tree / room)
    shutil.copy(ROOT / "LICENSE", tree)
    pack(packages, "plain", "1.0", {"plain.py": ""})
    pack(tmp_path, "cartouche", "3.2", {"companion.py": ""})
    made = [packages / NATIVE.format(tag=tag, machine="aarch64") for tag in ("cp311", "cp312", "cp313")]
    for path in (*made, packages / NATIVE.format(tag="cp313", machine="x86_64"), packages / PINS):
        pack(packages, path.name.split("-")[0], path.name.split("-")[1], {"module.py": path.name}).rename(path)
    pins = locked(packages / PINS, " ; python_full_version < '3.13' and platform_machine == 'aarch64'")
    native = " \\\n    --hash".join([locked(made[0]), *(locked(path).split("--hash")[1] for path in made[1:])])
    lock = f"# Made by a test.\n{native}\n{pins}\n{locked(packages / 'plain-1.0-py3-none-any.whl')}\n"
    (tree / "requirements/run.lock").write_text(lock)
    return tree


def of(tree: Path) -> list[str]:
    """The options that make a bundle of that tree, offline."""
    beside = tree.parent
    wheel = beside / "cartouche-3.2-py3-none-any.whl"
    return ["--from", str(beside / "packages"), "--wheel", str(wheel), "--out", str(beside / "dist")]


def test_a_bundle_holds_the_packages_for_both_pythons_and_what_the_installer_needs(tree: Path) -> None:
    done = bundle(tree, *of(tree))
    assert done.returncode == 0, done.stderr
    made = tree.parent / "dist/cartouche-3.2-aarch64"
    assert sorted(path.name for path in made.iterdir()) == [
        "LICENSE",
        "MANIFEST",
        "deploy",
        "requirements",
        "systemd",
        "wheels",
    ]
    assert {path.name for path in (made / "wheels").iterdir()} == {
        "cartouche-3.2-py3-none-any.whl",
        "plain-1.0-py3-none-any.whl",
        NATIVE.format(tag="cp311", machine="aarch64"),
        NATIVE.format(tag="cp313", machine="aarch64"),
        PINS,
    }
    for room in ("deploy", "systemd"):
        kept = {path.relative_to(ROOT) for path in (ROOT / room).rglob("*.*") if "__pycache__" not in path.parts}
        assert {path.relative_to(made) for path in (made / room).rglob("*.*")} == kept
    assert os.access(made / "deploy/install.sh", os.X_OK)


def test_its_manifest_tells_what_every_file_must_be_and_its_one_file_holds_them_all(tree: Path) -> None:
    done = bundle(tree, *of(tree))
    made = tree.parent / "dist/cartouche-3.2-aarch64"
    told = dict(line.split("  ")[::-1] for line in (made / "MANIFEST").read_text().splitlines())
    files = {str(path.relative_to(made)): path for path in made.rglob("*") if path.is_file()}
    assert told == {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items() if name != "MANIFEST"
    }
    with tarfile.open(f"{made}.tar") as archive:
        packed = {row.name: row for row in archive.getmembers() if row.isfile()}
    assert set(packed) == {f"{made.name}/{name}" for name in files}
    assert {(row.uid, row.gid) for row in packed.values()} == {(0, 0)}
    assert f"tar -xf {made.name}.tar, then sudo {made.name}/deploy/install.sh" in done.stdout


def test_the_same_tree_gives_the_same_bytes_and_leaves_nothing_else(tree: Path) -> None:
    bundle(tree, *of(tree))
    (made,) = tree.parent.glob("dist/*.tar")
    first = hashlib.sha256(made.read_bytes()).hexdigest()
    again = bundle(tree, *of(tree))
    assert again.returncode == 0, again.stderr
    assert hashlib.sha256(made.read_bytes()).hexdigest() == first
    assert sorted(path.name for path in made.parent.iterdir()) == ["cartouche-3.2-aarch64", made.name]


def test_a_package_that_is_not_the_locked_one_makes_no_bundle(tree: Path) -> None:
    pack(tree.parent / "packages", "plain", "1.0", {"plain.py": "other = True"})
    done = bundle(tree, *of(tree))
    assert done.returncode == 1 and "Nothing has been made" in done.stderr
    assert list((tree.parent / "dist").iterdir()) == []


def test_a_dry_run_names_the_packages_for_each_python_and_fetches_none(tree: Path) -> None:
    done = bundle(tree, "--dry-run", "--out", str(tree.parent / "dist"))
    assert done.returncode == 0, done.stderr
    older, newer = done.stdout.split("for Python 3.13")
    assert [row.strip() for row in older.splitlines()[1:-1]] == ["native==1.0", "pins==0.2", "plain==1.0"]
    assert [row.strip() for row in newer.splitlines()[1:-1]] == ["native==1.0", "plain==1.0"]
    assert not (tree.parent / "dist").exists()


def test_the_lock_of_cartouche_gives_lgpio_to_a_raspberry_pi_of_python_3_11_alone() -> None:
    text = (ROOT / "requirements/run.lock").read_text("utf-8")

    def names(machine: str, python: str) -> set[str]:
        lines = lines_for(text, machine, python)
        assert all(re.fullmatch(r"\S+==\S+( --hash=sha256:[0-9a-f]{64})+", line) for line in lines)
        return {line.split("==")[0] for line in lines}

    assert names("aarch64", "3.11") - names("aarch64", "3.13") == {"lgpio"}
    assert names("aarch64", "3.13") == names("x86_64", "3.11")
    assert {"kivy", "numpy", "opencv-python-headless", "msgspec"} <= names("aarch64", "3.13")


def test_what_is_made_can_be_installed_and_a_damaged_copy_of_it_is_refused(
    first: Path, machine: Machine, tmp_path: Path
) -> None:
    shutil.copy(ROOT / "LICENSE", first)
    (wheel,) = first.glob("wheels/cartouche-*.whl")
    options = ("--machine", "x86_64", "--from", str(first / "wheels"), "--wheel", str(wheel), "--out", str(tmp_path))
    done = bundle(first, *options)
    assert done.returncode == 0, done.stderr
    with tarfile.open(tmp_path / "cartouche-1.0-x86_64.tar") as archive:
        archive.extractall(tmp_path / "stick", filter="data")
    source = tmp_path / "stick/cartouche-1.0-x86_64"
    good = (source / "deploy/checks.sh").read_bytes()
    (source / "deploy/checks.sh").write_bytes(good + b"\n# a byte too many\n")
    before = machine.tree()
    refused = machine.act(source, "install.sh", "--yes")
    assert refused.returncode == 1 and "is not whole" in refused.stderr
    assert machine.tree() == before
    (source / "deploy/checks.sh").write_bytes(good)
    installed = machine.act(source, "install.sh", "--yes")
    assert installed.returncode == 0, installed.stdout + installed.stderr
    assert (machine.root / "opt/cartouche/current/VERSION").read_text() == "1.0\n"


COMMANDS = [
    (name, words.split())
    for path in ("README.md", "deploy/README.md")
    for block in re.findall(r"^```bash\n(.*?)^```", (ROOT / path).read_text("utf-8"), re.M | re.S)
    for name, words in re.findall(r"\bdeploy/([a-z0-9-]+\.sh)((?: [^\s#]+)*)", block)
]


@pytest.mark.parametrize(("name", "words"), COMMANDS, ids=[" ".join([name, *words]) for name, words in COMMANDS])
def test_a_command_for_a_raspberry_pi_is_printed_as_the_scripts_take_it(name: str, words: list[str]) -> None:
    """These install on the machine they run on, so they are not run here: script and options have to be there."""
    script = ROOT / "deploy" / name
    assert os.access(script, os.X_OK)
    known = subprocess.run(["bash", str(script), "--help"], capture_output=True, text=True)
    assert known.returncode == 0, known.stderr
    assert [word for word in words if word.startswith("--") and word not in known.stdout] == []


def test_there_are_commands_for_a_raspberry_pi() -> None:
    assert {name for name, _ in COMMANDS} >= {"install.sh", "uninstall.sh"}
