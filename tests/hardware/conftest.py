"""The firmware, for the hub's far end."""

from tests.firmware.conftest import on_pico, staged  # noqa: F401 - fixtures
