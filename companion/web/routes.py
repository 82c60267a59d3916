"""The HTTP routes for phones: pages, live table, seats, answers and private pages."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from aiohttp import web

from companion.app.chronicle.board_setup import PAGE_POLICY
from companion.app.chronicle.report import policy
from companion.errors import BrokenFile
from companion.locale.messages import gettext
from companion.web.access import Access, Guest
from companion.web.board_routes import BoardRoutes
from companion.web.document_cache import NO_TURNS, DocumentCache
from companion.web.gateway import WATCH_ONLY, PhoneAnswer, Reply
from companion.web.listener import Listener
from companion.web.live import Live
from companion.web.pages import Pages, unless_known
from companion.web.photos import MAX_PHOTO_BYTES
from companion.web.private_pages import PrivatePage, PrivatePages
from companion.web.requests import (
    body_of,
    catalogue_of,
    http_error,
    json_of,
    json_reply,
    language,
    message,
    read_as,
    refuse,
    spoken,
)
from companion.web.saved_phones import KEPT_SECONDS
from companion.web.seats import Seats
from companion.web.security import RateLimit

PHONE, SEAT = "companion_phone", "companion_seat"
"""Cookies: the phone's token for this session, and the token of its seat."""
VIEWS = ("stream", "boards")
"""Other pages that a code may lead to."""
SEAT_DAYS = 30
SEND_SECONDS = 20.0
"""Maximum time to send a state to a phone, in seconds."""

Ask = Callable[[int, str, str, PhoneAnswer], "asyncio.Future[Reply]"]
"""Passes an answer to the game's thread: number of the phone, key of the game, seat, answer."""


class Routes:
    """The handlers of all routes.

    Args:
        access: the joined phones.
        live: the newest state of the table.
        seats: assigns seats.
        private: the private pages.
        ask: passes an answer to the game's thread.
        listener: notified of active connections.
    """

    def __init__(
        self, access: Access, live: Live, seats: Seats, private: PrivatePages, ask: Ask, listener: Listener
    ) -> None:
        self._access, self._live, self._seats, self._private = access, live, seats, private
        self._ask, self._listener = ask, listener
        self._pages, self._documents = Pages(), DocumentCache()
        self._joins, self._answers = RateLimit(0.2, 12), RateLimit(4, 12)
        self.closing = False

    def add_to(self, app: web.Application) -> None:
        """Add all routes to an application."""
        app.add_routes(
            [
                web.get("/j/{code}", self._join),
                web.get("/j/{code}/{view}", self._join),
                web.get("/api/live", self._stream),
                web.get("/api/board/{name}", self._board),
                web.get("/api/chronicle", self._chronicle),
                web.get("/api/rules", self._rules),
                web.get("/report", self._report),
                web.get("/setup", self._setup),
                web.post("/api/seat", self._take_seat),
                web.post("/api/answer", self._answer),
                web.get("/api/private", self._read_private),
                web.post("/api/private", self._write_private),
                web.get("/api/private/photo", self._read_photo),
                web.post("/api/private/photo", self._write_photo),
                web.delete("/api/private/photo", self._drop_photo),
            ]
        )
        self._pages.add_to(app)
        BoardRoutes(self._access, self._guest, self._pages).add_to(app)

    # --- joining -------------------------------------------------------------------------------------------

    async def _join(self, request: web.Request) -> web.StreamResponse:
        """Join the phone if the code is right, and send the page."""
        view = request.match_info.get("view", "")
        target = f"/{view}" if view in VIEWS else "/"
        if self.guest_of(request) is not None and request.match_info["code"] == self._access.code:
            raise web.HTTPSeeOther(target)
        if not self._joins.allow(request.remote or ""):
            return refuse(request, 429, gettext("Too many tries. Wait a minute and scan the code again."))
        token = self._access.join(request.match_info["code"], request.remote or "")
        if token is None:
            return self._pages.page("unknown.html", language(request), status=403)
        guest = self._access.find(token)
        if guest is not None and view != "stream":
            self._seats.take_again(guest, self._live.snapshot, request.cookies.get(SEAT, ""))
        response = web.HTTPSeeOther(target)
        response.set_cookie(PHONE, token, httponly=True, samesite="Lax", max_age=KEPT_SECONDS)
        raise response

    def guest_of(self, request: web.Request) -> Guest | None:
        """Return the joined phone that sent a request, if any."""
        return self._access.find(request.cookies.get(PHONE, ""))

    def _guest(self, request: web.Request) -> Guest:
        """Return the phone that sent a request.

        Raises:
            HTTPUnauthorized: it has not joined, or was removed.
        """
        guest = self.guest_of(request)
        if guest is None:
            raise http_error(request, web.HTTPUnauthorized, gettext("Scan the code on the table's screen."))
        return guest

    def _seated(self, request: web.Request) -> tuple[str, str]:
        """Return the key of the game and the seat of the phone that sent a request.

        Raises:
            HTTPForbidden: it has no seat in the current game.
        """
        guest, snapshot = self._guest(request), self._live.snapshot
        if guest.seat is None or snapshot is None or guest.game != snapshot.key:
            raise http_error(request, web.HTTPForbidden, gettext("Take a seat first."))
        return guest.game, guest.seat

    # --- the table -----------------------------------------------------------------------------------------

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        guest = self._guest(request)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        self._access.stream_opened(guest)
        stream = self._live.stream(guest, lambda: self.closing, language(request))
        try:
            with self._listener.streaming(request.transport):
                async with contextlib.aclosing(stream):
                    async for part in stream:
                        async with asyncio.timeout(SEND_SECONDS):
                            await response.write(part)
        except (TimeoutError, ConnectionError):
            # The phone is gone or too slow; it reconnects by itself and gets the newest state.
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._access.stream_closed(guest)
        return response

    async def _board(self, request: web.Request) -> web.StreamResponse:
        self._guest(request)
        snapshot = self._live.snapshot
        if snapshot is None or request.match_info["name"] != snapshot.view.board:
            return refuse(request, 404, gettext("This board is not on the table."))
        board = json_reply(await asyncio.to_thread(self._documents.board, snapshot, language(request)))
        board.enable_compression()
        return unless_known(request, board)

    async def _chronicle(self, request: web.Request) -> web.StreamResponse:
        self._guest(request)
        snapshot = self._live.snapshot
        if snapshot is None:
            return json_reply(NO_TURNS)
        response = json_reply(await self._documents.chronicle(snapshot, language(request)))
        response.enable_compression()
        return response

    async def _report(self, request: web.Request) -> web.StreamResponse:
        """Send the report of the game."""
        return await self._page(request, self._documents.report, policy())

    async def _setup(self, request: web.Request) -> web.StreamResponse:
        """Send what lies where, to set the board up again."""
        return await self._page(request, self._documents.setup, PAGE_POLICY)

    async def _page(
        self, request: web.Request, document: Callable[..., Awaitable[bytes]], allowed: str
    ) -> web.StreamResponse:
        """Send a page about the game with its own policy, which lets it load nothing."""
        self._guest(request)
        snapshot = self._live.snapshot
        page = await document(snapshot, language(request)) if snapshot is not None else b""
        if not page:
            return refuse(request, 404, gettext("Nothing has been played yet."))
        response = web.Response(body=page, content_type="text/html", charset="utf-8")
        response.headers["Content-Security-Policy"] = f"{allowed}; frame-ancestors 'none'"
        response.enable_compression()
        return response

    async def _rules(self, request: web.Request) -> web.StreamResponse:
        self._guest(request)
        snapshot = self._live.snapshot
        query = request.query.get("q", "")[:100]
        found = snapshot.game.rulebook.search(query, catalogue_of(request)) if snapshot is not None else ()
        response = json_reply(spoken(request, found))
        response.enable_compression()
        return response

    # --- a seat and its answers ----------------------------------------------------------------------------

    async def _take_seat(self, request: web.Request) -> web.StreamResponse:
        self._guest(request)
        wish = await json_of(request)
        guest = self._guest(request)  # The host may have removed it while its request arrived.
        seat = wish.get("seat") if isinstance(wish, dict) else None
        try:
            if seat is None:
                self._seats.leave(guest)
                return message(request, Reply(True))
            taken = self._seats.take(guest, self._live.snapshot, str(seat), request.cookies.get(SEAT, ""))
        except OSError:
            return refuse(request, 507, gettext("It could not be saved. Tell the host."))
        if taken.refusal:
            return message(request, Reply(False, taken.refusal))
        response = message(request, Reply(True))
        response.set_cookie(
            SEAT, taken.token, httponly=True, samesite="Strict", max_age=SEAT_DAYS * 24 * 3600
        )
        return response

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        guest = self._guest(request)
        self._seated(request)
        if not self._answers.allow(str(guest.number)):
            return refuse(request, 429, gettext("Too many answers. Wait a moment."))
        answer = await read_as(request, PhoneAnswer)
        game, seat = self._seated(request)
        if not self._access.seats_open:
            return message(request, WATCH_ONLY)
        return message(request, await self._ask(guest.number, game, seat, answer))

    # --- the private page ----------------------------------------------------------------------------------

    async def _read_private(self, request: web.Request) -> web.StreamResponse:
        game, seat = self._seated(request)
        page = await asyncio.to_thread(self._private.read, game, seat)
        photo = await asyncio.to_thread(self._private.photo, game, seat)
        lost = await asyncio.to_thread(self._private.lost, game, seat)
        return json_reply(spoken(request, {"page": page, "photo": photo is not None, "lost": lost}))

    async def _write_private(self, request: web.Request) -> web.StreamResponse:
        self._seated(request)
        page = await read_as(request, PrivatePage)
        game, seat = self._seated(request)
        return await self._keep(request, self._private.write, game, seat, page)

    async def _read_photo(self, request: web.Request) -> web.StreamResponse:
        game, seat = self._seated(request)
        photo = await asyncio.to_thread(self._private.photo, game, seat)
        if photo is None:
            return refuse(request, 404, gettext("There is no photo yet."))
        return web.Response(body=photo, content_type="image/jpeg")

    async def _write_photo(self, request: web.Request) -> web.StreamResponse:
        game, seat = self._seated(request)
        if not self._answers.allow(f"photo {game} {seat}"):
            return refuse(request, 429, gettext("Too many photos. Wait a moment."))
        contents = await body_of(request, MAX_PHOTO_BYTES)
        game, seat = self._seated(request)
        return await self._keep(request, self._private.write_photo, game, seat, contents)

    async def _drop_photo(self, request: web.Request) -> web.StreamResponse:
        game, seat = self._seated(request)
        return await self._keep(request, self._private.drop_photo, game, seat)

    async def _keep(self, request: web.Request, write: Callable[..., None], *what: object) -> web.Response:
        """Run a write to disk in a thread; return whether it succeeded."""
        try:
            await asyncio.to_thread(write, *what)
        except BrokenFile as reason:
            return message(request, Reply(False, str(reason)))
        except OSError:
            return refuse(request, 507, gettext("It could not be saved. Tell the host."))
        return message(request, Reply(True))
