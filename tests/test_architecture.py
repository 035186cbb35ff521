"""The arrows of the house: ui -> table -> games -> engine, and no game is named outside its own rooms."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOP = "top"  # the modules directly in companion/: the command line, the configuration, the language

# What each room may import of ours. `companion` alone is the package with its version.
MAY_IMPORT = {
    "engine": {"engine"},
    "games": {"engine", "games"},
    "table": {"engine", "games", "table"},
    "club": {"engine", "games", "table", "club"},
    "vision": {"engine", "vision"},
    "firmware": {"firmware"},
    "hardware": {"engine", "firmware", "hardware"},
    "locale": {"engine", "locale"},
    "ui": {"engine", "games", "table", "club", "vision", "firmware", "hardware", "ui", TOP},
    TOP: {"engine", "games", "table", "club", "vision", "firmware", "hardware", "ui", "commands", TOP},
    "commands": {"engine", "games", "table", "club", "vision", "firmware", "hardware", "ui", "commands", TOP},
}
ENGINE_FORBIDS = {
    "asyncio", "datetime", "gpiozero", "io", "kivy", "os", "pathlib", "platformdirs", "random", "secrets", "serial",
    "shutil", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time",
}  # fmt: skip
GAMES_FORBID = ENGINE_FORBIDS - {"pathlib"}
TABLE_FORBIDS = {"kivy", "gpiozero", "serial", "cv2", "numpy"}
VISION_FORBIDS = {"kivy", "click", "rich", "gpiozero", "serial", "sqlite3", "picamera2"}
HARDWARE_FORBIDS = {"kivy", "click", "rich", "sqlite3"}
CLUB_FORBIDS = {"kivy", "click", "rich", "gpiozero", "serial", "sqlite3", "cv2", "numpy"}
# The library of the network has one room; nothing else can wait for the network through it.
NETWORK, NETWORK_ROOM = "paho", "club"
# A microcontroller has these and no others; `start` stands beside the folder there.
FIRMWARE_HAS = {"firmware", "machine", "micropython", "os", "select", "sys", "utime"}
# Of the screen, what may be asked where there is no Kivy; only the command line opens the app itself.
WITHOUT_KIVY = {"companion.ui.boot"}
OPENS_THE_APP = {"companion.cli"}
CLOCKS = {"now", "utcnow", "today", "time", "monotonic", "perf_counter"}

# The five games of the series, and whatever else has a folder: a name is a name before its game is written.
GAMES = {"aton", "sobek", "egizia", "tutankhamen", "nefertiti"} | {
    folder.name for folder in (ROOT / "companion/games").glob("*/") if (folder / "__init__.py").is_file()
}


def modules() -> list[Path]:
    """Every Python file of the product."""
    return sorted([*(ROOT / "companion").rglob("*.py"), *(ROOT / "hardware").rglob("*.py")])


def module_name(path: Path) -> str:
    """The dotted name of a file of the product."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str | None:
    """The room a dotted module name lies in; None for what is not ours, and for the package itself."""
    parts = module.split(".")
    if parts[0] == "hardware":
        return "firmware" if parts[1:2] == ["firmware"] else "hardware"
    if parts[0] != "companion" or len(parts) == 1:
        return None
    return parts[1] if parts[1] in MAY_IMPORT or (ROOT / "companion" / parts[1]).is_dir() else TOP


def imports(path: Path, tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and dotted name of every import, the late ones inside functions too, relative ones made whole."""
    own = module_name(path).split(".")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = own if path.name == "__init__.py" else own[:-1]
                start = package[: len(package) - node.level + 1]
                base = ".".join([*start, base] if base else start)
            for alias in node.names:
                # `from companion import ui` names a room only together with what it takes.
                yield node.lineno, f"{base}.{alias.name}" if base == "companion" else base


def at(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def wrong_imports(path: Path) -> list[str]:
    """Every import of a file that goes against the arrows, as sentences."""
    room = room_of(module_name(path)) or TOP
    if path == ROOT / "companion/__init__.py":
        allowed: set[str] = set()
    else:
        allowed = MAY_IMPORT.get(room, set())
    found = []
    for line, name in imports(path, ast.parse(path.read_text("utf-8"))):
        target = room_of(name)
        if target is not None and target not in allowed and name != "companion.__version__":
            found.append(f"{at(path, line)}: {room} imports {name}")
        own_game, other = game_of(module_name(path)), game_of(name)
        if other is not None and room == "games" and own_game != other:
            found.append(f"{at(path, line)}: {own_game or 'the room of the games'} imports the game {other}")
    return found


def game_of(module: str) -> str | None:
    """The game whose folder a module lies in."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["companion", "games"] and len(parts) > 2 and parts[2] in GAMES else None


def words(text: str) -> set[str]:
    """The words of a text or identifier in lower case: `AtonBoard`, `aton_board` and "an Aton board" all hold aton.

    Akhet-Aton is a town on a board and names no game.
    """
    text = text.replace("Akhet-Aton", "")
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)}


def named_in_code(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and text of every identifier and string constant; docstrings are documentation, not code."""
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield line, node.value
        elif isinstance(node, ast.Name):
            yield line, node.id
        elif isinstance(node, ast.Attribute):
            yield line, node.attr
        elif isinstance(node, ast.arg | ast.keyword):
            yield line, node.arg or ""
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield line, node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield line, getattr(node, "module", "") or ""
            for alias in node.names:
                yield line, f"{alias.name} {alias.asname or ''}"


def home_of(path: Path) -> set[str]:
    """The games a file may name: its own game's folder, board view or screen layout; none elsewhere."""
    parts = path.relative_to(ROOT).parts
    if parts[:2] == ("companion", "games") and len(parts) > 3:
        return {parts[2]}
    if parts[:3] == ("companion", "ui", "boards"):
        return GAMES & (words(path.stem) | set(parts[3:-1]))
    if parts[0] == "kv":
        return GAMES & words(path.stem)
    return set()


def test_every_import_follows_the_arrows() -> None:
    assert [wrong for path in modules() for wrong in wrong_imports(path)] == []


def test_every_folder_of_the_companion_is_a_known_room() -> None:
    folders = {path.parent.name for path in (ROOT / "companion").glob("*/__init__.py")}
    assert folders <= set(MAY_IMPORT)
    assert {"engine", "games", "table", "ui"} <= folders


def test_firmware_imports_only_what_a_microcontroller_has() -> None:
    found = [
        f"{at(path, line)}: {name}"
        for path in modules()
        if room_of(module_name(path)) == "firmware"
        for line, name in imports(path, ast.parse(path.read_text("utf-8")))
        if room_of(name) != "firmware" and name.split(".")[0] not in FIRMWARE_HAS
    ]
    assert found == []


def test_what_lies_beside_the_command_line_runs_without_the_screen() -> None:
    found = [
        f"{at(path, line)}: {name}"
        for path in modules()
        if room_of(module_name(path)) == TOP and module_name(path) not in OPENS_THE_APP
        for line, name in imports(path, ast.parse(path.read_text("utf-8")))
        if room_of(name) == "ui" and name not in WITHOUT_KIVY
    ]
    assert found == []
    seen = {module_name(path) for path in modules() if room_of(module_name(path)) == TOP}
    assert {"companion.devices", "companion.report", "companion.signs", "companion.device_words"} <= seen


@pytest.mark.parametrize(
    ("room", "forbidden"),
    [
        ("engine", ENGINE_FORBIDS),
        ("games", GAMES_FORBID),
        ("table", TABLE_FORBIDS),
        ("vision", VISION_FORBIDS),
        ("hardware", HARDWARE_FORBIDS),
        ("club", CLUB_FORBIDS),
    ],
)
def test_a_room_imports_nothing_that_is_not_its_business(room: str, forbidden: set[str]) -> None:
    found = [
        f"{at(path, line)}: {name}"
        for path in modules()
        if room_of(module_name(path)) == room
        for line, name in imports(path, ast.parse(path.read_text("utf-8")))
        if name.split(".")[0] in forbidden
    ]
    assert found == []


def test_only_the_club_speaks_with_the_network() -> None:
    rooms = {
        room_of(module_name(path)) or TOP
        for path in modules()
        for _, name in imports(path, ast.parse(path.read_text("utf-8")))
        if name.split(".")[0] == NETWORK
    }
    assert rooms == {NETWORK_ROOM}


def test_engine_and_games_neither_open_files_nor_ask_a_clock() -> None:
    found = []
    for path in modules():
        if room_of(module_name(path)) not in {"engine", "games"}:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            opens = isinstance(called, ast.Name) and called.id == "open"
            asks = (
                isinstance(called, ast.Attribute)
                and called.attr in CLOCKS
                and isinstance(called.value, ast.Name)
                and called.value.id in {"time", "datetime", "date"}
            )
            if opens or asks:
                found.append(at(path, node.lineno))
    assert found == []


def test_no_game_is_named_outside_its_own_rooms() -> None:
    found = []
    for path in modules():
        allowed = home_of(path)
        for line, text in named_in_code(ast.parse(path.read_text("utf-8"))):
            for game in sorted((words(text) & GAMES) - allowed):
                found.append(f"{at(path, line)}: {game}")
    for path in sorted((ROOT / "kv").rglob("*.kv")):
        for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            for game in sorted((words(text) & GAMES) - home_of(path)):
                found.append(f"{at(path, line)}: {game}")
    assert sorted(set(found)) == []


def test_the_scan_for_names_sees_every_way_of_writing_one() -> None:
    lines = ['"""aton"""', "class AtonBoard: pass", 'aton_row = f("an Aton board", nefertiti=1)', 'automaton = "baton"']
    code = ast.parse("\n".join(lines))
    found = {(line, word) for line, text in named_in_code(code) for word in words(text) & GAMES}
    assert found == {(2, "aton"), (3, "aton"), (3, "nefertiti")}


def test_the_scan_for_imports_sees_late_and_relative_ones() -> None:
    lines = ["from ..table import journal", "def f():", "    import companion.ui.app", "from companion import games"]
    code = ast.parse("\n".join(lines))
    found = set(imports(ROOT / "companion/engine/box.py", code))
    assert found == {(1, "companion.table"), (3, "companion.ui.app"), (4, "companion.games")}
    assert [room_of(name) for _, name in sorted(found)] == ["table", "ui", "games"]


def test_no_module_takes_what_is_private_to_another() -> None:
    found = [
        f"{at(path, node.lineno)}: {node.module}.{alias.name}"
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.level or room_of(node.module or "") is not None)
        for alias in node.names
        if alias.name.startswith("_") and not alias.name.startswith("__")
    ]
    assert found == []
