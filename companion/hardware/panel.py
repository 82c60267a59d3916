"""The interface of all panels: buttons, lights by role, and a chime.

A panel never blocks the game and never breaks it. Its `tick` is called every few milliseconds on its own
thread (see `panel_group.py`); `show` and `chime` only store what the next tick should show.
Presses go to a callable given to the panel, usually the `put` of the game's queue.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from companion.hardware.blink_pattern import MAX_LEVEL, SLOT_MS, is_colour, is_pattern, level
from companion.health import Check
from companion.locale.messages import Message, gettext, joined, pgettext


class ButtonRole(StrEnum):
    """The role of a button."""

    CONFIRM = "confirm"
    NEXT = "next"
    END = "end"
    UNDO = "undo"
    ASK = "ask"
    SEAT = "seat"


@dataclass(frozen=True, slots=True)
class Button:
    """One button.

    Attributes:
        role: of the button.
        seat: for a seat's button, the seat's number round the table from 0.
    """

    role: ButtonRole
    seat: int | None = None

    def __str__(self) -> str:
        return self.role.value if self.seat is None else f"seat {self.seat + 1}"

    @property
    def title(self) -> Message:
        """What people call it."""
        if self.seat is not None:
            return gettext("seat {number}", number=self.seat + 1)
        return BUTTON_FACES[self.role].title


class ButtonFace(NamedTuple):
    """How people know a button of the panel.

    Attributes:
        title: what people call it.
        icon: its picture, see `companion/icons/buttons.svg`.
        colour: of its cap, six hex digits.
        colour_name: for pages.
        pressed: what a press does, for pages.
        held: what a long press does, for pages.
    """

    title: Message
    icon: str
    colour: str
    colour_name: str
    pressed: str
    held: str


BUTTON_FACES = {
    ButtonRole.CONFIRM: ButtonFace(
        pgettext("panel", "confirm"), "check", "2a7242", "green",
        "yes; the choice pointed at; the dice as read", "all of them here (when placing)",
    ),
    ButtonRole.NEXT: ButtonFace(
        pgettext("panel", "next"), "forward", "5c666d", "white",
        "point at the next choice; one more", "the one before; one less",
    ),
    ButtonRole.END: ButtonFace(
        pgettext("panel", "end"), "cross", "b3302b", "red", "ends what can be ended; no", "",
    ),
    ButtonRole.UNDO: ButtonFace(
        pgettext("panel", "undo"), "undo", "a8811c", "yellow",
        "takes one answer back", "back to the start of the turn",
    ),
    ButtonRole.ASK: ButtonFace(
        pgettext("panel", "ask"), "question", "2560a4", "blue", "Why? and back", "pause, and go on",
    ),
}  # fmt: skip
"""The panel's buttons in their order: screen, self test and pages take them from here."""

PANEL_BUTTONS = CONFIRM, NEXT, END, UNDO, ASK = tuple(map(Button, BUTTON_FACES))


def held_down(buttons: Iterable[Button]) -> str:
    """Name the buttons that are held down, if any."""
    titles = [button.title for button in buttons]
    return gettext("held down now: {buttons}", buttons=joined(titles, ", ")) if titles else ""


def seat_button(seat: int) -> Button:
    """Return the button of a seat, numbered round the table from 0."""
    return Button(ButtonRole.SEAT, seat)


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed.

    Attributes:
        button: which one.
        long: it was held down (see `debounce.LONG_MS`).
        panel: name of the panel it sits on.
    """

    button: Button
    long: bool = False
    panel: str = ""


OnPress = Callable[[Press], None]
"""Takes a press; called on the panel's own thread, so it must only pass the press on."""


@dataclass(frozen=True, slots=True)
class LightState:
    """The state of one light.

    Attributes:
        colour: six lowercase hex digits, red, green, blue; lamps of one colour ignore it.
        pattern: its brightness in time, see `blink_pattern.py`.

    Raises:
        ValueError: The colour or the pattern is not valid.
    """

    colour: str
    pattern: str

    def __post_init__(self) -> None:
        if not is_colour(self.colour) or not is_pattern(self.pattern):
            raise ValueError(f"no light can have the colour {self.colour!r} and the pattern {self.pattern!r}")

    def brightness(self, now: int) -> float:
        """Return the perceived brightness at a time in milliseconds, 0 to 1."""
        return level(self.pattern, now) / MAX_LEVEL if self.colour != "000000" else 0.0

    @property
    def peak(self) -> float:
        """The greatest brightness of its pattern, 0 to 1."""
        return max(self.brightness(slot * SLOT_MS) for slot in range(len(self.pattern)))


DARK = LightState("000000", "0")


@dataclass(frozen=True, slots=True)
class LightFrame:
    """The state of all lights until the next frame.

    Attributes:
        steps: one light for each step of the timeline, in order.
        seats: one light for each seat, in order round the table.
        attention: the one light for the whole table.
        now: number of the current step.
    """

    steps: tuple[LightState, ...] = ()
    seats: tuple[LightState, ...] = ()
    attention: LightState = DARK
    now: int = 0

    def steps_on(self, lamps: int) -> tuple[LightState, ...]:
        """Return the steps for `lamps` lamps: of a longer list, the part around the current step."""
        first = max(0, min(self.now - lamps // 2, len(self.steps) - lamps))
        return self.steps[first : first + lamps]


BLANK = LightFrame()


class ChimeNote(NamedTuple):
    """One note of a chime; a frequency of 0 is a rest."""

    hertz: int
    milliseconds: int


Chime = tuple[ChimeNote, ...]


class Panel(Protocol):
    """A set of buttons and lights.

    Attributes:
        name: used in messages and presses.
    """

    name: str

    @property
    def buttons(self) -> frozenset[Button]:
        """The buttons it has right now; a hub that is not plugged in has none."""

    @property
    def present(self) -> bool:
        """Whether it certainly has buttons: the hub has sent its hello, or a button was pressed."""

    @property
    def reachable(self) -> bool:
        """Whether it can show anything now: a hub that is not plugged in cannot."""

    def show(self, frame: LightFrame) -> None:
        """Show a frame from the next tick on; lights that the panel lacks are ignored. Never blocks."""

    def chime(self, chime: Chime) -> None:
        """Play a chime soon; it replaces one that still plays. Never blocks; silent without a buzzer."""

    def tick(self, now: int) -> None:
        """Read the buttons and set the lights once.

        Args:
            now: Time in milliseconds, from one monotonic clock for all calls.
        """

    def health(self) -> Check:
        """Return the state of the panel."""

    def close(self) -> None:
        """Switch the lights off and release the device; closing twice is fine."""
