"""The PIN: kept only sealed, and a wait that grows with every wrong one; the owner's way out by the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion import config, pin
from companion.config import Settings
from companion.engine.errors import InputError
from tests.kit.commands import run


def test_a_sealed_pin_opens_with_itself_alone_and_is_sealed_differently_each_time() -> None:
    sealed = pin.seal("2580")
    assert "2580" not in sealed and sealed != pin.seal("2580")
    assert [pin.opens(given, sealed) for given in ("2580", "2581", "25800", "", "abcd")] == [True] + 4 * [False]
    assert not pin.opens("2580", "")


@pytest.mark.parametrize("given", ["123", "123456789", "12a4", "", "１２３４"])
def test_a_pin_is_four_to_eight_digits(given: str) -> None:
    assert not pin.can_be(given)
    with pytest.raises(ValueError, match="4 to 8"):
        pin.seal(given)


def test_the_wait_grows_from_the_third_wrong_pin_on_up_to_a_quarter_of_an_hour() -> None:
    assert [pin.wait_s(wrong) for wrong in range(10)] == [0, 0, 0, 30, 60, 120, 240, 480, 900, 900]
    assert pin.wait_s(pin.MOST_WRONG) == 900


def test_settings_hold_no_lock_that_nothing_opens() -> None:
    with pytest.raises(InputError):
        config.changed(Settings(), lock="scrypt:14:8:1:00:00")
    with pytest.raises(InputError):
        config.changed(Settings(), lock="2580")


def test_the_command_line_says_whether_there_is_a_lock_and_takes_it_away(tmp_path: Path) -> None:
    there = {"CARTOUCHE_DATA": str(tmp_path)}
    assert run("lock", **there).out.strip() == "There is no PIN."
    config.save(config.changed(Settings(language="hu"), lock=pin.seal("2580"), wrong_pins=5), tmp_path)
    assert "ask for a PIN" in run("lock", "--lang", "en", **there).out
    assert config.load(tmp_path).settings.lock
    assert json.loads(run("lock", "--clear", "--json", **there).out) == {"locked": False, "cleared": True}
    left = config.load(tmp_path).settings
    assert (left.language, left.lock, left.wrong_pins) == ("hu", "", 0)
