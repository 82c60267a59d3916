"""The firmware, for the other end of the hub's line."""

from tests.firmware.conftest import on_pico, staged  # noqa: F401 - fixtures
