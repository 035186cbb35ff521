"""Times of records: what can be read, and on which local day they fall."""

from __future__ import annotations

import time

import pytest

from companion.table.times import day_of, moment


@pytest.mark.parametrize("zone", ["Europe/Budapest", "America/New_York"])
def test_a_time_at_either_end_of_the_calendar_is_none_since_some_zones_have_no_day_for_it(
    zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as there:
        there.setenv("TZ", zone)
        time.tzset()
        assert day_of("2026-03-05T12:00:00Z") == "2026-03-05"
        for stamp in ("9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "yesterday evening"):
            assert moment(stamp) is None
            assert day_of(stamp) == stamp[:10]
    time.tzset()
