"""The web server, on its own thread with its own event loop."""

import asyncio
import logging
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from companion.errors import PhonesUnavailable
from companion.locale.messages import gettext
from companion.web.access import Access, Guest
from companion.web.gateway import PhoneAnswer, Reply
from companion.web.listener import BACKLOG, Listener
from companion.web.live import Live
from companion.web.private_pages import PrivatePages
from companion.web.routes import Routes
from companion.web.saved_phones import SavedPhones
from companion.web.seats import Seats
from companion.web.security import RateLimit, add_headers, guard

_log = logging.getLogger(__name__)

PORT = 8127
"""The default port; if it is taken, any free port is used."""
START_SECONDS = STOP_SECONDS = 10.0
ANSWER_SECONDS = 10.0
"""Maximum time that a phone waits for the game's thread, in seconds."""
MAX_WAITING = 32
"""Maximum number of answers waiting for the game's thread; more are refused."""
REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 20.0, 120.0
"""Rate limit of one joined phone, and of one address without one."""

Act = Callable[[int, str, str, PhoneAnswer], Reply]
"""Applies an answer on the game's thread: number of the phone, key of the game, seat, answer."""
Dispatch = Callable[[Callable[[], None]], None]
"""Queues a task for the game's thread."""


class WebServer:
    """A web server that runs from its creation until `stop`.

    Args:
        address: the only IPv4 address to listen on.
        folder: where private pages are saved.
        act: applies an answer; called on the game's thread.
        dispatch: queues a task for the game's thread.
        changed: called on the server's thread when phones or seats have changed.
        port: the port; 0 for any free one.
        saved: the phones that were joined before a restart.

    Raises:
        PhonesUnavailable: the server cannot listen on the address.
    """

    def __init__(
        self,
        address: str,
        folder: Path,
        act: Act,
        dispatch: Dispatch,
        changed: Callable[[], None] = lambda: None,
        *,
        port: int = PORT,
        limit: RateLimit | None = None,
        saved: SavedPhones | None = None,
    ) -> None:
        self._socket = _listen(address, port)
        self.address, self.port = self._socket.getsockname()
        self._act, self._dispatch, self._changed = act, dispatch, changed
        self._limit = limit or RateLimit(REQUESTS_A_SECOND, REQUESTS_AT_ONCE)
        self._waiting = 0
        self.access = Access(self._seats_changed)
        if saved is not None:
            self.access.restore(saved)
        self.live = Live(self.access)
        self._private = PrivatePages(folder)
        self.seats = Seats(self.access, self._private)
        self._loop = asyncio.new_event_loop()
        self._ready: Future[None] = Future()
        self._end: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()
        self._ready.result(START_SECONDS)

    def call(self, action: Callable[..., Any], *what: object) -> None:
        """Call a function on the server's thread, from any thread, without waiting."""
        self._loop.call_soon_threadsafe(action, *what)

    def stop(self) -> None:
        """Disconnect all phones and close the port; it is closed when this returns."""
        if self._thread.is_alive() and self._end is not None:
            self.call(self._end.set)
            self._thread.join(STOP_SECONDS)
        self._socket.close()

    # --- on the server's thread ----------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._serve())
        except Exception as error:
            _log.exception("the web server for phones has stopped")
            if not self._ready.done():
                self._ready.set_exception(PhonesUnavailable("Phones cannot be served: {error}.", error=error))

    async def _serve(self) -> None:
        self._end = asyncio.Event()
        app = web.Application(client_max_size=1)
        runner = web.AppRunner(
            app, access_log=None, logger=_request_logger(), shutdown_timeout=1.0, keepalive_timeout=15.0
        )
        listener = Listener(self._socket, lambda: runner.server())  # type: ignore[misc]  # set up below
        routes = Routes(self.access, self.live, self.seats, self._private, self._ask, listener)
        hosts = frozenset({f"{self.address}:{self.port}"})
        app.middlewares.extend(
            [_note_requests(listener, routes.guest_of), guard(hosts, self._limit, routes.guest_of)]
        )
        app.on_response_prepare.append(add_headers)
        routes.add_to(app)
        await runner.setup()
        listener.start()
        self._ready.set_result(None)
        await self._end.wait()
        routes.closing = True
        self.live.wake()
        await listener.close()
        await runner.cleanup()

    def _seats_changed(self) -> None:
        self.live.wake()
        self._changed()

    def _ask(self, phone: int, game: str, seat: str, answer: PhoneAnswer) -> "asyncio.Future[Reply]":
        """Pass an answer to the game's thread."""
        return asyncio.ensure_future(self._asked(phone, game, seat, answer))

    async def _asked(self, phone: int, game: str, seat: str, answer: PhoneAnswer) -> Reply:
        if self._waiting >= MAX_WAITING:
            return Reply(False, gettext("The table is busy. Try again."))
        replied: asyncio.Future[Reply] = self._loop.create_future()

        def set_reply(reply: Reply) -> None:
            if not replied.done():
                replied.set_result(reply)

        def act() -> None:
            # A phone that no longer waits has already received a refusal.
            if not replied.done():
                self._loop.call_soon_threadsafe(set_reply, self._act(phone, game, seat, answer))

        self._waiting += 1
        try:
            self._dispatch(act)
            return await asyncio.wait_for(replied, ANSWER_SECONDS)
        except TimeoutError:
            return Reply(False, gettext("The table does not answer. Look at its screen."))
        finally:
            self._waiting -= 1


def _listen(address: str, port: int) -> socket.socket:
    """Return a listening socket; on another port if the wanted one is taken."""
    problem: OSError | None = None
    for wanted in dict.fromkeys((port, 0)):
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind((address, wanted))
            sock.listen(BACKLOG)
        except OSError as error:
            sock.close()
            problem = error
            continue
        return sock
    raise PhonesUnavailable(
        "{address} cannot be listened on. Is the network still there?", address=address
    ) from problem


def _note_requests(listener: Listener, guest_of: Callable[[web.Request], Guest | None]) -> Middleware:
    """Return the middleware that reports requests to the listener, and whether a joined phone sent them."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        listener.note_request(request.transport, joined=guest_of(request) is not None)
        return await handler(request)

    return middleware


def _request_logger() -> logging.Logger:
    """Return a logger for clients' errors, which are not ours, so only critical messages are logged."""
    logger = logging.getLogger(f"{__name__}.requests")
    logger.setLevel(logging.CRITICAL)
    return logger
