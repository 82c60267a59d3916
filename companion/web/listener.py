"""Accepts connections with limits: in total, per address, and on the time without a request.

aiohttp itself accepts any number of connections and waits for their first request without a limit; a
thousand idle ones would use up the companion's file descriptors.
"""

import asyncio
import contextlib
import socket
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

BACKLOG = 64
SWEEP_SECONDS = 5.0
"""Seconds between two checks for idle connections."""


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
        self._connections: dict[Any, tuple[str, float]] = {}
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

    def note_request(self, transport: Any) -> None:
        """Record that a complete request came over a connection."""
        if transport in self._connections:
            self._connections[transport] = (self._connections[transport][0], self._now())

    @contextlib.contextmanager
    def streaming(self, transport: Any) -> Any:
        """Exempt a connection from the idle timeout while the server streams on it."""
        self._streaming.add(transport)
        try:
            yield
        finally:
            self._streaming.discard(transport)
            self.note_request(transport)

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
            if not self._has_room(address):
                connection.close()
                continue
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                transport, _ = await loop.connect_accepted_socket(self._protocol, connection)
                self._connections[transport] = (address, self._now())

    def _has_room(self, address: str) -> bool:
        self._forget_closed()
        of_address = Counter(known for known, _ in self._connections.values())[address]
        return len(self._connections) < self._most and of_address < self._most_per_address

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
        for transport, (_, last) in tuple(self._connections.items()):
            if transport not in self._streaming and self._now() - last > self._timeout:
                transport.abort()
