"""Where what is installed by the tests is made, once for all of them, and machines to install it on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.installation import Machine, Workshop


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """Where what is installed is made."""
    return Workshop(tmp_path_factory.mktemp("workshop"))


@pytest.fixture(scope="session")
def first(workshop: Workshop) -> Path:
    """A source of version 1.0, which comes up."""
    return workshop.source("first", "1.0")


@pytest.fixture
def machine(tmp_path: Path, workshop: Workshop) -> Iterator[Machine]:
    """An empty machine; what runs on it at the end is stopped."""
    made = Machine(tmp_path / "root", workshop)
    yield made
    made.stop()
