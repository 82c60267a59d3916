"""``companion doctor --try-panel``: go through all buttons and lights with a person."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

from companion.hardware.attached import attached_panels
from companion.hardware.checks import trial
from companion.hardware.panel import Panel, Press
from companion.hardware.profile import DEFAULT, read_wiring
from companion.hardware.together import Panels
from companion.health import Check

PATIENCE_S = 15.0
"""How long is waited for a press, in seconds."""
HELLO_S = 3.0
"""How long a hub is given to say hello, in seconds."""

Say = Callable[[str], None]
Reply = Callable[[], str]


def try_panels(profile: Path | None = None) -> int:
    """Try all panels of this machine and print a row for each button and light.

    Returns:
        1 when something did not work or there is nothing to try.

    Raises:
        FaultyWiring: the profile cannot be read, or a line in it cannot be.
    """
    presses: SimpleQueue[Press] = SimpleQueue()
    wiring = read_wiring(profile or DEFAULT)
    with attached_panels(presses.put, profile or DEFAULT) as panels:
        time.sleep(HELLO_S)
        rows = list(try_out(panels, presses, len(wiring.steps), len(wiring.seats)))
    for check in panels.health() if not rows else ():
        print(f"{check.name}: {check.detail}")
    return int(not rows or any(row.state == "failed" for row in rows))


def try_out(
    panels: Panels,
    presses: "SimpleQueue[Press]",
    steps: int,
    seats: int,
    *,
    say: Say = print,
    reply: Reply = input,
    patience: float = PATIENCE_S,
) -> Iterator[Check]:
    """Go through every panel that has buttons.

    Args:
        panels: the panels, started.
        presses: where their presses arrive.
        steps: how many step lights there are.
        seats: how many seat lights there are.
        say: tells the person something.
        reply: waits for a line from the person.
        patience: how long to wait for a press, in seconds.
    """
    for panel in panels.panels:
        if not panel.buttons:
            continue
        for row in _try_one(panel, presses, steps, seats, say, reply, patience):
            say(f"{row.state}: {row.name}: {row.detail}{f' -> {row.fix}' if row.fix else ''}")
            yield row


def _try_one(
    panel: Panel,
    presses: "SimpleQueue[Press]",
    steps: int,
    seats: int,
    say: Say,
    reply: Reply,
    patience: float,
) -> list[Check]:
    attempt = trial(panel, steps, seats)
    request = next(attempt)
    while True:
        while not presses.empty():
            presses.get()  # what was pressed before it was asked for does not count
        say(request.words)
        came = (
            _press(panel, presses, patience)
            if request.button is not None
            else reply().lower().startswith("y")
        )
        try:
            request = attempt.send(came)
        except StopIteration as end:
            rows: list[Check] = end.value
            return rows


def _press(panel: Panel, presses: "SimpleQueue[Press]", patience: float) -> Press | None:
    """Wait for a press on this panel."""
    ends = time.monotonic() + patience
    while (left := ends - time.monotonic()) > 0:
        try:
            press = presses.get(timeout=left)
        except Empty:
            return None
        if press.panel == panel.name:
            return press
    return None
