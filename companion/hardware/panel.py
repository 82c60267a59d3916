"""The contract of every panel: buttons that are pressed, lights by role, and a chime.

A panel never blocks the game and never fails it. Each one is driven by its own `tick`, called every few
milliseconds on a thread of its own (see `together.py`); `show` and `chime` only leave word for the next tick.
Presses are handed to the callable the panel was made with, usually the `put` of the game's queue.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from companion.hardware.rhythm import BRIGHTEST, is_colour, is_rhythm, level
from companion.health import Check


class Role(StrEnum):
    """What a button is there for."""

    CONFIRM = "confirm"
    END = "end"
    UNDO = "undo"
    ASK = "ask"
    NEXT = "next"
    SEAT = "seat"


@dataclass(frozen=True, slots=True)
class Button:
    """One button.

    Attributes:
        role: what it is there for.
        seat: for a seat's button, the seat's number round the table from 0.
    """

    role: Role
    seat: int | None = None

    def __str__(self) -> str:
        return self.role.value if self.seat is None else f"seat {self.seat + 1}"


PANEL_BUTTONS = CONFIRM, END, UNDO, ASK, NEXT = (
    Button(Role.CONFIRM),
    Button(Role.END),
    Button(Role.UNDO),
    Button(Role.ASK),
    Button(Role.NEXT),
)


def seat_button(seat: int) -> Button:
    """Return the button of a seat, numbered round the table from 0."""
    return Button(Role.SEAT, seat)


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed.

    Attributes:
        button: which one.
        long: it was held down (see `contact.LONG_MS`).
        panel: name of the panel it sits on.
    """

    button: Button
    long: bool = False
    panel: str = ""


OnPress = Callable[[Press], None]
"""Takes a press; called on a panel's own thread, so it must only hand it over."""


@dataclass(frozen=True, slots=True)
class Light:
    """What one light does.

    Attributes:
        colour: six lowercase hex digits, red, green, blue; lamps of one colour leave it out of account.
        rhythm: its brightness in time, see `rhythm.py`.

    Raises:
        ValueError: The colour or the rhythm is none.
    """

    colour: str
    rhythm: str

    def __post_init__(self) -> None:
        if not is_colour(self.colour) or not is_rhythm(self.rhythm):
            raise ValueError(f"no light has the colour {self.colour!r} and the rhythm {self.rhythm!r}")

    def brightness(self, now: int) -> float:
        """Return how bright it is at a moment in milliseconds, 0 to 1 as the eye sees it."""
        return level(self.rhythm, now) / BRIGHTEST if self.colour != "000000" else 0.0


DARK = Light("000000", "0")


@dataclass(frozen=True, slots=True)
class Frame:
    """What all lights do until the next frame.

    Attributes:
        steps: one light for each step of the timeline, in order.
        seats: one light for each seat, in order round the table.
        attention: the one light for the whole table.
        now: number of the present step.
    """

    steps: tuple[Light, ...] = ()
    seats: tuple[Light, ...] = ()
    attention: Light = DARK
    now: int = 0

    def steps_on(self, lamps: int) -> tuple[Light, ...]:
        """Return the steps for a strip of so many lamps; of a longer list, the part with the present step."""
        first = max(0, min(self.now - lamps // 2, len(self.steps) - lamps))
        return self.steps[first : first + lamps]


BLANK = Frame()


class Tone(NamedTuple):
    """One note of a chime; a frequency of 0 is a rest."""

    hertz: int
    milliseconds: int


Chime = tuple[Tone, ...]


class Panel(Protocol):
    """A set of buttons and lights.

    Attributes:
        name: what messages and presses call it.
    """

    name: str

    @property
    def buttons(self) -> frozenset[Button]:
        """The buttons it has right now; a hub that is not plugged in has none."""

    @property
    def present(self) -> bool:
        """Whether there certainly are buttons: a hub has said hello, or one was pressed."""

    def show(self, frame: Frame) -> None:
        """Show a frame from the next tick on; lights that the panel lacks are left out. Never blocks."""

    def chime(self, chime: Chime) -> None:
        """Play a chime soon, in place of one that still plays. Never blocks; nothing without a buzzer."""

    def tick(self, now: int) -> None:
        """Read the buttons and work the lights once.

        Args:
            now: Milliseconds on a clock that only goes forward, the same for all calls.
        """

    def health(self) -> Check:
        """Tell how it is."""

    def close(self) -> None:
        """Darken the lights and let go of the device; closing twice is fine."""
