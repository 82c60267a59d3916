"""What phones do with boards: load the file of one, send one to the table, or send a photo to teach one from.

What is sent waits at the table until somebody there opens it (`companion.games.boards.received`).
"""

import asyncio
from collections.abc import Callable

from aiohttp import web
from msgspec import Struct

from companion.errors import BrokenFile, UnknownName
from companion.games.boards import library, received
from companion.games.boards.board import FOLDER, load_board
from companion.games.boards.board_choice import BOARDS
from companion.games.boards.board_files import MAX_BYTES, read_board_file, written
from companion.locale.messages import gettext
from companion.web.access import Access, Guest
from companion.web.gateway import WATCH_ONLY, Reply
from companion.web.pages import Pages, unless_known
from companion.web.photos import MAX_PHOTO_BYTES, small_jpeg
from companion.web.requests import body_of, json_reply, language, message, refuse, spoken
from companion.web.security import RateLimit

PHOTO_QUALITY = 90
"""JPEG quality of a photo to teach a board from; its borders must stay sharp."""


class OfferedBoard(Struct, frozen=True):
    """A board that a phone can load.

    Attributes:
        file: name of its file, without the ending.
        name: its title.
        territories: how many it has.
    """

    file: str
    name: str
    territories: int


class BoardRoutes:
    """The handlers of all routes about boards.

    Args:
        access: whether phones may send something.
        guest_of: returns the joined phone that sent a request, or raises.
        pages: the static pages.
    """

    def __init__(self, access: Access, guest_of: Callable[[web.Request], Guest], pages: Pages) -> None:
        self._access, self._guest, self._pages = access, guest_of, pages
        self._sent = RateLimit(0.2, 6)

    def add_to(self, app: web.Application) -> None:
        """Add all routes to an application."""
        app.add_routes(
            [
                web.get("/boards", self._page),
                web.get("/api/boards", self._list),
                web.get("/api/boards/{file}", self._load),
                web.post("/api/boards", self._send_board),
                web.post("/api/boards/photo", self._send_photo),
            ]
        )

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return unless_known(request, self._pages.page("boards.html", language(request)))

    async def _list(self, request: web.Request) -> web.StreamResponse:
        self._guest(request)
        boards = await asyncio.to_thread(_offered)
        may_send = self._access.seats_open
        return json_reply(spoken(request, {"boards": boards, "may_send": may_send}))

    async def _load(self, request: web.Request) -> web.StreamResponse:
        """Send the file of a board, to be saved on the phone."""
        self._guest(request)
        try:
            name, content = await asyncio.to_thread(_file, request.match_info["file"])
        except (UnknownName, BrokenFile) as error:
            return refuse(request, 404, str(error))
        response = web.Response(body=content, content_type="application/json")
        response.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
        response.enable_compression()
        return response

    async def _send_board(self, request: web.Request) -> web.StreamResponse:
        return await self._receive(request, MAX_BYTES, _receive_board)

    async def _send_photo(self, request: web.Request) -> web.StreamResponse:
        return await self._receive(request, MAX_PHOTO_BYTES, _receive_photo)

    async def _receive(
        self, request: web.Request, most: int, keep: Callable[[bytes], str]
    ) -> web.StreamResponse:
        """Keep what a phone sends, where the host lets phones do more than watch."""
        guest = self._guest(request)
        if not self._access.seats_open:
            return message(request, WATCH_ONLY)
        if not self._sent.allow(str(guest.number)):
            return refuse(request, 429, gettext("Too many files. Wait a moment."))
        content = await body_of(request, most)
        self._guest(request)  # the host may have removed it, or its rights, while this arrived
        if not self._access.seats_open:
            return message(request, WATCH_ONLY)
        try:
            return message(request, Reply(True, await asyncio.to_thread(keep, content)))
        except BrokenFile as error:
            return message(request, Reply(False, str(error)))
        except OSError:
            return refuse(request, 507, gettext("It could not be saved. Tell the host."))


def _offered() -> list[OfferedBoard]:
    return [
        OfferedBoard(choice.value, choice.text, len(load_board(choice.value).territories))
        for choice in BOARDS.choices()
    ]


def _file(named: str) -> tuple[str, bytes]:
    """Return the name and the content of a board's file; a name that is not on the list is no path.

    Raises:
        UnknownName: there is no such board.
        BrokenFile: its file is wrong.
    """
    if named not in {choice.value for choice in BOARDS.choices()}:
        raise UnknownName(gettext("This board is not at this table."))
    own = library.is_reference(named)
    board = library.read_referred(named) if own else read_board_file(FOLDER / f"{named}.json")
    return library.slug(board.name), written(board).encode()


def _receive_board(content: bytes) -> str:
    board = received.receive_board(content).name
    return gettext("{board} waits at the table: open it there, under Boards.", board=board)


def _receive_photo(content: bytes) -> str:
    received.receive_photo(small_jpeg(content, PHOTO_QUALITY))
    return gettext("The photo waits at the table: open it there, under Boards, New board.")
