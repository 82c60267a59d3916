"""`companion doctor` for the panel: how each device is, and a trial of all buttons and lights."""

import time
from collections.abc import Generator, Iterable
from dataclasses import dataclass

from companion.hardware.gpio import GpioPanel
from companion.hardware.hub import HubPanel, find_port
from companion.hardware.panel import BLANK, DARK, Button, Frame, Light, Panel, Press, Role
from companion.hardware.profile import Wiring
from companion.hardware.together import milliseconds
from companion.health import Check

LISTEN_MS = 3000
"""How long a hub is given to say hello, in milliseconds."""
SHOWN = Light("ffffff", "90")
"""What a light does while the person is asked whether it does."""


def checks(wiring: Wiring, version: str = "") -> list[Check]:
    """Look at the pins and at the hub once; takes up to three seconds where a hub is plugged in.

    Args:
        wiring: the panel profile.
        version: fingerprint of the firmware that this companion brings (`flashing.firmware_version`).
    """
    return [check_gpio(GpioPanel(wiring, _ignore)), check_hub(_hub(wiring, version))]


def check_gpio(panel: Panel) -> Check:
    """Look at the pins, and let go of them."""
    panel.tick(milliseconds())
    found = panel.health()
    panel.close()
    return found


def check_hub(panel: HubPanel) -> Check:
    """Listen until a hub says how it is or the time is up, and let go of the port."""
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


def _hub(wiring: Wiring, version: str) -> HubPanel:
    return HubPanel(_ignore, find=lambda: find_port(wiring.port), version=version)


def _ignore(press: Press) -> None:
    """Take no notice: while looking at devices nobody is asked to press anything."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the person is asked to do.

    Attributes:
        words: what to say to them.
        button: the button they are to press; with none, they are asked yes or no.
    """

    words: str
    button: Button | None = None


Trial = Generator[Request, Press | bool | None, list[Check]]
"""Yields requests. Send in the press that came, yes or no for a light, or None when the time is up."""


def trial(panel: Panel, steps: int = 0, seats: int = 0) -> Trial:
    """Test every button and light of a panel with a person.

    The caller says each request's words, keeps the panel ticking (`Panels.start`), and sends in what came.

    Args:
        panel: the panel.
        steps: how many step lights to go through.
        seats: how many seat lights to go through.

    Returns:
        A row for each button and for each light.
    """
    rows = []
    for button in sorted(panel.buttons, key=_by_place):
        rows.append((yield from _try_button(panel, button)))  # noqa: PERF401 - a comprehension cannot yield
    for name, frame in _lights(steps, seats):
        rows.append((yield from _try_light(panel, name, frame)))
    panel.show(BLANK)
    return rows


def _by_place(button: Button) -> tuple[int, int]:
    return list(Role).index(button.role), button.seat or 0


def _try_button(panel: Panel, button: Button) -> Generator[Request, Press | bool | None, Check]:
    name = f"{panel.name}, button {button}"
    came = yield Request(f"Press {str(button).capitalize()}.", button)
    if not isinstance(came, Press):
        return Check(name, "failed", "no press came", "Check its two wires and its pin in the panel profile.")
    if came.button != button:
        return Check(name, "failed", f"{came.button} came instead", f"Swap the wires with {came.button}.")
    return Check(name, "ok", "pressed")


def _lights(steps: int, seats: int) -> Iterable[tuple[str, Frame]]:
    for number in range(steps):
        yield f"step light {number + 1}", Frame(steps=_only(number))
    for number in range(seats):
        yield f"seat light {number + 1}", Frame(seats=_only(number))
    yield "attention light", Frame(attention=SHOWN)


def _only(number: int) -> tuple[Light, ...]:
    return (*(DARK,) * number, SHOWN)


def _try_light(panel: Panel, name: str, frame: Frame) -> Generator[Request, Press | bool | None, Check]:
    panel.show(frame)
    seen = yield Request(f"Does the {name} of {panel.name} blink, and no other?")
    if seen is True:
        return Check(f"{panel.name}, {name}", "ok", "seen to blink")
    return Check(
        f"{panel.name}, {name}",
        "failed",
        "not seen to blink",
        "Check which way round the light sits, its wires, and its pin.",
    )
