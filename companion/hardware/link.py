"""The host's side of the protocol with a hub, without a port, a thread or a clock."""

from collections.abc import Callable
from dataclasses import astuple, dataclass
from operator import add
from typing import Annotated

from msgspec import Meta, Struct, ValidationError, convert

from companion.hardware.panel import (
    PANEL_BUTTONS,
    Button,
    ButtonRole,
    Chime,
    LightFrame,
    LightState,
    seat_button,
)
from companion.hardware.wire import HOST_BEATS_MS, NUMBERS, PRESSES, PROTOCOL, SILENCE_MS, LineReader, encode

STALE_MS = 1000
"""Milliseconds after which a press is ignored: the game has continued."""
OLD_LINES = 4
"""After this many consecutive lines with old numbers the hub has restarted, and its hello was lost."""
CREDIBLE = 8
"""Largest plausible number of presses between two lines; above it the hub has restarted."""
MAX_ITEMS = 16
"""Largest number of seats or steps of a hub."""
BRISK_MS = 40
"""Smallest time between two frames of lights, so that a fast game does not overload the hub."""


class Hello(Struct, frozen=True):
    """A hub's hello message.

    Attributes:
        protocol: its version of the protocol.
        identity: its chip's serial number.
        version: fingerprint of its firmware.
        steps: how many step lights it has.
        seats: how many seats it serves.
        panel: the buttons it has besides the seats'.
    """

    protocol: int
    identity: str
    version: str
    steps: int = 0
    seats: int = 0
    panel: tuple[Button, ...] = ()

    @property
    def buttons(self) -> tuple[Button, ...]:
        """All its buttons, in the order in which it counts their presses."""
        return (*self.panel, *(seat_button(number) for number in range(self.seats)))


_Number = Annotated[int, Meta(ge=0, lt=NUMBERS)]
_Items = Annotated[int, Meta(ge=0, le=MAX_ITEMS)]
_PressCount = Annotated[int, Meta(ge=0, lt=PRESSES)]
_Greeting = tuple[str, _Number, str, str]
"""What every protocol's hello begins with."""
_Fittings = tuple[_Items, _Items, tuple[ButtonRole, ...]]
"""How many step lights and seats a hub has, and its other buttons."""
_Counters = tuple[_PressCount, _PressCount, Annotated[int, Meta(ge=0, le=1)]]
"""Presses, long presses, and whether the button is down."""
_State = tuple[str, _Number, _Number, _Number, tuple[_Counters, ...], tuple[_Counters, ...]]
"""A state message: number, lights, damaged lines, buttons of the panel and of the seats."""


@dataclass(slots=True)
class Counts:
    """Lines of one link.

    Attributes:
        good: valid lines.
        damaged: lines dropped because of a wrong checksum or content.
        lost: missing line numbers.
        hub_damaged: damaged lines counted by the hub.
    """

    good: int = 0
    damaged: int = 0
    lost: int = 0
    hub_damaged: int = 0

    def plus(self, other: "Counts") -> "Counts":
        """Add up two connections."""
        return Counts(*map(add, astuple(self), astuple(other)))


def read_hello(message: list[object]) -> Hello | None:
    """Parse a hello message; None if it is invalid.

    Of another protocol's hello only the first four fields are read, which never change.
    """
    try:
        _, protocol, identity, version = convert(message[:4], _Greeting)
        if protocol != PROTOCOL:
            return Hello(protocol, identity, version)
        steps, seats, names = convert(message[4:], _Fittings)
    except ValidationError:
        return None
    panel = tuple(map(Button, names))
    if len(set(panel)) < len(panel) or not set(panel) <= set(PANEL_BUTTONS):
        return None
    return Hello(protocol, identity, version, steps, seats, panel)


class HubLink:
    """One connection to a hub, from the opening of the port to its loss.

    Args:
        on_press: takes presses that the hub reports.
        now: the moment the port was opened, in milliseconds.

    Attributes:
        hello: the hub's hello message; None until it arrives.
        fits: whether the hub's protocol matches.
    """

    def __init__(self, on_press: Callable[[Button, bool], None], now: int) -> None:
        self.hello: Hello | None = None
        self._on_press = on_press
        self._reader = LineReader()
        self._malformed = 0
        self._lost = 0
        self._hub_damaged = 0
        self._last_heard = now
        self._last_state: int | None = None
        self._number: int | None = None
        self._old_lines = 0
        self._presses: list[tuple[int, int]] = []
        self._down: list[bool] = []
        self._sent = 0
        self._last_sent: int | None = None
        self._shown: LightFrame | None = None

    @property
    def fits(self) -> bool:
        """Whether the hub has sent a hello with a matching protocol."""
        return self.hello is not None and self.hello.protocol == PROTOCOL

    @property
    def down(self) -> tuple[Button, ...]:
        """The buttons held down according to the last message of the hub."""
        buttons = self.hello.buttons if self.hello else ()
        return tuple(button for button, down in zip(buttons, self._down, strict=False) if down)

    @property
    def counts(self) -> Counts:
        """The counts so far; a line counts as good once its content is valid."""
        return Counts(
            self._reader.good - self._malformed,
            self._reader.damaged + self._malformed,
            self._lost,
            self._hub_damaged,
        )

    def timed_out(self, now: int) -> bool:
        """Return whether no valid line has arrived for too long."""
        return now - self._last_heard > SILENCE_MS

    def receive(self, chunk: bytes, now: int) -> None:
        """Process received bytes."""
        for message in self._reader.feed(chunk):
            if self._handle(message, now):
                self._last_heard = now
            else:
                self._malformed += 1

    def poll(self, frame: LightFrame, now: int) -> bytes:
        """Return the bytes to send: an identity request, or the lights if they are new or due again."""
        if self._last_sent is not None and now - self._last_sent < self._pause(frame):
            return b""
        self._last_sent = now
        if self.hello is None:
            return encode(["hello", PROTOCOL])
        if not self.fits:
            return b""
        return self.lights(frame)

    def lights(self, frame: LightFrame) -> bytes:
        """Return the line that shows a frame on a matching hub."""
        self._shown = frame
        return encode(["lights", self._next(), *self._fitted(frame)])

    def play(self, chime: Chime) -> bytes:
        """Return the line that plays a chime; empty without a matching hub.

        A lost chime is not repeated: none is better than a late one.
        """
        if not self.fits:
            return b""
        return encode(["chime", self._next(), [list(tone) for tone in chime]])

    def _pause(self, frame: LightFrame) -> int:
        return BRISK_MS if self.fits and frame != self._shown else HOST_BEATS_MS

    def _next(self) -> int:
        self._sent = (self._sent + 1) % NUMBERS
        return self._sent

    def _fitted(self, frame: LightFrame) -> list[object]:
        assert self.hello is not None
        steps = [_written(light) for light in frame.steps_on(self.hello.steps)]
        seats = [_written(light) for light in frame.seats[: self.hello.seats]]
        return [steps, seats, _written(frame.attention)]

    def _handle(self, message: list[object], now: int) -> bool:
        if message[0] == "hello":
            return self._handle_hello(message)
        if message[0] == "state" and self.fits:
            return self._handle_state(message, now)
        return message[0] == "state" and not self.fits  # a message for the other side

    def _handle_hello(self, message: list[object]) -> bool:
        hello = read_hello(message)
        if hello is None:
            return False
        self.hello = hello
        self._number = self._last_state = None  # a restarted hub counts from 0
        return True

    def _handle_state(self, message: list[object], now: int) -> bool:
        """Read `["state", number, lights, damaged, panel, seats]`."""
        assert self.hello is not None
        try:
            _, number, _, damaged, panel, seats = convert(message, _State)
        except ValidationError:
            return False
        if len(panel) != len(self.hello.panel) or len(seats) != self.hello.seats:
            return False
        if self._is_old(number):
            return True
        self._hub_damaged = damaged
        self._count_lost(number)
        self._report_presses([*panel, *seats], now)
        return True

    def _is_old(self, number: int) -> bool:
        """Return whether a line is a duplicate or late: its presses were reported, or are in a newer line."""
        ahead = (number - self._number) % NUMBERS if self._number is not None else 1
        self._old_lines = 0 if 0 < ahead < NUMBERS // 2 else self._old_lines + 1
        if self._old_lines > OLD_LINES:
            self._old_lines = 0
            self._number = self._last_state = None
        return self._old_lines > 0

    def _count_lost(self, number: int) -> None:
        if self._number is not None:
            self._lost += (number - self._number - 1) % NUMBERS
        self._number = number

    def _report_presses(self, counters: list[tuple[int, int, int]], now: int) -> None:
        """Report the presses that were counted since the last line, unless too long ago."""
        presses = [(short, long) for short, long, _ in counters]
        self._down = [bool(down) for _, _, down in counters]
        before, since = self._presses, self._last_state
        self._presses, self._last_state = presses, now
        if since is None or now - since > STALE_MS or self.hello is None:
            return
        for button, old, new in zip(self.hello.buttons, before, presses, strict=True):
            for long in (False, True):
                times = (new[long] - old[long]) % PRESSES
                for _ in range(times if times <= CREDIBLE else 0):
                    self._on_press(button, long)


def _written(light: LightState) -> list[str]:
    return [light.colour, light.pattern]
