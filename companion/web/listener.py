"""Accepts connections with limits: in total, per address, and on the time without a request.

aiohttp itself accepts any number of connections and waits for their first request without a limit; a
thousand idle ones would use up the companion's file descriptors. Where there is no room, a new connection
takes the place of the one that has been idle longest and belongs to no joined phone.
"""

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable
from typing import Any, NamedTuple

BACKLOG = 64
SWEEP_SECONDS = 5.0
"""Seconds between two checks for idle connections."""


class _Connection(NamedTuple):
    """Address, time of the last request, and whether a joined phone sent it."""

    address: str
    last: float
    joined: bool = False


class Listener:
    """Accepts connections on a socket.

    Args:
        sock: the socket, bound and listening.
        protocol: creates the protocol of a connection.
        most: maximum number of connections.
        most_per_address: maximum number of connections from one address.
        timeout: seconds that a connection may stay without a complete request.
        now: a clock in seconds.
    """

    def __init__(
        self,
        sock: socket.socket,
        protocol: Callable[[], asyncio.Protocol],
        most: int = 128,
        most_per_address: int = 48,
        timeout: float = 30.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sock = sock
        self._protocol = protocol
        self._most = most
        self._most_per_address = most_per_address
        self._timeout, self._now = timeout, now
        self._connections: dict[Any, _Connection] = {}
        self._streaming: set[Any] = set()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start accepting connections; called on the loop's thread."""
        self._sock.setblocking(False)
        self._tasks = [asyncio.create_task(self._accept()), asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        """Stop accepting, and close the socket and all connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._sock.close()
        for transport in tuple(self._connections):
            transport.abort()

    def note_request(self, transport: Any, *, joined: bool) -> None:
        """Record that a complete request came over a connection, and whether a joined phone sent it."""
        if transport in self._connections:
            self._connections[transport] = _Connection(
                self._connections[transport].address, self._now(), joined
            )

    @contextlib.contextmanager
    def streaming(self, transport: Any) -> Any:
        """Exempt a connection from the idle timeout while the server streams on it."""
        self._streaming.add(transport)
        try:
            yield
        finally:
            self._streaming.discard(transport)
            self.note_request(transport, joined=True)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, peer = await loop.sock_accept(self._sock)
            except OSError:
                # No file descriptor is free for another connection; open connections continue.
                await asyncio.sleep(0.5)
                continue
            address = str(peer[0])
            if not self._make_room(address):
                connection.close()
                continue
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                transport, _ = await loop.connect_accepted_socket(self._protocol, connection)
                self._connections[transport] = _Connection(address, self._now())

    def _make_room(self, address: str) -> bool:
        """Close the idlest connection of a stranger if there are too many; return whether there is room."""
        self._forget_closed()
        of_address = {at: known for at, known in self._connections.items() if known.address == address}
        crowded = len(of_address) >= self._most_per_address
        if not crowded and len(self._connections) < self._most:
            return True
        strangers = [
            (known.last, number, transport)
            for number, (transport, known) in enumerate(
                (of_address if crowded else self._connections).items()
            )
            if not known.joined and transport not in self._streaming
        ]
        if not strangers:
            return False
        idlest = min(strangers)[2]
        idlest.abort()
        return True

    def _forget_closed(self) -> None:
        for transport in [transport for transport in self._connections if transport.is_closing()]:
            del self._connections[transport]

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.close_silent()

    def close_silent(self) -> None:
        """Close connections that have been idle for too long."""
        self._forget_closed()
        for transport, known in tuple(self._connections.items()):
            if transport not in self._streaming and self._now() - known.last > self._timeout:
                transport.abort()
