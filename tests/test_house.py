"""What every file of the tree keeps to: small rooms, finished work, spoken failures, documented public things."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import subprocess
from collections.abc import Collection, Iterator
from pathlib import Path
from types import ModuleType

from tests.kit.tree import ROOT, kept_files

PURE_ROOMS = ("companion.engine", "companion.games", "companion.table", "companion.vision", "hardware")
ON_A_BOX_ONLY = ("hardware.firmware.main", "hardware.firmware.start")
"""They need the modules of a microcontroller."""
PYTHON_LINES = 400
KV_LINES = 250
GENERATED = {".lock", ".po", ".mo", ".pot"}
PICTURES = {".png", ".ttf", ".otf", ".ico", ".gif", ".db", ".sqlite", ".sqlite3"}

# Spelled in two parts, so that this file does not hold what it looks for.
UNFINISHED = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK")) + r")\b")
FOREIGN_PATHS = re.compile(r"(?<![\w.~])/" + "(home|root|work|farm)/|" + r"\.\./" + "shared")
FOREIGN_DOCUMENTS = re.compile(r"\banch" + r"ors \d|\bstack-" + r"notes\b|\bDESIGN" + r"\.md\b|\bSTYLE" + r"\.md\b")
REGISTRY_HOSTS = re.compile(
    "|".join(
        name + re.escape(end)
        for name, end in [
            ("pypi", ".org"),
            ("pythonhosted", ".org"),
            ("piwheels", ".org"),
            ("npmjs", ".org"),
            ("deb.debian", ".org"),
            ("raspberrypi", ".com/debian"),
        ]
    )
)


def texts() -> Iterator[tuple[Path, str]]:
    """Every kept file that is text."""
    for path in kept_files():
        if path.suffix not in PICTURES | {".mo"}:
            yield path, path.read_text("utf-8", errors="replace")


def python_files(*folders: str) -> list[Path]:
    """Every kept Python file under the folders."""
    return [path for path in kept_files() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in folders]


def at(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def lines_with(pattern: re.Pattern[str], skipped: Collection[str] = ()) -> list[str]:
    """Where a pattern stands in the tree, as file, line and what was found."""
    return [
        f"{at(path, number)}: {match[0]}"
        for path, text in texts()
        if path.suffix not in skipped
        for number, line in enumerate(text.splitlines(), 1)
        if (match := pattern.search(line))
    ]


def test_no_python_file_outgrows_its_room() -> None:
    long = {
        str(path.relative_to(ROOT)): count
        for path in python_files("companion", "hardware")
        if (count := len(path.read_text("utf-8").splitlines())) > PYTHON_LINES
    }
    assert long == {}


def test_no_kv_file_outgrows_its_room() -> None:
    long = {
        str(path.relative_to(ROOT)): count
        for path in kept_files()
        if path.suffix == ".kv" and (count := len(path.read_text("utf-8").splitlines())) > KV_LINES
    }
    assert long == {}


def test_nothing_is_left_unfinished() -> None:
    assert lines_with(UNFINISHED, GENERATED) == []


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    assert lines_with(FOREIGN_PATHS) == []


def test_no_file_points_at_a_document_that_is_not_in_the_tree() -> None:
    assert lines_with(FOREIGN_DOCUMENTS) == []


def test_no_file_names_a_package_registry() -> None:
    assert lines_with(REGISTRY_HOSTS) == []


def test_the_product_speaks_through_its_screen_or_console_and_never_prints() -> None:
    found = [
        at(path, node.lineno)
        for path in python_files("companion", "hardware")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert found == []


def swallows(node: ast.AST) -> bool:
    """Whether a piece of code catches everything, or catches something and says nothing."""
    if isinstance(node, ast.ExceptHandler):
        silent = all(
            isinstance(step, ast.Pass) or (isinstance(step, ast.Expr) and isinstance(step.value, ast.Constant))
            for step in node.body
        )
        return node.type is None or silent
    if isinstance(node, ast.Call):
        named = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        all_of_them = {"Exception", "BaseException"}
        return named == "suppress" and any(isinstance(a, ast.Name) and a.id in all_of_them for a in node.args)
    return False


def test_no_failure_is_swallowed() -> None:
    found = [
        at(path, getattr(node, "lineno", 0))
        for path in python_files("companion", "hardware", "deploy", "tests")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if swallows(node)
    ]
    assert found == []


def test_the_search_for_swallowed_failures_finds_each_kind() -> None:
    bad = [
        "try: f()\nexcept: g()",
        "try: f()\nexcept ValueError: pass",
        "try: f()\nexcept ValueError:\n    ...",
        "with suppress(Exception): f()",
        "with contextlib.suppress(BaseException): f()",
    ]
    good = ["try: f()\nexcept ValueError: g()", "with suppress(FileNotFoundError): f()"]
    assert [any(map(swallows, ast.walk(ast.parse(code)))) for code in bad] == [True] * len(bad)
    assert [any(map(swallows, ast.walk(ast.parse(code)))) for code in good] == [False] * len(good)


def room_modules() -> Iterator[ModuleType]:
    """Every module of the rooms that need no screen."""
    for room in PURE_ROOMS:
        package = importlib.import_module(room)
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{room}."):
            if found.name not in ON_A_BOX_ONLY:
                yield importlib.import_module(found.name)


def undocumented(module: ModuleType) -> Iterator[str]:
    """Public functions, classes and methods without a docstring; a method may inherit its base's."""
    if not inspect.getdoc(module):
        yield module.__name__
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(thing) and not inspect.getdoc(thing):
            yield f"{module.__name__}.{name}"
        if not inspect.isclass(thing):
            continue
        # A class needs its own sentence. A dataclass writes its signature where nobody wrote one.
        written = thing.__doc__ or ""
        if not written or written.startswith(f"{thing.__name__}("):
            yield f"{module.__name__}.{name}"
        for part, member in vars(thing).items():
            kinds = (staticmethod, classmethod, property)
            if part.startswith("_") or not (inspect.isfunction(member) or isinstance(member, kinds)):
                continue
            if not inspect.getdoc(getattr(thing, part)):
                yield f"{module.__name__}.{name}.{part}"


def test_every_public_thing_of_the_pure_rooms_is_documented() -> None:
    assert [name for module in room_modules() for name in undocumented(module)] == []


def test_every_shell_script_stops_at_the_first_failure() -> None:
    scripts = [path for path, text in texts() if text.startswith("#!") and "sh" in text.splitlines()[0]]
    assert ROOT / ".ci/run" in scripts
    assert ROOT / "deploy/bootstrap.sh" in scripts
    careless = [str(path.relative_to(ROOT)) for path in scripts if "\nset -eu" not in path.read_text("utf-8")]
    assert careless == []
    for path in scripts:
        subprocess.run(["bash", "-n", str(path)], check=True)


def test_continuous_integration_runs_the_tests_and_hides_nothing() -> None:
    script = (ROOT / ".ci/run").read_text("utf-8")
    commands = [line for line in script.splitlines() if line and not line.startswith("#")]
    assert commands == ["set -euo pipefail", 'cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."', "exec make test"]
    recipe = (ROOT / "Makefile").read_text("utf-8").partition("\ntest:")[2].partition("\n\n")[0]
    assert "-m pytest" in recipe
    assert not re.search(r"\|\||; *true|\n\t@?-|-k |--ignore|--deselect", recipe)
