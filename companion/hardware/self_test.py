"""The self test of the panels with a person, `companion doctor --try-panel`."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue

from companion.hardware.discovery import discover_panels
from companion.hardware.panel import BLANK, DARK, Button, ButtonRole, LightFrame, LightState, Panel, Press
from companion.hardware.panel_group import PanelGroup
from companion.hardware.wiring import DEFAULT, read_wiring
from companion.health import Check

TIMEOUT_S = 15.0
"""Timeout for a press, in seconds."""
SHOWN = LightState("ffffff", "90")
"""The state of a light while the person is asked about it."""
HELLO_S = 3.0
"""How long a hub is given to say hello, in seconds."""

Say = Callable[[str], None]
ReadLine = Callable[[], str]


def try_panels(profile: Path | None = None) -> int:
    """Try all panels of this machine and print a row for each button and light.

    Returns:
        1 if something did not work or there is no panel.

    Raises:
        FaultyWiring: the profile cannot be read, or a line in it cannot be.
    """
    presses: SimpleQueue[Press] = SimpleQueue()
    wiring = read_wiring(profile or DEFAULT)
    with discover_panels(presses.put, profile or DEFAULT) as panels:
        time.sleep(HELLO_S)
        rows = list(try_out(panels, presses, len(wiring.steps), len(wiring.seats)))
    for check in panels.health() if not rows else ():
        print(f"{check.name}: {check.detail}")
    return int(not rows or any(row.state == "failed" for row in rows))


def try_out(
    panels: PanelGroup,
    presses: "SimpleQueue[Press]",
    steps: int,
    seats: int,
    *,
    say: Say = print,
    reply: ReadLine = input,
    timeout: float = TIMEOUT_S,
) -> Iterator[Check]:
    """Go through every panel that has buttons.

    Args:
        panels: the panels, started.
        presses: the queue of their presses.
        steps: number of step lights.
        seats: number of seat lights.
        say: prints a message.
        reply: waits for a line from the person.
        timeout: for a press, in seconds.
    """
    for panel in panels.panels:
        if not panel.buttons:
            continue
        for row in _try_one(panel, presses, steps, seats, say, reply, timeout):
            say(f"{row.state}: {row.name}: {row.detail}{f' -> {row.fix}' if row.fix else ''}")
            yield row


def _try_one(
    panel: Panel,
    presses: "SimpleQueue[Press]",
    steps: int,
    seats: int,
    say: Say,
    reply: ReadLine,
    timeout: float,
) -> list[Check]:
    test = prompts(panel, steps, seats)
    request = next(test)
    while True:
        while not presses.empty():
            presses.get()  # presses before the request do not count
        say(request.text)
        came = (
            _press(panel, presses, timeout) if request.button is not None else reply().lower().startswith("y")
        )
        try:
            request = test.send(came)
        except StopIteration as end:
            rows: list[Check] = end.value
            return rows


def _press(panel: Panel, presses: "SimpleQueue[Press]", timeout: float) -> Press | None:
    """Wait for a press on this panel."""
    ends = time.monotonic() + timeout
    while (left := ends - time.monotonic()) > 0:
        try:
            press = presses.get(timeout=left)
        except Empty:
            return None
        if press.panel == panel.name:
            return press
    return None


@dataclass(frozen=True, slots=True)
class Request:
    """A request to the person.

    Attributes:
        text: of the request.
        button: the button to press; None for a yes or no question.
    """

    text: str
    button: Button | None = None


Prompts = Generator[Request, Press | bool | None, list[Check]]
"""Yields requests; send in the press, yes or no for a light, or None after the timeout."""


def prompts(panel: Panel, steps: int = 0, seats: int = 0) -> Prompts:
    """Test every button and light of a panel with a person.

    The caller says each request, keeps the panel ticking (`PanelGroup.start`) and sends the reaction back.

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
    return list(ButtonRole).index(button.role), button.seat or 0


def _try_button(panel: Panel, button: Button) -> Generator[Request, Press | bool | None, Check]:
    name = f"{panel.name}, button {button}"
    came = yield Request(f"Press {str(button).capitalize()}.", button)
    if not isinstance(came, Press):
        return Check(
            name, "failed", "no button was pressed", "Check its two wires and its pin in the panel profile."
        )
    if came.button != button:
        return Check(name, "failed", f"{came.button} came instead", f"Swap the wires with {came.button}.")
    return Check(name, "ok", "pressed")


def _lights(steps: int, seats: int) -> Iterable[tuple[str, LightFrame]]:
    for number in range(steps):
        yield f"step light {number + 1}", LightFrame(steps=_only(number))
    for number in range(seats):
        yield f"seat light {number + 1}", LightFrame(seats=_only(number))
    yield "attention light", LightFrame(attention=SHOWN)


def _only(number: int) -> tuple[LightState, ...]:
    return (*(DARK,) * number, SHOWN)


def _try_light(panel: Panel, name: str, frame: LightFrame) -> Generator[Request, Press | bool | None, Check]:
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
