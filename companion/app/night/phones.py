"""The interfaces between the screen and the phone service.

The service is `companion.web.service`; only its interface is declared here, so that the screen and the web
server do not depend on each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from companion.app.night.task_queue import TaskQueue

if TYPE_CHECKING:
    from companion.app.camera.table_camera import TableCamera
    from companion.app.night.session import Session
    from companion.referee.dice import Dice
    from companion.referee.evaluation import WinChance


class NetworkInterface(Struct, frozen=True):
    """A network interface of this machine.

    Attributes:
        name: the system's name, such as ``"wlan0"``.
        address: this machine's IPv4 address there.
    """

    name: str
    address: str


class Phone(Struct, frozen=True):
    """One phone that has joined.

    Attributes:
        id: the service's number for it.
        name: shown to the host, such as ``"Phone 2"``.
        seat: the seat whose questions it may answer; None if it only watches.
        connected: it receives the table now.
    """

    id: int
    name: str
    seat: str | None
    connected: bool


class OverTable(Protocol):
    """What watches the table."""

    @property
    def table(self) -> TableCamera | None:
        """The camera over the table, if there is one."""


class PhoneHost(Protocol):
    """The interface of the screen that the service uses, on the game's thread."""

    @property
    def session(self) -> Session | None:
        """The game that is played, if one is."""

    @property
    def tasks(self) -> TaskQueue:
        """Takes work for the thread of the game."""

    @property
    def read_dice(self) -> Dice | None:
        """The dice that the camera has read and a player must confirm."""

    @property
    def win_chances(self) -> tuple[WinChance, ...]:
        """Everybody's chance to win, where this table wants to see it."""

    @property
    def context(self) -> OverTable:
        """What the screen has to do with the table."""

    def phone_confirms_dice(self) -> None:
        """Accept the dice that the camera has read, for a phone."""

    def phone_claims_dice(self, pool: str, count: int) -> None:
        """Set how many dice one side rolls, for a phone."""


class PhoneService(Protocol):
    """Lets phones see the table and answer; off until the host starts it."""

    @property
    def running(self) -> bool:
        """Whether it listens."""

    @property
    def interfaces(self) -> tuple[NetworkInterface, ...]:
        """Networks it could listen on, the usual one first."""

    @property
    def address(self) -> str:
        """The address to open on a phone, with the current code; empty while it is off."""

    @property
    def phones(self) -> tuple[Phone, ...]:
        """Who has joined."""

    @property
    def seats_open(self) -> bool:
        """Whether phones may take a seat and answer."""

    def start(self, interface: NetworkInterface) -> None:
        """Listen on one network, with a new code.

        Raises:
            PhonesUnavailable: that address cannot be listened on.
        """

    def resume(self) -> None:
        """Let the phones that were joined before a restart go on, as soon as their network is there."""

    def stop(self) -> None:
        """Disconnect all phones and close the port; they must scan again."""

    def close(self) -> None:
        """Close the port because the companion ends; `resume` lets the phones go on."""

    def open_seats(self, allowed: bool) -> None:
        """Let phones take seats and answer, or only watch."""

    def remove(self, phone: int) -> None:
        """Disconnect a phone and change the code, so that it must scan again."""

    def follow(self, host: PhoneHost) -> None:
        """Send the table to the phones if it has changed; called on the thread of the game."""
