"""The phone service: on and off, the address for the QR code, and the joined phones."""

from __future__ import annotations

import fcntl
import logging
import socket
import struct
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING

from companion.app.night.phones import NetworkInterface, Phone, PhoneHost
from companion.errors import PhonesUnavailable
from companion.hardware.system_settings import own_address
from companion.locale.messages import gettext
from companion.web.saved_phones import SavedPhones, forget_saved_phones, read_saved_phones

SIOCGIFADDR = 0x8915
"""Linux: asks for the IPv4 address of a network interface (netdevice(7))."""


def network_interfaces() -> tuple[NetworkInterface, ...]:
    """Return the networks with an IPv4 address, the one with the default route first.

    The loopback interface is left out: phones cannot reach it.
    """
    usual = own_address()
    found = [
        NetworkInterface(name, address)
        for _, name in socket.if_nameindex()
        if (address := _address_of(name)) and not address.startswith("127.")
    ]
    return tuple(sorted(found, key=lambda interface: interface.address != usual))


def _address_of(name: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        request = struct.pack("256s", name.encode())
        try:
            answer = fcntl.ioctl(line.fileno(), SIOCGIFADDR, request)
        except OSError:
            return None
    return socket.inet_ntoa(answer[20:24])


if TYPE_CHECKING:
    from companion.app.night.task_queue import Task
    from companion.web.gateway import Gateway, PhoneAnswer, Reply
    from companion.web.server import WebServer
    from companion.web.table_view import Snapshot

_log = logging.getLogger(__name__)

FOLDER = "phones"
"""Folder of the private pages, beside the journal."""
RETRY_SECONDS = 5.0
"""Seconds between two looks whether the network of before a restart is there."""
NO_GAME = gettext("No game is on the table.")
WATCH_ONLY = gettext("The host does not let this phone answer.")


class WebPhones:
    """Implements `companion.app.night.phones.PhoneService` with a web server; off until it is started.

    Args:
        folder: where private pages are saved.
        port: the port to listen on; if it is taken, any free port. None for the default port.
    """

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self._folder = folder
        self._port = port
        self._server: WebServer | None = None
        self._gateway: Gateway | None = None
        self._host: PhoneHost | None = None
        self._phones: tuple[Phone, ...] = ()
        self._address = ""
        self._seats_open = True
        self._removed: set[int] = set()
        self._interface = ""
        self._saved: object = None
        self._waiting: SavedPhones | None = None
        self._next_try = 0.0

    @property
    def running(self) -> bool:
        """Whether the server is running."""
        return self._server is not None

    @property
    def interfaces(self) -> tuple[NetworkInterface, ...]:
        """Networks it could listen on, the default one first."""
        return network_interfaces()

    @property
    def address(self) -> str:
        """The address to open on a phone, with the join code; empty while it is off."""
        return self._address

    @property
    def phones(self) -> tuple[Phone, ...]:
        """The joined phones, and seats whose phones are not connected."""
        return self._phones

    @property
    def seats_open(self) -> bool:
        """Whether phones may take seats and answer."""
        return self._seats_open

    def start(self, interface: NetworkInterface) -> None:
        """Start listening on a network, with a new code.

        Raises:
            PhonesUnavailable: the server cannot listen on the address.
        """
        self.stop()
        self._listen(interface, None)

    def resume(self) -> None:
        """Let the phones that were joined before a restart go on, as soon as their network is there."""
        self._waiting = read_saved_phones(self._folder, time())
        self._next_try = 0.0

    def _try_to_resume(self, saved: SavedPhones) -> None:
        """Listen again if the network is there; after a start of the Pi, Wi-Fi takes some seconds."""
        if monotonic() < self._next_try:
            return
        self._next_try = monotonic() + RETRY_SECONDS
        interface = next((one for one in self.interfaces if one.name == saved.interface), None)
        if interface is None:
            return
        try:
            self._listen(interface, saved)
        except PhonesUnavailable:
            _log.info("phones wait for the network %s", saved.interface)

    def _listen(self, interface: NetworkInterface, saved: SavedPhones | None) -> None:
        # Most tables never switch it on, and importing the server's libraries takes a tenth of the start-up.
        from companion.web.gateway import Gateway
        from companion.web.server import PORT, WebServer

        usual = PORT if self._port is None else self._port
        try:
            server = WebServer(
                interface.address,
                self._folder,
                self._answer,
                self._hand,
                self._refresh,
                port=saved.port if saved is not None else usual,
                saved=saved,
            )
        except OSError as error:
            raise PhonesUnavailable(str(error)) from error
        self._server, self._interface, self._waiting = server, interface.name, None
        self._removed = set()
        self._gateway = Gateway(self._publish)
        if saved is not None:
            self._seats_open = saved.seats_open
        server.access.seats_open = self._seats_open
        self._show_address()
        server.call(self._refresh)

    def stop(self) -> None:
        """Disconnect all phones and close the port; they must scan again."""
        self.close()
        self._waiting = None
        try:
            forget_saved_phones(self._folder)
        except OSError:
            _log.warning("the joined phones could not be forgotten", exc_info=True)

    def close(self) -> None:
        """Close the port because the companion ends; `resume` lets the phones go on."""
        server, self._server, self._gateway = self._server, None, None
        if server is not None:
            server.stop()
        self._phones, self._address = (), ""

    def open_seats(self, allowed: bool) -> None:
        """Set whether phones may take seats and answer, or only watch."""
        self._seats_open = allowed
        if self._server is not None:
            self._server.call(self._set_seats_open, self._server, allowed)

    def remove(self, phone: int) -> None:
        """Remove a phone and change the code; free the seat of a phone that is not connected."""
        self._removed.add(phone)
        if self._server is not None:
            self._server.call(self._remove, self._server, phone)

    def follow(self, host: PhoneHost) -> None:
        """Publish the table if it has changed; called on the game's thread."""
        self._host = host
        if self._waiting is not None:
            self._try_to_resume(self._waiting)
        if self._gateway is None:
            return
        try:
            self._gateway.follow(host, watched=any(phone.connected for phone in self._phones))
        except Exception:
            # A state that cannot be published must not stop the table; the next state is tried again.
            _log.warning("the phones could not be shown the table", exc_info=True)

    # --- between the threads -------------------------------------------------------------------------------

    def _answer(self, phone: int, game: str, seat: str, answer: PhoneAnswer) -> Reply:
        """Apply an answer, on the game's thread, unless the host has taken the right to answer meanwhile."""
        from companion.web.gateway import Reply

        if phone in self._removed or not self._seats_open:
            return Reply(False, WATCH_ONLY)
        gateway = self._gateway
        return gateway.answer(game, seat, answer) if gateway is not None else Reply(False, NO_GAME)

    def _hand(self, task: Task) -> None:
        """Queue work for the game's thread."""
        if self._host is not None:
            self._host.tasks.put(task)

    def _publish(self, snapshot: Snapshot | None) -> None:
        """Publish the table on the server's thread."""
        if self._server is not None:
            self._server.call(self._take, self._server, snapshot)

    def _take(self, server: WebServer, snapshot: Snapshot | None) -> None:
        before = server.live.snapshot
        server.live.publish(snapshot)
        if (before.key if before else "") != (snapshot.key if snapshot else ""):
            self._refresh()

    def _set_seats_open(self, server: WebServer, allowed: bool) -> None:
        server.access.seats_open = allowed
        server.live.wake()
        self._save(server)

    def _remove(self, server: WebServer, phone: int) -> None:
        if phone < 0:
            server.seats.free(server.live.snapshot, phone)
        else:
            guest = server.access.remove(phone)
            if guest is not None:
                server.seats.release(guest)
        self._show_address()
        self._refresh()

    def _refresh(self) -> None:
        """Store the joined phones, on the server's thread; the host's screen reads them."""
        server = self._server
        if server is not None:
            self._phones = server.access.phones + server.seats.away(server.live.snapshot)
            self._save(server)

    def _save(self, server: WebServer) -> None:
        """Write the joined phones to disk if they have changed, on the server's thread."""
        access = server.access
        count, phones = access.saved
        state = (access.code, access.seats_open, count, phones)
        if state == self._saved:
            return
        saved = SavedPhones(
            self._interface, server.port, access.code, access.seats_open, count, phones, saved=time()
        )
        try:
            saved.save(self._folder)
        except OSError:
            # Phones go on; after a restart they would have to scan again.
            _log.warning("the joined phones could not be saved", exc_info=True)
        self._saved = state

    def _show_address(self) -> None:
        if self._server is not None:
            server = self._server
            self._address = f"http://{server.address}:{server.port}/j/{server.access.code}"
