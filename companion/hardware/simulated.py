"""A panel without a device: pressed by the screen, a script or a test, shown as a strip on the screen."""

from collections import deque

from companion.hardware.debounce import LONG, Debouncer
from companion.hardware.panel import (
    BLANK,
    PANEL_BUTTONS,
    Button,
    Chime,
    LightFrame,
    OnPress,
    Press,
    seat_button,
)
from companion.health import Check
from companion.locale.messages import ngettext

MEMORY = 32
"""Largest number of stored chimes."""


class SimulatedPanel:
    """A panel in memory.

    `hold` and `release` simulate fingers and use the same debouncers as real panels; `press` is for scripts.
    Thread-safe.

    Attributes:
        frame: the current frame.
        chimes: the last chimes, oldest first.
    """

    def __init__(self, on_press: OnPress, seats: int = 6, name: str = "simulated") -> None:
        self.name = name
        self.frame: LightFrame = BLANK
        self.chimes: deque[Chime] = deque(maxlen=MEMORY)
        self._on_press = on_press
        self._debouncers = {
            button: Debouncer() for button in (*PANEL_BUTTONS, *(seat_button(n) for n in range(seats)))
        }
        self._held: set[Button] = set()

    @property
    def buttons(self) -> frozenset[Button]:
        """All buttons of the panel and one for each seat."""
        return frozenset(self._debouncers)

    @property
    def present(self) -> bool:
        """Always: it is on the screen."""
        return True

    @property
    def reachable(self) -> bool:
        """Always."""
        return True

    def hold(self, button: Button) -> None:
        """Press a button and hold it."""
        self._held.add(button)

    def release(self, button: Button) -> None:
        """Release a button."""
        self._held.discard(button)

    def press(self, button: Button, *, long: bool = False) -> None:
        """Report a press at once, without debouncing.

        Raises:
            KeyError: The panel has no such button.
        """
        self._debouncers[button]  # a script that presses a missing button has an error
        self._on_press(Press(button, long, self.name))

    def show(self, frame: LightFrame) -> None:
        """Store a frame for the strip on the screen."""
        self.frame = frame

    def chime(self, chime: Chime) -> None:
        """Store a chime."""
        self.chimes.append(chime)

    def tick(self, now: int) -> None:
        """Read the held buttons once."""
        for button, debouncer in self._debouncers.items():
            press = debouncer.sample(now, button in self._held)
            if press:
                self._on_press(Press(button, press == LONG, self.name))

    def health(self) -> Check:
        """Report that it is simulated."""
        return Check(
            self.name,
            "simulated",
            ngettext("{count} button on the screen", "{count} buttons on the screen", len(self._debouncers)),
        )

    def close(self) -> None:
        """Switch the lights off."""
        self.frame = BLANK
        self._held.clear()
