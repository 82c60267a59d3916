"""Finds the panels of this machine: header pins if there is a profile, a hub, or a simulated panel."""

import os
import tempfile
import warnings
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.hardware.flashing import firmware_version
from companion.hardware.hub import HubPanel, find_port
from companion.hardware.panel import OnPress, Panel
from companion.hardware.panel_group import PanelGroup
from companion.hardware.simulated import SimulatedPanel
from companion.hardware.wiring import AUTO, Wiring, read_wiring

if TYPE_CHECKING:
    from companion.hardware.gpio import GpioPanel


def discover_panels(on_press: OnPress, profile: Path | None = None) -> PanelGroup:
    """Return the hub, and the panel on the header pins if there is a profile for them.

    Without a profile no pin is touched: a screen or an add-on board may be using them.

    Args:
        on_press: takes the presses, on the panels' own threads.
        profile: the panel profile; None for no panel on the pins.

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
