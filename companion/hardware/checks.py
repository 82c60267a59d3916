"""The rows of `companion doctor` for the panel: the state of the header pins and of the hub."""

import time

from companion.hardware.discovery import header_panel
from companion.hardware.hub import HubPanel, find_port
from companion.hardware.panel import Panel, Press
from companion.hardware.panel_group import milliseconds
from companion.hardware.wiring import AUTO, Wiring
from companion.health import Check

LISTEN_MS = 3000
"""Timeout for a hub's hello message, in milliseconds."""


NO_PANEL = Check(
    "gpio",
    "missing",
    "No panel on the header pins was asked for; none was touched.",
    "companion play --panel FILE",
)


def checks(wiring: Wiring | None, version: str = "") -> list[Check]:
    """Check the pins and the hub once; takes up to three seconds with a hub.

    Args:
        wiring: the panel profile; without one no pin is touched.
        version: fingerprint of the firmware that this companion brings (`flashing.firmware_version`).
    """
    pins = NO_PANEL if wiring is None else check_gpio(header_panel(wiring, _ignore))
    return [pins, check_hub(_hub(AUTO if wiring is None else wiring.port, version))]


def check_gpio(panel: Panel) -> Check:
    """Check the pins, and release them."""
    panel.tick(milliseconds())
    found = panel.health()
    panel.close()
    return found


def check_hub(panel: HubPanel) -> Check:
    """Wait for a hub's state message or the timeout, and close the port."""
    ends = milliseconds() + LISTEN_MS
    panel.tick(milliseconds())
    while panel.link is not None and not _has_spoken(panel) and milliseconds() < ends:
        time.sleep(0.01)
        panel.tick(milliseconds())
    found = panel.health()
    panel.close()
    return found


def _has_spoken(panel: HubPanel) -> bool:
    return panel.link is not None and panel.link.hello is not None and panel.link.counts.good > 1


def _hub(port: str, version: str) -> HubPanel:
    return HubPanel(_ignore, find=lambda: find_port(port), version=version)


def _ignore(press: Press) -> None:
    """Ignore a press: a check asks for none."""
