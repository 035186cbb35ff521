"""`python -m companion.locale`: collect the messages of the tree, bring the catalogues up to date, compile them.

Needs babel (a tool of development, not of the table). Messages are the literals given to `T`, `TN` and `N_`, and all
texts of the help and box files. A message that lost its translation is left empty: the tests then fail until it is
written.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.engine.box import parse_box
from companion.engine.help import parse_help

PACKAGE = Path(__file__).parents[1]
DEVICES = PACKAGE.parent / "hardware"
LOCALE = Path(__file__).parent
TRANSLATED = ("hu", "ru")
KEYWORDS = {"T": None, "TN": (1, 2), "N_": None}
PROGRAM = "cartouche"
NOISE = (
    '"POT-Creation-Date',
    '"PO-Revision-Date',
    '"Report-Msgid',
    '"Last-Translator',
    '"Language-Team',
    '"Generated-By',
)
"""Header lines that would change without a change of meaning."""
DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands in the compiled header for the time of day, so that the same catalogue gives the same bytes."""


def domains() -> dict[str, list[Path]]:
    """The files (Python, help and box) of each domain, in a fixed order."""
    games = sorted(path.parent.name for path in PACKAGE.glob("games/*/__init__.py"))
    found: dict[str, list[Path]] = {domain: [] for domain in (PROGRAM, *games)}
    data = [path for pattern in ("help/*.toml", "help.toml", "box.toml") for path in PACKAGE.rglob(pattern)]
    for path in sorted([*PACKAGE.rglob("*.py"), *DEVICES.rglob("*.py"), *data]):
        parts = path.relative_to(PACKAGE if PACKAGE in path.parents else DEVICES).parts
        owner = PROGRAM
        for game in games:
            board = parts[:2] == ("ui", "boards") and parts[2].startswith(game)
            if board or parts[:2] == ("games", game):
                owner = game
        if parts[0] != "locale":
            found[owner].append(path)
    return found


def messages(path: Path) -> Iterator[str | tuple[str, ...]]:
    """The messages of one file; a tuple for singular and plural."""
    if path.name == "box.toml":
        yield from parse_box(path.read_text(encoding="utf-8")).messages()
        return
    if path.suffix == ".toml":
        yield from parse_help(path.read_text(encoding="utf-8")).messages()
        return
    for _, message, _, _ in extract_from_file("python", path, keywords=KEYWORDS):
        yield message


def template(paths: list[Path]) -> Catalog:
    """All messages of a domain, untranslated."""
    catalog = Catalog(fuzzy=False)
    for path in paths:
        for message in messages(path):
            if message:
                catalog.add(message)
    return catalog


def read(domain: str, language: str) -> Catalog:
    """The catalogue as it stands in the tree; an empty one if there is none."""
    path = catalogue_path(domain, language)
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def catalogue_path(domain: str, language: str) -> Path:
    """Where the catalogue of `domain` in `language` lies."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def compiled(catalog: Catalog) -> bytes:
    """The catalogue as gettext reads it."""
    catalog.creation_date = catalog.revision_date = DAY
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def update() -> int:
    """Write every catalogue anew; the number of messages that wait for a translation."""
    waiting = 0
    for domain, paths in domains().items():
        source = template(paths)
        for language in TRANSLATED:
            old = read(domain, language)
            new = Catalog(
                locale=language, fuzzy=False, project="Cartouche", version="1", header_comment=f"# {domain}: {language}"
            )
            for message in source:
                if not message.id:
                    continue
                known = old.get(message.id if isinstance(message.id, str) else message.id[0])
                same = known is not None and known.id == message.id
                new.add(message.id, known.string if known is not None and same else None)
                waiting += 0 if known is not None and same and all(parts(known.string)) else 1
            path = catalogue_path(domain, language)
            path.parent.mkdir(parents=True, exist_ok=True)
            buffer = io.BytesIO()
            write_po(buffer, new, omit_header=False, width=0, sort_output=True)
            lines = buffer.getvalue().decode().splitlines(keepends=True)
            path.write_text("".join(line for line in lines if not line.startswith(NOISE)), encoding="utf-8")
            path.with_suffix(".mo").write_bytes(compiled(read(domain, language)))
    return waiting


def parts(string: str | Sequence[str] | None) -> tuple[str, ...]:
    """The forms of a translation; one empty form where there is none."""
    if not string:
        return ("",)
    return (string,) if isinstance(string, str) else tuple(string)


if __name__ == "__main__":
    left = update()
    sys.stdout.write("every message is translated\n" if not left else f"{left} messages wait for a translation\n")
