"""The panels of this machine: its pins and a hub where there are any, or a simulated one."""

import warnings
from functools import partial
from pathlib import Path

from companion.hardware.flashing import firmware_version
from companion.hardware.gpio import GpioPanel
from companion.hardware.hub import HubPanel, find_port
from companion.hardware.panel import OnPress
from companion.hardware.profile import DEFAULT, read_wiring
from companion.hardware.simulated import SimulatedPanel
from companion.hardware.together import Panels


def attached_panels(on_press: OnPress, profile: Path = DEFAULT) -> Panels:
    """Return a panel on the pins and a hub; each does nothing until it is there.

    Args:
        on_press: takes the presses, on the panels' own threads.
        profile: the panel profile.

    Raises:
        FaultyWiring: the profile cannot be read, or a line in it cannot be.
    """
    wiring = read_wiring(profile)
    with warnings.catch_warnings():
        # gpiozero warns of every way to the pins that it tries in vain; `companion doctor` says it shortly.
        warnings.simplefilter("ignore")
        pins = GpioPanel(wiring, on_press)
    return Panels(
        (pins, HubPanel(on_press, find=partial(find_port, wiring.port), version=firmware_version()))
    )


def simulated_panel(on_press: OnPress) -> Panels:
    """Return a panel that is only drawn on the screen."""
    return Panels((SimulatedPanel(on_press),))
