"""Finds the panels of this machine, and checks them for `companion doctor`: header pins, a hub, simulated."""

import os
import tempfile
import time
import warnings
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.hardware.flashing import firmware_version
from companion.hardware.hub import HubPanel, find_port
from companion.hardware.panel import OnPress, Panel, Press
from companion.hardware.panel_group import PanelGroup, milliseconds
from companion.hardware.simulated import SimulatedPanel
from companion.hardware.wiring import AUTO, Wiring, read_wiring
from companion.health import Check
from companion.locale.messages import gettext

if TYPE_CHECKING:
    from companion.hardware.gpio import GpioPanel


LISTEN_MS = 3000
"""Timeout for a hub's hello message, in milliseconds."""
NO_PANEL = Check(
    "gpio",
    "missing",
    gettext("No panel on the header pins was asked for; none was touched."),
    "companion play --panel FILE",
)


def discover_panels(on_press: OnPress, profile: Path | None = None) -> PanelGroup:
    """Return the hub, and the panel on the header pins if there is a profile for them.

    Without a profile no pin is touched: a screen or an add-on board may be using them.

    Raises:
        FaultyWiring: the profile cannot be read, or has an invalid line.
    """
    wiring = None if profile is None else read_wiring(profile)
    port = AUTO if wiring is None else wiring.port
    hub = HubPanel(on_press, find=partial(find_port, port), version=firmware_version())
    pins: tuple[Panel, ...] = () if wiring is None else (header_panel(wiring, on_press),)
    return PanelGroup((*pins, hub))


def header_panel(wiring: Wiring, on_press: OnPress) -> "GpioPanel":
    """Claim the pins of a panel on the header."""
    # gpiozero is imported only for a panel on the pins.
    from companion.hardware.gpio import GpioPanel

    # lgpio writes a file to its working directory, which a service must not do.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    with warnings.catch_warnings():
        # gpiozero warns about every pin factory that fails; `companion doctor` says it in one sentence.
        warnings.simplefilter("ignore")
        return GpioPanel(wiring, on_press)


def simulated_panel(on_press: OnPress) -> PanelGroup:
    """Return a panel that exists only on the screen."""
    return PanelGroup((SimulatedPanel(on_press),))


def checks(wiring: Wiring | None, version: str = "") -> list[Check]:
    """Check the pins and the hub once; takes up to three seconds with a hub.

    Args:
        wiring: the panel profile; without one no pin is touched.
        version: fingerprint of the firmware that this companion brings (`flashing.firmware_version`).
    """
    pins = NO_PANEL if wiring is None else _check(header_panel(wiring, _ignore))
    port = AUTO if wiring is None else wiring.port
    return [pins, _check(HubPanel(_ignore, find=lambda: find_port(port), version=version))]


def _check(panel: Panel) -> Check:
    """Check a panel and close it; wait for a hub's state message or the timeout."""
    ends = milliseconds() + LISTEN_MS
    panel.tick(milliseconds())
    while isinstance(panel, HubPanel) and panel.is_starting and milliseconds() < ends:
        time.sleep(0.01)
        panel.tick(milliseconds())
    found = panel.health()
    panel.close()
    return found


def _ignore(press: Press) -> None:
    """Ignore a press: a check asks for none."""
