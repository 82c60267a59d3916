"""A phone service for screenshots: a fixed address and fixed guests, without opening a port."""

from companion.app.night.phones import NetworkInterface, Phone, PhoneHost
from companion.locale.messages import gettext


class ShownPhones:
    """Implements `companion.app.night.phones.PhoneService` without a network."""

    def __init__(self) -> None:
        self.running = False
        self.seats_open = True
        self.interfaces = (NetworkInterface("wlan0", "192.168.1.20"),)
        self.phones: tuple[Phone, ...] = ()

    @property
    def address(self) -> str:
        """The address in the QR code."""
        return "http://192.168.1.20:8127/j/h4x7kq2mrt" if self.running else ""

    def start(self, interface: NetworkInterface) -> None:  # noqa: ARG002 - there is only one
        """Add three guests."""
        self.running = True
        self.phones = (
            Phone(1, gettext("Phone {number}", number=1), "blue", True),
            Phone(2, gettext("Phone {number}", number=2), "green", False),
            Phone(3, gettext("Phone {number}", number=3), None, True),
        )

    def resume(self) -> None:
        """Do nothing: no phone was joined before."""

    def close(self) -> None:
        """Do nothing: no port is open."""

    def stop(self) -> None:
        """Switch it off and remove all guests."""
        self.running, self.phones = False, ()

    def open_seats(self, allowed: bool) -> None:
        """Set whether phones may answer."""
        self.seats_open = allowed

    def remove(self, phone: int) -> None:
        """Remove a guest."""
        self.phones = tuple(known for known in self.phones if known.id != phone)

    def follow(self, host: PhoneHost) -> None:
        """Do nothing: there are no phones."""
