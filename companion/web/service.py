"""The phone service: on and off, the address for the QR code, and the joined phones."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.night.phones import NetworkInterface, Phone, PhoneHost
from companion.errors import PhonesUnavailable
from companion.web.interfaces import network_interfaces

if TYPE_CHECKING:
    from companion.app.night.task_queue import Task
    from companion.web.gateway import Gateway, PhoneAnswer, Reply
    from companion.web.server import WebServer
    from companion.web.table_view import Snapshot

_log = logging.getLogger(__name__)

FOLDER = "phones"
"""Folder of the private pages, beside the journal."""
NO_GAME = "No game is on the table."
WATCH_ONLY = "The host does not let this phone answer."


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
        # Most tables never switch it on, and importing the server's libraries takes a tenth of the start-up.
        from companion.web.gateway import Gateway
        from companion.web.server import PORT, WebServer

        self.stop()
        try:
            server = WebServer(
                interface.address,
                self._folder,
                self._answer,
                self._hand,
                self._refresh,
                port=PORT if self._port is None else self._port,
            )
        except OSError as error:
            raise PhonesUnavailable(str(error)) from error
        self._server = server
        self._removed = set()
        self._gateway = Gateway(self._publish)
        server.access.seats_open = self._seats_open
        self._show_address()

    def stop(self) -> None:
        """Disconnect all phones and close the port."""
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
        if self._gateway is None:
            return
        try:
            self._gateway.follow(host)
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

    def _show_address(self) -> None:
        if self._server is not None:
            server = self._server
            self._address = f"http://{server.address}:{server.port}/j/{server.access.code}"
