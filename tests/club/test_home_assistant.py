"""Home Assistant finds a table by itself."""

import msgspec
import pytest

from companion.club.home_assistant import discovery, discovery_topic
from companion.locale import catalogue
from tests.locale.pseudo import ENGLISH, PSEUDO

FOUND = msgspec.json.decode(discovery("a1", "Window"))


def test_a_table_is_one_device() -> None:
    assert discovery_topic("a1") == "homeassistant/device/companion-a1/config"
    assert FOUND["device"]["identifiers"] == ["companion-a1"]
    assert FOUND["device"]["name"] == "Window"
    assert FOUND["origin"]["name"]
    assert FOUND["availability_topic"] == "companion/tables/a1/availability"
    assert FOUND["state_topic"] == "companion/tables/a1/state"


@pytest.mark.parametrize(
    "sensor", ["turn", "step", "clock", "thinking_since", "winner", "colour", "question"]
)
def test_a_sensor_only_reads(sensor: str) -> None:
    component = FOUND["components"][sensor]
    assert component["platform"] == "sensor"
    assert component["unique_id"] == f"companion-a1-{sensor}"
    assert "value_json" in component["value_template"]
    assert not any("command" in field for field in component)


def test_a_lamp_can_follow_the_active_colour() -> None:
    colour = FOUND["components"]["colour"]
    assert "value_json.rgb" in colour["json_attributes_template"]
    assert colour["json_attributes_topic"] == FOUND["state_topic"]


def test_home_assistant_counts_the_clock_by_itself() -> None:
    """Its timestamp sensor shows the time since a moment, so the state need not be sent every second."""
    since = FOUND["components"]["thinking_since"]
    assert since["device_class"] == "timestamp" and "unit_of_measurement" not in since
    assert "value_json.at - value_json.clock_s" in since["value_template"]


def test_sensors_are_named_in_the_language_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue._SHOWN, "catalogue", PSEUDO)
    components = msgspec.json.decode(discovery("a1", "Window"))["components"]
    assert components and not [one["name"] for one in components.values() if ENGLISH.search(one["name"])]
