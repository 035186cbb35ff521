"""The measurements themselves run and measure something; how fast is for `make bench` to say."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion.games import all_games
from tests.bench import speed, storage
from tests.bench.__main__ import at_least, at_most, child
from tests.kit.toy import shaft_game


def test_random_play_is_measured_beside_chess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "SECONDS", 0.01)
    monkeypatch.setattr(speed, "ROUNDS", 1)
    monkeypatch.setattr(speed, "SCRIPTS", 2)
    kinds = speed.kinds([*all_games(), shaft_game()])
    rates = speed.random_play(kinds)
    assert {"chess", "shaft", "shaft, practice board", *(game.id for game in all_games())} <= set(rates)
    assert min(rates.values()) > 0
    assert min(speed.slowest(kinds[0], 50)) > 0


def test_commits_and_replay_are_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(storage, "COMMITS", 3)
    monkeypatch.setattr(storage, "MOVES", 30)
    kind = speed.kinds(all_games())[0]
    assert min(storage.commits(kind, tmp_path)) > 0
    assert storage.replay(kind, tmp_path) > 0


def test_the_start_of_the_app_is_measured_in_a_process_of_its_own(tmp_path: Path) -> None:
    found = child("start", str(tmp_path / "data"), str(time.monotonic()))
    assert found["home"] > 0
    assert found["memory"] > 10


def test_the_history_is_measured_in_a_process_of_its_own(tmp_path: Path) -> None:
    found = child("history", str(tmp_path / "data"), "30")
    assert min(found["screenful"]) > 0 and min(found["letter"]) > 0


def test_buttons_and_floods_are_measured_in_a_process_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARTOUCHE_BENCH_PRESSES", "2")
    monkeypatch.setenv("CARTOUCHE_BENCH_SECONDS", "1")
    found = child("devices", str(tmp_path / "data"))
    for name in ("pin stored", "pin heard", "line stored", "line heard"):
        assert len(found[name]) == 2
        assert min(found[name]) > 0
    assert min(map(len, (found["touch stored"], found["box flood"], found["reader flood"]))) > 0
    assert min(found["box flood lines"], found["reader flood lines"]) > 100


def test_a_year_of_games_is_measured_in_a_process_of_its_own(tmp_path: Path) -> None:
    found = child("year", str(tmp_path / "data"), "20")
    assert set(found) == {"listed", "counted", "history, first", "history", "stats, first", "stats"}
    assert min(found.values()) > 0


def test_an_aim_is_met_or_missed() -> None:
    assert at_most("x", 2.0, "ms", 2.0).met
    assert not at_most("x", 2.1, "ms", 2.0).met
    assert at_least("x", 1.0, "×", 1.0).met
    assert not at_least("x", 0.9, "×", 1.0).met
