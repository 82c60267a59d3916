"""Connections are accepted, and closed when they have been silent for too long."""

import asyncio
import contextlib
import socket
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from companion.web.listener import Listener

SILENT, WAITING = 30.1, 29.9


class Clock:
    """A clock turned by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class Connection(asyncio.Protocol):
    """One side of a connection, and whether it is still there."""

    def __init__(self) -> None:
        self.transport: asyncio.BaseTransport | None = None
        self.made, self.lost = asyncio.Event(), asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.made.set()

    def connection_lost(self, _: Exception | None) -> None:
        self.lost.set()


async def silence(*, streaming: bool, request_at: float | None) -> list[bool]:
    """Connect, and return whether the connection is closed at 29.9 and at 30.1 seconds."""
    clock, served, sock = Clock(), Connection(), socket.create_server(("127.0.0.1", 0))
    listener = Listener(sock, lambda: served, now=clock)
    listener.start()
    client = Connection()
    await asyncio.get_running_loop().create_connection(lambda: client, *sock.getsockname())
    await asyncio.wait_for(served.made.wait(), 10)
    closed = []
    try:
        if streaming:
            stream = listener.streaming(served.transport)
            stream.__enter__()
        for clock.seconds in (WAITING, SILENT):
            if request_at == clock.seconds:
                listener.note_request(served.transport, joined=False)
            listener.close_silent()
            closed.append(served.transport is None or served.transport.is_closing())
        if closed[-1]:
            await asyncio.wait_for(client.lost.wait(), 10)
    finally:
        await listener.close()
    return closed


def test_a_connection_silent_for_thirty_seconds_is_closed() -> None:
    assert asyncio.run(silence(streaming=False, request_at=None)) == [False, True]


def test_one_that_asked_or_listens_stays() -> None:
    assert asyncio.run(silence(streaming=False, request_at=WAITING)) == [False, False]
    assert asyncio.run(silence(streaming=True, request_at=None)) == [False, False]


def test_silent_connections_are_looked_for_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.listener.SWEEP_SECONDS", 0.001)
    looks = []

    async def wait() -> None:
        listener = Listener(socket.create_server(("127.0.0.1", 0)), Connection)
        enough = asyncio.Event()
        listener.close_silent = lambda: (looks.append(1), len(looks) < 3 or enough.set())  # type: ignore
        listener.start()
        await asyncio.wait_for(enough.wait(), 10)
        await listener.close()

    asyncio.run(wait())
    assert len(looks) >= 3


def test_others_are_accepted_after_one_that_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an error (no descriptor was free), after one refused, and after one that left at once."""
    arriving: list[Any] = [OSError(), "refused", OSError(), "left", "came"]
    sockets, served, waits = dict[str, Any](), list[Any](), list[float]()

    async def sock_accept(_: Any) -> Any:
        if not arriving:
            raise asyncio.CancelledError
        one = arriving.pop(0)
        if isinstance(one, OSError):
            raise one
        sockets[one] = Mock()
        return sockets[one], (one, 1)

    async def connect(_: Any, connection: Any) -> Any:
        if connection is sockets["left"]:
            raise ConnectionAbortedError
        served.append(connection)
        return "transport", None

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    loop = SimpleNamespace(sock_accept=sock_accept, connect_accepted_socket=connect)
    listener = Listener(Mock(), Connection, now=lambda: 7.0)
    monkeypatch.setattr(listener, "_make_room", lambda address: address != "refused")
    monkeypatch.setattr("companion.web.listener.asyncio.get_running_loop", lambda: loop)
    monkeypatch.setattr("companion.web.listener.asyncio.sleep", sleep)
    accepting = listener._accept()
    with contextlib.suppress(asyncio.CancelledError):
        accepting.send(None)
    assert served == [sockets["came"]] and len(waits) == 2 and min(waits) > 0
    sockets["refused"].close.assert_called_once_with()
    sockets["came"].setsockopt.assert_called_once_with(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    known = listener._connections["transport"]
    assert list(listener._connections) == ["transport"]
    assert (known.address, known.last, known.joined) == ("came", 7.0, False)
