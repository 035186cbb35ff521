"""What Home Assistant is told of a table: one device with whose turn it is, the game, and whether it is over.

The format is described at https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload (it needs Home
Assistant 2024.12 or later).
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion import __version__
from companion.club.topics import discovery, topic
from companion.club.way import Way

MOST_LETTERS = 255
"""Letters a state has in Home Assistant at most."""


def _sensor(table: str, key: str, name: str, template: str, icon: str, **more: Any) -> dict[str, Any]:
    return {
        "platform": "sensor",
        "unique_id": f"cartouche_{table}_{key}",
        "name": name,
        "icon": icon,
        "value_template": template,
        **more,
    }


def message(way: Way) -> tuple[str, bytes]:
    """The topic and the JSON of the discovery message for the table of `way`."""
    table = way.table_id
    shown = "{{ (value_json.state.%s or '–')[:" + str(MOST_LETTERS) + "] }}"
    parts = {
        "turn": _sensor(table, "turn", "Whose turn", shown % "turn_names", "mdi:account-clock"),
        "game": _sensor(table, "game", "Game", shown % "title", "mdi:dice-multiple"),
        "round": _sensor(table, "round", "Round", shown % "round.get('en')", "mdi:counter"),
        "asked": _sensor(table, "asked", "What is asked", shown % "prompt.get('en')", "mdi:comment-question"),
        "result": _sensor(table, "result", "Result", shown % "result.get('en')", "mdi:trophy"),
        "over": {
            "platform": "binary_sensor",
            "unique_id": f"cartouche_{table}_over",
            "name": "Game over",
            "icon": "mdi:flag-checkered",
            "value_template": "{{ 'ON' if value_json.state.status == 'finished' else 'OFF' }}",
        },
    }
    told = {
        "device": {
            "identifiers": [f"cartouche_{table}"],
            "name": way.table or f"Table {table[:6]}",
            "manufacturer": "Cartouche",
            "model": "Game table",
            "sw_version": __version__,
        },
        "origin": {"name": "Cartouche", "sw_version": __version__},
        "components": parts,
        "state_topic": topic(way.club, table, "state"),
        "availability": [
            {
                "topic": topic(way.club, table, "online"),
                "value_template": "{{ 'online' if value_json.online else 'offline' }}",
                "payload_available": "online",
                "payload_not_available": "offline",
            }
        ],
        "qos": 1,
    }
    return discovery(table), msgspec.json.encode(told)
