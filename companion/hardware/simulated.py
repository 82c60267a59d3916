"""A panel without a device: pressed by the screen, a script or a test, shown as a strip on the screen."""

from collections import deque

from companion.hardware.debounce import LONG, Debouncer
from companion.hardware.panel import (
    BLANK,
    PANEL_BUTTONS,
    Button,
    Chime,
    Frame,
    OnPress,
    Press,
    seat_button,
)
from companion.health import Check

MEMORY = 32
"""How many chimes are remembered."""


class SimulatedPanel:
    """A panel in memory.

    Fingers are told by `hold` and `release`, and pass the same debouncers as on real panels; `press` is the
    short way for scripts. All may be called from any thread.

    Args:
        on_press: takes the presses.
        seats: how many seats have a button.

    Attributes:
        frame: what it shows.
        chimes: the last chimes asked for, oldest first.
    """

    def __init__(self, on_press: OnPress, seats: int = 6, name: str = "simulated") -> None:
        self.name = name
        self.frame: Frame = BLANK
        self.chimes: deque[Chime] = deque(maxlen=MEMORY)
        self._on_press = on_press
        self._debouncers = {
            button: Debouncer() for button in (*PANEL_BUTTONS, *(seat_button(n) for n in range(seats)))
        }
        self._held: set[Button] = set()

    @property
    def buttons(self) -> frozenset[Button]:
        """All of the panel and one for each seat."""
        return frozenset(self._debouncers)

    @property
    def present(self) -> bool:
        """Always: it is on the screen."""
        return True

    def hold(self, button: Button) -> None:
        """Put a finger on a button and leave it there."""
        self._held.add(button)

    def release(self, button: Button) -> None:
        """Take the finger away."""
        self._held.discard(button)

    def press(self, button: Button, *, long: bool = False) -> None:
        """Press a button at once, without waiting for a finger to lift.

        Raises:
            KeyError: The panel has no such button.
        """
        self._debouncers[button]  # a script that presses what is not there has a mistake in it
        self._on_press(Press(button, long, self.name))

    def show(self, frame: Frame) -> None:
        """Keep a frame for the widget that draws the strip."""
        self.frame = frame

    def chime(self, chime: Chime) -> None:
        """Remember a chime."""
        self.chimes.append(chime)

    def tick(self, now: int) -> None:
        """Read the held buttons once."""
        for button, debouncer in self._debouncers.items():
            press = debouncer.sample(now, button in self._held)
            if press:
                self._on_press(Press(button, press == LONG, self.name))

    def health(self) -> Check:
        """Tell that it is simulated."""
        return Check(self.name, "simulated", f"{len(self._debouncers)} buttons on the screen")

    def close(self) -> None:
        """Go dark."""
        self.frame = BLANK
        self._held.clear()
