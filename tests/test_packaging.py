"""The wheel, the locks and the bootstrap: what a fresh machine gets."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.markers import Marker

import companion
from tests.kit.tree import ROOT, kept_files

pytestmark = pytest.mark.slow

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree, built with no network."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ["wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *build, str(ROOT)], check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def contents(wheel: Path) -> set[str]:
    """The names of all files in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing in it but the installed wheel."""
    folder = tmp_path_factory.mktemp("installed")
    install = ["install", "--quiet", "--no-deps", "--no-index", "--target", str(folder), str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *install], check=True)
    return folder


def run_installed(installed: Path, elsewhere: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python on the installed wheel, in another folder and with this checkout out of reach.

    -S leaves out the path files of the environment, and with them the editable installation of the checkout; the
    dependencies are named by their folder instead.
    """
    search = os.pathsep.join([str(installed), sysconfig.get_path("purelib")])
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"PYTHONPATH": search, "HOME": str(elsewhere), "XDG_DATA_HOME": str(elsewhere / "data")}
    command = [sys.executable, "-S", *arguments]
    return subprocess.run(command, cwd=elsewhere, env=environment, capture_output=True, text=True, timeout=60)


def test_the_wheel_holds_every_file_of_the_product(contents: set[str]) -> None:
    rooms = [path.relative_to(ROOT).as_posix() for room in ("companion", "hardware") for path in kept_files(room)]
    wanted = {name for name in rooms if not name.endswith(".pot")}
    wanted |= {f"companion/{path.relative_to(ROOT).as_posix()}" for path in kept_files("kv")}
    assert sorted(wanted - contents) == []


def test_the_wheel_holds_each_kind_of_data(contents: set[str]) -> None:
    def holds(pattern: str) -> bool:
        return any(re.fullmatch(pattern, name) for name in contents)

    for game in PROJECT["entry-points"]["cartouche.games"]:
        assert holds(f"companion/games/{game}/box.*\\.toml"), game
        assert holds(f"companion/games/{game}/help.*\\.toml"), game
    assert holds(r"companion/kv/.+\.kv")
    assert holds(r"companion/ui/data/tokens\.toml")
    assert holds(r"companion/ui/data/shapes\.toml")
    assert holds(r"hardware/profiles/standard\.toml")
    assert holds(r"hardware/profiles/small\.toml")
    assert holds(r"hardware/udev/60-cartouche\.rules")
    assert holds(r"hardware/firmware/main\.py")
    assert holds(r"hardware/firmware/README\.md")
    for language in ("hu", "ru"):
        assert holds(rf"companion/locale/{language}/LC_MESSAGES/.+\.mo"), language


def test_the_wheel_holds_nothing_else(contents: set[str]) -> None:
    assert {name.split("/")[0] for name in contents} == {
        "companion",
        "hardware",
        f"cartouche-{companion.__version__}.dist-info",
    }
    assert [name for name in contents if "/tests/" in name or "__pycache__" in name or name.endswith(".pot")] == []


def test_the_installed_wheel_tells_its_version_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    done = run_installed(installed, tmp_path, "-m", "companion", "--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert companion.__version__ in done.stdout


def test_the_installed_wheel_finds_its_games_boxes_and_screens(installed: Path, tmp_path: Path) -> None:
    script = """
import sys
from importlib.metadata import entry_points
from pathlib import Path
import companion
from companion.games import all_games
from companion.language import Language
from companion.ui.boot import kv_path

inside = Path(sys.argv[1])
assert inside in Path(companion.__file__).parents, companion.__file__
for game in all_games():
    assert inside in Path(sys.modules[type(game).__module__].__file__).parents
assert {game.id for game in all_games()} == {point.name for point in entry_points(group="cartouche.boards")}
for screen in inside.joinpath("companion/kv").glob("*.kv"):
    assert kv_path(screen.stem) == screen
sys.stdout.write(" ".join(game.id for game in all_games()))
"""
    done = run_installed(installed, tmp_path, "-c", script, str(installed))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == sorted(PROJECT["entry-points"]["cartouche.games"])


def test_the_installed_wheel_finds_its_panels_and_the_files_for_a_button_box(installed: Path, tmp_path: Path) -> None:
    done = run_installed(installed, tmp_path, "-m", "companion", "panel", "profiles", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert [row["id"] for row in json.loads(done.stdout)["profiles"]] == ["standard", "small"]
    assert (installed / "hardware/firmware/wire.py").is_file()


def test_what_drives_the_pins_is_an_extra_of_this_python_and_never_the_empty_one() -> None:
    (wanted,) = PROJECT["optional-dependencies"]["pi"]
    assert wanted.startswith("lgpio>=0.2.2")
    for name in ("run.lock", "dev.lock"):
        lines = (ROOT / "requirements" / name).read_text("utf-8").splitlines()
        pinned = [line for line in lines if line.startswith("lgpio==")]
        assert [line for line in pinned if not line.startswith("lgpio==0.2.2")] == []


def test_the_command_and_the_module_are_the_same_program(installed: Path) -> None:
    assert PROJECT["scripts"] == {"cartouche": "companion.__main__:main"}
    assert (installed / "bin/cartouche").is_file()


def pins(name: str) -> dict[str, str]:
    """Package and version of every line of a lock file."""
    text = (ROOT / "requirements" / name).read_text("utf-8")
    return dict(re.findall(r"^([a-z0-9][a-z0-9._-]*)==([^ ;\\]+)", text, re.MULTILINE))


def test_every_locked_package_has_its_hash_and_no_source_of_its_own() -> None:
    for name in ("run.lock", "dev.lock"):
        text = (ROOT / "requirements" / name).read_text("utf-8").replace("\\\n", " ")
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        assert len(lines) == len(pins(name)) > 20
        assert [line for line in lines if not re.search(r" --hash=sha256:[0-9a-f]{64}\b", line)] == []
        assert "://" not in text


def test_the_locks_cover_the_project_and_agree_with_each_other() -> None:
    def names(requirements: list[str]) -> set[str]:
        return {re.split(r"[^A-Za-z0-9._-]", wanted)[0].lower() for wanted in requirements}

    extras = PROJECT["optional-dependencies"]
    run, dev = pins("run.lock"), pins("dev.lock")
    assert names(PROJECT["dependencies"]) | names(extras["build"]) <= set(run)
    assert names(extras["dev"]) <= set(dev)
    assert run.items() <= dev.items()


def wanted_here(name: str) -> bool:
    """Whether the lock of development wants a package on this machine."""
    text = (ROOT / "requirements/dev.lock").read_text("utf-8")
    marker = re.search(rf"^{re.escape(name)}==[^ ]+ ; (.+?) \\$", text, re.MULTILINE)
    return marker is None or Marker(marker[1]).evaluate()


def test_a_package_for_other_machines_is_not_wanted_here() -> None:
    assert wanted_here("click")
    assert wanted_here("lgpio") == (platform.machine() == "aarch64" and sys.version_info < (3, 13))


def test_this_environment_is_the_locked_one() -> None:
    asked = [sys.executable, "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check"]
    listed = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    here = {name.lower().replace("_", "-"): version for name, version in re.findall(r"^([^=\s]+)==(\S+)", listed, re.M)}
    locked = {name: version for name, version in pins("dev.lock").items() if wanted_here(name)}
    assert len(locked) > 20
    assert {name: here.get(name) for name in locked} == locked


@pytest.fixture
def bare_machine(tmp_path: Path) -> dict[str, str]:
    """An environment for the bootstrap in which no library is installed, and its user may install none."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, body in {
        "ldconfig": "exit 0",
        "id": "echo 1000",
        "sudo": "exit 1",
        "apt-get": f"echo called > '{tmp_path}/apt-was-called'",
        "apt-cache": "exit 100",
    }.items():
        (tools / name).write_text(f"#!/bin/sh\n{body}\n")
        (tools / name).chmod(0o755)
    return {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "VENV": str(tmp_path / "venv")}


def bootstrap(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["bash", str(ROOT / "deploy/bootstrap.sh"), *arguments]
    nobody = subprocess.DEVNULL
    return subprocess.run(command, env=environment, capture_output=True, text=True, stdin=nobody, timeout=60)


def test_without_the_right_to_install_the_bootstrap_prints_the_line_and_stops(
    bare_machine: dict[str, str], tmp_path: Path
) -> None:
    done = bootstrap(bare_machine, "run")
    line = "sudo apt-get install -y --no-install-recommends libgl1 libegl1 libgles2 libgbm1 libdrm2 libmtdev1\n"
    assert done.returncode == 1
    assert done.stderr.endswith(line)
    assert not (tmp_path / "venv").exists()
    assert not (tmp_path / "apt-was-called").exists()


def test_socat_and_mosquitto_are_wanted_for_the_tests_alone(bare_machine: dict[str, str]) -> None:
    run, dev = (bootstrap(bare_machine, mode).stderr.split() for mode in ("run", "dev"))
    for name in ("socat", "mosquitto"):
        there = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is not None
        assert name not in run and (name in dev) == (not there)


def test_the_bootstrap_leaves_a_folder_alone_that_is_no_environment_and_installs_nothing_for_it(
    bare_machine: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters/dear.txt").write_text("Dear Anna,")
    # As root everything could be installed.
    (tmp_path / "tools/id").write_text("#!/bin/sh\necho 0\n")
    done = bootstrap({**bare_machine, "VENV": str(tmp_path / "letters")}, "dev")
    assert not (tmp_path / "apt-was-called").exists()
    assert done.returncode == 1
    assert "no virtual environment" in done.stderr
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["dear.txt"]


def test_the_bootstrap_names_a_python_that_does_not_fit(tmp_path: Path) -> None:
    done = bootstrap({**os.environ, "PYTHON": "python2.7", "VENV": str(tmp_path / "venv")}, "dev")
    assert done.returncode == 1
    assert "PYTHON=python2.7" in done.stderr


@pytest.mark.parametrize(("system_has_lgpio", "sees_it"), [(True, True), (False, False)])
def test_the_environment_sees_the_system_s_packages_only_for_the_pins(
    bare_machine: dict[str, str], tmp_path: Path, system_has_lgpio: bool, sees_it: bool
) -> None:
    """A Python that only notes how it was asked to make an environment, on a machine that lacks no library."""
    libraries = "".join(f"echo '{name} => /lib/{name}';" for name in ("libGL.so.1", "libEGL.so.1"))
    python = tmp_path / "tools/python3.13"
    found = 0 if system_has_lgpio else 1
    for path, body in {
        tmp_path / "tools/ldconfig": libraries,
        python: f"""case "$*" in
            *lgpio*) exit {found} ;;
            *"-m venv"*) echo "$*" > '{tmp_path}/made'; exit 1 ;;
        esac""",
    }.items():
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
    done = bootstrap({**bare_machine, "PYTHON": str(python)}, "dev")
    assert done.returncode != 0
    assert ("--system-site-packages" in (tmp_path / "made").read_text()) == sees_it


def test_the_bootstrap_says_how_it_is_used() -> None:
    done = bootstrap(dict(os.environ), "everything")
    assert done.returncode == 2
    assert "run|dev" in done.stderr
