"""The club's web page: all tables live by server-sent events, and the league. It accepts no input.

The page's own words are in its reader's language; what tables send is English.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from companion.app.board_svg import board_css, draw_board, draw_territories
from companion.app.chronicle.charts import COLOURS
from companion.club.broker import CONNECTED
from companion.club.league import Order
from companion.club.live_tables import ClubTable, LiveTables
from companion.games.boards.board import board_names
from companion.icons.sheets import Icon, icon_sheet, path_of
from companion.locale import catalogue as catalogues
from companion.locale.catalogue import builtins_in
from companion.locale.messages import ENGLISH, Catalogue, gettext, translated
from companion.locale.pages import COOKIE, SCRIPT, language_of, page_in, script_words
from companion.referee.game_view import GameView

MAX_VIEWERS = 200
"""Maximum number of open pages with live updates."""

PAUSE_S = 0.1
"""Seconds between two messages to a page; changes in between are merged into the next message."""

HEARTBEAT_S = 5.0
TIMEOUT_S = 10.0
"""Maximum time to send a message to a page, in seconds; a slower page is disconnected and reconnects."""

MAX_AGE_S = 60.0
"""Maximum time that a page advances a clock by itself, in seconds; tables send it more often."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}

_STATIC = Path(__file__).with_name("static")
_KEY: web.AppKey["ClubPage"] = web.AppKey("page")


class Feed:
    """The changes not yet sent to one page: at most one for each table."""

    def __init__(self) -> None:
        self._changed: set[str] = set()
        self._event = asyncio.Event()

    def add(self, table: str) -> None:
        """Add a changed table; an empty string stands for the league."""
        self._changed.add(table)
        self._event.set()

    async def take(self) -> set[str]:
        """Wait for changes and return them."""
        await self._event.wait()
        self._event.clear()
        taken, self._changed = self._changed, set()
        return taken


class ClubPage:
    """The page and its viewers.

    Args:
        tables: the tables to show.
        order: sort order of the league.
        broker_status: returns the state of the connection to the broker.
    """

    def __init__(self, tables: LiveTables, order: Order, broker_status: Callable[[], str]) -> None:
        self.tables = tables
        self._order = order
        self._status = broker_status
        self._feeds: set[Feed] = set()

    def follow(self, loop: asyncio.AbstractEventLoop) -> None:
        """Pass changes from the broker's thread to the server's loop."""

        def changed(table: str) -> None:
            with contextlib.suppress(RuntimeError):  # the server has just ended
                loop.call_soon_threadsafe(self._notify, table)

        self.tables.subscribe(changed)

    def _notify(self, table: str) -> None:
        for feed in self._feeds:
            feed.add(table)

    def everything(self, spoken: Catalogue = ENGLISH) -> dict[str, Any]:
        """Return all tables and the league as JSON values for readers of a language."""
        return {"tables": [_shown(table) for table in self.tables.tables()], **self._frame(spoken)}

    def changes(self, changed: set[str], spoken: Catalogue = ENGLISH) -> dict[str, Any]:
        """Return the changed tables, and the league if it has changed, for readers of a language."""
        found = {name: self.tables.table(name) for name in changed if name}
        shown: dict[str, Any] = {
            "changed": [_shown(table) for table in found.values() if table is not None],
            "gone": [name for name, table in found.items() if table is None],
        }
        return shown | (self._frame(spoken) if "" in changed else self._broker(spoken))

    def _frame(self, spoken: Catalogue) -> dict[str, Any]:
        shown = builtins_in(self.tables.league(self._order), spoken)
        return {"league": shown, "order": self._order, **self._broker(spoken)}

    def _broker(self, spoken: Catalogue) -> dict[str, Any]:
        status = self._status()
        return {"live": status == CONNECTED, "broker": translated(status, spoken)}

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Send updates to one page until it disconnects."""
        spoken = catalogues.catalogue(_language(request))
        if len(self._feeds) >= MAX_VIEWERS:
            refusal = gettext("Too many pages are open. Close some and try again.")
            raise web.HTTPServiceUnavailable(text=translated(refusal, spoken))
        response = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        await response.prepare(request)
        feed = Feed()
        self._feeds.add(feed)
        try:
            await _send(response, self.everything(spoken))
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT_S):
                        changed = await feed.take()
                except TimeoutError:
                    changed = set()
                await _send(response, self.changes(changed, spoken))
                await asyncio.sleep(PAUSE_S)
        except (ConnectionError, TimeoutError):
            return response
        finally:
            self._feeds.discard(feed)


def make_app(page: ClubPage) -> web.Application:
    """Return the web application."""
    app = web.Application(middlewares=[_add_headers], client_max_size=1024)
    app[_KEY] = page
    app.router.add_get("/", _index)
    app.router.add_get("/club.css", _styles)
    app.router.add_get("/club.js", _script)
    app.router.add_get("/words.js", _script)
    app.router.add_get("/words.json", _words)
    app.router.add_get("/events", page.events)
    app.router.add_get("/club.json", _json)
    app.router.add_get("/board.css", _board_styles)
    app.router.add_get("/boards/{name}.svg", _board)
    app.router.add_get("/tables/{table}/{name}.svg", _board_of_table)
    app.cleanup_ctx.append(_following)
    return app


async def _following(app: web.Application) -> AsyncIterator[None]:
    app[_KEY].follow(asyncio.get_running_loop())
    yield


@web.middleware
async def _add_headers(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    response = await handler(request)
    if not response.prepared:
        response.headers.update(HEADERS)
    return response


def _language(request: web.Request) -> str:
    return language_of(request.cookies.get(COOKIE, ""), request.headers.get("Accept-Language", ""))


async def _index(request: web.Request) -> web.Response:
    language = _language(request)
    template = (_STATIC / "club.html").read_text(encoding="utf-8")
    page = page_in(template, language, catalogues.catalogue(language))
    symbols = "".join(
        f'<symbol id="{icon.id}" viewBox="-1 -1 2 2">{_paths(icon)}</symbol>'
        for icon in icon_sheet("emblems").values()
    )
    return web.Response(text=page.replace("<!-- emblems -->", symbols), content_type="text/html")


def _paths(icon: Icon) -> str:
    return "".join(f'<path fill-rule="evenodd" d="{path_of(shape)}"/>' for shape in icon.shapes)


async def _styles(_: web.Request) -> web.Response:
    seats = "".join(f".{name}{{--seat:{colour}}}\n" for name, colour in COLOURS.items())
    return web.Response(
        text=(_STATIC / "club.css").read_text(encoding="utf-8") + seats, content_type="text/css"
    )


async def _script(request: web.Request) -> web.Response:
    script = SCRIPT if request.path == "/words.js" else _STATIC / "club.js"
    return web.Response(text=script.read_text(encoding="utf-8"), content_type="text/javascript")


async def _words(request: web.Request) -> web.Response:
    """Send the sentences of the page's script."""
    language = _language(request)
    words = script_words([_STATIC / "club.js"], language, catalogues.catalogue(language))
    return web.Response(body=words, content_type="application/json")


async def _board_styles(_: web.Request) -> web.Response:
    return web.Response(text=board_css(), content_type="text/css")


async def _board(request: web.Request) -> web.Response:
    """Send the drawing of one of our maps; the name is never used as a path."""
    name = request.match_info["name"]
    if name not in board_names():
        raise web.HTTPNotFound
    spoken = catalogues.catalogue(_language(request))
    drawing = await asyncio.to_thread(draw_board, GameView("territories", name, {}, ()), spoken)
    return web.Response(text=drawing, content_type="image/svg+xml")


async def _board_of_table(request: web.Request) -> web.Response:
    """Send the drawing of the players' board that a table has sent."""
    board = request.app[_KEY].tables.board(request.match_info["table"])
    if board is None or board.id != request.match_info["name"]:
        raise web.HTTPNotFound
    spoken = catalogues.catalogue(_language(request))
    drawing = await asyncio.to_thread(draw_territories, board, spoken)
    return web.Response(text=drawing, content_type="image/svg+xml")


async def _json(request: web.Request) -> web.Response:
    shown = request.app[_KEY].everything()
    return web.Response(body=msgspec.json.encode(shown), content_type="application/json")


async def _send(response: web.StreamResponse, data: dict[str, Any]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        await response.write(b"data: " + msgspec.json.encode(data) + b"\n\n")


def _shown(table: ClubTable) -> dict[str, Any]:
    age = min(max(0.0, time.time() - table.heard), MAX_AGE_S) if table.online else 0.0
    return {**msgspec.to_builtins(table), "age": round(age, 2)}
