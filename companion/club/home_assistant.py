"""MQTT discovery for Home Assistant: one device per table with its sensors.

See "MQTT Discovery", Home Assistant's documentation of its MQTT integration: one retained message of the
device lists all its components. They are read-only; none has a command topic.
"""

from importlib.metadata import version
from typing import Any

from companion.club.messages import clean_text, topic
from companion.locale.catalogue import encode_in, shown_language
from companion.locale.messages import gettext

PREFIX = "homeassistant"

_SENSORS: dict[str, dict[str, str]] = {
    "turn": {
        "name": gettext("Whose turn"),
        "icon": "mdi:account-clock",
        "value_template": "{{ value_json.turn or 'nobody' }}",
    },
    "step": {
        "name": gettext("Step"),
        "icon": "mdi:format-list-numbered",
        "value_template": "{{ value_json.step or 'none' }}",
    },
    "question": {
        "name": gettext("Question"),
        "icon": "mdi:comment-question",
        "value_template": "{{ value_json.question or 'none' }}",
    },
    "clock": {
        "name": gettext("Clock"),
        "device_class": "duration",
        "unit_of_measurement": "s",
        "value_template": "{{ value_json.clock_s }}",
    },
    # A moment, not a number: Home Assistant counts from it by itself, between two messages too.
    "thinking_since": {
        "name": gettext("Thinking since"),
        "device_class": "timestamp",
        "icon": "mdi:timer-sand",
        "value_template": "{{ as_datetime(value_json.at - value_json.clock_s).isoformat() "
        "if value_json.running and not value_json.paused else 'None' }}",
    },
    "winner": {
        "name": gettext("Who has won"),
        "icon": "mdi:trophy",
        "value_template": "{{ value_json.winner or 'none' }}",
    },
    "colour": {
        "name": gettext("Colour"),
        "icon": "mdi:palette",
        "value_template": "{{ value_json.colour or 'none' }}",
        "json_attributes_template": "{{ {'rgb': value_json.rgb} | tojson }}",
    },
}
"""The sensors, named in the table's language; all read the table's state."""


def discovery_topic(table_id: str) -> str:
    """Return the discovery topic of a table in Home Assistant."""
    return f"{PREFIX}/device/companion-{table_id}/config"


def discovery(table_id: str, table: str) -> bytes:
    """Return the discovery message, which declares a table as a device with sensors."""
    state = topic(table_id, "state")
    components: dict[str, Any] = {}
    for key, fields in _SENSORS.items():
        components[key] = {"platform": "sensor", "unique_id": f"companion-{table_id}-{key}", **fields}
        if "json_attributes_template" in fields:
            components[key]["json_attributes_topic"] = state
    return encode_in(
        {
            "device": {
                "identifiers": [f"companion-{table_id}"],
                "name": clean_text(table),
                "manufacturer": "Table companion",
                "model": "Game table",
                "sw_version": version("table-companion"),
            },
            "origin": {"name": "Table companion", "sw_version": version("table-companion")},
            "state_topic": state,
            "availability_topic": topic(table_id, "availability"),
            "qos": 1,
            "components": components,
        },
        shown_language(),
    )
