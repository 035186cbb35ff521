"""A broker for the tests of the club."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.broker import Broker


@pytest.fixture
def brokers(tmp_path: Path) -> Iterator[Callable[..., Broker]]:
    """Starts a broker with further lines of configuration; all of them end with the test."""
    started: list[Broker] = []

    def start(*lines: str, **more: Any) -> Broker:
        broker = Broker(tmp_path, lines or ("allow_anonymous true",), **more)
        started.append(broker)
        broker.start()
        return broker

    yield start
    for broker in started:
        broker.kill()


@pytest.fixture
def broker(brokers: Callable[..., Broker]) -> Broker:
    """A broker that lets everybody in."""
    return brokers()
