"""The doctor on the club: what is set, who may read it, whether there is a network, and whether the broker answers."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from companion import doctor_club
from companion.club import way
from companion.signs import Sign
from companion.table.storage import CLUB
from hardware import network


def signs(data: Path, tries: bool = False) -> dict[str, Sign]:
    return {sign.id: sign for look in doctor_club.looks(data, tries) for sign in look()}


def test_without_a_club_there_is_one_good_sign(tmp_path: Path) -> None:
    found = signs(tmp_path, tries=True)
    assert {name: sign.verdict for name, sign in found.items()} == {"club": "ok"}
    assert not (tmp_path / CLUB).exists()


def test_a_club_that_is_told_is_looked_at_without_naming_it(tmp_path: Path) -> None:
    way.change(tmp_path, host="broker.example.org", club="Thursday", user="table-7", password="wonderful secret")
    found = signs(tmp_path)
    assert {name: sign.verdict for name, sign in found.items()} == dict.fromkeys(
        ("club", "club-file", "paho", "club-network"), "ok"
    )
    told = repr(found)
    assert not any(word in told for word in ("broker.example.org", "Thursday", "table-7", "wonderful secret"))
    way.change(tmp_path, on=False)
    assert set(signs(tmp_path, tries=True)) == {"club", "club-file"}


def test_a_file_that_others_may_read_and_one_that_is_broken_are_told(tmp_path: Path) -> None:
    way.change(tmp_path, host="broker.example.org")
    (tmp_path / CLUB).chmod(0o640)
    shut = signs(tmp_path)["club-file"]
    assert (shut.verdict, shut.text.params["mode"]) == ("attention", "640")
    assert shut.remedy is not None and shut.remedy.params["command"] == f"chmod 600 {tmp_path / CLUB}"
    (tmp_path / CLUB).write_text("{", "utf-8")
    assert [signs(tmp_path)[name].verdict for name in ("club", "club-file")] == ["attention", "attention"]


def test_a_missing_package_is_a_fault_with_what_installs_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(doctor_club, "version", missing)
    way.change(tmp_path, host="broker.example.org")
    sign = signs(tmp_path)["paho"]
    assert sign.verdict == "fault" and sign.remedy is not None and sign.remedy.params["extra"] == "club"


def test_a_service_without_a_network_is_told_with_what_opens_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    way.change(tmp_path, host="broker.example.org")
    kiosk, beside = tmp_path / "cartouche.service", tmp_path / "club.conf"

    def verdict() -> str:
        (sign,) = doctor_club._network(kiosk, beside)
        assert sign.verdict == "ok" or sign.remedy == doctor_club.OPEN
        return sign.verdict

    assert verdict() == "ok"
    kiosk.touch()
    assert verdict() == "attention"
    beside.touch()
    assert verdict() == "ok"
    monkeypatch.setattr(network, "is_shut", lambda: True)
    assert verdict() == "fault"


@pytest.fixture
def silent() -> Iterator[int]:
    """The port of something that takes a connection and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield int(listening.getsockname()[1])


def test_the_broker_is_called_for_so_long_and_no_longer(tmp_path: Path, silent: int) -> None:
    quiet = way.change(tmp_path, host="127.0.0.1", port=silent)
    sign = doctor_club._broker(quiet, 0.2)
    assert (sign.verdict, sign.text.message) == ("attention", "{host} has not answered within {n} seconds.")
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        nobody = way.change(tmp_path, port=one.getsockname()[1])
    assert "no broker answers" in doctor_club._broker(nobody).text.message
