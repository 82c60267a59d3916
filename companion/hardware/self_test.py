"""The self test of the panels with a person, `companion doctor --try-panel`."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue

from companion.hardware.discovery import discover_panels
from companion.hardware.panel import BLANK, DARK, Button, ButtonRole, LightFrame, LightState, Panel, Press
from companion.hardware.panel_group import PanelGroup
from companion.hardware.wiring import DEFAULT, read_wiring
from companion.health import Check
from companion.locale.catalogue import shown
from companion.locale.messages import capitalised, gettext, joined

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
        _print(gettext("{part}: {detail}", part=check.name, detail=check.detail))
    return int(not rows or any(row.state == "failed" for row in rows))


def _print(text: str) -> None:
    print(shown(text))


def try_out(
    panels: PanelGroup,
    presses: "SimpleQueue[Press]",
    steps: int,
    seats: int,
    *,
    say: Say = _print,
    reply: ReadLine = input,
    timeout: float = TIMEOUT_S,
) -> Iterator[Check]:
    """Go through every panel that has buttons; the panels are started, `timeout` is in seconds."""
    for panel in panels.panels:
        person = Person(panel, presses, say, reply, timeout)
        for row in rows_of(panel, person, steps, seats) if panel.buttons else ():
            said = gettext("{part}: {detail}", part=row.name, detail=row.detail)
            fix = joined(("->", row.fix)) if row.fix else ""
            say(joined((joined((gettext(row.state), said), ": "), fix)))
            yield row


@dataclass(frozen=True, slots=True)
class Person:
    """Who tries a panel.

    Attributes:
        panel: the panel.
        presses: the queue of presses.
        say: prints a request.
        reply: waits for a line.
        timeout: for a press, in seconds.
    """

    panel: Panel
    presses: "SimpleQueue[Press]"
    say: Say
    reply: ReadLine
    timeout: float

    def press(self, button: Button) -> Press | None:
        """Ask for a press; return what came on this panel, or None after the timeout."""
        while not self.presses.empty():
            self.presses.get()  # presses before the request do not count
        self.say(gettext("Press {button}.", button=capitalised(button.title)))
        ends = time.monotonic() + self.timeout
        while (left := ends - time.monotonic()) > 0:
            try:
                press = self.presses.get(timeout=left)
            except Empty:
                return None
            if press.panel == self.panel.name:
                return press
        return None

    def sees(self, name: str) -> bool:
        """Ask whether a light blinks, and no other."""
        self.say(
            gettext(
                "{light} of {panel}: does it blink, and no other? (y/n)",
                light=capitalised(name),
                panel=self.panel.name,
            )
        )
        return self.reply().lower().startswith("y")


def rows_of(panel: Panel, person: Person, steps: int = 0, seats: int = 0) -> Iterator[Check]:
    """Test every button and light of a panel with a person; yield a row for each."""
    for button in sorted(panel.buttons, key=_by_place):
        yield _button_row(
            gettext("{panel}, button {button}", panel=panel.name, button=button.title),
            button,
            person.press(button),
        )
    for name, frame in _lights(steps, seats):
        panel.show(frame)
        yield _light_row(gettext("{panel}, {light}", panel=panel.name, light=name), person.sees(name))
    panel.show(BLANK)


def _by_place(button: Button) -> tuple[int, int]:
    return list(ButtonRole).index(button.role), button.seat or 0


def _button_row(name: str, button: Button, came: Press | None) -> Check:
    if came is None:
        fix = gettext("Check its two wires and its pin in the panel profile.")
        return Check(name, "failed", gettext("no button was pressed"), fix)
    if came.button != button:
        other = came.button.title
        return Check(
            name,
            "failed",
            gettext("{button} came instead", button=other),
            gettext("Swap the wires with {button}.", button=other),
        )
    return Check(name, "ok", gettext("pressed"))


def _light_row(name: str, seen: bool) -> Check:
    if seen:
        return Check(name, "ok", gettext("seen to blink"))
    fix = gettext("Check which way round the light sits, its wires, and its pin.")
    return Check(name, "failed", gettext("not seen to blink"), fix)


def _lights(steps: int, seats: int) -> Iterator[tuple[str, LightFrame]]:
    for number in range(steps):
        yield gettext("step light {number}", number=number + 1), LightFrame(steps=(*(DARK,) * number, SHOWN))
    for number in range(seats):
        yield gettext("seat light {number}", number=number + 1), LightFrame(seats=(*(DARK,) * number, SHOWN))
    yield gettext("attention light"), LightFrame(attention=SHOWN)
