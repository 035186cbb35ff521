"""Times of records: UTC in the file, the local day for people."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.engine.header import Seat
from companion.table import history, statistics
from companion.table.history import Summary
from companion.table.people import People
from companion.table.times import day_of, moment, now_text


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sets this device into a zone of the world."""

    def be_in(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield be_in
    monkeypatch.undo()
    time.tzset()


def test_an_evening_is_told_and_found_by_the_day_it_is_here(zone: Callable[[str], None]) -> None:
    facts: dict[str, Any] = dict.fromkeys(("round", "prompt", "result"))
    late = Summary(
        id="late", game="aton", mode="referee", seats=(Seat("red", "Anna"), Seat("blue", "Béla")),
        started="2026-03-31T22:30:00Z", touched="2026-03-31T23:10:00Z", status="finished", n=9,
        scores={"red": 9, "blue": 8}, winners=("red",), **facts,
    )  # fmt: skip
    for name, day in (("UTC", "2026-03-31"), ("Europe/Budapest", "2026-04-01"), ("America/New_York", "2026-03-31")):
        zone(name)
        assert day_of(late.started) == day
        assert statistics.overall([late], People()).by_month == ((day[:7], 1),)
        assert history.find([late], People(), since=day, until=day) == (late,)
        assert history.find([late], People(), since="2026-04") == ((late,) if day > "2026-04" else ())


def test_a_time_without_a_zone_is_utc_and_what_is_no_time_is_none(zone: Callable[[str], None]) -> None:
    zone("Europe/Budapest")
    assert moment("2026-03-31 22:30:00") == moment("2026-04-01T00:30:00+02:00")
    assert (moment("yesterday"), moment("0001-01-01T00:00:00+14:00"), day_of("yesterday, late")) == (
        None, None, "yesterday,",
    )  # fmt: skip
    said = moment(now_text())
    assert said is not None and abs((datetime.now(UTC) - said).total_seconds()) < 5
