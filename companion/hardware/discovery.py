"""Finds the panels of this machine: header pins and a hub, or a simulated panel."""

import warnings
from functools import partial
from pathlib import Path

from companion.hardware.flashing import firmware_version
from companion.hardware.gpio import GpioPanel
from companion.hardware.hub import HubPanel, find_port
from companion.hardware.panel import OnPress
from companion.hardware.panel_group import PanelGroup
from companion.hardware.simulated import SimulatedPanel
from companion.hardware.wiring import DEFAULT, read_wiring


def discover_panels(on_press: OnPress, profile: Path = DEFAULT) -> PanelGroup:
    """Return the panel on the header pins and the hub; each does nothing until it is there.

    Args:
        on_press: takes the presses, on the panels' own threads.
        profile: the panel profile.

    Raises:
        FaultyWiring: the profile cannot be read, or a line in it cannot be.
    """
    wiring = read_wiring(profile)
    with warnings.catch_warnings():
        # gpiozero warns about every pin factory that fails; `companion doctor` says it in one sentence.
        warnings.simplefilter("ignore")
        pins = GpioPanel(wiring, on_press)
    return PanelGroup(
        (pins, HubPanel(on_press, find=partial(find_port, wiring.port), version=firmware_version()))
    )


def simulated_panel(on_press: OnPress) -> PanelGroup:
    """Return a panel that exists only on the screen."""
    return PanelGroup((SimulatedPanel(on_press),))
