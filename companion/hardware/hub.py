"""A hub on the serial line: a button and a ring of lights for every seat.

The port is opened by the hub's persistent name (renumbering does not matter) and exclusively. After any
error, unplugging included, the port is closed and reopened with growing pauses.
"""

import logging
import termios
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import serial
from serial.tools import list_ports

from companion.hardware.link import Counts, HubLink
from companion.hardware.panel import BLANK, Button, Chime, LightFrame, OnPress, Press, held_down
from companion.hardware.wire import PROTOCOL
from companion.hardware.wiring import AUTO
from companion.health import Check
from companion.locale.messages import gettext, joined, ngettext

BY_ID = Path("/dev/serial/by-id")
PICO_VENDOR = 0x2E8A
BAUD = 115200
CHUNK = 1024
"""Largest number of bytes read in one tick, a limit for a hub that sends garbage at full speed."""
WRITE_S = 0.2
"""Timeout of a write, in seconds; then the line counts as broken."""
FIRST_PAUSE_MS = 250
MAX_PAUSE_MS = 5000

_BROKEN = (OSError, TypeError, termios.error)
"""Exceptions that pyserial passes on when a device is unplugged."""

log = logging.getLogger(__name__)


class Port(Protocol):
    """The part of `serial.Serial` that a hub needs."""

    def read(self, size: int) -> bytes:
        """Return at most this many received bytes."""

    def write(self, data: bytes) -> int | None:
        """Send bytes."""

    def close(self) -> None:
        """Close the port."""


def find_port(wanted: str = AUTO) -> str | None:
    """Return the device of the hub, by its persistent name if there is one, or None.

    Args:
        wanted: A device path, or `"auto"` for the first MicroPython board that is plugged in.
    """
    if wanted != AUTO:
        return wanted
    named = sorted(BY_ID.glob("*MicroPython*"))
    if named:
        return str(named[0])
    return next((port.device for port in list_ports.comports() if port.vid == PICO_VENDOR), None)


def open_port(path: str) -> Port:
    """Open a serial device exclusively, with non-blocking reads.

    Raises:
        OSError: It is missing, not allowed, or in use (`serial.SerialException` is an OSError).
    """
    port: Port = serial.Serial(path, BAUD, timeout=0, write_timeout=WRITE_S, exclusive=True)
    return port


class HubPanel:
    """The panel of a hub on a serial line; it may be unplugged and plugged in again.

    Args:
        on_press: takes the presses.
        find: returns the device to open, or None while there is none.
        opener: opens a device.
        version: fingerprint of this companion's firmware; empty to accept any.
    """

    name = "hub"

    def __init__(
        self,
        on_press: OnPress,
        find: Callable[[], str | None] = find_port,
        opener: Callable[[str], Port] = open_port,
        version: str = "",
    ) -> None:
        self._on_press = on_press
        self._find = find
        self._opener = opener
        self._version = version
        self._frame: LightFrame = BLANK
        self._chimes: deque[Chime] = deque(maxlen=1)
        self._path = ""
        self._port: Port | None = None
        self._link: HubLink | None = None
        self._problem = ""
        self._retry_at = 0
        self._pause = FIRST_PAUSE_MS
        self._past = Counts()
        self.reconnects = 0

    @property
    def link(self) -> HubLink | None:
        """The connection, while there is one."""
        return self._link

    @property
    def is_starting(self) -> bool:
        """Whether a hub is connected that has not sent its hello and a state yet."""
        link = self._link
        return link is not None and (link.hello is None or link.counts.good < 2)

    @property
    def counts(self) -> Counts:
        """Counts of lines over all connections since the start."""
        return self._past.plus(self._link.counts) if self._link else self._past

    @property
    def buttons(self) -> frozenset[Button]:
        """The buttons of a connected hub with a matching protocol."""
        link = self._link
        return frozenset(link.hello.buttons) if link and link.hello and link.fits else frozenset()

    @property
    def reachable(self) -> bool:
        """Whether it is there."""
        return self.present

    @property
    def present(self) -> bool:
        """Whether a hub with a matching protocol is connected."""
        link = self._link
        return link is not None and link.hello is not None and link.fits

    def show(self, frame: LightFrame) -> None:
        """Show a frame from the next tick on."""
        self._frame = frame

    def chime(self, chime: Chime) -> None:
        """Play a chime from the next tick on."""
        self._chimes.append(chime)

    def tick(self, now: int) -> None:
        """Exchange due messages; without a connection, connect first if an attempt is due."""
        if self._port is None and now >= self._retry_at:
            self._connect(now)
        port, link = self._port, self._link
        if port is None or link is None:
            self._chimes.clear()
            return
        try:
            self._exchange(port, link, now)
        except _BROKEN as error:
            self._lose(gettext("the line broke: {error}", error=error), now)

    def _connect(self, now: int) -> None:
        path = self._find()
        if path is None:
            self._path = ""
            self._lose(gettext("no hub is plugged in"), now)
            return
        self._path = path
        try:
            self._port = self._opener(path)
        except (*_BROKEN, ValueError) as error:
            self._lose(gettext("{path} cannot be opened: {error}", path=path, error=error), now)
            return
        self._link = HubLink(lambda button, long: self._on_press(Press(button, long, self.name)), now)

    def _exchange(self, port: Port, link: HubLink, now: int) -> None:
        link.receive(port.read(CHUNK), now)
        if link.timed_out(now):
            self._lose(gettext("{path} sends no valid messages", path=self._path), now)
            return
        if link.hello is not None:
            self._problem, self._pause = "", FIRST_PAUSE_MS
        lines = link.poll(self._frame, now)
        if self._chimes:
            lines += link.play(self._chimes.popleft())
        if lines:
            port.write(lines)

    def _lose(self, problem: str, now: int) -> None:
        if problem != self._problem:
            log.info("Hub: %s.", problem)
        self._problem = problem
        self._release_port()
        self._retry_at = now + self._pause
        self._pause = min(self._pause * 2, MAX_PAUSE_MS)

    def _release_port(self) -> None:
        if self._link is not None:
            self._past = self._past.plus(self._link.counts)
            self.reconnects += 1
        port, self._port, self._link = self._port, None, None
        if port is not None:
            try:
                port.close()
            except _BROKEN:
                log.debug("The port was unplugged before it was closed.")

    def health(self) -> Check:
        """Return the state of the hub: connected, matching, and how many lines were damaged."""
        link = self._link
        if link is None:
            return self._health_without()
        if link.hello is None:
            return Check(
                self.name,
                "missing",
                gettext("{port} has not answered yet", port=self._path),
                gettext("Wait, or: companion flash"),
            )
        if not link.fits:
            return Check(
                self.name,
                "failed",
                gettext(
                    "the hub speaks protocol {number}, this companion {known}",
                    number=link.hello.protocol,
                    known=PROTOCOL,
                ),
                "companion flash",
            )
        return self._health_of(link)

    def _health_without(self) -> Check:
        if not self._path:
            return Check(
                self.name,
                "missing",
                self._problem or gettext("not looked for yet"),
                gettext("Plug in the hub's USB cable."),
            )
        return Check(
            self.name,
            "failed",
            self._problem,
            gettext(
                "Unplug the hub and plug it in again. Permission denied: add the user to the group dialout. "
                "Still nothing: companion flash"
            ),
        )

    def _health_of(self, link: HubLink) -> Check:
        assert link.hello is not None
        counts = self.counts
        hello = link.hello
        parts: list[str] = [
            gettext(
                "hub {hub}, firmware {version}, seats: {seats}, step lights: {steps}",
                hub=hello.identity,
                version=hello.version,
                seats=hello.seats,
                steps=hello.steps,
            ),
            gettext(
                "lines: {good} good, {damaged} damaged, {lost} lost, {hub_damaged} damaged at the hub",
                good=counts.good,
                damaged=counts.damaged,
                lost=counts.lost,
                hub_damaged=counts.hub_damaged,
            ),
            ngettext("{count} reconnect", "{count} reconnects", self.reconnects),
            held_down(link.down),
        ]
        if self._version and hello.version != self._version:
            parts.append(gettext("this companion brings {version}", version=self._version))
            return Check(self.name, "ok", joined(parts, "; "), "companion flash")
        return Check(self.name, "ok", joined(parts, "; "))

    def close(self) -> None:
        """Switch the lights off and close the port."""
        port, link = self._port, self._link
        if port is not None and link is not None and link.fits:
            try:
                port.write(link.lights(BLANK))
            except _BROKEN:
                log.debug("The hub was unplugged before its lights went off.")
        self._release_port()
