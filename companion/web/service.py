"""The phone service: the switch, the address for the QR code, and who is there, for the host's screen."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.phones import NetworkInterface, Phone, PhoneHost
from companion.errors import PhonesUnavailable
from companion.web.interfaces import network_interfaces

if TYPE_CHECKING:
    from companion.app.task_queue import Task
    from companion.web.gateway import Gateway, PhoneAnswer, Reply
    from companion.web.server import WebServer
    from companion.web.table_view import Snapshot

_log = logging.getLogger(__name__)

FOLDER = "phones"
"""Where private pages are kept, beside the journal."""
NO_GAME = "No game is on the table."


class WebPhones:
    """Implements `companion.app.phones.PhoneService` with a web server; off until it is started.

    Args:
        folder: where private pages are kept.
        port: the port to listen on; another where it is taken. The usual one if left out.
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

    @property
    def running(self) -> bool:
        """Whether it listens."""
        return self._server is not None

    @property
    def interfaces(self) -> tuple[NetworkInterface, ...]:
        """Networks it could listen on, the usual one first."""
        return network_interfaces()

    @property
    def address(self) -> str:
        """The address to open on a phone, with the code of this evening; empty while it is off."""
        return self._address

    @property
    def phones(self) -> tuple[Phone, ...]:
        """Who has joined, and seats whose phones are away."""
        return self._phones

    @property
    def seats_open(self) -> bool:
        """Whether phones may take a seat and answer."""
        return self._seats_open

    def start(self, interface: NetworkInterface) -> None:
        """Listen on one network, with a new code.

        Raises:
            PhonesUnavailable: that address cannot be listened on.
        """
        # Most tables never switch it on, and the server's libraries are a tenth of the start.
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
        self._gateway = Gateway(self._publish)
        server.access.seats_open = self._seats_open
        self._show_address()

    def stop(self) -> None:
        """Send all phones away and close the port."""
        server, self._server, self._gateway = self._server, None, None
        if server is not None:
            server.stop()
        self._phones, self._address = (), ""

    def open_seats(self, allowed: bool) -> None:
        """Let phones take seats and answer, or only watch."""
        self._seats_open = allowed
        if self._server is not None:
            self._server.call(self._set_seats_open, self._server, allowed)

    def remove(self, phone: int) -> None:
        """Remove a phone and change the code; free the seat of a phone that is away."""
        if self._server is not None:
            self._server.call(self._remove, self._server, phone)

    def follow(self, host: PhoneHost) -> None:
        """Send the table to the phones if it has changed; called on the thread of the game."""
        self._host = host
        if self._gateway is None:
            return
        try:
            self._gateway.follow(host)
        except Exception:
            # A state that phones cannot be shown does not stop the table; the next state is tried again.
            _log.warning("the phones could not be shown the table", exc_info=True)

    # --- between the threads -------------------------------------------------------------------------------

    def _answer(self, game: str, seat: str, answer: PhoneAnswer) -> Reply:
        """Submit an answer, on the game's thread."""
        from companion.web.gateway import Reply

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
        """Note who is there, on the server's thread; the host's screen reads it on its own."""
        server = self._server
        if server is not None:
            self._phones = server.access.phones + server.seats.away(server.live.snapshot)

    def _show_address(self) -> None:
        if self._server is not None:
            server = self._server
            self._address = f"http://{server.address}:{server.port}/j/{server.access.code}"
