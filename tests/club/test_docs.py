"""What docs/club.md and Home Assistant are told is what is sent."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from companion import __version__
from companion.club import discovery
from companion.club.messages import MOST_BYTES, encode, read
from companion.club.topics import KINDS, Kind
from companion.club.way import Way

DOCS = (Path(__file__).parents[2] / "docs/club.md").read_text("utf-8")
TABLE = f"{42:032x}"


@pytest.mark.parametrize("kind", KINDS)
def test_every_message_is_printed_as_it_is_sent(kind: Kind) -> None:
    (line,) = re.findall(rf"^`{kind}`.*?```json\n(.*?)\n```", DOCS, re.DOTALL | re.MULTILINE)
    printed = line.replace("Cartouche 0.1.0", f"Cartouche {__version__}").encode()
    assert encode(read(kind, TABLE, printed)) == printed


def test_the_limits_are_printed() -> None:
    assert f"{MOST_BYTES:,} bytes" in DOCS and f"message_size_limit {MOST_BYTES}" in DOCS


def test_home_assistant_is_told_of_a_device_with_whose_turn_and_game_over() -> None:
    way = Way(host="club.local", club="Thursday", table="Table 3", table_id=TABLE, password="our password")
    topic, payload = discovery.message(way)
    told = msgspec.json.decode(payload)
    assert topic == f"homeassistant/device/cartouche_{TABLE}/config"
    assert re.fullmatch(r"homeassistant/device/[a-zA-Z0-9_-]+/config", topic)
    assert told["state_topic"] == f"cartouche/1/thursday/{TABLE}/state"
    (there,) = told["availability"]
    assert there["topic"] == f"cartouche/1/thursday/{TABLE}/online"
    assert told["device"]["identifiers"] == [f"cartouche_{TABLE}"] and told["device"]["name"] == "Table 3"
    assert told["origin"] == {"name": "Cartouche", "sw_version": __version__}
    parts = told["components"]
    assert {name: part["platform"] for name, part in parts.items()} == {
        **dict.fromkeys(("turn", "game", "round", "asked", "result"), "sensor"),
        "over": "binary_sensor",
    }
    assert len({part["unique_id"] for part in parts.values()}) == len(parts)
    assert b"our password" not in payload
    # Every field a template reads is one that is sent.
    (line,) = re.findall(r"^`state`.*?```json\n(.*?)\n```", DOCS, re.DOTALL | re.MULTILINE)
    sent = msgspec.json.decode(line)["state"]
    for part in parts.values():
        (field,) = re.findall(r"value_json\.state\.(\w+)", part["value_template"])
        assert field in sent
